/* Every endpoint of the hall API, below /api/v1. docs/openapi.yaml says the
 * same for readers, and tests/talk/openapi.py compares the two. */
#include "hall/api_call.h"

enum {
    NAME_LEAST = 2,
    PASSWORD_LEAST = 6,
    PAGE_MOST = 100,
    JOURNAL_PAGE_MOST = 500,
    MOVE_TEXT_MOST = 1000,
    WORD_MOST = 40,
    MOVE_SECONDS_MOST = 14 * 86400,
};

/* clang-format off */
#define TEXT(name, required, least, most) { name, FIELD_TEXT, required, least, most }
#define INT(name, required, least, most)  { name, FIELD_INT, required, least, most }
#define BOOL(name)                        { name, FIELD_BOOL, false, 0, 0 }
#define OBJECT(name)                      { name, FIELD_OBJECT, false, 0, 0 }
#define LIST(name, most)                  { name, FIELD_LIST, false, 0, most }
#define INVITE                            TEXT("invite", false, 0, WORD_MOST)
#define FIELDS(...)                       (const struct field[]){ __VA_ARGS__, { 0 } }
/* clang-format on */

/* Searched from the front, so what is asked all the time comes first. */
const struct endpoint api_endpoints[] = {
    { METHOD_POST, "/tables/{id}/moves", NEEDS_LOGIN | NEEDS_SEAT,
      FIELDS(TEXT("move", true, 1, MOVE_TEXT_MOST), INT("seq", false, 0, UINT32_MAX), BOOL("view")), NULL, api_move },
    { METHOD_GET, "/tables/{id}", 0, NULL, FIELDS(INVITE), api_table },
    { METHOD_GET, "/tables/{id}/view", 0, NULL, FIELDS(INVITE, INT("at", false, 0, UINT32_MAX)), api_view },

    { METHOD_POST, "/register", 0,
      FIELDS(TEXT("name", true, NAME_LEAST, LIMIT_NAME), TEXT("password", true, PASSWORD_LEAST, LIMIT_PASSWORD)), NULL,
      api_register },
    { METHOD_POST, "/login", 0, FIELDS(TEXT("name", true, 0, LIMIT_NAME), TEXT("password", true, 0, LIMIT_PASSWORD)), NULL,
      api_login },
    { METHOD_POST, "/logout", NEEDS_LOGIN, NULL, NULL, api_logout },
    { METHOD_POST, "/guest", 0, FIELDS(TEXT("name", false, NAME_LEAST, LIMIT_NAME)), NULL, api_guest },

    { METHOD_GET, "/me", NEEDS_LOGIN, NULL, NULL, api_me },
    { METHOD_PATCH, "/me", NEEDS_LOGIN, FIELDS(TEXT("name", true, NAME_LEAST, LIMIT_NAME)), NULL, api_rename },
    { METHOD_DELETE, "/me", NEEDS_LOGIN, FIELDS(TEXT("password", false, 0, LIMIT_PASSWORD)), NULL, api_delete_me },
    { METHOD_POST, "/me/password", NEEDS_ACCOUNT,
      FIELDS(TEXT("old", true, 0, LIMIT_PASSWORD), TEXT("new", true, PASSWORD_LEAST, LIMIT_PASSWORD)), NULL, api_password },
    { METHOD_GET, "/me/export", NEEDS_LOGIN, NULL, NULL, api_export },
    { METHOD_GET, "/me/tables", NEEDS_LOGIN, NULL, FIELDS(BOOL("live"), INT("after", false, 0, INT64_MAX)), api_my_tables },

    { METHOD_GET, "/games", 0, NULL, NULL, api_games },
    { METHOD_GET, "/games/{name}", 0, NULL, NULL, api_game },
    { METHOD_GET, "/games/{name}/leaderboard", 0, NULL,
      FIELDS(TEXT("system", false, 1, WORD_MOST), INT("after", false, 0, 1000000), INT("limit", false, 1, PAGE_MOST)),
      api_leaderboard },
    { METHOD_GET, "/players/{name}", 0, NULL, NULL, api_player },

    { METHOD_GET, "/tables", 0, NULL,
      FIELDS(TEXT("game", false, 1, WORD_MOST), TEXT("phase", false, 1, WORD_MOST), INT("seats", false, 1, SEATS_MAX), BOOL("free"),
             INT("after", false, 0, INT64_MAX), INT("limit", false, 1, PAGE_MOST)),
      api_tables },
    { METHOD_POST, "/tables", NEEDS_LOGIN,
      FIELDS(TEXT("game", true, 1, WORD_MOST), INT("seats", false, 1, SEATS_MAX), OBJECT("options"), LIST("bots", SEATS_MAX),
             BOOL("listed"), BOOL("rated"), BOOL("sit"), INT("move_seconds", false, 0, MOVE_SECONDS_MOST),
             INT("seed", false, 0, INT64_MAX)),
      NULL, api_open_table },
    { METHOD_POST, "/tables/{id}/join", NEEDS_LOGIN, FIELDS(INVITE, INT("seat", false, 0, SEATS_MAX - 1)), FIELDS(INVITE),
      api_join },
    { METHOD_POST, "/tables/{id}/leave", NEEDS_LOGIN | NEEDS_SEAT, NULL, NULL, api_leave },
    { METHOD_POST, "/tables/{id}/ready", NEEDS_LOGIN | NEEDS_SEAT, FIELDS(BOOL("ready")), NULL, api_ready },
    { METHOD_POST, "/tables/{id}/start", NEEDS_LOGIN, NULL, NULL, api_start },
    { METHOD_POST, "/tables/{id}/rematch", NEEDS_LOGIN, NULL, NULL, api_rematch },
    { METHOD_POST, "/tables/{id}/claim", NEEDS_LOGIN | NEEDS_SEAT, NULL, NULL, api_claim },
    { METHOD_POST, "/tables/{id}/abandon", NEEDS_LOGIN, NULL, NULL, api_abandon },
    { METHOD_POST, "/tables/{id}/chat", NEEDS_LOGIN, FIELDS(TEXT("text", true, 1, LIMIT_CHAT)), FIELDS(INVITE), api_chat },
    { METHOD_GET, "/tables/{id}/legal", NEEDS_LOGIN | NEEDS_SEAT, NULL, NULL, api_legal },
    { METHOD_GET, "/tables/{id}/journal", 0, NULL,
      FIELDS(INVITE, INT("from", false, 0, UINT32_MAX), INT("limit", false, 1, JOURNAL_PAGE_MOST)), api_journal },
    { METHOD_GET, "/tables/{id}/seed", 0, NULL, FIELDS(INVITE), api_seed },

    { METHOD_GET, "/openapi.yaml", 0, NULL, NULL, api_document },
    { 0 },
};
