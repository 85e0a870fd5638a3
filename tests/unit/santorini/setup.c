/* The phases before the first turn, each as moves of the game; options; views. */
#include "unit/santorini/board.h"

/* One move: seat, text, and what was told, or NULL if it must be refused. */
struct line {
    int         seat;
    const char *text;
    const char *told;
};

static void begin(struct santorini *s, int seats, int god1, int god2, int god3)
{
    struct setup   setup;
    struct refusal why = { 0 };

    setup_default(&santorini_game, &setup);
    setup.seats = (uint8_t)seats;
    setup.option[0] = god1;
    setup.option[1] = god2;
    setup.option[2] = god3;
    assert_int_equal(game_setup(&santorini_game, s, &setup, &why), ERR_OK);
}

static void play_lines(struct santorini *s, const struct line *lines, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct santorini before = *s;
        struct effects   effects = { 0 };
        struct buf       told = { 0 };
        struct refusal   why = { 0 };
        struct move      m = { .seat = (uint8_t)lines[i].seat };
        enum err         err;

        assert_int_equal(move_read(&santorini_game, str_of(lines[i].text), &m), ERR_OK);
        err = santorini_game.apply(s, &m, &effects, &why);
        for (int k = 0; k < effects.n; k++)
            write_effect(&effects.at[k], &told);
        if ((err == ERR_OK) != (lines[i].told != NULL))
            fail_msg("seat %d: %s: %s", lines[i].seat, lines[i].text, err == ERR_OK ? "accepted" : why.text);
        if (err == ERR_OK) {
            assert_string_equal(told.at, lines[i].told);
        } else {
            assert_int_equal(err, ERR_REFUSED);
            assert_non_null(why.text);
            assert_memory_equal(s, &before, sizeof before);
        }
        buf_release(&told);
    }
}

static void two_players(void **state)
{
    static const struct line lines[] = {
        { 0, "choose 6", NULL },
        { 0, "first 1", NULL },
        { 0, "place 6 18", NULL },
        { 0, "move 0 1", NULL },
        { 0, "pass", NULL },
        { 0, "gods 6", NULL },
        { 0, "gods 6 2 3", NULL },
        { 0, "gods 6 6", NULL },
        { 0, "gods 6 16", NULL },
        { 0, "gods -1 6", NULL },
        { 2, "gods 6 2", NULL },
        { 0, "gods 6 2", "gods:Pan,Atlas" },
        { 0, "gods 6 2", NULL },
        { 1, "gods 6 2", NULL },
        { 0, "choose 6", NULL },
        { 1, "choose 3", NULL },
        { 2, "choose 6", NULL },
        { 0, "first 1", NULL },
        { 1, "choose 2", "chosen:b:Atlas chosen:a:Pan gods:" },
        { 1, "choose 2", NULL },
        { 1, "first 0", NULL },
        { 0, "first 0", NULL },
        { 0, "first 2", NULL },
        { 0, "first -1", NULL },
        { 1, "place 6 18", NULL },
        { 0, "first 1", "first:b place:b" },
        { 0, "first 1", NULL },
        { 0, "place 8 16", NULL },
        { 1, "place 6 25", NULL },
        { 1, "place -1 6", NULL },
        { 1, "place 6 6", NULL },
        { 1, "place 6 18", "b:B2 B:D4 place:a" },
        { 1, "place 0 1", NULL },
        { 0, "place 18 8", NULL },
        { 0, "place 8 6", NULL },
        { 0, "place 8 16", "a:D2 A:B4 turn:b0 ready:b:M" },
        { 0, "place 0 1", NULL },
        { 0, "move 0 7", NULL },
        { 1, "move 0 7", "B2-C2 ready:b:BD" },
    };
    struct santorini s;

    (void)state;
    begin(&s, 2, 0, 0, 0);
    assert_int_equal(santorini_game.to_act(&s), 1); /* though either may select */
    play_lines(&s, lines, ARRAY_LEN(lines));
    assert_int_equal(santorini_game.to_act(&s), 2);
}

/* One seat is asked for the gods, and only one has to choose: nobody else is
 * told that it is their turn. By the protocol whoever selects first does. */
