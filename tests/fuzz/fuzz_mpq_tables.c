/*
 * Tables of an archive, not encrypted: what they are in one byte, as many names as two to the power
 * of the next, blocks in one, the bytes of the first table in two; then two tables, and with 2 in
 * the first byte the high halves of places, as many bytes as blocks. This program encrypts them, as
 * otherwise each change would change everything behind it.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/sources/mpq/mpq_tables.h"
#include "base/reader.h"
#include "base/size.h"
#include "fuzz/fuzz.h"

enum { HEAD_BYTES = 5, EXTENDED_HEAD_BYTES = 12 };

static struct mpq_crypt cipher;

static void encrypt(const char *name, uint8_t *data, size_t size)
{
    uint32_t key = mpq_crypt_hash(&cipher, MPQ_HASH_KEY, name);
    uint32_t sum = 0xEEEEEEEE;
    for (; size >= 4; data += 4, size -= 4) {
        uint32_t word = load_u32(data);
        sum += cipher.rows[4][key & 0xFF];
        store_u32(data, word ^ (key + sum));
        key = ((~key << 21) + 0x11111111) | key >> 11;
        sum += word + (sum << 5) + 3;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct mpq_tables tables;
    char path[FUZZ_PATH_BYTES];
    if (size < HEAD_BYTES) {
        return -1;
    }
    if (cipher.rows[0][0] == 0) {
        mpq_crypt_init(&cipher);
    }
    bool is_extended = data[0] & 1;
    size_t head_bytes = is_extended ? EXTENDED_HEAD_BYTES : 0;
    size_t first = size_min((size_t)(data[3] | data[4] << 8), size - HEAD_BYTES);
    size_t second = size - HEAD_BYTES - first;
    size_t third = data[0] & 2 ? size_min(data[2], second) : 0;
    second -= third;
    struct mpq_header header = {
        .archive_bytes = size,
        .version = 4,
        .hash_count = 1U << (data[1] & 15),
        .block_count = data[2],
    };
    struct mpq_table_place *places[] = {is_extended ? &header.het : &header.hashes,
                                        is_extended ? &header.bet : &header.blocks};
    *places[0] = (struct mpq_table_place){HEAD_BYTES, first};
    *places[1] = (struct mpq_table_place){HEAD_BYTES + first, second};
    if (third > 0) {
        header.high = (struct mpq_table_place){HEAD_BYTES + first + second, third};
    }
    uint8_t *copy = malloc(size);
    if (!copy) {
        return 0;
    }
    memcpy(copy, data, size);
    if (first >= head_bytes) {
        encrypt("(hash table)", copy + HEAD_BYTES + head_bytes, first - head_bytes);
    }
    if (second >= head_bytes) {
        encrypt("(block table)", copy + HEAD_BYTES + first + head_bytes, second - head_bytes);
    }
    int descriptor = fuzz_file(copy, size, path);
    fuzz_listen(&listener);
    if (mpq_tables_read((struct open_file){descriptor}, &header,
                        is_extended ? MPQ_TABLES_EXTENDED : MPQ_TABLES_CLASSIC, &cipher,
                        &listener.diag, &tables) == ADTMAP_OK) {
        mpq_tables_find(&tables, &cipher, "a.txt");
        mpq_tables_find(&tables, &cipher, "World\\b.wdt");
        mpq_tables_free(&tables);
    }
    free(copy);
    close(descriptor);
    return 0;
}
