/* The hall: accounts, tables and the store, in one thread of plain,
 * synchronous code. It takes the whole queue of asks, handles each, commits
 * once, and only then hands the outs to the doors.
 *
 *     doors: hall_submit(ask) ... hall_take_outs()      any thread
 *     everything else here                              hall thread only */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "game/game.h"
#include "hall/dialect.h"
#include "hall/settings.h"
#include "hall/wire.h"
#include "store/store.h"

struct hall;

/* ---- life (main thread) ------------------------------------------------ */

/* Brings all tables of the hall and the games up to date (a visitor's store is
 * only checked). hall_open does it; tools call it on a store of their own. */
enum err hall_migrate(struct store *store, char problem[256]);

/* Opens the store, runs migrations, makes the dialects. `problem` says what to
 * do on failure. `wake` is called, from the hall thread, whenever outs wait. */
enum err hall_open(const struct settings *settings, void (*wake)(void *arg), void *arg, struct hall **out, char problem[256]);
enum err hall_start(struct hall *hall); /* starts the thread and the pool */
/* Says goodbye to connections, finishes the batch, stops the thread; the last
 * outs wait to be taken. Then close. */
void     hall_stop(struct hall *hall);
void     hall_close(struct hall *hall);

/* Handles what waits now, in the caller's thread, as one batch. For tests,
 * tools and fuzzing: instead of hall_start, never beside it. */
void hall_step(struct hall *hall);

/* All routes of the hall API and the dialects. i = 0, 1, ... until NULL. */
const struct route *hall_route(const struct hall *hall, int i);

/* ---- queues (any thread) ----------------------------------------------- */

/* False when too many wait already: the door answers 503 itself (or closes)
 * and frees the ask. `n` asks linked by next are submitted in one go. */
bool        hall_submit(struct hall *hall, struct ask *first, struct ask *last, int n);
struct out *hall_take_outs(struct hall *hall); /* a list; free each with out_free */

/* Why the store refuses writes at the moment, for /healthz; NULL if all is
 * well. Copies into `problem`. */
bool hall_healthy(struct hall *hall, char problem[256]);

/* ---- for those in the hall thread -------------------------------------- */

struct store          *hall_store(struct hall *hall);
const struct settings *hall_settings(const struct hall *hall);
bool                   hall_test_mode(const struct hall *hall);

/* Milliseconds since 1970; the same during one ask. Never goes back. */
int64_t hall_now(const struct hall *hall);

/* What the disk holds. An answer leaves with its batch, so it waits until the
 * disk holds all that was written before it. A read of things that nobody
 * changed lately need not: whoever changes a thing names it, whoever reads it
 * asks whether the disk holds it as it is, and may then answer at once (wire.h:
 * reply_at_once). A thing is named by any number; two that share one wait for
 * each other now and then, no more. */
void thing_changed(struct hall *hall, uint64_t thing);
bool thing_is_kept(const struct hall *hall, uint64_t thing);

/* Unguessable numbers from the system's generator. */
void     hall_random(void *out, size_t len);
uint64_t hall_random_below(uint64_t n);

/* One pointer per connection for whoever serves it; NULL at first. */
void *conn_data(struct hall *hall, uint64_t conn);
void  conn_set_data(struct hall *hall, uint64_t conn, void *data);

/* Timers. The callback runs as an ask of its own, in a batch like any other.
 * A timer is named by a number; cancelling one that fired is harmless. */
uint64_t timer_at(struct hall *hall, int64_t when, void (*fire)(struct hall *hall, void *arg), void *arg);
void     timer_cancel(struct hall *hall, uint64_t timer);

/* Jobs: `work` runs in the pool on `arg` alone, then `done` in the hall
 * thread. ERR_FULL when too many wait, or the hall is about to stop: answer
 * "later" in the game's words. If it stops before the job's turn came,
 * `dropped` runs in its last batch instead of both: answer the same. */
enum err job_submit(struct hall *hall, void (*work)(void *arg), void (*done)(struct hall *hall, void *arg),
                    void (*dropped)(struct hall *hall, void *arg), void *arg);

/* Metrics: counters and gauges by name; see hall/metrics.h. */

/* A dialect's own memory, by its game; NULL: that of the hall API (accounts
 * and ratings are in it). */
void *dialect_self(struct hall *hall, const struct game *game);

/* Every game hears what became of an account. None can refuse. */
void dialects_tell(struct hall *hall, const struct account_change *change);

#endif
