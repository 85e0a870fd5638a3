/* How long does a move take while many games are played at once, beside a bare
 * message through the same door?
 *
 *     bench_powerchess HOST PORT PID [GAMES [RATE [SECONDS]]]
 *
 * Two WebSockets a game, all of them open in every round; RATE messages a
 * second go round the games. Short rounds take turns, so that a busy moment of
 * the machine hits all kinds alike: in the first every message is bare, in the
 * second every one is a move, in the third they alternate and meet the same load. A bare message is the text of the move with a
 * type that does not exist: as long, parsed as far, and answered with ERROR without touching a table. A round trip ends when the
 * sender has its answer; for a move that is after it was stored, and the opponent gets a message as well.
 *
 * Round trips depend on what else the machine does; the CPU time that the
 * server (process PID) spends on a message hardly does, so that is told too.
 * The server must be in test mode: games are without boxes, so that the knights
 * may go to and fro. The script benches/powerchess.py starts one. */
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

enum { ROUNDS = 9, IN_MOST = 4096, EVENTS = 512, TOOK_MOST = 1 << 20, PATIENCE = 20 /* seconds */ };

enum what { BARE, MOVE, KINDS };
enum round { ALL_BARE, ALL_MOVES, BOTH, ROUND_KINDS };
static const char *const names[KINDS] = { "bare", "moves" };

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

/* Round trips of one kind in one round, in seconds. */
struct times {
    double *at;
    int     n;
};

