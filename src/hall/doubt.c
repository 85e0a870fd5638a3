/* What the hall does when the log shared by several nodes (store/log.h) does not
 * answer.
 *
 * The batch that was closed last is then in doubt: the log may or may not hold
 * it. Its outs wait, and so does everything behind it. After GIVE_UP_US
 *
 *   - the open batch fails, and its clients are told that nothing was changed;
 *   - the closed batch is rolled back in the file and the parts reload their
 *     state, so that reads go on; their answers may be old, but are true;
 *   - reads in either batch may have seen what is in doubt and are handled again;
 *   - new writes fail at once.
 *
 * The thread of sync.c keeps trying, so when the log answers again it holds the
 * batch; the batch is then put back and its outs are sent. Clients that have
 * waited for TELL_US are told before that that the outcome is unknown.
 *
 * A leader that cannot be sure that it is still the only one marks its reads with
 * their age in a header. */
#include "base/log.h"
#include "base/mem.h"
#include "hall/hall.h"
#include "hall/internal.h"
#include "store/here.h"

#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

enum {
    GIVE_UP_US = 2 * 1000 * 1000,
    TELL_US = 10 * 1000 * 1000,
    LOOK_MS = 50, /* between two checks while a batch waits */
    CLOSE_RESTART = 1012,
    AGAIN_MOST = 3, /* times that a read is handled again at most */
};

static int64_t waiting_us(struct hall *hall)
{
    int64_t began = hall->syncer.began_us;

    return hall->syncer.idle || !began ? 0 : monotonic_us() - began;
}

bool doubt__overdue(struct hall *hall)
{
    return hall->log && !hall->doubt && !hall->syncer.firm && waiting_us(hall) > GIVE_UP_US;
}

int64_t doubt__wait_ms(struct hall *hall, int64_t ms)
{
    bool waits = hall->log && (!hall->syncer.idle || hall->doubt);

    return waits && (ms < 0 || ms > LOOK_MS) ? LOOK_MS : ms;
}

/* ---- reads ---------------------------------------------------------------- */

/* Takes the reads out of a batch: they can be handled again and need not fail. */
static struct ask *take_reads(struct ask **batch)
{
    struct asks reads = { 0 };

    for (struct ask **at = batch, *ask; (ask = *at);) {
        if (ask->kind != ASK_HTTP || ask->method != METHOD_GET || ask->kept || ask->at_once || ask->again == AGAIN_MOST) {
            at = &ask->next;
            continue;
        }
        *at = ask->next;
        asks_add(&reads, ask);
    }
    return reads.first;
}

static void free_reads(struct ask *reads)
{
    for (struct ask *ask = reads, *next; ask; ask = next) {
        next = ask->next;
        ask_free(ask);
    }
}

void doubt__keep_reads(struct hall *hall, struct ask **batch)
{
    free_reads(hall->syncer.reads);
    hall->syncer.reads = take_reads(batch);
}

void doubt__drop_reads(struct hall *hall)
{
    free_reads(hall->syncer.reads);
    hall->syncer.reads = NULL;
}

static void handle_again(struct hall *hall, struct ask *reads)
{
    for (struct ask *ask = reads; ask; ask = ask->next) {
        ask->answered = false;
        ask->again++;
    }
    turns__add(&hall->turns, reads);
}

void doubt__fail_batch(struct hall *hall, struct ask **batch, const char *problem)
{
    struct ask *reads = hall->log ? take_reads(batch) : NULL;

    hall__fail_batch(hall, *batch, problem);
    handle_again(hall, reads);
}

/* Drops the answers to the reads of the closed batch. */
static void take_back_answers(struct syncer *s)
{
    struct map askers = { 0 };

    for (struct ask *ask = s->reads; ask; ask = ask->next)
        map_put(&askers, ask->conn, ask);
    pthread_mutex_lock(&s->lock);
    struct out *out = s->outs.first, *next;
    s->outs = (struct outs){ 0 };
    for (; out; out = next) {
        next = out->next;
        if (out->kind == OUT_REPLY && map_get(&askers, out->conn))
            out_free(out);
        else
            outs_add(&s->outs, out);
    }
    pthread_mutex_unlock(&s->lock);
    map_release(&askers);
}

/* ---- beginning ----------------------------------------------------------- */

static bool enter(struct syncer *s)
{
    pthread_mutex_lock(&s->lock);
    bool entered = !s->idle && s->began_us && s->stage == DOUBT_NONE;
    if (entered)
        s->stage = DOUBT_OPEN;
    pthread_mutex_unlock(&s->lock);
    return entered;
}

static void leave(struct syncer *s)
{
    pthread_mutex_lock(&s->lock);
    s->stage = DOUBT_NONE;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
}

