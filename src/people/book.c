#include "people/book.h"

#include "base/mem.h"
#include "people/account.h"
#include "people/people.h"
#include "people/rating.h"
#include "people/rows.h"
#include "store/json.h"

#include <stdlib.h>

enum { RESULTS_SHOWN = 1000, HISTORY_SHOWN = 500 };

static const double day_ms = 86400000;

enum system { GLICKO2, WENGLIN };
const char *const rating_systems[] = { [GLICKO2] = "glicko2", [WENGLIN] = "wenglin", NULL };

struct book {
    struct stmt *find, *put, *of_account, *leaders;
    struct stmt *result_put, *results_of_account, *results_of_table, *results_erase, *history;
};

#define RESULT_COLUMNS "seat, place, points, rating, change"

struct book *book_new(struct store *store)
{
    struct book *b = mem_new(sizeof *b);

    b->find = store_prepare(store, "SELECT rating, deviation, volatility, games, wins, played_at FROM ratings "
                                   "WHERE account = ?1 AND game = ?2 AND system = ?3");
    b->put = store_prepare(
        store, "INSERT INTO ratings (account, game, system, rating, deviation, volatility, lowest, games, wins, played_at) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (account, game, system) DO UPDATE SET "
               "rating = ?4, deviation = ?5, volatility = ?6, lowest = ?7, games = ?8, wins = ?9, played_at = ?10");
    b->of_account = store_prepare(store, "SELECT game, system, rating, deviation, games, wins, played_at FROM ratings "
                                         "WHERE account = ?1 ORDER BY game, system");
    b->leaders = store_prepare(
        store,
        "SELECT a.name AS name, r.rating AS rating, r.deviation AS deviation, r.games AS games, r.wins AS wins FROM ratings r "
        "JOIN accounts a ON a.id = r.account WHERE r.game = ?1 AND r.system = ?2 "
        "AND a.name IS NOT NULL ORDER BY r.lowest DESC, r.account LIMIT ?3 OFFSET ?4");
    b->result_put = store_prepare(
        store, "INSERT INTO results (table_id, seat, account, game, place, points, rating, change, at, system, deviation) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING");
    b->results_of_account = store_prepare(store, "SELECT table_id AS \"table\", game, " RESULT_COLUMNS ", at FROM results "
                                                 "WHERE account = ?1 ORDER BY table_id DESC LIMIT ?2");
    b->results_of_table = store_prepare(store, "SELECT " RESULT_COLUMNS " FROM results WHERE table_id = ?1 ORDER BY seat");
    b->results_erase = store_prepare(store, "DELETE FROM results WHERE table_id = ?1");
    /* The latest, oldest first. */
    b->history = store_prepare(
        store, "SELECT at, rating, deviation, table_id AS \"table\" FROM (SELECT at, rating, deviation, table_id FROM results "
               "WHERE account = ?1 AND game = ?2 AND system = ?3 ORDER BY table_id DESC LIMIT ?4) AS latest "
               "ORDER BY at, table_id");
    return b;
}

void book_free(struct book *b)
{
    free(b);
}

/* ---- booking ----------------------------------------------------------- */

/* A player's row while a result is booked. */
struct standing {
    struct rating rating;
    int64_t       games, wins;
    double        before;
};

static struct standing read_standing(struct book *b, uint64_t account, const char *game, enum system system, int64_t now)
{
    struct standing s = { .rating = system == GLICKO2 ? glicko2_newcomer : wenglin_newcomer };

    stmt_int(b->find, 1, (int64_t)account);
    stmt_text(b->find, 2, str_of(game));
    stmt_text(b->find, 3, str_of(rating_systems[system]));
    if (stmt_row(b->find)) {
        s.rating = (struct rating){ stmt_col_real(b->find, 0), stmt_col_real(b->find, 1), stmt_col_real(b->find, 2) };
        s.games = stmt_col_int(b->find, 3);
        s.wins = stmt_col_int(b->find, 4);
        if (system == GLICKO2)
            glicko2_rest(&s.rating, (double)(now - stmt_col_int(b->find, 5)) / day_ms);
    }
    stmt_done(b->find);
    s.before = s.rating.rating;
    return s;
}

