/*
 * Every bound on what a file may ask for is a row here; the constants are those that the readers
 * use. A list that a file can make long needs one: a reader that gets such a list adds its
 * constant.
 */
#include "cli/limits.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "assets/sources/casc/archives.h"
#include "assets/sources/casc/blte.h"
#include "assets/sources/casc/build_info.h"
#include "assets/sources/casc/casc_index.h"
#include "assets/sources/casc/encoding.h"
#include "assets/sources/casc/root.h"
#include "assets/sources/casc/storage.h"
#include "assets/sources/directory_index.h"
#include "assets/sources/mpq/mpq_archive.h"
#include "assets/sources/mpq/mpq_header.h"
#include "assets/sources/mpq/mpq_tables.h"
#include "assets/sources/mpq/mpq_unpack.h"
#include "assets/sources/nested_data.h"
#include "assets/sources/packed/unpack_waste.h"
#include "assets/sources/source_mpq.h"
#include "assets/textures/texture_load.h"
#include "base/size.h"
#include "cli/diff/picture_folders.h"
#include "cli/messages.h"
#include "cli/options/option_kinds.h"
#include "cli/options/options.h"
#include "cli/points/point_maps.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/site/site_client.h"
#include "cli/site/site_document.h"
#include "cli/site/site_file.h"
#include "cli/site/site_keys.h"
#include "cli/site/site_maps.h"
#include "cli/site/site_title.h"
#include "cli/site/site_tree.h"
#include "codec/png/png_read.h"
#include "formats/adt/adt.h"
#include "formats/adt/adt_placements.h"
#include "formats/adt/adt_textures.h"
#include "formats/adt/mclq.h"
#include "formats/adt/mh2o.h"
#include "formats/blp/blp.h"
#include "formats/blp/blp_jpeg.h"
#include "formats/chunk.h"
#include "formats/m2/m2.h"
#include "formats/m2/m2_parts.h"
#include "formats/m2/mdx_parts.h"
#include "formats/tables/table.h"
#include "formats/wmo/wmo.h"
#include "formats/wmo/wmo_parts.h"
#include "graph/build_log.h"
#include "job/facts/map_floors.h"
#include "job/facts/map_places.h"
#include "job/facts/places.h"
#include "job/outputs/zone_maps.h"
#include "job/settings/job_settings.h"
#include "locate/floor_doodads.h"
#include "locate/tile_floors.h"
#include "locate/zones.h"
#include "map/liquid_types.h"
#include "map/map.h"
#include "map/map_placements.h"
#include "map/nearby/wmo_doodads.h"
#include "map/nearby/wmo_set.h"
#include "map/tables/hour_lights.h"
#include "mesh/mesh_bins.h"
#include "output/client_minimap/client_minimap.h"
#include "output/json_read.h"
#include "output/paths.h"
#include "output/points/point_file.h"
#include "output/points/point_text.h"
#include "output/web/marker.h"
#include "output/web/marker_blocks.h"
#include "output/web/own_picture.h"
#include "output/zones/zone_picture.h"
#include "render/draw_interior.h"

enum { LIMIT_VALUES = 4 };

struct limit_value {
    const char *name; /* of the constant; NULL ends the list */
    uint64_t value;
    bool is_bytes;
};

struct limit {
    const char *asked; /* what a file may ask for */
    const char *most;  /* and what happens beyond; #1 is the first value */
    struct limit_value values[LIMIT_VALUES + 1];
};

#define COUNT(name)                                                                                \
    {                                                                                              \
#name, (uint64_t)(name), false                                                             \
    }
#define BYTES(name)                                                                                \
    {                                                                                              \
#name, (uint64_t)(name), true                                                              \
    }

