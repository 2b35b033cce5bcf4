/*
 * ADTs of several files, Cataclysm and later (ADT/v18 document, "split files"): geometry and
 * liquids in the root, layers with their maps in _tex0, objects in _obj0 and _obj1. MCNKs of tex
 * and obj files have no header; they belong to those of the root by their order.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/size.h"
#include "formats/adt/adt_era.h"
#include "formats/adt/adt_file.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_liquids.h"
#include "formats/adt/adt_mcnk.h"
#include "formats/adt/adt_textures.h"
#include "formats/adt/mcal.h"

enum { MHDR_AT_MAMP = 0x30, MAMP_MAX = 3 };

/* A tile's files with what MCNKs each of them has. */
struct split_tile {
    struct adt_reading *reading;
    struct adt_mcnk_places root, tex, obj;
    struct adt_context context; /* its dedup is that of _tex0 */
};

/* Only files before 4.0 have MCIN, and only they have textures next to MHDR. */
static bool split_recognises(struct adt_reading *reading)
{
    struct adt_file *root = &reading->root;
    bool has_others = reading->tex0.exists || reading->obj0.exists || reading->obj1.exists;
    struct chunk chunk;
    return !adt_walk_to(root, &id_MCIN, &chunk) &&
           (has_others ||
            (adt_walk_to(root, &id_MHDR, &chunk) && !adt_walk_to(root, &id_MTEX, &chunk)));
}

static void warn_missing(const struct adt_files *files, const struct diag *diag)
{
    const struct {
        const struct adt_bytes *bytes;
        const char *what;
    } parts[] = {
        {&files->tex0, "no _tex0 file next to it; the ground has neither textures nor shadows"},
        {&files->obj0, "no _obj0 file next to it; its objects are left out"},
        {&files->obj1, "no _obj1 file next to it; objects of that file are left out"},
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (!parts[i].bytes->data) {
            diag_warn(diag, NULL, NO_OFFSET, "%s", parts[i].what);
        }
    }
}

/* The sub-chunk `id` of an MCNK without header, or none. Its offset counts in the file. */
static bool find_sub_chunk(const struct adt_file *file, const struct mcnk_place *place,
                           const struct chunk_id *id, struct chunk *sub)
{
    struct chunk mcnk;
    struct chunk found;
    *sub = (struct chunk){0};
    if (!chunk_is_at(&file->bytes, place->offset, &id_MCNK, &mcnk)) {
        return false;
    }
    size_t begin = place->offset + CHUNK_HEADER_BYTES;
    size_t end = size_min(begin + mcnk.size, place->limit);
    struct reader bytes = reader_sub(&file->bytes, begin, end > begin ? end - begin : 0);
    if (!chunk_find_linked(&bytes, id, &found)) {
        return false;
    }
    *sub = found;
    sub->offset += begin;
    return true;
}

static bool find_layers(const struct adt_file *tex, const struct mcnk_place *place,
                        struct warning_dedup *dedup, struct chunk *mcly,
                        struct adt_layer_list *layers)
{
    if (!find_sub_chunk(tex, place, &id_MCLY, mcly)) {
        return false;
    }
    adt_layers_list(mcly, adt_layers_count(mcly), dedup, layers);
    return true;
}

static enum adt_alpha_depth infer_depth(const struct adt_file *tex,
                                        const struct adt_mcnk_places *places)
{
    struct warning_dedup unheard = {.diag = &diag_silent};
    uint32_t votes[2] = {0};
    for (uint32_t i = 0; i < places->count; i++) {
        struct chunk mcly;
        struct chunk mcal;
        struct adt_layer_list layers;
        if (find_layers(tex, &places->at[i], &unheard, &mcly, &layers) &&
            find_sub_chunk(tex, &places->at[i], &id_MCAL, &mcal)) {
            adt_layers_vote(&layers, mcal.size, votes);
        }
    }
    return adt_layers_depth(votes, &tex->diag);
}

static bool split_read_shadow(const struct adt_context *context, const struct adt_file *tex,
                              const struct mcnk_place *place, struct adt_chunk *chunk)
{
    struct chunk mcsh;
    if (!find_sub_chunk(tex, place, &id_MCSH, &mcsh)) {
        return true;
    }
    if (mcsh.size < MCSH_BYTES) {
        warning_dedup_warn(context->dedup, mcsh.id, (int64_t)mcsh.offset,
                           "%zu bytes, %d needed; left out", mcsh.size, MCSH_BYTES);
        return true;
    }
    return adt_read_shadow(context, &mcsh, chunk);
}

