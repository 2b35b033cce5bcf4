/*
 * adtmap locate: points in, facts out.
 *
 * Lines are read into a batch, whose points are looked at map by map and tile by tile, and written
 * in the order in which they came. A batch bounds memory; the tiles that it needs stay in the
 * caches of the data for the next.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/points/point_columns.h"
#include "cli/points/point_file.h"
#include "cli/points/point_maps.h"
#include "cli/session.h"
#include "locate/zones.h"
#include "scene/map/map.h"

enum {
    BATCH_POINTS = 1 << 16,
    BATCH_BYTES = 16 << 20,
    OUTPUT_BYTES = 1 << 20,
    MEMORY_BYTES = 64 << 20, /* of tiles between batches */
};

/* How lines of points are written, or AUTO: as they look, or as the input has them. */
enum text_kind { TEXT_AUTO, TEXT_TSV, TEXT_CSV, TEXT_JSONL, TEXT_GPS };

static const char *const input_names[] = {"auto", "tsv", "csv", "jsonl", "gps", NULL};
static const char *const output_names[] = {"auto", "tsv", "csv", "jsonl", NULL};

struct locate_options {
    struct session_input data;
    const char *map;
    const char *columns;
    enum text_kind input, output;
    bool floors, from_percent;
    struct option_optional_real check;
    const char *fliers;
    const char *sql;
    struct common_options common;
};

static const struct option_row point_rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, map),
     .help = "map of points that name none: its folder or its number in Map.dbc; points of other "
             "maps are left out"},
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
             ".gps prints in a server's chat"},
    {.name = "from-percent",
     .kind = &option_flag,
     .offset = offsetof(struct locate_options, from_percent),
     .help = "reads a zone's number or name, or both, and two numbers in per cent a line: "
             "12 Elwynn Forest 48.2 42.1"},
};

static const struct option_row fact_rows[] = {
    {.name = "floors",
     .kind = &option_flag,
     .offset = offsetof(struct locate_options, floors),
     .help = "looks at the floors and liquids of buildings, too"},
    {.name = "output",
     .kind = &option_choice,
     .offset = offsetof(struct locate_options, output),
     .choices = output_names,
     .help = "kind of the output; auto is that of the input"},
    {.name = "check",
     .argument = "YARDS",
     .kind = &option_real,
     .offset = offsetof(struct locate_options, check),
     .low = 0,
     .high = 10000,
     .help = "writes only points that stand more than so far above or below what they could stand "
             "on, in a hole or off the map, or whose columns areaId and zoneId say otherwise; "
             "exit status 1 if there are any; includes --floors"},
    {.name = "fliers",
     .argument = "COLUMN",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, fliers),
     .help = "column that is not 0 for what flies or swims, which may be at any height"},
    {.name = "sql",
     .argument = "TABLE",
     .kind = &option_string,
     .offset = offsetof(struct locate_options, sql),
     .help = "with --check, prints UPDATE statements for areas, zones and heights instead"},
};

/* A line of the batch. */
struct point_record {
    size_t text_at, text_bytes; /* in the batch's text, without the end of line */
    uint64_t line;
    size_t map; /* in the maps; SIZE_MAX: none */
    struct adtmap_point point;
    double area, zone; /* as the columns say; NaN: nothing */
    bool flies;
    struct adtmap_place place;
};

/* One run of the command. */
struct locating {
    struct session *session;
    const struct locate_options *options;
    struct point_maps maps;
    size_t only; /* the map of -m; SIZE_MAX: any */
    struct zones zones;
    enum point_kind kind, output;
    struct point_columns columns;
    int fliers;      /* a column; -1: none */
    bool has_header; /* the output has its line of names */
    struct point_fields fields;
    struct buffer text;
    struct point_record *records;
    size_t count;
    struct adtmap_point *points; /* of one map, while a batch is answered */
    struct adtmap_place *places;
    struct buffer out;
    bool failed;      /* cannot go on */
    size_t bad_lines; /* that were left out, or have no facts */
    size_t wrong;     /* points that a check found */
    uint64_t gps_map; /* of the last "Map:" in a chat */
    bool has_gps_map;
};

static const char *const fact_names[] = {
    "tile",   "chunk",  "area", "area_name", "zone",     "zone_name", "zone_x",
    "zone_y", "ground", "hole", "liquid",    "liquid_z", "floor",     "above",
};
enum {
    FACT_TILE,
    FACT_CHUNK,
    FACT_AREA,
    FACT_AREA_NAME,
    FACT_ZONE,
    FACT_ZONE_NAME,
    FACT_ZONE_X,
    FACT_ZONE_Y,
    FACT_GROUND,
    FACT_HOLE,
    FACT_LIQUID,
    FACT_LIQUID_Z,
    FACT_FLOOR,
    FACT_ABOVE,
    FACTS
};

