/* How long does a move take while many games are played at once, beside a bare
 * message through the same door?
 *
 *     bench_powerchess HOST PORT [GAMES [RATE [SECONDS]]]
 *
 * Two WebSockets a game. In alternating rounds, games in turn make a move, or
 * send a message that is answered with ERROR without touching a table; RATE is
 * how many a second, over all games. A round trip ends when the sender has its
 * answer; for a move that is after it was stored. The server must be in test
 * mode: games are without boxes, so that the knights may go to and fro. The
 * script bench/powerchess.py starts one. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 6, IN_MOST = 4096, EVENTS = 512 };

struct client {
    int    fd;
    int    game;
    char   in[IN_MOST];
    size_t len;
};

struct game {
    struct client side[2];
    long          id, player[2];
    int           moves;
    double        sent; /* 0: nothing under way */
    bool          waits_for_other;
};

struct bench {
    struct game *games;
    int          n, poll, next;
    double      *took; /* of this round */
    int          n_took, cap_took, skipped;
};

static void die(const char *what)
{
    fprintf(stderr, "bench_powerchess: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- WebSocket, as little as needed ------------------------------------ */

static void send_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);

        if (n < 0 && errno != EAGAIN)
            die("send");
        if (n > 0) {
            bytes += n;
            len -= (size_t)n;
        }
    }
}

/* A text message with an all-zero mask. */
static void say(struct client *c, const char *text)
{
    char   frame[512];
    size_t len = strlen(text), at = 0;

    frame[at++] = (char)0x81;
    if (len < 126) {
        frame[at++] = (char)(0x80 | len);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(len >> 8);
        frame[at++] = (char)len;
    }
    memset(frame + at, 0, 4);
    memcpy(frame + at + 4, text, len);
    send_all(c->fd, frame, at + 4 + len);
}

/* Takes one text message out of what has arrived; false: not there yet. */
static bool take(struct client *c, char *text)
{
    while (c->len >= 2) {
        size_t len = c->in[1] & 0x7F, head = 2;
        int    opcode = c->in[0] & 0x0F;

        if (len == 126) {
            if (c->len < 4)
                return false;
            len = (size_t)(uint8_t)c->in[2] << 8 | (uint8_t)c->in[3];
            head = 4;
        }
        if (c->len < head + len)
            return false;
        memcpy(text, c->in + head, len);
        text[len] = '\0';
        c->len -= head + len;
        memmove(c->in, c->in + head + len, c->len);
        if (opcode == 1)
            return true;
    }
    return false;
}

static void fill(struct client *c)
{
    ssize_t n = recv(c->fd, c->in + c->len, sizeof c->in - c->len, 0);

    if (n == 0 || (n < 0 && errno != EAGAIN))
        die("the server closed a connection");
    if (n > 0)
        c->len += (size_t)n;
}

static void hear(struct client *c, char *text)
{
    while (!take(c, text))
        fill(c);
}

static void dial(struct client *c, const struct sockaddr_in *to)
{
    static const char head[] = "GET /play HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    int               one = 1;
    char             *end;

    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (const struct sockaddr *)to, sizeof *to) < 0)
        die("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    send_all(c->fd, head, sizeof head - 1);
    do
        fill(c);
    while (!(end = memmem(c->in, c->len, "\r\n\r\n", 4)));
    if (strncmp(c->in, "HTTP/1.1 101", 12) != 0)
        die("no WebSocket");
    end += 4;
    c->len -= (size_t)(end - c->in);
    memmove(c->in, end, c->len);
}

/* ---- games ------------------------------------------------------------- */

static long field(const char *text, const char *name)
{
    const char *at = strstr(text, name);

    if (!at)
        die(text);
    return atol(at + strlen(name));
}

static void open_game(struct bench *b, int i, const struct sockaddr_in *to)
{
    struct game *g = &b->games[i];
    char         text[IN_MOST];

    for (int side = 0; side < 2; side++) {
        g->side[side].game = i;
        dial(&g->side[side], to);
    }
    say(&g->side[0], "{\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":2,\"public\":false,\"test\":{\"powers\":false}}");
    hear(&g->side[0], text);
    g->id = field(text, "\"gameId\":");
    g->player[0] = field(text, "\"playerId\":");
    snprintf(text, sizeof text, "{\"type\":1,\"gameId\":%ld,\"name\":\"Bob\"}", g->id);
    say(&g->side[1], text);
    hear(&g->side[1], text);
    g->player[1] = field(text, "\"playerId\":");
    hear(&g->side[0], text);
    for (int side = 0; side < 2; side++) {
        struct epoll_event e = { .events = EPOLLIN, .data.ptr = &g->side[side] };

        fcntl(g->side[side].fd, F_SETFL, O_NONBLOCK);
        if (epoll_ctl(b->poll, EPOLL_CTL_ADD, g->side[side].fd, &e) < 0)
            die("epoll");
    }
}

