#include "cli/sim/program.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/jin.h"
#include "base/jout.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WORDS_MAX = 32,   /* of a command line */
    GOODBYE_MS = 200, /* time to exit by itself after its game */
    CANCEL_MS = 50,   /* until a cancellation is noticed */
    DEPTH = 4,        /* of an answer's JSON */
};

extern char **environ;

struct program {
    const struct game  *game;
    int64_t             stall_ms;
    const _Atomic bool *cancel;
    pid_t               pid;
    int                 to, from;   /* its stdin and stdout; -1: closed */
    int                 seat, told; /* number of past moves it has been sent */
    struct move_list    legal;
    struct buf          out, in; /* `in`: output beyond the latest line */
};

/* ---- the process ------------------------------------------------------- */

/* Splits a copy of `command` at blanks; free(argv[0]) frees everything. */
static void split(const char *command, char *argv[WORDS_MAX + 1])
{
    int   n = 0;
    char *rest = NULL;

    for (char *word = strtok_r(mem_text(str_of(command)), " ", &rest); word && n < WORDS_MAX; word = strtok_r(NULL, " ", &rest))
        argv[n++] = word;
    argv[n] = NULL;
}

/* In its own process group, so that its children end with it. */
static int spawn(char **argv, int in, int out, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          how;
    sigset_t                   normal;

    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    sigaddset(&normal, SIGINT);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigdefault(&how, &normal);
    posix_spawnattr_setpgroup(&how, 0);
    int err = posix_spawn(pid, argv[0], &files, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return err;
}

struct program *program_start(const char *command, const struct game *game, int64_t stall_ms, const _Atomic bool *cancel,
                              char problem[256])
{
    char *argv[WORDS_MAX + 1];
    int   in[2] = { -1, -1 }, out[2] = { -1, -1 };
    pid_t pid = 0;

    split(command, argv);
    int err = pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) ? errno : spawn(argv, in[0], out[1], &pid);
    if (err)
        snprintf(problem, 256, "%.150s cannot be started: %s", argv[0], strerror(err));
    free(argv[0]);
    close(in[0]);
    close(out[1]);
    if (err) {
        close(in[1]);
        close(out[0]);
        return NULL;
    }
    struct program *p = mem_new(sizeof *p);
    *p = (struct program){ .game = game, .stall_ms = stall_ms, .cancel = cancel, .pid = pid, .to = in[1], .from = out[0] };
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    fcntl(p->from, F_SETFL, O_NONBLOCK);
    return p;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000 }, NULL);
}

/* Waits for it to exit, for at most `ms`. */
static bool wait_for(struct program *p, int64_t ms, int *status)
{
    int64_t until = monotonic_us() + ms * 1000;
    bool    ended;

    while (!(ended = waitpid(p->pid, status, WNOHANG) == p->pid) && monotonic_us() < until)
        pause_ms(1);
    if (ended)
        p->pid = 0;
    return ended;
}

/* ---- lines ------------------------------------------------------------- */

