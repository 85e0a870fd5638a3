/* A value as the parser (jin_parse.c) leaves it and the questions (jin.c) find
 * it: nobody else looks into one. */
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
    struct jin *next; /* in the same list, while that is being read */
};

#endif
