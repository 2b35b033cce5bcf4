/*
 * A liquid of the ground lies on the grid of quads and becomes a sheet, which is drawn without
 * triangles. One with a texture, and any in a building, which may stand at an angle, becomes
 * triangles. A layer may have quads of several classes; each class is a batch of its own.
 */
#include "mesh/placed/liquid_mesh.h"

#include <math.h>
#include <string.h>

#include "base/size.h"
#include "formats/grid.h"
#include "mesh/liquid_sheet.h"
#include "mesh/placed/liquid_depth.h"

/* Quads over which a liquid's texture goes once; a tile has a multiple of them, so that it goes on
 * from tile to tile. */
#define TEXTURE_QUADS 2.0

enum { QUAD_INDICES = 6 };

/* `depth` has a number for each point. */
static void place_points(const struct mesh_builder *builder, const struct liquid_layer *layer,
                         const float *depth, struct liquid_point *points)
{
    const struct liquid_grid *grid = &layer->grid;
    int32_t step = (int32_t)builder->quad_px * SUBPIXELS;
    int32_t left = (int32_t)(layer->chunk % ADT_EDGE * QUADS_PER_CHUNK + layer->x) * step;
    int32_t top = (int32_t)(layer->chunk / ADT_EDGE * QUADS_PER_CHUNK + layer->y) * step;
    uint32_t i = 0;
    for (uint32_t row = 0; row <= grid->height; row++) {
        for (uint32_t column = 0; column <= grid->width; column++) {
            int32_t x = left + (int32_t)column * step;
            int32_t y = top + (int32_t)row * step;
            points[i].position = (struct mesh_position){x, y, grid->height_yd[i]};
            points[i].depth = depth[i];
            i++;
        }
    }
}

/* By what a time of day changes a liquid at a point: over the ground as the ground has it, in a
 * building, which may reach beyond the tile, as the place has it. */
static struct hour_tint tint_at(const struct mesh_builder *builder,
                                const struct liquid_point *point, bool covers_ground)
{
    const struct scene_tile *scene = builder->scene;
    const double chunk = (double)(builder->quad_px * QUADS_PER_CHUNK * SUBPIXELS);
    const double east = (double)point->position.x / chunk;
    const double south = (double)point->position.y / chunk;
    if (covers_ground) {
        return hour_grid_at(scene->hour_grid, (float)east, (float)south);
    }
    const double place[3] = {grid_edge_yd((double)scene->y + south / ADT_EDGE),
                             grid_edge_yd((double)scene->x + east / ADT_EDGE),
                             (double)point->position.z_yd};
    return hour_field_at(scene->hours, place);
}

/* The colour of a liquid at a point. With a texture, this has the colours. */
static void color_at(const struct mesh_builder *builder, const struct liquid_point *point,
                     enum liquid_class class, bool covers_ground, float rgba[4])
{
    static const struct adtmap_liquid of_texture = {{1, 1, 1, 1}, {1, 1, 1, 1}};
    bool textured = builder->scene->liquid_materials[class]->textures[0] != NULL;
    struct adtmap_liquid colors = textured ? of_texture : builder->settings->liquids[class];
    if (builder->scene->hours) {
        const struct hour_tint tint = tint_at(builder, point, covers_ground);
        colors = hour_tint_liquid(&tint, (enum adtmap_liquid_class) class, &colors);
    }
    for (size_t c = 0; c < 4; c++) {
        rgba[c] = colors.shallow[c] + (colors.deep[c] - colors.shallow[c]) * point->depth;
    }
}

/* What is drawn at the points of a liquid. */
struct liquid_look {
    struct mesh_position *placed;
    float (*uv)[2];
    float (*rgba)[4];
};

/* mesh_light_function */
static void lights_of_points(const void *user, const uint32_t *vertices, uint32_t count,
                             struct mesh_lights *lights)
{
    const struct liquid_look *look = user;
    for (uint32_t i = 0; i < count; i++) {
        lights->color[i] = lanes_load(look->rgba[vertices[i]]);
        lights->weights[i] = (lanes_f){0.0F, 0.0F, 0.0F, 1.0F};
        lights->facing[i] = 0.0F;
    }
}

static void fill_point(const struct mesh_builder *builder, const struct liquid_point *point,
                       size_t i, const struct liquid_look *look)
{
    double quad = (double)builder->quad_px * SUBPIXELS;
    look->placed[i] = point->position;
    look->uv[i][0] = (float)((double)point->position.x / quad / TEXTURE_QUADS);
    look->uv[i][1] = (float)((double)point->position.y / quad / TEXTURE_QUADS);
}

