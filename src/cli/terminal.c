#include "base/err.h"
#include "base/limits.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <termios.h>
#include <time.h>
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

/* ---- progress ---------------------------------------------------------- */

enum { BAR = 40, REDRAW_MS = 100 };

static int64_t monotonic_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void progress_show(struct progress *p, int64_t done, int64_t total)
{
    int64_t now = monotonic_ms();
    bool    end = done >= total;

    if (!isatty(STDERR_FILENO) || (p->shown && !end && now - p->drawn_at < REDRAW_MS))
        return;
    p->shown = true;
    p->drawn_at = now;
    int filled = total > 0 ? (int)(done * BAR / total) : BAR;
    fprintf(stderr, "\r%s [", p->what);
    for (int i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3d%% %lld/%lld%s", total > 0 ? (int)(done * 100 / total) : 100, (long long)done, (long long)total,
            end ? "\n" : "");
    fflush(stderr);
}

/* ---- passwords --------------------------------------------------------- */

/* One line of stdin without its end. */
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
    /* Without ISIG, so that ^C cannot leave the terminal silent: it comes as a
     * character and means that there is no password. */
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
        snprintf(problem, 256, "stdin is no terminal: give --password-stdin to read the password from it");
    else if (from_stdin ? !read_line(out) : !ask_once("password: ", out))
        snprintf(problem, 256, "no password was given");
    else if (out->len > LIMIT_PASSWORD)
        snprintf(problem, 256, "the password is longer than %d bytes", LIMIT_PASSWORD);
    else if (!from_stdin && (!ask_once("once more: ", &again) || !str_eq(buf_view(out), buf_view(&again))))
        snprintf(problem, 256, "the two passwords are not the same");
    else
        got = true;
    if (again.at)
        explicit_bzero(again.at, again.len);
    buf_release(&again);
    return got;
}

/* ---- keys -------------------------------------------------------------- */

bool keys_begin(struct termios *before)
{
    struct termios raw;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, before))
        return false;
    raw = *before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0;
}

void keys_end(const struct termios *before)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, before);
}

static const struct {
    const char *bytes;
    enum key    key;
} keys[] = {
    { " ", KEY_NEXT },       { "\033[C", KEY_NEXT },   { "\033[B", KEY_NEXT }, { "\033OC", KEY_NEXT }, { "\033OB", KEY_NEXT },
    { "l", KEY_NEXT },       { "j", KEY_NEXT },        { "\n", KEY_NEXT },     { "\033[D", KEY_BACK }, { "\033[A", KEY_BACK },
    { "\033OD", KEY_BACK },  { "\033OA", KEY_BACK },   { "h", KEY_BACK },      { "k", KEY_BACK },      { "\177", KEY_BACK },
    { "\033[H", KEY_FIRST }, { "\033[1~", KEY_FIRST }, { "g", KEY_FIRST },     { "\033[F", KEY_LAST }, { "\033[4~", KEY_LAST },
    { "G", KEY_LAST },       { "q", KEY_QUIT },        { "Q", KEY_QUIT },      { "\004", KEY_QUIT },   { "\003", KEY_QUIT },
};

enum key key_read(void)
{
    char    bytes[16];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);

    if (n <= 0)
        return n < 0 && errno == EINTR ? KEY_NONE : KEY_QUIT;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++)
        if (str_eq(str_of(keys[i].bytes), (struct str){ bytes, (size_t)n }))
            return keys[i].key;
    return KEY_NONE;
}
