/*
 * The mesh kernels as they are compiled for this machine against the same sources without vector
 * instructions, which tests/CMakeLists.txt compiles under names that begin with "portable_".
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mesh/mesh_draw.h"
#include "render/random.h"

enum {
    WIDTH_PX = 32,
    BAND_SAMPLES = WIDTH_PX * WIDTH_PX * SAMPLES,
    TEXTURE_EDGE = 16,
    TRIANGLES = 12,
    CORNERS = 3 * TRIANGLES,
    RUNS = 4000
};

typedef void draw_run(const struct mesh_run *run, struct sample_band *band);

draw_run portable_mesh_draw_deferred;
draw_run portable_mesh_draw;

static struct random random_state;
static struct mip_texture *textures[MESH_TEXTURES];

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

static void make_texture(unsigned t)
{
    uint8_t rgba[4 * TEXTURE_EDGE * TEXTURE_EDGE];
    size_t bytes;
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)(255.0F * share());
    }
    textures[t] = mip_texture_create(rgba, TEXTURE_EDGE, TEXTURE_EDGE, &bytes);
    assert_non_null(textures[t]);
    textures[t]->alpha.is_opacity = t % 2 == 0;
}

/* Everything that a mesh_batch points to. */
struct figure {
    struct mesh_vertex vertices[CORNERS];
    struct mesh_layers layers[CORNERS];
    uint32_t indices[CORNERS];
    struct mesh_material material;
    struct mesh_batch batch;
};

static void make_material(struct mesh_material *material)
{
    *material = mesh_material_of((enum mesh_blend)random_below(&random_state, MESH_BLENDS));
    material->mix = (enum mesh_mix)random_below(&random_state, MESH_MIXES);
    material->two_sided = true;
    material->depth_test = random_below(&random_state, 4) > 0;
    material->is_solid = random_below(&random_state, 4) == 0;
    material->third_weight = share();
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        material->wrap[t] = random_below(&random_state, 4);
        material->textures[t] = random_below(&random_state, 4) ? textures[t] : NULL;
    }
}

/* A corner near `middle`, or far outside the tile. */
static void make_corner(const int32_t middle[2], int32_t reach, struct mesh_vertex *vertex,
                        struct mesh_layers *layers)
{
    vertex->position = (struct mesh_position){middle[0] + between(-reach, reach),
                                              middle[1] + between(-reach, reach), 10.0F * share()};
    for (size_t c = 0; c < 4; c++) {
        vertex->light[c] = 2.0F * share();
    }
    for (size_t axis = 0; axis < 2; axis++) {
        vertex->uv[axis] = 8.0F * share() - 4.0F;
        for (size_t t = 0; t < MESH_TEXTURES - 1; t++) {
            layers->uv[t][axis] = 8.0F * share() - 4.0F;
        }
    }
    layers->mix = share();
}

static void make_figure(struct figure *figure)
{
    static const int32_t reaches[] = {SUBPIXELS / 2, 2 * SUBPIXELS, 40 * SUBPIXELS, MESH_REACH / 2};
    make_material(&figure->material);
    for (uint32_t i = 0; i < CORNERS; i += 3) {
        const int32_t middle[2] = {between(0, WIDTH_PX * SUBPIXELS),
                                   between(0, WIDTH_PX * SUBPIXELS)};
        int32_t reach = reaches[random_below(&random_state, 4)];
        for (uint32_t k = i; k < i + 3; k++) {
            make_corner(middle, reach, &figure->vertices[k], &figure->layers[k]);
            figure->indices[k] = k;
        }
    }
    figure->batch = (struct mesh_batch){.material = &figure->material,
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

static void draw_picture(const struct mesh_run *run, draw_run *draw, struct picture *picture)
{
    struct sample_band band = {.width_px = WIDTH_PX,
                               .rows = WIDTH_PX,
                               .depth = picture->depth,
                               .visible = picture->visible,
                               .rgba = picture->rgba,
                               .clip_height = 8.0F};
    start_picture(picture);
    draw(run, &band);
}

/* How many bytes of the picture the figure changes, in both forms. */
static size_t draw_both(const struct figure *figure)
{
    static struct picture own, portable, blank;
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    assert_true(mesh_list_append(&list, &figure->batch, &arena) && mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, WIDTH_PX, WIDTH_PX, &arena, &bins));
    const struct pixel_area area = {0, WIDTH_PX, 0, WIDTH_PX};
    const struct mesh_run run = {&list, bins.triangles, bins.numbers, bins.begin[1], &area, 1};
    bool deferred = mesh_batch_is_deferred(&figure->batch);
    draw_picture(&run, deferred ? mesh_draw_deferred : mesh_draw, &own);
    draw_picture(&run, deferred ? portable_mesh_draw_deferred : portable_mesh_draw, &portable);
    arena_free(&arena);
    assert_memory_equal(own.rgba, portable.rgba, sizeof own.rgba);
    assert_memory_equal(own.depth, portable.depth, sizeof own.depth);
    size_t changed = 0;
    start_picture(&blank);
    for (size_t i = 0; i < sizeof own.rgba; i++) {
        changed += own.rgba[i] != blank.rgba[i];
    }
    return changed;
}

static void the_portable_form_draws_the_same_bytes(void **state)
{
    size_t drawn = 0;
    (void)state;
    random_state = random_seeded();
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        make_texture(t);
    }
    for (int run = 0; run < RUNS; run++) {
        struct figure figure;
        make_figure(&figure);
        drawn += draw_both(&figure) > 0;
    }
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        free(textures[t]);
    }
    assert_true(drawn > RUNS / 2);
}

int test_portable_mesh(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_portable_form_draws_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
