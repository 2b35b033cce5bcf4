/*
 * The names that a storage (CASC) gives to bytes, each the MD5 of something else. They are types of
 * their own, so that a content key is never looked up where an encoding key is asked for.
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

/* Of a file: the MD5 of its bytes. */
struct content_key {
    uint8_t bytes[CASC_KEY_BYTES];
};

/* Of a packed file: the MD5 of the head of its BLTE. */
struct encoding_key {
    uint8_t bytes[CASC_KEY_BYTES];
};

/* Of a configuration in Data/config: the MD5 of its text. */
struct config_key {
    uint8_t bytes[CASC_KEY_BYTES];
};

static inline int content_key_compare(const struct content_key *a, const struct content_key *b)
{
    return memcmp(a->bytes, b->bytes, CASC_KEY_BYTES);
}

/* Reads exactly 2 * count hexadecimal digits of `text`, which may go on behind them. */
bool casc_hex_read(const char *text, uint8_t *bytes, size_t count);

/* 32 lower-case digits and a NUL. */
void config_key_hex(const struct config_key *key, char hex[CASC_KEY_HEX_BYTES]);

#endif
