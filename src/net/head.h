/* The head of an HTTP/1.1 request: request line and header fields. Nothing is
 * copied; slices point into the bytes given. llhttp does the parsing; the
 * things it lets pass (no limit, bare CR, folded lines, several Hosts) are
 * refused here. */
#ifndef NET_HEAD_H
#define NET_HEAD_H

#include "base/err.h"
#include "base/str.h"
#include "hall/wire.h"

/* The header fields we look at. */
enum field {
    FIELD_HOST,
    FIELD_CONTENT_LENGTH,
    FIELD_TRANSFER_ENCODING,
    FIELD_EXPECT,
    FIELD_AUTHORIZATION,
    FIELD_IDEMPOTENCY_KEY,
    FIELD_IF_NONE_MATCH,
    FIELD_CONTENT_TYPE,
    FIELD_COOKIE,
    FIELD_FORWARDED_FOR,
    FIELD_ORIGIN,
    FIELD_ACCEPT_ENCODING,
    FIELD_UPGRADE,
    FIELD_WS_KEY,
    FIELD_WS_VERSION,
    FIELD_KINDS,
};

struct head {
    enum method method; /* 0: one that nothing here serves */
    struct str  path;   /* as sent, without the query; "*" of OPTIONS * */
    struct str  query;  /* after '?' */
    bool        http10;
    bool        keep_alive; /* the client wants the connection kept */
    bool        upgrade;    /* "Connection: upgrade" was said */
    bool        chunked;
    bool        expects;            /* "Expect: 100-continue" was said */
    uint64_t    content_length;     /* 0 without the field */
    struct str  value[FIELD_KINDS]; /* of the first such field, of the last X-Forwarded-For; empty if none came */
    uint8_t     count[FIELD_KINDS]; /* how often it came */
};

/* Looks for the end of the head. `*line` is where the first unfinished line
 * begins: 0 at first, then as left by the last call, so a slow sender costs no
 * rescans. ERR_OK and the length of the head with its empty line, ERR_MORE,
 * ERR_MALFORMED, or ERR_FULL when a limit is passed. */
enum err head_find(struct str in, size_t *line, size_t *len);

/* Understands a whole head. Returns 0 or the HTTP status to refuse it with:
 * 400, 417, 431, 501 or 505. */
int head_parse(struct str bytes, struct head *out);

/* Is `token` an element of a comma-separated header value? Case is ignored and
 * parameters after ';' are not looked at; "q=0" makes it no. */
bool head_lists(struct str value, struct str token);

/* The address that the proxy in front of us added to X-Forwarded-For: the last
 * one, since the client could have written those before it. False if it is no
 * address; `out` is then left alone. */
bool head_forwarded(struct str value, char out[48]);

#endif
