/*
 * An index file, little endian but for the packed place:
 *
 *     0   u32 size of the header (16), u32 its hash
 *     8   u16 version (7), u8 bucket, u8 0, u8 4 (bytes a size), u8 5 (a place), u8 9 (a key),
 *         u8 30 (bits of an offset), u64 limit of an archive; padding up to 32
 *     32  u32 bytes of entries, u32 their hash
 *     40  entries of 18 bytes in order of keys: 9 bytes of the key, 5 bytes big endian of
 *         archive << 30 | offset, u32 size
 *
 * Behind the entries, in pages of 512 bytes, are those added since they were last merged: 21 of 24
 * bytes a page: u32 guard, an entry, u8 status, u8 0. A guard of 0 ends a page. Readers disagree on
 * where the pages begin; so every 512 bytes behind the entries are looked at, and a record counts
 * when its guard, the hash of the 19 bytes behind it with the top bit set, says so. Of records with
 * one key the last counts.
 */
#include "assets/sources/casc/casc_index.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/lookup3.h"
#include "base/path.h"
#include "base/reader.h"
#include "base/size.h"
#include "os/folder.h"
#include "os/part_read.h"

enum {
    HEADER_AT = 8,
    HEADER_BYTES = 16,
    ENTRIES_HEAD_AT = 32,
    ENTRIES_AT = 40,
    ENTRY_BYTES = 18,
    PLACE_AT = CASC_SHORT_KEY_BYTES,
    PLACE_BYTES = 5,
    OFFSET_BITS = 30,
    PAGE_BYTES = 512,
    PAGE_RECORDS = 21,
    GUARD_BYTES = 4,
    RECORD_BYTES = 24,
    UPDATE_BYTES = ENTRY_BYTES + 1, /* an entry and its status */
    STATUS_DELETED = 3,
    STATUS_NOT_HERE = 6, /* and 7 */
};

static int compare_entries(const void *a, const void *b)
{
    return memcmp(a, b, CASC_SHORT_KEY_BYTES);
}

static enum adtmap_status check_head(struct reader *reader, const struct diag *diag)
{
    uint32_t header_bytes = reader_u32(reader);
    uint32_t hash = reader_u32(reader);
    const uint8_t *header = reader_bytes(reader, HEADER_BYTES);
    reader_seek(reader, ENTRIES_HEAD_AT);
    if (reader->bad || header_bytes != HEADER_BYTES) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "no index file");
    }
    static const uint8_t kinds[] = {4, PLACE_BYTES, CASC_SHORT_KEY_BYTES, OFFSET_BITS};
    if (header[0] != 7 || header[1] != 0 || memcmp(header + 4, kinds, sizeof kinds) != 0) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, HEADER_AT,
                         "an index file of another version than 7");
    }
    if (lookup3_of(header, HEADER_BYTES) != hash) {
        diag_warn(diag, NULL, 4, "the hash of the header is wrong");
    }
    return ADTMAP_OK;
}

/* Writers chain the hashes of the entries in one of two ways. */
static bool has_hash(const uint8_t *entries, size_t count, uint32_t hash)
{
    struct lookup3 pair = {0, 0};
    uint32_t chain = 0;
    for (size_t i = 0; i < count; i++) {
        pair = lookup3_pair(entries + i * ENTRY_BYTES, ENTRY_BYTES, pair);
        chain = lookup3_pair(entries + i * ENTRY_BYTES, ENTRY_BYTES, (struct lookup3){chain, 0}).c;
    }
    return pair.c == hash || chain == hash;
}

static bool is_ordered(const uint8_t *entries, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (compare_entries(entries + (i - 1) * ENTRY_BYTES, entries + i * ENTRY_BYTES) > 0) {
            return false;
        }
    }
    return true;
}

/* The merged entries; the reader is behind them afterwards. */
static void casc_index_read_entries(struct casc_bucket *bucket, struct reader *reader,
                                    const struct diag *diag)
{
    uint32_t claimed = reader_u32(reader);
    uint32_t hash = reader_u32(reader);
    size_t bytes = size_min(claimed, reader_left(reader));
    bucket->count = bytes / ENTRY_BYTES;
    bucket->entries = (uint8_t *)(uintptr_t)reader_bytes(reader, bytes);
    if (bytes < claimed) {
        diag_warn(diag, NULL, ENTRIES_HEAD_AT, "%u bytes of entries said, %zu there", claimed,
                  bytes);
    } else if (!has_hash(bucket->entries, bucket->count, hash)) {
        diag_warn(diag, NULL, ENTRIES_HEAD_AT + 4, "the hash of the entries is wrong");
    }
    if (!is_ordered(bucket->entries, bucket->count)) {
        array_sort(bucket->entries, bucket->count, ENTRY_BYTES, compare_entries);
    }
}

