/* The commands as a user calls them: what they print and how they end. */
#include "kit/cmocka.h"
#include "kit/own_folder.h"

#include "base/err.h"
#include "base/log.h"
#include "cli/cli.h"
#include "cli/history.h"
#include "hall/hall.h"
#include "tables/table.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- kit --------------------------------------------------------------- */

static char printed[256 * 1024]; /* stdout of the latest command, then its stderr */

/* Puts a file in the place of a descriptor, which is kept. */
static void exchange(int fd, FILE *with, int *kept)
{
    *kept = dup(fd);
    dup2(fileno(with), fd);
}

/* Runs a command with the words of `line`, "%" standing for the folder, and
 * `input` on stdin. */
static int call(const struct command *command, const char *line, const char *input)
{
    char  copy[512], *argv[32], expanded[32][128], store_flag[128];
    int   argc = 0, kept[3];
    FILE *files[2] = { tmpfile(), tmpfile() };

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *percent = strchr(word, '%');

        if (percent)
            snprintf(expanded[argc], sizeof expanded[argc], "%.*s%s%s", (int)(percent - word), word, folder.path, percent + 1);
        argv[argc] = percent ? expanded[argc] : word;
        argc++;
    }
    snprintf(store_flag, sizeof store_flag, "--store=%s", folder.store);
    if (command->store)
        argv[argc++] = store_flag;
    fputs(input, files[0]);
    rewind(files[0]);

    fflush(NULL);
    exchange(STDIN_FILENO, files[0], &kept[0]);
    exchange(STDOUT_FILENO, files[1], &kept[1]);
    exchange(STDERR_FILENO, files[1], &kept[2]);
    lseek(STDIN_FILENO, 0, SEEK_SET);
    struct settings *settings = command_settings(command);
    struct words     words;
    char             problem[256];
    int              status = STATUS_USAGE;
    if (options_read(command, settings, argc, argv, &words, problem))
        status = command->run(settings, words);
    settings_free(settings);
    fflush(NULL);
    for (int fd = 0; fd < 3; fd++) {
        dup2(kept[fd], fd);
        close(kept[fd]);
    }
    rewind(files[1]);
    printed[fread(printed, 1, sizeof printed - 1, files[1])] = '\0';
    fclose(files[0]);
    fclose(files[1]);
    return status;
}

static void expect(const struct command *command, const char *line, const char *input, int status, const char *part)
{
    int got = call(command, line, input);

    if (got != status || !strstr(printed, part))
        fail_msg("%s %s: status %d, wanted %d and \"%s\" in:\n%s", command->name, line, got, status, part, printed);
}

/* An empty data file, as the server makes it. */
static void make_store(void)
{
    struct store *s = NULL;
    char          problem[256];

    assert_int_equal(store_open(folder.store, &s, problem), ERR_OK);
    assert_int_equal(hall_migrate(s, problem), ERR_OK);
    store_close(s);
}

/* A waiting table of the first game, as the hall would leave it. */
static void make_table(void)
{
    struct store  *s = NULL;
    struct archive archive;
    struct history h = { 0 };
    char           problem[256];

    assert_int_equal(store_open(folder.store, &s, problem), ERR_OK);
    assert_int_equal(hall_migrate(s, problem), ERR_OK);
    for (int i = 0; i < TABLE_COLUMNS; i++)
        if (table_columns[i].text)
            h.table[i].text = strdup(i == TABLE_GAME ? all_games[0]->name : i == TABLE_SETUP ? "seats=2 seed=99" : "");
    h.table[TABLE_ID].number = 3;
    h.table[TABLE_SEATS].number = 2;
    h.table[TABLE_PHASE].number = TABLE_WAITING;
    history_add(&h, &(struct journal_row){ .kind = EVENT_OPENED, .seat = SEAT_TABLE, .at = 5, .text = str_of(all_games[0]->name) });
    archive_open(&archive, s);
    assert_int_equal(archive_save(&archive, &h), ERR_OK);
    archive_close(&archive);
    assert_int_equal(store_commit(s, problem), ERR_OK);
    history_release(&h);
    store_close(s);
}

