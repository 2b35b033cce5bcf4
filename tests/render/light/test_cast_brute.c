/*
 * Cast shadows against brute force: a ray towards the sun from each of 16 points of a pixel, over
 * the triangles of the tile. Pixels at edges of shadows and of things do not count, nor do those in
 * water. The ground casts nothing; it is a little uneven, which shadows do not know.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "formats/grid.h"
#include "job/tiles/tile_edges.h"
#include "mesh/mesh_list.h"
#include "mesh/mesh_shade.h"
#include "render/draw_scene.h"
#include "render/light/tile_light.h"
#include "render/terrain/terrain_height.h"
#include "scene/tile/tile_source.h"
#include "shared_world.h"

enum {
    SIZE_PX = 512,
    X = 32,
    Y = 32,
    CELL_PX = 4,
    CELLS = SIZE_PX / CELL_PX,
    POINTS = 4,  /* of a pixel on each axis */
    MARGIN = 64, /* what stands on other tiles casts no farther */
    EVERY = 2,   /* pixel is looked at, on each axis */
};

static const double PIXEL_YD = 1600.0 / 3.0 / SIZE_PX;

/* A triangle in pixels and yards. */
struct solid {
    double corner[3][3];
    double high;
    uint32_t number;
    bool is_leaf;
};

struct cell {
    uint32_t count, room;
    uint32_t *solids;
};

struct brute {
    const struct scene_tile *scene;
    const struct mesh_list *meshes;
    struct solid *solids;
    struct cell cells[CELLS][CELLS];
    double sun[3]; /* a step towards the sun: pixels east and south, yards up */
};

static void put_in_cells(struct brute *brute, uint32_t index)
{
    const struct mesh_triangle *triangle =
        mesh_list_triangle(brute->meshes, brute->solids[index].number);
    for (uint32_t y = triangle->top / CELL_PX; y <= triangle->bottom / CELL_PX; y++) {
        for (uint32_t x = triangle->left / CELL_PX; x <= triangle->right / CELL_PX; x++) {
            struct cell *cell = &brute->cells[y][x];
            if (cell->count == cell->room) {
                cell->room = cell->room ? 2 * cell->room : 16;
                cell->solids = realloc(cell->solids, cell->room * sizeof *cell->solids);
                assert_non_null(cell->solids);
            }
            cell->solids[cell->count++] = index;
        }
    }
}

static void gather(struct brute *brute)
{
    uint32_t count = 0;
    brute->solids = calloc(brute->meshes->triangle_count, sizeof *brute->solids);
    assert_non_null(brute->solids);
    for (uint32_t b = 0; b < brute->meshes->count; b++) {
        const struct mesh_batch *batch = &brute->meshes->batches[b];
        bool casts = !batch->sheet && !batch->is_liquid && batch->rank != MESH_TRANSPARENT;
        for (uint32_t i = 0; i < batch->count && casts; i++) {
            const struct mesh_triangle *triangle =
                mesh_list_triangle(brute->meshes, batch->first + i);
            struct solid *solid = &brute->solids[count];
            solid->number = batch->first + i;
            solid->is_leaf = batch->rank != MESH_DEFERRED;
            solid->high = -INFINITY;
            for (int k = 0; k < 3; k++) {
                double x = triangle->x[k] - triangle->x[0], y = triangle->y[k] - triangle->y[0];
                double *corner = solid->corner[k];
                corner[0] = (double)triangle->x[k] / SUBPIXELS;
                corner[1] = (double)triangle->y[k] / SUBPIXELS;
                corner[2] = (double)triangle->planes.at[PLANE_HEIGHT] +
                            x * (double)triangle->planes.east[PLANE_HEIGHT] +
                            y * (double)triangle->planes.south[PLANE_HEIGHT];
                solid->high = corner[2] > solid->high ? corner[2] : solid->high;
            }
            put_in_cells(brute, count++);
        }
    }
}

/* Whether leaves are there at a point of the image. */
static bool has_leaf(const struct brute *brute, const struct solid *solid, double x, double y)
{
    const struct mesh_triangle *triangle = mesh_list_triangle(brute->meshes, solid->number);
    struct mesh_shading shading;
    mesh_shading_setup(brute->meshes, triangle, solid->number, NULL, &shading);
    lanes_f color = {0};
    int32_t at_x = (int32_t)(x * SUBPIXELS), at_y = (int32_t)(y * SUBPIXELS);
    if (shading.is_leaf) {
        float rgba[WIDE][4];
        wide_f colors;
        bool is_there =
            mesh_shade_leaves(&shading, wide_splat_i(at_x), wide_splat_i(at_y), &colors) != 0;
        memcpy(rgba, &colors, sizeof rgba);
        return is_there && rgba[0][3] >= MESH_HALF;
    }
    color = mesh_shade(&shading, at_x, at_y);
    return mesh_effect_of(&shading, &color).hides;
}

