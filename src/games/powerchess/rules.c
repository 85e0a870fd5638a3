/* Power Chess: setup, the sequence of a ply and of a selection, clocks, draws
 * and the end of the game. */
#include "games/powerchess/search.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const struct {
    int32_t start, increment; /* seconds */
} controls[] = { { 300, 5 }, { 900, 15 }, { 2700, 45 } };

enum { MS = 1000 };

static enum err no(struct refusal *why, enum refusal_of_powerchess code)
{
    return refuse(why, powerchess_refusals, code);
}

static enum err setup(void *state, const struct setup *s, struct refusal *why)
{
    struct powerchess *g = state;
    int                control = s->option[OPTION_TIME_CONTROL];
    int32_t            clock = s->option[OPTION_CLOCK], increment = s->option[OPTION_INCREMENT];

    if (!chess_read_fen(&g->board, s->extra.len ? s->extra : STR(START), why))
        return ERR_REFUSED;
    if (!chess_has_move(&g->board))
        return no(why, REFUSE_NO_MOVE);
    g->rng = rng_seeded(s->seed);
    g->powers = (uint8_t)s->option[OPTION_POWERS];
    g->draws = (uint8_t)s->option[OPTION_DRAWS];
    if (g->powers)
        g->counter = (uint8_t)boxes_first_counter(&g->rng);
    for (int colour = WHITE; colour <= BLACK; colour++)
        g->clock.left[colour] = clock ? clock : (int64_t)controls[control].start * MS;
    g->clock.increment = increment >= 0 ? increment : (int64_t)controls[control].increment * MS;
    g->clock.since = s->at;
    draws_note(g, true);
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

/* The side to move cannot move: checkmate if its single king is attacked and
 * will not be invulnerable after this ply, else stalemate, a draw. */
static void end_if_blocked(struct powerchess *g)
{
    int      us = g->board.turn;
    uint64_t kings = chess_kings(&g->board, us);

    if (chess_has_move(&g->board))
        return;
    if (count(kings) == 1 && !(kings & g->board.safe_next) && chess_attacked(&g->board, lowest(kings), !us))
        end(g, REASON_MATE, !us);
    else
        end(g, REASON_STALEMATE, NO_WINNER);
}

static void pass_turn(struct powerchess *g)
{
    g->phase = PHASE_MOVE;
    g->board.turn = !g->board.turn;
    end_if_blocked(g);
}

/* The turn is over unless a power has to be chosen: is it a draw? */
static void end_if_drawn(struct powerchess *g, bool progress)
{
    if (g->phase != PHASE_MOVE)
        return;
    draws_note(g, progress);
    enum reason reason = g->draws ? draws_reason(g) : REASONS;
    if (reason != REASONS)
        end(g, reason, NO_WINNER);
}

static void tell_end(const struct powerchess *g, struct trail *t)
{
    trail_tell(t, EFFECT_OVER, g->winner == NO_WINNER ? SEAT_TABLE : g->winner, g->reason, 0, 0);
}

/* What comes next. */
static void tell_next(const struct powerchess *g, struct trail *t)
{
    if (g->phase == PHASE_OVER) {
        tell_end(g, t);
    } else if (g->phase == PHASE_MOVE) {
        trail_tell(t, EFFECT_TURN, g->board.turn, 0, 0, 0);
        if (chess_exposed(&g->board, g->board.turn))
            trail_tell(t, EFFECT_CHECK, g->board.turn, 0, 0, 0);
    }
}

/* ---- clocks ------------------------------------------------------------ */

/* Every accepted action of the side to act stops its clock and adds the
 * increment. An action that arrives before the flag was called counts, even if
 * the clock is empty. */
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

static bool can_promote_to(int kind)
{
    return kind >= QUEEN && kind <= KNIGHT;
}

static enum err may_act(const struct powerchess *g, const struct move *m, enum phase phase, struct refusal *why)
{
    if (m->seat != g->board.turn)
        return no(why, REFUSE_NOT_YOUR_TURN);
    if (g->phase != phase)
        return no(why, phase == PHASE_MOVE ? REFUSE_POWER_FIRST : REFUSE_NO_POWER);
    return ERR_OK;
}

/* Only a pawn that reaches its last row names its new kind, in the argument
 * `i`, which is then the last one. */
static enum err may_promote(const struct powerchess *g, const struct move *m, int i, int from, int to, struct refusal *why)
{
    if (!chess_promotes(&g->board, from, to))
        return m->n > i ? no(why, REFUSE_NO_PROMOTION) : ERR_OK;
    return m->n > i && can_promote_to(m->arg[i]) ? ERR_OK : no(why, REFUSE_PROMOTION_NEEDED);
}

/* Why a piece may not go there. An invulnerable king need not care about
 * checks; a piece alone on the board is not blocked. */
static enum refusal_of_powerchess why_not(const struct chess *p, int from, int to)
{
    uint64_t     kings = chess_kings(p, p->turn);
    struct chess brave = *p, lone = { .turn = p->turn, .skipped = NO_SQUARE, .energized = p->energized };

