#include "cli/describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "cli/tile_range.h"
#include "formats/adt.h"
#include "formats/blp.h"
#include "formats/wdt.h"

static void add_hex(cJSON *facts, const char *name, uint32_t value)
{
    char text[16];
    snprintf(text, sizeof text, "0x%x", (unsigned)value);
    cJSON_AddStringToObject(facts, name, text);
}

static void add_tile_range(cJSON *facts, const struct wdt *wdt)
{
    struct tile_set tiles;
    char range[TILE_RANGE_BYTES];
    memcpy(tiles.rows, wdt->tiles, sizeof tiles.rows);
    tile_range_format(&tiles, range);
    cJSON_AddStringToObject(facts, "tile_range", range);
}

enum adtmap_status describe_wdt(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct wdt wdt;
    enum adtmap_status status = wdt_read(data, size, diag, &wdt);
    if (status != ADTMAP_OK) {
        return status;
    }
    cJSON_AddNumberToObject(facts, "version", wdt.version);
    add_hex(facts, "flags", wdt.flags);
    cJSON_AddNumberToObject(facts, "tiles", wdt_tile_count(&wdt));
    add_tile_range(facts, &wdt);
    cJSON_AddStringToObject(facts, "blend", wdt_is_weighted(&wdt) ? "weighted" : "sequential");
    if (wdt.flags & WDT_GLOBAL_WMO) {
        cJSON_AddStringToObject(facts, "global_wmo", wdt.global_wmo);
    }
    return ADTMAP_OK;
}

/* What the chunks of a tile have, summed up. */
struct tile_counts {
    uint32_t layers[ADT_LAYERS_MAX + 1]; /* chunks by their number of layers */
    uint32_t colored, shadowed, holed;
    uint32_t doodad_refs, object_refs;
    float lowest_yd, highest_yd;
};

static void count_chunk(const struct adt_chunk *chunk, struct tile_counts *counts)
{
    counts->layers[chunk->layer_count]++;
    counts->colored += chunk->has_colors;
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
    cJSON_AddNumberToObject(facts, "chunks", tile->chunk_count);
    cJSON_AddNumberToObject(facts, "alpha_bits", tile->alpha_depth == ADT_ALPHA_8BIT ? 8 : 4);
    add_counts(facts, &counts);
    cJSON *textures = cJSON_AddArrayToObject(facts, "textures");
    for (uint32_t i = 0; i < tile->texture_count; i++) {
        cJSON_AddItemToArray(textures, cJSON_CreateString(tile->textures[i].name));
    }
}

enum adtmap_status describe_adt(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct arena arena = {0};
    struct adt_tile *tile;
    const struct adt_files files = {.root = {.data = data, .size = size}};
    const struct adt_map_facts unknown = {0};
    enum adtmap_status status = adt_read(&files, &unknown, &arena, diag, &tile);
    if (status == ADTMAP_OK) {
        add_tile(facts, tile);
    }
    arena_free(&arena);
    return status;
}

enum adtmap_status describe_blp(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct blp blp;
    enum adtmap_status status = blp_parse(data, size, diag, &blp);
    if (status != ADTMAP_OK) {
        return status;
    }
    cJSON_AddNumberToObject(facts, "version", blp.version);
    cJSON_AddStringToObject(facts, "encoding", blp_encoding_name(&blp));
    cJSON_AddNumberToObject(facts, "width", blp.width);
    cJSON_AddNumberToObject(facts, "height", blp.height);
    cJSON_AddNumberToObject(facts, "levels", blp.level_count);
    cJSON_AddNumberToObject(facts, "alpha_bits", blp.alpha_bits);
    return ADTMAP_OK;
}
