/* Tables: where games are played, regardless of the protocol.
 *
 * A table waits until its seats are taken, runs, and is finished or abandoned.
 * Everything that happens to it is an event: journaled with a sequence number,
 * and passed to the dialect and all feeds. The functions here check, change,
 * journal and notify; ERR_REFUSED comes with a sentence and changes nothing.
 * Whether the caller may act for a seat is the caller's responsibility (the
 * hall API checks the session, a dialect its own credentials). */
#ifndef TABLES_TABLE_H
#define TABLES_TABLE_H

#include "base/limits.h"
#include "game/game.h"
#include "hall/hall.h"
#include "tables/dialect.h"

extern const struct part tables_part;

enum table_phase { TABLE_WAITING, TABLE_RUNNING, TABLE_FINISHED, TABLE_ABANDONED };

enum { SNAPSHOT_EVERY = 256 }; /* events from one kept state of a table to the next (table_snapshot) */

enum sitter_kind {
    SITTER_NONE,    /* an empty seat */
    SITTER_ACCOUNT, /* an account, guests included */
    SITTER_DOOR,    /* known only to the dialect: a Catan playerId, a Santorini user */
    SITTER_BOT,     /* a computer player of ours */
};

struct sitter {
    enum sitter_kind kind;
    uint64_t         account; /* SITTER_ACCOUNT */
    char             name[LIMIT_NAME_BYTES + 1];
    char             bot[16]; /* SITTER_BOT: name of the player in bots/ */
    bool             ready;
    bool             left; /* left during the game */
};

struct table {
    uint64_t           id;
    const struct game *game;
    enum table_phase   phase;
    char               door[16];   /* where it was opened: "hall" or the game's name */
    char               invite[24]; /* code of the invite link */
    bool               listed;     /* shown to everybody */
    bool               rated;
    uint64_t           owner; /* account that opened it, 0 if none */
    uint8_t            seats; /* how many there are (setup.seats once it runs) */
    struct sitter      seat[SEATS_MAX];
    struct setup       setup;        /* the seed is secret until the end */
    int32_t            move_seconds; /* the hall's clock: seconds per move, 0 = none */
    uint32_t           seq;          /* of the next event */
    int64_t            opened_at, started_at, moved_at, ended_at;
    char               ended_how[32]; /* "won", "draw", "abandoned", "time", ... */
    uint64_t           next_table;    /* the rematch, 0 if none */
    int                watched;       /* number of feeds that follow it (maintained by the feed): only then are events described */
    void              *state;         /* the game's block; NULL unless started and loaded */
    void              *door_data;     /* owned by the dialect, which frees it on EVENT_DROPPED */

    struct table_private *private;
};

/* ---- events ------------------------------------------------------------ */

/* The values are the journal's letters. */
enum table_event_kind {
    EVENT_OPENED = 'o',    /* text: name of the game */
    EVENT_SAT = 's',       /* somebody took `seat`; text: the name */
    EVENT_STOOD = 'u',     /* seat given up before the start; later sitters moved up */
    EVENT_READY = 'r',     /* text "1" or "0" */
    EVENT_STARTED = 'g',   /* text: the setup with its seed (game/text.h). SECRET until the end: never sent */
    EVENT_MOVED = 'm',     /* text: the move */
    EVENT_LEFT = 'l',      /* seat given up during the game (a move may follow) */
    EVENT_RETURNED = 'b',  /* somebody sits in a left seat again */
    EVENT_CHAT = 'c',      /* text: name, a tab, the message */
    EVENT_FINISHED = 'f',  /* text: how */
    EVENT_ABANDONED = 'a', /* text: why */
    EVENT_REMATCH = 'x',   /* text: id of the next table */
    EVENT_UNSAID = 1,      /* not journaled: the line of chat `seq` was removed */
    EVENT_DROPPED = 0,     /* not journaled: the table is being unloaded; free door_data */
};

struct table_event {
    enum table_event_kind kind;
    uint32_t              seq;
    int                   seat; /* SEAT_TABLE if none */
    int64_t               at;
    struct str            text;
    const struct move    *move;    /* EVENT_MOVED */
    const struct effects *effects; /* EVENT_MOVED */
    struct str            words;   /* EVENT_MOVED at a watched table: game.describe and .outcome as a spectator sees them */
    uint64_t              account; /* EVENT_STOOD: whose seat it was, 0 if not an account's */
    const char           *door;    /* where it came from: "hall", a game's name, "bot", "clock" */
};

/* The event as a row of the journal; its text is borrowed. */
struct journal_row table_event_row(const struct table *t, const struct table_event *event);

/* Parts that want all events of all tables register when they open; a game's
 * dialect gets those of its own tables anyway (tables/dialect.h). */
typedef void table_listener(struct hall *hall, struct table *table, const struct table_event *event);
void         tables_listen(struct hall *hall, table_listener *listener);

/* ---- finding ----------------------------------------------------------- */

/* The table with its state, replayed from the journal if necessary. NULL: no
 * such table (or its journal is damaged, which is logged). Valid until the end
 * of the ask. */
struct table *table_find(struct hall *hall, uint64_t id);

/* Unfinished tables of a game, ordered by id; start with after = 0. Cheap: from
 * memory, states are not loaded. */
struct table *table_next_live(struct hall *hall, const struct game *game, uint64_t after);

/* How many tables run at which only computers play; `owned` of them have been
 * opened by this account. */
