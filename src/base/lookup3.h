/*
 * Bob Jenkins' hash lookup3 (hashlittle2 of his paper of 2006), which clients name files by and
 * check index files with. The same on every machine.
 */
#ifndef BASE_LOOKUP3_H
#define BASE_LOOKUP3_H

#include <stddef.h>
#include <stdint.h>

/* Two hashes: seeds before the call, results after it. `c` is the better mixed one. */
struct lookup3 {
    uint32_t c;
    uint32_t b;
};

struct lookup3 lookup3_pair(const void *data, size_t size, struct lookup3 seed);

/* hashlittle with the seed 0. */
static inline uint32_t lookup3_of(const void *data, size_t size)
{
    return lookup3_pair(data, size, (struct lookup3){0, 0}).c;
}

/* The hash of a client's name: of its upper case with backslashes, c in the high half. Names from
 * NAME_BYTES on have none: 0. */
uint64_t lookup3_name(const char *name);

#endif
