/*
 * A batch is set up in an order that saves work: which triangles are seen, then planes of light and
 * coordinates for these alone. How fine their textures have to be comes out on the way.
 */
#include "mesh/mesh_builder.h"

#include "base/portable_math.h"
#include "formats/grid.h"

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

static void move(const struct mesh_builder *builder, const struct mesh_shape *shape)
{
    if (!shape->placed) {
        builder->kernels->move(shape->view, shape->positions + shape->first_vertex,
                               shape->vertex_count, &builder->moved);
        return;
    }
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        builder->moved.xy[i][0] = shape->placed[i].x;
        builder->moved.xy[i][1] = shape->placed[i].y;
        builder->moved.z_yd[i] = shape->placed[i].z_yd;
    }
}

static float mean_height(const float *z_yd, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (double)z_yd[i];
    }
    return count ? (float)(sum / (double)count) : 0.0F;
}

/* The finest level of each texture that a batch samples. */
struct finest {
    uint32_t level[SURFACE_TEXTURES];
};

static void ask_for_levels(const struct finest *finest, const struct surface_material *material,
                           struct mesh_list *list)
{
    for (uint32_t t = 0; t < SURFACE_TEXTURES && list->finest; t++) {
        uint8_t *asked = &list->finest[material->numbers[t]];
        if (material->numbers[t] && finest->level[t] < *asked) {
            *asked = (uint8_t)finest->level[t];
        }
    }
}

static void reflect(const struct mesh_builder *builder, const struct mesh_shape *shape,
                    enum mesh_mapping mapping, uint32_t vertex, float uv[2])
{
    static const float up[3] = {0.0F, 0.0F, 1.0F};
    uint32_t i = vertex - shape->first_vertex;
    const struct mesh_position at = {builder->moved.xy[i][0], builder->moved.xy[i][1],
                                     builder->moved.z_yd[i]};
    mesh_reflect(&builder->eye, shape->view, mapping, shape->normals ? shape->normals[vertex] : up,
                 &at, uv);
}

/* Texture coordinates of texture `t` at a vertex. */
static inline void read_uv(const struct mesh_builder *builder, const struct mesh_shape *shape,
                           unsigned t, uint32_t vertex, float uv[2])
{
    const struct mesh_coordinates *from = &shape->textures[t];
    if (from->mapping != MAPPED_BY_VERTEX) {
        reflect(builder, shape, from->mapping, vertex, uv);
        return;
    }
    if (!from->values) {
        uv[0] = uv[1] = 0.0F;
        return;
    }
    const float *at = from->values + (size_t)vertex * from->stride;
    for (int axis = 0; axis < 2; axis++) {
        const float *row = from->transform ? from->transform[axis] : NULL;
        uv[axis] = row ? row[0] * at[0] + row[1] * at[1] + row[2] : at[axis];
    }
}

/* max(0, n . sun). */
static inline float facing_of(const struct mesh_shape *shape, uint32_t vertex)
{
    const float *normal = shape->normals[vertex];
    float facing =
        shape->sun[0] * normal[0] + shape->sun[1] * normal[1] + shape->sun[2] * normal[2];
    return facing > 0.0F ? facing : 0.0F;
}

/* What triangle `number` of the batch looks like: the planes of its light, and of its further
 * textures. */
struct looks {
    struct mesh_planes *colors;
    char *layers;
    uint32_t layers_bytes;
};

/* Between levels, what a key cuts out would blur into what is behind it. */
static struct mip_sampling sampling_of(const struct mesh_builder *builder,
                                       const struct surface_material *material)
{
    bool is_cut = material->alpha_key && !surface_is_transparent(material->blend);
    return (struct mip_sampling){is_cut ? MIP_ANISOTROPIC : builder->sampling.filter,
                                 builder->sampling.pixel};
}

static void fill_layers(const struct mesh_builder *builder, const struct mesh_shape *shape,
                        const uint32_t vertex[3], const struct mesh_corners *corners,
                        const lanes_f weights[3], struct finest *finest, struct mesh_layers *layers)
{
    unsigned present = surface_material_textures(shape->material);
    unsigned count = surface_mix_textures(shape->material->mix);
    layers->weights = mesh_planes_of(corners, weights);
    for (unsigned t = 1; t < count; t++) {
        struct mesh_layer_plane *layer = &layers->layer[t - 1];
        lanes_f value[3] = {0};
        *layer = (struct mesh_layer_plane){0};
        if (!(present >> t & 1)) {
            continue;
        }
        for (unsigned c = 0; c < 3; c++) {
            float uv[2];
            read_uv(builder, shape, t, vertex[c], uv);
            value[c] = (lanes_f){uv[0], uv[1]};
        }
        struct mesh_planes planes = mesh_planes_of(corners, value);
        mesh_place_texture(shape->material->textures[t], sampling_of(builder, shape->material),
                           shape->material->wrap[t], value, &planes, &layer->texture);
        memcpy(layer->at, &planes.at, sizeof layer->at);
        memcpy(layer->east, &planes.east, sizeof layer->east);
        memcpy(layer->south, &planes.south, sizeof layer->south);
        uint32_t level = layer->texture.level;
        finest->level[t] = level < finest->level[t] ? level : finest->level[t];
    }
}

