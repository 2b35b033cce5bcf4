/* Triangles with vertices of a test's own, and drawing them into a band as a tile's overlay does.
 */
#ifndef TESTS_MESH_DRAW_BATCH_H
#define TESTS_MESH_DRAW_BATCH_H

#include <stddef.h>
#include <stdlib.h>

#include "mesh/mesh_builder.h"

struct test_vertex {
    struct mesh_position position;
    float light[4];
    float uv[2];
};

struct test_layers {
    float mix;
    float uv[SURFACE_TEXTURES - 1][2];
};

struct test_batch {
    const struct surface_material *material;
    const struct test_vertex *vertices;
    const struct test_layers *layers; /* NULL with MIX_FIRST */
    const uint32_t *indices;
    uint32_t index_count;
    float height_yd;
    bool is_doodad;
    bool is_liquid;
    bool covers_ground;
};

/* mesh_light_function */
static inline void test_lights_of(const void *user, const uint32_t *vertices, uint32_t count,
                                  struct mesh_lights *lights)
{
    const struct test_batch *batch = user;
    for (uint32_t i = 0; i < count; i++) {
        lights->color[i] = lanes_load(batch->vertices[vertices[i]].light);
        lights->weights[i] = lanes_splat(batch->layers ? batch->layers[vertices[i]].mix : 1.0F);
        lights->facing[i] = 0.0F;
    }
}

/* Appends what is seen of the batch on a tile of `size_px`, by `builder`. */
static inline void test_batch_add(const struct test_batch *batch, struct mesh_builder *builder)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->index_count; i++) {
        count = batch->indices[i] >= count ? batch->indices[i] + 1 : count;
    }
    struct mesh_position *placed = arena_alloc(builder->arena, count, sizeof *placed);
    assert_non_null(placed);
    for (uint32_t i = 0; i < count; i++) {
        placed[i] = batch->vertices[i].position;
    }
    struct mesh_shape shape = {
        .material = batch->material,
        .vertex_count = count,
        .indices = batch->indices,
        .index_count = batch->index_count,
        .placed = placed,
        .textures = {{batch->vertices[0].uv, sizeof *batch->vertices / sizeof(float), NULL,
                      MAPPED_BY_VERTEX}},
        .light_of = test_lights_of,
        .user = batch,
        .is_doodad = batch->is_doodad,
        .is_liquid = batch->is_liquid,
        .covers_ground = batch->covers_ground,
        .has_height = true,
        .height_yd = batch->height_yd,
    };
    for (uint32_t t = 1; t < SURFACE_TEXTURES && batch->layers; t++) {
        shape.textures[t] = (struct mesh_coordinates){batch->layers[0].uv[t - 1],
                                                      sizeof *batch->layers / sizeof(float), NULL,
                                                      MAPPED_BY_VERTEX};
    }
    assert_true(mesh_builder_add(builder, &shape));
}

static inline struct mesh_builder test_builder(struct mesh_list *list, struct arena *arena,
                                               uint32_t size_px)
{
    return (struct mesh_builder){.kernels = mesh_kernels_get(ADTMAP_CPU_AUTO),
                                 .sampling = {MIP_ANISOTROPIC, 1.0F},
                                 .size_px = size_px,
                                 .arena = arena,
                                 .list = list};
}

/* Draws what a sorted list has in the band, one of `size_px` / band->rows of a square tile. */
static inline void draw_list(const struct mesh_list *list, const struct mesh_kernels *kernels,
                             uint32_t size_px, struct arena *arena, struct sample_band *band)
{
    struct mesh_bins bins;
    assert_true(mesh_bins_fill(list, size_px, band->rows, arena, &bins));
    uint32_t first = bins.begin[band->first_row / band->rows];
    uint32_t count = bins.begin[band->first_row / band->rows + 1] - first;
    struct mesh_triangle *triangles = arena_alloc(arena, count, sizeof *triangles);
    struct mesh_layer_plane *seconds = arena_alloc(arena, count, sizeof *seconds);
    const struct pixel_area area = {0, size_px, band->first_row, band->first_row + band->rows};
    struct mesh_run run = {list, triangles, bins.numbers + first, seconds, 0, &area, 1};
    assert_true(triangles && seconds);
    mesh_run_gather(list, run.numbers, count, triangles, seconds);
    while (run.count < count && list->batches[triangles[run.count].batch].rank == MESH_DEFERRED) {
        run.count++;
    }
    kernels->draw_deferred(&run, band);
    run.triangles += run.count;
    run.numbers += run.count;
    run.seconds += run.count;
    run.count = count - run.count;
    kernels->draw(&run, band);
}

static inline void draw_batch(const struct test_batch *batch, uint32_t size_px,
                              struct sample_band *band)
{
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_builder builder = test_builder(&list, &arena, size_px);
    test_batch_add(batch, &builder);
    assert_true(mesh_list_sort(&list, &arena));
    draw_list(&list, builder.kernels, size_px, &arena, band);
    arena_free(&arena);
}

/* The corner of a triangle at a position; which of the three. */
static inline unsigned test_corner_at(const struct mesh_triangle *triangle, int32_t x, int32_t y)
{
    for (unsigned k = 0; k < 3; k++) {
        if (triangle->x[k] == x && triangle->y[k] == y) {
            return k;
        }
    }
    fail_msg("no corner at %d, %d", (int)x, (int)y);
    return 0;
}

#endif
