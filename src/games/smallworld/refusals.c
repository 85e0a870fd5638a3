#include "games/smallworld/refusals.h"

/* clang-format off */
const struct refusal_kind smallworld_refusals[REFUSALS + 1] = {
    [REFUSE_GAME_OVER] =        { .word = "game_over", .text = "The game is over." },
    [REFUSE_NOT_YOUR_TURN] =    { .word = "not_your_turn", .text = "It is not your turn." },
    [REFUSE_NOT_IN_GAME] =      { .word = "not_in_game", .text = "You have left this game." },
    [REFUSE_BAD_STAGE] =        { .word = "bad_stage", .text = "This move belongs to another part of the turn." },
    [REFUSE_TABLE_ONLY] =       { .word = "table_only", .text = "Only the table itself makes this move." },

    [REFUSE_BAD_POSITION] =     { .word = "bad_position", .text = "There is no badge at position {0}: {1} are on display.", .arg = { "position", "shown" } },
    [REFUSE_BAD_MONEY_AMOUNT] = { .word = "bad_money_amount", .text = "This badge costs {0} in coins, and you have {1}.", .arg = { "price", "coins" } },

    [REFUSE_BAD_REGION_ID] =    { .word = "bad_region_id", .text = "There is no region {0}: the map has {1}.", .arg = { "region", "regions" } },
    [REFUSE_NO_TOKENS_IN_HAND] = { .word = "no_tokens_in_hand", .text = "You have no tokens in hand." },
    [REFUSE_OWN_REGION] =       { .word = "own_region", .text = "Your race holds region {0} already.", .arg = { "region" } },
    [REFUSE_REGION_IS_IMMUNE] = { .word = "region_is_immune", .text = "A hole in the ground, a dragon or a hero protects region {0}.", .arg = { "region" } },
    [REFUSE_SEA] =              { .word = "sea", .text = "Region {0} is sea, which only a Seafaring race can take.", .arg = { "region" } },
    [REFUSE_NOT_REACHED] =      { .word = "not_reached", .text = "Region {0} touches none of your active regions.", .arg = { "region" } },
    [REFUSE_NO_ENTRY] =         { .word = "no_entry", .text = "A race without regions enters at the border, and region {0} is not there.", .arg = { "region" } },
    [REFUSE_FRIENDSHIP] =       { .word = "friendship", .text = "A Diplomat befriended you: their active regions are safe until you finish your turn.", .arg = { "seat" } },
    [REFUSE_BAD_TOKENS_NUM] =   { .word = "bad_tokens_num", .text = "You need {0} tokens there and have {1}: the die adds 3 at most.", .arg = { "need", "have" } },
    [REFUSE_BAD_DIE] =          { .word = "bad_die", .text = "The die shows 0 to 3." },

    [REFUSE_NOT_STOUT] =        { .word = "not_stout", .text = "Only a Stout race declines after its redeployment." },
    [REFUSE_NOT_DRAGON_MASTER] = { .word = "not_dragon_master", .text = "Only the DragonMaster has a dragon." },
    [REFUSE_DRAGON_USED] =      { .word = "dragon_used", .text = "The dragon attacks once a turn." },
    [REFUSE_NOT_SORCERERS] =    { .word = "not_sorcerers", .text = "Only Sorcerers enchant." },
    [REFUSE_ENCHANTED_ALREADY] = { .word = "enchanted_already", .text = "Sorcerers enchant once a turn." },
    [REFUSE_BAD_ATTACKED_RACE] = { .word = "bad_attacked_race", .text = "Region {0} is your own.", .arg = { "region" } },
    [REFUSE_NOTHING_TO_ENCHANT] = { .word = "nothing_to_enchant", .text = "Nobody is in region {0}.", .arg = { "region" } },
    [REFUSE_CANNOT_ENCHANT_DECLINED_RACE] =
        { .word = "cannot_enchant_declined_race", .text = "Only active races can be enchanted, and the one in region {0} is not.", .arg = { "region" } },
    [REFUSE_MORE_THAN_ONE_TOKEN] = { .word = "more_than_one_token", .text = "Sorcerers enchant a single token, and region {0} holds {1}.", .arg = { "region", "tokens" } },
    [REFUSE_ENCAMPED] =         { .word = "encamped", .text = "An encampment protects the token in region {0}.", .arg = { "region" } },
    [REFUSE_NO_MORE_TOKENS] =   { .word = "no_more_tokens_in_storage_tray", .text = "All {0} Sorcerers of the box are in play.", .arg = { "tokens" } },
    [REFUSE_NOT_BERSERK] =      { .word = "not_berserk", .text = "Only a Berserk race throws the die before it attacks." },
    [REFUSE_DIE_PENDING] =      { .word = "die_pending", .text = "The die is thrown: attack first." },
    [REFUSE_NOT_DIPLOMAT] =     { .word = "not_diplomat", .text = "Only a Diplomat befriends." },
    [REFUSE_BAD_FRIEND_ID] =    { .word = "bad_friend_id", .text = "There is no such player in this game.", .arg = { "seat" } },
    [REFUSE_BAD_FRIEND] =       { .word = "bad_friend", .text = "You cannot befriend yourself or somebody whose race you attacked in this turn.", .arg = { "seat" } },

    [REFUSE_BAD_REGIONS] =      { .word = "bad_regions", .text = "The list of regions is missing." },
    [REFUSE_NOT_BIVOUACKING] =  { .word = "not_bivouacking", .text = "Only a Bivouacking race has encampments." },
    [REFUSE_NOT_FORTIFIED] =    { .word = "not_fortified", .text = "Only a Fortified race builds fortresses." },
    [REFUSE_NOT_HEROIC] =       { .word = "not_heroic", .text = "Only a Heroic race has heroes." },
    [REFUSE_REGION_TWICE] =     { .word = "region_twice", .text = "Region {0} is named twice.", .arg = { "region" } },
    [REFUSE_NOT_YOUR_REGION] =  { .word = "not_your_region", .text = "Region {0} is not an active region of yours.", .arg = { "region" } },
    [REFUSE_NOT_AMONG_REGIONS] = { .word = "not_among_regions", .text = "Region {0} gets no tokens in this redeployment.", .arg = { "region" } },
    [REFUSE_USER_HAS_NOT_REGIONS] = { .word = "user_has_not_regions", .text = "You have no active region to redeploy in." },
    [REFUSE_NEGATIVE_TOKENS] =  { .word = "negative_tokens", .text = "A region gets 0 tokens or more, and the only one that is named at least 1." },
    [REFUSE_NOT_ENOUGH_TOKENS_FOR_REDEPLOYMENT] =
        { .word = "not_enough_tokens_for_redeployment", .text = "There are {1} to redeploy, not {0}.", .arg = { "placed", "have" } },
    [REFUSE_TOO_MANY_FORTIFIEDS_IN_REGION] =
        { .word = "too_many_fortifieds_in_region", .text = "A fortress stands in region {0} already.", .arg = { "region" } },
    [REFUSE_TOO_MANY_FORTIFIEDS] = { .word = "too_many_fortifieds", .text = "All {0} fortresses stand on the map already.", .arg = { "most" } },
    [REFUSE_NOT_ENOUGH_ENCAMPMENTS] =
        { .word = "not_enough_encampments_for_redeployment", .text = "There are {1} encampments, not {0}.", .arg = { "placed", "have" } },
    [REFUSE_BAD_SET_HERO_COMMAND] = { .word = "bad_set_hero_command", .text = "Heroes to place: {1}, one region each; named were {0}.", .arg = { "placed", "must" } },
    [REFUSE_BAD_ENCAMPMENTS_NUM] = { .word = "bad_encampments_num", .text = "A region that is named gets one encampment or more." },
    [REFUSE_NO_RETREAT] =       { .word = "no_retreat", .text = "Tokens cannot retreat to region {0}: only to active regions of yours, beside the lost one only if there are no others.", .arg = { "region" } },
    [REFUSE_NOT_ENOUGH_TOKENS] = { .word = "not_enough_tokens", .text = "You have {1} in hand, not {0}.", .arg = { "placed", "have" } },
    [REFUSE_THERE_ARE_TOKENS_IN_THE_HAND] =
        { .word = "there_are_tokens_in_the_hand", .text = "Every token in your hand must find a place: {0} of {1} did.", .arg = { "placed", "have" } },

    [REFUSE_BAD_DECK] =         { .word = "bad_deck", .text = "A deck has every race and every power once." },
    [REFUSE_BAD_MAP] =          { .word = "bad_map", .text = "The map cannot be played: line {0} of its text is wrong.", .arg = { "line" } },
    [REFUSE_MAP_SEATS] =        { .word = "map_seats", .text = "The map is for {0} players, not {1}.", .arg = { "players", "seats" } },
    [REFUSALS] =                { 0 },
};
/* clang-format on */
