/* What a seat may not see is redacted, guessed with the right odds, and never
 * influences a computer player's choice. */
#include "unit/catan/kit.h"

#include <stdlib.h>

/* Two others with three and two cards, of nine that are not in sight; one has
 * bought two development cards, one of them this turn. */
static void open_hidden(struct catan *g)
{
    open_playing(g, 3, 1);
    for (int seat = 0; seat < 3; seat++)
        catan_put_settlement(g, seat, 10 * seat);
    give(g, 0, 1, 2, 0, 0, 0);
    give(g, 1, 2, 0, 1, 0, 0);
    give(g, 2, 0, 0, 0, 1, 1);
    g->deck_left = 0;
    for (int c = 0; c < CARDS; c++)
        for (int i = c == KNIGHT || c == VICTORY_POINT; i < catan_deck_cards[c]; i++)
            g->deck[g->deck_left++] = (uint8_t)c;
    memset(g->deck + g->deck_left, 0, (size_t)(DECK - g->deck_left));
    give_card(g, 1, KNIGHT);
    give_card(g, 1, VICTORY_POINT);
    g->player[1].fresh[KNIGHT] = 1;
}

/* The 99.9 % quantile of chi-square, by Wilson and Hilferty. */
static double bound(int freedom)
{
    double part = 2.0 / (9.0 * freedom), root = 1.0 - part + 3.09 * __builtin_sqrt(part);

    return freedom * root * root * root;
}

typedef void (*guess_fn)(void *seen, int seat, struct rng *r);

static double surprise_at(long found, double expected)
{
    return expected > 0 ? ((double)found - expected) * ((double)found - expected) / expected : found ? 1e9 : 0;
}

/* Do 10,000 guesses deal what is hidden with the right odds? */
static bool is_even(guess_fn determinize)
{
    enum { GUESSES = 10000 };
    long         first[RESOURCES] = { 0 }, top[CARDS] = { 0 }, fresh[CARDS] = { 0 };
    struct catan g, seen;
    struct rng   r = rng_seeded(99);

    open_hidden(&g);
    seen = g;
    catan_redact(&seen, 0);
    for (int i = 0; i < GUESSES; i++) {
        struct catan guess = seen;

        determinize(&guess, 0, &r);
        for (int k = 0; k < RESOURCES; k++)
            first[k] += guess.player[1].hand[k];
        top[guess.deck[guess.deck_left - 1]]++;
        for (int c = 0; c < CARDS; c++)
            fresh[c] += guess.player[1].fresh[c];
    }

    /* Five unseen cards: 2 lumber, 1 grain, 1 brick, 1 ore; three of them in
     * this hand. The counts within one hand are dependent, so they scatter less
     * than independent ones. */
    static const int unseen[RESOURCES] = { 2, 0, 1, 1, 1 };
    double           hands = 0, decks = 0, news = 0;
    for (int k = 0; k < RESOURCES; k++)
        hands += surprise_at(first[k], GUESSES * 3.0 * unseen[k] / 5.0);
    for (int c = 0; c < CARDS; c++) {
        double expected = GUESSES * (double)catan_deck_cards[c] / DECK;

        decks += surprise_at(top[c], expected);
        news += surprise_at(fresh[c], expected);
    }
    return hands < bound(RESOURCES - 2) && decks < bound(CARDS - 1) && news < bound(CARDS - 1);
}

/* Wrong guesses, which must be told from right ones: what redaction left ... */
static void guess_nothing(void *seen, int seat, struct rng *r)
{
    (void)seen;
    (void)seat;
    (void)r;
}

/* ... one hand in ten in which lumber becomes the other's grain ... */
static void guess_hands_unevenly(void *seen, int seat, struct rng *r)
{
    struct catan *g = seen;

    catan_determinize(seen, seat, r);
    if (rng_below(r, 10) == 0 && g->player[1].hand[0] && !g->player[1].hand[2] && g->player[2].hand[2]) {
        g->player[1].hand[0]--, g->player[2].hand[0]++;
        g->player[1].hand[2]++, g->player[2].hand[2]--;
    }
}