static void write_standing(struct book *b, const struct standing *s, uint64_t account, const char *game, enum system system,
                           int64_t now)
{
    stmt_int(b->put, 1, (int64_t)account);
    stmt_text(b->put, 2, str_of(game));
    stmt_text(b->put, 3, str_of(rating_systems[system]));
    stmt_real(b->put, 4, s->rating.rating);
    stmt_real(b->put, 5, s->rating.deviation);
    stmt_real(b->put, 6, s->rating.volatility);
    stmt_real(b->put, 7, rating_floor(&s->rating));
    stmt_int(b->put, 8, s->games);
    stmt_int(b->put, 9, s->wins);
    stmt_int(b->put, 10, now);
    stmt_run(b->put);
}

static void rate_two(struct standing *s, const struct result *r)
{
    double        score = r->rank[0] < r->rank[1] ? 1 : r->rank[0] > r->rank[1] ? 0 : 0.5, other = 1 - score;
    struct rating first = s[0].rating;

    glicko2_update(&s[0].rating, &s[1].rating, &score, 1);
    glicko2_update(&s[1].rating, &first, &other, 1);
}

static void rate_many(struct standing *s, const struct result *r, int n)
{
    struct rating players[SEATS_MAX];
    int           ranks[SEATS_MAX];

    for (int i = 0; i < n; i++) {
        players[i] = s[i].rating;
        ranks[i] = r->rank[i];
    }
    wenglin_update(players, ranks, n);
    for (int i = 0; i < n; i++)
        s[i].rating = players[i];
}

/* Does the table count? Only if all sitters are distinct registered accounts. */
static bool counts(struct hall *hall, const struct table *t)
{
    if (!t->rated || t->seats < 2)
        return false;
    for (int i = 0; i < t->seats; i++) {
        struct account account;

        if (t->seat[i].kind != SITTER_ACCOUNT || account_by_id(hall, t->seat[i].account, &account))
            return false;
        if (account.flags & (ACCOUNT_GUEST | ACCOUNT_ROBOT))
            return false;
        if (table_seat_of(t, account.id) != i)
            return false;
    }
    return true;
}

static void write_result(struct book *b, const struct table *t, int seat, const struct result *r, const struct standing *s,
                         enum system system)
{
    struct stmt *q = b->result_put;

    stmt_int(q, 1, (int64_t)t->id);
    stmt_int(q, 2, seat);
    stmt_int(q, 3, t->seat[seat].kind == SITTER_ACCOUNT ? (int64_t)t->seat[seat].account : 0);
    stmt_text(q, 4, str_of(t->game->name));
    stmt_int(q, 5, r->rank[seat]);
    stmt_int(q, 6, r->points[seat]);
    if (s) {
        stmt_real(q, 7, s->rating.rating);
        stmt_real(q, 8, s->rating.rating - s->before);
    } else {
        stmt_null(q, 7);
        stmt_null(q, 8);
    }
    stmt_int(q, 9, t->ended_at);
    if (s) {
        stmt_text(q, 10, str_of(rating_systems[system]));
        stmt_real(q, 11, s->rating.deviation);
    } else {
        stmt_null(q, 10);
        stmt_null(q, 11);
    }
    stmt_run(q);
}

/* The result of a table: as the rules say. If it ended because players left,
 * they rank after all others; otherwise leaving would save a rating. False if
 * there is nothing to book. */
static bool outcome(const struct table *t, struct result *r)
{
    bool left = false;

    if (!t->state)
        return false;
    t->game->result(t->state, r);
    if (t->phase == TABLE_FINISHED)
        return true;
    for (int i = 0; i < t->seats; i++) {
        r->rank[i] = t->seat[i].left ? 2 : 1;
        left |= t->seat[i].left;
    }
    return left;
}

