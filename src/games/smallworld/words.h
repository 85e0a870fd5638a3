/* Every word that an answer of the Small World protocol can carry in
 * "result", with the sentence that the hall shows a person instead. Rules and
 * dialect share the one list: a refusal of the rules is one of these. */
#ifndef SMALLWORLD_WORDS_H
#define SMALLWORLD_WORDS_H

enum word {
    WORD_OK,
    ALREADY_IN_GAME,
    BAD_ACTION,
    BAD_ACTIONS,
    BAD_AI,
    BAD_ATTACKED_RACE,
    BAD_BODY_OR_MAP_ID,
    BAD_ENCAMPMENTS_NUM,
    BAD_FILE_EXTENSION,
    BAD_FRIEND,
    BAD_FRIEND_ID,
    BAD_GAME_DESCRIPTION,
    BAD_GAME_ID,
    BAD_GAME_NAME,
    BAD_GAME_STATE,
    BAD_JSON,
    BAD_MAP_ID,
    BAD_MAP_NAME,
    BAD_MESSAGE_TEXT,
    BAD_MONEY_AMOUNT,
    BAD_PASSWORD,
    BAD_PLAYERS_NUM,
    BAD_POSITION,
    BAD_READINESS_STATUS,
    BAD_REGION,
    BAD_REGION_ID,
    BAD_REGIONS,
    BAD_SET_HERO_COMMAND,
    BAD_SINCE,
    BAD_STAGE,
    BAD_TOKENS_NUM,
    BAD_TURNS_NUM,
    BAD_USER_SID,
    BAD_USERNAME,
    BAD_USERNAME_OR_PASSWORD,
    CANNOT_ENCHANT_DECLINED_RACE,
    GAME_NAME_TAKEN,
    ILLEGAL_ACTION,
    MAP_NAME_TAKEN,
    NO_MORE_TOKENS_IN_STORAGE_TRAY,
    NOT_ENOUGH_ENCAMPMENTS,
    NOT_ENOUGH_TOKENS,
    NOT_ENOUGH_TOKENS_FOR_REDEPLOYMENT,
    NOT_IN_GAME,
    NOTHING_TO_ENCHANT,
    REGION_IS_IMMUNE,
    REGISTRATION_CLOSED,
    SERVER_BUSY,
    THERE_ARE_TOKENS_IN_THE_HAND,
    TOO_MANY_FORTIFIEDS,
    TOO_MANY_FORTIFIEDS_IN_REGION,
    TOO_MANY_PLAYERS,
    TOO_MANY_PLAYERS_FOR_MAP,
    USER_HAS_NOT_REGIONS,
    USER_NOT_LOGGED_IN,
    USERNAME_TAKEN,
    WORDS,
};

const char *word_text(enum word word);              /* as on the wire: "badStage" */
const char *word_sentence(enum word word);          /* for people; a static text that names the word uniquely */
enum word   word_of_sentence(const char *sentence); /* the reverse, by identity of the pointer */

#endif
