/* Where the files of a map's tiles are, how often they are unpacked, and which tiles its WDL draws.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/assets_internal.h"
#include "assets/temporary.h"
#include "base/size.h"
#include "formats/bytes.h"
#include "map/map.h"
#include "map/map_low_res.h"

static struct temporary place;
static struct adtmap_data *data;
static struct adtmap_map *map;

/* A WDL of one tile, (5, 6). */
static void write_wdl(const char *name)
{
    char path[256];
    struct buffer bytes = {0};
    add_u32_chunk(&bytes, "MVER", 18);
    size_t offsets = begin_chunk(&bytes, "MAOF");
    add_zeroes(&bytes, 4 * 64 * 64);
    end_chunk(&bytes, offsets);
    put_u32(&bytes, offsets + 4 * (6 * 64 + 5), (uint32_t)bytes.size);
    size_t heights = begin_chunk(&bytes, "MARE");
    add_zeroes(&bytes, 2 * (17 * 17 + 16 * 16));
    end_chunk(&bytes, heights);
    temporary_file(&place, name, "");
    FILE *file = fopen(temporary_path(&place, name, path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    buffer_free(&bytes);
}

static int open_map(void **state)
{
    (void)state;
    place = temporary_make();
    temporary_file(&place, "World/Maps/Zed/Zed_3_12.adt", "plain");
    temporary_file(&place, "World/Maps/Zed/Zed_03_12.adt", "padded");
    temporary_file(&place, "World/Maps/Zed/Zed_04_05.adt", "padded alone");
    temporary_file(&place, "World/Maps/Zed/Zed_3_12_tex0.adt", "textures");
    temporary_file(&place, "World/Maps/Zed/Zed_9_9_obj0.adt", "no root");
    temporary_file(&place, "World/Maps/Zed/Zed_7_7.adt", "root");
    temporary_file(&place, "World/Maps/Zed/Zed_7_7_obj1.adt", "objects");
    temporary_file(&place, "World/Maps/Zed/Zed_7_7_tex0.adt", "textures");
    write_wdl("World/Maps/Zed/Zed.wdl");
    const char *const path = place.path;
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &data, NULL), ADTMAP_OK);
    return adtmap_map_open(data, "Zed", &map, NULL) == ADTMAP_OK ? 0 : 1;
}

static int close_map(void **state)
{
    (void)state;
    adtmap_map_close(map);
    adtmap_data_close(data);
    temporary_remove(&place);
    return 0;
}

static void is_text(const struct adt_bytes *bytes, const char *text)
{
    assert_int_equal(bytes->size, strlen(text));
    assert_memory_equal(bytes->data, text, bytes->size);
}

static void names_are_plain_or_padded(void **state)
{
    (void)state;
    assert_true(map_finds_tile(map, 3, 12));
    assert_true(map_finds_tile(map, 4, 5));
    assert_false(map_finds_tile(map, 12, 3));
    assert_false(map_finds_tile(map, 9, 9));
}

static void the_plain_name_comes_first_and_parts_may_be_missing(void **state)
{
    (void)state;
    struct tile_files files;
    struct adtmap_message why = {0};
    const struct diag diag = {NULL, NULL, &why};
    assert_int_equal(map_read_tile(map, 3, 12, &diag, &files), ADTMAP_OK);
    is_text(&files.adt.root, "plain");
    is_text(&files.adt.tex0, "textures");
    assert_int_equal(files.adt.obj0.size, 0);
    tile_files_release(&files);
    assert_int_equal(map_read_tile(map, 4, 5, &diag, &files), ADTMAP_OK);
    is_text(&files.adt.root, "padded alone");
    tile_files_release(&files);
    assert_int_equal(map_read_tile(map, 9, 9, &diag, &files), ADTMAP_NOT_FOUND);
}

static void the_wdl_alone_draws_its_tiles(void **state)
{
    (void)state;
    struct tile_set all = map_low_res_tiles(map, ADTMAP_LOW_RES_ONLY);
    struct tile_set none = map_low_res_tiles(map, ADTMAP_LOW_RES_NEVER);
    assert_int_equal(tile_set_count(&all), 1);
    assert_true(tile_set_has(&all, 5, 6));
    assert_int_equal(tile_set_count(&none), 0);
}