/* clang-format off */
static const struct limit limits[] = {
    {"texels of a texture",
     "#1 x #1; refused. Over 1024 x 1024, half of the data must be there",
     {COUNT(BLP_SIZE_MAX)}},
    {"textures over 1024 x 1024 texels on a tile",
     "together #1 texels on the ground, and as many on buildings; others are drawn in a "
     "colour",
     {COUNT(TEXTURE_LARGE_TEXELS_MAX)}},
    {"scans of a progressive JPEG; its texels",
     "#1; #2; refused",
     {COUNT(BLP_JPEG_SCANS_MAX), COUNT(BLP_JPEG_TEXELS_MAX)}},
    {"bytes of an ADT, WDT, WDL or WMO in which no chunk begins",
     "#1; what follows is not read",
     {BYTES(CHUNK_STRAY_MAX)}},
    {"layers of a chunk; texture names of a tile",
     "#1; #2; the rest is left out",
     {COUNT(ADT_LAYERS_MAX), COUNT(ADT_TEXTURES_MAX)}},
    {"buildings that a tile lists, and as many doodads; names of either; their text",
     "#1; #2; #3; the rest is left out, with a warning",
     {COUNT(ADT_PLACEMENTS_MAX), COUNT(ADT_NAMES_MAX), BYTES(ADT_NAMES_BYTES_MAX)}},
    {"liquids of a chunk (MH2O, MCLQ)",
     "#2, #1; the rest is left out",
     {COUNT(MCLQ_LAYERS_MAX), COUNT(MH2O_LAYERS_MAX)}},
    {"groups, materials, ambient colours (MAVG) of a building",
     "#1, #2, #3; the rest is left out",
     {COUNT(WMO_GROUPS_MAX), COUNT(WMO_MATERIALS_MAX), COUNT(WMO_AMBIENTS_MAX)}},
    {"triangles of a group",
     "each up to #1 times, by its batches",
     {COUNT(WMO_DRAWS_MAX)}},
    {"drawing a tile",
     "boxes round its triangles, and round crowns of relief maps, have #1 pixels together, or #2 "
     "times those of the tile; the rest is left out, with a warning",
     {COUNT(MESH_PIXELS_MAX), COUNT(MESH_LAYERS_MAX)}},
    {"buildings and doodads on a tile",
     "together, with the liquids of buildings, #1 vertices and corners of triangles; the "
     "rest is left out, with a warning",
     {COUNT(TILE_VERTICES_MAX)}},
    {"buildings of a tile that reach beyond the tiles next to it",
     "#1, as far as #2 tiles; the others are drawn only there, with a warning",
     {COUNT(FAR_PLACEMENTS_MAX), COUNT(FAR_TILES)}},
    {"liquid types in a table",
     "#1; the rest is left out",
     {COUNT(LIQUID_TYPES_MAX)}},
    {"corners of a doodad's triangles; its parts before 3.0",
     "#1; #2; a model with more is damaged",
     {COUNT(M2_INDICES_MAX), COUNT(MDX_GEOSETS_MAX)}},
    {"a line of points (`locate`); its columns",
     "#1; #2; left out, with a warning",
     {BYTES(POINT_LINE_MAX), COUNT(POINT_FIELDS_MAX)}},
    {"lines of a file of points or markers that are left out",
     "#1; the rest is not read, with a warning",
     {COUNT(POINT_WRONG_LINES_MAX)}},
    {"triangles of buildings that `locate` looks at, keeps of a tile",
     "#1, #2, in #3 quads; the rest is left out, with a warning",
     {COUNT(FLOORS_LOOKED_AT_MAX), COUNT(FLOOR_TRIANGLES_MAX), COUNT(FLOOR_MEMBERS_MAX)}},
    {"a file in an archive (MPQ) or a storage (CASC), with its packed bytes; a listfile",
     "#1, refused; 4 GiB of names",
     {BYTES(UNPACK_BYTES_MAX)}},
    {"the list of names, and the tables HET and BET, of an MPQ archive",
     "#1; #2 and #3; left out with a warning, or, without other tables, refused",
     {BYTES(MPQ_LISTFILE_BYTES_MAX), BYTES(MPQ_HET_BYTES_MAX), BYTES(MPQ_BET_BYTES_MAX)}},
    {"different maps that points name (`locate`)",
     "#1; points of others have no facts, with a warning",
     {COUNT(POINT_MAPS_MAX)}},
    {"the table of a client minimap (`md5translate.trs`)",
     "#1; refused before anything is drawn",
     {BYTES(MD5TRANSLATE_BYTES_MAX)}},
    {"a sector of an archive that is packed twice; a dictionary of LZMA",
     "#1; #2; the file is not read",
     {BYTES(MPQ_TWICE_BYTES_MAX), BYTES(MPQ_DICTIONARY_BYTES_MAX)}},
    {"names and files of an archive",
     "#1 each; refused",
     {COUNT(MPQ_ENTRIES_MAX)}},
    {"bytes before the header of an archive",
     "#1; no archive",
     {BYTES(MPQ_SEARCH_BYTES_MAX)}},
    {"a file of an archive beyond 16 MiB, a compressed table",
     "#1, #2 times its packed bytes; reported as damaged",
     {COUNT(MPQ_FILE_RATIO_MAX), COUNT(MPQ_TABLE_RATIO_MAX)}},
    {"unpacking damaged files of an archive or a storage, and contents beyond 64 times their packed "
     "bytes",
     "what zlib takes for #1; its others are not read, with a warning",
     {BYTES(UNPACK_WASTE_MAX)}},
    {"files of a CASC storage, of one locale",
     "#1, and 48 bytes of memory each while they are sorted; refused",
     {COUNT(ROOT_ENTRIES_MAX)}},
    {"contents of a file in a CASC storage; its chunks; the encoding table",
     "#2 times its packed bytes; #3; #1, of which as much as of a file may be packed; the size in the "
     "encoding table must agree; refused",
     {BYTES(BLTE_CONTENT_MAX), COUNT(BLTE_RATIO_MAX), COUNT(BLTE_CHUNKS_MAX)}},
    {"an index file of a storage, of which there are 16; a key file; its other text files",
     "#1, left out with a warning; #2; #3; refused",
     {BYTES(CASC_INDEX_BYTES_MAX), BYTES(CASC_KEY_FILE_BYTES_MAX), BYTES(CASC_TEXT_BYTES_MAX)}},
    {"records of a DBC or DB2; sections of a DB2, copies of records in each; a string in it",
     "#1, refused; #2, #3, the rest left out, with a warning; #4 bytes, no string, with a warning",
     {COUNT(TABLE_RECORDS_MAX), COUNT(TABLE_SECTIONS_MAX), COUNT(TABLE_COPIES_MAX),
      COUNT(TABLE_STRING_MAX)}},
    {"fields of a DB2's record",
     "#1, more than any that is asked for; others are not read, which `-v` says",
     {COUNT(TABLE_FIELDS_MAX)}},
    {"values of a DB2's column that only some records have",
     "#1 a column, and #2 for all records together; the rest counts as the column's "
     "default, with a warning",
     {COUNT(TABLE_COMMON_MAX), COUNT(TABLE_COMMON_ALL_MAX)}},
    {"lights of a map; colours of a thing a day",
     "#1; #2; the rest is left out, with a warning",
     {COUNT(HOUR_LIGHTS_MAX), COUNT(HOUR_KEYS_MAX)}},
    {"areas, landmarks, flights of a client's tables; maps of zones",
     "#1, #2, #3; #4 a map; the rest is left out",
     {COUNT(PLACES_AREAS_MAX), COUNT(PLACES_LANDMARKS_MAX), COUNT(PLACES_FLIGHTS_MAX),
      COUNT(PLACES_ZONES_MAX)}},
    {"floors of a map and groups of floors in a client's tables; floors that are drawn",
     "#1, #2, the rest is left out; 20, the rest is left out, with a warning",
     {COUNT(FLOOR_ROWS_MAX), COUNT(FLOOR_GROUPS_MAX)}},
    {"doodads of buildings that are looked at for a tile, drawn or with floors",
     "#1; the rest is left out, with a warning",
     {COUNT(WMO_DOODADS_LOOKED_AT_MAX)}},
    {"doodads of a tile that have floors; vertices and corners of their collision meshes; triangles "
     "of floors that one quad lists",
     "#1; #2, each model once; #3; the rest is left out, with a warning",
     {COUNT(FLOOR_DOODADS_MAX), COUNT(FLOOR_DOODAD_CORNERS_MAX), COUNT(QUAD_MEMBERS_MAX)}},
    {"entrances and transforms of a client's tables that a site takes",
     "#1, #2; the rest is left out",
     {COUNT(SITE_ENTRANCES_MAX), COUNT(SITE_TRANSFORMS_MAX)}},
    {"pixels of a zone's picture",
     "#1; left out, with a warning",
     {COUNT(ZONE_PIXELS_MAX)}},
    {"pixels of all pictures of zones, in grids of 64x64 tiles",
     "#1; the rest is left out, with a warning",
     {COUNT(ZONE_GRIDS_MAX)}},
    {"zones of a map with the files of a client's world map",
     "#1; the rest is left out, with a warning",
     {COUNT(WORLDMAP_ZONES_MAX)}},
    {"numbers of a CASC storage's archives; keys of one content",
     "below #1, others are left out with a warning; #2, the rest is not looked at",
     {COUNT(ARCHIVES_MAX), COUNT(ENCODING_KEYS_MAX)}},
    {"pictures of a building's room (`--client-minimap-interiors`); of all its rooms; of those of "
     "all buildings of a map",
     "#1 x #1, the rest is left out; #2; #3; the rest is left out, with a warning",
     {COUNT(INTERIOR_BLOCKS_MAX), COUNT(INTERIOR_BLOCKS_ALL_MAX),
      COUNT(INTERIOR_BLOCKS_MAP_MAX)}},
    {"the build log of a map; what it keeps of areas and flights",
     "#1, refused; #2, not read, with a warning",
     {BYTES(BUILD_LOG_BYTES_MAX), BYTES(PLACES_BYTES_MAX)}},
    {"rules for doodads; values of an option that repeats",
     "#1 in 32 KiB; #2; refused",
     {COUNT(OPTION_DOODAD_RULES_MAX), COUNT(OPTION_STRINGS_MAX)}},
    {"products of a storage",
     "#1; the rest is left out",
     {COUNT(BUILDS_MAX)}},
    {"a list in a report of `info`; levels of detail of a group in it",
     "#1 entries, #2; the report says how many are left out",
     {COUNT(DESCRIBE_LIST_MAX), COUNT(DESCRIBE_LEVELS_MAX)}},
    {"markers",
     "#1, lines of #2 points, #3; refused",
     {COUNT(MARKERS_MAX), COUNT(MARKER_VERTICES_MAX), BYTES(MARKERS_BYTES_MAX)}},
    {"memory for the values of a GeoJSON file",
     "#1; refused",
     {BYTES(JSON_TREE_BYTES_MAX)}},
    {"different warnings of a run that are remembered, to print each once",
     "#1; later ones may be printed and counted again",
     {COUNT(MESSAGES_SEEN_MAX)}},
    {"groups of markers that pages load in parts",
     "#1, of which the last has all others, with a warning",
     {COUNT(MARKER_GROUPS_MAX)}},
    {"a file of players (pages)",
     "1000 players on a map, 1 MiB; left out, refused",
     {{0}}},
    {"a site file; its values, aliases counted as what they stand for",
     "#1; #2; refused",
     {BYTES(SITE_FILE_BYTES_MAX), BYTES(SITE_VALUES_BYTES_MAX)}},
    {"lists and mappings inside each other in a site file; its anchors; its maps; its worlds",
     "#1; #2; #3; #4; refused",
     {COUNT(SITE_DEPTH_MAX), COUNT(SITE_ANCHORS_MAX), COUNT(SITE_ENTRIES_MAX),
      COUNT(SITE_WORLDS_MAX)}},
    {"renderings of a site file, and as many builds; pairs of a map and a rendering",
     "#1; #2; refused",
     {COUNT(SITE_RENDERINGS_MAX), COUNT(SITE_PAIRS_MAX)}},
    {"maps of a site file that are patterns; a name against a pattern with *; pairs of a map of the "
     "data and a pattern",
     "#1, refused; as many steps as the product of their lengths; #2, the last maps are left out, "
     "with an error",
     {COUNT(SITE_PATTERNS_MAX), COUNT(SITE_COMPARED_MAX)}},
    {"folders that are searched for data below one that has none",
     "#1; the search ends there, with a warning",
     {COUNT(NESTED_FOLDERS_MAX)}},
    {"nested folders; length of a name",
     "#1; 511 bytes",
     {COUNT(DIRECTORY_DEPTH_MAX)}},
    {"width of a PNG to compare; pixels of an interlaced one; pixels or unpacked bytes of one that "
     "has over 512 of them in a byte",
     "#1; #2; #3; refused",
     {COUNT(PNG_ROW_PIXELS_MAX), COUNT(PNG_INTERLACED_PIXELS_MAX), COUNT(PNG_BLANK_MAX)}},
    {"pixels of a PNG that is read whole",
     "#1; refused",
     {COUNT(PICTURE_PIXELS_MAX)}},
    {"nested folders of pictures to compare",
     "#1; pictures in deeper ones are not compared, with a warning",
     {COUNT(PICTURE_FOLDERS_DEPTH_MAX)}},
    {"a picture of one's own: icons, pictures of markers, logo",
     "#1; left out, with a warning",
     {BYTES(OWN_PICTURE_BYTES_MAX)}},
    {"names in the script that pages search",
     "#1; markers beyond it are not found by name, with a warning",
     {BYTES(MARKER_NAMES_BYTES_MAX)}},
    {"shards",
     "#1; refused",
     {COUNT(SHARDS_MAX)}},
    {"parents of a map",
     "#1; the rest is left out, with a warning",
     {COUNT(MAP_PARENTS_MAX)}},
    {"doodad sets of a placement",
     "#1; the rest is left out, with a warning",
     {COUNT(ADT_DOODAD_SETS_MAX)}},
    {"bytes of a texture's name in a model; of the names of a tile's textures",
     "#1; #2 for each of 4096; the texture counts as missing, the rest is left out",
     {COUNT(M2_TEXTURE_NAME_MAX), COUNT(ADT_TEXTURE_NAME_MAX)}},
    {"name of an area (`locate`)",
     "#1 bytes; cut, with a warning",
     {COUNT(AREA_NAME_BYTES_MAX)}},
    {"a page of a storage's encoding table; columns of `.build.info`",
     "#1, refused; #2, the rest left out, with a warning",
     {BYTES(ENCODING_PAGE_BYTES_MAX), COUNT(BUILD_COLUMNS_MAX)}},
    {"a map's name in names of files; of a folder of a site",
     "#1 bytes; #2; refused",
     {COUNT(MAP_FILE_NAME_MAX), COUNT(SITE_FOLDER_NAME_MAX)}},
    {"a site's language tag; an address",
     "#1 bytes; #2; refused",
     {COUNT(SITE_LANGUAGE_MAX), COUNT(OPTION_ADDRESS_MAX)}},
    {"anything else",
     "as many as the bytes of the file hold",
     {{0}}},
};
/* clang-format on */

