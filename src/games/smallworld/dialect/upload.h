/* Maps that come in as JSON, through the protocol or the hall's API: read into
 * the lines that are kept, with everything that is wrong with them. */
#ifndef SMALLWORLD_DIALECT_UPLOAD_H
#define SMALLWORLD_DIALECT_UPLOAD_H

#include "base/jin.h"
#include "games/smallworld/map.h"

enum {
    MAP_NAME_MOST = 15, /* characters */
    MAP_TURNS_LEAST = 5,
    MAP_TURNS_MOST = 10,
    MAP_TRIBES_MOST = 18,
    MAP_BYTES_MOST = 64 * 1024, /* of a map, as it is kept */
    FAULTS_MOST = 50,           /* that are told of one map */
};

/* What the members of a region are called. A strict reader refuses coordinates
 * that are wrong, others take them as not given. Unless it is bounded it takes a
 * map of any size: those of test suites. */
struct region_keys {
    const char *land, *near, *outline, *race_place, *power_place;
    bool        strict, bounded;
};

enum fault_kind {
    FAULT_MISSING,
    FAULT_UNKNOWN_LAND,
    FAULT_NO_SUCH_REGION,
    FAULT_OWN_NEIGHBOUR,
    FAULT_ONE_SIDED,
    FAULT_TOO_MANY_TRIBES,
    FAULT_TOO_MANY_POINTS,
    FAULT_TOO_LARGE,
    FAULT_TOO_LONG,
    FAULT_OUT_OF_RANGE,
    FAULT_TOO_MANY_REGIONS,
    /* From here on the map is accepted nevertheless. */
    FAULT_NO_REGIONS,
    FAULT_NO_BORDER,
    FAULT_UNREACHABLE,
    FAULT_NAME_TAKEN,
    FAULT_KINDS,
};

struct fault {
    enum fault_kind kind;
    const char     *field;
    int             region; /* from 1; 0: none in particular */
    int64_t         other;  /* what the message names besides */
};

struct faults {
    int          n;
    bool         fatal; /* one of them is */
    struct fault at[FAULTS_MOST];
};
void        fault_add(struct faults *faults, enum fault_kind kind, const char *field, int region, int64_t other);
const char *fault_word(enum fault_kind kind);
bool        fault_is_fatal(enum fault_kind kind);
void        fault_message(const struct fault *fault, struct buf *out);

/* Reads regions into region lines (map.h) and lines of shapes. The texts are
 * good if no fault is fatal. */
void regions_read(const struct jin *regions, const struct region_keys *keys, struct buf *text, struct buf *shapes,
                  struct faults *faults);
/* What speaks against playing on a map whose regions were read well. */
void regions_review(struct str text, struct faults *faults);

#endif
