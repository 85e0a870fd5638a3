/* The nineteen powers, active and in decline. */
#include "unit/smallworld/scene.h"

/* Two singles of seat 0 and a strong region, for those who attack. */
#define SINGLES "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 11\n0 finish\n"
/* Seat 1 settles far away and seat 0 is to move again. */
#define FAR_AWAY "1 select 0\n1 conquer 11\n1 redeploy 1 11 1\n1 finish\n"

static const struct scene scenes[] = {
    { "Alchemist: two coins, regions or not", NULL, "Ratmen/Alchemist Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 0\n0 finish\n? income all 2\n? income power 2\n" },
    { "Alchemist: not in decline", NULL, "Ratmen/Alchemist Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 12\n0 finish\n? income all 3\n" FAR_AWAY "0 decline\n0 finish\n? income all 1\n" },

    { "Berserk: the die comes first and is used up", NULL, "Ratmen/Berserk Trolls/Hill",
      "0 select 0\n- throw-die 3\n= throws the die: 3\n? die 3\n? last 9\n? price 6 1\n0 throw ! badStage\n0 conquer 6\n= attacks "
      "Mine 6\n? tokens 6 1\n? price 4 2\n"
      "- throw-die 0\n0 conquer 4\n? tokens 4 2\n" },
    { "Berserk: a die that is not enough ends the conquest, without a second one", NULL, "Ratmen/Berserk Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 3\n0 conquer 4\n? hand 0 2\n- throw-die 0\n0 conquer 6\n= attacks Mine 6, "
      "in vain\n? die -1\n"
      "? stage redeploy 1\n? hand 0 2\n" },
    { "Berserk: without a throw the usual die helps", NULL, "Ratmen/Berserk Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 3\n0 conquer 4\n- conquer-die 6 1\n? die 1\n? owner 6 0\n? tokens 6 2\n"
      "? stage redeploy 1\n" },
    { "Berserk: not in decline, nor anybody else", NULL, "Ratmen/Berserk Trolls/Hill Elves/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 12\n0 finish\n1 select 0\n1 throw ! badStage\n1 conquer 11\n1 redeploy 1 11 9\n1 "
      "finish\n"
      "0 decline\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n0 throw ! badStage\n" },

    { "Bivouacking: encampments defend and are set anew", NULL, "Ratmen/Bivouacking Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 12 1 1 6 ! notEnoughEncampmentsForRedeployment\n"
      "0 redeploy 2 1 1 2 12 1 1 0 ! badEncampmentsNum\n0 redeploy 2 1 1 2 12 1 1 -1 ! badEncampmentsNum\n"
      "0 redeploy 1 2 12 1 1 3 ! badRegion\n0 redeploy 2 1 1 2 12 2 1 2 1 2 ! badRegion\n0 redeploy 2 1 1 2 12 2 1 3 2 2\n"
      "? camps 1 3\n? camps 2 2\n0 finish\n1 select 0\n? price 1 6\n1 conquer 11\n1 redeploy 1 11 9\n1 finish\n"
      "0 redeploy 2 1 1 2 12\n? camps 1 0\n" },
    { "Bivouacking: an encampment stops an enchanter, and falls with its region", NULL, "Ratmen/Bivouacking Sorcerers/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 12 1 1 1\n0 finish\n1 select 0\n1 enchant 1 ! badRegion\n"
      "? price 1 4\n1 conquer 1\n? camps 1 0\n" },
    { "Bivouacking: gone in decline, and nobody else has encampments", NULL, "Ratmen/Bivouacking Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 13 1 1 5\n? camps 1 5\n0 finish\n1 select 0\n1 conquer 11\n"
      "1 redeploy 1 11 9 0 ! badStage\n1 redeploy 1 11 9\n1 finish\n0 decline\n? camps 1 0\n" },

    { "Commando: one less everywhere, one at least", NULL, "Ratmen/Commando Trolls/Hill",
      "0 select 0\n? price 1 1\n? price 3 3\n? price 6 2\n" },
    { "Commando with Giants: never below one", NULL, "Giants/Commando Trolls/Hill",
      "0 select 0\n0 conquer 11\n? price 10 1\n0 conquer 10\n? tokens 10 1\n" },
    { "Commando: not in decline", NULL, "Ratmen/Commando Trolls/Hill Elves/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 12\n0 finish\n" FAR_AWAY
      "0 decline\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n? price 2 2\n" },

    { "Diplomat: the friend may not attack until their turn is over", NULL, "Ratmen/Diplomat Sorcerers/DragonMaster",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 1 2 12\n0 friend 0 ! badFriend\n0 friend 2 ! badFriendId\n0 friend 1\n"
      "? stage finishTurn 1\n? last 13\n0 friend 1 ! badStage\n0 finish\n1 select 0\n1 conquer 1 ! badRegion\n1 dragon 1 ! "
      "badRegion\n"
      "1 enchant 1 ! badRegion\n1 conquer 4\n1 redeploy 1 4 10\n1 finish\n0 redeploy 2 1 1 2 12\n0 finish\n1 enchant 2 ! "
      "badRegion\n"
      "1 dragon 2\n? owner 2 1\n" },
    { "Diplomat: no friendship with somebody attacked in this turn", NULL, "Ratmen/Hill Trolls/Diplomat",
      SINGLES "1 select 0\n1 conquer 1\n? stage conquest 1\n1 redeploy 1 1 10\n1 friend 0 ! badFriend\n1 finish\n" },
    { "Diplomat: an attack on a declined race is no hindrance, and its regions are open", NULL,
      "Ratmen/Diplomat Trolls/Hill Elves/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 13\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 9\n1 finish\n0 decline\n"
      "0 friend 1 ! badStage\n0 finish\n1 redeploy 0\n1 finish\n0 select 0\n0 conquer 2\n0 redeploy 1 2 1\n0 finish\n1 conquer "
      "1\n? owner 1 1\n" },

    { "DragonMaster: one token takes eight", NULL, "Ratmen/Hill Trolls/DragonMaster",
      SINGLES "1 select 0\n? price 2 13\n1 dragon 2\n? tokens 2 1\n? has 2 dragon 1\n? hand 1 9\n? stage defend 1\n? hand 0 10\n0 "
              "defend 1 10\n"
              "1 dragon 1 ! badStage\n1 redeploy 1 2 10\n1 finish\n0 conquer 2 ! regionIsImmune\n0 redeploy 1 1 11\n0 finish\n"
              "1 dragon 4\n? has 2 dragon 0\n? has 4 dragon 1\n" },
    { "DragonMaster: the dragon goes with an abandoned region", NULL, "Trolls/DragonMaster Ratmen/Hill",
      "0 select 0\n0 dragon 12 ! badRegionId\n0 dragon 9\n0 dragon 10 ! badStage\n0 conquer 10\n0 redeploy 1 10 10\n? has 9 dragon "
      "0\n" },
    { "DragonMaster: gone in decline", NULL, "Trolls/DragonMaster Ratmen/Hill",
      "0 select 0\n0 dragon 1\n0 redeploy 1 1 10\n0 finish\n" FAR_AWAY "0 decline\n? has 1 dragon 0\n0 finish\n" },

    { "Flying: the border first, then anywhere on land", NULL, "Ratmen/Flying Trolls/Hill",
      "0 select 0\n0 conquer 10 ! badRegion\n0 conquer 1\n0 conquer 10\n0 conquer 5 ! badRegion\n0 conquer 8 ! badRegion\n? owner "
      "10 0\n" },
    { "Flying: not in decline", NULL, "Ratmen/Flying Trolls/Hill Elves/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 13\n0 finish\n" FAR_AWAY
      "0 decline\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n0 conquer 4\n"
      "0 conquer 9 ! badRegion\n" },

    { "Forest pays", NULL, "Ratmen/Forest Trolls/Hill",
      "0 select 0\n0 conquer 9\n0 conquer 10\n0 redeploy 2 9 6 10 6\n0 finish\n? income power 1\n? income all 3\n" },
    { "Forest: not in decline", NULL, "Ratmen/Forest Trolls/Hill",
      "0 select 0\n0 conquer 9\n0 redeploy 1 9 12\n0 finish\n" FAR_AWAY "0 decline\n0 finish\n? income all 1\n" },

    { "Fortified: one fortress a turn, one in a region", NULL, "Ratmen/Fortified Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 1 2 11 -1 1 ! badRegion\n0 redeploy 2 1 5 2 6 -1 1\n? has 1 fortress 1\n0 "
      "finish\n"
      "? income power 1\n? income all 3\n1 select 0\n? price 1 8\n1 conquer 11\n1 redeploy 1 11 9\n1 finish\n"
      "0 redeploy 2 1 5 2 6 -1 1 ! tooManyFortifiedsInRegion\n0 redeploy 2 1 5 2 6 -1 2\n0 finish\n? income power 2\n" },
    { "Fortified: it goes with an abandoned region and stays in decline, without a coin", NULL, "Ratmen/Fortified Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 redeploy 2 1 5 2 6 -1 1\n0 finish\n" FAR_AWAY
      "0 redeploy 1 2 11 -1 2\n? has 1 fortress 0\n0 finish\n"
      "1 redeploy 1 11 9\n1 finish\n0 decline\n? has 2 fortress 1\n0 finish\n? income all 1\n? price 2 4\n" },
    { "Fortified: nobody else", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 12 -1 1 ! badStage\n0 redeploy 1 1 12\n" },

    { "Heroic: two heroes in two regions", NULL, "Ratmen/Heroic Trolls/DragonMaster",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 4\n0 redeploy 3 1 4 2 4 4 5 -1 -1 1 1 ! badSetHeroCommand\n"
      "0 redeploy 3 1 4 2 4 4 5 -1 -1 3 1 2 4 ! badSetHeroCommand\n0 redeploy 3 1 4 2 4 4 5 -1 -1 2 1 1 ! badRegion\n"
      "0 redeploy 3 1 4 2 4 4 5 -1 -1 0 ! badSetHeroCommand\n0 redeploy 3 1 4 2 4 4 5 -1 -1 2 1 2\n? has 1 hero 1\n? has 2 hero "
      "1\n0 finish\n"
      "1 select 0\n1 conquer 1 ! regionIsImmune\n1 dragon 2 ! regionIsImmune\n1 conquer 4\n" },
    { "Heroic: one region, one hero; not sent again, gone", NULL, "Ratmen/Heroic Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 13 -1 -1 1 1\n? has 1 hero 1\n0 finish\n" FAR_AWAY
      "0 redeploy 1 1 13\n? has 1 hero 0\n" },
    { "Heroic: gone in decline, and nobody else has heroes", NULL, "Ratmen/Heroic Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 13 -1 -1 1 1\n0 finish\n1 select 0\n1 conquer 11\n1 redeploy 1 11 9 -1 -1 1 11 ! "
      "badStage\n"
      "1 redeploy 1 11 9\n1 finish\n0 decline\n? has 1 hero 0\n" },

    { "Hill pays", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 2\n0 redeploy 1 2 12\n0 finish\n? income power 1\n? income all 2\n" },
    { "Hill: not in decline", NULL, "Ratmen/Hill Trolls/Swamp",
      "0 select 0\n0 conquer 2\n0 redeploy 1 2 12\n0 finish\n" FAR_AWAY "0 decline\n0 finish\n? income all 1\n" },

    { "Merchant: every region twice", NULL, "Ratmen/Merchant Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 conquer 2\n0 conquer 4\n0 redeploy 3 1 3 2 3 4 4\n0 finish\n? income power 3\n? income all 6\n" },
    { "Merchant: not in decline", NULL, "Ratmen/Merchant Trolls/Swamp",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 10\n0 finish\n" FAR_AWAY "0 decline\n0 finish\n? income all 1\n" },

    { "Mounted: less on hills and farmland", NULL, "Ratmen/Mounted Trolls/Swamp",
      "0 select 0\n? price 1 1\n? price 2 1\n? price 4 2\n" },
    { "Mounted: both lands count once; with Giants two", "0 2 5 meadow\nbm 0 2\nfh 0 1\n", "Giants/Mounted Trolls/Swamp",
      "0 select 0\n? price 2 1\n0 conquer 1\n? price 2 1\n" },
    { "Mounted: a hill with farmland is one less, not two", "0 2 5 meadow\nbfh 2 2\nb 0 1\n", "Ratmen/Mounted Trolls/Swamp",
      "0 select 0\n? price 1 3\n" },
    { "Mounted: not in decline", NULL, "Ratmen/Mounted Trolls/Swamp Elves/Hill",
      "0 select 0\n0 conquer 4\n0 redeploy 1 4 13\n0 finish\n" FAR_AWAY
      "0 decline\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n? price 1 2\n" },

    { "Pillaging pays for those who were there", NULL, "Ratmen/Pillaging Trolls/Swamp",
      "0 select 0\n0 conquer 6\n0 conquer 4\n0 conquer 3\n0 redeploy 3 6 4 4 4 3 5\n0 finish\n? income power 2\n? income all 5\n" },
    { "Pillaging: an enchanted region counts, an abandoned one does not", NULL, "Ratmen/Hill Sorcerers/Pillaging",
      SINGLES "1 select 0\n1 enchant 1\n1 conquer 3\n1 redeploy 1 1 11\n1 finish\n? income power 1\n? income all 2\n" },
    { "Pillaging: not in decline", NULL, "Ratmen/Pillaging Trolls/Swamp",
      "0 select 0\n0 conquer 6\n0 redeploy 1 6 13\n0 finish\n? income power 1\n" FAR_AWAY "0 decline\n0 finish\n? income all 1\n" },

    { "Seafaring: into the border sea and on", NULL, "Ratmen/Seafaring Trolls/Swamp",
      "0 select 0\n0 conquer 5 ! badRegion\n0 conquer 8\n? tokens 8 2\n0 conquer 7\n0 conquer 5\n0 redeploy 3 8 4 7 4 5 5\n0 "
      "finish\n? income all 3\n" },
    { "Seafaring: the sea is kept in decline, for others it is closed", NULL, "Ratmen/Seafaring Trolls/Swamp",
      "0 select 0\n0 conquer 8\n0 redeploy 1 8 13\n0 finish\n1 select 0\n1 conquer 8 ! badRegion\n1 conquer 9\n1 conquer 8 ! "
      "badRegion\n"
      "1 redeploy 1 9 9\n1 finish\n0 decline\n0 finish\n? income all 1\n? owner 8 0\n" },

    { "Stout: declines after the redeployment and still earns", NULL, "Dwarves/Stout Trolls/Swamp",
      "0 select 0\n0 conquer 11\n0 decline ! badStage\n0 redeploy 1 11 7\n0 decline\n? stage finishTurn 1\n? tokens 11 1\n0 "
      "finish\n"
      "? income all 2\n? income race 1\n? income declined -1\n? coins 0 7\n1 select 0\n1 conquer 1\n1 redeploy 1 1 9\n1 finish\n"
      "? stage selectRace 1\n" },
    { "Stout: only the Stout", NULL, "Dwarves/Hill Trolls/Stout",
      "0 select 0\n0 conquer 11\n0 redeploy 1 11 7\n0 decline ! badStage\n0 finish\n1 select 0\n1 conquer 1\n1 redeploy 1 1 9\n1 "
      "decline\n1 finish\n"
      "0 decline\n0 finish\n1 select 0\n? coins 1 6\n" },

    { "Swamp pays", NULL, "Ratmen/Swamp Trolls/Hill",
      "0 select 0\n0 conquer 11\n0 conquer 10\n0 redeploy 2 10 6 11 6\n0 finish\n? income power 1\n" },
    { "Swamp: not in decline", NULL, "Ratmen/Swamp Trolls/Hill",
      "0 select 0\n0 conquer 11\n0 conquer 10\n0 redeploy 2 10 6 11 6\n0 finish\n1 select 0\n1 conquer 1\n1 redeploy 1 1 9\n1 "
      "finish\n"
      "0 decline\n0 finish\n? income all 2\n" },

    { "Underworld: from cavern to cavern, for less", NULL, "Ratmen/Underworld Trolls/Hill",
      "0 select 0\n? price 10 1\n? price 4 1\n0 conquer 10 ! badRegion\n0 conquer 4\n0 conquer 10\n? owner 10 0\n? tokens 10 1\n" },
    { "Underworld: Giants look from a mountain cavern into a far one", "0 2 5 deep\nbmv 0 2\n- 0 1,3\nv 3 2\n",
      "Giants/Underworld Trolls/Hill", "0 select 0\n? price 3 4\n0 conquer 1\n? price 3 3\n0 conquer 3\n" },
    { "Underworld: not in decline", NULL, "Ratmen/Underworld Trolls/Hill Elves/Swamp",
      "0 select 0\n0 conquer 4\n0 redeploy 1 4 13\n0 finish\n" FAR_AWAY
      "0 decline\n0 finish\n1 redeploy 1 11 9\n1 finish\n0 select 0\n0 conquer 4\n"
      "0 conquer 10 ! badRegion\n? price 10 2\n" },

    { "Wealthy: seven coins once", NULL, "Ratmen/Wealthy Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 1 1 12\n0 finish\n? income power 7\n? coins 0 13\n" FAR_AWAY
      "0 redeploy 1 1 12\n0 finish\n? income power 0\n" },
    { "Wealthy: with no region too, and nothing in decline", NULL, "Ratmen/Wealthy Trolls/Hill",
      "0 select 0\n0 conquer 1\n0 redeploy 0\n0 finish\n? income all 7\n" FAR_AWAY "0 decline\n0 finish\n? income all 0\n" },
};

static void test_scenes(void **state)
{
    (void)state;
    play_scenes(scenes, ARRAY_LEN(scenes));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_scenes) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