int  tables_without_people(struct hall *hall, uint64_t owner, int *owned);
bool table_has_people(const struct table *t); /* who have not left */

/* ---- doing ------------------------------------------------------------- */

struct table_plan {
    const struct game *game;
    const char        *door;   /* "hall" or the game's name */
    uint64_t           owner;  /* account or 0 */
    struct setup       setup;  /* seats = the number of seats; extra is copied */
    bool               seeded; /* setup.seed was chosen by the caller (tests, saved games); otherwise it is drawn */
    bool               listed, rated;
    int32_t            move_seconds;
    int                owned_most; /* unfinished tables that the owner may have; 0: as any account */
};

enum err table_open(struct hall *hall, const struct table_plan *plan, struct table **out, struct refusal *why);

/* Takes the lowest free seat, or `*seat` if it is not -1; returns it in
 * `*seat`. A computer player may replace another. A GAME_STARTS_FULL table
 * starts when the last seat is taken; others start when all seats are taken and
 * ready. Sitters known only to a dialect cannot sit at a rated table. */
enum err table_sit(struct hall *hall, struct table *t, const struct sitter *who, int *seat, const char *door, struct refusal *why);
/* Gives up a seat before the start. Later sitters move up, except in games that
 * start full, where seats have a meaning (a colour). */
enum err table_stand(struct hall *hall, struct table *t, int seat, const char *door, struct refusal *why);
enum err table_ready(struct hall *hall, struct table *t, int seat, bool ready, const char *door, struct refusal *why);
/* Starts a waiting table with the seats that are taken (setup.seats becomes
 * their number), on request of its manager or owner. */
enum err table_start(struct hall *hall, struct table *t, const char *door, struct refusal *why);

/* Optional results of table_move; either may be NULL. */
struct moved {
    struct effects *effects; /* what happened */
    struct buf     *worded;  /* the description, as a spectator sees it */
};

/* Makes a move: m->seat, kind and args are given, `at` is filled in. `out` may
 * be NULL. Finishes the table if the game is over. */
enum err table_move(struct hall *hall, struct table *t, struct move *m, const char *door, struct moved *out, struct refusal *why);

/* Gives up a seat: stands up while waiting; during the game makes the game's
 * .leave move, or abandons the table. */
enum err table_leave(struct hall *hall, struct table *t, int seat, const char *door, struct refusal *why);
/* Takes a seat again that was left, if the rules allow it. */
enum err table_return(struct hall *hall, struct table *t, int seat, const struct sitter *who, const char *door,
                      struct refusal *why);
void     table_abandon(struct hall *hall, struct table *t, const char *how, const char *door);
/* Says something: `account` does, from its seat or (-1) as a spectator. */
enum err table_say(struct hall *hall, struct table *t, int seat, uint64_t account, struct str name, struct str text,
                   const char *door, struct refusal *why);
/* Removes a line of chat for good: the event stays, its text is empty.
 * ERR_NONE: event `seq` is no such line. */
enum err table_unsay(struct hall *hall, struct table *t, uint32_t seq);
/* Opens a new table with the same game, options, seats, bots and clock and a
 * new seed, journals EVENT_REMATCH at `t`, and seats only the bots, each one seat
 * further on than before. ERR_REFUSED if there is a rematch already. `owned_most`: see struct table_plan. */
enum err table_rematch(struct hall *hall, struct table *t, uint64_t owner, int owned_most, struct table **out, const char *door,
                       struct refusal *why);
/* Renames the seats of an account (possibly to "deleted"), at old tables too.
 * Journals keep the old name. */
void     table_rename_sitter(struct hall *hall, uint64_t account, struct str name);
/* Deletes a table and its journal permanently (test-mode reset). */
void     table_erase(struct hall *hall, struct table *t);

/* ---- looking ----------------------------------------------------------- */

/* A copy of the state redacted for `seat`, valid until the next call. NULL if
 * the table has not started. */
const void *table_seen_by(struct hall *hall, struct table *t, int seat);
int         table_seat_of(const struct table *t, uint64_t account); /* -1: not at this table */
int         table_taken_seats(const struct table *t);

/* A state that a loaded table had: the latest of those kept that is not behind
 * event `seq`. Returns the event that comes next on it, which is less than
 * SNAPSHOT_EVERY events before `seq`; `*state` is NULL before the start of the
 * game. Valid until the end of the ask. */
uint32_t table_snapshot(const struct table *t, uint32_t seq, const void **state);

/* The players' names; valid until seats change. */
struct names table_names(const struct table *t);

/* When and whose time is up, by the rules' clock or by the time per move; 0:
 * never. */
int64_t table_deadline(const struct table *t, int *seat);

/* Asks a computer player (game/bot.h: bot_find) in the pool what `seat` should
 * do, based on what that seat can see. `done` gets the move and its sequence
 * number; NULL: there was not enough time. ERR_REFUSED: no such player, or the
 * seat owes no move; ERR_FULL: too many are thinking already. */
enum err table_advise(struct hall *hall, struct table *t, int seat, struct str bot,
                      void (*done)(struct hall *hall, void *arg, uint32_t seq, const struct move *m), void *arg,
                      struct refusal *why);

/* The hash published when the table opened, 64 hex digits: SHA-256 of
 * "meeple-seed:<table id>:<seed in decimal>". */
void table_seed_hash(const struct table *t, char hex[65]);

#endif
