/* Triangles drawn band by band: each is in those that it touches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/draw_batch.h"

enum { WIDTH_PX = 16, BAND_ROWS = 4, BANDS = 4, BAND_BYTES = WIDTH_PX * BAND_ROWS * SAMPLES * 4 };

/* A batch of one triangle within the pixel (x, y). */
struct speck {
    struct test_vertex vertices[3];
    uint32_t indices[3];
    struct surface_material material;
    struct test_batch batch;
};

static void make_speck(int32_t x, int32_t y, struct speck *speck)
{
    static const int32_t corners[3][2] = {{1, 1}, {1, 255}, {255, 128}};
    *speck = (struct speck){.indices = {0, 1, 2},
                            .material = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN)};
    for (uint32_t i = 0; i < 3; i++) {
        speck->vertices[i] = (struct test_vertex){
            .position = {x * SUBPIXELS + corners[i][0], y * SUBPIXELS + corners[i][1], 0},
            .light = {1, 1, 1, 1},
        };
    }
    speck->batch = (struct test_batch){.material = &speck->material,
                                       .vertices = speck->vertices,
                                       .indices = speck->indices,
                                       .index_count = 3};
}

/* How many samples of the band the batch covers. */
static uint32_t draw_band(const struct test_batch *batch, uint32_t first_row)
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

enum { LAYERS = 3 };

/* Triangles that cover the band, each with its own colour in its light. A pixel is a whole texture,
 * or with MIP_TRILINEAR 1.5 texels of one of 4 x 4. */
struct layers {
    enum mip_filter filter;
    struct test_vertex vertices[3 * LAYERS];
    struct surface_material materials[LAYERS];
    uint32_t indices[3 * LAYERS];
    struct arena arena;
    struct mesh_list list;
    const struct mesh_shadow *shadow;
};

/* One whose alpha is `alpha`, at a height by which the list sorts it. */
static void add_layer_with(struct layers *layers, uint32_t i, float z_yd, float red, float alpha,
                           float height_yd, const struct mip_texture *texture,
                           enum surface_blend blend)
{
    const int32_t far = 4 * WIDTH_PX * SUBPIXELS;
    const int32_t corners[3][2] = {{-far, -far}, {-far, far}, {far, 0}};
    const float per_px = layers->filter == MIP_TRILINEAR ? 1.5F / 4.0F : 1.0F;
    layers->materials[i] = surface_material_of(blend, SURFACE_ERA_UNKNOWN);
    layers->materials[i].textures[0] = texture;
    for (uint32_t k = 0; k < 3; k++) {
        layers->vertices[3 * i + k] =
            (struct test_vertex){.position = {corners[k][0], corners[k][1], z_yd},
                                 .light = {red, 0, 0, alpha},
                                 .uv = {(float)corners[k][0] / SUBPIXELS * per_px,
                                        (float)corners[k][1] / SUBPIXELS * per_px}};
        layers->indices[3 * i + k] = 3 * i + k;
    }
    const struct test_batch batch = {.material = &layers->materials[i],
                                     .vertices = layers->vertices,
                                     .indices = layers->indices + 3 * (size_t)i,
                                     .index_count = 3,
                                     .height_yd = height_yd};
    struct mesh_builder builder = test_builder(&layers->list, &layers->arena, WIDTH_PX);
    builder.sampling.filter = layers->filter;
    test_batch_add(&batch, &builder);
}

static void add_layer(struct layers *layers, uint32_t i, float z_yd, float red,
                      enum surface_blend blend)
{
    add_layer_with(layers, i, z_yd, red, 0.5F, 0, NULL, blend);
}

/* Red of the first pixel when all is drawn in the list's order. */
static int draw_layers(struct layers *layers)
{
    static float depth[BAND_BYTES / 4];
    static uint32_t visible[BAND_BYTES / 4];
    static uint8_t rgba[BAND_BYTES];
    struct sample_band band = {.width_px = WIDTH_PX,
                               .rows = BAND_ROWS,
                               .depth = depth,
                               .visible = visible,
                               .rgba = rgba,
                               .clip_height = 100,
                               .shadow = layers->shadow};
    memset(depth, 0, sizeof depth);
    memset(rgba, 0, sizeof rgba);
    assert_true(mesh_list_sort(&layers->list, &layers->arena));
    draw_list(&layers->list, mesh_kernels_get(ADTMAP_CPU_AUTO), WIDTH_PX, &layers->arena, &band);
    arena_free(&layers->arena);
    return rgba[0];
}

