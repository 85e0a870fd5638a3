/* Moves over the feed beside moves by HTTP, at 64 players.
 *
 *     bench_feed MEEPLE [ROUNDS [SECONDS]]        3 rounds of 2 seconds each
 *
 * Pairs of players replay a recorded game of Santorini without gods, each move after its
 * player has heard of the one before. By HTTP as browsers did it: a POST for
 * each move, answered with the view, and a feed that tells both players of it
 * with the view. Over the feed: the move is a message, the answer is the event,
 * and nobody wants views ("views": false). Rounds alternate on one server with a
 * data file, so each move is on disk before anybody hears of it. */
#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"
#include "game/game.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PAIRS = 32,
    TABLES = 90, /* of each pair and way: enough for rounds of a fast machine */
    MOVES = 150, /* at each table */
    FIRST_SEQ = 4,
    SEED = 7,
    ROUNDS_MOST = 20,
};

static _Noreturn void die(const char *why)
{
    fprintf(stderr, "bench_feed: %s\n", why);
    exit(1);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- the recorded game ------------------------------------------------------- */

static struct {
    uint8_t seat;
    char    text[32];
} recorded[MOVES];

static bool record_once(const struct game *game, void *state, void *spare, struct rng *rng)
{
    struct move_list list = { 0 };
    struct setup     setup;
    struct buf       text = { 0 };
    struct move      m;
    int              n = 0;

    setup_default(game, &setup);
    setup.seats = 2;
    setup.seed = SEED;
    for (int i = 0; i < 2; i++) /* no gods: the words of the options begin with "chosen" and "none" */
        setup.option[i] = 1;
    if (game_setup(game, state, &setup, NULL) != ERR_OK)
        die("Santorini does not start");
    for (int tries = 0; n < MOVES && tries < 50; tries++) {
        int seat = __builtin_ctz(game->to_act(state));

        memcpy(spare, state, game->state_size);
        if (!game_random_move(game, state, seat, rng, &list, &m) || game->apply(spare, &m, NULL, NULL) != ERR_OK ||
            game->to_act(spare) == 0)
            continue; /* it would end the game */
        memcpy(state, spare, game->state_size);
        buf_clear(&text);
        move_write(game, &m, &text);
        recorded[n].seat = (uint8_t)seat;
        snprintf(recorded[n++].text, sizeof recorded[0].text, "%s", text.at);
        tries = 0;
    }
    buf_release(&text);
    move_list_release(&list);
    return n == MOVES;
}

static void record(void)
{
    const struct game *game = game_by_name(STR("santorini"));
    void              *state = malloc(game->state_size), *spare = malloc(game->state_size);
    struct rng         rng = rng_seeded(SEED);

    for (int tries = 0; !record_once(game, state, spare, &rng); tries++)
        if (tries == 10000)
            die("no game of Santorini is long enough");
    free(state);
    free(spare);
}

/* ---- connections ---------------------------------------------------------------- */

struct line {
    int        fd;
    bool       is_feed;
    struct buf in;
    size_t     taken; /* of `in` */
};

static int port;

static void line_open(struct line *l)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int                one = 1;

    *l = (struct line){ .fd = socket(AF_INET, SOCK_STREAM, 0) };
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(l->fd, (struct sockaddr *)&to, sizeof to) != 0)
        die("the server does not take a connection");
}

static void line_send(struct line *l, const char *at, size_t len)
{
    while (len) {
        ssize_t n = send(l->fd, at, len, MSG_NOSIGNAL);

        if (n <= 0)
            die("the server hangs up");
        at += n;
        len -= (size_t)n;
    }
}

static void line_read(struct line *l)
{
    if (l->taken) {
        memmove(l->in.at, l->in.at + l->taken, l->in.len - l->taken);
        l->in.len -= l->taken;
        l->taken = 0;
    }
    ssize_t n = recv(l->fd, buf_room(&l->in, 65536), 65536, 0);
    if (n <= 0)
        die("the server hangs up");
    l->in.len += (size_t)n;
    l->in.at[l->in.len] = '\0';
}

/* A client's frame: its mask is zero, which the protocol allows. */
static void feed_say(struct line *l, const char *text)
{
    unsigned char head[8] = { 0x81 };
    struct buf    frame = { 0 };
    size_t        len = strlen(text), n = 2;

    head[1] = (unsigned char)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) {
        head[n++] = (unsigned char)(len >> 8);
        head[n++] = (unsigned char)len;
    }
    n += 4;
    buf_add(&frame, head, n);
    buf_text(&frame, text);
    line_send(l, frame.at, frame.len);
    buf_release(&frame);
}

