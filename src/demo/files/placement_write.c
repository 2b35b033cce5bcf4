#include "demo/files/placement_write.h"

#include <stdlib.h>

#include "demo/bytes/chunk_write.h"
#include "demo/files/file_ids.h"

/* Distance from the map's north-west corner to the world's. */
#define WORLD_OFFSET_YD (WORLD_FIRST_TILE * TILE_YD)

/* Flags of placements whose first field is a file id. */
enum { MODF_FILE_ID = 0x8, MODF_SET_RANGE = 0x80, MDDF_FILE_ID = 0x40 };

/* MWDS of files with file ids; the range i of MWDR is that of the set at i, a range of one. */
static const uint16_t ranged_sets[] = {2, 1};
enum { RANGED_SETS = sizeof ranged_sets / sizeof *ranged_sets };

static const int model_counts[PLACED_KINDS] = {DOODAD_COUNT, BUILDING_COUNT};
_Static_assert((int)DOODAD_COUNT <= PLACED_MODELS && (int)BUILDING_COUNT <= PLACED_MODELS, "");

bool placement_list_make(struct placement_list *list, const struct scenery *scenery, int32_t x,
                         int32_t y)
{
    const double tile[4] = {x * TILE_YD, y * TILE_YD, (x + 1) * TILE_YD, (y + 1) * TILE_YD};
    *list = (struct placement_list){.scenery = scenery};
    for (int k = 0; k < PLACED_KINDS; k++) {
        bool used[PLACED_MODELS] = {false};
        list->of[k].items = malloc((size_t)scenery->count[k] * sizeof(int) + 1);
        if (!list->of[k].items) {
            placement_list_free(list);
            return false;
        }
        for (int p = 0; p < scenery->count[k]; p++) {
            const struct placement *at = &scenery->placements[k][p];
            if (placement_touches(at, tile)) {
                list->of[k].items[list->of[k].count++] = p;
                used[at->model] = true;
            }
        }
        for (int m = 0; m < model_counts[k]; m++) {
            if (used[m]) {
                list->of[k].models[list->of[k].model_count++] = m;
            }
        }
    }
    return true;
}

void placement_list_free(struct placement_list *list)
{
    free(list->of[PLACED_DOODADS].items);
    free(list->of[PLACED_BUILDINGS].items);
    *list = (struct placement_list){0};
}

void placement_list_name_all(struct placement_list *list)
{
    for (int k = 0; k < PLACED_KINDS; k++) {
        list->of[k].model_count = model_counts[k];
        for (int m = 0; m < model_counts[k]; m++) {
            list->of[k].models[m] = m;
        }
    }
}

void placement_write_names(struct buffer *out, const struct placement_list *list,
                           enum placed_kind kind, uint32_t offsets[PLACED_MODELS])
{
    size_t begin = out->size;
    for (int m = 0; m < list->of[kind].model_count; m++) {
        int model = list->of[kind].models[m];
        if (offsets) {
            offsets[m] = (uint32_t)(out->size - begin);
        }
        if (kind == PLACED_DOODADS) {
            chunk_path(out, doodad_name((enum doodad)model), ".mdx");
        } else {
            chunk_path(out, building_name((enum building)model), ".wmo");
        }
    }
}

/*
 * The axes of MODF and MDDF are x from west to east, y up, z from north to south, with the origin
 * at the map's north-west corner. The document gives the world's y (west) as 17066.666 - x and its
 * x (north) as 17066.666 - z. Positions of this world have the same axes, with an offset.
 *
 * For a rotation of (0, t, 0) the document rotates a model by t + 180 degrees about the world's
 * vertical axis (x north, y west). At t = 0 the model's x points south and its y east; a larger t
 * rotates it counter-clockwise seen from above. struct placement defines its rotation in the same
 * way, so t is rotation_deg. The tilt of doodads turns about the model's y axis: the second of
 * three rotations (MDDF of the wowdev wiki: Rz(y + 180) Ry(x) Rx(z)).
 *
 * In MODF the bounding box of the rotated model follows, lowest corner first, in the same axes.
 */
