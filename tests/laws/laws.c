#include "laws/laws.h"

#include "base/mem.h"
#include "game/text.h"
#include "laws/playout.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SETUP_TRIES = 200,   /* random setups drawn until one is accepted */
    PERCENT_UNUSUAL = 2, /* real moves that are a time-out or a leaving */
    VIEW_EVERY = 5,      /* views are long texts: one in so many is written */
    GUESS_EVERY = 8,     /* and one in so many positions is determinized and played on */
    CHOICE_EVERY = 20,   /* and one in so many is given to the computer players */
};

static const int64_t start_time = INT64_C(1763230000000);

/* ---- reporting --------------------------------------------------------- */

bool broken(struct playout *p, const char *format, ...)
{
    struct buf *out = &p->laws->broken;
    char        text[512];
    va_list     args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (out->len == 0)
        buf_printf(out, "%s, seed %llu, after %d moves: %s", p->game->name, (unsigned long long)p->seed, p->moves, text);
    return false;
}

bool broken_move(struct playout *p, const struct move *m, const char *what)
{
    struct buf text = { 0 };

    line_write(p->game, m, &text);
    broken(p, "%s: %s", what, text.at);
    buf_release(&text);
    return false;
}

int kind_count(const struct game *game)
{
    int n = 0;

    while (game->kinds[n].word)
        n++;
    return n;
}

bool is_listed(const struct move_list *list, const struct move *m)
{
    for (int i = 0; i < list->n; i++)
        if (move_eq(&list->at[i], m))
            return true;
    return false;
}

/* ---- setup ------------------------------------------------------------- */

static struct str random_line(struct playout *p, struct str text)
{
    struct str rest = text, line = { 0 };
    int        n = 0;

    while (rest.len)
        n += str_cut(&rest, '\n').len > 0;
    for (int pick = below(p, n); pick >= 0; pick--)
        line = str_cut(&text, '\n');
    return line;
}

static void draw_options(struct playout *p)
{
    const struct game *game = p->game;

    for (int i = 0, n = game_option_count(game); i < n; i++) {
        const struct option *o = &game->options[i];
        int64_t              span = (int64_t)o->max - o->min + 1;

        /* Half of the tables are opened as usual. */
        if (below(p, 2))
            p->setup.option[i] = (int32_t)(o->min + (int64_t)rng_below(&p->dice, (uint64_t)span));
    }
}

/* The table's seed is a large number, so that a generator in a state is told
 * from the small numbers that states are full of. */
static uint64_t spread_seed(uint64_t seed)
{
    return seed * UINT64_C(0xD1B54A32D192ED03);
}

static bool draw_setup(struct playout *p)
{
    const struct game *game = p->game;
    struct refusal     why = { 0 };

    for (int i = 0; i < SETUP_TRIES; i++) {
        if (p->laws->setups.len) {
            if (setup_read(game, random_line(p, p->laws->setups), &p->setup, &p->extra) != ERR_OK)
                return broken(p, "a line of the given setups cannot be read");
        } else {
            setup_default(game, &p->setup);
            p->setup.seats = (uint8_t)(game->min_seats + below(p, game->max_seats - game->min_seats + 1));
            draw_options(p);
        }
        p->setup.seed = spread_seed(p->seed);
        p->setup.at = start_time;
        memset(p->live, 0xA5, game->state_size);
        if (game_setup(game, p->live, &p->setup, &why) == ERR_OK)
            return true;
    }
    return broken(p, "no setup is accepted: %s", why.text);
}