/* Processor time and memory of a run on a file at the bound, as tests/limits/at_bounds.py measured
 * them: every row has some. */
static const struct {
    const char *name; /* of a constant of the row, or what is asked where it has none */
    const char *cost;
} costs[] = {
    {"BLP_SIZE_MAX", "0.1 s, 25 MiB"},
    {"ADT_TEXTURES_MAX", "0.1 s, 26 MiB"},
    {"ADT_PLACEMENTS_MAX",
     "0.5 s, 270 MiB; `--objects` 2.1 s, of 64 such tiles 9 s, 373 MiB; `diff` 1.2 s, "
     "275 MiB"},
    {"WMO_GROUPS_MAX", "0.1 s, 51 MiB"},
    {"POINT_FIELDS_MAX", "16 MiB; a million points 0.7 s, 32 MiB"},
    {"UNPACK_BYTES_MAX", "0.6 s, 263 MiB; a listfile of 2 million names 0.2 s, 185 MiB"},
    {"PLACES_AREAS_MAX", "0.1 s, 53 MiB; pictures of 1024 zones 0.4 s"},
    {"WMO_DOODADS_LOOKED_AT_MAX", "0.3 s, 229 MiB; `locate` 42 MiB"},
    {"FLOOR_DOODADS_MAX", "0.4 s, 61 MiB; 0.5 s, 43 MiB, of 1,000 points"},
    {"INTERIOR_BLOCKS_MAX",
     "some 50 ms a picture: 15 minutes of a map; 0.2 s, 24 MiB if nothing is in them"},
    {"BUILD_LOG_BYTES_MAX", "1.2 s, 430 MiB"},
    {"OPTION_DOODAD_RULES_MAX", "24 MiB"},
    {"MARKERS_MAX", "0.6 s, 154 MiB; 0.9 s, 270 MiB; 0.3 s, 137 MiB"},
    {"SITE_PAIRS_MAX", "0.5 s, 23 MiB; 1.0 s, 23 MiB, before anything is drawn"},
    {"PNG_ROW_PIXELS_MAX", "0.3 s, 38 MiB; 0.3 s, 134 MiB; 5 s, 20 MiB of both pictures"},
    {"SHARDS_MAX", "16 MiB"},
    {"TEXTURE_LARGE_TEXELS_MAX", "0.8 s, 28 MiB"},
    {"BLP_JPEG_SCANS_MAX", "1.0 s, 39 MiB of 40 textures"},
    {"CHUNK_STRAY_MAX", "0.1 s, 27 MiB"},
    {"MH2O_LAYERS_MAX", "0.1 s, 62 MiB"},
    {"MESH_PIXELS_MAX", "27 s; at 8192 px 53 s, 416 MiB"},
    {"TILE_VERTICES_MAX", "0.8 s, 342 MiB of doodads; 1.2 s, 614 MiB of buildings"},
    {"FAR_PLACEMENTS_MAX", "0.1 s, 28 MiB"},
    {"LIQUID_TYPES_MAX", "0.1 s, 27 MiB"},
    {"FLOOR_TRIANGLES_MAX", "0.6 s, 22 MiB; 0.2 s, 204 MiB, of 1,000 points"},
    {"MPQ_LISTFILE_BYTES_MAX", "0.7 s, 70 MiB; 0.9 s, 358 MiB"},
    {"M2_INDICES_MAX", "0.2 s, 267 MiB; 0.2 s, 87 MiB"},
    {"ZONE_GRIDS_MAX", "0.2 s, 27 MiB"},
    {"HOUR_LIGHTS_MAX", "0.1 s, 30 MiB; 0.1 s, 32 MiB"},
    {"TABLE_COMMON_MAX", "0.2 s, 34 MiB"},
    {"MARKER_GROUPS_MAX", "0.2 s, 47 MiB"},
    {"DESCRIBE_LIST_MAX", "0.1 s, 23 MiB"},
    {"SITE_FILE_BYTES_MAX", "20 MiB; 0.3 s, 21 MiB"},
    {"SITE_DEPTH_MAX", "21 MiB; 21 MiB; 5.7 s, 29 MiB before anything is drawn; 0.2 s, 44 MiB"},
    {"MPQ_TWICE_BYTES_MAX", "0.1 s, 72 MiB; 0.2 s, 148 MiB"},
    {"MPQ_SEARCH_BYTES_MAX", "0.1 s, 18 MiB"},
    {"MPQ_FILE_RATIO_MAX", "0.6 s, 258 MiB; 0.9 s, 358 MiB"},
    {"ROOT_ENTRIES_MAX", "1.3 s, 486 MiB"},
    {"BLTE_CHUNKS_MAX", "0.3 s, 257 MiB; 0.2 s, 74 MiB; 24 MiB"},
    {"CASC_INDEX_BYTES_MAX", "of all 16 3.0 s, 466 MiB; 0.1 s, 33 MiB; 20 MiB"},
    {"ARCHIVES_MAX", "20 MiB"},
    {"BUILDS_MAX", "20 MiB"},
    {"BUILD_COLUMNS_MAX", "20 MiB"},
    {"MD5TRANSLATE_BYTES_MAX", "0.2 s, 53 MiB"},
    {"MPQ_ENTRIES_MAX", "0.2 s, 230 MiB"},
    {"TABLE_RECORDS_MAX",
     "0.2 s, 208 MiB; ten million are refused in 0.1 s; 0.1 s, 48 MiB, of 65536 copies"},
    {"FLOOR_ROWS_MAX", "0.1 s, 26 MiB"},
    {"WORLDMAP_ZONES_MAX", "4.1 s, 53 MiB"},
    {"UNPACK_WASTE_MAX", "1.0 s, 263 MiB"},
    {"MESSAGES_SEEN_MAX", "0.3 s, 40 MiB"},
    {"WMO_DRAWS_MAX", "0.9 s, 484 MiB, of 524280 triangles"},
    {"TABLE_FIELDS_MAX", "0.1 s, 48 MiB, of 65536 records"},
    {"ZONE_PIXELS_MAX", "9 s, 409 MiB"},
    {"JSON_TREE_BYTES_MAX", "0.6 s, 419 MiB"},
    {"a file of players (pages)", "0.1 s, 61 MiB, in node"},
    {"SITE_PATTERNS_MAX", "5 s, 20 MiB, with 4096 names that nearly match"},
    {"MARKER_NAMES_BYTES_MAX", "0.4 s, 75 MiB"},
    {"MAP_PARENTS_MAX", "28 MiB"},
    {"ADT_DOODAD_SETS_MAX", "0.1 s, 24 MiB"},
    {"anything else", "0.2 s, 278 MiB of 4 million textures in a model of 64 MiB"},
    {"POINT_MAPS_MAX", "0.2 s, 182 MiB, with 65536 areas"},
    {"SITE_ENTRANCES_MAX", "0.2 s, 30 MiB; 0.1 s, 38 MiB"},
    {"NESTED_FOLDERS_MAX", "0.2 s, 21 MiB"},
    {"DIRECTORY_DEPTH_MAX", "0.1 s, 26 MiB"},
    {"PICTURE_PIXELS_MAX", "1.4 s, 370 MiB"},
    {"PICTURE_FOLDERS_DEPTH_MAX", "24 MiB"},
    {"OWN_PICTURE_BYTES_MAX", "0.1 s, 28 MiB"},
    {"M2_TEXTURE_NAME_MAX", "0.1 s, 24 MiB; 0.1 s, 30 MiB"},
    {"AREA_NAME_BYTES_MAX", "0.1 s, 38 MiB, of 65536 such names"},
    {"MAP_FILE_NAME_MAX", "0.1 s, 26 MiB; 0.1 s, 28 MiB"},
    {"SITE_LANGUAGE_MAX", "0.1 s, 28 MiB"},
    {"POINT_WRONG_LINES_MAX", "0.3 s, 20 MiB; markers 0.3 s, 90 MiB"},
};

