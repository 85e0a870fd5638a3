/* Santorini behind the contract of game/game.h: options, moves, results. */
#include "games/santorini/rules.h"

enum {
    PLAY_MOVES_MAX = 64, /* two pawns, two targets a neighbour: far fewer */
    PLACE_MOVES_MAX = CELLS * (CELLS - 1),
};

/* ---- setup ------------------------------------------------------------- */

static const char *const choices[] = {
    "chosen",     "none", "Apollo", "Minotaur", "Atlas",  "Athena",  "Hephaestus", "Demeter", "Pan", "Artemis",
    "Prometheus", "Zeus", "Charon", "Hestia",   "Urania", "Chronus", "Limus",      "Hades",   NULL,
};
_Static_assert(ARRAY_LEN(choices) == OPTION_GOD + GODS + 1, "a word for each god");

static const struct option options[] = {
    { .name = "god1", .help = "god of the first seat", .most = ARRAY_LEN(choices) - 2, .words = choices },
    { .name = "god2", .help = "god of the second seat", .most = ARRAY_LEN(choices) - 2, .words = choices },
    { .name = "god3", .help = "god of the third seat", .most = ARRAY_LEN(choices) - 2, .words = choices },
    { 0 },
};

static const struct move_kind kinds[] = {
    [SELECT_GODS] = { "gods", 1, PLAYERS, 0 },
    [CHOOSE_GOD] = { "choose", 1, 1, 0 },
    [NAME_FIRST] = { "first", 1, 1, 0 },
    [PLACE_PAWNS] = { "place", 2, 2, 0 },
    [ACT_MOVE] = { "move", 2, 2, 0 }, /* pawn and cell, here and below */
    [ACT_BLOCK] = { "block", 2, 2, 0 },
    [ACT_DOME] = { "dome", 2, 2, 0 },
    [ACT_FERRY] = { "ferry", 2, 2, 0 },
    [ACT_PASS] = { "pass", 0, 0, 0 },
    { 0 },
};

static int kind_of(enum action action)
{
    return ACT_MOVE + (int)action - MOVE;
}

static enum err setup(void *state, const struct setup *setup, const char **why)
{
    struct santorini *s = state;
    int               fixed = 0;

    for (int seat = 0; seat < PLAYERS; seat++) {
        int choice = setup->option[seat];

        if (seat >= setup->seats || choice == OPTION_LATER)
            continue;
        fixed++;
        for (int other = 0; other < seat; other++)
            if (choice != OPTION_MORTAL && choice == setup->option[other])
                return *why = "no god twice", ERR_REFUSED;
    }
    if (fixed != 0 && fixed != setup->seats)
        return *why = "fix the gods of all seats or of none", ERR_REFUSED;

    s->tall[0] = BOARD;
    s->seats = setup->seats;
    s->hand = NO_PAWN;
    s->challenger = s->winner = NO_SEAT;
    memset(s->pawn, NOWHERE, sizeof s->pawn);
    memset(s->god, NO_GOD, sizeof s->god);
    memset(s->offered, NO_GOD, sizeof s->offered);
    for (int seat = 0; seat < fixed; seat++) {
        int choice = setup->option[seat];

        s->god[seat] = choice == OPTION_MORTAL ? MORTAL : (uint8_t)(choice - OPTION_GOD);
        s->order[s->players++] = (uint8_t)seat;
        s->phase = PLACE;
    }
    return ERR_OK;
}

/* ---- who and what ------------------------------------------------------ */

static unsigned to_act(const void *state)
{
    const struct santorini *s = state;
    unsigned                seats = 0;

    switch (s->phase) {
    case SELECT:
        return (1u << s->seats) - 1;
    case CHOOSE:
        for (int seat = 0; seat < s->seats; seat++)
            if (s->god[seat] == NO_GOD && (seat != s->challenger || s->seats == 1))
                seats |= 1u << seat;
        return seats;
    case FIRST:
        return 1u << s->challenger;
    case PLACE:
    case PLAY:
        return 1u << seat_now(s);
    default:
        return 0;
    }
}

/* Every set of gods once; in which order they are named changes nothing but
 * the order in which they are offered. */
static void legal_selections(const struct santorini *s, int seat, struct move_list *out)
{
    for (unsigned set = 1; set < 1u << GODS; set++) {
        if (__builtin_popcount(set) != s->seats)
            continue;
        struct move *m = move_list_new(out, seat, SELECT_GODS);

        for (int god = 0; god < GODS; god++)
            if (set & 1u << god)
                move_add(m, god);
    }
}

static void legal_placements(const struct santorini *s, int seat, struct move_list *out)
{
    uint32_t free_cells = BOARD & ~all_pawns(s);

    for (uint32_t first = free_cells; first;) {
        int a = take_cell(&first);

        for (uint32_t second = free_cells & ~bit(a); second;) {
            struct move *m = move_list_new(out, seat, PLACE_PAWNS);

            move_add(m, a);
            move_add(m, take_cell(&second));
        }
    }
}