static bool check_setup_text(struct playout *p)
{
    struct buf     first = { 0 }, second = { 0 }, extra = { 0 };
    struct setup   read;
    struct refusal why = { 0 };
    bool           good = false;

    setup_write(p->game, &p->setup, &first);
    if (memchr(first.at, '\n', first.len))
        broken(p, "a setup's text is more than one line");
    else if (setup_read(p->game, buf_view(&first), &read, &extra) != ERR_OK)
        broken(p, "a setup's text cannot be read: %.200s", first.at);
    else if (setup_write(p->game, &read, &second), !str_eq(buf_view(&first), buf_view(&second)))
        broken(p, "a setup's text changes when read and written: %.200s", first.at);
    else if (memset(p->trial, 0x5A, p->game->state_size), game_setup(p->game, p->trial, &read, &why) != ERR_OK)
        broken(p, "a setup that was read back is refused: %s", why.text);
    else if (!same(p, p->trial, p->live))
        broken(p, "a setup that was read back gives another state");
    else
        good = true;
    buf_text(&p->journal, p->game->name);
    buf_char(&p->journal, ' ');
    buf_str(&p->journal, buf_view(&first));
    buf_char(&p->journal, '\n');
    buf_release(&first);
    buf_release(&second);
    buf_release(&extra);
    return good;
}

/* ---- a position -------------------------------------------------------- */

static bool check_result(struct playout *p)
{
    struct result result;
    unsigned      to_act = p->game->to_act(p->live);

    p->game->result(p->live, &result);
    if (result.over != (to_act == 0))
        return broken(p, "to_act is %#x, but the result says %s", to_act, result.over ? "over" : "not over");
    if (to_act >> p->setup.seats)
        return broken(p, "to_act %#x names a seat that is not there", to_act);
    if (!result.over)
        return true;
    bool first = false;
    for (int seat = 0; seat < p->setup.seats; seat++) {
        if (result.rank[seat] < 1 || result.rank[seat] > p->setup.seats)
            return broken(p, "seat %d has rank %d at the end", seat, result.rank[seat]);
        first |= result.rank[seat] == 1;
    }
    return first || broken(p, "nobody is first at the end");
}

static bool check_position(struct playout *p)
{
    const struct game *game = p->game;

    if (!check_result(p))
        return false;
    if (!game->redact != !game->determinize)
        return broken(p, "redact and determinize come together");
    for (int seat = SEAT_NOBODY; seat < p->setup.seats; seat++) {
        if (!check_seen(p, seat))
            return false;
        if (below(p, VIEW_EVERY) == 0 && !check_view(p, seat))
            return false;
        if (seat >= 0 && (game->to_act(p->live) >> seat & 1) && below(p, CHOICE_EVERY) == 0 && !check_choices(p, seat))
            return false;
        if (below(p, GUESS_EVERY) == 0 && !check_determinized(p, seat))
            return false;
        if (seat == SEAT_NOBODY)
            continue;
        if (!check_list(p, seat) || !check_seen_moves(p, seat) || !check_listed(p))
            return false;
        if ((game->to_act(p->live) >> seat & 1) && !check_pick(p, seat))
            return false;
        if (game->to_act(p->live) && !check_unusual(p, seat))
            return false;
        if (!check_wild(p, seat))
            return false;
    }
    return true;
}

/* ---- going on ---------------------------------------------------------- */

static int some_seat_to_act(struct playout *p)
{
    unsigned to_act = p->game->to_act(p->live);
    int      seat;

    do
        seat = below(p, p->setup.seats);
    while (!(to_act >> seat & 1));
    return seat;
}

/* The next real move: usually a random one; now and then a time-out or a
 * leaving; and always the time-out when the rules' own clock says so. */
static bool next_move(struct playout *p, struct move *m)
{
    const struct game *game = p->game;
    int                seat = some_seat_to_act(p), late = -1;
    int64_t            deadline = game->deadline ? game->deadline(p->live, &late) : 0;

    memset(m, 0, sizeof *m);
    p->now += below(p, 3000);
    if (deadline && p->now >= deadline && game->timeout) {
        p->now = deadline;
        if (!game->timeout(p->live, late, m))
            return broken(p, "the time of seat %d is up, but there is no move for it", late);
    } else if (below(p, 100) < PERCENT_UNUSUAL && game->leave && below(p, 4) == 0 && game->leave(p->live, seat, m)) {
        seat = m->seat;
    } else if (below(p, 100) < PERCENT_UNUSUAL && !game->deadline && game->timeout && game->timeout(p->live, seat, m)) {
        seat = m->seat;
    } else if (!game_random_move(game, p->live, seat, &p->dice, &p->list, m)) {
        return broken(p, "seat %d owes a move and has none", seat);
    }
    m->at = p->now;
    /* What lies behind the arguments may be anything; the replay has zeros. */
    memset(m->arg + m->n, 0xEE, sizeof m->arg - m->n * sizeof m->arg[0]);
    return true;
}

