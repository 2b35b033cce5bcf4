/*
 * Tiles of 0.5.3 to 0.5.5, which lie in the map's WDT: MHDR, MCIN, MTEX, MDDF, MODF and 256 MCNK
 * (Alpha document). Offsets in MCIN count from the WDT's begin; those in an MCNK from the end of
 * its header; heights and normals stand as 81 outer and 64 inner ones; MCVT, MCNR, MCSH, MCAL and
 * MCLQ have no chunk header.
 */
#include <stdio.h>

#include "base/size.h"
#include "formats/adt/adt_era.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_layout.h"
#include "formats/adt/adt_normals.h"
#include "formats/adt/adt_textures.h"
#include "formats/adt/mcal.h"
#include "formats/adt/mclq.h"
#include "formats/grid.h"

enum {
    AT_MCIN = 0, /* in MHDR */
    AT_MTEX = 4,
    HEADER_BYTES = 128,
    PARTS_BEGIN = CHUNK_HEADER_BYTES + HEADER_BYTES,
    OUTER = 81,
};

/* Fields of the header, by their position in it. */
enum field {
    AT_FLAGS = 0x00,
    AT_COLUMN = 0x04,
    AT_ROW = 0x08,
    AT_LAYER_COUNT = 0x10,
    AT_DOODAD_REFS = 0x14,
    AT_HEIGHTS = 0x18,
    AT_NORMALS = 0x1C,
    AT_LAYERS = 0x20,
    AT_REFS = 0x24,
    AT_ALPHA = 0x28,
    AT_ALPHA_BYTES = 0x2C,
    AT_SHADOW = 0x30,
    AT_SHADOW_BYTES = 0x34,
    AT_AREA = 0x38,
    AT_OBJECT_REFS = 0x3C,
    AT_HOLES = 0x40,
    AT_LIQUID = 0x64,
};

/* How the 145 vertices of MCNR stand in the file: as those of MCVT, or row by row as later. */
enum vertex_order { ORDER_OUTER_FIRST, ORDER_ROWS, ORDERS };

struct mcnk {
    struct reader header;
    struct reader parts; /* what the header's offsets count in */
    size_t offset;       /* of `parts` in the WDT, for messages */
};

struct tile_reading {
    struct reader file;
    size_t base; /* of the file's bytes in the WDT */
    const struct adt_files *files;
    struct adt_mcnk_places places;
    struct adt_context context;
    struct adt_tile *tile;
    int8_t (*normals)[ADT_VERTICES][3]; /* as stored, of the chunk at each place */
    struct mcal_edge_steps edges;       /* of all alpha maps */
};

/* No tile of another era begins with MHDR. */
static bool recognises(const struct adt_files *files)
{
    struct reader root = reader_make(files->root.data, files->root.size);
    struct chunk chunk;
    return chunk_is_at(&root, 0, "MHDR", &chunk);
}

static uint32_t field(const struct mcnk *mcnk, enum field at)
{
    struct reader reader = reader_sub(&mcnk->header, (size_t)at, 4);
    return reader_u32(&reader);
}

static uint32_t index_of(const struct mcnk *mcnk, uint32_t turn)
{
    uint32_t row = field(mcnk, AT_ROW);
    uint32_t column = field(mcnk, AT_COLUMN);
    return row < ADT_EDGE && column < ADT_EDGE ? row * ADT_EDGE + column : turn;
}

/* Where vertex `v`, rows of 9 and 8 in turn, stands in MCVT. */
static size_t stored_vertex(size_t v)
{
    size_t row = v / 17;
    size_t rest = v % 17;
    return rest < 9 ? row * 9 + rest : OUTER + row * 8 + rest - 9;
}

/* A part without chunk header: `size` bytes at `offset` of the parts; what of it is there. */
static struct chunk raw_part(const struct mcnk *mcnk, const char *id, size_t offset, size_t size)
{
    size_t room = (size_t)(mcnk->parts.end - mcnk->parts.begin);
    size_t begin = size_min(offset, room);
    struct chunk part = {
        .offset = mcnk->offset + begin,
        .data = mcnk->parts.begin + begin,
        .size = size_min(size, room - begin),
    };
    snprintf(part.id, sizeof part.id, "%s", id);
    return part;
}

