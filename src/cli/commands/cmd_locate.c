/* adtmap locate: points in, facts out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/points/locating.h"
#include "map/map.h"

enum {
    MEMORY_BYTES = 64 << 20, /* of tiles between batches */
    CHECK_YD = 2,            /* as far as what points stand on may be above them */
};

static const char *const input_names[] = {"auto", "tsv", "csv", "jsonl", "gps", NULL};
static const char *const output_names[] = {"auto", "tsv", "csv", "jsonl", NULL};

static const struct option_row point_rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, map),
     .need = OPTION_ONCE,
     .help = "map of points that name none: its folder or its number in Map.dbc; points of other "
             "maps are left out"},
    {.name = "parent",
     .argument = "MAP",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, parent),
     .help = "takes the tiles of this map where a map of points has none, as for 'adtmap render'; "
             "auto: those of its parents in Map.dbc or Map.db2"},
    {.name = "columns",
     .argument = "NAMES",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, columns),
     .help = "names of the columns, separated by commas, for input without a line of names, or "
             "instead of it: map, x, y, z, areaId, zoneId, guid, others as you like"},
    {.name = "input",
     .kind = &option_choice,
     .offset = offsetof(struct locate_options, input),
     .choices = input_names,
     .help = "kind of the input: tabs as mysql -B writes them, CSV, a JSON object a line, or what "
             "people copy: lines of .gps, .go xyz, /way, a zone's name and per cent, a tile, a "
             "link to a page"},
    {.name = "from-percent",
     .kind = &option_flag,
     .offset = offsetof(struct locate_options, from_percent),
     .help = "reads a zone's number or name, or both, and two numbers in per cent a line: "
             "12 Elwynn Forest 48.2 42.1"},
};

static const struct option_row fact_rows[] = {
    {.name = "surfaces",
     .kind = &option_flag,
     .offset = offsetof(struct locate_options, surfaces),
     .help = "looks at what can be stood on in buildings, their liquids, and doodads that collide, "
             "too"},
    {.name = "output",
     .kind = &option_choice,
     .offset = offsetof(struct locate_options, output),
     .choices = output_names,
     .help = "kind of the output; auto is that of the input"},
    {.name = "check",
     .argument = "[YARDS]",
     .kind = &option_real,
     .offset = offsetof(struct locate_options, check),
     .low = 0,
     .high = 10000,
     .is_value_optional = true,
     .help = "writes only points that stand more than so far (2 if nothing is said) above or below "
             "what they could stand on, in a hole or off the map, or whose columns areaId and "
             "zoneId say otherwise; exit status 1 if there are any; includes --surfaces"},
    {.name = "fliers",
     .argument = "COLUMN|@FILE",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, fliers),
     .help = "with --check, what may be at any height: where this column is not 0, no, "
             "false or empty, or whose entry, "
             "of the column entry, id1 or id, is in FILE, a number a line"},
    {.name = "swimmers",
     .argument = "COLUMN|@FILE",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, swimmers),
     .help = "with --check, what may be at any height in a liquid; without it everything may, "
             "which is a guess"},
    {.name = "sql",
     .argument = "TABLE",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, sql),
     .help = "with --check, prints UPDATE statements for areas, zones and heights instead, also "
             "for areas and zones that are 0"},
};

static void print_summary(const struct locating *locating)
{
    for (size_t i = 0; i < locating->maps.count; i++) {
        const struct point_map *map = &locating->maps.items[i];
        if (map->points > 0 && locating->options->common.verbosity != VERBOSITY_QUIET) {
            fprintf(stderr, "map %s: %zu points, %zu wrong", map->text, map->points, map->wrong);
            if (map->guessed > 0) {
                fprintf(stderr, "; %zu in liquids taken for swimmers, a guess", map->guessed);
            }
            if (map->in_wmos > 0) {
                fprintf(stderr, "; areas of %zu in buildings are not checked", map->in_wmos);
            }
            fputc('\n', stderr);
        }
    }
    if (locating->maps.missing > 0 && locating->options->common.verbosity != VERBOSITY_QUIET) {
        fprintf(stderr, "without a map that can be read: %zu points\n", locating->maps.missing);
    }
}

