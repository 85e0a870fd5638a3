/* Playing through the hall API: views, legal moves and moves. */
#include "api/call.h"
#include "api/move.h"
#include "base/mem.h"
#include "game/effect.h"

#include <stdlib.h>

/* ---- views ------------------------------------------------------------- */

static void begin_view(struct jout *out, const struct call *c, uint32_t seq)
{
    jout_field_uint(out, "table", c->table->id);
    jout_field_uint(out, "seq", seq);
    jout_field_text(out, "phase", phase_word(c->table->phase));
    write_seat_number(out, "seat", c->seat);
    if (seq == c->table->seq)
        write_deadline(out, c->table);
    else
        jout_field_null(out, "deadline");
}

static void answer_view(struct call *c)
{
    const struct table *t = c->table;
    struct jout         out = call_begin(c);

    begin_view(&out, c, t->seq);
    write_stand(&out, t, t->state, c->seat);
    write_picture(&out, t->game, t->state, eyes_of(t, c->seat));
    call_end(c, &out, 200);
}

/* An earlier view: the walk stops there. */
struct past {
    struct ask        *ask;
    const struct game *game;
    int                seat, eyes;
    struct buf         text;
    struct jout        out;
};

static bool past_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct past *past = arg;

    (void)row;
    write_to_act(&past->out, past->game, walk->replay.state);
    write_view(&past->out, past->game, walk->replay.state, past->eyes, past->seat);
    write_picture(&past->out, past->game, walk->replay.state, past->eyes);
    jout_close_object(&past->out);
    return false;
}

static void past_done(struct hall *hall, void *arg, enum err err)
{
    struct past *past = arg;
    struct call  c = call_later(hall, past->ask);

    call_end_with(&c, err, &past->text);
    free(past);
}

static void view_past(struct call *c, uint32_t at)
{
    struct past *past = mem_new(sizeof *past);

    *past = (struct past){ .ask = c->ask, .game = c->table->game, .seat = c->seat, .eyes = eyes_of(c->table, c->seat) };
    past->out = jout_to(&past->text);
    jout_open_object(&past->out);
    begin_view(&past->out, c, at);
    if (!call_walk(c, at - 1, at, past_row, past_done, past)) {
        buf_release(&past->text);
        free(past);
    }
}

void api_view(struct call *c)
{
    uint32_t at = (uint32_t)jin_int_or(jin_get(c->query, "at"), c->table->seq);

    if (at == 0 || at > c->table->seq)
        call_fail_field(c, "at", "must be a sequence number of this table");
    else if (at == c->table->seq)
        answer_view(c);
    else if (!walk_allowed(c->hall, c->ask->peer))
        call_fail(c, API_TOO_MANY);
    else
        view_past(c, at);
}

void api_board(struct call *c)
{
    bool        known = c->table->state && c->table->game->board;
    struct jout out = call_begin(c);

    jout_field_uint(&out, "table", c->table->id);
    write_board(c->hall, &out, c->table);
    jout_close_object(&out);
    reply_end(c->hall, c->ask, 200, "application/json", known ? "Cache-Control: private, max-age=86400\r\n" : NULL);
}

void api_legal(struct call *c)
{
    if (c->table->phase != TABLE_RUNNING) {
        call_fail(c, c->table->phase == TABLE_WAITING ? API_NOT_RUNNING : API_FINISHED);
        return;
    }
    struct jout out = call_begin(c);
    write_legal(c->hall, &out, c->table, c->seat);
    call_end(c, &out, 200);
}

/* ---- moves ------------------------------------------------------------- */

/* The reply to a move, identical whenever it is sent: `state` is the one right
 * after it. Programs that keep the state themselves can omit the view. */
static void answer_move(struct call *c, uint32_t seq, struct str move, struct str words, const struct effects *effects,
                        const void *state)
{
    struct jout out = call_begin(c);

    jout_field_uint(&out, "table", c->table->id);
    jout_field_uint(&out, "seq", seq);
    jout_field_uint(&out, "next", seq + 1);
    jout_field_str(&out, "move", move);
    jout_field_str(&out, "words", words);
    jout_field_array(&out, "effects");
    effects_write(c->table->game, effects, eyes_of(c->table, c->seat), &out);
    jout_close_array(&out);
    if (jin_bool_or(jin_get(c->body, "view"), true))
        write_stand(&out, c->table, state, c->seat);
    else
        write_turn(&out, c->table, state);
    call_end(c, &out, 200);
}

static bool show_again(void *arg, const struct walk *walk, const struct journal_row *row)
{
    answer_move(arg, row->seq, row->text, buf_view(&walk->replay.words), &walk->replay.effects, walk->replay.state);
    return false;
}

static bool make_move(struct call *c, struct wanted *w, struct fault *fault)
{
    struct effects effects = { 0 };
    struct buf     words = { 0 };
    uint32_t       seq = w->table->seq;
    bool           made = wanted_make(w, &effects, &words, fault);

    if (made)
        answer_move(c, seq, buf_view(&w->spelled), buf_view(&words), &effects, w->table->state);
    buf_release(&words);
    return made;
}

static bool try_move(struct call *c, struct wanted *w, struct fault *fault)
{
    struct buf words = { 0 };
    bool       good = wanted_try(w, &words, fault);

    if (good) {
        struct jout out = call_begin(c);

        jout_field_uint(&out, "table", w->table->id);
        jout_field_uint(&out, "seq", w->table->seq);
        jout_field_str(&out, "move", buf_view(&w->spelled));
        jout_field_str(&out, "words", buf_view(&words));
        call_end(c, &out, 200);
    }
    buf_release(&words);
    return good;
}

void api_move(struct call *c)
{
    struct wanted w = {
        .hall = c->hall,
        .table = c->table,
        .seat = c->seat,
        .peer = c->ask->peer,
        .text = jin_str_or(jin_get(c->body, "move"), ""),
        .key = c->ask->idempotency_key,
        .seq = jin_int_or(jin_get(c->body, "seq"), -1),
    };
    struct fault fault;
    uint32_t     seq;
    bool         good = wanted_read(&w, &fault);

    if (good && jin_bool_or(jin_get(c->body, "try"), false)) {
        good = try_move(c, &w, &fault);
    } else if (good) {
        enum fate fate = wanted_fate(&w, &seq, &fault);

        good = fate == FATE_FRESH    ? make_move(c, &w, &fault)
               : fate == FATE_BEFORE ? wanted_again(&w, seq, show_again, c, &fault)
                                     : false;
    }
    if (!good)
        call_fail_with(c, &fault);
    buf_release(&w.spelled);
}