/* Heights of the corners of quads. */
struct liquid_heights {
    float mean_yd, top_yd;
};

/* Those of the quads of a class, of which there are some; other points may have any height. */
static struct liquid_heights heights_of(const struct liquid_grid *grid,
                                        const struct liquid_point *points, enum liquid_class class)
{
    const uint32_t pitch = grid->width + 1;
    float top_yd = -INFINITY;
    double sum_yd = 0.0;
    uint32_t count = 0;
    for (uint32_t quad = 0; quad < liquid_quads(grid); quad++) {
        if (grid->quad[quad] != class) {
            continue;
        }
        const uint32_t first = quad / grid->width * pitch + quad % grid->width;
        const uint32_t corners[] = {first, first + 1, first + pitch, first + pitch + 1};
        for (uint32_t i = 0; i < COUNT_OF(corners); i++) {
            const float z_yd = points[corners[i]].position.z_yd;
            top_yd = z_yd > top_yd ? z_yd : top_yd;
            sum_yd += (double)z_yd;
        }
        count += COUNT_OF(corners);
    }
    return (struct liquid_heights){(float)(sum_yd / count), top_yd};
}

/* Two triangles for every quad of the class. */
static void list_quads(const struct liquid_grid *grid, enum liquid_class class, uint32_t *indices)
{
    for (uint32_t quad = 0; quad < liquid_quads(grid); quad++) {
        if (grid->quad[quad] != class) {
            continue;
        }
        uint32_t first = quad / grid->width * (grid->width + 1) + quad % grid->width;
        uint32_t below = first + grid->width + 1;
        const uint32_t corners[QUAD_INDICES] = {first,     below, first + 1,
                                                first + 1, below, below + 1};
        memcpy(indices, corners, sizeof corners);
        indices += QUAD_INDICES;
    }
}

static bool append_class(struct mesh_builder *builder, const struct liquid_grid *grid,
                         const struct liquid_point *points, enum liquid_class class,
                         bool covers_ground)
{
    size_t quads = liquid_count(grid, class);
    if (quads == 0) {
        return true;
    }
    struct arena *arena = builder->arena;
    size_t count = liquid_vertices(grid);
    const struct surface_material *material = builder->scene->liquid_materials[class];
    const struct liquid_look look = {
        .placed = arena_alloc_dirty(arena, count, sizeof *look.placed),
        .uv = arena_alloc_dirty(arena, count, sizeof *look.uv),
        .rgba = arena_alloc_dirty(arena, count, sizeof *look.rgba),
    };
    uint32_t *indices = arena_alloc_dirty(arena, quads, QUAD_INDICES * sizeof *indices);
    if (!look.placed || !look.uv || !look.rgba || !indices) {
        return false;
    }
    list_quads(grid, class, indices);
    for (size_t i = 0; i < count; i++) {
        fill_point(builder, &points[i], i, &look);
        color_at(builder, &points[i], class, covers_ground, look.rgba[i]);
    }
    const struct mesh_coordinates uv = {&look.uv[0][0], 2, NULL, MAPPED_BY_VERTEX};
    const struct mesh_shape shape = {
        .material = material,
        .vertex_count = (uint32_t)count,
        .indices = indices,
        .index_count = (uint32_t)(quads * QUAD_INDICES),
        .placed = look.placed,
        .textures = {uv, uv},
        .light_of = lights_of_points,
        .user = &look,
        .is_liquid = true,
        .covers_ground = covers_ground,
        .has_height = true,
        .height_yd = heights_of(grid, points, class).mean_yd,
    };
    return mesh_builder_add(builder, &shape);
}

bool liquid_append(struct mesh_builder *builder, const struct liquid_grid *grid,
                   const struct liquid_point *points)
{
    bool complete = true;
    for (uint32_t class = 0; class < LIQUID_CLASSES && complete; class ++) {
        complete = append_class(builder, grid, points, (enum liquid_class) class, false);
    }
    return complete;
}

/* The quads of each class, as a sheet has them; LIQUID_NONE and what is no class stay out. */
static void sort_quads(const struct liquid_grid *grid, uint64_t quads[LIQUID_CLASSES])
{
    const uint8_t *quad = grid->quad;
    for (uint32_t y = 0; y < grid->height; y++) {
        for (uint32_t x = 0; x < grid->width; x++) {
            if (*quad < LIQUID_CLASSES) {
                quads[*quad] |= (uint64_t)1 << (QUADS_PER_CHUNK * y + x);
            }
            quad++;
        }
    }
}

