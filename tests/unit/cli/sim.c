/* The simulator: its statistics, its order of games, and programs that fail. */
#include "kit/cmocka.h"
#include "kit/own_folder.h"

#include "cli/cli.h"
#include "cli/sim/crew.h"
#include "cli/sim/program.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

/* ---- kit --------------------------------------------------------------- */

static struct match match_of(int seats, bool rotate, int64_t games)
{
    struct match m = { .game = game_by_name(STR("santorini")), .rotate = rotate, .games = games, .moves_max = 1000, .seed = 7 };

    setup_default(m.game, &m.setup);
    m.setup.seats = (uint8_t)seats;
    for (int i = 0; i < seats; i++)
        m.entrant[i] = (struct entrant){ .name = "random", .bot = bot_by_name(m.game, STR("random")), .level = 3 };
    return m;
}

/* A game that ended with these shares. */
static struct played shares(double a, double b)
{
    return (struct played){ .share = { a, b } };
}

static void close_to(double got, double wanted)
{
    if (fabs(got - wanted) > 0.0006)
        fail_msg("%f, wanted %f", got, wanted);
}

/* ---- statistics -------------------------------------------------------- */

static void a_tuple_is_one_trial(void **state)
{
    struct match    m = match_of(2, true, 8);
    struct score    s = { .match = &m };
    struct interval i;

    (void)state;
    /* Who sits first always wins: in every pair each wins once. */
    for (int64_t n = 0; n < 8; n++) {
        struct played game = n % 2 ? shares(0, 1) : shares(1, 0);

        score_add(&s, n, &game);
    }
    close_to(s.entrant[0].n, 4);
    i = score_share(&s, 0);
    close_to(i.mean, 0.5);
    close_to(s.seat[0], 8);
    close_to(s.seat[1], 0);
}

static void intervals_follow_from_the_variance(void **state)
{
    struct match    m = match_of(2, false, 5);
    struct score    s = { .match = &m };
    struct interval i;

    (void)state;
    for (int64_t n = 0; n < 5; n++) {
        struct played game = n < 3 ? shares(1, 0) : shares(0, 1);

        score_add(&s, n, &game);
    }
    i = score_share(&s, 0);
    close_to(i.mean, 0.6);
    /* variance 0.3, Student's 97.5 % quantile of 4 degrees 2.776: 0.6 -+ 0.680, cut at 1 */
    assert_true(i.low < 0.001);
    close_to(i.high, 1);
    for (int64_t n = 5; n < 500; n++) {
        struct played game = n % 5 < 3 ? shares(1, 0) : shares(0, 1);

        score_add(&s, n, &game);
    }
    i = score_share(&s, 0);
    close_to(i.low, 0.6 - 0.0431);
    close_to(i.high, 0.6 + 0.0431);
}

static void equal_tuples_leave_some_doubt(void **state)
{
    struct match    m = match_of(2, false, 100);
    struct score    s = { .match = &m };
    struct played   won = shares(1, 0);
    struct interval i;

    (void)state;
    for (int64_t n = 0; n < 100; n++)
        score_add(&s, n, &won);
    i = score_share(&s, 0);
    close_to(i.low, 0.9630);
    close_to(i.high, 1);
}

static void elo_and_back(void **state)
{
    (void)state;
    close_to(share_of_elo(0), 0.5);
    close_to(share_of_elo(200), 0.7597);
    close_to(elo_of_share(share_of_elo(-137)), -137);
    assert_true(isinf(elo_of_share(1)) && elo_of_share(0) < 0);
}

static int64_t games_until_decided(double first, enum decision wanted)
{
    struct match  m = match_of(2, false, 10000);
    struct score  s = { .match = &m, .sprt = { .on = true, .low = 0, .high = 20, .p0 = 0.5, .p1 = share_of_elo(20) } };
    double        owed = 0;
    struct played won = shares(1, 0), lost = shares(0, 1);

    for (int64_t n = 0; n < 10000; n++) {
        owed += first;
        score_add(&s, n, owed >= 1 ? &won : &lost);
        owed -= owed >= 1;
    }
    assert_int_equal(s.decision, wanted);
    return s.games;
}

static void tests_stop_and_stay(void **state)
{
    (void)state;
    int64_t strong = games_until_decided(0.7, DECIDED_HIGH), weak = games_until_decided(0.4, DECIDED_LOW);

    assert_in_range(strong, 50, 500);
    assert_in_range(weak, 100, 1500);
    assert_int_equal(games_until_decided(0.5144, UNDECIDED), 10000);
}

/* ---- order ------------------------------------------------------------- */

static void digest_of(int jobs, struct score *s, const struct match *m, struct sprt sprt)
{
    double seconds;

    *s = (struct score){ .match = m, .sprt = sprt };
    assert_true(crew_play(m, jobs, s, NULL, &seconds));
}

