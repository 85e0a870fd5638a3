#include "bots/tree.h"

enum {
    ROOT = 0,
    DEPTH_MOST = 64,
    WHOLE = 65536,
    TRUST = 30, /* percentage of the bonus for rare visits that belongs to the policy's choice */
};

struct step {
    int branch, seat;
};

struct search {
    const struct game    *game;
    const struct rollout *how;
    struct think         *think;
    int                   seat;
    void                 *state; /* of the playout */
    struct tree_branch   *branch;
    int                   branches;
    struct step           path[DEPTH_MOST];
    int                   depth;
};

/* ---- branches ------------------------------------------------------------- */

static uint64_t key_of(const struct move *m)
{
    uint64_t key = (uint64_t)m->kind << 8 | m->seat;

    for (int i = 0; i < m->n; i++) {
        key = (key ^ (uint16_t)m->arg[i]) * UINT64_C(0x9E3779B97F4A7C15);
        key ^= key >> 29;
    }
    return key;
}

/* The branch for a move, or ROOT: it was never followed. */
static int find_branch(const struct search *s, int parent, uint64_t key)
{
    int at = s->branch[parent].first;

    while (at != ROOT && s->branch[at].key != key)
        at = s->branch[at].next;
    return at;
}

static int add_branch(struct search *s, int parent, uint64_t key)
{
    if (s->branches == TREE_BRANCHES)
        return ROOT;
    s->branch[s->branches] = (struct tree_branch){ .key = key, .next = s->branch[parent].first };
    s->branch[parent].first = s->branches;
    return s->branches++;
}

static int64_t mean_of(const struct tree_branch *b)
{
    return b->sum / b->visits;
}

/* 256 times the square root, by Newton's method from above. */
static int64_t root_of(int64_t n)
{
    int64_t square = n << 16, root = square, better;

    while ((better = (root + square / root) / 2) < root)
        root = better;
    return root;
}

/* The index of the move to follow, and its branch (ROOT: there is no memory
 * for it). Moves that nobody followed yet count like the policy's choice, the
 * first. */
static int follow(struct search *s, int parent, int *branch)
{
    const struct move_list *list = &s->think->scratch;
    int                     own = find_branch(s, parent, key_of(&list->at[0])), best = 0;
    int64_t                 unknown = own != ROOT ? mean_of(&s->branch[own]) : 0, most = -1;
    int64_t                 bonus = root_of(s->branch[parent].visits + 1) * (WHOLE / 256) / 100;

    *branch = ROOT;
    for (int i = 0; i < list->n; i++) {
        int     at = i ? find_branch(s, parent, key_of(&list->at[i])) : own;
        int64_t share = i ? bonus * (100 - TRUST) / (list->n - 1) : bonus * TRUST;
        int64_t value = at != ROOT ? mean_of(&s->branch[at]) + share / (1 + s->branch[at].visits) : unknown + share;

        if (value > most) {
            most = value;
            best = i;
            *branch = at;
        }
    }
    if (*branch == ROOT)
        *branch = add_branch(s, parent, key_of(&list->at[best]));
    return best;
}

/* ---- a playout ------------------------------------------------------------ */

static void guess(struct search *s, const void *seen)
{
    memcpy(s->state, seen, s->game->state_size);
    if (s->game->determinize)
        s->game->determinize(s->state, s->seat, &s->think->rng);
}

static void make(struct search *s, const struct move *m)
{
    if (s->game->apply(s->state, m, NULL, NULL) != ERR_OK)
        BUG("a search made a move that does not apply");
}

/* Follows the tree to its edge; returns the number of moves made. A move without
 * alternative has no branch. */
static int descend(struct search *s)
{
    unsigned seats;
    int      at = ROOT, moves = 0;

    s->depth = 0;
    while (s->depth < DEPTH_MOST && (seats = s->game->to_act(s->state))) {
        int seat = __builtin_ctz(seats), which = 0, next = at;

        rollout_candidates(s->game, s->state, seat, s->think, s->how);
        if (s->think->scratch.n > 1) {
            which = follow(s, at, &next);
            if (next == ROOT)
                break;
            s->path[s->depth++] = (struct step){ next, seat };
        }
        make(s, &s->think->scratch.at[which]);
        moves++;
        if (next != at && s->branch[next].visits == 0)
            break;
        at = next;
    }
    return moves;
}

static void play(struct search *s, const void *seen)
{
    int32_t share[SEATS_MAX];

    guess(s, seen);
    struct rng r = rng_seeded(rng_next(&s->think->rng));
    rollout_finish(s->game, s->state, descend(s), s->how, &r);
    rollout_value(s->game, s->state, s->how, share);
    for (int i = 0; i < s->depth; i++) {
        struct tree_branch *b = &s->branch[s->path[i].branch];

        b->visits++;
        b->sum += share[s->path[i].seat];
    }
    s->branch[ROOT].visits++;
    s->think->spent++;
}

/* ---- choosing --------------------------------------------------------------- */

static const struct move *most_visited(struct search *s, const void *seen)
{
    int best = 0, most = -1;

    guess(s, seen);
    rollout_candidates(s->game, s->state, s->seat, s->think, s->how);
    for (int i = 0; i < s->think->scratch.n; i++) {
        int at = find_branch(s, ROOT, key_of(&s->think->scratch.at[i])), visits = at != ROOT ? s->branch[at].visits : 0;

        if (visits > most) {
            most = visits;
            best = i;
        }
    }
    return &s->think->scratch.at[best];
}

bool tree_choose(const struct game *game, const void *seen, int seat, struct think *think, const struct rollout *how,
                 struct move *out)
{
    struct search s = { .game = game, .how = how, .think = think, .seat = seat, .branch = think->memory, .branches = 1 };

    think->scratch.n = 0;
    game->legal(seen, seat, &think->scratch);
    if (think->scratch.n == 0)
        return false;
    s.state = s.branch + TREE_BRANCHES;
    s.branch[ROOT] = (struct tree_branch){ 0 };
    if (think->scratch.n > 1)
        for (int64_t i = 0; i < think->nodes && !think_cancelled(think); i++)
            play(&s, seen);
    *out = *most_visited(&s, seen);
    return true;
}