/* Appends what a layer has of a class, coloured, as a sheet. */
static bool append_sheet(const struct mesh_builder *builder, const struct liquid_layer *layer,
                         const struct liquid_point *points, uint64_t quads,
                         const struct surface_material *material, enum liquid_class class)
{
    const struct liquid_grid *grid = &layer->grid;
    size_t count = liquid_vertices(grid);
    struct sheet_vertex *vertices = arena_alloc_dirty(builder->arena, count, sizeof *vertices);
    struct liquid_sheet *sheet = arena_alloc(builder->arena, 1, sizeof *sheet);
    if (!vertices || !sheet) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        vertices[i].z_yd = points[i].position.z_yd;
        color_at(builder, &points[i], class, true, vertices[i].rgba);
    }
    *sheet = (struct liquid_sheet){
        .quad_px = builder->quad_px,
        .column = layer->chunk % ADT_EDGE * QUADS_PER_CHUNK + layer->x,
        .row = layer->chunk / ADT_EDGE * QUADS_PER_CHUNK + layer->y,
        .width = grid->width,
        .height = grid->height,
        .quads = quads,
        .is_opaque = material->blend == SURFACE_OPAQUE,
        .vertices = vertices,
    };
    const struct liquid_heights heights = heights_of(grid, points, class);
    const struct mesh_batch batch = {.sheet = sheet,
                                     .material = material,
                                     .is_liquid = true,
                                     .height_yd = heights.mean_yd,
                                     .top_yd = heights.top_yd};
    return mesh_list_append(builder->list, &batch, builder->arena);
}

/* A layer of terrain: sheets, but triangles where there is a texture. */
static bool append_layer(struct mesh_builder *builder, const struct liquid_layer *layer,
                         const struct liquid_point *points)
{
    uint64_t quads[LIQUID_CLASSES] = {0};
    sort_quads(&layer->grid, quads);
    for (uint32_t i = 0; i < LIQUID_CLASSES; i++) {
        enum liquid_class class = (enum liquid_class)i;
        if (!quads[i]) {
            continue;
        }
        const struct surface_material *material = builder->scene->liquid_materials[class];
        bool appended = material->textures[0] || material->textures[1]
                            ? append_class(builder, &layer->grid, points, class, true)
                            : append_sheet(builder, layer, points, quads[i], material, class);
        if (!appended) {
            return false;
        }
    }
    return true;
}

/* Whether all of the chunk of a layer lies in what is left out. */
static bool is_left_out(const struct mesh_builder *builder, const struct liquid_layer *layer)
{
    const struct pixel_area *area = builder->left_out;
    const uint32_t chunk_px = QUADS_PER_CHUNK * builder->quad_px;
    const uint32_t left = layer->chunk % ADT_EDGE * chunk_px;
    const uint32_t top = layer->chunk / ADT_EDGE * chunk_px;
    return area && left >= area->first_column && left + chunk_px <= area->end_column &&
           top >= area->first_row && top + chunk_px <= area->end_row;
}

bool liquid_meshes(struct mesh_builder *builder)
{
    const struct liquid_layers *liquids = &builder->scene->liquids;
    struct liquid_depths depths = {.scene = builder->scene, .arena = builder->arena};
    bool is_drawn = (builder->settings->draw & ADTMAP_DRAW_LIQUID) != 0;
    for (uint32_t i = 0; i < liquids->count && is_drawn; i++) {
        const struct liquid_layer *layer = &liquids->layers[i];
        if (is_left_out(builder, layer)) {
            continue;
        }
        struct liquid_point *points =
            arena_alloc_dirty(builder->arena, liquid_vertices(&layer->grid), sizeof *points);
        float depth[(QUADS_PER_CHUNK + 1) * (QUADS_PER_CHUNK + 1)];
        if (!points) {
            return false;
        }
        if (liquid_is_clear(builder->settings, &layer->grid)) {
            liquid_clear_depths_of(builder->settings, builder->scene, layer, depth);
        } else if (!liquid_depths_of(&depths, layer, depth)) {
            return false;
        }
        place_points(builder, layer, depth, points);
        if (!append_layer(builder, layer, points)) {
            return false;
        }
    }
    return true;
}
