/*
 * A block is drawn as a tile without terrain. The model is placed so that the block's 128 yards
 * fill a tile, 4.17 times its size and turned so that its X runs east and its Y north:
 *
 *     tile (32, 32): north 0, west 0 at its upper left corner        ^ Y
 *     +----------------+                                             |
 *     |                |   256 px = 128 yards of the model           +--> X
 *     |  block         |
 *     +----------------+   the corner of column 0, row 0 is the lower left corner of the group's
 * box
 *
 * A block of fewer pixels is the lower left part of the drawing.
 */
#include "render/draw_interior.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "formats/grid.h"
#include "mesh/mesh_list.h"
#include "render/draw_scene.h"
#include "scene/tile/scene_materials.h"

enum { RGBA = 4, HALF_GRID = 32 };

static const double BLOCK_YD = INTERIOR_BLOCK_PX / 2.0;

struct interior_drawing {
    struct adtmap_data *data;
    struct adtmap_settings settings;
    struct tile_plan *plan;
    struct tile_scratch *scratch;
    struct arena arena;
    uint8_t pixels[INTERIOR_BLOCK_PX * INTERIOR_BLOCK_PX * RGBA];
};

/* Along one side, of a box from `low` to `high`. */
static void cut_side(float low, float high, uint32_t *count, uint32_t *size_px)
{
    double extent_yd = (double)high - (double)low;
    double blocks = ceil(extent_yd / BLOCK_YD);
    *count = blocks >= 1 ? (uint32_t)fmin(blocks, INTERIOR_BLOCKS_MAX) : 1;
    *size_px = INTERIOR_BLOCK_LEAST_PX;
    while (*size_px < INTERIOR_BLOCK_PX && *size_px < 2 * extent_yd) {
        *size_px *= 2;
    }
}

struct interior_blocks interior_blocks(const struct wmo_group *group)
{
    struct interior_blocks blocks;
    cut_side(group->box.low[0], group->box.high[0], &blocks.columns, &blocks.width_px);
    cut_side(group->box.low[1], group->box.high[1], &blocks.rows, &blocks.height_px);
    return blocks;
}

bool interior_has_room(const struct interior_blocks *blocks, uint32_t *count)
{
    uint32_t own = blocks->columns * blocks->rows;
    bool fits = own <= INTERIOR_BLOCKS_ALL_MAX - *count;
    *count += fits ? own : 0;
    return fits;
}

struct interior_drawing *interior_drawing_create(struct adtmap_data *data,
                                                 const struct adtmap_settings *settings,
                                                 unsigned threads)
{
    struct interior_drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing) {
        return NULL;
    }
    drawing->data = data;
    drawing->settings = *settings;
    drawing->settings.size_px = INTERIOR_BLOCK_PX;
    drawing->settings.objects.cut_height_yd = INFINITY;
    drawing->settings.cut_below_yd = -INFINITY;
    drawing->settings.draw |= ADTMAP_DRAW_WMO | ADTMAP_DRAW_ROOFS;
    memset(drawing->settings.background, 0, sizeof drawing->settings.background);
    drawing->plan = tile_plan_create(&drawing->settings);
    drawing->scratch = drawing->plan ? tile_scratch_create(drawing->plan, threads) : NULL;
    if (!drawing->scratch) {
        interior_drawing_destroy(drawing);
        return NULL;
    }
    return drawing;
}

void interior_drawing_destroy(struct interior_drawing *drawing)
{
    if (drawing) {
        tile_scratch_destroy(drawing->scratch);
        tile_plan_destroy(drawing->plan);
        arena_free(&drawing->arena);
        free(drawing);
    }
}

/* Places the block on tile (32, 32). */
static struct placement_matrix place_block(const struct wmo_group *group, uint32_t column,
                                           uint32_t row)
{
    const double scale = TILE_YD / BLOCK_YD;
    double left = (double)group->box.low[0] + column * BLOCK_YD;
    double bottom = (double)group->box.low[1] + row * BLOCK_YD;
    return (struct placement_matrix){
        {{0, scale, 0, -TILE_YD - bottom * scale}, {-scale, 0, 0, left * scale}, {0, 0, scale, 0}}};
}