/* ---- tests ------------------------------------------------------------- */

static void users_come_and_go(void **state)
{
    (void)state;
    expect(&user_command, "list", "", STATUS_FAILED, "there is no data file");
    expect(&user_command, "add Ann --password-stdin", "secret\n", STATUS_FAILED, "name another with --store");
    expect(&user_command, "samples", "", STATUS_FAILED, "there is no data file");
    assert_int_not_equal(access(folder.file, F_OK), 0);
    make_store();
    expect(&user_command, "add Ann --password-stdin", "secret\n", STATUS_OK, "");
    expect(&user_command, "add Ann --password-stdin", "other\n", STATUS_FAILED, "already");
    expect(&user_command, "add Bob --password-stdin", "\n", STATUS_FAILED, "no password");
    expect(&user_command, "add Bob", "secret\n", STATUS_FAILED, "--password-stdin");
    expect(&user_command, "list --json", "", STATUS_OK,
           "{\"id\":1,\"name\":\"Ann\",\"guest\":false,\"robot\":false,\"admin\":false,\"banned\":false,\"password\":true,");
    assert_null(strstr(printed, "secret"));
    assert_null(strstr(printed, "argon2"));
    expect(&user_command, "admin Ann", "", STATUS_OK, "");
    expect(&user_command, "list", "", STATUS_OK, "  admin     Ann\n");
    expect(&user_command, "no-admin Ann", "", STATUS_OK, "");
    expect(&user_command, "list", "", STATUS_OK, "  player    Ann\n");
    expect(&user_command, "admin Bob", "", STATUS_FAILED, "no account Bob");
    expect(&user_command, "passwd Ann --password-stdin", "newer", STATUS_OK, "");
    expect(&user_command, "passwd Bob --password-stdin", "newer", STATUS_FAILED, "no account Bob");
    expect(&user_command, "delete Ann", "", STATUS_OK, "");
    expect(&user_command, "delete Ann", "", STATUS_FAILED, "no account Ann");
    expect(&user_command, "list --json", "", STATUS_OK, "");
    assert_string_equal(printed, "");
    expect(&user_command, "rename Ann", "", STATUS_USAGE, "meeple user add");
}

static void users_are_served_beside_the_owner(void **state)
{
    struct store *s = NULL;
    char          problem[256];

    (void)state;
    assert_int_equal(store_open(folder.store, &s, problem), ERR_OK);
    expect(&user_command, "add Ann --password-stdin", "secret\n", STATUS_FAILED, "in use by process");
    assert_int_equal(hall_migrate(s, problem), ERR_OK);
    expect(&user_command, "add Ann --password-stdin", "secret\n", STATUS_OK, "");
    expect(&user_command, "list", "", STATUS_OK, "Ann");
    expect(&backup_command, "%/copy.db", "", STATUS_OK, "");
    expect(&import_command, "%/none.jsonl", "", STATUS_FAILED, "cannot be read");
    store_close(s);
}

static void tables_go_out_and_in(void **state)
{
    (void)state;
    make_table();
    expect(&replay_command, "3 --verify", "", STATUS_OK, "table 3: 1 events, 0 moves replay; seed hash ");
    expect(&replay_command, "3", "", STATUS_OK, "is opened");
    expect(&replay_command, "3 --seat 2", "", STATUS_FAILED, "no seat 2");
    expect(&replay_command, "4", "", STATUS_FAILED, "there is no table 4");
    expect(&replay_command, "x", "", STATUS_USAGE, "not a table number");
    expect(&export_command, "", "", STATUS_USAGE, "--all");
    expect(&export_command, "3 4", "", STATUS_FAILED, "there is no table 4");
    expect(&export_command, "3 --out %/e.jsonl", "", STATUS_OK, "1 tables, 1 rows");
    expect(&export_command, "--all --out %/e.jsonl", "", STATUS_FAILED, "it exists");
    expect(&import_command, "%/e.jsonl", "", STATUS_OK, "0 tables imported, 1 already there");

    snprintf(folder.store, sizeof folder.store, "sqlite:%s/other.db", folder.path);
    expect(&replay_command, "3 --file %/e.jsonl --verify", "", STATUS_OK, "table 3: 1 events");
    expect(&import_command, "%/e.jsonl", "", STATUS_OK, "1 tables imported, 0 already there");
    expect(&export_command, "--all", "", STATUS_OK, "\"setup\":\"seats=2 seed=99\"");
    expect(&replay_command, "3 --json", "", STATUS_OK, "{\"seq\":0,\"kind\":\"o\",\"at\":5,");
}

