/* The memory of the hall API: one struct, available in the hall thread through
 * api_of(). Each member belongs to its own file. */
#ifndef API_SELF_H
#define API_SELF_H

#include "api/api.h"
#include "base/shelf.h"
#include "hall/hall.h"
#include "people/people.h"

struct retries; /* retry.c: keys of recent moves */
struct feed;    /* feed.c: listeners */
struct lists;   /* list.c: statements */
struct admin;   /* admin.c */
struct walks;   /* walk.c: walks under way */

struct api {
    struct retries *retries;
    struct feed    *feed;
    struct lists   *lists;
    struct admin   *admin;
    struct walks   *walks;
    struct shelf    boards;     /* by table */
    char            assets[17]; /* see api_set_assets */
};

static inline struct api *api_of(struct hall *hall)
{
    return part_self(hall, &api_part);
}

#endif