void book_ended(struct hall *hall, const struct table *t)
{
    struct book    *b = people_of(hall)->book;
    enum system     system = t->seats == 2 ? GLICKO2 : WENGLIN;
    bool            rated = counts(hall, t);
    struct standing s[SEATS_MAX];
    struct result   r;

    if (!outcome(t, &r))
        return;
    for (int i = 0; rated && i < t->seats; i++)
        s[i] = read_standing(b, t->seat[i].account, t->game->name, system, t->ended_at);
    if (rated && system == GLICKO2)
        rate_two(s, &r);
    else if (rated)
        rate_many(s, &r, t->seats);
    for (int i = 0; i < t->seats; i++) {
        write_result(b, t, i, &r, rated ? &s[i] : NULL, system);
        if (!rated)
            continue;
        s[i].games++;
        s[i].wins += r.rank[i] == 1;
        write_standing(b, &s[i], t->seat[i].account, t->game->name, system, t->ended_at);
    }
}

void book_erase_table(struct hall *hall, uint64_t table)
{
    struct stmt *q = people_of(hall)->book->results_erase;

    stmt_int(q, 1, (int64_t)table);
    stmt_run(q);
}

/* ---- showing ----------------------------------------------------------- */

void book_write(struct hall *hall, struct jout *out, const char *key, uint64_t account)
{
    struct stmt *q = people_of(hall)->book->of_account;

    stmt_int(q, 1, (int64_t)account);
    rows_write(q, out, key);
}

void book_write_results(struct hall *hall, struct jout *out, const char *key, uint64_t account)
{
    struct stmt *q = people_of(hall)->book->results_of_account;

    stmt_int(q, 1, (int64_t)account);
    stmt_int(q, 2, RESULTS_SHOWN);
    rows_write(q, out, key);
}

void book_write_table(struct hall *hall, struct jout *out, const char *key, uint64_t table)
{
    struct stmt *q = people_of(hall)->book->results_of_table;
    bool         any = false;

    stmt_int(q, 1, (int64_t)table);
    while (stmt_row(q)) {
        if (!any)
            jout_field_array(out, key);
        any = true;
        jout_open_object(out);
        row_write(q, 0, 5, out);
        jout_close_object(out);
    }
    stmt_done(q);
    if (any)
        jout_close_array(out);
    else
        jout_field_null(out, key);
}

enum err book_write_seat(struct hall *hall, struct jout *out, uint64_t table, int seat)
{
    static const char *const members[] = { "place", "points", "rating", "change" };
    struct stmt             *q = people_of(hall)->book->results_of_table;
    bool                     found = false;

    stmt_int(q, 1, (int64_t)table);
    while (!found && stmt_row(q))
        found = stmt_col_int(q, 0) == seat;
    if (found)
        row_write(q, 1, 5, out);
    for (size_t i = 0; !found && i < ARRAY_LEN(members); i++)
        jout_field_null(out, members[i]);
    return stmt_done(q);
}

enum err book_write_history(struct hall *hall, struct jout *out, const char *key, uint64_t account, const char *game,
                            struct str system)
{
    struct stmt *q = people_of(hall)->book->history;

    stmt_int(q, 1, (int64_t)account);
    stmt_text(q, 2, str_of(game));
    stmt_text(q, 3, system);
    stmt_int(q, 4, HISTORY_SHOWN);
    return rows_write(q, out, key);
}

void book_write_leaders(struct hall *hall, struct jout *out, const char *key, const char *game, struct str system, int after,
                        int limit)
{
    struct stmt *q = people_of(hall)->book->leaders;

    jout_field_array(out, key);
    stmt_text(q, 1, str_of(game));
    stmt_text(q, 2, system);
    stmt_int(q, 3, limit);
    stmt_int(q, 4, after);
    while (stmt_row(q)) {
        jout_open_object(out);
        jout_field_int(out, "place", ++after);
        row_write(q, 0, 5, out);
        jout_close_object(out);
    }
    stmt_done(q);
    jout_close_array(out);
}

void book_erase(struct hall *hall, uint64_t account)
{
    accounts_erase_ratings(people_of(hall)->accounts, account);
}
