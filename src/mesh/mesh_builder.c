/*
 * A batch is set up in an order that saves work: which triangles are seen, then planes of light and
 * coordinates for these alone. How fine their textures have to be comes out on the way.
 */
#include "mesh/mesh_builder.h"

#include <math.h>

#include "base/portable_math.h"
#include "formats/grid.h"

void mesh_builder_place(const struct mesh_builder *builder, double x_yd, double y_yd,
                        double place_px[2])
{
    const double px_a_yard = (double)builder->size_px / TILE_YD;
    place_px[0] = (grid_edge_yd(builder->scene->x) - y_yd) * px_a_yard;
    place_px[1] = (grid_edge_yd(builder->scene->y) - x_yd) * px_a_yard;
}

struct mesh_view mesh_builder_view(const struct mesh_builder *builder,
                                   const struct placement_matrix *matrix)
{
    double scale = (double)QUADS_PER_TILE * (double)builder->quad_px * SUBPIXELS / TILE_YD;
    double west = grid_edge_yd(builder->scene->x);
    double north = grid_edge_yd(builder->scene->y);
    struct mesh_view view;
    for (int column = 0; column < 4; column++) {
        double corner = column == 3 ? 1.0 : 0.0;
        view.to_pixel[0][column] = (corner * west - matrix->m[1][column]) * scale;
        view.to_pixel[1][column] = (corner * north - matrix->m[0][column]) * scale;
        view.to_height[column] = matrix->m[2][column];
    }
    return view;
}

static bool mesh_builder_make_room(struct mesh_builder *builder, uint32_t vertices,
                                   uint32_t triangles)
{
    if (vertices > builder->vertex_room) {
        builder->vertex_room = vertices;
        builder->moved.xy = arena_alloc_dirty(builder->arena, vertices, sizeof *builder->moved.xy);
        builder->moved.z_yd =
            arena_alloc_dirty(builder->arena, vertices, sizeof *builder->moved.z_yd);
    }
    if (triangles > builder->triangle_room) {
        builder->triangle_room = triangles;
        builder->seen = arena_alloc_dirty(builder->arena, triangles, sizeof *builder->seen);
    }
    return builder->moved.xy && builder->moved.z_yd && builder->seen;
}

/* Of vertices that are placed already nothing is known but that they may be anywhere. */
static struct mesh_extent move(const struct mesh_builder *builder, const struct mesh_shape *shape)
{
    if (!shape->placed) {
        return builder->kernels->move(shape->view, shape->positions, shape->first_vertex,
                                      shape->vertex_count, &builder->moved);
    }
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        const uint32_t vertex = shape->first_vertex + i;
        builder->moved.xy[vertex][0] = shape->placed[i].x;
        builder->moved.xy[vertex][1] = shape->placed[i].y;
        builder->moved.z_yd[vertex] = shape->placed[i].z_yd;
    }
    return (struct mesh_extent){{INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MAX}};
}

/* What transparent batches are sorted by; nobody asks others for it. */
static float height_of(const struct mesh_shape *shape, const float *z_yd)
{
    if (shape->has_height || !surface_is_transparent(shape->material->blend)) {
        return shape->height_yd;
    }
    double sum = 0.0;
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        sum += (double)z_yd[shape->first_vertex + i];
    }
    return shape->vertex_count ? (float)(sum / (double)shape->vertex_count) : 0.0F;
}

/* The top of a transparent batch of `count` triangles, which follow those that the list counts. */
static float top_of(const struct mesh_list *list, uint32_t count)
{
    float top_yd = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        float high_yd = mesh_list_triangle(list, list->triangle_count + i)->high_yd;
        top_yd = high_yd > top_yd ? high_yd : top_yd;
    }
    return top_yd;
}

