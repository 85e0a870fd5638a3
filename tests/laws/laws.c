#include "laws/laws.h"

#include "base/jin.h"
#include "base/mem.h"
#include "game/replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SETUP_TRIES = 200,   /* random setups drawn until one is accepted */
    LISTED_CHECKED = 16, /* listed moves tried at one position */
    TWINS_CHECKED = 256, /* lists up to this long are searched for equal moves */
    WILD_TRIED = 12,     /* random moves tried at one position */
    PERCENT_UNUSUAL = 2, /* real moves that are a time-out or a leaving */
    VIEW_EVERY = 5,      /* views are long texts: one in so many is written */
    VIEW_DEPTH = 32,
    GENERATOR_DRAWS = 1 << 22, /* a generator that drew more often is not recognised */
};

static const int64_t start_time = INT64_C(1763230000000);

/* One playout. The blocks are copies of the state for trials. */
struct playout {
    struct laws       *laws;
    const struct game *game;
    uint64_t           seed;
    struct rng         dice; /* the playout's own, apart from the game's */
    struct setup       setup;
    struct buf         extra, journal;
    char              *live, *trial, *other, *seen, *again;
    struct move_list   list, second;
    int64_t            now;
    int                moves;
};

/* ---- reporting --------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool broken(struct playout *p, const char *format, ...)
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

static bool broken_move(struct playout *p, const struct move *m, const char *what)
{
    struct buf text = { 0 };

    replay_write_move(p->game, m, &text);
    broken(p, "%s: %s", what, text.at);
    buf_release(&text);
    return false;
}

/* ---- small things ------------------------------------------------------ */

static int below(struct playout *p, int n)
{
    return (int)rng_below(&p->dice, (uint64_t)n);
}

static void copy(struct playout *p, char *to, const char *from)
{
    memcpy(to, from, p->game->state_size);
}

static bool same(struct playout *p, const char *a, const char *b)
{
    return memcmp(a, b, p->game->state_size) == 0;
}

static int kind_count(const struct game *game)
{
    int n = 0;

    while (game->kinds[n].word)
        n++;
    return n;
}

static void redact(const struct game *game, void *state, int seat)
{
    if (game->redact)
        game->redact(state, seat);
}

/* The moves of `seat` into `list`, which has room for one more than allowed so
 * that one too many shows. */
static void list_moves(struct playout *p, const char *state, int seat, struct move_list *list)
{
    list->n = 0;
    p->game->legal(state, seat, list);
}

static bool is_listed(const struct move_list *list, const struct move *m)
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
        int64_t              span = (int64_t)o->most - o->least + 1;

        /* Half of the tables are opened as usual. */
        if (below(p, 2))
            p->setup.option[i] = (int32_t)(o->least + (int64_t)rng_below(&p->dice, (uint64_t)span));
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
    const char        *why = "";

    for (int i = 0; i < SETUP_TRIES; i++) {
        if (p->laws->setups.len) {
            if (setup_read(game, random_line(p, p->laws->setups), &p->setup, &p->extra) != ERR_OK)
                return broken(p, "a line of the given setups cannot be read");
        } else {
            setup_normal(game, &p->setup);
            p->setup.seats = (uint8_t)(game->min_seats + below(p, game->max_seats - game->min_seats + 1));
            draw_options(p);
        }
        p->setup.seed = spread_seed(p->seed);
        p->setup.at = start_time;
        memset(p->live, 0xA5, game->state_size);
        if (game_setup(game, p->live, &p->setup, &why) == ERR_OK)
            return true;
    }
    return broken(p, "no setup is accepted: %s", why);
}

