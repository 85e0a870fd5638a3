/* A hall that is stepped by hand, connections of the Santorini door, and what
 * they heard in the latest step. */
#ifndef UNIT_SANTORINI_SCENE_H
#define UNIT_SANTORINI_SCENE_H

#include "kit/by_hand.h"

#include "tables/table.h"

#include <stdio.h>

enum { PEERS = 12 };

#define PING "{\"type\":\"PING\",\"content\":{}}"
#define RESULT(value) "{\"type\":\"RESULT\",\"content\":{\"value\":" value "}}\n"

extern const struct game santorini_game;

struct peer {
    uint64_t   conn;  /* 0: not connected */
    struct buf heard; /* lines of the latest step */
    bool       told_to_go;
    bool       pinged; /* and has not answered yet */
};

struct scene {
    struct settings    *settings;
    struct hall        *hall;
    const struct route *route;
    struct peer         peer[PEERS];
    uint64_t            conns;
};

static inline void hear(struct scene *s)
{
    for (struct out *out = hall_take_outs(s->hall), *next; out; out = next) {
        int i = 0;

        next = out->next;
        while (i < PEERS && s->peer[i].conn != out->conn)
            i++;
        if (i == PEERS) {
            if (out->kind != OUT_CLOSE) /* the hall's last word to those that went */
                fail_msg("something was sent to a connection that is gone");
        } else if (out->kind == OUT_TEXT && str_is(out_body(out), PING)) {
            s->peer[i].pinged = true;
        } else if (out->kind == OUT_TEXT) {
            assert_false(s->peer[i].told_to_go);
            buf_str(&s->peer[i].heard, out_body(out));
            buf_char(&s->peer[i].heard, '\n');
        } else {
            s->peer[i].told_to_go = true;
        }
        out_free(out);
    }
}

static inline void submit(struct scene *s, int i, enum ask_kind kind, const char *text)
{
    by_hand_submit(s->hall, kind, s->peer[i].conn, s->route, str_of(text));
}

/* One ask of a peer, as a batch of its own; pings are answered by the way. */
static inline void step(struct scene *s, int i, enum ask_kind kind, const char *text)
{
    for (int k = 0; k < PEERS; k++) {
        buf_clear(&s->peer[k].heard);
        buf_add(&s->peer[k].heard, "", 0);
        if (s->peer[k].pinged && s->peer[k].conn)
            submit(s, k, ASK_TEXT, PING);
        s->peer[k].pinged = false;
    }
    if (kind == ASK_OPENED) {
        s->peer[i].conn = ++s->conns;
        s->peer[i].told_to_go = false;
    }
    submit(s, i, kind, text);
    if (kind == ASK_CLOSED)
        s->peer[i].conn = 0;
    hall_step(s->hall);
    hear(s);
}

static inline bool heard(const struct scene *s, int i, const char *part)
{
    return strstr(s->peer[i].heard.at, part) != NULL;
}

static inline struct scene *scene_open(void)
{
    struct scene *s = calloc(1, sizeof *s);

    s->settings = by_hand_settings("memory");
    s->hall = by_hand_open(s->settings);
    s->route = by_hand_route(s->hall, "santorini");
    hall_step(s->hall);
    return s;
}

static inline void scene_close(struct scene *s)
{
    hall_close(s->hall);
    settings_free(s->settings);
    for (int i = 0; i < PEERS; i++)
        buf_release(&s->peer[i].heard);
    free(s);
}

#endif
