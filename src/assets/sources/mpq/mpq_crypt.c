#include "assets/sources/mpq/mpq_crypt.h"

static uint32_t next_random(uint32_t *seed)
{
    *seed = (*seed * 125 + 3) % 0x2AAAAB;
    return *seed & 0xFFFF;
}

/* The generator fills the rows character by character. */
void mpq_crypt_init(struct mpq_crypt *crypt)
{
    uint32_t seed = 0x100001;
    for (size_t character = 0; character < 256; character++) {
        for (size_t row = 0; row < 5; row++) {
            uint32_t high = next_random(&seed);
            crypt->rows[row][character] = high << 16 | next_random(&seed);
        }
    }
}

uint32_t mpq_crypt_hash(const struct mpq_crypt *crypt, enum mpq_hash kind, const char *name)
{
    const uint32_t *row = crypt->rows[kind];
    uint32_t a = 0x7FED7FED;
    uint32_t b = 0xEEEEEEEE;
    for (const char *at = name; *at; at++) {
        uint8_t character = (uint8_t)(*at == '/' ? '\\' : *at);
        character = (uint8_t)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : character);
        a = row[character] ^ (a + b);
        b = character + a + 33 * b + 3;
    }
    return a;
}

void mpq_crypt_decrypt(const struct mpq_crypt *crypt, uint32_t key, uint8_t *data, size_t size)
{
    uint32_t sum = 0xEEEEEEEE;
    for (uint8_t *at = data; size >= 4; at += 4, size -= 4) {
        sum += crypt->rows[4][key & 0xFF];
        uint32_t word =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        word ^= key + sum;
        key = ((~key << 21) + 0x11111111) | key >> 11;
        at[0] = (uint8_t)word;
        at[1] = (uint8_t)(word >> 8);
        at[2] = (uint8_t)(word >> 16);
        at[3] = (uint8_t)(word >> 24);
        sum += word + (sum << 5) + 3;
    }
}