static bool check_options(const struct session *session, const struct locate_options *options)
{
    const bool is_percent = options->from_percent;
    const struct {
        bool is_there;
        const char *what;
    } problems[] = {
        {options->sql && !options->check.given, "--sql needs --check"},
        {options->fliers && !options->check.given, "--fliers needs --check"},
        {options->swimmers && !options->check.given, "--swimmers needs --check"},
        {options->sql && strchr(options->sql, '`'),
         "--sql takes the name of a table, without backquotes"},
        {is_percent && options->check.given, "--from-percent gives no heights to --check"},
        {is_percent && (options->columns || options->input != TEXT_AUTO),
         "--from-percent reads lines of its own kind, without --input and --columns"},
        {is_percent && locating_is_point(&session->operands),
         "--from-percent reads lines from a file or standard input"},
        {options->common.json && options->output != TEXT_AUTO && options->output != TEXT_JSONL,
         "--json and --output name two kinds"},
    };
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        if (problems[i].is_there) {
            command_line_wrong(session->line, "%s", problems[i].what);
            return false;
        }
    }
    return true;
}

static enum exit_status locate_all(struct locating *locating)
{
    struct session *session = locating->session;
    const struct locate_options *options = locating->options;
    const struct diag diag = {NULL, messages_log(session->messages), NULL};
    char problem[256];
    locating->records = malloc(BATCH_POINTS * sizeof *locating->records);
    locating->points = malloc(BATCH_POINTS * sizeof *locating->points);
    locating->places = malloc(BATCH_POINTS * sizeof *locating->places);
    locating->has_zones = options->from_percent;
    if (!locating->records || !locating->points || !locating->places ||
        (options->from_percent && zones_open(session->data->assets, &diag, &locating->zones))) {
        messages_error(session->messages, "out of memory");
        return EXIT_NOT_RUN;
    }
    if (options->map && !locating_find_map(locating, NULL, &locating->only, problem)) {
        messages_error(session->messages, "-m %s: %s; 'adtmap maps' lists the maps", options->map,
                       problem);
        return EXIT_NOT_RUN;
    }
    const struct {
        struct point_movers *movers;
        const char *asked, *name;
    } lists[] = {{&locating->fliers, options->fliers, "fliers"},
                 {&locating->swimmers, options->swimmers, "swimmers"}};
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        const char *why =
            point_movers_open(lists[i].movers, lists[i].asked, locating_warn, locating);
        if (why) {
            messages_error(session->messages, "--%s %s: %s", lists[i].name, lists[i].asked, why);
            return EXIT_NOT_RUN;
        }
    }
    locating_run(locating);
    if (options->check.given) {
        print_summary(locating);
    }
    return locating->failed                             ? EXIT_NOT_RUN
           : locating->bad_lines > 0 || locating->wrong ? EXIT_PARTIAL
                                                        : EXIT_OK;
}

static enum exit_status locate(struct session *session, const void *given)
{
    const struct locate_options *options = given;
    if (!check_options(session, options) || !session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    adtmap_data_limit_memory(session->data, MEMORY_BYTES);
    struct locating locating = {
        .session = session,
        .options = options,
        .maps = {.data = session->data, .parent = options->parent},
        .only = SIZE_MAX,
    };
    enum exit_status status = locate_all(&locating);
    point_maps_close(&locating.maps);
    point_movers_close(&locating.fliers);
    point_movers_close(&locating.swimmers);
    point_columns_free(&locating.columns);
    point_columns_free(&locating.members);
    point_fields_free(&locating.fields);
    zones_close(&locating.zones);
    buffer_free(&locating.text);
    buffer_free(&locating.out);
    free(locating.records);
    free(locating.points);
    free(locating.places);
    return status;
}

static enum exit_status run(int argc, char **argv)
{
    struct locate_options options = {.check = {.value = CHECK_YD}};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Points", point_rows, COUNT_OF(point_rows), &options},
        {"Facts", fact_rows, COUNT_OF(fact_rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_locate.name,
        .examples = command_locate.examples,
        .synopsis = "-d DATA... [-m MAP] [FILE... | -- X Y [Z] | -- PLACE] [options]",
        .about = "Says of points on maps what is there: tile, area, zone and per cent of its map, "
                 "height of the ground, hole, liquid, what the point stands on and how far above "
                 "it. Points are lines of a FILE or of standard input, with named columns, or one "
                 "point as arguments, also as people copy it: '/way Elwynn Forest 48.2 42.1'. "
                 "The columns of the input are carried along.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_max = OPERANDS_ANY,
        .operand = "FILE",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, locate, &options);
}

const struct command command_locate = {
    "locate",
    "says what is at points of a map",
    run,
    {{"adtmap locate -d client -m Azeroth -- -8949.95 -132.49 83.53",
      "what is at a place: area, zone, ground, surface"},
     {"adtmap locate -d client /way Elwynn Forest 48.2 42.1",
      "the same of a place in per cent of a zone"},
     {"adtmap locate -d client --check creature.tsv",
      "the lines of a table that stand where nothing is"}}};
