/* Power Chess: setup, the order of things in a ply and in a selection, clocks,
 * draws and the end of the game. */
#include "games/powerchess/powers.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const char *const time_controls[] = { "quick", "standard", "slow", NULL };
static const char *const off_or_on[] = { "off", "on", NULL };

static const struct {
    int32_t start, increment; /* seconds */
} controls[] = { { 300, 5 }, { 900, 15 }, { 2700, 45 } };

enum { MS = 1000, CLOCK_MOST = 24 * 3600 * MS };

static const struct option options[] = {
    [OPTION_TIME_CONTROL] = { .name = "time-control",
                              .help = "5 minutes and 5 seconds an action, 15 and 15, or 45 and 45",
                              .most = 2,
                              .normal = 1,
                              .words = time_controls },
    [OPTION_POWERS] = { .name = "powers", .help = "boxes with powers appear", .most = 1, .normal = 1, .words = off_or_on },
    [OPTION_CLOCK] = { .name = "clock-ms",
                       .help = "start of the clocks in milliseconds; 0: by the time control",
                       .most = CLOCK_MOST },
    [OPTION_INCREMENT] = { .name = "increment-ms",
                           .help = "milliseconds added for each action; -1: by the time control",
                           .least = -1,
                           .most = CLOCK_MOST,
                           .normal = -1 },
    { 0 },
};

static const struct move_kind kinds[] = {
    [DO_MOVE] = { "move", 2, 3, 0 },
    [DO_POWER] = { "power", 1, 4, 0 },
    [DO_DRAW] = { "draw", 0, 0, 0 },
    [DO_RESIGN] = { "resign", 0, 0, 0 },
    [DO_TIME] = { "time", 0, 0, 0 },
    [DO_FLAG] = { "flag", 0, 0, MOVE_BY_TABLE },
    { 0 },
};

static enum err setup(void *state, const struct setup *s, const char **why)
{
    struct powerchess *g = state;
    int                control = s->option[OPTION_TIME_CONTROL];
    int32_t            clock = s->option[OPTION_CLOCK], increment = s->option[OPTION_INCREMENT];

    if (!chess_read_fen(&g->board, s->extra.len ? s->extra : STR(START), why))
        return ERR_REFUSED;
    if (!chess_has_move(&g->board))
        return *why = "the side to move has no move in this position", ERR_REFUSED;
    g->rng = rng_seeded(s->seed);
    g->powers = (uint8_t)s->option[OPTION_POWERS];
    if (g->powers)
        g->counter = (uint8_t)boxes_first_counter(&g->rng);
    for (int colour = WHITE; colour <= BLACK; colour++)
        g->clock.left[colour] = clock ? clock : (int64_t)controls[control].start * MS;
    g->clock.increment = increment >= 0 ? increment : (int64_t)controls[control].increment * MS;
    g->clock.since = s->at;
    return ERR_OK;
}

static unsigned to_act(const void *state)
{
    const struct powerchess *g = state;

    return g->phase == PHASE_OVER ? 0 : 1u << g->board.turn;
}

/* ---- the end ----------------------------------------------------------- */

static void end(struct powerchess *g, enum reason reason, int winner)
{
    g->phase = PHASE_OVER;
    g->reason = (uint8_t)reason;
    g->winner = (uint8_t)winner;
}

/* The side to move cannot: checkmate if its only king is attacked and will not
 * be invulnerable after this ply, else stalemate, a draw. */
static void end_if_blocked(struct powerchess *g)
{
    int      us = g->board.turn;
    uint64_t kings = chess_kings(&g->board, us);

    if (chess_has_move(&g->board))
        return;
    if (count(kings) == 1 && !(kings & g->board.safe_next) && chess_attacked(&g->board, lowest(kings), !us))
        end(g, REASON_MATE, !us);
    else
        end(g, REASON_MATE, NO_WINNER);
}

static void pass_turn(struct powerchess *g)
{
    g->phase = PHASE_MOVE;
    g->board.turn = !g->board.turn;
    end_if_blocked(g);
}

/* ---- clocks ------------------------------------------------------------ */

/* Every accepted action of the side to act stops its clock and adds the
 * increment. An action that arrives before anybody declared the flag fallen
 * counts, even if the clock is empty. */
static void stop_clock(struct clock *clock, int colour, int64_t at)
{
    int64_t used = clock->since && at > clock->since ? at - clock->since : 0;
    int64_t left = clock->left[colour] - used;

    clock->left[colour] = (left > 0 ? left : 0) + clock->increment;
    clock->since = at;
}

static int64_t deadline(const void *state, int *seat)
{
    const struct powerchess *g = state;

    if (g->phase == PHASE_OVER || g->clock.since == 0)
        return 0;
    *seat = g->board.turn;
    return g->clock.since + g->clock.left[g->board.turn];
}

static bool timeout(const void *state, int seat, struct move *out)
{
    (void)state;
    move_begin(out, seat, DO_FLAG);
    return true;
}

