/* Drawn positions of Santorini: a board, a script of turns, and what comes of
 * it. Seat 0 (a, A) begins. The files of positions share out the gods: those
 * whose power is about moving, and those about building and winning. */
#ifndef UNIT_SANTORINI_DRAWN_H
#define UNIT_SANTORINI_DRAWN_H

#include "unit/santorini/board.h"

#include <stdio.h>

enum {
    GODS_OF_MOVING = 1 << APOLLO | 1 << MINOTAUR | 1 << ATHENA | 1 << ARTEMIS | 1 << CHARON | 1 << URANIA | 1 << HADES,
    GODS_OF_BUILDING = 1 << ATLAS | 1 << HEPHAESTUS | 1 << DEMETER | 1 << PAN | 1 << PROMETHEUS | 1 << ZEUS | 1 << HESTIA |
                       1 << CHRONUS | 1 << LIMUS,
};
_Static_assert((GODS_OF_MOVING ^ GODS_OF_BUILDING) == (1 << GODS) - 1, "every god belongs into one file");

struct drawn {
    const char *name;
    uint8_t     god[PLAYERS];
    const char *board[SIDE];
    const char *script;
    const char *told;        /* by all words of the script; NULL: not compared */
    const char *after[SIDE]; /* or empty: not compared */
};

static inline bool drawn_plays(const struct drawn *d)
{
    struct santorini s, after;
    struct buf       told = { 0 }, is = { 0 }, want = { 0 };
    struct str       rest = str_of(d->script);
    bool             good = true;

    read_board(&s, d->god, d->board);
    while (rest.at && good) {
        struct str word = str_cut(&rest, ' ');

        good = play_word(&s, read_word(word), &told);
        if (!good)
            fprintf(stderr, "%s: not as expected: %.*s\n", d->name, STR_ARG(word));
    }
    buf_add(&told, "", 0);
    if (good && d->told && !str_eq(buf_view(&told), str_of(d->told))) {
        fprintf(stderr, "%s:\n  told %.*s\n  want %s\n", d->name, STR_ARG(buf_view(&told)), d->told);
        good = false;
    }
    if (d->after[0]) {
        read_board(&after, d->god, d->after);
        after.seats = s.seats;
        write_board(&s, &is);
        write_board(&after, &want);
        if (!str_eq(buf_view(&is), buf_view(&want))) {
            fprintf(stderr, "%s:\n  is   %s\n  want %s\n", d->name, is.at, want.at);
            good = false;
        }
    }
    buf_release(&told);
    buf_release(&is);
    buf_release(&want);
    return good;
}

/* Plays them all and says which went another way. */
static inline void assert_drawn(const struct drawn *cases, size_t n)
{
    int bad = 0;

    for (size_t i = 0; i < n; i++)
        bad += !drawn_plays(&cases[i]);
    assert_int_equal(bad, 0);
}

/* Three positions for each of the gods at the least. */
static inline void assert_gods_drawn(const struct drawn *cases, size_t n, int gods)
{
    int seen[MORTAL + 1] = { 0 };

    for (size_t i = 0; i < n; i++) {
        struct santorini s;

        read_board(&s, cases[i].god, cases[i].board);
        for (int seat = 0; seat < s.seats; seat++)
            seen[s.god[seat]]++;
    }
    for (int god = 0; god < GODS; god++)
        if (gods >> god & 1)
            assert_in_range(seen[god], 3, n);
}

#endif
