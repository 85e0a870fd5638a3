/* The command line: one table of commands (main.c), one file a command.
 *
 * A command describes its options as settings (hall/settings.h), so that each
 * can be given as a flag, in the environment or in the config file, and help
 * is written from the same table. It gets the settings and what stood on the
 * command line beside options, and returns the exit status: 0 done, 1 failed
 * (one sentence on stderr says why), 2 wrongly called. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buf.h"
#include "hall/settings.h"

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

struct words {
    char **at; /* what is no option, in its order */
    int    n;
};

struct command {
    const char           *name;
    const char           *args;        /* what help shows after the name: "TABLE" */
    int                   least, most; /* how many words it takes; most -1: any number */
    const char           *summary;     /* for the list of commands */
    const char           *about;       /* for its own help */
    const struct setting *settings;    /* ends with a NULL name */
    bool                  store;       /* also takes --store and --config */
    bool                  dialects;    /* also takes the settings that the games bring */
    int (*run)(const struct settings *settings, struct words words);
};

extern const struct command serve_command, user_command, sim_command, fight_command, replay_command, export_command, import_command,
    backup_command;

/* ---- options.c --------------------------------------------------------- */

/* All settings of a command, with their normal values. */
struct settings *command_settings(const struct command *command);

/* Fills the settings from the config file, the environment and `argv` (the
 * arguments after the command's name), and `words` with the rest, which points
 * into argv. False with a sentence: wrongly called. */
bool options_read(const struct command *command, struct settings *settings, int argc, char **argv, struct words *words,
                  char problem[256]);
void options_help(const struct command *command, struct buf *out);

/* One line of a config file: "name = value", blanks around both ignored.
 * False if it is no such line; an empty name for blank lines and comments. */
bool config_line(struct str line, struct str *name, struct str *value);

/* ---- terminal.c -------------------------------------------------------- */

/* "meeple: sentence" on stderr; returns STATUS_FAILED. */
__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* A progress bar on stderr, only if that is a terminal; drawn at most ten
 * times a second. `done` == `total` ends its line. */
struct progress {
    const char *what;
    bool        shown;
    int64_t     drawn_at; /* in milliseconds */
};
void progress_show(struct progress *p, int64_t done, int64_t total);

/* Asks for a password twice, without echo, on the terminal; or takes the first
 * line of stdin. False with a sentence. */
bool password_ask(bool from_stdin, struct buf *out, char problem[256]);

/* Keys, for stepping through a replay. */
enum key { KEY_NONE, KEY_NEXT, KEY_BACK, KEY_FIRST, KEY_LAST, KEY_QUIT };
struct termios;
bool     keys_begin(struct termios *before); /* false: stdin is no terminal */
void     keys_end(const struct termios *before);
enum key key_read(void);

#endif
