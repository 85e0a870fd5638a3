/* Santorini behind the contract of game/game.h: options, moves, results. */
#include "games/santorini/bot.h"

enum {
    PLAY_MOVES_MAX = 64, /* two pawns, two targets a neighbour: far fewer */
};

/* ---- setup ------------------------------------------------------------- */

static const char *const choices[] = {
    "chosen",     "none", "Apollo", "Minotaur", "Atlas",  "Athena",  "Hephaestus", "Demeter", "Pan", "Artemis",
    "Prometheus", "Zeus", "Charon", "Hestia",   "Urania", "Chronus", "Limus",      "Hades",   NULL,
};
_Static_assert(ARRAY_LEN(choices) == OPTION_GOD + GODS + 1, "a word for each god");

/* clang-format off */
#define GOD_OPTION(n, which) \
    { .name = "god" n, .title = "God of the " which " seat", .help = "fix the god, or let the players choose; all seats or none", \
      .kind = OPTION_CHOICE, .max = ARRAY_LEN(choices) - 2, .words = choices, .rare = true }
/* clang-format on */

static const struct option options[] = {
    GOD_OPTION("1", "first"),
    GOD_OPTION("2", "second"),
    GOD_OPTION("3", "third"),
    { 0 },
};

static const struct move_arg god_arg[] = { { "god", "one of the sixteen, in the order of names.gods", 0, GODS - 1 }, { 0 } };
static const struct move_arg seat_arg[] = { { "seat", "the seat that begins", 0, PLAYERS - 1 }, { 0 } };
static const struct move_arg cells_arg[] = {
    { "cell", "where worker 0 goes, A1 = 0, row by row", 0, CELLS - 1 },
    { "cell", "where worker 1 goes", 0, CELLS - 1 },
    { 0 },
};
static const struct move_arg act_args[] = {
    { "pawn", "which of the player's two workers acts", 0, PAWNS - 1 },
    { "cell", "the target, A1 = 0, row by row", 0, CELLS - 1 },
    { 0 },
};

static const struct move_kind kinds[] = {
    [SELECT_GODS] = { "gods", 1, PLAYERS, 0, "Selects the gods of the game, one for each player.", god_arg },
    [CHOOSE_GOD] = { "choose", 1, 1, 0, "Takes one of the gods that were selected.", god_arg },
    [NAME_FIRST] = { "first", 1, 1, 0, "Names the player who begins.", seat_arg },
    [PLACE_PAWNS] = { "place", 2, 2, 0, "Places both workers.", cells_arg },
    [ACT_MOVE] = { "move", 2, 2, 0, "A worker moves.", act_args },
    [ACT_BLOCK] = { "block", 2, 2, 0, "A worker builds a block.", act_args },
    [ACT_DOME] = { "dome", 2, 2, 0, "A worker puts a dome on a tower.", act_args },
    [ACT_FERRY] = { "ferry", 2, 2, 0, "A worker carries a neighbouring opponent to the opposite cell.", act_args },
    [ACT_PASS] = { "pass", 0, 0, 0, "Gives up the rest of the turn.", NULL },
    { 0 },
};

static int kind_of(enum action action)
{
    return ACT_MOVE + (int)action - MOVE;
}

static enum err setup(void *state, const struct setup *setup, struct refusal *why)
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
                return refuse(why, santorini_refusals, REFUSE_SAME_TWICE);
    }
    if (fixed != 0 && fixed != setup->seats)
        return refuse(why, santorini_refusals, REFUSE_SOME_FIXED);

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