static bool make_move(struct playout *p, const struct move *m)
{
    struct refusal why = { 0 };

    copy(p, p->seen, p->live);
    redact(p->game, p->seen, SEAT_NOBODY);
    if (!check_words(p, p->seen, m))
        return false;
    if (p->game->apply(p->live, m, NULL, &why) != ERR_OK)
        return broken(p, "a move is refused: %s", why.text ? why.text : ""), broken_move(p, m, "refused");
    if (!check_outcome(p, m))
        return false;
    line_write(p->game, m, &p->journal);
    buf_char(&p->journal, '\n');
    *move_list_new(&p->past, m->seat, m->kind) = *m;
    p->moves++;
    p->laws->counts.moves++;
    return true;
}

static bool check_replay(struct playout *p)
{
    struct str     rest = buf_view(&p->journal);
    struct str     line = str_cut(&rest, '\n');
    struct buf     extra = { 0 };
    struct setup   setup;
    struct refusal why = { 0 };
    bool           good = true;

    str_cut(&line, ' '); /* the game's name */
    if (setup_read(p->game, line, &setup, &extra) != ERR_OK || game_setup(p->game, p->trial, &setup, &why) != ERR_OK)
        good = broken(p, "the journal's setup does not replay");
    while (good && rest.len) {
        struct move m;

        memset(&m, 0xEE, sizeof m);
        line = str_cut(&rest, '\n');
        if (line_read(p->game, line, &m) != ERR_OK || p->game->apply(p->trial, &m, NULL, &why) != ERR_OK)
            good = broken(p, "the journal does not replay: %.*s", STR_ARG(line));
    }
    if (good && !same(p, p->trial, p->live))
        good = broken(p, "the replay of the journal is not the live state");
    buf_release(&extra);
    return good;
}

/* ---- life -------------------------------------------------------------- */

static void playout_init(struct playout *p, struct laws *laws, uint64_t seed)
{
    *p = (struct playout){
        .laws = laws,
        .game = laws->game,
        .seed = seed,
        .dice = rng_seeded(~seed),
        .live = mem_new(laws->game->state_size),
        .trial = mem_new(laws->game->state_size),
        .other = mem_new(laws->game->state_size),
        .seen = mem_new(laws->game->state_size),
        .again = mem_new(laws->game->state_size),
        .now = start_time,
    };
}

static void playout_release(struct playout *p)
{
    free(p->live);
    free(p->trial);
    free(p->other);
    free(p->seen);
    free(p->again);
    move_list_release(&p->list);
    move_list_release(&p->second);
    move_list_release(&p->past);
    free(p->left_over);
    buf_release(&p->extra);
    buf_release(&p->journal);
}

static bool play(struct playout *p, int most_moves)
{
    if (!draw_setup(p) || !check_setup_text(p) || !check_position(p))
        return false;
    if ((p->game->traits & GAME_HAS_CHANCE) && (!p->game->redact || !has_generator(p)))
        return broken(p, "a game of chance keeps rng_seeded(setup.seed) in its state and redacts it");
    while (p->game->to_act(p->live) && p->moves < most_moves) {
        struct move m;

        if (!next_move(p, &m) || !make_move(p, &m) || !check_position(p))
            return false;
    }
    p->laws->counts.ended += p->game->to_act(p->live) == 0;
    return check_replay(p);
}

bool laws_playout(struct laws *laws, uint64_t seed, int most_moves)
{
    struct playout p;

    playout_init(&p, laws, seed);
    bool good = play(&p, most_moves);
    laws->counts.playouts++;
    playout_release(&p);
    return good;
}
