/* What help says about each command, and what it accepts. */
#include "cli/cli.h"
#include "games/snakes/rules.h"

/* clang-format off */
const struct command serve_command = {
    .name = "serve", .args = "", .settings = serve_settings, .store = true, .parts = true, .run = run_serve,
    .summary = "run the server",
    .about = "Serves all games until SIGTERM or SIGINT. Once it is listening it prints one line on stdout,\n"
             "`ready http=HOST:PORT` and the address of every other listener.",
};

const struct command user_command = {
    .name = "user", .args = "add NAME\npasswd NAME\nlist\ndelete NAME\nadmin NAME\nno-admin NAME\nsamples",
    .max = -1, .settings = user_settings, .store = true, .run = run_user, .operate = operate_user,
    .summary = "add, change, list and delete accounts",
    .about = "Works on the data file, with or without a running server; --store postgresql://... of several nodes\n"
             "works through their leader. A changed password ends all sessions of the account; a deleted account's finished games stay, without its name. `samples` adds\n"
             "sample programs (Snakes) to play against, owned by an account without a password. An admin can\n"
             "manage the server in the browser: see its state, ban players, close tables.",
};

const struct command moderate_command = {
    .name = "moderate", .args = "ban WHO\nunban WHO\nmute WHO\nunmute WHO\nclose TABLE\nremove-chat TABLE EVENT\nremove-chat GAME LINE\naudit",
    .max = -1, .store = true, .run = run_moderate, .operate = operate_moderate,
    .summary = "lock people out, silence them, close tables, remove chat",
    .about = "WHO is the name of an account, or an address (of IPv6 the whole /64). Whoever is banned is out at once at every\n"
             "door; whoever is muted cannot chat. TABLE and EVENT are numbers, as in /api/v1/tables/TABLE/journal.\n"
             "`remove-chat smallworld LINE` removes one of the messages that Small World has beside its tables.\n"
             "`audit` prints everything that operators have done, here or in the browser.\n"
             "\n"
             "Works on the data file, or through the leader of several nodes. A running server follows within a second, one\n"
             "that is stopped when it starts.",
};

const struct command limits_command = {
    .name = "limits", .args = "", .run = run_limits,
    .summary = "list all limits of the server",
    .about = "Prints a table in Markdown. Those with (*) depend on the size of the machine and can be changed:\n"
             "meeple serve --limit NAME=VALUE, as often as needed.",
};

const struct command sim_command = {
    .name = "sim", .args = "GAME", .max = 1, .settings = sim_settings, .run = run_sim,
    .summary = "let computer players play many games",
    .about = "Plays games between computer players, or your own programs, and prints their strength. The same\n"
             "seed gives the same games for any number of jobs. A score is the share of the win: 1, a fraction\n"
             "if the first place is shared, or 0. The games of one seed together count as one trial.\n"
             "An interrupt (^C), SIGTERM or SIGHUP ends it early: the result of the games so far is printed, and\n"
             "the status is 130.",
};

const struct command fight_command = {
    .name = "fight", .args = "PROGRAM [PROGRAM [PROGRAM [PROGRAM]]]",
    .min = 1, .max = SNAKES, .settings = fight_settings, .run = run_fight,
    .summary = "let programmed snakes fight, drawn in the terminal",
    .about = "A program is a JSON file, or the name of a sample (`meeple tournament` lists them); - leaves a place empty.\n"
             "On a terminal the fight can be stepped through, turn by turn; else its result is printed. A file:\n"
             "\n"
             "    {\"Templates\": [\"S\", \"S\", \"S\", \"XYZ\"],\n"
             "     \"Maps\": [{\"HeadX\": 3, \"HeadY\": 3, \"Lines\": [{\"X\": 3, \"Y\": 4, \"Line\": \"S0\"}]}]}\n"
             "\n"
             "Four templates (any of STVWXYZ) and one to nine maps, with the members of the Snakes protocol: what\n"
             "`snake info` replies is such a file. `meeple tournament` lets many fight.",
};

const struct command tournament_command = {
    .name = "tournament", .args = "[PROGRAM | FOLDER]...", .min = 0, .max = -1, .settings = tournament_settings, .run = run_tournament,
    .summary = "let many programmed snakes fight each other",
    .about = "Each argument is a program file, the name of a sample, or a folder of programs (*.json); without any\n"
             "the samples fight. A fight is one point for the longest snake, shared if there are several. An interrupt\n"
             "(^C), SIGTERM or SIGHUP ends it early: the result of the fights so far is printed, and the status is 130.\n"
             "`meeple fight --help` describes the format of a program.",
};

const struct command replay_command = {
    .name = "replay", .args = "TABLE", .min = 1, .max = 1, .settings = replay_settings, .store = true, .run = run_replay,
    .summary = "step through a table in the terminal",
    .about = "Shows the table with this number event by event: with keys on a terminal, otherwise all at once. A\n"
             "finished game is shown completely, a running one as a spectator sees it.",
};

const struct command export_command = {
    .name = "export", .args = "[TABLE...]", .max = -1, .settings = export_settings, .store = true, .run = run_export,
    .summary = "write tables as lines of JSON",
    .about = "Writes a snapshot of the tables with these numbers, or all, with seats and journals.\n"
             "It includes the seeds of running games: keep an export secret until they are over.",
};

const struct command import_command = {
    .name = "import", .args = "FILE", .min = 1, .max = 1, .store = true, .run = run_import, .operate = operate_import,
    .summary = "import tables from an export",
    .about = "Imports all tables of FILE, or none if any line is damaged or any move is against the\n"
             "rules. Existing tables are not changed, so that an import can be repeated. The server\n"
             "must be stopped; of several nodes the leader imports them, up to 48 MB at once.",
};

const struct command backup_command = {
    .name = "backup", .args = "FILE", .min = 1, .max = 1, .store = true, .run = run_backup,
    .summary = "copy the data file while the server runs",
    .about = "Writes a consistent snapshot of the data file to the new file FILE.",
};

const struct command restore_command = {
    .name = "restore", .args = "FILE", .min = 1, .max = 1, .store = true, .run = run_restore,
    .summary = "replace the data file by a backup",
    .about = "Replaces the data file by a copy of FILE, which `meeple backup` wrote. The old data file is kept\n"
             "under another name. The server must be stopped. When run as root, the new file gets the owner of\n"
             "its folder, so that the server can write it.",
};

const struct command nodes_command = {
    .name = "nodes", .args = "", .store = true, .run = run_nodes,
    .summary = "list the nodes that share a log",
    .about = "Prints a line for each node: its name, its role (leader, follower, stuck, gone), the epoch, the latest batch in its file,\n"
             "how many it lags behind, its version, and where it is linked. --store is the nodes' postgresql://...",
};

const struct command lead_command = {
    .name = "lead", .args = "NAME", .min = 1, .max = 1, .store = true, .run = run_lead,
    .summary = "hand the lead over to another node",
    .about = "The leading node finishes what it has begun, then the node NAME leads. Returns when it does.",
};

const struct command adopt_command = {
    .name = "adopt", .args = "FILE", .min = 1, .max = 1, .store = true, .run = run_adopt,
    .summary = "begin a log of several nodes with one machine's file",
    .about = "Makes FILE, the data file of one machine, the state from which the nodes begin, in a PostgreSQL database that has\n"
             "no log yet. The file itself stays as it is. Stop its server first: what it does later is not taken over.",
};
/* clang-format on */
