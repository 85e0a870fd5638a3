/* What people and browsers read: reasons of refusals, words of moves, effects,
 * forms, schemas. */
#include "unit/santorini/board.h"

#include "base/jin.h"
#include "game/effect.h"
#include "game/schema.h"

/* ---- reasons ----------------------------------------------------------- */

struct reason {
    uint8_t     god[PLAYERS];
    const char *board[SIDE];
    const char *script;  /* played first; may be empty */
    const char *refused; /* one word of a script */
    const char *word;
    const char *text;
};

/* clang-format off */
#define EMPTY ".. .. .. .. .."
static const struct reason reasons[] = {
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .. .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "b>D2", "not_your_turn", "It is not your turn." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .. .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "a+D2", "not_offered",
      "This step of your turn does not offer that action." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .. .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "a>F9", "off_board",
      "That cell is not on the board." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .. .a .. ..", EMPTY, ".A .. .. .b .B" }, "a>C2", "A+A2", "other_pawn",
      "The worker that began the turn must finish it." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .. .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "a>C5", "not_near",
      "That cell does not touch the worker's cell." },
    { { URANIA, MORTAL }, { EMPTY, EMPTY, ".. .. .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "A>C3", "not_near",
      "That cell does not touch the worker's cell." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. 2^ .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "a>B3", "dome", "A dome closes that cell." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. 2. .a .. ..", EMPTY, ".A .. .. .b .B" }, "", "a>B3", "too_high",
      "Too high: from level 0 to level 2, and a worker climbs one level at a time." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .A .a .. ..", EMPTY, ".. .. .. .b .B" }, "", "a>B3", "occupied",
      "A worker stands on that cell." },
    { { APOLLO, MORTAL }, { EMPTY, EMPTY, ".. .A .a .. ..", EMPTY, ".. .. .. .b .B" }, "", "a>B3", "own_worker",
      "Your own worker stands on that cell." },
    { { MINOTAUR, MORTAL }, { EMPTY, EMPTY, ".b .a .. .. ..", EMPTY, ".A .. .. .. .B" }, "", "a>A3", "cannot_push",
      "The worker there cannot be pushed: the next cell in line is occupied, domed or off the board." },
    { { CHARON, MORTAL }, { EMPTY, EMPTY, ".a .b .. .. ..", EMPTY, ".A .. .. .. .B" }, "", "a~B3", "cannot_ferry",
      "The worker there cannot be ferried: the opposite cell is occupied, domed or off the board." },
    { { CHARON, MORTAL }, { EMPTY, EMPTY, ".a .b .. .. ..", EMPTY, ".A .. .. .. .B" }, "", "a~B2", "nobody_there",
      "Nobody stands there to be ferried." },
    { { PROMETHEUS, MORTAL }, { EMPTY, EMPTY, ".a .. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a+B3", "a>B3", "no_climb",
      "A worker that built before moving may not climb: from level 0 to level 1." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".a 3. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a>A2", "a+B3", "level3",
      "The tower already has three levels: only a dome fits on it." },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".a 2. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a>A2", "a^B3", "below3",
      "A dome needs a tower of level 3." },
    { { HESTIA, MORTAL }, { EMPTY, EMPTY, ".a .. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a>A2 a+A3", "a+A3", "border",
      "The second build may not be on the border." },
    { { ARTEMIS, MORTAL }, { EMPTY, EMPTY, ".a .. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a>A2", "a>A3", "no_back",
      "The second move may not go back to the cell where the worker began." },
    { { HEPHAESTUS, MORTAL }, { EMPTY, EMPTY, ".a .. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a>A2 a+A3", "a+B3", "same_cell",
      "The second block must be on the cell of the first." },
    { { DEMETER, MORTAL }, { EMPTY, EMPTY, ".a .. .. .. ..", EMPTY, ".A .. .. .b .B" }, "a>A2 a+A3", "a+A3", "other_cell",
      "The second build must be on a different cell from the first." },
    { { ATHENA, MORTAL }, { EMPTY, EMPTY, ".a 1. .. .. ..", ".. .. .. .. 1.", ".A .. .. .b .B" }, "a>B3 a+A3", "b>E2", "no_up",
      "Athena climbed: nobody may climb until her next turn." },
    { { HADES, MORTAL }, { EMPTY, EMPTY, ".a 1. .. .. ..", ".. .. .. .. ..", ".A .. .. 1b .B" }, "a>B3 a+A3", "b>E2", "no_down",
      "Hades forbids stepping down." },
    { { LIMUS, MORTAL }, { EMPTY, EMPTY, ".a .. .. .. ..", ".. .. .. .b ..", ".A .. .. .. .B" }, "a>B3 a+A3 b>D3", "b+C3", "near_limus",
      "Limus forbids building next to his workers, except a dome on level 3." },
    { { CHRONUS, MORTAL }, { "3^ 3^ 3^ 3^ 3.", EMPTY, ".a .. .. .. .b", ".. .. .. .. ..", ".A .. .. .. .B" }, "a>B3 a+A3 b>E4", "b^E5",
      "fifth_tower", "Chronus forbids completing the fifth tower." },
};
/* clang-format on */

static void play_script(struct santorini *s, const char *script)
{
    struct str rest = str_of(script);
    struct buf told = { 0 };

    while (rest.len)
        assert_true(play_word(s, read_word(str_cut(&rest, ' ')), &told));
    buf_release(&told);
}

static void reasons_name_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(reasons); i++) {
        const struct reason *r = &reasons[i];
        struct word          w = read_word(str_of(r->refused));
        struct santorini     s;
        struct refusal       why = { 0 };
        struct buf           text = { 0 };

        read_board(&s, r->god, r->board);
        play_script(&s, r->script);
        assert_null(santorini_offer_for(&s, w.seat, w.pawn, w.action, w.cell, &why));
        assert_string_equal(why.word, r->word);
        refusal_write(&why, &text);
        assert_string_equal(text.at, r->text);
        buf_release(&text);
    }
}

/* Arguments come with their names: whose god it is that forbids. */
static void reasons_have_arguments(void **state)
{
    static const char *const board[SIDE] = { EMPTY, EMPTY, ".a 1. .. .. ..", ".. .. .. .. 1.", ".A .. .. .b .B" };
    static const uint8_t     god[PLAYERS] = { ATHENA, MORTAL };
    struct santorini         s;
    struct refusal           why = { 0 };

    (void)state;
    read_board(&s, god, board);
    play_script(&s, "a>B3 a+A3");
    assert_null(santorini_offer_for(&s, 1, 0, MOVE, 9, &why));
    assert_string_equal(why.names[0], "god");
    assert_int_equal(why.arg[0], ATHENA);
    assert_string_equal(why.names[1], "seat");
    assert_int_equal(why.arg[1], 0);
}

/* ---- words ------------------------------------------------------------- */

static const struct {
    uint8_t     god[PLAYERS];
    const char *board[SIDE];
    const char *move, *words, *log;
} spoken[] = {
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, "1. .a .. .. ..", EMPTY, ".A .. .. .b .B" },
      "move 0 10",
      "B3 to A3, up to level 1",
      "B3-A3, up to 1" },
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, ".. 2a .. .. ..", EMPTY, ".A .. .. .b .B" },
      "move 0 10",
      "B3 to A3, down to level 0",
      "B3-A3, down to 0" },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. 2a 2. .. ..", EMPTY, ".A .. .. .b .B" }, "move 0 12", "B3 to C3", "B3-C3" },
    { { APOLLO, MORTAL },
      { EMPTY, EMPTY, ".. .a 1b .. ..", EMPTY, ".A .. .. .. .B" },
      "move 0 12",
      "B3 to C3, up to level 1, swaps with Ben",
      "B3-C3, up to 1, swaps with Ben" },
    { { MINOTAUR, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "move 0 12",
      "B3 to C3, pushes Ben from C3 to D3",
      "B3-C3, pushes Ben from C3 to D3" },
    { { CHARON, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "ferry 0 12",
      "ferries Ben's worker from C3 to A3",
      "ferries Ben's worker from C3 to A3" },
    { { PROMETHEUS, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "block 0 10",
      "worker B3 builds on A3, level 1",
      "builds A3 to 1" },
    { { PROMETHEUS, MORTAL },
      { EMPTY, EMPTY, "3. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "dome 0 10",
      "worker B3 puts a dome on A3",
      "dome on A3" },
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "gods 0 6",
      "selects Apollo and Pan",
      "selects Apollo and Pan" },
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "gods 0 6 9",
      "selects Apollo, Pan and Zeus",
      "selects Apollo, Pan and Zeus" },
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "choose 0",
      "chooses Apollo",
      "chooses Apollo" },
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "first 1",
      "lets Ben begin",
      "lets Ben begin" },
    { { MORTAL, MORTAL },
      { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" },
      "place 0 24",
      "places workers on A1 and E5",
      "places workers on A1 and E5" },
    { { MORTAL, MORTAL }, { EMPTY, EMPTY, ".. .a .b .. ..", EMPTY, ".A .. .. .. .B" }, "pass", "builds no more", "builds no more" },
};

