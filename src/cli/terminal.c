#include "base/err.h"
#include "base/limits.h"
#include "cli/cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int complain(const char *format, ...)
{
    va_list args;

    fputs("meeple: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return STATUS_FAILED;
}

/* ---- passwords --------------------------------------------------------- */

/* One line of stdin without the newline. */
static bool read_line(struct buf *out)
{
    char c;

    buf_clear(out);
    for (ssize_t n; (n = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n';)
        buf_char(out, c);
    if (out->len && out->at[out->len - 1] == '\r')
        out->at[--out->len] = '\0';
    return out->len > 0;
}

static bool ask_once(const char *prompt, struct buf *out)
{
    struct termios before, silent;

    if (tcgetattr(STDIN_FILENO, &before))
        return false;
    silent = before;
    /* Without ISIG, so that ^C cannot leave the terminal without echo: it
     * arrives as a character and cancels the input. */
    silent.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
    fputs(prompt, stderr);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    bool got = read_line(out) && !memchr(out->at, '\003', out->len);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    fputc('\n', stderr);
    return got;
}

bool password_ask(bool from_stdin, struct buf *out, char problem[256])
{
    struct buf again = { 0 };
    bool       got = false;

    if (!from_stdin && !isatty(STDIN_FILENO))
        snprintf(problem, 256, "stdin is not a terminal: use --password-stdin to read the password from it");
    else if (from_stdin ? !read_line(out) : !ask_once("password: ", out))
        snprintf(problem, 256, "no password given");
    else if (out->len > LIMIT_PASSWORD)
        snprintf(problem, 256, "the password is longer than %d bytes", LIMIT_PASSWORD);
    else if (!from_stdin && (!ask_once("once more: ", &again) || !str_eq(buf_view(out), buf_view(&again))))
        snprintf(problem, 256, "the passwords do not match");
    else
        got = true;
    if (again.at)
        explicit_bzero(again.at, again.len);
    buf_release(&again);
    return got;
}

/* ---- keys -------------------------------------------------------------- */

static struct termios normal_mode; /* restored at exit */

/* Restores the terminal, then ends as the signal would have. */
static void restore_and_end(int signal_number)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &normal_mode);
    raise(signal_number); /* the default action applies again */
}

static void watch_signals(void)
{
    static const int ending[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT };
    struct sigaction act = { .sa_handler = restore_and_end, .sa_flags = (int)SA_RESETHAND | SA_NODEFER };

    for (size_t i = 0; i < ARRAY_LEN(ending); i++)
        sigaction(ending[i], &act, NULL);
}

bool keys_begin(struct termios *before)
{
    struct termios raw;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, before))
        return false;
    raw = normal_mode = *before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    watch_signals();
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0; /* keeps keys typed ahead */
}

void keys_end(const struct termios *before)
{
    tcsetattr(STDIN_FILENO, TCSADRAIN, before);
}

static const struct {
    const char *bytes;
    enum key    key;
} keys[] = {
    { " ", KEY_NEXT },       { "\033[C", KEY_NEXT },   { "\033[B", KEY_NEXT }, { "\033OC", KEY_NEXT }, { "\033OB", KEY_NEXT },
    { "l", KEY_NEXT },       { "j", KEY_NEXT },        { "\n", KEY_NEXT },     { "\033[D", KEY_BACK }, { "\033[A", KEY_BACK },
    { "\033OD", KEY_BACK },  { "\033OA", KEY_BACK },   { "h", KEY_BACK },      { "k", KEY_BACK },      { "\177", KEY_BACK },
    { "\033[H", KEY_FIRST }, { "\033[1~", KEY_FIRST }, { "g", KEY_FIRST },     { "\033[F", KEY_LAST }, { "\033[4~", KEY_LAST },
    { "\033[6~", KEY_DOWN }, { "d", KEY_DOWN },        { "\033[5~", KEY_UP },  { "u", KEY_UP },        { "G", KEY_LAST },
    { "q", KEY_QUIT },       { "Q", KEY_QUIT },        { "\004", KEY_QUIT },   { "\003", KEY_QUIT },
};

/* Bytes read but not parsed: several keys may arrive in one read, and one key
 * in several. */
static struct {
    char   at[64];
    size_t n;
} typed;

enum { REST_OF_KEY_MS = 50 }; /* maximum time for the rest of an arrow key */

/* Parses a key from the front; false: none, but more bytes may complete one if
 * `*incomplete`. */
static bool take_key(enum key *key, bool *incomplete)
{
    *incomplete = false;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        size_t len = strlen(keys[i].bytes), common = len < typed.n ? len : typed.n;

        if (memcmp(keys[i].bytes, typed.at, common) != 0)
            continue;
        if (typed.n < len) {
            *incomplete = true;
            continue;
        }
        typed.n -= len;
        memmove(typed.at, typed.at + len, typed.n);
        *key = keys[i].key;
        return true;
    }
    return false;
}

/* Reads more bytes; 0: end of file, negative: timed out. */
static ssize_t read_more(int timeout_ms)
{
    struct pollfd wait = { .fd = STDIN_FILENO, .events = POLLIN };

    if (poll(&wait, 1, timeout_ms) <= 0)
        return -1;
    ssize_t n = read(STDIN_FILENO, typed.at + typed.n, sizeof typed.at - typed.n);
    if (n > 0)
        typed.n += (size_t)n;
    return n;
}

enum key key_read(void)
{
    enum key key;
    bool     incomplete;

    if (typed.n == 0 && read_more(-1) <= 0)
        return errno == EINTR ? KEY_NONE : KEY_QUIT;
    while (!take_key(&key, &incomplete))
        if (!incomplete || read_more(REST_OF_KEY_MS) <= 0) {
            /* Not a key we know. An escape sequence is dropped as a whole. */
            typed.n = typed.at[0] == '\033' ? 0 : typed.n - 1;
            memmove(typed.at, typed.at + 1, typed.n);
            return KEY_NONE;
        }
    return key;
}

int keys_scroll(enum key key)
{
    enum { ROWS = 10 };

    return key == KEY_DOWN ? ROWS : key == KEY_UP ? -ROWS : 0;
}

void terminal_size(int fd, int *rows, int *columns)
{
    struct winsize size;
    bool           known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col;

    *rows = known ? size.ws_row : 24;
    *columns = known ? size.ws_col : 80;
}
