/*
 * Writes maps of Cataclysm and later: a WDT, and for each tile the files root, _tex0, _obj0 and
 * _obj1 (ADT/v18 of the wowdev wiki, "split files"). Maps of Battle for Azeroth use file ids;
 * files/file_ids.h gives them.
 */
#include <stdio.h>

#include "demo/files/adt_v18_write.h"
#include "demo/files/chunk_write.h"
#include "demo/files/era.h"
#include "demo/files/file_ids.h"
#include "demo/files/liquid_write.h"
#include "demo/files/low_detail_write.h"
#include "demo/files/mcnk_write.h"
#include "demo/textures/texture.h"
#include "demo/world/surface.h"

/* How the files of these clients differ. */
struct split_format {
    bool holes_64;     /* MoP and later */
    bool wide;         /* MTXF makes one repeat of some textures cover 2x2 quads */
    bool heights;      /* MTXP does that, and gives height parameters */
    bool height_blend; /* MPHD 0x80 */
    bool blend_meshes; /* MoP and later: MBMH, MBBB, MBNV, MBMI and MCBB */
    bool file_ids;     /* MAID, MDID and MHID, and ids of models, in place of names; LOD files */
};

enum {
    MHDR_BYTES = 64,
    MAIN_HAS_ADT = 0x1,
    MAID_ENTRY_BYTES = 32,
    MPHD_VERTEX_COLOURS = 0x2,
    MPHD_BIG_ALPHA = 0x4,
    MPHD_HEIGHT_BLEND = 0x80,
    MPHD_FILE_IDS = 0x200,
};

/* One map being written. */
struct map {
    const struct split_format *format;
    const char *directory;
};

static void write_root_chunk(struct buffer *out, const struct tile *tile,
                             const struct split_format *format)
{
    uint32_t flags = tile_impassable_flag(tile) | MCNK_DO_NOT_FIX_ALPHA_MAP | MCNK_COLOURS;
    uint16_t holes = surface_holes(tile->world, tile->chunk_x, tile->chunk_y);
    size_t begin = mcnk_begin(out, tile);
    if (format->holes_64 && holes) {
        flags |= MCNK_HOLES_64;
        mcnk_put_holes_64(out, begin, holes);
    } else {
        mcnk_put_holes(out, begin, holes);
    }
    mcnk_write_heights(out, tile);
    mcnk_write_colours(out, tile);
    size_t normals = chunk_begin(out, "MCNR");
    tile_write_normals(out, tile);
    chunk_zeros(out, MCNR_PADDING_BYTES);
    chunk_end(out, normals);
    chunk_empty(out, "MCSE");
    if (format->blend_meshes) {
        placement_write_blend_batches(out, &tile->placements, tile->chunk_x, tile->chunk_y);
    }
    mcnk_put_flags(out, begin, flags | (tile_is_shaded(tile) ? MCNK_SHADOW : 0));
    chunk_end(out, begin);
}

static void begin_root(struct buffer *out, const struct tile *tile,
                       const struct split_format *format)
{
    CHUNK_U32(out, "MVER", 18);
    size_t header = chunk_begin(out, "MHDR");
    size_t data = out->size;
    chunk_zeros(out, MHDR_BYTES);
    chunk_end(out, header);
    size_t liquid = liquid_write_mh2o(out, tile->world, tile->x, tile->y);
    chunk_put_u32(out, data + 40, liquid ? liquid - data : 0);
    if (format->blend_meshes) {
        placement_write_blend_meshes(out, &tile->placements);
    }
}

static void write_tex_chunk(struct buffer *out, struct tile *tile)
{
    struct buffer alphas = {0};
    size_t begin = chunk_begin(out, "MCNK");
    size_t chunk = chunk_begin(out, "MCLY");
    tile_write_layers(out, &alphas, tile);
    chunk_end(out, chunk);
    if (tile_is_shaded(tile)) {
        chunk = chunk_begin(out, "MCSH");
        shadow_write(out, tile->chunk.shadow, tile->map_size);
        chunk_end(out, chunk);
    }
    if (alphas.size) {
        chunk = chunk_begin(out, "MCAL");
        buffer_append(out, alphas.data, alphas.size);
        chunk_end(out, chunk);
    }
    out->failed = out->failed || alphas.failed;
    buffer_free(&alphas);
    chunk_end(out, begin);
}

static void write_texture_names(struct buffer *out, const struct tile *tile, bool wide)
{
    size_t begin = chunk_begin(out, "MTEX");
    for (int k = 0; k < tile->texture_count; k++) {
        char wide_name[TEXTURE_NAME_BYTES];
        texture_wide_name(tile->texture[k], wide_name);
        chunk_path(out, wide ? wide_name : texture_name(tile->texture[k]), "");
    }
    chunk_end(out, begin);
}

