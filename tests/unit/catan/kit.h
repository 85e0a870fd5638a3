/* Positions for the tests of Catan: made by hand, spoken to in move texts. */
#ifndef UNIT_CATAN_KIT_H
#define UNIT_CATAN_KIT_H

#include "games/catan/rules.h"
#include "kit/cmocka.h"

#include <stdio.h>

enum { TABLE = SEAT_TABLE };

/* A game of `seats` that waits for the first settlement. */
static inline void open_game(struct catan *g, int seats)
{
    struct setup   s;
    struct refusal why = { 0 };

    setup_default(&catan_game, &s);
    s.seats = (uint8_t)seats;
    s.seed = 7;
    assert_int_equal(game_setup(&catan_game, g, &s, &why), ERR_OK);
}

/* Makes the move written in `text` and returns the protocol's sentence for it.
 * A refusal must leave no trace. */
static inline const char *does(struct catan *g, int seat, const char *text)
{
    struct catan   before = *g;
    struct move    m = { .seat = (uint8_t)seat };
    struct effects effects = { 0 };
    struct refusal why = { 0 };

    assert_int_equal(move_read(&catan_game, str_of(text), &m), ERR_OK);
    if (catan_game.apply(g, &m, &effects, &why) != ERR_OK) {
        assert_memory_equal(g, &before, sizeof before);
        assert_int_equal(effects.n, 0);
        assert_ptr_equal(why.word, catan_refusals[why.code].word);
        return catan_sentence[catan_say_of(&why)].text;
    }
    assert_int_equal(effects.at[0].what, EFFECT_SAY);
    return catan_sentence[effects.at[0].arg[0]].text;
}

#define expect(g, seat, text, sentence) assert_string_equal(does(g, seat, text), sentence)

/* Takes cards from the bank. */
static inline void give(struct catan *g, int seat, int lumber, int wool, int grain, int brick, int ore)
{
    const int n[RESOURCES] = { lumber, wool, grain, brick, ore };

    for (int r = 0; r < RESOURCES; r++) {
        assert_true(g->bank[r] >= n[r]);
        catan_receive(g, seat, r, n[r]);
    }
}

static inline void give_card(struct catan *g, int seat, int card)
{
    g->player[seat].card[card]++;
    g->player[seat].developments++;
}

/* Roads along paths of vertices: "0-1-2 7-8". */
static inline void lay_roads(struct catan *g, int seat, const char *paths)
{
    struct str rest = str_of(paths);

    while (rest.at) {
        struct str path = str_cut(&rest, ' ');
        int64_t    from, to;

        assert_true(str_int(str_cut(&path, '-'), &from));
        while (path.at) {
            assert_true(str_int(str_cut(&path, '-'), &to));
            int edge = catan_edge_between((int)from, (int)to);
            assert_true(edge >= 0);
            assert_int_equal(g->road[edge], NOBODY);
            catan_put_road(g, seat, edge);
            from = to;
        }
    }
}

/* Setup is over, nobody has anything; `turn` has rolled and plays. */
static inline void open_playing(struct catan *g, int seats, int turn)
{
    open_game(g, seats);
    g->slot = (uint8_t)(2 * seats);
    for (int seat = 0; seat < seats; seat++)
        g->player[seat].state = START;
    g->turn = (int8_t)turn;
    g->player[turn].state = PLAYING;
}

/* Determines the next roll. */
static inline void load_dice(struct catan *g, int first, int second)
{
    for (uint64_t seed = 0;; seed++) {
        struct rng r = rng_seeded(seed);

        if (1 + (int)rng_below(&r, 6) == first && 1 + (int)rng_below(&r, 6) == second) {
            g->rng = rng_seeded(seed);
            return;
        }
    }
}

/* An island without numbers; tiles are set one by one. */
static inline void clear_numbers(struct catan *g)
{
    memset(g->number, 0, sizeof g->number);
}

static inline void set_tile(struct catan *g, int tile, int resource, int number)
{
    g->tile[tile] = (uint8_t)resource;
    g->number[tile] = (uint8_t)number;
}

/* A turn of seat 0 before its roll of 3 + 5, which tile 0 (wool) pays. */
static inline void open_roll(struct catan *g, int seats)
{
    open_playing(g, seats, 0);
    g->player[0].state = START;
    clear_numbers(g);
    set_tile(g, 0, WOOL, 8);
    g->robber = 18;
    load_dice(g, 3, 5);
}

static inline int hand(const struct catan *g, int seat, int resource)
{
    return g->player[seat].hand[resource];
}

#endif
