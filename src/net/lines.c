/* TCP lines, each ending in LF or CR LF. Bytes after the last line end are
 * dropped when the peer closes. */
#include "net/inside.h"

static size_t line_limit(const struct conn *c)
{
    return c->place->route->limit ? c->place->route->limit : LIMIT_LINE;
}

static struct str without_cr(struct str line)
{
    if (line.len && line.at[line.len - 1] == '\r')
        line.len--;
    return line;
}

/* Nothing more is read from this peer; the hall decides what happens to it. */
static void too_long(struct conn *c)
{
    c->deaf = true;
    buf_release(&c->in);
    doors_ask(c->doors, conn_ask(c, ASK_TOO_LONG, NULL, STR_NONE));
}

static void take_line(struct conn *c, struct str line)
{
    line = without_cr(line);
    if (line.len > line_limit(c)) {
        too_long(c);
        return;
    }
    conn_message(c, ASK_TEXT, line);
}

/* The deadline of a line counts from its first byte; further bytes do not extend it. */
static void wait_on(struct conn *c, bool nothing_due, bool fresh)
{
    if (c->deaf || c->closing)
        return;
    if (nothing_due)
        conn_wait(c, WAIT_NOTHING);
    else if (c->wait != WAIT_MESSAGE || fresh)
        conn_wait(c, WAIT_MESSAGE);
}

void lines_input(struct conn *c, struct str bytes)
{
    bool fresh = false;

    while (bytes.len && !c->deaf) {
        if (!conn_may_ask(c)) {
            conn_hold(c, bytes);
            wait_on(c, true, fresh);
            return;
        }
        const char *newline = memchr(bytes.at, '\n', bytes.len);
        size_t      len = newline ? (size_t)(newline - bytes.at) : bytes.len;
        struct str  line = { bytes.at, len };

        if (c->in.len || !newline) {
            buf_str(&c->in, line);
            line = buf_view(&c->in);
        }
        if (newline) {
            take_line(c, line);
            buf_release(&c->in);
            fresh = true;
            len++;
        } else if (without_cr(line).len > line_limit(c)) {
            too_long(c);
        }
        bytes.at += len;
        bytes.len -= len;
    }
    wait_on(c, !c->in.len, fresh);
}

void lines_push(struct conn *c, struct str text)
{
    c->place->results[2]++;
    conn_send(c, text);
    conn_send(c, STR("\n"));
}
