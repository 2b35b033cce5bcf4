/* lights.lit: places and colours of lights, of versions whose groups differ in size. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/size.h"
#include "formats/captured.h"
#include "formats/grid.h"
#include "formats/tables/lit.h"

enum { LAST = 0x15F0, BEFORE = 0x1550, BANDS_ALONE = 0x1248, OCEAN_BAND = 14 };

static void put_f32(struct buffer *bytes, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    buffer_u32le(bytes, bits);
}

static void put_zeros(struct buffer *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u8(bytes, 0);
    }
}

static void put_light(struct buffer *bytes, uint32_t chunk, const float units[5])
{
    for (int i = 0; i < 3; i++) {
        buffer_u32le(bytes, chunk);
    }
    for (int i = 0; i < 5; i++) {
        put_f32(bytes, units[i]);
    }
    put_zeros(bytes, 32);
}

/* A group of a light: two keys of the ocean's band, and as many of the last one as `count` says. */
static void put_group(struct buffer *bytes, uint32_t color, uint32_t count, size_t group_bytes)
{
    const size_t begin = bytes->size;
    for (uint32_t band = 0; band < LIT_BANDS; band++) {
        buffer_u32le(bytes, band == OCEAN_BAND ? 2 : band == LIT_BANDS - 1 ? count : 0);
    }
    for (uint32_t band = 0; band < LIT_BANDS; band++) {
        for (uint32_t key = 0; key < LIT_KEYS; key++) {
            buffer_u32le(bytes, 100 * band + key);
            buffer_u32le(bytes, color + key);
        }
    }
    assert_int_equal(bytes->size - begin, BANDS_ALONE);
    put_zeros(bytes, group_bytes - BANDS_ALONE);
}

static void put_head(struct buffer *bytes, uint32_t version, uint32_t count)
{
    buffer_u32le(bytes, UINT32_C(0x80000000) + version);
    buffer_u32le(bytes, count);
}

/* The light of the map, and one 90 yards from the corner of the grid. */
static void build(struct buffer *bytes, uint32_t version, size_t group_bytes)
{
    static const float any[5] = {36, 36, 36, 36, 72},
                       place[5] = {36 * 10, 36 * 20, 36 * 90, 36 * 5, 36 * 15};
    *bytes = (struct buffer){0};
    put_head(bytes, version, 2);
    put_light(bytes, UINT32_MAX, any);
    put_light(bytes, 0, place);
    for (uint32_t group = 0; group < 8; group++) {
        put_group(bytes, 0x10000 * (group + 1), 0, group_bytes);
    }
}

static struct lit read_bytes(const struct buffer *bytes, unsigned warnings)
{
    struct captured captured = {0};
    const struct adtmap_log log = {captured_write, &captured};
    const struct diag diag = {"lights.lit", &log, NULL};
    struct lit lit;
    assert_int_equal(lit_read(bytes->data, bytes->size, &diag, &lit), ADTMAP_OK);
    assert_int_equal(captured.warnings, warnings);
    return lit;
}

static void check_first_group(const struct lit *lit, uint32_t light, uint32_t color)
{
    struct lit_band band;
    lit_band_at(lit, light, OCEAN_BAND, &band);
    assert_int_equal(band.count, 2);
    assert_int_equal(band.times[1], 100 * OCEAN_BAND + 1);
    assert_int_equal(band.colors[0], color);
    assert_int_equal(band.colors[1], color + 1);
    lit_band_at(lit, light, 0, &band);
    assert_int_equal(band.count, 0);
}

static void lights_have_a_place_and_the_colours_of_clear_weather(void **state)
{
    static const struct {
        uint32_t version;
        size_t group_bytes;
    } forms[] = {{5, LAST}, {4, BEFORE}, {4, LAST}, {3, BANDS_ALONE}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        struct buffer bytes;
        struct dbc_light light;
        build(&bytes, forms[i].version, forms[i].group_bytes);
        const struct lit lit = read_bytes(&bytes, 0);
        assert_int_equal(lit.light_count, 2);
        assert_true(lit_light_at(&lit, 0, &light));
        assert_false(light.has_place);
        assert_int_equal(light.params_id, 1);
        assert_true(lit_light_at(&lit, 1, &light));
        assert_true(light.has_place);
        assert_int_equal(light.params_id, 2);
        assert_float_equal((float)(grid_edge_yd(0.0) - light.place[0]), 90, 1e-3F);
        assert_float_equal((float)(grid_edge_yd(0.0) - light.place[1]), 10, 1e-3F);
        assert_float_equal((float)light.place[2], 20, 1e-3F);
        assert_float_equal((float)light.start, 5, 1e-3F);
        assert_float_equal((float)light.end, 15, 1e-3F);
        check_first_group(&lit, 0, 0x10000);
        check_first_group(&lit, 1, 0x50000);
        buffer_free(&bytes);
    }
}