    brave.safe |= kings;
    brave.safe_next |= kings;
    if (chess_legal_from(&brave, from) & bit(to))
        return REFUSE_LEAVES_KING;
    if ((kings & bit(from)) && (chess_neighbours(from) & ~p->side[p->turn] & ~p->holes & ~p->safe & bit(to)))
        return REFUSE_LEAVES_KING;
    chess_put(&lone, from, p->turn, chess_kind_at(p, from));
    return chess_legal_from(&lone, from) & bit(to) ? REFUSE_BLOCKED : REFUSE_CANNOT_GO;
}

static enum err may_move(const struct powerchess *g, const struct move *m, struct refusal *why)
{
    int from = m->arg[0], to = m->arg[1];

    if (may_act(g, m, PHASE_MOVE, why) != ERR_OK)
        return ERR_REFUSED;
    if (!on_board(from) || !on_board(to))
        return no(why, REFUSE_NO_SUCH_SQUARE);
    if (!(g->board.side[m->seat] & bit(from)))
        return no(why, REFUSE_NOT_YOUR_PIECE);
    if (!(chess_legal_from(&g->board, from) & bit(to)))
        return no(why, why_not(&g->board, from, to));
    return may_promote(g, m, 2, from, to, why);
}

/* The order is fixed, including draws from the generator: the piece moves and
 * captures, time passes, a lost king ends the game, a box taken makes its
 * offer, a blocked opponent ends the game, a new box may appear and block the
 * opponent's last move. */
static void make_move(struct powerchess *g, const struct move *m, struct trail *t)
{
    int us = m->seat, from = m->arg[0], to = m->arg[1];

    g->offers &= (uint8_t) ~(1u << !us);
    g->latest = (uint8_t)us;
    stop_clock(&g->clock, us, m->at);
    trail_tell(t, EFFECT_MOVE, us, from, to, (int)chess_kind_at(&g->board, from));
    piece_step(g, from, to, m->n > 2 ? (enum kind)m->arg[2] : QUEEN, t);
    pieces_tick(g, t);
    if (!chess_kings(&g->board, !us)) {
        end(g, REASON_MATE, us);
        return;
    }
    if (t->box)
        boxes_offer(g, to, t->box_rarity, t);
    else
        pass_turn(g);
    if (g->phase == PHASE_OVER)
        return;
    if (g->powers) {
        boxes_count_down(g, g->board.skipped, t);
        if (!t->box)
            end_if_blocked(g);
    }
    end_if_drawn(g, t->progress);
}

static enum err do_move(struct powerchess *g, const struct move *m, struct effects *out, struct refusal *why)
{
    struct trail t = { .out = out, .fresh_box = NO_SQUARE };
    struct looks before;
    int          from = m->arg[0], to = m->arg[1];

