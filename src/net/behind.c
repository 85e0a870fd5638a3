/* The hall as seen by the doors. */
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
    return hall_waiting(hall);
}

/* ---- the hall's part of /metrics ------------------------------------------------- */

static void number(struct buf *out, const char *name, const char *type, const char *help, long long value)
{
    buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %lld\n", name, help, name, type, name, value);
}

/* `unit` converts counted values to the unit of the metric's name. */
static void sizes(struct buf *out, const char *name, const char *help, const struct metric_sizes *sizes, double unit)
{
    unsigned long long below = 0;
    double             limit = unit;

    buf_printf(out, "# HELP %s %s\n# TYPE %s histogram\n", name, help, name);
    for (int i = 0; i < METRIC_BUCKETS - 1; i++, limit *= 4) {
        below += sizes->bucket[i];
        buf_printf(out, "%s_bucket{le=\"%.7g\"} %llu\n", name, limit, below);
    }
    unsigned long long all = below + sizes->bucket[METRIC_BUCKETS - 1];
    buf_printf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.15g\n%s_count %llu\n", name, all, name, (double)sizes->sum * unit, name,
               all);
}

static void metrics(void *hall, struct buf *out)
{
    const struct hall_metrics *m = hall_metrics(hall);

    number(out, "meeple_hall_asks_total", "counter", "Asks handled by the hall", (long long)m->asks);
    number(out, "meeple_hall_moves_total", "counter", "Moves accepted", (long long)m->moves);
    number(out, "meeple_hall_commit_failures_total", "counter", "Batches that could not be stored", (long long)m->commit_failures);
    number(out, "meeple_hall_waiting", "gauge", "Asks in the hall's queue", hall_waiting(hall));
    number(out, "meeple_hall_tables", "gauge", "Tables waiting or running", m->tables_live);
    number(out, "meeple_hall_tables_loaded", "gauge", "Tables whose state is in memory", m->tables_loaded);
    number(out, "meeple_hall_jobs", "gauge", "Jobs queued or running in the pool", m->jobs);
    number(out, "meeple_hall_jobs_waiting", "gauge", "Jobs queued in the pool", m->jobs_waiting);
    number(out, "meeple_hall_journal_untidy", "gauge", "Journal rows not indexed yet", m->journal_untidy);
    sizes(out, "meeple_hall_batch_asks", "Asks per batch", &m->batch, 1);
    sizes(out, "meeple_hall_commit_seconds", "Time to write a batch to the log", &m->commit_us, 1e-6);
    sizes(out, "meeple_hall_sync_seconds", "Time to sync the log to disk", &m->sync_us, 1e-6);
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
