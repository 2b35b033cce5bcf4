/* Domes and discs of relief maps over a band of flat ground. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/crown_draw.h"
#include "render/liquid/liquid_pixels.h"

/* Domes in the light are brighter than the ground. */
enum { QUAD_PX = 4, SIZE_PX = QUADS_PER_TILE * QUAD_PX, RGBA = 4, GROUND = 5 };

#define GROUND_YD 10.0F

static uint8_t picture[SIZE_PX * SIZE_PX * RGBA];
static struct scene_tile scene;
static struct adt_chunk terrain;
static struct sample_quads quads;
static struct adtmap_settings settings;
static struct surface_material material;

static void clear_picture(void)
{
    for (size_t i = 0; i < sizeof picture; i++) {
        picture[i] = i % RGBA == 3 ? UINT8_MAX : GROUND;
    }
}

static int set_up(void **state)
{
    (void)state;
    adtmap_settings_default(&settings);
    material = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        terrain.height_yd[i] = GROUND_YD;
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        scene.chunks[i] = (struct scene_chunk){.terrain = &terrain, .layer_count = 1};
    }
    clear_picture();
    assert_true(sample_quads_init(&quads, QUAD_PX));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sample_quads_free(&quads);
    return 0;
}

/* With the sun in the north-west. */
#define DOME(x, y, half_x, half_y, top)                                                            \
    {                                                                                              \
        .middle_px = {x, y}, .half_px = {half_x, half_y}, .top_yd = top, .height_yd = 8.0F,        \
        .sun = {-0.6F, -0.48F, 0.64F},                                                             \
    }

/* Draws domes into all bands. */
static void draw(const struct crown_shape *domes, size_t count, float alpha)
{
    for (uint32_t band = 0; band < SIZE_PX / SAMPLE_BAND_ROWS; band++) {
        sample_quads_begin(&quads, &scene, &settings, band, picture, (size_t)SIZE_PX * RGBA);
        for (size_t i = 0; i < count; i++) {
            const struct mesh_batch batch = {.crown = &domes[i],
                                             .material = &material,
                                             .light = {{0.1F, 0.2F, 0.1F, alpha}, {0.5F, 0.6F}}};
            crown_draw(crown_kernels_get(settings.cpu), &batch, &quads);
        }
        sample_quads_finish(&quads);
    }
}

static uint8_t red(uint32_t x, uint32_t y)
{
    return picture[RGBA * ((size_t)y * SIZE_PX + x)];
}

static bool is_tinted(uint32_t x, uint32_t y)
{
    return red(x, y) != GROUND;
}

/* Over the edge of two bands, with the light side in the north-west. */
static void a_dome_is_round_and_lit(void **state)
{
    (void)state;
    const struct crown_shape dome = DOME(100.0F, 64.0F, 8.0F, 8.0F, GROUND_YD + 9.0F);
    draw(&dome, 1, 1.0F);
    double area = 0.0;
    for (uint32_t y = 0; y < SIZE_PX; y++) {
        for (uint32_t x = 0; x < SIZE_PX; x++) {
            const double far = hypot(x + 0.5 - 100.0, y + 0.5 - 64.0);
            area += is_tinted(x, y);
            assert_true(far > 7.2 ? far < 8.8 || !is_tinted(x, y) : is_tinted(x, y));
        }
    }
    assert_true(fabs(area - 201.0) < 40.0); /* those of the rim that have a sample */
    assert_true(red(95, 59) > red(100, 64) && red(100, 64) > red(105, 69));
    const double above = 255.0 * (0.1 + 0.5 * 0.64);
    assert_true(fabs((double)red(100, 64) - above) < 9.0);
}

/* A star: corners on the rim and half way in, in turn. */
static const float (*star(void))[2]
{
    static float corners[CROWN_CORNERS][2];
    for (int i = 0; i < CROWN_CORNERS; i++) {
        const double turn = 6.283185307179586 * i / CROWN_CORNERS, away = i % 2 ? 0.5 : 1.0;
        corners[i][0] = (float)(away * cos(turn));
        corners[i][1] = (float)(away * sin(turn));
    }
    return (const float(*)[2])corners;
}

