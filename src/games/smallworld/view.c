/* The view of a redacted position as JSON, the board (what never changes) and
 * forms (moves to compose). */
#include "games/smallworld/map.h"

static void name_out(const struct world *w, int region, struct jout *out)
{
    char room[REGION_NAME_BYTES];

    jout_str(out, region_name(w, region, room));
}

/* ---- the view ------------------------------------------------------------ */

static void badge_out(const char *key, const struct badge *badge, int tokens, struct jout *out)
{
    if (!badge->id) {
        jout_field_null(out, key);
        return;
    }
    jout_field_object(out, key);
    jout_field_int(out, "id", badge->id);
    jout_field_text(out, "race", smallworld_race_names[badge->race]);
    jout_field_text(out, "power", smallworld_power_names[badge->power]);
    jout_field_int(out, "tokens", tokens);
    jout_close_object(out);
}

static void player_out(const struct world *w, int seat, struct jout *out)
{
    const struct player *p = &w->player[seat];

    jout_open_object(out);
    jout_field_int(out, "coins", p->coins);
    jout_field_int(out, "hand", p->hand);
    jout_field_bool(out, "inGame", p->in_game);
    badge_out("current", &p->current, p->hand + world_tokens(w, seat, false), out);
    badge_out("declined", &p->declined, world_tokens(w, seat, true), out);
    jout_close_object(out);
}

static void text_or_null(struct jout *out, const char *key, const char *text)
{
    if (text)
        jout_field_text(out, key, text);
    else
        jout_field_null(out, key);
}

/* Who is there. */
static void holder_out(const struct world *w, const struct region *r, struct jout *out)
{
    static const struct badge nobody;
    const struct player      *p = r->owner ? &w->player[r->owner - 1] : NULL;
    const struct badge       *badge = !p ? &nobody : r->marks & MARK_DECLINED ? &p->declined : &p->current;
    bool                      lost_tribe = !r->owner && r->tokens;

    if (r->owner) {
        jout_field_int(out, "owner", r->owner - 1);
        jout_field_int(out, "badge", r->badge);
    }
    text_or_null(out, "race", lost_tribe ? LOST_TRIBE : smallworld_race_names[badge->race]);
    text_or_null(out, "power", smallworld_power_names[badge->power]);
    jout_field_bool(out, "lost_tribe", lost_tribe);
}

/* Where the active seat may attack now. */
static set targets(const struct world *w)
{
    set         found = { { 0 } }, reach, rest;
    struct move attack;

    move_begin(&attack, w->active, MOVE_CONQUER);
    if (smallworld_check_stage(w, &attack, NULL) != ERR_OK)
        return found;
    reach = rest = world_reach(w, w->active);
    for (int i; (i = set_take(&rest)) >= 0;)
        if (smallworld_may_attack(w, w->active, MOVE_CONQUER, i, reach))
            set_add(&found, i);
    return found;
}

