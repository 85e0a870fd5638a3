#include "net/head.h"

#include "base/address.h"
#include "base/limits.h"

#include <llhttp.h>
#include <strings.h>

/* ---- where the head ends ------------------------------------------------ */

/* A line must end in CR LF, contain no other CR, and start with a name: servers
 * disagree about lone CRs and folded lines, which is how requests are smuggled
 * past a proxy. */
static bool line_is_sound(struct str line)
{
    if (line.len == 0 || line.at[line.len - 1] != '\r')
        return false;
    if (memchr(line.at, '\r', line.len - 1))
        return false;
    return line.at[0] != ' ' && line.at[0] != '\t' && line.at[0] != ':';
}

enum err head_find(struct str in, size_t *line, size_t *len)
{
    const char *newline;

    while ((newline = memchr(in.at + *line, '\n', in.len - *line))) {
        struct str text = { in.at + *line, (size_t)(newline - in.at) - *line };

        if (!line_is_sound(text))
            return ERR_MALFORMED;
        *line += text.len + 1;
        if (*line > LIMIT_HEADER_BYTES)
            return ERR_FULL;
        if (text.len == 1) {
            *len = *line;
            return ERR_OK;
        }
    }
    return in.len > LIMIT_HEADER_BYTES ? ERR_FULL : ERR_MORE;
}

/* ---- llhttp's callbacks -------------------------------------------------- */

static const struct {
    struct str name;
    bool       once; /* a second one is refused: two servers could disagree about which counts */
} known[FIELD_KINDS] = {
    /* clang-format off */
    [FIELD_HOST] =              { STR("host"),                  true },
    [FIELD_CONTENT_LENGTH] =    { STR("content-length"),        true },
    [FIELD_TRANSFER_ENCODING] = { STR("transfer-encoding"),     true },
    [FIELD_EXPECT] =            { STR("expect"),                false },
    [FIELD_AUTHORIZATION] =     { STR("authorization"),         true },
    [FIELD_IDEMPOTENCY_KEY] =   { STR("idempotency-key"),       true },
    [FIELD_IF_NONE_MATCH] =     { STR("if-none-match"),         false },
    [FIELD_CONTENT_TYPE] =      { STR("content-type"),          false },
    [FIELD_COOKIE] =            { STR("cookie"),                false },
    [FIELD_FORWARDED_FOR] =     { STR("x-forwarded-for"),       false },
    [FIELD_ORIGIN] =            { STR("origin"),                true },
    [FIELD_REFERER] =           { STR("referer"),               false },
    [FIELD_FETCH_SITE] =        { STR("sec-fetch-site"),        true },
    [FIELD_ACCEPT] =            { STR("accept"),                false },
    [FIELD_ACCEPT_ENCODING] =   { STR("accept-encoding"),       false },
    [FIELD_UPGRADE] =           { STR("upgrade"),               false },
    [FIELD_WS_KEY] =            { STR("sec-websocket-key"),     true },
    [FIELD_WS_VERSION] =        { STR("sec-websocket-version"), true },
    /* clang-format on */
};

struct parse {
    struct head *head;
    struct str   url, name, value;
    int          fields;
    bool         complete;
};

/* All bytes are passed at once, so a span is normally in one piece; if the
 * parser splits it, the pieces are adjacent. */
static int span(struct str *s, const char *at, size_t len)
{
    if (!s->at)
        s->at = at;
    else if (s->at + s->len != at)
        return HPE_USER;
    s->len += len;
    return 0;
}

static int on_url(llhttp_t *p, const char *at, size_t len)
{
    return span(&((struct parse *)p->data)->url, at, len);
}

static int on_name(llhttp_t *p, const char *at, size_t len)
{
    return span(&((struct parse *)p->data)->name, at, len);
}

static int on_value(llhttp_t *p, const char *at, size_t len)
{
    return span(&((struct parse *)p->data)->value, at, len);
}

static int on_field(llhttp_t *p)
{
    struct parse *parse = p->data;
    struct head  *head = parse->head;
    struct str    name = parse->name, value = str_trim(parse->value);

    parse->name = parse->value = STR_NONE;
    if (++parse->fields > LIMIT_HEADER_FIELDS)
        return HPE_USER;
    for (int i = 0; i < FIELD_KINDS; i++) {
        if (name.len != known[i].name.len || strncasecmp(name.at, known[i].name.at, name.len) != 0)
            continue;
        if (head->count[i]++ == 0 || i == FIELD_FORWARDED_FOR) /* a proxy may add its own */
            head->value[i] = value;
        break;
    }
    return 0;
}

static int on_complete(llhttp_t *p)
{
    struct parse *parse = p->data;

    parse->complete = true;
    parse->head->keep_alive = llhttp_should_keep_alive(p);
    parse->head->upgrade = (p->flags & F_CONNECTION_UPGRADE) != 0;
    parse->head->content_length = p->flags & F_CONTENT_LENGTH ? p->content_length : 0;
    return 0;
}

