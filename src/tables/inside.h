/* Shared by the files of tables/. */
#ifndef TABLES_INSIDE_H
#define TABLES_INSIDE_H

#include "base/map.h"
#include "hall/metrics.h"
#include "tables/dialect.h"
#include "tables/rows.h"
#include "tables/table.h"

enum { GAMES_MAX = 32, LISTENERS_MAX = 8 };

/* Live tables, ordered by id. */
struct live {
    struct table **at;
    int            n, cap;
};

/* Progress of loading states ahead of use: all live tables of earlier games,
 * and those of this one from its newest down to `below`. */
struct warming {
    int      game; /* index in all_games */
    uint64_t below;
};

/* What somebody has written (meter.c). */
enum { METER_SETS = 1024, METER_WAYS = 4 };
struct meter_slot {
    uint64_t key;
    int64_t  bytes, at;
};

struct tables {
    struct table_statements sql;
    struct map              tables;          /* by id: all live ones, and ended ones that were requested */
    struct live             live[GAMES_MAX]; /* by index of the game in all_games */
    struct live             unmanned;        /* running, and only computers play */
    struct table           *newest, *oldest; /* loaded tables, by last use */
    size_t                  loaded_bytes;
    struct warming          warming;
    uint64_t                next_table; /* id of the next one */
    uint64_t               *touched;    /* ids of tables changed in this batch */
    int                     n_touched, cap_touched;
    uint64_t               *before; /* ids of those that were here when all were last forgotten */
    int                     n_before;
    uint64_t               *sweep; /* running tables to load after a start or a failed batch, for their clocks and bots */
    int                     n_sweep, cap_sweep;
    bool                    sweeping;
    table_listener         *listener[LISTENERS_MAX];
    int                     n_listeners;
    int64_t                 computers_at; /* when the next move among computers may begin (think.c) */
    int64_t                 bot_pause_ms; /* before a computer player begins, on average; 0 in test mode */
    void                   *lent;         /* the copy that table_seen_by returns */
    void                   *scratch;      /* room for any game's state, valid within one call */
    struct move_list        moves;        /* the same for legal moves */
    struct buf              words;        /* description of the latest move */
    uint64_t                meter_secret; /* 0: none yet */
    struct meter_slot       meter[METER_SETS][METER_WAYS];
};

/* States that a table had: one after every SNAPSHOT_EVERY events, so that
 * every other one is only so many events away. */
struct snapshots {
    void **at; /* at[i]: before event (i + 1) * SNAPSHOT_EVERY; NULL: the game had not started */
    int    n, cap;
};

/* How many asides (events other than moves) somebody has caused at a table. */
enum { ASIDE_PEOPLE = 16 };
struct aside_count {
    uint64_t person;
    int      n;
};

struct table_private {
    struct table *newer, *older; /* in the list of loaded ones */
    int64_t       linked_at;     /* when it was last moved to the front */
    bool          loaded, touched;
    int64_t       damaged_until; /* its journal could not be replayed: no retry before this time */
    uint64_t      timer;
    uint32_t      thinking;      /* bit set of seats with a running job */
    uint32_t      pausing;       /* bit set of computer players that wait a moment first */
    uint32_t      goes_on;       /* the computer player whose move is being made, as a bit */
    int           asker;         /* who came last: its computer players think at their expense */
    uint64_t      payer;         /* the same as a key of their address: what the computer players write is theirs; 0: nobody */
    struct buf    extra;         /* memory of setup.extra */
    char          seed_hash[65]; /* computed on first use */

    struct snapshots   snapshots;            /* of a loaded table */
    int                moves;                /* of its events, those that are moves */
    struct aside_count asides[ASIDE_PEOPLE]; /* when all are taken, the smallest gives way */
};

static inline struct tables *tables_of(struct hall *hall)
{
    return part_self(hall, &tables_part);
}

/* part.c */
void table__touch(struct tables *ts, struct table *t); /* changed in this batch */
void table__tell(struct hall *hall, struct table *t, const struct table_event *event);
int  game_index(const struct game *game);

/* rows.c: tables in memory and in the store */
extern const char *const tables__migrations[];
enum err                 tables__open(struct hall *hall, struct tables *ts);   /* ERR_IO: not all could be read */
void                     tables__reread(struct hall *hall, struct tables *ts); /* those touched by a failed batch */
void                     table__insert(struct tables *ts, const struct table *t);
void                     table__update(struct tables *ts, struct table *t);
void                     table__save_seat(struct tables *ts, struct table *t, int seat);
void                     table__save_seats(struct tables *ts, struct table *t); /* all of them, after some moved up */
int                      tables__owned(struct tables *ts, uint64_t owner);

/* memory.c: which tables are known, live and loaded */
struct table *table__new(struct tables *ts, const struct game *game, uint64_t id);
void          table__free(struct hall *hall, struct tables *ts, struct table *t);
void          tables__release(struct tables *ts); /* all of them */
void          table__live_add(struct hall *hall, struct tables *ts, struct table *t);
void          table__live_remove(struct hall *hall, struct tables *ts, struct table *t);
void          table__count(struct tables *ts, struct table *t);                               /* its phase or a seat has changed */
bool          table__is_live(const struct table *t);                                          /* waiting or running */
struct table *table__live_before(struct tables *ts, const struct game *game, uint64_t below); /* the next older one */

/* load.c */
bool table__load(struct hall *hall, struct tables *ts, struct table *t); /* replays the journal */
void table__unload(struct hall *hall, struct tables *ts, struct table *t);
void tables__evict(struct hall *hall, struct tables *ts); /* at the end of a batch: unloads the least recently used */
bool tables__warm(struct hall *hall, struct tables *ts);  /* loads one that was not used yet; false: none left, or no room */

/* snapshot.c: keeps the state after the events that have happened, where one is due */
void snapshot__take(struct tables *ts, struct table *t, uint32_t seq, const void *state);
void snapshots__free(struct table *t);

/* aside.c: may somebody cause one more event that is no move? Counts it. */
bool     aside__allowed(const struct hall *hall, struct table *t, uint64_t person, enum table_event_kind kind);
uint64_t aside__person(const struct sitter *who, int seat); /* who sits there, as a number */

/* meter.c */
void meter__charge(struct hall *hall, struct table *t, const struct table_event *event);

/* turn.c: who owes a move, and what the hall does about it */
void turn__changed(struct hall *hall, struct tables *ts, struct table *t); /* sets the clock, starts computer players */
void turn__sweep(struct hall *hall, struct tables *ts, uint64_t table);    /* look at it soon */

int64_t table__clock(const struct table *t, int *seat); /* when time is up, 0 = never; seat -1: by the hall's time per move */

/* think.c: the job of a computer player */
extern const struct job_kind think__job;
/* think.c: how long a search may take that began after `waited_us` of its limit, and is it over? */
int64_t                      think__share_us(int64_t limit_us, int64_t waited_us, struct crowd crowd);
bool                         think__is_over(int64_t share_us, int64_t took_us, int64_t computed_us, int64_t left_us);
/* think.c: has the computer player at `seat` make its move, after a pause if people are watching */
void                         think__soon(struct hall *hall, struct tables *ts, struct table *t, int seat);

/* table.c */
enum err table__move_at(struct hall *hall, struct table *t, struct move *m, int64_t at, const char *door, struct moved *out,
                        struct refusal *why);

#endif
