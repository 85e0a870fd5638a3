/* Looking ahead: alpha-beta over single actions with iterative deepening. Depth
 * counts turns, not actions, so a level of the tree may belong to the same
 * player as the one above it. Values are from the view of the player in turn;
 * with three players both others count as opponents of the one who thinks. */
#include "games/santorini/bot.h"

enum {
    TABLE_ENTRIES = 1 << 19, /* of 16 bytes: 8 MiB */
    DEPTH_MAX = 60,
    CANCEL_EVERY = 1024,   /* nodes between checks of think->cancel: a fraction of a millisecond */
    TEMPO = 12,            /* the worth of being in turn */
    CLIMB_FIRST = 1 << 20, /* in the order of actions, for each level */
    HISTORY_MAX = 1 << 19,
    LATE = 3, /* actions after this many are first searched less deep */
    NO_BEST = 0xFF,
    PLACING = 0x8000,
};

/* An action in 8 bits, offer, pawn and cell; a placement in 16. */
typedef uint16_t code;

static code code_of(int offer, int pawn, int cell)
{
    return (code)(offer << 6 | pawn << 5 | cell);
}

enum bound { EXACT, AT_LEAST, AT_MOST };

/* Entries of earlier thoughts carry another number and are ignored. */
struct entry {
    uint64_t key;
    uint32_t number;
    int16_t  value;
    uint8_t  depth_bound; /* depth * 4 + bound */
    uint8_t  best;        /* action, or NO_BEST */
};

struct memory {
    struct entry entry[TABLE_ENTRIES];
    int32_t      history[PLAYERS][ACTIONS][CELLS][CELLS]; /* how often it caused a cutoff */
};

_Static_assert(sizeof(struct memory) <= SANTORINI_SEARCH_MEMORY, "the memory that the player asks for is enough");

struct search {
    struct think   *think;
    struct memory  *memory;
    struct weakness weakness;
    int             root; /* the thinking seat */
    int64_t         nodes;
    bool            stopped;
    uint64_t        salt; /* for oversights: different in each thought */
};

struct list {
    int     n;
    code    at[ACTIONS_MAX];
    int32_t order[ACTIONS_MAX];
};

static uint64_t scramble(uint64_t word)
{
    struct rng r = rng_seeded(word);

    return rng_next(&r);
}

/* ---- actions ----------------------------------------------------------- */

/* Where one of the eight symmetries of the board maps `cell`. */
static int turned(int cell, int symmetry)
{
    int x = cell % SIDE, y = cell / SIDE, swap = x;

    if (symmetry & 1)
        x = SIDE - 1 - x;
    if (symmetry & 2)
        y = SIDE - 1 - y;
    if (symmetry & 4) {
        swap = x;
        x = y;
        y = swap;
    }
    return SIDE * y + x;
}

static uint32_t turned_set(uint32_t cells, int symmetry)
{
    uint32_t set = 0;

    while (cells)
        set |= bit(turned(take_cell(&cells), symmetry));
    return set;
}

/* Symmetries that map the workers onto themselves; the board is flat. */
static unsigned symmetries(const struct santorini *s)
{
    unsigned good = 0;

    for (int i = 0; i < 8; i++) {
        bool same = true;

        for (int seat = 0; seat < s->seats; seat++)
            same &= turned_set(pawns_of(s, seat), i) == pawns_of(s, seat);
        good |= (unsigned)same << i;
    }
    return good;
}

/* Each placement once: not with the workers swapped, nor mirrored. */
static void list_placements(const struct santorini *s, struct list *list)
{
    unsigned good = symmetries(s);
    uint32_t free_cells = BOARD & ~s->pawns;

    for (uint32_t first = free_cells; first;) {
        int a = take_cell(&first);

        for (uint32_t second = first; second;) {
            int      b = take_cell(&second);
            uint32_t set = bit(a) | bit(b);
            bool     least = true;

            for (int i = 1; i < 8 && least; i++)
                least = !(good >> i & 1) || turned_set(set, i) >= set;
            if (!least)
                continue;
            list->order[list->n] = 0;
            list->at[list->n++] = (code)(PLACING | a << 5 | b);
        }
    }
}

