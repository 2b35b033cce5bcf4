/*
 * The hashes and the cipher of MPQ archives ("MPQ" of the wowdev wiki). Both use a table of 5 * 256
 * words from a generator of pseudorandom numbers: row 0 to 3 for hashes, row 4 for the cipher.
 */
#ifndef ASSETS_SOURCES_MPQ_MPQ_CRYPT_H
#define ASSETS_SOURCES_MPQ_MPQ_CRYPT_H

#include <stddef.h>
#include <stdint.h>

/* Hashes of a name: two that tables of names store, and the key of a file or a table. */
enum mpq_hash { MPQ_HASH_A = 1, MPQ_HASH_B = 2, MPQ_HASH_KEY = 3 };

struct mpq_crypt {
    uint32_t rows[5][256];
};

void mpq_crypt_init(struct mpq_crypt *crypt);

/* Ignores the case of ASCII letters; '/' counts as '\\'. */
uint32_t mpq_crypt_hash(const struct mpq_crypt *crypt, enum mpq_hash kind, const char *name);

/* Decrypts in place whole words of 4 bytes; up to 3 bytes behind them are never encrypted. */
void mpq_crypt_decrypt(const struct mpq_crypt *crypt, uint32_t key, uint8_t *data, size_t size);

#endif
