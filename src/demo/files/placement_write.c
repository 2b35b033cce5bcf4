#include "demo/files/placement_write.h"

#include <stdlib.h>

#include "demo/files/chunk_write.h"
#include "demo/files/doodad_parts.h"
#include "demo/files/file_ids.h"

/* Distance from the map's north-west corner to the world's. */
#define WORLD_OFFSET_YD (WORLD_FIRST_TILE * TILE_YD)

/* Flags of placements whose first field is a file id. */
enum { MODF_FILE_ID = 0x8, MDDF_FILE_ID = 0x40 };

/* Lists the doodads that touch the tile. False when out of memory. */
static bool list_doodads(struct placement_list *list, const double tile[4])
{
    const struct scenery *scenery = list->scenery;
    bool used[DOODAD_COUNT] = {false};
    list->doodad = malloc((size_t)scenery->doodad_count * sizeof *list->doodad + 1);
    if (!list->doodad) {
        return false;
    }
    for (int p = 0; p < scenery->doodad_count; p++) {
        if (doodad_touches(&scenery->doodads[p], tile)) {
            list->doodad[list->doodad_count++] = p;
            used[scenery->doodads[p].doodad] = true;
        }
    }
    for (int d = 0; d < DOODAD_COUNT; d++) {
        if (used[d]) {
            list->doodad_models[list->doodad_model_count++] = (enum doodad)d;
        }
    }
    return true;
}

