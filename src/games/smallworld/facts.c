/* What the rule book prints in tables: land, races, powers, marks, stages,
 * moves, effects. */
#include "games/smallworld/rules.h"

/* clang-format off */
const char *const smallworld_land_words[LANDS + 1] = {
    "border", "coast", "sea", "mountain", "mine", "farmland", "magic", "forest", "hill", "swamp", "cavern",
};

const struct land_row lands[LANDS] = {
    { 'b', "Border",   "The edge of the map, where races enter." },
    { 'c', "Coast",    "Land beside water; the word alone changes nothing." },
    { 's', "Sea",      "Only Seafaring races take it; races enter the map from a sea at the border." },
    { 'm', "Mountain", "Takes one token more to conquer." },
    { 'i', "Mine",     "Pays Dwarves." },
    { 'f', "Farmland", "Pays Humans." },
    { 'g', "Magic",    "Pays Wizards." },
    { 'o', "Forest",   "Pays Forest races." },
    { 'h', "Hill",     "Pays Hill races." },
    { 'w', "Swamp",    "Pays Swamp races." },
    { 'v', "Cavern",   "All caverns are neighbours for Underworld races." },
};

const struct mark_row marks[MARKS] = {
    { "hole",     "A hole in the ground: the region is immune until the Halflings leave or decline." },
    { "dragon",   "The region is immune while the dragon stays." },
    { "hero",     "The region is immune until its race redeploys." },
    { "fortress", "Takes one token more to conquer, and pays an active Fortified race a coin." },
    { "lair",     "A Troll lair: takes one token more to conquer, in decline too." },
    { "declined", "Held by a race in decline, or never conquered yet." },
};

const char *const smallworld_race_names[RACES + 2] = {
    [AMAZONS] = "Amazons", [DWARVES] = "Dwarves", [ELVES] = "Elves", [GIANTS] = "Giants", [HALFLINGS] = "Halflings",
    [HUMANS] = "Humans", [ORCS] = "Orcs", [RATMEN] = "Ratmen", [SKELETONS] = "Skeletons", [SORCERERS] = "Sorcerers",
    [TRITONS] = "Tritons", [TROLLS] = "Trolls", [WIZARDS] = "Wizards",
};

const struct trait races[RACES + 1] = {
    [AMAZONS] =   { .tokens = 6, .most = 15, .lent = LENT_MOST,
                    .text = "Four more tokens for the conquests of every turn, given back when they redeploy." },
    [DWARVES] =   { .tokens = 3, .most = 8, .pays_for = LAND_MINE, .pays_in_decline = true,
                    .text = "A coin more for each mine, in decline too." },
    [ELVES] =     { .tokens = 6, .most = 11, .loses_none = true,
                    .text = "They lose no token when a region is taken from them." },
    [GIANTS] =    { .tokens = 6, .most = 11, .cheaper_from = LAND_MOUNTAIN,
                    .text = "Attacks from a mountain of theirs take one token less." },
    [HALFLINGS] = { .tokens = 6, .most = 11, .does = ENTERS_ANYWHERE, .mark = MARK_HOLE, .marks_most = 2,
                    .text = "They enter anywhere on land, and the first two regions they take are immune." },
    [HUMANS] =    { .tokens = 5, .most = 10, .pays_for = LAND_FARMLAND,
                    .text = "A coin more for each farmland." },
    [ORCS] =      { .tokens = 5, .most = 10, .pays_per_loot = 1,
                    .text = "A coin more for each region that was not empty when they took it in this turn." },
    [RATMEN] =    { .tokens = 8, .most = 13,
                    .text = "They are many." },
    [SKELETONS] = { .tokens = 6, .most = 20, .loot_per_token = 2,
                    .text = "A new token for every two regions that were not empty when they took them in this turn." },
    [SORCERERS] = { .tokens = 5, .most = 18, .does = ENCHANTS,
                    .text = "Once a turn they replace a single active token of somebody else by one of theirs." },
    [TRITONS] =   { .tokens = 6, .most = 11, .cheaper_beside = LAND_SEA,
                    .text = "Attacks on land beside a sea take one token less." },
    [TROLLS] =    { .tokens = 5, .most = 10, .mark = MARK_LAIR,
                    .text = "Each region they take gets a lair, which adds one to its defence, in decline too." },
    [WIZARDS] =   { .tokens = 5, .most = 10, .pays_for = LAND_MAGIC,
                    .text = "A coin more for each region with magic." },
};