static int32_t *history_of(struct search *x, const struct santorini *s, code c)
{
    int seat = seat_now(s), action = offers_now(s)[c >> 6].action, cell = c & 31;

    return &x->memory->history[seat][action][action == MOVE ? s->pawn[seat][c >> 5 & 1] : cell][cell];
}

static void list_actions(struct search *x, const struct santorini *s, struct list *list)
{
    const struct offer *offer = offers_now(s);
    int                 seat = seat_now(s);

    for (int pawn = 0; pawn < PAWNS; pawn++) {
        if (s->hand != NO_PAWN && s->hand != pawn)
            continue;
        for (int i = 0; i < OFFERS_MAX && offer[i].action; i++) {
            uint32_t cells = offer[i].action == PASS ? 1 : santorini_targets(s, seat, pawn, &offer[i]);

            while (cells) {
                int  cell = take_cell(&cells);
                code c = code_of(i, pawn, cell);

                list->order[list->n] = *history_of(x, s, c);
                if (offer[i].action == MOVE)
                    list->order[list->n] += CLIMB_FIRST * (level(s, cell) - level(s, s->pawn[seat][pawn]));
                list->at[list->n++] = c;
            }
        }
    }
}

static void make_list(struct search *x, const struct santorini *s, struct list *list)
{
    list->n = 0;
    if (s->phase == PLACE)
        list_placements(s, list);
    else
        list_actions(x, s, list);
}

/* Moves the best of those from `i` on to place `i`. */
static code next_of(struct list *list, int i)
{
    int first = i;

    for (int k = i + 1; k < list->n; k++)
        if (list->order[k] > list->order[first])
            first = k;
    code    c = list->at[first];
    int32_t order = list->order[first];
    list->at[first] = list->at[i];
    list->order[first] = list->order[i];
    list->at[i] = c;
    list->order[i] = order;
    return c;
}

static void put_first(struct list *list, code best)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i] == best)
            list->order[i] = INT32_MAX;
}

static void write_move(const struct santorini *s, code c, struct move *m)
{
    if (c & PLACING) {
        move_begin(m, seat_now(s), PLACE_PAWNS);
        move_add(m, c >> 5 & 31);
        move_add(m, c & 31);
        return;
    }
    int action = offers_now(s)[c >> 6].action;
    move_begin(m, seat_now(s), ACT_MOVE + action - MOVE);
    if (action != PASS) {
        move_add(m, c >> 5 & 1);
        move_add(m, c & 31);
    }
}

static void play(struct santorini *s, code c)
{
    struct move m;

    if (c & PLACING) {
        write_move(s, c, &m);
        santorini_place_pawns(s, &m, NULL, NULL);
    } else {
        santorini_play(s, c >> 5 & 1, &offers_now(s)[c >> 6], c & 31, NULL);
    }
}

/* ---- the table --------------------------------------------------------- */

/* A win is stored by its distance in turns from here, not from the root. */
static int to_stored(int value, int ply)
{
    return value >= SURE_WIN ? value + ply : value <= -SURE_WIN ? value - ply : value;
}

static int from_stored(int value, int ply)
{
    return value >= SURE_WIN ? value - ply : value <= -SURE_WIN ? value + ply : value;
}

/* The entry for the key, or the one to be replaced by it. */
static struct entry *entry_of(struct search *x, uint64_t key)
{
    return &x->memory->entry[key % TABLE_ENTRIES];
}

static bool is_ours(const struct search *x, const struct entry *e, uint64_t key)
{
    return e->number == x->think->number && e->key == key;
}

static void store(struct search *x, uint64_t key, int depth, int ply, int value, enum bound bound, code best)
{
    struct entry *e = entry_of(x, key);

    if (e->number == x->think->number && e->key != key && e->depth_bound / 4 > depth + 2)
        return;
    *e = (struct entry){
        .key = key,
        .number = x->think->number,
        .value = (int16_t)to_stored(value, ply),
        .depth_bound = (uint8_t)(depth * 4 + (int)bound),
        .best = best & PLACING ? NO_BEST : (uint8_t)best,
    };
}

