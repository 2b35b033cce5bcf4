/*
 * Clients look a name up by stepping through the table of hashes from a slot on that a third hash
 * gives, to the first free one. A hostile table without free slots makes each such search as long
 * as the table. So the hashes are sorted once, and searched by halves.
 */
#include "assets/sources/mpq/mpq_tables.h"

#include <stdlib.h>
#include <string.h>

#include "assets/sources/mpq/mpq_unpack.h"
#include "base/array.h"
#include "base/lookup3.h"
#include "base/path.h"
#include "base/reader.h"
#include "base/size.h"
#include "os/part_read.h"

enum {
    ENTRY_BYTES = 16,
    EXTENDED_HEAD_BYTES = 12, /* of HET and BET, not encrypted */
    HET_HEAD_BYTES = 32,
    BET_HEAD_BYTES = 76,
};

static const uint32_t HASH_DELETED = 0xFFFFFFFE; /* of a slot; one more: it was never used */

/* ---- bytes of tables ---- */

static enum adtmap_status fail_damaged(const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "a damaged archive: its tables cannot be read");
}

/* Reads a table as it is stored, into memory from malloc. */
static enum adtmap_status mpq_table_read_stored(struct open_file file,
                                                const struct mpq_header *header,
                                                const struct mpq_table_place *place,
                                                const struct diag *diag, uint8_t **data)
{
    *data = malloc((size_t)place->bytes + 1);
    if (!*data) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status =
        part_read(file, header->at + place->offset, *data, (size_t)place->bytes, diag);
    if (status) {
        free(*data);
        *data = NULL;
    }
    return status == ADTMAP_NOT_FOUND ? fail_damaged(diag) : status;
}

/* Replaces a compressed table by its contents of `bytes`. */
static enum adtmap_status unpack_table(uint8_t **data, size_t stored, uint64_t bytes,
                                       const struct diag *diag)
{
    struct mpq_unpacker unpacker = {0};
    uint8_t *contents = bytes / MPQ_TABLE_RATIO_MAX <= stored ? malloc((size_t)bytes + 1) : NULL;
    enum mpq_unpacked result = MPQ_UNPACK_DAMAGED;
    if (contents) {
        result = mpq_unpack(&unpacker, *data, stored, contents, (size_t)bytes);
    } else if (bytes / MPQ_TABLE_RATIO_MAX <= stored) {
        result = MPQ_UNPACK_NO_MEMORY;
    }
    mpq_unpacker_free(&unpacker);
    free(*data);
    *data = contents;
    if (result == MPQ_UNPACKED) {
        return ADTMAP_OK;
    }
    free(contents);
    *data = NULL;
    return result == MPQ_UNPACK_NO_MEMORY
               ? diag_fail_memory(diag)
               : diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "a damaged archive: its tables cannot be unpacked");
}

/* Reads a table of `count` entries of 16 bytes, encrypted with the hash of `key`. */
static enum adtmap_status read_classic(struct open_file file, const struct mpq_header *header,
                                       const struct mpq_table_place *place, uint32_t count,
                                       const struct mpq_crypt *crypt, const char *key,
                                       const struct diag *diag, uint8_t **data)
{
    uint64_t bytes = (uint64_t)count * ENTRY_BYTES;
    struct mpq_table_place stored = *place;
    stored.bytes = stored.bytes < bytes ? stored.bytes : bytes;
    enum adtmap_status status = mpq_table_read_stored(file, header, &stored, diag, data);
    if (status) {
        return status;
    }
    mpq_crypt_decrypt(crypt, mpq_crypt_hash(crypt, MPQ_HASH_KEY, key), *data, (size_t)stored.bytes);
    return stored.bytes < bytes ? unpack_table(data, (size_t)stored.bytes, bytes, diag) : ADTMAP_OK;
}