/* Fills triangle `number` of the shape, the i-th that is seen. */
static void fill_triangle(const struct mesh_builder *builder, const struct mesh_shape *shape,
                          uint32_t number, uint32_t i, const struct looks *looks,
                          struct finest *finest)
{
    const struct surface_material *material = shape->material;
    const uint32_t *indices = shape->indices + 3 * (size_t)number;
    uint32_t vertex[3] = {indices[0], indices[1], indices[2]};
    struct mesh_triangle *triangle =
        mesh_list_triangle(builder->list, builder->list->triangle_count + i);
    struct mesh_corners corners;
    lanes_f value[3];
    lanes_f rgba[3] = {0};
    lanes_f weights[3] = {0};
    mesh_corners_set(&builder->moved, shape->first_vertex, vertex, &corners);
    for (unsigned c = 0; c < 3; c++) {
        float uv[2];
        float light = 0.0F;
        read_uv(builder, shape, 0, vertex[c], uv);
        if (shape->light_of) {
            float color[4], mix[4] = {0};
            light = shape->light_of(shape->user, vertex[c], color, mix);
            rgba[c] = lanes_load(color);
            weights[c] = lanes_load(mix);
        } else {
            light = facing_of(shape, vertex[c]);
            weights[c] = lanes_splat(shape->mix);
        }
        value[c] =
            (lanes_f){uv[0], uv[1], light, builder->moved.z_yd[vertex[c] - shape->first_vertex]};
    }
    mesh_triangle_make(&corners, value, builder->size_px, triangle);
    triangle->batch = builder->list->count;
    triangle->texture = (struct mip_footprint){.taps = 1};
    if (material->textures[0]) {
        mesh_place_texture(material->textures[0], sampling_of(builder, material), material->wrap[0],
                           value, &triangle->planes, &triangle->texture);
        uint32_t level = triangle->texture.level;
        finest->level[0] = level < finest->level[0] ? level : finest->level[0];
    }
    if (looks->colors) {
        looks->colors[i] = mesh_planes_of(&corners, rgba);
    }
    if (looks->layers) {
        fill_layers(builder, shape, vertex, &corners, weights, finest,
                    (void *)(looks->layers + (size_t)i * looks->layers_bytes));
    }
}

bool mesh_builder_add(struct mesh_builder *builder, const struct mesh_shape *shape)
{
    struct mesh_list *list = builder->list;
    const struct surface_material *material = shape->material;
    if (!mesh_builder_make_room(builder, shape->vertex_count, shape->index_count / 3)) {
        return false;
    }
    move(builder, shape);
    uint32_t count = builder->kernels->find_seen(
        (const int32_t(*)[2])builder->moved.xy, shape->indices, shape->index_count,
        shape->first_vertex, material->two_sided, builder->size_px, builder->seen);
    if (count == 0) {
        return true;
    }
    struct looks looks = {0};
    if (shape->light_of) {
        looks.colors = arena_alloc_dirty(builder->arena, count, sizeof *looks.colors);
    }
    if (material->mix != MIX_FIRST) {
        looks.layers_bytes = mesh_layers_bytes(surface_mix_textures(material->mix));
        looks.layers = arena_alloc_dirty(builder->arena, count, looks.layers_bytes);
    }
    if (!mesh_list_reserve(list, count, builder->arena) || (shape->light_of && !looks.colors) ||
        (material->mix != MIX_FIRST && !looks.layers)) {
        return false;
    }
    struct finest finest;
    memset(&finest, 0xFF, sizeof finest);
    for (uint32_t i = 0; i < count; i++) {
        fill_triangle(builder, shape, builder->seen[i], i, &looks, &finest);
    }
    const struct mesh_batch batch = {
        .material = material,
        .first = list->triangle_count,
        .count = count,
        .light = {lanes_load(shape->light[0]), lanes_load(shape->light[1])},
        .colors = looks.colors,
        .layers = (void *)looks.layers,
        .layers_bytes = looks.layers_bytes,
        .height_yd = shape->has_height ? shape->height_yd
                                       : mean_height(builder->moved.z_yd, shape->vertex_count),
        .is_doodad = shape->is_doodad,
        .is_liquid = shape->is_liquid,
        .covers_ground = shape->covers_ground,
        .takes_shadow = shape->takes_shadow,
    };
    list->triangle_count += count;
    ask_for_levels(&finest, material, list);
    return mesh_list_append(list, &batch, builder->arena);
}
