/* Jobs that travel: lent to a helper, they give the same result as at home; what
 * is lost on the way is done again. The test is the link between both. */
#include "kit/by_hand.h"

#include "base/clock.h"
#include "base/limits.h"
#include "game/bot.h"
#include "hall/helper.h"
#include "tables/table.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WORKERS = 2 }; /* of the hall's pool that take long jobs */

static struct {
    struct settings *settings;
    struct hall     *hall;
    struct helper   *helper;
    sem_t            begun, may_end, finished;
} here;

/* ---- a hall whose own workers are busy ------------------------------------- */

static void keep_busy(void *arg)
{
    (void)arg;
    sem_post(&here.begun);
    sem_wait(&here.may_end);
}

static void ignore(struct hall *hall, void *arg)
{
    (void)hall, (void)arg;
}

static const struct job_kind busy_job = { .length = JOB_LONG, .work = keep_busy, .done = ignore, .dropped = ignore };

static void job_is_finished(void *arg)
{
    (void)arg;
    sem_post(&here.finished);
}

static int setup(void **state)
{
    (void)state;
    sem_init(&here.begun, 0, 0);
    sem_init(&here.may_end, 0, 0);
    sem_init(&here.finished, 0, 0);
    here.settings = by_hand_settings("memory");
    setting_set(here.settings, "test-mode", "true");
    here.hall = by_hand_open(here.settings);
    here.helper = helper_new(job_is_finished, NULL);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(job_submit(here.hall, &busy_job, NULL), ERR_OK);
    for (int i = 0; i < WORKERS; i++)
        sem_wait(&here.begun);
    return 0;
}

static void let_workers_go(void)
{
    for (int i = 0; i < WORKERS; i++)
        sem_post(&here.may_end);
}

static int teardown(void **state)
{
    (void)state;
    let_workers_go();
    hall_close(here.hall);
    helper_free(here.helper);
    settings_free(here.settings);
    sem_destroy(&here.begun);
    sem_destroy(&here.may_end);
    sem_destroy(&here.finished);
    return 0;
}

static struct table *open_table(const char *game, const char *bot)
{
    struct table_plan plan = { .game = game_by_name(str_of(game)), .door = "hall", .listed = true };
    struct table     *t = NULL;
    struct refusal    why = { 0 };

    setup_default(plan.game, &plan.setup);
    plan.setup.seats = 2;
    if (table_open(here.hall, &plan, &t, &why) != ERR_OK)
        fail_msg("%s", why.text);
    for (int i = 0, seat = -1; i < 2; i++, seat = -1) {
        struct sitter who = { .kind = SITTER_BOT };

        snprintf(who.name, sizeof who.name, "Bot %d", i);
        snprintf(who.bot, sizeof who.bot, "%s", bot);
        if (table_sit(here.hall, t, &who, &seat, "test", &why) != ERR_OK)
            fail_msg("%s: %s", game, why.text);
    }
    hall_step(here.hall);
    return t;
}

/* ---- the link --------------------------------------------------------------- */

static void run_there(const struct job_lent *job, struct buf *result)
{
    uint64_t number = 0;

    assert_true(helper_take(here.helper, job->number, str_of(job->name), buf_view(&job->bytes)));
    while (!helper_finished(here.helper, &number, result))
        sem_wait(&here.finished);
    assert_int_equal(number, job->number);
}

/* Steps the hall until the table has got further. */
static void wait_for_move(uint64_t table, uint32_t seq)
{
    for (int i = 0; i < 100000; i++) {
        struct table *t = table_find(here.hall, table);

        if (t && t->seq > seq)
            return;
        hall_step(here.hall);
        nanosleep(&(struct timespec){ .tv_nsec = 200 * 1000 }, NULL);
    }
    fail_msg("no move was made");
}

/* ---- tests ------------------------------------------------------------------ */

