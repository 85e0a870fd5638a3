#include "api/list.h"

#include "api/call.h"
#include "base/mem.h"
#include "people/book.h"
#include "store/json.h"

#include <stdlib.h>

enum {
    LIVE_DEFAULT = 50,  /* tables per page */
    LIVE_LOOKED = 5000, /* unfinished tables examined per page */
    ENDED_MAX = 20,     /* per page: each may have to be replayed */
    PAGE_MAX = 500,     /* ids per query */
    EXPORTED_MAX = 10000,
};

struct lists {
    struct stmt *ended, *ended_of_game, *mine, *mine_live, *seats, *ended_of_account, *latest;
};

struct lists *lists_new(struct store *store)
{
    struct lists *l = mem_new(sizeof *l);

    l->ended = store_prepare(store, "SELECT id FROM tables WHERE phase = ?1 AND listed = 1 AND id < ?2 ORDER BY id DESC LIMIT ?3");
    l->ended_of_game = store_prepare(store, "SELECT id FROM tables WHERE phase = ?1 AND listed = 1 AND id < ?2 AND game = ?4 "
                                            "ORDER BY id DESC LIMIT ?3");
    l->mine =
        store_prepare(store, "SELECT table_id FROM seats WHERE account = ?1 AND table_id < ?2 ORDER BY table_id DESC LIMIT ?3");
    l->mine_live =
        store_prepare(store, "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
                             "WHERE s.account = ?1 AND s.table_id < ?2 AND t.phase < 2 ORDER BY s.table_id DESC LIMIT ?3");
    l->seats = store_prepare(store, "SELECT t.id AS \"table\", t.game AS game, t.opened_at AS opened_at, s.seat AS seat, s.name AS "
                                    "name FROM seats s JOIN tables t ON t.id = s.table_id "
                                    "WHERE s.account = ?1 ORDER BY t.id DESC LIMIT ?2");
    l->ended_of_account = store_prepare(
        store, "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
               "WHERE s.account = ?1 AND s.table_id < ?2 AND t.phase >= 2 AND t.listed = 1 ORDER BY s.table_id DESC LIMIT ?3");
    l->latest = store_prepare(store, "SELECT id FROM tables WHERE phase >= ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3");
    return l;
}

void lists_free(struct lists *l)
{
    free(l);
}

/* ---- what is asked for ------------------------------------------------- */

struct wish {
    const struct game *game;  /* NULL: any */
    int                phase; /* -1: any unfinished */
    int                seats; /* 0: any number */
    bool               free;  /* only with an empty seat */
};

static bool fits(const struct wish *wish, const struct table *t)
{
    int empty = 0;

    for (int i = 0; i < t->seats; i++)
        empty += t->seat[i].kind == SITTER_NONE;
    return t->listed && (wish->phase < 0 || t->phase == (enum table_phase)wish->phase) &&
           (!wish->seats || t->seats == wish->seats) && (!wish->free || (t->phase == TABLE_WAITING && empty));
}

/* Parses the query; replies if it is invalid. */
static bool read_wish(struct call *c, struct wish *wish)
{
    struct str game = jin_str_or(jin_get(c->query, "game"), ""), phase = jin_str_or(jin_get(c->query, "phase"), "");

    *wish = (struct wish){ .phase = -1, .seats = (int)jin_int_or(jin_get(c->query, "seats"), 0) };
    wish->free = jin_bool_or(jin_get(c->query, "free"), false);
    if (game.len && !(wish->game = game_by_name(game)))
        return call_fail(c, API_NO_SUCH_GAME), false;
    for (int i = TABLE_WAITING; i <= TABLE_ABANDONED; i++)
        if (str_is(phase, phase_word((enum table_phase)i)))
            wish->phase = i;
    if (phase.len && wish->phase < 0)
        return call_fail_field(c, "phase", "must be waiting, running, finished or abandoned"), false;
    return true;
}

/* ---- unfinished tables ------------------------------------------------- */

/* The unfinished table with the smallest id above `after`. */
static struct table *next_live(struct hall *hall, const struct game *game, uint64_t after)
{
    struct table *least = NULL;

    if (game)
        return table_next_live(hall, game, after);
    for (int i = 0; all_games[i]; i++) {
        struct table *t = table_next_live(hall, all_games[i], after);

        if (t && (!least || t->id < least->id))
            least = t;
    }
    return least;
}

/* Writes a page and returns where the next one starts, 0 at the end. */
static uint64_t write_live(struct hall *hall, struct jout *out, const struct wish *wish, uint64_t after, int limit)
{
    struct table *t = next_live(hall, wish->game, after);

    for (int looked = 0; t && limit && looked < LIVE_LOOKED; looked++) {
        after = t->id;
        if (fits(wish, t)) {
            jout_open_object(out);
            write_table_summary(hall, out, t);
            jout_close_object(out);
            limit--;
        }
        t = next_live(hall, wish->game, after);
    }
    return t ? after : 0;
}

void lists_write_lobby(struct hall *hall, struct jout *out, const char *key, int most)
{
    struct wish any = { .phase = -1 };

    jout_field_array(out, key);
    write_live(hall, out, &any, 0, most);
    jout_close_array(out);
}

/* ---- tables named by the store ----------------------------------------- */

struct page {
    uint64_t id[PAGE_MAX];
    int      n;
    uint64_t next; /* where the next page starts; 0: this is the last */
};

/* Runs a prepared query for the ids of a page; fetching one more than it shows
 * tells whether there is a next page. */
static enum err read_page(struct stmt *q, uint64_t after, int limit, struct page *page)
{
    bool more = false;