static void one_is_asked(void **state)
{
    static const struct line lines[] = { { 1, "gods 6 2", "gods:Pan,Atlas" } };
    struct santorini         s;
    struct move_list         list = { 0 };

    (void)state;
    begin(&s, 2, 0, 0, 0);
    santorini_game.legal(&s, 1, &list);
    assert_int_equal(list.n, 0);
    assert_true(list.sample);
    santorini_game.legal(&s, 0, &list);
    assert_int_equal(list.n, GODS * (GODS - 1) / 2);
    assert_true(list.sample);
    play_lines(&s, lines, ARRAY_LEN(lines));
    assert_int_equal(santorini_game.to_act(&s), 1);
    list.n = 0;
    santorini_game.legal(&s, 0, &list);
    assert_int_equal(list.n, 2);
    assert_false(list.sample);
    move_list_release(&list);
}

/* The order is that of choosing, challenger last, rotated to start with the
 * named player: c chooses before b, a names b: b, a, c. */
static void three_players(void **state)
{
    static const struct line lines[] = {
        { 0, "gods 0 1", NULL },
        { 0, "gods 15 0 12", "gods:Hades,Apollo,Urania" },
        { 2, "choose 12", "chosen:c:Urania gods:Hades,Apollo" },
        { 2, "choose 0", NULL },
        { 1, "choose 12", NULL },
        { 1, "choose 15", "chosen:b:Hades chosen:a:Apollo gods:" },
        { 0, "first 1", "first:b place:b" },
        { 1, "place 0 1", "b:A1 B:B1 place:a" },
        { 0, "place 2 3", "a:C1 A:D1 place:c" },
        { 2, "place 20 21", "c:A5 C:B5 turn:b0 ready:b:M" },
    };
    struct santorini s;

    (void)state;
    begin(&s, 3, 0, 0, 0);
    play_lines(&s, lines, ARRAY_LEN(lines));
    assert_int_equal(seat_now(&s), 1);
    assert_int_equal(s.order[1], 0);
    assert_int_equal(s.order[2], 2);
}

static void alone(void **state)
{
    static const struct line lines[] = {
        { 0, "gods 3", "gods:Athena" },        { 0, "choose 3", "chosen:a:Athena gods:" },
        { 0, "first 0", "first:a place:a" },   { 0, "place 0 24", "a:A1 A:E5 turn:a0 ready:a:M" },
        { 0, "move 0 1", "A1-B1 ready:a:BD" }, { 0, "block 0 0", "A1=1 turn:a1 ready:a:M" },
    };
    struct santorini s;

    (void)state;
    begin(&s, 1, 0, 0, 0);
    play_lines(&s, lines, ARRAY_LEN(lines));
}

/* Six pawns are enough to lock the first player in before their first move. */
static void stuck_before_the_first_move(void **state)
{
    static const struct line lines[] = {
        { 0, "place 0 1", "a:A1 A:B1 place:b" },
        { 1, "place 5 6", "b:A2 B:B2 place:c" },
        { 2, "place 2 7", "c:C1 C:C2 turn:a0 ready:a:M out:a turn:b1 ready:b:M" },
    };
    struct santorini s;

    (void)state;
    begin(&s, 3, 1, 1, 1);
    assert_int_equal(s.phase, PLACE);
    play_lines(&s, lines, ARRAY_LEN(lines));
}

/* The first player out is last; behind a winner the others share the second
 * place. */
static void ranks_at_the_end(void **state)
{
    static const char *const board[SIDE] = {
        ".c .C 2. .. ..", "2. 2. 2. .. ..", ".. .. .. .. ..", "2. 2. 2. .. ..", ".b .B 1. .a .A",
    };
    static const char *const climb[SIDE] = {
        ".c .C .. .. ..", ".. .. .. .. ..", ".. .. .. 2a 3.", ".. .. .. .. ..", ".b .B .. .. .A",
    };
    static const uint8_t god[PLAYERS] = { MORTAL, MORTAL, MORTAL };
    struct santorini     s;
    struct buf           told = { 0 };
    struct result        result;

    (void)state;
    read_board(&s, god, board);
    santorini_game.result(&s, &result);
    assert_false(result.over);
    assert_true(play_word(&s, read_word(STR("a>D2")), &told));
    assert_true(play_word(&s, read_word(STR("a+C1")), &told));
    santorini_game.result(&s, &result);
    assert_true(result.over);
    assert_memory_equal(result.rank, ((uint8_t[]){ 1, 3, 2 }), 3);
    assert_int_equal(result.points[0], 1);
    assert_int_equal(result.points[1] + result.points[2], 0);

    read_board(&s, god, climb);
    assert_true(play_word(&s, read_word(STR("a>E3")), &told));
    santorini_game.result(&s, &result);
    assert_memory_equal(result.rank, ((uint8_t[]){ 1, 2, 2 }), 3);
    buf_release(&told);
}

