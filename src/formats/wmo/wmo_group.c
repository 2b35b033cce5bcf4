/*
 * A group of a WMO, from a file of its own or out of the root's bytes. Its sub-chunks are collected
 * first, whatever their order in the file; then `steps` reads them in the order in which they need
 * each other: triangles need to know which vertices are invalid, batches the triangles.
 */
#include <stddef.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"
#include "formats/wmo/wmo_parts.h"

/* Finds the bytes of the group and how they are written. */
static enum adtmap_status open_file_group(struct wmo_group_reader *reader,
                                          const struct reader *file)
{
    struct chunk chunk;
    bool versioned = chunk_is_at(file, 0, &id_MVER, &chunk);
    uint32_t version = versioned ? wmo_version_of(file) : reader->root->version;
    reader->era = wmo_era_of(version);
    if (!reader->era) {
        return diag_fail(reader->diag, ADTMAP_UNSUPPORTED, "MVER", 0,
                         "WMO version %u; 14, 16, 17 are read", version);
    }
    if (!chunk_find(file, &id_MOGP, &chunk)) {
        return diag_fail(reader->diag, ADTMAP_BAD_DATA, "MOGP", NO_OFFSET,
                         "no such chunk in %zu bytes; not a WMO group",
                         (size_t)(file->end - file->begin));
    }
    if (chunk.cut) {
        diag_notice(reader->diag, "MOGP", (int64_t)chunk.offset,
                    "its size reaches past the end of the file; read to there");
    }
    reader->offset = chunk.offset + CHUNK_HEADER_BYTES;
    reader->body = reader_make(chunk.data, (size_t)(file->end - chunk.data));
    return ADTMAP_OK;
}

static enum adtmap_status open_root_group(struct wmo_group_reader *reader,
                                          const struct reader *file, uint32_t index)
{
    struct chunk chunk;
    size_t offset = reader->root->groups[index].offset;
    reader->era = wmo_era_of(reader->root->version);
    if (!offset || !chunk_is_at(file, offset, &id_MOGP, &chunk)) {
        return diag_fail(reader->diag, ADTMAP_BAD_DATA, "MOGP", NO_OFFSET,
                         "group %u of %u is not in the file", index, reader->root->group_count);
    }
    if (chunk.cut) {
        diag_warn(reader->diag, "MOGP", (int64_t)offset,
                  "its size reaches past the end of the file; read to there");
    }
    reader->offset = chunk.offset + CHUNK_HEADER_BYTES;
    reader->body = reader_make(chunk.data, chunk.size);
    return ADTMAP_OK;
}

/* Where sub-chunks begin: behind the era's header, or where the first usual one stands. */
static size_t find_sub_chunks(const struct wmo_group_reader *reader)
{
    enum { HEADER_BYTES_MIN = 0x24, HEADER_MAX = 0x100 };
    struct chunk chunk;
    size_t usual = reader->era->group_header_bytes;
    if (chunk_at(&reader->body, usual, &chunk)) {
        return usual;
    }
    for (size_t at = HEADER_BYTES_MIN; at < HEADER_MAX; at++) {
        if (chunk_is_at(&reader->body, at, &id_MOPY, &chunk) ||
            chunk_is_at(&reader->body, at, &id_MPY2, &chunk) ||
            chunk_is_at(&reader->body, at, &id_MOGX, &chunk)) {
            return at;
        }
    }
    return usual;
}

/* Where the reader keeps a sub-chunk: the first free one of `count` places takes it. */
#define PLACE(member) offsetof(struct wmo_group_reader, chunks.member)
static const struct chunk_row {
    const struct chunk_id *id;
    size_t place;
    size_t count;
} rows[] = {
    {&id_MOPY, PLACE(polygons), 1}, {&id_MPY2, PLACE(wide_polygons), 1},
    {&id_MOVX, PLACE(indices), 1},  {&id_MOVI, PLACE(indices), 1},
    {&id_MOIN, PLACE(indices), 1},  {&id_MOVT, PLACE(vertices), 1},
    {&id_MONR, PLACE(normals), 1},  {&id_MOTV, PLACE(uv), WMO_UV_SETS},
    {&id_MOBA, PLACE(batches), 1},  {&id_MOCV, PLACE(colors), WMO_COLOR_SETS},
    {&id_MLIQ, PLACE(liquid), 1},   {&id_MDAL, PLACE(ambient), 1},
    {&id_MOLV, PLACE(light_uv), 1}, {&id_MOLD, PLACE(light_maps), 1},
    {&id_MODR, PLACE(doodads), 1},  {&id_MOC2, PLACE(weights), 1},
};

