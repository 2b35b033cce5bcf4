#include "demo/files/object_write.h"

#include <stdlib.h>

#include "demo/files/chunk_write.h"

/* Distance from the map's north-west corner to the world's. */
#define WORLD_OFFSET_YD (WORLD_FIRST_TILE * TILE_YD)

bool object_list_make(struct object_list *list, const struct scenery *scenery, int32_t x, int32_t y)
{
    const double tile[4] = {x * TILE_YD, y * TILE_YD, (x + 1) * TILE_YD, (y + 1) * TILE_YD};
    bool used[BUILDING_COUNT] = {false};
    *list = (struct object_list){.scenery = scenery};
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

void object_list_free(struct object_list *list)
{
    free(list->placement);
    *list = (struct object_list){0};
}

void object_list_name_all(struct object_list *list)
{
    for (int b = 0; b < BUILDING_COUNT; b++) {
        list->models[b] = (enum building)b;
    }
    list->model_count = BUILDING_COUNT;
}

void object_write_name(struct buffer *out, enum building building)
{
    for (const char *c = building_name(building); *c; c++) {
        buffer_u8(out, (uint8_t)(*c == '/' ? '\\' : *c));
    }
    buffer_append(out, ".wmo", sizeof ".wmo");
}

void object_write_names(struct buffer *out, const struct object_list *list,
                        uint32_t offsets[BUILDING_COUNT])
{
    size_t begin = out->size;
    for (int m = 0; m < list->model_count; m++) {
        if (offsets) {
            offsets[m] = (uint32_t)(out->size - begin);
        }
        object_write_name(out, list->models[m]);
    }
}

static uint32_t name_index(const struct object_list *list, enum building building)
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
 * The axes of MODF are west to east, up, north to south, from the map's north-west corner: the
 * document takes 17066.666 - x for the world's y (west) and 17066.666 - z for its x (north), so
 * that x grows eastwards and z southwards from the corner, as places of this world do.
 *
 * For a rotation of (0, t, 0) the document's chain turns a model by t + 180 degrees about the
 * vertical axis of the world (x north, y west). For t = 0 that takes the model's x to the south
 * and its y to the east, and larger t turn it counter-clockwise seen from above. A placement's
 * turn is defined the same way, so it is t.
 *
 * The box that follows is the one around the turned model, least corner first, in the same axes.
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

void object_write_placements(struct buffer *out, const struct object_list *list)
{
    for (int k = 0; k < list->count; k++) {
        const struct placement *placement = &list->scenery->placements[list->placement[k]];
        write_placement(out, placement, name_index(list, placement->building));
    }
}

uint32_t object_write_references(struct buffer *out, const struct object_list *list, int32_t x,
                                 int32_t y)
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

void object_write_global(struct buffer *out, const struct model *model)
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

void object_write_tables(struct buffer *out, const struct object_list *list,
                         size_t places[OBJECT_TABLES])
{
    static const char *const ids[OBJECT_TABLES] = {"MMDX", "MMID", "MWMO", "MWID", "MDDF", "MODF"};
    enum { NAMES = 2, OFFSETS = 3, PLACEMENTS = 5 };
    uint32_t offsets[BUILDING_COUNT];
    for (size_t k = 0; k < OBJECT_TABLES; k++) {
        places[k] = chunk_begin(out, ids[k]);
        if (k == NAMES) {
            object_write_names(out, list, offsets);
        }
        for (int m = 0; k == OFFSETS && m < list->model_count; m++) {
            buffer_u32le(out, offsets[m]);
        }
        if (k == PLACEMENTS) {
            object_write_placements(out, list);
        }
        chunk_end(out, places[k]);
    }
}
