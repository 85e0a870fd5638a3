/* The leader ends with something done and nobody told: the next one has the
 * notes of the doors, tells what was missed, and does nothing twice. Here it is
 * the same hall, whose links have ended. */
#include "kit/paper_log.h"

#include "tables/table.h"

#include <stdio.h>
#include <stdlib.h>

enum { CONNS = 2, ANN = 0, BOB = 1 };

#define USER(name) "\"user\":{\"username\":\"" name "\"}"
#define RESULT(value) "{\"type\":\"RESULT\",\"content\":{\"value\":" value "}}\n"
#define GODS "\"gods\":[{\"name\":\"Pan\"},{\"name\":\"Atlas\"}]"
#define SELECT_GODS "{\"type\":\"SELECT_GODS\",\"content\":{" USER("bob") "," GODS "}}"
#define ADD_BOB "{\"type\":\"ADD_USER\",\"content\":{" USER("bob") "}}"

extern const struct game santorini_game;

/* A connection, as its door knows it. */
struct line {
    uint64_t   conn, heard;
    struct buf note, text; /* the latest note; all texts since the last look */
    bool       closed;
};

struct scene {
    struct paper     paper;
    struct settings *settings;
    struct hall     *hall;
    struct line      line[CONNS];
    uint64_t         conns;
};

/* Takes what the hall says, or loses it. */
static void hear(struct scene *s, bool lost)
{
    for (struct out *out = hall_take_outs(s->hall), *next; out; out = next) {
        next = out->next;
        for (int i = 0; i < CONNS && !lost; i++) {
            struct line *line = &s->line[i];

            if (line->conn != out->conn)
                continue;
            if (out->kind == OUT_TEXT) {
                buf_str(&line->text, out_body(out));
                buf_char(&line->text, '\n');
            } else if (out->kind == OUT_NOTE) {
                buf_clear(&line->note);
                buf_str(&line->note, out_body(out));
                line->heard = out->heard;
            } else {
                line->closed = true;
            }
        }
        out_free(out);
    }
}

static void submit(struct scene *s, struct line *line, enum ask_kind kind, struct str text, bool repeated)
{
    struct ask *ask = ask_new(kind, line->conn, by_hand_route(s->hall, "santorini"), text.len + 1);

    memcpy(ask_memory(ask), text.at ? text.at : "", text.len);
    ask->body = (struct str){ ask_memory(ask), text.len };
    ask->repeated = repeated;
    ask->orphaned = kind == ASK_CLOSED;
    assert_true(hall_submit(s->hall, ask, ask, 1));
    hall_step(s->hall);
}

static void say(struct scene *s, int i, const char *text)
{
    submit(s, &s->line[i], ASK_TEXT, str_of(text), false);
    hear(s, false);
}

/* What the connection has heard since the last look. */
static const char *heard(struct line *line)
{
    static char copy[4096];

    buf_char(&line->text, '\0');
    snprintf(copy, sizeof copy, "%s", line->text.at);
    buf_clear(&line->text);
    return copy;
}

/* All links end, and all connections are resumed over others. */
static void change_leader(struct scene *s)
{
    for (int i = 0; i < CONNS; i++)
        submit(s, &s->line[i], ASK_CLOSED, STR_NONE, false);
    hear(s, true);
    for (int i = 0; i < CONNS; i++) {
        struct line *line = &s->line[i];

        line->conn = ++s->conns;
        submit(s, line, ASK_RESUMED, buf_view(&line->note), false);
        hear(s, false);
        assert_int_equal(line->heard, 1);
    }
}

/* ann has joined, bob is connected. */
static struct scene *scene_open(void)
{
    struct scene *s = calloc(1, sizeof *s);

    s->settings = by_hand_settings("memory");
    s->hall = paper_open(&s->paper, s->settings);
    for (int i = 0; i < CONNS; i++) {
        s->line[i].conn = ++s->conns;
        submit(s, &s->line[i], ASK_OPENED, STR_NONE, false);
        hear(s, false);
        assert_int_equal(s->line[i].heard, 1);
    }
    say(s, ANN, "{\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":2}}");
    say(s, ANN, "{\"type\":\"ADD_USER\",\"content\":{" USER("ann") "}}");
    assert_int_equal(s->line[ANN].heard, 3);
    assert_int_equal(s->line[BOB].heard, 1);
    heard(&s->line[ANN]);
    heard(&s->line[BOB]);
    return s;
}

static void scene_close(struct scene *s)
{
    hall_close(s->hall);
    settings_free(s->settings);
    folder_remove(&s->paper.folder);
    for (int i = 0; i < CONNS; i++) {
        buf_release(&s->line[i].note);
        buf_release(&s->line[i].text);
    }
    free(s);
}

static const struct table *only_table(struct scene *s)
{
    return table_next_live(s->hall, &santorini_game, 0);
}