static void keep_chunk(struct wmo_group_reader *reader, const struct chunk *chunk)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct chunk *places = (void *)((char *)reader + rows[i].place);
        for (size_t k = 0; chunk_is(chunk, rows[i].id) && k < rows[i].count; k++) {
            if (!places[k].data) {
                places[k] = *chunk;
                return;
            }
        }
    }
    if (chunk_is(chunk, &id_MOVX)) {
        reader->chunks.indices = *chunk; /* the wide indices win over narrow ones before them */
    }
}

static void collect_chunks(struct wmo_group_reader *reader)
{
    struct chunk chunk;
    size_t offset = find_sub_chunks(reader);
    size_t skipped = 0;
    while (chunk_next(&reader->body, &offset, &skipped, &chunk)) {
        keep_chunk(reader, &chunk);
        if (chunk.cut) {
            diag_warn(reader->diag, chunk.id, wmo_offset(reader, &chunk),
                      "its size reaches past the end; %zu bytes read", chunk.size);
        }
    }
    if (skipped) {
        diag_warn(reader->diag, "MOGP", (int64_t)reader->offset,
                  "%zu stray bytes between sub-chunks passed over", skipped);
    }
}

/*
 * The name of MOGP counts: in converted files those of MOGI are shifted, so that a group with walls
 * was called an antiportal. A real one has no batches (WMO document, "antiportal").
 */
static bool is_named_antiportal(const struct wmo_group_reader *reader)
{
    const char *name = name_table_at(&reader->root->group_names, reader->header.name);
    return name && text_compare_nocase(name, "antiportal") == 0 && reader->chunks.batches.size == 0;
}

/* Early tools of v14 left the interior flag out: what is not exterior is interior there. */
static uint32_t flags_of(const struct wmo_group_reader *reader)
{
    uint32_t flags = reader->header.flags;
    if (is_named_antiportal(reader)) {
        flags |= WMO_GROUP_ANTIPORTAL | WMO_GROUP_UNREACHABLE;
    }
    if (reader->era->version == 14 && !(flags & WMO_GROUP_EXTERIOR)) {
        flags |= WMO_GROUP_INTERIOR;
    }
    return flags;
}

static void wmo_group_read_header(struct wmo_group_reader *reader, uint32_t index)
{
    struct wmo_group *group = reader->group;
    struct reader bytes = reader->body;
    reader->era->read_group_header(&bytes, &reader->header);
    group->flags = flags_of(reader);
    group->flags_2 = reader->header.flags_2;
    group->box = reader->header.box_is_sane ? reader->header.box : reader->root->groups[index].box;
    group->id = reader->header.id;
    memcpy(group->ambient, reader->root->ambient, sizeof group->ambient);
    if (reader->chunks.ambient.size >= sizeof group->ambient) {
        struct reader ambient =
            reader_make(reader->chunks.ambient.data, reader->chunks.ambient.size);
        wmo_read_bgra(&ambient, group->ambient);
        group->has_ambient = true;
    }
}

/* Marks a vertex whose position is no number; false when memory ran out. */
static bool mark_invalid(struct wmo_group_reader *reader, size_t vertex, uint8_t **invalid)
{
    if (!*invalid) {
        *invalid = arena_alloc(reader->arena, reader->group->vertex_count, 1);
        reader->invalid_vertices = *invalid;
    }
    if (*invalid) {
        (*invalid)[vertex] = 1;
    }
    return *invalid != NULL;
}

