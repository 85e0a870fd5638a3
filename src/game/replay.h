/* The replay of a table's journal, event by event. Everything that needs a
 * state, a past position, or the description or effects of a move uses it:
 * loading a table, the hall API, the feed, the terminal.
 *
 *     struct replay r;
 *     replay_begin(&r, game);
 *     for each row: if (!replay_take(&r, row..., REPLAY_QUIET, &fault)) ...
 *     replay_release(&r); */
#ifndef GAME_REPLAY_H
#define GAME_REPLAY_H

#include "game/game.h"

/* The kinds of events that change the state of a game; others are ignored. */
enum { REPLAY_STARTED = 'g', REPLAY_MOVED = 'm' };

enum replay_telling {
    REPLAY_QUIET, /* only keeps the state */
    REPLAY_TOLD,  /* also describes moves and lists their effects */
};

enum { EYES_ALL = -2 }; /* besides a seat and SEAT_NOBODY: sees everything */

struct replay {
    const struct game *game;
    int                eyes;  /* the viewer: a seat, SEAT_NOBODY (default) or EYES_ALL */
    struct names       names; /* for descriptions; owned by the caller */
    struct setup       setup;
    struct buf         extra; /* memory of setup.extra */
    void              *state; /* NULL before the start */
    uint32_t           next;  /* sequence number of the next event */
    /* The latest event, if it was a move and REPLAY_TOLD: */
    struct move        move;
    struct effects     effects;
    struct buf         words;
    void              *before, *after; /* private: states as `eyes` see them */
};

void replay_begin(struct replay *r, const struct game *game);
void replay_release(struct replay *r);

/* Applies the next event. False: it is invalid; `*fault` says why, and the
 * state is unchanged. */
bool replay_take(struct replay *r, uint32_t seq, char kind, int seat, int64_t at, struct str text, enum replay_telling telling,
                 const char **fault);

/* Describes a move to a viewer who saw `before` and sees `after`. */
void move_words(const struct game *game, const struct move *m, const void *before, const void *after, const struct names *names,
                struct buf *out);

/* Copies `state` into `seen`, redacted for `eyes`, and returns `seen`. */
const void *seen_with(const struct game *game, const void *state, int eyes, void *seen);

#endif
