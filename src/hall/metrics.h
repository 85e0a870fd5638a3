/* Counters of the hall, for /metrics. Written by the hall thread and the pool,
 * read by any thread. */
#ifndef HALL_METRICS_H
#define HALL_METRICS_H

#include <stdatomic.h>
#include <stdint.h>

enum { METRIC_BUCKETS = 12 };

/* A histogram: bucket i counts values up to 4^i, the last one the rest. */
struct metric_sizes {
    _Atomic uint64_t bucket[METRIC_BUCKETS];
    _Atomic uint64_t sum, n;
};

struct hall_metrics {
    _Atomic uint64_t    asks;  /* handled */
    _Atomic uint64_t    moves; /* accepted */
    _Atomic uint64_t    commit_failures;
    struct metric_sizes batch;         /* asks in a batch */
    struct metric_sizes commit_us;     /* time to write a batch to the log */
    struct metric_sizes sync_us;       /* time until it was on disk */
    _Atomic int64_t     tables_live;   /* waiting or running */
    _Atomic int64_t     tables_loaded; /* with their state in memory */
    _Atomic int64_t     jobs;          /* queued or running in the pool */
    _Atomic int64_t     jobs_waiting;
    _Atomic int64_t     jobs_lent; /* to other nodes */
    _Atomic int64_t     journal_untidy;
};

void metric_add(struct metric_sizes *m, uint64_t value);

struct hall;
struct hall_metrics *hall_metrics(struct hall *hall);

#endif
