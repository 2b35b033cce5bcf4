/* adtmap maps: lists the maps in the data, and with --check the files that they miss. */
#include <inttypes.h>
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/tile_range.h"
#include "cli/session.h"
#include "map/map.h"
#include "map/map_audit.h"
#include "map/map_names.h"

struct maps_options {
    struct session_input data;
    bool check;
    struct common_options common;
};

static const struct option_row check_rows[] = {
    {.name = "check",
     .kind = &option_flag,
     .offset = offsetof(struct maps_options, check),
     .help = "reads every tile and building, and lists the files that are missing; exit status 1 "
             "when there are any"},
};

/* State of a walk over the maps. */
struct maps_listing {
    struct session *session;
    const struct maps_options *options;
    struct map_names names;
    struct json json; /* an array of maps has begun */
    size_t found;     /* maps */
    size_t failed;    /* maps that cannot be read */
    size_t missing_files;
};

/* What is printed about a map. */
struct facts {
    const struct adtmap_map *map;
    struct tile_set tiles;
    uint32_t tile_count;
    uint32_t file_count;    /* tiles whose ADT is there */
    uint32_t missing_count; /* tiles in the WDT without an ADT */
    char range[TILE_RANGE_BYTES];
    uint32_t columns, rows; /* from the first tile to the last; 0 without tiles */
    const char *era;        /* which layout the tiles have; "" unknown */
    bool is_named;          /* Map.dbc has it */
    struct dbc_map named;
};

/*
 * The era of a tile by its files; "" when they cannot be read. Errors of the system are reported
 * here; damage is reported by --check.
 */
static const char *era_of_tile(struct maps_listing *listing, const struct adtmap_map *map,
                               uint32_t x, uint32_t y)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {map->name, NULL, &failure};
    struct adt_request wanted = map_adt_request(map, x, y);
    struct arena arena = {0};
    struct tile_files files;
    struct adt_tile *tile;
    const char *era = "";
    enum adtmap_status status = map_read_tile(map, x, y, &diag, &files);
    wanted.contents = ADT_TERRAIN;
    if (status == ADTMAP_OK) {
        status = adt_read(&files.adt, &wanted, &arena, &diag, &tile);
        era = status == ADTMAP_OK ? tile->era : "";
        tile_files_release(&files);
    }
    if (diag_is_transient(status)) {
        messages_write(listing->session->messages, &failure);
        listing->failed++;
    }
    arena_free(&arena);
    return era;
}

/* The era of the first tile; all tiles of a map have the same. */
static const char *era_of(struct maps_listing *listing, const struct adtmap_map *map)
{
    for (struct tile_step tile = {0}; tile_set_next(&map->files, &tile);) {
        return era_of_tile(listing, map, tile.x, tile.y);
    }
    return "";
}

static struct facts collect_facts(struct maps_listing *listing, const struct adtmap_map *map)
{
    struct facts facts = {.map = map, .tiles = map_tiles(map)};
    uint64_t columns = 0;
    uint32_t first_row = ADTMAP_GRID;
    uint32_t last_row = 0;
    for (uint32_t y = 0; y < ADTMAP_GRID; y++) {
        uint64_t row = facts.tiles.rows[y];
        facts.file_count += (uint32_t)__builtin_popcountll(row & map->files.rows[y]);
        facts.missing_count += (uint32_t)__builtin_popcountll(row & ~map->files.rows[y] &
                                                              ~map->tiles_without_adt.rows[y]);
        columns |= row;
        first_row = row && first_row == ADTMAP_GRID ? y : first_row;
        last_row = row ? y : last_row;
    }
    if (columns) {
        int ends = __builtin_clzll(columns) + __builtin_ctzll(columns);
        facts.columns = ADTMAP_GRID - (uint32_t)ends;
        facts.rows = last_row - first_row + 1;
    }
    facts.tile_count = tile_set_count(&facts.tiles);
    facts.era = era_of(listing, map);
    facts.is_named = map_names_find(&listing->names, map->name, &facts.named);
    tile_range_format(&facts.tiles, facts.range);
    return facts;
}

/* The WMO of a map without terrain; "" of maps with terrain. */
static const char *global_wmo_of(const struct adtmap_map *map)
{
    return map->wdt.flags & WDT_GLOBAL_WMO ? map->wdt.global_wmo : "";
}

static void print_facts(const struct facts *facts)
{
    enum { NAME_COLUMNS = 32 };
    size_t length = strlen(facts->map->name);
    common_print_name(facts->map->name);
    printf("%*s %4" PRIu32 " %-5s", length < NAME_COLUMNS ? (int)(NAME_COLUMNS - length) : 0, "",
           facts->tile_count, common_tile_word(facts->tile_count));
    if (facts->missing_count > 0) {
        printf(" (%" PRIu32 " without a file)", facts->missing_count);
    }
    if (facts->tile_count > 0) {
        printf("  %s  %" PRIu32 "x%" PRIu32, facts->range, facts->columns, facts->rows);
    }
    if (facts->era[0]) {
        printf("  %s", facts->era);
    }
    if (global_wmo_of(facts->map)[0]) {
        fputs("  one building: ", stdout);
        common_print_name(global_wmo_of(facts->map));
    }
    if (facts->is_named) {
        fputs("  \"", stdout);
        common_print_name(facts->named.name);
        printf("\", %s", dbc_instance_name(facts->named.instance));
    }
    putchar('\n');
}

