#include "games/santorini/perft.h"

static uint64_t count_turns_with(const struct santorini *s, int pawn)
{
    const struct offer *offer = offers_now(s);
    int                 seat = seat_now(s);
    uint64_t            n = 0;

    for (int i = 0; i < OFFERS_MAX && offer[i].action; i++) {
        uint32_t cells = offer[i].action == PASS ? 1 : santorini_targets(s, seat, pawn, &offer[i]);

        if (offer[i].next == END) {
            n += (uint64_t)__builtin_popcount(cells);
            continue;
        }
        while (cells) {
            struct santorini next = *s;

            if (santorini_act(&next, pawn, &offer[i], take_cell(&cells), NULL)) {
                n++;
                continue;
            }
            next.step = offer[i].next;
            uint64_t rest = count_turns_with(&next, pawn);
            n += rest ? rest : 1; /* stuck: eliminated, and the turn is over */
        }
    }
    return n;
}

/* Counts turns from this step on, without playing the last action of any: one
 * that ends the turn counts once, whatever it does. */
static uint64_t count_turns(const struct santorini *s)
{
    return s->hand == NO_PAWN ? count_turns_with(s, 0) + count_turns_with(s, 1) : count_turns_with(s, s->hand);
}

uint64_t santorini_perft(const struct santorini *s, int depth)
{
    const struct offer *offer;
    uint64_t            n = 0;

    if (depth == 0)
        return 1;
    if (s->phase != PLAY)
        return 0;
    if (depth == 1)
        return count_turns(s);
    offer = offers_now(s);
    for (int pawn = 0; pawn < PAWNS; pawn++) {
        if (s->hand != NO_PAWN && s->hand != pawn)
            continue;
        for (int i = 0; i < OFFERS_MAX && offer[i].action; i++) {
            uint32_t cells = offer[i].action == PASS ? 1 : santorini_targets(s, seat_now(s), pawn, &offer[i]);

            while (cells) {
                struct santorini next = *s;

                santorini_play(&next, pawn, &offer[i], take_cell(&cells), NULL);
                n += santorini_perft(&next, next.turn == s->turn && next.phase == PLAY ? depth : depth - 1);
            }
        }
    }
    return n;
}
