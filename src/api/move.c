#include "api/move.h"

#include "api/retry.h"
#include "base/mem.h"

#include <stdlib.h>

enum {
    KEY_MAX = 100,
    SINCE_MOST = 256, /* events that are looked at: whoever missed more than so much chat asks for the table first */
};

static bool fail(struct fault *fault, enum api_error error)
{
    *fault = (struct fault){ .error = error };
    return false;
}

bool wanted_read(struct wanted *w, struct fault *fault)
{
    const struct game *game = w->table->game;

    w->move.seat = (uint8_t)w->seat;
    if (w->key.len > KEY_MAX) {
        *fault = (struct fault){ .error = API_BAD_FIELD, .why = "The key of a move has at most 100 characters." };
        return false;
    }
    if (w->key.len && w->seq < 0) {
        *fault = (struct fault){ .error = API_BAD_FIELD, .field = "seq", .why = "is missing: a key needs it" };
        return false;
    }
    if (move_read(game, w->text, &w->move) || (game->kinds[w->move.kind].flags & MOVE_BY_TABLE))
        return fail(fault, API_BAD_MOVE);
    move_write(game, &w->move, &w->spelled);
    return true;
}

/* ---- made before? -------------------------------------------------------- */

/* What has happened since the sequence number that a move was made on: chat
 * does not matter, the first event that does is recorded. */
struct since {
    bool     something;
    bool     move; /* that event is a move */
    int      seat, looked_at;
    uint32_t seq;
};

static bool since_row(void *arg, const struct journal_row *row)
{
    struct since *since = arg;

    if (++since->looked_at <= SINCE_MOST && (row->kind == EVENT_CHAT || row->kind == EVENT_READY || row->kind == EVENT_REMATCH))
        return true;
    since->something = true;
    since->seat = row->seat;
    since->seq = row->seq;
    since->move = row->kind == EVENT_MOVED;
    return false;
}

static enum fate stale(const struct wanted *w, struct fault *fault)
{
    *fault = (struct fault){ .error = API_STALE, .seq = w->table->seq };
    return FATE_FAULT;
}

enum fate wanted_fate(struct wanted *w, uint32_t *seq, struct fault *fault)
{
    struct table *t = w->table;
    struct since  since = { 0 };

    w->by_key = w->key.len && retries_find(api_of(w->hall)->retries, t->id, w->seat, w->key, seq);
    if (w->by_key)
        return FATE_BEFORE;
    if (w->seq < 0 || w->seq == t->seq)
        return FATE_FRESH;
    if (w->seq > t->seq)
        return stale(w, fault);
    if (journal_read(hall_store(w->hall), t->id, (uint32_t)w->seq, since_row, &since))
        return fail(fault, API_BUSY), FATE_FAULT;
    if (!since.something)
        return FATE_FRESH;
    if (!w->key.len || !since.move || since.seat != w->seat)
        return stale(w, fault);
    *seq = since.seq; /* perhaps: wanted_again will check */
    return FATE_BEFORE;
}

struct again {
    struct wanted *wanted;
    uint32_t       seq;
    walk_each     *show;
    void          *arg;
    bool           other; /* the event is another move */
};

/* Writes the move in its canonical spelling for that state. */
static void spell(struct wanted *w, const void *state)
{
    const struct game *game = w->table->game;

    if (game->canonical && state)
        game->canonical(state, &w->move);
    buf_clear(&w->spelled);
    move_write(game, &w->move, &w->spelled);
}

static bool again_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct again *again = arg;

    if (row->seq + 1 == again->seq)
        spell(again->wanted, walk->replay.state);
    if (row->seq != again->seq)
        return true;
    again->other = !str_eq(row->text, buf_view(&again->wanted->spelled));
    if (!again->other)
        again->show(again->arg, walk, row);
    return false;
}

bool wanted_again(struct wanted *w, uint32_t seq, walk_each *show, void *arg, struct fault *fault)
{
    struct again again = { .wanted = w, .seq = seq, .show = show, .arg = arg };

    if (!walk_allowed(w->hall, w->peer))
        return fail(fault, API_TOO_MANY);
    if (walk_table(w->hall, w->table, seq - 1, w->table->seq, again_row, &again))
        return fail(fault, API_BUSY);
    if (again.other && !w->by_key)
        stale(w, fault);
    else if (again.other)
        fail(fault, API_KEY_REUSED);
    return !again.other;
}

/* ---- making and trying ---------------------------------------------------- */

static bool is_running(const struct wanted *w, struct fault *fault)
{
    if (w->table->phase == TABLE_RUNNING)
        return true;
    return fail(fault, w->table->phase == TABLE_WAITING ? API_NOT_RUNNING : API_FINISHED);
}

bool wanted_make(struct wanted *w, struct effects *effects, struct buf *words, struct fault *fault)
{
    struct table  *t = w->table;
    uint32_t       seq = t->seq;
    struct refusal why = { 0 };

    if (!is_running(w, fault))
        return false;
    enum err err = table_move(w->hall, t, &w->move, "hall", &(struct moved){ .effects = effects, .worded = words }, &why);
    if (err) {
        *fault = fault_of(err, &why);
        return false;
    }
    buf_clear(&w->spelled);
    move_write(t->game, &w->move, &w->spelled);
    if (w->key.len)
        retries_add(api_of(w->hall)->retries, t->id, w->seat, w->key, seq);
    return true;
}

bool wanted_try(struct wanted *w, struct buf *words, struct fault *fault)
{
    struct table      *t = w->table;
    const struct game *game = t->game;
    struct names       names = table_names(t);
    struct rng         guess = rng_seeded(t->seq);
    struct refusal     why = { 0 };

    if (!is_running(w, fault))
        return false;
    void *seen = mem_new(game->state_size), *trial = mem_new(game->state_size);
    game_seen_by(game, t->state, w->seat, seen);
    memcpy(trial, seen, game->state_size);
    if (game->determinize)
        game->determinize(trial, w->seat, &guess);
    else
        memcpy(trial, t->state, game->state_size);
    spell(w, seen);
    w->move.at = hall_now(w->hall) > t->moved_at ? hall_now(w->hall) : t->moved_at;
    enum err err = game->apply(trial, &w->move, NULL, &why);
    if (err)
        *fault = fault_of(err, &why);
    else
        write_words(game, seen, &w->move, &names, words);
    free(seen);
    free(trial);
    return !err;
}
