/* A liquid over pixels that stay pixels gives what it gives over samples, with the kernels of every
 * instruction set. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/quad_px.h"
#include "base/size.h"
#include "cpu_names.h"
#include "mesh/liquid_sheet.h"
#include "render/liquid/liquid_sheet_draw.h"
#include "render/random.h"
#include "render/terrain/sample_quads.h"

enum { QUAD_PX = 5, WIDTH_MAX = QUADS_PER_TILE * QUAD_PX_MAX, SHEET_EDGE = 9, RUNS = 120 };

struct fixture {
    struct scene_tile scene;
    struct adt_chunk terrain;
    struct sheet_vertex vertices[SHEET_EDGE * SHEET_EDGE];
    struct liquid_sheet sheet;
    struct adtmap_settings settings;
    struct mesh_shadow shadow; /* on_liquid 0: none falls */
    uint8_t shade[WIDTH_MAX * SAMPLE_BAND_ROWS];
    uint32_t quad_px;
    uint8_t pixels[4 * WIDTH_MAX * SAMPLE_BAND_ROWS];
};

static uint32_t width_of(const struct fixture *fixture)
{
    return QUADS_PER_TILE * fixture->quad_px;
}

static size_t pixel_bytes(const struct fixture *fixture)
{
    return (size_t)4 * width_of(fixture) * SAMPLE_BAND_ROWS;
}

static float unit(struct random *random)
{
    return (float)random_below(random, 1001) / 1000.0F;
}

/* Ground between -10 and 10 yards with holes; water now level, now rough, of one colour or many. */
static void fill(struct fixture *fixture, uint32_t quad_px, struct random *random)
{
    float level = (float)random_below(random, 30) - 15.0F;
    float rough = (float)random_below(random, 3);
    bool even = random_below(random, 2);
    memset(fixture, 0, sizeof *fixture);
    fixture->quad_px = quad_px;
    adtmap_settings_default(&fixture->settings);
    fixture->settings.background[3] = random_below(random, 2) ? 255 : 100;
    fixture->scene.chunks[0].terrain = &fixture->terrain;
    fixture->scene.chunks[0].is_white = true; /* without it there is no ground */
    fixture->terrain.holes = random_below(random, 3) ? 0 : random_next(random);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        fixture->terrain.height_yd[i] = 20.0F * unit(random) - 10.0F;
    }
    for (size_t i = 0; i < SHEET_EDGE * SHEET_EDGE; i++) {
        fixture->vertices[i].z_yd = level + rough * unit(random);
        for (size_t c = 0; c < 4; c++) {
            fixture->vertices[i].rgba[c] = even && i ? fixture->vertices[0].rgba[c] : unit(random);
        }
    }
    for (size_t i = 0; i < sizeof fixture->shade; i++) {
        fixture->shade[i] = (uint8_t)random_next(random);
    }
    fixture->shadow = (struct mesh_shadow){.shade = fixture->shade,
                                           .stride_bytes = width_of(fixture),
                                           .on_liquid = random_below(random, 2) ? 83 : 0};
    fixture->sheet = (struct liquid_sheet){
        .quad_px = quad_px,
        .width = 8,
        .height = 8,
        .quads = random_below(random, 2) ? UINT64_MAX : random_next(random),
        .is_opaque = random_below(random, 4) == 0,
        .vertices = fixture->vertices,
    };
}

/* Noise on the ground; white with the background's alpha, which survives being multiplied, where
 * there is none. */
static void paint(struct fixture *fixture, struct random *random)
{
    for (size_t i = 0; i < pixel_bytes(fixture); i += 4) {
        uint32_t column = (uint32_t)(i / 4 % width_of(fixture) / fixture->quad_px);
        uint32_t row = (uint32_t)(i / 4 / width_of(fixture) / fixture->quad_px);
        bool is_ground = terrain_quad(&fixture->scene, column, row) != NULL;
        for (size_t c = 0; c < 3; c++) {
            fixture->pixels[i + c] = is_ground ? (uint8_t)random_next(random) : 255;
        }
        fixture->pixels[i + 3] = is_ground ? 255 : fixture->settings.background[3];
    }
}

static void draw(const struct fixture *fixture, bool as_samples, uint8_t *pixels)
{
    struct sample_quads quads;
    assert_true(sample_quads_init(&quads, fixture->quad_px));
    memcpy(pixels, fixture->pixels, pixel_bytes(fixture));
    sample_quads_begin(&quads, &fixture->scene, &fixture->settings, 0, pixels,
                       (size_t)4 * width_of(fixture));
    quads.band.shadow = &fixture->shadow;
    if (as_samples) {
        sample_quads_split(&quads, &(struct pixel_area){0, width_of(fixture), 0, SAMPLE_BAND_ROWS});
    }
    liquid_sheet_draw(liquid_kernels_get(fixture->settings.cpu), &fixture->sheet, &quads);
    sample_quads_finish(&quads);
    sample_quads_free(&quads);
}

