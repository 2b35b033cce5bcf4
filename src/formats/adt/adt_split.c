/*
 * ADTs of several files, Cataclysm and later (ADT/v18 document, "split files"): geometry and
 * liquids in the root, layers with their maps in _tex0, objects in _obj0 and _obj1. MCNKs of tex
 * and obj files have no header; they belong to those of the root by their order.
 */
#include <stdlib.h>

#include "base/size.h"
#include "formats/adt/adt_era.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_layout.h"
#include "formats/adt/adt_liquids.h"
#include "formats/adt/adt_mcnk.h"
#include "formats/adt/adt_textures.h"
#include "formats/adt/mcal.h"

enum { MHDR_AT_MAMP = 0x30, MAMP_MOST = 3 };

/* A file with MCNKs, a reader for them and where its messages go. */
struct part_file {
    struct reader bytes;
    struct diag diag;
    struct warning_dedup dedup;
    struct adt_mcnk_places places;
};

static void open_part(const struct adt_bytes *bytes, const struct diag *diag,
                      struct part_file *file)
{
    *file = (struct part_file){.bytes = reader_make(bytes->data, bytes->size), .diag = *diag};
    if (bytes->name) {
        file->diag.file = bytes->name;
    }
    file->dedup.diag = &file->diag;
    adt_walk_mcnks(&file->bytes, &file->places);
}

/* Only files before 4.0 have MCIN, and only they have textures beside MHDR. */
static bool recognises(const struct adt_files *files)
{
    bool has_others = files->tex0.data || files->obj0.data || files->obj1.data;
    struct reader root = reader_make(files->root.data, files->root.size);
    struct chunk chunk;
    return !adt_walk_to(&root, "MCIN", &chunk) &&
           (has_others ||
            (adt_walk_to(&root, "MHDR", &chunk) && !adt_walk_to(&root, "MTEX", &chunk)));
}

static void warn_missing(const struct adt_files *files, const struct diag *diag)
{
    const struct {
        const struct adt_bytes *bytes;
        const char *what;
    } parts[] = {
        {&files->tex0, "no _tex0 file beside it; the ground has neither textures nor shadows"},
        {&files->obj0, "no _obj0 file beside it; its objects are left out"},
        {&files->obj1, "no _obj1 file beside it; objects of that file are left out"},
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (!parts[i].bytes->data) {
            diag_warn(diag, NULL, NO_OFFSET, "%s", parts[i].what);
        }
    }
}

/* The sub-chunk `id` of an MCNK without header, or none. Its offset counts in the file. */
static bool find_part(const struct part_file *file, const struct mcnk_place *place, const char *id,
                      struct chunk *part)
{
    struct chunk mcnk;
    struct chunk found;
    *part = (struct chunk){0};
    if (!chunk_is_at(&file->bytes, place->offset, "MCNK", &mcnk)) {
        return false;
    }
    size_t begin = place->offset + CHUNK_HEADER_BYTES;
    size_t end = size_min(begin + mcnk.size, place->limit);
    struct reader bytes = reader_sub(&file->bytes, begin, end > begin ? end - begin : 0);
    if (!adt_walk_to(&bytes, id, &found)) {
        return false;
    }
    *part = found;
    part->offset += begin;
    return true;
}

static bool find_layers(const struct part_file *tex, const struct mcnk_place *place,
                        struct warning_dedup *dedup, struct chunk *mcly,
                        struct adt_layer_list *layers)
{
    if (!find_part(tex, place, "MCLY", mcly)) {
        return false;
    }
    adt_layers_list(mcly, adt_layers_count(mcly), dedup, layers);
    return true;
}

static enum adt_alpha_depth infer_depth(const struct part_file *tex)
{
    struct diag quiet = {0};
    struct warning_dedup unheard = {.diag = &quiet};
    uint32_t votes[2] = {0};
    for (uint32_t i = 0; i < tex->places.count; i++) {
        struct chunk mcly;
        struct chunk mcal;
        struct adt_layer_list layers;
        if (find_layers(tex, &tex->places.at[i], &unheard, &mcly, &layers) &&
            find_part(tex, &tex->places.at[i], "MCAL", &mcal)) {
            adt_layers_vote(&layers, mcal.size, votes);
        }
    }
    return adt_layers_depth(votes, &tex->diag);
}