/* Whether all that lies in an extent is off the tile, or left out. */
static bool is_left_out(const struct mesh_builder *builder, const struct mesh_extent *extent)
{
    const int32_t size = (int32_t)(builder->size_px * SUBPIXELS);
    const struct pixel_area *area = builder->left_out;
    const int32_t *low = extent->low, *high = extent->high;
    return high[0] < 0 || high[1] < 0 || low[0] >= size || low[1] >= size ||
           (area && low[0] >= (int32_t)(area->first_column * SUBPIXELS) &&
            high[0] < (int32_t)(area->end_column * SUBPIXELS) &&
            low[1] >= (int32_t)(area->first_row * SUBPIXELS) &&
            high[1] < (int32_t)(area->end_row * SUBPIXELS));
}

/* Asks for the finest level of each texture that a batch samples. */
static void ask_for_levels(const uint32_t finest[SURFACE_TEXTURES],
                           const struct surface_material *material, struct mesh_list *list)
{
    for (uint32_t t = 0; t < SURFACE_TEXTURES && list->finest; t++) {
        uint8_t *asked = &list->finest[material->numbers[t]];
        if (material->numbers[t] && finest[t] < *asked) {
            *asked = (uint8_t)finest[t];
        }
    }
}

/* Edges are heights alone, for which what is deferred has no pixels shaded. */
static bool has_heights_only(const struct mesh_builder *builder,
                             const struct surface_material *material)
{
    return builder->left_out && mesh_is_deferred(material);
}

bool mesh_builder_add(struct mesh_builder *builder, const struct mesh_shape *shape)
{
    struct mesh_list *list = builder->list;
    const struct surface_material *material = shape->material;
    if (!mesh_builder_make_room(builder, shape->first_vertex + shape->vertex_count,
                                shape->index_count / 3)) {
        return false;
    }
    const struct mesh_extent extent = move(builder, shape);
    if (is_left_out(builder, &extent)) {
        return true;
    }
    const uint32_t count = builder->kernels->find_seen(
        (const int32_t(*)[2])builder->moved.xy, shape->indices, shape->index_count,
        material->two_sided, builder->size_px, builder->left_out, builder->seen);
    if (count == 0) {
        return true;
    }
    uint32_t finest[SURFACE_TEXTURES];
    memset(finest, 0xFF, sizeof finest);
    struct mesh_making making = {.builder = builder,
                                 .shape = shape,
                                 .numbers = builder->seen,
                                 .count = count,
                                 .has_heights_only = has_heights_only(builder, material),
                                 .finest = finest};
    const bool has_colors = shape->light_of && !making.has_heights_only;
    if (has_colors) {
        making.colors = arena_alloc_dirty(builder->arena, count, sizeof *making.colors);
    }
    if (material->mix != MIX_FIRST && !making.has_heights_only) {
        making.layers_bytes = mesh_layers_bytes(surface_mix_textures(material->mix));
        making.layers = arena_alloc_dirty(builder->arena, count, making.layers_bytes);
    }
    if (!mesh_list_reserve(list, count, builder->arena) || (has_colors && !making.colors) ||
        (making.layers_bytes > 0 && !making.layers)) {
        return false;
    }
    builder->kernels->make_triangles(&making);
    const struct mesh_batch batch = {
        .material = material,
        .first = list->triangle_count,
        .count = count,
        .light = {lanes_load(shape->light[0]), lanes_load(shape->light[1])},
        .colors = making.colors,
        .layers = (void *)making.layers,
        .layers_bytes = making.layers_bytes,
        .height_yd = height_of(shape, builder->moved.z_yd),
        .top_yd = surface_is_transparent(material->blend) ? top_of(list, count) : 0.0F,
        .is_doodad = shape->is_doodad,
        .is_liquid = shape->is_liquid,
        .covers_ground = shape->covers_ground,
        .takes_shadow = shape->takes_shadow,
    };
    list->triangle_count += count;
    ask_for_levels(finest, material, list);
    return mesh_list_append(list, &batch, builder->arena);
}