static void moves_in_words(void **state)
{
    static const struct names names = { { "Ann", "Ben" } };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(spoken); i++) {
        struct santorini s;
        struct move      m = { .seat = 0 };
        struct buf       words = { 0 }, log = { 0 };

        read_board(&s, spoken[i].god, spoken[i].board);
        assert_int_equal(move_read(&santorini_game, str_of(spoken[i].move), &m), ERR_OK);
        santorini_game.describe(&s, &m, &names, &words);
        assert_string_equal(words.at, spoken[i].words);
        santorini_game.notate(&s, &m, &names, &log);
        assert_string_equal(log.at, spoken[i].log);
        buf_release(&words);
        buf_release(&log);
    }
}

/* Within a list all words differ, and nobody hears of more than 120 bytes. */
static void assert_words_differ(const struct santorini *s, const struct move_list *list)
{
    struct buf *words = calloc((size_t)list->n, sizeof *words);

    for (int i = 0; i < list->n; i++) {
        santorini_game.describe(s, &list->at[i], NULL, &words[i]);
        assert_in_range(words[i].len, 1, 120);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(words[i].at, words[k].at);
    }
    for (int i = 0; i < list->n; i++)
        buf_release(&words[i]);
    free(words);
}

/* ---- JSON -------------------------------------------------------------- */

