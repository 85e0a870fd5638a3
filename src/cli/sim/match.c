#include "cli/sim/match.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"
#include "cli/sim/program.h"

#include <stdio.h>
#include <stdlib.h>

/* A game in progress. */
struct playing {
    const struct match *match;
    int64_t             number;
    struct table_top   *top;
    struct played      *out;
    struct setup        setup;
    struct program     *program[SEATS_MAX]; /* by seat; NULL: a built-in player */
    char               *problem;
};

enum turn { TURN_MADE, TURN_FORFEIT, TURN_BROKEN };

uint64_t mix(uint64_t a, uint64_t b)
{
    struct rng r = rng_seeded(a ^ b * UINT64_C(0xD1342543DE82EF95));

    return rng_next(&r);
}

void table_top_release(struct table_top *t)
{
    free(t->state);
    free(t->seen);
    move_list_release(&t->past);
    move_list_release(&t->scratch);
}

static const char *const ending_words[] = {
    [ENDED_BY_RULES] = "rules",
    [ENDED_STUCK] = "stuck",
    [ENDED_TOO_LONG] = "too_long",
    [ENDED_FORFEIT] = "forfeit",
};

/* ---- one move ---------------------------------------------------------- */

static bool think(struct playing *p, int seat, struct move *move)
{
    const struct match   *m = p->match;
    int                   c = match_entrant(m, p->number, seat);
    const struct entrant *who = &m->entrant[c];
    struct think          t = {
                 .rng = rng_seeded(mix(mix(p->setup.seed, (uint64_t)seat + 1), (uint64_t)p->top->past.n)),
                 .scratch = p->top->scratch,
                 .level = who->level,
                 .nodes = who->nodes ? who->nodes : who->bot->effort[who->level - 1].nodes,
                 .past = who->bot->wants_past ? p->top->past.at : NULL,
                 .past_n = who->bot->wants_past ? p->top->past.n : 0,
                 .character = mix(p->setup.seed, (uint64_t)seat + 1),
                 .cancel = p->top->cancel,
    };

    t.memory = thread_memory(who->bot->memory, &t.number);
    t.scratch.n = 0;
    int64_t from = monotonic_us();
    bool    found = who->bot->choose(m->game, p->top->seen, seat, &t, move);
    p->out->spent_us[c] += monotonic_us() - from;
    p->out->nodes[c] += t.spent;
    p->top->scratch = t.scratch;
    return found;
}

static enum turn broken(struct playing *p, int seat, const char *what)
{
    const struct match *m = p->match;

    snprintf(p->problem, 256, "game %lld (seed %llu), move %d: %s in seat %d: %s", (long long)p->number + 1,
             (unsigned long long)p->setup.seed, p->top->past.n, m->entrant[match_entrant(m, p->number, seat)].name, seat, what);
    return TURN_BROKEN;
}

static enum turn forfeit(struct playing *p, int seat)
{
    p->out->ending = ENDED_FORFEIT;
    p->out->loser = match_entrant(p->match, p->number, seat);
    return TURN_FORFEIT;
}

/* The program's move, or why it loses. */
static bool ask(struct playing *p, int seat, struct move *move)
{
    int     c = match_entrant(p->match, p->number, seat);
    int64_t from = monotonic_us();
    bool    found = program_move(p->program[seat], p->top->seen, &p->top->past, move, p->out->fault);

    p->out->spent_us[c] += monotonic_us() - from;
    return found;
}

/* The refusal in words, cut to what fits; `otherwise` if the rules say nothing. */
static const char *words_of(const struct refusal *why, const char *otherwise, char out[120])
{
    struct buf text = { 0 };

    if (!why->text)
        return otherwise;
    refusal_write(why, &text);
    snprintf(out, 120, "%.*s", STR_ARG(buf_view(&text)));
    buf_release(&text);
    return out;
}

/* Makes the move of the lowest seat that owes one. */
static enum turn make_turn(struct playing *p)
{
    const struct game *game = p->match->game;
    struct refusal     why = { 0 };
    char               words[120];
    int                seat = __builtin_ctz(game->to_act(p->top->state));
    struct move       *move = move_list_new(&p->top->past, seat, 0);