static bool leave(const void *state, int seat, struct move *out)
{
    (void)state;
    move_begin(out, seat, DO_RESIGN);
    return true;
}

/* ---- a ply ------------------------------------------------------------- */

static bool on_board(int square)
{
    return square >= 0 && square < 64;
}

/* What a pawn becomes: the queen unless something else is asked for. */
static int wanted_kind(const struct move *m, int i)
{
    return m->n > i ? m->arg[i] : QUEEN;
}

static bool can_promote_to(int kind)
{
    return kind >= QUEEN && kind <= KNIGHT;
}

static enum err may_act(const struct powerchess *g, const struct move *m, enum phase phase, const char **why)
{
    if (g->phase == PHASE_OVER)
        return *why = "the game is over", ERR_REFUSED;
    if (m->seat != g->board.turn)
        return *why = "not your turn", ERR_REFUSED;
    if (g->phase != phase)
        return *why = phase == PHASE_MOVE ? "choose a power first" : "there is no power to choose", ERR_REFUSED;
    return ERR_OK;
}

static enum err may_move(const struct powerchess *g, const struct move *m, const char **why)
{
    int from = m->arg[0], to = m->arg[1];

    if (may_act(g, m, PHASE_MOVE, why) != ERR_OK)
        return ERR_REFUSED;
    if (!on_board(from) || !on_board(to))
        return *why = "no such square", ERR_REFUSED;
    if (!(g->board.side[m->seat] & bit(from)))
        return *why = "you have no piece there", ERR_REFUSED;
    if (!(chess_legal_from(&g->board, from) & bit(to)))
        return *why = "that piece cannot go there", ERR_REFUSED;
    if (chess_promotes(&g->board, from, to) && !can_promote_to(wanted_kind(m, 2)))
        return *why = "a pawn becomes a queen, rook, bishop or knight", ERR_REFUSED;
    return ERR_OK;
}

/* The order is fixed, draws from the generator included: the piece moves and
 * captures, time passes, a lost king ends the game, a box taken makes its
 * offer, a blocked opponent ends the game, a fresh box may appear and block
 * the opponent's last move. */
static void make_move(struct powerchess *g, const struct move *m, struct trail *t)
{
    int us = m->seat, from = m->arg[0], to = m->arg[1];

    g->offers &= (uint8_t) ~(1u << !us);
    stop_clock(&g->clock, us, m->at);
    piece_step(g, from, to, (enum kind)wanted_kind(m, 2), t);
    pieces_tick(g);
    if (!chess_kings(&g->board, !us)) {
        end(g, REASON_MATE, us);
        return;
    }
    if (t->box)
        boxes_offer(g, to, t->box_rarity);
    else
        pass_turn(g);
    if (g->phase == PHASE_OVER || !g->powers)
        return;
    boxes_count_down(g, g->board.skipped, t);
    if (!t->box)
        end_if_blocked(g);
}

static enum err do_move(struct powerchess *g, const struct move *m, struct effects *out, const char **why)
{
    struct trail t = { .fresh_box = NO_SQUARE };
    struct looks before;
    int          from = m->arg[0], to = m->arg[1];

    if (may_move(g, m, why) != ERR_OK)
        return ERR_REFUSED;
    if (!out)
        return make_move(g, m, &t), ERR_OK;

    looks_take(g, &before);
    make_move(g, m, &t);
    effect_add(out, EFFECT_MOVE, m->seat, from, to, 0, 0);
    before.at[to] = before.at[from];
    memset(&before.at[from], 0, sizeof before.at[from]);
    looks_tell(&before, g, &t, out);
    return ERR_OK;
}

/* ---- a selection ------------------------------------------------------- */

const struct power *option_power(const struct powerchess *g, int which)
{
    return &chess_powers[g->rarity][g->option[which]];
}

/* Which square the follow-up names; NO_SQUARE if it has none or the power
 * needs none. A power whose follow-up is impossible is accepted with any or
 * none, and does nothing: `*fizzles`. */
static enum err follow_up(const struct powerchess *g, const struct move *m, int *target, bool *fizzles, const char **why)
{
    const struct power *power = option_power(g, m->arg[0]);
    uint64_t            targets = power->targets ? power->targets(g) : 0;

    *target = NO_SQUARE;
    *fizzles = power->targets && !targets;
    if (!targets)
        return ERR_OK;
    if (m->n < 2 || (m->n > 2 && power->follow == FOLLOW_SQUARE))
        return *why = "this power needs a square", ERR_REFUSED;
    if (m->n > 2 && m->arg[1] != g->box_square)
        return *why = "only the piece that took the box may move", ERR_REFUSED;
    *target = m->n > 2 ? m->arg[2] : m->arg[1];
    if (!on_board(*target) || !(targets & bit(*target)))
        return *why = "the power cannot be used there", ERR_REFUSED;
    if (power->follow == FOLLOW_PLY && chess_promotes(&g->board, g->box_square, *target) && !can_promote_to(wanted_kind(m, 3)))
        return *why = "a pawn becomes a queen, rook, bishop or knight", ERR_REFUSED;
    return ERR_OK;
}