bool placement_list_make(struct placement_list *list, const struct scenery *scenery, int32_t x,
                         int32_t y)
{
    const double tile[4] = {x * TILE_YD, y * TILE_YD, (x + 1) * TILE_YD, (y + 1) * TILE_YD};
    bool used[BUILDING_COUNT] = {false};
    *list = (struct placement_list){.scenery = scenery};
    list->placement = malloc((size_t)scenery->count * sizeof *list->placement + 1);
    if (!list->placement || !list_doodads(list, tile)) {
        placement_list_free(list);
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
    free(list->doodad);
    *list = (struct placement_list){0};
}

void placement_list_name_all(struct placement_list *list)
{
    for (int b = 0; b < BUILDING_COUNT; b++) {
        list->models[b] = (enum building)b;
    }
    list->model_count = BUILDING_COUNT;
    for (int d = 0; d < DOODAD_COUNT; d++) {
        list->doodad_models[d] = (enum doodad)d;
    }
    list->doodad_model_count = DOODAD_COUNT;
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
static void write_placement(struct buffer *out, const struct placement *placement, uint32_t name,
                            uint16_t flags)
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
    buffer_u16le(out, flags);
    buffer_u16le(out, placement->doodad_set);
    buffer_u16le(out, 0);
    buffer_u16le(out, 0);
}

void placement_write_modf(struct buffer *out, const struct placement_list *list)
{
    for (int k = 0; k < list->count; k++) {
        const struct placement *placement = &list->scenery->placements[list->placement[k]];
        write_placement(out, placement,
                        list->by_id ? file_id_wmo_root(placement->building)
                                    : name_index(list, placement->building),
                        list->by_id ? MODF_FILE_ID : 0);
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

void placement_write_doodad_names(struct buffer *out, const struct placement_list *list,
                                  uint32_t offsets[DOODAD_COUNT])
{
    size_t begin = out->size;
    for (int m = 0; m < list->doodad_model_count; m++) {
        if (offsets) {
            offsets[m] = (uint32_t)(out->size - begin);
        }
        doodad_write_path(out, doodad_name(list->doodad_models[m]), ".mdx");
    }
}

/* The axes are those of MODF. The tilt turns about the model's y axis: the second of three
 * rotations (MDDF of the wowdev wiki: Rz(y + 180) Ry(x) Rx(z)). */
static void write_doodad(struct buffer *out, const struct doodad_placement *doodad, uint32_t name,
                         uint16_t flags)
{
    const double position[3] = {WORLD_OFFSET_YD + doodad->east_yd, doodad->base_yd,
                                WORLD_OFFSET_YD + doodad->south_yd};
    const double rotation[3] = {doodad->tilt_deg, doodad->rotation_deg, 0.0};
    buffer_u32le(out, name);
    buffer_u32le(out, doodad->unique_id);
    write_point(out, position);
    write_point(out, rotation);
    buffer_u16le(out, doodad->scale);
    buffer_u16le(out, flags);
}

void placement_write_mddf(struct buffer *out, const struct placement_list *list)
{
    uint32_t index[DOODAD_COUNT] = {0};
    for (int m = 0; m < list->doodad_model_count; m++) {
        index[list->doodad_models[m]] = (uint32_t)m;
    }
    for (int k = 0; k < list->doodad_count; k++) {
        const struct doodad_placement *doodad = &list->scenery->doodads[list->doodad[k]];
        write_doodad(out, doodad,
                     list->by_id ? file_id_doodad(doodad->doodad, DOODAD_MODEL)
                                 : index[doodad->doodad],
                     list->by_id ? MDDF_FILE_ID : 0);
    }
}

uint32_t placement_write_doodad_references(struct buffer *out, const struct placement_list *list,
                                           int32_t x, int32_t y)
{
    const double side = TILE_YD / CHUNKS_PER_TILE;
    const double chunk[4] = {x * side, y * side, (x + 1) * side, (y + 1) * side};
    uint32_t count = 0;
    for (int k = 0; k < list->doodad_count; k++) {
        if (doodad_touches(&list->scenery->doodads[list->doodad[k]], chunk)) {
            buffer_u32le(out, (uint32_t)k);
            count++;
        }
    }
    return count;
}

void placement_write_global(struct buffer *out, const struct model *model, bool by_id)
{
    const double origin[3] = {0.0, 0.0, 0.0};
    const double low[3] = {-(double)model->high[1], (double)model->low[2], -(double)model->high[0]};
    const double high[3] = {-(double)model->low[1], (double)model->high[2], -(double)model->low[0]};
    buffer_u32le(out, by_id ? file_id_wmo_root((enum building)model->building) : 0);
    buffer_u32le(out, UINT32_MAX);
    write_point(out, origin);
    write_point(out, origin);
    write_point(out, low);
    write_point(out, high);
    buffer_u16le(out, by_id ? MODF_FILE_ID : 0);
    chunk_zeros(out, 6);
}

/* ---- blend meshes: positions are the world's, x north, y west, z up ---- */

enum { RING_VERTICES = 8, RING_INDICES = 24 };

#define RING_YD 4.0
#define WORLD_EDGE_YD (32.0 * TILE_YD)

/* A corner of the ring around a building: even ones at its box, odd ones farther out. */
static void ring_point(const struct placement *placement, int vertex, double point[3])
{
    bool is_east = vertex / 2 == 1 || vertex / 2 == 2;
    bool is_south = vertex / 2 >= 2;
    double out = vertex % 2 ? RING_YD : 0.0;
    double east = is_east ? placement->high[0] + out : placement->low[0] - out;
    double south = is_south ? placement->high[1] + out : placement->low[1] - out;
    point[0] = WORLD_EDGE_YD - (WORLD_OFFSET_YD + south);
    point[1] = WORLD_EDGE_YD - (WORLD_OFFSET_YD + east);
    point[2] = placement->base_yd;
}

static void write_ring_headers(struct buffer *out, const struct placement_list *list)
{
    size_t begin = chunk_begin(out, "MBMH");
    for (uint32_t k = 0; k < (uint32_t)list->count; k++) {
        buffer_u32le(out, list->scenery->placements[list->placement[k]].unique_id);
        chunk_zeros(out, 8);
        buffer_u32le(out, RING_INDICES);
        buffer_u32le(out, RING_VERTICES);
        buffer_u32le(out, k * RING_INDICES);
        buffer_u32le(out, k * RING_VERTICES);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MBBB");
    for (int k = 0; k < list->count; k++) {
        const struct placement *placement = &list->scenery->placements[list->placement[k]];
        double low[3];
        double high[3];
        ring_point(placement, 5, low);
        ring_point(placement, 1, high);
        buffer_u32le(out, placement->unique_id);
        write_point(out, low);
        write_point(out, high);
    }
    chunk_end(out, begin);
}

/* The first colour has the ground's share: all of it outside, none at the building. */
static void write_ring_vertex(struct buffer *out, const struct placement *placement, int vertex)
{
    static const double up[3] = {0.0, 0.0, 1.0};
    double point[3];
    ring_point(placement, vertex, point);
    write_point(out, point);
    write_point(out, up);
    buffer_f32le(out, (float)(vertex / 2));
    buffer_f32le(out, (float)(vertex % 2));
    buffer_u32le(out, vertex % 2 ? UINT32_MAX : 0x00FFFFFF);
    chunk_zeros(out, 8);
}

void placement_write_blend_meshes(struct buffer *out, const struct placement_list *list)
{
    if (list->count == 0) {
        return;
    }
    write_ring_headers(out, list);
    size_t begin = chunk_begin(out, "MBNV");
    for (int v = 0; v < list->count * RING_VERTICES; v++) {
        write_ring_vertex(out, &list->scenery->placements[list->placement[v / RING_VERTICES]],
                          v % RING_VERTICES);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MBMI");
    for (int k = 0; k < list->count * RING_INDICES; k++) {
        static const uint16_t quad[6] = {0, 1, 2, 2, 1, 3};
        buffer_u16le(out, (uint16_t)((2 * (k % RING_INDICES / 6) + quad[k % 6]) % RING_VERTICES));
    }
    chunk_end(out, begin);
}

void placement_write_blend_batches(struct buffer *out, const struct placement_list *list, int32_t x,
                                   int32_t y)
{
    struct buffer references = {0};
    uint32_t count = placement_write_references(&references, list, x, y);
    size_t begin = count > 0 ? chunk_begin(out, "MCBB") : 0;
    for (uint32_t k = 0; k < count && !references.failed; k++) {
        uint32_t mesh = references.data[4 * k] | (uint32_t)references.data[4 * k + 1] << 8;
        buffer_u32le(out, mesh);
        buffer_u32le(out, RING_INDICES);
        buffer_u32le(out, mesh * RING_INDICES);
        buffer_u32le(out, RING_VERTICES);
        buffer_u32le(out, mesh * RING_VERTICES);
    }
    if (count > 0) {
        chunk_end(out, begin);
    }
    out->failed = out->failed || references.failed;
    buffer_free(&references);
}

/* Appends the contents of a chunk of names, and of the chunk of their offsets that follows. */
static void write_doodad_names(struct buffer *out, const struct placement_list *list,
                               size_t chunks[2])
{
    uint32_t offsets[DOODAD_COUNT];
    chunks[0] = chunk_begin(out, "MMDX");
    placement_write_doodad_names(out, list, offsets);
    chunk_end(out, chunks[0]);
    chunks[1] = chunk_begin(out, "MMID");
    for (int m = 0; m < list->doodad_model_count; m++) {
        buffer_u32le(out, offsets[m]);
    }
    chunk_end(out, chunks[1]);
}

static void write_building_names(struct buffer *out, const struct placement_list *list,
                                 size_t chunks[2])
{
    uint32_t offsets[BUILDING_COUNT];
    chunks[0] = chunk_begin(out, "MWMO");
    placement_write_names(out, list, offsets);
    chunk_end(out, chunks[0]);
    chunks[1] = chunk_begin(out, "MWID");
    for (int m = 0; m < list->model_count; m++) {
        buffer_u32le(out, offsets[m]);
    }
    chunk_end(out, chunks[1]);
}

void placement_write_tables(struct buffer *out, const struct placement_list *list,
                            size_t offsets[PLACEMENT_TABLES])
{
    enum { DOODAD_NAMES, BUILDING_NAMES = 2, DOODADS = 4, BUILDINGS };
    if (!list->by_id) {
        write_doodad_names(out, list, &offsets[DOODAD_NAMES]);
        write_building_names(out, list, &offsets[BUILDING_NAMES]);
    }
    offsets[DOODADS] = chunk_begin(out, "MDDF");
    placement_write_mddf(out, list);
    chunk_end(out, offsets[DOODADS]);
    offsets[BUILDINGS] = chunk_begin(out, "MODF");
    placement_write_modf(out, list);
    chunk_end(out, offsets[BUILDINGS]);
}
