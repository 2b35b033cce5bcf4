/* An archive holds every picture where a reader written from the specification looks for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/path.h"
#include "output/output_helpers.h"
#include "output/zoom/pmtiles.h"
#include "output/zoom/pyramid.h"

enum { DIRECTORY_BYTES_MAX = 1 << 20 };

static uint64_t get(const uint8_t *bytes, int size)
{
    uint64_t value = 0;
    for (int i = size - 1; i >= 0; i--) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static size_t gunzip(const uint8_t *data, size_t size, uint8_t *out)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)size};
    stream.next_out = out;
    stream.avail_out = DIRECTORY_BYTES_MAX;
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    inflateEnd(&stream);
    return stream.total_out;
}

static uint64_t get_varint(const uint8_t **at)
{
    uint64_t value = 0;
    int shift = 0;
    do {
        value |= (uint64_t)(**at & 0x7f) << shift;
        shift += 7;
    } while (*(*at)++ & 0x80);
    return value;
}

struct found {
    uint64_t offset;
    uint64_t bytes;
    uint64_t run;
};

/* The last entry of a directory whose id is not above `id`; false when there is none. */
static bool find_entry(const uint8_t *data, size_t size, uint64_t id, struct found *found,
                       uint64_t *entry_id)
{
    uint8_t *plain = malloc(DIRECTORY_BYTES_MAX);
    gunzip(data, size, plain);
    const uint8_t *at = plain;
    size_t count = (size_t)get_varint(&at);
    uint64_t *columns = calloc(count * 4, sizeof *columns);
    for (size_t column = 0; column < 4; column++) {
        for (size_t i = 0; i < count; i++) {
            columns[column * count + i] = get_varint(&at);
        }
    }
    uint64_t sum = 0;
    uint64_t offset = 0;
    bool is_found = false;
    for (size_t i = 0; i < count && sum + columns[i] <= id; i++) {
        sum += columns[i];
        uint64_t stored = columns[3 * count + i];
        offset = stored ? stored - 1 : offset + columns[2 * count + i - 1];
        *found = (struct found){offset, columns[2 * count + i], columns[count + i]};
        *entry_id = sum;
        is_found = true;
    }
    free(columns);
    free(plain);
    return is_found;
}

/* The bytes of a picture in the archive; NULL when it has none. */
static const uint8_t *find_tile(const struct blob *archive, uint64_t id, size_t *size)
{
    const uint8_t *header = archive->data;
    uint64_t offset = get(header + 8, 8);
    uint64_t bytes = get(header + 16, 8);
    struct found found;
    uint64_t entry_id;
    for (int depth = 0; depth < 4; depth++) {
        if (!find_entry(header + offset, (size_t)bytes, id, &found, &entry_id)) {
            return NULL;
        }
        if (found.run) {
            *size = (size_t)found.bytes;
            return id < entry_id + found.run ? header + get(header + 56, 8) + found.offset : NULL;
        }
        offset = get(header + 40, 8) + found.offset;
        bytes = found.bytes;
    }
    return NULL;
}

/* What picture `i` holds in these tests: some are alike. */
static size_t contents(uint32_t kind, char text[64])
{
    return (size_t)snprintf(text, 64, kind % 3 ? "sea" : "picture %u", (unsigned)kind);
}

static void put_tile(const char *directory, uint32_t zoom, uint32_t x, uint32_t y, uint32_t kind)
{
    char text[64];
    char *path = pyramid_path(directory, zoom, x, y, IMAGE_PNG);
    char *parent = path_directory(path);
    assert_int_equal(file_make_directory(parent, &quiet), ADTMAP_OK);
    assert_int_equal(file_write_atomic(path, text, contents(kind, text), &quiet), ADTMAP_OK);
    free(parent);
    free(path);
}

struct packed {
    char directory[64];
    char path[96];
    struct web_folder folder;
    struct blob archive;
};

static void pack(struct packed *packed)
{
    struct web_degrees degrees = {-10, -20, 30, 40};
    snprintf(packed->path, sizeof packed->path, "%s/a.pmtiles", packed->directory);
    assert_int_equal(web_folder_read(packed->directory, &quiet, &packed->folder), ADTMAP_OK);
    assert_int_equal(pmtiles_write(packed->path, &packed->folder, "{\"a\":1}", degrees, &quiet),
                     ADTMAP_OK);
    assert_int_equal(file_map(packed->path, &quiet, &packed->archive), ADTMAP_OK);
}

static void unpack(struct packed *packed)
{
    blob_release(&packed->archive);
    web_folder_free(&packed->folder);
    folder_remove(packed->directory);
}

