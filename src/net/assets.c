/* Serves the browser client's files from memory. */
#include "net/assets.h"

#include "net/inside.h"

#include <sodium.h>
#include <stdlib.h>

/* A page may load its own files and talk to its own server, nothing else, and
 * must not be framed. No inline styles or scripts, so that nothing players
 * write can become either. */
#define PAGE_HEADERS                                                                                                               \
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "                     \
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"                                          \
    "Referrer-Policy: same-origin\r\n"

/* First segments of the paths that the page handles: it is served for each,
 * alone or followed by a slash and more. */
static const char *const page_paths[] = {
    "admin", "developers", "fight", "game",   "help",   "lab",   "leaders", "league",
    "maps",  "me",         "open",  "player", "replay", "table", "watch",
};

static bool is_page_path(struct str path)
{
    struct str rest = { path.at + 1, path.len - 1 };
    struct str word = str_cut(&rest, '/');

    for (size_t i = 0; i < ARRAY_LEN(page_paths); i++)
        if (str_is(word, page_paths[i]))
            return true;
    return false;
}

static int by_path(const void *key, const void *row)
{
    return str_cmp(*(const struct str *)key, str_of(((const struct asset *)row)->path));
}

static const struct asset *find(struct str path)
{
    return bsearch(&path, all_assets, (size_t)all_assets_count, sizeof all_assets[0], by_path);
}

/* Matches weak and strong tags, single or in a list: our tags contain no comma. */
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

static void reply(struct conn *c, const struct head *head, const struct asset *asset, int status)
{
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
    buf_printf(&headers, "ETag: %s\r\nCache-Control: %s\r\nVary: Accept-Encoding\r\n%s%s", asset->etag,
               asset->immutable ? "public, max-age=31536000, immutable" : "no-cache", is_page ? PAGE_HEADERS : "", encoding);
    if (status == 200 && etag_matches(head->value[FIELD_IF_NONE_MATCH], str_of(asset->etag)))
        http_reply(c, 304, NULL, headers.at, STR_NONE, NULL);
    else
        http_reply(c, status, asset->type, headers.at, body, NULL);
    buf_release(&headers);
}

bool asset_reply(struct conn *c, const struct head *head)
{
    const struct asset *asset = find(head->path);

    if (!asset && is_page_path(head->path))
        asset = find(STR("/"));
    if (!asset)
        return false;
    c->doors->counts.assets++;
    if (head->method & (METHOD_GET | METHOD_HEAD))
        reply(c, head, asset, 200);
    else
        http_wrong_method(c, METHOD_GET | METHOD_HEAD);
    return true;
}

bool asset_lost(struct conn *c, const struct head *head)
{
    const struct asset *page = find(STR("/"));

    if (!page || !(head->method & (METHOD_GET | METHOD_HEAD)) || !head_lists(head->value[FIELD_ACCEPT], STR("text/html")))
        return false;
    reply(c, head, page, 404);
    return true;
}

void assets_hash(char hex[17])
{
    crypto_generichash_state state;
    unsigned char            hash[crypto_generichash_BYTES_MIN];

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    for (int i = 0; i < all_assets_count; i++) {
        const struct asset *asset = &all_assets[i];

        crypto_generichash_update(&state, (const unsigned char *)asset->path, strlen(asset->path) + 1);
        crypto_generichash_update(&state, (const unsigned char *)asset->etag, strlen(asset->etag) + 1);
    }
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(hex, 17, hash, 8);
}
