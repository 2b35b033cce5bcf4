#include "formats/adt/adt_textures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "formats/adt/adt_file.h"
#include "formats/name_table.h"

enum {
    MTXP_ENTRY_BYTES = 16,
    MTCG_ENTRY_BYTES = 16,
    TEXTURE_SCALE_SHIFT = 4,
};

/* `count` textures without properties, for the tile; NULL when out of memory. */
static struct adt_texture *make_textures(struct arena *arena, size_t count, struct adt_tile *tile)
{
    struct adt_texture *textures = arena_alloc(arena, count, sizeof *textures);
    for (size_t i = 0; textures && i < count; i++) {
        textures[i].height_offset = 1.0F;
    }
    tile->textures = textures;
    tile->texture_count = textures ? (uint32_t)count : 0;
    return textures;
}

/* At most ADT_TEXTURES_MAX names; *used becomes how many bytes they take. */
static size_t count_names(const struct name_table *names, size_t *used)
{
    size_t count = 0;
    *used = 0;
    while (count < ADT_TEXTURES_MAX && name_table_next(names, used)) {
        count++;
    }
    return count;
}

static struct adt_texture *read_names(const struct chunk *mtex, struct arena *arena,
                                      const struct diag *diag, struct adt_tile *tile)
{
    struct name_table names;
    if (!name_table_open(mtex, (size_t)ADT_TEXTURES_MAX * ADT_TEXTURE_NAME_MAX, arena, &names)) {
        return NULL;
    }
    size_t used;
    size_t count = count_names(&names, &used);
    size_t next = 0;
    struct adt_texture *textures = make_textures(arena, count, tile);
    for (size_t i = 0; textures && i < count; i++) {
        textures[i].name = name_table_next(&names, &next);
    }
    if (used < mtex->size) {
        diag_warn(diag, mtex->id, (int64_t)mtex->offset,
                  "more than %zu names in %zu bytes; the rest left out", count, names.size);
    }
    return textures;
}

enum adtmap_status adt_textures_from_mtex(struct adt_file *file, size_t mhdr_at,
                                          struct arena *arena, struct adt_tile *tile)
{
    struct chunk mtex;
    if (!adt_find_chunk(file, &id_MTEX, mhdr_at, &mtex)) {
        diag_warn(&file->diag, "MTEX", NO_OFFSET, "no such chunk; the tile has no textures");
        return ADTMAP_OK;
    }
    return read_names(&mtex, arena, &file->diag, tile) ? ADTMAP_OK : diag_fail_memory(&file->diag);
}

/* Ids of MDID, and of MHID as far as it goes. */
static struct adt_texture *read_ids(struct adt_file *file, const struct chunk *mdid,
                                    struct arena *arena, const struct diag *diag,
                                    struct adt_tile *tile)
{
    size_t count = size_min(mdid->size / 4, ADT_TEXTURES_MAX);
    struct adt_texture *textures = make_textures(arena, count, tile);
    struct chunk mhid;
    bool has_heights = adt_walk_to(file, &id_MHID, &mhid);
    struct reader ids = reader_make(mdid->data, mdid->size);
    struct reader heights =
        reader_make(has_heights ? mhid.data : NULL, has_heights ? mhid.size : 0);
    for (size_t i = 0; textures && i < count; i++) {
        textures[i].file_id = reader_u32(&ids);
        textures[i].height_file_id = reader_u32(&heights);
    }
    if (mdid->size / 4 > ADT_TEXTURES_MAX) {
        diag_warn(diag, mdid->id, (int64_t)mdid->offset, "more than %d ids; the rest left out",
                  ADT_TEXTURES_MAX);
    }
    return textures;
}

static struct adt_texture *read_list(struct adt_file *file, struct arena *arena,
                                     const struct diag *diag, struct adt_tile *tile)
{
    struct chunk list;
    if (adt_walk_to(file, &id_MTEX, &list)) {
        return read_names(&list, arena, diag, tile);
    }
    if (adt_walk_to(file, &id_MDID, &list)) {
        return read_ids(file, &list, arena, diag, tile);
    }
    diag_warn(diag, "MTEX", NO_OFFSET, "neither this nor MDID; the tile has no textures");
    return make_textures(arena, 0, tile);
}