static void jobs_change_nothing(void **state)
{
    struct match m = match_of(2, true, 3000);
    struct sprt  sprt = { .on = true, .low = -400, .high = 0.1, .p0 = share_of_elo(-400), .p1 = share_of_elo(0.1) };
    struct score one, five;

    (void)state;
    digest_of(1, &one, &m, (struct sprt){ 0 });
    digest_of(5, &five, &m, (struct sprt){ 0 });
    assert_int_equal(one.games, 3000);
    assert_true(one.digest && one.digest == five.digest);
    assert_true(one.entrant[0].sum == five.entrant[0].sum);
    digest_of(1, &one, &m, sprt);
    digest_of(5, &five, &m, sprt);
    assert_int_equal(one.decision, DECIDED_HIGH);
    assert_true(one.games < 3000 && one.games == five.games && one.digest == five.digest);
    m.seed++;
    digest_of(1, &five, &m, sprt);
    assert_true(one.digest != five.digest);
}

/* A player that interrupts the match in the middle of a game, and thinks on
 * until nobody wants its move any more. */
enum { MOVES_BEFORE_INTERRUPT = 500 };
static _Atomic int moves_made;
static int         interruption;

static bool choose_and_interrupt(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    if (moves_made++ == MOVES_BEFORE_INTERRUPT) {
        raise(interruption);
        raise(interruption); /* timeout(1) does it twice, too */
    }
    while (moves_made > MOVES_BEFORE_INTERRUPT && !think_cancelled(think))
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    return bot_by_name(game, STR("random"))->choose(game, seen, seat, think, out);
}

static void an_interrupt_leaves_the_games_so_far(void **state)
{
    static const struct bot interrupter = { .name = "interrupter", .choose = choose_and_interrupt };
    static const int        ending[] = { SIGINT, SIGTERM, SIGHUP };
    struct match            m = match_of(2, false, 1000000);

    (void)state;
    m.entrant[0].bot = m.entrant[1].bot = &interrupter;
    for (size_t i = 0; i < ARRAY_LEN(ending); i++) {
        struct sigaction act = { .sa_handler = SIG_DFL }, before;
        struct score     s = { .match = &m };
        double           seconds;
        int              jobs = 1 + (int)i % 2;

        interruption = ending[i];
        moves_made = 0;
        sigaction(interruption, &act, &before); /* whoever runs the tests may ignore it */
        assert_true(crew_play(&m, jobs, &s, NULL, &seconds));
        sigaction(interruption, &before, NULL);
        assert_true(s.interrupted);
        /* Games count in their order, and of two threads one may still be in the first. */
        assert_in_range(s.games, jobs == 1 ? 1 : 0, MOVES_BEFORE_INTERRUPT);
    }
}

/* Whoever starts a match with nohup wants all of it. */
static bool choose_and_hang_up(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    raise(SIGHUP);
    return bot_by_name(game, STR("random"))->choose(game, seen, seat, think, out);
}

static void an_ignored_hangup_stays_ignored(void **state)
{
    static const struct bot caller = { .name = "caller", .choose = choose_and_hang_up };
    struct match            m = match_of(2, false, 10);
    struct score            s = { .match = &m };
    struct sigaction        act = { .sa_handler = SIG_IGN }, before;
    double                  seconds;

    (void)state;
    m.entrant[0].bot = &caller;
    sigaction(SIGHUP, &act, &before);
    assert_true(crew_play(&m, 1, &s, NULL, &seconds));
    sigaction(SIGHUP, &before, NULL);
    assert_false(s.interrupted);
    assert_int_equal(s.games, 10);
}

static void rotations_share_their_seed(void **state)
{
    struct match     m = match_of(3, true, 6);
    struct table_top top = { 0 };
    struct played    game[4];
    char             problem[256];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_true(match_play(&m, i, &top, &game[i], problem));
    assert_true(game[0].seed == game[1].seed && game[1].seed == game[2].seed && game[2].seed != game[3].seed);
    assert_int_equal(match_entrant(&m, 0, 0), 0);
    assert_int_equal(match_entrant(&m, 1, 0), 1);
    assert_int_equal(match_entrant(&m, 1, 2), 0);
    table_top_release(&top);
}

static bool stuck_after_nine(const void *at, const struct move *past, int n)
{
    (void)at;
    return n >= 9 && past[8].seat < 2;
}

static void stuck_games_are_draws(void **state)
{
    struct match     m = match_of(2, false, 1);
    struct game      game = *m.game;
    struct table_top top = { 0 };
    struct played    played;
    char             problem[256];

    (void)state;
    game.stuck = stuck_after_nine;
    m.game = &game;
    assert_true(match_play(&m, 0, &top, &played, problem));
    assert_int_equal(played.ending, ENDED_STUCK);
    assert_int_equal(played.moves[0] + played.moves[1], 9);
    close_to(played.share[0], 0.5);
    table_top_release(&top);
}

/* ---- outside programs -------------------------------------------------- */