/* Reads a table that begins with a head of its own: "HET" or "BET", version, size unpacked. */
static enum adtmap_status read_extended(struct open_file file, const struct mpq_header *header,
                                        const struct mpq_table_place *place, const char *magic,
                                        const struct mpq_crypt *crypt, const char *key,
                                        uint64_t most, const struct diag *diag, uint8_t **data,
                                        size_t *bytes)
{
    uint8_t head[EXTENDED_HEAD_BYTES] = {0};
    struct mpq_table_place stored = {place->offset + EXTENDED_HEAD_BYTES,
                                     place->bytes - EXTENDED_HEAD_BYTES};
    enum adtmap_status status =
        place->bytes < EXTENDED_HEAD_BYTES
            ? ADTMAP_NOT_FOUND
            : part_read(file, header->at + place->offset, head, sizeof head, diag);
    if (diag_is_transient(status)) {
        return status;
    }
    if (status || memcmp(head, magic, 4) != 0) {
        return fail_damaged(diag);
    }
    struct reader reader = reader_make(head + 8, 4);
    *bytes = reader_u32(&reader);
    if (*bytes > most) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "a table of more than %llu MiB",
                         (unsigned long long)(most >> 20));
    }
    stored.bytes = stored.bytes < *bytes ? stored.bytes : *bytes;
    status = mpq_table_read_stored(file, header, &stored, diag, data);
    if (status) {
        return status;
    }
    mpq_crypt_decrypt(crypt, mpq_crypt_hash(crypt, MPQ_HASH_KEY, key), *data, (size_t)stored.bytes);
    return stored.bytes < *bytes ? unpack_table(data, (size_t)stored.bytes, *bytes, diag)
                                 : ADTMAP_OK;
}

/* ---- names ---- */

