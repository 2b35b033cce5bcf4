/*
 * Files made by others, when there are any: in the directory that the environment variable
 * ADTMAP_REAL names, else in ../shared/real next to the source tree. Without them every test is
 * skipped and says so. The README of the files says what holds for each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/adt/adt_reading.h"
#include "formats/wdt.h"
#include "os/file.h"

enum { SKIPPED = 77 }; /* the exit status that ctest knows */

static const char *real_directory(void)
{
    const char *given = getenv("ADTMAP_REAL");
    return given ? given : TEST_SOURCE_DIR "/../shared/real";
}

/* Reads a file of the collection; skips the test when it is not there. */
static void open_real(const char *name, struct buffer *bytes)
{
    char path[1024];
    struct diag quiet = {0};
    struct blob blob;
    snprintf(path, sizeof path, "%s/%s", real_directory(), name);
    *bytes = (struct buffer){0};
    if (!file_exists(path) || file_map(path, &quiet, &blob)) {
        print_message("skipped: %s is not there\n", path);
        skip();
    }
    buffer_append(bytes, blob.data, blob.size);
    blob_release(&blob);
}

/* A tile and what its file should give. */
struct real_tile {
    const char *file;
    const char *wdt; /* NULL if there is none; the alpha depth is then inferred */
    uint32_t x, y;
    enum adt_alpha_depth depth;
    const char *expected_warning; /* a chunk about which one line is due, or NULL */
};

static enum adt_alpha_depth depth_by_wdt(const struct real_tile *real)
{
    struct buffer bytes;
    struct captured captured = {0};
    struct adtmap_log log = {captured_write, &captured};
    struct diag diag = {real->wdt, &log, NULL};
    struct wdt wdt;
    open_real(real->wdt, &bytes);
    assert_int_equal(wdt_read(bytes.data, bytes.size, &diag, &wdt), ADTMAP_OK);
    assert_int_equal(captured.warnings, 0);
    assert_int_equal(wdt.version, 18);
    assert_true(wdt_has_tile(&wdt, real->x, real->y));
    buffer_free(&bytes);
    return wdt_is_weighted(&wdt) ? ADT_ALPHA_8BIT : ADT_ALPHA_4BIT;
}

/* Reads a tile; it is whole, stands where its name says, and warns of no more than is known. */
static void check_reading(const struct real_tile *real, const struct buffer *bytes,
                          enum adt_alpha_depth depth)
{
    struct reading reading;
    uint32_t x = 64;
    uint32_t y = 64;
    reading_begin(&reading, bytes, bytes->size, depth);
    for (unsigned i = 0; i < reading.captured.warnings && i < CAPTURED_MAX; i++) {
        const struct adtmap_message *message = &reading.captured.kept[i];
        print_message("%s: %s: %s\n", real->file, message->chunk, message->what);
    }
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_int_equal(reading.tile->chunk_count, ADT_CHUNKS);
    assert_int_equal(reading.tile->alpha_depth, real->depth);
    assert_int_equal(reading.captured.warnings, real->expected_warning ? 1 : 0);
    assert_true(!real->expected_warning ||
                captured_find(&reading.captured, real->expected_warning, ""));
    assert_true(adt_tile_place(reading.tile, &x, &y));
    assert_int_equal(x, real->x);
    assert_int_equal(y, real->y);
    reading_end(&reading);
}

static void check(const struct real_tile *tiles, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct buffer bytes;
        enum adt_alpha_depth depth = tiles[i].wdt ? depth_by_wdt(&tiles[i]) : tiles[i].depth;
        open_real(tiles[i].file, &bytes);
        check_reading(&tiles[i], &bytes, ADT_ALPHA_INFER);
        check_reading(&tiles[i], &bytes, depth);
        buffer_free(&bytes);
    }
}

#define SHADOWMOON "shadowmoon/WORLD/maps/shadowmoonvalley2/shadowmoonvalley2"
#define JADE "jade/WORLD/maps/jadeforest/jadeforest"
#define CUSTOM "custom/World/Maps/CustomMaps/CustomMaps"

static void eight_bit_tiles_of_artists(void **state)
{
    (void)state;
    static const struct real_tile tiles[] = {
        {SHADOWMOON "_34_27.adt", SHADOWMOON ".wdt", 34, 27, ADT_ALPHA_8BIT, NULL},
        {SHADOWMOON "_34_28.adt", SHADOWMOON ".wdt", 34, 28, ADT_ALPHA_8BIT, NULL},
        {SHADOWMOON "_35_27.adt", SHADOWMOON ".wdt", 35, 27, ADT_ALPHA_8BIT, NULL},
        {SHADOWMOON "_35_28.adt", SHADOWMOON ".wdt", 35, 28, ADT_ALPHA_8BIT, NULL},
        {JADE "_36_32.adt", JADE ".wdt", 36, 32, ADT_ALPHA_8BIT, NULL},
    };
    check(tiles, sizeof tiles / sizeof *tiles);
}

static void unedited_tiles_of_4_bits(void **state)
{
    (void)state;
    static const struct real_tile tiles[] = {
        {"stock/map/continent4229.adt", "stock/map/continent.wdt", 42, 29, ADT_ALPHA_4BIT, NULL},
        {"stock/map/pvpzone3430.adt", "stock/map/pvpzone.wdt", 34, 30, ADT_ALPHA_4BIT, NULL},
    };
    check(tiles, sizeof tiles / sizeof *tiles);
}

