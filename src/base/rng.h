/* SplitMix64, the one generator of the project. It is part of a game's state:
 * eight bytes, copied with it. Golden values are in tests/unit/base_rng.c. */
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

/* Uniform in 0..n-1, n > 0, without bias: draws again when the result would
 * fall into the incomplete last run of n values below 2^64. */
static inline uint64_t rng_below(struct rng *r, uint64_t n)
{
    uint64_t excess = (0 - n) % n; /* 2^64 mod n */
    uint64_t z;

    do
        z = rng_next(r);
    while (excess && z >= 0 - excess);
    return z % n;
}

#endif
