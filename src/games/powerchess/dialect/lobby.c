/* /home: the public games that wait for a second player, through whichever door
 * they were opened. Messages from clients are ignored. */
#include "base/address.h"
#include "base/mem.h"
#include "games/powerchess/dialect/self.h"

enum lobby_message { ALL_GAMES, ADD_GAME, REMOVE_GAME };

/* Max games in the list for a newcomer, oldest first. Even with the longest
 * names it stays below LIMIT_OUTGOING. */
enum { LISTED_MOST = 500, CLOSE_TOO_MANY = 1008 };

bool lobby_waiting(const struct door *door, const struct table *t, int *creator)
{
    bool white = t->seat[WHITE].kind != SITTER_NONE, black = t->seat[BLACK].kind != SITTER_NONE;

    *creator = white ? WHITE : BLACK;
    return t->phase == TABLE_WAITING && white != black && !t->rated && !map_get(&door->absent, t->id);
}

static bool to_be_shown(const struct door *door, const struct table *t, int *creator)
{
    return t->listed && lobby_waiting(door, t, creator);
}

/* The creator's colour: true is White. The original page, and so the legacy
 * setting, uses 0 for White and 1 for Black. */
static void write_game(struct door *door, struct jout *j, const struct table *t, int creator)
{
    struct party *p = party_get(door, t->id);

    jout_field_str(j, "name", party_name(p, t, creator));
    if (door->legacy)
        jout_field_int(j, "color", creator);
    else
        jout_field_bool(j, "color", creator == WHITE);
    jout_field_int(j, "timeControl", t->setup.option[OPTION_TIME_CONTROL]);
    party_give_back(door, p);
}

/* Each game has to be looked up, so the list is kept until a game comes or goes. */
static void write_all(struct door *door)
{
    struct jout j = jout_to(&door->all);
    uint64_t    after = 0;
    int         n = 0;

    if (door->all.len)
        return;
    jout_open_object(&j);
    jout_field_int(&j, "type", ALL_GAMES);
    jout_field_object(&j, "games");
    for (struct table *t; n < LISTED_MOST && (t = table_next_live(door->hall, &powerchess_game, after)); after = t->id) {
        struct buf key = { 0 };
        int        creator;

        if (!to_be_shown(door, t, &creator))
            continue;
        n++;
        buf_uint(&key, t->id);
        jout_key_str(&j, buf_view(&key));
        buf_release(&key);
        jout_open_object(&j);
        write_game(door, &j, t, creator);
        jout_close_object(&j);
    }
    jout_close_object(&j);
    jout_close_object(&j);
}

static void tell(struct door *door, struct str message)
{
    struct shared_text *text = shared_text_new(message);

    for (int i = 0; i < door->n_lobby; i++)
        push_shared(door->hall, door->lobby[i], text);
    shared_text_drop(text);
}

void lobby_tell_all(struct door *door)
{
    write_all(door);
    tell(door, buf_view(&door->all));
}

void lobby_update(struct door *door, const struct table *t)
{
    int         creator;
    bool        show = to_be_shown(door, t, &creator);
    struct jout j = jout_to(&door->text);

    if (show == (map_get(&door->shown, t->id) != NULL))
        return;
    if (show)
        map_put(&door->shown, t->id, door);
    else
        map_remove(&door->shown, t->id);
    buf_clear(&door->all);
    buf_clear(&door->text);
    jout_open_object(&j);
    jout_field_int(&j, "type", show ? ADD_GAME : REMOVE_GAME);
    jout_field_uint(&j, "gameId", t->id);
    if (show)
        write_game(door, &j, t, creator);
    jout_close_object(&j);
    tell(door, buf_view(&door->text));
}

void lobby_reread(struct door *door)
{
    uint64_t after = 0;
    int      creator;

    buf_clear(&door->all);
    map_release(&door->shown);
    for (struct table *t; (t = table_next_live(door->hall, &powerchess_game, after)); after = t->id)
        if (to_be_shown(door, t, &creator))
            map_put(&door->shown, t->id, door);
}

static void enter(struct door *door, uint64_t conn, const char *peer)
{
    if (map_count(&door->homes, address_key(peer), +1) > (size_t)limit_now(SIZED_FEEDS_EACH) && !hall_test_mode(door->hall)) {
        map_count(&door->homes, address_key(peer), -1);
        push_close(door->hall, conn, CLOSE_TOO_MANY);
        return;
    }
    door->lobby = mem_room(door->lobby, door->n_lobby, &door->cap_lobby, sizeof door->lobby[0]);
    conn_set_data(door->hall, conn, door); /* it is one of them */
    door->lobby[door->n_lobby++] = conn;
    write_all(door);
    push_text(door->hall, conn, buf_view(&door->all));
}

static void leave(struct door *door, uint64_t conn, const char *peer)
{
    int i = 0;

    if (!conn_data(door->hall, conn))
        return; /* it was sent away */
    conn_set_data(door->hall, conn, NULL);
    map_count(&door->homes, address_key(peer), -1);
    while (door->lobby[i] != conn)
        i++;
    door->lobby[i] = door->lobby[--door->n_lobby];
}

void lobby_handle(struct hall *hall, void *self, struct ask *ask)
{
    (void)hall;
    if (ask->kind == ASK_OPENED)
        enter(self, ask->conn, ask->peer);
    else if (ask->kind == ASK_CLOSED)
        leave(self, ask->conn, ask->peer);
}