static void write_texture_ids(struct buffer *out, const struct tile *tile, const char *chunk,
                              uint32_t (*id_of)(enum texture))
{
    size_t begin = chunk_begin(out, chunk);
    for (int k = 0; k < tile->texture_count; k++) {
        buffer_u32le(out, id_of(tile->texture[k]));
    }
    chunk_end(out, begin);
}

static void write_flags(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MTXF");
    for (int k = 0; k < tile->texture_count; k++) {
        buffer_u32le(out, texture_is_wide(tile->texture[k]) ? 1 << 4 : 0);
    }
    chunk_end(out, begin);
}

/* MTXP: every other texture gets a strong height scale. The parameters matter if the map blends by
 * height. */
static void write_properties(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MTXP");
    for (int k = 0; k < tile->texture_count; k++) {
        bool has_height = tile->texture[k] % 2 == 0;
        buffer_u32le(out, texture_is_wide(tile->texture[k]) ? 1 << 4 : 0);
        PUT_F32(out, has_height ? 0.75F : 0.0F, has_height ? 0.25F : 1.0F);
        buffer_u32le(out, 0);
    }
    chunk_end(out, begin);
}

static void begin_tex(struct buffer *out, const struct tile *tile,
                      const struct split_format *format)
{
    CHUNK_U32(out, "MVER", 18);
    size_t size = chunk_begin(out, "MAMP");
    buffer_u32le(out, 0);
    chunk_end(out, size);
    if (format->file_ids) {
        write_texture_ids(out, tile, "MDID", file_id_texture);
        write_texture_ids(out, tile, "MHID", file_id_height_texture);
    } else {
        write_texture_names(out, tile, format->wide);
    }
    if (format->heights) {
        write_properties(out, tile);
    } else if (format->wide) {
        write_flags(out, tile);
    }
}

static void begin_obj(struct buffer *out, const struct tile *tile)
{
    size_t places[PLACEMENT_TABLES];
    CHUNK_U32(out, "MVER", 18);
    placement_write_tables(out, &tile->placements, places);
}

static void write_obj_chunk(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MCNK");
    size_t references = chunk_begin(out, "MCRD");
    placement_write_references(out, &tile->placements, PLACED_DOODADS, tile->chunk_x,
                               tile->chunk_y);
    chunk_end(out, references);
    references = chunk_begin(out, "MCRW");
    placement_write_references(out, &tile->placements, PLACED_BUILDINGS, tile->chunk_x,
                               tile->chunk_y);
    chunk_end(out, references);
    chunk_end(out, begin);
}

/* The four tiles in the middle have LOD files. */
static bool has_lod(const struct split_format *format, int32_t x, int32_t y)
{
    return format->file_ids && (x + 1) / 2 == 2 && (y + 1) / 2 == 2;
}

static enum adtmap_status write_tile(void *user, struct tile *tile, const struct diag *diag)
{
    const struct map *map = user;
    struct buffer files[SPLIT_FILE_COUNT] = {{0}};
    enum adtmap_status status = ADTMAP_OK;
    tile->placements.by_id = map->format->file_ids;
    begin_root(&files[SPLIT_ROOT], tile, map->format);
    begin_tex(&files[SPLIT_TEX0], tile, map->format);
    begin_obj(&files[SPLIT_OBJ0], tile);
    begin_obj(&files[SPLIT_OBJ1], tile);
    for (int32_t c = 0; c < TILE_CHUNKS; c++) {
        tile_begin_chunk(tile, c);
        write_root_chunk(&files[SPLIT_ROOT], tile, map->format);
        write_tex_chunk(&files[SPLIT_TEX0], tile);
        write_obj_chunk(&files[SPLIT_OBJ0], tile);
        write_obj_chunk(&files[SPLIT_OBJ1], tile);
    }
    bool lod = has_lod(map->format, tile->x, tile->y);
    if (lod) {
        lod_write(&files[SPLIT_LOD], tile->world, tile->x, tile->y);
    }
    for (int file = 0; file < SPLIT_FILE_COUNT - !lod; file++) {
        char name[40];
        tile_file_name(tile->y * WORLD_TILES + tile->x, (enum split_file)file, name, sizeof name);
        enum adtmap_status own = chunk_write_file(map->directory, name, &files[file], diag);
        status = status ? status : own;
    }
    return status;
}

static void write_main(struct buffer *out)
{
    size_t begin = chunk_begin(out, "MAIN");
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t number;
        PUT_U32(out, tile_of_grid(k, &number) ? MAIN_HAS_ADT : 0, 0);
    }
    chunk_end(out, begin);
}