static void an_import_is_all_or_nothing(void **state)
{
    char command[256];

    (void)state;
    make_table();
    expect(&export_command, "3 --out %/e.jsonl", "", STATUS_OK, "");
    snprintf(command, sizeof command, "sed -i 's/\"o\"/\"m\"/' %s/e.jsonl", folder.path);
    assert_int_equal(system(command), 0);
    snprintf(folder.store, sizeof folder.store, "sqlite:%s/other.db", folder.path);
    expect(&import_command, "%/e.jsonl", "", STATUS_FAILED,
           "nothing was imported: line 2: table 3, event 0: a move comes before the start");
    expect(&export_command, "--all", "", STATUS_FAILED, "there is no data file");
}

/* The first game that plays itself from a normal setup. */
static const char *some_game(void)
{
    static char line[64];

    for (int i = 0; all_games[i]; i++) {
        snprintf(line, sizeof line, "%s --games 1", all_games[i]->name);
        if (!(all_games[i]->traits & GAME_COMPUTED) && call(&sim_command, line, "") == STATUS_OK)
            return all_games[i]->name;
    }
    fail_msg("no game plays");
    return NULL;
}

static void same_seed_same_games(void **state)
{
    char        line[128], first[1024];
    const char *game = some_game();

    (void)state;
    snprintf(line, sizeof line, "%s --games 30 --seed 7 --json", game);
    expect(&sim_command, line, "", STATUS_OK, "\"games\":30,\"tuples\":30,");
    *strstr(printed, "\"timing\"") = '\0';
    assert_true(str_copy(str_of(printed), first, sizeof first));
    snprintf(line, sizeof line, "%s --games 30 --seed 7 --json --jobs 3", game);
    expect(&sim_command, line, "", STATUS_OK, first);
    snprintf(line, sizeof line, "%s --games 30 --seed 8 --json", game);
    expect(&sim_command, line, "", STATUS_OK, "");
    assert_null(strstr(printed, strstr(first, "\"digest\"")));
}

/* A program that answers the first games, then interrupts us and never answers. */
static void an_interrupted_sim_prints_what_it_has(void **state)
{
    static const char script[] = "#!/bin/sh\nread -r setup\ncase $setup in *'\"number\":1,'*) exit 3 ;; esac\n"
                                 "kill -INT $PPID\nexec sleep 1000\n";
    char              path[FOLDER_PATH];

    (void)state;
    folder_program(&folder, "bot", script, path);
    expect(&sim_command, "santorini --seats %/bot,random --games 5 --program-ms 600000", "", STATUS_INTERRUPTED,
           "Santorini, 1 game of 5 (interrupted), seed 1\n\nplayer");
    expect(&sim_command, "santorini --seats %/bot,random --games 5 --program-ms 600000 --json", "", STATUS_INTERRUPTED,
           "\"games\":1,\"interrupted\":true,");
}

static void an_interrupted_tournament_prints_what_it_has(void **state)
{
    (void)state;
    assert_int_equal(system("(sleep 1; kill -INT $PPID) &"), 0);
    expect(&tournament_command, "--games 100000000 --jobs 2", "", STATUS_INTERRUPTED,
           " of 100000000 fights of 4 (interrupted), seed 1\n\n    program");
}