/* Plays the first legal move, after `before` was done. */
#define FIRST_MOVE(before)                                                                                                         \
    "#!/bin/sh\nwhile read -r line; do\n  case $line in *'\"type\":\"turn\"'*)\n    " before "\n"                                  \
    "    printf '{\"move\":\"%s\"}\\n' \"$(printf '%s' \"$line\" | sed 's/.*\"legal\":\\[\"\\([^\"]*\\)\".*/\\1/')\"\n  "          \
    "esac\ndone\n"

/* Starting a shell may take seconds on a busy machine: only those that are meant to stall get a short limit. */
enum { PATIENT_MS = 30000, STALL_MS = 500 };

static struct played play_against(const char *script, int stall_ms)
{
    struct match     m = match_of(2, false, 1);
    struct table_top top = { 0 };
    struct played    game;
    static char      path[FOLDER_PATH];
    char             problem[256];

    folder_program(&folder, "bot", script, path);
    m.entrant[0] = (struct entrant){ .name = "./bot", .program = path };
    m.stall_ms = stall_ms;
    m.moves_max = 20;
    if (!match_play(&m, 0, &top, &game, problem))
        fail_msg("%s", problem);
    table_top_release(&top);
    return game;
}

static void a_good_program_plays(void **state)
{
    struct played game = play_against(FIRST_MOVE(":"), PATIENT_MS);

    (void)state;
    if (game.ending != ENDED_TOO_LONG)
        fail_msg("it %s", game.fault);
    assert_true(game.moves[0] > 5 && game.moves[1] > 5);
}

static void failing_programs_lose(void **state)
{
    static const struct {
        const char *script, *fault;
        int         stall_ms;
    } rows[] = {
        { "#!/bin/sh\nexit 3\n", "ended with status 3" },
        { "#!/bin/sh\nread -r a\nread -r b\nkill -SEGV $$\n", "crashed: signal 11" },
        { "#!/bin/sh\nexec sleep 100\n", "stalled: no move within 500 ms", STALL_MS },
        { "#!/bin/sh\nread -r a\nread -r b\nexec sleep 100 >&-\n", "closed its output" },
        { "#!/bin/sh\nread -r a\nread -r b\necho hello\nread -r c\n", "not JSON: hello" },
        { "#!/bin/sh\nread -r a\nread -r b\necho '{\"mov\":1}'\nread -r c\n", "without a \"move\"" },
        { "#!/bin/sh\nread -r a\nread -r b\necho '{\"move\":\"fly 1\"}'\nread -r c\n", "there is no move \"fly 1\"" },
        { "#!/bin/sh\nread -r a\nread -r b\necho '{\"move\":\"move 99\"}'\nread -r c\n", "made an illegal move" },
        { "#!/bin/sh\nread -r a\nread -r b\nhead -c 100000 /dev/zero\nread -r c\n", "more than 65536 bytes" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct played game = play_against(rows[i].script, rows[i].stall_ms ? rows[i].stall_ms : PATIENT_MS);

        if (game.ending != ENDED_FORFEIT || !strstr(game.fault, rows[i].fault))
            fail_msg("it \"%s\", wanted \"%s\"", game.fault, rows[i].fault);
        assert_int_equal(game.loser, 0);
        close_to(game.share[0], 0);
        close_to(game.share[1], 1);
    }
}

static void a_missing_program_is_named(void **state)
{
    char problem[256] = "";

    (void)state;
    assert_null(program_start("./no/such --flag", game_by_name(STR("santorini")), 100, NULL, problem));
    assert_string_equal(problem, "./no/such cannot be started: No such file or directory");
}

static void a_refused_setup_is_told_in_words(void **state)
{
    struct match     m = { .game = game_by_name(STR("smallworld")), .games = 1, .moves_max = 1 };
    struct table_top top = { 0 };
    struct played    game;
    char             problem[256] = "";

    (void)state;
    setup_default(m.game, &m.setup);
    m.setup.seats = 2;
    m.setup.extra = STR("1 4 5 mine\nbc 1 2\nb 0 1\n");
    assert_false(match_play(&m, 0, &top, &game, problem));
    assert_string_equal(problem, "the game cannot be set up: The map is for 4 players, not 2.");
    table_top_release(&top);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tuple_is_one_trial),
        cmocka_unit_test(intervals_follow_from_the_variance),
        cmocka_unit_test(equal_tuples_leave_some_doubt),
        cmocka_unit_test(elo_and_back),
        cmocka_unit_test(tests_stop_and_stay),
        cmocka_unit_test(jobs_change_nothing),
        cmocka_unit_test(an_interrupt_leaves_the_games_so_far),
        cmocka_unit_test(an_ignored_hangup_stays_ignored),
        cmocka_unit_test(rotations_share_their_seed),
        cmocka_unit_test(stuck_games_are_draws),
        cmocka_unit_test(a_good_program_plays),
        cmocka_unit_test(failing_programs_lose),
        cmocka_unit_test(a_missing_program_is_named),
        cmocka_unit_test(a_refused_setup_is_told_in_words),
    };

    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
