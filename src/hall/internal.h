/* What the files of the hall's core share among themselves. */
#ifndef HALL_INTERNAL_H
#define HALL_INTERNAL_H

#include "base/map.h"
#include "hall/clock.h"
#include "hall/hall.h"
#include "hall/metrics.h"
#include "hall/table.h"

#include <pthread.h>

struct pool;

/* A timer: a row of the heap's slot table. */
struct timer {
    int64_t  when;
    uint32_t generation; /* of the slot: makes numbers of fired timers stale */
    int32_t  heap_at;    /* -1: free */
    void (*fire)(struct hall *hall, void *arg);
    void *arg;
};

struct timers {
    struct timer *slots;
    uint32_t     *heap;  /* slot numbers, earliest first */
    uint32_t     *spare; /* free slot numbers */
    int           n, cap, n_spare;
};

/* The hall API or a game's dialect, with its memory. */
struct part {
    const struct dialect *dialect;
    const struct game    *game; /* NULL: the hall API */
    void                 *self;
    struct route         *routes; /* the dialect's, some with another path */
    char                **moved;  /* memory of those paths */
    int                   n_routes;
};

enum { PARTS_MAX = 32 };

/* Statements on the hall's own tables (hall/table_store.c). */
struct table_statements {
    struct stmt *insert, *update, *erase, *find, *count_owned;
    struct stmt *seat_put, *seat_erase, *seats_of, *seats_rename, *seats_erase;
};

/* All live tables of a game, in the order of their ids. */
struct live {
    struct table **at;
    int            n, cap;
};

/* How far states were loaded ahead of use: all live tables of earlier games, and
 * those of this one from its newest down to `below`. */
struct warming {
    int      game; /* index in all_games */
    uint64_t below;
};

struct outs {
    struct out *first, *last;
};

/* The thread that waits for the disk (sync.c). */
struct syncer {
    pthread_t       thread;
    bool            started, stopping;
    _Atomic bool    idle;  /* else `outs` is the thread's, and no other batch may end */
    struct outs     outs;  /* of the closed batch */
    uint64_t        batch; /* its number */
    pthread_mutex_t lock;  /* of `more`, with `idle` and `stopping` */
    pthread_cond_t  more;
};

/* Which batch was the last to change a thing (sync.c). Batches are numbered as
 * they are closed, from 1. */
enum { THING_SLOTS = 4096 }; /* things that share a slot count as one */
struct things {
    uint64_t         changed_in[THING_SLOTS];
    uint64_t         closed; /* the latest batch that was closed */
    _Atomic uint64_t kept;   /* the latest that the disk holds, with all before it */
};

struct hall {
    const struct settings *settings;
    struct store          *store;
    bool                   test_mode;
    struct hall_metrics    metrics;

    struct part part[PARTS_MAX];
    int         n_parts;

    /* queues */
    pthread_mutex_t     in_lock;
    pthread_cond_t      in_more;
    struct ask *_Atomic in_first; /* changed with the lock, looked at without */
    struct ask         *in_last;
    int                 in_count; /* of those from the doors */
    bool                stopping;
    pthread_mutex_t     out_lock;
    struct outs         ready;
    void (*wake)(void *arg);
    void           *wake_arg;
    pthread_mutex_t health_lock;
    char            problem[256]; /* empty: healthy */

    struct syncer syncer;
    struct things things;

    /* the batch (hall thread) */
    pthread_t           thread;
    bool                started;
    bool                opened; /* all parts are there, and the last batch is still to come */
    int64_t             now;    /* by the clock below, at the latest look */
    struct steady_clock clock;
    struct ask         *current;
    int64_t             closed_us; /* when the latest batch that wrote was closed, by passed_us() */
    _Atomic bool        busy;      /* the latest batch was so large that the next one is to be expected at once */
    uint64_t            only_conn; /* where the only ask of the latest batch came from; 0: there were several */
    struct outs         outs;
    struct outs         outs_at_once; /* of this ask, which need not wait for the batch */
    struct ask         *answered;     /* kept asks that were answered in this batch */
    uint64_t           *touched;      /* ids of tables changed in this batch */
    int                 n_touched, cap_touched;

    struct map    conns;
    struct timers timers;
    struct pool  *pool;