    stmt_int(q, 2, after ? (int64_t)after : INT64_MAX);
    stmt_int(q, 3, limit + 1);
    page->n = 0;
    while (stmt_row(q)) {
        more = page->n == limit;
        if (!more)
            page->id[page->n++] = (uint64_t)stmt_col_int(q, 0);
    }
    page->next = more ? page->id[page->n - 1] : 0;
    return stmt_done(q);
}

static void end_list(struct call *c, struct jout *out, uint64_t next)
{
    jout_close_array(out);
    if (next)
        jout_field_uint(out, "next", next);
    else
        jout_field_null(out, "next");
    call_end(c, out, 200);
}

static void list_ended(struct call *c, const struct wish *wish, uint64_t after, int limit)
{
    struct lists *l = api_of(c->hall)->lists;
    struct stmt  *q = wish->game ? l->ended_of_game : l->ended;
    struct page   page;
    struct jout   out;

    if (limit > ENDED_MAX)
        limit = ENDED_MAX;
    stmt_int(q, 1, wish->phase);
    if (wish->game)
        stmt_text(q, 4, str_of(wish->game->name));
    if (read_page(q, after, limit, &page)) {
        call_fail(c, API_BUSY);
        return;
    }
    out = call_begin(c);
    jout_field_array(&out, "tables");
    for (int i = 0; i < page.n; i++) {
        struct table *t = table_find(c->hall, page.id[i]);

        if (!t || !fits(wish, t))
            continue;
        jout_open_object(&out);
        write_table_summary(c->hall, &out, t);
        jout_close_object(&out);
    }
    end_list(c, &out, page.next);
}

void api_tables(struct call *c)
{
    struct wish wish;
    uint64_t    after = (uint64_t)jin_int_or(jin_get(c->query, "after"), 0);
    int         limit = (int)jin_int_or(jin_get(c->query, "limit"), LIVE_DEFAULT);

    if (!read_wish(c, &wish))
        return;
    if (wish.phase >= TABLE_FINISHED) {
        list_ended(c, &wish, after, limit);
        return;
    }
    struct jout out = call_begin(c);
    jout_field_array(&out, "tables");
    uint64_t next = write_live(c->hall, &out, &wish, after, limit);
    end_list(c, &out, next);
}

void api_my_tables(struct call *c)
{
    struct lists *l = api_of(c->hall)->lists;
    struct stmt  *q = jin_bool_or(jin_get(c->query, "live"), false) ? l->mine_live : l->mine;
    struct page   page;

    stmt_int(q, 1, (int64_t)c->account.id);
    if (read_page(q, (uint64_t)jin_int_or(jin_get(c->query, "after"), 0), ENDED_MAX, &page)) {
        call_fail(c, API_BUSY);
        return;
    }
    struct jout out = call_begin(c);
    jout_field_array(&out, "tables");
    for (int i = 0; i < page.n; i++) {
        struct table *t = table_find(c->hall, page.id[i]);

        if (!t)
            continue;
        jout_open_object(&out);
        write_table(c->hall, &out, t, c->account.id, false);
        jout_close_object(&out);
    }
    end_list(c, &out, page.next);
}

/* Ended tables of a player, with their results. */
void api_player_tables(struct call *c)
{
    struct stmt   *q = api_of(c->hall)->lists->ended_of_account;
    struct account account;
    struct page    page;
    int            limit = (int)jin_int_or(jin_get(c->query, "limit"), ENDED_MAX);

    if (!call_player(c, &account))
        return;
    stmt_int(q, 1, (int64_t)account.id);
    enum err err = read_page(q, (uint64_t)jin_int_or(jin_get(c->query, "after"), 0), limit < ENDED_MAX ? limit : ENDED_MAX, &page);
    struct jout out = call_begin(c);
    jout_field_array(&out, "tables");
    for (int i = 0; i < page.n && !err; i++) {
        struct table *t = table_find(c->hall, page.id[i]);
        int           seat = t ? table_seat_of(t, account.id) : -1;

        if (seat < 0)
            continue;
        jout_open_object(&out);
        write_table_summary(c->hall, &out, t);
        jout_field_int(&out, "seat", seat);
        err = book_write_seat(c->hall, &out, t->id, seat);
        jout_close_object(&out);
    }
    if (err)
        call_fail(c, API_BUSY);
    else
        end_list(c, &out, page.next);
}

enum err lists_each_live_of(struct hall *hall, uint64_t account, lists_seat *each, void *arg)
{
    struct stmt *q = api_of(hall)->lists->mine_live;
    struct page  page;

    stmt_int(q, 1, (int64_t)account);
    enum err err = read_page(q, 0, PAGE_MAX, &page);
    for (int i = 0; i < page.n && !err; i++) {
        struct table *t = table_find(hall, page.id[i]);
        int           seat = t ? table_seat_of(t, account) : -1;

        if (seat >= 0 && !table_ended(t))
            each(hall, arg, t, seat);
    }
    return err;
}

enum err lists_each_latest(struct hall *hall, int most, void (*each)(struct hall *hall, void *arg, struct table *t), void *arg)
{
    struct stmt *q = api_of(hall)->lists->latest;
    struct page  page;

    stmt_int(q, 1, TABLE_WAITING);
    enum err err = read_page(q, 0, most, &page);
    for (int i = 0; i < page.n && !err; i++) {
        struct table *t = table_find(hall, page.id[i]);

        if (t)
            each(hall, arg, t);
    }
    return err;
}

enum err lists_write_seats(struct hall *hall, struct jout *out, const char *key, uint64_t account)
{
    struct stmt *q = api_of(hall)->lists->seats;

    stmt_int(q, 1, (int64_t)account);
    stmt_int(q, 2, EXPORTED_MAX);
    return rows_write(q, out, key);
}
