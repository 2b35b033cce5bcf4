#include "assets/sources/casc/salsa20.h"

#include <string.h>

#include "base/size.h"

enum { BLOCK_BYTES = 64, WORDS = 16, DOUBLE_ROUNDS = 10 };

static uint32_t rotate_left(uint32_t value, unsigned bits)
{
    return value << bits | value >> (32 - bits);
}

static uint32_t word_at(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void quarter_round(uint32_t x[WORDS], const uint8_t at[4])
{
    x[at[1]] ^= rotate_left(x[at[0]] + x[at[3]], 7);
    x[at[2]] ^= rotate_left(x[at[1]] + x[at[0]], 9);
    x[at[3]] ^= rotate_left(x[at[2]] + x[at[1]], 13);
    x[at[0]] ^= rotate_left(x[at[3]] + x[at[2]], 18);
}

/* 64 bytes of the stream, of the state whose words 8 and 9 count the blocks. */
static void make_block(const uint32_t state[WORDS], uint8_t block[BLOCK_BYTES])
{
    static const uint8_t quarters[8][4] = {
        {0, 4, 8, 12}, {5, 9, 13, 1}, {10, 14, 2, 6}, {15, 3, 7, 11},  /* columns */
        {0, 1, 2, 3},  {5, 6, 7, 4},  {10, 11, 8, 9}, {15, 12, 13, 14} /* rows */
    };
    uint32_t x[WORDS];
    memcpy(x, state, sizeof x);
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
        for (size_t i = 0; i < COUNT_OF(quarters); i++) {
            quarter_round(x, quarters[i]);
        }
    }
    for (size_t i = 0; i < BLOCK_BYTES; i++) {
        block[i] = (uint8_t)((x[i / 4] + state[i / 4]) >> (8 * (i % 4)));
    }
}

void salsa20_apply(const uint8_t key[16], const uint8_t nonce[8], uint8_t *bytes, size_t size)
{
    static const char constant[] = "expand 16-byte k";
    uint32_t state[WORDS] = {0};
    uint8_t block[BLOCK_BYTES];
    for (unsigned i = 0; i < 4; i++) {
        state[(size_t)5 * i] = word_at((const uint8_t *)constant + (size_t)4 * i);
        state[1 + i] = word_at(key + (size_t)4 * i);
        state[11 + i] = state[1 + i];
    }
    state[6] = word_at(nonce);
    state[7] = word_at(nonce + 4);
    for (size_t at = 0; at < size; at += BLOCK_BYTES) {
        make_block(state, block);
        for (size_t i = 0; i < size_min(BLOCK_BYTES, size - at); i++) {
            bytes[at + i] ^= block[i];
        }
        state[9] += ++state[8] == 0;
    }
}
