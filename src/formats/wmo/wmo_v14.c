/*
 * What only v14 has (WMO v14 document): group headers with wide portal fields and
 * batch ranges, batches with a lightmap in front, lightmaps.
 */
#include <string.h>

#include "base/size.h"
#include "formats/blp/dxt.h"
#include "formats/wmo/wmo_parts.h"

enum {
    LIGHTMAP_STRIDE = WMO_LIGHTMAP_BYTES + 4,
    LIGHTMAPS_MAX = WMO_NO_LIGHTMAP,
    POLYGON_BYTES = 4,
};

/* Their vertices are found from the indices. */
static void read_batch_ranges(struct reader *reader,
                              struct wmo_batch_range ranges[WMO_BATCH_RANGES])
{
    for (size_t i = 0; i < WMO_BATCH_RANGES; i++) {
        reader_skip(reader, 2 + 2); /* vertices */
        ranges[i].begin = reader_u16(reader);
        ranges[i].count = reader_u16(reader);
    }
}

void wmo_v14_read_group_header(struct reader *reader, struct wmo_group_header *header)
{
    header->name = reader_u32(reader);
    reader_skip(reader, 4); /* a second name, for people */
    header->flags = reader_u32(reader);
    header->box_is_sane = wmo_read_box(reader, &header->box);
    header->portal_ref_begin = reader_u32(reader);
    header->portal_ref_count = reader_u32(reader);
    reader_skip(reader, 4); /* fog ids */
    header->liquid = reader_u32(reader);
    read_batch_ranges(reader, header->interior);
    read_batch_ranges(reader, header->exterior);
    header->id = reader_u32(reader);
}

/* The vertex range of an entry is not to be trusted and not read. */
struct wmo_raw_batch wmo_v14_read_batch(struct reader *reader)
{
    struct wmo_raw_batch batch = {0};
    reader_skip(reader, 1); /* lightmap */
    batch.material = reader_u8(reader);
    reader_skip(reader, 12); /* box */
    batch.index_begin = reader_u16(reader);
    batch.index_count = reader_u16(reader);
    return batch;
}

/* The second byte of a MOPY entry, or none where no such map is there. */
static bool read_map_indices(const struct wmo_group_reader *reader, struct wmo_lightmaps *lightmaps)
{
    uint32_t triangles = reader->group->triangle_count;
    uint8_t *of_triangle = arena_alloc_dirty(reader->arena, triangles, 1);
    struct reader bytes = reader_make(reader->chunks.polygons.data, reader->chunks.polygons.size);
    for (uint32_t i = 0; of_triangle && i < triangles; i++) {
        reader_skip(&bytes, 1);
        uint8_t map = reader_u8(&bytes);
        of_triangle[i] = !bytes.bad && map < lightmaps->count ? map : (uint8_t)WMO_NO_LIGHTMAP;
        reader_skip(&bytes, POLYGON_BYTES - 2);
    }
    lightmaps->of_triangle = of_triangle;
    return of_triangle != NULL;
}

static bool read_light_uv(const struct wmo_group_reader *reader, struct wmo_lightmaps *lightmaps)
{
    size_t corners = 3 * (size_t)reader->group->triangle_count;
    float(*uv)[2] = arena_alloc_dirty(reader->arena, corners, sizeof *uv);
    struct reader bytes = reader_make(reader->chunks.light_uv.data, reader->chunks.light_uv.size);
    for (size_t i = 0; uv && i < 2 * corners; i++) {
        float value = reader_f32(&bytes);
        uv[i / 2][i % 2] = wmo_is_coordinate(value) ? value : 0.0F;
    }
    lightmaps->uv = (const float(*)[2])uv;
    return uv != NULL;
}

static bool read_maps(const struct wmo_group_reader *reader, struct wmo_lightmaps *lightmaps)
{
    uint8_t *dxt1 = arena_alloc_dirty(reader->arena, lightmaps->count, WMO_LIGHTMAP_BYTES);
    for (size_t i = 0; dxt1 && i < lightmaps->count; i++) {
        memcpy(dxt1 + i * WMO_LIGHTMAP_BYTES, reader->chunks.light_maps.data + i * LIGHTMAP_STRIDE,
               WMO_LIGHTMAP_BYTES);
    }
    lightmaps->dxt1 = dxt1;
    return dxt1 != NULL;
}

/* The last map may lack its 4 bytes of padding. */
static uint32_t count_maps(const struct chunk *maps)
{
    size_t count = maps->size / LIGHTMAP_STRIDE;
    count += maps->size % LIGHTMAP_STRIDE >= WMO_LIGHTMAP_BYTES;
    return (uint32_t)size_min(count, LIGHTMAPS_MAX);
}

bool wmo_v14_read_lightmaps(struct wmo_group_reader *reader)
{
    uint32_t count = count_maps(&reader->chunks.light_maps);
    size_t corners = 3 * (size_t)reader->group->triangle_count;
    if (reader->era->version != 14 || count == 0 || corners == 0) {
        return true;
    }
    if (reader->chunks.light_uv.size < corners * sizeof(float[2])) {
        diag_warn(reader->diag, "MOLV", NO_OFFSET,
                  "%zu bytes, too few for %zu corners; lightmaps left out",
                  reader->chunks.light_uv.size, corners);
        return true;
    }
    struct wmo_lightmaps *lightmaps = arena_alloc(reader->arena, 1, sizeof *lightmaps);
    if (!lightmaps) {
        return false;
    }
    lightmaps->count = count;
    reader->group->lightmaps = lightmaps;
    return read_map_indices(reader, lightmaps) && read_light_uv(reader, lightmaps) &&
           read_maps(reader, lightmaps);
}

void wmo_decode_lightmap(const struct wmo_lightmaps *lightmaps, uint32_t index, uint8_t *rgba)
{
    dxt_decode(DXT1_OPAQUE, lightmaps->dxt1 + (size_t)index * WMO_LIGHTMAP_BYTES,
               WMO_LIGHTMAP_BYTES, WMO_LIGHTMAP_EDGE, WMO_LIGHTMAP_EDGE, rgba);
}