/* Reports a line as a warning: many of one kind are counted. */
static void report_line(struct locating *locating, const char *file, uint64_t line,
                        const char *what)
{
    const struct diag diag = {file, messages_log(locating->session->messages), NULL};
    diag_warn(&diag, NULL, NO_OFFSET, "line %llu: %s", (unsigned long long)line, what);
    locating->bad_lines++;
}

/* A number that is all of a text; NaN for others. */
static double number_of(const char *text)
{
    char *end;
    if (!text || !*text) {
        return (double)NAN;
    }
    double value = strtod(text, &end);
    return *end ? (double)NAN : value;
}

static void flush(struct locating *locating)
{
    size_t size = locating->out.size;
    if (locating->out.failed) {
        messages_error(locating->session->messages, "out of memory");
        locating->failed = true;
    } else if (size > 0 && fwrite(locating->out.data, 1, size, stdout) != size) {
        locating->failed = true; /* main says why */
    }
    buffer_clear(&locating->out);
}

/* What the facts of a record are as texts; "" where there is nothing to say. */
struct facts {
    char numbers[FACTS][32];
    struct point_field fields[FACTS];
};

static void set_fact(struct facts *facts, int fact, bool is_known, double value)
{
    if (is_known) {
        point_text_decimal(facts->numbers[fact], value);
    }
}

static void set_count(struct facts *facts, int fact, bool is_known, uint32_t value)
{
    if (is_known) {
        snprintf(facts->numbers[fact], sizeof facts->numbers[fact], "%u", (unsigned)value);
    }
}

static void set_pair(struct facts *facts, int fact, uint32_t x, uint32_t y)
{
    snprintf(facts->numbers[fact], sizeof facts->numbers[fact], "%u_%u", (unsigned)x, (unsigned)y);
}

static void fill_facts(const struct locating *locating, const struct point_record *record,
                       struct facts *facts)
{
    static const char *const liquids[] = {"water", "ocean", "magma", "slime"};
    const struct adtmap_place *place = &record->place;
    uint32_t flags = place->flags;
    double z = record->point.z;
    for (int fact = 0; fact < FACTS; fact++) {
        facts->numbers[fact][0] = '\0';
        facts->fields[fact] = (struct point_field){.text = facts->numbers[fact]};
    }
    if (flags & ADTMAP_PLACE_ON_GRID) {
        set_pair(facts, FACT_TILE, place->tile_x, place->tile_y);
        set_pair(facts, FACT_CHUNK, place->chunk_x, place->chunk_y);
    }
    set_count(facts, FACT_AREA, place->area != 0, place->area);
    set_count(facts, FACT_ZONE, place->zone != 0, place->zone);
    set_fact(facts, FACT_ZONE_X, flags & ADTMAP_PLACE_PERCENT, place->zone_x);
    set_fact(facts, FACT_ZONE_Y, flags & ADTMAP_PLACE_PERCENT, place->zone_y);
    set_fact(facts, FACT_GROUND, flags & ADTMAP_PLACE_GROUND, place->ground);
    set_count(facts, FACT_HOLE, flags & ADTMAP_PLACE_TILE, (flags & ADTMAP_PLACE_HOLE) != 0);
    set_fact(facts, FACT_LIQUID_Z, flags & ADTMAP_PLACE_LIQUID, place->liquid_z);
    set_fact(facts, FACT_FLOOR, flags & ADTMAP_PLACE_FLOOR, place->floor);
    set_fact(facts, FACT_ABOVE, flags & ADTMAP_PLACE_FLOOR && !isnan(z), z - place->floor);
    if (flags & ADTMAP_PLACE_LIQUID) {
        facts->fields[FACT_LIQUID].text = liquids[place->liquid % COUNT_OF(liquids)];
    }
    if (record->map != SIZE_MAX && locating->maps.items[record->map].locator) {
        const struct adtmap_locator *locator = locating->maps.items[record->map].locator;
        facts->fields[FACT_AREA_NAME].text = adtmap_area_name(locator, place->area);
        facts->fields[FACT_ZONE_NAME].text = adtmap_area_name(locator, place->zone);
    }
}

