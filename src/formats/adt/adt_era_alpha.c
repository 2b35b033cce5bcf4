/*
 * Tiles of 0.5.3 to 0.5.5, which lie in the map's WDT: MHDR, MCIN, MTEX, MDDF, MODF and 256 MCNK
 * (Alpha document). Offsets in MCIN count from the WDT's begin; those in an MCNK from the end of
 * its header; heights and normals stand as 81 outer and 64 inner ones; MCVT, MCNR, MCSH, MCAL and
 * MCLQ have no chunk header.
 */
#include <stdio.h>

#include "base/size.h"
#include "formats/adt/adt_era.h"
#include "formats/adt/adt_file.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_liquids.h"
#include "formats/adt/adt_normals.h"
#include "formats/adt/adt_textures.h"
#include "formats/adt/mcal.h"
#include "formats/adt/mclq.h"
#include "formats/grid.h"

enum {
    AT_MCIN = 0, /* in MHDR */
    AT_MTEX = 4,
    HEADER_BYTES = 128,
    BODY_BEGIN = CHUNK_HEADER_BYTES + HEADER_BYTES,
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

struct alpha_mcnk {
    struct reader header;
    struct reader body; /* what the header's offsets count in */
    size_t offset;      /* of `body` in the WDT, for messages */
};

struct alpha_tile {
    struct adt_reading *reading;
    size_t base; /* of the file's bytes in the WDT */
    struct adt_mcnk_places places;
    struct adt_context context;
    struct adt_liquid_list liquids;
    struct adt_tile *tile;
    int8_t (*normals)[ADT_VERTICES][3]; /* as stored, of the chunk at each place */
    struct mcal_edge_steps edges;       /* of all alpha maps */
};

/* No tile of another era begins with MHDR. */
static bool alpha_recognises(struct adt_reading *reading)
{
    struct chunk chunk;
    return chunk_is_at(&reading->root.bytes, 0, &id_MHDR, &chunk);
}

static uint32_t field(const struct alpha_mcnk *mcnk, enum field at)
{
    struct reader reader = reader_sub(&mcnk->header, (size_t)at, 4);
    return reader_u32(&reader);
}

static uint32_t index_of(const struct alpha_mcnk *mcnk, uint32_t ordinal)
{
    uint32_t row = field(mcnk, AT_ROW);
    uint32_t column = field(mcnk, AT_COLUMN);
    return row < ADT_EDGE && column < ADT_EDGE ? row * ADT_EDGE + column : ordinal;
}

/* Where vertex `v`, rows of 9 and 8 in turn, stands in MCVT. */
static size_t stored_vertex(size_t v)
{
    size_t row = v / 17;
    size_t rest = v % 17;
    return rest < 9 ? row * 9 + rest : OUTER + row * 8 + rest - 9;
}

/* A sub-chunk without chunk header: `size` bytes at `offset` of the body; what of it is there. */
static struct chunk raw_sub_chunk(const struct alpha_mcnk *mcnk, const struct chunk_id *id,
                                  size_t offset, size_t size)
{
    size_t room = (size_t)(mcnk->body.end - mcnk->body.begin);
    size_t begin = size_min(offset, room);
    struct chunk sub = {
        .offset = mcnk->offset + begin,
        .data = mcnk->body.begin + begin,
        .size = size_min(size, room - begin),
    };
    memcpy(sub.id, id->text, sizeof sub.id);
    return sub;
}

static bool is_whole(const struct alpha_tile *alpha, const struct chunk *sub, size_t size)
{
    if (sub->size < size) {
        warning_dedup_warn(alpha->context.dedup, sub->id, (int64_t)sub->offset,
                           "%zu bytes, %zu needed; left out", sub->size, size);
    }
    return sub->size >= size;
}

/* A sub-chunk with a chunk header; false when its offset does not lead to one. */
static bool headed_sub_chunk(const struct alpha_mcnk *mcnk, const struct chunk_id *id,
                             enum field at, struct chunk *sub)
{
    if (!chunk_is_at(&mcnk->body, field(mcnk, at), id, sub)) {
        return false;
    }
    sub->offset += mcnk->offset;
    return true;
}

static void alpha_read_heights(const struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                               struct adt_chunk *chunk)
{
    uint8_t rows[MCVT_BYTES];
    struct chunk sub = raw_sub_chunk(mcnk, &id_MCVT, field(mcnk, AT_HEIGHTS), MCVT_BYTES);
    if (!is_whole(alpha, &sub, MCVT_BYTES)) {
        return;
    }
    for (size_t v = 0; v < ADT_VERTICES; v++) {
        memcpy(rows + 4 * v, sub.data + 4 * stored_vertex(v), 4);
    }
    sub.data = rows;
    adt_read_heights(&alpha->context, &sub, 0.0F, chunk);
}

/* Normals stay as stored until all of the tile can be compared with its heights. */
static void read_normals(const struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                         int8_t (*stored)[3])
{
    struct chunk sub = raw_sub_chunk(mcnk, &id_MCNR, field(mcnk, AT_NORMALS), MCNR_BYTES);
    if (is_whole(alpha, &sub, MCNR_BYTES)) {
        memcpy(stored, sub.data, MCNR_BYTES);
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

static bool read_layers(struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                        struct adt_chunk *chunk)
{
    const struct adt_context *context = &alpha->context;
    struct chunk mcly;
    if (!headed_sub_chunk(mcnk, &id_MCLY, AT_LAYERS, &mcly)) {
        if (field(mcnk, AT_LAYER_COUNT) > 0) {
            warning_dedup_warn(context->dedup, "MCLY", (int64_t)mcnk->offset,
                               "missing in this MCNK; left out");
        }
        return true;
    }
    struct adt_layer_list layers;
    struct adt_alpha_source source = {
        .mcal = raw_sub_chunk(mcnk, &id_MCAL, field(mcnk, AT_ALPHA), field(mcnk, AT_ALPHA_BYTES))};
    source.declared = source.mcal.size;
    adt_layers_list(&mcly, field(mcnk, AT_LAYER_COUNT), context->dedup, &layers);
    expect_alpha(&layers, source.mcal.size);
    measure_edges(&layers, &source.mcal, &alpha->edges);
    adt_layers_take(context, &mcly, &layers, chunk);
    return !(context->contents & ADT_MAPS) ||
           adt_layers_read_alpha(context, &layers, &source, chunk);
}

static void count_refs(const struct alpha_mcnk *mcnk, struct adt_chunk *chunk)
{
    struct chunk mcrf;
    if (headed_sub_chunk(mcnk, &id_MCRF, AT_REFS, &mcrf)) {
        size_t room = mcrf.size / 4;
        size_t doodads = size_min(field(mcnk, AT_DOODAD_REFS), room);
        chunk->doodad_ref_count = (uint32_t)doodads;
        chunk->wmo_ref_count = (uint32_t)size_min(field(mcnk, AT_OBJECT_REFS), room - doodads);
    }
}

static bool alpha_read_shadow(const struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                              struct adt_chunk *chunk)
{
    if (!(alpha->context.contents & ADT_MAPS) || !(chunk->flags & ADT_CHUNK_SHADOW)) {
        return true;
    }
    struct chunk sub =
        raw_sub_chunk(mcnk, &id_MCSH, field(mcnk, AT_SHADOW), field(mcnk, AT_SHADOW_BYTES));
    return !is_whole(alpha, &sub, MCSH_BYTES) || adt_read_shadow(&alpha->context, &sub, chunk);
}

static bool open_mcnk(const struct alpha_tile *alpha, const struct mcnk_place *place,
                      struct alpha_mcnk *mcnk)
{
    struct chunk chunk;
    bool found = chunk_is_at(&alpha->reading->root.bytes, place->offset, &id_MCNK, &chunk);
    size_t own = found ? CHUNK_HEADER_BYTES + chunk.size : 0;
    size_t size = size_min(size_max(own, place->size), place->limit - place->offset);
    if (size < BODY_BEGIN) {
        warning_dedup_warn(alpha->context.dedup, "MCNK", (int64_t)(alpha->base + place->offset),
                           "cut short after %zu bytes; chunk left out", size);
        return false;
    }
    size_t begin = place->offset + BODY_BEGIN;
    mcnk->header =
        reader_sub(&alpha->reading->root.bytes, place->offset + CHUNK_HEADER_BYTES, HEADER_BYTES);
    mcnk->body = reader_sub(&alpha->reading->root.bytes, begin, size - BODY_BEGIN);
    mcnk->offset = alpha->base + begin;
    return true;
}

/* The chunk's fields and all but its normals, which stay as stored. False: out of memory. */
static bool read_sub_chunks(struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                            struct adt_chunk *chunk)
{
    adt_chunk_begin(field(mcnk, AT_FLAGS) & 0x3F, chunk);
    chunk->area_id = field(mcnk, AT_AREA);
    chunk->holes = adt_holes_from_16(field(mcnk, AT_HOLES));
    alpha_read_heights(alpha, mcnk, chunk);
    if (!chunk->present) {
        return true;
    }
    count_refs(mcnk, chunk);
    return read_layers(alpha, mcnk, chunk) && alpha_read_shadow(alpha, mcnk, chunk);
}

static enum adtmap_status read_terrain(struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                                       uint32_t ordinal)
{
    struct adt_chunk chunk;
    int8_t stored[ADT_VERTICES][3] = {{0}};
    if (!read_sub_chunks(alpha, mcnk, &chunk)) {
        return diag_fail_memory(alpha->reading->diag);
    }
    if (!chunk.present) {
        return ADTMAP_OK;
    }
    read_normals(alpha, mcnk, stored);
    int64_t offset = (int64_t)(alpha->base + alpha->places.at[ordinal].offset);
    uint32_t index = adt_place_chunk(alpha->tile, &chunk, index_of(mcnk, ordinal), ordinal, offset,
                                     alpha->context.dedup);
    if (index < ADT_CHUNKS) {
        const struct adt_files *files = alpha->reading->files;
        float *position = alpha->tile->chunks[index].position;
        /* The file has no position. */
        position[0] = (float)(grid_edge_yd(files->y) - index / ADT_EDGE * CHUNK_YD);
        position[1] = (float)(grid_edge_yd(files->x) - index % ADT_EDGE * CHUNK_YD);
        memcpy(alpha->normals[index], stored, sizeof stored);
    }
    return ADTMAP_OK;
}

/* MCLQ stands without a chunk header, unless a tool has written one. */
static enum adtmap_status read_liquids(struct alpha_tile *alpha, const struct alpha_mcnk *mcnk,
                                       uint32_t ordinal)
{
    struct chunk headed;
    struct mclq mclq;
    uint32_t flags = field(mcnk, AT_FLAGS) & MCLQ_ANY;
    struct chunk sub = raw_sub_chunk(mcnk, &id_MCLQ, field(mcnk, AT_LIQUID), SIZE_MAX);
    if (flags && headed_sub_chunk(mcnk, &id_MCLQ, AT_LIQUID, &headed)) {
        sub.data += CHUNK_HEADER_BYTES;
        sub.size -= CHUNK_HEADER_BYTES;
    }
    if (!mclq_read(sub.data, sub.size, flags, index_of(mcnk, ordinal), alpha->context.arena,
                   &mclq)) {
        return diag_fail_memory(alpha->reading->diag);
    }
    if (mclq.missing || mclq.invalid_levels) {
        warning_dedup_warn(alpha->context.dedup, "MCLQ", (int64_t)sub.offset,
                           "%u liquids missing, %u heights are no numbers of a map", mclq.missing,
                           mclq.invalid_levels);
    }
    adt_liquids_add(&alpha->liquids, &mclq);
    return ADTMAP_OK;
}

static enum adtmap_status alpha_read_chunk(struct alpha_tile *alpha, uint32_t ordinal)
{
    struct alpha_mcnk mcnk;
    enum adtmap_status status = ADTMAP_OK;
    if (!open_mcnk(alpha, &alpha->places.at[ordinal], &mcnk)) {
        return ADTMAP_OK;
    }
    if (alpha->context.contents & ADT_GROUND) {
        status = read_terrain(alpha, &mcnk, ordinal);
    }
    if (!status && (alpha->context.contents & ADT_LIQUIDS)) {
        status = read_liquids(alpha, &mcnk, ordinal);
    }
    return status;
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
static double try_form(const struct alpha_tile *alpha, enum vertex_order order,
                       const struct adt_normal_form *form)
{
    struct adt_normal_score score = {0};
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        int8_t normals[ADT_VERTICES][3];
        if (alpha->tile->chunks[i].present) {
            form_normals(alpha->normals[i], order, form, normals);
            adt_normals_score(&alpha->tile->chunks[i], normals, &score);
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
static void reconcile_normals(const struct alpha_tile *alpha)
{
    static const char *const order_names[ORDERS] = {"81 + 64", "rows of 9 and 8"};
    const double good = 0.995; /* as far as bytes can agree */
    const double margin = 0.002;
    struct adt_tile *tile = alpha->tile;
    size_t best = 0;
    enum vertex_order best_order = ORDER_OUTER_FIRST;
    double first = try_form(alpha, ORDER_OUTER_FIRST, &forms[0].form);
    double most = first;
    for (size_t i = 0; i < COUNT_OF(forms) * ORDERS && first < good; i++) {
        enum vertex_order order = (enum vertex_order)(i % ORDERS);
        double cosine = try_form(alpha, order, &forms[i / ORDERS].form);
        if (cosine > most + margin) {
            most = cosine;
            best = i / ORDERS;
            best_order = order;
        }
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        int8_t normals[ADT_VERTICES][3];
        form_normals(alpha->normals[i], best_order, &forms[best].form, normals);
        const struct chunk sub = {.data = (const uint8_t *)normals, .size = sizeof normals};
        adt_read_normals(&sub, &tile->chunks[i]);
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
    diag_info(alpha->context.dedup->diag, "MCNR", NO_OFFSET, "%s", tile->normals);
}

/* Whether the last row and column count is open (Alpha document, MCAL): they are taken to be
 * like those before, as in later files without a flag. A message says what the file has there. */
static void describe_edges(const struct alpha_tile *alpha)
{
    const struct mcal_edge_steps *steps = &alpha->edges;
    double texels = (double)steps->texels;
    struct adt_tile *tile = alpha->tile;
    if (steps->texels) {
        snprintf(tile->edges, sizeof tile->edges,
                 "last row and column %s; stored ones differ from the ones before by %.1f of 255, "
                 "these from theirs by %.1f",
                 tile->edge == ADTMAP_EDGE_KEEP ? "as stored" : "like the ones before",
                 (double)steps->last / texels, (double)steps->before / texels);
    }
}

static enum adtmap_status alpha_read_chunks(struct alpha_tile *alpha)
{
    struct adt_reading *reading = alpha->reading;
    enum adtmap_status status = ADTMAP_OK;
    if (reading->contents & ADT_LIQUIDS) {
        status = adt_liquids_begin(NULL, MH2O_MONOLITHIC, alpha->places.count, reading->arena,
                                   reading->diag, &alpha->liquids);
    }
    for (uint32_t i = 0; i < alpha->places.count && !status; i++) {
        status = alpha_read_chunk(alpha, i);
    }
    alpha->tile->liquids = adt_liquids_of(&alpha->liquids);
    if (!status && (reading->contents & ADT_GROUND)) {
        reconcile_normals(alpha);
        describe_edges(alpha);
    }
    warning_dedup_flush(alpha->context.dedup);
    return status;
}

/* Terrain and liquids of all MCNKs. */
static enum adtmap_status alpha_read_mcnks(struct adt_reading *reading)
{
    struct alpha_tile alpha = {
        .reading = reading,
        .base = reading->files->root_offset,
        .context = {.contents = reading->contents,
                    .depth = ADT_ALPHA_4BIT,
                    .texture_count = reading->tile->texture_count,
                    .edge = reading->tile->edge,
                    .arena = reading->arena,
                    .dedup = &reading->root.dedup},
        .tile = reading->tile,
        .normals = arena_alloc(reading->arena, ADT_CHUNKS, sizeof *alpha.normals),
    };
    reading->tile->alpha_depth = ADT_ALPHA_4BIT;
    if (!alpha.normals) {
        return diag_fail_memory(reading->diag);
    }
    enum adtmap_status status = adt_find_mcnks(&reading->root, AT_MCIN, alpha.base, &alpha.places);
    return status ? status : alpha_read_chunks(&alpha);
}

static enum adtmap_status alpha_read_placements(struct adt_reading *reading)
{
    const struct adt_files *files = reading->files;
    const struct chunk doodads = {.data = files->doodad_names.data,
                                  .size = files->doodad_names.size};
    const struct chunk wmos = {.data = files->wmo_names.data, .size = files->wmo_names.size};
    return adt_read_placements_named(&reading->root, reading->contents, &doodads, &wmos,
                                     reading->arena, &reading->tile->placements);
}

static enum adtmap_status alpha_read_tile(struct adt_reading *reading)
{
    enum adtmap_status status = ADTMAP_OK;
    if (reading->contents & (ADT_GROUND | ADT_TEXTURES)) {
        status = adt_textures_from_mtex(&reading->root, AT_MTEX, reading->arena, reading->tile);
    }
    if (!status && (reading->contents & (ADT_GROUND | ADT_LIQUIDS))) {
        status = alpha_read_mcnks(reading);
    }
    if (!status && (reading->contents & ADT_PLACEMENTS)) {
        status = alpha_read_placements(reading);
    }
    return status;
}

const struct adt_era adt_era_alpha = {"tiles in the WDT, 0.5.3 to 0.5.5", alpha_recognises,
                                      alpha_read_tile};