/* 16 MiB, 2^28, 4096. INT32_MAX bytes are told as 2 GiB. */
static void print_value(const struct limit_value *value)
{
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    uint64_t number = value->value;
    if (value->is_bytes && number >= 1024) {
        size_t unit = 0;
        for (number = (number + 1) >> 10; number >= 1024 && unit + 1 < COUNT_OF(units); unit++) {
            number >>= 10;
        }
        printf("%" PRIu64 " %s", number, units[unit]);
    } else if (number >= 1 << 20 && (number & (number - 1)) == 0) {
        unsigned power = 0;
        for (; number > 1; number >>= 1) {
            power++;
        }
        printf("2^%u", power);
    } else {
        printf("%" PRIu64, number);
    }
}

static void print_most(const struct limit *limit)
{
    for (const char *at = limit->most; *at; at++) {
        if (*at == '#') {
            at++;
            print_value(&limit->values[*at - '1']);
        } else {
            putchar(*at);
        }
    }
}

static bool is_named(const struct limit *limit, const char *name)
{
    bool is_own = strcmp(limit->asked, name) == 0;
    for (const struct limit_value *value = limit->values; value->name; value++) {
        is_own = is_own || strcmp(value->name, name) == 0;
    }
    return is_own;
}

static const char *cost_of(const struct limit *limit)
{
    for (size_t i = 0; i < COUNT_OF(costs); i++) {
        if (is_named(limit, costs[i].name)) {
            return costs[i].cost;
        }
    }
    return "";
}

void limits_print(void)
{
    puts("| a file may ask for | at most; what happens beyond | at the bound | constants |\n"
         "|---|---|---|---|");
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        printf("| %s | ", limits[i].asked);
        print_most(&limits[i]);
        printf(" | %s |", cost_of(&limits[i]));
        for (const struct limit_value *value = limits[i].values; value->name; value++) {
            printf("%s `%s`", value == limits[i].values ? "" : ",", value->name);
        }
        puts(" |");
    }
}