const char *const smallworld_power_names[POWERS + 2] = {
    [ALCHEMIST] = "Alchemist", [BERSERK] = "Berserk", [BIVOUACKING] = "Bivouacking", [COMMANDO] = "Commando",
    [DIPLOMAT] = "Diplomat", [DRAGON_MASTER] = "DragonMaster", [FLYING] = "Flying", [FOREST] = "Forest",
    [FORTIFIED] = "Fortified", [HEROIC] = "Heroic", [HILL] = "Hill", [MERCHANT] = "Merchant", [MOUNTED] = "Mounted",
    [PILLAGING] = "Pillaging", [SEAFARING] = "Seafaring", [STOUT] = "Stout", [SWAMP] = "Swamp",
    [UNDERWORLD] = "Underworld", [WEALTHY] = "Wealthy",
};

const struct trait powers[POWERS + 1] = {
    [ALCHEMIST] =     { .tokens = 4, .pays_always = 2, .text = "Two coins more every turn." },
    [BERSERK] =       { .tokens = 4, .does = THROWS_DIE, .text = "May throw the die before each attack, which then takes so many tokens less." },
    [BIVOUACKING] =   { .tokens = 5, .does = CAMPS, .text = "Five encampments, set anew at each redeployment, add one each to a region's defence." },
    [COMMANDO] =      { .tokens = 4, .cheaper = 1, .text = "Every attack takes one token less." },
    [DIPLOMAT] =      { .tokens = 5, .does = BEFRIENDS, .text = "At the end of a turn befriends a player it did not attack, who cannot attack it in their next turn." },
    [DRAGON_MASTER] = { .tokens = 5, .does = RIDES_DRAGON, .text = "Once a turn the dragon takes a region with a single token and keeps it immune." },
    [FLYING] =        { .tokens = 5, .does = FLIES, .text = "Once on the map, attacks any land, near or far." },
    [FOREST] =        { .tokens = 4, .pays_for = LAND_FOREST, .text = "A coin more for each forest." },
    [FORTIFIED] =     { .tokens = 3, .does = FORTIFIES, .pays_per_fortress = 1,
                        .text = "Builds a fortress at each redeployment, six on the map at most: one more in defence, and a coin while active." },
    [HEROIC] =        { .tokens = 5, .does = SETS_HEROES, .text = "Two heroes make two regions immune, set anew at each redeployment." },
    [HILL] =          { .tokens = 4, .pays_for = LAND_HILL, .text = "A coin more for each hill." },
    [MERCHANT] =      { .tokens = 2, .pays_per_region = 1, .text = "A coin more for each region." },
    [MOUNTED] =       { .tokens = 5, .cheaper_on = LAND_HILL | LAND_FARMLAND, .text = "Attacks on hills and farmland take one token less." },
    [PILLAGING] =     { .tokens = 5, .pays_per_loot = 1, .text = "A coin more for each region that was not empty when taken in this turn." },
    [SEAFARING] =     { .tokens = 5, .does = TAKES_SEA, .text = "Takes seas and lakes too." },
    [STOUT] =         { .tokens = 4, .does = DECLINES_LATE, .text = "May decline at the end of a turn, after its income is counted." },
    [SWAMP] =         { .tokens = 4, .pays_for = LAND_SWAMP, .text = "A coin more for each swamp." },
    [UNDERWORLD] =    { .tokens = 5, .does = TUNNELS, .cheaper_on = LAND_CAVERN,
                        .text = "All caverns are neighbours, and take one token less." },
    [WEALTHY] =       { .tokens = 4, .pays_once = 7, .text = "Seven coins once, at the end of the first turn." },
};

