/* Options: what goes before what, and what is refused in which words. */
#include "kit/cmocka.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct setting settings_of_toy[] = {
    { .name = "colour", .default_value = "red", .meta = "NAME", .help = "a colour" },
    { .name = "test-flag", .kind = SETTING_FLAG, .help = "a flag" },
    { .name = "size", .kind = SETTING_INT, .default_value = "3", .meta = "N", .help = "a number" },
    { .name = "extra",
      .kind = SETTING_LIST,
      .meta = "NAME=VALUE",
      .help = "a list of things, each with its value, which can be repeated as often as somebody likes" },
    { .name = "password", .kind = SETTING_TEXT, .default_value = "hidden", .meta = "WORD", .help = "a secret", .secret = true },
    { 0 },
};
static const struct command toy = {
    .name = "toy",
    .args = "WORD",
    .max = 2,
    .about = "A toy, about which there is rather a lot to say, so that its\ntext has to be wrapped.\n\n    kept   as it is",
    .settings = settings_of_toy,
    .store = true
};

static char config[] = "/tmp/meeple-config-XXXXXX";

static void write_config(const char *text)
{
    FILE *f = fopen(config, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int make_config(void **state)
{
    (void)state;
    int fd = mkstemp(config);
    close(fd);
    return fd < 0;
}

static int remove_config(void **state)
{
    (void)state;
    return unlink(config);
}

static int clear_environment(void **state)
{
    (void)state;
    unsetenv("MEEPLE_COLOUR");
    unsetenv("MEEPLE_TEST_FLAG");
    unsetenv("MEEPLE_SIZE");
    unsetenv("MEEPLE_CONFIG");
    unsetenv("MEEPLE_STORE");
    return 0;
}

/* Cuts `line` at its blanks and reads it. */
static struct settings *read_options(const char *line, struct words *words, char problem[256])
{
    static char  copy[512];
    static char *argv[32];
    int          argc = 0;

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    struct settings *s = command_settings(&toy);
    if (options_read(&toy, s, argc, argv, words, problem))
        return s;
    settings_free(s);
    return NULL;
}

static void expect(const char *line, const char *colour, bool flag, int64_t size, const char *words_joined)
{
    struct words     words;
    char             problem[256] = "", joined[128] = "";
    struct settings *s = read_options(line, &words, problem);

    if (!s)
        fail_msg("%s: %s", line, problem);
    assert_string_equal(setting_text(s, "colour"), colour);
    assert_int_equal(setting_flag(s, "test-flag"), flag);
    assert_int_equal(setting_int(s, "size"), size);
    for (int i = 0; i < words.n; i++) {
        strcat(joined, words.at[i]);
        strcat(joined, ";");
    }
    assert_string_equal(joined, words_joined);
    settings_free(s);
}

static void expect_problem(const char *line, const char *part)
{
    struct words     words;
    char             problem[256] = "";
    struct settings *s = read_options(line, &words, problem);

    if (s || !strstr(problem, part))
        fail_msg("%s: \"%s\": wanted \"%s\"", line, problem, part);
}

static void flags_in_all_forms(void **state)
{
    (void)state;
    expect("", "red", false, 3, "");
    expect("--colour blue --size=7 --test-flag a", "blue", true, 7, "a;");
    expect("a --colour= --test-flag=off b", "", false, 3, "a;b;");
    expect("--size -4", "red", false, -4, "");
    expect("-- --colour", "red", false, 3, "--colour;");
    expect("--colour a=b --colour c", "c", false, 3, "");
}

static void wrong_calls(void **state)
{
    (void)state;
    expect_problem("--color x", "no option --color");
    expect_problem("--size", "--size needs a value: N");
    expect_problem("--size 3x", "must be an integer");
    expect_problem("--size 99999999999999999999", "must be an integer");
    expect_problem("--test-flag=maybe", "true or false");
    expect_problem("a b c", "toy takes WORD");
    expect_problem("--config /no/such/file", "cannot be read");
}

static void flags_before_environment_before_file(void **state)
{
    char line[128];

    (void)state;
    write_config("# a comment\n\n colour = from file \n size=11\r\ntest-flag = yes\nlisten = 127.0.0.1:1\n");
    snprintf(line, sizeof line, "--config %s", config);
    expect(line, "from file", true, 11, "");
    setenv("MEEPLE_COLOUR", "green", 1);
    setenv("MEEPLE_TEST_FLAG", "false", 1);
    expect(line, "green", false, 11, "");
    strcat(line, " --colour blue");
    expect(line, "blue", false, 11, "");
    setenv("MEEPLE_CONFIG", config, 1);
    expect("", "green", false, 11, "");
    setenv("MEEPLE_SIZE", "many", 1);
    expect_problem("", "MEEPLE_SIZE in the environment");
}

static void a_bad_config_names_its_line(void **state)
{
    char line[128];

    (void)state;
    snprintf(line, sizeof line, "--config=%s", config);
    write_config("colour = x\nsize = y\n");
    expect_problem(line, "line 2: size must be an integer");
    write_config("colour = x\n\n# fine\nbad line\n");
    expect_problem(line, "line 4: not of the form");
    write_config("collour = x\n");
    expect_problem(line, "line 1: there is no setting collour");
}

static void lists_add_up(void **state)
{
    struct words     words;
    char             problem[256];
    struct settings *s = read_options("--extra a=1 --extra=b=2", &words, problem);

    (void)state;
    assert_non_null(s);
    assert_string_equal(setting_text(s, "extra"), "a=1,b=2");
    settings_free(s);
}

static void help_names_every_setting_and_no_secret(void **state)
{
    struct buf out = { 0 };

    (void)state;
    options_help(&toy, &out);
    for (const struct setting *row = settings_of_toy; row->name; row++)
        assert_non_null(strstr(out.at, row->name));
    assert_non_null(strstr(out.at, "a colour (default: red)\n"));
    assert_null(strstr(out.at, "hidden"));
    assert_non_null(strstr(out.at, "\n    kept   as it is\n"));
    for (struct str rest = buf_view(&out); rest.at;)
        assert_true(str_cut(&rest, '\n').len <= 80);
    buf_release(&out);
}

#define with_clean_environment(test) cmocka_unit_test_setup_teardown(test, clear_environment, clear_environment)

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_clean_environment(flags_in_all_forms),
        with_clean_environment(wrong_calls),
        with_clean_environment(flags_before_environment_before_file),
        with_clean_environment(a_bad_config_names_its_line),
        with_clean_environment(lists_add_up),
        with_clean_environment(help_names_every_setting_and_no_secret),
    };

    return cmocka_run_group_tests(tests, make_config, remove_config);
}