/* A folder that behaves as an archive: its files are unpacked, and these bytes are counted. */
static const struct source_vtable *folder;
static size_t unpacked;

static struct blob blob_of_copy(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return blob_from_heap(copy, size);
}

static enum adtmap_status unpack(const struct source_file *file, const char *name, size_t bytes,
                                 size_t known, const struct diag *diag, struct blob *blob)
{
    struct blob read;
    enum adtmap_status status = folder->read(file, name, NULL, diag, &read);
    if (!status) {
        *blob = blob_of_copy(read.data, size_min(bytes, read.size));
        unpacked += blob->size - known;
        blob_release(&read);
    }
    return status;
}

static enum adtmap_status read_whole(const struct source_file *file, const char *name,
                                     struct block_pool *pool, const struct diag *diag,
                                     struct blob *blob)
{
    (void)pool;
    return unpack(file, name, SIZE_MAX, 0, diag, blob);
}

static bool read_head(const struct source_file *file, const char *name, const struct blob *known,
                      size_t bytes, const struct diag *diag, struct blob *blob)
{
    uint64_t size;
    return folder->size(file, &size) && size > bytes &&
           unpack(file, name, bytes, known->size, diag, blob) == ADTMAP_OK;
}

static enum adtmap_status read_rest(const struct source_file *file, const char *name,
                                    const struct blob *head, struct block_pool *pool,
                                    const struct diag *diag, struct blob *blob)
{
    (void)pool;
    return unpack(file, name, SIZE_MAX, head->size, diag, blob);
}

enum { TEXTURES_BYTES = 40000, TERRAIN_BYTES = 200000 };

/* An ADT of one piece whose placements end behind its first 32 KiB, and before 128. */
static void build_tile(struct buffer *bytes)
{
    static const struct {
        const char *id;
        size_t size, mhdr_at;
    } chunks[] = {{"MCIN", 4096, 4},         {"MTEX", TEXTURES_BYTES, 8},
                  {"MMDX", 0, 12},           {"MMID", 0, 16},
                  {"MWMO", 0, 20},           {"MWID", 0, 24},
                  {"MDDF", 0, 28},           {"MODF", 0, 32},
                  {"MCNK", TERRAIN_BYTES, 0}};
    add_u32_chunk(bytes, "MVER", 18);
    size_t mhdr = begin_chunk(bytes, "MHDR");
    add_zeroes(bytes, 64);
    end_chunk(bytes, mhdr);
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        size_t at = begin_chunk(bytes, chunks[i].id);
        for (size_t k = 0; k < chunks[i].size; k++) {
            buffer_u8(bytes, (uint8_t)(k % 251));
        }
        end_chunk(bytes, at);
        if (chunks[i].mhdr_at) {
            put_u32(bytes, mhdr + chunks[i].mhdr_at, (uint32_t)(at - 8 - mhdr));
        }
    }
}

/* The placements of a tile are read as for those far and near, then the tile is. */
static void read_all(struct adtmap_map *of, uint32_t x, uint32_t y, struct tile_files *files)
{
    struct adtmap_message why = {0};
    const struct diag diag = {NULL, NULL, &why};
    assert_int_equal(map_read_wmo_placements(of, x, y, &diag, files), ADTMAP_OK);
    tile_files_release(files);
    assert_int_equal(map_read_placements(of, x, y, &diag, files), ADTMAP_OK);
    tile_files_release(files);
    assert_int_equal(map_read_tile(of, x, y, &diag, files), ADTMAP_OK);
}