static void liquid_over_pixels_equals_liquid_over_samples(void **state)
{
    (void)state;
    static const uint32_t sizes_px[] = {5, 9, 12, QUAD_PX_MAX}; /* the last three in parts */
    struct random random = random_seeded();
    struct fixture *fixture = malloc(sizeof *fixture);
    uint8_t *as_pixels = malloc(sizeof fixture->pixels);
    uint8_t *as_samples = malloc(sizeof fixture->pixels);
    assert_true(fixture && as_pixels && as_samples);
    for (uint32_t run = 0; run < RUNS; run++) {
        fill(fixture, sizes_px[run % COUNT_OF(sizes_px)], &random);
        paint(fixture, &random);
        fixture->settings.cpu = ADTMAP_CPU_PLAIN;
        draw(fixture, true, as_samples);
        fixture->settings.cpu = (enum adtmap_cpu)(run / COUNT_OF(sizes_px) % ADTMAP_CPU_KINDS);
        assert_string_equal(liquid_kernels_get(fixture->settings.cpu)->name,
                            cpu_name(fixture->settings.cpu));
        draw(fixture, false, as_pixels);
        assert_memory_equal(as_pixels, as_samples, pixel_bytes(fixture));
    }
    free(as_samples);
    free(as_pixels);
    free(fixture);
}

/* A whole shadow on opaque water takes its share of the colour, half of one half of that. */
static void a_shadow_falls_on_the_liquid_itself(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct fixture *fixture = malloc(sizeof *fixture);
    uint8_t *drawn = malloc(sizeof fixture->pixels);
    assert_true(fixture && drawn);
    fill(fixture, QUAD_PX, &random);
    paint(fixture, &random);
    for (size_t i = 0; i < SHEET_EDGE * SHEET_EDGE; i++) {
        fixture->vertices[i] = (struct sheet_vertex){50.0F, {200.0F / 255.0F, 0, 0, 1}};
    }
    fixture->sheet.quads = UINT64_MAX;
    fixture->sheet.is_opaque = false;
    fixture->shadow.on_liquid = 51;
    memset(fixture->shade, 0, sizeof fixture->shade);
    fixture->shade[3] = 255;
    fixture->shade[width_of(fixture) + 2] = 128;
    draw(fixture, false, drawn);
    assert_int_equal(drawn[4 * 2], 200);
    assert_int_equal(drawn[4 * 3], 160);
    assert_int_equal(drawn[4 * (width_of(fixture) + 2)], 180);
    assert_int_equal(drawn[4 * 3 + 3], 255);
    free(drawn);
    free(fixture);
}

static void quads_are_split_once_and_only_where_asked(void **state)
{
    (void)state;
    struct sample_quads quads;
    struct random random = random_seeded();
    struct fixture *fixture = malloc(sizeof *fixture);
    assert_non_null(fixture);
    fill(fixture, QUAD_PX, &random);
    assert_true(sample_quads_init(&quads, QUAD_PX));
    sample_quads_begin(&quads, &fixture->scene, &fixture->settings, 0, fixture->pixels,
                       (size_t)4 * width_of(fixture));
    sample_quads_split(&quads, &(struct pixel_area){QUAD_PX, 2 * QUAD_PX + 1, 0, 1});
    assert_false(sample_quads_is_split(&quads, 0, 0));
    assert_true(sample_quads_is_split(&quads, 1, 0));
    assert_true(sample_quads_is_split(&quads, 2, 0));
    assert_false(sample_quads_is_split(&quads, 3, 0));
    assert_false(sample_quads_is_split(&quads, 1, 1));
    quads.band.rgba[4 * SAMPLES * QUAD_PX] ^= 255; /* of quad (1, 0): not loaded again */
    uint8_t changed = quads.band.rgba[4 * SAMPLES * QUAD_PX];
    sample_quads_split_one(&quads, 1, 0);
    assert_int_equal(quads.band.rgba[4 * SAMPLES * QUAD_PX], changed);
    sample_quads_free(&quads);
    free(fixture);
}

/* Level ground, and a liquid that rises and falls by two yards from quad to quad: its shores lie in
 * the middle of each. */
static void shores_lie_where_the_liquid_meets_the_ground(void **state)
{
    (void)state;
    enum { PX = 10, GROUND = 50 };
    struct random random = random_seeded();
    struct fixture *fixture = malloc(sizeof *fixture);
    uint8_t *drawn = malloc(sizeof fixture->pixels);
    assert_true(fixture && drawn);
    fill(fixture, PX, &random);
    memset(&fixture->terrain, 0, sizeof fixture->terrain);
    for (size_t i = 0; i < sizeof fixture->pixels; i++) {
        fixture->pixels[i] = i % 4 < 3 ? GROUND : 255;
    }
    fixture->sheet.quads = UINT64_MAX;
    for (size_t i = 0; i < SHEET_EDGE * SHEET_EDGE; i++) {
        fixture->vertices[i] =
            (struct sheet_vertex){.z_yd = i % SHEET_EDGE % 2 ? 1.0F : -1.0F, .rgba = {0, 0, 1, 1}};
    }
    draw(fixture, false, drawn);
    for (size_t x = 0; x < (size_t)8 * PX; x++) {
        bool is_wet = (x / PX % 2 == 0) == (x % PX >= PX / 2);
        assert_int_equal(drawn[4 * x], is_wet ? 0 : GROUND);
        assert_int_equal(drawn[4 * x + 2], is_wet ? 255 : GROUND);
    }
    free(drawn);
    free(fixture);
}

int test_liquid_pixels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liquid_over_pixels_equals_liquid_over_samples),
        cmocka_unit_test(a_shadow_falls_on_the_liquid_itself),
        cmocka_unit_test(quads_are_split_once_and_only_where_asked),
        cmocka_unit_test(shores_lie_where_the_liquid_meets_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
