/* JSON Schemas of what a game shows (views, boards, forms), written from tables
 * of shapes.
 *
 *     static const struct shape tile_members[] = {
 *         { "resource", "what it produces", .type = WORD, .words = resource_names },
 *         { "number", "the dice that make it produce; 0: none", .max = 12 },
 *         { 0 },
 *     };
 *     static const struct shape tile = { .meaning = "a tile", .type = OBJECT, .inside = tile_members };
 *
 * Objects are strict: they take nothing but their members. */
#ifndef GAME_SCHEMA_H
#define GAME_SCHEMA_H

#include "base/jout.h"

enum shape_type {
    INT, /* min .. max */
    BOOL,
    TEXT,   /* that matches `pattern`, if there is one */
    WORD,   /* one of words */
    LIST,   /* min .. max elements (max 0: any number) like the first of `inside` */
    TUPLE,  /* exactly the elements of `inside`, in order */
    OBJECT, /* with the members `inside` */
    COUNTS, /* an object with a number, min .. max, for each of words */
    ONE_OF, /* of the shapes `inside` */
};

enum shape_flags {
    NULLABLE = 1, /* or null */
    OPTIONAL = 2, /* a member that may be missing */
    PARTIAL = 4,  /* COUNTS: words may be missing */
    EMPTY = 8,    /* LIST: it never has elements */
};

struct shape {
    const char         *key, *meaning;
    enum shape_type     type;
    int64_t             min, max;
    const char *const  *words;  /* NULL ones are left out, and the same word twice in a row */
    int                 n;      /* of words; 0: they end with NULL */
    const struct shape *inside; /* ends with a shape that is all zero, except for LIST */
    const char         *pattern;
    unsigned            flags;
};

/* The members that every form begins with (form_open). */
/* clang-format off */
#define FORM(form_words, how, form_kinds)                                             \
    { "name", "what the form is for", .type = WORD, .words = (form_words) },          \
    { "move", "first word of the move's text", .type = WORD, .words = (form_words) }, \
    { "kind", "how it is composed: " how, .type = WORD, .words = (form_kinds) }
/* clang-format on */

/* What a game shows: the members of its view and of its board, and its forms
 * (NULL: it has none). */
struct shapes {
    const struct shape *view, *board, *forms;
};

/* Writes the schemas "view", "board" and "forms", as members of an object. */
void schemas_write(const struct shapes *all, struct jout *out);

#endif
