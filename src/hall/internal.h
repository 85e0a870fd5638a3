/* Shared by the files of the hall's core. */
#ifndef HALL_INTERNAL_H
#define HALL_INTERNAL_H

#include "base/clock.h"
#include "base/map.h"
#include "hall/hall.h"
#include "hall/metrics.h"
#include "hall/part.h"
#include "store/log.h"

#include <pthread.h>

struct pool;

/* A job in a pool. */
struct job {
    struct job            *next;
    const struct job_kind *kind;
    void                  *arg;
    int64_t                due_us; /* see struct job_kind */
    int                    asker;  /* whom it is charged to */
    int64_t                began_us;
};

/* A timer: a row of the slot table. */
struct timer {
    int64_t  when;
    uint32_t generation; /* of the slot: invalidates ids of fired timers */
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

/* A part and its memory. */
struct member {
    const struct part *part;
    void              *self;
    struct route      *routes; /* the part's, some with a moved path */
    char             **moved;  /* memory of those paths */
    int                n_routes;
    bool               idle_done; /* its idle work is finished */
};

enum { PARTS_MAX = 40 };

/* How far the closed batch is, where several nodes share a log (doubt.c). */
enum doubt_stage {
    DOUBT_NONE,
    DOUBT_OPEN, /* it is unknown whether the log holds it, and the hall has taken it back */
    DOUBT_OVER, /* the log holds it: the hall must put it back */
};

/* The thread that waits for the disk, or for the log (sync.c). */
struct syncer {
    pthread_t        thread;
    bool             started, stopping;
    _Atomic bool     idle;     /* false: the thread owns `outs`, and no other batch may end */
    enum doubt_stage stage;    /* with `lock` */
    bool             firm;     /* the batch cannot be taken back */
    _Atomic int64_t  began_us; /* when it was closed; 0: it is kept */
    struct outs      outs;     /* of the closed batch */
    struct ask      *reads;    /* with a log: those in it that only read, so that they can be handled again (hall thread) */
    uint64_t         batch;    /* its number */
    pthread_mutex_t  lock;     /* of `more`, with `idle` and `stopping` */
    pthread_cond_t   more;
};

/* What is on disk (kept.c). Batches are numbered in the order they are closed,
 * from 1. */
enum { THING_SLOTS = 4096 }; /* things in the same slot count as one */
struct things {
    uint64_t         changed_in[THING_SLOTS];
    uint64_t         closed; /* the latest closed batch */
    _Atomic uint64_t kept;   /* the latest batch on disk, with all before it */
};

/* Input for pacing (pace.c). */
struct pace {
    int64_t      closed_us; /* when the latest batch with writes was closed */
    _Atomic bool busy;      /* the latest batch was large, so the next is expected at once */
    uint64_t     only_conn; /* connection of the only ask in the latest batch; 0: there were several */
};

/* Asks that were taken from the queue and are not handled yet (turns.c). */
enum { TURN_LANES = ASKER_NOBODY };
struct turn_lane {
    struct ask *first, *last;
    int64_t     used_us; /* of the hall's time; not less than others' when it becomes active */
};
struct turns {
    uint64_t         secret;
    int64_t          now_us;               /* used_us of the lane that was served last, at that time */
    int              served;               /* that lane */
    struct turn_lane lane[TURN_LANES + 1]; /* the last one: results of jobs */
    uint16_t         active[TURN_LANES + 1];
    int              n_active;
    _Atomic int      asks;
};

struct hall {
    const struct settings *settings;
    struct store          *store;
    bool                   test_mode;
    struct hall_metrics    metrics;

    struct member member[PARTS_MAX];
    int           n_members;

    /* queues */
    pthread_mutex_t     in_lock;
    pthread_cond_t      in_more;
    struct ask *_Atomic in_first; /* changed under the lock, read without */
    struct ask         *in_last;
    _Atomic int         in_count; /* asks from the doors, without those of `turns` */
    bool                stopping;
    pthread_mutex_t     out_lock;
    struct outs         ready;
    _Atomic size_t      ready_bytes; /* of `ready`; read without the lock */
    void (*wake)(void *arg);
    void           *wake_arg;
    pthread_mutex_t health_lock;
    char            problem[256]; /* empty: healthy */

    struct syncer syncer;
    struct things things;
    struct log   *log;   /* of several nodes; NULL: there is one */
    bool          doubt; /* the closed batch is taken back, nothing is written: see doubt.c */

