/* Shared by the files of the feed: listeners, their watches, and how messages
 * are written. A listener follows up to LIMIT_WATCHED_EACH tables. A watch is
 * either up to date, and every event is pushed as it happens, one text for all
 * with the same view (tell.c); or it is behind, and a timer sends the journal
 * in portions until it has caught up (watch.c). Never both, so nothing is sent
 * twice. */
#ifndef API_LISTENER_H
#define API_LISTENER_H

#include "api/call.h"
#include "api/feed.h"
#include "base/map.h"

enum {
    CLOSE_GOING_AWAY = 1001,
    CLOSE_POLICY = 1008,
    CLOSE_TRY_AGAIN = 1013,
};

struct listener {
    uint64_t         conn;
    uint64_t         account; /* 0: a spectator */
    uint64_t         serial;  /* 1, 2, 3... in the order of opening */
    int64_t          opened_at;
    bool             lobby, mine;
    char             peer[sizeof(((struct ask *)0)->peer)]; /* address */
    int              n_watched;
    uint64_t         watched[LIMIT_WATCHED_EACH];
    struct listener *next, *before;
    struct listener *mine_next; /* the next listener of this account that follows its own tables */
};

struct chase; /* watch.c: a replay that is catching up */

struct watch {
    struct listener *who;
    uint32_t         next;                /* sequence number of the next event to send */
    bool             legal, views, words; /* included in events */
    struct chase    *chase;               /* NULL: up to date */
};

/* All listeners of one table. */
struct audience {
    struct watch   *at;
    int             n, cap;
    struct presence told; /* last sent to all of them */
    bool            due;  /* in feed.present */
};

/* A watch that is behind, by ids: either may be gone when its turn comes. */
struct later {
    uint64_t conn, table;
};

/* The move that a listener is making right now: it gets the event as `made`. */
struct making {
    const struct listener *who;
    uint64_t               table;
    uint32_t               seq;
    struct str             key;
    bool                   told;
};

struct feed {
    struct map       audiences; /* by table */
    struct listener *first;     /* the latest */
    uint64_t         serial;
    int              n_listeners;
    struct map       of_address; /* their number, by address_key */
    struct later    *later;      /* queue of the timer, which runs while there are any */
    int              n_later, cap_later;
    struct making    making;

    struct map followers; /* mine.c: by account, the first listener that follows its own tables */
    struct map mine_told; /* mine.c: by table, a hash of what was sent */

    uint64_t *present; /* presence.c: tables whose presence may have changed */
    int       n_present, cap_present;
};

/* ---- messages (feed.c) --------------------------------------------------- */

struct jout         feed_message(struct buf *text, const char *type);
void                feed_send(struct hall *hall, const struct listener *l, struct jout *out); /* closes and releases */
/* Ends the message as a text for several connections. */
struct shared_text *feed_share(struct jout *out);

/* An error about a table (0: none) or a move with a key. */
void send_fault(struct hall *hall, const struct listener *l, const struct fault *fault, uint64_t table, struct str key);

/* ---- watches (watch.c) --------------------------------------------------- */

void          on_watch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc);
void          on_unwatch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc);
struct watch *watch_of(struct feed *f, uint64_t table, const struct listener *l);
void          watch_remove(struct hall *hall, struct feed *f, uint64_t table, struct listener *l);
void          watch_catch_up(struct hall *hall, struct feed *f, struct table *t, struct watch *w);
void          watch_free(struct watch *w);

/* A watch that is behind has been sent this event as `made`. False: there are
 * too many of those. */
bool watch_knows(struct watch *w, uint32_t seq);

/* ---- events (tell.c) ----------------------------------------------------- */

/* How a listener is told of an event. */
struct hearing {
    int        seat; /* -1: a spectator */
    bool       legal, views, words;
    bool       terse; /* watches without views: of a move only what is not as usual */
    struct str key;   /* of its own move: the event is sent as `made`; otherwise empty */
};
void write_live_event(struct hall *hall, struct jout *out, struct table *t, const struct table_event *event,
                      const struct hearing *hearing);
/* The phase, who is to act, the deadline, the view and the legal moves. */
void write_now(struct hall *hall, struct jout *out, struct table *t, const struct hearing *hearing);

void on_move(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc); /* making.c */

/* ---- one's own tables (mine.c) -------------------------------------------- */

void on_mine(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc);
void mine_stop(struct feed *f, struct listener *l);
void mine_happened(struct hall *hall, struct feed *f, struct table *t, const struct table_event *event);

/* ---- presence (presence.c) ------------------------------------------------- */

/* Somebody joined or left a table: its audience is told within a second. */
void presence_changed(struct hall *hall, struct feed *f, uint64_t table);

#endif