/* What an attack by the active seat takes. */
static void cost_out(const struct world *w, int region, struct jout *out)
{
    struct price price;
    int          need = world_price(w, w->active, region, &price);

    jout_field_int(out, "price", need);
    jout_field_object(out, "cost");
    jout_field_int(out, "need", need);
    jout_field_bool(out, "with_die", need > w->player[w->active].hand && !w->berserk);
    jout_field_array(out, "parts");
    for (int i = 0; i < price.n; i++) {
        jout_open_array(out);
        jout_text(out, price.part[i].name);
        jout_int(out, price.part[i].tokens);
        jout_close_array(out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

static void region_out(const struct world *w, int region, bool target, struct jout *out)
{
    const struct region *r = &w->region[region];

    jout_open_object(out);
    holder_out(w, r, out);
    jout_field_int(out, "tokens", r->tokens);
    jout_field_int(out, "encampments", r->encampments);
    for (int i = 0; i < MARKS; i++)
        jout_field_bool(out, marks[i].name, r->marks >> i & 1);
    if (target)
        cost_out(w, region, out);
    jout_close_object(out);
}

static void deck_out(const struct world *w, struct jout *out)
{
    jout_field_array(out, "badges");
    for (int i = 0, n = world_shown(w); i < n; i++) {
        const struct slot *slot = &w->deck[i];

        jout_open_object(out);
        jout_field_int(out, "id", slot->badge.id);
        jout_field_text(out, "race", smallworld_race_names[slot->badge.race]);
        jout_field_text(out, "power", smallworld_power_names[slot->badge.power]);
        jout_field_int(out, "tokens", races[slot->badge.race].tokens + powers[slot->badge.power].tokens);
        jout_field_int(out, "price", i);
        jout_field_int(out, "coins", slot->coins);
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* What the active seat would earn if its turn ended now. */
static void income_out(const struct world *w, struct jout *out)
{
    struct income in = w->income;

    if (w->stage == GAME_OVER) {
        jout_field_null(out, "income");
        return;
    }
    if (!in.stored)
        world_income(w, w->active, &in);
    jout_field_object(out, "income");
    jout_field_int(out, "regions", in.regions);
    jout_field_int(out, "race", in.by_race);
    jout_field_int(out, "power", in.by_power);
    jout_field_int(out, "declined", in.by_declined);
    jout_field_int(out, "total", income_total(&in));
    jout_close_object(out);
}

/* Tokens that the active seat's race has for a redeployment. */
static int available(const struct world *w)
{
    return w->stage != GAME_OVER && w->player[w->active].current.id ? world_available(w, w->active) : 0;
}

static void defence_out(const struct world *w, struct jout *out)
{
    jout_field_object(out, "defence");
    jout_field_int(out, "seat", w->defender);
    jout_field_int(out, "lost", w->lost + 1);
    jout_field_int(out, "tokens", w->player[w->defender].hand);
    jout_close_object(out);
}

static void friendship_out(const struct world *w, struct jout *out)
{
    jout_field_object(out, "friendship");
    jout_field_int(out, "diplomat", w->diplomat);
    jout_field_int(out, "friend", w->befriended);
    jout_close_object(out);
}

void smallworld_view(const void *state, int seat, struct jout *out)
{
    const struct world *w = state;
    set                 target = targets(w);

    (void)seat;
    jout_field_int(out, "turn", w->turn);
    jout_field_int(out, "turns", w->turns);
    jout_field_text(out, "stage", stage_names[w->stage]);
    jout_field_int(out, "active", w->active);
    if (w->stage == DEFEND)
        defence_out(w, out);
    if (w->befriended != NOBODY)
        friendship_out(w, out);
    if (w->berserk)
        jout_field_int(out, "die", w->berserk - 1);
    jout_field_bool(out, "dragonUsed", w->dragon_used);
    jout_field_bool(out, "enchanted", w->enchanted);
    jout_field_int(out, "available", available(w));
    income_out(w, out);
    jout_field_array(out, "players");
    for (int i = 0; i < w->seats; i++)
        player_out(w, i, out);
    jout_close_array(out);
    deck_out(w, out);
    jout_field_array(out, "regions");
    for (int i = 0; i < w->regions; i++)
        region_out(w, i, set_has(target, i), out);
    jout_close_array(out);
}

/* ---- the board ------------------------------------------------------------ */

/* The shape of one region after the other. */
struct shapes {
    struct str    lines;
    bool          laid_out; /* `layout` is there */
    struct layout layout;
    int           n;
    struct point  corner[MAP_POINTS_MOST];
    struct point  label;
};

/* The middle of an outline's corners. */
static struct point middle(const struct point *corner, int n)
{
    struct point sum = { 0, 0 };

    for (int i = 0; i < n; i++) {
        sum.x += corner[i].x;
        sum.y += corner[i].y;
    }
    return n ? (struct point){ sum.x / n, sum.y / n } : sum;
}

/* False: the line has no outline, or none that can be drawn. */
static bool read_shape(struct shapes *s, struct str line)
{
    struct str   outline = str_cut(&line, '|'), at_race = str_cut(&line, '|');
    struct point race, power;

    s->n = 0;
    while (outline.len && s->n < MAP_POINTS_MOST)
        if (!map_next_point(&outline, &s->corner[s->n++]))
            return false;
    s->label = middle(s->corner, s->n);
    /* Where race and power have one place, that is where the label goes. */
    if (map_next_point(&at_race, &race) && map_next_point(&line, &power) && race.x == power.x && race.y == power.y)
        s->label = race;
    return s->n >= 3;
}

static void next_shape(const struct world *w, struct shapes *s, int region)
{
    if (read_shape(s, str_cut(&s->lines, '\n')))
        return;
    if (!s->laid_out)
        layout_make(w, &s->layout);
    s->laid_out = true;
    s->n = layout_outline(&s->layout, region, s->corner);
    s->label = layout_centre(&s->layout, region);
}

static void point_out(struct point p, struct jout *out)
{
    jout_open_array(out);
    jout_int(out, p.x);
    jout_int(out, p.y);
    jout_close_array(out);
}

static void place_out(const struct world *w, int region, const struct shapes *s, struct jout *out)
{
    const struct region *r = &w->region[region];

    jout_open_object(out);
    jout_field_array(out, "land");
    for (int i = 0; i < LANDS; i++)
        if (r->land >> i & 1)
            jout_text(out, smallworld_land_words[i]);
    jout_close_array(out);
    jout_field_array(out, "near");
    for (int i = 0; i < w->regions; i++)
        if (world_near(w, region, i))
            jout_int(out, i + 1);
    jout_close_array(out);
    jout_field_array(out, "outline");
    for (int i = 0; i < s->n; i++)
        point_out(s->corner[i], out);
    jout_close_array(out);
    jout_key(out, "label");
    point_out(s->label, out);
    jout_key(out, "name");
    name_out(w, region, out);
    jout_close_object(out);
}

static struct point extent(const struct world *w, struct shapes *s)
{
    struct point most = { 0, 0 };
    struct str   lines = s->lines;

    if (!lines.len)
        return (struct point){ LAYOUT_WIDTH, LAYOUT_HEIGHT };
    for (int i = 0; i < w->regions; i++) {
        next_shape(w, s, i);
        for (int k = 0; k < s->n; k++) {
            most.x = s->corner[k].x > most.x ? s->corner[k].x : most.x;
            most.y = s->corner[k].y > most.y ? s->corner[k].y : most.y;
        }
    }
    s->lines = lines;
    return most;
}

void board_write(const struct world *w, struct str shapes, struct jout *out)
{
    struct shapes s = { .lines = shapes };
    struct point  most = extent(w, &s);

    if (w->map)
        jout_field_int(out, "map", w->map);
    else
        jout_field_null(out, "map");
    jout_field_int(out, "width", most.x);
    jout_field_int(out, "height", most.y);
    jout_field_array(out, "regions");
    for (int i = 0; i < w->regions; i++) {
        next_shape(w, &s, i);
        place_out(w, i, &s, out);
    }
    jout_close_array(out);
}

void smallworld_board(const void *state, struct jout *out)
{
    const struct world *w = state;

    board_write(w, str_of(w->built_in ? default_maps[w->built_in - 1].shapes : ""), out);
}

/* ---- forms ----------------------------------------------------------------- */

static void open_form(const char *word, int tokens, struct jout *out)
{
    form_open(out, word, word);
    jout_field_int(out, "tokens", tokens);
    jout_field_array(out, "regions");
}

static void open_choice(const struct world *w, int region, struct jout *out)
{
    jout_open_object(out);
    jout_field_int(out, "region", region + 1);
    jout_key(out, "name");
    name_out(w, region, out);
}

static void redeploy_form(const struct world *w, int seat, struct jout *out)
{
    unsigned does = world_does(w, seat);

    open_form(smallworld_kinds[MOVE_REDEPLOY].word, world_available(w, seat), out);
    for (int i = 0; i < w->regions; i++) {
        if (!world_active(w, seat, i))
            continue;
        open_choice(w, i, out);
        jout_field_int(out, "least", 1);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_field_int(out, "encampments", does & CAMPS ? ENCAMPMENTS_MOST : 0);
    jout_field_bool(out, "fortress", does & FORTIFIES && world_count_fortresses(w) < FORTRESSES_MOST);
    jout_field_int(out, "heroes", does & SETS_HEROES ? HEROES_MOST : 0);
    jout_close_object(out);
}

static void defend_form(const struct world *w, int seat, struct jout *out)
{
    open_form(smallworld_kinds[MOVE_DEFEND].word, w->player[seat].hand, out);
    for (int i = 0; i < w->regions; i++) {
        if (!world_may_retreat_to(w, i))
            continue;
        open_choice(w, i, out);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

void smallworld_forms(const void *seen, int seat, struct jout *out)
{
    const struct world *w = seen;

    if (world_mover(w) != seat)
        return;
    if (w->stage == DEFEND)
        defend_form(w, seat, out);
    else if ((w->stage == BEFORE_CONQUEST || w->stage == CONQUEST || w->stage == REDEPLOY) && world_count_active(w, seat))
        redeploy_form(w, seat, out);
}