void placement_write_entries(struct buffer *out, const struct placement_list *list,
                             enum placed_kind kind)
{
    uint32_t names[PLACED_MODELS] = {0};
    for (int m = 0; m < list->of[kind].model_count; m++) {
        int model = list->of[kind].models[m];
        names[model] = !list->by_id             ? (uint32_t)m
                       : kind == PLACED_DOODADS ? file_id_doodad((enum doodad)model, DOODAD_MODEL)
                                                : file_id_wmo_root((enum building)model);
    }
    for (int k = 0; k < list->of[kind].count; k++) {
        const struct placement *at = &list->scenery->placements[kind][list->of[kind].items[k]];
        PUT_U32(out, names[at->model], at->unique_id);
        PUT_F32(out, WORLD_OFFSET_YD + at->east_yd, at->base_yd, WORLD_OFFSET_YD + at->south_yd,
                at->tilt_deg, at->rotation_deg, 0.0);
        if (kind == PLACED_DOODADS) {
            PUT_U16(out, at->scale, list->by_id ? MDDF_FILE_ID : 0);
        } else {
            PUT_F32(out, WORLD_OFFSET_YD + at->low[0], at->low[2], WORLD_OFFSET_YD + at->low[1],
                    WORLD_OFFSET_YD + at->high[0], at->high[2], WORLD_OFFSET_YD + at->high[1]);
            bool has_range = list->by_id && at->doodad_set > 0;
            PUT_U16(out, (list->by_id ? MODF_FILE_ID : 0) | (has_range ? MODF_SET_RANGE : 0),
                    has_range ? RANGED_SETS - at->doodad_set : at->doodad_set, 0, 0);
        }
    }
}

uint32_t placement_write_references(struct buffer *out, const struct placement_list *list,
                                    enum placed_kind kind, int32_t x, int32_t y)
{
    const double side = TILE_YD / CHUNKS_PER_TILE;
    const double chunk[4] = {x * side, y * side, (x + 1) * side, (y + 1) * side};
    uint32_t count = 0;
    for (int k = 0; k < list->of[kind].count; k++) {
        if (placement_touches(&list->scenery->placements[kind][list->of[kind].items[k]], chunk)) {
            buffer_u32le(out, (uint32_t)k);
            count++;
        }
    }
    return count;
}

void placement_write_global(struct buffer *out, const struct model *model, bool by_id)
{
    const float *low = model->low;
    const float *high = model->high;
    PUT_U32(out, by_id ? file_id_wmo_root((enum building)model->building) : 0, UINT32_MAX);
    PUT_F32(out, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -high[1], low[2], -high[0], -low[1], high[2],
            -low[0]);
    PUT_U16(out, by_id ? MODF_FILE_ID : 0, 0, 0, 0);
}

/* ---- blend meshes: positions are the world's, x north, y west, z up ---- */

enum { RING_VERTICES = 8, RING_INDICES = 24 };

#define RING_YD 4.0
#define WORLD_EDGE_YD (32.0 * TILE_YD)

/* Appends a corner of the ring around a building: even ones at its box, odd ones farther out. */
static void write_ring_point(struct buffer *out, const struct placement *placement, int vertex)
{
    bool is_east = vertex / 2 == 1 || vertex / 2 == 2;
    bool is_south = vertex / 2 >= 2;
    double away = vertex % 2 ? RING_YD : 0.0;
    double east = is_east ? placement->high[0] + away : placement->low[0] - away;
    double south = is_south ? placement->high[1] + away : placement->low[1] - away;
    PUT_F32(out, WORLD_EDGE_YD - (WORLD_OFFSET_YD + south),
            WORLD_EDGE_YD - (WORLD_OFFSET_YD + east), placement->base_yd);
}

