/* What the hall counts about itself, for /metrics. Written by the hall thread
 * and the pool, read by anybody. */
#ifndef HALL_METRICS_H
#define HALL_METRICS_H

#include <stdatomic.h>
#include <stdint.h>

enum { METRIC_BUCKETS = 12 };

/* Counts by size: bucket i holds values up to 4^i, the last one the rest. */
struct metric_sizes {
    _Atomic uint64_t bucket[METRIC_BUCKETS];
    _Atomic uint64_t sum, n;
};

struct hall_metrics {
    _Atomic uint64_t    asks;  /* handled */
    _Atomic uint64_t    moves; /* accepted */
    _Atomic uint64_t    commit_failures;
    struct metric_sizes batch;         /* asks in a batch */
    struct metric_sizes commit_us;     /* microseconds in which a batch was written into the log */
    struct metric_sizes sync_us;       /* microseconds until the disk held it */
    _Atomic int64_t     waiting;       /* asks in the queue */
    _Atomic int64_t     tables_live;   /* waiting or running */
    _Atomic int64_t     tables_loaded; /* with their state in memory */
    _Atomic int64_t     jobs;          /* waiting for the pool or under way */
    _Atomic int64_t     jobs_waiting;
    _Atomic int64_t     journal_untidy;
};

void metric_add(struct metric_sizes *m, uint64_t value);

struct hall;
const struct hall_metrics *hall_metrics(const struct hall *hall);

#endif
