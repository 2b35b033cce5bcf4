/*
 * Two passes over the tiles: the first hashes their contents and gives equal ones one place, the
 * second copies them. Where the directory is too large for a root, it is cut into leaves, which
 * grow until the root over them fits.
 */
#include "output/zoom/pmtiles.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/hash_index.h"
#include "os/file.h"
#include "output/zoom/pyramid.h"

enum {
    HEADER_BYTES = 127,
    ROOT_BYTES_MAX = 16384 - HEADER_BYTES,
    LEAF_ENTRIES = 4096,
    GZIP_LEVEL = 9,
    COMPRESSION_NONE = 1,
    COMPRESSION_GZIP = 2,
    TILE_TYPE_PNG = 2,
    TILE_TYPE_JPEG = 3,
    TILE_TYPE_WEBP = 4,
};

/* A run of tiles with consecutive ids and the same contents; in a root over leaves, a leaf. */
struct archive_entry {
    uint64_t id;
    uint64_t offset;
    uint32_t bytes;
    uint32_t run; /* tiles; 0 for a leaf */
};

/* Contents that are stored. */
struct content {
    struct hash128 hash;
    uint64_t offset;
    uint32_t bytes;
    size_t tile; /* index of the first that has them */
};

struct tile_archive {
    const struct web_folder *folder;
    const struct diag *diag;
    struct archive_entry *entries;
    size_t entry_count;
    struct content *contents; /* in the order of the file */
    size_t content_count;
    struct hash_index index; /* of contents */
    uint64_t data_bytes;
    struct buffer root;
    struct buffer leaves;
    struct buffer metadata; /* compressed */
};

static enum adtmap_status map_tile(const struct tile_archive *archive, size_t index,
                                   struct blob *blob)
{
    const struct web_folder *folder = archive->folder;
    const struct web_tile *tile = &folder->tiles[index];
    char *path = pyramid_path(folder->path, tile->zoom, tile->x, tile->y, folder->format);
    if (!path) {
        return diag_fail_memory(archive->diag);
    }
    struct diag at_path = diag_at(archive->diag, path);
    enum adtmap_status status = file_map(path, &at_path, blob);
    if (!status && (blob->size == 0 || blob->size > UINT32_MAX)) {
        blob_release(blob);
        status =
            diag_fail(&at_path, ADTMAP_LIMIT, NULL, NO_OFFSET, "a tile is empty or over 4 GiB");
    }
    free(path);
    return status;
}

/* The contents with this hash; NULL: none yet. */
static struct content *find_content(const struct tile_archive *archive, struct hash128 hash,
                                    uint32_t bytes)
{
    struct hash_probe probe = hash_index_probe(&archive->index, hash.low);
    while (hash_index_next(&archive->index, &probe)) {
        struct content *content = &archive->contents[probe.number];
        if (content->bytes == bytes && hash128_equal(content->hash, hash)) {
            return content;
        }
    }
    return NULL;
}

static void add_entry(struct tile_archive *archive, uint64_t id, const struct content *content)
{
    struct archive_entry *last =
        archive->entry_count ? &archive->entries[archive->entry_count - 1] : NULL;
    if (last && last->id + last->run == id && last->offset == content->offset) {
        last->run++;
    } else {
        archive->entries[archive->entry_count++] =
            (struct archive_entry){id, content->offset, content->bytes, 1};
    }
}

/* First pass: which tiles are equal, and where each will lie. */
static enum adtmap_status plan_tiles(struct tile_archive *archive)
{
    for (size_t i = 0; i < archive->folder->count; i++) {
        struct blob blob;
        enum adtmap_status status = map_tile(archive, i, &blob);
        if (status) {
            return status;
        }
        struct hash128 hash = hash128(blob.data, blob.size);
        struct content *content = find_content(archive, hash, (uint32_t)blob.size);
        if (!content) {
            (void)hash_index_add(&archive->index, hash.low, (uint32_t)archive->content_count);
            content = &archive->contents[archive->content_count++];
            *content = (struct content){hash, archive->data_bytes, (uint32_t)blob.size, i};
            archive->data_bytes += blob.size;
        }
        add_entry(archive, archive->folder->tiles[i].id, content);
        blob_release(&blob);
    }
    return ADTMAP_OK;
}

