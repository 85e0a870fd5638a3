/* Lists, spellings, effects and refusals of Catan's moves, by name. */
#include "game/effect.h"
#include "unit/catan/kit.h"

static int count_kind(const struct catan *g, int seat, int kind)
{
    struct move_list list = { 0 };
    int              n = 0;

    catan_legal(g, seat, &list);
    for (int i = 0; i < list.n; i++)
        n += list.at[i].kind == kind;
    move_list_release(&list);
    return n;
}

/* ---- lists ------------------------------------------------------------------ */

static void every_card_is_listed(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 0);
    for (int card = 0; card < CARDS; card++)
        give_card(&g, 0, card);
    assert_int_equal(count_kind(&g, 0, USE_CARD), PLAYABLE);
    expect(&g, 0, "use 3", "You can use Year of Plenty development card.");
    assert_int_equal(count_kind(&g, 0, TAKE_TWO), 15);
}

static void who_declined_may_still_join(void **state)
{
    struct catan     g;
    struct move_list list = { 0 };

    (void)state;
    open_playing(&g, 3, 0);
    give(&g, 0, 1, 0, 0, 0, 0);
    give(&g, 1, 0, 1, 0, 0, 0);
    expect(&g, 0, "offer 1 0 0 0 0 0 1 0 0 0", "The trade has started successfully.");
    assert_int_equal(catan_game.to_act(&g), 7);
    expect(&g, 1, "decline", "You do not take part in the trade.");
    assert_int_equal(g.declined, 2);
    assert_int_equal(catan_game.to_act(&g), 5);
    expect(&g, 1, "decline", "Forbidden request.");
    catan_asides(&g, 1, &list);
    assert_int_equal(list.n, 1);
    assert_int_equal(list.at[0].kind, JOIN_TRADE);
    expect(&g, 1, "join", "You can take part in the trade.");
    assert_int_equal(g.declined, 0); /* no longer */
    assert_int_equal(g.partners, 1);
    move_list_release(&list);
}

static void lists_say_when_they_are_samples(void **state)
{
    struct catan     g;
    struct move_list list = { 0 };

    (void)state;
    open_playing(&g, 2, 0);
    catan_legal(&g, 0, &list);
    assert_false(list.sample); /* no cards, no offers */
    give(&g, 0, 1, 0, 0, 0, 0);
    list.n = 0;
    catan_legal(&g, 0, &list);
    assert_true(list.sample);
    move_list_release(&list);
}

/* ---- spellings ---------------------------------------------------------------- */

static void moves_have_one_spelling(void **state)
{
    static const struct {
        const char *sent, *kept;
    } cases[] = {
        { "buyroad 8 7", "buyroad 7 8" },       { "buyroad 7 8", "buyroad 7 8" },
        { "freeroad 44 19", "freeroad 19 44" }, { "plenty 1 0", "plenty 0 1" },
        { "bank 27 0 1", "bank 26 0 1" },       { "bank 30 0 1", "bank 26 0 1" }, /* alike */
        { "bank 34 0 1", "bank 34 0 1" },                                         /* not theirs */
        { "partner 2", "partner -1" },          { "end", "end" },
    };
    struct catan g;

    (void)state;
    open_playing(&g, 3, 0);
    g.harbour[0] = g.harbour[1] = ANY_HARBOUR;
    catan_put_settlement(&g, 0, 26);
    catan_put_settlement(&g, 0, 30);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct move m = { 0 };
        struct buf  text = { 0 };

        assert_int_equal(move_read(&catan_game, str_of(cases[i].sent), &m), ERR_OK);
        catan_canonical(&g, &m);
        move_write(&catan_game, &m, &text);
        assert_string_equal(text.at, cases[i].kept);
        buf_release(&text);
    }
    memset(g.bank, 0, sizeof g.bank);
    g.bank[ORE] = 2;
    struct move m = { 0 };
    assert_int_equal(move_read(&catan_game, STR("plenty 1 0"), &m), ERR_OK);
    catan_canonical(&g, &m);
    assert_int_equal(m.n, 0); /* there is nothing to choose */
}

/* ---- effects -------------------------------------------------------------------- */

/* What `eyes` are told of a move, as JSON. */
static void told(struct catan *g, int seat, const char *text, int eyes, const char *expected)
{
    struct catan   copy = *g;
    struct move    m = { .seat = (uint8_t)seat };
    struct effects effects = { 0 };
    struct buf     out = { 0 };
    struct jout    j = jout_to(&out);

    assert_int_equal(move_read(&catan_game, str_of(text), &m), ERR_OK);
    assert_int_equal(catan_game.apply(&copy, &m, &effects, NULL), ERR_OK);
    jout_open_array(&j);
    effects_write(&catan_game, &effects, eyes, &j);
    jout_close_array(&j);
    assert_string_equal(out.at, expected);
    buf_release(&out);
}

