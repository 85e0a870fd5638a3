/* The value struct shared by the parser (jin_parse.c) and the accessors
 * (jin.c); private to them. */
#ifndef BASE_JIN_TREE_H
#define BASE_JIN_TREE_H

#include "base/jin.h"

struct jin {
    enum jin_kind kind;
    struct str    key; /* of an object's member */
    union {
        bool       truth;
        int64_t    whole;
        double     real;
        struct str text;
        struct {
            struct jin **items; /* elements or members */
            size_t       count;
        };
    };
    struct jin *next; /* in the same list, during the parse */
};

#endif
