/*
 * The file is text in a fixed order and ends with a hash of all bytes before it: a file that a
 * crash has cut short is as good as missing.
 */
#include "job/facts/places.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "graph/build_log.h"

enum { FLIGHT_EDGE_YD = 17067 };

static const char head[] = "adtmap-places 1\n";

void places_free(struct places *places)
{
    if (places) {
        free(places->areas);
        free(places->zones);
        free(places->parents);
        markers_free(&places->landmarks);
        flights_free(&places->flights);
        *places = (struct places){0};
    }
}

bool places_take_marks(struct places *places, const struct place_marks *marks)
{
    places->landmarks.items = (void *)marks->landmarks.data;
    places->landmarks.count = marks->landmarks.size / sizeof *places->landmarks.items;
    places->landmarks.texts = marks->names;
    places->flights.items = (void *)marks->flights.data;
    places->flights.count = marks->flights.size / sizeof *places->flights.items;
    places->flights.points = (void *)marks->points.data;
    return !marks->landmarks.failed && !marks->names.failed && !marks->flights.failed &&
           !marks->points.failed;
}

const struct area_name *places_area(const struct places *places, uint32_t id)
{
    return array_find(&id, places->areas, places->area_count, sizeof *places->areas,
                      array_compare_u32);
}

/* Flags of the areas in `ids` and of their zones, from malloc; NULL when out of memory. */
static bool *find_used(const struct places *places, const struct area_ids *ids)
{
    bool *is_used = calloc((size_t)places->area_count + 1, sizeof *is_used);
    for (size_t i = 0; is_used && i < ids->count; i++) {
        const struct area_name *area = places_area(places, ids->items[i]);
        const struct area_name *zone = area && area->zone ? places_area(places, area->zone) : NULL;
        if (area) {
            is_used[area - places->areas] = true;
        }
        if (zone) {
            is_used[zone - places->areas] = true;
        }
    }
    return is_used;
}

/* `ids` as in places_save. */
static void print(struct buffer *text, const struct places *places, const struct area_ids *ids)
{
    bool *is_used = ids ? find_used(places, ids) : NULL;
    text->failed |= ids && !is_used;
    for (uint32_t i = 0; i < places->area_count && !text->failed; i++) {
        const struct area_name *area = &places->areas[i];
        if (is_used && !is_used[i]) {
            continue;
        }
        buffer_printf(text, "area %u %u %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\t%s\n",
                      (unsigned)area->id, (unsigned)area->zone, area->frame[0], area->frame[1],
                      area->frame[2], area->frame[3], area->name);
    }
    free(is_used);
    for (uint32_t i = 0; i < places->zone_count; i++) {
        const struct zone_map *zone = &places->zones[i];
        buffer_printf(text, "zone %u %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\t%s\n",
                      (unsigned)zone->area, zone->frame[0], zone->frame[1], zone->frame[2],
                      zone->frame[3], zone->name);
        if (zone->is_shared) {
            buffer_printf(text, "also %u\n", (unsigned)zone->other_map);
        }
    }
    for (uint32_t i = 0; i < places->parent_count; i++) {
        const struct web_parent *parent = &places->parents[i];
        buffer_printf(text, "parent %s\t%s\t", parent->name, parent->title);
        for (int y = 0; y < TILE_SET_GRID; y++) {
            buffer_printf(text, "%s%" PRIx64, y ? " " : "", parent->tiles.rows[y]);
        }
        buffer_u8(text, '\n');
    }
    for (size_t i = 0; i < places->landmarks.count; i++) {
        const struct marker *marker = &places->landmarks.items[i];
        buffer_printf(text, "landmark %s %" PRId64 " %" PRId64 "\t%s\n", marker->icon, marker->x,
                      marker->y, marker->name);
    }
    for (size_t i = 0; i < places->flights.count; i++) {
        const struct flight *flight = &places->flights.items[i];
        buffer_printf(text, "flight %s\t%s\t", flight->from, flight->to);
        for (size_t k = 0; k < flight->count; k++) {
            const int32_t *point = places->flights.points[flight->first + k];
            buffer_printf(text, "%s%d %d", k ? " " : "", (int)point[0], (int)point[1]);
        }
        buffer_u8(text, '\n');
    }
}