/* The members of a map's object. */
static void add_facts(struct json *json, const struct facts *facts)
{
    const char *global_wmo = global_wmo_of(facts->map);
    json_string(json, "name", facts->map->name);
    if (facts->is_named) {
        json_number(json, "id", facts->named.id);
        json_string(json, "display_name", facts->named.name);
        json_string(json, "instance", dbc_instance_name(facts->named.instance));
    }
    json_string(json, "range", facts->range);
    json_number(json, "columns", facts->columns);
    json_number(json, "rows", facts->rows);
    json_string(json, "era", facts->era[0] ? facts->era : NULL);
    json_string(json, "global_wmo", global_wmo[0] ? global_wmo : NULL);
    json_number(json, "tile_count", facts->tile_count);
    json_number(json, "file_count", facts->file_count);
    json_array(json, "tiles");
    for (struct tile_step tile = {0}; tile_set_next(&facts->tiles, &tile);) {
        json_format(json, NULL, "%u_%u", tile.x, tile.y);
    }
    json_end(json);
}

static void visit_finding(void *user, const struct map_finding *finding)
{
    struct maps_listing *listing = user;
    listing->missing_files++;
    if (listing->options->common.json) {
        json_object(&listing->json, NULL);
        json_string(&listing->json, "kind", missing_kind_id(finding->kind));
        json_string(&listing->json, "name", finding->name);
        json_number(&listing->json, "tile_count", finding->tile_count);
        json_end(&listing->json);
        return;
    }
    printf("  %s: ", missing_kind_text(finding->kind));
    common_print_name(finding->name);
    if (finding->tile_count > 1) {
        printf(" (%" PRIu32 " tiles, first %" PRIu32 "_%" PRIu32 ")", finding->tile_count,
               finding->x, finding->y);
    } else if (finding->tile_count == 1 && finding->kind > MISSING_TERRAIN) {
        printf(" (%" PRIu32 "_%" PRIu32 ")", finding->x, finding->y);
    }
    putchar('\n');
}

static void list_map(struct maps_listing *listing, const struct adtmap_map *map)
{
    struct facts facts = collect_facts(listing, map);
    const bool is_json = listing->options->common.json;
    const bool is_check = listing->options->check;
    if (is_json) {
        json_object(&listing->json, NULL);
        add_facts(&listing->json, &facts);
    } else {
        print_facts(&facts);
    }
    if (is_json && is_check) {
        json_array(&listing->json, "missing");
    }
    if (is_check && map_audit(map, &listing->session->diag, visit_finding, listing)) {
        session_fail(listing->session);
        listing->failed++;
    }
    if (is_json && is_check) {
        json_end(&listing->json);
    }
    if (is_json) {
        json_end(&listing->json);
    }
}

static void visit_map(void *user, const char *name)
{
    struct maps_listing *listing = user;
    struct adtmap_map *map;
    listing->found++;
    if (adtmap_map_open(listing->session->data, name, &map, &listing->session->failure)) {
        session_fail(listing->session);
        listing->failed++;
    } else {
        list_map(listing, map);
    }
    adtmap_map_close(map);
}

/* Data without maps are the wrong data: says what each path is. */
static void report_no_maps(const struct session *session)
{
    char contents[ASSETS_CONTENTS_BYTES];
    const char *path;
    const struct assets *assets = session->data->assets;
    for (size_t i = 0; (path = assets_path_contents(assets, i, contents)); i++) {
        messages_error(session->messages, "%s: no maps: %s", path, contents);
    }
}

/* Prints the list of an open session. */
static enum exit_status list_maps(struct maps_listing *listing)
{
    struct session *session = listing->session;
    struct buffer text = {0};
    listing->json = json_to(&text, JSON_INDENTED);
    json_object(&listing->json, NULL);
    json_array(&listing->json, "maps");
    if (map_names_open(session->data->assets, &session->diag, &listing->names) ||
        map_list(session->data, &session->diag, visit_map, listing)) {
        buffer_free(&text);
        return session_fail(session);
    }
    json_end(&listing->json);
    json_end(&listing->json);
    if (listing->found == 0) {
        report_no_maps(session);
    }
    if (listing->options->common.json && !common_print_json(session->messages, &text)) {
        return EXIT_NOT_RUN;
    }
    buffer_free(&text);
    bool whole = listing->found > 0 && listing->failed + listing->missing_files == 0 &&
                 assets_unread_count(session->data->assets) == 0;
    return whole ? EXIT_OK : EXIT_PARTIAL;
}

static enum exit_status list_all(struct session *session, const void *given)
{
    const struct maps_options *options = given;
    struct maps_listing listing = {.session = session, .options = options};
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    enum exit_status status = list_maps(&listing);
    map_names_close(&listing.names);
    return status;
}

static enum exit_status run(int argc, char **argv)
{
    struct maps_options options = {0};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Check", check_rows, COUNT_OF(check_rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_maps.name,
        .examples = command_maps.examples,
        .synopsis = "-d DATA... [options]",
        .about = "Lists the maps in the data: name, number of tiles, range of columns and rows, "
                 "the clients whose format the tiles have, the WMO of a map without terrain, and "
                 "the name in the client's map table. Exit status 1 if there is no map, or one, "
                 "or a folder or archive of the data, cannot be read.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
    };
    return session_run(&line, argc, argv, &options.common.verbosity, list_all, &options);
}

const struct command command_maps = {
    "maps",
    "lists the maps in the data",
    run,
    {{"adtmap maps -d client", "the maps, how large they are and what players call them"},
     {"adtmap maps -d client --check", "also what their tiles name and the data lack"},
     {"adtmap maps -d client --json", "the same for programs"}}};