/* Red of a white layer that the sun does not reach, in a shadow that hides `shade` of it. */
static int red_in_shade(float of_ambient, uint8_t shade)
{
    uint8_t shades[WIDTH_PX * BAND_ROWS];
    const struct mesh_shadow shadow = {.shade = shades,
                                       .stride_bytes = WIDTH_PX,
                                       .ambient = {0.5F, 0.5F, 0.5F, 1},
                                       .diffuse = {0.8F, 0.8F, 0.8F, 0},
                                       .of_ambient = {of_ambient, of_ambient, of_ambient, 0},
                                       .strength = 0.5F};
    struct layers layers = {.shadow = &shadow};
    memset(shades, shade, sizeof shades);
    add_layer_with(&layers, 0, 1, 0.8F, 1, 0, NULL, SURFACE_OPAQUE);
    layers.list.batches[0].takes_shadow = true;
    return draw_layers(&layers);
}

static void shadows_take_their_part_of_the_ambient_light(void **state)
{
    (void)state;
    const int lit = red_in_shade(0.4F, 0);
    assert_true(lit > 150);
    assert_int_equal(red_in_shade(0, 255), lit);
    assert_in_range(red_in_shade(0.4F, 255), lit * 6 / 10 - 1, lit * 6 / 10 + 1);
    assert_in_range(red_in_shade(0.4F, 128), lit * 8 / 10 - 1, lit * 8 / 10 + 1);
}

/* A pixel of a layer has all of it. */
static struct mip_texture *white_texture(void)
{
    uint8_t rgba[4 * 4 * 4];
    size_t bytes;
    memset(rgba, 255, sizeof rgba);
    struct mip_texture *texture = mip_texture_create(rgba, 4, 4, &bytes);
    assert_non_null(texture);
    return texture;
}

static void the_highest_is_seen_in_any_order(void **state)
{
    (void)state;
    struct layers up = {0};
    struct layers down = {0};
    for (uint32_t i = 0; i < LAYERS; i++) {
        add_layer(&up, i, (float)(i + 1), 0.2F * (float)(i + 1), SURFACE_OPAQUE);
        add_layer(&down, i, (float)(LAYERS - i), 0.2F * (float)(LAYERS - i), SURFACE_OPAQUE);
    }
    assert_int_equal(draw_layers(&up), 153);
    assert_int_equal(draw_layers(&down), 153);
}

static void of_equal_heights_the_last_is_seen(void **state)
{
    (void)state;
    struct layers layers = {0};
    for (uint32_t i = 0; i < LAYERS; i++) {
        add_layer(&layers, i, 1, 0.2F * (float)(i + 1), SURFACE_OPAQUE);
    }
    assert_int_equal(draw_layers(&layers), 153);
}

/* What is transparent goes over the opaque below it, and not over that above it. */
static void transparent_layers_blend_with_what_is_seen(void **state)
{
    (void)state;
    struct layers above = {0};
    struct layers below = {0};
    add_layer(&above, 0, 2, 1.0F, SURFACE_ALPHA);
    add_layer(&above, 1, 1, 0.2F, SURFACE_OPAQUE);
    add_layer(&below, 0, 1, 1.0F, SURFACE_ALPHA);
    add_layer(&below, 1, 2, 0.2F, SURFACE_OPAQUE);
    assert_in_range(draw_layers(&above), 152, 154);
    assert_int_equal(draw_layers(&below), 51);
}

/* Without the test a layer is seen through those above it. */
static void a_layer_without_depth_test_goes_over_all(void **state)
{
    (void)state;
    struct layers layers = {0};
    add_layer(&layers, 0, 2, 1.0F, SURFACE_OPAQUE);
    add_layer(&layers, 1, 1, 0.2F, SURFACE_OPAQUE);
    layers.materials[1].depth_test = false;
    assert_int_equal(draw_layers(&layers), 51);
}

