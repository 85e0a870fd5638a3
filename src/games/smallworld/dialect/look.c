/* Reading games: getGameState, getGameList, and this protocol's part of the
 * hall's view of a table. */
#include "games/smallworld/dialect/self.h"

/* ---- getGameState ------------------------------------------------------------- */

static void flag(struct jout *out, const char *key, unsigned bits, unsigned bit)
{
    jout_field_bool(out, key, bits & bit);
}

static void region_state_out(const struct card *card, const struct region *r, struct jout *out)
{
    jout_open_object(out);
    if (r->owner) {
        jout_field_int(out, "ownerId", card->user[r->owner - 1]);
        jout_field_int(out, "tokenBadgeId", r->badge);
    }
    jout_field_int(out, "tokensNum", r->tokens);
    flag(out, "holeInTheGround", r->marks, MARK_HOLE);
    jout_field_int(out, "encampment", r->encampments);
    flag(out, "dragon", r->marks, MARK_DRAGON);
    flag(out, "fortified", r->marks, MARK_FORTRESS);
    flag(out, "hero", r->marks, MARK_HERO);
    flag(out, "inDecline", r->marks, MARK_DECLINED);
    jout_close_object(out);
}

static void map_fields(int64_t id, struct str name, int turns, int players, struct jout *out)
{
    jout_field_int(out, "mapId", id);
    jout_field_str(out, "mapName", name);
    jout_field_int(out, "turnsNum", turns);
    jout_field_int(out, "playersNum", players);
}

static void map_out(const struct card *card, const struct world *w, struct jout *out)
{
    const char *land = card->lands.at;

    jout_field_object(out, "map");
    map_fields(card->map, card->map_name, card->turns, card->players, out);
    jout_field_array(out, "regions");
    for (int i = 0; i < w->regions; i++) {
        /* The constant part is cached; it ends inside the object. */
        jout_raw(out, str_of(land));
        out->after_key = true;
        region_state_out(card, &w->region[i], out);
        buf_char(out->to, '}');
        land += strlen(land) + 1;
    }
    jout_close_array(out);
    jout_close_object(out);
}

static void badge_fields(const struct badge *badge, struct jout *out)
{
    jout_field_int(out, "tokenBadgeId", badge->id);
    jout_field_text(out, "raceName", smallworld_race_names[badge->race]);
    jout_field_text(out, "specialPowerName", smallworld_power_names[badge->power]);
}

static void badge_out(const char *key, const struct badge *badge, int tokens, struct jout *out)
{
    if (!badge->id)
        return;
    jout_field_object(out, key);
    badge_fields(badge, out);
    jout_field_int(out, "totalTokensNum", tokens);
    jout_close_object(out);
}

static void seat_out(const struct card *card, const struct table *t, int seat, struct jout *out)
{
    jout_field_int(out, "userId", card->user[seat]);
    jout_field_text(out, "username", t->seat[seat].name);
    jout_field_bool(out, "isReady", t->seat[seat].ready);
    jout_field_bool(out, "inGame", !card->gone[seat]);
}

static void player_out(const struct card *card, const struct table *t, const struct world *w, int seat, struct jout *out)
{
    const struct player *p = &w->player[seat];

    jout_open_object(out);
    seat_out(card, t, seat, out);
    jout_field_int(out, "coins", p->coins);
    jout_field_int(out, "tokensInHand", p->hand);
    jout_field_int(out, "priority", seat + 1);
    badge_out("currentTokenBadge", &p->current, p->hand + world_tokens(w, seat, false), out);
    badge_out("declinedTokenBadge", &p->declined, world_tokens(w, seat, true), out);
    jout_close_object(out);
}

