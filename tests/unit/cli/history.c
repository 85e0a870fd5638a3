/* Histories: random games of every game into a data file, out as lines of
 * JSON, in again, replayed; and exports damaged in every line. */
#include "kit/cmocka.h"

#include "cli/jsonl.h"
#include "cli/player.h"
#include "game/text.h"
#include "hall/hall.h"
#include "people/rows.h"
#include "tables/table.h"

#include <stdio.h>
#include <string.h>

/* As the server makes it; Ann is account 12. */
static struct store *open_memory(void)
{
    struct store  *s = NULL;
    struct account account;
    char           problem[256], name[16];

    assert_int_equal(store_open("memory", &s, problem), ERR_OK);
    assert_int_equal(hall_migrate(s, problem), ERR_OK);
    struct accounts *accounts = accounts_new(s);
    for (int i = 1; i <= 12; i++) {
        snprintf(name, sizeof name, "other%d", i);
        assert_int_equal(accounts_add(accounts, str_of(i == 12 ? "Ann" : name), 0, STR_NONE, 5, &account), ERR_OK);
    }
    accounts_free(accounts);
    return s;
}

/* ---- making histories -------------------------------------------------- */

static void add_event(struct history *h, char kind, int seat, const char *text)
{
    history_add(h,
                &(struct journal_row){ .seq = h->n, .kind = kind, .seat = (uint8_t)seat, .at = 1000 + h->n, .text = str_of(text) });
}

static void set_texts(struct value *values, const struct column *columns, int n, const char *text)
{
    for (int i = 0; i < n; i++)
        if (columns[i].text)
            values[i].text = strdup(text);
}

static void set_text(struct value *value, const char *text)
{
    free(value->text);
    value->text = strdup(text);
}

/* Plays up to `most` random moves of a game. False: it needs more than a
 * normal setup to start. */
static bool make_history(const struct game *game, uint64_t id, int most, struct history *h)
{
    struct setup     setup;
    struct rng       r = rng_seeded(id);
    struct move_list scratch = { 0 };
    void            *state = calloc(1, game->state_size);
    struct buf       text = { 0 };
    struct refusal   why = { 0 };
    struct result    result;

    *h = (struct history){ 0 };
    setup_default(game, &setup);
    setup.seed = rng_next(&r);
    bool starts = !(game->traits & GAME_COMPUTED) && game_setup(game, state, &setup, &why) == ERR_OK;
    set_texts(h->table, table_columns, TABLE_COLUMNS, "some\ttext \"\xC3\xA9\"");
    h->table[TABLE_ID].number = (int64_t)id;
    h->table[TABLE_SEATS].number = setup.seats;
    h->table[TABLE_OWNER].number = 5;
    set_text(&h->table[TABLE_GAME], game->name);
    setup_write(game, &setup, &text);
    set_text(&h->table[TABLE_SETUP], text.at);
    for (; h->seats < setup.seats; h->seats++) {
        set_texts(h->seat[h->seats], seat_columns, SEAT_COLUMNS, h->seats ? "Bob" : "Ann");
        h->seat[h->seats][SEAT_SEAT].number = h->seats;
        h->seat[h->seats][SEAT_KIND].number = SITTER_ACCOUNT;
        h->seat[h->seats][SEAT_ACCOUNT].number = 5 + h->seats;
    }
    add_event(h, EVENT_OPENED, SEAT_TABLE, game->name);
    add_event(h, EVENT_CHAT, 0, "Ann\thello \"you\"");
    add_event(h, EVENT_STARTED, SEAT_TABLE, text.at);
    for (int i = 0; starts && i < most && game->to_act(state); i++) {
        struct move m;

        int seat = __builtin_ctz(game->to_act(state));
        assert_true(game_random_move(game, state, seat, &r, &scratch, &m));
        m.at = 1000 + h->n;
        assert_int_equal(game->apply(state, &m, NULL, &why), ERR_OK);
        buf_clear(&text);
        move_write(game, &m, &text);
        add_event(h, EVENT_MOVED, seat, text.at);
    }
    if (starts)
        game->result(state, &result);
    h->table[TABLE_PHASE].number = starts && result.over ? TABLE_FINISHED : TABLE_RUNNING;
    buf_release(&text);
    free(state);
    move_list_release(&scratch);
    if (!starts)
        history_release(h);
    return starts;
}

static bool replays(const struct history *h, char problem[256])
{
    struct player p;
    bool          good = player_init(&p, h, EYES_ALL, problem) && player_verify(&p, problem);

    player_release(&p);
    return good;
}

/* ---- tests ------------------------------------------------------------- */

static void expect_same_rows(const struct history *a, const struct history *b)
{
    assert_int_equal(a->n, b->n);
    for (uint32_t i = 0; i < a->n; i++) {
        assert_int_equal(a->rows[i].kind, b->rows[i].kind);
        assert_int_equal(a->rows[i].seat, b->rows[i].seat);
        assert_int_equal(a->rows[i].at, b->rows[i].at);
        assert_string_equal(a->rows[i].text, b->rows[i].text);
    }
}