/* ... and a deck whose top card is a knight a little too often. */
static void guess_deck_unevenly(void *seen, int seat, struct rng *r)
{
    struct catan *g = seen;

    catan_determinize(seen, seat, r);
    for (int i = 0, meddle = rng_below(r, 10) == 0; meddle && i < g->deck_left; i++)
        if (g->deck[i] == KNIGHT) {
            g->deck[i] = g->deck[g->deck_left - 1];
            g->deck[g->deck_left - 1] = KNIGHT;
        }
}

static void hidden_cards_are_as_likely_as_they_should_be(void **state)
{
    (void)state;
    assert_true(is_even(catan_determinize));
    assert_false(is_even(guess_nothing));
    assert_false(is_even(guess_hands_unevenly));
    assert_false(is_even(guess_deck_unevenly));
}

static void nobody_is_guessed_to_have_won(void **state)
{
    struct catan g;
    struct rng   r = rng_seeded(5);

    (void)state;
    open_hidden(&g);
    g.target = 3;
    g.player[1].cities = g.player[1].settlements; /* two points, and two cards that cannot be another point */
    g.player[1].settlements = 0;
    g.player[1].settlements_left++;
    g.player[1].cities_left--;
    g.player[1].card[VICTORY_POINT] = 0;
    g.player[1].card[KNIGHT] = 2;
    catan_redact(&g, 0);
    for (int i = 0; i < 1000; i++) {
        struct catan guess = g;

        catan_determinize(&guess, 0, &r);
        assert_true(catan_score(&guess, 1) < guess.target);
    }
}

/* The order of a redacted deck reveals nothing: it is shuffled, by what is in
 * sight alone. */
static void a_redacted_deck_is_shuffled(void **state)
{
    int sorted = 0;

    (void)state;
    for (int i = 0; i < 50; i++) {
        struct catan g;
        bool         rises = true;

        open_hidden(&g);
        give(&g, 0, 0, 0, 0, i % 7, i / 7);
        catan_redact(&g, 0);
        for (int k = 1; k < g.deck_left; k++)
            rises &= g.deck[k - 1] <= g.deck[k];
        sorted += rises;
    }
    assert_int_equal(sorted, 0);
}

/* ---- choices ---------------------------------------------------------------- */

static struct move choice(const struct catan *g, int seat, int level, char *memory)
{
    struct catan seen = *g;
    struct think think = { .rng = rng_seeded(3), .memory = memory, .number = 1, .level = level, .nodes = 60, .character = 8 };
    struct move  m;

    catan_redact(&seen, seat);
    assert_true(catan_bots[0].choose(&catan_game, &seen, seat, &think, &m));
    move_list_release(&think.scratch);
    return m;
}

/* Another truth behind the same view. */
static void change_secrets(struct catan *g, int seat, struct rng *r)
{
    struct catan truth = *g;

    catan_redact(&truth, seat);
    catan_determinize(&truth, seat, r);
    *g = truth;
}

static void a_choice_depends_on_nothing_hidden(void **state)
{
    struct rng   r = rng_seeded(17);
    char        *clean = calloc(1, catan_bots[0].memory), *dirty = malloc(catan_bots[0].memory);
    struct catan g;

    (void)state;
    open_game(&g, 3);
    for (int i = 0; i < 160 && !g.over; i++) {
        int         seat = __builtin_ctz(catan_game.to_act(&g)), level = 1 + i % LEVELS;
        struct move m = choice(&g, seat, level, clean);

        struct catan other = g;
        change_secrets(&other, seat, &r);
        memset(dirty, 0xA5 + i, catan_bots[0].memory);
        struct move same = choice(&other, seat, level, dirty);
        assert_true(move_eq(&m, &same));
        assert_int_equal(catan_game.apply(&g, &m, NULL, NULL), ERR_OK);
    }
    free(clean);
    free(dirty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_cards_are_as_likely_as_they_should_be),
        cmocka_unit_test(nobody_is_guessed_to_have_won),
        cmocka_unit_test(a_redacted_deck_is_shuffled),
        cmocka_unit_test(a_choice_depends_on_nothing_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
