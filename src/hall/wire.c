#include "hall/wire.h"

#include "base/jin.h"
#include "base/mem.h"
#include "hall/hall.h"
#include "hall/internal.h"

#include <stdlib.h>

enum { REPLY_ROOM = 2000 }; /* most replies fit */

struct shared_text {
    _Atomic int refs;
    size_t      len;
    char        bytes[];
};

struct ask *ask_new(enum ask_kind kind, uint64_t conn, const struct route *route, size_t bytes)
{
    struct ask *ask = mem_new(sizeof *ask + bytes);

    ask->kind = kind;
    ask->conn = conn;
    ask->route = route;
    return ask;
}

char *ask_memory(struct ask *ask)
{
    return (char *)(ask + 1);
}

void ask_free(struct ask *ask)
{
    if (ask->reply)
        out_free(ask->reply);
    jin_free(ask->doc);
    free(ask);
}

void asks_add(struct asks *asks, struct ask *ask)
{
    ask->next = NULL;
    *(asks->last ? &asks->last->next : &asks->first) = ask;
    asks->last = ask;
    asks->n++;
}

/* ---- outs --------------------------------------------------------------- */

static struct out *out_new(enum out_kind kind, uint64_t conn)
{
    struct out *out = mem_new(sizeof *out);

    out->kind = kind;
    out->conn = conn;
    return out;
}

struct str out_body(const struct out *out)
{
    return out->shared ? (struct str){ out->shared->bytes, out->shared->len } : buf_view(&out->body);
}

void outs_add(struct outs *outs, struct out *out)
{
    out->next = NULL;
    *(outs->last ? &outs->last->next : &outs->first) = out;
    outs->last = out;
    outs->bytes += out_body(out).len;
}

void out_free(struct out *out)
{
    buf_release(&out->body);
    free(out->headers);
    if (out->shared)
        shared_text_drop(out->shared);
    free(out);
}

struct buf *reply_begin(struct hall *hall, struct ask *ask)
{
    (void)hall;
    if (ask->answered || ask->reply)
        BUG("an ask is answered twice");
    ask->reply = out_new(OUT_REPLY, ask->conn);
    ask->reply->to_write = ask->method != METHOD_GET && ask->method != METHOD_HEAD;
    buf_room(&ask->reply->body, REPLY_ROOM);
    return &ask->reply->body;
}

static void mark_answered(struct hall *hall, struct ask *ask)
{
    ask->answered = true;
    if (!ask->kept)
        return; /* the loop still owns it */
    ask->answered_next = hall->answered;
    hall->answered = ask;
}

void reply_end(struct hall *hall, struct ask *ask, int status, const char *content_type, const char *headers)
{
    struct out *out = ask->reply;

    ask->reply = NULL;
    out->status = status;
    out->content_type = content_type;
    out->headers = headers ? mem_text(str_of(headers)) : NULL;
    outs_add(ask->at_once ? &hall->outs_at_once : &hall->outs, out);
    mark_answered(hall, ask);
}

void reply_at_once(struct ask *ask)
{
    ask->at_once = true;
}

void reply_json(struct hall *hall, struct ask *ask, int status, struct str json)
{
    buf_str(reply_begin(hall, ask), json);
    reply_end(hall, ask, status, "application/json; charset=utf-8", NULL);
}

void reply_text(struct hall *hall, struct ask *ask, int status, struct str text)
{
    buf_str(reply_begin(hall, ask), text);
    reply_end(hall, ask, status, "text/plain; charset=utf-8", NULL);
}

void ask_keep(struct hall *hall, struct ask *ask)
{
    (void)hall;
    ask->kept = true;
}

/* ---- pushes ------------------------------------------------------------- */

void push_text(struct hall *hall, uint64_t conn, struct str text)
{
    struct out *out = out_new(OUT_TEXT, conn);

    buf_str(&out->body, text);
    outs_add(&hall->outs, out);
}

struct shared_text *shared_text_new(struct str text)
{
    struct shared_text *shared = mem_new(sizeof *shared + text.len);

    shared->refs = 1;
    shared->len = text.len;
    if (text.len)
        memcpy(shared->bytes, text.at, text.len);
    return shared;
}

void shared_text_drop(struct shared_text *text)
{
    if (atomic_fetch_sub(&text->refs, 1) == 1)
        free(text);
}

void push_shared(struct hall *hall, uint64_t conn, struct shared_text *text)
{
    struct out *out = out_new(OUT_TEXT, conn);

    atomic_fetch_add(&text->refs, 1);
    out->shared = text;
    outs_add(&hall->outs, out);
}

void conn_note(struct hall *hall, uint64_t conn, uint64_t heard, struct str note)
{
    if (!hall->log)
        return;
    struct out *out = out_new(OUT_NOTE, conn);
    out->heard = heard;
    buf_str(&out->body, note);
    outs_add(&hall->outs, out);
}

void push_close(struct hall *hall, uint64_t conn, int code)
{
    struct out *out = out_new(OUT_CLOSE, conn);

    out->status = code;
    outs_add(&hall->outs, out);
}