struct bench {
    struct game *games;
    int          n, poll, next;
    int          server; /* process */
    struct times took[KINDS];
    int          skipped, due; /* messages not sent, answers still to come */
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
static void send_one(struct bench *b, struct game *g, enum what what)
{
    int  side = g->moves % 2;
    bool out = g->moves / 2 % 2 == 0;
    int  home = side ? 7 : 0, away = side ? 5 : 2;
    char text[256];

    snprintf(
        text, sizeof text,
        "{\"type\":%d,\"gameId\":%ld,\"playerId\":%ld,\"action\":1,\"move\":{\"from\":{\"row\":%d,\"col\":%d},\"to\":{\"row\":%d,"
        "\"col\":%d}}}",
        what == MOVE ? 4 : 9, g->id, g->player[side], out ? home : away, out ? 6 : 5, out ? away : home, out ? 5 : 6);
    g->waits_for_other = what == MOVE;
    b->due += what == MOVE ? 2 : 1;
    g->sent = now();
    say(&g->side[side], text);
}

static void note(struct bench *b, struct game *g, enum what what)
{
    struct times *took = &b->took[what];

    if (took->n < TOOK_MOST)
        took->at[took->n++] = now() - g->sent;
    g->sent = 0;
}

/* ERROR for a bare message; for a move one update for the checkpointer and one for
 * the opponent. */
static void answer(struct bench *b, struct client *c, const char *text)
{
    struct game *g = &b->games[c->game];

    b->due--;
    if (strcmp(text, "{\"type\":7}") == 0 && !g->waits_for_other) {
        note(b, g, BARE);
        return;
    }
    if (strncmp(text, "{\"type\":5,", 10) != 0)
        die(text);
    if (c == &g->side[g->moves % 2])
        note(b, g, MOVE);
    else
        g->waits_for_other = false;
    if (!g->sent && !g->waits_for_other)
        g->moves++;
}

static void receive(struct bench *b, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int                n = epoll_wait(b->poll, events, EVENTS, wait_ms);
    char               text[IN_MOST];

    for (int i = 0; i < n; i++) {
        struct client *c = events[i].data.ptr;

        fill(c);
        while (take(c, text))
            answer(b, c, text);
    }
}

/* The next game's turn; a game whose last answer is still due is passed over
 * and counted. */
static void send_next(struct bench *b, enum what what)
{
    struct game *g = &b->games[b->next];

    b->next = (b->next + 1) % b->n;
    if (g->sent != 0 || g->waits_for_other)
        b->skipped++;
    else
        send_one(b, g, what);
}

/* ---- rounds ------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double part(const struct times *took, double share)
{
    return took->n ? took->at[(int)((took->n - 1) * share)] * 1e3 : 0;
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof values[0], by_size);
    return values[ROUNDS / 2];
}

/* CPU time that the server has used so far, in seconds. */
static double server_cpu(const struct bench *b)
{
    char          path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    FILE         *file;

    snprintf(path, sizeof path, "/proc/%d/stat", b->server);
    if (!(file = fopen(path, "r")) || !fgets(text, sizeof text, file))
        die(path);
    fclose(file);
    sscanf(strrchr(text, ')') + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

struct outcome {
    double p99[KINDS]; /* milliseconds */
    double cpu;        /* microseconds a message */
};

static struct outcome play_round(struct bench *b, enum round kind, double rate, double seconds)
{
    struct outcome out = { 0 };
    double         cpu = server_cpu(b), start = now();
    long           sent = 0;

    b->took[BARE].n = b->took[MOVE].n = b->skipped = 0;
    while (now() - start < seconds) {
        long due = (long)((now() - start) * rate);

        for (; sent < due; sent++)
            send_next(b, kind == BOTH ? sent % 2 : kind == ALL_MOVES);
        receive(b, 1);
    }
    for (double until = now() + PATIENCE; b->due > 0;) {
        if (now() > until)
            die("answers are missing");
        receive(b, 50);
    }
    out.cpu = (server_cpu(b) - cpu) * 1e6 / (b->took[BARE].n + b->took[MOVE].n);

    for (enum what what = BARE; what < KINDS; what++) {
        struct times *took = &b->took[what];

        qsort(took->at, (size_t)took->n, sizeof took->at[0], by_size);
        out.p99[what] = part(took, 0.99);
        if (took->n)
            printf("%-7s %-6s %7d answers  p50 %7.2f ms  p99 %7.2f ms  most %7.2f ms\n", kind == BOTH ? "mixed" : "alone",
                   names[what], took->n, part(took, 0.5), out.p99[what], part(took, 1));
    }
    printf("        server CPU %.0f us a message; %d messages not sent since an answer was due\n", out.cpu, b->skipped);
    fflush(stdout);
    return out;
}

static void sum_up(struct outcome (*rounds)[ROUNDS])
{
    double p99[ROUND_KINDS][KINDS], cpu[ROUND_KINDS];
    double values[ROUNDS];

    for (int kind = 0; kind < ROUND_KINDS; kind++) {
        for (int what = 0; what < KINDS; what++) {
            for (int i = 0; i < ROUNDS; i++)
                values[i] = rounds[kind][i].p99[what];
            p99[kind][what] = median(values);
        }
        for (int i = 0; i < ROUNDS; i++)
            values[i] = rounds[kind][i].cpu;
        cpu[kind] = median(values);
    }
    printf("median p99, each alone: bare %.2f ms, moves %.2f ms, ratio %.2f\n", p99[ALL_BARE][BARE], p99[ALL_MOVES][MOVE],
           p99[ALL_MOVES][MOVE] / p99[ALL_BARE][BARE]);
    printf("median p99, mixed:      bare %.2f ms, moves %.2f ms, ratio %.2f\n", p99[BOTH][BARE], p99[BOTH][MOVE],
           p99[BOTH][MOVE] / p99[BOTH][BARE]);
    printf("median server CPU:      bare %.0f us, move %.0f us, ratio %.2f\n", cpu[ALL_BARE], cpu[ALL_MOVES],
           cpu[ALL_MOVES] / cpu[ALL_BARE]);
}

static void open_games(struct bench *b, const struct sockaddr_in *to)
{
    double start = now();

    b->games = calloc((size_t)b->n, sizeof *b->games);
    if (!b->games)
        die("memory");
    for (int i = 0; i < b->n; i++) {
        open_game(b, i, to);
        if ((i + 1) % 1000 == 0 || i + 1 == b->n)
            printf("%d games open after %.1f s\n", i + 1, now() - start);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s HOST PORT PID [GAMES [RATE [SECONDS]]]\n", argv[0]);
        return 2;
    }

    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2])) };
    struct bench       b = { .server = atoi(argv[3]), .n = argc > 4 ? atoi(argv[4]) : 5000, .poll = epoll_create1(0) };
    double             rate = argc > 5 ? atof(argv[5]) : 2500, seconds = argc > 6 ? atof(argv[6]) : 3;
    struct outcome     rounds[ROUND_KINDS][ROUNDS];

    if (b.n < 1 || inet_pton(AF_INET, argv[1], &to.sin_addr) != 1)
        die("arguments");
    for (enum what what = BARE; what < KINDS; what++)
        if (!(b.took[what].at = calloc(TOOK_MOST, sizeof(double))))
            die("memory");
    open_games(&b, &to);
    printf("%d rounds of each kind, %.0f messages a second for %.0f seconds\n", ROUNDS, rate, seconds);
    for (int i = 0; i < ROUNDS; i++)
        for (enum round kind = ALL_BARE; kind < ROUND_KINDS; kind++)
            rounds[kind][i] = play_round(&b, kind, rate, seconds);
    sum_up(rounds);
    return 0;
}