static void options_that_do_not_go_together(void **state)
{
    static const struct {
        uint8_t  seats;
        uint8_t  god[PLAYERS];
        enum err want;
    } cases[] = {
        { 2, { 2, 3, 0 }, ERR_OK },       { 2, { 2, 0, 0 }, ERR_REFUSED }, { 2, { 0, 2, 0 }, ERR_REFUSED },
        { 2, { 5, 5, 0 }, ERR_REFUSED },  { 2, { 1, 1, 0 }, ERR_OK },      { 3, { 2, 3, 0 }, ERR_REFUSED },
        { 3, { 2, 3, 2 }, ERR_REFUSED },  { 3, { 2, 3, 4 }, ERR_OK },      { 1, { 17, 0, 0 }, ERR_OK },
        { 1, { 18, 0, 0 }, ERR_REFUSED },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct santorini s;
        struct setup     setup;
        struct refusal   why = { 0 };

        setup_default(&santorini_game, &setup);
        setup.seats = cases[i].seats;
        for (int seat = 0; seat < PLAYERS; seat++)
            setup.option[seat] = cases[i].god[seat];
        assert_int_equal(game_setup(&santorini_game, &s, &setup, &why), cases[i].want);
        assert_true(cases[i].want == ERR_OK || why.text);
    }
}

/* The words of the options are the names of the gods, in their order. */
static void option_words_name_the_gods(void **state)
{
    (void)state;
    for (int god = 0; god < GODS; god++)
        assert_string_equal(santorini_game.options[0].words[god + 2], santorini_gods[god].name);
}

static void for_people(void **state)
{
    static const char *const board[SIDE] = {
        ".. .. .. .. ..", ".. .. 2b .. ..", ".. .. .a 3^ ..", ".. .. .. .. ..", ".A .. .. .. .B",
    };
    static const uint8_t god[PLAYERS] = { ATHENA, PAN };
    struct santorini     s;
    struct buf           text = { 0 };
    struct jout          out = jout_to(&text);

    (void)state;
    read_board(&s, god, board);
    game_view(&santorini_game, &s, SEAT_NOBODY, &out);
    assert_string_equal(text.at,
                        "{\"phase\":\"play\",\"challenger\":null,\"offered\":[],\"players\":["
                        "{\"god\":\"Athena\",\"pawns\":[12,0],\"out\":false},{\"god\":\"Pan\",\"pawns\":[17,4],\"out\":false}],"
                        "\"order\":[0,1],\"turn\":0,\"player\":0,\"pawn\":null,\"actions\":[\"Move\"],\"optional\":false,\"bans\":["
                        "],\"bans_now\":[],\"cells\":["
                        "[0,false],[0,false],[0,false],[0,false],[0,false],[0,false],[0,false],[0,false],[0,false],[0,false],"
                        "[0,false],[0,false],[0,false],[3,true],[0,false],[0,false],[0,false],[2,false],[0,false],[0,false],"
                        "[0,false],[0,false],[0,false],[0,false],[0,false]],\"winner\":null}");
    buf_clear(&text);
    santorini_game.draw(&s, &text);
    assert_string_equal(text.at, "5  .  .  .  .  .  \n"
                                 "4  .  .  2b .  .  \n"
                                 "3  .  .  .a 3^ .  \n"
                                 "2  .  .  .  .  .  \n"
                                 "1  .A .  .  .  .B \n"
                                 "   A  B  C  D  E\n"
                                 "a Athena to act\n"
                                 "b Pan\n");
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players),
        cmocka_unit_test(one_is_asked),
        cmocka_unit_test(three_players),
        cmocka_unit_test(alone),
        cmocka_unit_test(stuck_before_the_first_move),
        cmocka_unit_test(ranks_at_the_end),
        cmocka_unit_test(options_that_do_not_go_together),
        cmocka_unit_test(option_words_name_the_gods),
        cmocka_unit_test(for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
