/* How long does a server with a long journal take to start, and to find one
 * table in it?
 *
 *     bench_commit_cold [ROWS] [FOLDER]
 *
 * Writes ROWS rows (default a million) of 50-row tables, 200 of them going on
 * at a time, indexes all but the last thousand, and opens the file again, as after a
 * crash. For comparison it reads the whole journal once, which is what a store
 * without the position index would have to do. */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIVE = 200, ROWS_EACH = 50, BATCH = 5000, LEFT = 1000 };

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void die(const char *why)
{
    fprintf(stderr, "bench_commit_cold: %s\n", why);
    exit(1);
}

static struct store *open_store(const char *where)
{
    struct store *s;
    char          problem[256];

    if (store_open(where, &s, problem) != ERR_OK)
        die(problem);
    return s;
}

/* Fills the file and dies without closing it. */
static _Noreturn void fill(const char *where, long rows)
{
    struct store *s = open_store(where);
    char          problem[256];
    double        from = seconds(), tidying = 0;

    for (long i = 0; i < rows; i++) {
        long               group = i / (LIVE * ROWS_EACH), in_group = i % (LIVE * ROWS_EACH);
        struct journal_row row = { .table = (uint64_t)(1 + group * LIVE + in_group % LIVE),
                                   .seq = (uint32_t)(in_group / LIVE),
                                   .kind = 'm',
                                   .at = 1763230000123 + i,
                                   .text = STR("build 12 3 with some words") };

        journal_append(s, &row);
        if (i % BATCH == BATCH - 1 || i == rows - 1) {
            if (store_commit(s, problem) != ERR_OK)
                die(problem);
            double before = seconds();
            if (journal_untidy(s) > LEFT && journal_tidy(s, (int)journal_untidy(s) - LEFT, problem) != ERR_OK)
                die(problem);
            tidying += seconds() - before;
        }
    }
    printf("%ld rows written in %.1f s, of which indexing %.1f s\n", rows, seconds() - from, tidying);
    fflush(stdout);
    _exit(0);
}

static bool count(void *arg, const struct journal_row *row)
{
    (void)row;
    ++*(int *)arg;
    return true;
}

int main(int argc, char **argv)
{
    long rows = argc > 1 ? atol(argv[1]) : 1000000;
    char folder[256], where[300], command[600];
    int  status, n = 0;

    snprintf(folder, sizeof folder, "%s/bench-cold-XXXXXX", argc > 2 ? argv[2] : ".");
    if (rows < LIVE * ROWS_EACH || !mkdtemp(folder))
        die("at least 10000 rows, and a folder that can be written");
    snprintf(where, sizeof where, "sqlite:%s/store.db", folder);
    pid_t pid = fork();
    if (pid == 0)
        fill(where, rows);
    if (waitpid(pid, &status, 0) != pid || status)
        die("the file could not be filled");

    double        from = seconds();
    struct store *s = open_store(where);
    double        opened = seconds() - from;
    from = seconds();
    for (int i = 0; i < 1000; i++)
        journal_read(s, 1 + (uint64_t)rand() % (uint64_t)(rows / ROWS_EACH), 0, count, &n);
    double read = (seconds() - from) / 1000;

    struct stmt *all = store_prepare(s, "SELECT count(*), sum(seq) FROM journal WHERE text IS NOT NULL");
    from = seconds();
    while (stmt_row(all))
        ;
    stmt_done(all);
    printf("open %.4f s; one table of %d rows %.6f s; all rows %.3f s\n", opened, n / 1000, read, seconds() - from);
    store_close(s);
    snprintf(command, sizeof command, "ls -l '%s'; rm -r '%s'", folder, folder);
    return system(command) != 0;
}
