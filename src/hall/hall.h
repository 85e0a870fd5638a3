/* The hall: one thread of synchronous code that runs all parts (hall/part.h).
 * It takes the whole queue of asks, handles each, commits once, and only then
 * hands the outs to the doors.
 *
 *     doors: hall_submit(ask) ... hall_take_outs()      any thread
 *     everything else here                              hall thread only */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/job.h"
#include "hall/part.h"

struct hall;

/* ---- life (main thread) ------------------------------------------------ */

/* Migrates the tables of all parts (a visitor's store is only checked).
 * hall_open calls it; tools call it on their own store. */
enum err hall_migrate(struct store *store, char problem[256]);

/* Were all steps of this store made by this version or an older one? */
bool hall_knows(struct store *store);

/* Opens the store, runs migrations, opens the parts. On failure `problem` says
 * what to do. `wake` is called from the hall thread whenever outs are ready. */
enum err hall_open(const struct settings *settings, void (*wake)(void *arg), void *arg, struct hall **out, char problem[256]);
/* The same on a store that is open and leads several nodes (store/here.h), and
 * belongs to the hall from now on, whatever comes of it. */
enum err hall_open_on(struct store *store, const struct settings *settings, void (*wake)(void *arg), void *arg, struct hall **out,
                      char problem[256]);
enum err hall_start(struct hall *hall); /* starts the thread and the pool */
/* Says goodbye to connections, finishes the batch, stops the thread; the last
 * outs are left to be taken. Then close. */
void     hall_stop(struct hall *hall);
void     hall_close(struct hall *hall);

/* Handles everything queued, in the caller's thread, as one batch. For tests,
 * tools and fuzzing, instead of hall_start. */
void hall_step(struct hall *hall);

/* A hall that is not open here but on another node: only its routes, for the
 * doors. */
struct hall *hall_plan(const struct settings *settings);
void         hall_plan_free(struct hall *plan);

/* The routes of all parts. i = 0, 1, ... until NULL. */
const struct route *hall_route(const struct hall *hall, int i);

/* ---- queues (any thread) ----------------------------------------------- */

/* False if too many asks are queued: the door then answers 503 itself (or
 * closes) and frees the ask. `n` asks linked by next are submitted at once. */
bool        hall_submit(struct hall *hall, struct ask *first, struct ask *last, int n);
struct out *hall_take_outs(struct hall *hall); /* a list; free each with out_free */

/* Why the store refuses writes, for /healthz, copied into `problem`. Returns
 * true if it does not. */
bool hall_healthy(struct hall *hall, char problem[256]);

/* ---- for those in the hall thread -------------------------------------- */

struct store          *hall_store(struct hall *hall);
const struct settings *hall_settings(const struct hall *hall);
bool                   hall_test_mode(const struct hall *hall);

/* Several nodes share the store: connections may outlive this hall. */
bool hall_has_nodes(const struct hall *hall);

/* Milliseconds since 1970; constant during one ask. Never goes back. */
int64_t hall_now(const struct hall *hall);

/* What is on disk. A reply leaves with its batch and so waits for everything
 * written before it. A read of things that have not changed recently need not
 * wait: code that changes a thing marks it, code that reads it asks whether its
 * current value is on disk, and may then reply at once (wire.h: reply_at_once).
 * Things are identified by arbitrary numbers; a collision only causes an
 * unnecessary wait. */
void thing_changed(struct hall *hall, uint64_t thing);
bool thing_is_kept(const struct hall *hall, uint64_t thing);

/* This ask changed rows that parts mirror in memory, behind their back: all is
 * read anew when its batch has been closed. */
void hall_reread(struct hall *hall);

/* Random numbers from the system's generator. */
void     hall_random(void *out, size_t len);
uint64_t hall_random_below(uint64_t n);

/* One pointer per connection for the part that serves it; NULL at first. */
void *conn_data(struct hall *hall, uint64_t conn);
void  conn_set_data(struct hall *hall, uint64_t conn, void *data);

/* Timers. The callback runs as an ask of its own, in a batch like any other.
 * Cancelling a timer that has fired is harmless. */
uint64_t timer_at(struct hall *hall, int64_t when, void (*fire)(struct hall *hall, void *arg), void *arg);
void     timer_cancel(struct hall *hall, uint64_t timer);

/* Number of queued asks. Any thread. */
int64_t hall_waiting(struct hall *hall);

#endif