/* ---- values ------------------------------------------------------------ */

static bool is_out(const struct santorini *s, int seat)
{
    return s->phase >= PLAY && s->pawn[seat][0] == NOWHERE;
}

/* Evaluates the current position for the player in turn. */
static int evaluate(struct search *x, const struct santorini *s, uint64_t key)
{
    int  own = santorini_worth(s, x->root), other = 0;
    bool first = true;

    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == x->root || is_out(s, seat))
            continue;
        int worth = santorini_worth(s, seat);
        other = first || worth > other ? worth : other;
        first = false;
    }
    int value = own - other;
    if (x->weakness.noise)
        value += (int)(scramble(key ^ x->think->character) % (2 * (unsigned)x->weakness.noise + 1)) - x->weakness.noise;
    return (seat_now(s) == x->root ? value : -value) + TEMPO;
}

/* Does the thinking player miss this step of an opponent? If so, in all lines
 * of this thought: people overlook threats, not positions. */
static bool overlooked(const struct search *x, const struct santorini *s, int pawn, int cell)
{
    int seat = seat_now(s);

    return x->weakness.oversight && seat != x->root && s->hand == NO_PAWN && s->phase == PLAY &&
           (int)(scramble(x->salt + (uint64_t)(s->pawn[seat][pawn] << 8 | cell)) % 100) < x->weakness.oversight;
}

static bool wins_now(const struct search *x, const struct santorini *s)
{
    for (int pawn = 0; pawn < PAWNS; pawn++)
        for (uint32_t cells = santorini_winning_steps(s, pawn); cells;)
            if (!overlooked(x, s, pawn, take_cell(&cells)))
                return true;
    return false;
}

/* ---- the tree ---------------------------------------------------------- */

static bool out_of_effort(struct search *x)
{
    if (x->nodes >= x->think->nodes || (x->nodes % CANCEL_EVERY == 0 && think_cancelled(x->think)))
        x->stopped = true;
    return x->stopped;
}

static int search(struct search *x, const struct santorini *s, int depth, int ply, int alpha, int beta);

/* The value of `next`, which an action on `s` led to, for the player in turn of
 * `s`. */
static int child(struct search *x, const struct santorini *s, const struct santorini *next, int depth, int ply, int alpha, int beta)
{
    bool mine = seat_now(s) == x->root;
    bool ended = s->phase == PLACE || next->turn != s->turn;

    x->nodes++;
    if (next->phase == OVER)
        return (next->winner == x->root) == mine && next->winner != NO_SEAT ? WIN - ply : ply - WIN;
    if (is_out(next, x->root))
        return mine ? ply - WIN : WIN - ply;
    if (ended) {
        depth--;
        ply++;
    }
    if ((seat_now(next) == x->root) == mine)
        return search(x, next, depth, ply, alpha, beta);
    return -search(x, next, depth, ply, -beta, -alpha);
}

/* Later actions are first searched less deep, only to see whether they are
 * better at all. */
static int look(struct search *x, const struct santorini *s, const struct santorini *next, int i, int depth, int ply, int alpha,
                int beta)
{
    int value;

    if (i == 0)
        return child(x, s, next, depth, ply, alpha, beta);
    if (i >= LATE && depth >= 2 && s->phase == PLAY) {
        value = child(x, s, next, depth - 1, ply, alpha, alpha + 1);
        if (value <= alpha || x->stopped)
            return value;
    }
    value = child(x, s, next, depth, ply, alpha, alpha + 1);
    if (value > alpha && value < beta && !x->stopped)
        value = child(x, s, next, depth, ply, alpha, beta);
    return value;
}

static void reward(struct search *x, const struct santorini *s, code c, int depth)
{
    if (c & PLACING)
        return;
    int32_t *history = history_of(x, s, c);
    *history += depth * depth + 1;
    if (*history > HISTORY_MAX)
        *history = HISTORY_MAX;
}