bool places_hash(struct places *places)
{
    struct buffer text = {0};
    print(&text, places, NULL);
    bool fine = !text.failed;
    places->tables = hash128(text.data, text.size);
    buffer_free(&text);
    return fine;
}

/* How pages show a kind; the icon stands for it in the file. */
static const struct look {
    const char *icon;
    const char *color;
    const char *group;
} looks[LANDMARK_KINDS] = {
    [LANDMARK_FLIGHT] = {"flag", "#23744f", "Flight masters"},
    [LANDMARK_GRAVEYARD] = {"cross", "#56616d", "Graveyards"},
    [LANDMARK_ENTRANCE] = {"cave", "#7446ad", "Dungeons and raids"},
};

void places_set_look(enum landmark_kind kind, struct marker *marker)
{
    snprintf(marker->color, sizeof marker->color, "%s", looks[kind].color);
    marker->icon = looks[kind].icon;
    marker->group = looks[kind].group;
    marker->text = marker->link = marker->picture = "";
}

/* Places being read; `bad` of the line stays set. */
struct places_reading {
    struct number_reader line;
    struct hash128 tables;
    struct buffer areas;   /* struct area_name */
    struct buffer zones;   /* struct zone_map */
    struct buffer parents; /* struct web_parent */
    struct place_marks marks;
};

static int64_t next_signed(struct number_reader *line)
{
    line->at += strspn(line->at, " ");
    bool is_negative = line->at[0] == '-';
    line->at += is_negative;
    int64_t value = (int64_t)number_next(line, 10, 18);
    return is_negative ? -value : value;
}

/* The text up to `end`, which must be there and follow at least one byte. */
static void next_text(struct number_reader *line, char end, char *text, size_t size)
{
    const char *stop = line->bad ? NULL : strchr(line->at, end);
    if (!stop || stop == line->at || (size_t)(stop - line->at) >= size) {
        line->bad = true;
        text[0] = '\0';
        return;
    }
    snprintf(text, size, "%.*s", (int)(stop - line->at), line->at);
    line->at = end ? stop + 1 : stop;
}

static void read_tables(struct places_reading *reading)
{
    reading->tables.high = number_next(&reading->line, 16, 16);
    reading->tables.low = number_next(&reading->line, 16, 16);
}

static void read_area(struct places_reading *reading)
{
    struct number_reader *line = &reading->line;
    struct area_name area = {.id = number_next_u32(line, 10, UINT32_MAX)};
    area.zone = number_next_u32(line, 10, UINT32_MAX);
    for (int i = 0; i < 4; i++) {
        area.frame[i] = next_signed(line);
    }
    number_skip(line, "\t");
    if (!line->bad && line->at[0]) { /* an area may have no name */
        next_text(line, '\0', area.name, sizeof area.name);
    }
    const struct area_name *last = (const void *)reading->areas.data;
    size_t count = reading->areas.size / sizeof *last;
    line->bad |= count > 0 && last[count - 1].id >= area.id;
    buffer_append(&reading->areas, &area, sizeof area);
}

static void read_zone(struct places_reading *reading)
{
    struct number_reader *line = &reading->line;
    struct zone_map zone = {.area = number_next_u32(line, 10, UINT32_MAX)};
    for (int i = 0; i < 4; i++) {
        zone.frame[i] = next_signed(line);
    }
    number_skip(line, "\t");
    next_text(line, '\0', zone.name, sizeof zone.name);
    line->bad |= zone.frame[0] <= zone.frame[1] || zone.frame[2] <= zone.frame[3] ||
                 zone.name[strspn(zone.name, ZONE_NAME_LETTERS)] != '\0';
    buffer_append(&reading->zones, &zone, sizeof zone);
}

