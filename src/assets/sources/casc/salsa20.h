/* Salsa20/20 with a 16-byte key (D. J. Bernstein, "Salsa20 specification"). */
#ifndef ASSETS_SOURCES_CASC_SALSA20_H
#define ASSETS_SOURCES_CASC_SALSA20_H

#include <stddef.h>
#include <stdint.h>

/* Encrypts or decrypts `size` bytes in place; the stream begins at its first block. */
void salsa20_apply(const uint8_t key[16], const uint8_t nonce[8], uint8_t *bytes, size_t size);

#endif
