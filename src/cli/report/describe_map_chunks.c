#include <math.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"

enum { BITS = 32 };

/* What the chunks of a tile have, summed up. */
struct tile_counts {
    uint32_t layers[ADT_LAYERS_MAX + 1]; /* chunks by their number of layers */
    uint32_t colored, lit, shadowed, holed;
    uint32_t doodad_refs, object_refs;
    uint32_t chunk_flags[BITS], layer_flags[BITS]; /* chunks, layers that have the bit */
    float lowest_yd, highest_yd;
};

static void count_bits(uint32_t flags, uint32_t counts[BITS])
{
    for (unsigned bit = 0; bit < BITS; bit++) {
        counts[bit] += flags >> bit & 1;
    }
}

static void count_chunk(const struct adt_chunk *chunk, struct tile_counts *counts)
{
    counts->layers[chunk->layer_count]++;
    counts->colored += chunk->has_colors;
    counts->lit += chunk->has_lights;
    counts->shadowed += chunk->shadow != NULL;
    counts->holed += chunk->holes != 0;
    counts->doodad_refs += chunk->doodad_ref_count;
    counts->object_refs += chunk->wmo_ref_count;
    count_bits(chunk->flags, counts->chunk_flags);
    for (uint32_t i = 0; i < chunk->layer_count; i++) {
        count_bits(chunk->layers[i].flags, counts->layer_flags);
    }
    for (int i = 0; i < ADT_VERTICES; i++) {
        counts->lowest_yd = fminf(counts->lowest_yd, chunk->height_yd[i]);
        counts->highest_yd = fmaxf(counts->highest_yd, chunk->height_yd[i]);
    }
}

static void add_flag_counts(cJSON *facts, const char *member, enum flag_field field,
                            const char *unit, const uint32_t counts[BITS])
{
    cJSON *list = cJSON_AddArrayToObject(facts, member);
    for (unsigned bit = 0; bit < BITS; bit++) {
        if (counts[bit] > 0) {
            const char *name = flag_name(field, bit);
            cJSON *entry = cJSON_CreateObject();
            cJSON_AddStringToObject(entry, "flag", name ? name : "unnamed");
            flag_names_add_hex(entry, "bit", UINT64_C(1) << bit);
            cJSON_AddNumberToObject(entry, unit, counts[bit]);
            common_json_append(list, entry);
        }
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
    add_flag_counts(facts, "chunk_flags", FLAGS_MCNK, "chunks", counts->chunk_flags);
    add_flag_counts(facts, "layer_flags", FLAGS_MCLY, "layers", counts->layer_flags);
}

/* Each area id once, with how many chunks have it. */
static void count_area(cJSON *areas, uint32_t id)
{
    cJSON *entry;
    cJSON_ArrayForEach(entry, areas)
    {
        cJSON *chunks = cJSON_GetObjectItem(entry, "chunks");
        if (chunks && cJSON_GetNumberValue(entry->child) == (double)id) {
            cJSON_SetNumberValue(chunks, chunks->valuedouble + 1.0);
            return;
        }
    }
    entry = cJSON_CreateObject();
    cJSON_AddNumberToObject(entry, "id", id);
    cJSON_AddNumberToObject(entry, "chunks", 1);
    common_json_append(areas, entry);
}

static void add_layers(cJSON *entry, const struct adt_tile *tile, const struct adt_chunk *chunk)
{
    cJSON *layers = cJSON_AddArrayToObject(entry, "layers");
    for (uint32_t i = 0; i < chunk->layer_count; i++) {
        const struct adt_layer *layer = &chunk->layers[i];
        const struct adt_texture *texture = &tile->textures[layer->texture];
        cJSON *object = cJSON_CreateObject();
        common_json_put(object, "texture", describe_asset(texture->name, texture->file_id));
        flag_names_add(object, "flags", FLAGS_MCLY, layer->flags);
        common_json_append(layers, object);
    }
}

static cJSON *describe_chunk(const struct adt_tile *tile, int index)
{
    const struct adt_chunk *chunk = &tile->chunks[index];
    char place[16];
    cJSON *entry = cJSON_CreateObject();
    snprintf(place, sizeof place, "%d_%d", index % ADT_EDGE, index / ADT_EDGE);
    cJSON_AddStringToObject(entry, "chunk", place);
    cJSON_AddNumberToObject(entry, "area_id", chunk->area_id);
    common_json_put(entry, "position", describe_vector(chunk->position, 3));
    flag_names_add_hex(entry, "holes", chunk->holes);
    flag_names_add(entry, "flags", FLAGS_MCNK, chunk->flags);
    add_layers(entry, tile, chunk);
    return entry;
}

void describe_map_chunks(const struct adt_tile *tile, cJSON *facts)
{
    struct tile_counts counts = {.lowest_yd = INFINITY, .highest_yd = -INFINITY};
    cJSON *areas = cJSON_CreateArray();
    cJSON *chunks = cJSON_CreateArray();
    for (int i = 0; i < ADT_CHUNKS; i++) {
        if (tile->chunks[i].present) {
            count_chunk(&tile->chunks[i], &counts);
            count_area(areas, tile->chunks[i].area_id);
            common_json_append(chunks, describe_chunk(tile, i));
        }
    }
    add_counts(facts, &counts);
    common_json_put(facts, "areas", areas);
    common_json_put(facts, "map_chunks", chunks);
}