    /* the batch (hall thread) */
    struct turns        turns;
    int                 asker;  /* see hall_asker */
    const struct ask   *served; /* the ask that is being handled, or NULL */
    pthread_t           thread;
    bool                started;
    bool                opened; /* all parts are open, and the last batch is still to come */
    int64_t             now;    /* latest reading of the clock below */
    struct steady_clock clock;
    struct pace         pace;
    struct outs         outs;
    struct outs         outs_at_once; /* of this ask; do not wait for the batch */
    bool                reread;       /* see hall_reread */
    struct ask         *answered;     /* kept asks answered in this batch */
    struct ask         *read;         /* those whose bodies were read (body.c) */

    struct map    conns;
    struct timers timers;
    struct pool  *pool;
};

/* hall.c */
void hall__drop_jobs(struct hall *hall); /* those that the pool has not begun */

/* loop.c */
void hall__look_at_clock(struct hall *hall);
void hall__disk_is_free(struct hall *hall); /* called by the thread of sync.c */

/* turns.c */
void        turns__open(struct turns *turns);
void        turns__add(struct turns *turns, struct ask *list);
bool        turns__any(const struct turns *turns);
struct ask *turns__next(struct turns *turns);               /* NULL: there is none */
void        turns__charge(struct turns *turns, int64_t us); /* what the latest one took */

/* pace.c: when to end a batch, and when to spin. */
void    pace__spin(struct hall *hall, bool (*seen)(struct hall *hall));
int64_t pace__spare_us(struct hall *hall);
bool    pace__goes_on(struct hall *hall, uint64_t handled, int64_t began_us);
void    pace__handled(struct hall *hall, uint64_t handled);
bool    pace__is_alone(struct hall *hall, const struct ask *batch);

/* sync.c. Ends a batch: its outs go to the doors once it is on disk, if it
 * wrote anything. `alone`: nobody gains if another thread waits. */
void sync__settle(struct hall *hall, bool wrote, bool alone); /* only when idle */
bool sync__idle(struct hall *hall);                           /* no batch is waiting for the disk */
void sync__tell_at_once(struct hall *hall);                   /* sends the outs of this ask that need not wait */
void sync__publish(struct hall *hall, struct outs *outs);
bool sync__start(struct hall *hall);
void sync__stop(struct hall *hall); /* after all outs have been sent; idempotent */

/* body.c: after a batch, which may still hold them: asks whose bodies were read take their turn again. */
void hall__take_read(struct hall *hall);

/* doubt.c */
bool doubt__overdue(struct hall *hall);                        /* the log has not answered for too long */
void doubt__begin(struct hall *hall, struct ask **batch);      /* gives the open batch up, takes the closed one back */
void doubt__keep_reads(struct hall *hall, struct ask **batch); /* of a batch that is about to wait for the log */
void doubt__drop_reads(struct hall *hall);
void doubt__fail_batch(struct hall *hall, struct ask **batch, const char *problem); /* but with a log its reads are handled again */
void doubt__look(struct hall *hall);                   /* between batches: is it over, or time to tell those who wait? */
int64_t doubt__wait_ms(struct hall *hall, int64_t ms); /* no longer than until the next look */
void    doubt__mark_stale(struct hall *hall, struct outs *outs);
void    doubt__settle_or_end(struct hall *hall); /* the hall stops */

/* loop.c */
void hall__refuse(struct hall *hall, struct ask *ask, const char *problem); /* in the words of its route */
void hall__fail_batch(struct hall *hall, struct ask *batch, const char *problem);
void hall__forget(struct hall *hall, bool all); /* what mirrors the store: of the latest batch, or all of it */
void hall__set_problem(struct hall *hall, const char *problem);

/* timer.c */
void    timers_release(struct timers *timers);
int64_t timers_next(const struct hall *hall); /* when the earliest is due; INT64_MAX if none */
void    timers_fire_due(struct hall *hall);

/* pool.c */
enum { POOL_THREADS_MAX = 16 };
struct pool_owner {
    void *self;
    void (*finished)(void *self, struct job *job); /* in a thread of the pool; frees the job */
    void (*wake)(void *self);                      /* there is a job to lend; NULL: never called, nothing is lent */
    struct hall_metrics *metrics;
};
struct pool *pool_new(int threads, struct pool_owner owner);
void         pool_stop(struct pool *pool); /* waits for running jobs, starts no others; idempotent */
/* Afterwards: the jobs that did not start here. */
void         pool_drop(struct pool *pool, void (*drop)(void *owner, struct job *job));
void         pool_free(struct pool *pool);
bool         pool_busy(struct pool *pool); /* any jobs queued or running here? */
enum err     pool_add(struct pool *pool, int asker, const struct job_kind *kind, void *arg);
bool         pool_lend(struct pool *pool, struct job_lent *out);
bool         pool_result(struct pool *pool, uint64_t number, struct str result);
void         pool_lost(struct pool *pool, uint64_t number);

#endif
