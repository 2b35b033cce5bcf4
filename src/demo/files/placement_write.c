#include "demo/files/placement_write.h"

#include <stdlib.h>

#include "demo/files/chunk_write.h"

/* Distance from the map's north-west corner to the world's. */
#define WORLD_OFFSET_YD (WORLD_FIRST_TILE * TILE_YD)

bool placement_list_make(struct placement_list *list, const struct scenery *scenery, int32_t x,
                         int32_t y)
{
    const double tile[4] = {x * TILE_YD, y * TILE_YD, (x + 1) * TILE_YD, (y + 1) * TILE_YD};
    bool used[BUILDING_COUNT] = {false};
    *list = (struct placement_list){.scenery = scenery};
    list->placement = malloc((size_t)scenery->count * sizeof *list->placement + 1);
    if (!list->placement) {
        return false;
    }
    for (int p = 0; p < scenery->count; p++) {
        if (placement_touches(&scenery->placements[p], tile)) {
            list->placement[list->count++] = p;
            used[scenery->placements[p].building] = true;
        }
    }
    for (int b = 0; b < BUILDING_COUNT; b++) {
        if (used[b]) {
            list->models[list->model_count++] = (enum building)b;
        }
    }
    return true;
}

void placement_list_free(struct placement_list *list)
{
    free(list->placement);
    *list = (struct placement_list){0};
}

void placement_list_name_all(struct placement_list *list)
{
    for (int b = 0; b < BUILDING_COUNT; b++) {
        list->models[b] = (enum building)b;
    }
    list->model_count = BUILDING_COUNT;
}

void placement_write_name(struct buffer *out, enum building building)
{
    for (const char *c = building_name(building); *c; c++) {
        buffer_u8(out, (uint8_t)(*c == '/' ? '\\' : *c));
    }
    buffer_append(out, ".wmo", sizeof ".wmo");
}

void placement_write_names(struct buffer *out, const struct placement_list *list,
                           uint32_t offsets[BUILDING_COUNT])
{
    size_t begin = out->size;
    for (int m = 0; m < list->model_count; m++) {
        if (offsets) {
            offsets[m] = (uint32_t)(out->size - begin);
        }
        placement_write_name(out, list->models[m]);
    }
}

static uint32_t name_index(const struct placement_list *list, enum building building)
{
    uint32_t index = 0;
    while (list->models[index] != building) {
        index++;
    }
    return index;
}

static void write_point(struct buffer *out, const double point[3])
{
    for (int k = 0; k < 3; k++) {
        buffer_f32le(out, (float)point[k]);
    }
}

/*
 * The axes of MODF are x from west to east, y up, z from north to south, with the origin at the
 * map's north-west corner. The document gives the world's y (west) as 17066.666 - x and its x
 * (north) as 17066.666 - z. Positions of this world have the same axes, with an offset.
 *
 * For a rotation of (0, t, 0) the document rotates a model by t + 180 degrees about the world's
 * vertical axis (x north, y west). At t = 0 the model's x points south and its y east; a larger t
 * rotates it counter-clockwise seen from above. struct placement defines its rotation in the same
 * way, so t is rotation_deg.
 *
 * The bounding box of the rotated model follows, lowest corner first, in the same axes.
 */
static void write_placement(struct buffer *out, const struct placement *placement, uint32_t name)
{
    const double position[3] = {WORLD_OFFSET_YD + placement->east_yd, placement->base_yd,
                                WORLD_OFFSET_YD + placement->south_yd};
    const double rotation[3] = {0.0, placement->rotation_deg, 0.0};
    const double low[3] = {WORLD_OFFSET_YD + placement->low[0], placement->low[2],
                           WORLD_OFFSET_YD + placement->low[1]};
    const double high[3] = {WORLD_OFFSET_YD + placement->high[0], placement->high[2],
                            WORLD_OFFSET_YD + placement->high[1]};
    buffer_u32le(out, name);
    buffer_u32le(out, placement->unique_id);
    write_point(out, position);
    write_point(out, rotation);
    write_point(out, low);
    write_point(out, high);
    buffer_u16le(out, 0);
    buffer_u16le(out, placement->doodad_set);
    buffer_u16le(out, 0);
    buffer_u16le(out, 0);
}

void placement_write_modf(struct buffer *out, const struct placement_list *list)
{
    for (int k = 0; k < list->count; k++) {
        const struct placement *placement = &list->scenery->placements[list->placement[k]];
        write_placement(out, placement, name_index(list, placement->building));
    }
}

uint32_t placement_write_references(struct buffer *out, const struct placement_list *list,
                                    int32_t x, int32_t y)
{
    const double side = TILE_YD / CHUNKS_PER_TILE;
    const double chunk[4] = {x * side, y * side, (x + 1) * side, (y + 1) * side};
    uint32_t count = 0;
    for (int k = 0; k < list->count; k++) {
        if (placement_touches(&list->scenery->placements[list->placement[k]], chunk)) {
            buffer_u32le(out, (uint32_t)k);
            count++;
        }
    }
    return count;
}

void placement_write_global(struct buffer *out, const struct model *model)
{
    const double origin[3] = {0.0, 0.0, 0.0};
    const double low[3] = {-(double)model->high[1], (double)model->low[2], -(double)model->high[0]};
    const double high[3] = {-(double)model->low[1], (double)model->high[2], -(double)model->low[0]};
    buffer_u32le(out, 0);
    buffer_u32le(out, UINT32_MAX);
    write_point(out, origin);
    write_point(out, origin);
    write_point(out, low);
    write_point(out, high);
    for (int k = 0; k < 4; k++) {
        buffer_u16le(out, 0);
    }
}

void placement_write_tables(struct buffer *out, const struct placement_list *list,
                            size_t offsets[PLACEMENT_TABLES])
{
    static const char *const ids[PLACEMENT_TABLES] = {"MMDX", "MMID", "MWMO",
                                                      "MWID", "MDDF", "MODF"};
    enum { NAMES = 2, OFFSETS = 3, PLACEMENTS = 5 };
    uint32_t name_offsets[BUILDING_COUNT];
    for (size_t k = 0; k < PLACEMENT_TABLES; k++) {
        offsets[k] = chunk_begin(out, ids[k]);
        if (k == NAMES) {
            placement_write_names(out, list, name_offsets);
        }
        for (int m = 0; k == OFFSETS && m < list->model_count; m++) {
            buffer_u32le(out, name_offsets[m]);
        }
        if (k == PLACEMENTS) {
            placement_write_modf(out, list);
        }
        chunk_end(out, offsets[k]);
    }
}
