/* Playing through the hall API: views, legal moves, moves and the journal. */
#include "base/mem.h"
#include "hall/api_call.h"
#include "hall/retry.h"

#include <stdlib.h>

enum { JOURNAL_NORMAL = 200, KEY_MOST = 100 };

/* ---- views ------------------------------------------------------------- */

static void answer_view(struct call *c, const void *state, uint32_t seq)
{
    struct jout out = call_begin(c);

    jout_field_uint(&out, "table", c->table->id);
    jout_field_uint(&out, "seq", seq);
    jout_field_text(&out, "phase", phase_word(c->table->phase));
    if (c->seat < 0)
        jout_field_null(&out, "seat");
    else
        jout_field_int(&out, "seat", c->seat);
    write_stand(&out, c->table, state, c->seat);
    write_picture(&out, c->table, state, c->seat);
    call_end(c, &out, 200);
}

/* An earlier view: the walk stops where it was asked for. */
struct past {
    struct call *call;
    uint32_t     at;
    bool         answered;
};

static bool past_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct past *past = arg;

    if (row->seq + 1 != past->at)
        return true;
    answer_view(past->call, walk->state, past->at);
    past->answered = true;
    return false;
}

void api_view(struct call *c)
{
    uint32_t    at = (uint32_t)jin_int_or(jin_get(c->query, "at"), c->table->seq);
    struct past past = { .call = c, .at = at };

    if (at == 0 || at > c->table->seq) {
        call_fail_field(c, "at", "is no sequence number of this table");
    } else if (at == c->table->seq) {
        answer_view(c, c->table->state, at);
    } else if (!walk_allowed(c->hall, c->ask->peer)) {
        call_fail(c, API_TOO_MANY);
    } else {
        walk_table(c->hall, c->table, UINT32_MAX, past_row, &past);
        if (!past.answered)
            call_fail(c, API_BUSY);
    }
}

/* ---- legal moves ------------------------------------------------------- */

static void write_legal(struct jout *out, const struct game *game, const void *seen, const struct move_list *list)
{
    struct buf text = { 0 };

    for (int i = 0; i < list->n; i++) {
        jout_open_object(out);
        buf_clear(&text);
        move_write(game, &list->at[i], &text);
        jout_field_str(out, "move", buf_view(&text));
        if (game->describe) {
            buf_clear(&text);
            game->describe(seen, &list->at[i], &text);
        }
        jout_field_str(out, "words", buf_view(&text));
        jout_close_object(out);
    }
    buf_release(&text);
}

void api_legal(struct call *c)
{
    struct table      *t = c->table;
    const struct game *game = t->game;
    struct move_list   list = { .cap = game->legal_max };
    const void        *seen = t->phase == TABLE_RUNNING ? table_seen_by(c->hall, t, c->seat) : NULL;

    list.at = mem_list((size_t)list.cap, sizeof list.at[0]);
    if (seen)
        game->legal(seen, c->seat, &list);
    struct jout out = call_begin(c);
    jout_field_uint(&out, "table", t->id);
    jout_field_uint(&out, "seq", t->seq);
    jout_field_int(&out, "seat", c->seat);
    jout_field_bool(&out, "sample", (game->traits & GAME_LEGAL_SAMPLE) != 0);
    jout_field_array(&out, "moves");
    write_legal(&out, game, seen, &list);
    jout_close_array(&out);
    call_end(c, &out, 200);
    free(list.at);
}

/* ---- moves ------------------------------------------------------------- */

/* The answer to a move, the same whenever it is given: `state` is the one
 * right after it. A program that keeps the state itself may want no view. */
static void answer_move(struct call *c, uint32_t seq, struct str move, struct str words, const void *state)
{
    struct jout out = call_begin(c);

    jout_field_uint(&out, "table", c->table->id);
    jout_field_uint(&out, "seq", seq);
    jout_field_uint(&out, "next", seq + 1);
    jout_field_str(&out, "move", move);
    jout_field_str(&out, "words", words);
    if (jin_bool_or(jin_get(c->body, "view"), true))
        write_stand(&out, c->table, state, c->seat);
    else
        write_turn(&out, c->table, state);
    call_end(c, &out, 200);
}

/* The answer to a move that stands in the journal at `seq`. */
struct again {
    struct call *call;
    uint32_t     seq;
    struct str   move; /* as it was sent this time */
    bool         answered;
};

static bool again_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct again *again = arg;

    if (row->seq != again->seq)
        return true;
    if (str_eq(row->text, again->move))
        answer_move(again->call, row->seq, row->text, buf_view(&walk->words), walk->state);
    else
        call_fail(again->call, API_KEY_REUSED);
    again->answered = true;
    return false;
}

static void answer_again(struct call *c, uint32_t seq, struct str move)
{
    struct again again = { .call = c, .seq = seq, .move = move };

    walk_table(c->hall, c->table, seq, again_row, &again);
    if (!again.answered)
        call_fail(c, API_BUSY);
}

/* What has happened since the sequence number that a move was made on: talk
 * does not matter, the first thing that does is kept. */
