#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/common.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/describe_parts.h"
#include "formats/adt/adt.h"
#include "scene/map/tile_files.h"

/* Adds scale, height texture and colour tables, if the tile has them for the texture. */
static void add_properties(cJSON *list, const struct adt_texture *texture)
{
    bool has_height = texture->height_name || texture->height_file_id;
    bool has_grading = texture->grading_file_id || texture->grading_ramp_file_id;
    if (!texture->scale_shift && !has_height && !has_grading) {
        return;
    }
    cJSON *properties = cJSON_CreateObject();
    common_json_put(properties, "texture", describe_asset(texture->name, texture->file_id));
    cJSON_AddNumberToObject(properties, "quads_covered", 1 << texture->scale_shift);
    if (has_height) {
        common_json_put(properties, "height_texture",
                        describe_asset(texture->height_name, texture->height_file_id));
        cJSON_AddNumberToObject(properties, "height_scale", (double)texture->height_scale);
        cJSON_AddNumberToObject(properties, "height_offset", (double)texture->height_offset);
    }
    if (has_grading) {
        cJSON_AddNumberToObject(properties, "grading_distance", texture->grading_distance);
        cJSON_AddNumberToObject(properties, "grading_id", texture->grading_file_id);
        cJSON_AddNumberToObject(properties, "grading_ramp_id", texture->grading_ramp_file_id);
    }
    common_json_append(list, properties);
}

static void add_textures(cJSON *facts, const struct adt_texture *textures, uint32_t count)
{
    cJSON *names = cJSON_AddArrayToObject(facts, "textures");
    cJSON *properties = cJSON_AddArrayToObject(facts, "texture_properties");
    for (uint32_t i = 0; i < count; i++) {
        common_json_append(names, describe_asset(textures[i].name, textures[i].file_id));
        add_properties(properties, &textures[i]);
    }
}

/* Heights between which players may fly: the highest and lowest of MFBO's planes of 3x3 each. */
static void add_flight_bounds(const struct adt_bytes *root, cJSON *facts)
{
    enum { PLANE = 9 };
    struct reader file = reader_make(root->data, root->size);
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(&file, &offset, &skipped, &chunk)) {
        if (chunk_is(&chunk, "MFBO") && chunk.size >= 2 * PLANE * sizeof(int16_t)) {
            int heights[2][PLANE];
            struct reader values = reader_make(chunk.data, chunk.size);
            for (int i = 0; i < 2 * PLANE; i++) {
                heights[i / PLANE][i % PLANE] = (int16_t)reader_u16(&values);
            }
            common_json_put(facts, "flight_highest_yd", cJSON_CreateIntArray(heights[0], PLANE));
            common_json_put(facts, "flight_lowest_yd", cJSON_CreateIntArray(heights[1], PLANE));
            return;
        }
    }
}

static void add_tile(cJSON *facts, const struct adt_tile *tile)
{
    uint32_t x;
    uint32_t y;
    if (adt_tile_place(tile, &x, &y)) {
        char place[16];
        snprintf(place, sizeof place, "%u_%u", (unsigned)x, (unsigned)y);
        cJSON_AddStringToObject(facts, "tile", place);
    }
    cJSON_AddStringToObject(facts, "era", tile->era);
    cJSON_AddNumberToObject(facts, "chunks", tile->chunk_count);
    cJSON_AddNumberToObject(facts, "alpha_bits", tile->alpha_depth == ADT_ALPHA_8BIT ? 8 : 4);
    describe_map_chunks(tile, facts);
    if (tile->normals[0]) {
        cJSON_AddStringToObject(facts, "normals", tile->normals);
    }
    add_textures(facts, tile->textures, tile->texture_count);
}

/* The files of a tile; `data` of one without a path are borrowed. */
static enum adtmap_status open_files(const uint8_t *data, size_t size, const struct diag *diag,
                                     struct tile_files *files)
{
    if (strcmp(diag->file, DESCRIBE_STDIN) != 0) {
        return tile_files_map(diag->file, diag, files);
    }
    struct blob borrowed = {data, size, NULL};
    tile_files_set(files, TILE_ROOT, &borrowed, diag->file);
    return ADTMAP_OK;
}

static enum adtmap_status describe_tile(const uint8_t *data, size_t size, const struct diag *diag,
                                        cJSON *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    struct tile_files files = {0};
    const struct adt_request all = {0};
    enum adtmap_status status = open_files(data, size, diag, &files);
    if (!status) {
        status = adt_read(&files.adt, &all, &arena, diag, &tile);
    }
    if (!status) {
        add_tile(facts, tile);
        describe_placements(&tile->placements, facts);
        describe_liquids(&tile->liquids, facts);
        add_flight_bounds(&files.adt.root, facts);
        status = describe_blend_meshes(&files.adt.root, &arena, diag, facts);
    }
    tile_files_release(&files);
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_tex(const uint8_t *data, size_t size, const struct diag *diag,
                                       cJSON *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    const struct adt_files files = {.tex0 = {.data = data, .size = size}};
    const struct adt_request wanted = {.parts = ADT_TEXTURES};
    enum adtmap_status status = adt_read(&files, &wanted, &arena, diag, &tile);
    if (!status) {
        add_textures(facts, tile->textures, tile->texture_count);
    }
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_obj(const uint8_t *data, size_t size, const struct diag *diag,
                                       cJSON *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    const struct adt_files files = {.obj0 = {.data = data, .size = size}};
    const struct adt_request wanted = {.parts = ADT_PLACEMENTS};
    enum adtmap_status status = adt_read(&files, &wanted, &arena, diag, &tile);
    if (!status) {
        describe_placements(&tile->placements, facts);
    }
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_unused(const uint8_t *data, size_t size, const struct diag *diag,
                                          cJSON *facts)
{
    (void)data;
    (void)size;
    (void)diag;
    cJSON_AddBoolToObject(facts, "used", false);
    return ADTMAP_OK;
}

/* Files of a split tile, other than its root. */
static const struct {
    const char *suffix;
    const char *what;
    describe_file *describe;
} parts[] = {
    {"_tex0.adt", "layers and maps of a split tile", describe_tex},
    {"_tex1.adt", "low-resolution layers of a split tile", describe_unused},
    {"_obj0.adt", "objects of a split tile", describe_obj},
    {"_obj1.adt", "more objects of a split tile", describe_obj},
    {"_lod.adt", "a split tile at low resolution", describe_unused},
};

enum adtmap_status describe_adt(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    size_t i = 0;
    while (i < COUNT_OF(parts) && !name_has_suffix(diag->file, parts[i].suffix)) {
        i++;
    }
    enum adtmap_status status;
    if (i < COUNT_OF(parts)) {
        cJSON_AddStringToObject(facts, "part", parts[i].what);
        status = parts[i].describe(data, size, diag, facts);
    } else {
        status = describe_tile(data, size, diag, facts);
    }
    if (!status) {
        describe_chunks(data, size, facts);
    }
    return status;
}
