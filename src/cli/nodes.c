/* meeple nodes, lead and adopt: several nodes on a log in PostgreSQL. */
#include "base/clock.h"
#include "base/err.h"
#include "cli/cli.h"
#include "store/log_pg.h"

#include <stdio.h>
#include <time.h>

enum { HANDOVER_SECONDS = 30, NEWS_MS = 50, SERVES_MS = 10 };

static struct log_pg *open_log(const struct settings *settings)
{
    struct log_pg *log;
    char           problem[256] = "";
    const char    *store = setting_text(settings, "store");

    if (!is_on_nodes(settings)) {
        complain("--store must be the postgresql://... of the nodes");
        return NULL;
    }
    if (log_pg_open(store, "operator", &log, problem) != ERR_OK) {
        complain("%s", problem);
        return NULL;
    }
    return log;
}

/* ---- nodes --------------------------------------------------------------- */

static void show(void *arg, const struct node_row *row)
{
    (void)arg;
    printf("%-16s %-8s epoch %lld applied %lld lag %lld build %s link %s", row->name, row->role, (long long)row->epoch,
           (long long)row->applied, (long long)row->lag, row->build, row->link);
    if (row->gone)
        printf(" last seen %.0f s ago", row->seen);
    putchar('\n');
}

int run_nodes(const struct settings *settings, struct words words)
{
    struct log_pg *log = open_log(settings);
    char           problem[256] = "";

    (void)words;
    if (!log)
        return STATUS_FAILED;
    int status = log_pg_nodes(log, show, NULL, problem) == ERR_OK ? STATUS_OK : complain("%s", problem);
    log_pg_close(log);
    return status;
}

/* ---- lead ---------------------------------------------------------------- */

/* Has the node that took the lead opened its hall? It says so at once. One of an
 * older release does not, but reports nothing either while it opens it. */
static bool serves(struct log_pg *log, const char *name, int64_t taken_us)
{
    struct node_search search = { .name = name };
    char               problem[256];
    double             since = (double)(monotonic_us() - taken_us) / 1e6;

    return log_pg_find(log, &search, problem) == ERR_OK && (search.row.serves || search.row.seen < since);
}

/* Until that node leads under a later epoch. The leader may not hear the command,
 * while it connects to PostgreSQL anew: so it is said once a second. */
static int await_lead(struct log_pg *log, const char *name, const char *command, int64_t epoch)
{
    struct lead lead = { 0 };
    char        problem[256] = "", news[128];
    int64_t     said = 0, taken = 0, until = monotonic_us() + (int64_t)HANDOVER_SECONDS * 1000000;

    while (monotonic_us() < until) {
        if (!taken && monotonic_us() - said > 1000000) {
            said = monotonic_us();
            log_pg_command(log, command, problem);
        }
        if (log_pg_look(log, &lead, problem) == ERR_OK && lead.epoch > epoch) {
            if (strcmp(lead.node, name) != 0)
                return complain("%s took the lead instead", lead.node);
            taken = taken ? taken : monotonic_us();
            if (serves(log, name, taken))
                return STATUS_OK;
        }
        log_pg_wait(log, taken ? SERVES_MS : NEWS_MS, news);
    }
    return taken ? complain("%s has the lead and does not serve", name)
                 : complain("%s does not take the lead; %s has it", name, lead.node);
}

static int hand_over(struct log_pg *log, const char *name)
{
    struct lead        lead;
    struct node_search search = { .name = name };
    struct buf         command = { 0 };
    char               problem[256] = "";

    if (log_pg_look(log, &lead, problem) != ERR_OK || log_pg_find(log, &search, problem) != ERR_OK)
        return complain("%s", problem);
    if (search.row.gone)
        return complain("there is no node %s; meeple nodes lists them", name);
    if (strcmp(lead.node, name) == 0)
        return STATUS_OK;
    if (!search.row.follows)
        return complain("%s cannot follow the log: its /healthz says why", name);
    buf_printf(&command, "lead %s", name);
    int status = await_lead(log, name, command.at, lead.epoch);
    buf_release(&command);
    return status;
}

int run_lead(const struct settings *settings, struct words words)
{
    struct log_pg *log = open_log(settings);

    if (!log)
        return STATUS_FAILED;
    int status = hand_over(log, words.at[0]);
    log_pg_close(log);
    return status;
}

/* ---- adopt --------------------------------------------------------------- */

int run_adopt(const struct settings *settings, struct words words)
{
    const char *store = setting_text(settings, "store");
    char        problem[256] = "";

    if (!is_on_nodes(settings))
        return complain("--store must be the postgresql://... of the nodes");
    if (log_pg_adopt(store, words.at[0], problem) != ERR_OK)
        return complain("%s", problem);
    return STATUS_OK;
}
