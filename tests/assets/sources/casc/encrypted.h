/* A BLTE of one encrypted chunk, for tests. */
#ifndef TESTS_ASSETS_SOURCES_CASC_ENCRYPTED_H
#define TESTS_ASSETS_SOURCES_CASC_ENCRYPTED_H

#include "base/buffer.h"

#define ENCRYPTED_KEY_NAME "0123456789ABCDEF"
#define ENCRYPTED_KEY "000102030405060708090a0b0c0d0e0f"

/* Packs a text so that the key above opens it. */
void encrypted_put(struct buffer *out, const char *text);

/* Packs two texts as a chunk each, the first as it is. */
void encrypted_put_half(struct buffer *out, const char *plain, const char *text);

#endif
