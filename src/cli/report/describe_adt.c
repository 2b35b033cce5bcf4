#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/common.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "formats/adt/adt.h"
#include "formats/adt/adt_textures.h"
#include "scene/map/tile_files.h"

/* A name, or "id:<number>". */
static cJSON *asset(const char *name, uint32_t file_id)
{
    char text[16];
    snprintf(text, sizeof text, "id:%u", (unsigned)file_id);
    return cJSON_CreateString(name ? name : text);
}

/* What the tile says of a texture beside its name, if that is anything. */
static void add_properties(cJSON *list, const struct adt_texture *texture)
{
    bool has_height = texture->height_name || texture->height_file_id;
    if (!texture->scale_shift && !has_height) {
        return;
    }
    cJSON *properties = cJSON_CreateObject();
    common_json_put(properties, "texture", asset(texture->name, texture->file_id));
    cJSON_AddNumberToObject(properties, "quads_covered", 1 << texture->scale_shift);
    if (has_height) {
        common_json_put(properties, "height_texture",
                        asset(texture->height_name, texture->height_file_id));
        cJSON_AddNumberToObject(properties, "height_scale", (double)texture->height_scale);
        cJSON_AddNumberToObject(properties, "height_offset", (double)texture->height_offset);
    }
    common_json_append(list, properties);
}

static void add_textures(cJSON *facts, const struct adt_texture *textures, uint32_t count)
{
    cJSON *names = cJSON_AddArrayToObject(facts, "textures");
    cJSON *properties = cJSON_AddArrayToObject(facts, "texture_properties");
    for (uint32_t i = 0; i < count; i++) {
        common_json_append(names, asset(textures[i].name, textures[i].file_id));
        add_properties(properties, &textures[i]);
    }
}

/* The entry of `name`, or NULL. */
static cJSON *find_placed(const cJSON *list, const char *name)
{
    cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, list)
    {
        const char *other = cJSON_GetStringValue(cJSON_GetObjectItem(entry, "name"));
        if (other && strcmp(other, name) == 0) {
            return entry;
        }
    }
    return NULL;
}

/* Names of placed objects, each once, with how often it is placed. */
static void add_placements(cJSON *facts, const char *name, const struct adt_placement *placements,
                           uint32_t count)
{
    cJSON *list = cJSON_AddArrayToObject(facts, name);
    for (uint32_t i = 0; i < count; i++) {
        cJSON *text = asset(placements[i].name, placements[i].file_id);
        const char *name_here = cJSON_GetStringValue(text);
        cJSON *times =
            name_here ? cJSON_GetObjectItem(find_placed(list, name_here), "placed") : NULL;
        if (times) {
            cJSON_SetNumberValue(times, times->valuedouble + 1.0);
            cJSON_Delete(text);
            continue;
        }
        cJSON *entry = cJSON_CreateObject();
        common_json_put(entry, "name", text);
        cJSON_AddNumberToObject(entry, "placed", 1);
        common_json_append(list, entry);
    }
}

static void add_objects(cJSON *facts, const struct adt_objects *objects)
{
    add_placements(facts, "doodads", objects->doodads, objects->doodad_count);
    add_placements(facts, "buildings", objects->buildings, objects->building_count);
}

/* What the chunks of a tile have, summed up. */
struct tile_counts {
    uint32_t layers[ADT_LAYERS_MAX + 1]; /* chunks by their number of layers */
    uint32_t colored, lit, shadowed, holed;
    uint32_t doodad_refs, object_refs;
    float lowest_yd, highest_yd;
};

static void count_chunk(const struct adt_chunk *chunk, struct tile_counts *counts)
{
    counts->layers[chunk->layer_count]++;
    counts->colored += chunk->has_colors;
    counts->lit += chunk->has_lights;
    counts->shadowed += chunk->shadow != NULL;
    counts->holed += chunk->holes != 0;
    counts->doodad_refs += chunk->doodad_ref_count;
    counts->object_refs += chunk->object_ref_count;
    for (int i = 0; i < ADT_VERTICES; i++) {
        counts->lowest_yd = fminf(counts->lowest_yd, chunk->height_yd[i]);
        counts->highest_yd = fmaxf(counts->highest_yd, chunk->height_yd[i]);
    }
}

