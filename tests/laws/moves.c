/* What can be done: lists of moves, moves that apply, moves that are refused,
 * and moves in words. */
#include "base/mem.h"
#include "game/effect.h"
#include "game/text.h"
#include "laws/playout.h"

#include <stdlib.h>

enum {
    LISTED_CHECKED = 16, /* listed moves tried at one position */
    TWINS_CHECKED = 256, /* lists up to this long are searched for equal moves and equal words */
    WILD_TRIED = 12,     /* random moves tried at one position */
};

/* ---- moves ------------------------------------------------------------- */

static bool check_move_text(struct playout *p, const struct move *m)
{
    struct buf  text = { 0 };
    struct move read;

    line_write(p->game, m, &text);
    memset(&read, 0xEE, sizeof read);
    bool good = line_read(p->game, buf_view(&text), &read) == ERR_OK && move_eq(m, &read) && m->at == read.at;
    buf_release(&text);
    return good || broken_move(p, m, "a move's text does not read back to it");
}

/* Effects have a name, and all can be told to everybody. */
static bool check_effects(struct playout *p, const struct move *m, const struct effects *effects)
{
    int kinds = 0;

    while (p->game->effects && p->game->effects[kinds].name)
        kinds++;
    for (int i = 0; i < effects->n; i++)
        if (effects->at[i].what >= kinds)
            return broken_move(p, m, "a move has an effect without a name");
    for (int eyes = EYES_ALL; eyes < p->setup.seats; eyes++) {
        struct buf  text = { 0 };
        struct jout out = jout_to(&text);

        jout_open_array(&out);
        effects_write(p->game, effects, eyes, &out);
        jout_close_array(&out);
        bool good = str_utf8(buf_view(&text));
        buf_release(&text);
        if (!good)
            return broken_move(p, m, "an effect is no text");
    }
    return true;
}

/* It must apply to the live state: tried on copies, with effects and without. */
static bool check_applies(struct playout *p, const struct move *m, const char *what)
{
    static struct effects effects;
    struct refusal        why = { 0 };

    effects.n = 0;
    copy(p, p->trial, p->live);
    copy(p, p->other, p->live);
    if (p->game->apply(p->trial, m, &effects, &why) != ERR_OK)
        return broken(p, "%s is refused (%s)", what, why.text ? why.text : "without a reason"), broken_move(p, m, what);
    if (p->game->apply(p->other, m, NULL, &why) != ERR_OK || !same(p, p->trial, p->other))
        return broken_move(p, m, "a move does something else when nobody asks for effects");
    return check_effects(p, m, &effects) && check_move_text(p, m);
}