const char *const stage_names[STAGES] = {
    [SELECT_RACE] =        "selectRace",
    [BEFORE_CONQUEST] =    "beforeConquest",
    [CONQUEST] =           "conquest",
    [DEFEND] =             "defend",
    [REDEPLOY] =           "redeploy",
    [BEFORE_FINISH_TURN] = "beforeFinishTurn",
    [FINISH_TURN] =        "finishTurn",
    [GAME_OVER] =          "gameOver",
};

/* ---- moves ------------------------------------------------------------- */

static const struct move_arg position_arg[] = { { "position", "place of the badge on display, which is also its price", 0, BADGES_SHOWN - 1 }, { 0 } };
static const struct move_arg region_arg[] = { { "region", "number of a region", 1, REGIONS_MAX }, { 0 } };
static const struct move_arg redeploy_args[] = {
    { "n", "regions that get tokens; the last one also gets what is over", 0, REGIONS_MAX },
    { "number", "n times region and tokens; then, if wanted, a count of encampments with region and number each, the region of"
                " a new fortress, a count of heroes with a region each; -1 for what is not there", -1, INT16_MAX },
    { 0 },
};
static const struct move_arg defend_args[] = { { "number", "by turns a region and how many tokens go there", 0, REGIONS_MAX }, { 0 } };
static const struct move_arg seat_arg[] = { { "seat", "who becomes a friend", 0, PLAYERS_MAX - 1 }, { 0 } };
static const struct move_arg conquer_die_args[] = {
    { "region", "number of a region", 1, REGIONS_MAX },
    { "shows", "what the die would show", 0, DIE_MOST },
    { 0 },
};
static const struct move_arg die_arg[] = { { "shows", "what the die shows", 0, DIE_MOST }, { 0 } };
static const struct move_arg deck_args[] = { { "number", "13 races, then 19 powers, in the order of the deck", 0, POWERS - 1 }, { 0 } };

const struct move_kind smallworld_kinds[MOVE_KINDS + 1] = {
    [MOVE_SELECT] =      { "select",   1, 1,             0, "Takes a race and power from the display.", position_arg },
    [MOVE_CONQUER] =     { "conquer",  1, 1,             0, "Attacks a region with as many tokens as it takes, and with the die if those in hand are too few.", region_arg },
    [MOVE_DECLINE] =     { "decline",  0, 0,             0, "The race goes into decline.", NULL },
    [MOVE_REDEPLOY] =    { "redeploy", 1, MOVE_ARGS_MAX, 0, "Places all tokens anew and ends the conquests; regions that are not named are given up.", redeploy_args },
    [MOVE_DEFEND] =      { "defend",   0, MOVE_ARGS_MAX, 0, "Places the tokens of a lost region in others.", defend_args },
    [MOVE_DRAGON] =      { "dragon",   1, 1,             0, "The dragon takes a region with a single token.", region_arg },
    [MOVE_ENCHANT] =     { "enchant",  1, 1,             0, "Sorcerers replace the single token of a region.", region_arg },
    [MOVE_THROW] =       { "throw",    0, 0,             0, "A Berserk race throws the die for its next attack.", NULL },
    [MOVE_FRIEND] =      { "friend",   1, 1,             0, "A Diplomat befriends a player.", seat_arg },
    [MOVE_FINISH] =      { "finish",   0, 0,             0, "Collects the income and ends the turn.", NULL },
    [MOVE_LEAVE] =       { "leave",    0, 0,             0, "Leaves the game for good.", NULL },
    [MOVE_CONQUER_DIE] = { "conquer-die", 2, 2, MOVE_BY_TABLE, "Attacks a region with a given die.", conquer_die_args },
    [MOVE_THROW_DIE] =   { "throw-die",   1, 1, MOVE_BY_TABLE, "Throws a given die.", die_arg },
    [MOVE_DECK] =        { "deck", RACES + POWERS, RACES + POWERS, MOVE_BY_TABLE, "Lays out the deck.", deck_args },
    { 0 },
};

/* ---- effects ------------------------------------------------------------ */