/* The name of a fact's column: one that the input has already begins with "adt_". In JSON lines the
 * members of the line count, which are in `fields`. */
static const char *name_of_fact(const struct locating *locating, int fact, char name[32])
{
    bool is_taken = false;
    for (size_t i = 0; i < locating->columns.count; i++) {
        is_taken |= strcmp(locating->columns.names[i], fact_names[fact]) == 0;
    }
    for (size_t i = 0; i < locating->fields.count && locating->kind == POINT_JSONL &&
                       locating->output == POINT_JSONL;
         i++) {
        is_taken |= strcmp(locating->fields.names[i], fact_names[fact]) == 0;
    }
    snprintf(name, 32, "%s%s", is_taken ? "adt_" : "", fact_names[fact]);
    return name;
}

static void put_text(struct locating *locating, const char *name, const char *text)
{
    const struct point_field field = {.text = text, .is_quoted = true};
    point_text_put(&locating->out, locating->output, false, name, &field);
}

static void write_header(struct locating *locating)
{
    struct buffer *out = &locating->out;
    if (locating->has_header || locating->output == POINT_JSONL) {
        return;
    }
    locating->has_header = true;
    for (size_t i = 0; i < locating->columns.count; i++) {
        const struct point_field field = {.text = locating->columns.names[i]};
        point_text_put(out, locating->output, i == 0, NULL, &field);
    }
    for (int fact = 0; fact < FACTS; fact++) {
        char name[32];
        put_text(locating, NULL, name_of_fact(locating, fact, name));
    }
    if (locating->options->check.given) {
        put_text(locating, NULL, "problem");
    }
    point_text_end(out, locating->output);
}

/* Splits a line into the columns. NULL, or what is wrong with it. */
static const char *split_line(struct locating *locating, const char *line, size_t length)
{
    const char *problem = point_text_split(locating->kind, line, length, &locating->fields);
    if (!problem && locating->kind == POINT_JSONL && locating->columns.count > 0) {
        point_columns_align(&locating->columns, &locating->fields);
    }
    return problem;
}

/* The input's columns: as they are, where the output has the kind of the input. */
static void put_input(struct locating *locating, const struct point_record *record)
{
    struct buffer *out = &locating->out;
    const char *line = (const char *)locating->text.data + record->text_at;
    size_t bytes = record->text_bytes;
    if (locating->kind == locating->output) {
        if (locating->kind == POINT_JSONL) { /* the object goes on */
            (void)point_text_split(POINT_JSONL, line, bytes, &locating->fields);
            while (bytes > 0 && line[bytes - 1] != '}') {
                bytes--;
            }
            bytes -= bytes > 0;
            while (bytes > 0 && strchr(" \t", line[bytes - 1])) {
                bytes--;
            }
        }
        buffer_append(out, line, bytes);
        return;
    }
    point_text_begin(out, locating->output);
    (void)split_line(locating, line, bytes);
    for (size_t i = 0; i < locating->fields.count && i < locating->columns.count; i++) {
        point_text_put(out, locating->output, i == 0, locating->columns.names[i],
                       &locating->fields.fields[i]);
    }
}

static void write_record(struct locating *locating, const struct point_record *record,
                         const char *problem)
{
    struct facts facts;
    struct buffer *out = &locating->out;
    fill_facts(locating, record, &facts);
    write_header(locating);
    put_input(locating, record);
    for (int fact = 0; fact < FACTS; fact++) {
        struct point_field *field = &facts.fields[fact];
        char name[32];
        if (locating->output == POINT_JSONL && !field->text[0]) {
            field->text = NULL;
        }
        field->is_quoted = fact == FACT_AREA_NAME || fact == FACT_ZONE_NAME;
        point_text_put(out, locating->output, false,
                       locating->output == POINT_JSONL ? name_of_fact(locating, fact, name) : NULL,
                       field);
    }
    if (locating->options->check.given) {
        put_text(locating, "problem", problem);
    }
    point_text_end(out, locating->output);
    if (out->size > OUTPUT_BYTES) {
        flush(locating);
    }
}

/* Adds to a problem's text; a ';' stands between several. */
__attribute__((format(printf, 2, 3))) static void add_problem(char problem[256], const char *format,
                                                              ...)
{
    size_t length = strlen(problem);
    va_list arguments;
    if (length > 0 && length < 250) {
        length += (size_t)snprintf(problem + length, 256 - length, "; ");
    }
    va_start(arguments, format);
    vsnprintf(problem + length, 256 - length, format, arguments);
    va_end(arguments);
}