static bool read_positions(struct wmo_group_reader *reader)
{
    const struct chunk *chunk = &reader->chunks.vertices;
    size_t count = chunk->size / sizeof(float[3]);
    float(*positions)[3] = arena_alloc_dirty(reader->arena, count, sizeof *positions);
    uint8_t *invalid = NULL;
    reader->group->vertex_count = (uint32_t)count;
    for (size_t i = 0; positions && i < count; i++) {
        bool sane = true;
        for (size_t k = 0; k < 3; k++) {
            positions[i][k] = load_f32(chunk->data + sizeof(float) * (3 * i + k));
            sane = sane && wmo_is_coordinate(positions[i][k]);
        }
        if (!sane) {
            memset(positions[i], 0, sizeof positions[i]);
            warning_dedup_warn(&reader->dedup, chunk->id, wmo_offset(reader, chunk),
                               "vertex %zu is at no place of a model; its triangles left out", i);
            if (!mark_invalid(reader, i, &invalid)) {
                return false;
            }
        }
    }
    reader->group->positions = (const float(*)[3])positions;
    return positions != NULL;
}

/* Whether a chunk with something for each vertex has it for all; else it is left out. Antiportals,
 * which are never drawn, have empty ones. */
static bool covers_vertices(const struct wmo_group_reader *reader, const struct chunk *chunk,
                            size_t bytes)
{
    size_t needed = bytes * reader->group->vertex_count;
    bool is_news = chunk->size > 0 || !(reader->group->flags & WMO_GROUP_ANTIPORTAL);
    if (chunk->data && chunk->size < needed && is_news) {
        diag_warn(reader->diag, chunk->id, wmo_offset(reader, chunk),
                  "%zu bytes, %zu needed for %u vertices; left out", chunk->size, needed,
                  reader->group->vertex_count);
    }
    return chunk->data && chunk->size >= needed;
}

/* Copies numbers, with 0 for those that are none; returns how many these are. */
static uint32_t copy_floats(const uint8_t *restrict bytes, size_t count, float *restrict values)
{
    uint32_t invalid = 0;
    for (size_t i = 0; i < count; i++) {
        float value = load_f32(bytes + sizeof value * i);
        bool sane = wmo_is_coordinate(value);
        invalid += !sane;
        values[i] = sane ? value : 0.0F;
    }
    return invalid;
}

/* Floats of a chunk that has so many, with 0 for those that are no numbers. */
static float *read_floats(struct wmo_group_reader *reader, const struct chunk *chunk, size_t count)
{
    float *values = arena_alloc_dirty(reader->arena, count, sizeof *values);
    uint32_t invalid = values ? copy_floats(chunk->data, count, values) : 0;
    if (invalid) {
        diag_warn(reader->diag, chunk->id, wmo_offset(reader, chunk),
                  "%u values are no numbers; taken as 0", invalid);
    }
    return values;
}

static bool read_normals_and_uv(struct wmo_group_reader *reader)
{
    struct wmo_group *group = reader->group;
    size_t count = group->vertex_count;
    if (covers_vertices(reader, &reader->chunks.normals, sizeof(float[3]))) {
        group->normals =
            (const float(*)[3])(void *)read_floats(reader, &reader->chunks.normals, 3 * count);
        if (!group->normals) {
            return false;
        }
    }
    for (size_t i = 0; i < WMO_UV_SETS; i++) {
        const struct chunk *chunk = &reader->chunks.uv[i];
        if (!covers_vertices(reader, chunk, sizeof(float[2]))) {
            break;
        }
        group->uv[i] = (const float(*)[2])(void *)read_floats(reader, chunk, 2 * count);
        if (!group->uv[i]) {
            return false;
        }
        group->uv_count++;
    }
    return true;
}

static bool read_color_set(struct wmo_group_reader *reader, const struct chunk *chunk,
                           uint8_t (**set)[4])
{
    if (!covers_vertices(reader, chunk, 4)) {
        return true;
    }
    uint32_t count = reader->group->vertex_count;
    uint8_t(*colors)[4] = arena_alloc_dirty(reader->arena, count, sizeof *colors);
    struct reader bgra = reader_make(chunk->data, chunk->size);
    for (size_t i = 0; colors && i < count; i++) {
        wmo_read_bgra(&bgra, colors[i]);
    }
    *set = colors;
    return colors != NULL;
}

