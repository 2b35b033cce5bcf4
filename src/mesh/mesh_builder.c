#include "mesh/mesh_builder.h"

#include "base/portable_math.h"
#include "formats/grid.h"

enum { EDGE_QUADS = 16 };

struct mesh_view mesh_builder_view(const struct mesh_builder *target,
                                   const struct placement_matrix *matrix)
{
    double scale = (double)QUADS_PER_TILE * (double)target->quad_px * SUBPIXELS / TILE_YD;
    double west = grid_edge_yd(target->scene->x);
    double north = grid_edge_yd(target->scene->y);
    struct mesh_view view;
    for (int column = 0; column < 4; column++) {
        double corner = column == 3 ? 1.0 : 0.0;
        view.to_pixel[0][column] = (corner * west - matrix->m[1][column]) * scale;
        view.to_pixel[1][column] = (corner * north - matrix->m[0][column]) * scale;
        view.to_height[column] = matrix->m[2][column];
    }
    return view;
}

uint32_t mesh_builder_edge(const struct mesh_builder *target)
{
    return EDGE_QUADS * target->quad_px;
}

bool mesh_builder_pin(const struct mesh_builder *target, struct mesh_material *material, unsigned t,
                      struct asset_ref file)
{
    struct mip_alpha alpha = {.is_opacity = t == 0 && surface_uses_alpha(material->blend)};
    if (t == 0 && !surface_is_transparent(material->blend)) {
        alpha.key = material->alpha_key;
    }
    material->textures[t] = (alpha.key ? mip_cache_pin_later : mip_cache_pin)(
        target->textures, file, mesh_builder_edge(target), alpha, target->arena, target->pins);
    return material->textures[t];
}

static bool make_room(struct mesh_builder *target, uint32_t vertices, uint32_t triangles)
{
    if (vertices > target->vertex_room) {
        target->vertex_room = vertices;
        target->moved.xy = arena_alloc_dirty(target->arena, vertices, sizeof *target->moved.xy);
        target->moved.z_yd = arena_alloc_dirty(target->arena, vertices, sizeof *target->moved.z_yd);
    }
    if (triangles > target->triangle_room) {
        target->triangle_room = triangles;
        target->seen = arena_alloc_dirty(target->arena, triangles, sizeof *target->seen);
    }
    return target->moved.xy && target->moved.z_yd && target->seen;
}

