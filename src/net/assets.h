/* The browser client's files, put into the program when it is built
 * (src/net/embed.py), with their compressed forms. */
#ifndef NET_ASSETS_H
#define NET_ASSETS_H

#include "base/str.h"

struct asset {
    const char *path;
    const char *type;
    const char *etag;      /* in quotes; names the contents */
    bool        immutable; /* the name holds a hash: it never changes */
    struct str  plain;
    struct str  gzip, brotli; /* empty where they would save nothing */
};

/* In the order of their paths. */
extern const struct asset all_assets[];
extern const int          all_assets_count;

#endif
