/* adtmap maps: the maps in the data, with their tiles. */
#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/option_kinds.h"
#include "cli/session.h"
#include "cli/tile_range.h"
#include "job/map.h"

struct maps_options {
    struct session_input data;
    struct common_options common;
};

/* What visiting the maps needs and leaves behind. */
struct listing {
    struct session *session;
    const struct maps_options *options;
    cJSON *maps; /* array */
    size_t failed;
};

static cJSON *tile_names(const struct tile_set *tiles)
{
    cJSON *names = cJSON_CreateArray();
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        for (uint32_t x = 0; x < TILE_SET_GRID; x++) {
            if (tile_set_has(tiles, x, y)) {
                char name[16];
                snprintf(name, sizeof name, "%u_%u", (unsigned)x, (unsigned)y);
                cJSON_AddItemToArray(names, cJSON_CreateString(name));
            }
        }
    }
    return names;
}

static void list_map(const struct listing *listing, const struct adtmap_map *map)
{
    struct tile_set tiles = map_tiles(map);
    char range[TILE_RANGE_BYTES];
    tile_range_format(&tiles, range);
    if (!listing->options->common.json) {
        printf("%-32s %4u tiles  %s\n", map->name, (unsigned)tile_set_count(&tiles), range);
        return;
    }
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "name", map->name);
    cJSON_AddStringToObject(entry, "range", range);
    cJSON_AddItemToObject(entry, "tiles", tile_names(&tiles));
    cJSON_AddItemToArray(listing->maps, entry);
}

static void visit_map(void *user, const char *name)
{
    struct listing *listing = user;
    struct adtmap_map *map;
    struct adtmap_message failure = {0};
    if (adtmap_map_open(listing->session->data, name, &map, &failure) == ADTMAP_OK) {
        list_map(listing, map);
    } else {
        messages_write(listing->session->messages, &failure);
        listing->failed++;
    }
    adtmap_map_close(map);
}

static enum exit_status list_all(struct session *session, const struct maps_options *options)
{
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    cJSON *document = cJSON_CreateObject();
    struct listing listing = {session, options, cJSON_AddArrayToObject(document, "maps"), 0};
    struct adtmap_message failure = {0};
    const struct diag diag = {NULL, messages_log(session->messages), &failure};
    if (map_list(session->data, &diag, visit_map, &listing) != ADTMAP_OK) {
        messages_write(session->messages, &failure);
        cJSON_Delete(document);
        return EXIT_NOT_RUN;
    }
    if (!options->common.json) {
        cJSON_Delete(document);
    } else if (!common_print_json(document)) {
        messages_error(session->messages, "out of memory");
        return EXIT_NOT_RUN;
    }
    return listing.failed > 0 ? EXIT_PARTIAL : EXIT_WELL;
}

static enum exit_status run(int argc, char **argv)
{
    struct maps_options options = {0};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_maps.name,
        .synopsis = "-d DATA... [options]",
        .about = "Lists the maps in the data: name, number of tiles, and the columns and rows "
                 "between which they lie.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
    };
    struct operands none;
    enum parse_outcome outcome = command_line_parse(&line, argc, argv, &none);
    if (outcome != PARSE_RUN) {
        return common_parse_status(outcome);
    }
    struct session session;
    enum exit_status status = EXIT_NOT_RUN;
    if (session_open(&session, options.common.verbosity)) {
        status = list_all(&session, &options);
    }
    session_close(&session);
    return status;
}

const struct command command_maps = {"maps", "lists the maps in the data", run};
