/* The moves of a side: plies, or the ways to use one of two powers. Draw offers
 * and resignations are always possible and not listed. */
#include "games/powerchess/powers.h"

/* Passes each possible move to `each` until it returns false. */
struct visitor {
    bool (*each)(struct visitor *v, const struct move *m);
    int               seat;
    struct move_list *list; /* listing */
    uint64_t          n;    /* the count, or how many are left to skip */
    struct move      *pick;
};

static bool visit(struct visitor *v, int kind, int n, const int *args, bool promotes)
{
    struct move m;

    for (enum kind promotion = QUEEN; promotion <= (promotes ? KNIGHT : QUEEN); promotion++) {
        move_begin(&m, v->seat, kind);
        for (int a = 0; a < n; a++)
            move_add(&m, args[a]);
        if (promotes)
            move_add(&m, promotion);
        if (!v->each(v, &m))
            return false;
    }
    return true;
}

static void visit_plies(const struct powerchess *g, struct visitor *v)
{
    struct reaches all;

    chess_legal(&g->board, &all);
    for (int i = 0; i < all.n; i++)
        for (uint64_t set = all.at[i].to; set;) {
            int to = take_lowest(&set);

            if (!visit(v, DO_MOVE, 2, (int[]){ all.at[i].from, to }, chess_promotes(&g->board, all.at[i].from, to)))
                return;
        }
}

static void visit_selections(const struct powerchess *g, struct visitor *v)
{
    for (int which = 0; which < 2; which++) {
        const struct power *power = option_power(g, which);
        uint64_t            targets = power->targets ? power->targets(g) : 0;

        if (!targets && !visit(v, DO_POWER, 1, (int[]){ which }, false))
            return;
        while (targets) {
            int  to = take_lowest(&targets);
            bool more = power->follow == FOLLOW_SQUARE
                            ? visit(v, DO_POWER, 2, (int[]){ which, to }, false)
                            : visit(v, DO_POWER, 3, (int[]){ which, g->box_square, to },
                                    power->follow == FOLLOW_PLY && chess_promotes(&g->board, g->box_square, to));
            if (!more)
                return;
        }
    }
}

static void visit_all(const struct powerchess *g, struct visitor *v)
{
    if (g->phase == PHASE_OVER || v->seat != g->board.turn)
        return;
    if (g->phase == PHASE_MOVE)
        visit_plies(g, v);
    else
        visit_selections(g, v);
}

static bool add(struct visitor *v, const struct move *m)
{
    struct move *slot = move_list_new(v->list, m->seat, m->kind);

    if (!slot)
        return false;
    for (int i = 0; i < m->n; i++)
        move_add(slot, m->arg[i]);
    return true;
}

void powerchess_legal(const void *state, int seat, struct move_list *out)
{
    visit_all(state, &(struct visitor){ .each = add, .seat = seat, .list = out });
}

void powerchess_asides(const void *state, int seat, struct move_list *out)
{
    const struct powerchess *g = state;

    if (g->phase == PHASE_OVER || seat < WHITE || seat > BLACK)
        return;
    if (!(g->offers & 1u << seat))
        move_list_new(out, seat, DO_DRAW);
    move_list_new(out, seat, DO_RESIGN);
}

static bool count_one(struct visitor *v, const struct move *m)
{
    (void)m;
    v->n++;
    return true;
}

static bool pick_nth(struct visitor *v, const struct move *m)
{
    if (v->n-- > 0)
        return true;
    *v->pick = *m;
    return false;
}

void powerchess_pick(const void *state, int seat, struct rng *r, struct move *out)
{
    struct visitor v = { .each = count_one, .seat = seat };

    visit_all(state, &v);
    v.n = rng_below(r, v.n);
    v.each = pick_nth;
    v.pick = out;
    visit_all(state, &v);
}
