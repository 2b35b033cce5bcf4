/*
 * 256 chunks are summed up: how many have a flag, a hole, a layer; one by one they are listed only
 * when asked for.
 */
#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "base/size.h"
#include "cli/report/describe_lists.h"
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

static void add_flag_counts(struct json *facts, const char *member, enum flag_field field,
                            const char *unit, const uint32_t counts[BITS])
{
    json_array(facts, member);
    for (unsigned bit = 0; bit < BITS; bit++) {
        if (counts[bit] > 0) {
            const char *name = flag_name(field, bit);
            json_object(facts, NULL);
            json_string(facts, "flag", name ? name : "unnamed");
            flag_names_add_hex(facts, "bit", UINT64_C(1) << bit);
            json_number(facts, unit, counts[bit]);
            json_end(facts);
        }
    }
    json_end(facts);
}

static void add_counts(struct json *facts, const struct tile_counts *counts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("chunks_with_vertex_colors", struct tile_counts, colored),
        JSON_FIELD("chunks_with_lights", struct tile_counts, lit),
        JSON_FIELD("chunks_with_shadows", struct tile_counts, shadowed),
        JSON_FIELD("chunks_with_holes", struct tile_counts, holed),
        JSON_FIELD("doodad_references", struct tile_counts, doodad_refs),
        JSON_FIELD("object_references", struct tile_counts, object_refs),
    };
    json_number(facts, "lowest_yd", (double)counts->lowest_yd);
    json_number(facts, "highest_yd", (double)counts->highest_yd);
    for (int i = 0; i <= ADT_LAYERS_MAX; i++) {
        if (counts->layers[i] > 0) {
            char name[32];
            snprintf(name, sizeof name, "chunks_with_%d_layers", i);
            json_number(facts, name, counts->layers[i]);
        }
    }
    json_fields(facts, fields, COUNT_OF(fields), counts);
    add_flag_counts(facts, "chunk_flags", FLAGS_MCNK, "chunks", counts->chunk_flags);
    add_flag_counts(facts, "layer_flags", FLAGS_MCLY, "layers", counts->layer_flags);
}

/* Each area id once, with how many chunks have it, in the order of the chunks. */
static void add_areas(struct json *facts, const struct adt_tile *tile)
{
    struct {
        uint32_t id, chunks;
    } areas[ADT_CHUNKS] = {{0}};
    size_t count = 0;
    for (int i = 0; i < ADT_CHUNKS; i++) {
        size_t k = 0;
        while (k < count && areas[k].id != tile->chunks[i].area_id) {
            k++;
        }
        if (tile->chunks[i].present && k == count) {
            areas[count].id = tile->chunks[i].area_id;
            areas[count++].chunks = 0;
        }
        if (tile->chunks[i].present) {
            areas[k].chunks++;
        }
    }
    for (struct list_walk at = describe_whole_list(facts, "areas", count); describe_next(&at);) {
        json_number(facts, "id", areas[at.index].id);
        json_number(facts, "chunks", areas[at.index].chunks);
    }
}

static void add_chunk(struct json *facts, const struct adt_tile *tile, int index)
{
    const struct adt_chunk *chunk = &tile->chunks[index];
    json_object(facts, NULL);
    json_format(facts, "chunk", "%d_%d", index % ADT_EDGE, index / ADT_EDGE);
    json_number(facts, "area_id", chunk->area_id);
    json_floats(facts, "position", chunk->position, 3);
    flag_names_add_hex(facts, "holes", chunk->holes);
    flag_names_add(facts, "flags", FLAGS_MCNK, chunk->flags);
    for (struct list_walk at = describe_whole_list(facts, "layers", chunk->layer_count);
         describe_next(&at);) {
        const struct adt_texture *texture = &tile->textures[chunk->layers[at.index].texture];
        describe_asset(facts, "texture", texture->name, texture->file_id);
        flag_names_add(facts, "flags", FLAGS_MCLY, chunk->layers[at.index].flags);
    }
    json_end(facts);
}

void describe_map_chunks(const struct adt_tile *tile, struct json *facts)
{
    struct tile_counts counts = {.lowest_yd = INFINITY, .highest_yd = -INFINITY};
    for (int i = 0; i < ADT_CHUNKS; i++) {
        if (tile->chunks[i].present) {
            count_chunk(&tile->chunks[i], &counts);
        }
    }
    add_counts(facts, &counts);
    add_areas(facts, tile);
    json_array(facts, "map_chunks");
    for (int i = 0; i < ADT_CHUNKS; i++) {
        if (tile->chunks[i].present) {
            add_chunk(facts, tile, i);
        }
    }
    json_end(facts);
}