/* How much of a pixel lies in the star of a disc. Turned and mirrored into half of one spike, the
 * star lies on one side of the line from its tip to the corner half way in. */
static double share_of_star(const struct crown_shape *disc, uint32_t x, uint32_t y)
{
    enum { STEPS = 16 };
    const double part = 2.0 * 3.141592653589793 / CROWN_CORNERS;
    double share = 0.0;
    for (int i = 0; i < STEPS * STEPS; i++) {
        const double east = (x + (i % STEPS + 0.5) / STEPS - disc->middle_px[0]) / disc->half_px[0];
        const double south =
            (y + (i / STEPS * 1.0 + 0.5) / STEPS - disc->middle_px[1]) / disc->half_px[1];
        const double turn = fabs(remainder(atan2(south, east), 2.0 * part));
        const double across = hypot(east, south) * sin(turn);
        const double along = hypot(east, south) * cos(turn);
        const double to_corner[2] = {0.5 * cos(part) - 1.0, 0.5 * sin(part)};
        share += to_corner[0] * across <= to_corner[1] * (along - 1.0) ? 0.0 : 1.0;
    }
    return share / (STEPS * STEPS);
}

/* As high and as bright all over; where its spikes leave a pixel out nothing is drawn. */
static void a_disc_has_the_shape_of_its_rim(void **state)
{
    (void)state;
    struct crown_shape disc = DOME(100.3F, 64.6F, 40.0F, 30.0F, GROUND_YD + 1.0F);
    disc.height_yd = 0.0F;
    disc.rim = star();
    draw(&disc, 1, 1.0F);
    const double above = 255.0 * (0.1 + 0.5 * 0.64) - GROUND;
    double error = 0.0, area = 0.0;
    for (uint32_t y = 0; y < SIZE_PX; y++) {
        for (uint32_t x = 0; x < SIZE_PX; x++) {
            const double share = share_of_star(&disc, x, y);
            const double drawn = ((double)red(x, y) - GROUND) / above;
            assert_true(share > 0.0 || drawn == 0.0);
            assert_true(share < 1.0 || fabs(drawn - 1.0) < 0.02);
            error += fabs(drawn - share);
            area += share;
        }
    }
    assert_true(area > 1000.0 && error < 0.05 * area);
}

/* Two of its sides are level: six corners a side. */
static void a_disc_may_have_level_edges(void **state)
{
    (void)state;
    float rim[CROWN_CORNERS][2];
    for (int i = 0; i < CROWN_CORNERS; i++) {
        const float along = 0.6F * (float)(i % 6) / 3.0F - 0.6F;
        const int side = i / 6;
        rim[i][side % 2] = side < 2 ? along : -along;
        rim[i][1 - side % 2] = side == 0 || side == 3 ? -0.6F : 0.6F;
    }
    struct crown_shape disc = DOME(100.0F, 64.0F, 40.0F, 30.0F, GROUND_YD + 1.0F);
    disc.height_yd = 0.0F;
    disc.rim = (const float(*)[2])rim;
    draw(&disc, 1, 1.0F);
    for (uint32_t y = 0; y < SIZE_PX; y++) {
        for (uint32_t x = 0; x < SIZE_PX; x++) {
            assert_true(is_tinted(x, y) == (x >= 76 && x < 124 && y >= 46 && y < 82));
        }
    }
}

static void a_dome_tints_by_its_alpha(void **state)
{
    (void)state;
    const struct crown_shape dome = DOME(100.0F, 100.0F, 8.0F, 4.0F, GROUND_YD + 9.0F);
    draw(&dome, 1, 0.6F);
    const double above = 0.6 * 255.0 * (0.1 + 0.5 * 0.64) + 0.4 * GROUND;
    assert_true(fabs((double)red(100, 100) - above) < 9.0);
    assert_true(is_tinted(106, 100) && !is_tinted(100, 106));
}

