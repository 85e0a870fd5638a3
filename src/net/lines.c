/* TCP lines: each ends in LF or CR LF. What stands behind the last line end
 * when the peer goes is no line and is dropped. */
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

/* Nothing more is read from this peer; what happens to it the hall decides. */
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

void lines_input(struct conn *c, struct str bytes)
{
    while (bytes.len && !c->deaf) {
        if (!conn_may_ask(c)) {
            conn_hold(c, bytes);
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
            len++;
        } else if (without_cr(line).len > line_limit(c)) {
            too_long(c);
        }
        bytes.at += len;
        bytes.len -= len;
    }
}

void lines_push(struct conn *c, struct str text)
{
    c->place->results[2]++;
    conn_send(c, text);
    conn_send(c, STR("\n"));
}