/* Stable: of equal keys the one that was read last comes last. */
static int compare_updates(const void *a, const void *b)
{
    const uint8_t *const *x = a;
    const uint8_t *const *y = b;
    int order = compare_entries(*x, *y);
    return order ? order : (*x > *y) - (*x < *y);
}

/* The records of one page that their guards prove, added to `records`. */
static size_t read_page(const uint8_t *page, const uint8_t **records)
{
    size_t count = 0;
    for (size_t i = 0; i < PAGE_RECORDS; i++) {
        struct reader reader = reader_make(page + i * RECORD_BYTES, RECORD_BYTES);
        uint32_t guard = reader_u32(&reader);
        const uint8_t *record = reader.at;
        if (guard == 0 || guard != (lookup3_of(record, UPDATE_BYTES) | 0x80000000)) {
            break;
        }
        records[count++] = record;
    }
    return count;
}

static enum adtmap_status read_updates(struct casc_bucket *bucket, const struct reader *rest,
                                       const struct diag *diag)
{
    size_t pages = reader_left(rest) / PAGE_BYTES + 1;
    size_t skipped = (PAGE_BYTES - reader_offset(rest) % PAGE_BYTES) % PAGE_BYTES;
    const uint8_t **records = calloc(pages * PAGE_RECORDS, sizeof *records);
    size_t count = 0;
    if (!records) {
        return diag_fail_memory(diag);
    }
    for (size_t at = skipped; at + PAGE_BYTES <= reader_left(rest); at += PAGE_BYTES) {
        count += read_page(rest->at + at, records + count);
    }
    array_sort(records, count, sizeof *records, compare_updates);
    bucket->updates = count > 0 ? malloc(count * UPDATE_BYTES) : NULL;
    for (size_t i = 0; bucket->updates && i < count; i++) {
        bool is_last = i + 1 == count || compare_entries(records[i], records[i + 1]) != 0;
        if (is_last) {
            memcpy(bucket->updates + bucket->update_count++ * UPDATE_BYTES, records[i],
                   UPDATE_BYTES);
        }
    }
    free(records);
    return count > 0 && !bucket->updates ? diag_fail_memory(diag) : ADTMAP_OK;
}

enum adtmap_status casc_bucket_read(struct blob bytes, const struct diag *diag,
                                    struct casc_bucket *bucket)
{
    struct reader reader = reader_make(bytes.data, bytes.size);
    *bucket = (struct casc_bucket){.bytes = bytes};
    enum adtmap_status status = check_head(&reader, diag);
    if (!status && reader_left(&reader) < ENTRIES_AT - ENTRIES_HEAD_AT) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, ENTRIES_HEAD_AT, "cut in the header");
    }
    if (!status) {
        casc_index_read_entries(bucket, &reader, diag);
        status = read_updates(bucket, &reader, diag);
    }
    if (status) {
        casc_bucket_free(bucket);
    }
    return status;
}

void casc_bucket_free(struct casc_bucket *bucket)
{
    free(bucket->updates);
    blob_release(&bucket->bytes);
    *bucket = (struct casc_bucket){0};
}

static struct casc_place index_entry_place(const uint8_t *entry)
{
    struct reader reader = reader_make(entry + PLACE_AT, ENTRY_BYTES - PLACE_AT);
    uint64_t packed = reader_big_endian(&reader, PLACE_BYTES);
    return (struct casc_place){
        .archive = (uint32_t)(packed >> OFFSET_BITS),
        .offset = (uint32_t)(packed & ((1U << OFFSET_BITS) - 1)),
        .size = reader_u32(&reader),
    };
}

static const uint8_t *find_entry(const struct encoding_key *key, const uint8_t *entries,
                                 size_t count, size_t stride)
{
    return array_find(key->bytes, entries, count, stride, compare_entries);
}

bool casc_bucket_find(const struct casc_bucket *bucket, const struct encoding_key *key,
                      struct casc_place *place)
{
    const uint8_t *entry = find_entry(key, bucket->updates, bucket->update_count, UPDATE_BYTES);
    if (entry) {
        uint8_t status = entry[ENTRY_BYTES];
        if (status == STATUS_DELETED || status == STATUS_NOT_HERE ||
            status == STATUS_NOT_HERE + 1) {
            return false;
        }
    } else {
        entry = find_entry(key, bucket->entries, bucket->count, ENTRY_BYTES);
    }
    if (entry) {
        *place = index_entry_place(entry);
    }
    return entry != NULL;
}

/* "0a0000002f.idx": bucket 10, version 47. */
static bool parse_name(const char *name, unsigned *bucket, unsigned long *version)
{
    uint8_t digits[5];
    char text[9];
    if (strlen(name) != 14 || strcmp(name + 10, ".idx") != 0 || !casc_hex_read(name, digits, 5) ||
        digits[0] >= CASC_BUCKETS) {
        return false;
    }
    snprintf(text, sizeof text, "%.8s", name + 2);
    *bucket = digits[0];
    *version = strtoul(text, NULL, 16);
    return true;
}

