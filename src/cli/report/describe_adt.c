/*
 * A tile of a split client is several files. `info` describes the one it is given: the root with
 * those next to it, each part alone as what it holds. The reader is that of drawing, so damage is
 * said as a render would say it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/size.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/adt/adt.h"
#include "formats/adt/blend_meshes.h"
#include "formats/file_kinds.h"
#include "map/tile_files.h"

/* Scale, height texture and colour tables of those textures that have any. */
static void add_texture_properties(struct json *facts, const struct adt_texture *texture)
{
    static const struct json_field heights[] = {
        JSON_FIELD("height_scale", struct adt_texture, height_scale),
        JSON_FIELD("height_offset", struct adt_texture, height_offset),
    };
    static const struct json_field grading[] = {
        JSON_FIELD("grading_distance", struct adt_texture, grading_distance),
        JSON_FIELD("grading_id", struct adt_texture, grading_file_id),
        JSON_FIELD("grading_ramp_id", struct adt_texture, grading_ramp_file_id),
    };
    bool has_height = texture->height_name || texture->height_file_id;
    bool has_grading = texture->grading_file_id || texture->grading_ramp_file_id;
    if (!texture->scale_shift && !has_height && !has_grading) {
        return;
    }
    json_object(facts, NULL);
    describe_asset(facts, "texture", texture->name, texture->file_id);
    json_number(facts, "quads_covered", 1 << texture->scale_shift);
    if (has_height) {
        describe_asset(facts, "height_texture", texture->height_name, texture->height_file_id);
        json_fields(facts, heights, COUNT_OF(heights), texture);
    }
    if (has_grading) {
        json_fields(facts, grading, COUNT_OF(grading), texture);
    }
    json_end(facts);
}

static void add_textures(struct json *facts, const struct adt_texture *textures, uint32_t count)
{
    for (struct list_walk at = describe_values(facts, "textures", count, SIZE_MAX);
         describe_next(&at);) {
        describe_asset(facts, NULL, textures[at.index].name, textures[at.index].file_id);
    }
    json_array(facts, "texture_properties");
    for (uint32_t i = 0; i < count; i++) {
        add_texture_properties(facts, &textures[i]);
    }
    json_end(facts);
}

/* Heights between which players may fly: the highest and lowest of MFBO's planes of 3x3 each. */
static void add_flight_bounds(const struct adt_bytes *root, struct json *facts)
{
    enum { PLANE = 9 };
    struct reader file = reader_make(root->data, root->size);
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(&file, &offset, &skipped, &chunk)) {
        if (chunk_is(&chunk, &id_MFBO) && chunk.size >= 2 * PLANE * sizeof(int16_t)) {
            static const char *const names[] = {"flight_highest_yd", "flight_lowest_yd"};
            struct reader values = reader_make(chunk.data, chunk.size);
            for (int i = 0; i < 2; i++) {
                json_array(facts, names[i]);
                for (int k = 0; k < PLANE; k++) {
                    json_number(facts, NULL, (int16_t)reader_u16(&values));
                }
                json_end(facts);
            }
            return;
        }
    }
}

static void add_tile(struct json *facts, const struct adt_tile *tile)
{
    uint32_t x;
    uint32_t y;
    if (adt_tile_place(tile, &x, &y)) {
        json_format(facts, "tile", "%u_%u", (unsigned)x, (unsigned)y);
    }
    json_string(facts, "era", tile->era);
    json_number(facts, "chunks", tile->chunk_count);
    json_number(facts, "alpha_bits", tile->alpha_depth == ADT_ALPHA_8BIT ? 8 : 4);
    describe_map_chunks(tile, facts);
    if (tile->normals[0]) {
        json_string(facts, "normals", tile->normals);
    }
    add_textures(facts, tile->textures, tile->texture_count);
}

static void add_placement(struct json *facts, const struct adt_placement *placement,
                          enum flag_field flags)
{
    static const struct json_field fields[] = {
        JSON_FIELD("unique_id", struct adt_placement, unique_id),
        JSON_FIELD("position", struct adt_placement, position),
        JSON_FIELD("rotation", struct adt_placement, rotation),
        JSON_FIELD("scale", struct adt_placement, scale),
    };
    static const struct json_field wmo_fields[] = {
        JSON_FIELD("doodad_set", struct adt_placement, doodad_set),
        JSON_FIELD("name_set", struct adt_placement, name_set),
    };
    describe_asset(facts, "name", placement->name, placement->file_id);
    json_fields(facts, fields, COUNT_OF(fields), placement);
    if (flags == FLAGS_MODF) {
        json_fields(facts, wmo_fields, COUNT_OF(wmo_fields), placement);
        for (struct list_walk at =
                 describe_values(facts, "doodad_sets_shown", placement->sets.count, SIZE_MAX);
             describe_next(&at);) {
            json_number(facts, NULL, placement->sets.sets[at.index]);
        }
    }
    flag_names_add(facts, "flags", flags, placement->flags);
}

