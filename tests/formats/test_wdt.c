/* WDT: which tiles there are, flags, and files that are damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/adt_builder.h"
#include "formats/captured.h"
#include "formats/wdt.h"
#include "render/random.h"

enum { AT_MPHD = 12, AT_MAIN = AT_MPHD + 40, MAIN_DATA = AT_MAIN + 8, MAIN_BYTES = 32768 };

/* What a reader made of some bytes. */
struct result {
    enum adtmap_status status;
    struct wdt wdt;
    struct adtmap_message failure;
    struct captured captured;
};

/* Reads a copy of exactly `size` bytes. */
static void read_bytes(const uint8_t *data, size_t size, struct result *result)
{
    memset(result, 0, sizeof *result);
    struct adtmap_log log = {captured_write, &result->captured};
    struct diag diag = {"test.wdt", &log, &result->failure};
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    result->status = wdt_read(copy, size, &diag, &result->wdt);
    free(copy);
}

static void read_plan(const struct wdt_plan *plan, struct result *result)
{
    struct buffer bytes = {0};
    wdt_build(plan, &bytes);
    read_bytes(bytes.data, bytes.size, result);
    buffer_free(&bytes);
}

static const struct wdt_plan five_tiles = {
    .flags = 0xE,
    .tile_count = 5,
    .tiles = {{0, 0, 1}, {63, 0, 1}, {2, 63, 1}, {63, 63, 1}, {30, 17, 1}},
};

static void tile_x_y_is_entry_64_y_plus_x(void **state)
{
    (void)state;
    struct result result;
    read_plan(&five_tiles, &result);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_int_equal(result.captured.warnings, 0);
    assert_int_equal(wdt_tile_count(&result.wdt), 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(wdt_has_tile(&result.wdt, five_tiles.tiles[i].x, five_tiles.tiles[i].y));
    }
    assert_false(wdt_has_tile(&result.wdt, 17, 30));
    assert_false(wdt_has_tile(&result.wdt, 64, 0));
    assert_false(wdt_has_tile(&result.wdt, 0, 64));
    assert_false(wdt_has_tile(&result.wdt, UINT32_MAX, UINT32_MAX));
    assert_int_equal(result.wdt.version, 18);
    assert_int_equal(result.wdt.flags, 0xE);
}

static void only_bit_1_of_an_entry_is_a_tile_and_bit_2_is_water(void **state)
{
    (void)state;
    const struct wdt_plan plan = {
        .tile_count = 4,
        .tiles = {{5, 6, 0x1}, {7, 6, 0x2}, {8, 6, 0x3}, {9, 6, 0xFFFFFFFC}},
    };
    struct result result;
    read_plan(&plan, &result);
    assert_true(result.wdt.tiles[6] == (1ULL << 5 | 1ULL << 8));
    assert_true(result.wdt.all_water[6] == (1ULL << 7 | 1ULL << 8));
}