static bool is_whole(const struct tile_reading *reading, const struct chunk *part, size_t size)
{
    if (part->size < size) {
        warning_dedup_warn(reading->context.dedup, part->id, (int64_t)part->offset,
                           "%zu bytes, %zu needed; left out", part->size, size);
    }
    return part->size >= size;
}

/* A part with a chunk header; false when its offset does not lead to one. */
static bool chunk_part(const struct mcnk *mcnk, const char *id, enum field at, struct chunk *part)
{
    if (!chunk_is_at(&mcnk->parts, field(mcnk, at), id, part)) {
        return false;
    }
    part->offset += mcnk->offset;
    return true;
}

static void read_heights(const struct tile_reading *reading, const struct mcnk *mcnk,
                         struct adt_chunk *chunk)
{
    uint8_t rows[MCVT_BYTES];
    struct chunk part = raw_part(mcnk, "MCVT", field(mcnk, AT_HEIGHTS), MCVT_BYTES);
    if (!is_whole(reading, &part, MCVT_BYTES)) {
        return;
    }
    for (size_t v = 0; v < ADT_VERTICES; v++) {
        memcpy(rows + 4 * v, part.data + 4 * stored_vertex(v), 4);
    }
    part.data = rows;
    adt_read_heights(&reading->context, &part, 0.0F, chunk);
}

/* Normals stay as stored until all of the tile can be compared with its heights. */
static void read_normals(const struct tile_reading *reading, const struct mcnk *mcnk,
                         int8_t (*stored)[3])
{
    struct chunk part = raw_part(mcnk, "MCNR", field(mcnk, AT_NORMALS), MCNR_BYTES);
    if (is_whole(reading, &part, MCNR_BYTES)) {
        memcpy(stored, part.data, MCNR_BYTES);
    }
}

/* Upper layers have alpha maps, whether their flags say so or not, where there is data. */
static void expect_alpha(struct adt_layer_list *layers, size_t alpha_bytes)
{
    for (size_t i = 1; i < layers->count; i++) {
        layers->entries[i].flags &= ~(uint32_t)ADT_LAYER_COMPRESSED;
        if (layers->entries[i].alpha + MCAL_4BIT_BYTES <= alpha_bytes) {
            layers->entries[i].flags |= ADT_LAYER_ALPHA;
        }
    }
}

static void measure_edges(const struct adt_layer_list *layers, const struct chunk *mcal,
                          struct mcal_edge_steps *steps)
{
    for (size_t i = 1; i < layers->count; i++) {
        if ((layers->entries[i].flags & ADT_LAYER_ALPHA) &&
            layers->entries[i].alpha + MCAL_4BIT_BYTES <= mcal->size) {
            mcal_measure_edge(mcal->data + layers->entries[i].alpha, steps);
        }
    }
}

static bool read_layers(struct tile_reading *reading, const struct mcnk *mcnk,
                        struct adt_chunk *chunk)
{
    const struct adt_context *context = &reading->context;
    struct chunk mcly;
    if (!chunk_part(mcnk, "MCLY", AT_LAYERS, &mcly)) {
        if (field(mcnk, AT_LAYER_COUNT) > 0) {
            warning_dedup_warn(context->dedup, "MCLY", (int64_t)mcnk->offset,
                               "missing in this MCNK; left out");
        }
        return true;
    }
    struct adt_layer_list layers;
    struct adt_alpha_source source = {
        .part = raw_part(mcnk, "MCAL", field(mcnk, AT_ALPHA), field(mcnk, AT_ALPHA_BYTES))};
    source.announced = source.part.size;
    adt_layers_list(&mcly, field(mcnk, AT_LAYER_COUNT), context->dedup, &layers);
    expect_alpha(&layers, source.part.size);
    measure_edges(&layers, &source.part, &reading->edges);
    adt_layers_take(context, &mcly, &layers, chunk);
    return adt_layers_read_alpha(context, &layers, &source, chunk);
}

static void read_refs(const struct mcnk *mcnk, struct adt_chunk *chunk)
{
    struct chunk mcrf;
    if (chunk_part(mcnk, "MCRF", AT_REFS, &mcrf)) {
        size_t room = mcrf.size / 4;
        size_t doodads = size_min(field(mcnk, AT_DOODAD_REFS), room);
        chunk->doodad_ref_count = (uint32_t)doodads;
        chunk->object_ref_count = (uint32_t)size_min(field(mcnk, AT_OBJECT_REFS), room - doodads);
        chunk->refs = mcrf.data;
    }
}

