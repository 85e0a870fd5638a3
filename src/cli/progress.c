#include "base/clock.h"
#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

enum { REDRAW_US = 100 * 1000, BAR_MIN = 10, BAR_MAX = 50 };

/* "  12.3 games/s  1:05 left" */
static void write_speed(const struct progress *p, int64_t done, int64_t total, int64_t now, struct buf *out)
{
    double seconds = (double)(now - p->began_us) / 1e6;

    if (!p->unit || done == 0 || seconds <= 0)
        return;
    double rate = (double)done / seconds, left = (double)(total - done) / rate;
    buf_printf(out, rate < 10 ? "  %.1f %s/s" : "  %.0f %s/s", rate, p->unit);
    if (done < total && left >= 3600)
        buf_printf(out, "  %lld:%02lld h left", (long long)left / 3600, (long long)left / 60 % 60);
    else if (done < total)
        buf_printf(out, "  %lld:%02lld left", (long long)left / 60, (long long)left % 60);
}

static void draw(const struct progress *p, int64_t done, int64_t total, int64_t now)
{
    struct buf line = { 0 }, tail = { 0 };
    int        rows, width;

    terminal_size(STDERR_FILENO, &rows, &width);
    width--; /* the last column would wrap in some terminals */
    buf_printf(&tail, "] %3d%%  %lld/%lld", total > 0 ? (int)(done * 100 / total) : 100, (long long)done, (long long)total);
    write_speed(p, done, total, now, &tail);
    if (p->note[0])
        buf_printf(&tail, "  %s", p->note);
    int bar = width - (int)strlen(p->what) - 2 - (int)tail.len;
    bar = bar > BAR_MAX ? BAR_MAX : bar;
    buf_printf(&line, "%s ", p->what);
    if (bar >= BAR_MIN) {
        buf_char(&line, '[');
        for (int i = 0; i < bar; i++)
            buf_char(&line, total > 0 && i >= done * bar / total ? '.' : '#');
        buf_str(&line, buf_view(&tail));
    } else {
        buf_text(&line, tail.at + 2);
    }
    fprintf(stderr, "\r\033[K%.*s", width > 0 ? width : 0, line.at);
    fflush(stderr);
    buf_release(&line);
    buf_release(&tail);
}

void progress_show(struct progress *p, int64_t done, int64_t total)
{
    int64_t now = monotonic_us();

    if (!p->began_us)
        p->began_us = now;
    if (p->ended || !isatty(STDERR_FILENO) || (p->shown && done < total && now - p->drawn_us < REDRAW_US))
        return;
    p->shown = true;
    p->drawn_us = now;
    draw(p, done, total, now);
    if (done >= total)
        progress_end(p);
}

void progress_end(struct progress *p)
{
    if (p->shown && !p->ended)
        fputc('\n', stderr);
    p->ended = true;
}

void progress_clear(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