static void sim_says_what_there_is(void **state)
{
    char line[128];

    (void)state;
    expect(&sim_command, "nosuch", "", STATUS_USAGE, all_games[0]->name);
    snprintf(line, sizeof line, "%s --seats random,nosuch", all_games[0]->name);
    expect(&sim_command, line, "", STATUS_USAGE, "Random");
    snprintf(line, sizeof line, "%s --option nosuch=1", all_games[0]->name);
    expect(&sim_command, line, "", STATUS_USAGE, "no option \"nosuch\"");
    snprintf(line, sizeof line, "%s --games 0", all_games[0]->name);
    expect(&sim_command, line, "", STATUS_USAGE, "--games must be 1 to");
}

static uid_t owner_of(const char *name)
{
    char        path[128];
    struct stat st;

    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    assert_int_equal(stat(path, &st), 0);
    return st.st_uid;
}

static void a_backup_comes_back(void **state)
{
    struct store *s = NULL;
    char          problem[256];
    uid_t         server = geteuid() == 0 ? 12345 : geteuid(); /* root can try what matters: the server is somebody else */

    (void)state;
    make_table();
    expect(&backup_command, "%/copy.db", "", STATUS_OK, "");
    expect(&user_command, "add Ann --password-stdin", "secret\n", STATUS_OK, "");
    expect(&restore_command, "%/none.db", "", STATUS_FAILED, "there is no backup");
    expect(&restore_command, "%", "", STATUS_FAILED, "cannot be opened");
    assert_int_equal(store_open(folder.store, &s, problem), ERR_OK);
    expect(&restore_command, "%/copy.db", "", STATUS_FAILED, "in use by process");
    store_close(s);

    assert_int_equal(chown(folder.path, server, (gid_t)-1), 0);
    expect(&restore_command, "%/copy.db", "", STATUS_OK, "/meeple.db.before-restore-1\n");
    expect(&user_command, "list --json", "", STATUS_OK, "");
    assert_string_equal(printed, "");
    expect(&replay_command, "3 --verify", "", STATUS_OK, "table 3: 1 events");
    assert_int_equal(owner_of("meeple.db"), server);
    expect(&restore_command, "%/meeple.db.before-restore-1", "", STATUS_OK, "/meeple.db.before-restore-2\n");
    expect(&user_command, "list", "", STATUS_OK, "Ann");

    snprintf(folder.store, sizeof folder.store, "sqlite:%s/new.db", folder.path);
    expect(&restore_command, "%/copy.db", "", STATUS_OK, "");
    assert_string_equal(printed, "");
    expect(&import_command, "%/none.jsonl", "", STATUS_FAILED, "cannot be read");
    assert_int_equal(owner_of("new.db"), server);
    assert_int_equal(owner_of("new.db-lock"), server);
}

static void the_server_refuses_to_start_in_one_sentence(void **state)
{
    (void)state;
    expect(&serve_command, "--log-level loud", "", STATUS_USAGE, "--log-level must be error, warn, info or debug");
    FILE *f = fopen(folder.store + strlen("sqlite:"), "w");
    for (int i = 0; i < 200; i++)
        fputs("no database\n", f);
    fclose(f);
    expect(&serve_command, "--listen 127.0.0.1:0", "", STATUS_FAILED, "is not a Meeple data file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_a_folder(users_come_and_go),
        in_a_folder(users_are_served_beside_the_owner),
        in_a_folder(tables_go_out_and_in),
        in_a_folder(an_import_is_all_or_nothing),
        in_a_folder(a_backup_comes_back),
        in_a_folder(same_seed_same_games),
        in_a_folder(sim_says_what_there_is),
        in_a_folder(an_interrupted_sim_prints_what_it_has),
        in_a_folder(an_interrupted_tournament_prints_what_it_has),
        in_a_folder(the_server_refuses_to_start_in_one_sentence),
    };

    log_set_level(LOG_ERROR - 1); /* failures are wanted here */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
