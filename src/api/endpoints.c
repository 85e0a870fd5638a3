/* All endpoints of the hall API, below /api/v1. docs/openapi.yaml documents
 * them, and tests/talk/openapi.py compares the two. */
#include "api/call.h"
#include "game/bot.h"

enum {
    NAME_LEAST = 2,
    PASSWORD_LEAST = 6,
    PAGE_MAX = 100,
    AUDIT_PAGE_MAX = 200,
    JOURNAL_PAGE_MAX = 500,
    MOVE_TEXT_MAX = 1000,
    WORD_MAX = 40,
    MOVE_SECONDS_MAX = 14 * 86400,
};

/* clang-format off */
#define TEXT(name, required, min, max) { name, FIELD_TEXT, required, min, max }
#define INT(name, required, min, max)  { name, FIELD_INT, required, min, max }
#define BOOL(name)                        { name, FIELD_BOOL, false, 0, 0 }
#define OBJECT(name)                      { name, FIELD_OBJECT, false, 0, 0 }
#define LIST(name, max)                  { name, FIELD_LIST, false, 0, max }
#define INVITE                            TEXT("invite", false, 0, WORD_MAX)
#define FIELDS(...)                       (const struct field[]){ __VA_ARGS__, { 0 } }
/* clang-format on */

/* Searched from the front, so the most frequent come first. */
const struct endpoint api_endpoints[] = {
    { METHOD_POST, "/tables/{id}/moves", NEEDS_LOGIN | NEEDS_SEAT,
      FIELDS(TEXT("move", true, 1, MOVE_TEXT_MAX), INT("seq", false, 0, UINT32_MAX), BOOL("view"), BOOL("try")), NULL, api_move },
    { METHOD_GET, "/tables/{id}", 0, NULL, FIELDS(INVITE), api_table },
    { METHOD_GET, "/tables/{id}/view", 0, NULL, FIELDS(INVITE, INT("at", false, 0, UINT32_MAX)), api_view },

    { METHOD_POST, "/register", 0,
      FIELDS(TEXT("name", true, NAME_LEAST, LIMIT_NAME), TEXT("password", true, PASSWORD_LEAST, LIMIT_PASSWORD), BOOL("keep")),
      NULL, api_register },
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
    { METHOD_GET, "/me/sessions", NEEDS_LOGIN, NULL, NULL, api_sessions },
    { METHOD_DELETE, "/me/sessions/{session}", NEEDS_LOGIN, NULL, NULL, api_end_session },
    { METHOD_GET, "/me/tables", NEEDS_LOGIN, NULL, FIELDS(BOOL("live"), INT("after", false, 0, INT64_MAX)), api_my_tables },

    { METHOD_GET, "/games", 0, NULL, FIELDS(BOOL("brief")), api_games },
    { METHOD_GET, "/games/{name}", 0, NULL, NULL, api_game },
    { METHOD_GET, "/games/{name}/leaderboard", 0, NULL,
      FIELDS(TEXT("system", false, 1, WORD_MAX), INT("after", false, 0, 1000000), INT("limit", false, 1, PAGE_MAX)),
      api_leaderboard },
    { METHOD_GET, "/players/{name}", 0, NULL, NULL, api_player },
    { METHOD_GET, "/players/{name}/tables", 0, NULL, FIELDS(INT("after", false, 0, INT64_MAX), INT("limit", false, 1, PAGE_MAX)),
      api_player_tables },
    { METHOD_GET, "/players/{name}/history", 0, NULL, FIELDS(TEXT("game", true, 1, WORD_MAX), TEXT("system", false, 1, WORD_MAX)),
      api_player_history },

    { METHOD_GET, "/tables", 0, NULL,
      FIELDS(TEXT("game", false, 1, WORD_MAX), TEXT("phase", false, 1, WORD_MAX), INT("seats", false, 1, SEATS_MAX), BOOL("free"),
             INT("after", false, 0, INT64_MAX), INT("limit", false, 1, PAGE_MAX)),
      api_tables },
    { METHOD_POST, "/tables", NEEDS_LOGIN,
      FIELDS(TEXT("game", true, 1, WORD_MAX), INT("seats", false, 1, SEATS_MAX), OBJECT("options"), LIST("bots", SEATS_MAX),
             BOOL("listed"), BOOL("rated"), BOOL("sit"), INT("move_seconds", false, 0, MOVE_SECONDS_MAX),
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
      FIELDS(INVITE, INT("from", false, 0, UINT32_MAX), INT("limit", false, 1, JOURNAL_PAGE_MAX)), api_journal },
    { METHOD_GET, "/tables/{id}/board", 0, NULL, FIELDS(INVITE), api_board },
    { METHOD_GET, "/tables/{id}/replay", 0, NULL,
      FIELDS(INVITE, INT("from", false, 0, UINT32_MAX), INT("limit", false, 1, PAGE_MAX), INT("seat", false, -1, SEATS_MAX - 1)),
      api_replay },
    { METHOD_GET, "/tables/{id}/hint", NEEDS_LOGIN | NEEDS_SEAT, NULL, FIELDS(INT("level", false, 1, LEVELS)), api_hint },
    { METHOD_POST, "/tables/{id}/seats/{seat}", NEEDS_LOGIN, FIELDS(TEXT("bot", false, 1, WORD_MAX), BOOL("empty")), NULL,
      api_seat },
    { METHOD_GET, "/tables/{id}/seed", 0, NULL, FIELDS(INVITE), api_seed },

    { METHOD_GET, "/admin/state", NEEDS_LOGIN | NEEDS_ADMIN, NULL, NULL, api_admin_state },
    { METHOD_GET, "/admin/players", NEEDS_LOGIN | NEEDS_ADMIN, NULL,
      FIELDS(TEXT("find", false, 0, LIMIT_NAME), TEXT("after", false, 0, LIMIT_NAME), BOOL("guests"),
             INT("limit", false, 1, PAGE_MAX)),
      api_admin_players },
    { METHOD_GET, "/admin/connections", NEEDS_LOGIN | NEEDS_ADMIN, NULL,
      FIELDS(INT("before", false, 1, INT64_MAX), INT("limit", false, 1, PAGE_MAX)), api_admin_connections },
    { METHOD_POST, "/admin/players/{name}/ban", NEEDS_LOGIN | NEEDS_ADMIN, FIELDS(BOOL("ban")), NULL, api_admin_ban },
    { METHOD_POST, "/admin/players/{name}/mute", NEEDS_LOGIN | NEEDS_ADMIN, FIELDS(BOOL("mute")), NULL, api_admin_mute },
    { METHOD_POST, "/admin/addresses/{address}/ban", NEEDS_LOGIN | NEEDS_ADMIN, FIELDS(BOOL("ban")), NULL, api_admin_ban_address },
    { METHOD_POST, "/admin/addresses/{address}/mute", NEEDS_LOGIN | NEEDS_ADMIN, FIELDS(BOOL("mute")), NULL,
      api_admin_mute_address },
    { METHOD_GET, "/admin/sanctions", NEEDS_LOGIN | NEEDS_ADMIN, NULL, NULL, api_admin_sanctions },
    { METHOD_POST, "/admin/tables/{id}/close", NEEDS_LOGIN | NEEDS_ADMIN, NULL, NULL, api_admin_close },
    { METHOD_DELETE, "/admin/tables/{id}/chat/{seq}", NEEDS_LOGIN | NEEDS_ADMIN, NULL, NULL, api_admin_unsay },
    { METHOD_DELETE, "/admin/games/{name}/chat", NEEDS_LOGIN | NEEDS_ADMIN, NULL, FIELDS(INT("line", true, 1, INT64_MAX)),
      api_admin_unsay_game },
    { METHOD_GET, "/admin/audit", NEEDS_LOGIN | NEEDS_ADMIN, NULL,
      FIELDS(INT("before", false, 1, INT64_MAX), INT("limit", false, 1, AUDIT_PAGE_MAX)), api_admin_audit },

    { METHOD_GET, "/openapi.yaml", 0, NULL, NULL, api_document },
    { 0 },
};
