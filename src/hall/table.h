/* Tables: where games are played, whatever door the players came through.
 *
 * A table waits until its seats are taken, runs, and is finished or abandoned.
 * Everything that happens to it is an event: journaled with a sequence
 * number, told to the dialect and to all feeds. The functions here check,
 * change, journal and tell; ERR_REFUSED comes with a sentence and leaves no
 * trace. Whether the caller may speak for a seat is the caller's business
 * (hall API: its session; a dialect: its own credentials). */
#ifndef HALL_TABLE_H
#define HALL_TABLE_H

#include "base/limits.h"
#include "game/game.h"
#include "hall/hall.h"

enum table_phase { TABLE_WAITING, TABLE_RUNNING, TABLE_FINISHED, TABLE_ABANDONED };

enum sitter_kind {
    SITTER_NONE,    /* an empty seat */
    SITTER_ACCOUNT, /* an account, guests included */
    SITTER_DOOR,    /* somebody whom only the dialect knows: a Catan playerId, a Santorini user */
    SITTER_BOT,     /* a computer player of ours */
};

struct sitter {
    enum sitter_kind kind;
    uint64_t         account; /* SITTER_ACCOUNT */
    char             name[LIMIT_NAME_BYTES + 1];
    char             bot[16]; /* SITTER_BOT: name of the player in bots/ */
    bool             ready;
    bool             left; /* gave the seat up while the game ran */
};

struct table {
    uint64_t           id;
    const struct game *game;
    enum table_phase   phase;
    char               door[16];   /* "hall" or the game's name: who opened it */
    char               invite[24]; /* code of the invite link */
    bool               listed;     /* shown to everybody */
    bool               rated;
    uint64_t           owner; /* account that opened it, 0 if none */
    uint8_t            seats; /* how many there are (setup.seats once it runs) */
    struct sitter      seat[SEATS_MAX];
    struct setup       setup;        /* seed is a secret until the end */
    int32_t            move_seconds; /* hall clock: time for one move, 0 = none */
    uint32_t           seq;          /* of the next event */
    int64_t            opened_at, started_at, moved_at, ended_at;
    char               ended_how[32]; /* "won", "draw", "abandoned", "time", ... */
    uint64_t           next_table;    /* the rematch, 0 if there is none */
    int                watched;       /* feeds that follow it (kept by the feed): only then events have words */
    void              *state;         /* the game's block; NULL unless running or later and loaded */
    void              *door_data;     /* the dialect's; it frees it on EVENT_DROPPED */

    struct table_private *private;
};

/* ---- events ------------------------------------------------------------ */

/* Kinds double as the journal's letter. */
enum table_event_kind {
    EVENT_OPENED = 'o',    /* text: name of the game */
    EVENT_SAT = 's',       /* somebody took `seat`; text: the name */
    EVENT_STOOD = 'u',     /* seat given up while waiting; later seats moved up */
    EVENT_READY = 'r',     /* text "1" or "0" */
    EVENT_STARTED = 'g',   /* text: the setup with its seed (game/replay.h). SECRET until the end: never sent on */
    EVENT_MOVED = 'm',     /* text: the move */
    EVENT_LEFT = 'l',      /* seat given up while running (a move may follow) */
    EVENT_RETURNED = 'b',  /* somebody sits in a left seat again */
    EVENT_CHAT = 'c',      /* text: name, a tab, the message */
    EVENT_FINISHED = 'f',  /* text: how */
    EVENT_ABANDONED = 'a', /* text: why */
    EVENT_REMATCH = 'x',   /* text: id of the next table */
    EVENT_DROPPED = 0,     /* not journaled: the table leaves memory; forget door_data */
};

struct table_event {
    enum table_event_kind kind;
    uint32_t              seq;
    int                   seat; /* SEAT_TABLE if nobody's */
    int64_t               at;
    struct str            text;
    const struct move    *move;    /* EVENT_MOVED */
    const struct effects *effects; /* EVENT_MOVED */
    struct str  words; /* EVENT_MOVED at a table that is watched: game.describe and .outcome on states redacted for nobody's seat */
    const char *door;  /* which door it came through: "hall", a game's name, "bot", "clock" */
};

