/* WDL: heights, holes, tiles that are not where the table says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/adt_builder.h"
#include "formats/captured.h"
#include "formats/wdl.h"

enum { MAOF_DATA = 12 + 8, MARE = MAOF_DATA + 4096 * 4, MARE_BYTES = 1090, TILE = 17 * 64 + 5 };

static void chunk(struct buffer *bytes, const char *id, uint32_t size)
{
    for (size_t i = 4; i > 0; i--) {
        buffer_u8(bytes, (uint8_t)id[i - 1]);
    }
    buffer_u32le(bytes, size);
}

/* Tile (5, 17) with heights that count from -300, and holes; tiles (6, 17) and (7, 17)
 * point into nothing. */
static void build(struct buffer *bytes)
{
    *bytes = (struct buffer){0};
    chunk(bytes, "MVER", 4);
    buffer_u32le(bytes, 18);
    chunk(bytes, "MAOF", 4096 * 4);
    for (uint32_t i = 0; i < 4096; i++) {
        buffer_u32le(bytes, i == TILE ? MARE : i == TILE + 1 || i == TILE + 2 ? 99999999 : 0);
    }
    chunk(bytes, "MARE", MARE_BYTES);
    for (int i = 0; i < 545; i++) {
        buffer_u16le(bytes, (uint16_t)(i - 300));
    }
    chunk(bytes, "MAHO", 32);
    for (uint16_t i = 0; i < 16; i++) {
        buffer_u16le(bytes, (uint16_t)(1 << i));
    }
}

static enum adtmap_status read_first(const struct buffer *bytes, size_t size, uint8_t **copy,
                                     struct captured *captured, struct wdl *wdl)
{
    struct adtmap_message failure;
    struct adtmap_log log = {captured_write, captured};
    struct diag diag = {"test.wdl", &log, &failure};
    *captured = (struct captured){0};
    *copy = malloc(size ? size : 1);
    memcpy(*copy, bytes->data, size);
    return wdl_read(*copy, size, &diag, wdl);
}

static void heights_and_holes_arrive(void **state)
{
    (void)state;
    struct buffer bytes;
    uint8_t *copy;
    struct captured captured;
    struct wdl wdl;
    struct wdl_tile tile;
    build(&bytes);
    assert_int_equal(read_first(&bytes, bytes.size, &copy, &captured, &wdl), ADTMAP_OK);
    assert_int_equal(wdl.version, 18);
    assert_int_equal(wdl_tile_count(&wdl), 1);
    assert_true(wdl.tiles[17] == 1U << 5);
    assert_true(wdl_tile(&wdl, 5, 17, &tile));
    assert_int_equal(tile.outer[0][0], -300);
    assert_int_equal(tile.outer[2][3], 2 * 17 + 3 - 300);
    assert_int_equal(tile.inner[1][2], 17 * 17 + 18 - 300);
    assert_int_equal(tile.inner[15][15], 544 - 300);
    assert_int_equal(tile.holes[9], 1 << 9);
    assert_false(wdl_tile(&wdl, 6, 17, &tile));
    assert_non_null(captured_find(&captured, "MAOF", "2 tiles have no whole MARE"));
    free(copy);
    buffer_free(&bytes);
}

static void files_cut_short_are_survived(void **state)
{
    (void)state;
    struct buffer bytes;
    struct captured captured;
    build(&bytes);
    for (size_t size = 0; size < bytes.size; size += size < 40 || size > MARE ? 1 : 509) {
        uint8_t *copy;
        struct wdl wdl;
        struct wdl_tile tile;
        enum adtmap_status status = read_first(&bytes, size, &copy, &captured, &wdl);
        assert_int_equal(status, size < MAOF_DATA ? ADTMAP_BAD_DATA : ADTMAP_OK);
        assert_int_equal(!status && wdl_tile(&wdl, 5, 17, &tile), size >= MARE + 8 + MARE_BYTES);
        free(copy);
    }
    buffer_free(&bytes);
}

/* Tables and chunks that lie: no place of a tile leads outside. */
static void any_overwritten_word_is_survived(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, 1, 0xFFFFFFFF, 0x7FFFFFFF, MARE, MARE + 1, MARE - 8};
    struct buffer bytes;
    struct captured captured;
    build(&bytes);
    for (size_t at = 0; at + 4 <= bytes.size; at += at < 64 || at >= MARE - 8 ? 2 : 1021) {
        uint8_t kept[4];
        memcpy(kept, bytes.data + at, 4);
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            uint8_t *copy;
            struct wdl wdl;
            struct wdl_tile tile;
            put_u32(&bytes, at, values[i]);
            enum adtmap_status status = read_first(&bytes, bytes.size, &copy, &captured, &wdl);
            assert_true(status == ADTMAP_OK || status == ADTMAP_BAD_DATA);
            assert_true(captured.warnings <= 2);
            for (uint32_t t = 0; !status && t < 4096; t++) {
                bool listed = wdl.tiles[t / 64] >> t % 64 & 1;
                assert_true(wdl_tile(&wdl, t % 64, t / 64, &tile) == listed);
            }
            free(copy);
        }
        memcpy(bytes.data + at, kept, 4);
    }
    buffer_free(&bytes);
}

int test_wdl(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_and_holes_arrive),
        cmocka_unit_test(files_cut_short_are_survived),
        cmocka_unit_test(any_overwritten_word_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
