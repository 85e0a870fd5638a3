/* The quick player, and the redeployments that it and the planner consider. */
#include "games/smallworld/quick.h"

enum { QUICK_WIDTH = 2 }; /* rows of conquests side by side */

/* ---- redeployment --------------------------------------------------------- */

/* A region that may need tokens: how cheap it is for others, what it pays, and
 * whether others can reach it. */
struct post {
    uint8_t region; /* 0-based */
    int8_t  defence;
    int8_t  worth;
    bool    threatened;
    uint8_t tokens;
};

struct posts {
    int         n, tokens;
    struct post at[REGIONS_MAX];
};

/* Regions that somebody else's race touches, or where new races come in. */
static set threats(const struct world *w, int seat)
{
    set found = { { 0 } };

    for (int i = 0; i < w->regions; i++) {
        const struct region *r = &w->region[i];

        if (r->owner && r->owner != seat + 1 && !(r->marks & MARK_DECLINED))
            found = set_or(found, world_neighbours(w, i));
    }
    for (int other = 0; other < w->seats; other++)
        if (other != seat && w->player[other].in_game && !w->player[other].current.id)
            return set_or(found, world_with_land(w, LAND_BORDER));
    return found;
}

static void gather_posts(const struct world *w, int seat, struct posts *out)
{
    const struct badge *badge = &w->player[seat].current;
    set                 threatened = threats(w, seat), rest = world_active_set(w, seat);

    out->n = 0;
    out->tokens = world_available(w, seat);
    for (int i; out->n < out->tokens && (i = set_take(&rest)) >= 0;) {
        const struct region *r = &w->region[i];
        struct post         *post = &out->at[out->n++];

        *post = (struct post){ .region = (uint8_t)i, .tokens = 1, .threatened = set_has(threatened, i) };
        post->defence = (int8_t)(2 + ((r->land & LAND_MOUNTAIN) != 0) + ((r->marks & MARK_FORTRESS) != 0) +
                                 ((r->marks & MARK_LAIR) != 0) + (r->marks & (MARK_HOLE | MARK_DRAGON) ? 20 : 0));
        post->worth =
            (int8_t)(1 + ((r->land & races[badge->race].pays_for) != 0) + ((r->land & powers[badge->power].pays_for) != 0));
    }
}

/* How a shape weighs what a post lacks: the neediest gets the next token. */
struct weights {
    int8_t worth, threat, token; /* `token`: what one there counts against another */
};

static int need(const struct post *post, const struct weights *by)
{
    return by->worth * post->worth + by->threat * post->threatened - by->token * (post->defence + post->tokens);
}

static struct post *neediest(struct posts *posts, const struct weights *by)
{
    struct post *found = &posts->at[0];

    for (int i = 1; i < posts->n; i++)
        if (need(&posts->at[i], by) > need(found, by))
            found = &posts->at[i];
    return found;
}

/* Marks go to the posts that matter most, and among these to the weakest. */
static int post_for_mark(const struct world *w, const struct posts *posts, uint64_t used, unsigned but)
{
    int found = -1, most = INT32_MIN;

    for (int i = 0; i < posts->n; i++) {
        const struct post *post = &posts->at[i];
        int                score = 4 * post->worth + 4 * post->threatened - post->defence;

        if (used >> i & 1 || w->region[post->region].marks & but || score <= most)
            continue;
        found = i;
        most = score;
    }
    return found;
}

static void write_camps(const struct world *w, struct posts *posts, int shape, struct orders *o)
{
    int      each = shape % 2 ? ENCAMPMENTS_MOST : 1;
    uint64_t used = 0;

    o->encampments.given = true;
    for (int left = ENCAMPMENTS_MOST; left > 0; left -= each) {
        int at = post_for_mark(w, posts, used, MARK_HOLE | MARK_DRAGON);

        if (at < 0)
            break;
        used |= UINT64_C(1) << at;
        o->encampments.at[o->encampments.n++] = (struct order){ posts->at[at].region + 1, each };
        posts->at[at].defence = (int8_t)(posts->at[at].defence + each);
    }
}

static void write_heroes(const struct world *w, struct posts *posts, struct orders *o)
{
    uint64_t used = 0;

    o->heroes.given = true;
    while (o->heroes.n < HEROES_MOST && o->heroes.n < posts->n) {
        int at = post_for_mark(w, posts, used, MARK_HOLE | MARK_DRAGON);

        at = at >= 0 ? at : post_for_mark(w, posts, used, 0);
        used |= UINT64_C(1) << at;
        o->heroes.at[o->heroes.n++] = (struct order){ posts->at[at].region + 1, 0 };
        posts->at[at].defence = (int8_t)(posts->at[at].defence + 20);
    }
}

static void write_marks(const struct world *w, int seat, struct posts *posts, int shape, struct orders *o)
{
    unsigned does = world_does(w, seat);

    o->encampments.given = o->heroes.given = o->fortified = false;
    o->encampments.n = o->heroes.n = 0;
    if (posts->n == 0)
        return;
    if (does & CAMPS)
        write_camps(w, posts, shape, o);
    if (does & SETS_HEROES)
        write_heroes(w, posts, o);
    if (does & FORTIFIES && world_count_fortresses(w) < FORTRESSES_MOST) {
        int at = post_for_mark(w, posts, 0, MARK_FORTRESS);

        o->fortified = at >= 0;
        if (at >= 0) {
            o->fortress = posts->at[at].region + 1;
            posts->at[at].defence++;
        }
    }
}

