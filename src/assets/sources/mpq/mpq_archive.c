/*
 * A compressed file begins with a table: u32 offsets, from its own start, of each sector and of the
 * end; with checksums of sectors, which are not read, of one more. A sector as long as its contents
 * is stored as it is. A single unit is one sector without a table. A file that is not compressed is
 * its sectors, one after the other. Of an encrypted file sector n has the key of the file + n, the
 * table that key - 1. In front of the data of a patch stands its size.
 */
#include "assets/sources/mpq/mpq_archive.h"

#include <stdlib.h>
#include <string.h>

#include "assets/sources/mpq/mpq_unpack.h"
#include "assets/sources/packed/unpack_waste.h"
#include "base/reader.h"
#include "base/size.h"
#include "os/part_read.h"

enum {
    COMPRESSED = MPQ_COMPRESSED | MPQ_IMPLODED,
    PATCH_HEAD_BYTES = 28, /* or more: its own size, flags, size of the patch, MD5 */
    CLAIM_BYTES = 16 << 20,
};

/* A file to be read. */
struct packed_extent {
    uint64_t at; /* of its data in the archive's file */
    uint32_t packed_bytes;
    uint32_t bytes;
    uint32_t wanted; /* of these, whole sectors */
    uint32_t known;  /* of the wanted, whole sectors that need no unpacking */
    uint32_t sector_bytes;
    uint32_t flags;
    uint32_t key;
};

static enum adtmap_status fail_damaged(const struct diag *diag, size_t unpacked, size_t bytes)
{
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "%zu of %zu bytes can be unpacked: damaged in the archive", unpacked, bytes);
}

/* Reads packed bytes of a file of `bytes`. */
static enum adtmap_status read_packed(const struct mpq_archive *archive, uint64_t at,
                                      uint8_t *packed, size_t packed_bytes, size_t bytes,
                                      const struct diag *diag)
{
    enum adtmap_status status = part_read(archive->file, at, packed, packed_bytes, diag);
    return status == ADTMAP_NOT_FOUND ? fail_damaged(diag, 0, bytes) : status;
}

/* Reads the tables of both kinds; one is enough. If both fail the first that is there says why. */
static enum adtmap_status read_tables(struct mpq_archive *archive, const struct diag *diag)
{
    struct adtmap_message why = {0};
    const struct diag own = {diag->file, diag->log, &why};
    bool has_classic = archive->header.hashes.bytes > 0;
    enum adtmap_status classic =
        mpq_tables_read(archive->file, &archive->header, MPQ_TABLES_CLASSIC, &archive->crypt, diag,
                        &archive->classic);
    if (diag_is_transient(classic)) {
        return classic;
    }
    enum adtmap_status extended =
        mpq_tables_read(archive->file, &archive->header, MPQ_TABLES_EXTENDED, &archive->crypt, &own,
                        &archive->extended);
    if (!extended || (has_classic && !diag_is_transient(extended))) {
        return extended ? classic : ADTMAP_OK;
    }
    return diag_pass_on(diag, extended, &why);
}

enum adtmap_status mpq_archive_open(const struct diag *diag, struct mpq_archive *archive)
{
    uint64_t file_bytes = 0;
    *archive = (struct mpq_archive){.file = OPEN_FILE_NONE};
    mpq_crypt_init(&archive->crypt);
    enum adtmap_status status = part_read_open(diag->file, diag, &archive->file, &file_bytes);
    if (!status) {
        status = mpq_header_find(archive->file, file_bytes, diag, &archive->header);
    }
    if (!status) {
        status = read_tables(archive, diag);
    }
    if (status) {
        mpq_archive_close(archive);
    }
    return status;
}

void mpq_archive_close(struct mpq_archive *archive)
{
    open_file_close(&archive->file);
    mpq_tables_free(&archive->classic);
    mpq_tables_free(&archive->extended);
}

static bool is_inside(const struct mpq_archive *archive, const struct mpq_entry *entry)
{
    return entry->offset <= archive->header.archive_bytes &&
           entry->packed_bytes <= archive->header.archive_bytes - entry->offset;
}