/* Searches all actions of a position that has no shortcut. */
static int search_actions(struct search *x, const struct santorini *s, uint64_t key, int depth, int ply, int alpha, int beta)
{
    struct entry *e = entry_of(x, key);
    int           lowest = alpha, best = -WIN - 1, looked = 0;
    code          best_code = NO_BEST;
    struct list   list;

    make_list(x, s, &list);
    if (is_ours(x, e, key) && e->best != NO_BEST)
        put_first(&list, e->best);
    for (int i = 0; i < list.n; i++) {
        code             c = next_of(&list, i);
        struct santorini next = *s;

        if (overlooked(x, s, c >> 5 & 1, c & 31))
            continue;
        play(&next, c);
        int value = look(x, s, &next, looked++, depth, ply, alpha, beta);
        if (x->stopped)
            return 0;
        if (value > best) {
            best = value;
            best_code = c;
        }
        if (value > alpha)
            alpha = value;
        if (alpha >= beta) {
            reward(x, s, c, depth);
            break;
        }
        if (out_of_effort(x))
            return 0;
    }
    if (!looked) /* all replies were overlooked */
        return evaluate(x, s, key);
    store(x, key, depth, ply, best, best >= beta ? AT_LEAST : best > lowest ? EXACT : AT_MOST, best_code);
    return best;
}

static int search(struct search *x, const struct santorini *s, int depth, int ply, int alpha, int beta)
{
    uint64_t      key = santorini_hash(s);
    struct entry *e = entry_of(x, key);

    if (s->phase == PLAY && wins_now(x, s))
        return WIN - ply;
    if (depth <= 0 && s->hand == NO_PAWN)
        return evaluate(x, s, key);
    if (depth < 0)
        depth = 0; /* plays the turn to its end */
    if (is_ours(x, e, key) && e->depth_bound / 4 >= depth) {
        int        value = from_stored(e->value, ply);
        enum bound bound = (enum bound)(e->depth_bound % 4);

        if (bound == EXACT || (bound == AT_LEAST && value >= beta) || (bound == AT_MOST && value <= alpha))
            return value;
    }
    if (out_of_effort(x))
        return 0;
    return search_actions(x, s, key, depth, ply, alpha, beta);
}

/* ---- the root ---------------------------------------------------------- */

/* One iteration over the root's actions: the best moves to the front. Even when
 * stopped in the middle it knows whether something better than the last
 * iteration's best turned up. */
static int search_root(struct search *x, const struct santorini *s, struct list *list, int depth)
{
    int alpha = -WIN - 1, best = 0;

    for (int i = 0; i < list->n && alpha < SURE_WIN; i++) {
        struct santorini next = *s;

        play(&next, list->at[i]);
        int value = i == 0 ? child(x, s, &next, depth, 0, -WIN - 1, WIN + 1) : child(x, s, &next, depth, 0, alpha, alpha + 1);
        if (i > 0 && value > alpha && !x->stopped)
            value = child(x, s, &next, depth, 0, alpha, WIN + 1);
        if (x->stopped && (i > 0 || depth > 1))
            break;
        if (value > alpha) {
            alpha = value;
            best = i;
        }
        if (out_of_effort(x))
            break;
    }
    code c = list->at[best];
    memmove(list->at + 1, list->at, (size_t)best * sizeof list->at[0]);
    list->at[0] = c;
    return alpha;
}

void santorini_search(const struct santorini *s, struct think *think, const struct weakness *weakness, struct move *out)
{
    struct search x = { .think = think, .memory = think->memory, .weakness = *weakness, .root = seat_now(s) };
    struct list   list;

    x.salt = rng_next(&think->rng);
    memset(x.memory->history, 0, sizeof x.memory->history);
    make_list(&x, s, &list);
    for (int i = 0; i < list.n; i++)
        next_of(&list, i);
    if (list.n > 1) {
        int best = 0;

        for (int depth = 1; depth <= DEPTH_MAX && !x.stopped && best < SURE_WIN && best > -SURE_WIN; depth++)
            best = search_root(&x, s, &list, depth);
    }
    think->spent = x.nodes;
    write_move(s, list.at[0], out);
}