static double cross(const double *a, const double *b, double x, double y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/* The height of the triangle over a point; false outside of it. */
static bool height_over(const struct solid *solid, double x, double y, double *z)
{
    const double *a = solid->corner[0], *b = solid->corner[1], *c = solid->corner[2];
    double area = cross(a, b, c[0], c[1]);
    double u = cross(b, c, x, y), v = cross(c, a, x, y), w = cross(a, b, x, y);
    if (!(area > 0) || u < 0 || v < 0 || w < 0) {
        return false;
    }
    *z = (u * a[2] + v * b[2] + w * c[2]) / area;
    return true;
}

/* Where a ray from a point goes through the plane of a triangle and inside of it: in steps. */
static bool ray_hits(const struct brute *brute, const struct solid *solid, const double from[3],
                     double *step)
{
    double e[2][3], n[3], down = 0, along = 0;
    for (int i = 0; i < 3; i++) {
        double scale = i < 2 ? PIXEL_YD : 1;
        e[0][i] = (solid->corner[1][i] - solid->corner[0][i]) * scale;
        e[1][i] = (solid->corner[2][i] - solid->corner[0][i]) * scale;
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = e[0][j] * e[1][k] - e[0][k] * e[1][j];
    }
    for (int i = 0; i < 3; i++) {
        double scale = i < 2 ? PIXEL_YD : 1;
        down += n[i] * (solid->corner[0][i] - from[i]) * scale;
        along += n[i] * brute->sun[i] * scale;
    }
    if (along == 0) {
        return false;
    }
    *step = down / along;
    double x = from[0] + *step * brute->sun[0], y = from[1] + *step * brute->sun[1], z;
    return *step > 0 && height_over(solid, x, y, &z) &&
           (!solid->is_leaf || has_leaf(brute, solid, x, y));
}

static bool is_hidden(const struct brute *brute, const double from[3])
{
    uint32_t last_x = CELLS, last_y = CELLS;
    for (double step = 0; step < MARGIN / PIXEL_YD; step += 1) {
        double x = from[0] + step * brute->sun[0], y = from[1] + step * brute->sun[1];
        if (x < 0 || y < 0 || x >= SIZE_PX || y >= SIZE_PX) {
            return false;
        }
        uint32_t cell_x = (uint32_t)x / CELL_PX, cell_y = (uint32_t)y / CELL_PX;
        if (cell_x == last_x && cell_y == last_y) {
            continue;
        }
        last_x = cell_x;
        last_y = cell_y;
        const struct cell *cell = &brute->cells[cell_y][cell_x];
        for (uint32_t i = 0; i < cell->count; i++) {
            const struct solid *solid = &brute->solids[cell->solids[i]];
            double at;
            if (solid->high > from[2] + step * brute->sun[2] - 5 &&
                ray_hits(brute, solid, from, &at)) {
                return true;
            }
        }
    }
    return false;
}

/* Height of the fan of a quad at u east, v south, 0..1. */
static double fan_height(const float *quad, double u, double v)
{
    enum { EAST = 1, MIDDLE = 9, SOUTH = 17 };
    bool is_north = v < u, is_west = u + v < 1;
    double along = is_north == is_west ? u : v;
    double inward = is_north ? (is_west ? v : 1 - u) : (is_west ? u : 1 - v);
    const float *first = quad + (is_west ? 0 : is_north ? EAST : SOUTH);
    const float *second = quad + (is_west ? (is_north ? EAST : SOUTH) : SOUTH + EAST);
    return (double)*first * (1 - along - inward) + (double)*second * (along - inward) +
           2 * inward * (double)quad[MIDDLE];
}

/* What is seen at a point. */
static double surface_at(const struct brute *brute, double x, double y)
{
    const double quad_px = (double)SIZE_PX / QUADS_PER_TILE;
    uint32_t column = (uint32_t)(x / quad_px), row = (uint32_t)(y / quad_px);
    const float *quad = terrain_quad(brute->scene, column, row);
    assert_non_null(quad);
    double highest = fan_height(quad, x / quad_px - column, y / quad_px - row);
    const struct cell *cell = &brute->cells[(uint32_t)y / CELL_PX][(uint32_t)x / CELL_PX];
    for (uint32_t i = 0; i < cell->count; i++) {
        const struct solid *solid = &brute->solids[cell->solids[i]];
        double z;
        if (solid->high > highest && height_over(solid, x, y, &z) && z > highest &&
            (!solid->is_leaf || has_leaf(brute, solid, x, y))) {
            highest = z;
        }
    }
    return highest;
}

/* How many points of a pixel are hidden from the sun, and by how much their heights differ. */
static int hidden_points(const struct brute *brute, uint32_t x, uint32_t y, double *spread)
{
    int hidden = 0;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < POINTS * POINTS; i++) {
        double from[3] = {x + (i % POINTS + 0.5) / POINTS, y + (i / POINTS + 0.5) / POINTS};
        from[2] = surface_at(brute, from[0], from[1]);
        low = from[2] < low ? from[2] : low;
        high = from[2] > high ? from[2] : high;
        for (int k = 0; k < 3; k++) {
            from[k] += 0.2 * brute->sun[k]; /* not by the surface that it is on */
        }
        hidden += is_hidden(brute, from);
    }
    *spread = high - low;
    return hidden;
}