void redeploy_shape(const struct world *w, int seat, int shape, struct move *out)
{
    static const struct weights shapes[REDEPLOY_SHAPES] = {
        { 3, 6, 2 },   /* weak, threatened and worth it */
        { 0, 0, 1 },   /* all equally strong */
        { 0, 30, 1 },  /* threatened ones, equally */
        { 30, 0, 1 },  /* those that pay most, equally */
        { 6, 0, 2 },   /* by what they pay */
        { 0, 4, 1 },   /* threatened ones a little more */
        { 4, 4, -1 },  /* one fortress of all tokens, where it matters */
        { -1, 0, -1 }, /* one where it matters least: bait stays cheap elsewhere */
    };
    struct posts  posts;
    struct orders o;

    gather_posts(w, seat, &posts);
    write_marks(w, seat, &posts, shape, &o);
    for (int over = posts.tokens - posts.n; over > 0 && posts.n; over--)
        neediest(&posts, &shapes[shape])->tokens++;
    o.regions.given = true;
    o.regions.n = posts.n;
    for (int i = 0; i < posts.n; i++)
        o.regions.at[i] = (struct order){ posts.at[i].region + 1, posts.at[i].tokens };
    orders_to_move(&o, seat, out);
}

/* ---- the other moves ------------------------------------------------------- */