static int mpq_tables_compare_names(const void *a, const void *b)
{
    const struct mpq_name *x = a;
    const struct mpq_name *y = b;
    if (x->hash != y->hash) {
        return x->hash < y->hash ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

static void sort_names(struct mpq_tables *tables)
{
    size_t kept = 0;
    if (tables->name_count > 0) {
        array_sort(tables->names, tables->name_count, sizeof *tables->names,
                   mpq_tables_compare_names);
    }
    for (size_t i = 0; i < tables->name_count; i++) {
        if (kept == 0 || tables->names[kept - 1].hash != tables->names[i].hash) {
            tables->names[kept++] = tables->names[i];
        }
    }
    tables->name_count = kept;
}

static void add_name(struct mpq_tables *tables, uint64_t hash, uint32_t entry, size_t order)
{
    if (entry < tables->entry_count && tables->entries[entry].flags & MPQ_EXISTS) {
        tables->names[tables->name_count++] = (struct mpq_name){hash, entry, (uint32_t)order};
    }
}

/* ---- version 1 and 2 ---- */

static void take_blocks(struct mpq_tables *tables, const uint8_t *blocks, const uint8_t *high)
{
    struct reader reader = reader_make(blocks, (size_t)tables->entry_count * ENTRY_BYTES);
    struct reader upper = reader_make(high, high ? (size_t)tables->entry_count * 2 : 0);
    for (uint32_t i = 0; i < tables->entry_count; i++) {
        struct mpq_entry *entry = &tables->entries[i];
        entry->offset = reader_u32(&reader);
        entry->packed_bytes = reader_u32(&reader);
        entry->bytes = reader_u32(&reader);
        entry->flags = reader_u32(&reader);
        entry->offset |= (uint64_t)reader_u16(&upper) << 32;
    }
}

/* Slots that are free or of a deleted file have no entry. A name without a language comes first.
 * Names of entries that the archive claims, but that its file ends before, are lost. */
static void take_hashes(struct mpq_tables *tables, const uint8_t *hashes, uint32_t count,
                        uint32_t claimed)
{
    struct reader reader = reader_make(hashes, (size_t)count * ENTRY_BYTES);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t hash = (uint64_t)reader_u32(&reader) << 32;
        hash |= reader_u32(&reader);
        uint16_t language = reader_u16(&reader);
        reader_skip(&reader, 2); /* platform */
        uint32_t entry = reader_u32(&reader);
        add_name(tables, hash, entry, i + (language == 0 ? 0 : MPQ_ENTRIES_MAX));
        tables->lost_names +=
            entry >= tables->entry_count && entry < claimed && entry < HASH_DELETED;
    }
}

static enum adtmap_status read_classic_tables(struct open_file file,
                                              const struct mpq_header *header,
                                              const struct mpq_crypt *crypt,
                                              const struct diag *diag, struct mpq_tables *tables)
{
    uint8_t *hashes = NULL;
    uint8_t *blocks = NULL;
    uint8_t *high = NULL;
    enum adtmap_status status = read_classic(file, header, &header->hashes, header->hash_count,
                                             crypt, "(hash table)", diag, &hashes);
    if (status) {
        goto end;
    }
    status = read_classic(file, header, &header->blocks, header->block_count, crypt,
                          "(block table)", diag, &blocks);
    if (status) {
        goto end;
    }
    if (header->high.bytes > 0) {
        uint64_t bytes = (uint64_t)header->block_count * 2;
        struct mpq_table_place place = header->high;
        place.bytes = place.bytes < bytes ? place.bytes : bytes;
        status = mpq_table_read_stored(file, header, &place, diag, &high);
        if (!status && place.bytes < bytes) {
            status = unpack_table(&high, (size_t)place.bytes, bytes, diag);
        }
        if (status) {
            goto end;
        }
    }
    tables->entry_count = header->block_count;
    tables->entries = calloc((size_t)header->block_count + 1, sizeof *tables->entries);
    tables->names = malloc(((size_t)header->hash_count + 1) * sizeof *tables->names);
    if (!tables->entries || !tables->names) {
        status = diag_fail_memory(diag);
        goto end;
    }
    take_blocks(tables, blocks, high);
    take_hashes(tables, hashes, header->hash_count, header->claimed_blocks);
    sort_names(tables);
end:
    free(hashes);
    free(blocks);
    free(high);
    return status;
}

/* ---- version 3 and 4 ---- */

/* The `count` bits, up to 64, from the bit `at` of an array, the lowest first; those beyond its end
 * are 0. */
static uint64_t bits_at(const uint8_t *data, size_t bytes, uint64_t at, unsigned count)
{
    uint64_t value = 0;
    for (unsigned done = 0; done < count;) {
        uint64_t byte = (at + done) / 8;
        unsigned skipped = (unsigned)((at + done) % 8);
        uint64_t part = byte < bytes ? data[byte] >> skipped : 0;
        value |= part << done;
        done += 8 - skipped;
    }
    return count < 64 ? value & ((UINT64_C(1) << count) - 1) : value;
}

/* A field of an entry of BET, by the first of its bits. */
struct field {
    uint32_t at;
    uint32_t bits;
};

struct bet {
    uint32_t count;
    uint32_t entry_bits;
    struct field offset, bytes, packed_bytes, flags;
    uint32_t hash_stride; /* bits from one name's hash to the next */
    uint32_t hash_bits;
    uint32_t flag_count;
    const uint8_t *flag_table;
    const uint8_t *entries;
    size_t entry_table_bytes;
    const uint8_t *hashes;
    size_t hash_table_bytes;
};

struct het {
    uint32_t slots;
    uint32_t hash_bits; /* of a name's hash, of which BET has all but the highest 8 */
    uint32_t index_stride;
    uint32_t index_bits;
    const uint8_t *tops; /* of each slot, the highest 8 bits; 0: free */
    const uint8_t *indices;
    size_t index_table_bytes;
};

static bool field_fits(struct field field, const struct bet *bet)
{
    return field.bits <= 64 && field.at <= bet->entry_bits &&
           field.bits <= bet->entry_bits - field.at;
}

static size_t bytes_of_bits(uint64_t bits)
{
    return (size_t)((bits + 7) / 8);
}

static bool parse_bet(const uint8_t *data, size_t bytes, struct bet *bet)
{
    struct reader reader = reader_make(data, bytes);
    reader_skip(&reader, 4); /* size of the table */
    bet->count = reader_u32(&reader);
    reader_skip(&reader, 4);
    bet->entry_bits = reader_u32(&reader);
    bet->offset.at = reader_u32(&reader);
    bet->bytes.at = reader_u32(&reader);
    bet->packed_bytes.at = reader_u32(&reader);
    bet->flags.at = reader_u32(&reader);
    reader_skip(&reader, 4); /* of a field that is not known */
    bet->offset.bits = reader_u32(&reader);
    bet->bytes.bits = reader_u32(&reader);
    bet->packed_bytes.bits = reader_u32(&reader);
    bet->flags.bits = reader_u32(&reader);
    reader_skip(&reader, 4);
    bet->hash_stride = reader_u32(&reader);
    reader_skip(&reader, 4);
    bet->hash_bits = reader_u32(&reader);
    bet->hash_table_bytes = reader_u32(&reader);
    bet->flag_count = reader_u32(&reader);
    if (reader.bad || bet->count > MPQ_ENTRIES_MAX || bet->flag_count > MPQ_ENTRIES_MAX ||
        bet->entry_bits > 512 || bet->hash_stride > 128 || bet->hash_bits > 64 ||
        bet->hash_bits > bet->hash_stride || !field_fits(bet->offset, bet) ||
        !field_fits(bet->bytes, bet) || !field_fits(bet->packed_bytes, bet) ||
        !field_fits(bet->flags, bet)) {
        return false;
    }
    bet->entry_table_bytes = bytes_of_bits((uint64_t)bet->count * bet->entry_bits);
    bet->flag_table = reader_bytes(&reader, (size_t)bet->flag_count * 4);
    bet->entries = reader_bytes(&reader, bet->entry_table_bytes);
    bet->hashes = reader_bytes(&reader, bet->hash_table_bytes);
    return !reader.bad &&
           bet->hash_table_bytes >= bytes_of_bits((uint64_t)bet->count * bet->hash_stride);
}

static bool parse_het(const uint8_t *data, size_t bytes, struct het *het)
{
    struct reader reader = reader_make(data, bytes);
    reader_skip(&reader, 8); /* size of the table, and of the files in it */
    het->slots = reader_u32(&reader);
    het->hash_bits = reader_u32(&reader);
    het->index_stride = reader_u32(&reader);
    reader_skip(&reader, 4);
    het->index_bits = reader_u32(&reader);
    het->index_table_bytes = reader_u32(&reader);
    if (reader.bad || het->slots > MPQ_ENTRIES_MAX || het->hash_bits < 16 || het->hash_bits > 64 ||
        het->index_bits > 32 || het->index_stride < het->index_bits || het->index_stride > 64) {
        return false;
    }
    het->tops = reader_bytes(&reader, het->slots);
    het->indices = reader_bytes(&reader, het->index_table_bytes);
    return !reader.bad &&
           het->index_table_bytes >= bytes_of_bits((uint64_t)het->slots * het->index_stride);
}

static uint64_t bet_field(const struct bet *bet, uint32_t entry, struct field field)
{
    return bits_at(bet->entries, bet->entry_table_bytes,
                   (uint64_t)entry * bet->entry_bits + field.at, field.bits);
}

/* An entry whose sizes or flags cannot be is as if it did not exist. */
static void take_entries(const struct bet *bet, struct mpq_tables *tables)
{
    for (uint32_t i = 0; i < bet->count; i++) {
        uint64_t bytes = bet_field(bet, i, bet->bytes);
        uint64_t packed_bytes = bet_field(bet, i, bet->packed_bytes);
        uint64_t flags = bet_field(bet, i, bet->flags);
        if (flags < bet->flag_count && bytes <= UINT32_MAX && packed_bytes <= UINT32_MAX) {
            struct reader reader = reader_make(bet->flag_table + 4 * flags, 4);
            tables->entries[i] =
                (struct mpq_entry){bet_field(bet, i, bet->offset), (uint32_t)packed_bytes,
                                   (uint32_t)bytes, reader_u32(&reader)};
        }
    }
}

static enum adtmap_status take_het_and_bet(const struct het *het, const struct bet *bet,
                                           const struct diag *diag, struct mpq_tables *tables)
{
    tables->hash_bits = het->hash_bits;
    tables->entry_count = bet->count;
    tables->entries = calloc((size_t)bet->count + 1, sizeof *tables->entries);
    tables->names = malloc(((size_t)het->slots + 1) * sizeof *tables->names);
    if (!tables->entries || !tables->names) {
        return diag_fail_memory(diag);
    }
    take_entries(bet, tables);
    for (uint32_t i = 0; i < het->slots; i++) {
        if (het->tops[i] == 0) {
            continue;
        }
        uint64_t entry = bits_at(het->indices, het->index_table_bytes,
                                 (uint64_t)i * het->index_stride, het->index_bits);
        uint64_t hash = (uint64_t)het->tops[i] << (het->hash_bits - 8);
        if (entry < bet->count) {
            hash |= bits_at(bet->hashes, bet->hash_table_bytes, entry * bet->hash_stride,
                            bet->hash_bits);
            add_name(tables, hash, (uint32_t)entry, i);
        }
    }
    sort_names(tables);
    return ADTMAP_OK;
}

static enum adtmap_status read_extended_tables(struct open_file file,
                                               const struct mpq_header *header,
                                               const struct mpq_crypt *crypt,
                                               const struct diag *diag, struct mpq_tables *tables)
{
    uint8_t *het_data = NULL;
    uint8_t *bet_data = NULL;
    size_t het_bytes = 0;
    size_t bet_bytes = 0;
    struct het het = {0};
    struct bet bet = {0};
    enum adtmap_status status =
        read_extended(file, header, &header->het, "HET\x1a", crypt, "(hash table)",
                      MPQ_HET_BYTES_MAX, diag, &het_data, &het_bytes);
    if (status) {
        goto end;
    }
    status = read_extended(file, header, &header->bet, "BET\x1a", crypt, "(block table)",
                           MPQ_BET_BYTES_MAX, diag, &bet_data, &bet_bytes);
    if (status) {
        goto end;
    }
    if (!parse_het(het_data, het_bytes, &het) || !parse_bet(bet_data, bet_bytes, &bet) ||
        bet.hash_bits + 8 != het.hash_bits) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "a damaged archive: its tables contradict each other");
        goto end;
    }
    status = take_het_and_bet(&het, &bet, diag, tables);
