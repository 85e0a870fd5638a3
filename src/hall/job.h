/* Jobs: long computations without shared state. The pool (pool.c) runs them in
 * threads of its own; with several nodes the leader lends those that can travel
 * to the others, which run them as helpers (hall/helper.h). */
#ifndef HALL_JOB_H
#define HALL_JOB_H

#include "base/buf.h"
#include "base/err.h"

struct hall;

/* How long a job takes: milliseconds, or as long as a computer player thinks.
 * Short jobs never wait for long ones. */
enum job_length { JOB_SHORT, JOB_LONG, JOB_LENGTHS };

enum { JOB_DUE_MS = 1000 };

/* How a job gets to another node and its result back. Both nodes run the same
 * program, so memory may be copied as it is. "Here" is where it was submitted. */
struct job_travel {
    const char *name;                                      /* of the kind, on the link */
    void (*pack)(const void *arg, struct buf *out);        /* here */
    void *(*unpack)(struct str bytes);                     /* there; NULL: nonsense */
    void (*pack_result)(const void *arg, struct buf *out); /* there, after `work` */
    bool (*unpack_result)(void *arg, struct str bytes);    /* here; false: nonsense, and `arg` is as before */
    void (*discard)(void *arg);                            /* there: frees what `unpack` made */
    /* At any time before it is done or discarded: nobody wants its result any
     * more, because the link ended or the hall stops, so `work` should end. NULL:
     * it is short enough. */
    void (*unwanted)(void *arg);
};

/* How many long jobs wait for the threads of a pool that take them, as the one that
 * is looked at sees it: all of its own asker, and one of each other asker. */
struct crowd {
    int waiting, threads;
};

struct job_kind {
    enum job_length length;
    void (*work)(void *arg);                       /* in the pool, on `arg` alone */
    void (*done)(struct hall *hall, void *arg);    /* then in the hall thread */
    void (*dropped)(struct hall *hall, void *arg); /* instead of both, in the last batch: the hall stops before it was done */
    /* Every few milliseconds while `work` runs, in another thread: ends it when its
     * time is up. Must return at once. NULL: it ends by itself. */
    void (*look)(void *arg, struct crowd crowd);
    /* When its result is due, by monotonic_us(): of an asker's jobs that wait, the
     * one due first is the next. NULL: JOB_DUE_MS after it was submitted. */
    int64_t (*due_us)(const void *arg);
    const struct job_travel *travel; /* NULL: it stays here */
};

/* Who is being served: a number that stands for their address (few share one), or
 * ASKER_NOBODY while no ask is being handled. */
enum { ASKER_NOBODY = 1024, ASKERS };
int hall_asker(const struct hall *hall);

/* The same as a key of the address (address_key), which no other address has; 0: nobody. */
uint64_t hall_payer(const struct hall *hall);

/* Hall thread. ERR_FULL if too many are queued or the hall is stopping: answer
 * "try again later" in the protocol's words, as `dropped` must. Askers take turns by
 * the time that their jobs have taken; it is charged to whoever is being served, or
 * to the given one. */
enum err job_submit(struct hall *hall, const struct job_kind *kind, void *arg);
enum err job_submit_for(struct hall *hall, int asker, const struct job_kind *kind, void *arg);

/* ---- lending (any thread) ------------------------------------------------ */

struct job_lent {
    uint64_t    number;
    const char *name;
    struct buf  bytes; /* the caller's to release */
};

/* Lends a waiting job. False: none waits; the hall's `wake` is called when one
 * does. */
bool hall_lend_job(struct hall *hall, struct job_lent *out);
/* Its result has come. False: nonsense, and the job is still lent. */
bool hall_job_result(struct hall *hall, uint64_t number, struct str result);
/* It will not come: the job waits again, here or for another node. */
void hall_job_lost(struct hall *hall, uint64_t number);

#endif