/* Each sample is tinted once, by the highest; below it the lower one is not there. */
static void a_higher_dome_hides_a_lower_one(void **state)
{
    (void)state;
    const struct crown_shape domes[2] = {
        DOME(100.0F, 100.0F, 8.0F, 8.0F, GROUND_YD + 29.0F),
        DOME(104.0F, 100.0F, 8.0F, 8.0F, GROUND_YD + 9.0F),
    };
    draw(domes, 1, 0.5F);
    const uint8_t alone = red(102, 100);
    clear_picture();
    draw(domes, 2, 0.5F);
    assert_int_equal(red(102, 100), alone);
    assert_true(is_tinted(110, 100));
}

/* The rim lies below the ground, and so does a dome as a whole. */
static void what_lies_below_the_ground_is_hidden(void **state)
{
    (void)state;
    const struct crown_shape domes[2] = {
        DOME(100.0F, 100.0F, 8.0F, 8.0F, GROUND_YD + 2.0F),
        DOME(200.0F, 100.0F, 8.0F, 8.0F, GROUND_YD - 1.0F),
    };
    draw(domes, 2, 1.0F);
    assert_true(is_tinted(100, 100) && !is_tinted(106, 100));
    assert_true(!is_tinted(200, 100));
}

/* Nothing above the cut; half a dome at the edge of the tile; invalid numbers. */
static void what_is_out_of_reach_draws_nothing(void **state)
{
    (void)state;
    const struct crown_shape domes[] = {
        DOME(100.0F, 100.0F, 8.0F, 8.0F, GROUND_YD + 50.0F),
        DOME(0.0F, 512.0F, 8.0F, 8.0F, GROUND_YD + 9.0F),
        DOME(-100.0F, 600.0F, 8.0F, 8.0F, GROUND_YD + 9.0F),
        DOME(NAN, 200.0F, 8.0F, 8.0F, GROUND_YD + 9.0F),
        DOME(200.0F, 200.0F, INFINITY, NAN, GROUND_YD + 9.0F),
        DOME(300.0F, 300.0F, 8.0F, 8.0F, NAN),
        DOME(1e30F, 1e30F, 1e30F, 1.0F, GROUND_YD + 9.0F),
    };
    settings.objects.cut_height_yd = GROUND_YD + 40.0F;
    draw(domes, sizeof domes / sizeof *domes, 1.0F);
    uint32_t tinted = 0;
    for (uint32_t i = 0; i < SIZE_PX * SIZE_PX; i++) {
        tinted += is_tinted(i % SIZE_PX, i / SIZE_PX);
    }
    assert_true(tinted > 40 && tinted < 70); /* a quarter of one */
    assert_true(is_tinted(2, 508));
}

static void a_shadow_takes_the_sun(void **state)
{
    (void)state;
    static uint8_t shade[SIZE_PX * SIZE_PX];
    const struct mesh_shadow shadow = {.shade = shade, .stride_bytes = SIZE_PX, .strength = 0.5F};
    struct crown_shape dome = DOME(16.0F, 16.0F, 8.0F, 8.0F, GROUND_YD + 9.0F);
    memcpy(dome.sun, (const float[3]){0.0F, 0.0F, 1.0F}, sizeof dome.sun);
    const struct mesh_batch batch = {.crown = &dome,
                                     .material = &material,
                                     .light = {{0.1F, 0.1F, 0.1F, 1.0F}, {0.5F, 0.5F, 0.5F}},
                                     .takes_shadow = true};
    memset(shade, UINT8_MAX, (size_t)16 * SIZE_PX);
    sample_quads_begin(&quads, &scene, &settings, 0, picture, (size_t)SIZE_PX * RGBA);
    quads.band.shadow = &shadow;
    crown_draw(crown_kernels_get(settings.cpu), &batch, &quads);
    sample_quads_finish(&quads);
    quads.band.shadow = NULL;
    assert_true(fabs((double)red(16, 16) - 255.0 * 0.6) < 3.0);
    assert_true(fabs((double)red(16, 15) - 255.0 * 0.35) < 3.0);
}