/* `files`: each name once, with how often it is placed. `entries`: each placement. */
static void add_objects(struct json *facts, const char *files, const char *entries,
                        const struct adt_placement *placements, uint32_t count,
                        enum flag_field flags)
{
    struct used_file *used = malloc(((size_t)count + 1) * sizeof *used);
    for (uint32_t i = 0; used && i < count; i++) {
        used[i] = (struct used_file){placements[i].name, placements[i].file_id, 0, 0};
    }
    describe_used_files(facts, files, "placed", used, count);
    for (struct list_walk at = describe_list(facts, entries, count); describe_next(&at);) {
        add_placement(facts, &placements[at.index], flags);
    }
}

/* "doodads" and "wmos" by file, and each entry of MDDF and MODF. */
static void add_placements(struct json *facts, const struct adt_placements *placed)
{
    add_objects(facts, "doodads", "doodad_placements", placed->doodads, placed->doodad_count,
                FLAGS_MDDF);
    add_objects(facts, "wmos", "wmo_placements", placed->wmos, placed->wmo_count, FLAGS_MODF);
}

/* The blend meshes of a root file, if it has any. */
static enum adtmap_status add_blend_meshes(const struct adt_bytes *root, struct arena *arena,
                                           const struct diag *diag, struct json *facts)
{
    struct blend_meshes blend;
    enum adtmap_status status = blend_meshes_read(root, arena, diag, &blend);
    if (status || blend.mesh_count == 0) {
        return status;
    }
    json_number(facts, "blend_meshes", blend.mesh_count);
    json_number(facts, "blend_vertices", blend.vertex_count);
    json_number(facts, "blend_triangles", blend.index_count / 3);
    json_number(facts, "blend_batches", blend.batch_count);
    for (struct list_walk at = describe_list(facts, "blend_mesh_list", blend.mesh_count);
         describe_next(&at);) {
        const struct blend_mesh *mesh = &blend.meshes[at.index];
        json_number(facts, "unique_id", mesh->unique_id);
        json_number(facts, "texture", mesh->texture);
        json_number(facts, "triangles", mesh->index_count / 3);
        json_number(facts, "vertices", mesh->vertex_count);
        if (mesh->has_box) {
            json_floats(facts, "box_low", mesh->box_low, 3);
            json_floats(facts, "box_high", mesh->box_high, 3);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status describe_tile(const uint8_t *data, size_t size, const struct diag *diag,
                                        struct json *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    struct tile_files files = {0};
    const struct adt_request all = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (strcmp(diag->file, DESCRIBE_STDIN) == 0) { /* without a path: this file alone */
        struct blob borrowed = {.data = data, .size = size};
        tile_files_set(&files, TILE_ROOT, &borrowed, diag->file);
    } else {
        status = tile_files_map(diag->file, diag, &files);
    }
    if (!status) {
        status = adt_read(&files.adt, &all, &arena, diag, &tile);
    }
    if (!status) {
        add_tile(facts, tile);
        add_placements(facts, &tile->placements);
        describe_liquids(&tile->liquids, facts);
        add_flight_bounds(&files.adt.root, facts);
        status = add_blend_meshes(&files.adt.root, &arena, diag, facts);
    }
    tile_files_release(&files);
    arena_free(&arena);
    return status;
}

static const struct adt_part {
    const char *what;
    unsigned contents; /* of enum adt_content; 0: nothing that is read */
} parts[TILE_PARTS] = {
    [TILE_PART_TEX0] = {"layers and maps of a split tile", ADT_TEXTURES},
    [TILE_PART_TEX1] = {"low-resolution layers of a split tile", 0},
    [TILE_PART_OBJ0] = {"objects of a split tile", ADT_PLACEMENTS},
    [TILE_PART_OBJ1] = {"more objects of a split tile", ADT_PLACEMENTS},
    [TILE_PART_LOD] = {"a split tile at low resolution", 0},
};

static enum adtmap_status describe_part(const struct adt_part *part, const uint8_t *data,
                                        size_t size, const struct diag *diag, struct json *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    struct adt_files files = {0};
    const struct adt_request wanted = {.contents = part->contents};
    json_string(facts, "part", part->what);
    if (part->contents == 0) {
        json_bool(facts, "used", false);
        return ADTMAP_OK;
    }
    *(part->contents == ADT_TEXTURES ? &files.tex0 : &files.obj0) =
        (struct adt_bytes){.data = data, .size = size};
    enum adtmap_status status = adt_read(&files, &wanted, &arena, diag, &tile);
    if (!status && part->contents == ADT_TEXTURES) {
        add_textures(facts, tile->textures, tile->texture_count);
    } else if (!status) {
        add_placements(facts, &tile->placements);
    }
    arena_free(&arena);
    return status;
}

enum adtmap_status describe_adt(const uint8_t *data, size_t size, const struct diag *diag,
                                struct json *facts)
{
    enum tile_part part = tile_part_of(diag->file);
    enum adtmap_status status = part != TILE_PARTS
                                    ? describe_part(&parts[part], data, size, diag, facts)
                                    : describe_tile(data, size, diag, facts);
    if (!status) {
        describe_chunks(data, size, facts);
    }
    return status;
}
