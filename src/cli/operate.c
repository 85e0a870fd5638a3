/* Where commands that change what is stored do their work: on the data file of one
 * machine, or in the hall of the node that leads. */
#include "people/operate.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/varint.h"
#include "cli/cli.h"
#include "hall/hall.h"
#include "net/link.h"
#include "store/log_pg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WORDS_MAX = 8, TRIES_MAX = 20, TRY_MS = 500 };

static const struct command *const operated[] = { &user_command, &moderate_command, &import_command };

bool is_on_nodes(const struct settings *settings)
{
    const char *store = setting_text(settings, "store");

    return strncmp(store, "postgresql:", 11) == 0 || strncmp(store, "postgres:", 9) == 0;
}

int operation_complain(struct operation *op, const char *format, ...)
{
    va_list args;
    char    text[512];

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buf_printf(&op->err, "meeple: %s\n", text);
    return STATUS_FAILED;
}

static void say(const struct operation *op)
{
    fwrite(op->out.at, 1, op->out.len, stdout);
    fwrite(op->err.at, 1, op->err.len, stderr);
}

static void release(struct operation *op)
{
    buf_release(&op->out);
    buf_release(&op->err);
}

/* ---- on the data file ------------------------------------------------------- */

static enum err open_alone(const char *where, struct store **out, char problem[256])
{
    struct store *s = NULL;
    enum err      err = store_open(where, &s, problem);

    if (err == ERR_OK)
        err = hall_migrate(s, problem);
    if (err == ERR_OK)
        *out = s;
    else
        store_close(s);
    return err;
}

/* Beside a running server as a visitor; otherwise as the owner, which may migrate
 * the file. Creates none: a wrong path is more likely. */
static enum err open_file(const char *where, struct store **out, char problem[256])
{
    struct store *s = NULL;
    enum err      err = store_visit(where, &s, problem);

    if (err == ERR_OK && hall_migrate(s, problem) == ERR_OK) {
        *out = s;
        return ERR_OK;
    }
    store_close(s);
    return err == ERR_NONE ? err : open_alone(where, out, problem);
}

static int64_t wall_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int operate_here(const struct command *command, struct operation *op, bool alone)
{
    const char *where = setting_text(op->settings, "store");
    char        problem[256] = "";
    enum err    err = alone ? open_alone(where, &op->store, problem) : open_file(where, &op->store, problem);

    if (err != ERR_OK)
        return complain("%s", problem);
    op->at = wall_ms();
    int status = command->operate(op);
    if (status == STATUS_OK && store_commit(op->store, problem) != ERR_OK)
        status = operation_complain(op, "%s", problem);
    while (alone && status == STATUS_OK && journal_untidy(op->store) && journal_tidy(op->store, 10000, problem) == ERR_OK) {
    }
    say(op);
    store_close(op->store);
    return status;
}

/* ---- in the hall of a node --------------------------------------------------- */

/* The command, its words, its settings, its input. */
static void write_request(const struct command *command, const struct operation *op, struct buf *out)
{
    varint_write_str(out, str_of(command->name));
    varint_write(out, (uint64_t)op->words.n);
    for (int i = 0; i < op->words.n; i++)
        varint_write_str(out, str_of(op->words.at[i]));
    for (const struct setting *s = command->settings; s && s->name; s++) {
        const char *value =
            s->kind == SETTING_FLAG ? setting_flag(op->settings, s->name) ? "1" : NULL : setting_text(op->settings, s->name);

        if (!value)
            continue;
        varint_write_str(out, str_of(s->name));
        varint_write_str(out, str_of(value));
    }
    varint_write_str(out, STR(""));
    varint_write_str(out, op->input);
}

struct request {
    const struct command *command;
    struct settings      *settings;
    char                 *words[WORDS_MAX];
    struct operation      op;
};

static bool read_settings(struct request *r, struct str *rest)
{
    struct str name, value;

    while (varint_read_str(rest, &name) && name.len) {
        if (!varint_read_str(rest, &value))
            return false;
        char *n = mem_text(name), *v = mem_text(value);
        bool  ok = !setting_set(r->settings, n, v);

        free(n);
        free(v);
        if (!ok)
            return false;
    }
    return true;
}