static void read_shared(struct places_reading *reading)
{
    struct zone_map *zones = (void *)reading->zones.data;
    size_t count = reading->zones.size / sizeof *zones;
    uint32_t other_map = number_next_u32(&reading->line, 10, UINT32_MAX);
    if (reading->zones.failed || count == 0 || zones[count - 1].is_shared) {
        reading->line.bad = true;
        return;
    }
    zones[count - 1].is_shared = true;
    zones[count - 1].other_map = other_map;
}

static void read_parent(struct places_reading *reading)
{
    struct number_reader *line = &reading->line;
    struct web_parent parent = {0};
    next_text(line, '\t', parent.name, sizeof parent.name);
    next_text(line, '\t', parent.title, sizeof parent.title);
    for (int y = 0; y < TILE_SET_GRID; y++) {
        parent.tiles.rows[y] = number_next(line, 16, 16);
    }
    buffer_append(&reading->parents, &parent, sizeof parent);
}

static void read_landmark(struct places_reading *reading)
{
    struct number_reader *line = &reading->line;
    struct marker marker = {0};
    char icon[12];
    char name[MARKER_NAME_BYTES];
    bool is_known = false;
    next_text(line, ' ', icon, sizeof icon);
    for (int kind = 0; kind < LANDMARK_KINDS; kind++) {
        if (strcmp(icon, looks[kind].icon) == 0) {
            places_set_look((enum landmark_kind)kind, &marker);
            is_known = true;
        }
    }
    marker.x = next_signed(line);
    marker.y = next_signed(line);
    number_skip(line, "\t");
    next_text(line, '\0', name, sizeof name);
    marker.name = text_pool_add(&reading->marks.names, name, strlen(name));
    line->bad |= !is_known || !marker_is_on_grid(&marker);
    buffer_append(&reading->marks.landmarks, &marker, sizeof marker);
}

static void read_flight(struct places_reading *reading)
{
    struct number_reader *line = &reading->line;
    struct flight flight = {.first = reading->marks.points.size / sizeof(int32_t[2])};
    next_text(line, '\t', flight.from, sizeof flight.from);
    next_text(line, '\t', flight.to, sizeof flight.to);
    while (!line->bad && line->at[0]) {
        int64_t x = next_signed(line);
        int64_t y = next_signed(line);
        line->bad |= llabs(x) > FLIGHT_EDGE_YD || llabs(y) > FLIGHT_EDGE_YD;
        const int32_t point[2] = {line->bad ? 0 : (int32_t)x, line->bad ? 0 : (int32_t)y};
        buffer_append(&reading->marks.points, point, sizeof point);
        flight.count++;
    }
    line->bad |= flight.count < 2;
    buffer_append(&reading->marks.flights, &flight, sizeof flight);
}

static const struct {
    const char *word; /* that a line begins with */
    void (*read)(struct places_reading *reading);
} kinds[] = {
    {"tables ", read_tables}, {"area ", read_area},     {"zone ", read_zone},
    {"also ", read_shared},   {"parent ", read_parent}, {"landmark ", read_landmark},
    {"flight ", read_flight},
};

/* Reads the lines between the first and the last; NULs replace their ends. */
static bool read_lines(char *text, struct places_reading *reading)
{
    char *end;
    for (char *at = text; (end = strchr(at, '\n')); at = end + 1) {
        size_t kind = 0;
        *end = '\0';
        while (kind < COUNT_OF(kinds) &&
               strncmp(at, kinds[kind].word, strlen(kinds[kind].word)) != 0) {
            kind++;
        }
        if (kind == COUNT_OF(kinds)) {
            return false;
        }
        reading->line.at = at + strlen(kinds[kind].word);
        kinds[kind].read(reading);
        if (reading->line.bad) {
            return false;
        }
    }
    return true;
}

enum { END_BYTES = 4 + HASH128_HEX_BYTES }; /* of the last line */

static void print_end(const uint8_t *data, size_t size, char line[END_BYTES + 1])
{
    char hex[HASH128_HEX_BYTES];
    hash128_hex(hash128(data, size), hex);
    snprintf(line, END_BYTES + 1, "end %s\n", hex);
}