/* Layers, alpha maps and shadow from the MCNK of _tex0. False: out of memory. */
static bool read_ground(const struct adt_context *context, const struct adt_file *tex,
                        const struct mcnk_place *place, struct adt_chunk *chunk)
{
    struct chunk mcly;
    struct adt_alpha_source source;
    struct adt_layer_list layers = {0};
    if (find_layers(tex, place, context->dedup, &mcly, &layers)) {
        adt_layers_take(context, &mcly, &layers, chunk);
    }
    if (!(context->contents & ADT_MAPS)) {
        return true;
    }
    if (find_sub_chunk(tex, place, &id_MCAL, &source.mcal)) {
        source.declared = source.mcal.size;
        if (!adt_layers_read_alpha(context, &layers, &source, chunk)) {
            return false;
        }
    } else if (chunk->layer_count > 1) {
        warning_dedup_warn(context->dedup, "MCAL", (int64_t)place->offset,
                           "missing in this MCNK; its upper layers are left out");
    }
    return split_read_shadow(context, tex, place, chunk);
}

/* Doodads by MCRD, WMOs by MCRW. */
static void count_refs(const struct adt_file *obj, const struct mcnk_place *place,
                       struct adt_chunk *chunk)
{
    struct chunk doodads;
    struct chunk wmos;
    find_sub_chunk(obj, place, &id_MCRD, &doodads);
    find_sub_chunk(obj, place, &id_MCRW, &wmos);
    chunk->doodad_ref_count = (uint32_t)(doodads.size / 4);
    chunk->wmo_ref_count = (uint32_t)(wmos.size / 4);
}

/* How much smaller than 64x64 alpha maps are: MAMP, else the byte in MHDR. */
static unsigned map_shift(struct adt_file *root, struct adt_file *tex)
{
    struct chunk found;
    unsigned shift = 0;
    if (adt_walk_to(root, &id_MHDR, &found) && found.size > MHDR_AT_MAMP) {
        shift = found.data[MHDR_AT_MAMP];
    }
    if (adt_walk_to(tex, &id_MAMP, &found) && found.size > 0) {
        shift = found.data[0];
    }
    if (shift > MAMP_MAX) {
        diag_warn(&tex->diag, "MAMP", NO_OFFSET, "%u is no size of alpha maps; 0 taken", shift);
        return 0;
    }
    return shift;
}

static enum adtmap_status split_read_chunk(struct split_tile *split, uint32_t ordinal)
{
    struct adt_reading *reading = split->reading;
    const struct mcnk_place *place = &split->root.at[ordinal];
    struct adt_chunk chunk;
    uint32_t index;
    struct adt_context of_root = split->context;
    of_root.dedup = &reading->root.dedup;
    enum adtmap_status status =
        mcnk_read(&reading->root.bytes, place, ordinal, MCNK_GEOMETRY, &of_root, &chunk, &index);
    if (status || !reading->tile->chunks) {
        return status == ADTMAP_BAD_DATA ? ADTMAP_OK : status;
    }
    if (ordinal < split->obj.count && !chunk.is_left_out) {
        count_refs(&reading->obj0, &split->obj.at[ordinal], &chunk);
    }
    if (ordinal < split->tex.count && !chunk.is_left_out &&
        !read_ground(&split->context, &reading->tex0, &split->tex.at[ordinal], &chunk)) {
        return diag_fail_memory(reading->diag);
    }
    adt_place_chunk(reading->tile, &chunk, index, ordinal, (int64_t)place->offset,
                    &reading->root.dedup);
    return ADTMAP_OK;
}

static void warn_count(const struct adt_file *file, uint32_t count, uint32_t wanted)
{
    if (file->exists && count != wanted) {
        diag_warn(&file->diag, "MCNK", NO_OFFSET, "%u chunks for %u of the root file", count,
                  wanted);
    }
}

/* What all chunks share: textures, and how alpha maps are read. */
static enum adtmap_status prepare_terrain(struct split_tile *split)
{
    struct adt_reading *reading = split->reading;
    struct adt_tile *tile = reading->tile;
    adt_walk_mcnks(&reading->tex0, &split->tex);
    adt_walk_mcnks(&reading->obj0, &split->obj);
    warn_missing(reading->files, reading->diag);
    warn_count(&reading->tex0, split->tex.count, split->root.count);
    warn_count(&reading->obj0, split->obj.count, split->root.count);
    if (reading->tex0.exists) {
        enum adtmap_status status = adt_textures_from_tex(&reading->tex0, reading->arena, tile);
        if (status) {
            return status;
        }
        split->context.map_shift = map_shift(&reading->root, &reading->tex0);
    }
    if ((reading->contents & ADT_MAPS) && tile->alpha_depth == ADT_ALPHA_INFER) {
        tile->alpha_depth = infer_depth(&reading->tex0, &split->tex);
    }
    split->context.depth = tile->alpha_depth;
    split->context.edge = tile->edge;
    split->context.texture_count = tile->texture_count;
    return ADTMAP_OK;
}

