/* Options of commands: flags before environment before config file. */
#include "cli/cli.h"
#include "hall/dialect.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_MOST = 64, LINE_MOST = 4096 };

static const struct setting shared_settings[] = {
    { .name = "store",
      .normal = "sqlite:data/meeple.db",
      .meta = "sqlite:PATH|memory",
      .help = "where everything is kept; memory forgets it at the end" },
    { .name = "config", .meta = "FILE", .help = "read settings from FILE, lines of `name = value`, # begins a comment" },
    { 0 },
};

struct settings *command_settings(const struct command *command)
{
    struct settings *s = settings_new();

    if (command->settings)
        settings_declare(s, command->settings);
    if (command->store)
        settings_declare(s, shared_settings);
    for (int i = 0; command->dialects && all_dialects[i]; i++)
        if (all_dialects[i]->settings)
            settings_declare(s, all_dialects[i]->settings);
    return s;
}

static const struct setting *find(const struct settings *s, struct str name)
{
    const struct setting *setting;

    for (int i = 0; (setting = settings_at(s, i)); i++)
        if (str_is(name, setting->name))
            return setting;
    return NULL;
}

/* ---- the environment --------------------------------------------------- */

/* "catan-manager" is MEEPLE_CATAN_MANAGER. */
static void variable_name(const char *name, char out[NAME_MOST])
{
    int len = snprintf(out, NAME_MOST, "MEEPLE_%s", name);

    for (int i = 0; i < len && i < NAME_MOST; i++)
        out[i] = out[i] == '-' ? '_' : (char)toupper((unsigned char)out[i]);
}

static bool read_environment(struct settings *s, char problem[256])
{
    const struct setting *setting;

    for (int i = 0; (setting = settings_at(s, i)); i++) {
        char        variable[NAME_MOST];
        const char *why, *value;

        variable_name(setting->name, variable);
        value = getenv(variable);
        if (value && (why = setting_set(s, setting->name, value))) {
            snprintf(problem, 256, "%s in the environment: %s", variable, why);
            return false;
        }
    }
    return true;
}

/* ---- the config file --------------------------------------------------- */

bool config_line(struct str line, struct str *name, struct str *value)
{
    struct str rest = str_trim(line);

    *name = *value = STR_NONE;
    if (rest.len && rest.at[rest.len - 1] == '\r')
        rest.len--;
    if (rest.len == 0 || rest.at[0] == '#')
        return true;
    *name = str_trim(str_cut(&rest, '='));
    if (!rest.at || name->len == 0)
        return false;
    *value = str_trim(rest);
    return true;
}

/* Takes one line over. The file is the server's, so the other commands skip
 * what only the server knows. */
static const char *take_line(struct settings *s, const struct settings *served, struct str line)
{
    struct str name, value;
    char       name_text[NAME_MOST], value_text[LINE_MOST];

    if (!config_line(line, &name, &value))
        return "not of the form `name = value`";
    if (name.len == 0)
        return NULL;
    if (!find(s, name) && find(served, name))
        return NULL;
    if (!str_copy(name, name_text, sizeof name_text) || !str_copy(value, value_text, sizeof value_text))
        return "too long";
    return setting_set(s, name_text, value_text);
}

static bool read_config(struct settings *s, const char *file, char problem[256])
{
    struct settings *served = command_settings(&serve_command);
    FILE            *in = fopen(file, "r");
    char             line[LINE_MOST];
    const char      *why = NULL;
    int              number = 0;

    if (!in)
        snprintf(problem, 256, "the config file %s cannot be read: %s", file, strerror(errno));
    while (in && !why && fgets(line, sizeof line, in)) {
        size_t len = strcspn(line, "\n");

        number++;
        why = line[len] == '\n' || feof(in) ? take_line(s, served, (struct str){ line, len }) : "too long";
    }
    if (why)
        snprintf(problem, 256, "%s, line %d: %s", file, number, why);
    settings_free(served);
    if (in)
        fclose(in);
    return in && !why;
}

/* ---- flags ------------------------------------------------------------- */

