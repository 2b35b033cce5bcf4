/* The light of the sky over fields of heights that are made in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/light/sky_light.h"

enum { SIZE_PX = 512 };

static uint8_t dark[SIZE_PX * SIZE_PX];

/* Fills the field with a surface and finds its light. */
static void find(float strength, int32_t (*surface)(int32_t x, int32_t y), unsigned threads)
{
    struct sky_plan plan = sky_plan_of(strength, SIZE_PX);
    struct height_field field;
    uint32_t margin_px = sky_plan_margin_px(&plan);
    void *memory = malloc(sky_light_bytes(SIZE_PX, margin_px));
    assert_non_null(memory);
    assert_true(height_field_init(&field, SIZE_PX, margin_px, false, true));
    int32_t margin = (int32_t)margin_px;
    for (int32_t y = -margin; y < SIZE_PX + margin; y++) {
        for (int32_t x = -margin; x < SIZE_PX + margin; x++) {
            field.surface[height_field_at(&field, x, y)] = surface(x, y);
        }
    }
    sky_light(&plan, light_kernels_get(ADTMAP_CPU_AUTO), &field, threads, memory, dark);
    free(memory);
    height_field_free(&field);
}

static uint8_t at(int x, int y)
{
    return dark[y * SIZE_PX + x];
}

static int32_t even_slope(int32_t x, int32_t y)
{
    return 1600 * SURFACE_ONE + x * 20 - y * 7;
}

static void an_even_slope_sees_all_of_the_sky(void **state)
{
    (void)state;
    find(1, even_slope, 2);
    for (size_t i = 0; i < sizeof dark; i++) {
        assert_in_range(dark[i], 0, 1);
    }
}

/* A wall of 20 yards along column 300, and a shaft. */
static int32_t wall_and_shaft(int32_t x, int32_t y)
{
    bool in_shaft = x >= 100 && x < 104 && y >= 100 && y < 104;
    return (x >= 300 ? 20 * SURFACE_ONE : 0) - (in_shaft ? 40 * SURFACE_ONE : 0);
}

static void walls_and_shafts_take_of_it(void **state)
{
    (void)state;
    find(1, wall_and_shaft, 1);
    assert_in_range(at(101, 101), 185, 195);       /* three quarters at most */
    assert_true(at(299, 200) > 60);                /* at the foot */
    assert_true(at(299, 200) > at(295, 200) + 10); /* less farther away */
    assert_true(at(290, 200) > at(285, 200));
    assert_int_equal(at(270, 200), 0); /* none beyond the largest square */
    assert_int_equal(at(300, 200), 0); /* above it */
    uint8_t full = at(299, 200);
    find(0.5F, wall_and_shaft, 3);
    assert_in_range(at(299, 200), full / 2 - 1, full / 2 + 1);
}

/* A plain whose margin nobody knows, but for a wall in the west. */
static int32_t known_in_the_west(int32_t x, int32_t y)
{
    bool is_own = x >= 0 && x < SIZE_PX && y >= 0 && y < SIZE_PX;
    return is_own                           ? 5 * SURFACE_ONE
           : x < 0 && y >= 0 && y < SIZE_PX ? 30 * SURFACE_ONE
                                            : SURFACE_NONE;
}

static void what_is_not_known_hides_nothing(void **state)
{
    (void)state;
    find(1, known_in_the_west, 2);
    assert_int_equal(at(SIZE_PX - 1, 300), 0);
    assert_int_equal(at(300, 0), 0);
    assert_true(at(0, 300) > 60);
}

/* A plain with a hole, and far off a shaft and a place that is much lower. */
static int32_t plain_with_a_hole(int32_t x, int32_t y)
{
    bool in_hole = x >= 200 && x < 230 && y >= 200 && y < 203;
    bool in_shaft = x >= 400 && x < 404 && y >= 400 && y < 404;
    return in_hole ? SURFACE_NONE : in_shaft ? -200 * SURFACE_ONE : 100 * SURFACE_ONE;
}

static void holes_are_not_dark_nor_is_what_is_round_them(void **state)
{
    (void)state;
    find(1, plain_with_a_hole, 2);
    assert_true(at(402, 402) > 150);
    for (int y = 150; y < 250; y++) {
        for (int x = 150; x < 280; x++) {
            assert_int_equal(at(x, y), 0);
        }
    }
}

/* A bank along the east edge, which goes on or nobody knows where. Far off a place is much lower.
 */
static int32_t bank(int32_t x, int32_t y)
{
    bool in_pit = x == 10 && y == 10;
    return in_pit ? 0 : (x >= SIZE_PX - 10 ? 110 : 100) * SURFACE_ONE;
}

static int32_t bank_of_the_tile(int32_t x, int32_t y)
{
    bool is_own = x >= 0 && x < SIZE_PX && y >= 0 && y < SIZE_PX;
    return is_own ? bank(x, y) : SURFACE_NONE;
}

/* As dark where the whole square is known, a little less where some of it is not. */
static void what_is_not_known_is_as_high_as_the_place(void **state)
{
    (void)state;
    static uint8_t known[sizeof dark];
    find(1, bank, 2);
    memcpy(known, dark, sizeof dark);
    assert_true(at(SIZE_PX - 11, 300) > 60);
    find(1, bank_of_the_tile, 2);
    uint8_t foot = known[300 * SIZE_PX + SIZE_PX - 11];
    assert_in_range(at(SIZE_PX - 11, 300), foot * 9 / 10, foot - 1);
    assert_int_equal(at(SIZE_PX - 20, 300), known[300 * SIZE_PX + SIZE_PX - 20]);
    assert_int_equal(at(SIZE_PX - 1, 300), 0);
}