end:
    free(het_data);
    free(bet_data);
    return status;
}

/* ---- all versions ---- */

enum adtmap_status mpq_tables_read(struct open_file file, const struct mpq_header *header,
                                   enum mpq_tables_kind kind, const struct mpq_crypt *crypt,
                                   const struct diag *diag, struct mpq_tables *tables)
{
    bool is_there = kind == MPQ_TABLES_CLASSIC ? header->hashes.bytes > 0
                                               : header->het.bytes > 0 && header->bet.bytes > 0;
    *tables = (struct mpq_tables){0};
    if (!is_there) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "a damaged archive: it has no tables");
    }
    enum adtmap_status status = kind == MPQ_TABLES_CLASSIC
                                    ? read_classic_tables(file, header, crypt, diag, tables)
                                    : read_extended_tables(file, header, crypt, diag, tables);
    if (status) {
        mpq_tables_free(tables);
    }
    return status;
}

/* The one hash of a name: the seeds are fixed, and the highest bit is always set. */
static uint64_t hash_of(const char *name, unsigned bits)
{
    char lower[NAME_BYTES];
    size_t length = size_min(strlen(name), sizeof lower);
    for (size_t i = 0; i < length; i++) {
        char c = name[i] == '/' ? '\\' : name[i];
        lower[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    struct lookup3 pair = lookup3_pair(lower, length, (struct lookup3){2, 1});
    uint64_t hash = (uint64_t)pair.b << 32 | pair.c;
    hash &= bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    return hash | UINT64_C(1) << (bits - 1);
}

static int compare_hash(const void *key, const void *name)
{
    uint64_t wanted = *(const uint64_t *)key;
    uint64_t hash = ((const struct mpq_name *)name)->hash;
    return (wanted > hash) - (wanted < hash);
}

const struct mpq_entry *mpq_tables_find(const struct mpq_tables *tables,
                                        const struct mpq_crypt *crypt, const char *name)
{
    uint64_t hash = tables->hash_bits > 0
                        ? hash_of(name, tables->hash_bits)
                        : (uint64_t)mpq_crypt_hash(crypt, MPQ_HASH_A, name) << 32 |
                              mpq_crypt_hash(crypt, MPQ_HASH_B, name);
    const struct mpq_name *found =
        array_find(&hash, tables->names, tables->name_count, sizeof *found, compare_hash);
    return found ? &tables->entries[found->entry] : NULL;
}

void mpq_tables_free(struct mpq_tables *tables)
{
    free(tables->entries);
    free(tables->names);
    *tables = (struct mpq_tables){0};
}
