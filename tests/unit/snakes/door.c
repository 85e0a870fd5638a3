/* The door of Snakes with a clock set by hand, and on a store whose n-th write
 * or commit fails. */
#include "kit/by_hand.h"
#include "kit/desk.h"
#include "kit/failing_store.h"
#include "kit/folder.h"
#include "unit/snakes/handshake.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PLAYERS = 4, TRIES = 5, SECOND = 1000, LIFE = 600 * SECOND };

#define SNAKE                                                                                                                      \
    "&SnakeName=x&SnakeType=N&SkinId=1&ProgramDescription=&Templates[]=S&Templates[]=S&Templates[]=S&Templates[]=S"                \
    "&Maps[0][Description]=&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4"                       \
    "&Maps[0][Lines][0][Line]=S0"

/* ---- time ---------------------------------------------------------------- */

/* Milliseconds since 1970 that the system's clocks show; 0: as they really are. */
static int64_t standing;

/* In place of the system's. */
int clock_gettime(clockid_t which, struct timespec *out)
{
    if (!standing)
        return (int)syscall(SYS_clock_gettime, which, out);
    *out = (struct timespec){ .tv_sec = standing / SECOND, .tv_nsec = standing % SECOND * 1000000 };
    return 0;
}

/* A hall that is stepped by hand; its clock stands unless it is moved. */
struct still {
    struct settings *settings;
    struct desk      desk;
    struct buf       reply;
    char             word[64];
};

static void still_open(struct still *s)
{
    *s = (struct still){ .settings = by_hand_settings("memory") };
    standing = INT64_C(1700000000) * SECOND;
    s->desk.hall = by_hand_open(s->settings);
}

static void still_close(struct still *s)
{
    hall_close(s->desk.hall);
    settings_free(s->settings);
    buf_release(&s->reply);
    standing = 0;
}

/* What the reply's Response says. */
static const char *tell(struct still *s, const char *path, const char *form)
{
    struct ask *ask = desk_ask(&s->desk, desk_route(&s->desk, METHOD_POST, str_of(path)), METHOD_POST, str_of(path), STR_NONE,
                               STR_NONE, str_of(form));

    desk_submit(&s->desk, ask);
    hall_step(s->desk.hall);
    struct out *out = hall_take_outs(s->desk.hall);
    assert_non_null(out);
    buf_clear(&s->reply);
    buf_str(&s->reply, out_body(out));
    assert_null(out->next);
    out_free(out);
    return member(&s->reply, "Response", s->word);
}

static void boa_registers(struct still *s)
{
    assert_string_equal(tell(s, "/snakes/register", "login=boa&name=Boa&salt=deadbeef&hash=" STORED), "register");
}

static const char *boa_logs_in(struct still *s, long long seconds_off)
{
    char form[256];

    login_form(form, "boa", standing / SECOND + seconds_off);
    return tell(s, "/snakes/ajax", form);
}

/* 180 seconds to both sides, and not one more. */
static void the_window_of_the_handshake(void **state)
{
    static const struct {
        int         off;
        const char *reply;
    } rows[] = { { -181, "nack" }, { -180, "login" }, { -1, "login" }, { 0, "login" }, { 180, "login" }, { 181, "nack" } };
    struct still s;

    (void)state;
    still_open(&s);
    boa_registers(&s);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (strcmp(boa_logs_in(&s, rows[i].off), rows[i].reply) != 0)
            fail_msg("%d seconds off: expected %s, got %s", rows[i].off, rows[i].reply, s.word);
    /* A second has many milliseconds; only whole seconds count. */
    standing += SECOND - 1;
    assert_string_equal(boa_logs_in(&s, -180), "login");
    assert_string_equal(boa_logs_in(&s, -181), "nack");
    still_close(&s);
}

/* A session lasts 600 seconds after its last accepted request, even if that was
 * refused in the end; a request with a bad field does not count. */
