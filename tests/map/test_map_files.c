/* Where the files of a map's tiles are, and which tiles its WDL draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
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

int test_map_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_plain_or_padded),
        cmocka_unit_test(the_plain_name_comes_first_and_parts_may_be_missing),
        cmocka_unit_test(the_wdl_alone_draws_its_tiles),
    };
    return cmocka_run_group_tests(tests, open_map, close_map);
}