static void games_survive_the_way_out_and_in(void **state)
{
    struct store  *s = open_memory();
    struct archive archive;
    struct jsonl   j;
    struct history h, back;
    char           problem[256] = "";
    FILE          *file = tmpfile();
    int            made = 0;

    (void)state;
    archive_open(&archive, s);
    jsonl_begin(&j, file);
    for (int i = 0; all_games[i]; i++) {
        if (!make_history(all_games[i], (uint64_t)(10 + i), 300, &h))
            continue;
        made++;
        if (!replays(&h, problem))
            fail_msg("%s", problem);
        assert_int_equal(archive_save(&archive, &h), ERR_OK);
        assert_int_equal(store_commit(s, problem), ERR_OK);
        assert_int_equal(archive_load(&archive, (uint64_t)(10 + i), &back, problem), ERR_OK);
        expect_same_rows(&h, &back);
        /* Ann has an account here, under another number; Bob has none. */
        assert_int_equal(back.table[TABLE_OWNER].number, 12);
        assert_int_equal(back.seat[0][SEAT_ACCOUNT].number, 12);
        for (int seat = 1; seat < back.seats; seat++) {
            assert_int_equal(back.seat[seat][SEAT_KIND].number, SITTER_DOOR);
            assert_int_equal(back.seat[seat][SEAT_ACCOUNT].number, 0);
        }
        assert_true(jsonl_write(&j, &h));
        history_release(&h);
        history_release(&back);
    }
    assert_true(made > 0);
    assert_true(jsonl_write_end(&j));
    jsonl_release(&j);

    rewind(file);
    jsonl_begin(&j, file);
    enum err err;
    while ((err = jsonl_read(&j, &back, problem)) == ERR_OK) {
        assert_true(replays(&back, problem));
        assert_int_equal(archive_load(&archive, history_id(&back), &h, problem), ERR_OK);
        expect_same_rows(&h, &back);
        assert_string_equal(back.seat[0][SEAT_NAME].text, "Ann");
        history_release(&back);
        history_release(&h);
        made--;
    }
    assert_int_equal(err, ERR_NONE);
    assert_int_equal(made, 0);
    jsonl_release(&j);
    fclose(file);
    archive_close(&archive);
    store_close(s);
}

/* Reads an export to its end: ERR_NONE if it is sound, and its last line. */
static enum err read_through(const char *text, size_t len, int64_t *line)
{
    FILE          *file = fmemopen((void *)text, len, "r");
    struct jsonl   j;
    struct history h;
    char           problem[256];
    enum err       err;

    jsonl_begin(&j, file);
    while ((err = jsonl_read(&j, &h, problem)) == ERR_OK)
        history_release(&h);
    *line = j.line;
    jsonl_release(&j);
    fclose(file);
    return err;
}

/* Any first game that starts. */
static void make_any(struct history *h, int moves)
{
    for (int i = 0; all_games[i]; i++)
        if (make_history(all_games[i], 7, moves, h))
            return;
    fail_msg("no game starts");
}

static void damage_is_found_and_the_line_named(void **state)
{
    struct history h;
    struct jsonl   j;
    char          *text;
    size_t         len;
    int64_t        line;
    FILE          *out = open_memstream(&text, &len);

    (void)state;
    make_any(&h, 5);
    jsonl_begin(&j, out);
    assert_true(jsonl_write(&j, &h) && jsonl_write_end(&j));
    jsonl_release(&j);
    fclose(out);
    assert_int_equal(read_through(text, len, &line), ERR_NONE);

    /* Cut off anywhere, it is refused. */
    for (size_t cut = 1; cut < len; cut++)
        assert_int_equal(read_through(text, cut, &line), ERR_MALFORMED);

    /* One bit anywhere is noticed, at the latest by the checksum. */
    int64_t here = 1, last = 0;
    for (size_t i = 0; i < len; i++)
        last += text[i] == '\n';
    for (size_t i = 0; i < len; i++) {
        text[i] ^= 1;
        assert_int_equal(read_through(text, len, &line), ERR_MALFORMED);
        assert_in_range(line, here, last);
        text[i] ^= 1;
        here += text[i] == '\n';
    }
    assert_int_equal(read_through(text, len, &line), ERR_NONE);
    free(text);
    history_release(&h);
}

static void a_move_against_the_rules_is_found(void **state)
{
    struct history h;
    char           problem[256] = "";

    (void)state;
    make_any(&h, 6);
    assert_true(replays(&h, problem));
    /* The same move twice, or a table that calls itself finished. */
    struct history_row *last = &h.rows[h.n - 1], *before = &h.rows[h.n - 2];
    h.table[TABLE_PHASE].number = TABLE_FINISHED;
    assert_false(replays(&h, problem));
    assert_non_null(strstr(problem, "by the rules"));
    h.table[TABLE_PHASE].number = TABLE_RUNNING;
    free(last->text);
    last->text = strdup("nonsense 1 2 3");
    assert_false(replays(&h, problem));
    assert_non_null(strstr(problem, "not a move of this game"));
    free(last->text);
    last->text = strdup(before->text);
    last->seat = 5;
    assert_false(replays(&h, problem));
    assert_non_null(strstr(problem, "event"));
    history_release(&h);
}

static void chat_cannot_steer_the_terminal(void **state)
{
    struct history h;
    struct player  p;
    char           problem[256];

    (void)state;
    make_any(&h, 0);
    free(h.rows[1].text);
    h.rows[1].text = strdup("Ann\t\033[2Jgone\a");
    assert_true(player_init(&p, &h, SEAT_NOBODY, problem));
    assert_true(player_step(&p, problem) && player_step(&p, problem));
    assert_null(memchr(p.words.at, '\033', p.words.len));
    assert_null(memchr(p.words.at, '\a', p.words.len));
    assert_non_null(strstr(p.words.at, "gone"));
    player_release(&p);
    history_release(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_survive_the_way_out_and_in),
        cmocka_unit_test(damage_is_found_and_the_line_named),
        cmocka_unit_test(a_move_against_the_rules_is_found),
        cmocka_unit_test(chat_cannot_steer_the_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
