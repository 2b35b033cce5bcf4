/* The mesh kernels of every instruction set that the machine has against those without vector
 * instructions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/draw_batch.h"
#include "render/random.h"

enum {
    WIDTH_PX = 32,
    BAND_SAMPLES = WIDTH_PX * WIDTH_PX * SAMPLES,
    TEXTURE_EDGE = 16,
    TRIANGLES = 12,
    CORNERS = 3 * TRIANGLES,
    RUNS = 4000,
    LEAF_RUNS = 1000
};

static struct random random_state;
static struct mip_texture *textures[SURFACE_TEXTURES];

static int32_t between(int32_t least, int32_t most)
{
    return least + (int32_t)random_below(&random_state, (uint32_t)(most - least) + 1);
}

/* 0 and 1 are as likely as everything between them. */
static float share(void)
{
    uint32_t draw = random_below(&random_state, 4);
    return draw < 2 ? (float)draw : (float)random_below(&random_state, 1000) / 1000.0F;
}

/* Most textures have edges of a power of two, as clients ask for. */
static void make_texture(unsigned t)
{
    uint8_t rgba[4 * TEXTURE_EDGE * TEXTURE_EDGE];
    size_t bytes;
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)(255.0F * share());
    }
    uint32_t edge = t < 4 ? TEXTURE_EDGE : TEXTURE_EDGE - 3;
    textures[t] = mip_texture_create(rgba, edge, t == 1 ? 1 : edge, &bytes);
    assert_non_null(textures[t]);
    textures[t]->alpha.is_opacity = t % 2 == 0;
}

/* Everything that a batch points to. */
struct figure {
    struct test_vertex vertices[CORNERS];
    struct test_layers layers[CORNERS];
    uint32_t indices[CORNERS];
    struct surface_material material;
    struct test_batch batch;
};

static void make_material(struct surface_material *material)
{
    *material = surface_material_of((enum surface_blend)random_below(&random_state, SURFACE_BLENDS),
                                    SURFACE_ERA_UNKNOWN);
    material->mix = (enum surface_mix)random_below(&random_state, SURFACE_MIXES);
    material->two_sided = true;
    material->depth_test = random_below(&random_state, 4) > 0;
    material->is_solid = random_below(&random_state, 4) == 0;
    material->third_weight = share();
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        material->wrap[t] = random_below(&random_state, 4);
        material->textures[t] = random_below(&random_state, 4) ? textures[t] : NULL;
    }
}

/* What mesh_draw shades several pixels of at once. */
static void make_leaf(struct surface_material *material)
{
    static const enum surface_mix leaf_mixes[] = {MIX_FIRST, MIX_MOD, MIX_MOD2X};
    make_material(material);
    material->blend = SURFACE_ALPHA_KEY;
    material->alpha_key = 128;
    material->mix = leaf_mixes[random_below(&random_state, 3)];
    material->is_solid = false;
    material->depth_write = random_below(&random_state, 4) > 0;
    material->textures[0] = textures[2 * random_below(&random_state, SURFACE_TEXTURES / 2)];
    material->textures[1] = textures[1 + 2 * random_below(&random_state, SURFACE_TEXTURES / 2 - 1)];
}

/* A corner near `middle`, or far outside the tile. */
static void make_corner(const int32_t middle[2], int32_t reach, struct test_vertex *vertex,
                        struct test_layers *layers)
{
    vertex->position = (struct mesh_position){middle[0] + between(-reach, reach),
                                              middle[1] + between(-reach, reach), 10.0F * share()};
    for (size_t c = 0; c < 4; c++) {
        vertex->light[c] = 2.0F * share();
    }
    for (size_t axis = 0; axis < 2; axis++) {
        vertex->uv[axis] = 8.0F * share() - 4.0F;
        for (size_t t = 0; t < SURFACE_TEXTURES - 1; t++) {
            layers->uv[t][axis] = 8.0F * share() - 4.0F;
        }
    }
    layers->mix = share();
}

