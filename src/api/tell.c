/* Sends events at tables to the feed. */
#include "api/listener.h"

/* Events that change the game itself: they come with the position. */
static bool shows_game(enum table_event_kind kind)
{
    return kind == EVENT_STARTED || kind == EVENT_MOVED || kind == EVENT_FINISHED || kind == EVENT_ABANDONED;
}

void write_now(struct hall *hall, struct jout *out, struct table *t, const struct hearing *hearing)
{
    int seat;

    if (!hearing->terse || t->phase != TABLE_RUNNING)
        jout_field_text(out, "phase", phase_word(t->phase));
    write_turn(out, t, t->state);
    if (!hearing->terse || table_deadline(t, &seat))
        write_deadline(out, t);
    if (hearing->views)
        write_view(out, t->game, t->state, eyes_of(t, hearing->seat), hearing->seat);
    if (hearing->legal && has_legal(t, hearing->seat)) {
        jout_field_object(out, "legal");
        write_legal(hall, out, t, hearing->seat);
        jout_close_object(out);
    }
}

void write_live_event(struct hall *hall, struct jout *out, struct table *t, const struct table_event *event,
                      const struct hearing *hearing)
{
    struct journal_row row = table_event_row(t, event);
    struct telling     telling = { .game = t->game,
                                   .words = event->words,
                                   .effects = event->effects,
                                   .eyes = eyes_of(t, hearing->seat),
                                   .wordless = !hearing->words };

    if (hearing->key.len)
        jout_field_str(out, "key", hearing->key);
    jout_field_uint(out, "table", t->id);
    write_event(out, &row, &telling);
    if (shows_game(event->kind))
        write_now(hall, out, t, hearing);
    else
        jout_field_text(out, "phase", phase_word(t->phase));
    if (!shows_game(event->kind) && event->kind != EVENT_CHAT)
        write_seats(hall, out, "seats", t);
    if (event->kind == EVENT_STARTED)
        write_board(hall, out, t);
}

/* ---- audiences ------------------------------------------------------------ */

enum { TEXTS = 8 * (SEATS_MAX + 1) };

/* Listeners with the same view and the same wishes share a text; the
 * spectators' are last. */
static int text_slot(const struct hearing *h)
{
    return (h->seat < 0 ? SEATS_MAX : h->seat) * 8 + h->legal * 4 + h->views * 2 + h->words;
}

static void tell_made(struct hall *hall, struct table *t, const struct table_event *event, struct listener *l, struct hearing *h,
                      struct making *making)
{
    struct buf  text = { 0 };
    struct jout out = feed_message(&text, "made");

    h->key = making->key;
    write_live_event(hall, &out, t, event, h);
    feed_send(hall, l, &out);
    making->told = true;
}

static void tell_audience(struct hall *hall, struct feed *f, struct audience *a, struct table *t, const struct table_event *event)
{
    struct shared_text *texts[TEXTS] = { 0 };
    bool                worded = event->kind != EVENT_MOVED || event->words.len;

    for (int i = 0; i < a->n; i++) {
        struct watch  *w = &a->at[i];
        struct hearing h = { .seat = table_seat_of(t, w->who->account), .views = w->views, .words = w->words };

        h.legal = w->legal && h.seat >= 0;
        h.terse = !w->views && event->kind == EVENT_MOVED;
        if (w->chase || w->next > event->seq)
            continue;
        if (w->next < event->seq || !worded) {
            watch_catch_up(hall, f, t, w);
            continue;
        }
        w->next = event->seq + 1;
        if (f->making.who == w->who && f->making.table == t->id && f->making.seq == event->seq) {
            tell_made(hall, t, event, w->who, &h, &f->making);
            continue;
        }
        int slot = text_slot(&h);
        if (!texts[slot]) {
            struct buf  text = { 0 };
            struct jout out = feed_message(&text, "event");

            write_live_event(hall, &out, t, event, &h);
            texts[slot] = feed_share(&out);
        }
        push_shared(hall, w->who->conn, texts[slot]);
    }
    for (int i = 0; i < TEXTS; i++)
        if (texts[i])
            shared_text_drop(texts[i]);
}

/* ---- the lobby ------------------------------------------------------------ */

static void tell_lobby(struct hall *hall, struct feed *f, const struct table *t, enum table_event_kind kind)
{
    const char         *change = kind == EVENT_OPENED ? "opened" : table_ended(t) ? "closed" : "changed";
    struct shared_text *shared = NULL;

    if (!t->listed || kind == EVENT_MOVED || kind == EVENT_CHAT || kind == EVENT_REMATCH)
        return;
    for (struct listener *l = f->first; l; l = l->next) {
        if (!l->lobby)
            continue;
        if (!shared) {
            struct buf  text = { 0 };
            struct jout out = feed_message(&text, "lobby");

            jout_field_text(&out, "change", change);
            jout_field_object(&out, "table");
            write_table_summary(hall, &out, t);
            jout_close_object(&out);
            shared = feed_share(&out);
        }
        push_shared(hall, l->conn, shared);
    }
    if (shared)
        shared_text_drop(shared);
}

void feed_happened(struct hall *hall, struct feed *f, struct table *t, const struct table_event *event)
{
    struct audience *a = map_get(&f->audiences, t->id);

    if (a)
        tell_audience(hall, f, a, t, event);
    if (a && !shows_game(event->kind) && event->kind != EVENT_CHAT)
        presence_changed(hall, f, t->id); /* seats have changed */
    tell_lobby(hall, f, t, event->kind);
    mine_happened(hall, f, t, event);
}

void feed_unsaid(struct hall *hall, struct feed *f, const struct table *t, uint32_t seq)
{
    const struct audience *a = map_get(&f->audiences, t->id);
    struct buf             text = { 0 };

    if (!a)
        return;
    struct jout out = feed_message(&text, "removed");
    jout_field_uint(&out, "table", t->id);
    jout_field_uint(&out, "seq", seq);
    struct shared_text *shared = feed_share(&out);
    for (int i = 0; i < a->n; i++)
        push_shared(hall, a->at[i].who->conn, shared);
    shared_text_drop(shared);
}