/* The older version stands in for a newer one that a client is writing. */
enum { VERSIONS_KEPT = 2 };

/* A version of a bucket's index file; without a name there is none. */
struct index_version {
    char name[16];
    unsigned long number;
};

/* Keeps the highest versions, in order. */
static void keep_version(struct index_version kept[VERSIONS_KEPT], const char *name,
                         unsigned long number)
{
    struct index_version added = {.number = number};
    snprintf(added.name, sizeof added.name, "%.15s", name);
    for (size_t i = 0; i < VERSIONS_KEPT && added.name[0]; i++) {
        if (!kept[i].name[0] || added.number > kept[i].number) {
            struct index_version next = kept[i];
            kept[i] = added;
            added = next;
        }
    }
}

static enum adtmap_status list_versions(const char *folder, const struct diag *diag,
                                        struct index_version kept[CASC_BUCKETS][VERSIONS_KEPT])
{
    struct folder *stream;
    enum adtmap_status status = folder_list(folder, diag, &stream);
    const char *entry;
    while (stream && (entry = folder_next(stream))) {
        unsigned bucket;
        unsigned long number;
        if (parse_name(entry, &bucket, &number)) {
            keep_version(kept[bucket], entry, number);
        }
    }
    folder_close(stream);
    return status;
}

/* Reads a version; a damaged one is a warning. ADTMAP_NO_MEMORY, ADTMAP_IO. */
static enum adtmap_status read_version(const char *root, const char *folder, const char *name,
                                       const struct diag *diag, struct casc_bucket *bucket,
                                       bool *is_read)
{
    struct adtmap_message why = {0};
    struct blob bytes;
    char *path = path_join(folder, name);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct diag own = {path, diag->log, &why};
    enum adtmap_status status = part_read_file(root, path, CASC_INDEX_BYTES_MAX, &own, &bytes);
    status = status ? status : casc_bucket_read(bytes, &own, bucket);
    *is_read = !status;
    if (diag_is_transient(status)) {
        diag_pass_on(diag, status, &why);
    } else if (status) {
        diag_warn(&own, NULL, NO_OFFSET, "left out: %s", why.what);
    }
    free(path);
    return diag_is_transient(status) ? status : ADTMAP_OK;
}

/* Reads the highest version of a bucket that can be read. */
static enum adtmap_status read_bucket(const char *root, const char *folder,
                                      const struct index_version kept[VERSIONS_KEPT],
                                      const struct diag *diag, struct casc_index *index,
                                      struct casc_bucket *bucket)
{
    enum adtmap_status status = ADTMAP_OK;
    bool is_read = false;
    for (size_t i = 0; i < VERSIONS_KEPT && kept[i].name[0] && !is_read && !status; i++) {
        status = read_version(root, folder, kept[i].name, diag, bucket, &is_read);
    }
    index->files += is_read;
    return status;
}

enum adtmap_status casc_index_open(const char *root, const char *folder, const struct diag *diag,
                                   struct casc_index *index)
{
    struct index_version kept[CASC_BUCKETS][VERSIONS_KEPT] = {0};
    struct diag at_folder = diag_at(diag, folder);
    *index = (struct casc_index){0};
    enum adtmap_status status = list_versions(folder, &at_folder, kept);
    for (size_t i = 0; i < CASC_BUCKETS && !status; i++) {
        status = read_bucket(root, folder, kept[i], diag, index, &index->buckets[i]);
    }
    if (!status && index->files == 0) {
        status = diag_fail(&at_folder, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "no index file that can be read");
    }
    return status;
}

void casc_index_free(struct casc_index *index)
{
    for (size_t i = 0; i < CASC_BUCKETS; i++) {
        casc_bucket_free(&index->buckets[i]);
    }
}

uint64_t casc_index_named_bytes(const struct casc_index *index)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < CASC_BUCKETS; i++) {
        const struct casc_bucket *bucket = &index->buckets[i];
        for (size_t k = 0; k < bucket->count; k++) {
            bytes += index_entry_place(bucket->entries + k * ENTRY_BYTES).size;
        }
        for (size_t k = 0; k < bucket->update_count; k++) {
            bytes += index_entry_place(bucket->updates + k * UPDATE_BYTES).size;
        }
    }
    return bytes;
}

bool casc_index_find(const struct casc_index *index, const struct encoding_key *key,
                     struct casc_place *place)
{
    uint8_t mixed = 0;
    for (size_t i = 0; i < CASC_SHORT_KEY_BYTES; i++) {
        mixed ^= key->bytes[i];
    }
    return casc_bucket_find(&index->buckets[(mixed & 15) ^ (mixed >> 4)], key, place);
}