    if (may_move(g, m, why) != ERR_OK)
        return ERR_REFUSED;
    if (!out)
        return make_move(g, m, &t), ERR_OK;

    looks_take(g, &before);
    make_move(g, m, &t);
    tell_next(g, &t);
    effect_add(out, EFFECT_WIRE_MOVE, m->seat, from, to, 0, 0);
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

/* The square that the follow-up names; NO_SQUARE if the power needs none, or
 * has no target now: then it fizzles. */
static enum err follow_up(const struct powerchess *g, const struct move *m, int *target, struct refusal *why)
{
    const struct power *power = option_power(g, m->arg[0]);
    uint64_t            targets = power->targets ? power->targets(g) : 0;
    bool                moves = power->follow == FOLLOW_MOVE || power->follow == FOLLOW_PLY;

    *target = NO_SQUARE;
    if (!targets)
        return m->n > 1 ? no(why, REFUSE_NEEDS_NOTHING) : ERR_OK;
    if (m->n < (moves ? 3 : 2) || (m->n > 2 && !moves) || (m->n > 3 && power->follow != FOLLOW_PLY))
        return no(why, REFUSE_NEEDS_SQUARE);
    if (moves && m->arg[1] != g->box_square)
        return no(why, REFUSE_NOT_BOX_PIECE);
    *target = m->arg[moves ? 2 : 1];
    if (!on_board(*target))
        return no(why, REFUSE_NO_SUCH_SQUARE);
    if (!(targets & bit(*target)))
        return no(why, REFUSE_NO_TARGET);
    return power->follow == FOLLOW_PLY ? may_promote(g, m, 3, g->box_square, *target, why) : ERR_OK;
}

static void use_power(struct powerchess *g, const struct move *m, int target, struct trail *t)
{
    const struct power *power = option_power(g, m->arg[0]);
    int                 at = t->out ? t->out->n : 0;
    bool                fizzles = power->targets && target == NO_SQUARE;

    trail_tell(t, EFFECT_POWER, m->seat, power_number(g->rarity, g->option[m->arg[0]]), g->rarity, 0);
    stop_clock(&g->clock, m->seat, m->at);
    if (fizzles || !power->use(g, target, m->n > 3 ? (enum kind)m->arg[3] : QUEEN, t))
        fizzles = true;
    if (t->out)
        t->out->at[at].arg[2] = fizzles;
}

/* A selection takes no time and no box appears; a Second Effort that takes a
 * box leads to another one. */
static enum err do_power(struct powerchess *g, const struct move *m, struct effects *out, struct refusal *why)
{
    struct trail t = { .out = out, .fresh_box = NO_SQUARE };
    struct looks before;
    int          target;

    if (may_act(g, m, PHASE_SELECT, why) != ERR_OK)
        return ERR_REFUSED;
    if (m->arg[0] != 0 && m->arg[0] != 1)
        return no(why, REFUSE_NO_SUCH_OPTION);
    if (follow_up(g, m, &target, why) != ERR_OK)
        return ERR_REFUSED;

    int rarity = g->rarity, power = g->option[m->arg[0]];
    if (out)
        looks_take(g, &before);
    use_power(g, m, target, &t);
    g->box_square = g->rarity = g->option[0] = g->option[1] = 0;
    if (!chess_kings(&g->board, !m->seat))
        end(g, REASON_MATE, m->seat);
    else if (t.box)
        boxes_offer(g, target, t.box_rarity, &t);
    else
        pass_turn(g);
    end_if_drawn(g, true);
    if (!out)
        return ERR_OK;