/* No time passes and no box appears in a selection; a Second Effort that takes
 * a box leads to another one. */
static enum err do_power(struct powerchess *g, const struct move *m, struct effects *out, const char **why)
{
    struct trail t = { .fresh_box = NO_SQUARE };
    struct looks before;
    int          target;
    bool         fizzles;

    if (may_act(g, m, PHASE_SELECT, why) != ERR_OK)
        return ERR_REFUSED;
    if (m->arg[0] != 0 && m->arg[0] != 1)
        return *why = "there are two options", ERR_REFUSED;
    if (follow_up(g, m, &target, &fizzles, why) != ERR_OK)
        return ERR_REFUSED;

    const struct power *power = option_power(g, m->arg[0]);
    effect_add(out, EFFECT_POWER, m->seat, g->rarity, g->option[m->arg[0]], 0, 0);
    if (out)
        looks_take(g, &before);
    stop_clock(&g->clock, m->seat, m->at);
    if (!fizzles)
        power->use(g, target, (enum kind)wanted_kind(m, 3), &t);
    if (t.moved)
        effect_add(out, EFFECT_FOLLOW, m->seat, t.from, t.to, 0, 0);
    if (out)
        looks_tell(&before, g, &t, out);

    g->box_square = g->rarity = g->option[0] = g->option[1] = 0;
    if (!chess_kings(&g->board, !m->seat))
        end(g, REASON_MATE, m->seat);
    else if (t.box)
        boxes_offer(g, target, t.box_rarity);
    else
        pass_turn(g);
    return ERR_OK;
}

/* ---- words between players --------------------------------------------- */

/* Draw offers live until their recipient makes a move. */
static enum err do_draw(struct powerchess *g, const struct move *m, struct effects *out, const char **why)
{
    (void)out, (void)why;
    if (g->offers & 1u << !m->seat)
        end(g, REASON_DRAW, NO_WINNER);
    else
        g->offers |= (uint8_t)(1u << m->seat);
    return ERR_OK;
}

static enum err do_resign(struct powerchess *g, const struct move *m, struct effects *out, const char **why)
{
    (void)out, (void)why;
    end(g, REASON_RESIGNATION, !m->seat);
    return ERR_OK;
}

static enum err do_time(struct powerchess *g, const struct move *m, struct effects *out, const char **why)
{
    (void)out, (void)why;
    end(g, REASON_TIME, !m->seat);
    return ERR_OK;
}

/* The table says so; by whose clock, the game's or the hall's, is its business. */
static enum err do_flag(struct powerchess *g, const struct move *m, struct effects *out, const char **why)
{
    if (m->seat != g->board.turn)
        return *why = "the clock of the other side runs", ERR_REFUSED;
    return do_time(g, m, out, why);
}

static enum err apply(void *state, const struct move *m, struct effects *out, const char **why)
{
    static enum err (*const doers[])(struct powerchess *, const struct move *, struct effects *, const char **) = {
        [DO_MOVE] = do_move,     [DO_POWER] = do_power, [DO_DRAW] = do_draw,
        [DO_RESIGN] = do_resign, [DO_TIME] = do_time,   [DO_FLAG] = do_flag,
    };
    struct powerchess *g = state;

    if (g->phase == PHASE_OVER)
        return *why = "the game is over", ERR_REFUSED;
    if (m->seat > BLACK)
        return *why = "two play this game", ERR_REFUSED;
    return doers[m->kind](g, m, out, why);
}

/* ---- what others see --------------------------------------------------- */

/* What comes next out of the generator, and when the next box comes. The two
 * options of a selection lie open. */
static void redact(void *state, int seat)
{
    struct powerchess *g = state;

    (void)seat;
    g->rng = (struct rng){ 0 };
    g->counter = 0;
}

static void result(const void *state, struct result *out)
{
    const struct powerchess *g = state;

    *out = (struct result){ .over = g->phase == PHASE_OVER };
    for (int seat = 0; seat < 2; seat++)
        out->rank[seat] = out->over && g->winner != NO_WINNER && g->winner != seat ? 2 : 1;
}

const struct game powerchess_game = {
    .name = "powerchess",
    .title = "Power Chess",
    .blurb = "Chess with boxes on the board: take one and choose one of two powers.",
    .min_seats = 2,
    .max_seats = 2,
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_HAS_CLOCK | GAME_STARTS_FULL,
    .state_size = sizeof(struct powerchess),
    .legal_max = LEGAL_MAX,
    .options = options,
    .kinds = kinds,
    .setup = setup,
    .to_act = to_act,
    .legal = powerchess_legal,
    .pick = powerchess_pick,
    .apply = apply,
    .redact = redact,
    .view = powerchess_view,
    .draw = powerchess_draw,
    .describe = powerchess_describe,
    .result = result,
    .leave = leave,
    .timeout = timeout,
    .deadline = deadline,
};
