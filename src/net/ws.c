/* WebSockets. wslay decodes frames and answers pings and closes; our own frames
 * are written here, since a server's frame is just a few bytes in front of the
 * text.
 *
 * A wslay context holds 8 KiB of buffers, so it exists only while a message is
 * arriving: there is no state between two messages, and an idle connection
 * costs no more than its struct. */
#include "base/mem.h"
#include "net/inside.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <strings.h>
#include <wslay/wslay.h>

struct ws {
    wslay_event_context_ptr wslay;
    struct str              input;        /* not passed to wslay yet */
    uint64_t                given;        /* bytes passed to it */
    uint64_t                framed;       /* bytes of the frames it has started; equal to `given` if no frame is incomplete */
    int                     frames;       /* of the message being received */
    bool                    in_fragments; /* the last frame of a message has not started */
    bool                    fresh;        /* a message has ended since the last look */
};

enum { FRAME_FINAL = 0x80, FRAME_HEADER_MAX = 10, CLIENT_MASK_BYTES = 4 };

/* ---- sending ---------------------------------------------------------------- */

static size_t header_len(uint64_t payload)
{
    return payload < 126 ? 2 : payload < 65536 ? 4 : FRAME_HEADER_MAX;
}

/* Byte 0: final bit and opcode. Byte 1: length, or 126 and a 16-bit length, or
 * 127 and a 64-bit length, big-endian. */
static void send_frame(struct conn *c, int opcode, struct str payload)
{
    uint8_t header[FRAME_HEADER_MAX];
    size_t  len = header_len(payload.len);

    header[0] = (uint8_t)(FRAME_FINAL | opcode);
    header[1] = (uint8_t)(len == 2 ? payload.len : len == 4 ? 126 : 127);
    for (size_t i = 2; i < len; i++)
        header[i] = (uint8_t)(payload.len >> 8 * (len - 1 - i));
    conn_send(c, (struct str){ (char *)header, len });
    conn_send(c, payload);
}

void ws_push(struct conn *c, struct str text)
{
    if (c->said_close)
        return;
    c->place->results[2]++;
    send_frame(c, WSLAY_TEXT_FRAME, text);
}

void ws_ping(struct conn *c)
{
    send_frame(c, WSLAY_PING, STR_NONE);
    conn_wait(c, WAIT_PONG);
}

void ws_close(struct conn *c, int code)
{
    const char payload[2] = { (char)(code >> 8), (char)code };

    if (c->said_close || c->finishing || c->closing)
        return;
    send_frame(c, WSLAY_CONNECTION_CLOSE, (struct str){ payload, sizeof payload });
    c->said_close = true;
    conn_closed(c);
    conn_wait(c, WAIT_GOODBYE);
}

/* ---- receiving --------------------------------------------------------------- */

static ssize_t on_want(wslay_event_context_ptr wslay, uint8_t *to, size_t len, int flags, void *arg)
{
    struct ws *ws = ((struct conn *)arg)->ws;

    (void)flags;
    if (!ws->input.len || !conn_may_ask(arg)) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (len > ws->input.len)
        len = ws->input.len;
    memcpy(to, ws->input.at, len);
    ws->input.at += len;
    ws->input.len -= len;
    ws->given += len;
    return (ssize_t)len;
}

/* wslay's pongs and close frames, always complete, since we accept everything. */
static ssize_t on_send(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t len, int flags, void *arg)
{
    (void)wslay, (void)flags;
    conn_send(arg, (struct str){ (const char *)bytes, len });
    return (ssize_t)len;
}

static void on_frame(wslay_event_context_ptr wslay, const struct wslay_event_on_frame_recv_start_arg *frame, void *arg)
{
    struct ws *ws = ((struct conn *)arg)->ws;

    (void)wslay;
    ws->framed += header_len(frame->payload_length) + CLIENT_MASK_BYTES + frame->payload_length;
    if (wslay_is_ctrl_frame(frame->opcode)) {
        ((struct conn *)arg)->asks++; /* each is answered, so they are no cheaper than messages */
        return;
    }
    ws->in_fragments = !frame->fin;
    if (ws->frames++ == LIMIT_WS_FRAGMENTS)
        ws_close(arg, WSLAY_CODE_POLICY_VIOLATION);
    if (frame->fin)
        ws->frames = 0;
}

static void on_message(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *message, void *arg)
{
    struct conn *c = arg;
    struct str   body = { (const char *)message->msg, message->msg_length };

    (void)wslay;
    if (message->opcode == WSLAY_CONNECTION_CLOSE && body.len == 1) /* half a code, which wslay treats as none */
        ws_close(c, WSLAY_CODE_PROTOCOL_ERROR);
    if (wslay_is_ctrl_frame(message->opcode) || c->said_close)
        return;
    c->ws->fresh = true;
    if (message->opcode == WSLAY_BINARY_FRAME && c->place->route->flags & ROUTE_BINARY_CLOSES) {
        ws_close(c, WSLAY_CODE_UNSUPPORTED_DATA);
        return;
    }
    conn_message(c, message->opcode == WSLAY_TEXT_FRAME ? ASK_TEXT : ASK_BINARY, body);
}