/* Every player of every game: lent, lost, lent again, and moved. */
static void a_lent_thought_is_made_all_the_same(void **state)
{
    static const char *const games[] = { "santorini", "powerchess", "catan", "smallworld" };

    (void)state;
    for (size_t g = 0; g < ARRAY_LEN(games); g++) {
        const struct game *game = game_by_name(str_of(games[g]));
        const struct bot  *bot;

        for (int i = 0; (bot = bot_at(game, i)); i++) {
            struct job_lent first, second, other;
            struct buf      result = { 0 }, again = { 0 };
            char            name[64];

            snprintf(name, sizeof name, bot_has_level(bot, 1) ? "%s:1" : "%s", bot->name);
            struct table *t = open_table(games[g], name);
            uint64_t      id = t->id;
            uint32_t      seq = t->seq;
            assert_true(hall_lend_job(here.hall, &first));
            run_there(&first, &result);
            hall_job_lost(here.hall, first.number);
            assert_true(hall_lend_job(here.hall, &second));
            assert_int_not_equal(first.number, second.number);
            run_there(&second, &again);
            assert_true(str_eq(buf_view(&result), buf_view(&again)));
            assert_true(hall_job_result(here.hall, first.number, buf_view(&result))); /* too late: ignored */
            hall_step(here.hall);
            assert_int_equal(table_find(here.hall, id)->seq, seq);
            assert_true(hall_job_result(here.hall, second.number, buf_view(&again)));
            hall_step(here.hall);
            assert_true(table_find(here.hall, id)->seq > seq);
            while (hall_lend_job(here.hall, &other)) /* what comes next at this table */
                buf_release(&other.bytes);
            buf_release(&first.bytes);
            buf_release(&second.bytes);
            buf_release(&result);
            buf_release(&again);
        }
    }
}

static void nonsense_does_no_harm(void **state)
{
    struct job_lent job;
    uint64_t        number;
    struct buf      result = { 0 };

    (void)state;
    struct table *t = open_table("santorini", "random");
    uint64_t      id = t->id;
    uint32_t      seq = t->seq;
    assert_true(hall_lend_job(here.hall, &job));
    assert_false(hall_job_result(here.hall, job.number, STR("nonsense")));
    for (size_t len = 0; len < job.bytes.len; len += 7) /* all that is cut short */
        assert_false(helper_take(here.helper, 1, str_of(job.name), (struct str){ job.bytes.at, len }));
    assert_false(helper_take(here.helper, 1, STR("no such job"), buf_view(&job.bytes)));
    assert_false(helper_finished(here.helper, &number, &result));
    hall_job_lost(here.hall, job.number);
    let_workers_go(); /* at home again */
    wait_for_move(id, seq);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(job_submit(here.hall, &busy_job, NULL), ERR_OK);
    buf_release(&job.bytes);
}

/* A link ends while the helper works: it says nothing, and takes other jobs. */
static void a_helper_forgets(void **state)
{
    struct job_lent job;
    struct buf      result = { 0 };
    uint64_t        number;

    (void)state;
    open_table("santorini", "level:5");
    assert_true(hall_lend_job(here.hall, &job));
    assert_true(helper_take(here.helper, job.number, str_of(job.name), buf_view(&job.bytes)));
    helper_forget(here.helper);
    sem_wait(&here.finished);
    assert_false(helper_finished(here.helper, &number, &result));
    assert_int_equal(helper_count(here.helper), 0);
    /* More than it can have are refused. */
    int taken = 0;
    while (helper_take(here.helper, 100, str_of(job.name), buf_view(&job.bytes)))
        taken++;
    assert_in_range(taken, helper_workers(here.helper), 64);
    buf_release(&job.bytes);
}

/* A pool looks at a running job until it ends, and tells how many wait behind it. */
static _Atomic int look_for = -1; /* so many that wait */

static void notice_crowd(void *arg, struct crowd crowd)
{
    (void)arg;
    if (crowd.threads == WORKERS && atomic_compare_exchange_strong(&look_for, &(int){ crowd.waiting }, -1))
        sem_post(&here.finished);
}

static const struct job_kind watched_job = {
    .length = JOB_LONG, .work = keep_busy, .done = ignore, .dropped = ignore, .look = notice_crowd
};

static void wait_for_crowd(int waiting)
{
    atomic_store(&look_for, waiting);
    sem_wait(&here.finished);
}

