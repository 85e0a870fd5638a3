/* The command line: one table of commands (commands.c), one file per command.
 *
 * A command declares its options as settings (base/settings.h), so that each
 * can be given as a flag, in the environment or in the config file, and help is
 * generated from the same table. It gets the settings and the non-option
 * arguments, and returns the exit status: 0 success, 1 failure (with a message
 * on stderr), 2 usage error. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buf.h"
#include "base/settings.h"

#include <signal.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

struct words {
    char **at; /* non-option arguments, in order */
    int    n;
};

struct operation;

typedef int command_run(const struct settings *settings, struct words words);
typedef int command_operate(struct operation *op);

struct command {
    const char           *name;
    const char           *args;     /* shown in help after the name: "TABLE"; a line for each form */
    int                   min, max; /* number of arguments; max -1: no limit */
    const char           *summary;  /* in the list of commands */
    const char           *about;    /* in its own help */
    const struct setting *settings; /* ends with a NULL name */
    bool                  store;    /* also accepts --store and --config */
    bool                  parts;    /* also accepts the settings of all parts */
    command_run          *run;
    command_operate      *operate; /* of commands that change what is stored: what they do to it (below) */
};

/* commands.c */
extern const struct command serve_command, user_command, moderate_command, limits_command, sim_command, fight_command,
    tournament_command, replay_command, export_command, import_command, backup_command, restore_command, nodes_command,
    lead_command, adopt_command;

/* Each in its own file. */
command_run run_serve, run_user, run_moderate, run_limits, run_sim, run_fight, run_tournament, run_replay, run_export, run_import,
    run_backup, run_restore, run_nodes, run_lead, run_adopt;
command_operate             operate_user, operate_moderate, operate_import;
extern const struct setting serve_settings[], user_settings[], sim_settings[], fight_settings[], tournament_settings[],
    replay_settings[], export_settings[];

/* ---- options.c --------------------------------------------------------- */

/* All settings of a command, with their defaults. */
struct settings *command_settings(const struct command *command);

/* Fills the settings from the config file, the environment and `argv` (the
 * arguments after the command's name), and `words` with the rest, which points
 * into argv. False with a message: usage error. */
bool options_read(const struct command *command, struct settings *settings, int argc, char **argv, struct words *words,
                  char problem[256]);
void options_help(const struct command *command, struct buf *out);
int  usage(const struct command *command); /* the first lines of help, on stderr; returns STATUS_USAGE */

/* ---- verbs.c ----------------------------------------------------------- */

/* What a command can do: `meeple user list`. Each command has its own job. */
struct job;
struct verb {
    const char *name;
    int         words;    /* arguments after it */
    bool        password; /* needs a password */
    int (*run)(struct job *job);
};

/* The one that the arguments call, with as many as it takes; NULL: none. The
 * table ends with a NULL name. */
const struct verb *verb_called(const struct verb *verbs, struct words words);

/* ---- operate.c --------------------------------------------------------- */

/* One run of a command that changes what is stored: on the data file here, or in
 * the hall of the node that leads several (people/operate.h). It writes all that
 * it has to, or fails and has written nothing; whoever called it commits. */
struct store;
struct operation {
    struct store          *store;
    const struct settings *settings;
    struct words           words;
    struct str             input; /* what only the caller has: a password, a file */
    int64_t                at;    /* milliseconds since 1970 */
    struct buf             out, err;
    bool                   mirrored; /* it changed what a running hall keeps in memory */
};

#define OPERATOR STR("command line") /* who does it, in the audit */

/* Appends "meeple: message" for stderr; returns STATUS_FAILED. */
__attribute__((format(printf, 2, 3))) int operation_complain(struct operation *op, const char *format, ...);

/* Runs it where --store says. `alone`: not beside a running server. */
int operate(const struct command *command, const struct settings *settings, struct words words, struct str input, bool alone);

/* Is that store there? Before a password is asked for. */
bool operate_can(const struct settings *settings, char problem[256]);

/* For the hall of a node: runs the commands that come over links. */
struct hall;
void operate_serve(struct hall *hall);

bool is_on_nodes(const struct settings *settings); /* --store postgresql://... */

/* ---- progress.c -------------------------------------------------------- */

/* A progress bar on stderr, if that is a terminal: as wide as the terminal,
 * redrawn at most ten times a second. */
struct progress {
    const char *what;
    const char *unit;     /* "games": also shows the rate and the remaining time; or NULL */
    char        note[32]; /* shown at the end */
    /* private */
    bool        shown, ended;
    int64_t     began_us, drawn_us;
};
void progress_show(struct progress *p, int64_t done, int64_t total); /* done == total ends the line */
void progress_end(struct progress *p);                               /* ends the line early */
void progress_clear(void); /* clears the bar for a line of text on stderr; the next show redraws it */

/* ---- interrupt.c ------------------------------------------------------- */

/* Between catch and release ^C, SIGTERM and SIGHUP do not end the process, but
 * are noticed: it stops what it computes and prints the result so far. */
enum { INTERRUPTS = 3 };
struct interrupts {
    struct sigaction action[INTERRUPTS]; /* those before */
};
void interrupts_catch(struct interrupts *before);
void interrupts_release(const struct interrupts *before);
bool interrupted(void);

/* ---- terminal.c -------------------------------------------------------- */

/* Prints "meeple: message" on stderr; returns STATUS_FAILED. */
__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);

/* Asks for a password twice, without echo, on the terminal; or reads the first
 * line of stdin. False with a message. */
bool password_ask(bool from_stdin, struct buf *out, char problem[256]);

/* Rows and columns of a terminal; 24 and 80 if unknown. */
void terminal_size(int fd, int *rows, int *columns);

/* Keys, for stepping through a replay. Between begin and end the terminal is in
 * raw mode; a fatal signal restores it. */
enum key { KEY_NONE, KEY_NEXT, KEY_BACK, KEY_FIRST, KEY_LAST, KEY_DOWN, KEY_UP, KEY_QUIT };
struct termios;
bool     keys_begin(struct termios *before); /* false: stdin is not a terminal */
void     keys_end(const struct termios *before);
enum key key_read(void);
int      keys_scroll(enum key key); /* rows to scroll down */
#define KEYS_HELP "arrows or space: step   g G: first, last   q: quit"

#endif
