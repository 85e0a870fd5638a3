/* Meeple's command line. */
#include "base/err.h"
#include "cli/cli.h"

#include <stdio.h>

/* All commands, in the order shown by help. */
static const struct command *const commands[] = {
    &serve_command,  &user_command,       &moderate_command, &limits_command, &sim_command,
    &fight_command,  &tournament_command, &replay_command,   &export_command, &import_command,
    &backup_command, &restore_command,    &nodes_command,    &lead_command,   &adopt_command,
};

static const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int print(struct buf *text)
{
    bool written = fwrite(text->at, 1, text->len, stdout) == text->len && fflush(stdout) == 0;

    buf_release(text);
    return written ? STATUS_OK : STATUS_FAILED;
}

static int help(const struct command *command)
{
    struct buf out = { 0 };

    if (command) {
        options_help(command, &out);
        return print(&out);
    }
    buf_text(&out, "meeple: one server for several board games\n\n");
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        buf_printf(&out, "  meeple %-10s %s\n", commands[i]->name, commands[i]->summary);
    buf_text(&out, "\n`meeple COMMAND --help` describes a command; `meeple --version` prints the version.\n");
    return print(&out);
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings *settings = command_settings(command);
    struct words     words;
    char             problem[256];
    int              status = STATUS_USAGE;

    if (options_read(command, settings, argc, argv, &words, problem))
        status = command->run(settings, words);
    else
        complain("%s (see meeple %s --help)", problem, command->name);
    settings_free(settings);
    return status;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    if (strcmp(name, "--version") == 0)
        return puts("meeple " MEEPLE_VERSION) < 0;
    if (asks_for_help(name) || (strcmp(name, "help") == 0 && argc == 2))
        return help(NULL);
    const struct command *command = command_named(strcmp(name, "help") == 0 ? argv[2] : name);
    if (!command) {
        if (argc > 1)
            complain("there is no command %s", strcmp(name, "help") == 0 ? argv[2] : name);
        fputs("usage: meeple COMMAND [options]; meeple --help lists the commands\n", stderr);
        return STATUS_USAGE;
    }
    if (strcmp(name, "help") == 0)
        return help(command);
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (asks_for_help(argv[i]))
            return help(command);
    return run(command, argc - 2, argv + 2);
}