/* The next whole message that has come: a frame's payload or an HTTP body. */
static bool next_message(struct line *l, struct str *out)
{
    const unsigned char *at = (const unsigned char *)l->in.at + l->taken;
    size_t               have = l->in.len - l->taken, head = 2, len;

    if (l->is_feed) {
        if (have < 2)
            return false;
        len = at[1] & 0x7F;
        if (len == 126) {
            head = 4;
            len = have < head ? 0 : (size_t)at[2] << 8 | at[3];
        } else if (len == 127) {
            head = 10;
            len = have < head ? 0 : (size_t)at[6] << 24 | (size_t)at[7] << 16 | (size_t)at[8] << 8 | at[9];
        }
    } else {
        const char *end = have ? strstr((const char *)at, "\r\n\r\n") : NULL,
                   *length = have ? strcasestr((const char *)at, "content-length:") : NULL;

        if (!end || !length)
            return false;
        head = (size_t)(end - (const char *)at) + 4;
        len = strtoul(length + 15, NULL, 10);
    }
    if (have < head + len)
        return false;
    *out = (struct str){ (const char *)at + head, len };
    l->taken += head + len;
    return true;
}

static struct str await_message(struct line *l)
{
    struct str text;

    while (!next_message(l, &text))
        line_read(l);
    return text;
}

/* ---- the API ----------------------------------------------------------------------- */

static void post(struct line *l, const char *path, const char *token, const char *key, const char *body)
{
    char text[1024];
    int  len = snprintf(text, sizeof text,
                        "POST /api/v1%s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                         "Authorization: Bearer %s\r\n%s%s%s\r\n%s",
                        path, strlen(body), token, key ? "Idempotency-Key: " : "", key ? key : "", key ? "\r\n" : "", body);

    line_send(l, text, (size_t)len);
}

static void member(struct str text, const char *name, char *out, size_t size)
{
    char        quoted[32];
    const char *at, *end;

    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    at = memmem(text.at, text.len, quoted, strlen(quoted));
    if (!at)
        die("an answer is not what it should be");
    at += strlen(quoted) + (at[strlen(quoted)] == '"');
    for (end = at; *end != '"' && *end != ',' && *end != '}'; end++)
        continue;
    snprintf(out, size, "%.*s", (int)(end - at), at);
}

struct player {
    char        token[65];
    struct line http, feed;
};

struct pair {
    struct player player[2];
    int           table[2][TABLES]; /* by HTTP, over the feed */
    int           at[2], moves[2];  /* table in use, moves made at it */
    int           heard[2];         /* of each player: moves at that table that it knows of */
};

static struct pair pairs[PAIRS];

static void player_open(struct player *p)
{
    static const char upgrade[] = "GET /api/v1/feed HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    char              auth[100];

    line_open(&p->http);
    post(&p->http, "/guest", "", NULL, "{}");
    member(await_message(&p->http), "token", p->token, sizeof p->token);
    line_open(&p->feed);
    line_send(&p->feed, upgrade, sizeof upgrade - 1);
    while (!p->feed.in.len || !strstr(p->feed.in.at, "\r\n\r\n"))
        line_read(&p->feed);
    p->feed.taken = (size_t)(strstr(p->feed.in.at, "\r\n\r\n") - p->feed.in.at) + 4;
    p->feed.is_feed = true;
    await_message(&p->feed); /* hello */
    snprintf(auth, sizeof auth, "{\"auth\":\"%s\"}", p->token);
    feed_say(&p->feed, auth);
    await_message(&p->feed);
}

/* Opens a table, where both sit down. */
static int table_new(struct pair *pair)
{
    char id[24], path[64];

    post(&pair->player[0].http, "/tables", pair->player[0].token, NULL,
         "{\"game\":\"santorini\",\"seats\":2,\"seed\":7,\"options\":{\"god1\":\"none\",\"god2\":\"none\"}}");
    member(await_message(&pair->player[0].http), "id", id, sizeof id);
    snprintf(path, sizeof path, "/tables/%s/join", id);
    post(&pair->player[1].http, path, pair->player[1].token, NULL, "{}");
    await_message(&pair->player[1].http);
    return atoi(id);
}

