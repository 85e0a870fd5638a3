/* The feed's connections: authentication, requests, and the lobby. */
#include "api/feed.h"

#include "api/list.h"
#include "api/listener.h"
#include "base/address.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LOBBY_MAX = 500, /* tables in the first lobby message */
};

struct feed *feed_new(void)
{
    return mem_new(sizeof(struct feed));
}

static void audience_free(void *value)
{
    struct audience *a = value;

    for (int i = 0; i < a->n; i++)
        watch_free(&a->at[i]);
    free(a->at);
    free(a);
}

void feed_free(struct feed *f)
{
    map_release_with(&f->audiences, audience_free);
    map_release(&f->followers);
    map_release(&f->of_address);
    map_release(&f->mine_told);
    free(f->later);
    free(f->present);
    for (struct listener *l = f->first, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    free(f);
}

int feed_connections(const struct feed *f)
{
    return f->n_listeners;
}

int feed_connections_of(const struct feed *f, uint64_t account)
{
    int n = 0;

    for (const struct listener *l = f->first; l; l = l->next)
        n += l->account == account;
    return n;
}

static enum err write_connection(struct hall *hall, struct jout *out, const struct listener *l)
{
    struct account account;
    enum err       err = l->account ? account_by_id(hall, l->account, &account) : ERR_NONE;

    jout_open_object(out);
    jout_field_uint(out, "id", l->serial);
    jout_field_text(out, "address", l->peer);
    if (err)
        jout_field_null(out, "name");
    else
        jout_field_text(out, "name", account.name);
    jout_field_int(out, "opened_at", l->opened_at);
    jout_field_array(out, "tables");
    for (int i = 0; i < l->n_watched; i++)
        jout_uint(out, l->watched[i]);
    jout_close_array(out);
    jout_close_object(out);
    return err == ERR_NONE ? ERR_OK : err;
}

enum err feed_write_connections(struct hall *hall, struct jout *out, const char *key, uint64_t before, int limit, uint64_t *next)
{
    const struct listener *l = api_of(hall)->feed->first;
    enum err               err = ERR_OK;

    while (l && l->serial >= before)
        l = l->next;
    *next = 0;
    jout_field_array(out, key);
    for (; l && limit && !err; l = l->next, limit--) {
        err = write_connection(hall, out, l);
        *next = l->serial;
    }
    jout_close_array(out);
    if (!l)
        *next = 0;
    return err;
}

/* ---- messages ---------------------------------------------------------- */

struct jout feed_message(struct buf *text, const char *type)
{
    struct jout out = jout_to(text);

    jout_open_object(&out);
    jout_field_text(&out, "type", type);
    return out;
}

void feed_send(struct hall *hall, const struct listener *l, struct jout *out)
{
    jout_close_object(out);
    push_text(hall, l->conn, buf_view(out->to));
    buf_release(out->to);
}

struct shared_text *feed_share(struct jout *out)
{
    jout_close_object(out);
    struct shared_text *shared = shared_text_new(buf_view(out->to));
    buf_release(out->to);
    return shared;
}

void send_fault(struct hall *hall, const struct listener *l, const struct fault *fault, uint64_t table, struct str key)
{
    struct buf  text = { 0 };
    struct jout out = feed_message(&text, "error");

    if (key.len)
        jout_field_str(&out, "key", key);
    if (table)
        jout_field_uint(&out, "table", table);
    fault_write(&out, "error", fault);
    feed_send(hall, l, &out);
}

static void send_error(struct hall *hall, const struct listener *l, enum api_error error, const char *why)
{
    send_fault(hall, l, &(struct fault){ .error = error, .why = why }, 0, STR_NONE);
}

/* ---- what clients say -------------------------------------------------- */

static void on_auth(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct feed   *f = api_of(hall)->feed;
    struct account account;
    struct str     token;
    struct buf     text = { 0 };

    (void)doc;
    if (!jin_string(value, &token) || session_find(hall, token, &account)) {
        send_error(hall, l, API_SESSION_OVER, NULL);
        return;
    }
    if (l->account != account.id)
        mine_stop(f, l);
    l->account = account.id;
    for (int i = 0; i < l->n_watched; i++)
        presence_changed(hall, f, l->watched[i]);
    struct jout out = feed_message(&text, "auth");
    jout_field_text(&out, "name", account.name);
    feed_send(hall, l, &out);
}

static void on_lobby(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct buf text = { 0 };

    (void)doc;
    if (!jin_bool(value, &l->lobby)) {
        send_error(hall, l, API_BAD_FIELD, "\"lobby\" must be true or false.");
        return;
    }
    struct jout out = feed_message(&text, "lobby");
    jout_field_text(&out, "change", l->lobby ? "all" : "none");
    if (l->lobby)
        lists_write_lobby(hall, &out, "tables", LOBBY_MAX);
    feed_send(hall, l, &out);
}

/* The member that selects what a message does. */
static const struct {
    const char *name;
    void (*run)(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc);
} wants[] = {
    /* clang-format off */
    { "move",    on_move },
    { "auth",    on_auth },
    { "watch",   on_watch },
    { "unwatch", on_unwatch },
    { "lobby",   on_lobby },
    { "mine",    on_mine },
    /* clang-format on */
};

static bool too_fast(struct hall *hall, const struct listener *l)
{
    char who[24];

    snprintf(who, sizeof who, "%llu", (unsigned long long)l->conn);
    return !rate_allow(hall, "feed", str_of(who), LIMIT_FEED_MESSAGES_PER_MINUTE);
}

static void heard(struct hall *hall, struct listener *l, struct str text)
{
    struct jin *doc = NULL;
    size_t      i = 0;

    bool good = jin_parse(text, LIMIT_JSON_DEPTH, 0, &doc) == ERR_OK && jin_kind(doc) == JIN_OBJECT;
    while (good && i < ARRAY_LEN(wants) && !jin_get(doc, wants[i].name))
        i++;
    bool moves = good && i < ARRAY_LEN(wants) && wants[i].run == on_move; /* moves have their own limit */
    if (!moves && too_fast(hall, l))
        push_close(hall, l->conn, CLOSE_POLICY);
    else if (!good)
        send_error(hall, l, API_BAD_JSON, "A message must be a JSON object.");
    else if (i < ARRAY_LEN(wants))
        wants[i].run(hall, l, jin_get(doc, wants[i].name), doc);
    else
        send_error(hall, l, API_BAD_FIELD, "A message has auth, watch, unwatch, lobby, mine or move.");
    jin_free(doc);
}

/* ---- connections ------------------------------------------------------- */

static void opened(struct hall *hall, struct api *api, const struct ask *ask)
{
    struct feed *f = api->feed;
    struct buf   text = { 0 };

    if (map_count(&f->of_address, address_key(ask->peer), +1) > (size_t)limit_now(SIZED_FEEDS_EACH) && !hall_test_mode(hall)) {
        map_count(&f->of_address, address_key(ask->peer), -1);
        push_close(hall, ask->conn, CLOSE_POLICY);
        return;
    }
    struct listener *l = mem_new(sizeof *l);
    l->conn = ask->conn;
    l->serial = ++f->serial;
    l->opened_at = hall_now(hall);
    memcpy(l->peer, ask->peer, sizeof l->peer);
    l->next = f->first;
    if (f->first)
        f->first->before = l;
    f->first = l;
    f->n_listeners++;
    conn_set_data(hall, l->conn, l);
    struct jout out = feed_message(&text, "hello");
    jout_field_text(&out, "server", "meeple " MEEPLE_VERSION);
    jout_field_int(&out, "now", hall_now(hall));
    jout_field_text(&out, "assets", api->assets);
    feed_send(hall, l, &out);
}

static void closed(struct hall *hall, struct feed *f, struct listener *l)
{
    map_count(&f->of_address, address_key(l->peer), -1);
    mine_stop(f, l);
    while (l->n_watched)
        watch_remove(hall, f, l->watched[0], l);
    if (l->next)
        l->next->before = l->before;
    if (l->before)
        l->before->next = l->next;
    else
        f->first = l->next;
    f->n_listeners--;
    conn_set_data(hall, l->conn, NULL);
    free(l);
}

void feed_handle(struct hall *hall, void *self, struct ask *ask)
{
    struct api      *api = self;
    struct listener *l = conn_data(hall, ask->conn);

    if (ask->kind == ASK_OPENED)
        opened(hall, api, ask);
    else if (ask->kind == ASK_TEXT && l)
        heard(hall, l, ask->body);
    else if (ask->kind == ASK_CLOSED && l)
        closed(hall, api->feed, l);
}

/* ---- ends -------------------------------------------------------------- */

static void close_all(struct hall *hall, struct feed *f, int code)
{
    for (struct listener *l = f->first; l; l = l->next)
        push_close(hall, l->conn, code);
}

/* The batch's pushes were discarded. Rather than find out who missed what,
 * close all feeds: clients reconnect and say where they stopped. */
void feed_forget(struct hall *hall, struct feed *f)
{
    close_all(hall, f, CLOSE_TRY_AGAIN);
}

void feed_goodbye(struct hall *hall, struct feed *f)
{
    close_all(hall, f, CLOSE_GOING_AWAY);
}

void feed_end_account(struct hall *hall, uint64_t account)
{
    for (struct listener *l = api_of(hall)->feed->first; l; l = l->next)
        if (l->account == account)
            push_close(hall, l->conn, CLOSE_POLICY);
}
