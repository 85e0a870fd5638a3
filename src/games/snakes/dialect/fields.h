/* The fields of requests: the syntax of each, in one table. A request lists its
 * fields in order; the first bad one decides the answer (a nack with a code and
 * a text that names the field's path). */
#ifndef SNAKES_DIALECT_FIELDS_H
#define SNAKES_DIALECT_FIELDS_H

#include "games/snakes/dialect/form.h"
#include "games/snakes/program.h"

/* The codes of nacks. */
enum nack {
    NACK_UNAVAILABLE = 0,
    NACK_UNKNOWN_REQUEST = 1,
    NACK_UNKNOWN_FIELD = 2,
    NACK_MISSING = 3,
    NACK_WRONG_VALUE = 4,
    NACK_TOO_LONG = 5,
    NACK_LOGIN = 6,
    NACK_NO_PLAYER = 7,
    NACK_NO_SNAKE = 8,
    NACK_NO_FIGHT = 9,
    NACK_NOT_RATED = 10,
    NACK_FORMAT = 11,
    NACK_IS_FIGHTER = 12,
    NACK_SKIN = 13,
    NACK_BOT_FIGHTER = 14,
    NACK_EMPTY_SLOT = 15,
    NACK_NOT_YOURS = 16,
    NACK_UNFINISHED = 17,
    NACK_TOO_MANY = 18,
    NACK_INVALID = 19,
    NACK_MAP_LINE = 20,
    NACK_NONE = -1,
};

/* The first error; NACK_NONE while there is none. */
struct fault {
    int  code;
    char text[300];
};
/* The part of a client's text that a message quotes: "%.*s",
 * STR_ARG(quoted(s)). */
struct str                                 quoted(struct str s);
__attribute__((format(printf, 3, 4))) bool fault_set(struct fault *f, int code, const char *format, ...); /* always false */

enum form_field {
    FIELD_END, /* of a request's list */
    FIELD_COUNT,
    FIELD_FIGHT_ID,
    FIELD_PLAYER_ID,
    FIELD_SNAKE_ID,
    FIELD_FIGHT_LIST_TYPE,
    FIELD_FIRST_INDEX,
    FIELD_HASH,
    FIELD_LOGIN,
    FIELD_MAPS,
    FIELD_OTHER_SNAKE_IDS,
    FIELD_PLAYER_IDS,
    FIELD_PROGRAM_DESCRIPTION,
    FIELD_SKIN_ID,
    FIELD_SLOT_INDEX,
    FIELD_SLOT_NAME,
    FIELD_SNAKE_IDS,
    FIELD_SNAKE_NAME,
    FIELD_SNAKE_TYPE,
    FIELD_SNAKE_TYPES,
    FIELD_SORT_BY,
    FIELD_TEMPLATES,
    FIELD_TIMESTAMP,
    FIELD_TURN_LIMIT,
    FIELD_SID,
    FIELDS,
    FIELD_OPTIONAL = 64, /* added to a field in a request's list */
};

/* The fields of a request, after their checks. Slices point into the form. */
struct args {
    uint32_t   given; /* bit set of the fields present */
    int64_t    number[FIELDS];
    struct str text[FIELDS];
    struct str ids[4]; /* of the one array of ids; an empty text is null */
    uint8_t template[TEMPLATES];
    const struct form_node *maps;
    const struct form_node *sort_by; /* NULL: the list's default */
};

static inline bool args_have(const struct args *a, enum form_field field)
{
    return a->given >> field & 1;
}

/* Has the text only these letters? */
bool text_only(struct str s, const char *letters);

/* Checks the listed fields in order. False: `fault` says what is wrong. */
bool fields_check(const struct form *form, const uint8_t *list, struct args *out, struct fault *fault);

/* The maps of a request as a program (whose templates are set), with their
 * descriptions as a JSON array in `notes`. Checks only what the fields' syntax
 * does not cover: lines that leave the map or overlap (code 20). */
bool maps_build(const struct form *form, const struct form_node *maps, struct snake_program *out, struct buf *notes,
                struct fault *fault);
/* The head cell of every map is blank (code 19). */
bool maps_check_heads(const struct snake_program *p, struct fault *fault);

#endif