/* An entry that is damaged in the tables of one kind may be sound in those of the other. */
const struct mpq_entry *mpq_archive_find(const struct mpq_archive *archive, const char *name)
{
    const struct mpq_entry *entry = mpq_tables_find(&archive->classic, &archive->crypt, name);
    if (entry && is_inside(archive, entry)) {
        return entry;
    }
    const struct mpq_entry *other = mpq_tables_find(&archive->extended, &archive->crypt, name);
    return other ? other : entry;
}

/* Entries that no file can be read of do not count. */
static uint64_t named_bytes(const struct mpq_archive *archive, const struct mpq_tables *tables)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < tables->name_count; i++) {
        const struct mpq_entry *entry = &tables->entries[tables->names[i].entry];
        bytes += is_inside(archive, entry) ? entry->packed_bytes : 0;
    }
    return bytes;
}

/* Both kinds of tables name the same files. */
uint64_t mpq_archive_named_bytes(const struct mpq_archive *archive)
{
    uint64_t classic = named_bytes(archive, &archive->classic);
    uint64_t extended = named_bytes(archive, &archive->extended);
    return classic > extended ? classic : extended;
}

/* The key of a file comes from its name without folders. */
static uint32_t key_of(const struct mpq_archive *archive, const struct mpq_entry *entry,
                       const char *name)
{
    const char *base = name;
    for (const char *at = name; *at; at++) {
        base = *at == '\\' || *at == '/' ? at + 1 : base;
    }
    uint32_t key = mpq_crypt_hash(&archive->crypt, MPQ_HASH_KEY, base);
    return entry->flags & MPQ_KEY_OF_PLACE ? (key + (uint32_t)entry->offset) ^ entry->bytes : key;
}

/* Finds where the data of a file lie, which must be in the archive. */
static enum adtmap_status locate(const struct mpq_archive *archive, const struct mpq_entry *entry,
                                 const char *name, const struct diag *diag,
                                 struct packed_extent *extent)
{
    const struct mpq_header *header = &archive->header;
    *extent = (struct packed_extent){
        .at = header->at + entry->offset,
        .packed_bytes = entry->packed_bytes,
        .bytes = entry->bytes,
        .sector_bytes = header->sector_bytes,
        .flags = entry->flags,
    };
    if (!is_inside(archive, entry)) {
        return fail_damaged(diag, 0, entry->bytes);
    }
    if (entry->flags & MPQ_PATCH) {
        uint8_t head[PATCH_HEAD_BYTES] = {0};
        if (entry->packed_bytes < sizeof head) {
            return fail_damaged(diag, 0, entry->bytes);
        }
        enum adtmap_status status =
            read_packed(archive, extent->at, head, sizeof head, entry->bytes, diag);
        if (status) {
            return status;
        }
        struct reader reader = reader_make(head, sizeof head);
        uint32_t head_bytes = reader_u32(&reader);
        reader_skip(&reader, 4);
        extent->bytes = reader_u32(&reader);
        if (head_bytes < sizeof head || head_bytes > entry->packed_bytes) {
            return fail_damaged(diag, 0, extent->bytes);
        }
        extent->at += head_bytes;
        extent->packed_bytes -= head_bytes;
    }
    uint64_t packed_bytes = extent->flags & COMPRESSED ? extent->packed_bytes : 0;
    if (extent->bytes + packed_bytes > UNPACK_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "more than %d MiB with its packed bytes, which no file needs that is read",
                         UNPACK_BYTES_MAX >> 20);
    }
    bool is_too_dense =
        extent->bytes > CLAIM_BYTES && extent->bytes / MPQ_FILE_RATIO_MAX > extent->packed_bytes;
    if (is_too_dense) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "%zu bytes are more than %d times the %zu that they are packed in: "
                         "damaged in the archive",
                         (size_t)extent->bytes, MPQ_FILE_RATIO_MAX, (size_t)extent->packed_bytes);
    }
    if (!(extent->flags & COMPRESSED) && extent->bytes > extent->packed_bytes) {
        return fail_damaged(diag, 0, extent->bytes);
    }
    if (extent->flags & MPQ_SINGLE_UNIT) {
        extent->sector_bytes = extent->bytes;
    }
    if (extent->flags & MPQ_ENCRYPTED) {
        if (!name) {
            return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                             "encrypted, and its name is not known");
        }
        extent->key = key_of(archive, entry, name);
    }
    return ADTMAP_OK;
}

