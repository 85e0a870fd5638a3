/* Moves over the feed. The reply to a move, `made`, is the event as sent to the
 * connection that made it. */
#include "api/listener.h"
#include "api/move.h"
#include "game/effect.h"

#include <stdio.h>

/* Everything a move must satisfy before the rules see it. */
static bool read_move(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc, struct wanted *w,
                      struct fault *fault)
{
    struct table *t = NULL;
    int64_t       id = 0;
    char          who[24];

    *fault = (struct fault){ .error = API_BAD_FIELD };
    snprintf(who, sizeof who, "%llu", (unsigned long long)l->conn);
    if (!jin_string(value, &w->text))
        fault->why = "\"move\" must be a text.";
    else if (!jin_string(jin_get(doc, "key"), &w->key) || !w->key.len)
        fault->why = "\"key\" must be a text of 1 to 100 characters.";
    else if (!jin_int(jin_get(doc, "table"), &id) || id < 1)
        fault->why = "\"table\" must be the number of a table.";
    else if (!jin_int(jin_get(doc, "seq"), &w->seq) || w->seq < 0)
        fault->why = "\"seq\" must be the sequence number that the move is made on.";
    else if (!l->account)
        fault->error = API_LOGIN_NEEDED;
    else if (!rate_allow(hall, "feed-move", str_of(who), LIMIT_FEED_MOVES_PER_MINUTE))
        fault->error = API_TOO_MANY;
    else if (!(t = table_find(hall, (uint64_t)id)) || !table_visible(t, l->account, STR_NONE))
        fault->error = API_NO_SUCH_TABLE;
    else if ((w->seat = table_seat_of(t, l->account)) < 0 || (t->seat[w->seat].left && t->phase == TABLE_RUNNING))
        fault->error = API_NOT_YOUR_SEAT;
    else {
        w->hall = hall;
        w->table = t;
        w->peer = l->peer;
        return wanted_read(w, fault);
    }
    return false;
}

/* ---- made before ----------------------------------------------------------- */

struct again {
    struct hall     *hall;
    struct listener *who;
    struct wanted   *wanted;
};

/* The same `made`; if the table has moved on, without what was only true then. */
static bool show_again(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct again  *again = arg;
    struct table  *t = again->wanted->table;
    struct watch  *w = watch_of(api_of(again->hall)->feed, t->id, again->who);
    struct hearing hearing = { .seat = again->wanted->seat,
                               .legal = w && w->legal,
                               .views = w && w->views,
                               .words = !w || w->words,
                               .terse = w && !w->views };
    struct telling telling = { .game = t->game, .words = buf_view(&walk->replay.words), .effects = &walk->replay.effects };
    struct buf     text = { 0 };
    struct jout    out = feed_message(&text, "made");

    telling.eyes = eyes_of(t, hearing.seat);
    telling.wordless = !hearing.words;
    jout_field_str(&out, "key", again->wanted->key);
    jout_field_uint(&out, "table", t->id);
    write_event(&out, row, &telling);
    if (row->seq + 1 == t->seq) {
        write_now(again->hall, &out, t, &hearing);
    } else {
        jout_field_text(&out, "phase", phase_word(t->phase));
        write_to_act(&out, t->game, walk->replay.state);
    }
    feed_send(again->hall, again->who, &out);
    return false;
}

/* ---- making and trying ------------------------------------------------------ */

/* For a connection that does not watch the table, or is behind. */
static void send_made(struct hall *hall, struct listener *l, const struct watch *watch, struct wanted *w, uint32_t seq,
                      struct str words, const struct effects *effects)
{
    struct table_event event = {
        .kind = EVENT_MOVED,
        .seq = seq,
        .seat = w->seat,
        .at = w->move.at,
        .text = buf_view(&w->spelled),
        .effects = effects,
        .words = words,
    };
    struct buf  text = { 0 };
    struct jout out = feed_message(&text, "made");

    write_live_event(hall, &out, w->table, &event,
                     &(struct hearing){ .seat = w->seat, .words = !watch || watch->words, .key = w->key });
    feed_send(hall, l, &out);
}

static bool make_move(struct hall *hall, struct listener *l, struct wanted *w, struct fault *fault)
{
    struct feed   *f = api_of(hall)->feed;
    struct watch  *watch = watch_of(f, w->table->id, l);
    struct effects effects = { 0 };
    struct buf     words = { 0 };
    uint32_t       seq = w->table->seq;

    if (watch && watch->chase && !watch_knows(watch, seq)) {
        *fault = (struct fault){ .error = API_TOO_MANY, .why = "You are still behind at this table; wait for its view." };
        return false;
    }
    f->making = (struct making){ .who = l, .table = w->table->id, .seq = seq, .key = w->key };
    bool made = wanted_make(w, &effects, &words, fault);
    bool told = f->making.told;
    f->making = (struct making){ 0 };
    if (made && !told)
        send_made(hall, l, watch_of(f, w->table->id, l), w, seq, buf_view(&words), &effects);
    buf_release(&words);
    return made;
}

static bool try_move(struct hall *hall, struct listener *l, struct wanted *w, struct fault *fault)
{
    struct buf words = { 0 };
    bool       good = wanted_try(w, &words, fault);

    if (good) {
        struct buf  text = { 0 };
        struct jout out = feed_message(&text, "tried");

        jout_field_str(&out, "key", w->key);
        jout_field_uint(&out, "table", w->table->id);
        jout_field_uint(&out, "seq", w->table->seq);
        jout_field_str(&out, "move", buf_view(&w->spelled));
        jout_field_str(&out, "words", buf_view(&words));
        feed_send(hall, l, &out);
    }
    buf_release(&words);
    return good;
}

void on_move(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct wanted w = { .seq = -1 };
    struct fault  fault;
    uint32_t      seq;
    int64_t       table = 0;
    bool          good = read_move(hall, l, value, doc, &w, &fault);

    if (good && jin_bool_or(jin_get(doc, "try"), false)) {
        good = try_move(hall, l, &w, &fault);
    } else if (good) {
        struct again again = { hall, l, &w };
        enum fate    fate = wanted_fate(&w, &seq, &fault);

        good = fate == FATE_FRESH    ? make_move(hall, l, &w, &fault)
               : fate == FATE_BEFORE ? wanted_again(&w, seq, show_again, &again, &fault)
                                     : false;
    }
    if (!good) {
        jin_int(jin_get(doc, "table"), &table);
        send_fault(hall, l, &fault, table > 0 ? (uint64_t)table : 0, w.key.len <= 400 ? w.key : STR_NONE);
    }
    buf_release(&w.spelled);
}