struct since {
    bool       something;
    char       kind;
    int        seat;
    uint32_t   seq;
    struct str want; /* a move's text */
    bool       same; /* it is that move */
};

static bool since_row(void *arg, const struct journal_row *row)
{
    struct since *since = arg;

    if (row->kind == EVENT_CHAT || row->kind == EVENT_READY || row->kind == EVENT_REMATCH)
        return true;
    since->something = true;
    since->kind = row->kind;
    since->seat = row->seat;
    since->seq = row->seq;
    since->same = row->kind == EVENT_MOVED && str_eq(row->text, since->want);
    return false;
}

/* Deals with a move that was made before, or on an old state. True if it was
 * answered. */
static bool is_old(struct call *c, struct str move)
{
    struct table     *t = c->table;
    struct str        key = c->ask->idempotency_key;
    const struct jin *seq = jin_get(c->body, "seq");
    int64_t           on = jin_int_or(seq, t->seq);
    struct since      since = { .want = move };
    uint32_t          done;

    if (key.len && retries_find(api_of(c->hall)->retries, t->id, c->seat, key, &done))
        return answer_again(c, done, move), true;
    if (on > t->seq)
        return call_fail_stale(c, t->seq), true;
    if (on == t->seq)
        return false;
    journal_read(hall_store(c->hall), t->id, (uint32_t)on, since_row, &since);
    if (!since.something)
        return false;
    if (key.len && since.same && since.seat == c->seat)
        answer_again(c, since.seq, move);
    else
        call_fail_stale(c, t->seq);
    return true;
}

static void make_move(struct call *c, struct move *m, struct str text)
{
    struct table *t = c->table;
    struct str    key = c->ask->idempotency_key;
    uint32_t      seq = t->seq;
    struct buf    words = { 0 };
    const char   *why = "";

    if (t->phase != TABLE_RUNNING) {
        call_fail(c, t->phase == TABLE_WAITING ? API_NOT_RUNNING : API_FINISHED);
        return;
    }
    void *before = mem_list(2, t->game->state_size);
    memcpy(before, t->state, t->game->state_size);
    enum err err = table_move(c->hall, t, m, "hall", NULL, &why);
    if (err) {
        call_fail_err(c, err, why);
    } else {
        if (key.len)
            retries_add(api_of(c->hall)->retries, t->id, c->seat, key, seq);
        move_words(t->game, before, m, (char *)before + t->game->state_size, &words);
        move_outcome(t->game, t->state, m, before, &words);
        answer_move(c, seq, text, buf_view(&words), t->state);
    }
    buf_release(&words);
    free(before);
}

void api_move(struct call *c)
{
    const struct game *game = c->table->game;
    struct move        m = { .seat = (uint8_t)c->seat };
    struct buf         text = { 0 };

    if (c->ask->idempotency_key.len > KEY_MOST) {
        call_fail_why(c, API_BAD_FIELD, "the Idempotency-Key is too long");
        return;
    }
    if (c->ask->idempotency_key.len && !jin_get(c->body, "seq")) {
        call_fail_field(c, "seq", "is missing: an Idempotency-Key needs it");
        return;
    }
    if (move_read(game, jin_str_or(jin_get(c->body, "move"), ""), &m) || (game->kinds[m.kind].flags & MOVE_BY_TABLE)) {
        call_fail(c, API_BAD_MOVE);
        return;
    }
    move_write(game, &m, &text); /* the journal's spelling */
    if (!is_old(c, buf_view(&text)))
        make_move(c, &m, buf_view(&text));
    buf_release(&text);
}

/* ---- the journal ------------------------------------------------------- */

struct page {
    struct jout *out;
    uint32_t     from, end; /* events from `from` up to before `end` */
};

static bool page_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct page *page = arg;

    if (row->seq >= page->end)
        return false;
    if (row->seq >= page->from) {
        jout_open_object(page->out);
        write_event(page->out, row, buf_view(&walk->words));
        jout_close_object(page->out);
    }
    return true;
}

void api_journal(struct call *c)
{
    struct table *t = c->table;
    uint32_t      from = (uint32_t)jin_int_or(jin_get(c->query, "from"), 0);
    uint32_t      limit = (uint32_t)jin_int_or(jin_get(c->query, "limit"), JOURNAL_NORMAL);
    struct page   page = { .from = from, .end = t->seq };

    if (!walk_allowed(c->hall, c->ask->peer)) {
        call_fail(c, API_TOO_MANY);
        return;
    }
    if (from < t->seq && t->seq - from > limit)
        page.end = from + limit;
    struct jout out = call_begin(c);
    page.out = &out;
    jout_field_uint(&out, "table", t->id);
    jout_field_uint(&out, "seq", t->seq);
    jout_field_array(&out, "events");
    if (from < page.end)
        walk_table(c->hall, t, from, page_row, &page);
    jout_close_array(&out);
    if (page.end < t->seq)
        jout_field_uint(&out, "next", page.end);
    else
        jout_field_null(&out, "next");
    call_end(c, &out, 200);
}
