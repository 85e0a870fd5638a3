/* The computer player of Santorini: what its files share.
 *
 * evaluate.c values positions without searching, search.c looks ahead, choice.c
 * knows the gods, bot.c combines them for each level. */
#ifndef SANTORINI_BOT_H
#define SANTORINI_BOT_H

#include "game/bot.h"
#include "games/santorini/rules.h"

extern const struct game santorini_game;
extern const struct bot  santorini_bots[];

enum {
    WIN = 20000,       /* minus the turns until it happens */
    SURE_WIN = 19000,  /* values from here on are proven */
    ACTIONS_MAX = 320, /* in one position: 300 placements, far fewer actions */
};

/* ---- evaluate.c -------------------------------------------------------- */

/* The worth of the workers and the god of `seat` at the start of any player's
 * turn. */
int santorini_worth(const struct santorini *s, int seat);

/* The cells where `pawn` of the player in turn wins now: at once, or for
 * Artemis with the second step. */
uint32_t santorini_winning_steps(const struct santorini *s, int pawn);

/* ---- search.c ---------------------------------------------------------- */

/* How a level differs from perfect play. */
struct weakness {
    int noise;     /* max error in the value of a position; the same all game long */
    int oversight; /* percentage of opponents' first steps that are missed, wherever they come up in a thought */
};

/* Memory of a search: a hash table of 8 MiB and the history of good actions. */
enum { SANTORINI_SEARCH_MEMORY = (8 << 20) + (64 << 10) };

/* The best action (or placement) of the player in turn, within think->nodes. */
void santorini_search(const struct santorini *s, struct think *think, const struct weakness *weakness, struct move *out);

/* ---- choice.c ---------------------------------------------------------- */

/* For the set-up phases before placement. */
void santorini_choose_setup(const struct santorini *s, int seat, struct think *think, struct move *out);

#endif