/* Whether the file begins as it should and ends with its own hash. */
static bool is_whole(const uint8_t *data, size_t size)
{
    char end[END_BYTES + 1];
    if (size < strlen(head) + END_BYTES || memcmp(data, head, strlen(head)) != 0 ||
        memchr(data, '\0', size)) {
        return false;
    }
    print_end(data, size - END_BYTES, end);
    return memcmp(data + size - END_BYTES, end, END_BYTES) == 0;
}

enum adtmap_status places_read(const uint8_t *data, size_t size, const struct diag *diag,
                               struct places *places)
{
    struct places_reading reading = {0};
    size_t at = strlen(head);
    *places = (struct places){0};
    if (!is_whole(data, size)) {
        return ADTMAP_NOT_FOUND;
    }
    char *text = text_duplicate((const char *)data + at, size - at - END_BYTES);
    bool is_good = text && read_lines(text, &reading);
    places->tables = reading.tables;
    places->areas = (void *)reading.areas.data;
    places->area_count = (uint32_t)(reading.areas.size / sizeof *places->areas);
    places->zones = (void *)reading.zones.data;
    places->zone_count = (uint32_t)(reading.zones.size / sizeof *places->zones);
    places->parents = (void *)reading.parents.data;
    places->parent_count = (uint32_t)(reading.parents.size / sizeof *places->parents);
    bool is_full = !places_take_marks(places, &reading.marks) || !text || reading.areas.failed ||
                   reading.zones.failed || reading.parents.failed;
    free(text);
    if (is_full || !is_good) {
        places_free(places);
        return is_full ? diag_fail_memory(diag) : ADTMAP_NOT_FOUND;
    }
    return ADTMAP_OK;
}

static const char file_name[] = "places";

enum adtmap_status places_load(const char *log_path, const struct diag *diag, struct places *places)
{
    struct blob blob = {0};
    struct private_folder folder;
    struct adtmap_message why = {0};
    const struct diag own = {diag->file, diag->log, &why};
    *places = (struct places){0};
    enum adtmap_status status = build_log_open_folder(log_path, private_folder_open, diag, &folder);
    if (!status) {
        status = private_folder_is_open(&folder)
                     ? private_file_read(&folder, file_name, PLACES_BYTES_MAX, &own, &blob)
                     : ADTMAP_NOT_FOUND;
    }
    private_folder_close(&folder);
    if (!status) {
        status = places_read(blob.data, blob.size, diag, places);
        blob_release(&blob);
        return status;
    }
    if (status == ADTMAP_LIMIT) {
        const struct diag at_file = diag_at(diag, why.file);
        diag_warn(&at_file, NULL, NO_OFFSET,
                  "has more than %d MiB: not read; the areas and flights of earlier runs are lost",
                  PLACES_BYTES_MAX >> 20);
        return ADTMAP_NOT_FOUND;
    }
    return why.what[0] ? diag_pass_on(diag, status, &why) : status;
}

enum adtmap_status places_save(const char *log_path, const struct places *places,
                               const struct area_ids *ids, const struct diag *diag)
{
    char hex[HASH128_HEX_BYTES];
    char end[END_BYTES + 1];
    struct buffer text = {0};
    struct private_folder folder;
    hash128_hex(places->tables, hex);
    buffer_printf(&text, "%stables %.16s %s\n", head, hex, hex + 16);
    print(&text, places, ids);
    if (!text.failed) {
        print_end(text.data, text.size, end);
        buffer_append(&text, end, END_BYTES);
    }
    enum adtmap_status status = build_log_open_folder(log_path, private_folder_make, diag, &folder);
    if (!status) {
        status = text.failed ? diag_fail_memory(diag)
                             : private_file_write(&folder, file_name, text.data, text.size, diag);
    }
    private_folder_close(&folder);
    buffer_free(&text);
    return status;
}

enum adtmap_status places_remove(const char *log_path, const struct diag *diag)
{
    struct private_folder folder;
    enum adtmap_status status = build_log_open_folder(log_path, private_folder_open, diag, &folder);
    if (!status && private_folder_is_open(&folder)) {
        status = private_file_remove(&folder, file_name, diag);
    }
    private_folder_close(&folder);
    return status;
}