/* ---- finding ----------------------------------------------------------- */

/* The table with its state, replayed from the journal if it was not in
 * memory. NULL: no such table (or its journal is damaged, which is logged).
 * The pointer is good until the end of the ask. */
struct table *table_find(struct hall *hall, uint64_t id);

/* Unfinished tables of a game in the order of their ids: start with after = 0.
 * Cheap: comes from memory, states not loaded. */
struct table *table_next_live(struct hall *hall, const struct game *game, uint64_t after);

/* ---- doing ------------------------------------------------------------- */

struct table_plan {
    const struct game *game;
    const char        *door;   /* "hall" or the game's name */
    uint64_t           owner;  /* account or 0 */
    struct setup       setup;  /* seats = how many there will be; extra is copied */
    bool               seeded; /* setup.seed was chosen by the caller (tests, saved games); else it is drawn */
    bool               listed, rated;
    int32_t            move_seconds;
};

enum err table_open(struct hall *hall, const struct table_plan *plan, struct table **out, const char **why);

/* Takes the lowest free seat, or `*seat` if it is not -1; tells which in
 * `*seat`. A table whose game GAME_STARTS_FULL starts with the last one; other
 * games start when all seats are taken and ready. */
enum err table_sit(struct hall *hall, struct table *t, const struct sitter *who, int *seat, const char *door, const char **why);
/* Gives a seat up before the start. Later sitters move up, except in games
 * that start full, where a seat means something (a colour). */
enum err table_stand(struct hall *hall, struct table *t, int seat, const char *door, const char **why);
enum err table_ready(struct hall *hall, struct table *t, int seat, bool ready, const char *door, const char **why);
/* Starts a waiting table with the seats that are taken (setup.seats becomes
 * their number): a manager's or owner's hand. */
enum err table_start(struct hall *hall, struct table *t, const char *door, const char **why);

/* Makes a move: m->seat, kind and args are given, `at` is filled in. `out` may
 * be NULL; where it is given it holds what happened. Finishes the table when
 * the game is over. */
enum err table_move(struct hall *hall, struct table *t, struct move *m, const char *door, struct effects *out, const char **why);

/* Gives up a seat: stands up while waiting; in a running game the game's
 * .leave move, or abandons the table. */
enum err table_leave(struct hall *hall, struct table *t, int seat, const char *door, const char **why);
/* Somebody takes a left seat again, unless the rules have done with it. */
enum err table_return(struct hall *hall, struct table *t, int seat, const struct sitter *who, const char *door, const char **why);
void     table_abandon(struct hall *hall, struct table *t, const char *how, const char *door);
enum err table_say(struct hall *hall, struct table *t, int seat, struct str name, struct str text, const char *door,
                   const char **why);
/* Opens the same table again (game, options, seats, bots, clock), with a seed of
 * its own, journals EVENT_REMATCH at `t` and seats nobody but the bots. A
 * table that has a next one already: ERR_REFUSED. */
enum err table_rematch(struct hall *hall, struct table *t, uint64_t owner, struct table **out, const char *door, const char **why);
/* The account is called otherwise now (or "deleted"): so are its seats, at old
 * tables too. Journals keep what was said. */
void     table_rename_sitter(struct hall *hall, uint64_t account, struct str name);
/* Deletes a table and its journal for good (test-mode reset). */
void     table_erase(struct hall *hall, struct table *t);

/* ---- looking ----------------------------------------------------------- */

/* A copy of the state redacted for `seat`, in memory that the hall lends until
 * the next call. NULL if the table does not run yet. */
const void *table_seen_by(struct hall *hall, struct table *t, int seat);
int         table_seat_of(const struct table *t, uint64_t account); /* -1: does not sit here */

/* The hash that was published when the table opened, 64 hex digits: SHA-256 of
 * "meeple-seed:<table id>:<seed in decimal>". */
void table_seed_hash(const struct table *t, char hex[65]);

#endif
