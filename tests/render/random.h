/* Numbers for tests that look random: the same in every run, others by ADTMAP_SEED=NUMBER. */
#ifndef TESTS_RENDER_RANDOM_H
#define TESTS_RENDER_RANDOM_H

#include <stdint.h>
#include <stdlib.h>

struct random {
    uint64_t state;
};

static inline struct random random_seeded(void)
{
    const char *given = getenv("ADTMAP_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
    return (struct random){seed * 2654435761U + 88172645463325252U};
}

static inline uint32_t random_next(struct random *random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return (uint32_t)(random->state >> 32);
}

/* 0..below - 1. */
static inline uint32_t random_below(struct random *random, uint32_t below)
{
    return random_next(random) % below;
}

#endif