static void flags_4_and_80_mean_8_bit_alpha(void **state)
{
    (void)state;
    static const struct {
        uint32_t flags;
        bool weighted;
    } cases[] = {{0, false}, {0x2, false}, {0x4, true}, {0x80, true}, {0x7B, false}, {0xE, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result result;
        read_plan(&(struct wdt_plan){.flags = cases[i].flags}, &result);
        assert_int_equal(wdt_is_weighted(&result.wdt), cases[i].weighted);
    }
}

static void a_global_wmo_is_named(void **state)
{
    (void)state;
    struct result result;
    read_plan(&(struct wdt_plan){.flags = 1, .global_wmo = "World\\Dungeon.wmo"}, &result);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_string_equal(result.wdt.global_wmo, "World\\Dungeon.wmo");
    assert_int_equal(wdt_tile_count(&result.wdt), 0);
}

static void an_endless_name_is_cut(void **state)
{
    (void)state;
    char name[1000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    struct result result;
    read_plan(&(struct wdt_plan){.global_wmo = name}, &result);
    assert_int_equal(strlen(result.wdt.global_wmo), sizeof result.wdt.global_wmo - 1);
}

static void without_main_it_is_no_wdt(void **state)
{
    (void)state;
    struct result result;
    read_plan(&(struct wdt_plan){.omit = "MAIN"}, &result);
    assert_int_equal(result.status, ADTMAP_BAD_DATA);
    assert_string_equal(result.failure.chunk, "MAIN");
    read_bytes((const uint8_t *)"", 0, &result);
    assert_int_equal(result.status, ADTMAP_BAD_DATA);
}

static void without_mphd_its_flags_are_zero_with_a_warning(void **state)
{
    (void)state;
    struct wdt_plan plan = five_tiles;
    plan.omit = "MPHD";
    struct result result;
    read_plan(&plan, &result);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_int_equal(result.wdt.flags, 0);
    assert_int_equal(wdt_tile_count(&result.wdt), 5);
    assert_int_equal(result.captured.warnings, 1);
    assert_non_null(captured_find(&result.captured, "MPHD", "no such chunk"));
}

/* Cut anywhere: no MAIN, or the tiles whose entries are whole and one warning. */
static void cut_short_it_keeps_the_tiles_that_are_there(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    wdt_build(&five_tiles, &bytes);
    for (size_t size = 0; size < bytes.size; size += size < 200 ? 1 : 61) {
        struct result result;
        read_bytes(bytes.data, size, &result);
        assert_int_equal(result.status, size < MAIN_DATA ? ADTMAP_BAD_DATA : ADTMAP_OK);
        uint32_t whole = 0;
        for (size_t i = 0; i < 5; i++) {
            size_t entry = five_tiles.tiles[i].y * (size_t)64 + five_tiles.tiles[i].x;
            whole += size >= MAIN_DATA + 8 * entry + 8;
        }
        assert_int_equal(wdt_tile_count(&result.wdt), whole);
        assert_in_range(result.captured.warnings, size < MAIN_DATA ? 0 : 1, 1);
    }
    buffer_free(&bytes);
}

static void a_lying_size_hides_no_other_chunk(void **state)
{
    (void)state;
    static const size_t sizes_at[] = {4, AT_MPHD + 4, AT_MAIN + 4};
    for (size_t i = 0; i < 3; i++) {
        struct buffer bytes = {0};
        wdt_build(&five_tiles, &bytes);
        put_u32(&bytes, sizes_at[i], 0xFFFFFFFF);
        struct result result;
        read_bytes(bytes.data, bytes.size, &result);
        assert_int_equal(result.status, ADTMAP_OK);
        assert_int_equal(wdt_tile_count(&result.wdt), 5);
        assert_int_equal(result.wdt.flags, 0xE);
        buffer_free(&bytes);
    }
}

static void repeated_chunks_count_once_and_warn_once(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    wdt_build(&five_tiles, &bytes);
    for (size_t i = 0; i < 1000; i++) { /* MPHD and MAIN without contents */
        buffer_append(&bytes, "DHPM\0\0\0\0NIAM\0\0\0\0", 16);
    }
    struct result result;
    read_bytes(bytes.data, bytes.size, &result);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_int_equal(result.wdt.flags, 0xE);
    assert_int_equal(wdt_tile_count(&result.wdt), 5);
    assert_int_equal(result.captured.warnings, 0);
    buffer_free(&bytes);
}

static void stray_bytes_are_passed_over_with_a_warning(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    buffer_append(&bytes, "stray", 5);
    wdt_build(&five_tiles, &bytes);
    struct result result;
    read_bytes(bytes.data, bytes.size, &result);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_int_equal(wdt_tile_count(&result.wdt), 5);
    assert_int_equal(result.captured.warnings, 1);
    assert_non_null(captured_find(&result.captured, "", "5 stray bytes"));
    buffer_free(&bytes);
}

static void any_overwritten_word_is_survived(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct buffer bytes = {0};
    wdt_build(&five_tiles, &bytes);
    for (size_t at = 0; at + 4 <= MAIN_DATA; at++) {
        uint32_t before = get_u32(&bytes, at);
        const uint32_t values[] = {0, 0xFFFFFFFF, random_next(&random), random_below(&random, 40)};
        for (size_t i = 0; i < 4; i++) {
            struct result result;
            put_u32(&bytes, at, values[i]);
            read_bytes(bytes.data, bytes.size, &result);
            assert_true(result.status == ADTMAP_OK || result.status == ADTMAP_BAD_DATA);
            assert_true(result.captured.warnings <= 4);
        }
        put_u32(&bytes, at, before);
    }
    buffer_free(&bytes);
}

static void maid_gives_the_ids_of_a_tiles_files(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    struct result result;
    wdt_build(&five_tiles, &bytes);
    buffer_append(&bytes, "DIAM", 4);
    buffer_u32le(&bytes, 4096 * 32);
    for (uint32_t i = 0; i < 4096 * 8; i++) {
        buffer_u32le(&bytes, i);
    }
    read_bytes(bytes.data, bytes.size, &result);
    assert_int_equal(result.captured.warnings, 0);
    assert_true(result.wdt.has_file_ids);
    const struct wdt_file_ids *ids = &result.wdt.ids[17 * 64 + 30];
    uint32_t first = (17 * 64 + 30) * 8;
    assert_int_equal(ids->root, first);
    assert_int_equal(ids->obj0, first + 1);
    assert_int_equal(ids->obj1, first + 2);
    assert_int_equal(ids->tex0, first + 3);
    assert_int_equal(ids->lod, first + 4);
    read_bytes(bytes.data, bytes.size - 100, &result);
    assert_non_null(captured_find(&result.captured, "MAID", "131072 needed"));
    buffer_free(&bytes);
}

/* MPHD of 8.1 and later has the id of the WDL as its seventh word; before it may hold anything. */
static void mphd_names_the_wdl_where_it_holds_file_ids(void **state)
{
    (void)state;
    for (uint32_t flags = 0; flags <= 0x200; flags += 0x200) {
        struct buffer bytes = {0};
        struct result result;
        buffer_append(&bytes, "DHPM", 4);
        buffer_u32le(&bytes, 32);
        buffer_u32le(&bytes, flags);
        for (uint32_t i = 1; i < 8; i++) {
            buffer_u32le(&bytes, 100 + i);
        }
        const struct wdt_plan rest = {.omit = "MPHD"};
        wdt_build(&rest, &bytes);
        read_bytes(bytes.data, bytes.size, &result);
        assert_int_equal(result.wdt.wdl_file_id, flags ? 106 : 0);
        buffer_free(&bytes);
    }
}

int test_wdt(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mphd_names_the_wdl_where_it_holds_file_ids),
        cmocka_unit_test(maid_gives_the_ids_of_a_tiles_files),
        cmocka_unit_test(tile_x_y_is_entry_64_y_plus_x),
        cmocka_unit_test(only_bit_1_of_an_entry_is_a_tile_and_bit_2_is_water),
        cmocka_unit_test(flags_4_and_80_mean_8_bit_alpha),
        cmocka_unit_test(a_global_wmo_is_named),
        cmocka_unit_test(an_endless_name_is_cut),
        cmocka_unit_test(without_main_it_is_no_wdt),
        cmocka_unit_test(without_mphd_its_flags_are_zero_with_a_warning),
        cmocka_unit_test(cut_short_it_keeps_the_tiles_that_are_there),
        cmocka_unit_test(a_lying_size_hides_no_other_chunk),
        cmocka_unit_test(repeated_chunks_count_once_and_warn_once),
        cmocka_unit_test(stray_bytes_are_passed_over_with_a_warning),
        cmocka_unit_test(any_overwritten_word_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
