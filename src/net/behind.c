/* The hall as the doors see it. */
#include "hall/hall.h"
#include "hall/metrics.h"
#include "net/doors.h"

static const struct route *route(void *hall, int i)
{
    return hall_route(hall, i);
}

static bool submit(void *hall, struct ask *first, struct ask *last, int n)
{
    return hall_submit(hall, first, last, n);
}

static struct out *take_outs(void *hall)
{
    return hall_take_outs(hall);
}

static bool healthy(void *hall, char problem[256])
{
    return hall_healthy(hall, problem);
}

static int64_t waiting(void *hall)
{
    return hall_metrics(hall)->waiting;
}

/* ---- the hall's part of /metrics ------------------------------------------------- */

static void number(struct buf *out, const char *name, const char *type, const char *help, long long value)
{
    buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %lld\n", name, help, name, type, name, value);
}

static void sizes(struct buf *out, const char *name, const char *help, const struct metric_sizes *sizes)
{
    unsigned long long below = 0, limit = 1;

    buf_printf(out, "# HELP %s %s\n# TYPE %s histogram\n", name, help, name);
    for (int i = 0; i < METRIC_BUCKETS - 1; i++, limit *= 4) {
        below += sizes->bucket[i];
        buf_printf(out, "%s_bucket{le=\"%llu\"} %llu\n", name, limit, below);
    }
    unsigned long long all = below + sizes->bucket[METRIC_BUCKETS - 1], sum = sizes->sum;
    buf_printf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %llu\n%s_count %llu\n", name, all, name, sum, name, all);
}

static void metrics(void *hall, struct buf *out)
{
    const struct hall_metrics *m = hall_metrics(hall);

    number(out, "meeple_hall_asks_total", "counter", "Asks that the hall has handled", (long long)m->asks);
    number(out, "meeple_hall_moves_total", "counter", "Moves accepted at all tables", (long long)m->moves);
    number(out, "meeple_hall_commit_failures_total", "counter", "Batches that could not be stored", (long long)m->commit_failures);
    number(out, "meeple_hall_waiting", "gauge", "Asks in the hall's queue", m->waiting);
    number(out, "meeple_hall_tables", "gauge", "Tables waiting or running", m->tables_live);
    number(out, "meeple_hall_tables_loaded", "gauge", "Tables with their state in memory", m->tables_loaded);
    number(out, "meeple_hall_jobs", "gauge", "Jobs waiting for the pool or under way", m->jobs);
    number(out, "meeple_hall_jobs_waiting", "gauge", "Jobs waiting for the pool", m->jobs_waiting);
    number(out, "meeple_hall_journal_untidy", "gauge", "Journal rows not indexed yet", m->journal_untidy);
    sizes(out, "meeple_hall_batch", "Asks in one batch of the hall", &m->batch);
    sizes(out, "meeple_hall_commit_microseconds", "Time in which a batch was written into the log", &m->commit_us);
    sizes(out, "meeple_hall_sync_microseconds", "Time until the disk held what was written", &m->sync_us);
}

struct behind behind_hall(struct hall *hall)
{
    return (struct behind){ .hall = hall,
                            .route = route,
                            .submit = submit,
                            .take_outs = take_outs,
                            .healthy = healthy,
                            .waiting = waiting,
                            .metrics = metrics };
}