/* Waits until `fd` is ready; false: time is up, or nobody waits any more. */
static bool ready(struct program *p, int fd, short events, int64_t until_us)
{
    int64_t left;

    while ((left = (until_us - monotonic_us() + 999) / 1000) > 0 && !(p->cancel && *p->cancel)) {
        struct pollfd wait = { .fd = fd, .events = events };
        int           n = poll(&wait, 1, left < CANCEL_MS ? (int)left : CANCEL_MS);

        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
    return false;
}

/* Sends `out` and a newline. False: timed out, or it does not read any more. */
static bool send_line(struct program *p, int64_t until_us)
{
    size_t sent = 0;

    buf_char(&p->out, '\n');
    while (sent < p->out.len) {
        ssize_t n = write(p->to, p->out.at + sent, p->out.len - sent);

        if (n >= 0)
            sent += (size_t)n;
        else if (errno != EINTR && (errno != EAGAIN || !ready(p, p->to, POLLOUT, until_us)))
            break;
    }
    bool whole = sent == p->out.len;
    buf_clear(&p->out);
    return whole;
}

enum got { GOT_LINE, GOT_NOTHING, GOT_END, GOT_TOO_MUCH };

/* Reads the next line. */
static enum got read_line(struct program *p, struct str *line, int64_t until_us)
{
    for (;;) {
        char *end = p->in.len ? memchr(p->in.at, '\n', p->in.len) : NULL;

        if (end) {
            *line = (struct str){ p->in.at, (size_t)(end - p->in.at) };
            return GOT_LINE;
        }
        if (p->in.len >= PROGRAM_LINE_MAX)
            return GOT_TOO_MUCH;
        ssize_t n = read(p->from, buf_room(&p->in, 4096), 4096);
        if (n > 0)
            p->in.len += (size_t)n;
        else if (n == 0)
            return GOT_END;
        else if (errno != EINTR && (errno != EAGAIN || !ready(p, p->from, POLLIN, until_us)))
            return GOT_NOTHING;
    }
}

static void drop_line(struct program *p, struct str line)
{
    size_t len = line.len + 1;

    p->in.len -= len;
    memmove(p->in.at, p->in.at + len, p->in.len);
}

/* ---- what it is told --------------------------------------------------- */

void program_setup(struct program *p, const struct setup *setup, const void *state, int seat, int64_t number, uint32_t seed)
{
    struct jout j = jout_to(&p->out);

    p->seat = seat;
    jout_open_object(&j);
    jout_field_text(&j, "type", "setup");
    jout_field_text(&j, "game", p->game->name);
    jout_field_int(&j, "number", number);
    jout_field_int(&j, "seed", seed);
    jout_field_int(&j, "seat", seat);
    jout_field_int(&j, "seats", setup->seats);
    jout_field_int(&j, "move_ms", p->stall_ms);
    jout_field_object(&j, "options");
    for (int i = 0, n = game_option_count(p->game); i < n; i++)
        jout_field_int(&j, p->game->options[i].name, setup->option[i]);
    jout_close_object(&j);
    if (p->game->board) {
        void *seen = mem_new(p->game->state_size);

        jout_key(&j, "board");
        game_board(p->game, game_seen_by(p->game, state, seat, seen), &j);
        free(seen);
    }
    jout_close_object(&j);
    send_line(p, monotonic_us() + p->stall_ms * 1000);
}

static void write_move(const struct game *game, const struct move *m, struct jout *j)
{
    struct buf text = { 0 };

    move_write(game, m, &text);
    jout_str(j, buf_view(&text));
    buf_release(&text);
}

static void write_turn(struct program *p, const void *seen, const struct move_list *past)
{
    struct jout j = jout_to(&p->out);

    p->legal.n = 0;
    p->legal.sample = false;
    p->game->legal(seen, p->seat, &p->legal);
    jout_open_object(&j);
    jout_field_text(&j, "type", "turn");
    jout_field_int(&j, "seq", past->n);
    jout_field_array(&j, "moves");
    for (; p->told < past->n; p->told++) {
        jout_open_object(&j);
        if (past->at[p->told].seat != SEAT_TABLE)
            jout_field_int(&j, "seat", past->at[p->told].seat);
        jout_key(&j, "move");
        write_move(p->game, &past->at[p->told], &j);
        jout_close_object(&j);
    }
    jout_close_array(&j);
    jout_key(&j, "view");
    game_view(p->game, seen, p->seat, &j);
    jout_field_array(&j, "legal");
    for (int i = 0; i < p->legal.n; i++)
        write_move(p->game, &p->legal.at[i], &j);
    jout_close_array(&j);
    jout_field_bool(&j, "sample", p->legal.sample);
    if (p->legal.sample && p->game->forms) {
        jout_field_array(&j, "forms");
        p->game->forms(seen, p->seat, &j);
        jout_close_array(&j);
    }
    jout_close_object(&j);
}

/* ---- what it answers --------------------------------------------------- */

static bool read_answer(struct program *p, struct str line, struct move *out, char fault[PROGRAM_FAULT])
{
    struct jin *answer = NULL;
    struct str  text = STR_NONE;
    bool        good = false;

    out->seat = (uint8_t)p->seat;
    if (jin_parse(line, DEPTH, JIN_LAST_WINS, &answer) != ERR_OK)
        snprintf(fault, PROGRAM_FAULT, "answered with something that is not JSON: %.*s", line.len < 80 ? (int)line.len : 80,
                 line.at);
    else if (!jin_string(jin_get(answer, "move"), &text))
        snprintf(fault, PROGRAM_FAULT, "answered without a \"move\": %.*s", line.len < 80 ? (int)line.len : 80, line.at);
    else if (move_read(p->game, text, out) != ERR_OK)
        snprintf(fault, PROGRAM_FAULT, "made an illegal move: there is no move \"%.*s\"", text.len < 80 ? (int)text.len : 80,
                 text.at);
    else
        good = true;
    jin_free(answer);
    return good;
}

static void say_how_it_ended(struct program *p, char fault[PROGRAM_FAULT])
{
    int status = 0;

    if (!wait_for(p, GOODBYE_MS, &status))
        snprintf(fault, PROGRAM_FAULT, "closed its output and made no move");
    else if (WIFSIGNALED(status))
        snprintf(fault, PROGRAM_FAULT, "crashed: signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(fault, PROGRAM_FAULT, "ended with status %d before the game was over", WEXITSTATUS(status));
}

bool program_move(struct program *p, const void *seen, const struct move_list *past, struct move *out, char fault[PROGRAM_FAULT])
{
    int64_t    until = monotonic_us() + p->stall_ms * 1000;
    struct str line;

    write_turn(p, seen, past);
    send_line(p, until); /* if it does not read, it will not answer either */
    switch (read_line(p, &line, until)) {
    case GOT_LINE:
        break;
    case GOT_END:
        say_how_it_ended(p, fault);
        return false;
    case GOT_TOO_MUCH:
        snprintf(fault, PROGRAM_FAULT, "answered with a line of more than %d bytes", PROGRAM_LINE_MAX);
        return false;
    case GOT_NOTHING:
        snprintf(fault, PROGRAM_FAULT, "stalled: no move within %lld ms (--program-ms)", (long long)p->stall_ms);
        return false;
    }
    bool good = read_answer(p, line, out, fault);
    drop_line(p, line);
    return good;
}

/* ---- the end ----------------------------------------------------------- */

static void tell_end(struct program *p, const char *how, const struct result *result)
{
    struct jout j = jout_to(&p->out);

    jout_open_object(&j);
    jout_field_text(&j, "type", "over");
    jout_field_text(&j, "how", how);
    jout_field_array(&j, "rank");
    for (int i = 0; result->over && i < SEATS_MAX && result->rank[i]; i++)
        jout_int(&j, result->rank[i]);
    jout_close_array(&j);
    jout_close_object(&j);
    send_line(p, monotonic_us() + GOODBYE_MS * 1000);
}

void program_end(struct program *p, const char *how, const struct result *result)
{
    int status;

    if (!p)
        return;
    if (p->pid && how)
        tell_end(p, how, result);
    close(p->to);
    if (p->pid && !wait_for(p, how ? GOODBYE_MS : 0, &status)) {
        kill(-p->pid, SIGKILL);
        waitpid(p->pid, &status, 0);
    }
    close(p->from);
    move_list_release(&p->legal);
    buf_release(&p->out);
    buf_release(&p->in);
    free(p);
}
