/* Plays back a history, event by event. */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include "cli/history.h"
#include "game/replay.h"

struct player {
    const struct history *h; /* owned by the caller */
    const struct game    *game;
    struct replay         replay; /* its eyes determine the view */
    void                 *seen;   /* the redacted state, once the game has started */
    uint32_t              moves;
    struct buf            words; /* description of the latest event */
};

/* False with a message: unknown game. */
bool player_init(struct player *p, const struct history *h, int eyes, char problem[256]);
void player_release(struct player *p);
void player_rewind(struct player *p);

/* Replays and describes the next event. False with a message if the rules
 * refuse it. */
bool player_step(struct player *p, char problem[256]);

/* Replays the whole history: does every move apply, and does the table's end
 * agree with the rules? Leaves the player at the end. */
bool player_verify(struct player *p, char problem[256]);

#endif
