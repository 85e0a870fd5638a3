/* HTTP requests from the first byte on. The first byte of the input chooses
 * how the rest is cut to pieces; whole and in pieces it must come to the same
 * replies. */
#include "kit/door_fuzz.h"

#include "base/log.h"

#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Cuts every occurrence of what begins with `from` and ends with a line end:
 * the date may differ, and who sends all at once is not told to go on. */
static void cut_lines(struct buf *b, const char *from, const char *end)
{
    char *at = b->at;

    while (at && (at = memmem(at, b->len - (size_t)(at - b->at), from, strlen(from)))) {
        char *stop = memmem(at, b->len - (size_t)(at - b->at), end, strlen(end));

        if (!stop)
            return;
        stop += strlen(end);
        memmove(at, stop, b->len - (size_t)(stop - b->at));
        b->len -= (size_t)(stop - at);
    }
}

/* Who asks before sending a body may be refused before it has come. */
static bool expects(struct str bytes)
{
    for (size_t i = 0; i + 6 < bytes.len; i++)
        if (strncasecmp(bytes.at + i, "expect", 6) == 0)
            return true;
    return false;
}

/* After an upgrade it depends on the moment: what the hall greets with is lost
 * when the client's first frame ends the connection. fuzz_ws looks at frames. */
static void cut_after_upgrade(struct buf *b)
{
    char *upgrade = memmem(b->at ? b->at : "", b->len, "HTTP/1.1 101 ", 13);
    char *end = upgrade ? memmem(upgrade, b->len - (size_t)(upgrade - b->at), "\r\n\r\n", 4) : NULL;

    if (end)
        b->len = (size_t)(end + 4 - b->at);
}

static void normalise(struct fed *fed)
{
    cut_after_upgrade(&fed->sent);
    cut_lines(&fed->sent, "HTTP/1.1 100 Continue", "\r\n\r\n");
    cut_lines(&fed->sent, "Date: ", "\r\n");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct echo_hall hall;

    if (!hall.doors) {
        log_set_level(LOG_ERROR);
        echo_open(&hall);
    }
    if (size < 2 || memmem(data, size, "/metrics", 8)) /* which counts */
        return 0;
    struct str bytes = { (const char *)data + 1, size - 1 };
    struct fed whole = fuzz_feed(&hall, STR_NONE, bytes, rng_seeded(0), 0);
    struct fed pieces = fuzz_feed(&hall, STR_NONE, bytes, rng_seeded(data[0]), 1 + data[0] % 40);
    normalise(&whole);
    normalise(&pieces);
    bool same_road = !expects(bytes);
    if (same_road && !str_eq(buf_view(&whole.asks), buf_view(&pieces.asks)))
        BUG("the hall hears something else when bytes come in pieces");
    if (same_road && !str_eq(buf_view(&whole.sent), buf_view(&pieces.sent)))
        BUG("the client hears something else when bytes come in pieces");
    fed_release(&whole);
    fed_release(&pieces);
    return 0;
}
