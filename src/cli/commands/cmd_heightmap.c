/* adtmap heightmap: the vertices of a map's terrain as files for engines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/option_text.h"
#include "cli/out_folder.h"
#include "cli/session.h"
#include "formats/grid.h"
#include "job/records/folder_lock.h"
#include "map/map.h"
#include "os/file.h"
#include "os/temporary.h"
#include "output/game_axes.h"
#include "output/paths.h"
#include "output/vertex_grid.h"
#include "output/zoom/web_geo.h"

/* Of --height-range; without limits the range is that of the tiles that are written. */
struct height_limits {
    bool given;
    float yd[2];
};

struct heightmap_options {
    struct session_input data;
    const char *map;
    const char *parent;
    const char *out;
    struct option_optional_tiles tiles;
    enum vertex_format format;
    enum vertex_points points;
    struct height_limits limits;
    bool has_world_files;
    struct common_options common;
};

static const char *const format_names[] = {
    [VERTEX_PNG16] = "png16", [VERTEX_RAW16] = "raw16", [VERTEX_RAW32F] = "raw32f", NULL};
static const char *const points_names[] = {[VERTEX_OUTER] = "outer", [VERTEX_ALL] = "all", NULL};

static bool read_limits(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    struct height_limits *limits = destination;
    double ends[2];
    (void)row;
    limits->given = strcmp(text, "map") != 0;
    if (!limits->given) {
        return true;
    }
    if (option_parse_reals(text, 2, ends) != 2 || !(fabs(ends[0]) <= 1e5 && fabs(ends[1]) <= 1e5)) {
        return option_wrong(problem, "'%.64s' is neither MIN,MAX in yards nor map", text);
    }
    limits->yd[0] = (float)ends[0];
    limits->yd[1] = (float)ends[1];
    return limits->yd[0] < limits->yd[1] ||
           option_wrong(problem, "'%.64s': MIN must be below MAX", text);
}

static const struct option_kind limits_kind = {true, false, read_limits, NULL};

#define FIELD(member) .offset = offsetof(struct heightmap_options, member)
static const struct option_row rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     FIELD(map),
     .need = OPTION_REQUIRED,
     .help = "the map's folder below World/Maps, case ignored; or id:N"},
    {.name = "parent",
     .argument = "MAP",
     .kind = &option_string,
     FIELD(parent),
     .help = "takes the tiles of this map where MAP has none, as for 'adtmap render'; auto: those "
             "of its parents in Map.dbc or Map.db2"},
    {.name = "tiles",
     .letter = 't',
     .argument = "TILES",
     .kind = &option_tiles,
     FIELD(tiles),
     .help = "only these: X_Y or X1-X2_Y1-Y2, comma-separated, 0..63 (default all the map has)"},
    {.name = "out",
     .letter = 'o',
     .argument = "OUT",
     .kind = &option_string,
     FIELD(out),
     .is_path = true,
     .need = OPTION_REQUIRED,
     .help = "where to write OUT/MAP/heightmap/MAP_XX_YY.* and heightmap.json"},
    {.name = "format",
     .kind = &option_choice,
     FIELD(format),
     .choices = format_names,
     .help = "16-bit PNG, 16-bit numbers or floats in yards; raw is little endian"},
    {.name = "points",
     .kind = &option_choice,
     FIELD(points),
     .choices = points_names,
     .help =
         "outer: 129 x 129 vertices a tile, with the edges of its neighbours; all: 145 a chunk, "
         "inner ones too, chunk by chunk"},
    {.name = "height-range",
     .argument = "MIN,MAX|map",
     .kind = &limits_kind,
     FIELD(limits),
     .help = "heights in yards that are 0 and 65535; map: the lowest and highest of the tiles "
             "that are written (default map)"},
    {.name = "world-files",
     .kind = &option_flag,
     FIELD(has_world_files),
     .help = "also writes where each picture lies, for GDAL and QGIS: MAP_XX_YY.pgw and "
             "MAP_XX_YY.png.aux.xml; with --format png16 and --points outer"},
};