static void legal_actions(const struct santorini *s, int seat, int pawn, struct move_list *out)
{
    const struct offer *offer = offers_now(s);

    for (int i = 0; i < OFFERS_MAX && offer[i].action; i++) {
        if (offer[i].action == PASS) {
            move_list_new(out, seat, ACT_PASS);
            continue;
        }
        for (uint32_t cells = santorini_targets(s, seat, pawn, &offer[i]); cells;) {
            struct move *m = move_list_new(out, seat, kind_of(offer[i].action));

            move_add(m, pawn);
            move_add(m, take_cell(&cells));
        }
    }
}

static void legal(const void *state, int seat, struct move_list *out)
{
    const struct santorini *s = state;

    if (!(to_act(s) & 1u << seat))
        return;
    switch (s->phase) {
    case SELECT:
        legal_selections(s, seat, out);
        break;
    case CHOOSE:
        for (int i = 0; i < s->offers; i++)
            move_add(move_list_new(out, seat, CHOOSE_GOD), s->offered[i]);
        break;
    case FIRST:
        for (int first = 0; first < s->seats; first++)
            if (first != s->challenger || s->seats == 1)
                move_add(move_list_new(out, seat, NAME_FIRST), first);
        break;
    case PLACE:
        legal_placements(s, seat, out);
        break;
    default:
        for (int pawn = 0; pawn < PAWNS; pawn++)
            if (s->hand == NO_PAWN || s->hand == pawn)
                legal_actions(s, seat, pawn, out);
    }
}

static int random_cell(uint32_t cells, struct rng *r)
{
    for (uint64_t skip = rng_below(r, (uint64_t)__builtin_popcount(cells)); skip; skip--)
        take_cell(&cells);
    return take_cell(&cells);
}

static void pick(const void *state, int seat, struct rng *r, struct move *out)
{
    const struct santorini *s = state;
    struct move             some[PLAY_MOVES_MAX];
    struct move_list        list = { some, 0, PLAY_MOVES_MAX };
    uint32_t                left;

    switch (s->phase) {
    case SELECT:
        move_begin(out, seat, SELECT_GODS);
        left = (1u << GODS) - 1;
        for (int i = 0; i < s->seats; i++) {
            move_add(out, random_cell(left, r));
            left &= ~bit(out->arg[i]);
        }
        break;
    case PLACE:
        move_begin(out, seat, PLACE_PAWNS);
        left = BOARD & ~all_pawns(s);
        move_add(out, random_cell(left, r));
        move_add(out, random_cell(left & ~bit(out->arg[0]), r));
        break;
    default:
        legal(s, seat, &list);
        *out = list.at[rng_below(r, (uint64_t)list.n)];
    }
}

static enum err apply(void *state, const struct move *m, struct effects *out, const char **why)
{
    struct santorini   *s = state;
    const struct offer *offer;
    int                 pawn, cell;

    switch (m->kind) {
    case SELECT_GODS:
        return santorini_select_gods(s, m, out, why);
    case CHOOSE_GOD:
        return santorini_choose_god(s, m, out, why);
    case NAME_FIRST:
        return santorini_name_first(s, m, out, why);
    case PLACE_PAWNS:
        return santorini_place_pawns(s, m, out, why);
    case ACT_PASS: /* with the pawn in hand, who may do so anywhere */
        pawn = s->hand;
        cell = 0;
        break;
    default:
        pawn = m->arg[0];
        cell = m->arg[1];
    }
    offer = santorini_offer_for(s, m->seat, pawn, m->kind - ACT_MOVE + MOVE, cell, why);
    if (!offer)
        return ERR_REFUSED;

    santorini_play(s, pawn, offer, cell, out);
    return ERR_OK;
}

/* Whoever drops out first is last. The winner has a point, so that somebody
 * who plays alone can see whether he got there. */
static void result(const void *state, struct result *out)
{
    const struct santorini *s = state;

    *out = (struct result){ .over = s->phase == OVER };
    for (int seat = 0; seat < s->seats; seat++) {
        out->rank[seat] = s->place[seat] ? s->place[seat] : 1;
        out->points[seat] = seat == s->winner;
    }
}

/* Leaving has no move: the published protocol ends the game for everybody
 * when somebody leaves, also somebody who is already out. */
const struct game santorini_game = {
    .name = "santorini",
    .title = "Santorini",
    .blurb = "Move, build and climb: the first worker on the third floor wins, if the gods agree.",
    .min_seats = 1,
    .max_seats = PLAYERS,
    .traits = GAME_AT_ONCE | GAME_STARTS_FULL | GAME_LEGAL_SAMPLE,
    .state_size = sizeof(struct santorini),
    .legal_max = PLACE_MOVES_MAX,
    .options = options,
    .kinds = kinds,
    .setup = setup,
    .to_act = to_act,
    .legal = legal,
    .pick = pick,
    .apply = apply,
    .view = santorini_view,
    .draw = santorini_draw,
    .describe = santorini_describe,
    .result = result,
};