static void add_counts(cJSON *facts, const struct tile_counts *counts)
{
    cJSON_AddNumberToObject(facts, "lowest_yd", (double)counts->lowest_yd);
    cJSON_AddNumberToObject(facts, "highest_yd", (double)counts->highest_yd);
    for (int i = 0; i <= ADT_LAYERS_MAX; i++) {
        if (counts->layers[i] > 0) {
            char name[32];
            snprintf(name, sizeof name, "chunks_with_%d_layers", i);
            cJSON_AddNumberToObject(facts, name, counts->layers[i]);
        }
    }
    cJSON_AddNumberToObject(facts, "chunks_with_vertex_colors", counts->colored);
    cJSON_AddNumberToObject(facts, "chunks_with_lights", counts->lit);
    cJSON_AddNumberToObject(facts, "chunks_with_shadows", counts->shadowed);
    cJSON_AddNumberToObject(facts, "chunks_with_holes", counts->holed);
    cJSON_AddNumberToObject(facts, "doodad_references", counts->doodad_refs);
    cJSON_AddNumberToObject(facts, "object_references", counts->object_refs);
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
    struct tile_counts counts = {.lowest_yd = INFINITY, .highest_yd = -INFINITY};
    for (int i = 0; i < ADT_CHUNKS; i++) {
        if (tile->chunks[i].present) {
            count_chunk(&tile->chunks[i], &counts);
        }
    }
    cJSON_AddStringToObject(facts, "era", tile->era);
    cJSON_AddNumberToObject(facts, "chunks", tile->chunk_count);
    cJSON_AddNumberToObject(facts, "alpha_bits", tile->alpha_depth == ADT_ALPHA_8BIT ? 8 : 4);
    add_counts(facts, &counts);
    if (tile->normals[0]) {
        cJSON_AddStringToObject(facts, "normals", tile->normals);
    }
    add_textures(facts, tile->textures, tile->texture_count);
}

static enum adtmap_status describe_tile(const struct diag *diag, cJSON *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    struct adt_objects objects;
    struct liquid_layers liquids;
    struct tile_files files = {0};
    const struct adt_map_facts unknown = {0};
    enum adtmap_status status = tile_files_map(diag->file, diag, &files);
    if (!status) {
        status = adt_read(&files.adt, &unknown, &arena, diag, &tile);
    }
    if (!status) {
        add_tile(facts, tile);
        status = adt_tile_objects(&files.adt, &arena, diag, &objects);
    }
    if (!status) {
        add_objects(facts, &objects);
        status = adt_tile_liquids(&files.adt, &arena, diag, &liquids);
    }
    if (!status) {
        cJSON_AddNumberToObject(facts, "liquid_layers", liquids.count);
    }
    tile_files_release(&files);
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_tex(const uint8_t *data, size_t size, const struct diag *diag,
                                       cJSON *facts)
{
    struct arena arena = {0};
    struct adt_tile tile = {0};
    struct reader file = reader_make(data, size);
    enum adtmap_status status = adt_textures_from_tex(&file, &arena, diag, &tile);
    if (!status) {
        add_textures(facts, tile.textures, tile.texture_count);
    }
    arena_free(&arena);
    return status;
}

static enum adtmap_status describe_obj(const uint8_t *data, size_t size, const struct diag *diag,
                                       cJSON *facts)
{
    struct arena arena = {0};
    struct adt_objects objects;
    enum adtmap_status status = adt_read_objects(data, size, &arena, diag, &objects);
    if (!status) {
        add_objects(facts, &objects);
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

/* Files of a split tile beside the root. */
static const struct {
    const char *suffix;
    const char *what;
    describe_file *describe;
} parts[] = {
    {"_tex0.adt", "layers and maps of a split tile", describe_tex},
    {"_tex1.adt", "layers of a split tile from afar", describe_unused},
    {"_obj0.adt", "objects of a split tile", describe_obj},
    {"_obj1.adt", "objects of a split tile, more of them", describe_obj},
    {"_lod.adt", "a split tile from afar", describe_unused},
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
        status = describe_tile(diag, facts);
    }
    if (!status) {
        describe_chunks(data, size, facts);
    }
    return status;
}