static enum adtmap_status fail_unpacking(enum mpq_unpacked result, size_t unpacked, size_t bytes,
                                         const struct diag *diag)
{
    switch (result) {
    case MPQ_UNPACK_AUDIO:
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "compressed as sounds are: not read");
    case MPQ_UNPACK_NO_BZIP2:
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "compressed with bzip2; this adtmap was built without libbz2");
    case MPQ_UNPACK_NO_LZMA:
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "compressed with LZMA; this adtmap was built without liblzma");
    case MPQ_UNPACK_TWICE:
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "packed twice, in a sector of more than %d MiB: not read",
                         MPQ_TWICE_BYTES_MAX >> 20);
    case MPQ_UNPACK_DICTIONARY:
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "packed by LZMA with a dictionary of more than %d MiB: not read",
                         MPQ_DICTIONARY_BYTES_MAX >> 20);
    case MPQ_UNPACK_NO_MEMORY:
        return diag_fail(diag, ADTMAP_NO_MEMORY, NULL, NO_OFFSET,
                         "unpacking it takes more memory than there is");
    default:
        return fail_damaged(diag, unpacked, bytes);
    }
}

/* Sectors that hold so many bytes of the file. */
static size_t sectors_of(const struct packed_extent *extent, size_t bytes)
{
    return (size_t)(((uint64_t)bytes + extent->sector_bytes - 1) / extent->sector_bytes);
}

/* Leaves of a file the sectors that hold its first `head_bytes`. No sector is larger packed, and
 * they follow the table, so that as much of the packed bytes is enough. */
static void cut_to_head(struct packed_extent *extent, size_t head_bytes)
{
    extent->wanted = extent->bytes;
    if (head_bytes < extent->bytes) {
        size_t sectors = sectors_of(extent, head_bytes);
        size_t table_bytes = (sectors_of(extent, extent->bytes) + 2) * 4;
        extent->wanted = (uint32_t)size_min(sectors * extent->sector_bytes, extent->bytes);
        extent->packed_bytes =
            (uint32_t)size_min(extent->packed_bytes, table_bytes + extent->wanted);
    }
}

/* Unpacks the wanted sectors of a file behind those that are known, which stand in `data`. The
 * packed bytes are decrypted in place. */