void placement_write_blend_meshes(struct buffer *out, const struct placement_list *list)
{
    uint32_t count = (uint32_t)list->of[PLACED_BUILDINGS].count;
    const int *items = list->of[PLACED_BUILDINGS].items;
    const struct placement *placements = list->scenery->placements[PLACED_BUILDINGS];
    if (count == 0) {
        return;
    }
    size_t begin = chunk_begin(out, "MBMH");
    for (uint32_t k = 0; k < count; k++) {
        PUT_U32(out, placements[items[k]].unique_id, 0, 0, RING_INDICES, RING_VERTICES,
                k * RING_INDICES, k * RING_VERTICES);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MBBB");
    for (uint32_t k = 0; k < count; k++) {
        buffer_u32le(out, placements[items[k]].unique_id);
        write_ring_point(out, &placements[items[k]], 5);
        write_ring_point(out, &placements[items[k]], 1);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MBNV");
    for (uint32_t v = 0; v < count * RING_VERTICES; v++) {
        int vertex = (int)(v % RING_VERTICES);
        write_ring_point(out, &placements[items[v / RING_VERTICES]], vertex);
        PUT_F32(out, 0.0, 0.0, 1.0, vertex / 2, vertex % 2);
        /* the first colour has the ground's share: all of it outside, none at the building */
        PUT_U32(out, vertex % 2 ? UINT32_MAX : 0x00FFFFFF, 0, 0);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MBMI");
    for (uint32_t k = 0; k < count * RING_INDICES; k++) {
        static const uint16_t quad[6] = {0, 1, 2, 2, 1, 3};
        buffer_u16le(out, (uint16_t)((2 * (k % RING_INDICES / 6) + quad[k % 6]) % RING_VERTICES));
    }
    chunk_end(out, begin);
}

void placement_write_blend_batches(struct buffer *out, const struct placement_list *list, int32_t x,
                                   int32_t y)
{
    struct buffer references = {0};
    uint32_t count = placement_write_references(&references, list, PLACED_BUILDINGS, x, y);
    size_t begin = count > 0 ? chunk_begin(out, "MCBB") : 0;
    for (uint32_t k = 0; k < count && !references.failed; k++) {
        uint32_t mesh = references.data[4 * k] | (uint32_t)references.data[4 * k + 1] << 8;
        PUT_U32(out, mesh, RING_INDICES, mesh * RING_INDICES, RING_VERTICES, mesh * RING_VERTICES);
    }
    if (count > 0) {
        chunk_end(out, begin);
    }
    out->failed = out->failed || references.failed;
    buffer_free(&references);
}

void placement_write_tables(struct buffer *out, const struct placement_list *list,
                            size_t offsets[PLACEMENT_TABLES])
{
    static const char *const names[PLACEMENT_TABLES] = {"MMDX", "MMID", "MWMO",
                                                        "MWID", "MDDF", "MODF"};
    for (int k = 0; k < PLACED_KINDS && !list->by_id; k++) {
        uint32_t places[PLACED_MODELS];
        offsets[2 * k] = chunk_begin(out, names[2 * k]);
        placement_write_names(out, list, (enum placed_kind)k, places);
        chunk_end(out, offsets[2 * k]);
        offsets[2 * k + 1] = chunk_begin(out, names[2 * k + 1]);
        chunk_u32s(out, places, (size_t)list->of[k].model_count);
        chunk_end(out, offsets[2 * k + 1]);
    }
    for (int k = 0; k < PLACED_KINDS; k++) {
        offsets[4 + k] = chunk_begin(out, names[4 + k]);
        placement_write_entries(out, list, (enum placed_kind)k);
        chunk_end(out, offsets[4 + k]);
    }
    if (list->by_id) {
        size_t ranges = chunk_begin(out, "MWDR");
        for (uint32_t i = 0; i < RANGED_SETS; i++) {
            PUT_U32(out, i, i); /* the end belongs to the range */
        }
        chunk_end(out, ranges);
        size_t sets = chunk_begin(out, "MWDS");
        PUT_U16(out, ranged_sets[0], ranged_sets[1]);
        chunk_end(out, sets);
    }
}