static void running_jobs_are_looked_at(void **state)
{
    enum { MORE = 3 };

    (void)state;
    let_workers_go();
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(job_submit(here.hall, &watched_job, NULL), ERR_OK);
    for (int i = 0; i < WORKERS; i++)
        sem_wait(&here.begun);
    wait_for_crowd(0);
    for (int i = 0; i < MORE; i++)
        assert_int_equal(job_submit(here.hall, &watched_job, NULL), ERR_OK);
    wait_for_crowd(MORE);
    for (int left = MORE; left-- > 0;) { /* as one ends the next begins */
        sem_post(&here.may_end);
        sem_wait(&here.begun);
        wait_for_crowd(left);
    }
}

/* ---- the order of those that wait -------------------------------------------- */

static int64_t due_as_told(const void *arg)
{
    return *(const int64_t *)arg;
}

static void pack_address(const void *arg, struct buf *out)
{
    buf_str(out, (struct str){ (const char *)&arg, sizeof arg });
}

static void what_is_due_first_is_next(void **state)
{
    static const struct job_travel travel = { .name = "dated", .pack = pack_address };
    static const struct job_kind   dated_job = {
          .length = JOB_LONG, .work = keep_busy, .done = ignore, .dropped = ignore, .due_us = due_as_told, .travel = &travel
    };
    static int64_t   due[] = { 30, 10, 20, 10, 30, 5, 40 };
    static const int order[] = { 5, 1, 3, 2, 0, 4, 6 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(due); i++)
        assert_int_equal(job_submit(here.hall, &dated_job, &due[i]), ERR_OK);
    for (size_t i = 0, lost = 0; i < ARRAY_LEN(order); i++) {
        struct job_lent job;
        int64_t        *arg;

        assert_true(hall_lend_job(here.hall, &job));
        memcpy(&arg, job.bytes.at, sizeof arg);
        assert_ptr_equal(arg, &due[order[i]]);
        buf_release(&job.bytes);
        if (i == 3 && !lost) { /* it is the next again, before those that are due later */
            hall_job_lost(here.hall, job.number);
            lost = 1;
            i--;
        }
    }
}

/* ---- whose turn it is --------------------------------------------------------- */

/* At the end of a test, when the workers are free, some may still wait. */
static void do_nothing(void *arg)
{
    (void)arg;
}

static bool take_any_result(void *arg, struct str bytes)
{
    (void)arg, (void)bytes;
    return true;
}

static const struct job_travel asked_travel = { .name = "asked", .pack = pack_address, .unpack_result = take_any_result };
static const struct job_kind   asked_job = {
      .length = JOB_LONG, .work = do_nothing, .done = ignore, .dropped = ignore, .due_us = due_as_told, .travel = &asked_travel
};

/* Lends the next job and returns its result at once: which was it? */
static int64_t *serve_next(void)
{
    struct job_lent job;
    int64_t        *arg;

    assert_true(hall_lend_job(here.hall, &job));
    memcpy(&arg, job.bytes.at, sizeof arg);
    buf_release(&job.bytes);
    assert_true(hall_job_result(here.hall, job.number, STR("")));
    return arg;
}

/* One who asks for many thoughts waits for themselves, however early they are due. */
static void askers_take_turns(void **state)
{
    enum { GREEDY = 1, OTHERS = 4, MANY = 50 };
    static int64_t early = 10, late = 1000;

    (void)state;
    for (int i = 0; i < MANY; i++)
        assert_int_equal(job_submit_for(here.hall, GREEDY, &asked_job, &early), ERR_OK);
    assert_ptr_equal(serve_next(), &early);
    for (int asker = GREEDY + 1; asker <= OTHERS; asker++) {
        assert_int_equal(job_submit_for(here.hall, asker, &asked_job, &late), ERR_OK);
        assert_ptr_equal(serve_next(), &late);
    }
}

static void an_asker_has_a_share_of_the_queue(void **state)
{
    static int64_t due = 10;

    (void)state;
    for (int i = 0; i < LIMIT_JOBS_WAITING_EACH; i++)
        assert_int_equal(job_submit_for(here.hall, 1, &asked_job, &due), ERR_OK);
    assert_int_equal(job_submit_for(here.hall, 1, &asked_job, &due), ERR_FULL);
    assert_int_equal(job_submit_for(here.hall, 2, &asked_job, &due), ERR_OK);
}

