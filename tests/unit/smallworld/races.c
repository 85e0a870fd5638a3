/* The thirteen races, active and in decline. */
#include "unit/smallworld/scene.h"

static const struct scene scenes[] = {
    { "Amazons borrow four tokens in each of their turns", NULL, "Amazons/Commando Ratmen/Merchant",
      "0 select 0\n? hand 0 14\n? total 0 14\n0 conquer 1\n? hand 0 13\n? available 0 10\n"
      "0 redeploy 1 1 11 ! notEnoughTokensForRedeployment\n0 redeploy 1 1 9\n? tokens 1 10\n? hand 0 0\n0 finish\n"
      "1 select 0\n1 conquer 11\n1 redeploy 1 11 10\n1 finish\n"
      "? hand 0 13\n? tokens 1 1\n? total 0 14\n0 redeploy 1 1 1\n? tokens 1 10\n" },
    { "Amazons give them back once when a die fails", NULL, "Amazons/Merchant Ratmen/Hill",
      "0 select 0\n? hand 0 12\n0 conquer 1\n0 conquer 2\n0 conquer 3\n0 conquer 4\n? hand 0 2\n"
      "- conquer-die 6 0\n? stage redeploy 1\n? hand 0 -2\n? total 0 8\n? last 14\n"
      "0 redeploy 4 1 1 2 1 3 4 4 3 ! notEnoughTokensForRedeployment\n0 redeploy 4 1 1 2 1 3 4 4 1\n? tokens 4 2\n? hand 0 0\n" },
    { "Amazons without a region keep only their own tokens", "0 2 5 walls\nbm 12 2\nb 0 1\n", "Amazons/Merchant Ratmen/Hill",
      "0 select 0\n? price 1 15\n- conquer-die 1 0\n? owner 1 -1\n? stage beforeFinishTurn 1\n? hand 0 8\n0 finish\n" },
    { "Amazons with nothing left but the borrowed ones", "0 2 5 three\nb 0 2\nb 0 1,3\nbm 1 2\n",
      "Amazons/Merchant Ratmen/Bivouacking",
      "0 select 0\n0 conquer 1\n0 redeploy 0\n? hand 0 8\n? owner 1 -1\n0 finish\n"
      "1 select 0\n1 conquer 1\n1 redeploy 1 1 13\n1 finish\n? hand 0 12\n? stage beforeConquest 1\n" },
    { "Amazons in decline borrow nothing", NULL, "Amazons/Merchant Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 8\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 finish\n"
      "0 decline\n? hand 0 0\n? tokens 1 1\n0 finish\n1 redeploy 1 11 12\n1 finish\n0 select 0\n? hand 0 9\n" },

    { "Dwarves earn from mines", NULL, "Dwarves/Commando Ratmen/Hill",
      "0 select 0\n? hand 0 7\n0 conquer 6\n0 conquer 4\n0 redeploy 2 6 1 4 1\n0 finish\n"
      "? income all 3\n? income race 1\n? income power 0\n? coins 0 8\n" },
    { "Dwarves earn in decline too", NULL, "Dwarves/Commando Ratmen/Hill",
      "0 select 0\n0 conquer 11\n0 redeploy 1 11 7\n0 finish\n? income race 1\n"
      "1 select 0\n1 conquer 1\n1 redeploy 1 1 12\n1 finish\n0 decline\n0 finish\n"
      "? income regions 1\n? income declined 1\n? income all 2\n" },

    { "an Elf is never lost: it must be placed again", NULL, "Elves/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 9\n0 finish\n1 select 0\n1 conquer 1\n"
      "? stage defend 1\n? defender 0\n? hand 0 1\n1 conquer 2 ! badStage\n0 defend 2 1\n? tokens 2 10\n? total 0 10\n"
      "? stage conquest 1\n" },
    { "several Elves all survive", NULL, "Elves/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 4 2 6\n0 finish\n1 select 0\n1 conquer 1\n? hand 0 4\n"
      "0 defend 2 3 ! thereAreTokensInTheHand\n0 defend 2 5 ! notEnoughTokens\n0 defend 2 4\n? total 0 10\n" },
    { "Elves in decline die like others", NULL, "Elves/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 4 2 6\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 "
      "finish\n"
      "0 decline\n0 finish\n1 redeploy 0\n1 finish\n0 select 0\n0 conquer 4\n0 redeploy 1 4 1\n0 finish\n"
      "? price 1 3\n1 conquer 1\n? stage conquest 1\n? hand 0 0\n" },

    { "Giants look down from a mountain", NULL, "Giants/Hill Ratmen/Swamp",
      "0 select 0\n? price 10 2\n0 conquer 11\n? price 10 1\n? price 9 2\n0 conquer 10\n? tokens 10 1\n" },
    { "Giants next to a mountain in the middle", NULL, "Giants/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 2\n? price 4 2\n0 conquer 3\n? price 4 1\n? price 1 1\n? price 6 3\n" },
    { "Giants in decline help nobody", NULL, "Giants/Hill Ratmen/Swamp Trolls/Merchant",
      "0 select 0\n0 conquer 11\n0 redeploy 1 11 10\n0 finish\n1 select 0\n1 conquer 1\n1 redeploy 1 1 12\n1 finish\n"
      "0 decline\n0 finish\n1 redeploy 1 1 12\n1 finish\n0 select 0\n? price 10 2\n" },

    { "Halflings come up anywhere on land and dig two holes", NULL, "Halflings/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 5 ! badRegion\n0 conquer 10\n0 conquer 9\n0 conquer 11\n? has 10 hole 1\n? has 9 hole 1\n? has 11 "
      "hole 0\n"
      "0 redeploy 3 9 1 10 1 11 8\n0 finish\n1 select 0\n1 conquer 9 ! regionIsImmune\n1 conquer 1\n" },
    { "a hole that is given up is not dug again", NULL, "Halflings/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 10\n0 conquer 9\n0 redeploy 1 9 10\n? has 10 hole 0\n? owner 10 -1\n0 finish\n"
      "1 select 0\n1 conquer 1\n1 redeploy 1 1 12\n1 finish\n0 conquer 10\n? has 10 hole 0\n" },
    { "Halflings in decline have no holes", NULL, "Halflings/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 5 2 5\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 "
      "finish\n"
      "0 decline\n? has 1 hole 0\n? has 2 hole 0\n0 finish\n1 redeploy 0\n1 finish\n0 select 0\n0 conquer 4\n0 redeploy 1 4 1\n0 "
      "finish\n"
      "1 conquer 1\n? owner 1 1\n" },

    { "Humans earn from farmland", NULL, "Humans/Merchant Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 3 2 4\n0 finish\n? income race 1\n? income power 2\n? income all 5\n" },
    { "Humans in decline do not", NULL, "Humans/Merchant Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 3 2 4\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 "
      "finish\n"
      "0 decline\n0 finish\n? income all 2\n? income declined 0\n" },

    { "Orcs earn from those who were there", NULL, "Orcs/Swamp Ratmen/Hill",
      "0 select 0\n0 conquer 6\n0 conquer 4\n0 redeploy 2 6 4 4 5\n0 finish\n? income race 1\n? income all 3\n"
      "1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 finish\n0 redeploy 2 6 4 4 5\n0 finish\n? income race 0\n" },
    { "Orcs earn nothing from what they give up", NULL, "Orcs/Swamp Ratmen/Hill",
      "0 select 0\n0 conquer 6\n0 conquer 4\n0 redeploy 1 4 9\n0 finish\n? income race 0\n? income all 1\n" },
    { "Orcs retake their own declined region: somebody was there", NULL, "Ratmen/Swamp Trolls/Hill Orcs/Merchant",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 12\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 9\n1 finish\n0 decline\n0 "
      "finish\n"
      "1 redeploy 1 11 9\n1 finish\n0 select 0\n0 conquer 1\n0 redeploy 1 1 7\n0 finish\n? income race 1\n? income regions 1\n" },
    { "Orcs in decline earn nothing", NULL, "Orcs/Swamp Ratmen/Hill",
      "0 select 0\n0 conquer 6\n0 redeploy 1 6 9\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 finish\n0 decline\n0 "
      "finish\n"
      "? income all 1\n? income declined 0\n" },

    { "Ratmen are many", NULL, "Ratmen/Bivouacking Trolls/Hill",
      "0 select 0\n? hand 0 13\n0 conquer 1\n0 redeploy 1 1 13\n0 finish\n? income all 1\n" },
    { "Ratmen in decline are one to a region", NULL, "Ratmen/Bivouacking Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 6 2 7\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 9\n1 "
      "finish\n"
      "0 decline\n? tokens 1 1\n? tokens 2 1\n0 finish\n? income all 2\n" },

    { "Skeletons: two who were there give one more", NULL, "Skeletons/Swamp Ratmen/Hill",
      "0 select 0\n? hand 0 10\n0 conquer 6\n0 conquer 4\n0 conquer 3\n? hand 0 1\n? available 0 11\n"
      "0 redeploy 3 3 1 4 1 6 9\n? total 0 11\n" },
    { "Skeletons: one gives none, though the region is given up at once two would", NULL, "Skeletons/Swamp Ratmen/Hill",
      "0 select 0\n0 conquer 6\n? available 0 10\n0 conquer 4\n0 conquer 3\n0 redeploy 1 4 12 ! notEnoughTokensForRedeployment\n"
      "0 redeploy 1 4 11\n? tokens 4 11\n" },
    { "Skeletons: three give one", "0 2 5 tribes\nb 1 2\nb 1 1,3\nb 1 2,4\nb 0 3\n", "Skeletons/Commando Ratmen/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 3\n? available 0 11\n0 conquer 4\n? available 0 11\n" },
    { "Skeletons in decline grow no more", NULL, "Skeletons/Swamp Ratmen/Hill",
      "0 select 0\n0 conquer 6\n0 conquer 4\n0 conquer 3\n0 redeploy 3 3 1 4 1 6 9\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy "
      "1 11 12\n"
      "1 finish\n0 decline\n? tokens 6 1\n0 finish\n1 redeploy 1 11 12\n1 finish\n0 select 0\n? total 0 14\n" },

    { "Sorcerers enchant a single token, as the way in too", NULL, "Ratmen/Hill Sorcerers/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 11\n0 finish\n1 select 0\n? hand 1 9\n"
      "1 enchant 9 ! nothingToEnchant\n1 enchant 6 ! cannotEnchantDeclinedRace\n1 enchant 2 ! badRegion\n1 enchant 12 ! "
      "badRegionId\n"
      "1 enchant 1\n? owner 1 1\n? hand 1 9\n? total 1 10\n? total 0 11\n? stage conquest 1\n1 enchant 2 ! badStage\n"
      "0 enchant 1 ! badStage\n" },
    { "Sorcerers do not enchant their own, nor far away", NULL, "Ratmen/Flying Sorcerers/Swamp",
      "0 select 0\n0 conquer 4\n0 conquer 7\n0 conquer 9\n0 redeploy 3 4 1 7 1 9 11\n0 finish\n1 select 0\n1 conquer 1\n"
      "1 enchant 1 ! badAttackedRace\n1 enchant 4 ! badRegion\n1 conquer 2\n1 enchant 4\n? owner 4 1\n" },
    { "Sorcerers in decline enchant no more", NULL, "Ratmen/Hill Sorcerers/Swamp Trolls/Merchant",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 11\n0 finish\n1 select 0\n1 conquer 4\n1 redeploy 1 4 9\n1 finish\n"
      "0 redeploy 2 1 1 2 11\n0 finish\n1 decline\n1 finish\n0 redeploy 2 1 1 2 11\n0 finish\n1 select 0\n1 enchant 1 ! "
      "badStage\n" },

    { "Tritons pay less beside a sea, whatever the coast is called", NULL, "Tritons/Hill Ratmen/Swamp",
      "0 select 0\n? price 7 1\n? price 9 1\n? price 1 2\n? price 6 2\n? price 8 2\n0 conquer 9\n? tokens 9 1\n" },
    { "Tritons: the mountain costs, the sea helps", NULL, "Tritons/Commando Ratmen/Swamp",
      "0 select 0\n? price 3 2\n? price 4 1\n" },
    { "Tritons in ships pay in full for the sea itself", "0 2 5 seas\nbs 0 2\ns 0 1,3\nb 0 2\n", "Tritons/Seafaring Ratmen/Swamp",
      "0 select 0\n? price 1 2\n? price 2 2\n? price 3 1\n" },
    { "Tritons in decline help nobody", NULL, "Tritons/Hill Ratmen/Swamp Trolls/Merchant",
      "0 select 0\n0 conquer 9\n0 redeploy 1 9 10\n0 finish\n1 select 0\n1 conquer 1\n1 redeploy 1 1 12\n1 finish\n0 decline\n0 "
      "finish\n"
      "1 redeploy 1 1 12\n1 finish\n0 select 0\n? price 7 2\n" },

    { "Trolls build a lair in every region they take", NULL, "Trolls/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n? has 1 lair 1\n? has 2 lair 1\n0 redeploy 1 2 9\n? has 1 lair 0\n0 finish\n"
      "1 select 0\n? price 2 12\n? price 1 2\n" },
    { "the lairs of Trolls stay in decline", NULL, "Trolls/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 9\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 finish\n0 decline\n0 "
      "finish\n"
      "? has 1 lair 1\n? price 1 4\n1 redeploy 0\n1 finish\n0 select 0\n0 conquer 4\n0 redeploy 1 4 1\n0 finish\n"
      "1 conquer 1\n? tokens 1 4\n? has 1 lair 0\n" },

    { "Wizards earn from magic", NULL, "Wizards/Flying Ratmen/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 7\n0 redeploy 2 1 5 7 5\n0 finish\n? income race 1\n? income all 3\n" },
    { "Wizards in decline do not", NULL, "Wizards/Hill Ratmen/Swamp",
      "0 select 0\n0 conquer 7\n0 redeploy 1 7 9\n0 finish\n? income race 1\n1 select 0\n1 conquer 11\n1 redeploy 1 11 12\n1 "
      "finish\n"
      "0 decline\n0 finish\n? income all 1\n" },
};

static void test_scenes(void **state)
{
    (void)state;
    play_scenes(scenes, ARRAY_LEN(scenes));
}

/* No game lasts long enough to see it: the box holds twenty Skeletons. */
static void test_skeletons_end_at_twenty(void **state)
{
    static struct world w;
    struct setup        setup = { .seats = 2, .seed = 1 };
    struct refusal      why = { 0 };

    (void)state;
    assert_int_equal(game_setup(&smallworld_game, &w, &setup, &why), ERR_OK);
    w.player[0].current = (struct badge){ 1, SKELETONS, HILL };
    for (int i = 0; i < 6; i++)
        w.region[i] = (struct region){ .owner = 1, .badge = 1, .tokens = 1, .loot = 1 };
    for (int hand = 0; hand <= 14; hand++) {
        w.player[0].hand = (int8_t)hand;
        assert_int_equal(world_available(&w, 0), hand + 9 < 20 ? hand + 9 : 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_scenes), cmocka_unit_test(test_skeletons_end_at_twenty) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
