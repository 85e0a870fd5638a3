/* How fast are durable journal rows, compared with the least that any program
 * must do for them: writing the same bytes to a file and waiting for the disk?
 *
 *     bench_commit [FOLDER] [ROUNDS]
 *
 * For batches of 1, 16 and 64 rows it takes turns between the store and a
 * plain write + fdatasync of the same batch, and prints the medians and their
 * ratio. The folder (default: the present one) decides which disk is meant. */
#include "store/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 9, ROUNDS_MOST = 99, TURN_MS = 250, TABLES = 100 };

static const char text[] = "build 12 3 with some words"; /* about what a move takes */

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void die(const char *why)
{
    fprintf(stderr, "bench_commit: %s\n", why);
    exit(1);
}

/* ---- the two sides ----------------------------------------------------- */

struct side {
    struct store *store;
    uint32_t      next[TABLES]; /* seq of each table */
    int           file;
};

static void store_batch(struct side *side, int rows)
{
    char problem[256];

    for (int i = 0; i < rows; i++) {
        int                table = rand() % TABLES;
        struct journal_row row = {
            .table = 1 + (uint64_t)table, .seq = side->next[table]++, .kind = 'm', .at = 1763230000123, .text = STR(text)
        };

        journal_append(side->store, &row);
    }
    if (store_commit(side->store, problem) != ERR_OK)
        die(problem);
}

static void file_batch(struct side *side, int rows)
{
    char   bytes[64 * 64];
    size_t len = 0;

    for (int i = 0; i < rows; i++)
        len += (size_t)snprintf(bytes + len, sizeof bytes - len, "%d %d m 0 1763230000123 %s\n", rand() % TABLES, i, text);
    if (write(side->file, bytes, len) != (ssize_t)len || fdatasync(side->file))
        die("the plain file cannot be written");
}

/* Rows a second during one turn. */
static double turn(struct side *side, void (*batch)(struct side *side, int rows), int rows)
{
    double from = seconds(), now;
    long   done = 0;

    do {
        batch(side, rows);
        done += rows;
        now = seconds();
    } while (now - from < TURN_MS / 1e3);
    return (double)done / (now - from);
}

/* ---- comparing --------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, by_size);
    return values[n / 2];
}

static void compare(struct side *side, int rows, int rounds)
{
    double ours[ROUNDS_MOST], plain[ROUNDS_MOST], ratio[ROUNDS_MOST];
    char   problem[256];

    turn(side, store_batch, rows); /* warm */
    for (int i = 0; i < rounds; i++) {
        ours[i] = turn(side, store_batch, rows);
        plain[i] = turn(side, file_batch, rows);
        ratio[i] = ours[i] / plain[i];
        while (journal_untidy(side->store))
            if (journal_tidy(side->store, 10000, problem) != ERR_OK)
                die(problem);
    }
    printf("%5d  %12.0f  %18.0f  %7.2f\n", rows, median(ours, rounds), median(plain, rounds), median(ratio, rounds));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char        folder[256], where[300], name[300], command[300], problem[256];
    int         rounds = argc > 2 ? atoi(argv[2]) : ROUNDS;
    struct side side = { 0 };

    if (rounds < 1 || rounds > ROUNDS_MOST)
        die("rounds are 1 to 99");
    snprintf(folder, sizeof folder, "%s/bench-commit-XXXXXX", argc > 1 ? argv[1] : ".");
    if (!mkdtemp(folder))
        die("the folder cannot be written");
    snprintf(where, sizeof where, "sqlite:%s/store.db", folder);
    snprintf(name, sizeof name, "%s/plain", folder);
    if (store_open(where, &side.store, problem) != ERR_OK)
        die(problem);
    side.file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);

    printf("batch  store, rows/s  plain file, rows/s    ratio   (medians of %d rounds)\n", rounds);
    compare(&side, 1, rounds);
    compare(&side, 16, rounds);
    compare(&side, 64, rounds);

    store_close(side.store);
    close(side.file);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) != 0;
}