/* A count of -1: no list, and one group, which may be alone. */
static void one_light_may_have_no_place_and_one_group(void **state)
{
    static const size_t sizes[] = {LAST, BANDS_ALONE, 4 * LAST};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (uint32_t version = 4; version <= 5; version++) {
            struct buffer bytes = {0};
            struct dbc_light light;
            put_head(&bytes, version, UINT32_MAX);
            put_group(&bytes, 0x10000, 0, sizes[i]);
            const struct lit lit = read_bytes(&bytes, 0);
            assert_int_equal(lit.light_count, 1);
            assert_true(lit_light_at(&lit, 0, &light));
            assert_false(light.has_place);
            check_first_group(&lit, 0, 0x10000);
            buffer_free(&bytes);
        }
    }
}

static void lights_whose_colours_are_cut_off_are_left_out(void **state)
{
    struct buffer bytes;
    (void)state;
    build(&bytes, 5, LAST);
    const size_t whole = bytes.size;
    bytes.size = whole - 3 * LAST;
    const struct lit lit = read_bytes(&bytes, 0);
    assert_int_equal(lit.light_count, 2);
    check_first_group(&lit, 1, 0x50000);
    bytes.size = whole - 4 * LAST + BANDS_ALONE - 1;
    assert_int_equal(read_bytes(&bytes, 1).light_count, 1);
    bytes.size = 8 + 2 * 64;
    assert_int_equal(read_bytes(&bytes, 1).light_count, 0);
    bytes.data[0] = 4;
    assert_int_equal(read_bytes(&bytes, 1).light_count, 0);
    bytes.size = whole;
    buffer_free(&bytes);
}

static void what_is_no_such_file_is_said(void **state)
{
    static const struct {
        uint32_t version, count;
    } wrong[] = {{2, 0}, {6, 0}, {5, 3}, {5, 0x7FFFFFFF}, {5, 0xFFFFFFFE}};
    struct lit lit;
    (void)state;
    assert_int_equal(lit_read(NULL, 0, &diag_silent, &lit), ADTMAP_BAD_DATA);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct buffer bytes = {0};
        put_head(&bytes, wrong[i].version, wrong[i].count);
        put_zeros(&bytes, 2 * 64);
        assert_int_equal(lit_read(bytes.data, bytes.size, &diag_silent, &lit), ADTMAP_BAD_DATA);
        assert_int_equal(lit_read(bytes.data, 7, &diag_silent, &lit), ADTMAP_BAD_DATA);
        buffer_free(&bytes);
    }
}

static void wild_numbers_lead_nowhere(void **state)
{
    static const float wild[][5] = {{NAN, 0, 0, 0, 1}, {1, 1, 1e30F, 0, 1}, {1, 1, 1, 0, NAN}};
    static const uint32_t counts[] = {0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 33};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct buffer bytes = {0};
        struct dbc_light light;
        struct lit_band band;
        put_head(&bytes, 5, 1);
        put_light(&bytes, 0, wild[i % COUNT_OF(wild)]);
        for (int group = 0; group < 4; group++) {
            put_group(&bytes, 0, counts[i], LAST);
        }
        const struct lit lit = read_bytes(&bytes, 0);
        assert_false(lit_light_at(&lit, 0, &light));
        lit_band_at(&lit, 0, LIT_BANDS - 1, &band);
        assert_int_equal(band.count, counts[i] > INT32_MAX ? 0 : LIT_KEYS);
        buffer_free(&bytes);
    }
}

int test_lit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lights_have_a_place_and_the_colours_of_clear_weather),
        cmocka_unit_test(one_light_may_have_no_place_and_one_group),
        cmocka_unit_test(lights_whose_colours_are_cut_off_are_left_out),
        cmocka_unit_test(what_is_no_such_file_is_said),
        cmocka_unit_test(wild_numbers_lead_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
