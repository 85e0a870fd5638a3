/* SplitMix64, the only random number generator of the rules. It is part of a
 * game's state: eight bytes, copied with it. Golden values are in
 * tests/unit/base/rng.c. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline struct rng rng_seeded(uint64_t seed)
{
    return (struct rng){ seed };
}

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Uniform in 0..n-1 for n > 0, without bias: redraws when the result falls into
 * the incomplete last run of n values below 2^64. */
static inline uint64_t rng_below(struct rng *r, uint64_t n)
{
    uint64_t z, result;

    do {
        z = rng_next(r);
        result = z % n;
    } while (z - result > 0 - n); /* the run that z is in ends beyond 2^64 */
    return result;
}

#endif
