/* One request of the protocol on its way through the dialect, and the readers
 * of its arguments: lenient about spelling, as its clients expect, and strict
 * about everything else. */
#ifndef CATAN_DIALECT_CALL_H
#define CATAN_DIALECT_CALL_H

#include "games/catan/dialect/room.h"

struct call {
    struct hall      *hall;
    struct str        peer; /* the client's address */
    struct rooms     *rooms;
    const struct jin *body;
    const struct jin *args;   /* an object; NULL: absent */
    bool              nested; /* they came as a string and go back as one */
    struct room      *room;
    struct table     *table;
    int               seat;    /* of the player who asks */
    struct refusal    refusal; /* of the rules, when SAY_NOTHING is returned */
    struct buf        out;     /* JSON text of the reply's arguments; empty: null */
};

enum { GAMES_PER_MINUTE = 600 }; /* that an address may open */

/* Carries a command out and returns what is said. */
typedef enum say call_fn(struct call *c);

enum say catan_manager_command(struct call *c, struct str command);
enum say catan_user_command(struct call *c, struct str command);

/* ---- arguments ---------------------------------------------------------- */

enum arg { ARG_MISSING, ARG_BAD, ARG_GOOD };

/* The member, or NULL where it is missing or null. */
const struct jin *catan_arg_get(const struct jin *object, const char *key);

/* 5, 5.0, 5e0 or "5", in 32 bits. */
enum arg   catan_arg_int(const struct jin *object, const char *key, int32_t *out);
/* true, false, or one of the words in any case. */
enum arg   catan_arg_bool(const struct jin *object, const char *key, bool *out);
/* A text; a value of another kind is an empty text, which names nothing. */
struct str catan_arg_name(const struct jin *object, const char *key);
/* Index of the text among `n` names, -1 if it is none of them. */
int        catan_arg_word(const struct jin *object, const char *key, const char *const *names, int n);
bool       catan_is_word(struct str s, const char *word); /* in any letter case */

/* Writes "player_3": for key and number. */
void catan_field_key(struct jout *j, const char *key, int i);

#endif