/* Adds one value to those that a repeated list option had before. */
static const char *add_to_list(struct settings *s, const char *name, const char *value)
{
    const char *before = setting_text(s, name);
    struct buf  both = { 0 };

    if (before)
        buf_printf(&both, "%s,", before);
    buf_text(&both, value);
    const char *why = setting_set(s, name, both.at);
    buf_release(&both);
    return why;
}

/* Takes the option argv[*i] and moves `*i` to its last argument. */
static bool take_flag(struct settings *s, int argc, char **argv, int *i, char problem[256])
{
    struct str            rest = str_of(argv[*i] + 2);
    struct str            name = str_cut(&rest, '=');
    const struct setting *setting = find(s, name);
    const char           *value = rest.at;

    if (!setting) {
        snprintf(problem, 256, "there is no option --%.*s", STR_ARG(name));
        return false;
    }
    if (!value && setting->kind == SETTING_FLAG)
        value = "true";
    else if (!value && *i + 1 < argc)
        value = argv[++*i];
    if (!value) {
        snprintf(problem, 256, "--%s needs a value: %s", setting->name, setting->meta);
        return false;
    }
    const char *why = setting->kind == SETTING_LIST ? add_to_list(s, setting->name, value) : setting_set(s, setting->name, value);
    if (why)
        snprintf(problem, 256, "%s", why);
    return !why;
}

/* Flags into `s`, other words to the front of argv. */
static bool read_flags(struct settings *s, int argc, char **argv, struct words *words, char problem[256])
{
    bool options = true;

    *words = (struct words){ .at = argv };
    for (int i = 0; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (!options || strncmp(argv[i], "--", 2) != 0)
            argv[words->n++] = argv[i];
        else if (!take_flag(s, argc, argv, &i, problem))
            return false;
    }
    return true;
}

/* The config file's name, which may itself be given as flag or variable. */
static const char *config_file(const struct command *command, int argc, char **argv)
{
    for (int i = 0; command->store && i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--config=", 9) == 0)
            return argv[i] + 9;
        if (strcmp(argv[i], "--config") == 0)
            return argv[i + 1];
    }
    return command->store ? getenv("MEEPLE_CONFIG") : NULL;
}

bool options_read(const struct command *command, struct settings *settings, int argc, char **argv, struct words *words,
                  char problem[256])
{
    const char *file = config_file(command, argc, argv);

    if (file && !read_config(settings, file, problem))
        return false;
    if (!read_environment(settings, problem) || !read_flags(settings, argc, argv, words, problem))
        return false;
    if (words->n < command->least || (command->most >= 0 && words->n > command->most)) {
        snprintf(problem, 256, "%s takes %s", command->name, command->most ? command->args : "options only");
        return false;
    }
    return true;
}

/* ---- help -------------------------------------------------------------- */

static void help_setting(const struct setting *setting, struct buf *out)
{
    char left[96];

    snprintf(left, sizeof left, "--%s%s%s", setting->name, setting->meta ? " " : "", setting->meta ? setting->meta : "");
    buf_printf(out, "  %-34s %s", left, setting->help);
    if (setting->normal && !setting->secret)
        buf_printf(out, " [%s]", setting->normal);
    buf_char(out, '\n');
}

void options_help(const struct command *command, struct buf *out)
{
    struct settings      *s = command_settings(command);
    const char           *example = command->store ? "store" : settings_at(s, 0)->name;
    const struct setting *setting;
    char                  variable[NAME_MOST];

    buf_printf(out, "meeple %s %s%s[options]\n\n%s\n\noptions:\n", command->name, command->args, *command->args ? " " : "",
               command->about);
    for (int i = 0; (setting = settings_at(s, i)); i++)
        help_setting(setting, out);
    variable_name(example, variable);
    buf_printf(out, "\nEvery option can also be given in the environment (--%s is %s)", example, variable);
    buf_text(out, command->store ? "\nand in the config file (store = memory). Flags go before the environment, the\n"
                                   "environment before the file.\n"
                                 : ".\n");
    settings_free(s);
}