/* One who plays against a quick computer does not wait for the slow ones. */
static void quick_players_come_first(void **state)
{
    enum { SOONER_US = 800 * 1000 }; /* that the quick one is due, at least */
    struct job_lent job;
    struct buf      result = { 0 };
    int64_t         began = monotonic_us();

    (void)state;
    uint64_t slow = open_table("santorini", "level:5")->id, quick = open_table("santorini", "level:1")->id;
    uint32_t slow_seq = table_find(here.hall, slow)->seq, quick_seq = table_find(here.hall, quick)->seq;
    if (monotonic_us() - began > SOONER_US) /* the machine stood still between the two */
        skip();
    assert_true(hall_lend_job(here.hall, &job));
    run_there(&job, &result);
    assert_true(hall_job_result(here.hall, job.number, buf_view(&result)));
    hall_step(here.hall);
    assert_true(table_find(here.hall, quick)->seq > quick_seq);
    assert_int_equal(table_find(here.hall, slow)->seq, slow_seq);
    buf_release(&job.bytes);
    buf_release(&result);
}

/* ---- what travels --------------------------------------------------------- */

static void a_fight_travels(void **state)
{
    const struct route *route = by_hand_route_for(here.hall, METHOD_POST, "/api/v1/snakes/fights");
    struct str          path = STR("/api/v1/snakes/fights");
    struct str          order = STR("{\"snakes\":[-1,-2,-1,-2],\"turns\":50}");
    struct ask         *ask = ask_new(ASK_HTTP, 7, route, 0);
    struct job_lent     job;
    struct buf          result = { 0 };

    (void)state;
    ask->method = METHOD_POST;
    ask->path = path;
    ask->body = order;
    ask->content_type = STR("application/json");
    assert_true(hall_submit(here.hall, ask, ask, 1));
    hall_step(here.hall);
    assert_true(hall_lend_job(here.hall, &job));
    assert_string_equal(job.name, "snakes fight");
    run_there(&job, &result);
    assert_null(hall_take_outs(here.hall));
    assert_true(hall_job_result(here.hall, job.number, buf_view(&result)));
    hall_step(here.hall);
    struct out *out = hall_take_outs(here.hall);
    assert_non_null(out);
    assert_int_equal(out->status, 201);
    assert_non_null(memmem(out_body(out).at, out_body(out).len, "\"Turns\":[", 9));
    out_free(out);
    buf_release(&job.bytes);
    buf_release(&result);
}

/* Passwords stay: there is nothing to lend. */
static void passwords_stay(void **state)
{
    const struct route *route = by_hand_route(here.hall, "/api/v1/*");
    struct ask         *ask = ask_new(ASK_HTTP, 8, route, 0);
    struct job_lent     job;
    struct out         *out = NULL;

    (void)state;
    ask->method = METHOD_POST;
    ask->path = STR("/api/v1/register");
    ask->body = STR("{\"name\":\"ann\",\"password\":\"long enough\"}");
    assert_true(hall_submit(here.hall, ask, ask, 1));
    while (!out) {
        hall_step(here.hall);
        assert_false(hall_lend_job(here.hall, &job));
        out = hall_take_outs(here.hall);
    }
    assert_int_equal(out->status, 201);
    out_free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_lent_thought_is_made_all_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(nonsense_does_no_harm, setup, teardown),
        cmocka_unit_test_setup_teardown(a_helper_forgets, setup, teardown),
        cmocka_unit_test_setup_teardown(running_jobs_are_looked_at, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_due_first_is_next, setup, teardown),
        cmocka_unit_test_setup_teardown(askers_take_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(an_asker_has_a_share_of_the_queue, setup, teardown),
        cmocka_unit_test_setup_teardown(quick_players_come_first, setup, teardown),
        cmocka_unit_test_setup_teardown(a_fight_travels, setup, teardown),
        cmocka_unit_test_setup_teardown(passwords_stay, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