static bool read_request(struct request *r, struct str rest)
{
    struct str name, word;
    uint64_t   n;

    if (!varint_read_str(&rest, &name) || !varint_read(&rest, &n) || n > WORDS_MAX)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(operated); i++)
        if (str_is(name, operated[i]->name))
            r->command = operated[i];
    if (!r->command)
        return false;
    r->settings = command_settings(r->command);
    for (uint64_t i = 0; i < n; i++) {
        if (!varint_read_str(&rest, &word))
            return false;
        r->words[r->op.words.n++] = mem_text(word);
    }
    r->op.words.at = r->words;
    r->op.settings = r->settings;
    return read_settings(r, &rest) && varint_read_str(&rest, &r->op.input);
}

static bool run_request(struct hall *hall, struct str request, struct buf *answer)
{
    struct request r = { .op.store = hall_store(hall), .op.at = hall_now(hall) };
    bool           known = read_request(&r, request);

    if (known) {
        int status = r.command->operate(&r.op);

        varint_write(answer, (uint64_t)status);
        varint_write_str(answer, buf_view(&r.op.out));
        varint_write_str(answer, buf_view(&r.op.err));
        if (status == STATUS_OK && r.op.mirrored)
            hall_reread(hall);
    }
    release(&r.op);
    for (int i = 0; i < r.op.words.n; i++)
        free(r.words[i]);
    if (r.settings)
        settings_free(r.settings);
    return known;
}

void operate_serve(struct hall *hall)
{
    operate_set(hall, run_request);
}

/* ---- over the link ------------------------------------------------------------ */

static int read_answer(struct str answer)
{
    uint64_t   status;
    struct str out, err;

    if (!varint_read(&answer, &status) || !varint_read_str(&answer, &out) || !varint_read_str(&answer, &err))
        return complain("the leader's answer is malformed");
    fwrite(out.at, 1, out.len, stdout);
    fwrite(err.at, 1, err.len, stderr);
    return (int)status;
}

/* Asks whoever leads; what was surely not done is asked again for a while, since
 * the lead may be changing hands. */
static int ask_leader(struct log_pg *log, struct str request)
{
    struct buf answer = { 0 };
    char       problem[256] = "", news[128];
    enum err   err = ERR_REFUSED;

    for (int i = 0; i < TRIES_MAX && err == ERR_REFUSED; i++) {
        struct lead lead;

        if (i)
            log_pg_wait(log, TRY_MS, news);
        if (log_pg_look(log, &lead, problem) != ERR_OK || !lead.link[0])
            continue;
        const struct operator_link to = {
            .address = lead.link, .key = { (const char *)log->key, PG_KEY_BYTES }, .epoch = lead.epoch, .route = &operate_routes[0]
        };
        err = link_operate(&to, request, &answer, problem);
    }
    int status = err == ERR_OK ? read_answer(buf_view(&answer))
                               : complain("%s", problem[0] ? problem : "no node leads: is one running? meeple nodes lists them");
    buf_release(&answer);
    return status;
}

static int operate_there(const struct command *command, const struct operation *op)
{
    struct log_pg *log;
    struct buf     request = { 0 };
    char           problem[256] = "";
    int            status = STATUS_FAILED;

    write_request(command, op, &request);
    if (request.len > OPERATE_BYTES)
        complain("that is too much at once: at most %d MB", OPERATE_BYTES >> 20);
    else if (log_pg_open(setting_text(op->settings, "store"), "operator", &log, problem) != ERR_OK)
        complain("%s", problem);
    else {
        status = ask_leader(log, buf_view(&request));
        log_pg_close(log);
    }
    buf_release(&request);
    return status;
}

int operate(const struct command *command, const struct settings *settings, struct words words, struct str input, bool alone)
{
    struct operation op = { .settings = settings, .words = words, .input = input };
    int              status = is_on_nodes(settings) ? operate_there(command, &op) : operate_here(command, &op, alone);

    release(&op);
    return status;
}

bool operate_can(const struct settings *settings, char problem[256])
{
    struct store *s = NULL;
    bool          can = is_on_nodes(settings) || open_file(setting_text(settings, "store"), &s, problem) == ERR_OK;

    store_close(s);
    return can;
}