/* Whether the height of a point is wrong by more than the check allows. A point in a liquid may
 * swim at any depth: a guess, as only the column of fliers says so. */
static bool height_is_wrong(const struct locating *locating, const struct point_record *record)
{
    const struct adtmap_place *place = &record->place;
    double z = record->point.z;
    bool swims = place->flags & ADTMAP_PLACE_LIQUID &&
                 z <= place->liquid_z + (double)locating->options->check.value;
    return place->flags & ADTMAP_PLACE_FLOOR && !isnan(z) && !record->flies && !swims &&
           fabs(z - place->floor) > (double)locating->options->check.value;
}

/* What is wrong with a point; "" if nothing is. */
static void check_record(const struct locating *locating, const struct point_record *record,
                         char problem[256])
{
    const struct adtmap_place *place = &record->place;
    uint32_t flags = place->flags;
    double z = record->point.z;
    problem[0] = '\0';
    if (record->map == SIZE_MAX || !locating->maps.items[record->map].map) {
        add_problem(problem, "the data lack the map");
        return;
    }
    if (flags & ADTMAP_PLACE_DAMAGED) {
        add_problem(problem, "the tile cannot be read");
        return;
    }
    if (!(flags & (ADTMAP_PLACE_TILE | ADTMAP_PLACE_FLOOR))) {
        add_problem(problem, "off the map");
        return;
    }
    if (!(flags & ADTMAP_PLACE_FLOOR) && !record->flies) {
        if (flags & ADTMAP_PLACE_HOLE) {
            add_problem(problem, "in a hole, with nothing to stand on");
        } else if (!isnan(z) && flags & ADTMAP_PLACE_GROUND) {
            add_problem(problem, "%.2f yd below the ground", place->ground - z);
        }
    } else if (height_is_wrong(locating, record)) {
        double above = z - place->floor;
        add_problem(problem,
                    above > 0 ? "%.2f yd above the floor, unless it flies"
                              : "%.2f yd below the floor",
                    fabs(above));
    }
    if (record->area > 0 && place->area && record->area != (double)place->area) {
        add_problem(problem, "area %u", (unsigned)place->area);
    }
    if (record->zone > 0 && place->zone && record->zone != (double)place->zone) {
        add_problem(problem, "zone %u", (unsigned)place->zone);
    }
}

/* Prints the statement that sets what is wrong. Names of columns are those of the input. */
static void write_sql(struct locating *locating, const struct point_record *record)
{
    const struct adtmap_place *place = &record->place;
    const int *roles = locating->columns.roles;
    char *const *names = locating->columns.names;
    const char *line = (const char *)locating->text.data + record->text_at;
    struct buffer sets = {0};
    if (record->area > 0 && place->area && record->area != (double)place->area) {
        buffer_printf(&sets, ", `%s` = %u", names[roles[ROLE_AREA]], (unsigned)place->area);
    }
    if (record->zone > 0 && place->zone && record->zone != (double)place->zone) {
        buffer_printf(&sets, ", `%s` = %u", names[roles[ROLE_ZONE]], (unsigned)place->zone);
    }
    bool is_below = !(place->flags & (ADTMAP_PLACE_FLOOR | ADTMAP_PLACE_HOLE)) && !record->flies &&
                    place->flags & ADTMAP_PLACE_GROUND && !isnan(record->point.z);
    if (height_is_wrong(locating, record) || is_below) {
        char z[32];
        point_text_decimal(z, is_below ? place->ground : place->floor);
        buffer_printf(&sets, ", `%s` = %s", names[roles[ROLE_Z]], z);
    }
    (void)split_line(locating, line, record->text_bytes);
    const char *key = (size_t)roles[ROLE_KEY] < locating->fields.count
                          ? locating->fields.fields[roles[ROLE_KEY]].text
                          : NULL;
    if (sets.size > 0 && !sets.failed && key && !isnan(number_of(key))) {
        buffer_printf(&locating->out, "UPDATE `%s` SET %.*s WHERE `%s` = %s;\n",
                      locating->options->sql, (int)sets.size - 2, (const char *)sets.data + 2,
                      names[roles[ROLE_KEY]], key);
    }
    buffer_free(&sets);
    if (locating->out.size > OUTPUT_BYTES) {
        flush(locating);
    }
}

