/* A move that a player wants to make, by HTTP or over the feed: parse it, check
 * whether it was made before, try it or make it. The caller writes the reply. */
#ifndef API_MOVE_H
#define API_MOVE_H

#include "api/call.h"

struct wanted {
    struct hall  *hall;
    struct table *table;
    int           seat;
    const char   *peer;      /* the client's address */
    struct str    text, key; /* as sent; an empty key: none */
    int64_t       seq;       /* the sequence number it was made on; -1: not given */

    /* filled in by wanted_read */
    struct move move;
    struct buf  spelled; /* to be released; after the move, the journal's spelling */
    bool        by_key;  /* wanted_fate: the key was used before */
};

/* False: not a move, or an invalid key, as `*fault` says. */
bool wanted_read(struct wanted *w, struct fault *fault);

enum fate {
    FATE_FRESH,  /* it can be made */
    FATE_BEFORE, /* it was made before, as event `*seq`: see wanted_again */
    FATE_FAULT,  /* `*fault` */
};

/* Was the move made before, or is it for an outdated state? */
enum fate wanted_fate(struct wanted *w, uint32_t *seq, struct fault *fault);

/* Shows the event that the move became, with the replay right after it. */
bool wanted_again(struct wanted *w, uint32_t seq, walk_each *show, void *arg, struct fault *fault);

/* Makes it and stores its effects and description. */
bool wanted_make(struct wanted *w, struct effects *effects, struct buf *words, struct fault *fault);

/* Would it be accepted? Applies it to a determinized copy of what the seat
 * sees; `words` is the description used in lists of choices. */
bool wanted_try(struct wanted *w, struct buf *words, struct fault *fault);

#endif
