/* Plays a history back, event by event. */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include "cli/history.h"

struct player {
    const struct history *h; /* stays the caller's */
    const struct game    *game;
    int                   eyes;         /* whose view is shown: a seat, SEAT_NOBODY or EYES_ALL */
    void                 *state, *seen; /* `seen`: a copy with everything removed that `eyes` may not see */
    bool                  started;
    uint32_t              next; /* event to come */
    uint32_t              moves;
    struct buf            words; /* what the latest event was */
};

enum { EYES_ALL = -2 };

/* False with a sentence: the game is not one of ours. */
bool player_init(struct player *p, const struct history *h, int eyes, char problem[256]);
void player_release(struct player *p);
void player_rewind(struct player *p);

/* Makes the next event happen and puts it into words. False with a sentence
 * when the rules refuse what the journal says. */
bool player_step(struct player *p, char problem[256]);

/* The whole history again: does everything apply, and does the end of the
 * table agree with the rules? Leaves the player at the end. */
bool player_verify(struct player *p, char problem[256]);

#endif