/* Domes and discs of many sizes next to and over one another, in a broken shadow. */
static void all_instruction_sets_draw_the_same(void **state)
{
    (void)state;
    static uint8_t shade[SIZE_PX * SIZE_PX], plain[sizeof picture];
    const struct mesh_shadow shadow = {
        .shade = shade, .stride_bytes = SIZE_PX, .of_ambient = {0.2F, 0.1F}, .strength = 0.7F};
    for (size_t i = 0; i < sizeof shade; i++) {
        shade[i] = i % 7 < 3 ? (uint8_t)(i * 11) : 0;
    }
    for (int cpu = ADTMAP_CPU_PLAIN; cpu < ADTMAP_CPU_KINDS; cpu++) {
        clear_picture();
        sample_quads_begin(&quads, &scene, &settings, 0, picture, (size_t)SIZE_PX * RGBA);
        quads.band.shadow = &shadow;
        for (int i = 0; i < 60; i++) {
            const float at = (float)i, half = 0.4F + 0.23F * at;
            struct crown_shape dome =
                DOME(8.7F * at, 0.61F * at, half, 1.1F * half, GROUND_YD + 2.0F + 0.1F * at);
            dome.rim = i % 4 == 3 ? star() : NULL;
            const struct mesh_batch batch = {.crown = &dome,
                                             .material = &material,
                                             .light = {{0.1F, 0.2F, 0.1F, 0.7F}, {0.5F, 1.2F}},
                                             .takes_shadow = i % 3 > 0};
            crown_draw(crown_kernels_get((enum adtmap_cpu)cpu), &batch, &quads);
        }
        sample_quads_finish(&quads);
        quads.band.shadow = NULL;
        if (cpu == ADTMAP_CPU_PLAIN) {
            memcpy(plain, picture, sizeof plain);
        }
        assert_memory_equal(picture, plain, sizeof plain);
    }
}

/* All colours over all channels by all alphas. Three colours are drawn at once, and a row of pixels
 * has each channel once a colour; alpha goes the other way. */
static void samples_are_tinted_as_by_a_liquid(void **state)
{
    (void)state;
    enum { BYTES = UINT8_MAX + 1, PIXELS = BYTES / SAMPLES };
    static float depth[BYTES];
    static uint8_t drawn[BYTES][RGBA], wanted[BYTES][RGBA];
    const struct crown_shape dome = DOME(0.0F, 0.0F, 1e6F, 1e6F, GROUND_YD);
    struct sample_band band = {
        .width_px = PIXELS, .rows = 1, .depth = depth, .rgba = drawn[0], .clip_height = INFINITY};
    for (uint32_t alpha = 0; alpha < BYTES; alpha++) {
        for (uint32_t first = 0; first < BYTES; first += 3) {
            const uint8_t colors[RGBA] = {(uint8_t)first, (uint8_t)(first + 1),
                                          (uint8_t)(first + 2), UINT8_MAX};
            float flat[3];
            for (int c = 0; c < 3; c++) {
                flat[c] = colors[c];
            }
            struct surface_material flat_material = material;
            flat_material.flat_color = flat;
            const struct mesh_batch batch = {.crown = &dome,
                                             .material = &flat_material,
                                             .light = {{0.0F, 0.0F, 0.0F, (float)alpha / 255.0F}}};
            const struct crown_row row = {.batch = &batch, .per_px = {1e-6F, 1e-6F}};
            for (uint32_t i = 0; i < BYTES; i++) {
                const uint8_t below[RGBA] = {(uint8_t)i, (uint8_t)i, (uint8_t)i, (uint8_t)~i};
                memcpy(drawn[i], below, RGBA);
                for (int c = 0; c < RGBA; c++) {
                    wanted[i][c] = liquid_over(liquid_source(colors[c], (uint16_t)alpha),
                                               (uint16_t)(255 - alpha), below[c]);
                }
                depth[i] = -INFINITY;
            }
            crown_kernels_get(ADTMAP_CPU_AUTO)->tint(&row, 0, PIXELS, &band);
            assert_memory_equal(drawn, wanted, sizeof wanted);
        }
    }
}

int test_crown_draw(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dome_is_round_and_lit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_disc_has_the_shape_of_its_rim, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_disc_may_have_level_edges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_dome_tints_by_its_alpha, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_lies_below_the_ground_is_hidden, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_higher_dome_hides_a_lower_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_out_of_reach_draws_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shadow_takes_the_sun, set_up, tear_down),
        cmocka_unit_test_setup_teardown(samples_are_tinted_as_by_a_liquid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_instruction_sets_draw_the_same, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