static void move(const struct mesh_builder *target, const struct mesh_shape *shape)
{
    if (!shape->placed) {
        target->kernels->move(shape->view, shape->positions + shape->first_vertex,
                              shape->vertex_count, &target->moved);
        return;
    }
    for (uint32_t i = 0; i < shape->vertex_count; i++) {
        target->moved.xy[i][0] = shape->placed[i].x;
        target->moved.xy[i][1] = shape->placed[i].y;
        target->moved.z_yd[i] = shape->placed[i].z_yd;
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
    uint32_t level[MESH_TEXTURES];
};

/* Pins what the material's textures lack of these levels. False when out of memory. */
static bool pin_levels(const struct mesh_builder *target, const struct finest *finest,
                       struct mesh_material *material)
{
    for (uint32_t t = 0; t < MESH_TEXTURES; t++) {
        const struct mip_texture **texture = &material->textures[t];
        if (*texture && finest->level[t] < (*texture)->first_level) {
            *texture = mip_cache_pin_finer(target->textures, *texture, finest->level[t],
                                           target->arena, target->pins);
            if (!*texture) {
                return false;
            }
        }
    }
    return true;
}

static inline void read_uv(const struct mesh_coordinates *from, uint32_t vertex, float uv[2])
{
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
    struct mesh_layers *layers;
};

static void fill_layers(const struct mesh_shape *shape, const uint32_t vertex[3],
                        const struct mesh_corners *corners, const float mix[3],
                        struct finest *finest, struct mesh_layers *layers)
{
    const lanes_f k[3] = {{mix[0]}, {mix[1]}, {mix[2]}};
    struct mesh_planes planes = mesh_planes_of(corners, k);
    unsigned textures = mesh_material_textures(shape->material);
    *layers = (struct mesh_layers){.mix = {planes.at[0], planes.east[0], planes.south[0]}};
    for (unsigned t = 1; t < MESH_TEXTURES; t++) {
        struct mesh_layer_plane *layer = &layers->layer[t - 1];
        lanes_f value[3] = {0};
        if (!(textures >> t & 1)) {
            continue;
        }
        for (unsigned c = 0; c < 3; c++) {
            float uv[2];
            read_uv(&shape->textures[t], vertex[c], uv);
            value[c] = (lanes_f){uv[0], uv[1]};
        }
        planes = mesh_planes_of(corners, value);
        mesh_place_texture(shape->material->textures[t], shape->material->wrap[t], value, &planes,
                           &layer->texture);
        memcpy(layer->at, &planes.at, sizeof layer->at);
        memcpy(layer->east, &planes.east, sizeof layer->east);
        memcpy(layer->south, &planes.south, sizeof layer->south);
        uint32_t level = layer->texture.level;
        finest->level[t] = level < finest->level[t] ? level : finest->level[t];
    }
}

/* Fills triangle `number` of the shape, the i-th that is seen. */
static void fill_triangle(const struct mesh_builder *target, const struct mesh_shape *shape,
                          uint32_t number, uint32_t i, const struct looks *looks,
                          struct finest *finest)
{
    const struct mesh_material *material = shape->material;
    const uint32_t *indices = shape->indices + 3 * (size_t)number;
    uint32_t vertex[3] = {indices[0], indices[1], indices[2]};
    struct mesh_triangle *triangle =
        mesh_list_triangle(target->list, target->list->triangle_count + i);
    struct mesh_corners corners;
    lanes_f value[3];
    lanes_f rgba[3] = {0};
    float mix[3] = {shape->mix, shape->mix, shape->mix};
    mesh_corners_set(&target->moved, shape->first_vertex, vertex, &corners);
    for (unsigned c = 0; c < 3; c++) {
        float uv[2];
        float light = 0.0F;
        read_uv(&shape->textures[0], vertex[c], uv);
        if (shape->normals) {
            light = facing_of(shape, vertex[c]);
        } else {
            float color[4];
            shape->light_of(shape->user, vertex[c], color, &mix[c]);
            rgba[c] = lanes_load(color);
        }
        value[c] =
            (lanes_f){uv[0], uv[1], light, target->moved.z_yd[vertex[c] - shape->first_vertex]};
    }
    mesh_triangle_make(&corners, value, target->size_px, triangle);
    triangle->batch = target->list->count;
    triangle->texture = (struct mip_footprint){.taps = 1};
    if (material->textures[0]) {
        mesh_place_texture(material->textures[0], material->wrap[0], value, &triangle->planes,
                           &triangle->texture);
        uint32_t level = triangle->texture.level;
        finest->level[0] = level < finest->level[0] ? level : finest->level[0];
    }
    if (looks->colors) {
        looks->colors[i] = mesh_planes_of(&corners, rgba);
    }
    if (looks->layers) {
        fill_layers(shape, vertex, &corners, mix, finest, &looks->layers[i]);
    }
}

bool mesh_builder_add(struct mesh_builder *target, const struct mesh_shape *shape)
{
    struct mesh_list *list = target->list;
    const struct mesh_material *material = shape->material;
    if (!make_room(target, shape->vertex_count, shape->index_count / 3)) {
        return false;
    }
    move(target, shape);
    uint32_t count = target->kernels->find_seen(
        (const int32_t(*)[2])target->moved.xy, shape->indices, shape->index_count,
        shape->first_vertex, material->two_sided, target->size_px, target->seen);
    if (count == 0) {
        return true;
    }
    struct looks looks = {0};
    if (!shape->normals) {
        looks.colors = arena_alloc_dirty(target->arena, count, sizeof *looks.colors);
    }
    if (material->mix != MIX_FIRST) {
        looks.layers = arena_alloc_dirty(target->arena, count, sizeof *looks.layers);
    }
    if (!mesh_list_reserve(list, count, target->arena) || (!shape->normals && !looks.colors) ||
        (material->mix != MIX_FIRST && !looks.layers)) {
        return false;
    }
    struct finest finest = {{UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    for (uint32_t i = 0; i < count; i++) {
        fill_triangle(target, shape, target->seen[i], i, &looks, &finest);
    }
    const struct mesh_batch batch = {
        .material = material,
        .first = list->triangle_count,
        .count = count,
        .light = {lanes_load(shape->light[0]), lanes_load(shape->light[1])},
        .colors = looks.colors,
        .layers = looks.layers,
        .height_yd = shape->has_height ? shape->height_yd
                                       : mean_height(target->moved.z_yd, shape->vertex_count),
        .is_doodad = shape->is_doodad,
        .is_liquid = shape->is_liquid,
    };
    list->triangle_count += count;
    return pin_levels(target, &finest, shape->material) &&
           mesh_list_append(list, &batch, target->arena);
}
