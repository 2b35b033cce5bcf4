#include "demo/files/adt_v18_write.h"

#include <stdio.h>

#include "demo/files/chunk_write.h"
#include "demo/files/liquid_write.h"
#include "demo/files/mcnk_write.h"
#include "demo/files/tile_write.h"

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

/* Writes the chunks before the MCNKs. Offsets in MHDR count from its contents. */
static size_t write_tables(struct buffer *out, const struct tile *tile,
                           const struct adt_v18_format *format)
{
    size_t offsets[PLACEMENT_TABLES];
    CHUNK_U32(out, "MVER", 18);
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
    if (format->mcnk.liquid == LIQUID_MH2O) {
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
        mcnk_write(&out, tile, &map->format->mcnk);
        chunk_put_u32(&out, entry, begin);
        chunk_put_u32(&out, entry + 4, out.size - begin);
    }
    snprintf(name, sizeof name, "Demo_%d_%d.adt", WORLD_FIRST_TILE + tile->x,
             WORLD_FIRST_TILE + tile->y);
    return chunk_write_file(map->directory, name, &out, diag);
}

/* Writes MWMO, which tiles leave empty, unless `object` has a file id, and the MODF of `object`. */
static void write_object(struct buffer *out, const struct model *object, bool by_id)
{
    if (!by_id) {
        size_t names = chunk_begin(out, "MWMO");
        if (object) {
            chunk_path(out, building_name(BUILDING_DUNGEON), ".wmo");
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
    CHUNK_U32(out, "MVER", 18);
    size_t begin = chunk_begin(out, "MPHD");
    buffer_u32le(out, flags);
    chunk_zeros(out, 28);
    chunk_end(out, begin);
    begin = chunk_begin(out, "MAIN");
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t number;
        PUT_U32(out, !object && tile_of_grid(k, &number) ? 1 : 0, 0);
    }
    chunk_end(out, begin);
    write_object(out, object, by_id);
}

enum adtmap_status adt_v18_write_hall(const struct era *era, const char *directory,
                                      const struct model *hall, const struct diag *diag)
{
    struct buffer out = {0};
    write_wdt(&out, MPHD_ONE_OBJECT, hall, era->wmo_version == WMO_V17_BY_ID);
    return chunk_write_file(directory, "Hall.wdt", &out, diag);
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
              (map.format->mcnk.vertex_colours ? MPHD_VERTEX_COLOURS : 0u) |
                  (map.format->depth == ALPHA_8BIT ? MPHD_BIG_ALPHA : 0u),
              NULL, false);
    enum adtmap_status status = chunk_write_file(directory, "Demo.wdt", &out, diag);
    return status ? status : tile_each(&first, write_tile, &map, diag);
}

static const struct adt_v18_format vanilla = {
    .depth = ALPHA_4BIT, .map_size = ALPHA_MAP_63X63, .mcnk = {MCNK_V18, LIQUID_MCLQ, false}};
static const struct adt_v18_format wotlk = {
    .depth = ALPHA_8BIT, .map_size = ALPHA_MAP_64X64, .mcnk = {MCNK_V18, LIQUID_MH2O, true}};
static const struct adt_v18_format wotlk4 = {
    .depth = ALPHA_4BIT, .map_size = ALPHA_MAP_64X64, .mcnk = {MCNK_V18, LIQUID_MH2O, true}};

enum {
    FILES = ERA_ADTS | ERA_WMO_GROUPS,
    WOTLK_FILES = FILES | ERA_M2 | ERA_SKINS | ERA_TABLES,
};

const struct era era_vanilla = {
    adt_v18_write_map,  adt_v18_write_hall,          WMO_V17, DOODAD_M2_1, NULL,
    CLIENT_TABLES_1_12, FILES | ERA_M2 | ERA_TABLES, &vanilla};
/* 0.6: ADTs as in 1.x, WMOs of version 16. */
const struct era era_beta = {adt_v18_write_map,  adt_v18_write_hall, WMO_V16, DOODAD_MDX, NULL,
                             CLIENT_TABLES_NONE, FILES | ERA_MDX,    &vanilla};
const struct era era_wotlk = {adt_v18_write_map,   adt_v18_write_hall, WMO_V17, DOODAD_M2_3, NULL,
                              CLIENT_TABLES_3_3_5, WOTLK_FILES,        &wotlk};
const struct era era_wotlk4 = {adt_v18_write_map,  adt_v18_write_hall, WMO_V17, DOODAD_M2_2, NULL,
                               CLIENT_TABLES_NONE, FILES | ERA_M2,     &wotlk4};