static void make_figure(void (*make)(struct surface_material *), struct figure *figure)
{
    static const int32_t reaches[] = {SUBPIXELS / 2, 2 * SUBPIXELS, 40 * SUBPIXELS, MESH_REACH / 2};
    make(&figure->material);
    for (uint32_t i = 0; i < CORNERS; i += 3) {
        const int32_t middle[2] = {between(0, WIDTH_PX * SUBPIXELS),
                                   between(0, WIDTH_PX * SUBPIXELS)};
        int32_t reach = reaches[random_below(&random_state, 4)];
        for (uint32_t k = i; k < i + 3; k++) {
            make_corner(middle, reach, &figure->vertices[k], &figure->layers[k]);
            figure->indices[k] = k;
        }
    }
    figure->batch = (struct test_batch){.material = &figure->material,
                                        .vertices = figure->vertices,
                                        .layers = figure->layers,
                                        .indices = figure->indices,
                                        .index_count = CORNERS};
}

/* A band with the height of flat ground, in which some samples are above some triangles. */
struct picture {
    float depth[BAND_SAMPLES];
    uint32_t visible[BAND_SAMPLES];
    uint8_t rgba[4 * BAND_SAMPLES];
};

static void start_picture(struct picture *picture)
{
    for (size_t i = 0; i < BAND_SAMPLES; i++) {
        uint8_t gray = (uint8_t)(i * 7);
        picture->depth[i] = i % 5 ? -INFINITY : 5.0F;
        picture->visible[i] = 0;
        memset(picture->rgba + 4 * i, gray, 3);
        picture->rgba[4 * i + 3] = gray > 127 ? 255 : 127;
    }
}

static void draw_picture(const struct test_batch *batch, const struct mesh_kernels *kernels,
                         struct picture *picture)
{
    struct sample_band band = {.width_px = WIDTH_PX,
                               .rows = WIDTH_PX,
                               .depth = picture->depth,
                               .visible = picture->visible,
                               .rgba = picture->rgba,
                               .clip_height = 8.0F};
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_builder builder = test_builder(&list, &arena, WIDTH_PX);
    builder.kernels = kernels;
    test_batch_add(batch, &builder);
    assert_true(mesh_list_sort(&list, &arena));
    start_picture(picture);
    draw_list(&list, kernels, WIDTH_PX, &arena, &band);
    arena_free(&arena);
}

/* How many bytes of the picture the figure changes, in all forms. */
static size_t draw_all(const struct figure *figure)
{
    static struct picture plain, other, blank;
    draw_picture(&figure->batch, mesh_kernels_get(ADTMAP_CPU_PLAIN), &plain);
    for (uint32_t cpu = ADTMAP_CPU_BASE; cpu < ADTMAP_CPU_KINDS; cpu++) {
        draw_picture(&figure->batch, mesh_kernels_get((enum adtmap_cpu)cpu), &other);
        assert_memory_equal(other.rgba, plain.rgba, sizeof plain.rgba);
        assert_memory_equal(other.depth, plain.depth, sizeof plain.depth);
    }
    size_t changed = 0;
    start_picture(&blank);
    for (size_t i = 0; i < sizeof plain.rgba; i++) {
        changed += plain.rgba[i] != blank.rgba[i];
    }
    return changed;
}

/* How many of so many figures change anything. */
static size_t draw_figures(void (*make)(struct surface_material *), int runs)
{
    size_t drawn = 0;
    random_state = random_seeded();
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        make_texture(t);
    }
    for (int run = 0; run < runs; run++) {
        struct figure figure;
        make_figure(make, &figure);
        drawn += draw_all(&figure) > 0;
    }
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        free(textures[t]);
    }
    return drawn;
}

static void all_kernels_draw_the_same_bytes(void **state)
{
    (void)state;
    assert_true(draw_figures(make_material, RUNS) > RUNS / 2);
}

static void all_kernels_draw_the_same_leaves(void **state)
{
    (void)state;
    assert_true(draw_figures(make_leaf, LEAF_RUNS) > LEAF_RUNS / 2);
}

enum { MODEL_VERTICES = 1000, MODEL_CORNERS = 3 * 997 };

