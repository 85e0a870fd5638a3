/* A hall that is stepped by hand, with Ann and Bob at /play and one more at
 * /home, and what they heard. */
#ifndef UNIT_POWERCHESS_SCENE_H
#define UNIT_POWERCHESS_SCENE_H

#include "kit/by_hand.h"

#include "tables/table.h"

#include <stdio.h>

enum { ANN, BOB, HOME, PEERS };

extern const struct game powerchess_game;

struct scene {
    struct settings *settings;
    struct hall     *hall;
    struct buf       heard[PEERS]; /* since the last step, a message a line */
    struct buf       order;        /* who heard those messages, a letter each: A, B or H */
    int64_t          game, player[2];
};

static inline const struct route *route_of(const struct scene *s, int peer)
{
    return by_hand_route(s->hall, peer == HOME ? "/home" : "/play");
}

static inline void hear(struct scene *s)
{
    for (struct out *out = hall_take_outs(s->hall), *next; out; out = next) {
        int peer = (int)out->conn - 1;

        next = out->next;
        assert_in_range(peer, 0, PEERS - 1);
        assert_int_equal(out->kind, OUT_TEXT);
        buf_str(&s->heard[peer], out_body(out));
        buf_char(&s->heard[peer], '\n');
        buf_char(&s->order, "ABH"[peer]);
        out_free(out);
    }
}

static inline void forget_heard(struct scene *s)
{
    for (int i = 0; i < PEERS; i++)
        buf_clear(&s->heard[i]);
    buf_clear(&s->order);
}

static inline void step(struct scene *s, int peer, enum ask_kind kind, const char *text)
{
    forget_heard(s);
    by_hand_submit(s->hall, kind, (uint64_t)peer + 1, route_of(s, peer), str_of(text));
    hall_step(s->hall);
    hear(s);
}

/* The node that had the connection is gone. */
static inline void orphan(struct scene *s, int peer)
{
    struct ask *ask = ask_new(ASK_CLOSED, (uint64_t)peer + 1, route_of(s, peer), 0);

    ask->orphaned = true;
    forget_heard(s);
    assert_true(hall_submit(s->hall, ask, ask, 0));
    hall_step(s->hall);
    hear(s);
}

/* Lets timers fire. */
static inline void idle(struct scene *s)
{
    forget_heard(s);
    hall_step(s->hall);
    hear(s);
}

static inline bool heard(const struct scene *s, int peer, const char *part)
{
    return s->heard[peer].len && strstr(s->heard[peer].at, part);
}

static inline void scene_begin(struct scene *s)
{
    s->hall = by_hand_open(s->settings);
    hall_step(s->hall);
    for (int i = 0; i < PEERS; i++) {
        buf_char(&s->heard[i], '\n');
        step(s, i, ASK_OPENED, "");
    }
}

static inline struct scene *scene_open_on(const char *store)
{
    struct scene *s = calloc(1, sizeof *s);

    s->settings = by_hand_settings(store);
    setting_set(s->settings, "test-mode", "true");
    scene_begin(s);
    assert_string_equal(s->heard[HOME].at, "{\"type\":0,\"games\":{}}\n");
    return s;
}

static inline struct scene *scene_open(void)
{
    return scene_open_on("memory");
}

/* The server ends and is started again; all come again, without a word. */
static inline void scene_restart(struct scene *s)
{
    hall_close(s->hall);
    scene_begin(s);
}

static inline void scene_close(struct scene *s)
{
    hall_close(s->hall);
    settings_free(s->settings);
    for (int i = 0; i < PEERS; i++)
        buf_release(&s->heard[i]);
    buf_release(&s->order);
    free(s);
}

static inline int64_t number(const struct scene *s, int peer, const char *key)
{
    const char *at = strstr(s->heard[peer].at, key);

    assert_non_null(at);
    return atoll(at + strlen(key));
}

#endif