static enum adtmap_status unpack_sectors(const struct mpq_archive *archive,
                                         const struct packed_extent *extent, uint8_t *packed,
                                         struct mpq_unpacker *unpacker, const struct diag *diag,
                                         uint8_t *data)
{
    bool is_single = (extent->flags & MPQ_SINGLE_UNIT) != 0;
    bool is_encrypted = (extent->flags & MPQ_ENCRYPTED) != 0;
    size_t table_bytes = is_single ? 0 : (sectors_of(extent, extent->bytes) + 1) * 4;
    if (table_bytes > extent->packed_bytes) {
        return fail_damaged(diag, 0, extent->bytes);
    }
    if (is_encrypted && !is_single) {
        mpq_crypt_decrypt(&archive->crypt, extent->key - 1, packed, table_bytes);
    }
    struct reader table = reader_make(packed, table_bytes);
    size_t done = extent->known;
    uint32_t sector = (uint32_t)(done / extent->sector_bytes);
    reader_skip(&table, is_single ? 0 : (size_t)sector * 4);
    uint32_t begin = is_single ? 0 : reader_u32(&table);
    for (; done < extent->wanted; sector++) {
        uint32_t end = is_single ? extent->packed_bytes : reader_u32(&table);
        size_t bytes = size_min(extent->sector_bytes, extent->bytes - done);
        if (begin < table_bytes || end < begin || end > extent->packed_bytes ||
            end - begin > bytes) {
            return fail_damaged(diag, done, extent->bytes);
        }
        if (is_encrypted) {
            mpq_crypt_decrypt(&archive->crypt, extent->key + sector, packed + begin, end - begin);
        }
        enum mpq_unpacked result = MPQ_UNPACKED;
        if (end - begin == bytes) {
            memcpy(data + done, packed + begin, bytes);
        } else if (extent->flags & MPQ_COMPRESSED) {
            result = mpq_unpack(unpacker, packed + begin, end - begin, data + done, bytes);
        } else {
            result = mpq_unpack_imploded(unpacker, packed + begin, end - begin, data + done, bytes);
        }
        if (result) {
            return fail_unpacking(result, done, extent->bytes, diag);
        }
        done += bytes;
        begin = end;
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_compressed(const struct mpq_archive *archive,
                                          const struct packed_extent *extent,
                                          struct block_pool *pool, const struct diag *diag,
                                          uint8_t *data, uint64_t *work)
{
    struct mpq_unpacker unpacker = {0};
    struct blob blob;
    uint8_t *packed = blob_reserve(&blob, extent->packed_bytes, pool);
    if (!packed) {
        return fail_unpacking(MPQ_UNPACK_NO_MEMORY, 0, extent->bytes, diag);
    }
    enum adtmap_status status =
        read_packed(archive, extent->at, packed, extent->packed_bytes, extent->bytes, diag);
    if (!status) {
        status = unpack_sectors(archive, extent, packed, &unpacker, diag, data);
    }
    *work += unpacker.work;
    mpq_unpacker_free(&unpacker);
    blob_release(&blob);
    return status;
}

static enum adtmap_status mpq_read_stored(const struct mpq_archive *archive,
                                          const struct packed_extent *extent,
                                          const struct diag *diag, uint8_t *data)
{
    enum adtmap_status status =
        read_packed(archive, extent->at + extent->known, data + extent->known,
                    extent->wanted - extent->known, extent->bytes, diag);
    if (status) {
        return status;
    }
    uint32_t key = extent->key + extent->known / extent->sector_bytes;
    for (size_t at = extent->known; extent->flags & MPQ_ENCRYPTED && at < extent->wanted;
         at += extent->sector_bytes) {
        size_t bytes = size_min(extent->sector_bytes, extent->wanted - at);
        mpq_crypt_decrypt(&archive->crypt, key++, data + at, bytes);
    }
    return ADTMAP_OK;
}

enum adtmap_status mpq_archive_read(const struct mpq_archive *archive,
                                    const struct mpq_entry *entry, const char *name,
                                    const struct mpq_extent *wanted, struct block_pool *pool,
                                    const struct diag *diag, struct blob *blob, uint64_t *work)
{
    struct packed_extent extent;
    *blob = (struct blob){0};
    enum adtmap_status status = locate(archive, entry, name, diag, &extent);
    if (status) {
        return status;
    }
    if (extent.bytes == 0) {
        *blob = (struct blob){.data = (const uint8_t *)""};
        return ADTMAP_OK;
    }
    cut_to_head(&extent, wanted->head_bytes);
    *work += extent.packed_bytes;
    uint8_t *data = blob_reserve(blob, extent.wanted, pool);
    if (!data) {
        return fail_unpacking(MPQ_UNPACK_NO_MEMORY, 0, extent.bytes, diag);
    }
    if (wanted->known && wanted->known->size > 0) {
        extent.known = (uint32_t)size_min(wanted->known->size, extent.wanted);
        memcpy(data, wanted->known->data, extent.known);
    }
    status = extent.flags & COMPRESSED ? read_compressed(archive, &extent, pool, diag, data, work)
                                       : mpq_read_stored(archive, &extent, diag, data);
    if (status) {
        blob_release(blob);
    }
    return status;
}