static void write_bytes(const struct temporary *to, const char *name, const struct buffer *bytes)
{
    char path[256];
    temporary_file(to, name, "");
    FILE *file = fopen(temporary_path(to, name, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

/* Neighbours' ADTs were once unpacked for each who asked what they place. */
static void what_placements_need_is_unpacked_once(void **state)
{
    (void)state;
    static const char split[] = "rootobj zeroobj onetextures";
    struct temporary packed = temporary_make();
    const char *const path = packed.path;
    struct adtmap_data *archive;
    struct adtmap_map *of;
    struct tile_files files;
    struct buffer tile = {0};
    build_tile(&tile);
    write_bytes(&packed, "World/Maps/Zed/Zed_3_12.adt", &tile);
    temporary_file(&packed, "World/Maps/Zed/Zed_9_9.adt", "root");
    temporary_file(&packed, "World/Maps/Zed/Zed_9_9_obj0.adt", "obj zero");
    temporary_file(&packed, "World/Maps/Zed/Zed_9_9_obj1.adt", "obj one");
    temporary_file(&packed, "World/Maps/Zed/Zed_9_9_tex0.adt", "textures");
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &archive, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(archive, "Zed", &of, NULL), ADTMAP_OK);
    struct source *source = archive->assets->sources.items[0];
    folder = source->v;
    struct source_vtable as_archive = *folder;
    as_archive.read = read_whole;
    as_archive.map = NULL;
    as_archive.read_head = read_head;
    as_archive.read_rest = read_rest;
    source->v = &as_archive;
    for (int keeps = 1; keeps >= 0; keeps--) {
        adtmap_data_limit_memory(archive, keeps ? 1 << 20 : 0);
        unpacked = 0;
        read_all(of, 3, 12, &files);
        assert_int_equal(files.adt.root.size, tile.size);
        assert_memory_equal(files.adt.root.data, tile.data, tile.size);
        tile_files_release(&files);
        assert_true(keeps ? unpacked == tile.size : unpacked > tile.size);
        unpacked = 0;
        read_all(of, 9, 9, &files);
        is_text(&files.adt.root, "root");
        is_text(&files.adt.obj0, "obj zero");
        is_text(&files.adt.obj1, "obj one");
        is_text(&files.adt.tex0, "textures");
        tile_files_release(&files);
        assert_true(keeps ? unpacked == strlen(split) : unpacked > strlen(split));
        assert_int_equal(cache_pool_usage(archive->pool).bytes, 0); /* nobody asks for it again */
    }
    source->v = folder;
    adtmap_map_close(of);
    adtmap_data_close(archive);
    temporary_remove(&packed);
    buffer_free(&tile);
}

/* A head of a tile is not unpacked further for placements, nor are textures where objects are. */
static void placements_take_no_more_than_they_need(void **state)
{
    (void)state;
    struct adtmap_message why = {0};
    const struct diag diag = {NULL, NULL, &why};
    struct tile_files files;
    struct source *source = data->assets->sources.items[0];
    struct buffer tile = {0};
    build_tile(&tile);
    write_bytes(&place, "World/Maps/Zed/Zed_04_05.adt", &tile);
    folder = source->v;
    struct source_vtable as_archive = *folder;
    as_archive.read = read_whole;
    as_archive.map = NULL;
    as_archive.read_head = read_head;
    source->v = &as_archive;
    unpacked = 0;
    assert_int_equal(map_read_placements(map, 4, 5, &diag, &files), ADTMAP_OK);
    assert_int_equal(unpacked, 128 << 10);
    assert_int_equal(files.adt.root.size, adt_placements_bytes(tile.data, tile.size));
    tile_files_release(&files);
    unpacked = 0;
    assert_int_equal(map_read_placements(map, 7, 7, &diag, &files), ADTMAP_OK);
    assert_int_equal(unpacked, strlen("rootobjects"));
    assert_null(files.adt.tex0.data);
    tile_files_release(&files);
    source->v = folder;
    buffer_free(&tile);
}

int test_map_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_plain_or_padded),
        cmocka_unit_test(the_plain_name_comes_first_and_parts_may_be_missing),
        cmocka_unit_test(the_wdl_alone_draws_its_tiles),
        cmocka_unit_test(what_placements_need_is_unpacked_once),
        cmocka_unit_test(placements_take_no_more_than_they_need),
    };
    return cmocka_run_group_tests(tests, open_map, close_map);
}