static bool read_shadow(const struct tile_reading *reading, const struct mcnk *mcnk,
                        struct adt_chunk *chunk)
{
    if (!(chunk->flags & ADT_CHUNK_SHADOW)) {
        return true;
    }
    struct chunk part =
        raw_part(mcnk, "MCSH", field(mcnk, AT_SHADOW), field(mcnk, AT_SHADOW_BYTES));
    return !is_whole(reading, &part, MCSH_BYTES) ||
           adt_read_shadow(&reading->context, &part, chunk);
}

/* MCNK has no position here: it follows from the tile's place on the grid. */
static void set_position(const struct adt_files *files, uint32_t row, uint32_t column,
                         struct adt_chunk *chunk)
{
    double chunk_yd = TILE_YD / ADT_EDGE;
    chunk->position[0] = (float)(grid_edge_yd(files->y) - row * chunk_yd);
    chunk->position[1] = (float)(grid_edge_yd(files->x) - column * chunk_yd);
}

static bool open_mcnk(const struct tile_reading *reading, const struct mcnk_place *place,
                      struct mcnk *mcnk)
{
    struct chunk chunk;
    bool found = chunk_is_at(&reading->file, place->offset, "MCNK", &chunk);
    size_t own = found ? CHUNK_HEADER_BYTES + chunk.size : 0;
    size_t size = size_min(size_max(own, place->size), place->limit - place->offset);
    if (size < PARTS_BEGIN) {
        warning_dedup_warn(reading->context.dedup, "MCNK", (int64_t)(reading->base + place->offset),
                           "cut short after %zu bytes; chunk left out", size);
        return false;
    }
    size_t parts = place->offset + PARTS_BEGIN;
    mcnk->header = reader_sub(&reading->file, place->offset + CHUNK_HEADER_BYTES, HEADER_BYTES);
    mcnk->parts = reader_sub(&reading->file, parts, size - PARTS_BEGIN);
    mcnk->offset = reading->base + parts;
    return true;
}

static enum adtmap_status read_chunk(struct tile_reading *reading, uint32_t turn)
{
    const struct mcnk_place *place = &reading->places.at[turn];
    struct adt_chunk chunk;
    struct mcnk mcnk;
    int8_t stored[ADT_VERTICES][3] = {{0}};
    if (!open_mcnk(reading, place, &mcnk)) {
        return ADTMAP_OK;
    }
    adt_chunk_begin(field(&mcnk, AT_FLAGS) & 0x3F, &chunk);
    chunk.area_id = field(&mcnk, AT_AREA);
    chunk.holes = adt_holes_from_16(field(&mcnk, AT_HOLES));
    read_heights(reading, &mcnk, &chunk);
    if (!chunk.present) {
        return ADTMAP_OK;
    }
    read_normals(reading, &mcnk, stored);
    read_refs(&mcnk, &chunk);
    if (!read_layers(reading, &mcnk, &chunk) || !read_shadow(reading, &mcnk, &chunk)) {
        return diag_fail_memory(reading->context.dedup->diag);
    }
    uint32_t index =
        adt_place_chunk(reading->tile, &chunk, index_of(&mcnk, turn), turn,
                        (int64_t)(reading->base + place->offset), reading->context.dedup);
    if (index < ADT_CHUNKS) {
        set_position(reading->files, index / ADT_EDGE, index % ADT_EDGE,
                     &reading->tile->chunks[index]);
        memcpy(reading->normals[index], stored, sizeof stored);
    }
    return ADTMAP_OK;
}

/* Stored normals in the order of rows of 9 and 8, read with `form`. */
static void form_normals(int8_t (*stored)[3], enum vertex_order order,
                         const struct adt_normal_form *form, int8_t (*normals)[3])
{
    for (size_t v = 0; v < ADT_VERTICES; v++) {
        memcpy(normals[v], stored[order == ORDER_ROWS ? v : stored_vertex(v)], 3);
    }
    adt_normals_apply(form, normals);
}

