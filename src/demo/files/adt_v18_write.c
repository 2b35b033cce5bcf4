#include "demo/files/adt_v18_write.h"

#include <stdio.h>

#include "demo/files/chunk_write.h"
#include "demo/files/liquid_write.h"
#include "demo/files/mcnk_write.h"
#include "demo/files/tile_write.h"
#include "demo/world/surface.h"

enum {
    MHDR_BYTES = 64,
    MPHD_ONE_OBJECT = 0x1,
    MPHD_VERTEX_COLOURS = 0x2,
    MPHD_BIG_ALPHA = 0x4,
};

/* One map being written. */
struct map {
    const struct adt_v18_format *format;
    const char *directory;
};

/* MCRF: the doodads that touch the chunk, then the buildings. */
static void write_references(struct buffer *out, const struct tile *tile, size_t begin)
{
    mcnk_put_offset(out, begin, MCNK_AT_REFS);
    size_t references = chunk_begin(out, "MCRF");
    uint32_t doodads =
        placement_write_doodad_references(out, &tile->placements, tile->chunk_x, tile->chunk_y);
    uint32_t buildings =
        placement_write_references(out, &tile->placements, tile->chunk_x, tile->chunk_y);
    chunk_end(out, references);
    chunk_put_u32(out, begin + MCNK_AT_DOODAD_COUNT, doodads);
    chunk_put_u32(out, begin + MCNK_AT_OBJECT_COUNT, buildings);
}

static void write_maps(struct buffer *out, struct tile *tile, size_t begin, uint32_t *flags)
{
    struct buffer alphas = {0};
    mcnk_put_offset(out, begin, MCNK_AT_LAYER);
    size_t layers = chunk_begin(out, "MCLY");
    tile_write_layers(out, &alphas, tile);
    chunk_end(out, layers);
    write_references(out, tile, begin);
    if (tile_is_shaded(tile)) {
        *flags |= MCNK_SHADOW;
        mcnk_put_offset(out, begin, MCNK_AT_SHADOW);
        size_t shadow = chunk_begin(out, "MCSH");
        shadow_write(out, tile->chunk.shadow, tile->map_size);
        chunk_end(out, shadow);
        chunk_put_u32(out, begin + MCNK_AT_SHADOW_SIZE, out->size - shadow - 8);
    }
    mcnk_put_offset(out, begin, MCNK_AT_ALPHA);
    size_t alpha = chunk_begin(out, "MCAL");
    buffer_append(out, alphas.data, alphas.size);
    chunk_end(out, alpha);
    chunk_put_u32(out, begin + MCNK_AT_ALPHA_SIZE, out->size - alpha);
    out->failed = out->failed || alphas.failed;
    buffer_free(&alphas);
}

static void write_chunk(struct buffer *out, struct tile *tile, const struct adt_v18_format *format)
{
    uint32_t flags = tile_impassable_flag(tile) |
                     (tile->map_size == ALPHA_MAP_64X64 ? MCNK_DO_NOT_FIX_ALPHA_MAP : 0);
    size_t begin = mcnk_begin(out, tile);
    chunk_put_u32(out, begin + MCNK_AT_LAYER_COUNT, (size_t)tile->chunk.layer_count);
    mcnk_put_holes(out, begin, surface_holes(tile->world, tile->chunk_x, tile->chunk_y));
    mcnk_put_offset(out, begin, MCNK_AT_HEIGHT);
    mcnk_write_heights(out, tile);
    if (format->vertex_colours) {
        flags |= MCNK_COLOURS;
        mcnk_put_offset(out, begin, MCNK_AT_COLOURS);
        mcnk_write_colours(out, tile);
    }
    mcnk_put_offset(out, begin, MCNK_AT_NORMAL);
    size_t normals = chunk_begin(out, "MCNR");
    tile_write_normals(out, tile);
    chunk_end(out, normals);
    chunk_zeros(out, MCNR_PADDING_BYTES); /* the chunk's size does not include it */
    write_maps(out, tile, begin, &flags);
    if (format->liquid == LIQUID_MCLQ) {
        size_t liquid = out->size;
        flags |= liquid_write_mclq(out, tile->world, tile->chunk_x, tile->chunk_y);
        chunk_put_u32(out, begin + MCNK_AT_LIQUID, out->size > liquid ? liquid - begin : 0);
        chunk_put_u32(out, begin + MCNK_AT_LIQUID_SIZE,
                      out->size > liquid ? out->size - liquid : 8);
    }
    mcnk_put_offset(out, begin, MCNK_AT_SOUNDS);
    chunk_empty(out, "MCSE");
    chunk_put_u32(out, begin + MCNK_AT_FLAGS, flags);
    chunk_end(out, begin);
}

/* Writes the chunks before the MCNKs. Offsets in MHDR count from its contents. */
static size_t write_tables(struct buffer *out, const struct tile *tile,
                           const struct adt_v18_format *format)
{
    size_t offsets[PLACEMENT_TABLES];
    chunk_version(out, 18);
    size_t header = chunk_begin(out, "MHDR");
    size_t data = out->size;
    chunk_zeros(out, MHDR_BYTES);
    chunk_end(out, header);
    chunk_put_u32(out, data + 4, out->size - data);
    size_t index = chunk_begin(out, "MCIN");
    chunk_zeros(out, (size_t)TILE_CHUNKS * 16);
    chunk_end(out, index);
    chunk_put_u32(out, data + 8, out->size - data);
    size_t textures = chunk_begin(out, "MTEX");
    tile_write_texture_names(out, tile);
    chunk_end(out, textures);
    placement_write_tables(out, &tile->placements, offsets);
    for (size_t k = 0; k < PLACEMENT_TABLES; k++) {
        chunk_put_u32(out, data + 12 + 4 * k, offsets[k] - data);
    }
    if (format->liquid == LIQUID_MH2O) {
        size_t liquid = liquid_write_mh2o(out, tile->world, tile->x, tile->y);
        chunk_put_u32(out, data + 40, liquid ? liquid - data : 0);
    }
    return index;
}