/* Looks at the points of the batch that are of one map. */
static enum adtmap_status answer_map(struct locating *locating, size_t map)
{
    const struct point_map *item = &locating->maps.items[map];
    bool has_floors = locating->options->floors || locating->options->check.given;
    size_t count = 0;
    if (!item->locator) {
        return ADTMAP_OK;
    }
    for (size_t i = 0; i < locating->count; i++) {
        if (locating->records[i].map == map) {
            locating->points[count++] = locating->records[i].point;
        }
    }
    if (count == 0) {
        return ADTMAP_OK;
    }
    enum adtmap_status status =
        adtmap_locate(item->locator, locating->points, count, has_floors ? ADTMAP_LOCATE_FLOORS : 0,
                      locating->places, sizeof *locating->places, NULL);
    count = 0;
    for (size_t i = 0; i < locating->count && !status; i++) {
        if (locating->records[i].map == map) {
            locating->records[i].place = locating->places[count++];
        }
    }
    return status;
}

/* Answers the lines of the batch, which is empty afterwards. */
static void end_batch(struct locating *locating, const char *file)
{
    const struct locate_options *options = locating->options;
    enum adtmap_status status = ADTMAP_OK;
    for (size_t map = 0; map < locating->maps.count && !status; map++) {
        status = answer_map(locating, map);
    }
    if (status) {
        messages_error(locating->session->messages, "out of memory");
        locating->failed = true;
    }
    for (size_t i = 0; i < locating->count && !locating->failed; i++) {
        const struct point_record *record = &locating->records[i];
        struct point_map *map = record->map == SIZE_MAX ? NULL : &locating->maps.items[record->map];
        char problem[256] = "";
        if (map && map->map && !(record->place.flags & ADTMAP_PLACE_ON_GRID) &&
            !options->check.given && !isnan(record->point.x)) {
            report_line(locating, file, record->line, "off the grid of the map");
        }
        if (options->check.given) {
            check_record(locating, record, problem);
            if (map) {
                map->points++;
                map->wrong += problem[0] != '\0';
            }
            locating->wrong += problem[0] != '\0';
        }
        if (options->sql) {
            write_sql(locating, record);
        } else if (!options->check.given || problem[0]) {
            write_record(locating, record, problem);
        }
    }
    locating->count = 0;
    buffer_clear(&locating->text);
}

/* The value of a role's column as a number; NaN where there is none. */
static double role_number(const struct point_fields *fields, const int roles[POINT_ROLES],
                          enum point_role role)
{
    int column = roles[role];
    return column >= 0 && (size_t)column < fields->count ? number_of(fields->fields[column].text)
                                                         : (double)NAN;
}

/* The map that a line names, or that of -m. False, with `problem`, for a map that is missing. */
static bool find_map(struct locating *locating, const char *text, size_t *map, char problem[256])
{
    const char *name = text && *text ? text : locating->options->map;
    *map = SIZE_MAX;
    if (!name) {
        snprintf(problem, 256, "no map; a column map or -m names it");
        return false;
    }
    *map = point_maps_find(&locating->maps, name);
    if (*map == SIZE_MAX || !locating->maps.items[*map].map) {
        snprintf(problem, 256, "the data have no map %.100s", name);
        return false;
    }
    return true;
}

/* Whether the map of a line is that of -m, if there is one. */
static bool is_asked_for(const struct locating *locating, size_t map)
{
    const struct adtmap_map *only =
        locating->only == SIZE_MAX ? NULL : locating->maps.items[locating->only].map;
    const struct adtmap_map *mine = map == SIZE_MAX ? NULL : locating->maps.items[map].map;
    return !only || (mine && strcmp(only->folder, mine->folder) == 0);
}

