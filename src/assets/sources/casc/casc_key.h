/*
 * The names that a storage (CASC) gives to bytes: a content key is the MD5 of a file, an encoding
 * key that of the head of its packed form.
 */
#ifndef ASSETS_SOURCES_CASC_CASC_KEY_H
#define ASSETS_SOURCES_CASC_CASC_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    CASC_KEY_BYTES = 16,
    CASC_SHORT_KEY_BYTES = 9, /* of an encoding key, in index files */
    CASC_KEY_HEX_BYTES = 33,
};

struct casc_key {
    uint8_t bytes[CASC_KEY_BYTES];
};

static inline int casc_key_compare(const struct casc_key *a, const struct casc_key *b)
{
    return memcmp(a->bytes, b->bytes, CASC_KEY_BYTES);
}

/* Reads exactly 2 * count hexadecimal digits of `text`, which may go on behind them. */
bool casc_hex_read(const char *text, uint8_t *bytes, size_t count);

/* 32 lower-case digits and a NUL. */
void casc_key_hex(const struct casc_key *key, char hex[CASC_KEY_HEX_BYTES]);

#endif
