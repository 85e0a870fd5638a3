/* Texts that take long to make and never change, by number: of those asked for
 * lately a few are kept. */
#ifndef BASE_SHELF_H
#define BASE_SHELF_H

#include "base/buf.h"

enum { SHELF_TEXTS = 64 };

struct shelf {
    struct {
        uint64_t   number;
        struct buf text;
    } at[SHELF_TEXTS];
};

/* STR_NONE: it is not there. Good until the next shelf_put. */
struct str shelf_get(const struct shelf *shelf, uint64_t number);
/* Keeps a copy, in the place of another. */
void       shelf_put(struct shelf *shelf, uint64_t number, struct str text);
void       shelf_drop(struct shelf *shelf, uint64_t number);
void       shelf_release(struct shelf *shelf);

#endif