static const llhttp_settings_t head_settings = {
    .on_url = on_url,
    .on_header_field = on_name,
    .on_header_value = on_value,
    .on_header_value_complete = on_field,
    .on_headers_complete = on_complete,
};

/* ---- what it says -------------------------------------------------------- */

static enum method method_of(uint8_t method)
{
    switch (method) {
    case HTTP_GET:
        return METHOD_GET;
    case HTTP_HEAD:
        return METHOD_HEAD;
    case HTTP_POST:
        return METHOD_POST;
    case HTTP_PUT:
        return METHOD_PUT;
    case HTTP_DELETE:
        return METHOD_DELETE;
    case HTTP_PATCH:
        return METHOD_PATCH;
    case HTTP_OPTIONS:
        return METHOD_OPTIONS;
    default:
        return 0;
    }
}

/* The target is a path or, as sent to proxies, a full http URL whose host is
 * ignored. */
static bool split_target(struct str url, struct head *head)
{
    static const struct str scheme = STR("http://");

    if (url.len > scheme.len && strncasecmp(url.at, scheme.at, scheme.len) == 0) {
        const char *slash = memchr(url.at + scheme.len, '/', url.len - scheme.len);

        url = slash ? (struct str){ slash, url.len - (size_t)(slash - url.at) } : STR("/");
    }
    head->path = str_cut(&url, '?');
    head->query = url.at ? url : STR("");
    return head->path.len > 0 && (head->path.at[0] == '/' || str_is(head->path, "*"));
}

static bool host_is_sound(struct str host)
{
    for (size_t i = 0; i < host.len; i++)
        if (host.at[i] <= ' ' || host.at[i] == 0x7f || strchr("/\\@?#,", host.at[i]))
            return false;
    return true;
}

/* The framing of the body must be unambiguous (RFC 9112, 6.1): one length or
 * "chunked", never both. */
static int judge_framing(struct head *head)
{
    if (!head->count[FIELD_TRANSFER_ENCODING])
        return 0;
    if (head->count[FIELD_CONTENT_LENGTH] || head->http10)
        return 400;

    struct str coding = head->value[FIELD_TRANSFER_ENCODING];
    if (coding.len != 7 || strncasecmp(coding.at, "chunked", 7) != 0)
        return 501;
    head->chunked = true;
    return 0;
}

static int judge(struct head *head)
{
    for (int i = 0; i < FIELD_KINDS; i++)
        if (known[i].once && head->count[i] > 1)
            return 400;
    if (!head->count[FIELD_HOST] && !head->http10)
        return 400;
    if (!host_is_sound(head->value[FIELD_HOST]))
        return 400;

    if (head->count[FIELD_EXPECT] && !head->http10) {
        struct str expect = head->value[FIELD_EXPECT];

        if (expect.len != 12 || strncasecmp(expect.at, "100-continue", 12) != 0)
            return 417;
        head->expects = true;
    }
    return judge_framing(head);
}

/* llhttp stops at an unknown transfer coding, and at a length next to one,
 * before we see either; the caller still needs the right status. */
static int status_of_failure(const llhttp_t *parser, const struct parse *parse)
{
    if (parse->fields > LIMIT_HEADER_FIELDS)
        return 431;
    if (parser->error == HPE_INVALID_TRANSFER_ENCODING && !parse->head->count[FIELD_CONTENT_LENGTH])
        return 501;
    return parser->error == HPE_INVALID_VERSION ? 505 : 400;
}

int head_parse(struct str bytes, struct head *out)
{
    llhttp_t     parser;
    struct parse parse = { .head = out };

    *out = (struct head){ 0 };
    llhttp_init(&parser, HTTP_REQUEST, &head_settings);
    parser.data = &parse;

    int result = llhttp_execute(&parser, bytes.at, bytes.len);
    if ((result != HPE_OK && result != HPE_PAUSED_UPGRADE) || !parse.complete)
        return status_of_failure(&parser, &parse);
    if (parser.http_major != 1 || parser.http_minor > 1)
        return 505;
    out->http10 = parser.http_minor == 0;
    out->method = method_of(parser.method);
    if (!split_target(parse.url, out))
        return 400;
    return judge(out);
}

/* "q=0", "q=0.0"...: not acceptable to the client. */
static bool weight_is_zero(struct str weight)
{
    if (!str_starts(weight, STR("q=0")))
        return false;
    for (size_t i = 2; i < weight.len; i++)
        if (weight.at[i] != '0' && weight.at[i] != '.')
            return false;
    return true;
}

bool head_lists(struct str value, struct str token)
{
    struct str rest = value;

    while (rest.at) {
        struct str parameters = str_cut(&rest, ',');
        struct str name = str_trim(str_cut(&parameters, ';'));

        if (name.len == token.len && strncasecmp(name.at, token.at, name.len) == 0)
            return !weight_is_zero(str_trim(parameters));
    }
    return false;
}

bool head_forwarded(struct str value, char out[48])
{
    struct str last = STR_NONE;
    char       text[48];

    while (value.at)
        last = str_trim(str_cut(&value, ','));
    return str_copy(last, text, sizeof text) && address_normalize(text, out);
}