static void write_maid(struct buffer *out, const struct split_format *format)
{
    size_t begin = chunk_begin(out, "MAID");
    for (int32_t k = 0; k < GRID_TILES * GRID_TILES; k++) {
        int32_t number;
        bool has_tile = tile_of_grid(k, &number);
        bool lod = has_tile && has_lod(format, number % WORLD_TILES, number / WORLD_TILES);
        for (int file = 0; file < SPLIT_FILE_COUNT; file++) {
            bool has_file = has_tile && (file != SPLIT_LOD || lod);
            buffer_u32le(out, has_file ? file_id_tile(number, (enum split_file)file) : 0);
        }
        chunk_zeros(out, MAID_ENTRY_BYTES - 4 * SPLIT_FILE_COUNT);
    }
    chunk_end(out, begin);
}

static enum adtmap_status write_wdt(const struct map *map, const struct diag *diag)
{
    const struct split_format *format = map->format;
    struct buffer out = {0};
    CHUNK_U32(&out, "MVER", 18);
    size_t begin = chunk_begin(&out, "MPHD");
    buffer_u32le(&out, MPHD_VERTEX_COLOURS | MPHD_BIG_ALPHA |
                           (format->height_blend ? MPHD_HEIGHT_BLEND : 0) |
                           (format->file_ids ? MPHD_FILE_IDS : 0));
    chunk_zeros(&out, 28);
    chunk_end(&out, begin);
    write_main(&out);
    if (format->file_ids) {
        write_maid(&out, format);
    }
    return chunk_write_file(map->directory, "Demo.wdt", &out, diag);
}

static enum adtmap_status write_map(const struct era *era, const char *directory,
                                    const struct world *world, const struct ground *ground,
                                    const struct diag *diag)
{
    struct map map = {era->format, directory};
    const struct tile first = {
        .world = world, .ground = ground, .depth = ALPHA_8BIT, .map_size = ALPHA_MAP_64X64};
    enum adtmap_status status = write_wdt(&map, diag);
    return status ? status : tile_each(&first, write_tile, &map, diag);
}

static enum adtmap_status write_extras(const struct era *era, const char *root,
                                       const struct diag *diag)
{
    const struct split_format *format = era->format;
    enum adtmap_status status = ADTMAP_OK;
    for (int t = 0; t < GROUND_MATERIAL_COUNT; t++) {
        enum texture texture = (enum texture)t;
        if (format->wide && texture_is_wide(texture) && !status) {
            status = texture_write(root, texture, TEXTURE_WIDE, diag);
        }
        if (format->heights && !status) {
            status = texture_write(root, texture, TEXTURE_HEIGHT, diag);
        }
    }
    return format->file_ids && !status ? file_ids_write_list(root, diag) : status;
}

static const struct split_format cata = {0};
static const struct split_format mop = {.holes_64 = true, .wide = true, .blend_meshes = true};
static const struct split_format legion = {
    .holes_64 = true, .wide = true, .heights = true, .blend_meshes = true};
static const struct split_format legion_heights = {
    .holes_64 = true, .wide = true, .heights = true, .height_blend = true, .blend_meshes = true};
static const struct split_format bfa = {
    .holes_64 = true, .wide = true, .heights = true, .blend_meshes = true, .file_ids = true};

enum { SPLIT_FILES = ERA_ADTS | ERA_SPLIT_ADTS | ERA_WMO_GROUPS | ERA_M2 | ERA_SKINS };

enum {
    WIDE_FILES = SPLIT_FILES | ERA_WIDE_TEXTURES,
    HEIGHT_FILES = WIDE_FILES | ERA_HEIGHT_TEXTURES,
};

const struct era era_cata = {write_map,    adt_v18_write_hall, WMO_V17,     DOODAD_M2_4,
                             write_extras, CLIENT_TABLES_NONE, SPLIT_FILES, &cata};
const struct era era_mop = {write_map,    adt_v18_write_hall, WMO_V17,    DOODAD_M2_4,
                            write_extras, CLIENT_TABLES_NONE, WIDE_FILES, &mop};
const struct era era_legion = {write_map,    adt_v18_write_hall, WMO_V17,      DOODAD_M2_7,
                               write_extras, CLIENT_TABLES_NONE, HEIGHT_FILES, &legion};
const struct era era_legion_heights = {write_map,    adt_v18_write_hall, WMO_V17,
                                       DOODAD_M2_7,  write_extras,       CLIENT_TABLES_NONE,
                                       HEIGHT_FILES, &legion_heights};
const struct era era_bfa = {write_map,    adt_v18_write_hall, WMO_V17_BY_ID, DOODAD_M2_8,
                            write_extras, CLIENT_TABLES_NONE, HEIGHT_FILES,  &bfa};