static void sessions_slide(void **state)
{
    struct still s;
    char         sid[64], ping[96], unknown[128], wrong[128];

    (void)state;
    still_open(&s);
    boa_registers(&s);
    assert_string_equal(boa_logs_in(&s, 0), "login");
    member(&s.reply, "Sid", sid);
    snprintf(ping, sizeof ping, "Request=ping&Sid=%s", sid);
    snprintf(unknown, sizeof unknown, "Request=player+info&PlayerId=99&Sid=%s", sid);
    snprintf(wrong, sizeof wrong, "Request=player+info&PlayerId=&Sid=%s", sid);
    standing += LIFE;
    assert_string_equal(tell(&s, "/snakes/ajax", ping), "ack");
    standing += LIFE;
    assert_string_equal(tell(&s, "/snakes/ajax", unknown), "nack");
    standing += LIFE;
    assert_string_equal(tell(&s, "/snakes/ajax", wrong), "nack");
    assert_string_equal(tell(&s, "/snakes/ajax", ping), "ack");
    standing += LIFE;
    assert_string_equal(tell(&s, "/snakes/ajax", wrong), "nack");
    standing += 1;
    assert_string_equal(tell(&s, "/snakes/ajax", ping), "relogin");
    standing -= 1; /* it is gone for good */
    assert_string_equal(tell(&s, "/snakes/ajax", ping), "relogin");
    still_close(&s);
}

/* ---- a store that fails --------------------------------------------------- */

struct run {
    struct desk desk;
    char        player[PLAYERS][64], sid[PLAYERS][64], snake[PLAYERS][64];
    int         failures; /* replies that said "not stored" */
    struct buf  reply;
};

/* Asks until it is stored; what the reply's Response says is `wanted`. */
static void ask(struct run *r, const char *path, const char *form, const char *wanted)
{
    char said[64] = "error";

    for (int i = 0; i < TRIES && strcmp(said, "error") == 0; i++) {
        int status = desk_http(&r->desk, METHOD_POST, path, "", "", form, &r->reply);

        if (status == 200)
            member(&r->reply, "Response", said);
        else
            assert_int_equal(status, 503); /* of registration, which is no request of the protocol */
        if (strcmp(said, "error") == 0)
            r->failures++;
    }
    if (strcmp(said, wanted) != 0)
        fail_msg("%s: expected %s, got %s", form, wanted, r->reply.at);
}

static void request(struct run *r, int player, const char *name, const char *fields, const char *wanted)
{
    char form[1024];

    snprintf(form, sizeof form, "Request=%s&Sid=%s%s", name, r->sid[player], fields);
    ask(r, "/snakes/ajax", form, wanted);
}

static void log_in(struct run *r, int player)
{
    char login[16], data[64], form[256], stamp[64];

    snprintf(login, sizeof login, "player_%d", player);
    snprintf(data, sizeof data, "Request=login+data&Login=%s", login);
    ask(r, "/snakes/ajax", data, "login data");
    login_form(form, login, atoll(member(&r->reply, "Timestamp", stamp)));
    ask(r, "/snakes/ajax", form, "login");
    member(&r->reply, "PlayerId", r->player[player]);
    member(&r->reply, "Sid", r->sid[player]);
}

/* Registration that failed at its commit and is tried again. */
static void join(struct run *r, int player)
{
    char form[160], assign[96];

    snprintf(form, sizeof form, "login=player_%d&name=Player+%d&salt=deadbeef&hash=" STORED, player, player);
    ask(r, "/snakes/register", form, "register");
    log_in(r, player);
    request(r, player, "snake+new", SNAKE, "snake new");
    member(&r->reply, "SnakeId", r->snake[player]);
    snprintf(assign, sizeof assign, "&SnakeId=%s", r->snake[player]);
    request(r, player, "snake+assign", assign, "ack");
}

/* A fight of all four is ordered, computed and booked; then one is cancelled,
 * and one goes into a slot that is renamed. Returns the rated one. */
static void play(struct run *r, char fight[64])
{
    char fields[512], other[64];

    snprintf(fields, sizeof fields, "&PlayerIds[]=%s&PlayerIds[]=%s&PlayerIds[]=%s", r->player[1], r->player[2], r->player[3]);
    request(r, 0, "fight+challenge", fields, "fight delayed");
    member(&r->reply, "FightId", fight);
    snprintf(fields, sizeof fields, "&FightId=%s", fight);
    request(r, 0, "fight+info", fields, "fight info");
    snprintf(fields, sizeof fields, "&SnakeIds[]=%s&SnakeIds[]=&SnakeIds[]=&SnakeIds[]=&TurnLimit=3", r->snake[3]);
    request(r, 0, "fight+train", fields, "fight delayed");
    request(r, 0, "fight+cancel", "", "ack");
    request(r, 0, "fight+train", fields, "fight delayed");
    member(&r->reply, "FightId", other);
    snprintf(fields, sizeof fields, "&FightId=%s", other);
    request(r, 0, "fight+info", fields, "fight info");
    snprintf(fields, sizeof fields, "&SlotIndex=2&SlotName=a&FightId=%s", other);
    request(r, 0, "slot+save", fields, "ack");
    request(r, 0, "slot+rename", "&SlotIndex=2&SlotName=b", "ack");
    request(r, 1, "snake+edit", "&SnakeId=", "nack");
}