static void choose_badge(const struct world *w, int seat, struct move *out)
{
    int best = 0, most = INT32_MIN;

    for (int i = 0, n = world_shown(w); i < n && i <= w->player[seat].coins; i++) {
        int worth = badge_worth(w, seat, i);

        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    move_begin(out, seat, MOVE_SELECT);
    move_add(out, best);
}

static bool region_move(int seat, int kind, int region, struct move *out)
{
    move_begin(out, seat, kind);
    move_add(out, region + 1);
    return true;
}

/* Sorcerers take what they can; the dragon goes where it saves most tokens. */
static bool special_attack(const struct field *f, struct move *out)
{
    const struct world *w = f->w;
    unsigned            does = world_does(w, f->seat);
    int                 best = -1, most = 0;

    if (does & ENCHANTS && !w->enchanted) {
        set rest = f->reach;

        for (int region; (region = set_take(&rest)) >= 0;) {
            if (w->region[region].owner && f->value[region] > most &&
                smallworld_may_attack(w, f->seat, MOVE_ENCHANT, region, f->reach)) {
                best = region;
                most = f->value[region];
            }
        }
        if (best >= 0)
            return region_move(f->seat, MOVE_ENCHANT, best, out);
    }
    if (!(does & RIDES_DRAGON) || w->dragon_used || f->hand <= 0)
        return false;
    set rest = f->reach;
    for (int region; (region = set_take(&rest)) >= 0;) {
        int saves = f->value[region] + 5 * f->price[region];

        if (f->value[region] > 0 && saves > most) {
            best = region;
            most = saves;
        }
    }
    return best >= 0 && region_move(f->seat, MOVE_DRAGON, best, out);
}

/* With too few tokens for any region: the one that the die makes likeliest to
 * pay. A berserk die that was thrown must be used at any price. */
static int last_attack(const struct field *f)
{
    static const uint8_t chances[] = { 6, 3, 2, 1 };
    int                  best = -1, most = 0;
    set                  rest = f->reach;

    for (int region; f->hand > 0 && (region = set_take(&rest)) >= 0;) {
        int missing = f->price[region] - f->hand;

        if (missing > DIE_MOST)
            continue;
        int hope = f->value[region] * chances[missing > 0 ? missing : 0];
        if (hope > most) {
            best = region;
            most = hope;
        }
    }
    return best;
}

/* Any attack is better than leaving the game, for a race that cannot enter
 * otherwise. */
static bool desperate_attack(const struct world *w, int seat, struct move *out)
{
    set reach = world_reach(w, seat), rest = reach;

    for (int region; (region = set_take(&rest)) >= 0;)
        if (smallworld_may_attack(w, seat, MOVE_CONQUER, region, reach))
            return region_move(seat, MOVE_CONQUER, region, out);
    return false;
}

static bool attack(const struct world *w, int seat, struct move *out)
{
    struct field f;
    int          first;

    field_make(w, seat, &f);
    if (special_attack(&f, out))
        return true;
    if (world_does(w, seat) & THROWS_DIE && !w->berserk && f.hand > 0 && set_any(f.reach)) {
        move_begin(out, seat, MOVE_THROW);
        return true;
    }
    plan_conquests(&f, QUICK_WIDTH, &first);
    if (first < 0)
        first = last_attack(&f);
    return first >= 0 && region_move(seat, MOVE_CONQUER, first, out);
}

/* ---- decline --------------------------------------------------------------- */

/* The worth of the best new race now. */
static int next_race_worth(const struct world *w, int seat)
{
    struct world after = *w;
    struct move  m;
    int          most = 0;

    move_begin(&m, seat, MOVE_DECLINE);
    if (smallworld_apply(&after, &m, NULL, NULL) != ERR_OK)
        return 0;
    after.stage = SELECT_RACE;
    after.turn++;
    for (int i = 0, n = world_shown(&after); i < n && i <= after.player[seat].coins; i++) {
        int worth = badge_worth(&after, seat, i);

        most = worth > most ? worth : most;
    }
    return most;
}

/* Coins of the turns that are left, if the race goes on and if it declines now.
 * A race that goes on earns what it holds and takes; one that declines leaves
 * its regions behind, loses those of the race before, and its successor comes
 * a turn later. */
static bool better_decline(const struct world *w, int seat)
{
    struct field  f;
    struct income in;
    int           turns = w->turns - w->turn, first;

    if (turns < 2)
        return false;
    field_make(w, seat, &f);
    world_income(w, seat, &in);
    int active = set_count(f.active), old = in.regions - active + in.by_declined;
    int taken = plan_conquests(&f, QUICK_WIDTH, &first);
    int kept = turns < 3 ? turns : 3;
    int stay = (in.by_race + in.by_power + old) * COIN * (kept > 2 ? 2 : kept) + taken;
    int leave = next_race_worth(w, seat);

    /* The active race's regions pay either way; in a long game it still declines later. */
    if (turns > 2)
        stay += leave * (turns - 2) / (turns - 1) * 3 / 4;
    return leave > stay;
}

/* ---- retreat and friendship ------------------------------------------------- */

/* All tokens to the weakest region that matters. */
static void retreat(const struct world *w, int seat, struct move *out)
{
    set threatened = threats(w, seat);
    int best = -1, most = INT32_MIN;

    for (int i = 0; i < w->regions; i++) {
        const struct region *r = &w->region[i];

        if (!world_may_retreat_to(w, i))
            continue;
        int score =
            4 * set_has(threatened, i) - 2 * r->tokens - ((r->land & LAND_MOUNTAIN) != 0) - (r->marks & MARKS_IMMUNE ? 20 : 0);
        if (score > most) {
            best = i;
            most = score;
        }
    }
    move_begin(out, seat, MOVE_DEFEND);
    move_add(out, best + 1);
    move_add(out, w->player[seat].hand);
}

/* Befriends the most dangerous opponent: the strongest race that touches ours. */
static void befriend_or_finish(const struct world *w, int seat, struct move *out)
{
    int best = -1, most = -1;
    set own = world_active_set(w, seat);

    for (int other = 0; w->stage == BEFORE_FINISH_TURN && world_does(w, seat) & BEFRIENDS && other < w->seats; other++) {
        if (other == seat || w->attacked >> other & 1 || !w->player[other].in_game)
            continue;
        int danger = w->player[other].hand + world_tokens(w, other, false);
        set rest = world_active_set(w, other);
        for (int i; (i = set_take(&rest)) >= 0;)
            danger += 2 * set_any(set_and(world_neighbours(w, i), own));
        if (danger > most) {
            best = other;
            most = danger;
        }
    }
    move_begin(out, seat, best >= 0 ? MOVE_FRIEND : MOVE_FINISH);
    if (best >= 0)
        move_add(out, best);
}

/* A Stout race declines in the same turn if a new one is worth more than
 * going on with it. */
static bool stout_declines(const struct world *w, int seat)
{
    if (w->stage != BEFORE_FINISH_TURN || !(world_does(w, seat) & DECLINES_LATE) || w->turns - w->turn < 2)
        return false;
    struct income in;

    world_income(w, seat, &in);
    int old = in.regions - world_count_active(w, seat) + in.by_declined;
    return next_race_worth(w, seat) > (old + in.by_race + in.by_power) * 2 * COIN + world_available(w, seat) * 5;
}

/* ---- a move ------------------------------------------------------------------- */

bool quick_move(const void *state, int seat, struct rng *r, struct move *out)
{
    const struct world *w = state;

    (void)r;
    if (world_mover(w) != seat)
        return false;
    switch (w->stage) {
    case SELECT_RACE:
        choose_badge(w, seat, out);
        return true;
    case BEFORE_CONQUEST:
        if (better_decline(w, seat)) {
            move_begin(out, seat, MOVE_DECLINE);
            return true;
        }
        /* fall through */
    case CONQUEST:
        if (attack(w, seat, out))
            return true;
        if (world_count_active(w, seat))
            redeploy_shape(w, seat, 0, out);
        else if (!desperate_attack(w, seat, out))
            move_begin(out, seat, w->stage == BEFORE_CONQUEST ? MOVE_DECLINE : MOVE_LEAVE);
        return true;
    case DEFEND:
        retreat(w, seat, out);
        return true;
    case REDEPLOY:
        redeploy_shape(w, seat, 0, out);
        return true;
    default:
        if (stout_declines(w, seat))
            move_begin(out, seat, MOVE_DECLINE);
        else
            befriend_or_finish(w, seat, out);
        return true;
    }
}
