/* One request to the hall API while it is answered: what the router has found
 * out and checked, and how to answer. Used by the api_*.c files only.
 *
 * What an endpoint takes is said in its row, once: the router checks the body
 * and the query against its fields, finds the account and the table, and
 * refuses with the right status before the endpoint runs. */
#ifndef HALL_API_CALL_H
#define HALL_API_CALL_H

#include "base/jin.h"
#include "hall/account.h"
#include "hall/api_self.h"
#include "hall/table.h"

enum field_kind { FIELD_TEXT, FIELD_INT, FIELD_BOOL, FIELD_OBJECT, FIELD_LIST };

/* A member of a body, or a parameter of a query. `least` and `most` bound an
 * integer, the characters of a text, the elements of a list. */
struct field {
    const char     *name;
    enum field_kind kind;
    bool            required;
    int64_t         least, most;
};

enum endpoint_needs {
    NEEDS_LOGIN = 1,   /* an account or a guest */
    NEEDS_ACCOUNT = 2, /* an account that is no guest */
    NEEDS_SEAT = 4,    /* a seat at the table of the path */
};

struct call;

/* A path has at most one part in braces: {id} is a table, which the caller
 * must be allowed to see; {name} any text. */
struct endpoint {
    enum method         method;
    const char         *path; /* below /api/v1 */
    unsigned            needs;
    const struct field *body, *query; /* end with a NULL name; NULL: none */
    void (*run)(struct call *call);
};

extern const struct endpoint api_endpoints[]; /* ends with a NULL path */
extern const struct str      api_description; /* docs/openapi.yaml, put into the program when it is built */

struct call {
    struct hall           *hall;
    struct ask            *ask;
    const struct endpoint *endpoint;
    struct account         account;      /* id 0: nobody */
    struct table          *table;        /* of {id} */
    int                    seat;         /* the caller's there, -1: none */
    struct str             word;         /* {name}, decoded */
    struct jin            *body, *query; /* objects, or NULL where nothing was sent */
    struct buf             decoded;      /* memory of `word` */
};

/* A call made anew for an answer that comes later. */
static inline struct call call_later(struct hall *hall, struct ask *ask)
{
    return (struct call){ .hall = hall, .ask = ask, .seat = -1 };
}

/* ---- answering --------------------------------------------------------- */

/* A JSON reply in two steps; the object is opened and closed here. */
struct jout call_begin(struct call *call);
void        call_end(struct call *call, struct jout *out, int status);
void        call_empty(struct call *call); /* 204 */

/* All refusals, each with its status, code and sentence (api_error.c). */
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
    API_NOT_YOUR_SEAT,
    API_NOT_FOUND,
    API_NO_SUCH_TABLE,
    API_NO_SUCH_GAME,
    API_NO_SUCH_PLAYER,
    API_WRONG_METHOD,
    API_NAME_TAKEN,
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

void call_fail(struct call *call, enum api_error error);
void call_fail_why(struct call *call, enum api_error error, const char *why); /* with a sentence of its own */
void call_fail_field(struct call *call, const char *field, const char *why);  /* API_BAD_FIELD; names the field */
void call_fail_stale(struct call *call, uint32_t seq);                        /* API_STALE; tells the current seq */

/* The answer to what a function of the hall returned: refused, full... */
void call_fail_err(struct call *call, enum err err, const char *why);

/* Writes {"code":..,"message":..} of an error, for the feed. */
void api_error_write(struct jout *out, enum api_error error, const char *why);

/* ---- shared writers (api_write.c) -------------------------------------- */

/* A table as `viewer` (an account, or 0) may see it. The summary is what lists
 * and the lobby show, and needs no state; the rest follows in full. */
void write_table_summary(struct jout *out, const struct table *t);
void write_table(struct hall *hall, struct jout *out, struct table *t, uint64_t viewer);

void write_seats(struct jout *out, const char *key, const struct table *t);

/* Where a state of the table's game stands: "to_act", the seats that owe a
 * move, and "view", as `seat` (-1: a spectator) may see it; redacted here. Null
 * without a state. */
void write_stand(struct jout *out, const struct table *t, const void *state, int seat);
void write_turn(struct jout *out, const struct table *t, const void *state); /* only who owes a move */

/* "picture": the same drawn in lines of text, or null. */
void write_picture(struct jout *out, const struct table *t, const void *state, int seat);

/* The members of one event of a journal, without the braces. `words` describe
 * a move. Secret texts are left out. */
void write_event(struct jout *out, const struct journal_row *row, struct str words);

const struct dialect *dialect_of(const struct game *game);

const char *phase_word(enum table_phase phase);
bool        table_ended(const struct table *t);

/* May this account see the table? Unlisted ones: who sits there, who opened
 * it, and who has the code of the invite link. */
bool table_visible(const struct table *t, uint64_t account, struct str invite);

/* ---- walking a journal (api_walk.c) ------------------------------------ */

/* Where a walk stands: the state after the row, and the row's move in words. */
struct walk {
    struct table *table;
    uint32_t      from;  /* words are only made from here on */
    void         *state; /* NULL before the start */
    struct buf    words;
    void         *before;                                                            /* private */
    bool (*each)(void *arg, const struct walk *walk, const struct journal_row *row); /* false: stop */
    void *arg;
};

/* Visits all rows of a table in order, keeping the game's state as it goes. */
enum err walk_table(struct hall *hall, struct table *t, uint32_t from,
                    bool (*each)(void *arg, const struct walk *walk, const struct journal_row *row), void *arg);

/* A walk replays the table from its beginning, in the one thread that serves
 * everybody: no address gets more of them than a person could look at. */
bool walk_allowed(struct hall *hall, const char *peer);

/* A move in words, made on `before`, by one who sees nothing secret. `scratch`
 * has the size of a state. */
void move_words(const struct game *game, const void *before, const struct move *m, void *scratch, struct buf *out);
/* Adds what chance made of it, as the same one sees it in `after`. */
void move_outcome(const struct game *game, const void *after, const struct move *m, void *scratch, struct buf *out);

/* ---- endpoints --------------------------------------------------------- */

void api_register(struct call *c), api_login(struct call *c), api_logout(struct call *c), api_guest(struct call *c);
void api_me(struct call *c), api_rename(struct call *c), api_password(struct call *c), api_delete_me(struct call *c);
void api_export(struct call *c), api_my_tables(struct call *c);
void api_games(struct call *c), api_game(struct call *c), api_leaderboard(struct call *c), api_player(struct call *c);
void api_tables(struct call *c), api_open_table(struct call *c), api_table(struct call *c), api_join(struct call *c);
void api_leave(struct call *c), api_ready(struct call *c), api_start(struct call *c), api_rematch(struct call *c);
void api_claim(struct call *c), api_abandon(struct call *c), api_seed(struct call *c), api_chat(struct call *c);
void api_view(struct call *c), api_legal(struct call *c), api_move(struct call *c), api_journal(struct call *c);
void api_document(struct call *c);

#endif