/* Heights at both ends of what a field holds. */
static int32_t extreme(int32_t x, int32_t y)
{
    return (x ^ y) & 1 ? 1 << 24 : -(1 << 24);
}

static void any_heights_have_a_light(void **state)
{
    (void)state;
    find(1, extreme, 2);
    assert_true(at(100, 100) > 100);
    assert_int_equal(at(100, 101), 0);
}

/* The wall and the shaft, with one height of a damaged file. */
static int32_t junk;

static int32_t wall_shaft_and_junk(int32_t x, int32_t y)
{
    return x == 450 && y == 450 ? junk : wall_and_shaft(x, y);
}

static void one_junk_height_takes_no_light_from_others(void **state)
{
    (void)state;
    static uint8_t sound[sizeof dark];
    find(1, wall_and_shaft, 2);
    memcpy(sound, dark, sizeof dark);
    static const int32_t heights[] = {-SURFACE_MOST, SURFACE_MOST, -65300, 70000};
    for (size_t i = 0; i < 4; i++) {
        junk = heights[i];
        find(1, wall_shaft_and_junk, 2);
        for (int y = 0; y < 400; y++) {
            for (int x = 0; x < 400; x++) {
                assert_in_range(at(x, y) + 1, sound[y * SIZE_PX + x], sound[y * SIZE_PX + x] + 2);
            }
        }
        assert_in_range(at(450, 450), junk < 0 ? 185 : 0, junk < 0 ? 195 : 0);
        assert_in_range(at(449, 450), junk < 0 ? 0 : 100, junk < 0 ? 1 : 195);
    }
}

static int32_t wall_in_the_east(int32_t x, int32_t y)
{
    (void)y;
    return x >= 511 ? 20 * SURFACE_ONE : 0;
}

static int32_t wall_and_unknown(int32_t x, int32_t y)
{
    return x < 0 && y < 0 ? SURFACE_NONE : wall_in_the_east(x, y);
}

/* Rows that are found with numbers of known pixels, and with none, to the last column. */
static void what_is_not_known_counts_near_it_alone(void **state)
{
    (void)state;
    static uint8_t wanted[sizeof dark];
    find(1, wall_in_the_east, 1);
    memcpy(wanted, dark, sizeof dark);
    assert_in_range(at(510, 25), 50, 200);
    find(1, wall_and_unknown, 1);
    assert_memory_equal(dark + 20 * SIZE_PX, wanted + 20 * SIZE_PX, sizeof dark - 20 * SIZE_PX);
}

static int32_t flat_between_and_unknown(int32_t x, int32_t y)
{
    if (y >= 400 && x >= 100 && x < 150) {
        return SURFACE_NONE;
    }
    return y >= 130 && y < 270 ? 0 : wall_and_shaft(x, y);
}

/* A thread goes on from one part of rows to the next. 16 threads have one part of 32 rows each. */
static void threads_do_not_count(void **state)
{
    (void)state;
    static int32_t (*const surfaces[])(int32_t x, int32_t y) = {wall_and_shaft,
                                                                flat_between_and_unknown};
    static uint8_t alone[sizeof dark];
    for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++) {
        find(0.7F, surfaces[i], 1);
        memcpy(alone, dark, sizeof dark);
        for (unsigned threads = 5; threads <= 16; threads += 11) {
            find(0.7F, surfaces[i], threads);
            assert_memory_equal(dark, alone, sizeof dark);
        }
    }
}

static void colours_are_darkened_and_alpha_stays(void **state)
{
    (void)state;
    static const uint8_t darks[4] = {0, 255, 51, 128};
    uint8_t rgba[2][2][4] = {{{200, 100, 0, 255}, {200, 100, 7, 255}},
                             {{100, 200, 50, 0}, {255, 1, 3, 130}}};
    sky_light_apply(light_kernels_get(ADTMAP_CPU_AUTO), darks, 2, 1, &rgba[0][0][0],
                    sizeof rgba[0]);
    static const uint8_t wanted[2][2][4] = {{{200, 100, 0, 255}, {0, 0, 0, 255}},
                                            {{80, 160, 40, 0}, {127, 0, 1, 130}}};
    assert_memory_equal(rgba, wanted, sizeof rgba);
}

int test_sky_light(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_slope_sees_all_of_the_sky),
        cmocka_unit_test(walls_and_shafts_take_of_it),
        cmocka_unit_test(what_is_not_known_hides_nothing),
        cmocka_unit_test(holes_are_not_dark_nor_is_what_is_round_them),
        cmocka_unit_test(what_is_not_known_is_as_high_as_the_place),
        cmocka_unit_test(any_heights_have_a_light),
        cmocka_unit_test(one_junk_height_takes_no_light_from_others),
        cmocka_unit_test(what_is_not_known_counts_near_it_alone),
        cmocka_unit_test(threads_do_not_count),
        cmocka_unit_test(colours_are_darkened_and_alpha_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