static void effects_as_json(void **state)
{
    static const char *const board[SIDE] = { EMPTY, EMPTY, ".. .a 1b .. ..", EMPTY, ".A .. .. .. .B" };
    static const uint8_t     god[PLAYERS] = { MINOTAUR, MORTAL };
    struct santorini         s;
    struct effects           effects = { 0 };
    struct refusal           why = { 0 };
    struct move              m = { .seat = 0 };
    struct buf               text = { 0 };
    struct jout              out = jout_to(&text);

    (void)state;
    read_board(&s, god, board);
    assert_int_equal(move_read(&santorini_game, STR("move 0 12"), &m), ERR_OK);
    assert_int_equal(santorini_game.apply(&s, &m, &effects, &why), ERR_OK);
    jout_open_array(&out);
    effects_write(&santorini_game, &effects, SEAT_NOBODY, &out);
    jout_close_array(&out);
    assert_string_equal(text.at, "[{\"what\":\"move\",\"seat\":0,\"pawn\":0,\"from\":11,\"to\":12,\"level_from\":0,\"level_to\":1},"
                                 "{\"what\":\"pushed\",\"seat\":1,\"pawn\":0,\"from\":12,\"to\":13}]");
    buf_release(&text);
}

static struct jin *parsed(const struct buf *text)
{
    struct jin *doc = NULL;

    assert_int_equal(jin_parse(buf_view(text), 32, 0, &doc), ERR_OK);
    return doc;
}

static void forms_cover_the_long_lists(void **state)
{
    struct santorini s;
    struct setup     setup;
    struct refusal   why = { 0 };
    struct buf       text = { 0 };
    struct jout      out = jout_to(&text);
    struct jin      *doc;

    (void)state;
    setup_default(&santorini_game, &setup);
    setup.seats = 2;
    assert_int_equal(game_setup(&santorini_game, &s, &setup, &why), ERR_OK);
    jout_open_array(&out);
    santorini_game.forms(&s, 0, &out);
    santorini_game.forms(&s, 1, &out);
    santorini_game.forms(&s, SEAT_NOBODY, &out);
    jout_close_array(&out);
    doc = parsed(&text);
    assert_int_equal(jin_count(doc), 1);
    assert_int_equal(jin_count(jin_get(jin_at(doc, 0), "of")), GODS);
    jin_free(doc);

    setup.option[0] = setup.option[1] = OPTION_MORTAL;
    assert_int_equal(game_setup(&santorini_game, &s, &setup, &why), ERR_OK);
    s.pawns = bit(s.pawn[1][0] = 3);
    buf_clear(&text);
    out = jout_to(&text);
    jout_open_array(&out);
    santorini_game.forms(&s, 0, &out);
    jout_close_array(&out);
    doc = parsed(&text);
    assert_int_equal(jin_count(jin_get(jin_at(doc, 0), "cells")), CELLS - 1);
    jin_free(doc);
    buf_release(&text);
}

