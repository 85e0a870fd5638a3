/* Who sees what: redaction, views, and guesses at what is hidden. */
#include "base/jin.h"
#include "base/mem.h"
#include "laws/playout.h"

#include <stdlib.h>

enum {
    VIEW_DEPTH = 32,
    GENERATOR_DRAWS = 1 << 22, /* a generator that drew more often is not recognised */
    PLAYED_ON = 100,           /* moves that a guess is played on for */
};

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

bool check_seen(struct playout *p, int seat)
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

bool check_seen_moves(struct playout *p, int seat)
{
    list_moves(p, p->seen, seat, &p->second);
    bool good = p->second.n == p->list.n;
    for (int i = 0; good && i < p->list.n; i++)
        good = move_eq(&p->list.at[i], &p->second.at[i]);
    return good || broken(p, "seat %d has other moves on what it sees (%d) than really (%d)", seat, p->second.n, p->list.n);
}

bool check_view(struct playout *p, int seat)
{
    struct buf  first = { 0 }, second = { 0 };
    struct jout j = jout_to(&first), k = jout_to(&second);
    struct jin *read = NULL;
    bool        good = false;

    game_view(p->game, p->seen, seat, &j);
    game_view(p->game, p->seen, seat, &k);
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

/* ---- guesses ------------------------------------------------------------ */

static bool same_list(const struct move_list *a, const struct move_list *b)
{
    bool same = a->n == b->n && a->sample == b->sample;

    for (int i = 0; same && i < a->n; i++)
        same = move_eq(&a->at[i], &b->at[i]);
    return same;
}

/* Plays on from the guess in `trial` with random moves. */
static bool play_on(struct playout *p)
{
    const struct game *game = p->game;

    for (int i = 0; i < PLAYED_ON && game->to_act(p->trial); i++) {
        struct refusal why = { 0 };
        struct move    m;

        memset(&m, 0, sizeof m);
        int seat = __builtin_ctz(game->to_act(p->trial));
        if (!game_random_move(game, p->trial, seat, &p->dice, &p->second, &m))
            return broken(p, "in a determinized state seat %d owes a move and has none", seat);
        m.at = p->now + i;
        if (game->apply(p->trial, &m, NULL, &why) != ERR_OK)
            return broken_move(p, &m, "a move is refused in a determinized state");
    }
    return true;
}

bool check_determinized(struct playout *p, int seat)
{
    const struct game *game = p->game;

    if (!game->determinize)
        return true;
    copy(p, p->seen, p->live);
    redact(game, p->seen, seat);
    copy(p, p->trial, p->seen);
    game->determinize(p->trial, seat, &p->dice);
    copy(p, p->again, p->trial);
    redact(game, p->again, seat);
    if (!same(p, p->again, p->seen))
        return broken(p, "a state determinized for seat %d does not redact to what it was made from", seat);
    if (seat >= 0) {
        list_moves(p, p->seen, seat, &p->list);
        list_moves(p, p->trial, seat, &p->second);
        if (!same_list(&p->list, &p->second))
            return broken(p, "a determinized state gives seat %d other moves", seat);
    }
    return play_on(p);
}

bool has_generator(struct playout *p)
{
    return find_generator(p, p->live, 0) >= 0;
}