/* A layer that writes no depth hides nothing that comes later, even if it is opaque. */
static void a_layer_without_depth_write_hides_nothing_that_is_drawn_later(void **state)
{
    (void)state;
    for (int writes = 0; writes < 2; writes++) {
        struct layers layers = {0};
        add_layer(&layers, 0, 2, 1.0F, SURFACE_CONSTANT_ALPHA);
        add_layer(&layers, 1, 1, 0.2F, SURFACE_ALPHA);
        layers.materials[0].depth_write = writes;
        assert_in_range(draw_layers(&layers), writes ? 255 : 152, writes ? 255 : 154);
    }
}

static void transparent_layers_write_depth_if_they_are_told_to(void **state)
{
    (void)state;
    for (int writes = 0; writes < 2; writes++) {
        struct layers layers = {0};
        add_layer(&layers, 0, 2, 1.0F, SURFACE_ADD);
        add_layer_with(&layers, 1, 1, 0.2F, 0.5F, 3, NULL, SURFACE_ADD); /* is drawn last */
        layers.materials[0].depth_write = writes;
        assert_in_range(draw_layers(&layers), writes ? 127 : 152, writes ? 128 : 154);
    }
}

/* Leaves nothing, not even depth. */
static void what_is_too_transparent_for_its_key_is_left_out(void **state)
{
    (void)state;
    for (int keyed = 0; keyed < 2; keyed++) {
        struct layers layers = {0};
        add_layer(&layers, 0, 2, 1.0F, SURFACE_ADD); /* alpha 127 */
        layers.materials[0].alpha_key = keyed ? 128 : 127;
        assert_in_range(draw_layers(&layers), keyed ? 0 : 127, keyed ? 0 : 128);
    }
}

/* A third of the pixel is as red as the light: not a number of whole samples. */
static void a_share_under_a_key_is_blended(void **state)
{
    (void)state;
    struct mip_texture *texture = white_texture();
    for (int is_opacity = 0; is_opacity < 2; is_opacity++) {
        struct layers layers = {0};
        texture->alpha.is_opacity = is_opacity;
        add_layer_with(&layers, 0, 1, 1.0F, 0.33F, 0, texture, SURFACE_ALPHA_KEY);
        assert_in_range(draw_layers(&layers), 82, 86);
    }
    free(texture);
}

static void what_a_key_cuts_out_is_not_sampled_between_levels(void **state)
{
    (void)state;
    static const enum surface_blend blends[] = {SURFACE_ALPHA_KEY, SURFACE_OPAQUE, SURFACE_ALPHA};
    struct mip_texture *texture = white_texture();
    for (int i = 0; i < 3; i++) {
        struct layers layers = {.filter = MIP_TRILINEAR};
        add_layer_with(&layers, 0, 1, 1.0F, 0.33F, 0, texture, blends[i]);
        const struct mip_footprint footprint = mesh_list_triangle(&layers.list, 0)->texture;
        assert_int_equal(footprint.next > 0, i > 0);
        assert_int_equal(footprint.taps, i > 0 ? 1 : 2);
        arena_free(&layers.arena);
    }
    free(texture);
}

/* The higher one covers half of the lower, whichever comes first in the list. */
static void keyed_layers_go_over_each_other_from_low_to_high(void **state)
{
    (void)state;
    const struct mip_texture *texture = white_texture();
    for (int swapped = 0; swapped < 2; swapped++) {
        struct layers layers = {0};
        add_layer_with(&layers, 0, swapped ? 2 : 1, swapped ? 1.0F : 0.2F, 0.49F, 0, texture,
                       SURFACE_ALPHA_KEY);
        add_layer_with(&layers, 1, swapped ? 1 : 2, swapped ? 0.2F : 1.0F, 0.49F, 0, texture,
                       SURFACE_ALPHA_KEY);
        assert_in_range(draw_layers(&layers), 135, 140); /* 0.49 * 255 + 0.51 * 0.49 * 51 = 138 */
    }
    free((void *)texture);
}

