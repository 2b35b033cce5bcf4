/* Triangles drawn band by band: each is in those that it touches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/draw_batch.h"

enum { WIDTH_PX = 16, BAND_ROWS = 4, BANDS = 4, BAND_BYTES = WIDTH_PX * BAND_ROWS * SAMPLES * 4 };

/* A batch of one triangle within the pixel (x, y). */
struct speck {
    struct mesh_vertex vertices[3];
    uint32_t indices[3];
    struct mesh_material material;
    struct mesh_batch batch;
};

static void make_speck(int32_t x, int32_t y, struct speck *speck)
{
    static const int32_t corners[3][2] = {{1, 1}, {1, 255}, {255, 128}};
    *speck = (struct speck){.indices = {0, 1, 2}};
    for (uint32_t i = 0; i < 3; i++) {
        speck->vertices[i] = (struct mesh_vertex){
            .position = {x * SUBPIXELS + corners[i][0], y * SUBPIXELS + corners[i][1], 0},
            .light = {1, 1, 1, 1},
        };
    }
    speck->batch = (struct mesh_batch){.material = &speck->material,
                                       .vertices = speck->vertices,
                                       .indices = speck->indices,
                                       .index_count = 3};
}

/* How many samples of the band the batch covers. */
static uint32_t draw_band(const struct mesh_batch *batch, uint32_t first_row)
{
    static float heights[BAND_BYTES / 4];
    static uint32_t visible[BAND_BYTES / 4];
    static uint8_t rgba[BAND_BYTES];
    struct sample_band band = {.width_px = WIDTH_PX,
                               .first_row = first_row,
                               .rows = BAND_ROWS,
                               .depth = heights,
                               .visible = visible,
                               .rgba = rgba,
                               .clip_height = 1};
    uint32_t covered = 0;
    memset(rgba, 0, sizeof rgba);
    draw_batch(batch, WIDTH_PX, &band);
    for (size_t i = 3; i < sizeof rgba; i += 4) {
        covered += rgba[i] == 255;
    }
    return covered;
}

static void a_triangle_is_in_the_bands_that_it_touches(void **state)
{
    (void)state;
    for (int32_t y = -1; y <= BANDS * BAND_ROWS; y++) {
        for (int32_t x = -1; x <= WIDTH_PX; x++) {
            struct speck speck;
            make_speck(x, y, &speck);
            for (int32_t band = 0; band < BANDS; band++) {
                bool within = x >= 0 && x < WIDTH_PX && y >= 0 && y / BAND_ROWS == band;
                uint32_t covered = draw_band(&speck.batch, (uint32_t)(band * BAND_ROWS));
                assert_int_equal(covered > 0, within);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_triangle_is_in_the_bands_that_it_touches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
