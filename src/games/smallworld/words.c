#include "games/smallworld/words.h"

#include "base/err.h"

static const struct {
    const char *text;
    const char *sentence;
} words[] = {
    [WORD_OK] = { "ok", "done" },
    [ALREADY_IN_GAME] = { "alreadyInGame", "you sit in a game already" },
    [BAD_ACTION] = { "badAction", "there is no such command" },
    [BAD_ACTIONS] = { "badActions", "a list of commands is missing" },
    [BAD_AI] = { "badAi", "no number of computer players" },
    [BAD_ATTACKED_RACE] = { "badAttackedRace", "this region is your own" },
    [BAD_BODY_OR_MAP_ID] = { "badBodyOrMapId", "the form lacks a file or the number of an existing map" },
    [BAD_ENCAMPMENTS_NUM] = { "badEncampmentsNum", "place one encampment or more in each region you name" },
    [BAD_FILE_EXTENSION] = { "badFileExtension", "only png, jpg and jpeg pictures are taken" },
    [BAD_FRIEND] = { "badFriend", "no friendship with yourself or with somebody you attacked in this turn" },
    [BAD_FRIEND_ID] = { "badFriendId", "no such player in this game" },
    [BAD_GAME_DESCRIPTION] = { "badGameDescription", "the description is too long" },
    [BAD_GAME_ID] = { "badGameId", "there is no such game" },
    [BAD_GAME_NAME] = { "badGameName", "a game's name has 1 to 50 characters" },
    [BAD_GAME_STATE] = { "badGameState", "the game does not wait for players" },
    [BAD_JSON] = { "badJson", "this is not a command" },
    [BAD_MAP_ID] = { "badMapId", "there is no such map" },
    [BAD_MAP_NAME] = { "badMapName", "a map's name has 1 to 15 characters" },
    [BAD_MESSAGE_TEXT] = { "badMessageText", "a message has at most 300 characters" },
    [BAD_MONEY_AMOUNT] = { "badMoneyAmount", "you have not so many coins" },
    [BAD_PASSWORD] = { "badPassword", "a password has 6 to 18 ASCII characters" },
    [BAD_PLAYERS_NUM] = { "badPlayersNum", "a map is for 2 to 5 players" },
    [BAD_POSITION] = { "badPosition", "no race and power lie there" },
    [BAD_READINESS_STATUS] = { "badReadinessStatus", "ready is 0 or 1" },
    [BAD_REGION] = { "badRegion", "this region cannot be chosen" },
    [BAD_REGION_ID] = { "badRegionId", "there is no such region" },
    [BAD_REGIONS] = { "badRegions", "the list of regions is no good" },
    [BAD_SET_HERO_COMMAND] = { "badSetHeroCommand", "two heroes go to two regions, or one to your only region" },
    [BAD_SINCE] = { "badSince", "since is the number of a message, or 0" },
    [BAD_STAGE] = { "badStage", "this cannot be done now" },
    [BAD_TOKENS_NUM] = { "badTokensNum", "not the right number of tokens" },
    [BAD_TURNS_NUM] = { "badTurnsNum", "a game lasts 5 to 10 turns" },
    [BAD_USER_SID] = { "badUserSid", "log in first" },
    [BAD_USERNAME] = { "badUsername", "a name has 3 to 16 letters, digits, _ or -, a letter first" },
    [BAD_USERNAME_OR_PASSWORD] = { "badUsernameOrPassword", "name or password is wrong" },
    [CANNOT_ENCHANT_DECLINED_RACE] = { "cannotEnchantDeclinedRace", "only active races can be enchanted" },
    [GAME_NAME_TAKEN] = { "gameNameTaken", "another game has this name" },
    [ILLEGAL_ACTION] = { "illegalAction", "this command cannot be part of a saved game" },
    [MAP_NAME_TAKEN] = { "mapNameTaken", "another map has this name" },
    [NO_MORE_TOKENS_IN_STORAGE_TRAY] = { "noMoreTokensInStorageTray", "all Sorcerers of the box are in play" },
    [NOT_ENOUGH_ENCAMPMENTS] = { "notEnoughEncampmentsForRedeployment", "there are five encampments" },
    [NOT_ENOUGH_TOKENS] = { "notEnoughTokens", "you have not so many tokens in hand" },
    [NOT_ENOUGH_TOKENS_FOR_REDEPLOYMENT] = { "notEnoughTokensForRedeployment", "you have not so many tokens" },
    [NOT_IN_GAME] = { "notInGame", "you sit in no game" },
    [NOTHING_TO_ENCHANT] = { "nothingToEnchant", "nobody is there" },
    [REGION_IS_IMMUNE] = { "regionIsImmune", "a hole, a dragon or a hero protects this region" },
    [REGISTRATION_CLOSED] = { "registrationClosed", "this server makes no new accounts" },
    [SERVER_BUSY] = { "serverBusy", "too much to do: try again" },
    [THERE_ARE_TOKENS_IN_THE_HAND] = { "thereAreTokensInTheHand", "place all tokens of your hand" },
    [TOO_MANY_FORTIFIEDS] = { "tooManyFortifieds", "six fortresses stand already" },
    [TOO_MANY_FORTIFIEDS_IN_REGION] = { "tooManyFortifiedsInRegion", "a fortress stands there already" },
    [TOO_MANY_PLAYERS] = { "tooManyPlayers", "no seat is free" },
    [TOO_MANY_PLAYERS_FOR_MAP] = { "tooManyPlayersForMap", "the map has not so many seats" },
    [USER_HAS_NOT_REGIONS] = { "userHasNotRegions", "you have no region" },
    [USER_NOT_LOGGED_IN] = { "userNotLoggedIn", "a player of the saved game is not logged in" },
    [USERNAME_TAKEN] = { "usernameTaken", "somebody else has this name" },
};

_Static_assert(ARRAY_LEN(words) == WORDS, "every word has its row");

const char *word_text(enum word word)
{
    return words[word].text;
}

const char *word_sentence(enum word word)
{
    return words[word].sentence;
}

enum word word_of_sentence(const char *sentence)
{
    for (int i = 0; i < WORDS; i++)
        if (words[i].sentence == sentence)
            return (enum word)i;
    return BAD_STAGE;
}
