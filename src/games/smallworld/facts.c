/* What the rule book prints in tables: land, races, powers, stages. */
#include "games/smallworld/rules.h"

/* clang-format off */
const struct land_word land_words[LANDS] = {
    { "border", 'b' }, { "coast", 'c' }, { "sea", 's' },
    { "mountain", 'm' }, { "mine", 'i' }, { "farmland", 'f' }, { "magic", 'g' },
    { "forest", 'o' }, { "hill", 'h' }, { "swamp", 'w' }, { "cavern", 'v' },
};

const struct trait_row races[RACES] = {
    [AMAZONS] =   { .name = "Amazons",   .tokens = 6 },
    [DWARVES] =   { .name = "Dwarves",   .tokens = 3, .pays_for = LAND_MINE, .pays_in_decline = true },
    [ELVES] =     { .name = "Elves",     .tokens = 6 },
    [GIANTS] =    { .name = "Giants",    .tokens = 6 },
    [HALFLINGS] = { .name = "Halflings", .tokens = 6 },
    [HUMANS] =    { .name = "Humans",    .tokens = 5, .pays_for = LAND_FARMLAND },
    [ORCS] =      { .name = "Orcs",      .tokens = 5, .pays_per_loot = 1 },
    [RATMEN] =    { .name = "Ratmen",    .tokens = 8 },
    [SKELETONS] = { .name = "Skeletons", .tokens = 6 },
    [SORCERERS] = { .name = "Sorcerers", .tokens = 5 },
    [TRITONS] =   { .name = "Tritons",   .tokens = 6 },
    [TROLLS] =    { .name = "Trolls",    .tokens = 5 },
    [WIZARDS] =   { .name = "Wizards",   .tokens = 5, .pays_for = LAND_MAGIC },
};

const struct trait_row powers[POWERS] = {
    [ALCHEMIST] =     { .name = "Alchemist",    .tokens = 4, .pays_always = 2 },
    [BERSERK] =       { .name = "Berserk",      .tokens = 4 },
    [BIVOUACKING] =   { .name = "Bivouacking",  .tokens = 5 },
    [COMMANDO] =      { .name = "Commando",     .tokens = 4 },
    [DIPLOMAT] =      { .name = "Diplomat",     .tokens = 5 },
    [DRAGON_MASTER] = { .name = "DragonMaster", .tokens = 5 },
    [FLYING] =        { .name = "Flying",       .tokens = 5 },
    [FOREST] =        { .name = "Forest",       .tokens = 4, .pays_for = LAND_FOREST },
    [FORTIFIED] =     { .name = "Fortified",    .tokens = 3 },
    [HEROIC] =        { .name = "Heroic",       .tokens = 5 },
    [HILL] =          { .name = "Hill",         .tokens = 4, .pays_for = LAND_HILL },
    [MERCHANT] =      { .name = "Merchant",     .tokens = 2, .pays_per_region = 1 },
    [MOUNTED] =       { .name = "Mounted",      .tokens = 5 },
    [PILLAGING] =     { .name = "Pillaging",    .tokens = 5, .pays_per_loot = 1 },
    [SEAFARING] =     { .name = "Seafaring",    .tokens = 5 },
    [STOUT] =         { .name = "Stout",        .tokens = 4 },
    [SWAMP] =         { .name = "Swamp",        .tokens = 4, .pays_for = LAND_SWAMP },
    [UNDERWORLD] =    { .name = "Underworld",   .tokens = 5 },
    [WEALTHY] =       { .name = "Wealthy",      .tokens = 4 },
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

const struct move_kind smallworld_kinds[MOVE_KINDS + 1] = {
    [MOVE_SELECT] =      { "select",      1,              1,              0 },
    [MOVE_CONQUER] =     { "conquer",     1,              1,              0 },
    [MOVE_DECLINE] =     { "decline",     0,              0,              0 },
    [MOVE_REDEPLOY] =    { "redeploy",    1,              MOVE_ARGS_MAX,  0 },
    [MOVE_DEFEND] =      { "defend",      0,              MOVE_ARGS_MAX,  0 },
    [MOVE_DRAGON] =      { "dragon",      1,              1,              0 },
    [MOVE_ENCHANT] =     { "enchant",     1,              1,              0 },
    [MOVE_THROW] =       { "throw",       0,              0,              0 },
    [MOVE_FRIEND] =      { "friend",      1,              1,              0 },
    [MOVE_FINISH] =      { "finish",      0,              0,              0 },
    [MOVE_LEAVE] =       { "leave",       0,              0,              0 },
    [MOVE_CONQUER_DIE] = { "conquer-die", 2,              2,              MOVE_BY_TABLE },
    [MOVE_THROW_DIE] =   { "throw-die",   1,              1,              MOVE_BY_TABLE },
    [MOVE_DECK] =        { "deck",        RACES + POWERS, RACES + POWERS, MOVE_BY_TABLE },
    { 0 },
};
/* clang-format on */

static int row_by_name(const struct trait_row *rows, int n, struct str name)
{
    for (int i = 0; i < n; i++)
        if (str_is(name, rows[i].name))
            return i;
    return -1;
}

int race_by_name(struct str name)
{
    return row_by_name(races, RACES, name);
}

int power_by_name(struct str name)
{
    return row_by_name(powers, POWERS, name);
}
