/*
 * A patch is three blocks: "PTCH" with the sizes of all of it unpacked, of the file before and of
 * the file after; "MD5_" with both hashes; "XFRM" with the kind and the data. Of the kind "COPY"
 * these are the new file. Of "BSD0" they are the differences of bsdiff, without its compression,
 * but packed by runs: their size, then 0x80 + n and n + 1 bytes as they are, or n for n + 1 zeros.
 *
 * The differences are three streams. Steps of three u32: so many bytes of the second stream are
 * added to bytes of the old file, so many of the third are taken as they are, and the place in the
 * old file moves on by so many, back if the highest bit is set.
 */
#include "assets/sources/mpq/mpq_patch.h"

#include <stdlib.h>
#include <string.h>

#include "assets/sources/packed/unpack_waste.h"
#include "base/md5.h"
#include "base/reader.h"
#include "base/size.h"

enum {
    HEAD_BYTES = 68,      /* of the three blocks up to the data */
    DIFF_HEAD_BYTES = 32, /* "BSDIFF40" and the sizes of two streams and of the new file */
    RUN_MAX = 128,        /* bytes that a byte of packed runs can give */
    STEPS_OF_A_BYTE = 4,  /* runs, differences and two hashes take as long as zlib for so many */
};

struct head {
    uint32_t old_bytes;
    uint32_t new_bytes;
    struct md5 old_hash;
    struct md5 new_hash;
    char kind[4];
};

static enum adtmap_status fail_damaged(const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "its update is damaged");
}

static bool parse_head(struct reader *reader, struct head *head)
{
    const uint8_t *bytes = reader_bytes(reader, HEAD_BYTES);
    if (!bytes || memcmp(bytes, "PTCH", 4) != 0 || memcmp(bytes + 16, "MD5_", 4) != 0 ||
        memcmp(bytes + 56, "XFRM", 4) != 0) {
        return false;
    }
    struct reader sizes = reader_make(bytes + 8, 8);
    head->old_bytes = reader_u32(&sizes);
    head->new_bytes = reader_u32(&sizes);
    memcpy(head->old_hash.bytes, bytes + 24, 16);
    memcpy(head->new_hash.bytes, bytes + 40, 16);
    memcpy(head->kind, bytes + 64, 4);
    return true;
}

/* A hash of zeros is none. */
static bool is_hash_of(const struct md5 *hash, const uint8_t *data, size_t size)
{
    static const struct md5 none;
    if (memcmp(hash->bytes, none.bytes, sizeof none.bytes) == 0) {
        return true;
    }
    struct md5 found = md5_of(data, size);
    return memcmp(found.bytes, hash->bytes, sizeof found.bytes) == 0;
}

/* Unpacks runs; zeros at the end may be left out. NULL when out of memory or if it claims more
 * than its bytes can give. */
static uint8_t *unpack_runs(struct reader packed, size_t *size)
{
    size_t bytes = reader_u32(&packed);
    if (packed.bad || bytes > UNPACK_BYTES_MAX || bytes / RUN_MAX > reader_left(&packed)) {
        *size = 0;
        return NULL;
    }
    uint8_t *data = calloc(bytes + 1, 1);
    *size = bytes;
    for (size_t at = 0; data && at < bytes && reader_left(&packed) > 0;) {
        uint8_t run = reader_u8(&packed);
        size_t length = size_min((run & 0x7FU) + 1, bytes - at);
        length = run & 0x80 ? size_min(length, reader_left(&packed)) : length;
        if (run & 0x80) {
            memcpy(data + at, reader_bytes(&packed, length), length);
        }
        at += length;
    }
    return data;
}

/* The streams of bsdiff. */
struct bsdiff {
    struct reader steps, added, taken;
};

/* Finds the streams of differences that make a file of `bytes`. */
static bool open_bsdiff(const uint8_t *diff, size_t diff_bytes, size_t bytes,
                        struct bsdiff *streams)
{
    struct reader reader = reader_make(diff, diff_bytes);
    const uint8_t *magic = reader_bytes(&reader, 8);
    uint64_t step_bytes = reader_u64(&reader);
    uint64_t added_bytes = reader_u64(&reader);
    uint64_t new_bytes = reader_u64(&reader);
    if (reader.bad || memcmp(magic, "BSDIFF40", 8) != 0 || new_bytes != bytes ||
        step_bytes > diff_bytes || added_bytes > diff_bytes) {
        return false;
    }
    streams->steps = reader_sub(&reader, DIFF_HEAD_BYTES, (size_t)step_bytes);
    reader_skip(&reader, (size_t)step_bytes);
    streams->added = reader_make(reader.at, reader_left(&reader));
    reader_skip(&reader, (size_t)added_bytes);
    streams->taken = reader_make(reader.at, reader_left(&reader));
    return !reader.bad;
}

