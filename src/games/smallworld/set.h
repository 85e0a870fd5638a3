/* Sets of regions: one bit each, in a few words. All by value; the compiler
 * keeps them in vector registers. */
#ifndef SMALLWORLD_SET_H
#define SMALLWORLD_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { SET_WORDS = 4, WORD_BITS = 64, SET_BITS = SET_WORDS * WORD_BITS };

typedef struct set {
    uint64_t word[SET_WORDS];
} set;

static inline bool set_has(set s, int i)
{
    return s.word[i / WORD_BITS] >> i % WORD_BITS & 1;
}

static inline void set_add(set *s, int i)
{
    s->word[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
}

static inline bool set_any(set s)
{
    uint64_t some = 0;

    for (int k = 0; k < SET_WORDS; k++)
        some |= s.word[k];
    return some != 0;
}

static inline int set_count(set s)
{
    int n = 0;

    for (int k = 0; k < SET_WORDS; k++)
        n += __builtin_popcountll(s.word[k]);
    return n;
}

static inline set set_or(set a, set b)
{
    for (int k = 0; k < SET_WORDS; k++)
        a.word[k] |= b.word[k];
    return a;
}

static inline set set_and(set a, set b)
{
    for (int k = 0; k < SET_WORDS; k++)
        a.word[k] &= b.word[k];
    return a;
}

static inline set set_without(set a, set b)
{
    for (int k = 0; k < SET_WORDS; k++)
        a.word[k] &= ~b.word[k];
    return a;
}

static inline bool set_equal(set a, set b)
{
    uint64_t differ = 0;

    for (int k = 0; k < SET_WORDS; k++)
        differ |= a.word[k] ^ b.word[k];
    return differ == 0;
}

/* 0 to n - 1. */
static inline set set_below(int n)
{
    set s = { { 0 } };

    for (int k = 0; k < SET_WORDS && n > 0; k++, n -= WORD_BITS)
        s.word[k] = n >= WORD_BITS ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
    return s;
}

/* Takes the lowest member out and returns it; -1: there is none. A walk is
 * for (int i; (i = set_take(&rest)) >= 0;) */
static inline int set_take(set *s)
{
    for (int k = 0; k < SET_WORDS; k++) {
        if (!s->word[k])
            continue;
        int i = __builtin_ctzll(s->word[k]);

        s->word[k] &= s->word[k] - 1;
        return k * WORD_BITS + i;
    }
    return -1;
}

/* The same as a loop, faster, since the rest of a word stays in a register. `s`
 * is evaluated several times, and `break` only ends a word: avoid both. */
#define SET_EACH(i, s)                                                                                                             \
    for (int i##_word = 0, i = 0; i##_word < SET_WORDS; i##_word++)                                                                \
        for (uint64_t i##_rest = (s).word[i##_word]; i##_rest && (i = i##_word * WORD_BITS + __builtin_ctzll(i##_rest), true);     \
             i##_rest &= i##_rest - 1)

#endif