/* The mean cosine of a way to read the tile's normals; 0 for a tile that is level everywhere. */
static double try_form(const struct tile_reading *reading, enum vertex_order order,
                       const struct adt_normal_form *form)
{
    struct adt_normal_score score = {0};
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        int8_t normals[ADT_VERTICES][3];
        if (reading->tile->chunks[i].present) {
            form_normals(reading->normals[i], order, form, normals);
            adt_normals_score(&reading->tile->chunks[i], normals, &score);
        }
    }
    return score.vertices > 0.0 ? score.cosines / score.vertices : 0.0;
}

/* What the documents say first; others must be better by more than chance. */
static const struct {
    struct adt_normal_form form;
    const char *what;
} forms[] = {
    {{0, 1, 2, 1, 1}, "north, west, up"},  {{0, 1, 2, 1, -1}, "north, east, up"},
    {{0, 1, 2, -1, 1}, "south, west, up"}, {{0, 1, 2, -1, -1}, "south, east, up"},
    {{0, 2, 1, 1, 1}, "north, up, west"},  {{0, 2, 1, 1, -1}, "north, up, east"},
    {{0, 2, 1, -1, 1}, "south, up, west"}, {{0, 2, 1, -1, -1}, "south, up, east"},
    {{1, 0, 2, 1, 1}, "west, north, up"},  {{1, 0, 2, -1, -1}, "east, south, up"},
};

/* Finds the order and the signs of normals that agree best with the heights, and applies them. */
static void settle_normals(const struct tile_reading *reading)
{
    static const char *const order_names[ORDERS] = {"81 + 64", "rows of 9 and 8"};
    const double good = 0.995; /* as far as bytes can agree */
    const double margin = 0.002;
    struct adt_tile *tile = reading->tile;
    size_t best = 0;
    enum vertex_order best_order = ORDER_OUTER_FIRST;
    double first = try_form(reading, ORDER_OUTER_FIRST, &forms[0].form);
    double most = first;
    for (size_t i = 0; i < COUNT_OF(forms) * ORDERS && first < good; i++) {
        enum vertex_order order = (enum vertex_order)(i % ORDERS);
        double cosine = try_form(reading, order, &forms[i / ORDERS].form);
        if (cosine > most + margin) {
            most = cosine;
            best = i / ORDERS;
            best_order = order;
        }
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        int8_t normals[ADT_VERTICES][3];
        form_normals(reading->normals[i], best_order, &forms[best].form, normals);
        const struct chunk part = {.data = (const uint8_t *)normals, .size = sizeof normals};
        adt_read_normals(&part, &tile->chunks[i]);
    }
    tile->normals_open = most == 0.0;
    if (tile->normals_open) {
        snprintf(tile->normals, sizeof tile->normals, "%s, %s, unchecked: level ground",
                 order_names[best_order], forms[best].what);
    } else {
        snprintf(tile->normals, sizeof tile->normals,
                 "%s, %s: %.1f %% of the heights' (mean cosine)", order_names[best_order],
                 forms[best].what, 100.0 * most);
    }
    diag_info(reading->context.dedup->diag, "MCNR", NO_OFFSET, "%s", tile->normals);
}

/* Whether the last row and column count is open (Alpha document, MCAL): they are taken to be
 * like those before, as in later files without a flag; what the file has there is told. */
static void tell_edges(const struct tile_reading *reading)
{
    const struct mcal_edge_steps *steps = &reading->edges;
    double texels = (double)steps->texels;
    struct adt_tile *tile = reading->tile;
    if (steps->texels) {
        snprintf(tile->edges, sizeof tile->edges,
                 "last row and column %s; stored ones differ from the ones before by %.1f of 255, "
                 "these from theirs by %.1f",
                 tile->edge == ADTMAP_EDGE_KEEP ? "as stored" : "like the ones before",
                 (double)steps->last / texels, (double)steps->before / texels);
    }
}

static enum adtmap_status read_textures(const struct tile_reading *reading, const struct diag *diag)
{
    struct chunk mtex;
    if (!adt_find_chunk(&reading->file, "MTEX", AT_MTEX, &mtex)) {
        diag_warn(diag, "MTEX", NO_OFFSET, "no such chunk; the tile has no textures");
        return ADTMAP_OK;
    }
    return adt_textures_from_names(&mtex, reading->context.arena, diag, reading->tile);
}

