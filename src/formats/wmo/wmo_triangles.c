/*
 * Triangles of a group: three indices each from MOVX, MOVI or MOIN, flags and material from MPY2 or
 * MOPY. Triangles keep their place, since batches count them: one that cannot be drawn shrinks to a
 * point. Where MOPY is too short, wmo_read_batches finds the materials.
 */
#include "base/size.h"
#include "formats/wmo/wmo_parts.h"

enum { MOPY_SHORT_BYTES = 2, MOPY_LONG_BYTES = 4, MOPY_NO_MATERIAL = 0xFF };

/*
 * v14 groups have a vertex for each corner, in order; their MOIN is not always complete. Then MOPY
 * tells how many triangles there are. Returns 0 for all other groups.
 */
static size_t triangles_of_corners(const struct wmo_group_reader *reader)
{
    size_t triangles = reader->chunks.polygons.size / MOPY_LONG_BYTES;
    bool in_order = reader->era->version == 14 && reader->group->vertex_count == 3 * triangles;
    return in_order ? triangles : 0;
}

/* Copies the indices, which count up where vertices are in order; returns the largest. */
static uint32_t copy_indices(const uint8_t *restrict bytes, bool in_order, bool wide, size_t count,
                             uint32_t *restrict indices)
{
    uint32_t largest = 0;
    if (in_order) {
        for (size_t i = 0; i < count; i++) {
            indices[i] = (uint32_t)i;
        }
        return count ? (uint32_t)count - 1 : 0;
    }
    for (size_t i = 0; wide && i < count; i++) {
        indices[i] = load_u32(bytes + sizeof(uint32_t) * i);
        largest = indices[i] > largest ? indices[i] : largest;
    }
    for (size_t i = 0; !wide && i < count; i++) {
        indices[i] = load_u16(bytes + sizeof(uint16_t) * i);
        largest = indices[i] > largest ? indices[i] : largest;
    }
    return largest;
}

/* Fills the indices. Triangles that use a vertex that is invalid, or none of the group's, shrink to
 * the first vertex. */
static void read_indices(struct wmo_group_reader *reader, bool in_order, uint32_t *indices)
{
    const struct chunk *chunk = &reader->chunks.indices;
    bool wide = chunk->data && chunk_is(chunk, &id_MOVX);
    const uint8_t *invalid = reader->invalid_vertices;
    uint32_t count = reader->group->vertex_count;
    uint32_t largest = copy_indices(chunk->data, in_order, wide,
                                    3 * (size_t)reader->group->triangle_count, indices);
    if (largest < count && !invalid) {
        return;
    }
    for (size_t t = 0; t < reader->group->triangle_count; t++) {
        uint32_t *corners = indices + 3 * t;
        bool is_past = corners[0] >= count || corners[1] >= count || corners[2] >= count;
        if (is_past) {
            warning_dedup_warn(&reader->dedup, chunk->data ? chunk->id : "MOVT",
                               chunk->data ? wmo_offset(reader, chunk) : NO_OFFSET,
                               "triangle %zu uses vertices past the %u there are; left out", t,
                               count);
        }
        if (is_past ||
            (invalid && (invalid[corners[0]] || invalid[corners[1]] || invalid[corners[2]]))) {
            corners[0] = corners[1] = corners[2] = 0;
        }
    }
}

/* Bytes of a MOPY entry: what the number of triangles makes of the size, else the era's. */
static size_t polygon_bytes(const struct wmo_group_reader *reader)
{
    size_t size = reader->chunks.polygons.size;
    size_t triangles = reader->group->triangle_count;
    if (size == MOPY_SHORT_BYTES * triangles) {
        return MOPY_SHORT_BYTES;
    }
    return size == MOPY_LONG_BYTES * triangles ? MOPY_LONG_BYTES : reader->era->triangle_bytes;
}

/* MOPY: flags and material, since v17; before, flags, lightmap, material and padding. */
static void read_polygons(const struct wmo_group_reader *reader, size_t bytes_each, size_t count,
                          uint16_t *flags, uint16_t *materials)
{
    const uint8_t *entry = reader->chunks.polygons.data;
    for (size_t i = 0; i < count; i++, entry += bytes_each) {
        uint8_t material = entry[bytes_each / 2];
        flags[i] = entry[0];
        materials[i] = material == MOPY_NO_MATERIAL ? (uint16_t)WMO_NO_MATERIAL : material;
    }
}

static void read_wide_polygons(const struct wmo_group_reader *reader, size_t count, uint16_t *flags,
                               uint16_t *materials)
{
    struct reader bytes =
        reader_make(reader->chunks.wide_polygons.data, reader->chunks.wide_polygons.size);
    for (size_t i = 0; i < count; i++) {
        flags[i] = reader_u16(&bytes);
        materials[i] = reader_u16(&bytes);
    }
}

/* Of triangles that no entry describes, wmo_read_batches finds the material. */
static void describe_triangles(struct wmo_group_reader *reader, uint16_t *flags,
                               uint16_t *materials)
{
    size_t triangles = reader->group->triangle_count;
    bool wide = reader->chunks.wide_polygons.data != NULL;
    const struct chunk *chunk = wide ? &reader->chunks.wide_polygons : &reader->chunks.polygons;
    size_t bytes_each = wide ? MOPY_LONG_BYTES : polygon_bytes(reader);
    size_t count = size_min(chunk->size / bytes_each, triangles);
    if (wide) {
        read_wide_polygons(reader, count, flags, materials);
    } else {
        read_polygons(reader, bytes_each, count, flags, materials);
    }
    for (size_t i = count; i < triangles; i++) {
        flags[i] = WMO_TRIANGLE_RENDER;
        materials[i] = WMO_NO_MATERIAL;
    }
    if (count < triangles) {
        diag_warn(reader->diag, wide ? "MPY2" : "MOPY",
                  chunk->data ? wmo_offset(reader, chunk) : NO_OFFSET,
                  "describes %zu of %zu triangles; the others are drawn as their batches say",
                  count, triangles);
    }
    reader->polygon_count = (uint32_t)count;
}

bool wmo_read_triangles(struct wmo_group_reader *reader)
{
    struct wmo_group *group = reader->group;
    const struct chunk *chunk = &reader->chunks.indices;
    size_t corners = triangles_of_corners(reader);
    size_t index_bytes = chunk->data && chunk_is(chunk, &id_MOVX) ? 4 : 2;
    size_t triangles = corners ? corners : chunk->size / index_bytes / 3;
    if (group->vertex_count == 0) {
        triangles = 0;
    }
    uint32_t *indices = arena_alloc_dirty(reader->arena, triangles, 3 * sizeof *indices);
    uint16_t *flags = arena_alloc_dirty(reader->arena, triangles, sizeof *flags);
    uint16_t *materials = arena_alloc_dirty(reader->arena, triangles, sizeof *materials);
    if (!indices || !flags || !materials) {
        return false;
    }
    group->triangle_count = (uint32_t)triangles;
    read_indices(reader, corners > 0, indices);
    describe_triangles(reader, flags, materials);
    group->indices = indices;
    group->triangle_flags = flags;
    group->triangle_material = materials;
    reader->triangle_material = materials;
    return true;
}