static void unwatch(struct pair *pair, int table)
{
    char text[40];

    snprintf(text, sizeof text, "{\"unwatch\":%d}", table);
    for (int i = 0; i < 2; i++)
        feed_say(&pair->player[i].feed, text);
}

static void watch(struct pair *pair, int way, int table)
{
    char text[100];

    snprintf(text, sizeof text, "{\"watch\":%d,\"from\":%d%s}", table, FIRST_SEQ, way ? ",\"views\":false" : "");
    for (int i = 0; i < 2; i++) {
        feed_say(&pair->player[i].feed, text);
        await_message(&pair->player[i].feed); /* watching */
        await_message(&pair->player[i].feed); /* view */
    }
}

/* Seconds of processor that the server has used. */
static pid_t  server;
static double server_cpu(void)
{
    char          path[64], text[1024] = "";
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)server);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file) || !strrchr(text, ')') ||
        sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        die("the server's time cannot be read");
    fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* The same of this program: on a small machine both share the cores. */
static double own_cpu(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* ---- playing -------------------------------------------------------------------------- */

enum way { BY_HTTP, BY_FEED };

static void make_move(struct pair *pair, enum way way)
{
    int            n = pair->moves[way], table = pair->table[way][pair->at[way]];
    struct player *p = &pair->player[recorded[n].seat];
    char           path[64], key[32], body[160];

    snprintf(key, sizeof key, "%d", n);
    if (way == BY_HTTP) {
        snprintf(path, sizeof path, "/tables/%d/moves", table);
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"seq\":%d}", recorded[n].text, FIRST_SEQ + n);
        post(&p->http, path, p->token, key, body);
    } else {
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"table\":%d,\"seq\":%d,\"key\":\"%s\"}", recorded[n].text, table,
                 FIRST_SEQ + n, key);
        feed_say(&p->feed, body);
    }
    pair->moves[way]++;
}

/* The next move, once its player knows of the latest; a new table at the end. */
static void go_on(struct pair *pair, enum way way)
{
    int n = pair->moves[way];

    if (pair->heard[0] < n || pair->heard[1] < n)
        return;
    if (n == MOVES) {
        if (++pair->at[way] == TABLES)
            die("the tables are used up: fewer seconds, please");
        unwatch(pair, pair->table[way][pair->at[way] - 1]); /* a feed follows only so many */
        watch(pair, way, pair->table[way][pair->at[way]]);
        pair->moves[way] = pair->heard[0] = pair->heard[1] = 0;
    }
    make_move(pair, way);
}

static uint64_t bytes_told; /* of moves, to all players; frames and headers included */

/* Takes what has come to a player. True: it has heard of a move. */
static bool take(struct player *p, enum way way)
{
    struct str text;
    size_t     from = p->feed.taken;
    bool       heard = false;

    for (; next_message(&p->feed, &text); from = p->feed.taken) {
        if (str_starts(text, STR("{\"type\":\"error\"")))
            die(text.at);
        if (str_starts(text, STR("{\"type\":\"event\"")) || str_starts(text, STR("{\"type\":\"made\""))) {
            heard = true;
            bytes_told += p->feed.taken - from;
        }
    }
    from = p->http.taken;
    while (way == BY_HTTP && next_message(&p->http, &text))
        if (!str_starts(text, STR("{\"table\"")))
            die(text.at);
    bytes_told += p->http.taken - from;
    return heard;
}

static struct line *line_of(int i) /* players' feeds, then their HTTP */
{
    struct player *p = &pairs[i / 2 % PAIRS].player[i % 2];

    return i < 2 * PAIRS ? &p->feed : &p->http;
}

/* What a round has shown. */
struct round {
    double rate;  /* moves a second */
    double cpu;   /* microseconds of the server's processor a move, */
    double own;   /* and of this program's */
    double bytes; /* a move, to each client */
};

static struct round play(enum way way, double time)
{
    static struct pollfd polled[4 * PAIRS];
    int                  n = way == BY_HTTP ? 4 * PAIRS : 2 * PAIRS, playing = PAIRS;
    long                 moves = 0;
    uint64_t             before = bytes_told;
    double               cpu = server_cpu(), own = own_cpu(), began = seconds(), ended = began + time;

