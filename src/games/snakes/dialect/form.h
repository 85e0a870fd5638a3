/* A form body as a tree: "SnakeIds[0]=4&Maps[0][HeadX]=3". Names and values are
 * percent-decoded, "name[]" takes the next free index, and the last of repeated
 * names wins. Malformed escapes are taken literally. */
#ifndef SNAKES_DIALECT_FORM_H
#define SNAKES_DIALECT_FORM_H

#include "base/jout.h"
#include "base/map.h"
#include "base/str.h"

enum {
    FORM_DEPTH = 32,    /* max brackets of a name; the rest is one more, empty level */
    FORM_FIELDS = 8192, /* further ones are ignored, and once the tree has so many nodes; a program needs 2000 */
};

struct form_node {
    struct str key;
    struct str value;                     /* of a scalar */
    bool       array;                     /* has (or had) children instead */
    int        parent, first, last, next; /* 0: none; node 0 is the root */
    int64_t    free_index;                /* for the next "[]" */
};

struct form {
    struct form_node *node;
    int               n, cap;
    char             *text; /* decoded names and values */
    struct map        index;
    unsigned char     key[16]; /* of the index's hash: nobody can provoke collisions */
};

void form_parse(struct form *f, struct str body);
void form_release(struct form *f);

/* Child by name; NULL if there is none. Children in order: form_first, then
 * form_next. `node` NULL is the root. */
const struct form_node *form_get(const struct form *f, const struct form_node *node, struct str key);
const struct form_node *form_first(const struct form *f, const struct form_node *node);
const struct form_node *form_next(const struct form *f, const struct form_node *node);
int                     form_count(const struct form *f, const struct form_node *node);
/* Child number `i` of an array; its keys may have come in any order. */
const struct form_node *form_at(const struct form *f, const struct form_node *node, int i);

/* A key that is an array index: decimal, without leading zeros. */
bool form_index(struct str key, int64_t *out);

/* The value as JSON with string leaves: an array if the keys are 0..n-1, in any
 * order. */
void form_dump(const struct form *f, const struct form_node *node, struct jout *out);

#endif