/* Adds a line, whose fields are split, to the batch. */
static void add_record(struct locating *locating, const char *file, uint64_t number,
                       const char *line, size_t length)
{
    const int *roles = locating->columns.roles;
    const struct point_fields *fields = &locating->fields;
    struct point_record *record = &locating->records[locating->count];
    char problem[256] = "";
    int map_column = roles[ROLE_MAP];
    const char *map_text = map_column >= 0 && (size_t)map_column < fields->count
                               ? fields->fields[map_column].text
                               : NULL;
    *record = (struct point_record){
        .text_at = locating->text.size,
        .text_bytes = length,
        .line = number,
        .point = {role_number(fields, roles, ROLE_X), role_number(fields, roles, ROLE_Y),
                  role_number(fields, roles, ROLE_Z)},
        .area = role_number(fields, roles, ROLE_AREA),
        .zone = role_number(fields, roles, ROLE_ZONE),
    };
    (void)find_map(locating, map_text, &record->map, problem);
    if (!is_asked_for(locating, record->map)) {
        return;
    }
    int z_column = roles[ROLE_Z];
    const char *z_text =
        z_column >= 0 && (size_t)z_column < fields->count ? fields->fields[z_column].text : NULL;
    if (isnan(record->point.x) || isnan(record->point.y)) {
        snprintf(problem, sizeof problem, "X or Y is not a number");
    } else if (z_text && *z_text && !isfinite(record->point.z)) {
        snprintf(problem, sizeof problem, "Z is not a number");
        record->point.z = (double)NAN;
    }
    if (problem[0]) {
        report_line(locating, file, number, problem);
    }
    int fliers = locating->fliers;
    if (fliers >= 0 && (size_t)fliers < fields->count) {
        const char *text = fields->fields[fliers].text;
        record->flies = text && *text && strcmp(text, "0") != 0 && strcmp(text, "false") != 0;
    }
    buffer_append(&locating->text, line, length);
    locating->count++;
    if (locating->text.failed) {
        messages_error(locating->session->messages, "out of memory");
        locating->failed = true;
    }
    if (locating->count == BATCH_POINTS || locating->text.size > BATCH_BYTES) {
        end_batch(locating, file);
    }
}

/* Turns a line of a chat, as .gps prints it, into a map and a point. False for a line without one,
 * which may name the map of those to come. */
static bool read_gps(struct locating *locating, const char *line, char text[256])
{
    const char *map = strstr(line, "Map:");
    const char *at = line;
    double xyz[3];
    if (map) {
        locating->has_gps_map = true;
        locating->gps_map = strtoull(map + 4, NULL, 10);
    }
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = {"X:", "Y:", "Z:"};
        char *end;
        at = at ? strstr(at, names[i]) : NULL;
        if (!at) {
            return false;
        }
        xyz[i] = strtod(at + 2, &end);
        if (end == at + 2 || !isfinite(xyz[i])) {
            return false;
        }
        at = end;
    }
    char name[32] = "";
    if (locating->has_gps_map) {
        snprintf(name, sizeof name, "%llu", (unsigned long long)locating->gps_map);
    }
    snprintf(text, 256, "%s\t%.6f\t%.6f\t%.6f", name, xyz[0], xyz[1], xyz[2]);
    return true;
}

/* Turns "12 Elwynn Forest 48.2 42.1" into a map and a point. NULL, or what is wrong. */
static const char *read_percent(const struct locating *locating, char *line, char text[256])
{
    double percent[2];
    for (int i = 1; i >= 0; i--) {
        size_t length = strlen(line);
        while (length > 0 && strchr(" \t,;%", line[length - 1])) {
            line[--length] = '\0';
        }
        char *word = line + length;
        while (word > line && !strchr(" \t,;", word[-1])) {
            word--;
        }
        percent[i] = number_of(word);
        if (isnan(percent[i])) {
            return "two numbers in per cent are wanted at the end";
        }
        *word = '\0';
    }
    char *name;
    unsigned long id = strtoul(line, &name, 10);
    bool has_id = name > line && id <= UINT32_MAX && strchr(" \t,;", *name);
    name = has_id ? name + strspn(name, " \t,;") : line;
    for (size_t length = strlen(name); length > 0 && strchr(" \t,;", name[length - 1]); length--) {
        name[length - 1] = '\0';
    }
    const struct zone_area *zone = has_id ? zones_find(&locating->zones, (uint32_t)id)
                                          : zones_find_name(&locating->zones, name);
    if (zone && has_id && *name && strcasecmp(zone->name, name) != 0) {
        return "the zone of this number has another name";
    }
    double x, y;
    if (!zone) {
        return "no such zone in the client's AreaTable";
    }
    if (!zones_point_of(&locating->zones, zone->id, percent, &x, &y)) {
        return "the zone has no map in the client's tables";
    }
    snprintf(text, 256, "%u\t%.6f\t%.6f\t", (unsigned)zone->map_id, x, y);
    return NULL;
}

/* Sets the columns from names separated by commas. NULL, or what is wrong. */
static const char *set_columns(struct locating *locating, const char *names)
{
    struct point_fields fields = {0};
    const char *problem = point_text_split(POINT_CSV, names, strlen(names), &fields);
    if (!problem) {
        problem = point_columns_set(&locating->columns, &fields);
    }
    point_fields_free(&fields);
    return problem;
}

/* Takes the columns from the first line of a file, which is split. NULL, or what is wrong.
 * *is_point: the line is one of points. */