/* The model with group `index` alone. False when out of memory. */
static bool single_out(struct arena *arena, const struct wmo_model *model, uint32_t index,
                       struct wmo_model *alone)
{
    const struct wmo_group **groups = arena_alloc(arena, model->root->group_count, sizeof *groups);
    *alone = *model;
    alone->groups = groups;
    if (groups) {
        groups[index] = model->groups[index];
    }
    return groups != NULL;
}

/* Draws the building that is all of the scene, unless the block has none of its triangles and
 * liquids: rooms may be large boxes with little in them. */
static enum adtmap_status draw_scene(struct interior_drawing *drawing, struct scene_tile *scene,
                                     const struct diag *diag, bool *is_drawn)
{
    struct surface_textures textures =
        surface_textures_of(drawing->data->mips, drawing->data->texture_files, &drawing->settings,
                            tile_plan_quad_px(drawing->plan), &drawing->arena);
    struct tile_input input;
    enum adtmap_status status =
        scene_add_materials(&textures, scene) ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status) {
        status = tile_input_make(drawing->plan, scene, &textures, &drawing->arena, diag, &input);
    }
    *is_drawn = !status && input.meshes->count > 0;
    if (*is_drawn) {
        status = tile_draw(drawing->plan, &input, drawing->scratch, drawing->pixels,
                           (size_t)INTERIOR_BLOCK_PX * RGBA, diag);
    }
    surface_textures_close(&textures);
    return status;
}

/* Copies the lower left part of the drawing. */
static void cut_out(const struct interior_drawing *drawing, const struct interior_blocks *blocks,
                    uint8_t *rgba, bool *is_seen)
{
    size_t row_bytes = (size_t)blocks->width_px * RGBA;
    const uint8_t *top = drawing->pixels +
                         (size_t)(INTERIOR_BLOCK_PX - blocks->height_px) * INTERIOR_BLOCK_PX * RGBA;
    for (size_t y = 0; y < blocks->height_px; y++) {
        memcpy(rgba + y * row_bytes, top + y * INTERIOR_BLOCK_PX * RGBA, row_bytes);
    }
    for (size_t i = 3; i < blocks->height_px * row_bytes && !*is_seen; i += RGBA) {
        *is_seen = rgba[i] > 0;
    }
}

enum adtmap_status interior_draw(struct interior_drawing *drawing, const struct wmo_model *model,
                                 uint32_t index, uint32_t column, uint32_t row,
                                 const struct diag *diag, uint8_t *rgba, bool *is_seen)
{
    bool is_drawn = false;
    struct wmo_model alone;
    const struct interior_blocks blocks = interior_blocks(model->groups[index]);
    struct placed_wmo placement = {
        .building = &alone,
        .matrix = place_block(model->groups[index], column, row),
        .scale = 1.0F,
    };
    memcpy(placement.ambient, model->root->ambient, sizeof placement.ambient);
    struct scene_tile *scene = arena_alloc(&drawing->arena, 1, sizeof *scene);
    bool fine = scene && single_out(&drawing->arena, model, index, &alone);
    enum adtmap_status status = fine ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status) {
        scene->x = HALF_GRID;
        scene->y = HALF_GRID;
        scene->placement_count = 1;
        scene->placements = &placement;
        scene->liquid_types = &drawing->data->liquid_types;
        scene->blend = ADTMAP_BLEND_SEQUENTIAL;
        status = draw_scene(drawing, scene, diag, &is_drawn);
    }
    *is_seen = false;
    if (!status && is_drawn) {
        cut_out(drawing, &blocks, rgba, is_seen);
    }
    arena_reset(&drawing->arena);
    return status;
}