static bool check_setup_text(struct playout *p)
{
    struct buf   first = { 0 }, second = { 0 }, extra = { 0 };
    struct setup read;
    const char  *why = "";
    bool         good = false;

    setup_write(p->game, &p->setup, &first);
    if (memchr(first.at, '\n', first.len))
        broken(p, "a setup's text is more than one line");
    else if (setup_read(p->game, buf_view(&first), &read, &extra) != ERR_OK)
        broken(p, "a setup's text cannot be read: %.200s", first.at);
    else if (setup_write(p->game, &read, &second), !str_eq(buf_view(&first), buf_view(&second)))
        broken(p, "a setup's text changes when read and written: %.200s", first.at);
    else if (memset(p->trial, 0x5A, p->game->state_size), game_setup(p->game, p->trial, &read, &why) != ERR_OK)
        broken(p, "a setup that was read back is refused: %s", why);
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

/* ---- moves ------------------------------------------------------------- */

static bool check_move_text(struct playout *p, const struct move *m)
{
    struct buf  text = { 0 };
    struct move read;

    replay_write_move(p->game, m, &text);
    memset(&read, 0xEE, sizeof read);
    bool good = replay_read_move(p->game, buf_view(&text), &read) == ERR_OK && move_eq(m, &read) && m->at == read.at;
    buf_release(&text);
    return good || broken_move(p, m, "a move's text does not read back to it");
}

/* It must apply to the live state: tried on copies, with effects and without. */
static bool check_applies(struct playout *p, const struct move *m, const char *what)
{
    static struct effects effects;
    const char           *why = NULL;

    effects.n = 0;
    copy(p, p->trial, p->live);
    copy(p, p->other, p->live);
    if (p->game->apply(p->trial, m, &effects, &why) != ERR_OK)
        return broken(p, "%s is refused (%s)", what, why ? why : "without a reason"), broken_move(p, m, what);
    if (p->game->apply(p->other, m, NULL, &why) != ERR_OK || !same(p, p->trial, p->other))
        return broken_move(p, m, "a move does something else when nobody asks for effects");
    return check_move_text(p, m);
}

static bool check_list(struct playout *p, int seat)
{
    const struct game *game = p->game;

    list_moves(p, p->live, seat, &p->list);
    if (p->list.n > game->legal_max)
        return broken(p, "seat %d has more moves than legal_max", seat);
    if ((p->list.n > 0) != (game->to_act(p->live) >> seat & 1))
        return broken(p, "seat %d has %d moves, but to_act says otherwise", seat, p->list.n);
    for (int i = 0; i < p->list.n; i++) {
        const struct move *m = &p->list.at[i];

        if (m->seat != seat || m->kind >= kind_count(game) || m->n < game->kinds[m->kind].least || m->n > game->kinds[m->kind].most)
            return broken(p, "move %d in the list of seat %d is not well formed", i, seat);
        if (game->kinds[m->kind].flags & MOVE_BY_TABLE)
            return broken_move(p, m, "a seat is offered a move of the table");
    }
    for (int i = 0; i < p->list.n && p->list.n <= TWINS_CHECKED; i++)
        for (int k = 0; k < i; k++)
            if (move_eq(&p->list.at[i], &p->list.at[k]))
                return broken_move(p, &p->list.at[i], "a move is listed twice");
    return true;
}

/* The move in words, by somebody who knows no more than `seen`. */
static bool check_words(struct playout *p, const char *seen, const struct move *m)
{
    struct buf words = { 0 };

    if (!p->game->describe)
        return true;
    p->game->describe(seen, m, &words);
    bool good = words.len && str_utf8(buf_view(&words));
    buf_release(&words);
    return good || broken_move(p, m, "a move in words is no text");
}

/* What chance made of it, by the same one. */
static bool check_outcome(struct playout *p, const struct move *m)
{
    struct buf words = { 0 };

    if (!p->game->outcome)
        return true;
    copy(p, p->seen, p->live);
    redact(p->game, p->seen, SEAT_NOBODY);
    p->game->outcome(p->seen, m, &words);
    bool good = str_utf8(buf_view(&words));
    buf_release(&words);
    return good || broken_move(p, m, "the outcome of a move is no text");
}

static bool check_listed(struct playout *p)
{
    int tried = p->list.n < LISTED_CHECKED ? p->list.n : LISTED_CHECKED;

    for (int i = 0; i < tried; i++) {
        struct move m = p->list.at[tried == p->list.n ? i : below(p, p->list.n)];

        m.at = p->now;
        if (!check_applies(p, &m, "a listed move") || !check_words(p, p->seen, &m))
            return false;
        p->laws->counts.listed++;
    }
    return true;
}

static bool check_pick(struct playout *p, int seat)
{
    struct move m;

    if (!p->game->pick)
        return true;
    memset(&m, 0, sizeof m);
    p->game->pick(p->live, seat, &p->dice, &m);
    m.at = p->now;
    if (m.seat != seat)
        return broken_move(p, &m, "a picked move is another seat's");
    if (!(p->game->traits & GAME_LEGAL_SAMPLE) && !is_listed(&p->list, &m))
        return broken_move(p, &m, "a picked move is not listed");
    return check_applies(p, &m, "a picked move");
}

/* leave and timeout: whatever they offer applies. */
static bool check_unusual(struct playout *p, int seat)
{
    struct move m;

    memset(&m, 0, sizeof m);
    if (p->game->leave && p->game->leave(p->live, seat, &m)) {
        m.at = p->now;
        if (!check_applies(p, &m, "the move of a seat that leaves"))
            return false;
    }
    if (p->game->timeout && (p->game->to_act(p->live) >> seat & 1) && p->game->timeout(p->live, seat, &m)) {
        m.at = p->now;
        if (!check_applies(p, &m, "the move of a seat whose time is up"))
            return false;
    }
    return true;
}

/* ---- refusals ---------------------------------------------------------- */

static int wild_number(struct playout *p)
{
    switch (below(p, 4)) {
    case 0:
        return below(p, 4) - 1;
    case 1:
        return below(p, 130) - 2;
    case 2:
        return below(p, 2) ? INT16_MAX : INT16_MIN;
    default:
        return below(p, 24);
    }
}

static void wild_move(struct playout *p, struct move *m)
{
    const struct game *game = p->game;
    int                kind = below(p, kind_count(game));
    int                least = game->kinds[kind].least, most = game->kinds[kind].most;

    /* A listed move of whoever may move, made by somebody else... */
    if (p->list.n && below(p, 2)) {
        *m = p->list.at[below(p, p->list.n)];
        if (below(p, 2))
            m->seat = (uint8_t)below(p, p->setup.seats);
        else if (m->n)
            m->arg[below(p, m->n)] = (int16_t)wild_number(p);
    } else { /* ... or anything at all. */
        memset(m, 0xEE, sizeof *m);
        move_begin(m, below(p, 8) ? below(p, p->setup.seats) : SEAT_TABLE, kind);
        for (int n = least + below(p, most - least + 1); n > 0; n--)
            move_add(m, wild_number(p));
    }
    m->at = p->now;
}

static bool check_wild(struct playout *p)
{
    for (int i = 0; i < WILD_TRIED; i++) {
        struct move m;
        const char *why = NULL;

        wild_move(p, &m);
        copy(p, p->trial, p->live);
        enum err err = p->game->apply(p->trial, &m, NULL, &why);
        if (err == ERR_OK)
            continue;
        p->laws->counts.refused++;
        if (err != ERR_REFUSED || !why)
            return broken_move(p, &m, "a refusal without a reason");
        if (!same(p, p->trial, p->live))
            return broken_move(p, &m, "a refusal leaves a trace");
    }
    return true;
}

/* ---- secrets ----------------------------------------------------------- */

/* The generator is SplitMix64 seeded with setup.seed: after k draws its word is
 * seed + k * gamma, so a word that leads back to a small k is it. */
static bool is_generator(uint64_t word, uint64_t seed)
{
    static const uint64_t gamma_inverse = UINT64_C(0xF1DE83E19937733D);

    return (word - seed) * gamma_inverse < GENERATOR_DRAWS;
}

/* Offset of the generator at or after `from`, or -1. It lies aligned, as the
 * compiler puts it. */
static long find_generator(struct playout *p, const char *state, size_t from)
{
    for (size_t i = from; i + sizeof(uint64_t) <= p->game->state_size; i += sizeof(uint64_t)) {
        uint64_t word;

        memcpy(&word, state + i, sizeof word);
        if (is_generator(word, p->setup.seed))
            return (long)i;
    }
    return -1;
}

static bool check_seen(struct playout *p, int seat)
{
    const struct game *game = p->game;

    copy(p, p->seen, p->live);
    redact(game, p->seen, seat);
    copy(p, p->again, p->seen);
    redact(game, p->again, seat);
    if (!same(p, p->seen, p->again))
        return broken(p, "to redact twice for seat %d is not to redact once", seat);
    if (game->redact && find_generator(p, p->seen, 0) >= 0)
        return broken(p, "the generator is still there after redact for seat %d", seat);

    copy(p, p->again, p->seen);
    copy(p, p->other, p->live);
    redact(game, p->again, SEAT_NOBODY);
    redact(game, p->other, SEAT_NOBODY);
    if (!same(p, p->again, p->other))
        return broken(p, "a spectator sees something that seat %d does not", seat);

    copy(p, p->other, p->live);
    for (long at = 0; (at = find_generator(p, p->other, (size_t)at)) >= 0; at += (long)sizeof(uint64_t)) {
        uint64_t word = rng_next(&p->dice);

        memcpy(p->other + at, &word, sizeof word);
    }
    redact(game, p->other, seat);
    if (game->redact && !same(p, p->other, p->seen))
        return broken(p, "another generator changes what seat %d sees", seat);
    return true;
}

static bool check_seen_moves(struct playout *p, int seat)
{
    list_moves(p, p->seen, seat, &p->second);
    bool good = p->second.n == p->list.n;
    for (int i = 0; good && i < p->list.n; i++)
        good = move_eq(&p->list.at[i], &p->second.at[i]);
    return good || broken(p, "seat %d has other moves on what it sees (%d) than really (%d)", seat, p->second.n, p->list.n);
}

static bool check_view(struct playout *p, int seat)
{
    struct buf  first = { 0 }, second = { 0 };
    struct jout j = jout_to(&first), k = jout_to(&second);
    struct jin *read = NULL;
    bool        good = false;

    p->game->view(p->seen, seat, &j);
    p->game->view(p->seen, seat, &k);
    if (jin_parse(buf_view(&first), VIEW_DEPTH, 0, &read) != ERR_OK || jin_kind(read) != JIN_OBJECT)
        broken(p, "the view of seat %d is no JSON object: %.200s", seat, first.at);
    else if (!str_eq(buf_view(&first), buf_view(&second)))
        broken(p, "the view of seat %d differs when written again", seat);
    else
        good = true;
    jin_free(read);
    if (p->game->draw) {
        buf_clear(&second);
        p->game->draw(p->seen, &second);
        if (good && !str_utf8(buf_view(&second)))
            good = broken(p, "the picture is no UTF-8");
    }
    buf_release(&first);
    buf_release(&second);
    p->laws->counts.looks++;
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
    for (int seat = SEAT_NOBODY; seat < p->setup.seats; seat++) {
        if (!check_seen(p, seat))
            return false;
        if (below(p, VIEW_EVERY) == 0 && !check_view(p, seat))
            return false;
        if (seat == SEAT_NOBODY)
            continue;
        if (!check_list(p, seat) || !check_seen_moves(p, seat) || !check_listed(p))
            return false;
        if ((game->to_act(p->live) >> seat & 1) && !check_pick(p, seat))
            return false;
        if (game->to_act(p->live) && !check_unusual(p, seat))
            return false;
        if (!check_wild(p))
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
    const char *why = NULL;

    copy(p, p->seen, p->live);
    redact(p->game, p->seen, SEAT_NOBODY);
    if (!check_words(p, p->seen, m))
        return false;
    if (p->game->apply(p->live, m, NULL, &why) != ERR_OK)
        return broken(p, "a move is refused: %s", why ? why : ""), broken_move(p, m, "refused");
    if (!check_outcome(p, m))
        return false;
    replay_write_move(p->game, m, &p->journal);
    buf_char(&p->journal, '\n');
    p->moves++;
    p->laws->counts.moves++;
    return true;
}

static bool check_replay(struct playout *p)
{
    struct str   rest = buf_view(&p->journal);
    struct str   line = str_cut(&rest, '\n');
    struct buf   extra = { 0 };
    struct setup setup;
    const char  *why = "";
    bool         good = true;

    str_cut(&line, ' '); /* the game's name */
    if (setup_read(p->game, line, &setup, &extra) != ERR_OK || game_setup(p->game, p->trial, &setup, &why) != ERR_OK)
        good = broken(p, "the journal's setup does not replay");
    while (good && rest.len) {
        struct move m;

        memset(&m, 0xEE, sizeof m);
        line = str_cut(&rest, '\n');
        if (replay_read_move(p->game, line, &m) != ERR_OK || p->game->apply(p->trial, &m, NULL, &why) != ERR_OK)
            good = broken(p, "the journal does not replay: %.*s", STR_ARG(line));
    }
    if (good && !same(p, p->trial, p->live))
        good = broken(p, "the replay of the journal is not the live state");
    buf_release(&extra);
    return good;
}

/* ---- life -------------------------------------------------------------- */

static struct move_list room(const struct game *game)
{
    int cap = game->legal_max + 1;

    return (struct move_list){ mem_list((size_t)cap, sizeof(struct move)), 0, cap };
}

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
        .list = room(laws->game),
        .second = room(laws->game),
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
    free(p->list.at);
    free(p->second.at);
    buf_release(&p->extra);
    buf_release(&p->journal);
}

static bool play(struct playout *p, int most_moves)
{
    if (!draw_setup(p) || !check_setup_text(p) || !check_position(p))
        return false;
    if ((p->game->traits & GAME_HAS_CHANCE) && (!p->game->redact || find_generator(p, p->live, 0) < 0))
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