static void deck_out(const struct world *w, struct jout *out)
{
    jout_field_array(out, "visibleTokenBadges");
    for (int i = 0, n = world_shown(w); i < n; i++) {
        jout_open_object(out);
        badge_fields(&w->deck[i].badge, out);
        jout_field_int(out, "position", i);
        jout_field_int(out, "bonusMoney", w->deck[i].coins);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void defence_out(const struct card *card, const struct world *w, struct jout *out)
{
    jout_field_object(out, "defendingInfo");
    jout_field_int(out, "playerId", card->user[w->defender]);
    jout_field_int(out, "regionId", w->lost + 1);
    jout_field_int(out, "tokensNum", w->player[w->defender].hand);
    jout_close_object(out);
}

static void friend_out(const struct card *card, const struct world *w, struct jout *out)
{
    jout_field_object(out, "friendInfo");
    jout_field_int(out, "diplomatId", card->user[w->diplomat]);
    if (w->befriended != NOBODY)
        jout_field_int(out, "friendId", card->user[w->befriended]);
    jout_close_object(out);
}

static bool somebody_has(const struct world *w, enum race race)
{
    for (int seat = 0; seat < w->seats; seat++)
        if (w->player[seat].current.race == race)
            return true;
    return false;
}

/* Additional members of a started game. */
static void course_out(const struct card *card, const struct world *w, int state, struct jout *out)
{
    jout_field_int(out, "activePlayerId", card->user[w->active]);
    if (state != GAME_DEAD)
        jout_field_text(out, "stage", stage_names[w->stage]);
    if (w->stage == DEFEND)
        defence_out(card, w, out);
    if (w->diplomat_known)
        friend_out(card, w, out);
    if (w->berserk)
        jout_field_int(out, "berserkDice", w->berserk - 1);
    if (somebody_has(w, HALFLINGS))
        jout_field_int(out, "holesPlaced", w->holes);
}

/* The position before the start: the map with its lost tribes. */
static void waiting_world(const struct card *card, struct world *out)
{
    struct refusal why = { 0 };

    *out = (struct world){ .seats = (uint8_t)card->players, .last_event = LAST_WAITING, .befriended = NOBODY };
    map_into_world(card->map_text, out, &why);
    for (int i = 0; i < PLAYERS_MAX; i++)
        out->player[i].coins = START_COINS;
}

static int count_players(const struct card *card)
{
    int n = 0;

    for (int i = 0; i < SEATS_MAX; i++)
        n += card->user[i] && !card->gone[i];
    return n;
}

static void state_out(struct smallworld *s, struct table *t, struct jout *out)
{
    struct card        *card = sw_card_of(s, t);
    const struct world *w = table_seen_by(s->hall, t, SEAT_NOBODY);
    int                 state = sw_game_state(s, t);
    struct world        waiting;

    jout_field_object(out, "gameState");
    jout_field_int(out, "gameId", card->id);
    jout_field_str(out, "gameName", card->name);
    jout_field_str(out, "gameDescription", card->description);
    jout_field_int(out, "currentPlayersNum", count_players(card));
    jout_field_int(out, "state", state);
    if (w)
        course_out(card, w, state, out);
    else
        waiting_world(card, &waiting);
    if (!w)
        w = &waiting;
    jout_field_int(out, "currentTurn", w->turn);
    jout_field_int(out, "lastEvent", w->last_event);
    jout_field_bool(out, "dragonAttacked", w->dragon_used);
    jout_field_bool(out, "enchanted", w->enchanted);
    jout_field_bool(out, "gotWealthy", w->wealthy_paid);
    map_out(card, w, out);
    jout_field_array(out, "players");
    for (int i = 0; i < PLAYERS_MAX; i++)
        if (card->user[i])
            player_out(card, t, w, i, out);
    jout_close_array(out);
    deck_out(w, out);
    jout_close_object(out);
}

enum word sw_do_get_game_state(struct call *c)
{
    struct table *t = sw_game_listed(c->s, sw_arg(c, "gameId")->number);

    if (!t)
        return BAD_GAME_ID;
    state_out(c->s, t, c->out);
    return WORD_OK;
}

/* ---- getGameList --------------------------------------------------------------- */

/* One row of the list: its game, and what is known of it without a replay. */
struct listed {
    int64_t id, turn, active;
    bool    over;
};

static bool next_game(struct smallworld *s, int64_t after, struct listed *out)
{
    struct stmt *q = s->sql.games;

    stmt_int(q, 1, after);
    bool found = stmt_row(q);
    if (found)
        *out = (struct listed){ stmt_col_int(q, 0), stmt_col_int(q, 2), stmt_col_int(q, 3), stmt_col_int(q, 1) };
    stmt_done(q);
    return found;
}

static void listed_out(struct smallworld *s, struct table *t, struct listed *row, struct jout *out)
{
    const struct card  *card = sw_card_of(s, t);
    const struct world *w = t->state;
    bool                started = t->phase != TABLE_WAITING;

    if (started && !row->over && w) {
        row->turn = w->turn;
        row->active = card->user[w->active];
    }
    jout_open_object(out);
    jout_field_int(out, "gameId", card->id);
    jout_field_str(out, "gameName", card->name);
    jout_field_str(out, "gameDescr", card->description);
    jout_field_str(out, "gameDescription", card->description);
    jout_field_int(out, "maxPlayersNum", card->players);
    if (started)
        jout_field_int(out, "activePlayerId", row->active);
    else
        jout_field_null(out, "activePlayerId");
    jout_field_int(out, "state", sw_game_state(s, t));
    jout_field_int(out, "turn", row->turn);
    jout_field_int(out, "turnsNum", card->turns);
    jout_field_int(out, "mapId", card->map);
    sw_picture_out(s, card->map, out);
    jout_field_int(out, "aiRequiredNum", started ? 0 : sw_robots_missing(s, t));
    jout_field_array(out, "players");
    for (int i = 0; i < PLAYERS_MAX; i++) {
        if (!card->user[i])
            continue;
        jout_open_object(out);
        seat_out(card, t, i, out);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

/* A sid may be given, and then it must be good. */
static bool sid_is_good(struct call *c)
{
    return !sw_arg(c, "sid")->given || sw_user_by_sid(c->s, sw_arg(c, "sid")->number, &c->user);
}

/* Lists the first game after `after`, which becomes its number. False: there is none. */
static bool list_next(struct call *c, int64_t *after)
{
    struct listed row;

    if (!next_game(c->s, *after, &row))
        return false;
    struct table *t = sw_game_listed(c->s, row.id);
    if (t)
        listed_out(c->s, t, &row, c->out);
    *after = row.id;
    return true;
}

enum word sw_do_get_game_list(struct call *c)
{
    int64_t before = 0, own;

    if (!sid_is_good(c))
        return BAD_USER_SID;
    stmt_int(c->s->sql.games_newest, 1, GAMES_LISTED);
    if (!c->s->test_mode)
        before = sw_row_top(c->s->sql.games_newest) - 1;
    jout_field_array(c->out, "games");
    own = c->user.game - 1; /* is listed however old it is */
    if (c->user.game && own < before)
        list_next(c, &own);
    while (list_next(c, &before))
        continue;
    jout_close_array(c->out);
    return WORD_OK;
}

/* ---- getMapList ---------------------------------------------------------------- */

static void listed_map_out(const struct map_row *map, struct jout *out)
{
    struct str        regions = map->regions, shapes = map->shapes, layout = map->layout;
    struct map_region region;

    jout_open_object(out);
    map_fields(map->id, map->name, map->turns, map->players, out);
    jout_field_str(out, "picture", map->picture);
    jout_field_array(out, "regions");
    while (map_next_region(&regions, &region) == ERR_OK) {
        jout_open_object(out);
        sw_region_out(&region, "constRegionState", "adjacentRegions", out);
        jout_field_int(out, "population", region.population);
        sw_shape_out(str_cut(&shapes, '\n'), str_cut(&layout, '\n'), out);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

/* Numbers of maps are never given again, so how many there are and the highest
 * one tell whether the list is still true; a new picture marks it (pictures.c). */
static bool map_list_is_true(struct smallworld *s)
{
    struct stmt *q = s->sql.map_span;
    int64_t      count = 0, top = 0;

    if (stmt_row(q)) {
        count = stmt_col_int(q, 0);
        top = stmt_col_int(q, 1);
    }
    stmt_done(q);
    bool same = count && count == s->map_list.count && top == s->map_list.top;
    s->map_list.count = count;
    s->map_list.top = top;
    return same;
}

static void write_map_list(struct smallworld *s)
{
    struct jout    out = jout_to(&s->map_list.text);
    struct map_row map;

    s->map_list.text.len = 0;
    jout_open_array(&out);
    while (sw_map_row_next(s->sql.maps, &map))
        listed_map_out(&map, &out);
    stmt_done(s->sql.maps);
    jout_close_array(&out);
}

enum word sw_do_get_map_list(struct call *c)
{
    if (!sid_is_good(c))
        return BAD_USER_SID;
    if (!map_list_is_true(c->s))
        write_map_list(c->s);
    jout_field_raw(c->out, "maps", buf_view(&c->s->map_list.text));
    return WORD_OK;
}

/* ---- in the hall --------------------------------------------------------------- */

/* Outlines for the browser: the map's own, or ones made up. */
static void shapes_out(struct smallworld *s, const struct card *card, struct jout *out)
{
    struct map_row    map;
    struct map_head   head;
    struct map_region region;
    struct buf        shapes = { 0 };
    struct str        regions = card->map_text;

    map_read_head(&regions, &head);
    if (sw_map_by_id(s, card->map, &map))
        buf_str(&shapes, map.layout);
    stmt_done(s->sql.map_by_id);
    if (!shapes.len) /* the map is gone, the table still has it */
        sw_layout_shapes(regions, &shapes);
    struct str rest = buf_view(&shapes);
    jout_field_array(out, "shapes");
    while (map_next_region(&regions, &region) == ERR_OK) {
        jout_open_object(out);
        sw_shape_out(str_cut(&rest, '\n'), STR(""), out);
        jout_close_object(out);
    }
    jout_close_array(out);
    buf_release(&shapes);
}

void sw_describe_table(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out)
{
    struct smallworld *s = self;
    struct table      *table = table_find(hall, t->id);

    (void)seat;
    if (!table)
        return;
    const struct card *card = sw_card_of(s, table);
    jout_field_int(out, "gameId", card->id);
    jout_field_str(out, "gameName", card->name);
    jout_field_str(out, "gameDescription", card->description);
    jout_field_int(out, "mapId", card->map);
    jout_field_str(out, "mapName", card->map_name);
    sw_picture_out(s, card->map, out);
    jout_field_array(out, "userIds");
    for (int i = 0; i < t->seats; i++)
        jout_int(out, card->user[i]);
    jout_close_array(out);
    shapes_out(s, card, out);
}