/* What is under way. */
struct heightmap {
    const struct heightmap_options *options;
    const struct diag *diag;
    const struct adtmap_map *map;
    struct cache *tiles;
    struct png_encoder *encoder;
    struct vertex_grid grid;
    char *folder;
    struct folder_lock lock; /* of that folder */
    struct tile_set found;
    uint32_t damaged;
    uint32_t missing; /* tiles that are asked for by name */
};

enum { HEIGHT_NAME_BYTES = 128 };

static void name_file(const struct heightmap *heightmap, enum vertex_format format, uint32_t x,
                      uint32_t y, char name[HEIGHT_NAME_BYTES])
{
    snprintf(name, HEIGHT_NAME_BYTES, "%.80s_%02u_%02u.%s", heightmap->map->name, (unsigned)x,
             (unsigned)y, vertex_suffixes[format]);
}

/* Calls `visit` for each tile; one that cannot be read is a warning, and counted. */
static enum adtmap_status
visit_tiles(struct heightmap *heightmap,
            enum adtmap_status (*visit)(struct heightmap *heightmap, const struct tile_facts *facts,
                                        uint32_t x, uint32_t y, void *user),
            void *user)
{
    const struct option_optional_tiles *wanted = &heightmap->options->tiles;
    enum adtmap_status status = ADTMAP_OK;
    heightmap->damaged = 0;
    for (struct tile_step tile = {0}; !status && tile_set_next(&heightmap->map->files, &tile);) {
        struct cache_pin pin;
        if (wanted->given && !tile_set_has(&wanted->set, tile.x, tile.y)) {
            continue;
        }
        if (tile_facts_pin(heightmap->tiles, heightmap->map, tile.x, tile.y, &pin)) {
            status = diag_fail_memory(heightmap->diag);
        } else {
            const struct tile_facts *facts = pin.value;
            heightmap->damaged += facts->is_damaged;
            status = facts->is_damaged ? ADTMAP_OK : visit(heightmap, facts, tile.x, tile.y, user);
        }
        cache_release(&pin);
    }
    return status;
}

/* Names tiles that are asked for and that the map lacks. */
static void warn_of_missing(struct heightmap *heightmap)
{
    const struct option_optional_tiles *wanted = &heightmap->options->tiles;
    for (struct tile_step tile = {0}; wanted->given && tile_set_next(&wanted->set, &tile);) {
        if (!tile_set_has(&heightmap->map->files, tile.x, tile.y)) {
            diag_warn(heightmap->diag, NULL, NO_OFFSET, "%u_%u is not in the map %s",
                      (unsigned)tile.x, (unsigned)tile.y, heightmap->map->name);
            heightmap->missing++;
        }
    }
}

/* What is known of the tiles before the first is written. */
struct height_survey {
    struct json json; /* of "tiles" */
    float low_yd, high_yd;
};

static enum adtmap_status survey_tile(struct heightmap *heightmap, const struct tile_facts *facts,
                                      uint32_t x, uint32_t y, void *user)
{
    struct height_survey *survey = user;
    struct json *json = &survey->json;
    char name[HEIGHT_NAME_BYTES];
    float ends[2];
    name_file(heightmap, heightmap->grid.format, x, y, name);
    json_object(json, NULL);
    json_number(json, "x", x);
    json_number(json, "y", y);
    json_string(json, "file", name);
    json_number(json, "north", grid_edge_yd(y));
    json_number(json, "west", grid_edge_yd(x));
    if (vertex_grid_ends(facts, ends)) {
        json_floats(json, "ground_yd", ends, 2);
        survey->low_yd = fminf(survey->low_yd, ends[0]);
        survey->high_yd = fmaxf(survey->high_yd, ends[1]);
    }
    json_array(json, "missing_chunks");
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        if (!facts->present[i]) {
            json_number(json, NULL, i);
        }
    }
    json_end(json);
    json_array(json, "holes"); /* numbers of quads, 128 a row */
    for (uint32_t i = 0; i < ADT_CHUNKS * QUADS_PER_CHUNK * QUADS_PER_CHUNK; i++) {
        uint32_t column = i % QUADS_PER_TILE;
        uint32_t row = i / QUADS_PER_TILE;
        uint32_t chunk = row / QUADS_PER_CHUNK * ADT_EDGE + column / QUADS_PER_CHUNK;
        uint32_t bit = row % QUADS_PER_CHUNK * QUADS_PER_CHUNK + column % QUADS_PER_CHUNK;
        if (facts->present[chunk] && facts->holes[chunk] >> bit & 1) {
            json_number(json, NULL, i);
        }
    }
    json_end(json);
    json_end(json);
    tile_set_add(&heightmap->found, x, y);
    return ADTMAP_OK;
}

