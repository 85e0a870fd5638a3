/* Serves the browser client's files from memory. */
#include "net/assets.h"

#include "net/inside.h"

#include <stdlib.h>

/* A page may load its own files and talk to its own server, nothing else, and
 * nobody may frame it. */
#define PAGE_HEADERS                                                                                                               \
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "     \
    "font-src 'self'; connect-src 'self' ws: wss:; manifest-src 'self'; base-uri 'none'; form-action 'self'; "                     \
    "frame-ancestors 'none'\r\n"                                                                                                   \
    "Referrer-Policy: same-origin\r\n"

static int by_path(const void *key, const void *row)
{
    return str_cmp(*(const struct str *)key, str_of(((const struct asset *)row)->path));
}

static const struct asset *find(struct str path)
{
    return bsearch(&path, all_assets, (size_t)all_assets_count, sizeof all_assets[0], by_path);
}

/* Weak or strong, alone or in a list: our tags hold no comma. */
static bool etag_matches(struct str list, struct str etag)
{
    struct str rest = list;

    while (rest.at && rest.len) {
        struct str tag = str_trim(str_cut(&rest, ','));

        if (str_starts(tag, STR("W/")))
            tag = (struct str){ tag.at + 2, tag.len - 2 };
        if (str_eq(tag, etag) || str_is(tag, "*"))
            return true;
    }
    return false;
}

bool asset_reply(struct conn *c, const struct head *head)
{
    const struct asset *asset = find(head->path);

    if (!asset)
        return false;
    c->doors->counts.assets++;
    if (!(head->method & (METHOD_GET | METHOD_HEAD))) {
        http_wrong_method(c, METHOD_GET | METHOD_HEAD);
        return true;
    }

    struct str  body = asset->plain, accepted = head->value[FIELD_ACCEPT_ENCODING];
    const char *encoding = "";
    if (asset->brotli.len && head_lists(accepted, STR("br"))) {
        body = asset->brotli;
        encoding = "Content-Encoding: br\r\n";
    } else if (asset->gzip.len && head_lists(accepted, STR("gzip"))) {
        body = asset->gzip;
        encoding = "Content-Encoding: gzip\r\n";
    }
    bool       is_page = strncmp(asset->type, "text/html", 9) == 0;
    struct buf headers = { 0 };
    buf_printf(&headers, "ETag: %s\r\nCache-Control: %s\r\nVary: Accept-Encoding\r\nX-Content-Type-Options: nosniff\r\n%s%s",
               asset->etag, asset->immutable ? "public, max-age=31536000, immutable" : "no-cache", is_page ? PAGE_HEADERS : "",
               encoding);
    if (etag_matches(head->value[FIELD_IF_NONE_MATCH], str_of(asset->etag)))
        http_reply(c, 304, NULL, headers.at, STR_NONE, NULL);
    else
        http_reply(c, 200, asset->type, headers.at, body, NULL);
    buf_release(&headers);
    return true;
}