#define REGION { .name = "region" }
#define TOKENS { .name = "tokens" }
#define RACE   { .name = "race", .words = smallworld_race_names }

const struct effect_kind smallworld_effects[EFFECT_KINDS + 1] = {
    [EFFECT_BADGE] =      { "badge", "The player took a race and power, paid its price and found coins on it.",
                            { { .name = "position" }, RACE, { .name = "badge_power", .words = smallworld_power_names }, { .name = "price" }, { .name = "coins" } }, 0 },
    [EFFECT_ATTACK] =     { "attack", "The player attacks a region with tokens of their hand.", { REGION, { .name = "with" } }, 0 },
    [EFFECT_DIE] =        { "die", "The die was thrown.", { { .name = "shows" } }, 0 },
    [EFFECT_CONQUERED] =  { "conquered", "The region is the player's, with so many tokens.", { REGION, TOKENS }, 0 },
    [EFFECT_REPELLED] =   { "repelled", "The attack failed and the conquests of this turn are over.", { REGION }, 0 },
    [EFFECT_LOST] =       { "lost", "Tokens of the seat (null: a lost tribe) are gone for good.", { REGION, TOKENS }, 0 },
    [EFFECT_RETURNED] =   { "returned", "Tokens went back to the hand of the seat.", { TOKENS }, 0 },
    [EFFECT_RETREAT] =    { "retreat", "The seat placed tokens of a lost region in another.", { REGION, TOKENS }, 0 },
    [EFFECT_VANISHED] =   { "vanished", "The seat's race in decline left the map for good.", { RACE }, 0 },
    [EFFECT_DECLINED] =   { "declined", "The seat's race went into decline.", { RACE }, 0 },
    [EFFECT_REDEPLOYED] = { "redeployed", "The region holds so many tokens now; with 0 it was given up.", { REGION, TOKENS }, 0 },
    [EFFECT_CAMP] =       { "camp", "Encampments stand in the region.", { REGION, { .name = "n" } }, 0 },
    [EFFECT_FORTRESS] =   { "fortress", "A fortress was built.", { REGION }, 0 },
    [EFFECT_HERO] =       { "hero", "A hero stands in the region.", { REGION }, 0 },
    [EFFECT_DRAGON] =     { "dragon", "The dragon flew to the region.", { REGION }, 0 },
    [EFFECT_ENCHANTED] =  { "enchanted", "Sorcerers took the region of another seat.", { REGION, { .name = "from" } }, 0 },
    [EFFECT_HOLE] =       { "hole", "Halflings dug a hole in the region.", { REGION }, 0 },
    [EFFECT_LAIR] =       { "lair", "Trolls built a lair in the region.", { REGION }, 0 },
    [EFFECT_FRIEND] =     { "friend", "The Diplomat befriended a seat.", { { .name = "with" } }, 0 },
    [EFFECT_INCOME] =     { "income", "Coins that the turn earned, in all and from what.",
                            { { .name = "total" }, { .name = "regions" }, { .name = "race" }, { .name = "power" }, { .name = "declined" } }, 0 },
    [EFFECT_TURN] =       { "turn", "It is the seat's turn; turns count from 0.", { { .name = "turn" } }, 0 },
    [EFFECT_LEFT] =       { "left", "The seat left the game.", { { 0 } }, 0 },
    [EFFECT_OVER] =       { "over", "The game is over.", { { 0 } }, 0 },
    [EFFECT_INCOME_ACTIVE] =   { "income_active", "What the active badge earned.", { { 0 } }, EFFECT_INSIDE },
    [EFFECT_INCOME_DECLINED] = { "income_declined", "What the declined badge earned.", { { 0 } }, EFFECT_INSIDE },
    { 0 },
};
/* clang-format on */

static int by_name(const char *const *names, int n, struct str name)
{
    for (int i = 1; i <= n; i++)
        if (str_is(name, names[i]))
            return i;
    return 0;
}

int race_by_name(struct str name)
{
    return by_name(smallworld_race_names, RACES, name);
}

int power_by_name(struct str name)
{
    return by_name(smallworld_power_names, POWERS, name);
}