/* Puts `text` where the picture at `path` has it with this ending in place of its last `cut` bytes;
 * NULL: removes what an earlier run has put there. Frees it. */
static enum adtmap_status put_next_to(const char *path, size_t cut, const char *ending,
                                      struct buffer *text, const struct diag *diag)
{
    char *name = text_printf("%.*s%s", (int)(strlen(path) - cut), path, ending);
    const struct diag at_name = diag_at(diag, name);
    enum adtmap_status status = ADTMAP_OK;
    if (!name || (text && text->failed)) {
        status = diag_fail_memory(diag);
    } else if (text) {
        status = file_write_atomic(name, text->data, text->size, &at_name);
    } else {
        status = file_remove(name, &at_name);
    }
    if (text) {
        buffer_free(text);
    }
    free(name);
    return status;
}

/* Where the picture at `path` lies, and what its axes are. Those of an earlier run may not fit. */
static enum adtmap_status put_world_files(const struct heightmap *heightmap, const char *path,
                                          uint32_t x, uint32_t y)
{
    struct buffer world = {0};
    struct buffer axes = {0};
    const bool has_files = heightmap->options->has_world_files;
    if (heightmap->grid.format != VERTEX_PNG16) {
        return ADTMAP_OK;
    }
    if (has_files) {
        web_world_file_of_points(&world, x, y, QUADS_PER_TILE);
        buffer_text(&axes, GAME_AXES_AUX_XML);
    }
    enum adtmap_status status =
        put_next_to(path, strlen(".png"), ".pgw", has_files ? &world : NULL, heightmap->diag);
    enum adtmap_status then =
        put_next_to(path, 0, ".aux.xml", has_files ? &axes : NULL, heightmap->diag);
    return status ? status : then;
}

static enum adtmap_status write_tile(struct heightmap *heightmap, const struct tile_facts *facts,
                                     uint32_t x, uint32_t y, void *user)
{
    struct buffer bytes = {0};
    char name[HEIGHT_NAME_BYTES];
    (void)user;
    name_file(heightmap, heightmap->grid.format, x, y, name);
    char *path = path_join(heightmap->folder, name);
    const struct diag diag = diag_at(heightmap->diag, path);
    enum adtmap_status status =
        path ? vertex_grid_encode(&heightmap->grid, facts, heightmap->encoder, &diag, &bytes)
             : diag_fail_memory(heightmap->diag);
    status = status ? status : file_write_atomic(path, bytes.data, bytes.size, &diag);
    status = status ? status : put_world_files(heightmap, path, x, y);
    buffer_free(&bytes);
    free(path);
    return status;
}

/* Writes heightmap.json; `tiles` is the array of them. */
static void describe(const struct heightmap *heightmap, const char *tiles, struct buffer *text)
{
    const struct vertex_grid *grid = &heightmap->grid;
    struct json writer = json_to(text, JSON_COMPACT);
    struct json *json = &writer;
    json_object(json, NULL);
    json_lines(json, 2);
    json_string(json, "map", heightmap->map->name);
    json_string(json, "format", format_names[grid->format]);
    json_string(json, "points", points_names[grid->points]);
    json_number(json, "columns", vertex_grid_columns(grid->points));
    json_number(json, "rows", vertex_grid_rows(grid->points));
    if (grid->format != VERTEX_PNG16) {
        json_string(json, "byte_order", "little");
    }
    bool is_float = grid->format == VERTEX_RAW32F;
    /* yards = value * scale + offset */
    json_number(json, "scale",
                is_float ? 1.0 : ((double)grid->high_yd - (double)grid->low_yd) / UINT16_MAX);
    json_number(json, "offset", is_float ? 0.0 : (double)grid->low_yd);
    const float range[] = {grid->low_yd, grid->high_yd};
    json_floats(json, "range_yd", range, 2);
    json_number(json, "tile_yd", TILE_YD);
    json_number(json, "spacing_yd", QUAD_YD);
    json_raw(json, "tiles", tiles);
    json_end(json);
    buffer_u8(text, '\n');
}