static bool read_shadow(const struct adt_context *context, const struct part_file *tex,
                        const struct mcnk_place *place, struct adt_chunk *chunk)
{
    struct chunk mcsh;
    if (!find_part(tex, place, "MCSH", &mcsh)) {
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
static bool read_ground(const struct adt_context *context, const struct part_file *tex,
                        const struct mcnk_place *place, struct adt_chunk *chunk)
{
    struct chunk mcly;
    struct adt_alpha_source source;
    struct adt_layer_list layers = {0};
    if (find_layers(tex, place, context->dedup, &mcly, &layers)) {
        adt_layers_take(context, &mcly, &layers, chunk);
    }
    if (find_part(tex, place, "MCAL", &source.part)) {
        source.announced = source.part.size;
        if (!adt_layers_read_alpha(context, &layers, &source, chunk)) {
            return false;
        }
    } else if (chunk->layer_count > 1) {
        warning_dedup_warn(context->dedup, "MCAL", (int64_t)place->offset,
                           "missing in this MCNK; its upper layers are left out");
    }
    return read_shadow(context, tex, place, chunk);
}

/* Doodads by MCRD, buildings by MCRW. False: out of memory. */
static bool read_refs(const struct part_file *obj, const struct mcnk_place *place,
                      struct arena *arena, struct adt_chunk *chunk)
{
    struct chunk doodads;
    struct chunk objects;
    find_part(obj, place, "MCRD", &doodads);
    find_part(obj, place, "MCRW", &objects);
    chunk->doodad_ref_count = (uint32_t)(doodads.size / 4);
    chunk->object_ref_count = (uint32_t)(objects.size / 4);
    size_t doodad_bytes = (size_t)chunk->doodad_ref_count * 4;
    size_t object_bytes = (size_t)chunk->object_ref_count * 4;
    if (doodad_bytes + object_bytes == 0) {
        return true;
    }
    uint8_t *refs = arena_alloc_dirty(arena, doodad_bytes + object_bytes, 1);
    if (refs) {
        memcpy(refs, doodads.size ? doodads.data : refs, doodad_bytes);
        memcpy(refs + doodad_bytes, objects.size ? objects.data : refs, object_bytes);
        chunk->refs = refs;
    }
    return refs != NULL;
}

/* How much smaller than 64x64 alpha maps are: MAMP, else the byte in MHDR. */
static unsigned map_shift(const struct part_file *root, const struct part_file *tex)
{
    struct chunk part;
    unsigned shift = 0;
    if (adt_walk_to(&root->bytes, "MHDR", &part) && part.size > MHDR_AT_MAMP) {
        shift = part.data[MHDR_AT_MAMP];
    }
    if (adt_walk_to(&tex->bytes, "MAMP", &part) && part.size > 0) {
        shift = part.data[0];
    }
    if (shift > MAMP_MOST) {
        diag_warn(&tex->diag, "MAMP", NO_OFFSET, "%u is no size of alpha maps; 0 taken", shift);
        return 0;
    }
    return shift;
}

struct tile_parts {
    struct part_file root, tex, obj;
    struct adt_context context; /* its dedup is that of `tex` */
};

static enum adtmap_status read_chunk(struct tile_parts *parts, uint32_t turn, struct adt_tile *tile)
{
    const struct mcnk_place *place = &parts->root.places.at[turn];
    struct adt_chunk chunk;
    uint32_t index;
    struct adt_context of_root = parts->context;
    of_root.dedup = &parts->root.dedup;
    enum adtmap_status status =
        mcnk_read(&parts->root.bytes, place, turn, MCNK_GEOMETRY, &of_root, &chunk, &index);
    if (status) {
        return status == ADTMAP_BAD_DATA ? ADTMAP_OK : status;
    }
    bool complete = true;
    if (turn < parts->tex.places.count) {
        complete = read_ground(&parts->context, &parts->tex, &parts->tex.places.at[turn], &chunk);
    }
    if (turn < parts->obj.places.count) {
        complete = complete && read_refs(&parts->obj, &parts->obj.places.at[turn],
                                         parts->context.arena, &chunk);
    }
    if (!complete) {
        return diag_fail_memory(&parts->root.diag);
    }
    adt_place_chunk(tile, &chunk, index, turn, (int64_t)place->offset, &parts->root.dedup);
    return ADTMAP_OK;
}

static void warn_count(const struct part_file *file, uint32_t wanted, bool there)
{
    if (there && file->places.count != wanted) {
        diag_warn(&file->diag, "MCNK", NO_OFFSET, "%u chunks for %u of the root file",
                  file->places.count, wanted);
    }
}

static enum adtmap_status read_parts(const struct adt_files *files, struct tile_parts *parts,
                                     struct adt_tile *tile)
{
    if (files->tex0.data) {
        enum adtmap_status status =
            adt_textures_from_tex(&parts->tex.bytes, parts->context.arena, &parts->tex.diag, tile);
        if (status) {
            return status;
        }
        parts->context.map_shift = map_shift(&parts->root, &parts->tex);
    }
    if (tile->alpha_depth == ADT_ALPHA_INFER) {
        tile->alpha_depth = infer_depth(&parts->tex);
    }
    parts->context.depth = tile->alpha_depth;
    parts->context.edge = tile->edge;
    parts->context.texture_count = tile->texture_count;
    for (uint32_t i = 0; i < parts->root.places.count; i++) {
        enum adtmap_status status = read_chunk(parts, i, tile);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_tile(const struct adt_files *files, struct arena *arena,
                                    const struct diag *diag, struct adt_tile *tile)
{
    struct tile_parts parts;
    open_part(&files->root, diag, &parts.root);
    open_part(&files->tex0, diag, &parts.tex);
    open_part(&files->obj0, diag, &parts.obj);
    if (parts.root.places.count == 0) {
        return adt_fail_without_mcnks(&parts.root.bytes, diag);
    }
    parts.context = (struct adt_context){.arena = arena, .dedup = &parts.tex.dedup};
    warn_missing(files, diag);
    warn_count(&parts.tex, parts.root.places.count, files->tex0.data != NULL);
    warn_count(&parts.obj, parts.root.places.count, files->obj0.data != NULL);
    enum adtmap_status status = read_parts(files, &parts, tile);
    warning_dedup_flush(&parts.root.dedup);
    warning_dedup_flush(&parts.tex.dedup);
    return status;
}

static enum adtmap_status read_liquids(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct liquid_layers *layers)
{
    return adt_read_liquids(files->root.data, files->root.size, arena, diag, layers);
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;
    return (left > right) - (left < right);
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
    qsort(ids, first, sizeof *ids, compare_ids);
    for (uint32_t i = 0; i < more_count; i++) {
        if (!bsearch(&more[i].unique_id, ids, first, sizeof *ids, compare_ids)) {
            joined[(*count)++] = more[i];
        }
    }
    *all = joined;
    return true;
}

static enum adtmap_status read_objects(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct adt_objects *objects)
{
    const struct adt_bytes *const parts[] = {&files->obj0, &files->obj1};
    *objects = (struct adt_objects){0};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        struct diag own = diag_at(diag, parts[i]->name ? parts[i]->name : diag->file);
        struct adt_objects more;
        enum adtmap_status status =
            adt_read_objects(parts[i]->data, parts[i]->size, arena, &own, &more);
        if (status) {
            return status;
        }
        if (!join(&objects->doodads, &objects->doodad_count, more.doodads, more.doodad_count,
                  arena) ||
            !join(&objects->buildings, &objects->building_count, more.buildings,
                  more.building_count, arena)) {
            return diag_fail_memory(diag);
        }
    }
    return ADTMAP_OK;
}

const struct adt_era adt_era_split = {"split files, 4.0 and later", recognises, read_tile,
                                      read_liquids, read_objects};
