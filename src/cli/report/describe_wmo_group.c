/*
 * Counts come from the sizes of chunks, without the root that a group needs to be drawn. So a group
 * alone, or one that a reader would refuse, is described as far as it goes.
 */
#include <math.h>

#include "base/json.h"
#include "base/size.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"
#include "formats/wmo/wmo_parts.h"

/* What a group's chunks hold, by their sizes: nothing here depends on the root. */
struct group_counts {
    size_t triangles, vertices, texture_coordinates, vertex_colors, batches, doodads, lights;
};

/* One kind of chunk: bytes of an entry, and the count that its entries add to. */
static const struct {
    const struct chunk_id *id;
    size_t stride; /* 0: the chunk itself counts */
    size_t count;  /* offset in struct group_counts */
} counted[] = {
    {&id_MOVI, 3 * 2, offsetof(struct group_counts, triangles)},
    {&id_MOVX, 3 * 4, offsetof(struct group_counts, triangles)},
    {&id_MOVT, 3 * 4, offsetof(struct group_counts, vertices)},
    {&id_MOTV, 0, offsetof(struct group_counts, texture_coordinates)},
    {&id_MOCV, 0, offsetof(struct group_counts, vertex_colors)},
    {&id_MODR, 2, offsetof(struct group_counts, doodads)},
    {&id_MOLR, 2, offsetof(struct group_counts, lights)},
};

static void count_chunk(const struct chunk *chunk, const struct wmo_era *era,
                        struct group_counts *counts)
{
    if (chunk_is(chunk, &id_MOBA)) {
        counts->batches = chunk->size / era->batch_bytes;
    }
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        if (chunk_is(chunk, counted[i].id)) {
            size_t *count = (size_t *)((char *)counts + counted[i].count);
            *count += counted[i].stride ? chunk->size / counted[i].stride : 1;
        }
    }
}

static void add_liquid(const struct chunk *chunk, const struct diag *diag, struct json *facts)
{
    float lowest_yd = INFINITY; /* of the corners of filled quads */
    float highest_yd = -INFINITY;
    size_t filled = 0;
    struct wmo_mliq mliq = {0};
    if (!wmo_mliq_open(chunk, NO_OFFSET, diag, &mliq)) {
        return;
    }
    size_t width = mliq.columns - 1;
    size_t height = mliq.rows - 1;
    for (size_t i = 0; i < width * height; i++) {
        if (!wmo_mliq_is_filled(&mliq, i)) {
            continue;
        }
        filled++;
        for (size_t k = 0; k < 4; k++) {
            size_t corner = (i / width + k / 2) * mliq.columns + i % width + k % 2;
            lowest_yd = fminf(lowest_yd, wmo_mliq_height(&mliq, corner));
            highest_yd = fmaxf(highest_yd, wmo_mliq_height(&mliq, corner));
        }
    }
    json_number(facts, "liquid_quads_x", (double)width);
    json_number(facts, "liquid_quads_y", (double)height);
    json_number(facts, "liquid_quads_filled", (double)filled);
    json_number(facts, "liquid_material", mliq.material);
    json_floats(facts, "liquid_corner", mliq.corner, 3);
    if (filled) {
        json_number(facts, "liquid_lowest_yd", (double)lowest_yd);
        json_number(facts, "liquid_highest_yd", (double)highest_yd);
    }
}

static void add_header(const struct wmo_group_header *header, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("group_id", struct wmo_group_header, id),
        JSON_FIELD("liquid_type", struct wmo_group_header, liquid),
        JSON_FIELD("box_low", struct wmo_group_header, box.low),
        JSON_FIELD("box_high", struct wmo_group_header, box.high),
        JSON_FIELD("portal_references", struct wmo_group_header, portal_ref_count),
        JSON_FIELD("transition_batches", struct wmo_group_header, batches[0]),
        JSON_FIELD("interior_batches", struct wmo_group_header, batches[1]),
        JSON_FIELD("exterior_batches", struct wmo_group_header, batches[2]),
    };
    flag_names_add(facts, "flags", FLAGS_MOGP, header->flags);
    flag_names_add(facts, "flags_2", FLAGS_MOGP_2, header->flags_2);
    json_fields(facts, fields, COUNT_OF(fields), header);
}

static void add_counts(const struct group_counts *counts, struct json *facts)
{
    static const struct json_field fields[] = {
        JSON_FIELD("triangles", struct group_counts, triangles),
        JSON_FIELD("vertices", struct group_counts, vertices),
        JSON_FIELD("batches", struct group_counts, batches),
        JSON_FIELD("texture_coordinate_sets", struct group_counts, texture_coordinates),
        JSON_FIELD("vertex_color_sets", struct group_counts, vertex_colors),
        JSON_FIELD("doodad_references", struct group_counts, doodads),
        JSON_FIELD("light_references", struct group_counts, lights),
    };
    json_fields(facts, fields, COUNT_OF(fields), counts);
}

enum adtmap_status describe_wmo_group(const uint8_t *data, size_t size, const struct diag *diag,
                                      struct json *facts)
{
    struct reader file = reader_make(data, size);
    struct chunk chunk;
    uint32_t version = wmo_version_of(&file);
    const struct wmo_era *era = wmo_era_of(version);
    if (!era || !chunk_find(&file, &id_MOGP, &chunk)) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, "MVER", 0, "WMO version %u; 14, 16, 17 are read",
                         version);
    }
    struct wmo_group_header header = {0};
    struct group_counts counts = {0};
    struct reader body = reader_make(chunk.data, (size_t)(file.end - chunk.data));
    era->read_group_header(&body, &header);
    json_string(facts, "part", "group");
    json_number(facts, "version", version);
    add_header(&header, facts);
    size_t offset = era->group_header_bytes;
    size_t skipped = 0;
    while (chunk_next(&body, &offset, &skipped, &chunk)) {
        count_chunk(&chunk, era, &counts);
    }
    reader_seek(&body, era->group_header_bytes);
    body = reader_make(body.at, reader_left(&body));
    if (chunk_find(&body, &id_MLIQ, &chunk)) {
        add_liquid(&chunk, diag, facts);
    }
    describe_wmo_extras(&body, version, facts);
    add_counts(&counts, facts);
    return ADTMAP_OK;
}