/* Names the files of earlier runs in the folder: heightmap.json says nothing of them any more. */
static void warn_of_others(const struct heightmap *heightmap, const struct diag *diag)
{
    char first[HEIGHT_NAME_BYTES] = "";
    unsigned count = 0;
    for (enum vertex_format format = 0; format_names[format]; format++) {
        for (struct tile_step tile = {0}; tile_next(&tile);) {
            char name[HEIGHT_NAME_BYTES];
            if (format == heightmap->grid.format &&
                tile_set_has(&heightmap->found, tile.x, tile.y)) {
                continue;
            }
            name_file(heightmap, format, tile.x, tile.y, name);
            char *path = path_join(heightmap->folder, name);
            if (path && file_exists(path)) {
                if (count++ == 0) {
                    memcpy(first, name, sizeof first);
                }
            }
            free(path);
        }
    }
    if (count > 0) {
        const struct diag at_folder = diag_at(diag, heightmap->folder);
        diag_warn(&at_folder, NULL, NO_OFFSET,
                  "%s and %u more files of an earlier run are not in heightmap.json, which is that "
                  "of this run; another OUT keeps both",
                  first, count - 1);
    }
}

/* Removes a description that the files will not fit while some are written and others are not. */
static enum adtmap_status remove_other(const char *path, const struct buffer *text,
                                       const struct diag *diag)
{
    struct blob blob = {0};
    if (!file_exists(path)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = file_map(path, diag, &blob);
    bool is_same =
        !status && blob.size == text->size && memcmp(blob.data, text->data, blob.size) == 0;
    blob_release(&blob);
    return status || is_same ? status : file_remove(path, diag);
}

/* Writes the tiles, then the description of them. */
static enum adtmap_status write_files(struct heightmap *heightmap, const char *path,
                                      const struct buffer *text)
{
    const struct diag *diag = heightmap->diag;
    const struct diag at_path = diag_at(diag, path);
    const char *map = heightmap->map->name;
    if (tile_set_is_empty(&heightmap->found) && heightmap->damaged > 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "none of these tiles of the map %s can be read", map);
    }
    if (tile_set_is_empty(&heightmap->found)) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "the map %s has none of these tiles", map);
    }
    enum adtmap_status status = folder_lock_find(&heightmap->lock, heightmap->folder, diag);
    if (!status) {
        status = folder_lock_take(&heightmap->lock, heightmap->folder, diag);
    }
    if (status) {
        return status;
    }
    temporary_sweep(heightmap->folder, NULL);
    status = remove_other(path, text, &at_path);
    if (status) {
        return status;
    }
    status = visit_tiles(heightmap, write_tile, NULL);
    if (status) {
        return status;
    }
    status = file_write_atomic(path, text->data, text->size, &at_path);
    if (status) {
        return status;
    }
    warn_of_others(heightmap, diag);
    warn_of_missing(heightmap);
    return ADTMAP_OK;
}

/*
 * What numbers mean depends on all tiles, so they are read before the first is written. A run that
 * is killed leaves whole files, and no heightmap.json unless it describes them.
 */
