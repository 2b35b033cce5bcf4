#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "scene/covered_chunks.h"

enum { QUADS = QUADS_PER_CHUNK };

/* A sheet of water over `height` rows of a chunk from row `y` on, at height 0. */
static struct liquid_layer make_sheet(uint32_t chunk, uint32_t y, uint32_t height)
{
    static const float heights_yd[(QUADS + 1) * (QUADS + 1)];
    static const uint8_t quads[QUADS * QUADS]; /* LIQUID_WATER */
    return (struct liquid_layer){
        .chunk = chunk,
        .y = y,
        .grid = {.width = QUADS, .height = height, .height_yd = heights_yd, .quad = quads}};
}

/* Ground of chunk 18 falls to the south: of its quads' middles, those of the last `wet` rows are
 * below 0. */
static uint16_t cover_row_1(uint32_t wet, const struct liquid_layer *layers, uint32_t count)
{
    static struct scene_tile scene;
    struct adt_chunk chunk = {.present = true};
    uint16_t covered[ADT_EDGE];
    for (uint32_t i = 0; i < ADT_VERTICES; i++) {
        bool is_wet = i / VERTEX_SOUTH + wet >= QUADS && i / VERTEX_SOUTH < QUADS;
        chunk.height_yd[i] = is_wet ? -1.0F : 1.0F;
    }
    memset(&scene, 0, sizeof scene);
    scene.chunks[18].terrain = &chunk;
    scene.liquids = (struct liquid_layers){.count = count, .layers = layers};
    scene_find_covered(&scene, covered);
    for (size_t row = 0; row < ADT_EDGE; row++) {
        assert_true(row == 1 || covered[row] == 0);
    }
    return covered[1];
}

static void water_covers_a_chunk_of_which_it_hides_more_than_half(void **state)
{
    (void)state;
    const struct liquid_layer whole = make_sheet(18, 0, QUADS);
    assert_int_equal(cover_row_1(5, &whole, 1), 1U << 2);
    assert_int_equal(cover_row_1(4, &whole, 1), 0);
    assert_int_equal(cover_row_1(8, NULL, 0), 0);
}

static void two_sheets_cover_together(void **state)
{
    (void)state;
    const struct liquid_layer halves[] = {make_sheet(18, 4, 4), make_sheet(18, 3, 1)};
    assert_int_equal(cover_row_1(8, halves, 1), 0);
    assert_int_equal(cover_row_1(8, halves, 2), 1U << 2);
}

static void quads_without_liquid_and_chunks_without_ground_are_dry(void **state)
{
    (void)state;
    static uint8_t none[QUADS * QUADS];
    struct liquid_layer layers[] = {make_sheet(18, 0, QUADS), make_sheet(19, 0, QUADS)};
    memset(none, LIQUID_NONE, sizeof none);
    layers[0].grid.quad = none;
    assert_int_equal(cover_row_1(8, layers, 2), 0);
}

int test_covered_chunks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_covers_a_chunk_of_which_it_hides_more_than_half),
        cmocka_unit_test(two_sheets_cover_together),
        cmocka_unit_test(quads_without_liquid_and_chunks_without_ground_are_dry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