bool check_list(struct playout *p, int seat)
{
    const struct game *game = p->game;

    list_moves(p, p->live, seat, &p->list);
    if ((p->list.n > 0) != (game->to_act(p->live) >> seat & 1))
        return broken(p, "seat %d has %d moves, but to_act says otherwise", seat, p->list.n);
    for (int i = 0; i < p->list.n; i++) {
        const struct move *m = &p->list.at[i];

        if (m->seat != seat || m->kind >= kind_count(game) || m->n < game->kinds[m->kind].min || m->n > game->kinds[m->kind].max)
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

/* Within one list no two moves have the same words. */
static bool check_different_words(struct playout *p, const char *seen)
{
    struct buf *words = mem_list((size_t)p->list.n + 1, sizeof words[0]);
    bool        good = true;

    for (int i = 0; i < p->list.n; i++) {
        p->game->describe(seen, &p->list.at[i], NULL, &words[i]);
        for (int k = 0; good && k < i; k++)
            if (str_eq(buf_view(&words[i]), buf_view(&words[k])))
                good = broken(p, "two listed moves have the same words: %.200s", words[i].at);
    }
    for (int i = 0; i < p->list.n; i++)
        buf_release(&words[i]);
    free(words);
    return good;
}

/* The move in words, by somebody who knows no more than `seen`. */
bool check_words(struct playout *p, const char *seen, const struct move *m)
{
    struct buf words = { 0 };

    if (!p->game->describe)
        return true;
    p->game->describe(seen, m, NULL, &words);
    bool good = words.len && str_utf8(buf_view(&words));
    buf_release(&words);
    return good || broken_move(p, m, "a move in words is no text");
}

/* What chance made of it, by the same one. */
bool check_outcome(struct playout *p, const struct move *m)
{
    struct buf words = { 0 };

    if (!p->game->outcome)
        return true;
    copy(p, p->seen, p->live);
    redact(p->game, p->seen, SEAT_NOBODY);
    p->game->outcome(p->seen, m, NULL, &words);
    bool good = str_utf8(buf_view(&words));
    buf_release(&words);
    return good || broken_move(p, m, "the outcome of a move is no text");
}

bool check_listed(struct playout *p)
{
    int tried = p->list.n < LISTED_CHECKED ? p->list.n : LISTED_CHECKED;

    if (p->game->describe && p->list.n <= TWINS_CHECKED && !check_different_words(p, p->seen))
        return false;

    for (int i = 0; i < tried; i++) {
        struct move m = p->list.at[tried == p->list.n ? i : below(p, p->list.n)];

        m.at = p->now;
        if (!check_applies(p, &m, "a listed move") || !check_words(p, p->seen, &m))
            return false;
        p->laws->counts.listed++;
    }
    return true;
}

bool check_pick(struct playout *p, int seat)
{
    struct move m;

    if (!p->game->pick)
        return true;
    memset(&m, 0, sizeof m);
    p->game->pick(p->live, seat, &p->dice, &m);
    m.at = p->now;
    if (m.seat != seat)
        return broken_move(p, &m, "a picked move is another seat's");
    if (!p->list.sample && !is_listed(&p->list, &m))
        return broken_move(p, &m, "a picked move is not listed");
    return check_applies(p, &m, "a picked move");
}

/* leave and timeout: whatever they offer applies. */
bool check_unusual(struct playout *p, int seat)
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
    int                least = game->kinds[kind].min, most = game->kinds[kind].max;

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

/* May `seat` make this move without its being listed? Asides, and what stands
 * for leaving or for time that is up. */
static bool is_beside(struct playout *p, int seat, const struct move *m)
{
    struct move other;
    bool        beside = false;

    if (p->game->kinds[m->kind].flags & MOVE_BY_TABLE)
        return true;
    p->second.n = 0;
    if (p->game->asides)
        p->game->asides(p->live, seat, &p->second);
    for (int i = 0; i < p->second.n; i++)
        beside |= p->second.at[i].kind == m->kind;
    if (p->game->leave && p->game->leave(p->live, seat, &other))
        beside |= move_eq(m, &other);
    if (p->game->timeout && p->game->timeout(p->live, seat, &other))
        beside |= move_eq(m, &other);
    return beside;
}

bool check_wild(struct playout *p, int seat)
{
    for (int i = 0; i < WILD_TRIED; i++) {
        struct move    m;
        struct refusal why = { 0 };

        wild_move(p, &m);
        copy(p, p->trial, p->live);
        enum err err = p->game->apply(p->trial, &m, NULL, &why);
        if (err == ERR_OK && p->game->canonical)
            p->game->canonical(p->live, &m);
        if (err == ERR_OK && m.seat == seat && !p->list.sample && !is_listed(&p->list, &m) && !is_beside(p, seat, &m))
            return broken_move(p, &m, "a move is accepted that the complete list does not have");
        if (err == ERR_OK)
            continue;
        p->laws->counts.refused++;
        if (err != ERR_REFUSED || !why.text)
            return broken_move(p, &m, "a refusal without a reason");
        if (!same(p, p->trial, p->live))
            return broken_move(p, &m, "a refusal leaves a trace");
    }
    return true;
}
