/* A request to the hall API: what the router has found and checked, and how to
 * reply. Private to this folder.
 *
 * An endpoint's row declares what it accepts: the router checks body and query
 * against its fields, finds the account and the table, and replies to invalid
 * requests before the endpoint runs. */
#ifndef API_CALL_H
#define API_CALL_H

#include "api/self.h"
#include "base/jin.h"
#include "people/account.h"
#include "tables/table.h"
#include "tables/walk.h"

enum field_kind { FIELD_TEXT, FIELD_INT, FIELD_BOOL, FIELD_OBJECT, FIELD_LIST };

/* A member of a body or a query parameter. `min` and `max` bound an integer,
 * the characters of a text, or the elements of a list. */
struct field {
    const char     *name;
    enum field_kind kind;
    bool            required;
    int64_t         min, max;
};

enum endpoint_needs {
    NEEDS_LOGIN = 1,   /* an account or a guest */
    NEEDS_ACCOUNT = 2, /* an account, not a guest */
    NEEDS_SEAT = 4,    /* a seat at the table of the path */
    NEEDS_ADMIN = 8,   /* an administrator */
};

struct call;

/* A path may contain {id}, a table that the caller must be allowed to see, and
 * one other part in braces, which matches any text. */
struct endpoint {
    enum method         method;
    const char         *path; /* below /api/v1 */
    unsigned            needs;
    const struct field *body, *query; /* end with a NULL name; NULL: none */
    void (*run)(struct call *call);
};

extern const struct endpoint api_endpoints[]; /* ends with a NULL path */
extern const struct str      api_description; /* docs/openapi.yaml, embedded at build time */

struct call {
    struct hall           *hall;
    struct ask            *ask;
    const struct endpoint *endpoint;
    struct account         account;      /* id 0: anonymous */
    struct table          *table;        /* of {id} */
    int                    seat;         /* the caller's, -1: none */
    struct str             word;         /* the other part in braces, decoded */
    struct jin            *body, *query; /* objects, or NULL if nothing was sent */
    struct buf             decoded;      /* memory of `word` */
    struct buf            *reply;        /* NULL until the reply starts; starting again discards what was written */
};

/* A call recreated for a deferred reply. */
static inline struct call call_later(struct hall *hall, struct ask *ask)
{
    return (struct call){ .hall = hall, .ask = ask, .seat = -1 };
}

/* ---- answering --------------------------------------------------------- */

/* A JSON reply in two steps; these open and close the object. */
struct jout call_begin(struct call *call);
void        call_end(struct call *call, struct jout *out, int status);
void        call_end_with(struct call *call, enum err err, struct buf *text); /* 200 with a whole JSON text, or busy; releases it */
void        call_empty(struct call *call);                                    /* 204 */

/* All errors, each with its status, code and message (errors.c). */
enum api_error {
    API_BAD_JSON,
    API_BAD_FIELD,
    API_BAD_MOVE,
    API_LOGIN_NEEDED,
    API_SESSION_OVER,
    API_WRONG_PASSWORD,
    API_NOT_FOR_GUESTS,
    API_REGISTRATION_CLOSED,
    API_FORBIDDEN,
    API_MUTED,
    API_NOT_YOUR_SEAT,
    API_NOT_FOUND,
    API_NO_SUCH_TABLE,
    API_NO_SUCH_GAME,
    API_NO_SUCH_PLAYER,
    API_NO_SUCH_SESSION,
    API_WRONG_METHOD,
    API_NAME_TAKEN,
    API_SEAT_TAKEN,
    API_NOT_WAITING,
    API_NOT_RUNNING,
    API_FINISHED,
    API_STALE,
    API_KEY_REUSED,
    API_REFUSED,
    API_TOO_MANY,
    API_BUSY,
    API_ERRORS
};

/* Why a request was refused, independent of the transport. */
struct fault {
    enum api_error error;
    const char    *why;     /* replaces the error's own message; with `field`, the rest of the sentence */
    const char    *field;   /* API_BAD_FIELD: which */
    uint32_t       seq;     /* API_STALE: the current one */
    struct refusal refusal; /* of a game or a table: takes precedence over `why` */
};

void         fault_write(struct jout *out, const char *key, const struct fault *fault);
struct fault fault_of(enum err err, const struct refusal *why); /* from the result of a function */

void call_fail_with(struct call *call, const struct fault *fault);
void call_fail(struct call *call, enum api_error error);
void call_fail_why(struct call *call, enum api_error error, const char *why); /* with its own message */
void call_fail_field(struct call *call, const char *field, const char *why);  /* API_BAD_FIELD; names the field */

/* The account whose name is `call->word`; replies if there is none. */
bool call_player(struct call *call, struct account *out);
void call_fail_err(struct call *call, enum err err, const struct refusal *why);

/* ---- shared writers (write.c, legal.c) ---------------------------------- */

/* A table as seen by `viewer` (an account, or 0). The summary is used by lists
 * and the lobby and needs no state; "now" adds whose turn it is, for `seat`
 * (-1: a spectator); "whole" is everything, with the invitation for whoever
 * opened the table, sits there or is `invited`. */
void write_table_summary(struct hall *hall, struct jout *out, const struct table *t);
void write_table_now(struct hall *hall, struct jout *out, const struct table *t, int seat);
void write_table(struct hall *hall, struct jout *out, struct table *t, uint64_t viewer, bool invited);

