/* What a seat can look forward to: its goals (a city, a settlement and the
 * roads to it, a development card, the Longest Road), what each is worth and
 * how long it takes to get the cards. The quick player, the estimate of a
 * position and honest trading build on these.
 *
 * Worth is in thousandths of a victory point, time in sixteenths of a roll of
 * the dice, production in chances in 36 of a card per roll. */
#ifndef CATAN_PLAN_H
#define CATAN_PLAN_H

#include "games/catan/rules.h"

enum { POINT = 1000, ROLL = 16, WAIT_MOST = 64 * ROLL, GOALS_MOST = 16 };

/* What a seat has to work with. */
struct means {
    int16_t rate[RESOURCES];  /* production */
    uint8_t ratio[RESOURCES]; /* cards that the bank or a harbour takes for one card */
    int8_t  port[RESOURCES];  /* vertex of that harbour, or NOBODY */
};

enum goal_kind { GOAL_CITY, GOAL_SETTLEMENT, GOAL_CARD, GOAL_LONGEST };

struct goal {
    uint8_t kind;
    uint8_t roads; /* to be built before it, or that it consists of */
    int8_t  edge;  /* the first of them */
    int8_t  vertex;
    uint8_t cost[RESOURCES]; /* roads included */
    int32_t worth;
};

struct plan {
    struct means means;
    int          goals;
    struct goal  goal[GOALS_MOST];
};

/* Paces computed so far (catan_pace), by means. Playouts ask for the same few
 * hundred again and again. All zero: none. */
enum { PACES_BITS = 12 };
struct paces {
    struct {
        uint64_t means;
        int      pace;
    } known[1 << PACES_BITS];
};

/* A player's judgement: the percentage of its worth that they give to a kind of
 * goal, to each resource, and to the robber; 100 is sound. */
struct taste {
    uint8_t       goal[GOAL_LONGEST + 1];
    uint8_t       resource[RESOURCES];
    uint8_t       threat;
    struct paces *paces; /* to look up and to add to; changes no judgement. NULL: they are computed each time */
};
extern const struct taste catan_sound_taste;

struct means catan_means(const struct catan *g, int seat);
int          catan_tile_pips(const struct catan *g, int tile);    /* 0 under the robber */
int          catan_blocked_pips(const struct catan *g, int seat); /* of the cards that the robber takes from `seat` */

/* Time until the hand can pay, trades with the bank included; 0: now. */
int catan_wait(const struct means *m, const uint8_t hand[RESOURCES], const uint8_t cost[RESOURCES]);

/* How fast these means make points; only for comparisons. `paces` may be NULL. */
int catan_pace(const struct means *m, struct paces *paces);

/* The worth of a new settlement at `v`: a point, and its production. */
int catan_place_worth(const struct catan *g, int seat, const struct means *m, const struct taste *taste, int v);

void catan_plan(const struct catan *g, int seat, const struct taste *taste, struct plan *out);

/* The worth of a hand: its goals, discounted by the time they take. */
int catan_prospect(const struct plan *p, const uint8_t hand[RESOURCES]);

#endif