static const char *begin_columns(struct locating *locating, bool *is_point)
{
    bool is_json = locating->kind == POINT_JSONL;
    const char *problem = NULL;
    *is_point = is_json || !point_columns_are_names(&locating->fields);
    if (is_json) { /* those of the first object of all files */
        problem = locating->columns.count > 0
                      ? NULL
                      : point_columns_set_members(&locating->columns, &locating->fields);
    } else if (locating->options->columns) {
        problem = set_columns(locating, locating->options->columns);
    } else if (locating->columns.count == 0) {
        problem = point_columns_set(&locating->columns, &locating->fields);
    } else {
        bool is_same = locating->columns.count == locating->fields.count;
        for (size_t i = 0; i < locating->fields.count && is_same; i++) {
            const char *name = locating->fields.fields[i].text;
            is_same = strcmp(name ? name : "", locating->columns.names[i]) == 0;
        }
        problem = is_same ? NULL : "its columns are not those of the first file: left out";
    }
    if (problem) {
        return problem;
    }
    locating->fliers = -1;
    for (size_t i = 0; locating->options->fliers && i < locating->columns.count; i++) {
        if (strcmp(locating->columns.names[i], locating->options->fliers) == 0) {
            locating->fliers = (int)i;
        }
    }
    if (locating->options->fliers && locating->fliers < 0) {
        return "no column of the name that --fliers gives";
    }
    return locating->options->sql && locating->columns.roles[ROLE_KEY] < 0
               ? "--sql needs a column guid or id"
               : NULL;
}

/* Reads a line of a chat, or of per cent, whose text goes on as a line of TSV. */
static bool rewrite_line(struct locating *locating, const struct point_file *file,
                         const char **line, size_t *length, char text[256])
{
    char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)*length, *line);
    if (locating->options->from_percent) {
        const char *problem = read_percent(locating, copy, text);
        if (problem) {
            report_line(locating, file->name, file->line, problem);
            return false;
        }
    } else if (!read_gps(locating, copy, text)) {
        return false;
    }
    *line = text;
    *length = strlen(text);
    return true;
}

/* Reads the lines of a file. `is_text`: chat, or per cent. */
static void read_lines(struct locating *locating, struct point_file *file, bool is_text)
{
    const char *line;
    size_t length;
    bool is_first = true;
    enum point_line found;
    while (!locating->failed &&
           (found = point_file_next(file, locating->kind, &line, &length)) != POINT_LINE_END) {
        char text[256];
        if (found == POINT_LINE_FAILED) {
            messages_error(locating->session->messages, "%s: %s", file->name, strerror(errno));
            locating->bad_lines++;
            return;
        }
        if (found == POINT_LINE_TOO_LONG) {
            report_line(locating, file->name, file->line, "more than 1 MiB: left out");
            continue;
        }
        if (is_text && !rewrite_line(locating, file, &line, &length, text)) {
            continue;
        }
        const char *problem = point_text_split(locating->kind, line, length, &locating->fields);
        if (!problem && is_first && !is_text) {
            bool is_point;
            is_first = false;
            problem = begin_columns(locating, &is_point);
            if (problem) {
                messages_error(locating->session->messages, "%s: %s", file->name, problem);
                locating->bad_lines++;
                return;
            }
            if (!is_point) {
                continue;
            }
        }
        if (!problem && locating->kind == POINT_JSONL) {
            point_columns_align(&locating->columns, &locating->fields);
        } else if (!problem && locating->fields.count != locating->columns.count) {
            problem = locating->fields.count < locating->columns.count ? "too few columns"
                                                                       : "too many columns";
        }
        if (problem) {
            report_line(locating, file->name, file->line, problem);
            continue;
        }
        add_record(locating, file->name, file->line, line, length);
    }
}