static enum adtmap_status read_chunks(struct tile_reading *reading, const struct diag *diag)
{
    struct warning_dedup dedup = {.diag = diag};
    reading->context.dedup = &dedup;
    reading->context.depth = ADT_ALPHA_4BIT;
    reading->context.edge = reading->tile->edge;
    reading->context.texture_count = reading->tile->texture_count;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < reading->places.count && !status; i++) {
        status = read_chunk(reading, i);
    }
    if (!status) {
        settle_normals(reading);
        tell_edges(reading);
    }
    warning_dedup_flush(&dedup);
    reading->context.dedup = NULL;
    return status;
}

static enum adtmap_status read_tile(const struct adt_files *files, struct arena *arena,
                                    const struct diag *diag, struct adt_tile *tile)
{
    struct tile_reading reading = {
        .file = reader_make(files->root.data, files->root.size),
        .base = files->root_offset,
        .files = files,
        .context = {.arena = arena},
        .tile = tile,
        .normals = arena_alloc(arena, ADT_CHUNKS, sizeof *reading.normals),
    };
    tile->alpha_depth = ADT_ALPHA_4BIT;
    if (!reading.normals) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status =
        adt_find_mcnks_by(&reading.file, AT_MCIN, reading.base, diag, &reading.places);
    if (!status) {
        status = read_textures(&reading, diag);
    }
    return status ? status : read_chunks(&reading, diag);
}

/* MCLQ stands without a chunk header, unless a tool has written one. */
static bool read_mclq(const struct tile_reading *reading, const struct mcnk *mcnk, uint32_t turn,
                      struct mclq *mclq)
{
    struct chunk headed;
    uint32_t flags = field(mcnk, AT_FLAGS) & MCLQ_ANY;
    struct chunk part = raw_part(mcnk, "MCLQ", field(mcnk, AT_LIQUID), SIZE_MAX);
    *mclq = (struct mclq){0};
    if (flags && chunk_part(mcnk, "MCLQ", AT_LIQUID, &headed)) {
        part.data += CHUNK_HEADER_BYTES;
        part.size -= CHUNK_HEADER_BYTES;
    }
    if (!mclq_read(part.data, part.size, flags, index_of(mcnk, turn), reading->context.arena,
                   mclq)) {
        return false;
    }
    if (mclq->missing || mclq->wild_levels) {
        warning_dedup_warn(reading->context.dedup, "MCLQ", (int64_t)part.offset,
                           "%u liquids missing, %u heights are no numbers of a map", mclq->missing,
                           mclq->wild_levels);
    }
    return true;
}

static enum adtmap_status read_liquids(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct liquid_layers *layers)
{
    struct diag quiet = {0}; /* adt_read has named what is wrong with the MCNKs themselves */
    struct warning_dedup dedup = {.diag = diag};
    struct tile_reading reading = {
        .file = reader_make(files->root.data, files->root.size),
        .base = files->root_offset,
        .context = {.arena = arena, .dedup = &dedup},
    };
    *layers = (struct liquid_layers){0};
    if (adt_find_mcnks_by(&reading.file, AT_MCIN, reading.base, &quiet, &reading.places)) {
        return ADTMAP_OK;
    }
    struct liquid_layer *all =
        arena_alloc(arena, (size_t)reading.places.count * MCLQ_LAYERS_MAX, sizeof *all);
    layers->layers = all;
    for (uint32_t i = 0; all && i < reading.places.count; i++) {
        struct mcnk mcnk;
        struct mclq mclq;
        if (!open_mcnk(&reading, &reading.places.at[i], &mcnk)) {
            continue;
        }
        if (!read_mclq(&reading, &mcnk, i, &mclq)) {
            return diag_fail_memory(diag);
        }
        memcpy(all + layers->count, mclq.layers, mclq.layer_count * sizeof *all);
        layers->count += mclq.layer_count;
    }
    warning_dedup_flush(&dedup);
    return all ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status read_objects(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct adt_objects *objects)
{
    const struct chunk doodads = {.data = files->doodad_names.data,
                                  .size = files->doodad_names.size};
    const struct chunk buildings = {.data = files->object_names.data,
                                    .size = files->object_names.size};
    return adt_read_objects_named(files->root.data, files->root.size,
                                  doodads.data ? &doodads : NULL,
                                  buildings.data ? &buildings : NULL, arena, diag, objects);
}

const struct adt_era adt_era_alpha = {"tiles in the WDT, 0.5.3 to 0.5.5", recognises, read_tile,
                                      read_liquids, read_objects};