static enum adtmap_status write_all(struct heightmap *heightmap)
{
    const struct diag *diag = heightmap->diag;
    struct buffer tiles = {0};
    struct buffer text = {0};
    const struct height_limits *limits = &heightmap->options->limits;
    struct height_survey survey = {json_to(&tiles, JSON_COMPACT), INFINITY, -INFINITY};
    json_array(&survey.json, NULL);
    json_lines(&survey.json, 4);
    enum adtmap_status status = visit_tiles(heightmap, survey_tile, &survey);
    json_end(&survey.json);
    buffer_u8(&tiles, 0);
    float low = limits->given ? limits->yd[0] : survey.low_yd;
    float high = limits->given ? limits->yd[1] : survey.high_yd;
    heightmap->grid.low_yd = low <= high ? low : 0.0F;
    heightmap->grid.high_yd = low < high ? high : heightmap->grid.low_yd + 1.0F;
    if (!tiles.failed) {
        describe(heightmap, (const char *)tiles.data, &text);
    }
    char *path = path_join(heightmap->folder, "heightmap.json");
    if (!status && (tiles.failed || text.failed || !path)) {
        status = diag_fail_memory(diag);
    }
    if (!status) {
        status = write_files(heightmap, path, &text);
    }
    free(path);
    buffer_free(&tiles);
    buffer_free(&text);
    return status;
}

static enum adtmap_status open_map(struct session *session, const struct heightmap_options *options,
                                   const struct diag *diag, struct adtmap_map **map)
{
    enum adtmap_status status = adtmap_map_open(session->data, options->map, map, diag->failure);
    if (status) {
        return status;
    }
    if (options->parent) {
        status = adtmap_map_add_parents(*map, options->parent, diag->failure);
    }
    return status ? status : path_check_map_name((*map)->name, diag);
}

static enum adtmap_status write_map(const struct heightmap_options *options,
                                    const struct adtmap_map *map, const struct diag *diag,
                                    bool *is_partial)
{
    char *parent = path_join(options->out, map->name);
    struct heightmap heightmap = {
        .options = options,
        .diag = diag,
        .map = map,
        .grid = {options->format, options->points, 0, 0},
        .folder = parent ? path_join(parent, "heightmap") : NULL,
        .tiles = cache_create(map->data->pool, &tile_facts_kind, NULL, NULL),
        .encoder = png_encoder_create(1),
    };
    bool fine = heightmap.folder && heightmap.tiles && heightmap.encoder;
    enum adtmap_status status = fine ? write_all(&heightmap) : diag_fail_memory(diag);
    *is_partial = heightmap.damaged > 0 || heightmap.missing > 0;
    folder_lock_release(&heightmap.lock);
    png_encoder_destroy(heightmap.encoder);
    cache_destroy(heightmap.tiles);
    free(heightmap.folder);
    free(parent);
    return status;
}

static enum exit_status work(struct session *session, const void *given)
{
    const struct heightmap_options *options = given;
    const struct diag *diag = &session->diag;
    struct adtmap_map *map = NULL;
    bool is_partial = false;
    if (options->has_world_files &&
        (options->format != VERTEX_PNG16 || options->points != VERTEX_OUTER)) {
        return session_refuse(session,
                              "--world-files places pictures of a square grid: with --format png16 "
                              "and --points outer");
    }
    enum adtmap_status status = out_folder_check(options->out, &options->data.paths, diag);
    if (!status) {
        if (!session_open_data(session, &options->data)) {
            return EXIT_NOT_RUN;
        }
        status = open_map(session, options, diag, &map);
    }
    if (!status) {
        status = write_map(options, map, diag, &is_partial);
    }
    if (status) {
        session_fail(session);
    }
    adtmap_map_close(map);
    return status ? EXIT_NOT_RUN : is_partial ? EXIT_PARTIAL : EXIT_OK;
}

static enum exit_status run(int argc, char **argv)
{
    struct heightmap_options options = {0};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Heights", rows, COUNT_OF(rows), &options},
        common_table(&options.common),
    };
    const struct command_line line = {
        .command = command_heightmap.name,
        .examples = command_heightmap.examples,
        .synopsis = "-d DATA... -m MAP -o OUT [options]",
        .about =
            "Writes the heights of a map's terrain, as the files have them at each vertex, for "
            "engines: a file a tile, and heightmap.json, which says how numbers become yards "
            "and where the tiles are. An identical file is not rewritten.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
    };
    return session_run(&line, argc, argv, &options.common.verbosity, work, &options);
}

const struct command command_heightmap = {
    "heightmap",
    "writes heights for engines",
    run,
    {{"adtmap heightmap -d client -m Azeroth -o heights",
      "a file of heights for each tile, and heightmap.json"}}};