    /* tables */
    struct table_statements sql;
    struct map              tables;          /* by id: all live ones, and ended ones that were looked at */
    struct live             live[PARTS_MAX]; /* by index of the game in all_games */
    struct table           *recent, *eldest; /* loaded tables, last used first */
    size_t                  loaded_bytes;
    struct warming          warming;
    uint64_t                next_table; /* id of the next one */
    uint64_t               *sweep;      /* running tables to load after a start or a failure: clocks and bots wait */
    int                     n_sweep, cap_sweep;
    bool                    sweeping;
    void                   *lent;    /* table_seen_by's copy */
    void                   *scratch; /* room for any game's state, and for its legal moves, within one call */
    struct move_list        moves;
    struct buf              words; /* of the latest move */
};

struct table_private {
    struct table *newer, *older; /* in the list of loaded ones */
    int64_t       linked_at;     /* when it last became the newest there */
    bool          loaded, touched;
    int64_t       damaged_until; /* its journal could not be replayed: not tried again before */
    uint64_t      timer;
    uint32_t      thinking;      /* seats with a job under way */
    struct buf    extra;         /* memory of setup.extra */
    char          seed_hash[65]; /* once it was asked for */
};

/* loop.c */
void hall__touch(struct hall *hall, struct table *t);
void hall__look_at_clock(struct hall *hall);
void hall__disk_is_free(struct hall *hall); /* says the thread of sync.c */

/* To fall asleep and to be woken costs more than several asks do, so between the
 * batches of a busy time both threads stay awake for a while, until `seen`, always
 * behind whoever else could use the core; not behind a job, though, which would
 * keep it for long. */
void hall__look_out(struct hall *hall, bool (*seen)(struct hall *hall));

/* sync.c. The end of a batch: its outs go to the doors when the disk holds it, if
 * it wrote anything. `alone`: nobody would gain by our not waiting here. */
void sync__settle(struct hall *hall, bool wrote, bool alone); /* only when idle */
bool sync__idle(struct hall *hall);                           /* no batch waits for the disk */
void sync__tell_at_once(struct hall *hall);                   /* the outs of this ask that need not wait */
bool sync__start(struct hall *hall);
void sync__stop(struct hall *hall); /* after all outs have gone; twice is fine */

/* timer.c */
void    timers_release(struct timers *timers);
int64_t timers_next(const struct hall *hall); /* when the earliest is due, INT64_MAX if none */
void    timers_fire_due(struct hall *hall);

/* pool.c */
struct pool *pool_new(struct hall *hall, int threads);
void         pool_stop(struct pool *pool); /* waits for the jobs under way, begins no other; twice is fine */
void         pool_drop(struct pool *pool); /* after that: the jobs whose turn did not come */
void         pool_free(struct pool *pool);

/* table_store.c */
extern const struct migration hall__table_migration;
enum err                      tables__open(struct hall *hall);     /* ERR_IO: not all could be read */
void                          tables__drop_all(struct hall *hall); /* EVENT_DROPPED for all, before the dialects close */
void                          tables__close(struct hall *hall);
void                          tables__insert(struct hall *hall, struct table *t);
void                          tables__update(struct hall *hall, const struct table *t);
void                          tables__save_seat(struct hall *hall, const struct table *t, int seat);
void                          tables__save_seats(struct hall *hall, const struct table *t); /* all, after some moved up */
int                           tables__owned(struct hall *hall, uint64_t owner);
void                          tables__reread(struct hall *hall); /* those touched by a failed batch */
void                          tables__live_add(struct hall *hall, struct table *t);
void                          tables__live_remove(struct hall *hall, struct table *t);
void                          tables__free(struct hall *hall, struct table *t);
struct table                 *tables__new(struct hall *hall, const struct game *game, uint64_t id);
int                           game_index(const struct game *game);
bool                          table__is_live(const struct table *t);                          /* waiting or running */
struct table *table__live_before(struct hall *hall, const struct game *game, uint64_t below); /* the next older one */

/* table_load.c */
bool tables__load(struct hall *hall, struct table *t); /* journal to state */
void tables__unload(struct hall *hall, struct table *t);
void tables__evict(struct hall *hall); /* end of a batch: the least used go */
bool tables__warm(struct hall *hall);  /* loads one that was not used yet; false: there is none, or no room */

/* table_turn.c: who owes a move, and what the hall does about it */
void turn__changed(struct hall *hall, struct table *t); /* arms the clock, sets computer players to work */
void turn__sweep(struct hall *hall, uint64_t table);    /* look at it soon */

/* table.c */
enum err table__move_at(struct hall *hall, struct table *t, struct move *m, int64_t at, const char *door, struct effects *out,
                        const char **why);
void     table__tell(struct hall *hall, struct table *t, const struct table_event *event);

#endif
