#include <math.h>

#include <cjson/cJSON.h>

#include "cli/common.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/wmo/wmo_parts.h"

/* What a group's chunks hold, by their sizes: nothing here depends on the root. */
struct group_counts {
    size_t triangles, vertices, texture_coordinates, vertex_colors, batches, doodads, lights;
};

/* One kind of chunk: bytes of an entry, and the count that its entries add to. */
static const struct {
    const char *id;
    size_t stride; /* 0: the chunk itself counts */
    size_t count;  /* offset in struct group_counts */
} counted[] = {
    {"MOVI", 3 * 2, offsetof(struct group_counts, triangles)},
    {"MOVX", 3 * 4, offsetof(struct group_counts, triangles)},
    {"MOVT", 3 * 4, offsetof(struct group_counts, vertices)},
    {"MOTV", 0, offsetof(struct group_counts, texture_coordinates)},
    {"MOCV", 0, offsetof(struct group_counts, vertex_colors)},
    {"MODR", 2, offsetof(struct group_counts, doodads)},
    {"MOLR", 2, offsetof(struct group_counts, lights)},
};

static void count_chunk(const struct chunk *chunk, const struct wmo_era *era,
                        struct group_counts *counts)
{
    if (chunk_is(chunk, "MOBA")) {
        counts->batches = chunk->size / era->batch_bytes;
    }
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        if (chunk_is(chunk, counted[i].id)) {
            size_t *count = (size_t *)((char *)counts + counted[i].count);
            *count += counted[i].stride ? chunk->size / counted[i].stride : 1;
        }
    }
}

/* The filled quads of MLIQ, and the heights of their corners. */
struct liquid_counts {
    size_t filled;
    float lowest_yd, highest_yd;
};

static void count_quad(const struct wmo_mliq *mliq, size_t column, size_t row,
                       struct liquid_counts *counts)
{
    counts->filled++;
    for (size_t i = 0; i < 4; i++) {
        float height = wmo_mliq_height(mliq, (row + i / 2) * mliq->columns + column + i % 2);
        counts->lowest_yd = fminf(counts->lowest_yd, height);
        counts->highest_yd = fmaxf(counts->highest_yd, height);
    }
}

static void add_liquid(const struct chunk *chunk, const struct diag *diag, cJSON *facts)
{
    struct liquid_counts counts = {0, INFINITY, -INFINITY};
    struct wmo_mliq mliq = {0};
    if (!wmo_mliq_open(chunk, NO_OFFSET, diag, &mliq)) {
        return;
    }
    size_t width = mliq.columns - 1;
    size_t height = mliq.rows - 1;
    for (size_t i = 0; i < width * height; i++) {
        if (wmo_mliq_is_filled(&mliq, i)) {
            count_quad(&mliq, i % width, i / width, &counts);
        }
    }
    cJSON_AddNumberToObject(facts, "liquid_quads_x", (double)width);
    cJSON_AddNumberToObject(facts, "liquid_quads_y", (double)height);
    cJSON_AddNumberToObject(facts, "liquid_quads_filled", (double)counts.filled);
    cJSON_AddNumberToObject(facts, "liquid_material", mliq.material);
    common_json_put(facts, "liquid_corner", describe_vector(mliq.corner, 3));
    if (counts.filled) {
        cJSON_AddNumberToObject(facts, "liquid_lowest_yd", (double)counts.lowest_yd);
        cJSON_AddNumberToObject(facts, "liquid_highest_yd", (double)counts.highest_yd);
    }
}

static void add_header(const struct wmo_group_header *header, cJSON *facts)
{
    flag_names_add(facts, "flags", FLAGS_MOGP, header->flags);
    flag_names_add(facts, "flags_2", FLAGS_MOGP_2, header->flags_2);
    cJSON_AddNumberToObject(facts, "group_id", header->id);
    cJSON_AddNumberToObject(facts, "liquid_type", header->liquid);
    common_json_put(facts, "box_low", describe_vector(header->box.low, 3));
    common_json_put(facts, "box_high", describe_vector(header->box.high, 3));
    cJSON_AddNumberToObject(facts, "portal_references", header->portal_ref_count);
    cJSON_AddNumberToObject(facts, "transition_batches", header->batches[0]);
    cJSON_AddNumberToObject(facts, "interior_batches", header->batches[1]);
    cJSON_AddNumberToObject(facts, "exterior_batches", header->batches[2]);
}

static void add_counts(const struct group_counts *counts, cJSON *facts)
{
    cJSON_AddNumberToObject(facts, "triangles", (double)counts->triangles);
    cJSON_AddNumberToObject(facts, "vertices", (double)counts->vertices);
    cJSON_AddNumberToObject(facts, "batches", (double)counts->batches);
    cJSON_AddNumberToObject(facts, "texture_coordinate_sets", (double)counts->texture_coordinates);
    cJSON_AddNumberToObject(facts, "vertex_color_sets", (double)counts->vertex_colors);
    cJSON_AddNumberToObject(facts, "doodad_references", (double)counts->doodads);
    cJSON_AddNumberToObject(facts, "light_references", (double)counts->lights);
}

/* Liquid, and what no picture uses, of the chunks behind the header. */
static void add_parts(const struct reader *body, size_t header_bytes, uint32_t version,
                      const struct diag *diag, cJSON *facts)
{
    struct reader chunks = *body;
    struct chunk chunk;
    reader_seek(&chunks, header_bytes);
    chunks = reader_make(chunks.at, reader_left(&chunks));
    if (chunk_find(&chunks, "MLIQ", &chunk)) {
        add_liquid(&chunk, diag, facts);
    }
    describe_wmo_extras(&chunks, version, facts);
}

enum adtmap_status describe_wmo_group(const uint8_t *data, size_t size, const struct diag *diag,
                                      cJSON *facts)
{
    struct reader file = reader_make(data, size);
    struct chunk chunk;
    uint32_t version = wmo_version_of(&file);
    const struct wmo_era *era = wmo_era_of(version);
    if (!era || !chunk_find(&file, "MOGP", &chunk)) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, "MVER", 0, "WMO version %u; 14, 16, 17 are read",
                         version);
    }
    struct wmo_group_header header = {0};
    struct group_counts counts = {0};
    struct reader body = reader_make(chunk.data, (size_t)(file.end - chunk.data));
    era->read_group_header(&body, &header);
    cJSON_AddStringToObject(facts, "part", "group");
    cJSON_AddNumberToObject(facts, "version", version);
    add_header(&header, facts);
    size_t offset = era->group_header_bytes;
    size_t skipped = 0;
    while (chunk_next(&body, &offset, &skipped, &chunk)) {
        count_chunk(&chunk, era, &counts);
    }
    add_parts(&body, era->group_header_bytes, version, diag, facts);
    add_counts(&counts, facts);
    return ADTMAP_OK;
}