static void effects_are_told_to_whom_they_concern(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 3, 0);
    catan_put_settlement(&g, 1, 0);
    give(&g, 0, 0, 1, 1, 0, 1);
    give(&g, 1, 1, 0, 0, 0, 0);
    g.deck[g.deck_left - 1] = MONOPOLY;
    told(&g, 0, "buycard", 0, "[{\"what\":\"bought_card\",\"seat\":0,\"card\":\"monopoly\"}]");
    told(&g, 0, "buycard", 1, "[{\"what\":\"bought_card\",\"seat\":0}]");
    told(&g, 0, "buycard", SEAT_NOBODY, "[{\"what\":\"bought_card\",\"seat\":0}]");
    told(&g, 0, "offer 0 1 0 0 0 0 0 2 0 0", 2, "[{\"what\":\"offered\",\"seat\":0,\"give_wool\":1,\"get_grain\":2}]");
    g.player[0].state = STEAL;
    g.robber = 0;
    told(&g, 0, "steal 1", 0, "[{\"what\":\"stolen\",\"seat\":0,\"from\":1,\"resource\":\"lumber\"}]");
    told(&g, 0, "steal 1", 1, "[{\"what\":\"stolen\",\"seat\":0,\"from\":1,\"resource\":\"lumber\"}]");
    told(&g, 0, "steal 1", 2, "[{\"what\":\"stolen\",\"seat\":0,\"from\":1}]");
    open_roll(&g, 2);
    catan_put_settlement(&g, 1, 0);
    told(&g, 0, "roll", SEAT_NOBODY,
         "[{\"what\":\"dice\",\"seat\":0,\"a\":3,\"b\":5},"
         "{\"what\":\"gain\",\"seat\":1,\"resource\":\"wool\",\"n\":1,\"tile\":0}]");
    open_playing(&g, 2, 0);
    give(&g, 0, 1, 0, 0, 1, 0);
    lay_roads(&g, 0, "0-1-2-3-4");
    told(&g, 0, "buyroad 4 5", SEAT_NOBODY,
         "[{\"what\":\"road\",\"seat\":0,\"a\":4,\"b\":5,\"bought\":1},{\"what\":\"longest\",\"seat\":0,\"length\":5}]");
}

/* ---- refusals ---------------------------------------------------------------------- */

static void refused(struct catan *g, int seat, const char *text, const char *word, const char *sentence)
{
    struct move    m = { .seat = (uint8_t)seat };
    struct refusal why = { 0 };
    struct buf     out = { 0 };

    assert_int_equal(move_read(&catan_game, str_of(text), &m), ERR_OK);
    assert_int_equal(catan_game.apply(g, &m, NULL, &why), ERR_REFUSED);
    refusal_write(&why, &out);
    assert_string_equal(why.word, word);
    assert_string_equal(out.at, sentence);
    buf_release(&out);
}

static void refusals_name_the_rule(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 0);
    lay_roads(&g, 0, "0-1-2");
    give(&g, 0, 1, 0, 0, 0, 0);
    refused(&g, 1, "end", "not_your_turn", "It is not your turn.");
    refused(&g, 0, "buyroad 2 3", "not_enough", "You need 1 brick and have 0.");
    refused(&g, 0, "roll", "not_now", "That move is not possible now: build, trade, play a card, or end your turn.");
    refused(&g, 0, "use 2", "no_card", "You have no road building card.");
    refused(&g, 0, "offer 1 0 0 0 0 1 0 0 0 0", "both_sides", "A resource cannot be on both sides of a trade.");
    g.player[0].owes = 4;
    g.owing = 1;
    refused(&g, 0, "discard 1 0 0 0 0", "not_half", "You have to discard half of your cards: 4, not 1.");
    refused(&g, 1, "roll", "somebody_discards", "After a seven, everybody with more than seven cards discards half of them first.");
}

/* Every refusal has a word, and the protocol has a sentence for it. */
static void every_refusal_has_words(void **state)
{
    (void)state;
    for (int code = 0; code < WHYS; code++) {
        struct refusal why = { .code = code, .word = catan_refusals[code].word };

        assert_true(strlen(catan_refusals[code].word) > 3);
        assert_true(strchr(catan_refusals[code].text, '.') != NULL);
        assert_int_equal(catan_sentence[catan_say_of(&why)].code, 202);
    }
    assert_null(catan_refusals[WHYS].word);
}

/* The free road that uses up the supply: the document's words, on one line. */
static void the_last_free_road_says_so_once(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 0);
    give_card(&g, 0, ROAD_BUILDING);
    g.player[0].roads_left = 2;
    expect(&g, 0, "use 2", "You can use Road Building development card.");
    expect(&g, 0, "freeroad 0 1", "The road was built successfully.");
    expect(&g, 0, "freeroad 1 2", "The road was built successfully. You do not have roads in bank.");
    assert_int_equal(g.player[0].state, PLAYING);

    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 0);
    give_card(&g, 0, ROAD_BUILDING);
    expect(&g, 0, "use 2", "You can use Road Building development card.");
    expect(&g, 0, "freeroad 0 1", "The road was built successfully.");
    expect(&g, 0, "freeroad 1 2", "The road was built successfully."); /* the last free one, but not the last */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_is_listed),
        cmocka_unit_test(who_declined_may_still_join),
        cmocka_unit_test(lists_say_when_they_are_samples),
        cmocka_unit_test(moves_have_one_spelling),
        cmocka_unit_test(effects_are_told_to_whom_they_concern),
        cmocka_unit_test(refusals_name_the_rule),
        cmocka_unit_test(every_refusal_has_words),
        cmocka_unit_test(the_last_free_road_says_so_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
