#include "net/chunked.h"

#include "base/limits.h"
#include "base/mem.h"

#include <llhttp.h>
#include <stdlib.h>

/* Each body byte may come with this many bytes of chunk sizes and line ends ("1
 * CR LF x CR LF" is six); a client that needs more only wants to waste our
 * time. */
enum { OVERHEAD_PER_BYTE = 8 };

struct chunked {
    llhttp_t   parser;
    struct buf body;
    size_t     limit;
    size_t     raw; /* bytes consumed, including sizes, extensions and trailers */
    bool       too_large, complete;
};

static int on_body(llhttp_t *p, const char *at, size_t len)
{
    struct chunked *c = p->data;

    c->too_large = c->too_large || len > c->limit - c->body.len;
    if (c->too_large)
        return HPE_USER;
    buf_add(&c->body, at, len);
    return 0;
}

static int on_complete(llhttp_t *p)
{
    ((struct chunked *)p->data)->complete = true;
    return HPE_PAUSED;
}

static const llhttp_settings_t chunked_settings = { .on_body = on_body, .on_message_complete = on_complete };

struct chunked *chunked_new(size_t limit)
{
    static const struct str head = STR("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    struct chunked         *c = mem_new(sizeof *c);

    c->limit = limit;
    llhttp_init(&c->parser, HTTP_REQUEST, &chunked_settings);
    c->parser.data = c;
    if (llhttp_execute(&c->parser, head.at, head.len) != HPE_OK)
        BUG("llhttp refuses our own request head");
    return c;
}

void chunked_free(struct chunked *c)
{
    if (!c)
        return;
    buf_release(&c->body);
    free(c);
}

enum err chunked_feed(struct chunked *c, struct str bytes, size_t *used)
{
    if (c->complete) {
        *used = 0;
        return ERR_OK;
    }
    int result = llhttp_execute(&c->parser, bytes.at, bytes.len);

    *used = c->complete ? (size_t)(llhttp_get_error_pos(&c->parser) - bytes.at) : bytes.len;
    c->raw += *used;
    if (c->too_large || c->raw > LIMIT_HEADER_BYTES + OVERHEAD_PER_BYTE * c->body.len)
        return ERR_FULL;
    if (c->complete)
        return ERR_OK;
    return result == HPE_OK ? ERR_MORE : ERR_MALFORMED;
}

struct str chunked_body(const struct chunked *c)
{
    return buf_view(&c->body);
}

size_t chunked_room(const struct chunked *c)
{
    return c->body.cap;
}
