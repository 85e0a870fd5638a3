/* Stages, entry, retreat, redeployment, decline, leaving, the deck and the
 * die. */
#include "unit/smallworld/scene.h"

#define FIRST_TURNS "0 select 0\n0 conquer 1\n0 redeploy 1 1 12\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 9\n1 finish\n"

/* Three players; region 3 touches all, 5 only 4. */
static const char trio[] = "0 3 5 trio\nb 0 2,3\nb 0 1,3\nb 0 1,2,4\nb 0 3,5\nb 0 4\n";
/* The links of the larger built-in maps that one end only lists. */
static const char one_sided[] = "0 2 5 links\nm 1 3,4\ns 1 1,4\nbm 1 1\nc 1 1,2\n";

static const struct scene scenes[] = {
    /* ---- stages ---- */
    { "only what the stage admits, only by whose turn it is", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 conquer 1 ! badStage\n0 finish ! badStage\n0 decline ! badStage\n0 redeploy 0 ! badStage\n0 defend ! badStage\n1 select 0 "
      "! badStage\n"
      "0 select 0\n? stage conquest 1\n0 select 0 ! badStage\n0 decline ! badStage\n0 finish ! badStage\n1 conquer 1 ! badStage\n0 "
      "conquer 1\n"
      "0 finish ! badStage\n0 decline ! badStage\n0 redeploy 1 1 12\n? stage beforeFinishTurn 1\n0 conquer 2 ! badStage\n0 "
      "redeploy 1 1 1 ! badStage\n"
      "0 finish\n? stage selectRace 1\n? active 1\n0 finish ! badStage\n" },
    { "a turn without conquest", NULL, "Ratmen/Hill Trolls/Swamp",
      FIRST_TURNS "? stage beforeConquest 1\n? turn 1\n0 redeploy 1 1 12\n? stage beforeFinishTurn 1\n0 finish\n? coins 0 7\n" },
    { "decline only at the start of a turn", NULL, "Ratmen/Hill Trolls/Swamp", FIRST_TURNS "0 conquer 2\n0 decline ! badStage\n" },
    { "decline after a refused attack is still the start", NULL, "Ratmen/Merchant Trolls/Bivouacking",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 10\n0 finish\n1 select 0\n1 conquer 2\n1 redeploy 1 2 10\n1 finish\n"
      "? hand 0 9\n0 conquer 2 ! badTokensNum\n0 decline\n" },
    { "the table's moves are not a player's", NULL, "Ratmen/Berserk Trolls/Swamp",
      "0 select 0\n0 conquer-die 1 3 ! badStage\n0 throw-die 3 ! badStage\n0 deck 0 1 2 3 4 5 6 7 8 9 10 11 12 0 1 2 3 4 5 6 7 8 9 "
      "10 11 12 13 14 "
      "15 16 17 18 ! badStage\n- deck 0 1 2 3 4 5 6 7 8 9 10 11 12 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 ! badStage\n- "
      "finish ! badStage\n"
      "- conquer-die 1 4 ! badJson\n- throw-die -1 ! badJson\n" },
    { "no region in the numbers", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 6 ! badPosition\n0 select -1 ! badPosition\n0 select 0\n0 conquer 0 ! badRegionId\n0 conquer 12 ! badRegionId\n0 "
      "conquer -5 ! badRegionId\n" },

    /* ---- entry and reach ---- */
    { "entry over the border or a border sea", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 3 ! badRegion\n0 conquer 10 ! badRegion\n0 conquer 8 ! badRegion\n0 conquer 5 ! badRegion\n0 conquer "
      "9\n"
      "0 conquer 1 ! badRegion\n0 conquer 8 ! badRegion\n0 conquer 10\n0 conquer 9 ! badRegion\n" },
    { "entry from a border sea to the other side", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 7\n0 conquer 6\n? tokens 6 3\n" },
    { "declined regions open no way", NULL, "Ratmen/Hill Trolls/Swamp Elves/Merchant",
      "0 select 0\n0 conquer 2\n0 conquer 3\n0 redeploy 2 2 6 3 6\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 9\n1 "
      "finish\n0 decline\n0 finish\n"
      "1 redeploy 1 11 9\n1 finish\n0 select 0\n0 conquer 3 ! badRegion\n0 conquer 6\n0 conquer 3 ! badRegion\n0 conquer 4\n0 "
      "redeploy 2 6 4 4 4\n0 finish\n" },
    { "one's own declined region can be taken back", NULL, "Ratmen/Hill Trolls/Swamp Elves/Merchant",
      FIRST_TURNS "0 decline\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n? price 1 3\n0 conquer 1\n? has 1 declined 0\n? "
                  "tokens 1 3\n" },
    { "links count both ways", one_sided, "Ratmen/Seafaring Trolls/Hill",
      "0 select 0\n0 conquer 3\n0 conquer 1\n0 conquer 2\n? owner 2 0\n" },

    /* ---- price and die ---- */
    { "everything that defends adds up and is gone afterwards", "0 2 5 rock\nbm 0 2\nb 0 1\n",
      "Trolls/Fortified Ratmen/Bivouacking",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 8 -1 1\n0 finish\n? price 1 13\n1 select 0\n? hand 1 13\n1 conquer 1\n? has 1 "
      "fortress 0\n? has 1 lair 0\n"
      "? tokens 1 13\n? hand 0 7\n? stage conquest 1\n" },
    { "short by three: the die", "0 2 5 tall\nb 13 2\nb 0 1\n", "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n? price 1 15\n- conquer-die 1 3\n= attacks Region 1: the die shows 3\n? die 3\n? owner 1 0\n? tokens 1 12\n? "
      "hand 0 0\n? stage redeploy 1\n? last "
      "14\n" },
    { "short by three and too little: over, with nothing", "0 2 5 tall\nb 13 2\nb 0 1\n", "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n- conquer-die 1 2\n= attacks Region 1: the die shows 2, in vain\n? die 2\n? owner 1 -1\n? hand 0 12\n? stage "
      "beforeFinishTurn 1\n? last 14\n0 finish\n? "
      "income all 0\n? coins 0 5\n"
      "1 select 0\n1 conquer 2\n1 redeploy 1 2 9\n1 finish\n? hand 0 12\n? stage beforeConquest 1\n0 decline\n? hand 0 0\n" },
    { "short by four: nothing happens", "0 2 5 tall\nb 14 2\nb 0 1\n", "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1 ! badTokensNum\n? stage conquest 1\n0 conquer 2\n= attacks Region 2\n? hand 0 10\n" },
    { "an empty hand attacks nobody", "0 2 5 poor\nb 10 2\nb 0 1\n", "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n? hand 0 0\n0 conquer 2 ! badStage\n0 redeploy 1 1 12\n" },

    /* ---- retreat ---- */
    { "a retreat avoids the neighbourhood if it can", trio, "Ratmen/Hill Trolls/Flying Elves/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 3\n0 conquer 4\n0 conquer 5\n0 redeploy 5 1 1 2 1 3 4 4 1 5 5\n0 finish\n"
      "1 select 0\n1 conquer 3\n? hand 0 3\n? defender 0\n1 finish ! badStage\n2 defend 5 3 ! badStage\n0 defend 1 3 ! "
      "badRegion\n0 defend 4 1 5 2 ! badRegion\n"
      "0 defend 6 3 ! badRegionId\n0 defend 5 -1 5 4 ! badTokensNum\n0 defend 5 4 ! notEnoughTokens\n0 defend ! "
      "thereAreTokensInTheHand\n"
      "0 defend 5 2 5 1\n? tokens 5 8\n? stage conquest 1\n? active 1\n? last 12\n" },
    { "a retreat to neighbours where there is nothing else", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 6 2 6\n0 finish\n1 select 0\n1 conquer 1\n? hand 0 5\n0 defend 2 5\n? "
      "tokens 2 11\n" },
    { "whoever has no region left keeps their tokens and enters again", NULL, "Ratmen/Merchant Trolls/Bivouacking",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 10\n0 finish\n1 select 0\n- conquer-die 1 2\n? owner 1 1\n? hand 0 9\n? stage "
      "redeploy 1\n1 redeploy 1 1 10\n"
      "1 finish\n? hand 0 9\n0 conquer 10 ! badRegion\n0 conquer 2\n" },
    { "no token to place, no retreat", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 11\n0 finish\n1 select 0\n1 conquer 1\n? stage conquest 1\n? hand "
      "0 0\n" },
    { "a retreat before the redeployment when the die had helped", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 9 2 3\n0 finish\n1 select 0\n- conquer-die 1 2\n? defender 0\n0 defend "
      "2 8\n? stage redeploy 1\n"
      "1 conquer 2 ! badStage\n1 redeploy 1 1 9\n" },

    /* ---- redeployment ---- */
    { "redeployment: what is wrong with it, in order", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 99 1 ! badRegionId\n0 redeploy 2 1 -1 0 1 ! badRegionId\n0 redeploy "
      "2 1 1 1 1 ! badRegion\n"
      "0 redeploy 2 1 -1 4 1 ! badRegion\n0 redeploy 2 1 -1 2 50 ! badTokensNum\n0 redeploy 1 1 0 ! badTokensNum\n"
      "0 redeploy 2 1 7 2 6 ! notEnoughTokensForRedeployment\n0 redeploy 3 1 1 2 1 ! badRegionId\n0 redeploy -1 ! badRegions\n0 "
      "redeploy 2 1 7 2 5\n? tokens 1 7\n? tokens 2 5\n" },
    { "redeployment: the rest goes to the last", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 2 3 1 0\n? tokens 1 9\n? tokens 2 3\n" },
    { "redeployment: a nought or no mention gives a region up", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 4\n0 redeploy 2 1 0 2 12\n? owner 1 -1\n? owner 4 -1\n? has 1 declined 0\n? "
      "tokens 2 12\n0 finish\n? income all 2\n" },
    { "redeployment: nobody anywhere", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 0\n? owner 1 -1\n? hand 0 12\n? total 0 12\n0 finish\n? income all 0\n" },
    { "redeployment: not without a region", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 redeploy 0 ! userHasNotRegions\n0 redeploy 1 1 1 ! badRegion\n" },

    /* ---- decline and deck ---- */
    { "the second decline: the first race is gone and back in the deck", NULL, "Ratmen/Hill Trolls/Swamp Elves/Merchant",
      FIRST_TURNS "0 decline\n? tokens 1 1\n? has 1 declined 1\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n0 conquer 2\n0 "
                  "redeploy 1 2 8\n0 finish\n"
                  "? income all 3\n1 redeploy 1 11 9\n1 finish\n0 decline\n? owner 1 -1\n? tokens 1 0\n? has 1 declined 0\n? owner "
                  "2 0\n0 finish\n? income all 1\n" },
    { "coins lie on those passed over", NULL, "Ratmen/Hill Trolls/Swamp Elves/Merchant Orcs/Flying",
      "0 select 3\n? coins 0 2\n? bonus 0 1\n? bonus 2 1\n? bonus 3 0\n0 conquer 1\n0 redeploy 1 1 10\n0 finish\n1 select 1\n? "
      "coins 1 5\n? bonus 0 2\n? bonus 1 1\n"
      "? shown 0 Ratmen 1\n? shown 1 Elves 1\n" },
    { "no money, no badge", NULL, "Ratmen/Hill Trolls/Swamp Elves/Merchant Orcs/Flying",
      "0 select 5\n? coins 0 0\n0 conquer 1\n0 redeploy 0\n0 finish\n1 select 0\n? coins 1 6\n1 conquer 11\n1 redeploy 0\n1 "
      "finish\n0 decline\n0 finish\n"
      "1 decline\n1 finish\n0 select 1 ! badMoneyAmount\n0 select 0\n" },

    /* ---- the end ---- */
    { "five turns and it is over", "0 2 5 two\nb 0 2\nb 0 1\n", "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 1\n0 finish\n1 select 0\n1 conquer 2\n1 redeploy 1 2 1\n1 finish\n? turn 1\n"
      "0 redeploy 1 1 1\n0 finish\n1 redeploy 1 2 1\n1 finish\n0 redeploy 1 1 1\n0 finish\n1 redeploy 1 2 1\n1 finish\n"
      "0 redeploy 1 1 1\n0 finish\n1 redeploy 1 2 1\n1 finish\n? turn 4\n0 redeploy 1 1 1\n0 finish\n1 redeploy 1 2 1\n1 finish\n"
      "? stage gameOver 1\n? turn 5\n? coins 0 10\n0 finish ! badStage\n0 select 0 ! badStage\n0 leave ! badStage\n" },
    { "leaving in one's own turn finishes it and declines", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n0 conquer 1\n0 leave\n? coins 0 6\n? active 1\n? has 1 declined 1\n? last 4\n? stage selectRace 1\n1 select "
      "0\n1 conquer 2\n1 redeploy 1 2 9\n1 finish\n"
      "? active 2\n2 select 0\n2 conquer 4\n2 redeploy 1 4 11\n2 finish\n? active 1\n? turn 1\n? coins 0 6\n0 leave ! notInGame\n1 "
      "leave\n? stage gameOver 1\n" },
    { "leaving instead of a retreat", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 6 2 6\n0 finish\n1 select 0\n1 conquer 1\n0 leave\n? stage conquest "
      "1\n? hand 0 0\n? tokens 2 1\n"
      "? has 2 declined 1\n? active 1\n1 conquer 3\n" },
    { "the attacker leaves: the retreat is made by itself", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 3\n0 redeploy 3 1 6 2 1 3 5\n0 finish\n1 select 0\n1 conquer 1\n? hand 0 "
      "5\n1 leave\n? tokens 2 6\n"
      "? hand 0 0\n? active 2\n? has 1 declined 1\n? stage selectRace 1\n" },
    { "a bystander leaves", trio, "Ratmen/Hill Trolls/Swamp Elves/Flying",
      "0 select 0\n2 leave\n? active 0\n? stage conquest 1\n0 conquer 1\n" },
};

static void test_scenes(void **state)
{
    (void)state;
    play_scenes(scenes, ARRAY_LEN(scenes));
}

/* Three of six sides are blank, and the dice of two seeds differ. */
static void test_die(void **state)
{
    enum { THROWS = 6000 };
    static struct world w;
    int                 shown[DIE_MOST + 1] = { 0 };
    struct setup        setup = { .option = { [OPTION_DICE] = 1 }, .seats = 2, .seed = 1 };

    (void)state;
    assert_int_equal(game_setup(&smallworld_game, &w, &setup, NULL), ERR_OK);
    for (int i = 0; i < THROWS; i++) {
        struct effects effects = { 0 };
        struct move    m;

        w.stage = CONQUEST;
        w.player[0].current = (struct badge){ 1, RATMEN, BERSERK };
        w.player[0].hand = 12;
        w.berserk = 0;
        move_begin(&m, 0, MOVE_THROW);
        assert_int_equal(smallworld_game.apply(&w, &m, &effects, NULL), ERR_OK);
        assert_int_equal(effects.at[0].what, EFFECT_DIE);
        shown[effects.at[0].arg[0]]++;
    }
    assert_in_range(shown[0], THROWS / 2 - 200, THROWS / 2 + 200);
    for (int i = 1; i <= DIE_MOST; i++)
        assert_in_range(shown[i], THROWS / 6 - 150, THROWS / 6 + 150);
}

static void test_bad_maps(void **state)
{
    static const char *const bad[] = {
        "0 3 5 seats\nb 0 -\n",    "x 2 5 id\n",
        "0 2 0 turns\nb 0 -\n",    "0 2 5 land\nbq 0 -\n",
        "0 2 5 link\nb 0 2\n",     "0 2 5 self\nb 0 1\n",
        "0 2 5 tribes\nb -1 -\n",  "0 2 5 short\nb 0\n",
        "0 2 5 tribes\nb 999 -\n", "0 2",
    };
    static struct world w;
    struct refusal      why = { 0 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct setup setup = { .option = { [OPTION_DICE] = 1 }, .seats = 2, .seed = 1, .extra = str_of(bad[i]) };

        assert_int_equal(game_setup(&smallworld_game, &w, &setup, &why), ERR_REFUSED);
    }
    struct setup none = { .seats = 2, .seed = 1, .extra = STR("0 2 5 empty\n") };
    assert_int_equal(game_setup(&smallworld_game, &w, &none, &why), ERR_OK);
}

/* With no way onto the map a player can only go, and the list says so. */
static void test_stuck(void **state)
{
    static struct world w;
    struct setup        setup = { .option = { [OPTION_DICE] = 1 }, .seats = 2, .seed = 1, .extra = STR("0 2 5 empty\n") };
    struct move         room[8], m;
    struct move_list    list = { .at = room, .cap = 8, .fixed = true };
    struct refusal      why = { 0 };

    (void)state;
    assert_int_equal(game_setup(&smallworld_game, &w, &setup, &why), ERR_OK);
    move_begin(&m, 0, MOVE_SELECT);
    move_add(&m, 0);
    assert_int_equal(smallworld_game.apply(&w, &m, NULL, &why), ERR_OK);
    w.player[0].current.power = HILL;
    smallworld_legal(&w, 0, &list);
    assert_int_equal(list.n, 1);
    assert_int_equal(room[0].kind, MOVE_LEAVE);
    assert_false(list.sample);
    smallworld_greedy(&w, 0, 0, &m);
    assert_int_equal(m.kind, MOVE_LEAVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_scenes), cmocka_unit_test(test_die), cmocka_unit_test(test_bad_maps),
                                        cmocka_unit_test(test_stuck) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