/* Makes `bytes` of a new file; false if the streams do not give exactly these. */
static bool apply_bsdiff(struct bsdiff streams, const struct blob *old, uint8_t *data, size_t bytes)
{
    int64_t from = 0; /* in the old file; beyond it there are zeros */
    for (size_t at = 0; at < bytes;) {
        size_t add = reader_u32(&streams.steps);
        size_t take = reader_u32(&streams.steps);
        uint32_t move = reader_u32(&streams.steps);
        if (streams.steps.bad || add > bytes - at || take > bytes - at - add) {
            return false;
        }
        const uint8_t *differences = reader_bytes(&streams.added, add);
        const uint8_t *taken = reader_bytes(&streams.taken, take);
        if (!differences || !taken) {
            return false;
        }
        for (size_t i = 0; i < add; i++, from++) {
            bool is_inside = from >= 0 && (uint64_t)from < old->size;
            data[at + i] = (uint8_t)(differences[i] + (is_inside ? old->data[from] : 0));
        }
        memcpy(data + at + add, taken, take);
        at += add + take;
        from += move & 0x80000000 ? -(int64_t)(move & 0x7FFFFFFF) : (int64_t)move;
    }
    return true;
}

/* Makes the new file of a patch of the kind BSD0. */
static enum adtmap_status make_changed(struct reader packed, const struct blob *old,
                                       const struct diag *diag, uint8_t *data, size_t bytes)
{
    size_t diff_bytes = reader_left(&packed);
    const uint8_t *diff = packed.at;
    uint8_t *unpacked = NULL;
    if (diff_bytes < 8 || memcmp(diff, "BSDIFF40", 8) != 0) {
        unpacked = unpack_runs(packed, &diff_bytes);
        if (!unpacked) {
            return diff_bytes > 0 ? diag_fail_memory(diag) : fail_damaged(diag);
        }
        diff = unpacked;
    }
    struct bsdiff streams;
    bool fine =
        open_bsdiff(diff, diff_bytes, bytes, &streams) && apply_bsdiff(streams, old, data, bytes);
    free(unpacked);
    return fine ? ADTMAP_OK : fail_damaged(diag);
}

enum adtmap_status mpq_patch_apply(const struct blob *patch, const struct blob *old,
                                   const struct diag *diag, struct blob *changed, uint64_t *work)
{
    struct reader reader = reader_make(patch->data, patch->size);
    struct head head;
    *changed = (struct blob){0};
    *work = 0;
    if (!parse_head(&reader, &head)) {
        return fail_damaged(diag);
    }
    bool is_copy = memcmp(head.kind, "COPY", 4) == 0;
    if (!is_copy && memcmp(head.kind, "BSD0", 4) != 0) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "its update is of a kind that is not known");
    }
    if ((uint64_t)head.new_bytes + old->size > UNPACK_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "more than %d MiB before and after its update together",
                         UNPACK_BYTES_MAX >> 20);
    }
    if (is_copy ? head.new_bytes > reader_left(&reader)
                : head.new_bytes / RUN_MAX > reader_left(&reader)) {
        return fail_damaged(diag);
    }
    if (!is_copy &&
        (head.old_bytes != old->size || !is_hash_of(&head.old_hash, old->data, old->size))) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "its update is of another file than there is");
    }
    uint8_t *data = malloc((size_t)head.new_bytes + 1);
    *work = STEPS_OF_A_BYTE * ((uint64_t)head.new_bytes + old->size);
    enum adtmap_status status = data ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && is_copy) {
        memcpy(data, reader.at, head.new_bytes);
    } else if (!status) {
        status = make_changed(reader, old, diag, data, head.new_bytes);
    }
    if (!status && !is_hash_of(&head.new_hash, data, head.new_bytes)) {
        status = fail_damaged(diag);
    }
    if (status) {
        free(data);
        return status;
    }
    *changed = blob_from_heap(data, head.new_bytes);
    return ADTMAP_OK;
}