    p->top->past.n--; /* counts only when it is made */
    game_seen_by(game, p->top->state, seat, p->top->seen);
    if (p->program[seat] ? !ask(p, seat, move) : !think(p, seat, move))
        return p->program[seat] ? forfeit(p, seat) : broken(p, seat, "found no move");
    move->seat = (uint8_t)seat;
    move->at = p->top->past.n; /* one millisecond per move: no clock runs out */
    if (game->apply(p->top->state, move, NULL, &why) != ERR_OK) {
        if (!p->program[seat])
            return broken(p, seat, words_of(&why, "made a move that the rules refuse", words));
        snprintf(p->out->fault, sizeof p->out->fault, "made an illegal move: %s", words_of(&why, "refused", words));
        return forfeit(p, seat);
    }
    p->top->past.n++;
    p->out->moves[match_entrant(p->match, p->number, seat)]++;
    return TURN_MADE;
}

/* ---- one game ---------------------------------------------------------- */

static void digest_move(uint64_t *digest, const struct move *m)
{
    *digest = mix(*digest, (uint64_t)m->seat << 32 | (uint64_t)m->kind << 16 | m->n);
    for (int i = 0; i < m->n; i++)
        *digest = mix(*digest, (uint16_t)m->arg[i]);
}

static void share_out(struct playing *p)
{
    const struct match *m = p->match;
    struct played      *out = p->out;
    int                 seats = m->setup.seats, first = 0;

    m->game->result(p->top->state, &out->result);
    for (int seat = 0; seat < seats; seat++) {
        out->points[match_entrant(m, p->number, seat)] = out->result.points[seat];
        first += out->result.rank[seat] == 1;
    }
    for (int seat = 0; seat < seats; seat++) {
        int    c = match_entrant(m, p->number, seat);
        double equal = 1.0 / seats;

        if (out->ending == ENDED_FORFEIT)
            out->share[c] = c == out->loser ? 0 : 1.0 / (seats - 1);
        else if (out->ending == ENDED_BY_RULES)
            out->share[c] = out->result.rank[seat] == 1 ? 1.0 / first : 0;
        else
            out->share[c] = equal;
    }
}

static bool begin(struct playing *p)
{
    const struct match *m = p->match;
    struct refusal      why = { 0 };
    char                words[120];

    if (!p->top->state) {
        p->top->state = mem_new(m->game->state_size);
        p->top->seen = mem_new(m->game->state_size);
    }
    p->top->past.n = 0;
    p->setup = m->setup;
    p->setup.seed = mix(m->seed, (uint64_t)(p->number / match_tuple(m)) + 1);
    p->out->seed = p->setup.seed;
    if (game_setup(m->game, p->top->state, &p->setup, &why) != ERR_OK) {
        snprintf(p->problem, 256, "the game cannot be set up: %s", words_of(&why, "refused", words));
        return false;
    }
    for (int seat = 0; seat < m->setup.seats; seat++) {
        const struct entrant *who = &m->entrant[match_entrant(m, p->number, seat)];

        if (!who->program)
            continue;
        p->program[seat] = program_start(who->program, m->game, m->stall_ms, p->top->cancel, p->problem);
        if (!p->program[seat])
            return false;
        program_setup(
            p->program[seat], &p->setup, p->top->state, seat, p->number + 1,
            (uint32_t)(mix(p->setup.seed, (uint64_t)seat + 1) >> 33)); /* half of the bits, so that the seed cannot be derived */
    }
    return true;
}

static bool is_given_up(const struct playing *p)
{
    return p->top->cancel && atomic_load_explicit(p->top->cancel, memory_order_relaxed);
}

static bool play_on(struct playing *p)
{
    const struct match *m = p->match;
    struct table_top   *t = p->top;
    enum turn           turn = TURN_MADE;

    while (turn == TURN_MADE && m->game->to_act(t->state) && !is_given_up(p)) {
        if (t->past.n && m->game->stuck && m->game->stuck(t->state, t->past.at, t->past.n)) {
            p->out->ending = ENDED_STUCK;
            break;
        }
        if (t->past.n >= m->moves_max) {
            p->out->ending = ENDED_TOO_LONG;
            break;
        }
        turn = make_turn(p);
    }
    return turn != TURN_BROKEN;
}

bool match_play(const struct match *m, int64_t number, struct table_top *t, struct played *out, char problem[256])
{
    struct playing p = { .match = m, .number = number, .top = t, .out = out, .problem = problem };

    *out = (struct played){ .loser = -1 };
    bool good = begin(&p) && play_on(&p) && !is_given_up(&p);
    if (good) {
        share_out(&p);
        out->digest = out->seed;
        for (int i = 0; i < t->past.n; i++)
            digest_move(&out->digest, &t->past.at[i]);
        if (m->keep_moves) { /* the list goes with the result */
            out->record = t->past;
            t->past = (struct move_list){ 0 };
        }
    }
    for (int seat = 0; seat < m->setup.seats; seat++)
        program_end(p.program[seat], good ? ending_words[out->ending] : NULL, &out->result);
    return good;
}
