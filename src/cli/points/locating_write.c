/*
 * Points are answered in batches, map by map, so that the tiles of one map are read together, and
 * written in the order of the input. Columns of the input are copied as they stand where input and
 * output are of one kind: nothing is rounded on the way.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/points/locating.h"
#include "cli/points/point_check.h"
#include "cli/points/point_facts.h"

enum { OUTPUT_BYTES = 1 << 20 };

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

/* Whether the input has a column of a name. In JSON lines the members of the line count, which are
 * in `fields`. */
static bool is_taken(const struct locating *locating, const char *name)
{
    bool has_members = locating->kind == POINT_JSONL && locating->output == POINT_JSONL;
    for (size_t i = 0; i < locating->columns.count; i++) {
        if (strcmp(locating->columns.names[i], name) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < locating->fields.count && has_members; i++) {
        if (strcmp(locating->fields.names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* The name of a column of our own: one that the input has already begins with "adt_", "adt2_" and
 * so on. */
static const char *free_name(const struct locating *locating, const char *wanted, char name[32])
{
    snprintf(name, 32, "%s", wanted);
    for (unsigned n = 1; is_taken(locating, name); n++) {
        if (n == 1) {
            snprintf(name, 32, "adt_%s", wanted);
        } else {
            snprintf(name, 32, "adt%u_%s", n, wanted);
        }
    }
    return name;
}

/* How many columns of our own there are. */
static int fact_count(const struct locating *locating)
{
    return locating->options->check.given ? FACTS : FACT_PROBLEM;
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
        point_text_put(out, locating->output, i == 0, "", &field);
    }
    for (int fact = 0; fact < fact_count(locating); fact++) {
        char name[32];
        const struct point_field field = {.text = free_name(locating, point_fact_names[fact], name),
                                          .is_quoted = true};
        point_text_put(out, locating->output, false, "", &field);
    }
    point_text_end(out, locating->output);
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
    (void)point_text_split(locating->kind, line, bytes, &locating->fields);
    if (locating->kind == POINT_JSONL) {
        point_columns_align(&locating->columns, &locating->fields);
    }
    for (size_t i = 0; i < locating->fields.count && i < locating->columns.count; i++) {
        const char *unique = locating->columns.unique ? locating->columns.unique[i] : NULL;
        point_text_put(out, locating->output, i == 0, unique ? unique : locating->columns.names[i],
                       &locating->fields.fields[i]);
    }
}

static void write_record(struct locating *locating, const struct point_record *record,
                         const char *problem)
{
    struct point_facts facts;
    struct buffer *out = &locating->out;
    const struct point_map *map =
        record->map == SIZE_MAX ? NULL : &locating->maps.items[record->map];
    point_facts_fill(record, map ? map->locator : NULL, &facts);
    facts.fields[FACT_PROBLEM] = (struct point_field){.text = problem, .is_quoted = true};
    write_header(locating);
    put_input(locating, record);
    for (int fact = 0; fact < fact_count(locating); fact++) {
        struct point_field *field = &facts.fields[fact];
        char name[32];
        if (locating->output == POINT_JSONL && !field->text[0]) {
            field->text = NULL;
        }
        point_text_put(out, locating->output, false,
                       locating->output == POINT_JSONL
                           ? free_name(locating, point_fact_names[fact], name)
                           : NULL,
                       field);
    }
    point_text_end(out, locating->output);
    if (out->size > OUTPUT_BYTES) {
        flush(locating);
    }
}

/* Prints the statement that sets what is wrong, or says why there is none. Names of columns are
 * those of the input. */
static void write_sql(struct locating *locating, const char *file,
                      const struct point_record *record)
{
    const char *line = (const char *)locating->text.data + record->text_at;
    struct buffer sets = {0};
    (void)locating_split(locating, line, record->text_bytes);
    const struct point_columns *columns = locating_columns(locating);
    const int *roles = columns->roles;
    char *const *names = columns->names;
    point_check_sets(record, (double)locating->options->check.value, columns, &sets);
    const char *key = (size_t)roles[ROLE_KEY] < locating->fields.count
                          ? locating->fields.fields[roles[ROLE_KEY]].text
                          : NULL;
    bool is_whole = key && *key && key[strspn(key, "0123456789")] == '\0';
    if (sets.size > 0 && !is_whole) {
        char what[256];
        snprintf(what, sizeof what, "%.100s is no whole number; no statement",
                 names[roles[ROLE_KEY]]);
        locating_warn(locating, file, record->line, what);
    } else if (sets.size > 0 && !sets.failed) {
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
    bool has_surfaces = locating->options->surfaces || locating->options->check.given;
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
    enum adtmap_status status = adtmap_locate(item->locator, locating->points, count,
                                              has_surfaces ? ADTMAP_LOCATE_SURFACES : 0,
                                              locating->places, sizeof *locating->places, NULL);
    count = 0;
    for (size_t i = 0; i < locating->count && !status; i++) {
        if (locating->records[i].map == map) {
            locating->records[i].place = locating->places[count++];
        }
    }
    return status;
}

void locating_end_batch(struct locating *locating, const char *file)
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
        const char *lack = !(record->place.flags & ADTMAP_PLACE_ON_GRID) ? "off the grid of the map"
                           : record->place.flags & ADTMAP_PLACE_DAMAGED  ? "the tile cannot be read"
                                                                         : NULL;
        if (map && map->map && lack && !options->check.given && !isnan(record->point.x) &&
            !isnan(record->point.y)) {
            locating_warn(locating, file, record->line, lack);
        }
        if (options->check.given) {
            point_check(record, map && map->map, (double)options->check.value, problem);
            if (map) {
                map->points++;
                map->wrong += problem[0] != '\0';
                map->guessed += point_check_guesses(record, (double)options->check.value);
                map->in_wmos += point_check_skips_area(record);
            } else {
                locating->maps.missing++;
            }
            locating->wrong += problem[0] != '\0';
        }
        if (options->sql) {
            write_sql(locating, file, record);
        } else if (!options->check.given || problem[0]) {
            write_record(locating, record, problem);
        }
    }
    locating->count = 0;
    buffer_clear(&locating->text);
}

void locating_end_file(struct locating *locating)
{
    if (!locating->options->sql && locating->columns.count > 0) {
        write_header(locating);
    }
    flush(locating);
}