static void tiles_of_tools_with_stray_bytes_and_unfixed_edges(void **state)
{
    (void)state;
    static const struct real_tile tiles[] = {
        {CUSTOM "_25_57.adt", CUSTOM ".wdt", 25, 57, ADT_ALPHA_4BIT, NULL},
        {CUSTOM "_48_13.adt", CUSTOM ".wdt", 48, 13, ADT_ALPHA_4BIT, NULL},
        {CUSTOM "_49_12.adt", CUSTOM ".wdt", 49, 12, ADT_ALPHA_4BIT, NULL},
        {CUSTOM "_50_12.adt", CUSTOM ".wdt", 50, 12, ADT_ALPHA_4BIT, NULL},
    };
    check(tiles, sizeof tiles / sizeof *tiles);
}

static void tiles_with_padded_names_or_colors_of_zeroes(void **state)
{
    (void)state;
    static const struct real_tile tiles[] = {
        {"devmap/DevMap_01_01.adt", NULL, 1, 1, ADT_ALPHA_4BIT, NULL}, /* not in its WDT */
        {"devmap/DevMap_24_19.adt", "devmap/DevMap.wdt", 24, 19, ADT_ALPHA_4BIT, "MCCV"},
        {"devmap/DevMap_25_20.adt", "devmap/DevMap.wdt", 25, 20, ADT_ALPHA_4BIT, "MCCV"},
    };
    check(tiles, sizeof tiles / sizeof *tiles);
}

static void runs_and_raw_maps_with_lying_mcal_sizes_warn_of_nothing(void **state)
{
    (void)state;
    static const struct real_tile tiles[] = {
        {"northrend/Northrend_37_25.adt", NULL, 37, 25, ADT_ALPHA_8BIT, NULL},
    };
    check(tiles, sizeof tiles / sizeof *tiles);
}

/* Reads a tile of several files whose names begin so. */
static void read_split(const char *stem, struct buffer parts[4], struct arena *arena,
                       struct adt_tile **tile)
{
    static const char *const endings[] = {".adt", "_tex0.adt", "_obj0.adt", "_obj1.adt"};
    struct diag quiet = {0};
    char name[256];
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", stem, endings[i]);
        open_real(name, &parts[i]);
    }
    const struct adt_files files = {
        .root = {.data = parts[0].data, .size = parts[0].size},
        .tex0 = {.data = parts[1].data, .size = parts[1].size},
        .obj0 = {.data = parts[2].data, .size = parts[2].size},
        .obj1 = {.data = parts[3].data, .size = parts[3].size},
    };
    const struct adt_request facts = {.alpha_depth = ADT_ALPHA_4BIT};
    assert_int_equal(adt_read(&files, &facts, arena, &quiet, tile), ADTMAP_OK);
}

static void same_ground(const struct adt_chunk *a, const struct adt_chunk *b)
{
    assert_memory_equal(a->height_yd, b->height_yd, sizeof a->height_yd);
    assert_memory_equal(a->normal, b->normal, sizeof a->normal);
    assert_true(a->holes == b->holes);
    assert_int_equal(a->layer_count, b->layer_count);
    for (uint32_t i = 0; i < a->layer_count; i++) {
        assert_int_equal(a->layers[i].texture, b->layers[i].texture);
        assert_int_equal(!a->layers[i].alpha, !b->layers[i].alpha);
        if (a->layers[i].alpha) {
            assert_memory_equal(a->layers[i].alpha, b->layers[i].alpha, ADT_MAP_TEXELS);
        }
    }
    assert_int_equal(!a->shadow, !b->shadow);
    if (a->shadow) {
        assert_memory_equal(a->shadow, b->shadow, ADT_MAP_EDGE * sizeof *a->shadow);
    }
}

/* Somebody's tool made the split files from the other one. */
static void split_tiles_are_the_tile_they_were_made_from(void **state)
{
    (void)state;
    static const char *const stems[] = {"split/continent_42_29", "split/legion/continent_42_29"};
    for (size_t k = 0; k < 2; k++) {
        struct buffer bytes;
        struct buffer parts[4];
        struct arena arena = {0};
        struct adt_tile *tile;
        struct reading whole;
        read_split(stems[k], parts, &arena, &tile);
        open_real("stock/map/continent4229.adt", &bytes);
        reading_begin(&whole, &bytes, bytes.size, ADT_ALPHA_4BIT);
        assert_int_equal(tile->texture_count, whole.tile->texture_count);
        for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
            same_ground(&tile->chunks[i], &whole.tile->chunks[i]);
        }
        reading_end(&whole);
        arena_free(&arena);
        buffer_free(&bytes);
        for (size_t i = 0; i < 4; i++) {
            buffer_free(&parts[i]);
        }
    }
}

/* In 97 places: what is left of a real tile is read or refused. */
static void real_tiles_cut_short_are_survived(void **state)
{
    (void)state;
    struct buffer bytes;
    open_real("northrend/Northrend_37_25.adt", &bytes);
    for (size_t size = 0; size < bytes.size; size += bytes.size / 97) {
        struct reading reading;
        reading_begin(&reading, &bytes, size, ADT_ALPHA_8BIT);
        assert_true(reading.status == ADTMAP_OK || reading.status == ADTMAP_BAD_DATA);
        reading_end(&reading);
    }
    buffer_free(&bytes);
}

int test_real_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_bit_tiles_of_artists),
        cmocka_unit_test(unedited_tiles_of_4_bits),
        cmocka_unit_test(tiles_of_tools_with_stray_bytes_and_unfixed_edges),
        cmocka_unit_test(tiles_with_padded_names_or_colors_of_zeroes),
        cmocka_unit_test(runs_and_raw_maps_with_lying_mcal_sizes_warn_of_nothing),
        cmocka_unit_test(split_tiles_are_the_tile_they_were_made_from),
        cmocka_unit_test(real_tiles_cut_short_are_survived),
    };
    if (!file_is_directory(real_directory())) {
        printf("skipped: no directory %s; ADTMAP_REAL may name one\n", real_directory());
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