unsigned santorini_to_act(const void *state)
{
    const struct santorini *s = state;
    unsigned                seats = 0;

    switch (s->phase) {
    case SELECT: /* any seat may, as in the protocol; the first one is asked */
        return 1;
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

/* Every set of gods once: a sample, since they may be named in any order. The
 * order only changes how they are offered. */
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
    uint32_t free_cells = BOARD & ~s->pawns;

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

    out->sample = s->phase == SELECT; /* also for seats that are not asked: they may select, too */
    if (!(santorini_to_act(s) & 1u << seat))
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
    struct move_list        list = { .at = some, .cap = PLAY_MOVES_MAX, .fixed = true };
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
        left = BOARD & ~s->pawns;
        move_add(out, random_cell(left, r));
        move_add(out, random_cell(left & ~bit(out->arg[0]), r));
        break;
    default:
        legal(s, seat, &list);
        *out = list.at[rng_below(r, (uint64_t)list.n)];
    }
}

static enum err apply(void *state, const struct move *m, struct effects *out, struct refusal *why)
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

/* The first player to drop out is last. The winner has a point, so that solo
 * players can see whether they succeeded. */
static void result(const void *state, struct result *out)
{
    const struct santorini *s = state;

    *out = (struct result){ .over = s->phase == OVER };
    for (int seat = 0; seat < s->seats; seat++) {
        out->rank[seat] = s->place[seat] ? s->place[seat] : 1;
        out->points[seat] = seat == s->winner;
    }
}

/* ---- a key ------------------------------------------------------------- */

static uint64_t mix(uint64_t key, uint64_t word)
{
    key = (key ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> 32;
}

/* The turn number does not matter, nor does a mark without a ban. */
uint64_t santorini_hash(const void *state)
{
    const struct santorini *s = state;
    uint64_t                bans, people, pawns = 0;
    bool                    marked = s->ban[NO_BACK] | s->ban[SAME_CELL] | s->ban[OTHER_CELL];

    _Static_assert(sizeof s->ban == sizeof bans && sizeof s->pawn <= sizeof pawns, "each fits in a word");
    memcpy(&bans, s->ban, sizeof bans);
    memcpy(&pawns, s->pawn, sizeof s->pawn);
    people = (uint64_t)s->now | (uint64_t)s->step << 4 | (uint64_t)s->hand << 8 | (uint64_t)(marked ? s->mark : NOWHERE) << 12 |
             (uint64_t)s->phase << 20 | (uint64_t)s->players << 24 | (uint64_t)s->seats << 28;
    for (int i = 0; i < PLAYERS; i++)
        people |= (uint64_t)s->order[i] % 4 << (32 + 2 * i) | (uint64_t)s->god[i] << (40 + 5 * i);
    uint64_t key = mix(s->tall[1] | (uint64_t)s->tall[2] << 32, s->tall[3] | (uint64_t)s->domes << 32);
    key = mix(mix(mix(key, pawns), people), bans);
    if (s->phase != PLAY)
        for (int i = 0; i < PLAYERS; i++)
            key = mix(key, s->offered[i] | (uint64_t)s->challenger << 8 | (uint64_t)s->winner << 16 | (uint64_t)s->place[i] << 24);
    return key;
}

/* clang-format off */
/* Leaving is not a move: in the published protocol the game ends for everybody
 * when somebody leaves, even a player who is already out. */
const struct game santorini_game = {
    .name = "santorini", .title = "Santorini",
    .blurb = "Move, build and climb: the first worker on the third floor wins, if the gods agree.",
    .min_seats = 1, .max_seats = PLAYERS, .usual_seats = 2,
    .traits = GAME_AT_ONCE | GAME_STARTS_FULL, .state_size = sizeof(struct santorini),
    .options = options, .kinds = kinds, .effects = santorini_effects, .refusals = santorini_refusals, .bots = santorini_bots,
    .setup = setup, .to_act = santorini_to_act, .legal = legal, .pick = pick, .apply = apply,
    .hash = santorini_hash, .estimate = santorini_estimate,
    .view = santorini_view, .board = santorini_board, .forms = santorini_forms, .names = santorini_names, .shapes = &santorini_shapes,
    .draw = santorini_draw, .describe = santorini_describe, .notate = santorini_notate,
    .result = result,
};
/* clang-format on */