/* "a/b.blp" -> "a/b_h.blp" in the arena; NULL when out of memory. */
static const char *height_name(const char *name, struct arena *arena)
{
    const char *dot = strrchr(path_base(name), '.');
    int stem = dot ? (int)(dot - name) : (int)strlen(name);
    char *result = arena_alloc(arena, strlen(name) + 3, 1);
    if (result) {
        sprintf(result, "%.*s_h%s", stem, name, dot ? dot : "");
    }
    return result;
}

static uint8_t texture_scale(uint32_t flags)
{
    return (uint8_t)((flags & ADT_TEXTURE_SCALE) >> TEXTURE_SCALE_SHIFT);
}

static bool is_factor(float value)
{
    return fabsf(value) < 1e4F; /* false for NaN as well */
}

/* One entry of MTXP; false when out of memory. */
static bool read_parameters(struct reader *entry, struct arena *arena, struct adt_texture *texture)
{
    uint32_t flags = reader_u32(entry);
    float scale = reader_f32(entry);
    float offset = reader_f32(entry);
    reader_skip(entry, 4);
    texture->scale_shift = texture_scale(flags);
    if (!is_factor(scale) || !is_factor(offset) || (scale == 0.0F && offset == 1.0F)) {
        texture->height_file_id = 0; /* clients do not load it either */
        return true;
    }
    texture->height_scale = scale;
    texture->height_offset = offset;
    texture->height_name = texture->name ? height_name(texture->name, arena) : NULL;
    return !texture->name || texture->height_name;
}

/*
 * MTXP, or else MTXF, as many entries as there are textures. A scale counts whenever it is not 0.
 * The document has it depend on two flags of the layer (MCLY 0x800, 0x1000), "WoD?+", but dates the
 * scale itself one client earlier: files of Mists would lose theirs. noggit-red and wow.export
 * apply it without looking at the layer, and no file at hand has either. Zero is the default, so
 * that a file that does not mean it does not have it. Of the four bits all count, as the document
 * has them, though a scale above 7 makes a repeat longer than a tile.
 */
static bool read_properties(struct adt_file *file, struct arena *arena, const struct diag *diag,
                            struct adt_texture *textures, size_t count)
{
    struct chunk params;
    bool has_heights = adt_walk_to(file, &id_MTXP, &params);
    if (!has_heights && !adt_walk_to(file, &id_MTXF, &params)) {
        return true;
    }
    size_t stride = has_heights ? MTXP_ENTRY_BYTES : 4;
    if (params.size / stride < count) {
        diag_warn(diag, params.id, (int64_t)params.offset, "%zu entries for %zu textures",
                  params.size / stride, count);
    }
    struct reader reader = reader_make(params.data, params.size);
    for (size_t i = 0; i < size_min(count, params.size / stride); i++) {
        if (!has_heights) {
            textures[i].scale_shift = texture_scale(reader_u32(&reader));
        } else if (!read_parameters(&reader, arena, &textures[i])) {
            return false;
        }
    }
    return true;
}

/* MTCG, as many entries as there are textures. */
static void read_grading(struct adt_file *file, struct adt_texture *textures, size_t count)
{
    struct chunk mtcg;
    if (!adt_walk_to(file, &id_MTCG, &mtcg)) {
        return;
    }
    struct reader reader = reader_make(mtcg.data, mtcg.size);
    for (size_t i = 0; i < size_min(count, mtcg.size / MTCG_ENTRY_BYTES); i++) {
        textures[i].grading_distance = reader_u32(&reader);
        reader_skip(&reader, 4); /* not known */
        textures[i].grading_file_id = reader_u32(&reader);
        textures[i].grading_ramp_file_id = reader_u32(&reader);
    }
}

enum adtmap_status adt_textures_from_tex(struct adt_file *file, struct arena *arena,
                                         struct adt_tile *tile)
{
    const struct diag *diag = &file->diag;
    struct adt_texture *textures = read_list(file, arena, diag, tile);
    if (!textures || !read_properties(file, arena, diag, textures, tile->texture_count)) {
        return diag_fail_memory(diag);
    }
    read_grading(file, textures, tile->texture_count);
    return ADTMAP_OK;
}