    for (int i = 0; i < PAIRS; i++) {
        pairs[i].heard[0] = pairs[i].heard[1] = pairs[i].moves[way];
        go_on(&pairs[i], way);
    }
    for (int i = 0; i < n; i++)
        polled[i] = (struct pollfd){ .fd = line_of(i)->fd, .events = POLLIN };
    while (playing) {
        bool over = seconds() > ended;

        if (poll(polled, (nfds_t)n, 10000) <= 0)
            die("the server says nothing for ten seconds");
        for (int i = 0; i < n; i++) {
            struct pair *pair = &pairs[i / 2 % PAIRS];

            if (!polled[i].revents)
                continue;
            line_read(line_of(i));
            if (!take(&pair->player[i % 2], way))
                continue;
            pair->heard[i % 2]++;
            if (pair->heard[0] < pair->moves[way] || pair->heard[1] < pair->moves[way])
                continue;
            moves++;
            if (over)
                playing--;
            else
                go_on(pair, way);
        }
    }
    return (struct round){ .rate = (double)moves / (seconds() - began),
                           .cpu = (server_cpu() - cpu) * 1e6 / (double)moves,
                           .own = (own_cpu() - own) * 1e6 / (double)moves,
                           .bytes = (double)(bytes_told - before) / (double)moves / 2 };
}

/* ---- the server -------------------------------------------------------------------------- */

static pid_t server_start(const char *program, const char *folder)
{
    char  store[256], said[256] = "";
    int   out[2];
    pid_t pid;

    snprintf(store, sizeof store, "sqlite:%s/meeple.db", folder);
    if (pipe(out) != 0 || (pid = fork()) < 0)
        die("no process");
    if (pid == 0) {
        dup2(out[1], 1);
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--santorini", "127.0.0.1:0", "--store", store, "--test-mode",
              "--log-level", "error", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    if (read(out[0], said, sizeof said - 1) <= 0 || sscanf(said, "ready http=127.0.0.1:%d", &port) != 1)
        die("the server does not start");
    close(out[0]);
    return pid;
}

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof values[0], by_size);
    return values[n / 2];
}

static void report(struct round (*round)[2], int rounds)
{
    static const char *const names[] = { [BY_HTTP] = "HTTP", [BY_FEED] = "feed" };
    double                   value[6][ROUNDS_MOST];

    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < rounds; i++) {
            value[0][i] = round[i][way].rate;
            value[1][i] = round[i][way].cpu;
            value[2][i] = round[i][way].bytes;
            value[3][i] = round[i][BY_FEED].rate / round[i][BY_HTTP].rate;
            value[4][i] = round[i][BY_HTTP].cpu / round[i][BY_FEED].cpu;
            value[5][i] = round[i][way].own;
        }
        printf("%s: %.0f moves/s, %.1f us of the server's processor (%.1f of the players') and %.0f bytes to each client a move\n",
               names[way], median(value[0], rounds), median(value[1], rounds), median(value[5], rounds), median(value[2], rounds));
    }
    printf("moves, feed / HTTP: ratio %.2f\nprocessor, HTTP / feed: ratio %.2f\n", median(value[3], rounds),
           median(value[4], rounds));
}

static void open_pairs(void)
{
    for (int i = 0; i < PAIRS; i++) {
        struct pair *pair = &pairs[i];

        player_open(&pair->player[0]);
        player_open(&pair->player[1]);
        for (int way = 0; way < 2; way++) {
            for (int k = 0; k < TABLES; k++)
                pair->table[way][k] = table_new(pair);
            watch(pair, way, pair->table[way][0]);
        }
    }
}

int main(int argc, char **argv)
{
    static struct round round[ROUNDS_MOST][2];
    int                 rounds = argc > 2 ? atoi(argv[2]) : 3, status;
    double              time = argc > 3 ? atof(argv[3]) : 2;
    char                folder[] = "/tmp/bench-feed-XXXXXX", remove[64];

    if (argc < 2 || rounds < 1 || rounds > ROUNDS_MOST || !mkdtemp(folder))
        die("MEEPLE [ROUNDS [SECONDS]]");
    record();
    server = server_start(argv[1], folder);
    open_pairs();
    for (int i = 0; i < rounds; i++) {
        for (int way = 0; way < 2; way++)
            round[i][way] = play((enum way)way, time);
        printf("round %d: HTTP %.0f moves/s, feed %.0f moves/s\n", i + 1, round[i][BY_HTTP].rate, round[i][BY_FEED].rate);
        fflush(stdout);
    }
    report(round, rounds);
    kill(server, SIGTERM);
    waitpid(server, &status, 0);
    snprintf(remove, sizeof remove, "rm -r %s", folder);
    return system(remove) == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