/* A lone MOCV is the second set when the flags name only that one. */
static bool read_colors(struct wmo_group_reader *reader)
{
    bool only_second =
        (reader->header.flags & WMO_GROUP_COLORS_2) && !(reader->header.flags & WMO_GROUP_COLORS);
    const struct chunk *chunks = reader->chunks.colors;
    struct wmo_group *group = reader->group;
    return read_color_set(reader, &chunks[0], &group->colors[only_second ? 1 : 0]) &&
           (only_second || read_color_set(reader, &chunks[1], &group->colors[1])) &&
           read_color_set(reader, &reader->chunks.weights, &group->weights);
}

/* Those that are no doodads of the root are left out. */
static bool read_doodads(struct wmo_group_reader *reader)
{
    const struct chunk *chunk = &reader->chunks.doodads;
    size_t count = chunk->size / sizeof(uint16_t);
    uint16_t *doodads = arena_alloc_dirty(reader->arena, count, sizeof *doodads);
    struct reader bytes = reader_make(chunk->data, chunk->size);
    for (size_t i = 0; doodads && i < count; i++) {
        uint16_t doodad = reader_u16(&bytes);
        if (doodad < reader->root->doodad_count) {
            doodads[reader->group->doodad_count++] = doodad;
        } else {
            warning_dedup_warn(&reader->dedup, chunk->id, wmo_offset(reader, chunk),
                               "doodad %u of %u; left out", doodad, reader->root->doodad_count);
        }
    }
    reader->group->doodads = doodads;
    return doodads != NULL;
}

/* What the group is made of, in an order in which nothing is needed before it is read. */
static bool (*const steps[])(struct wmo_group_reader *reader) = {
    read_positions,  read_normals_and_uv,    read_colors,  wmo_read_triangles, wmo_read_batches,
    wmo_read_liquid, wmo_v14_read_lightmaps, read_doodads,
};

/* Whether there is something to draw from: triangles or a liquid. */
static enum adtmap_status check_contents(const struct wmo_group_reader *reader)
{
    bool has_triangles = reader->chunks.vertices.data &&
                         (reader->chunks.indices.data || reader->chunks.polygons.data);
    if (reader->body.end - reader->body.begin < (ptrdiff_t)reader->era->group_header_bytes ||
        (!has_triangles && !reader->chunks.liquid.data)) {
        return diag_fail(reader->diag, ADTMAP_BAD_DATA, "MOGP", (int64_t)reader->offset,
                         "a group with neither triangles nor liquid");
    }
    return ADTMAP_OK;
}

enum adtmap_status wmo_read_group(const struct wmo *root, const uint8_t *data, size_t size,
                                  uint32_t index, struct arena *arena, const struct diag *diag,
                                  struct wmo_group **group)
{
    struct wmo_group_reader reader = {
        .root = root, .arena = arena, .diag = diag, .dedup = {.diag = diag}};
    struct reader file = reader_make(data, size);
    if (index >= root->group_count) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "group %u of %u", index,
                         root->group_count);
    }
    enum adtmap_status status = root->storage == WMO_GROUPS_IN_FILES
                                    ? open_file_group(&reader, &file)
                                    : open_root_group(&reader, &file, index);
    if (status) {
        return status;
    }
    collect_chunks(&reader);
    status = check_contents(&reader);
    if (status) {
        return status;
    }
    reader.group = arena_alloc(arena, 1, sizeof *reader.group);
    if (!reader.group) {
        return diag_fail_memory(diag);
    }
    wmo_group_read_header(&reader, index);
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        if (!steps[i](&reader)) {
            return diag_fail_memory(diag);
        }
    }
    warning_dedup_flush(&reader.dedup);
    *group = reader.group;
    return ADTMAP_OK;
}
