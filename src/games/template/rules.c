/* The template: pick-up sticks. Copy the folder, rename `template`, and you
 * have a game that plays; then change it into yours (docs/ADD-A-GAME.md). It
 * is always built and put through the laws, and never offered to players.
 *
 * A heap of sticks; each seat in turn takes one to three; whoever takes the
 * last one wins, and the others share the second place. */
#include "game/game.h"

enum { TAKE };
enum { OPTION_STICKS };

struct sticks {
    uint8_t seats;
    uint8_t turn; /* seat to move; once the heap is empty: the winner */
    uint8_t left; /* sticks on the heap */
};

static const struct option options[] = {
    { .name = "sticks", .help = "sticks on the heap", .min = 1, .max = 100, .default_value = 21 },
    { 0 },
};

static const struct move_kind kinds[] = {
    [TAKE] = { "take", 1, 1, 0 },
    { 0 },
};

static enum err setup(void *state, const struct setup *s, struct refusal *why)
{
    struct sticks *g = state;

    (void)why;
    g->seats = s->seats;
    g->left = (uint8_t)s->option[OPTION_STICKS];
    return ERR_OK;
}

static unsigned to_act(const void *state)
{
    const struct sticks *g = state;

    return g->left ? 1u << g->turn : 0;
}

static void legal(const void *state, int seat, struct move_list *out)
{
    const struct sticks *g = state;

    if (!g->left || g->turn != seat)
        return;
    for (int n = 1; n <= 3 && n <= g->left; n++)
        move_add(move_list_new(out, seat, TAKE), n);
}

static enum err apply(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    struct sticks *g = state;
    int            take = m->arg[0];

    (void)out;
    if (!g->left)
        return refuse_text(why, "the game is over");
    if (m->seat != g->turn)
        return refuse_text(why, "not your turn");
    if (take < 1 || take > 3)
        return refuse_text(why, "take one, two or three");
    if (take > g->left)
        return refuse_text(why, "there are not that many sticks left");

    /* Everything is checked; from here on nothing can fail. */
    g->left -= (uint8_t)take;
    if (g->left)
        g->turn = (uint8_t)((g->turn + 1) % g->seats);
    return ERR_OK;
}

static void view(const void *state, int seat, struct jout *out)
{
    const struct sticks *g = state;

    (void)seat;
    jout_field_int(out, "left", g->left);
    jout_field_int(out, "turn", g->turn);
}

static void draw(const void *state, struct buf *out)
{
    const struct sticks *g = state;

    for (int i = 0; i < g->left; i++)
        buf_char(out, '|');
    buf_char(out, '\n');
}

static void result(const void *state, struct result *out)
{
    const struct sticks *g = state;

    *out = (struct result){ .over = g->left == 0 };
    for (int seat = 0; seat < g->seats; seat++)
        out->rank[seat] = out->over && seat != g->turn ? 2 : 1;
}

const struct game template_game = {
    .name = "template",
    .title = "Pick-up sticks",
    .blurb = "Take one to three sticks; the last stick wins.",
    .min_seats = 2,
    .max_seats = 4,
    .state_size = sizeof(struct sticks),
    .options = options,
    .kinds = kinds,
    .setup = setup,
    .to_act = to_act,
    .legal = legal,
    .apply = apply,
    .view = view,
    .draw = draw,
    .result = result,
};