static bool is_in_water(const struct scene_tile *scene, uint32_t x, uint32_t y)
{
    const uint32_t chunk_px = SIZE_PX / ADT_EDGE;
    bool found = false;
    for (uint32_t i = 0; i < scene->liquids.count; i++) {
        found = found || scene->liquids.layers[i].chunk == y / chunk_px * ADT_EDGE + x / chunk_px;
    }
    return found;
}

/* Whether the shade changes near a pixel. */
static bool is_edge(const uint8_t *shade, uint32_t x, uint32_t y)
{
    uint8_t low = 255, high = 0;
    for (uint32_t i = 0; i < 9; i++) {
        uint8_t near = shade[(y - 1 + i / 3) * SIZE_PX + x - 1 + i % 3];
        low = near < low ? near : low;
        high = near > high ? near : high;
    }
    return high - low > 127;
}

static void compare(const struct brute *brute, const uint8_t *shade)
{
    uint32_t counts[2][2] = {0};
    for (uint32_t y = MARGIN; y < SIZE_PX - 1; y += EVERY) {
        for (uint32_t x = MARGIN; x < SIZE_PX - 1; x += EVERY) {
            double spread;
            if (is_in_water(brute->scene, x, y) || is_edge(shade, x, y)) {
                continue;
            }
            int hidden = hidden_points(brute, x, y, &spread);
            if ((hidden == 0 || hidden == POINTS * POINTS) && spread < 2) {
                counts[hidden > 0][shade[y * SIZE_PX + x] >= 128]++;
            }
        }
    }
    uint32_t agree = counts[0][0] + counts[1][1];
    uint32_t all = agree + counts[0][1] + counts[1][0];
    print_message("lit: %u and %u, hidden: %u and %u, agree: %.2f %%\n", counts[0][0], counts[0][1],
                  counts[1][1], counts[1][0], 100.0 * agree / all);
    assert_true(counts[1][1] + counts[1][0] > 250);
    assert_true(agree >= 0.97 * all);
    assert_true(counts[1][1] >= 0.9 * (counts[1][1] + counts[1][0]));
}

static void shadows_are_those_of_rays(void **state)
{
    (void)state;
    const struct diag diag = {0};
    struct shared_world world = shared_world_open(*demo_eras());
    const char *const root = world.path;
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct tile_files files;
    struct tile_source source;
    struct arena arena = {0};
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    settings.doodads = ADTMAP_DOODADS_ALL;
    settings.shadows = ADTMAP_SHADOWS_CAST;
    assert_int_equal(adtmap_data_open(&root, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, NULL), ADTMAP_OK);
    assert_int_equal(map_read_tile(map, X, Y, &diag, &files), ADTMAP_OK);
    struct tile_plan *plan = tile_plan_create(&settings);
    struct tile_scratch *scratch = tile_scratch_create(plan, 2);
    struct tile_request request = tile_request_of(map, X, Y, &settings);
    request.quad_px = tile_plan_quad_px(plan);
    request.has_picture = true;
    struct tile_input input;
    struct tile_edges *edges;
    assert_int_equal(tile_source_open(&request, &files.adt, &arena, &diag, &source), ADTMAP_OK);
    assert_int_equal(tile_input_make(plan, source.scene, &source.textures, &arena, &diag, &input),
                     ADTMAP_OK);
    struct arena for_edges = {0};
    assert_true(tile_edges_create(plan, map, &settings, &edges));
    assert_int_equal(tile_edges_light(edges, plan, true, scratch, &for_edges, &diag, &input),
                     ADTMAP_OK);
    struct brute *brute = calloc(1, sizeof *brute);
    assert_non_null(brute);
    brute->scene = source.scene;
    brute->meshes = input.meshes;
    brute->sun[0] = -(double)settings.light.sun[1];
    brute->sun[1] = -(double)settings.light.sun[0];
    double length = hypot(brute->sun[0], brute->sun[1]);
    brute->sun[0] /= length;
    brute->sun[1] /= length;
    brute->sun[2] = (double)settings.light.sun[2] / length * PIXEL_YD;
    gather(brute);
    compare(brute, input.light->shade);
    for (uint32_t i = 0; i < CELLS * CELLS; i++) {
        free(brute->cells[i / CELLS][i % CELLS].solids);
    }
    free(brute->solids);
    free(brute);
    tile_source_close(&source);
    tile_edges_destroy(edges);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    tile_files_release(&files);
    arena_free(&for_edges);
    arena_free(&arena);
    adtmap_map_close(map);
    adtmap_data_close(data);
    shared_world_close(&world);
}

int test_cast_brute(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadows_are_those_of_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