static void schemas_and_names(void **state)
{
    struct buf  text = { 0 };
    struct jout out = jout_to(&text);
    struct jin *doc;

    (void)state;
    jout_open_object(&out);
    schemas_write(santorini_game.shapes, &out);
    santorini_game.names(&out);
    jout_close_object(&out);
    doc = parsed(&text);
    assert_int_equal(jin_count(jin_get(jin_get(jin_get(jin_get(doc, "view"), "properties"), "phase"), "enum")), OVER + 1);
    assert_int_equal(jin_count(jin_get(doc, "gods")), GODS + 1);
    jin_free(doc);
    buf_release(&text);
}

static void words_name_the_gods(void **state)
{
    (void)state;
    for (int god = 0; god <= MORTAL; god++)
        assert_string_equal(santorini_god_words[god], santorini_gods[god].name);
    assert_null(santorini_god_words[MORTAL + 1]);
}

static void view_of(const struct santorini *s, struct buf *text)
{
    struct jout out = jout_to(text);

    buf_clear(text);
    game_view(&santorini_game, s, 0, &out);
}

static void who_is_out(void **state)
{
    static const char *const board[SIDE] = { EMPTY, EMPTY, EMPTY, "2. 2. .. .. ..", ".a .. .A .. .." };
    static const uint8_t     god[PLAYERS] = { PROMETHEUS };
    struct santorini         s;
    struct buf               text = { 0 };

    (void)state;
    read_board(&s, god, board);
    view_of(&s, &text);
    assert_non_null(strstr(text.at, "\"out\":false"));
    play_script(&s, "a+B1"); /* alone, and stuck */
    assert_int_equal(s.phase, OVER);
    view_of(&s, &text);
    assert_non_null(strstr(text.at, "\"out\":true"));
    buf_release(&text);
}

static void bans_in_the_view(void **state)
{
    static const char *const board[SIDE] = { EMPTY, EMPTY, ".a 1. .. .. ..", ".. .. .. .. 1.", ".A .. .. .b .B" };
    static const uint8_t     god[PLAYERS] = { ATHENA, DEMETER };
    struct santorini         s;
    struct buf               text = { 0 };

    (void)state;
    read_board(&s, god, board);
    play_script(&s, "a>B3 a+A3 b>D2 b+D1");
    view_of(&s, &text);
    assert_non_null(strstr(text.at, "\"optional\":true,\"bans\":[\"other-cell\",\"no-up\"],"
                                    "\"bans_now\":[{\"ban\":\"other-cell\",\"seat\":1,\"god\":\"Demeter\",\"turns\":1},"
                                    "{\"ban\":\"no-up\",\"seat\":0,\"god\":\"Athena\",\"turns\":1}]"));
    buf_release(&text);
}

/* Random games with all gods: words differ in every list, every refusal has a
 * reason of its own, equal positions have equal keys and others do not. */
static void random_games(void **state)
{
    struct rng r = rng_seeded(5);

    (void)state;
    for (int n = 0; n < 60 * test_scale(); n++) {
        struct santorini s;
        struct setup     setup;
        struct refusal   why = { 0 };
        struct move_list list = { 0 };
        uint64_t         key = 0;

        setup_default(&santorini_game, &setup);
        setup.seats = (uint8_t)(1 + n % PLAYERS);
        assert_int_equal(game_setup(&santorini_game, &s, &setup, &why), ERR_OK);
        while (santorini_game.to_act(&s)) {
            int seat = __builtin_ctz(santorini_game.to_act(&s));

            list.n = 0;
            santorini_game.legal(&s, seat, &list);
            if (list.n < 200)
                assert_words_differ(&s, &list);
            assert_int_equal(santorini_game.apply(&s, &list.at[rng_below(&r, (uint64_t)list.n)], NULL, &why), ERR_OK);
            assert_int_not_equal(santorini_game.hash(&s), key);
            key = santorini_game.hash(&s);
            s.turn++;
            assert_int_equal(santorini_game.hash(&s), key);
            s.turn--;
        }
        move_list_release(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_name_the_rule),
        cmocka_unit_test(reasons_have_arguments),
        cmocka_unit_test(moves_in_words),
        cmocka_unit_test(effects_as_json),
        cmocka_unit_test(forms_cover_the_long_lists),
        cmocka_unit_test(schemas_and_names),
        cmocka_unit_test(words_name_the_gods),
        cmocka_unit_test(who_is_out),
        cmocka_unit_test(bans_in_the_view),
        cmocka_unit_test(random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