/* Terrain and liquids of all MCNKs. */
static enum adtmap_status split_read_mcnks(struct adt_reading *reading)
{
    struct adt_liquid_list liquids = {0};
    struct split_tile *split = arena_alloc(reading->arena, 1, sizeof *split);
    if (!split) {
        return diag_fail_memory(reading->diag);
    }
    split->reading = reading;
    split->context = (struct adt_context){.contents = reading->contents,
                                          .left_out = reading->request->left_out,
                                          .arena = reading->arena,
                                          .dedup = &reading->tex0.dedup,
                                          .liquids = &liquids};
    adt_walk_mcnks(&reading->root, &split->root);
    bool is_terrain = reading->contents & ADT_GROUND;
    if (is_terrain && split->root.count == 0) {
        return adt_fail_without_mcnks(&reading->root);
    }
    enum adtmap_status status = is_terrain ? prepare_terrain(split) : ADTMAP_OK;
    if (!status && (reading->contents & ADT_LIQUIDS)) {
        status = adt_liquids_begin(&reading->root, MH2O_SPLIT, split->root.count, reading->arena,
                                   reading->diag, &liquids);
    }
    for (uint32_t i = 0; i < split->root.count && !status; i++) {
        status = split_read_chunk(split, i);
    }
    reading->tile->liquids = adt_liquids_of(&liquids);
    warning_dedup_flush(&reading->root.dedup);
    warning_dedup_flush(&reading->tex0.dedup);
    return status;
}

/* Adds those of `more` whose unique ids `all` has not. False: out of memory. */
static bool join(const struct adt_placement **all, uint32_t *count,
                 const struct adt_placement *more, uint32_t more_count, struct arena *arena)
{
    struct adt_placement *joined =
        arena_alloc_dirty(arena, (size_t)*count + more_count, sizeof *joined);
    uint32_t *ids = arena_alloc_dirty(arena, *count, sizeof *ids);
    if (!joined || !ids) {
        return false;
    }
    uint32_t first = *count;
    for (uint32_t i = 0; i < first; i++) {
        joined[i] = (*all)[i];
        ids[i] = joined[i].unique_id;
    }
    array_sort(ids, first, sizeof *ids, array_compare_u32);
    for (uint32_t i = 0; i < more_count; i++) {
        if (!array_find(&more[i].unique_id, ids, first, sizeof *ids, array_compare_u32)) {
            joined[(*count)++] = more[i];
        }
    }
    *all = joined;
    return true;
}

static enum adtmap_status split_read_placements(struct adt_reading *reading)
{
    struct adt_file *const files[] = {&reading->obj0, &reading->obj1};
    struct adt_placements *all = &reading->tile->placements;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct adt_placements more;
        enum adtmap_status status = adt_read_placements(
            files[i], reading->contents, reading->request->doodad_wanted, reading->arena, &more);
        if (status) {
            return status;
        }
        if (!join(&all->doodads, &all->doodad_count, more.doodads, more.doodad_count,
                  reading->arena) ||
            !join(&all->wmos, &all->wmo_count, more.wmos, more.wmo_count, reading->arena)) {
            return diag_fail_memory(reading->diag);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status split_read_tile(struct adt_reading *reading)
{
    enum adtmap_status status = ADTMAP_OK;
    if (reading->contents & (ADT_GROUND | ADT_LIQUIDS)) {
        status = split_read_mcnks(reading);
    }
    bool is_without_ground = (reading->contents & (ADT_GROUND | ADT_TEXTURES)) == ADT_TEXTURES;
    if (!status && is_without_ground) {
        status = adt_textures_from_tex(&reading->tex0, reading->arena, reading->tile);
    }
    if (!status && (reading->contents & ADT_PLACEMENTS)) {
        status = split_read_placements(reading);
    }
    return status;
}

const struct adt_era adt_era_split = {"split files, 4.0 and later", split_recognises,
                                      split_read_tile};