static void locate_file(struct locating *locating, const char *path)
{
    const struct locate_options *options = locating->options;
    bool is_stdin = strcmp(path, "-") == 0;
    struct point_file file = {
        .file = is_stdin ? stdin : fopen(path, "rb"),
        .name = is_stdin ? "standard input" : path,
    };
    const char *problem = NULL;
    if (!file.file) {
        messages_error(locating->session->messages, "%s: %s", path, strerror(errno));
        locating->bad_lines++;
        return;
    }
    bool is_text = options->from_percent || options->input == TEXT_GPS;
    locating->kind = options->input == TEXT_AUTO || is_text
                         ? point_file_kind(&file)
                         : (enum point_kind)(options->input - TEXT_TSV);
    if (is_text) {
        locating->kind = POINT_TSV;
        problem = set_columns(locating, "map,x,y,z");
        locating->fliers = -1;
    }
    locating->output = options->output == TEXT_AUTO
                           ? options->common.json ? POINT_JSONL : locating->kind
                           : (enum point_kind)(options->output - TEXT_TSV);
    if (problem) {
        messages_error(locating->session->messages, "%s: %s", file.name, problem);
        locating->bad_lines++;
    } else {
        read_lines(locating, &file, is_text);
        end_batch(locating, file.name);
        if (!options->sql && locating->columns.count > 0) {
            write_header(locating); /* of a file without lines */
        }
        flush(locating);
    }
    point_file_close(&file);
}

/* A point given as arguments: X, Y and perhaps Z. */
static bool locate_arguments(struct locating *locating, const struct operands *operands)
{
    char line[256];
    for (int i = 0; i < operands->count; i++) {
        if (isnan(number_of(operands->items[i]))) {
            return false;
        }
    }
    if (operands->count < 2 || operands->count > 3) {
        return false;
    }
    locating->kind = POINT_TSV;
    locating->output = locating->options->output != TEXT_AUTO
                           ? (enum point_kind)(locating->options->output - TEXT_TSV)
                       : locating->options->common.json ? POINT_JSONL
                                                        : POINT_TSV;
    (void)set_columns(locating, "map,x,y,z");
    locating->fliers = -1;
    snprintf(line, sizeof line, "%s\t%s\t%s\t%s",
             locating->options->map ? locating->options->map : "", operands->items[0],
             operands->items[1], operands->count > 2 ? operands->items[2] : "");
    if (!point_text_split(POINT_TSV, line, strlen(line), &locating->fields)) {
        add_record(locating, "arguments", 1, line, strlen(line));
        end_batch(locating, "arguments");
        flush(locating);
    }
    return true;
}

static void print_summary(const struct locating *locating)
{
    for (size_t i = 0; i < locating->maps.count; i++) {
        const struct point_map *map = &locating->maps.items[i];
        if (map->points > 0 && locating->options->common.verbosity != VERBOSITY_QUIET) {
            fprintf(stderr, "map %s: %zu points, %zu wrong\n", map->text, map->points, map->wrong);
        }
    }
}

static bool check_options(const struct session *session, const struct locate_options *options)
{
    const char *problem = options->sql && !options->check.given      ? "--sql needs --check"
                          : options->fliers && !options->check.given ? "--fliers needs --check"
                          : options->from_percent && options->check.given
                              ? "--from-percent gives no heights to --check"
                              : NULL;
    if (problem) {
        command_line_wrong(session->line, "%s", problem);
    }
    return !problem;
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
    if (!locating->records || !locating->points || !locating->places ||
        (options->from_percent && zones_open(session->data->assets, &diag, &locating->zones))) {
        messages_error(session->messages, "out of memory");
        return EXIT_NOT_RUN;
    }
    if (options->map && !find_map(locating, NULL, &locating->only, problem)) {
        messages_error(session->messages, "-m %s: %s; 'adtmap maps' lists the maps", options->map,
                       problem);
        return EXIT_NOT_RUN;
    }
    if (!locate_arguments(locating, &session->operands)) {
        for (int i = 0; i < session->operands.count && !locating->failed; i++) {
            locate_file(locating, session->operands.items[i]);
        }
        if (session->operands.count == 0) {
            locate_file(locating, "-");
        }
    }
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
        .maps = {.data = session->data},
        .only = SIZE_MAX,
        .fliers = -1,
    };
    enum exit_status status = locate_all(&locating);
    point_maps_close(&locating.maps);
    point_columns_free(&locating.columns);
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
    struct locate_options options = {0};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Points", point_rows, COUNT_OF(point_rows), &options},
        {"Facts", fact_rows, COUNT_OF(fact_rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_locate.name,
        .synopsis = "-d DATA... [-m MAP] [FILE... | -- X Y [Z]] [options]",
        .about = "Says of points on maps what is there: tile, area, zone and per cent of its map, "
                 "height of the ground, hole, liquid, what the point stands on and how far above "
                 "it. Points are lines of a FILE or of standard input, with named columns, or one "
                 "point as arguments. The columns of the input are carried along.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_max = OPERANDS_ANY,
        .operand = "FILE",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, locate, &options);
}

const struct command command_locate = {"locate", "says what is at points of a map", run};
