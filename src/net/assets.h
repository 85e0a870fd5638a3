/* The browser client's files, embedded at build time (tools/embed.py), with
 * their compressed forms. */
#ifndef NET_ASSETS_H
#define NET_ASSETS_H

#include "base/str.h"

struct asset {
    const char *path;
    const char *type;
    const char *etag;      /* quoted; identifies the contents */
    bool        immutable; /* the name contains a hash: the contents never change */
    struct str  plain;
    struct str  gzip, brotli; /* empty if not worth it */
};

/* Ordered by path. */
extern const struct asset all_assets[];
extern const int          all_assets_count;

/* A hash of all files: 16 hex digits. */
void assets_hash(char hex[17]);

#endif