/* Water covered leaves above it that have less than half of their pixel. */
static void what_is_transparent_goes_over_lower_leaves_and_under_higher_ones(void **state)
{
    (void)state;
    const struct mip_texture *texture = white_texture();
    for (int is_higher = 0; is_higher < 2; is_higher++) {
        struct layers layers = {0};
        add_layer_with(&layers, 0, is_higher ? 2 : 1, 1.0F, 0.49F, 0, texture, SURFACE_ALPHA_KEY);
        add_layer_with(&layers, 1, is_higher ? 1 : 2, 0.2F, 0.5F, 0, NULL, SURFACE_ALPHA);
        /* 0.49 * 255 + 0.51 * 0.5 * 51 = 138, 0.5 * 51 + 0.5 * 0.49 * 255 = 88 */
        assert_in_range(draw_layers(&layers), is_higher ? 135 : 85, is_higher ? 140 : 91);
    }
    free((void *)texture);
}

/* How many of `count` triangles that each reach over half of the tile are left out. */
static uint32_t full_layers_left_out(int32_t edge_px, uint32_t count)
{
    enum { COUNT_MAX = 256, BAND_PX = 512 };
    static uint32_t indices[3 * COUNT_MAX];
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    struct mesh_builder builder = test_builder(&list, &arena, (uint32_t)edge_px);
    struct surface_material material = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    const struct test_vertex vertices[3] = {{.position = {0, 0, 1}},
                                            {.position = {0, edge_px * SUBPIXELS, 1}},
                                            {.position = {edge_px * SUBPIXELS, 0, 1}}};
    assert_in_range(count, 1, COUNT_MAX);
    for (uint32_t i = 0; i < 3 * count; i++) {
        indices[i] = i % 3;
    }
    const struct test_batch batch = {
        .material = &material, .vertices = vertices, .indices = indices, .index_count = 3 * count};
    test_batch_add(&batch, &builder);
    assert_true(mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, (uint32_t)edge_px, BAND_PX, &arena, &bins));
    uint32_t left_out = bins.left_out;
    assert_int_equal(bins.begin[1], count - left_out);
    assert_int_equal(bins.numbers[count - left_out - 1], count - left_out - 1);
    arena_free(&arena);
    return left_out;
}

/* A thousand of them on a tile of 512 pixels took half a minute, a million would take hours. */
static void triangles_beyond_the_bound_on_pixels_are_left_out(void **state)
{
    (void)state;
    assert_int_equal(full_layers_left_out(8192, MESH_LAYERS_MAX + 6), 6);
}

/* Large trees that stood close to each other lost their last triangles from 4096 pixels on. */
static void a_hundred_layers_of_crowns_are_whole_at_any_size(void **state)
{
    (void)state;
    assert_int_equal(full_layers_left_out(4096, 100), 0);
    assert_int_equal(full_layers_left_out(8192, 100), 0);
}

int test_mesh_draw(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadows_take_their_part_of_the_ambient_light),
        cmocka_unit_test(a_triangle_is_in_the_bands_that_it_touches),
        cmocka_unit_test(the_highest_is_seen_in_any_order),
        cmocka_unit_test(of_equal_heights_the_last_is_seen),
        cmocka_unit_test(transparent_layers_blend_with_what_is_seen),
        cmocka_unit_test(a_layer_without_depth_test_goes_over_all),
        cmocka_unit_test(a_layer_without_depth_write_hides_nothing_that_is_drawn_later),
        cmocka_unit_test(transparent_layers_write_depth_if_they_are_told_to),
        cmocka_unit_test(a_share_under_a_key_is_blended),
        cmocka_unit_test(what_a_key_cuts_out_is_not_sampled_between_levels),
        cmocka_unit_test(keyed_layers_go_over_each_other_from_low_to_high),
        cmocka_unit_test(what_is_transparent_goes_over_lower_leaves_and_under_higher_ones),
        cmocka_unit_test(triangles_beyond_the_bound_on_pixels_are_left_out),
        cmocka_unit_test(a_hundred_layers_of_crowns_are_whole_at_any_size),
        cmocka_unit_test(what_is_too_transparent_for_its_key_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
