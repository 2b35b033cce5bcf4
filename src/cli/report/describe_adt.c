/*
 * A tile of a split client is several files. `info` describes the one it is given: the root with
 * those next to it, each part alone as what it holds. The reader is that of drawing, so damage is
 * said as a render would say it.
 */

#include "base/arena.h"
#include "base/json.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "formats/adt/adt.h"
#include "scene/map/tile_files.h"

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
        if (chunk_is(&chunk, "MFBO") && chunk.size >= 2 * PLANE * sizeof(int16_t)) {
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
                                        struct json *facts)
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
                                       struct json *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    const struct adt_files files = {.tex0 = {.data = data, .size = size}};
    const struct adt_request wanted = {.contents = ADT_TEXTURES};
    enum adtmap_status status = adt_read(&files, &wanted, &arena, diag, &tile);
    if (!status) {
        add_textures(facts, tile->textures, tile->texture_count);
    }
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_obj(const uint8_t *data, size_t size, const struct diag *diag,
                                       struct json *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    const struct adt_files files = {.obj0 = {.data = data, .size = size}};
    const struct adt_request wanted = {.contents = ADT_PLACEMENTS};
    enum adtmap_status status = adt_read(&files, &wanted, &arena, diag, &tile);
    if (!status) {
        describe_placements(&tile->placements, facts);
    }
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_unused(const uint8_t *data, size_t size, const struct diag *diag,
                                          struct json *facts)
{
    (void)data;
    (void)size;
    (void)diag;
    json_bool(facts, "used", false);
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
                                struct json *facts)
{
    size_t i = 0;
    while (i < COUNT_OF(parts) && !name_has_suffix(diag->file, parts[i].suffix)) {
        i++;
    }
    enum adtmap_status status;
    if (i < COUNT_OF(parts)) {
        json_string(facts, "part", parts[i].what);
        status = parts[i].describe(data, size, diag, facts);
    } else {
        status = describe_tile(data, size, diag, facts);
    }
    if (!status) {
        describe_chunks(data, size, facts);
    }
    return status;
}
