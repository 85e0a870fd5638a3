/* Why the rules refuse a move. Every code has a row in the table: its word for
 * programs, its sentence for people. What the published protocol calls it is
 * the dialect's business (dialect/words.h). */
#ifndef SMALLWORLD_REFUSALS_H
#define SMALLWORLD_REFUSALS_H

#include "game/game.h"

enum refusals {
    REFUSE_GAME_OVER,
    REFUSE_NOT_YOUR_TURN,
    REFUSE_NOT_IN_GAME,
    REFUSE_BAD_STAGE,
    REFUSE_TABLE_ONLY,
    REFUSE_BAD_POSITION,
    REFUSE_BAD_MONEY_AMOUNT,
    REFUSE_BAD_REGION_ID,
    REFUSE_NO_TOKENS_IN_HAND,
    REFUSE_OWN_REGION,
    REFUSE_REGION_IS_IMMUNE,
    REFUSE_SEA,
    REFUSE_NOT_REACHED,
    REFUSE_NO_ENTRY,
    REFUSE_FRIENDSHIP,
    REFUSE_BAD_TOKENS_NUM,
    REFUSE_BAD_DIE,
    REFUSE_NOT_STOUT,
    REFUSE_NOT_DRAGON_MASTER,
    REFUSE_DRAGON_USED,
    REFUSE_NOT_SORCERERS,
    REFUSE_ENCHANTED_ALREADY,
    REFUSE_BAD_ATTACKED_RACE,
    REFUSE_NOTHING_TO_ENCHANT,
    REFUSE_CANNOT_ENCHANT_DECLINED_RACE,
    REFUSE_MORE_THAN_ONE_TOKEN,
    REFUSE_ENCAMPED,
    REFUSE_NO_MORE_TOKENS,
    REFUSE_NOT_BERSERK,
    REFUSE_DIE_PENDING,
    REFUSE_NOT_DIPLOMAT,
    REFUSE_BAD_FRIEND_ID,
    REFUSE_BAD_FRIEND,
    REFUSE_BAD_REGIONS,
    REFUSE_NOT_BIVOUACKING,
    REFUSE_NOT_FORTIFIED,
    REFUSE_NOT_HEROIC,
    REFUSE_REGION_TWICE,
    REFUSE_NOT_YOUR_REGION,
    REFUSE_NOT_AMONG_REGIONS,
    REFUSE_USER_HAS_NOT_REGIONS,
    REFUSE_NEGATIVE_TOKENS,
    REFUSE_NOT_ENOUGH_TOKENS_FOR_REDEPLOYMENT,
    REFUSE_TOO_MANY_FORTIFIEDS_IN_REGION,
    REFUSE_TOO_MANY_FORTIFIEDS,
    REFUSE_NOT_ENOUGH_ENCAMPMENTS,
    REFUSE_BAD_SET_HERO_COMMAND,
    REFUSE_BAD_ENCAMPMENTS_NUM,
    REFUSE_NO_RETREAT,
    REFUSE_NOT_ENOUGH_TOKENS,
    REFUSE_THERE_ARE_TOKENS_IN_THE_HAND,
    REFUSE_BAD_DECK,
    REFUSE_BAD_MAP,
    REFUSE_MAP_SEATS,
    REFUSALS,
};
extern const struct refusal_kind smallworld_refusals[REFUSALS + 1];

/* One line a check: return no(why, REFUSE_SEA, region). */
static inline enum err no(struct refusal *why, int code, int a)
{
    return refuse_args(why, smallworld_refusals, code, a, 0, 0);
}
static inline enum err no_two(struct refusal *why, int code, int a, int b)
{
    return refuse_args(why, smallworld_refusals, code, a, b, 0);
}

#endif