static void all_pictures_are_found_and_no_others(void **state)
{
    (void)state;
    enum { ZOOM = 4, EDGE = 1 << ZOOM };
    struct packed packed;
    make_scratch(packed.directory);
    put_tile(packed.directory, 0, 0, 0, 3);
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        if (i % 5) {
            put_tile(packed.directory, ZOOM, i % EDGE, i / EDGE, i);
        }
    }
    pack(&packed);
    for (uint32_t i = 0; i < EDGE * EDGE; i++) {
        char text[64];
        size_t wanted = contents(i, text);
        size_t size;
        const uint8_t *data =
            find_tile(&packed.archive, web_tile_id(ZOOM, i % EDGE, i / EDGE), &size);
        assert_int_equal(data != NULL, i % 5 != 0);
        if (data) {
            assert_int_equal(size, wanted);
            assert_memory_equal(data, text, wanted);
        }
    }
    size_t size;
    assert_null(find_tile(&packed.archive, web_tile_id(1, 0, 0), &size));
    assert_null(find_tile(&packed.archive, web_tile_id(5, 31, 0), &size));
    unpack(&packed);
}

static void the_header_says_what_is_there(void **state)
{
    (void)state;
    struct packed packed;
    make_scratch(packed.directory);
    put_tile(packed.directory, 0, 0, 0, 0);
    for (uint32_t i = 0; i < 4; i++) {
        put_tile(packed.directory, 1, i % 2, i / 2, 1);
    }
    pack(&packed);
    const uint8_t *header = packed.archive.data;
    uint8_t metadata[DIRECTORY_BYTES_MAX];
    assert_memory_equal(header, "PMTiles\x03", 8);
    assert_int_equal(get(header + 8, 8), 127);
    assert_int_equal(get(header + 72, 8), 5); /* tiles */
    assert_int_equal(get(header + 80, 8), 2); /* entries: one, and a run of four */
    assert_int_equal(get(header + 88, 8), 2); /* contents */
    assert_int_equal(get(header + 64, 8), strlen("picture 0") + strlen("sea"));
    assert_int_equal(get(header + 56, 8) + get(header + 64, 8), packed.archive.size);
    static const uint8_t kinds[] = {1, 2, 1, 2, 0, 1};
    assert_memory_equal(header + 96, kinds, sizeof kinds);
    assert_int_equal((int32_t)get(header + 102, 4), -10);
    assert_int_equal((int32_t)get(header + 114, 4), 40);
    assert_int_equal(gunzip(header + get(header + 24, 8), (size_t)get(header + 32, 8), metadata),
                     7);
    assert_memory_equal(metadata, "{\"a\":1}", 7);
    unpack(&packed);
}

static void the_same_pictures_give_the_same_bytes(void **state)
{
    (void)state;
    struct packed once;
    struct packed again;
    make_scratch(once.directory);
    make_scratch(again.directory);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t back = 63 - i;
        put_tile(once.directory, 3, i % 8, i / 8, i);
        put_tile(again.directory, 3, back % 8, back / 8, back);
    }
    pack(&once);
    pack(&again);
    assert_int_equal(once.archive.size, again.archive.size);
    assert_memory_equal(once.archive.data, again.archive.data, once.archive.size);
    unpack(&once);
    unpack(&again);
}

static void a_picture_that_is_gone_or_empty_leaves_no_archive(void **state)
{
    (void)state;
    struct packed packed;
    struct adtmap_message failure;
    struct diag diag = {.failure = &failure};
    make_scratch(packed.directory);
    put_tile(packed.directory, 0, 0, 0, 0);
    pack(&packed);
    blob_release(&packed.archive);
    unlink(packed.path);
    char *tile = pyramid_path(packed.directory, 0, 0, 0, IMAGE_PNG);
    struct web_degrees degrees = {0};
    assert_int_equal(file_write_atomic(tile, "", 0, &quiet), ADTMAP_OK);
    assert_int_not_equal(pmtiles_write(packed.path, &packed.folder, "{}", degrees, &diag),
                         ADTMAP_OK);
    assert_string_equal(failure.file, tile);
    unlink(tile);
    assert_int_equal(pmtiles_write(packed.path, &packed.folder, "{}", degrees, &diag),
                     ADTMAP_NOT_FOUND);
    assert_string_equal(failure.file, tile);
    const struct web_folder empty = {0};
    assert_int_equal(pmtiles_write(packed.path, &empty, "{}", degrees, &diag), ADTMAP_NOT_FOUND);
    assert_string_equal(failure.file, packed.path);
    assert_false(file_exists(packed.path));
    free(tile);
    unpack(&packed);
}

int test_pmtiles(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pictures_are_found_and_no_others),
        cmocka_unit_test(the_header_says_what_is_there),
        cmocka_unit_test(the_same_pictures_give_the_same_bytes),
        cmocka_unit_test(a_picture_that_is_gone_or_empty_leaves_no_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