static void nothing_was_missed(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    change_leader(s);
    assert_string_equal(heard(&s->line[ANN]), "");
    assert_string_equal(heard(&s->line[BOB]), "");
    say(s, BOB, ADD_BOB);
    assert_non_null(strstr(heard(&s->line[ANN]), "GODS_AVAILABLE"));
    assert_non_null(strstr(heard(&s->line[BOB]), RESULT("true")));
    assert_int_equal(only_table(s)->phase, TABLE_RUNNING);
    scene_close(s);
}

static void a_move_is_told_and_not_made_again(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    say(s, BOB, ADD_BOB);
    heard(&s->line[ANN]);
    heard(&s->line[BOB]);
    submit(s, &s->line[BOB], ASK_TEXT, str_of(SELECT_GODS), false);
    hear(s, true);
    uint32_t seq = only_table(s)->seq;
    change_leader(s);
    const char *gods = heard(&s->line[ANN]);
    assert_non_null(strstr(gods, "GODS_AVAILABLE"));
    assert_non_null(strstr(heard(&s->line[BOB]), "GODS_AVAILABLE"));

    submit(s, &s->line[BOB], ASK_TEXT, str_of(SELECT_GODS), true);
    hear(s, false);
    assert_string_equal(heard(&s->line[BOB]), RESULT("true"));
    assert_int_equal(only_table(s)->seq, seq);
    /* Once: whoever asks for it again is refused. */
    submit(s, &s->line[BOB], ASK_TEXT, str_of(SELECT_GODS), true);
    hear(s, false);
    assert_string_equal(heard(&s->line[BOB]), RESULT("false"));
    assert_string_equal(heard(&s->line[ANN]), "");
    scene_close(s);
}

static void a_user_sits_down_once(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    submit(s, &s->line[BOB], ASK_TEXT, str_of(ADD_BOB), false);
    hear(s, true);
    uint32_t seq = only_table(s)->seq;
    change_leader(s);
    assert_non_null(strstr(heard(&s->line[ANN]), "\"bob\""));
    assert_non_null(strstr(heard(&s->line[BOB]), "\"bob\""));
    submit(s, &s->line[BOB], ASK_TEXT, str_of(ADD_BOB), true);
    hear(s, false);
    assert_string_equal(heard(&s->line[BOB]), RESULT("true"));
    assert_int_equal(only_table(s)->seq, seq);
    say(s, BOB, SELECT_GODS);
    assert_non_null(strstr(heard(&s->line[BOB]), RESULT("true")));
    scene_close(s);
}

/* A new request is not a repeated one: nobody takes a seat with a name they have
 * heard. */
static void a_seat_belongs_to_who_took_it(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    submit(s, &s->line[ANN], ASK_CLOSED, STR_NONE, false);
    submit(s, &s->line[BOB], ASK_TEXT, str_of("{\"type\":\"ADD_USER\",\"content\":{" USER("ann") "}}"), false);
    hear(s, false);
    assert_string_equal(heard(&s->line[BOB]), RESULT("false"));
    scene_close(s);
}

static void a_table_that_ended_says_so(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    table_abandon(s->hall, table_find(s->hall, only_table(s)->id), "closed by the operator", "hall");
    hall_step(s->hall);
    hear(s, true);
    for (int i = 0; i < CONNS; i++) {
        submit(s, &s->line[i], ASK_CLOSED, STR_NONE, false);
        s->line[i].conn = ++s->conns;
        submit(s, &s->line[i], ASK_RESUMED, buf_view(&s->line[i].note), false);
        hear(s, false);
        assert_non_null(strstr(heard(&s->line[i]), "The table was closed"));
        assert_true(s->line[i].closed);
    }
    scene_close(s);
}

static void the_last_request_is_answered(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    say(s, BOB, ADD_BOB);
    heard(&s->line[BOB]);
    submit(s, &s->line[BOB], ASK_TEXT, str_of(SELECT_GODS), false);
    table_abandon(s->hall, table_find(s->hall, only_table(s)->id), "closed by the operator", "hall");
    hall_step(s->hall);
    hear(s, true);
    submit(s, &s->line[BOB], ASK_CLOSED, STR_NONE, false);
    s->line[BOB].conn = ++s->conns;
    submit(s, &s->line[BOB], ASK_RESUMED, buf_view(&s->line[BOB].note), false);
    hear(s, false);
    const char *all = heard(&s->line[BOB]), *result = strstr(all, RESULT("true"));
    assert_non_null(result);
    assert_non_null(strstr(result, "The table was closed"));
    assert_non_null(strstr(all, "GODS_AVAILABLE"));
    assert_true(strstr(all, "GODS_AVAILABLE") < result);
    assert_true(s->line[BOB].closed);
    scene_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_was_missed),         cmocka_unit_test(a_move_is_told_and_not_made_again),
        cmocka_unit_test(a_user_sits_down_once),      cmocka_unit_test(a_seat_belongs_to_who_took_it),
        cmocka_unit_test(a_table_that_ended_says_so), cmocka_unit_test(the_last_request_is_answered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