static enum adtmap_status write_tile(void *user, struct tile *tile, const struct diag *diag)
{
    const struct map *map = user;
    struct buffer out = {0};
    char name[40];
    size_t index = write_tables(&out, tile, map->format);
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        size_t entry = index + 8 + (size_t)c * 16;
        size_t begin = out.size;
        tile_begin_chunk(tile, c);
        write_chunk(&out, tile, map->format);
        chunk_put_u32(&out, entry, begin);
        chunk_put_u32(&out, entry + 4, out.size - begin);
    }
    snprintf(name, sizeof name, "Demo_%d_%d.adt", WORLD_FIRST_TILE + tile->x,
             WORLD_FIRST_TILE + tile->y);
    return tile_write_file(map->directory, name, &out, diag);
}

/* Writes MWMO, which tiles leave empty, unless `object` has a file id, and the MODF of `object`. */
static void write_object(struct buffer *out, const struct model *object, bool by_id)
{
    if (!by_id) {
        size_t names = chunk_begin(out, "MWMO");
        if (object) {
            placement_write_name(out, BUILDING_DUNGEON);
        }
        chunk_end(out, names);
    }
    if (object) {
        size_t placement = chunk_begin(out, "MODF");
        placement_write_global(out, object, by_id);
        chunk_end(out, placement);
    }
}

/* Writes a WDT of tiles or, if `object` is given, of a map that is one WMO. */
static void write_wdt(struct buffer *out, uint32_t flags, const struct model *object, bool by_id)
{
    chunk_version(out, 18);
    size_t begin = chunk_begin(out, "MPHD");
    buffer_u32le(out, flags);
    chunk_zeros(out, 28);
    chunk_end(out, begin);
    begin = chunk_begin(out, "MAIN");
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t number;
        buffer_u32le(out, !object && tile_of_grid(k, &number) ? 1 : 0);
        buffer_u32le(out, 0);
    }
    chunk_end(out, begin);
    write_object(out, object, by_id);
}

enum adtmap_status adt_v18_write_hall(const struct era *era, const char *directory,
                                      const struct model *hall, const struct diag *diag)
{
    struct buffer out = {0};
    write_wdt(&out, MPHD_ONE_OBJECT, hall, era->wmo_version == WMO_V17_BY_ID);
    return tile_write_file(directory, "Hall.wdt", &out, diag);
}

enum adtmap_status adt_v18_write_map(const struct era *era, const char *directory,
                                     const struct world *world, const struct ground *ground,
                                     const struct diag *diag)
{
    struct map map = {era->format, directory};
    const struct tile first = {.world = world,
                               .ground = ground,
                               .depth = map.format->depth,
                               .map_size = map.format->map_size};
    struct buffer out = {0};
    write_wdt(&out,
              (map.format->vertex_colours ? MPHD_VERTEX_COLOURS : 0u) |
                  (map.format->depth == ALPHA_8BIT ? MPHD_BIG_ALPHA : 0u),
              NULL, false);
    enum adtmap_status status = tile_write_file(directory, "Demo.wdt", &out, diag);
    return status ? status : tile_each(&first, write_tile, &map, diag);
}

static const struct adt_v18_format vanilla = {
    .depth = ALPHA_4BIT, .liquid = LIQUID_MCLQ, .map_size = ALPHA_MAP_63X63};
static const struct adt_v18_format wotlk = {.depth = ALPHA_8BIT,
                                            .liquid = LIQUID_MH2O,
                                            .map_size = ALPHA_MAP_64X64,
                                            .vertex_colours = true};
static const struct adt_v18_format wotlk4 = {.depth = ALPHA_4BIT,
                                             .liquid = LIQUID_MH2O,
                                             .map_size = ALPHA_MAP_64X64,
                                             .vertex_colours = true};

const struct era era_vanilla = {.write_map = adt_v18_write_map,
                                .write_hall = adt_v18_write_hall,
                                .wmo_version = WMO_V17,
                                .doodads = DOODAD_M2_1,
                                .tables = CLIENT_TABLES_1_12,
                                .files = ERA_ADTS | ERA_WMO_GROUPS | ERA_M2 | ERA_TABLES,
                                .format = &vanilla};
/* 0.6: ADTs as in 1.x, WMOs of version 16. */
const struct era era_beta = {.write_map = adt_v18_write_map,
                             .write_hall = adt_v18_write_hall,
                             .wmo_version = WMO_V16,
                             .doodads = DOODAD_MDX,
                             .files = ERA_ADTS | ERA_WMO_GROUPS | ERA_MDX,
                             .format = &vanilla};
const struct era era_wotlk = {.write_map = adt_v18_write_map,
                              .write_hall = adt_v18_write_hall,
                              .wmo_version = WMO_V17,
                              .doodads = DOODAD_M2_3,
                              .tables = CLIENT_TABLES_3_3_5,
                              .files = ERA_ADTS | ERA_WMO_GROUPS | ERA_M2 | ERA_SKINS | ERA_TABLES,
                              .format = &wotlk};
const struct era era_wotlk4 = {.write_map = adt_v18_write_map,
                               .write_hall = adt_v18_write_hall,
                               .wmo_version = WMO_V17,
                               .doodads = DOODAD_M2_2,
                               .files = ERA_ADTS | ERA_WMO_GROUPS | ERA_M2,
                               .format = &wotlk4};
