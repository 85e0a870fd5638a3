/* A position to look at: for browsers, for the terminal, and without its
 * secrets. Secret are the badges that are not on display and the
 * generators; coins are not. */
#include "games/smallworld/rules.h"

void smallworld_redact(void *state, int seat)
{
    struct world *w = state;

    (void)seat;
    w->die = 0;
    w->shuffles = rng_seeded(0);
    for (int i = world_shown(w); i < w->slots; i++)
        w->deck[i].badge = (struct badge){ .id = 0, .race = NO_RACE, .power = NO_POWER };
}

/* ---- JSON -------------------------------------------------------------- */

static void badge_out(const char *key, const struct badge *badge, int tokens, struct jout *out)
{
    if (!badge->id) {
        jout_field_null(out, key);
        return;
    }
    jout_field_object(out, key);
    jout_field_int(out, "id", badge->id);
    jout_field_text(out, "race", races[badge->race].name);
    jout_field_text(out, "power", powers[badge->power].name);
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

static bool attackable(const struct world *w, int region)
{
    struct move m;

    move_begin(&m, w->active, MOVE_CONQUER);
    move_add(&m, region + 1);
    return smallworld_check(w, &m) == WORD_OK;
}

static void region_out(const struct world *w, int region, struct jout *out)
{
    static const struct {
        const char *name;
        uint8_t     mark;
    } marks[] = {
        { "hole", MARK_HOLE },         { "dragon", MARK_DRAGON }, { "hero", MARK_HERO },
        { "fortress", MARK_FORTRESS }, { "lair", MARK_LAIR },     { "declined", MARK_DECLINED },
    };
    const struct region *r = &w->region[region];

    jout_open_object(out);
    jout_field_array(out, "land");
    for (int i = 0; i < LANDS; i++)
        if (r->land >> i & 1)
            jout_text(out, land_words[i].word);
    jout_close_array(out);
    jout_field_array(out, "near");
    for (int i = 0; i < w->regions; i++)
        if (world_near(w, region, i))
            jout_int(out, i + 1);
    jout_close_array(out);
    if (r->owner) {
        jout_field_int(out, "owner", r->owner - 1);
        jout_field_int(out, "badge", r->badge);
    }
    jout_field_int(out, "tokens", r->tokens);
    jout_field_int(out, "encampments", r->encampments);
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        jout_field_bool(out, marks[i].name, r->marks & marks[i].mark);
    if (attackable(w, region))
        jout_field_int(out, "price", world_price(w, w->active, region));
    jout_close_object(out);
}

static void deck_out(const struct world *w, struct jout *out)
{
    jout_field_array(out, "badges");
    for (int i = 0, n = world_shown(w); i < n; i++) {
        const struct slot *slot = &w->deck[i];

        jout_open_object(out);
        jout_field_int(out, "id", slot->badge.id);
        jout_field_text(out, "race", races[slot->badge.race].name);
        jout_field_text(out, "power", powers[slot->badge.power].name);
        jout_field_int(out, "tokens", races[slot->badge.race].tokens + powers[slot->badge.power].tokens);
        jout_field_int(out, "price", i);
        jout_field_int(out, "coins", slot->coins);
        jout_close_object(out);
    }
    jout_close_array(out);
}

void smallworld_view(const void *state, int seat, struct jout *out)
{
    const struct world *w = state;

    (void)seat;
    jout_open_object(out);
    jout_field_int(out, "turn", w->turn);
    jout_field_int(out, "turns", w->turns);
    jout_field_text(out, "stage", stage_names[w->stage]);
    jout_field_int(out, "active", w->active);
    if (w->stage == DEFEND) {
        jout_field_object(out, "defence");
        jout_field_int(out, "seat", w->defender);
        jout_field_int(out, "lost", w->lost + 1);
        jout_field_int(out, "tokens", w->player[w->defender].hand);
        jout_close_object(out);
    }
    if (w->befriended != NOBODY) {
        jout_field_object(out, "friendship");
        jout_field_int(out, "diplomat", w->diplomat);
        jout_field_int(out, "friend", w->befriended);
        jout_close_object(out);
    }
    if (w->berserk)
        jout_field_int(out, "die", w->berserk - 1);
    jout_field_bool(out, "dragonUsed", w->dragon_used);
    jout_field_bool(out, "enchanted", w->enchanted);
    jout_field_int(out, "available", world_mover(w) == NOBODY ? 0 : world_available(w, w->active));
    jout_field_array(out, "players");
    for (int i = 0; i < w->seats; i++)
        player_out(w, i, out);
    jout_close_array(out);
    deck_out(w, out);
    jout_field_array(out, "regions");
    for (int i = 0; i < w->regions; i++)
        region_out(w, i, out);
    jout_close_array(out);
    jout_close_object(out);
}

/* ---- terminal ---------------------------------------------------------- */

static void draw_region(const struct world *w, int region, struct buf *out)
{
    const struct region *r = &w->region[region];

    buf_printf(out, "%3d ", region + 1);
    for (int i = 0; i < LANDS; i++)
        buf_char(out, r->land >> i & 1 ? land_words[i].letter : '.');
    if (r->owner)
        buf_printf(out, "  %s%d x%d", r->marks & MARK_DECLINED ? "declined P" : "P", r->owner, r->tokens);
    else if (r->tokens)
        buf_printf(out, "  lost tribe x%d", r->tokens);
    if (r->encampments)
        buf_printf(out, " camps:%d", r->encampments);
    buf_text(out, r->marks & MARK_HOLE ? " hole" : "");
    buf_text(out, r->marks & MARK_DRAGON ? " dragon" : "");
    buf_text(out, r->marks & MARK_HERO ? " hero" : "");
    buf_text(out, r->marks & MARK_FORTRESS ? " fortress" : "");
    buf_text(out, r->marks & MARK_LAIR ? " lair" : "");
    buf_char(out, '\n');
}

void smallworld_draw(const void *state, struct buf *out)
{
    const struct world *w = state;

    buf_printf(out, "turn %d of %d, %s, player %d\n", w->turn + 1, w->turns, stage_names[w->stage], w->active + 1);
    for (int i = 0; i < w->seats; i++) {
        const struct player *p = &w->player[i];

        buf_printf(out, "P%d %3d coins, hand %2d", i + 1, p->coins, p->hand);
        if (p->current.id)
            buf_printf(out, ", %s %s", powers[p->current.power].name, races[p->current.race].name);
        if (p->declined.id)
            buf_printf(out, ", declined %s", races[p->declined.race].name);
        buf_text(out, p->in_game ? "\n" : ", left\n");
    }
    for (int i = 0, n = world_shown(w); i < n; i++)
        buf_printf(out, "%d: %s %s%s", i, powers[w->deck[i].badge.power].name, races[w->deck[i].badge.race].name,
                   i == n - 1 ? "\n" : ", ");
    for (int i = 0; i < w->regions; i++)
        draw_region(w, i, out);
}

/* ---- result ------------------------------------------------------------ */

/* Most coins win; whoever left comes after all who stayed. */
static bool better(const struct player *a, const struct player *b)
{
    return a->in_game != b->in_game ? a->in_game : a->coins > b->coins;
}

void smallworld_result(const void *state, struct result *out)
{
    const struct world *w = state;

    *out = (struct result){ .over = w->stage == GAME_OVER };
    for (int seat = 0; seat < w->seats; seat++) {
        out->points[seat] = w->player[seat].coins;
        out->rank[seat] = 1;
        for (int other = 0; other < w->seats; other++)
            out->rank[seat] += better(&w->player[other], &w->player[seat]);
    }
}