    tell_next(g, &t);
    effect_add(out, EFFECT_WIRE_POWER, m->seat, rarity, power, 0, 0);
    if (t.moved)
        effect_add(out, EFFECT_WIRE_FOLLOW, m->seat, t.from, t.to, 0, 0);
    looks_tell(&before, g, &t, out);
    return ERR_OK;
}

/* ---- words between players --------------------------------------------- */

static void end_by_word(struct powerchess *g, enum reason reason, int winner, struct effects *out)
{
    end(g, reason, winner);
    tell_end(g, &(struct trail){ .out = out });
}

/* A draw offer stands until its recipient moves. */
static enum err do_draw(struct powerchess *g, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)why;
    if (g->offers & 1u << !m->seat) {
        end_by_word(g, REASON_DRAW, NO_WINNER, out);
    } else {
        g->offers |= (uint8_t)(1u << m->seat);
        effect_add(out, EFFECT_DRAW_OFFERED, m->seat, 0, 0, 0, 0);
    }
    return ERR_OK;
}

static enum err do_resign(struct powerchess *g, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)why;
    end_by_word(g, REASON_RESIGNATION, !m->seat, out);
    return ERR_OK;
}

static enum err do_time(struct powerchess *g, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)why;
    end_by_word(g, REASON_TIME, !m->seat, out);
    return ERR_OK;
}

/* The table decides this, by the game's clock or the hall's. */
static enum err do_flag(struct powerchess *g, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->seat != g->board.turn)
        return no(why, REFUSE_NOT_FLAGGED);
    return do_time(g, m, out, why);
}

static enum err apply(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    static enum err (*const doers[])(struct powerchess *, const struct move *, struct effects *, struct refusal *) = {
        [DO_MOVE] = do_move,     [DO_POWER] = do_power, [DO_DRAW] = do_draw,
        [DO_RESIGN] = do_resign, [DO_TIME] = do_time,   [DO_FLAG] = do_flag,
    };
    struct powerchess *g = state;

    if (g->phase == PHASE_OVER)
        return no(why, REFUSE_GAME_OVER);
    if (m->seat > BLACK)
        return no(why, REFUSE_NO_SUCH_SEAT);
    return doers[m->kind](g, m, out, why);
}

/* ---- what others see --------------------------------------------------- */

/* Secret are the generator and the time of the next box. The two options of a
 * selection are public. */
static void redact(void *state, int seat)
{
    struct powerchess *g = state;

    (void)seat;
    g->rng = (struct rng){ 0 };
    g->counter = 0;
}

static void determinize(void *seen, int seat, struct rng *r)
{
    struct powerchess *g = seen;

    (void)seat;
    g->rng = rng_seeded(rng_next(r));
    if (g->powers)
        g->counter = (uint8_t)boxes_guess_counter(g, r);
}

static void result(const void *state, struct result *out)
{
    const struct powerchess *g = state;

    *out = (struct result){ .over = g->phase == PHASE_OVER };
    for (int seat = 0; seat < 2; seat++)
        out->rank[seat] = out->over && g->winner != NO_WINNER && g->winner != seat ? 2 : 1;
}
/* clang-format off */

const struct game powerchess_game = {
    .name = "powerchess", .title = "Power Chess",
    .blurb = "Chess with boxes on the board: take one and choose one of two powers.",
    .min_seats = 2, .max_seats = 2, .leaving = "lose",
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_HAS_CLOCK | GAME_STARTS_FULL, .state_size = sizeof(struct powerchess),
    .options = powerchess_options, .kinds = powerchess_kinds, .effects = powerchess_effects, .refusals = powerchess_refusals, .bots = powerchess_bots,
    .setup = setup, .to_act = to_act, .legal = powerchess_legal, .asides = powerchess_asides, .pick = powerchess_pick, .apply = apply,
    .redact = redact, .determinize = determinize, .hash = powerchess_hash, .estimate = powerchess_estimate, .stuck = powerchess_stuck,
    .view = powerchess_view, .board = powerchess_board, .names = powerchess_names, .shapes = &powerchess_shapes,
    .draw = powerchess_draw, .describe = powerchess_describe, .notate = powerchess_notate, .outcome = powerchess_outcome,
    .result = result, .leave = leave, .timeout = timeout, .deadline = deadline,
};
/* clang-format on */
