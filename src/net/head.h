/* The head of an HTTP/1.1 request: request line and header fields. Nothing is
 * copied; slices point into the input. llhttp does the parsing; what it lets
 * pass (no limits, bare CRs, folded lines, several Hosts) is refused here. */
#ifndef NET_HEAD_H
#define NET_HEAD_H

#include "base/err.h"
#include "base/str.h"
#include "hall/wire.h"

/* The header fields we use. */
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
    FIELD_REFERER,
    FIELD_FETCH_SITE,
    FIELD_ACCEPT,
    FIELD_ACCEPT_ENCODING,
    FIELD_UPGRADE,
    FIELD_WS_KEY,
    FIELD_WS_VERSION,
    FIELD_KINDS,
};

struct head {
    enum method method; /* 0: not supported */
    struct str  path;   /* as sent, without the query; "*" for OPTIONS * */
    struct str  query;  /* after '?' */
    bool        http10;
    bool        keep_alive; /* the client wants to keep the connection */
    bool        upgrade;    /* "Connection: upgrade" was sent */
    bool        chunked;
    bool        expects;            /* "Expect: 100-continue" was sent */
    uint64_t    content_length;     /* 0 without the field */
    struct str  value[FIELD_KINDS]; /* of the first such field, or the last X-Forwarded-For; empty if absent */
    uint8_t     count[FIELD_KINDS]; /* number of occurrences */
};

/* Looks for the end of the head. `*line` is the start of the first incomplete
 * line: 0 at first, then as left by the last call, so a slow sender causes no
 * rescans. ERR_OK with the length of the head including its empty line,
 * ERR_MORE, ERR_MALFORMED, or ERR_FULL if a limit is exceeded. */
enum err head_find(struct str in, size_t *line, size_t *len);

/* Parses a complete head. Returns 0 or the HTTP status to refuse it with: 400,
 * 417, 431, 501 or 505. */
int head_parse(struct str bytes, struct head *out);

/* Is `token` an element of a comma-separated header value? Ignores case and
 * parameters after ';', except that "q=0" means no. */
bool head_lists(struct str value, struct str token);

/* The address that the proxy in front of us added to X-Forwarded-For: the last
 * one, since the client may have forged the others. False, with `out`
 * unchanged, if it is not an address. */
bool head_forwarded(struct str value, char out[48]);

#endif