void doubt__begin(struct hall *hall, struct ask **batch)
{
    struct syncer *s = &hall->syncer;
    char           problem[256] = "";

    if (!enter(s))
        return; /* the log has answered in the meantime */
    doubt__fail_batch(hall, batch, "the log in PostgreSQL does not respond");
    enum err err = store_doubt(hall->store, problem);
    if (err == ERR_OK) {
        hall->doubt = true;
        hall__forget(hall, true);
        take_back_answers(s);
        handle_again(hall, s->reads);
        s->reads = NULL;
        log_warn("hall", "a batch is in doubt: it waits for the log; reads see the state before it");
        return;
    }
    log_warn("hall", "all requests wait for the log: %s", problem);
    s->firm = true;
    leave(s);
}

/* ---- telling ------------------------------------------------------------- */

static void replace_headers(struct out *out, const char *line)
{
    struct buf headers = { 0 };

    if (out->headers)
        buf_text(&headers, out->headers);
    buf_text(&headers, line);
    free(out->headers);
    out->headers = buf_detach(&headers);
}

static void answer_instead(struct out *out, const char *json)
{
    buf_clear(&out->body);
    free(out->headers);
    out->headers = NULL;
    out->status = 503;
    out->content_type = "application/json; charset=utf-8";
    buf_text(&out->body, json);
}

/* Turns the answers in doubt into 503 `unknown`. Streams that were to get a message
 * are closed; their clients find out when they reconnect. */
static void tell_unknown(struct hall *hall)
{
    static const char text[] = "{\"error\":{\"code\":\"unknown\",\"message\":\"It is unknown whether this request was carried out; "
                               "check before you repeat it.\"}}";
    struct syncer    *s = &hall->syncer;

    pthread_mutex_lock(&s->lock);
    struct outs outs = s->stage == DOUBT_OPEN ? s->outs : (struct outs){ 0 };
    if (outs.first)
        s->outs = (struct outs){ 0 };
    pthread_mutex_unlock(&s->lock);
    for (struct out *out = outs.first; out; out = out->next) {
        if (out->kind == OUT_REPLY) {
            answer_instead(out, text);
        } else if (out->kind == OUT_TEXT) {
            if (out->shared)
                shared_text_drop(out->shared);
            out->shared = NULL;
            buf_clear(&out->body);
            out->kind = OUT_CLOSE;
            out->status = CLOSE_RESTART;
        }
    }
    sync__publish(hall, &outs);
}

/* A refusal depends on the current state, which may have changed at another leader:
 * without a valid lease we must not refuse for good. */
static bool refuses_a_write(const struct out *out)
{
    return out->to_write && out->status >= 400 && out->status < 500;
}

void doubt__mark_stale(struct hall *hall, struct outs *outs)
{
    static const char no_leader[] = "{\"error\":{\"code\":\"no_leader\",\"message\":\"This node may not lead any more; nothing was "
                                    "changed. Try again soon.\"}}";
    int64_t           age = hall->log->stale_us(hall->log);
    char              line[64];

    snprintf(line, sizeof line, "Meeple-Stale: %lld\r\n", (long long)((age + 999999) / 1000000));
    for (struct out *out = outs->first; out; out = out->next) {
        if (out->kind != OUT_REPLY)
            continue;
        if (age > 0 && refuses_a_write(out))
            answer_instead(out, no_leader);
        if (out->status == 503 && (!out->headers || !strstr(out->headers, "Retry-After")))
            replace_headers(out, "Retry-After: 1\r\n");
        if (age > 0 && out->status < 500)
            replace_headers(out, line);
    }
}

/* ---- ending -------------------------------------------------------------- */

static void believe(struct hall *hall)
{
    char problem[256] = "";

    if (store_believe(hall->store, problem) != ERR_OK) {
        log_error("hall", "a batch that the log holds cannot be put back: %s", problem);
        _exit(EX_IOERR); /* the next start does it */
    }
    hall__forget(hall, true);
    hall->doubt = false;
    hall__set_problem(hall, "");
    log_info("hall", "the log responds again and holds the batch that was in doubt");
    leave(&hall->syncer);
}

void doubt__look(struct hall *hall)
{
    struct syncer *s = &hall->syncer;
    struct ask    *none = NULL;

    if (doubt__overdue(hall))
        doubt__begin(hall, &none);
    if (!hall->doubt)
        return;
    pthread_mutex_lock(&s->lock);
    bool over = s->stage == DOUBT_OVER;
    pthread_mutex_unlock(&s->lock);
    if (over)
        believe(hall);
    else if (waiting_us(hall) > TELL_US)
        tell_unknown(hall);
}

void doubt__settle_or_end(struct hall *hall)
{
    int64_t until = monotonic_us() + GIVE_UP_US;

    while (!hall->syncer.idle && monotonic_us() < until) {
        doubt__look(hall);
        nanosleep(&(struct timespec){ .tv_nsec = 1000 * 1000 }, NULL);
    }
    if (hall->syncer.idle)
        return;
    log_warn("hall", "the log does not respond: the next start finds out whether it holds the last batch");
    _exit(EX_TEMPFAIL);
}
