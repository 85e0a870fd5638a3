/* The history of a table, in pages: the journal, and the replay with a view
 * after each event. A page is one walk. */
#include "api/call.h"
#include "base/mem.h"

#include <stdlib.h>

enum { JOURNAL_DEFAULT = 200, REPLAY_DEFAULT = 50 };

/* What a walk in the pool needs, and what it writes. */
struct page {
    struct ask        *ask;
    const struct game *game;
    uint32_t           from, end, seq; /* events from `from` up to before `end`, of `seq` in all */
    int                seat;           /* whose eyes; -1: a spectator's */
    int                eyes;           /* journal: of that seat today */
    struct buf         text;
    struct jout        out;
};

static struct page *page_new(struct call *c, uint32_t limit)
{
    const struct table *t = c->table;
    struct page        *page = mem_new(sizeof *page);

    *page = (struct page){ .ask = c->ask, .game = t->game, .end = t->seq, .seq = t->seq, .seat = c->seat };
    page->eyes = eyes_of(t, c->seat);
    page->out = jout_to(&page->text);
    page->from = (uint32_t)jin_int_or(jin_get(c->query, "from"), 0);
    limit = (uint32_t)jin_int_or(jin_get(c->query, "limit"), limit);
    if (page->from < page->end && page->end - page->from > limit)
        page->end = page->from + limit;
    jout_open_object(&page->out);
    jout_field_uint(&page->out, "table", t->id);
    jout_field_uint(&page->out, "seq", t->seq);
    return page;
}

/* May this address read a page? Replies if not. To ask whether anything is new
 * costs nothing. */
static bool page_allowed(struct call *c, const char *what, int per_minute)
{
    if (jin_int_or(jin_get(c->query, "from"), 0) >= c->table->seq || rate_allow(c->hall, what, str_of(c->ask->peer), per_minute))
        return true;
    call_fail(c, API_TOO_MANY);
    return false;
}

/* Ends the answer: an error if any of it cannot be read. */
static void page_done(struct hall *hall, void *arg, enum err err)
{
    struct page *page = arg;
    struct call  c = call_later(hall, page->ask);

    jout_close_array(&page->out);
    if (page->end < page->seq)
        jout_field_uint(&page->out, "next", page->end);
    else
        jout_field_null(&page->out, "next");
    jout_close_object(&page->out);
    call_end_with(&c, err, &page->text);
    free(page);
}

static void walk_page(struct call *c, struct page *page, walk_each *each)
{
    if (page->from >= page->end) {
        page_done(c->hall, page, ERR_OK);
    } else if (!call_walk(c, page->from, page->end, each, page_done, page)) {
        buf_release(&page->text);
        free(page);
    }
}

/* ---- journal ------------------------------------------------------------- */

static void write_row(struct page *page, const struct walk *walk, const struct journal_row *row, int eyes)
{
    write_event(&page->out, row,
                &(struct telling){
                    .game = page->game, .words = buf_view(&walk->replay.words), .effects = &walk->replay.effects, .eyes = eyes });
}

static bool journal_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct page *page = arg;

    jout_open_object(&page->out);
    write_row(page, walk, row, page->eyes);
    jout_close_object(&page->out);
    return true;
}

void api_journal(struct call *c)
{
    if (!page_allowed(c, "journal", LIMIT_JOURNALS_PER_MINUTE))
        return;
    struct page *page = page_new(c, JOURNAL_DEFAULT);
    jout_field_array(&page->out, "events");
    walk_page(c, page, journal_row);
}

/* ---- replay -------------------------------------------------------------- */

/* Events that change the game, or what may be seen of it. */
static bool changes_view(char kind)
{
    return kind == EVENT_STARTED || kind == EVENT_MOVED || kind == EVENT_FINISHED || kind == EVENT_ABANDONED;
}

/* A frame shows what the seat saw then, not what it knows now. */
static bool replay_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct page *page = arg;
    const void  *state = walk->replay.state;

    jout_open_object(&page->out);
    jout_field_object(&page->out, "event");
    write_row(page, walk, row, page->seat < 0 ? SEAT_NOBODY : page->seat);
    jout_close_object(&page->out);
    write_to_act(&page->out, page->game, walk->over || row->kind == EVENT_ABANDONED ? NULL : state);
    if (changes_view(row->kind) || row->seq == page->from)
        write_view(&page->out, page->game, state, walk->over ? EYES_ALL : page->seat, page->seat);
    jout_close_object(&page->out);
    return true;
}

/* Reads the seat to look from; replies if it is invalid. */
static bool read_eyes(struct call *c, int *seat)
{
    const struct jin *wish = jin_get(c->query, "seat");
    int64_t           n = jin_int_or(wish, c->seat);

    if (n >= c->table->seats)
        return call_fail_field(c, "seat", "must be a seat of this table, or -1 for a spectator"), false;
    if (n >= 0 && n != c->seat && !table_ended(c->table))
        return call_fail_why(c, API_FORBIDDEN, "You can look from another seat only when the game is over."), false;
    *seat = (int)n;
    return true;
}

void api_replay(struct call *c)
{
    int seat;

    if (!read_eyes(c, &seat) || !page_allowed(c, "walk", LIMIT_WALKS_PER_MINUTE))
        return;
    struct page *page = page_new(c, REPLAY_DEFAULT);
    page->seat = seat;
    write_seat_number(&page->out, "seat", seat);
    jout_field_uint(&page->out, "from", page->from);
    write_board(c->hall, &page->out, c->table);
    jout_field_array(&page->out, "frames");
    walk_page(c, page, replay_row);
}