static struct ws *ws_new(struct conn *c)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_want,
        .send_callback = on_send,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message,
    };
    struct ws *ws = mem_new(sizeof *ws);

    if (wslay_event_context_server_init(&ws->wslay, &callbacks, c) != 0)
        BUG("out of memory");
    wslay_event_config_set_max_recv_msg_length(ws->wslay, c->place->route->limit ? c->place->route->limit : LIMIT_WS_MESSAGE);
    return ws;
}

void ws_free(struct ws *ws)
{
    if (!ws)
        return;
    wslay_event_context_free(ws->wslay);
    free(ws);
}

/* The closing handshake is complete, or wslay rejected the input and queued a
 * close frame. */
static bool is_over(const struct ws *ws)
{
    return wslay_event_get_close_received(ws->wslay) || !wslay_event_get_read_enabled(ws->wslay);
}

/* The deadline of a message counts from its first byte; further bytes do not extend it. */
static void wait_on(struct conn *c, bool nothing_due)
{
    if (nothing_due)
        conn_wait(c, WAIT_STREAM);
    else if (c->wait != WAIT_MESSAGE || c->ws->fresh)
        conn_wait(c, WAIT_MESSAGE);
    c->ws->fresh = false;
}

void ws_input(struct conn *c, struct str bytes)
{
    if (!bytes.len)
        return;
    if (!c->ws)
        c->ws = ws_new(c);
    c->ws->input = bytes;

    int result = wslay_event_recv(c->ws->wslay);
    if (c->closing)
        return;
    if (result == 0 && !c->said_close && wslay_event_want_write(c->ws->wslay))
        result = wslay_event_send(c->ws->wslay);
    if (c->closing)
        return;
    if (result != 0) /* a frame that wslay does not even answer */
        ws_close(c, WSLAY_CODE_PROTOCOL_ERROR);
    if (result != 0 || is_over(c->ws)) {
        c->said_close = true;
        conn_finish(c);
        return;
    }
    bool held = c->ws->input.len > 0, whole = c->ws->given == c->ws->framed && !c->ws->in_fragments;
    if (held)
        conn_hold(c, c->ws->input);
    if (!c->said_close)
        wait_on(c, held || whole);
    if (whole) {
        ws_free(c->ws);
        c->ws = NULL;
    }
}

/* ---- the handshake ------------------------------------------------------------ */

/* The key only proves that the peer speaks WebSocket: RFC 6455, 4.2.2. */
static void accept_key(struct str key, char out[32])
{
    static const struct str magic = STR("258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    unsigned char           text[24 + 36], digest[SHA_DIGEST_LENGTH];

    memcpy(text, key.at, 24);
    memcpy(text + 24, magic.at, 36);
    SHA1(text, sizeof text, digest);
    EVP_EncodeBlock((unsigned char *)out, digest, sizeof digest);
}

/* Sixteen bytes in base64. */
static bool key_is_sound(struct str key)
{
    unsigned char bytes[18];

    return key.len == 24 && key.at[22] == '=' && key.at[23] == '=' && key.at[21] != '=' &&
           EVP_DecodeBlock(bytes, (const unsigned char *)key.at, 24) == 18;
}

/* A page of another site must not act for its visitor. Programs send no Origin. */
static bool origin_may(const struct conn *c, const struct head *head)
{
    struct str origin = head->value[FIELD_ORIGIN], host = head->value[FIELD_HOST];

    if (c->place->route->flags & ROUTE_ANY_ORIGIN || !head->count[FIELD_ORIGIN])
        return true;
    for (size_t i = 0; i + 3 < origin.len; i++)
        if (memcmp(origin.at + i, "://", 3) == 0)
            return origin.len - i - 3 == host.len && strncasecmp(origin.at + i + 3, host.at, host.len) == 0;
    return false;
}

void ws_upgrade(struct conn *c, const struct head *head)
{
    char accept[32];

    c->keep_alive = true;
    if (head->http10 || head->content_length || head->chunked || !key_is_sound(head->value[FIELD_WS_KEY])) {
        http_refuse(c, 400, NULL);
        return;
    }
    if (!str_is(head->value[FIELD_WS_VERSION], "13")) {
        http_error(c, 426, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
        return;
    }
    if (!origin_may(c, head)) {
        http_error(c, 403, NULL);
        return;
    }
    accept_key(head->value[FIELD_WS_KEY], accept);
    buf_printf(conn_out(c),
               "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
               accept);
    c->place->results[1]++;
    c->doors->counts.open[CONN_HTTP]--;
    c->doors->counts.open[CONN_WS]++;
    c->doors->counts.connections[CONN_WS]++;
    c->kind = CONN_WS;
    conn_opened(c, head);
    conn_wait(c, WAIT_STREAM);
}
