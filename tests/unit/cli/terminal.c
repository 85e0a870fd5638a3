/* Keys as a terminal sends them, on a terminal of the test's own. */
#include "kit/cmocka.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static int            master;
static struct termios before;

static int make_terminal(void **state)
{
    (void)state;
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master))
        return -1;
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    return slave < 0 || dup2(slave, STDIN_FILENO) < 0 || close(slave);
}

static void type(const char *bytes)
{
    assert_int_equal(write(master, bytes, strlen(bytes)), strlen(bytes));
}

static void expect_keys(const enum key *wanted, int n)
{
    for (int i = 0; i < n; i++)
        if (key_read() != wanted[i])
            fail_msg("key %d is not the one that was typed", i);
}

/* Stdout is borrowed only while the mode changes: the results go there. */
static void begin(void)
{
    int kept = dup(STDOUT_FILENO);

    dup2(STDIN_FILENO, STDOUT_FILENO);
    bool begun = keys_begin(&before);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    assert_true(begun);
}

static void keys_in_a_burst_all_count(void **state)
{
    static const enum key wanted[] = { KEY_NEXT, KEY_NEXT, KEY_NEXT, KEY_BACK, KEY_LAST, KEY_FIRST, KEY_NEXT,
                                       KEY_DOWN, KEY_UP,   KEY_DOWN, KEY_UP,   KEY_NONE, KEY_QUIT };

    (void)state;
    begin();
    type("l\033[C \033[DG\033[1~jdu\033[6~\033[5~xq");
    expect_keys(wanted, sizeof wanted / sizeof wanted[0]);
    keys_end(&before);
}

static void keys_typed_ahead_count(void **state)
{
    static const enum key wanted[] = { KEY_NEXT, KEY_BACK };

    (void)state;
    type("lh\n"); /* a whole line, since the terminal does not pass on keys yet */
    begin();
    expect_keys(wanted, 2);
    assert_int_equal(key_read(), KEY_NEXT); /* the line's end */
    keys_end(&before);
}

static void unknown_sequences_are_no_keys(void **state)
{
    (void)state;
    begin();
    type("\033[24~");
    assert_int_equal(key_read(), KEY_NONE);
    type("l");
    assert_int_equal(key_read(), KEY_NEXT);
    keys_end(&before);
}

static void a_signal_restores_the_terminal(void **state)
{
    struct termios after;
    int            status;

    (void)state;
    assert_int_equal(tcgetattr(STDIN_FILENO, &before), 0);
    pid_t child = fork();
    if (child == 0) {
        begin();
        raise(SIGTERM);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    assert_int_equal(tcgetattr(STDIN_FILENO, &after), 0);
    assert_int_equal(after.c_lflag, before.c_lflag);
    assert_true(after.c_lflag & ICANON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_in_a_burst_all_count),
        cmocka_unit_test(keys_typed_ahead_count),
        cmocka_unit_test(unknown_sequences_are_no_keys),
        cmocka_unit_test(a_signal_restores_the_terminal),
    };

    return cmocka_run_group_tests(tests, make_terminal, NULL);
}