/* Knights out and back again: every fourth ply of a side repeats. */
static void send_move(struct game *g)
{
    int  side = g->moves % 2;
    bool out = g->moves / 2 % 2 == 0;
    int  home = side ? 7 : 0, away = side ? 5 : 2;
    char text[256];

    snprintf(
        text, sizeof text,
        "{\"type\":4,\"gameId\":%ld,\"playerId\":%ld,\"action\":1,\"move\":{\"from\":{\"row\":%d,\"col\":%d},\"to\":{\"row\":%d,"
        "\"col\":%d}}}",
        g->id, g->player[side], out ? home : away, out ? 6 : 5, out ? away : home, out ? 5 : 6);
    g->waits_for_other = true;
    say(&g->side[side], text);
}

static void note(struct bench *b, struct game *g)
{
    if (b->n_took < b->cap_took)
        b->took[b->n_took++] = now() - g->sent;
    g->sent = 0;
}

/* An answer: of the mover (action 0), for the opponent (action 1), or ERROR. */
static void answer(struct bench *b, struct client *c, const char *text, bool moves)
{
    struct game *g = &b->games[c->game];
    bool         mine = c == &g->side[g->moves % 2];

    if (moves && strncmp(text, "{\"type\":5", 9) != 0)
        die(text);
    if (!moves || mine)
        note(b, g);
    else
        g->waits_for_other = false;
    if (moves && !g->sent && !g->waits_for_other)
        g->moves++;
}

static void receive(struct bench *b, int wait_ms, bool moves)
{
    struct epoll_event events[EVENTS];
    int                n = epoll_wait(b->poll, events, EVENTS, wait_ms);
    char               text[IN_MOST];

    for (int i = 0; i < n; i++) {
        struct client *c = events[i].data.ptr;

        fill(c);
        while (take(c, text))
            answer(b, c, text, moves);
    }
}

/* The next game's turn; a game whose last answer is still due is passed over
 * and counted. */
static void send_next(struct bench *b, bool moves)
{
    struct game *g = &b->games[b->next];

    b->next = (b->next + 1) % b->n;
    if (g->sent != 0 || g->waits_for_other) {
        b->skipped++;
        return;
    }
    g->sent = now();
    if (moves)
        send_move(g);
    else
        say(&g->side[g->moves % 2], "{\"type\":9}");
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double part(const struct bench *b, double share)
{
    return b->n_took ? b->took[(int)((b->n_took - 1) * share)] * 1e3 : 0;
}

/* One round; gives its 99th percentile in milliseconds. */
static double play_round(struct bench *b, bool moves, double rate, double seconds)
{
    double start = now();
    long   sent = 0;

    b->n_took = b->skipped = 0;
    while (now() - start < seconds) {
        long due = (long)((now() - start) * rate);

        for (; sent < due; sent++)
            send_next(b, moves);
        receive(b, 1, moves);
    }
    for (double until = now() + 2; now() < until;)
        receive(b, 50, moves);
    qsort(b->took, (size_t)b->n_took, sizeof b->took[0], by_size);
    printf("%-5s %7d answers  p50 %7.2f ms  p99 %7.2f ms  most %7.2f ms  (%d not sent in time)\n", moves ? "moves" : "bare",
           b->n_took, part(b, 0.5), part(b, 0.99), part(b, 1), b->skipped);
    fflush(stdout);
    return part(b, 0.99);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s HOST PORT [GAMES [RATE [SECONDS]]]\n", argv[0]);
        return 2;
    }

    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2])) };
    struct bench       b = { .n = argc > 3 ? atoi(argv[3]) : 5000, .cap_took = 1 << 22, .poll = epoll_create1(0) };
    double             rate = argc > 4 ? atof(argv[4]) : 2500, seconds = argc > 5 ? atof(argv[5]) : 8;
    double             p99[2][ROUNDS];

    if (b.n < 1 || inet_pton(AF_INET, argv[1], &to.sin_addr) != 1)
        die("arguments");
    b.games = calloc((size_t)b.n, sizeof *b.games);
    b.took = calloc((size_t)b.cap_took, sizeof *b.took);
    if (!b.games || !b.took)
        die("memory");

    double start = now();
    for (int i = 0; i < b.n; i++)
        open_game(&b, i, &to);
    printf("%d games open after %.1f s; %.0f messages a second\n", b.n, now() - start, rate);
    for (int round = 0; round < ROUNDS; round++)
        p99[round % 2][round / 2] = play_round(&b, round % 2, rate, seconds);
    for (int kind = 0; kind < 2; kind++)
        qsort(p99[kind], ROUNDS / 2, sizeof p99[kind][0], by_size);
    printf("median p99: bare %.2f ms, moves %.2f ms, ratio %.2f\n", p99[0][ROUNDS / 4], p99[1][ROUNDS / 4],
           p99[1][ROUNDS / 4] / p99[0][ROUNDS / 4]);
    return 0;
}
