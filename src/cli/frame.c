#include "cli/frame.h"

/* Bytes of the first `columns` characters of a line. */
static size_t bytes_of(struct str line, int columns)
{
    const char *at = line.at, *end = line.len ? line.at + line.len : line.at;

    for (int i = 0; i < columns && at < end; i++)
        str_next_point(&at);
    return (size_t)(at - line.at);
}

static void cut_to(struct buf *out, struct str line, int columns)
{
    buf_add(out, line.at, bytes_of(line, columns));
}

/* Cuts the first row off a line, at a blank if possible. */
static struct str cut_row(struct str *line, int columns)
{
    size_t len = bytes_of(*line, columns), at = len;

    if (len < line->len) {
        while (at && line->at[at] != ' ')
            at--;
        len = at ? at : len;
    }
    struct str row = { line->at, len };
    line->at += len;
    line->len -= len;
    *line = row.len && line->len ? str_trim(*line) : *line;
    return row;
}

/* Wraps the state into rows, each with a newline, and returns their number. */
static int wrap(struct str state, int columns, struct buf *out)
{
    int n = 0;

    while (state.at && state.len) {
        struct str line = str_cut(&state, '\n');

        do {
            buf_str(out, cut_row(&line, columns));
            buf_char(out, '\n');
            n++;
        } while (line.len);
    }
    return n;
}

void frame_write(struct buf *out, struct str title, struct str state, struct str foot, int rows, int columns, int *from)
{
    struct buf last = { 0 }, wrapped = { 0 };
    int        n = wrap(state, columns, &wrapped), room = rows > 2 ? rows - 2 : 0;
    struct str rest = buf_view(&wrapped);

    *from = *from > n - room ? n - room : *from;
    *from = *from < 0 ? 0 : *from;
    cut_to(out, title, columns);
    buf_char(out, '\n');
    for (int i = 0; i < n && i < *from + room; i++) {
        struct str row = str_cut(&rest, '\n');

        if (i < *from)
            continue;
        buf_str(out, row);
        buf_char(out, '\n');
    }
    buf_str(&last, foot);
    if (n > room)
        buf_printf(&last, "   d u: scroll (%d-%d of %d)", *from + 1, *from + room, n);
    cut_to(out, buf_view(&last), columns);
    buf_release(&last);
    buf_release(&wrapped);
}
