/* Command options: flags override the environment, which overrides the config
 * file. */
#include "cli/cli.h"
#include "tables/dialect.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_BYTES_MAX = 64, LINE_BYTES_MAX = 4096 };

/* clang-format off */
#define STORE .name = "store", .default_value = "sqlite:data/meeple.db"
/* Of the server, and of other commands on its data. */
static const struct setting server_store[] = {
    { STORE, .meta = "sqlite:PATH|memory", .help = "where all data is stored; memory: discarded at exit; postgresql://... if this is one of several nodes" }, { 0 } };
static const struct setting command_store[] = {
    { STORE, .meta = "sqlite:PATH", .help = "the server's data file; if there are several nodes, their postgresql://..." }, { 0 } };
static const struct setting config_setting[] = {
    { .name = "config", .meta = "FILE", .help = "read settings from FILE: lines of `name = value`, # starts a comment" }, { 0 } };
/* clang-format on */

struct settings *command_settings(const struct command *command)
{
    struct settings *s = settings_new();

    if (command->settings)
        settings_declare(s, command->settings);
    if (command->store) {
        settings_declare(s, command->parts ? server_store : command_store);
        settings_declare(s, config_setting);
    }
    for (int i = 0; command->parts && all_parts[i]; i++)
        if (all_parts[i]->settings)
            settings_declare(s, all_parts[i]->settings);
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

/* "catan-manager" becomes MEEPLE_CATAN_MANAGER. */
static void variable_name(const char *name, char out[NAME_BYTES_MAX])
{
    int len = snprintf(out, NAME_BYTES_MAX, "MEEPLE_%s", name);

    for (int i = 0; i < len && i < NAME_BYTES_MAX; i++)
        out[i] = out[i] == '-' ? '_' : (char)toupper((unsigned char)out[i]);
}

static bool read_environment(struct settings *s, char problem[256])
{
    const struct setting *setting;

    for (int i = 0; (setting = settings_at(s, i)); i++) {
        char        variable[NAME_BYTES_MAX];
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

/* Parses a line of a config file: "name = value", blanks around both are
 * ignored. False if it is invalid; an empty name for blank lines and comments. */
static bool config_line(struct str line, struct str *name, struct str *value)
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

/* Applies one line. The file is the server's, so other commands ignore settings
 * that only the server knows. */
static const char *take_line(struct settings *s, const struct settings *served, struct str line)
{
    struct str name, value;
    char       name_text[NAME_BYTES_MAX], value_text[LINE_BYTES_MAX];

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
    char             line[LINE_BYTES_MAX];
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

/* Appends a value to those of a repeated list option. */
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

/* Parses the option argv[*i] and advances `*i` to its last argument. */
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
        snprintf(problem, 256, "--%s", why); /* it begins with the name */
    return !why;
}

/* Parses flags into `s` and moves other arguments to the front of argv. */
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

/* The config file's name, which may itself be a flag or a variable. */
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
    if (words->n < command->min || (command->max >= 0 && words->n > command->max)) {
        snprintf(problem, 256, "%s takes %s", command->name,
                 command->max               ? command->args
                 : settings_at(settings, 0) ? "options only"
                                            : "no arguments");
        return false;
    }
    return true;
}

/* ---- help -------------------------------------------------------------- */

enum { HELP_WIDTH = 80, HELP_INDENT = 30 };

/* Wraps text at HELP_WIDTH columns; the first line starts at column `at`, the
 * others at `indent`. Lines that start with a blank are kept as they are, and
 * an empty line separates paragraphs. */
static void wrap(struct buf *out, const char *text, int at, int indent)
{
    struct str rest = str_of(text);
    bool       begun = false; /* the line is not empty */

    while (rest.at) {
        struct str line = str_cut(&rest, '\n');
        bool       kept = line.len == 0 || line.at[0] == ' ';

        if (kept) {
            buf_printf(out, "%s%.*s\n", begun ? "\n" : "", STR_ARG(line));
            at = 0;
            begun = false;
            continue;
        }
        while (line.at) {
            struct str word = str_cut(&line, ' ');

            if (begun && at + 1 + (int)word.len > HELP_WIDTH) {
                buf_printf(out, "\n%*s", indent, "");
                at = indent;
                begun = false;
            }
            buf_printf(out, "%s%.*s", begun ? " " : "", STR_ARG(word));
            at += (int)word.len + begun;
            begun = true;
        }
    }
    if (begun)
        buf_char(out, '\n');
}

static void help_setting(const struct setting *setting, struct buf *out)
{
    struct buf text = { 0 };
    char       left[96];

    int len =
        snprintf(left, sizeof left, "  --%s%s%s", setting->name, setting->meta ? " " : "", setting->meta ? setting->meta : "");
    buf_text(&text, setting->help);
    if (setting->default_value && !setting->secret)
        buf_printf(&text, " (default: %s)", setting->default_value);
    buf_text(out, left);
    if (len > HELP_INDENT - 2)
        buf_printf(out, "\n%*s", HELP_INDENT, "");
    else
        buf_printf(out, "%*s", HELP_INDENT - len, "");
    wrap(out, text.at, HELP_INDENT, HELP_INDENT);
    buf_release(&text);
}

/* Each line of `args` is a form of its own. */
static void write_usage(const struct command *command, bool options, struct buf *out)
{
    struct str rest = str_of(command->args);

    for (const char *begin = "usage:"; rest.at; begin = "      ") {
        struct str form = str_cut(&rest, '\n');

        buf_printf(out, "%s meeple %s%s%.*s%s\n", begin, command->name, form.len ? " " : "", STR_ARG(form),
                   options ? " [options]" : "");
    }
}

int usage(const struct command *command)
{
    struct buf out = { 0 };

    write_usage(command, true, &out);
    fwrite(out.at, 1, out.len, stderr);
    buf_release(&out);
    return STATUS_USAGE;
}

void options_help(const struct command *command, struct buf *out)
{
    struct settings      *s = command_settings(command);
    const struct setting *setting = settings_at(s, 0);
    const char           *example = command->store || !setting ? "store" : setting->name;
    struct buf            end = { 0 };
    char                  variable[NAME_BYTES_MAX];

    write_usage(command, setting != NULL, out);
    buf_char(out, '\n');
    wrap(out, command->about, 0, 0);
    if (!setting) { /* it has no options */
        settings_free(s);
        return;
    }
    buf_text(out, "\noptions:\n");
    for (int i = 0; (setting = settings_at(s, i)); i++)
        help_setting(setting, out);
    variable_name(example, variable);
    buf_printf(&end, "Every option can also be given in the environment (--%s is %s)", example, variable);
    buf_text(&end, command->store
                       ? " and in the config file (store = ...). Flags override the environment, which overrides the file."
                       : ".");
    buf_char(out, '\n');
    wrap(out, end.at, 0, 0);
    buf_release(&end);
    settings_free(s);
}