void write_seats(struct hall *hall, struct jout *out, const char *key, const struct table *t);
void write_seat_number(struct jout *out, const char *key, int seat); /* null if there is none */
void write_deadline(struct jout *out, const struct table *t);

/* The eyes (game/replay.h) of a seat: nothing is secret once the game is over. */
int eyes_of(const struct table *t, int seat);

/* The position: "to_act", the seats that owe a move, and "view", as `seat` (-1:
 * a spectator) may see it; redacts the state. Null without a state. */
void write_stand(struct jout *out, const struct table *t, const void *state, int seat);
void write_turn(struct jout *out, const struct table *t, const void *state); /* only who owes a move */
void write_to_act(struct jout *out, const struct game *game, const void *state);
void write_view(struct jout *out, const struct game *game, const void *state, int eyes, int seat);

/* "picture": the position drawn as text, or null. */
void write_picture(struct jout *out, const struct game *game, const void *state, int eyes);

/* "board": what never changes during the game; null before it starts. */
void write_board(struct hall *hall, struct jout *out, const struct table *t);

/* Describes a move for a list of choices. */
void write_words(const struct game *game, const void *seen, const struct move *m, const struct names *names, struct buf *out);

/* The members describing what `seat` can do now, if anything. */
bool has_legal(const struct table *t, int seat);
void write_legal(struct hall *hall, struct jout *out, struct table *t, int seat);

/* The reply of all endpoints that change a table (tables.c). */
void answer_table(struct call *c, struct table *t, int status);

/* Why `seat` cannot claim the game now; NULL: it can (tables.c). */
const char *claim_fault(struct hall *hall, const struct table *t, int seat);

/* The members of a journal event, without braces. Secret texts are omitted. */
struct telling {
    const struct game    *game;
    struct str            words;   /* of a move */
    const struct effects *effects; /* of a move */
    int                   eyes;    /* the viewer */
    bool                  wordless;
};
void write_event(struct jout *out, const struct journal_row *row, const struct telling *telling);

const char *phase_word(enum table_phase phase);
bool        table_ended(const struct table *t);

/* May this account see the table? An unlisted one is visible to its sitters,
 * its owner, and anybody with its invite code. */
bool table_visible(const struct table *t, uint64_t account, struct str invite);

/* ---- walking a journal (walk.c) ----------------------------------------- */

typedef void walk_done(struct hall *hall, void *arg, enum err err);

/* walk_table in the pool: `each` runs there and must touch nothing but `arg`;
 * then `done` in the hall, once. Those who could not even start are told so
 * here, and `done` is not called: ERR_FULL, if the address has too many under
 * way, or ERR_IO. */
enum err walk_start(struct hall *hall, const struct table *t, const char *peer, uint32_t from, uint32_t end, walk_each *each,
                    walk_done *done, void *arg);

/* The same for a call on its table, whose answer then waits for `done`. False:
 * it could not start, and the call is answered. */
bool call_walk(struct call *call, uint32_t from, uint32_t end, walk_each *each, walk_done *done, void *arg);

/* Counts a walk against its address, which gets no more than a class could look at. */
bool walk_allowed(struct hall *hall, const char *peer);

struct walks *walks_new(void);
void          walks_free(struct walks *w);
void          walks_forget(struct walks *w); /* a batch was taken back */

/* ---- endpoints --------------------------------------------------------- */

void api_register(struct call *c), api_login(struct call *c), api_logout(struct call *c), api_guest(struct call *c);
void api_me(struct call *c), api_rename(struct call *c), api_password(struct call *c), api_delete_me(struct call *c);
void api_export(struct call *c), api_my_tables(struct call *c);
void api_games(struct call *c), api_game(struct call *c), api_leaderboard(struct call *c), api_player(struct call *c);
void api_tables(struct call *c), api_open_table(struct call *c), api_table(struct call *c), api_join(struct call *c);
void api_leave(struct call *c), api_ready(struct call *c), api_start(struct call *c), api_rematch(struct call *c);
void api_claim(struct call *c), api_abandon(struct call *c), api_seed(struct call *c), api_chat(struct call *c);
void api_view(struct call *c), api_legal(struct call *c), api_move(struct call *c), api_journal(struct call *c);
void api_board(struct call *c), api_replay(struct call *c), api_hint(struct call *c), api_seat(struct call *c);
void api_sessions(struct call *c), api_end_session(struct call *c);
void api_player_tables(struct call *c), api_player_history(struct call *c);
void api_admin_state(struct call *c), api_admin_ban(struct call *c), api_admin_close(struct call *c);
void api_admin_mute(struct call *c), api_admin_ban_address(struct call *c), api_admin_mute_address(struct call *c);
void api_admin_players(struct call *c), api_admin_connections(struct call *c);
void api_admin_sanctions(struct call *c), api_admin_unsay(struct call *c), api_admin_audit(struct call *c);
void api_admin_unsay_game(struct call *c);
void api_document(struct call *c);

/* State of the admin endpoints. */
struct admin *admin_new(struct hall *hall);
void          admin_free(struct admin *a);

/* JSON Schemas of a game's moves, effects, views, boards and forms (schema.c). */
void write_schemas(struct jout *out, const char *key, const struct game *game);

#endif