/* Second pass. */
static enum adtmap_status write_tiles(const struct tile_archive *archive,
                                      struct file_writer *writer)
{
    for (size_t i = 0; i < archive->content_count; i++) {
        struct blob blob;
        const struct content *content = &archive->contents[i];
        enum adtmap_status status = map_tile(archive, content->tile, &blob);
        if (status) {
            return status;
        }
        if (content->bytes == blob.size &&
            hash128_equal(content->hash, hash128(blob.data, blob.size))) {
            status = file_writer_write(writer, blob.data, blob.size);
        } else {
            status = diag_fail(archive->diag, ADTMAP_IO, NULL, NO_OFFSET,
                               "tiles changed while they were being packed");
        }
        blob_release(&blob);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

static void put_varint(struct buffer *buffer, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        buffer_u8(buffer, (uint8_t)(value | 0x80));
    }
    buffer_u8(buffer, (uint8_t)value);
}

static void append_gzip(struct buffer *out, const void *data, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(GZIP_LEVEL);
    if (!compressor) {
        out->failed = true;
        return;
    }
    size_t bound = libdeflate_gzip_compress_bound(compressor, size);
    uint8_t *place = buffer_extend(out, bound);
    if (place) {
        out->size -= bound - libdeflate_gzip_compress(compressor, data, size, place, bound);
    }
    libdeflate_free_compressor(compressor);
}

/* Appends a directory, column by column (specification, chapter 4). */
static void append_directory(struct buffer *out, const struct archive_entry *entries, size_t count)
{
    struct buffer plain = {0};
    put_varint(&plain, count);
    for (size_t i = 0; i < count; i++) {
        put_varint(&plain, entries[i].id - (i ? entries[i - 1].id : 0));
    }
    for (size_t i = 0; i < count; i++) {
        put_varint(&plain, entries[i].run);
    }
    for (size_t i = 0; i < count; i++) {
        put_varint(&plain, entries[i].bytes);
    }
    for (size_t i = 0; i < count; i++) {
        bool follows = i > 0 && entries[i].offset == entries[i - 1].offset + entries[i - 1].bytes;
        put_varint(&plain, follows ? 0 : entries[i].offset + 1);
    }
    out->failed |= plain.failed;
    if (!out->failed) {
        append_gzip(out, plain.data, plain.size);
    }
    buffer_free(&plain);
}

/* Leaves of `size` entries, and the root over them. */
static void make_leaves(struct tile_archive *archive, size_t size)
{
    struct buffer pointers = {0};
    buffer_clear(&archive->root);
    buffer_clear(&archive->leaves);
    for (size_t i = 0; i < archive->entry_count; i += size) {
        size_t left = archive->entry_count - i;
        size_t begin = archive->leaves.size;
        append_directory(&archive->leaves, archive->entries + i, left < size ? left : size);
        struct archive_entry pointer = {archive->entries[i].id, begin,
                                        (uint32_t)(archive->leaves.size - begin), 0};
        buffer_append(&pointers, &pointer, sizeof pointer);
    }
    archive->root.failed |= pointers.failed;
    if (!archive->root.failed) {
        append_directory(&archive->root, (const struct archive_entry *)(const void *)pointers.data,
                         pointers.size / sizeof(struct archive_entry));
    }
    buffer_free(&pointers);
}

static enum adtmap_status make_directories(struct tile_archive *archive, const char *metadata)
{
    append_gzip(&archive->metadata, metadata, strlen(metadata));
    append_directory(&archive->root, archive->entries, archive->entry_count);
    for (size_t size = LEAF_ENTRIES; archive->root.size > ROOT_BYTES_MAX; size *= 2) {
        make_leaves(archive, size);
    }
    bool failed = archive->metadata.failed || archive->root.failed || archive->leaves.failed;
    return failed ? diag_fail_memory(archive->diag) : ADTMAP_OK;
}

static void put_u64(struct buffer *buffer, uint64_t value)
{
    buffer_u32le(buffer, (uint32_t)value);
    buffer_u32le(buffer, (uint32_t)(value >> 32));
}

/* The header (specification, chapter 3). */
static void make_header(const struct tile_archive *archive, struct web_degrees degrees,
                        struct buffer *header)
{
    static const uint8_t types[IMAGE_FORMATS] = {
        [IMAGE_PNG] = TILE_TYPE_PNG, [IMAGE_JPEG] = TILE_TYPE_JPEG, [IMAGE_WEBP] = TILE_TYPE_WEBP};
    const struct web_folder *folder = archive->folder;
    uint64_t sections[] = {archive->root.size, archive->metadata.size, archive->leaves.size,
                           archive->data_bytes};
    uint64_t offset = HEADER_BYTES;
    buffer_append(header, "PMTiles\x03", 8);
    for (size_t i = 0; i < 4; i++) {
        put_u64(header, offset);
        put_u64(header, sections[i]);
        offset += sections[i];
    }
    put_u64(header, folder->count);
    put_u64(header, archive->entry_count);
    put_u64(header, archive->content_count);
    buffer_u8(header, 1); /* clustered */
    buffer_u8(header, COMPRESSION_GZIP);
    buffer_u8(header, COMPRESSION_NONE);
    buffer_u8(header, types[folder->format]);
    buffer_u8(header, (uint8_t)folder->tiles[0].zoom);
    buffer_u8(header, (uint8_t)folder->zoom_max);
    buffer_u32le(header, (uint32_t)degrees.west);
    buffer_u32le(header, (uint32_t)degrees.south);
    buffer_u32le(header, (uint32_t)degrees.east);
    buffer_u32le(header, (uint32_t)degrees.north);
    buffer_u8(header, (uint8_t)(folder->zoom_max < 3 ? folder->zoom_max : 3));
    buffer_u32le(header, (uint32_t)(degrees.west / 2 + degrees.east / 2));
    buffer_u32le(header, (uint32_t)(degrees.south / 2 + degrees.north / 2));
}

static enum adtmap_status write_archive(const struct tile_archive *archive,
                                        struct web_degrees degrees, const char *path)
{
    struct diag at_path = diag_at(archive->diag, path);
    struct buffer header = {0};
    struct file_writer writer;
    make_header(archive, degrees, &header);
    enum adtmap_status status =
        header.failed ? diag_fail_memory(&at_path) : file_writer_open(&writer, path, &at_path);
    if (status) {
        buffer_free(&header);
        return status;
    }
    const struct buffer *parts[] = {&header, &archive->root, &archive->metadata, &archive->leaves};
    for (size_t i = 0; i < 4 && !status; i++) {
        status = file_writer_write(&writer, parts[i]->data, parts[i]->size);
    }
    if (!status) {
        status = write_tiles(archive, &writer);
    }
    buffer_free(&header);
    if (status) {
        file_writer_abort(&writer);
        return status;
    }
    return file_writer_commit(&writer);
}

enum adtmap_status pmtiles_write(const char *path, const struct web_folder *folder,
                                 const char *metadata, struct web_degrees degrees,
                                 const struct diag *diag)
{
    struct tile_archive archive = {.folder = folder, .diag = diag};
    if (folder->count == 0) {
        struct diag at_path = diag_at(diag, path);
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "there is no picture to put into the archive");
    }
    archive.entries = calloc(folder->count, sizeof *archive.entries);
    archive.contents = calloc(folder->count, sizeof *archive.contents);
    enum adtmap_status status =
        archive.entries && archive.contents && hash_index_reserve(&archive.index, folder->count)
            ? plan_tiles(&archive)
            : diag_fail_memory(diag);
    if (!status) {
        status = make_directories(&archive, metadata);
    }
    if (!status) {
        status = write_archive(&archive, degrees, path);
    }
    buffer_free(&archive.root);
    buffer_free(&archive.leaves);
    buffer_free(&archive.metadata);
    free(archive.contents);
    hash_index_free(&archive.index);
    free(archive.entries);
    return status;
}
