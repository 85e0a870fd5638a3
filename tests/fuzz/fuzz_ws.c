/* WebSocket frames behind a good handshake. Whole and in pieces the hall must
 * hear the same messages. */
#include "kit/door_fuzz.h"

#include "base/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct str heads[] = {
        STR("GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
        STR("GET /ws-open HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
    };
    static struct echo_hall hall;

    if (!hall.doors) {
        log_set_level(LOG_ERROR);
        echo_open(&hall);
    }
    if (size < 2)
        return 0;
    struct str head = heads[data[0] & 1], bytes = { (const char *)data + 1, size - 1 };
    struct fed whole = fuzz_feed(&hall, head, bytes, rng_seeded(0), 0);
    struct fed pieces = fuzz_feed(&hall, head, bytes, rng_seeded(data[0]), 1 + data[0] % 40);
    /* The hall's own close takes effect between two pieces, or after all. */
    bool hall_closed = memmem(whole.asks.at, whole.asks.len, "2 3 bye", 7) || memmem(whole.asks.at, whole.asks.len, "3 3 bye", 7);
    if (!hall_closed && !str_eq(buf_view(&whole.asks), buf_view(&pieces.asks)))
        BUG("the hall hears something else when bytes come in pieces");
    fed_release(&whole);
    fed_release(&pieces);
    return 0;
}