static void check_extent(const struct mesh_extent *extent, const int32_t (*xy)[2], uint32_t count)
{
    for (size_t axis = 0; axis < 2; axis++) {
        int32_t low = INT32_MAX, high = INT32_MIN;
        for (uint32_t i = 0; i < count; i++) {
            low = xy[i][axis] < low ? xy[i][axis] : low;
            high = xy[i][axis] > high ? xy[i][axis] : high;
        }
        assert_int_equal(extent->low[axis], low);
        assert_int_equal(extent->high[axis], high);
    }
}

/* A model of triangles of all sizes, some of them far outside the tile. */
static void all_kernels_move_and_see_the_same(void **state)
{
    static float positions[MODEL_VERTICES][3];
    static int32_t plain_xy[MODEL_VERTICES][2], xy[MODEL_VERTICES][2];
    static float plain_z[MODEL_VERTICES], z[MODEL_VERTICES];
    static uint32_t indices[MODEL_CORNERS], plain_seen[MODEL_CORNERS], seen[MODEL_CORNERS];
    const struct mesh_kernels *plain = mesh_kernels_get(ADTMAP_CPU_PLAIN);
    (void)state;
    random_state = random_seeded();
    for (int run = 0; run < 50; run++) {
        struct mesh_view view;
        double *numbers = &view.to_pixel[0][0];
        for (size_t i = 0; i < sizeof view / sizeof *numbers; i++) {
            numbers[i] = (double)between(-1000000, 1000000) / 99.0;
        }
        for (size_t i = 0; i < MODEL_VERTICES; i++) {
            for (size_t axis = 0; axis < 3; axis++) {
                float reach = i % 50 ? (i % 7 ? 0.1F : 3.0F) : 1e9F;
                positions[i][axis] = reach * (share() - share());
            }
        }
        for (size_t i = 0; i < MODEL_CORNERS; i++) {
            indices[i] = random_below(&random_state, MODEL_VERTICES);
        }
        view.to_pixel[0][3] = view.to_pixel[1][3] = WIDTH_PX * SUBPIXELS / 2;
        const struct mesh_moved to_plain = {plain_xy, plain_z}, to = {xy, z};
        const uint32_t first = random_below(&random_state, 9), moved = MODEL_VERTICES - first;
        const struct pixel_area middle = {WIDTH_PX / 4, WIDTH_PX / 2, WIDTH_PX / 4, WIDTH_PX / 2};
        const struct pixel_area *left_out = run % 3 ? NULL : &middle;
        const struct mesh_extent extent =
            plain->move(&view, (const float(*)[3])positions, first, moved, &to_plain);
        check_extent(&extent, (const int32_t(*)[2])plain_xy + first, moved);
        uint32_t count = plain->find_seen((const int32_t(*)[2])plain_xy, indices, MODEL_CORNERS,
                                          run % 2, WIDTH_PX, left_out, plain_seen);
        assert_in_range(count, 10, MODEL_CORNERS / 3);
        for (uint32_t cpu = ADTMAP_CPU_BASE; cpu < ADTMAP_CPU_KINDS; cpu++) {
            const struct mesh_kernels *kernels = mesh_kernels_get((enum adtmap_cpu)cpu);
            const struct mesh_extent same =
                kernels->move(&view, (const float(*)[3])positions, first, moved, &to);
            assert_memory_equal(&same, &extent, sizeof same);
            assert_memory_equal(xy, plain_xy, sizeof xy);
            assert_memory_equal(z, plain_z, sizeof z);
            assert_int_equal(kernels->find_seen((const int32_t(*)[2])xy, indices, MODEL_CORNERS,
                                                run % 2, WIDTH_PX, left_out, seen),
                             count);
            assert_memory_equal(seen, plain_seen, count * sizeof *seen);
        }
    }
}

int test_mesh_kernels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kernels_draw_the_same_bytes),
        cmocka_unit_test(all_kernels_draw_the_same_leaves),
        cmocka_unit_test(all_kernels_move_and_see_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