/* What everybody sees, as one text. */
static void look(struct run *r, const char *fight, struct buf *out)
{
    static const char *const questions[][2] = {
        { "whoami", "" },
        { "fight+list", "&FightListType=ordered" },
        { "fight+list", "&FightListType=challenged" },
        { "slot+list", "" },
        { "ratings", "" },
        { "snake+list", "" },
    };
    static const char *const names[] = { "whoami", "fight list", "fight list", "slot list", "ratings", "snake list" };
    char                     fields[96];

    buf_clear(out);
    snprintf(fields, sizeof fields, "&FightId=%s", fight);
    for (int i = 0; i < PLAYERS; i++) {
        for (size_t q = 0; q < ARRAY_LEN(questions); q++) {
            request(r, i, questions[q][0], questions[q][1], names[q]);
            buf_str(out, buf_view(&r->reply));
        }
        request(r, i, "fight+info", fields, "fight info");
        buf_str(out, buf_view(&r->reply));
    }
}

/* Four straight snakes from rating 0: a booking made twice or halved would leave
 * other ratings than the fight tells. */
static void ratings_follow_from_the_fight(struct run *r, const char *fight)
{
    char        fields[96], rating[64];
    struct jin *doc;

    snprintf(fields, sizeof fields, "&FightId=%s", fight);
    for (int i = 0; i < PLAYERS; i++) {
        request(r, i, "whoami", "", "whoami");
        member(&r->reply, "Rating", rating);
        request(r, 0, "fight+info", fields, "fight info");
        assert_int_equal(jin_parse(buf_view(&r->reply), 16, 0, &doc), ERR_OK);
        const struct jin *stats = jin_at(jin_get(doc, "SnakeStats"), (size_t)i);
        assert_int_equal(jin_int_or(jin_get(stats, "InitialRating"), -1), 0);
        assert_int_equal(jin_int_or(jin_get(stats, "FinalRating"), -1), atoi(rating));
        assert_int_equal(atoi(rating), 50 + 5 * jin_int_or(jin_get(stats, "FinalLength"), -1));
        jin_free(doc);
    }
}

static int play_failing(const void *about, int fail_at)
{
    struct run    r = { 0 };
    struct folder folder;
    char          fight[64];
    struct buf    before = { 0 }, after = { 0 };

    (void)about;
    folder_make(&folder);
    desk_open(&r.desk, folder.store, fail_at);
    for (int i = 0; i < PLAYERS; i++)
        join(&r, i);
    play(&r, fight);
    look(&r, fight, &before);
    ratings_follow_from_the_fight(&r, fight);
    desk_close(&r.desk);

    desk_open(&r.desk, folder.store, 0);
    for (int i = 0; i < PLAYERS; i++)
        log_in(&r, i);
    look(&r, fight, &after);
    assert_string_equal(before.at, after.at);
    desk_close(&r.desk);

    folder_remove(&folder);
    buf_release(&before);
    buf_release(&after);
    buf_release(&r.reply);
    return r.failures;
}

/* Each write and commit fails in a long test, every third in a short one. */
static struct story story(void)
{
    return (
        struct story){ .tell = play_failing, .writes = 90, .commits = 22, .failures_least = 6, .every = test_scale() > 1 ? 1 : 3 };
}

static void nothing_fails_without_reason(void **state)
{
    struct story s = story();

    (void)state;
    story_without_failures(&s);
}

static void any_write_may_fail(void **state)
{
    struct story s = story();

    (void)state;
    story_with_failing_writes(&s);
}

static void any_commit_may_fail(void **state)
{
    struct story s = story();

    (void)state;
    story_with_failing_commits(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_window_of_the_handshake),  cmocka_unit_test(sessions_slide),
        cmocka_unit_test(nothing_fails_without_reason), cmocka_unit_test(any_write_may_fail),
        cmocka_unit_test(any_commit_may_fail),
    };
    log_set_level(LOG_ERROR);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
