/*
 * The ids of areas are in the notes of records: of pictures by chunk (series.h), of area layers as
 * a list. The tables are read once, before the plan, which needs their hash; which of their areas
 * the map has is known when all tiles are on record.
 */
#include "job/facts/map_places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "base/path.h"
#include "base/text.h"
#include "formats/grid.h"
#include "map/client_flights.h"
#include "map/tables/client_table.h"
#include "output/manifest/manifest.h"
#include "output/paths.h"
#include "output/zones/zone_picture.h"

/* An area and its number in the table, by which the first of equal ids counts. */
struct numbered_area {
    struct area_name area;
    uint32_t number;
};

static int compare_areas(const void *a, const void *b)
{
    const struct numbered_area *x = a;
    const struct numbered_area *y = b;
    int order = array_compare_u32(&x->area.id, &y->area.id);
    return order ? order : array_compare_u32(&x->number, &y->number);
}

/* Says that a list of the tables is longer than what is read of it. */
static void warn_of_rest(const struct diag *diag, const char *file, int most, const char *things)
{
    const struct diag at_file = diag_at(diag, file);
    diag_warn(&at_file, NULL, NO_OFFSET, "more than %d %s; the rest left out", most, things);
}

/* Areas by id, each once. False when out of memory. */
static bool read_areas(const struct table *table, const struct diag *diag, struct places *places)
{
    uint32_t count = table_count(table);
    if (count > PLACES_AREAS_MAX) {
        warn_of_rest(diag, table->name, PLACES_AREAS_MAX, "rows");
        count = PLACES_AREAS_MAX;
    }
    struct numbered_area *areas = calloc((size_t)count + 1, sizeof *areas);
    places->areas = calloc((size_t)count + 1, sizeof *places->areas);
    uint32_t read = 0;
    for (uint32_t i = 0; areas && i < count; i++) {
        struct dbc_area area;
        if (table_area_at(table, i, &area)) {
            areas[read] = (struct numbered_area){{.id = area.id, .zone = area.parent}, i};
            manifest_copy_text(area.name, areas[read].area.name, AREA_NAME_BYTES);
            read++;
        }
    }
    if (read > 0) {
        array_sort(areas, read, sizeof *areas, compare_areas);
    }
    for (uint32_t i = 0; places->areas && i < read; i++) {
        if (i == 0 || areas[i].area.id != areas[i - 1].area.id) {
            places->areas[places->area_count++] = areas[i].area;
        }
    }
    free(areas);
    return areas && places->areas;
}

static void set_frame(const struct dbc_frame *from, int64_t frame[4])
{
    const double edges[4] = {from->west, from->east, from->north, from->south};
    for (int i = 0; i < 4; i++) {
        frame[i] = number_millionths(edges[i]);
    }
}

/* The first frame of an area counts. */
static void read_frames(const struct table *table, struct places *places)
{
    for (uint32_t i = table_count(table); i-- > 0;) {
        struct dbc_frame frame;
        struct area_name *area =
            table_frame_at(table, i, &frame) && frame.area_id
                ? (struct area_name *)(uintptr_t)places_area(places, frame.area_id)
                : NULL;
        if (area) {
            set_frame(&frame, area->frame);
        }
    }
}

/* Whether files of another zone, or none at all, can have this name. */
static bool is_name_taken(const struct places *places, const char *name)
{
    bool is_taken = name[0] == '\0' || path_is_device_name(name);
    for (uint32_t i = 0; i < places->zone_count && !is_taken; i++) {
        is_taken = text_compare_nocase(places->zones[i].name, name) == 0;
    }
    return is_taken;
}

/* Makes the name of a zone's files of the table's name, or that of the area, and gives its length:
 * 0 where no file can have the name, as those of Russian or Korean clients. */
static size_t name_files(const struct places *places, uint32_t area_id, const char *name,
                         char files[ZONE_NAME_BYTES])
{
    const struct area_name *area = area_id ? places_area(places, area_id) : NULL;
    size_t length = 0;
    name = name[0] ? name : area ? area->name : "";
    for (; *name && length + 1 < ZONE_NAME_BYTES; name++) {
        if (strchr(ZONE_NAME_LETTERS, *name)) {
            files[length++] = *name;
        }
    }
    files[length] = '\0';
    return length;
}

/* Adds a map of a zone; the first of an area counts. Names that no file can have, and those that
 * are taken, end with the number of the area. False if there is room for no other. */
static bool add_zone(struct places *places, const struct zone_map *zone, const char *name)
{
    struct zone_map own = *zone;
    size_t length = name_files(places, zone->area, name, own.name);
    bool is_new = true;
    for (uint32_t i = 0; i < places->zone_count && is_new; i++) {
        is_new = !own.area || places->zones[i].area != own.area;
    }
    if (is_new && own.area && is_name_taken(places, own.name)) {
        size_t kept = length < 40 ? length : 40;
        snprintf(own.name + kept, sizeof own.name - kept, "%sarea%u", kept ? "-" : "",
                 (unsigned)own.area);
    }
    is_new = is_new && !is_name_taken(places, own.name);
    if (is_new && places->zone_count == PLACES_ZONES_MAX) {
        return false;
    }
    if (is_new) {
        places->zones[places->zone_count++] = own;
    }
    return true;
}

/* The box of a dungeon that is one WMO, as wide as its map on the screen is for its height, with a
 * margin. */
static struct dbc_frame frame_of_building(const struct adt_box *box)
{
    const double margin = 1.05;
    double middle[2], half[2];
    for (int i = 0; i < 2; i++) {
        middle[i] = ((double)box->high[i] + (double)box->low[i]) / 2;
        half[i] = fmax(((double)box->high[i] - (double)box->low[i]) / 2 * margin, 1);
    }
    double height = fmax(half[0], half[1] * ZONE_MAP_HEIGHT / ZONE_MAP_WIDTH);
    double width = height * ZONE_MAP_WIDTH / ZONE_MAP_HEIGHT;
    /* To tenths, as the row says. */
    return (struct dbc_frame){.west = floor((middle[1] + width) * 10 + 0.5) / 10,
                              .east = floor((middle[1] - width) * 10 + 0.5) / 10,
                              .north = floor((middle[0] + height) * 10 + 0.5) / 10,
                              .south = floor((middle[0] - height) * 10 + 0.5) / 10};
}

/* The map of a dungeon that the table lacks: its building's box. Prints the row that the table
 * could have into `row`, unless it is NULL. */
static void add_building(struct places *places, const struct adtmap_map *map,
                         const struct table *areas, uint32_t row_id,
                         char (*row)[JOB_ZONE_ROW_BYTES])
{
    struct zone_map zone = {0};
    struct dbc_area area = {0};
    const struct dbc_frame frame = frame_of_building(&map->building_box);
    bool has_area = false;
    for (uint32_t i = 0; i < table_count(areas) && map->has_number && !has_area; i++) {
        has_area = table_area_at(areas, i, &area) && area.map_id == map->number && !area.parent;
    }
    set_frame(&frame, zone.frame);
    add_zone(places, &zone, map->name);
    if (row && places->zone_count > 0) {
        snprintf(*row, sizeof *row, "%u,%u,%u,\"%s\",%.1f,%.1f,%.1f,%.1f", (unsigned)row_id,
                 (unsigned)map->number, has_area ? (unsigned)area.id : 0, places->zones[0].name,
                 frame.west, frame.east, frame.north, frame.south);
    }
}

/* Notes which zones share the name of their files with one of another map: the first one counts. Of
 * a map without a number nobody knows which zones are its own. */
static void find_shared(struct places *places, const struct adtmap_map *map,
                        const struct table *frames)
{
    if (places->zone_count == 0 || !map->has_number) {
        return;
    }
    for (uint32_t i = 0; i < table_count(frames); i++) {
        struct dbc_frame frame;
        char name[ZONE_NAME_BYTES];
        if (!table_frame_at(frames, i, &frame) || frame.map_id == map->number ||
            name_files(places, frame.area_id, frame.name, name) == 0) {
            continue;
        }
        for (uint32_t k = 0; k < places->zone_count; k++) {
            struct zone_map *zone = &places->zones[k];
            if (!zone->is_shared && text_compare_nocase(zone->name, name) == 0) {
                zone->is_shared = true;
                zone->other_map = frame.map_id;
            }
        }
    }
}

/* The maps of the map's zones; `row_text` as of add_building. Rows of dungeons with maps of floors
 * have no edges. False when out of memory. */
static bool read_zones(const struct adtmap_map *map, const struct table *areas,
                       const struct table *frames, const struct diag *diag, struct places *places,
                       char (*row_text)[JOB_ZONE_ROW_BYTES])
{
    uint32_t last_id = 0;
    bool has_row = false, has_room = true;
    places->zones = calloc(PLACES_ZONES_MAX, sizeof *places->zones);
    for (uint32_t i = 0; i < table_count(frames) && places->zones; i++) {
        struct dbc_frame frame;
        struct table_row row;
        if (table_row_at(frames, i, &row)) {
            last_id = row.id > last_id ? row.id : last_id;
            has_row |= map->has_number && row_u32(&row, FRAME_MAP, 0) == map->number;
        }
        if (has_room && table_frame_at(frames, i, &frame) && map->has_number &&
            frame.map_id == map->number) {
            struct zone_map zone = {.area = frame.area_id};
            set_frame(&frame, zone.frame);
            has_room = add_zone(places, &zone, frame.name);
        }
    }
    if (!has_room) {
        warn_of_rest(diag, frames->name, PLACES_ZONES_MAX, "zones of the map");
    }
    if (places->zones && places->zone_count == 0 && map->building) {
        add_building(places, map, areas, last_id + 1, has_row ? NULL : row_text);
    }
    if (places->zones) {
        find_shared(places, map, frames);
    }
    return places->zones != NULL;
}

/* Landmarks and flights of the map under way. */
struct marks_reading {
    const struct tile_set *within; /* what these tiles do not hold is left out; NULL: nothing */
    struct place_marks marks;
    bool has_more_landmarks, has_more_flights; /* than are read */
};

static void add_landmark(void *user, const struct landmark *landmark)
{
    struct marks_reading *reading = user;
    struct place_marks *marks = &reading->marks;
    char name[MARKER_NAME_BYTES];
    struct marker marker = {.x = number_millionths(landmark->x),
                            .y = number_millionths(landmark->y)};
    bool is_wanted =
        !reading->within || tile_set_has(reading->within, (uint32_t)grid_tile_at(landmark->y),
                                         (uint32_t)grid_tile_at(landmark->x));
    manifest_copy_text(landmark->name, name, sizeof name);
    places_set_look(landmark->kind, &marker);
    if (!is_wanted || !marker_is_on_grid(&marker)) {
        return;
    }
    if (marks->landmarks.size / sizeof marker == PLACES_LANDMARKS_MAX) {
        reading->has_more_landmarks = true;
    } else {
        marker.name = text_pool_add(&marks->names, name, strlen(name));
        buffer_append(&marks->landmarks, &marker, sizeof marker);
    }
}

static void add_flight(void *user, const struct client_flight *flight)
{
    struct marks_reading *reading = user;
    struct place_marks *marks = &reading->marks;
    struct flight own = {.first = marks->points.size / sizeof(int32_t[2]), .count = flight->count};
    if (marks->flights.size / sizeof own == PLACES_FLIGHTS_MAX) {
        reading->has_more_flights = true;
        return;
    }
    manifest_copy_text(flight->from, own.from, sizeof own.from);
    manifest_copy_text(flight->to, own.to, sizeof own.to);
    for (size_t i = 0; i < flight->count; i++) {
        const int32_t point[2] = {(int32_t)floor(flight->points[i].x + 0.5),
                                  (int32_t)floor(flight->points[i].y + 0.5)};
        buffer_append(&marks->points, point, sizeof point);
    }
    buffer_append(&marks->flights, &own, sizeof own);
}

/* False when out of memory. */
static bool note_parents(const struct map_parents *parents, struct places *places)
{
    places->parents = calloc(parents->count + 1, sizeof *places->parents);
    for (size_t i = 0; i < parents->count && places->parents; i++) {
        const struct adtmap_map *map = parents->maps[i];
        struct web_parent *parent = &places->parents[places->parent_count++];
        manifest_copy_text(map->name, parent->name, sizeof parent->name);
        manifest_copy_text(map->title[0] ? map->title : map->name, parent->title,
                           sizeof parent->title);
        parent->tiles = parents->tiles[i];
    }
    return places->parents != NULL;
}

static void note_warning(void *user, const struct adtmap_message *message)
{
    bool *is_warned = user;
    (void)message;
    *is_warned = true;
}

/* The areas with their frames, and the maps of zones. */
static enum adtmap_status read_area_tables(const struct adtmap_map *map, const struct diag *diag,
                                           struct places *places, char (*row)[JOB_ZONE_ROW_BYTES])
{
    const struct assets *assets = map->data->assets;
    struct blob area_bytes = {0};
    struct blob frame_bytes = {0};
    struct table areas;
    struct table frames;
    enum adtmap_status status = client_table_open(assets, TABLE_AREAS, diag, &area_bytes, &areas);
    if (status) {
        goto end;
    }
    status = client_table_open(assets, TABLE_FRAMES, diag, &frame_bytes, &frames);
    if (status) {
        goto end;
    }
    if (!read_areas(&areas, diag, places) || !read_zones(map, &areas, &frames, diag, places, row)) {
        status = diag_fail_memory(diag);
        goto end;
    }
    read_frames(&frames, places);
end:
    blob_release(&frame_bytes);
    blob_release(&area_bytes);
    return status;
}

/* Landmarks of the map, those of its parents on the tiles that it has from them, and flights. */
static enum adtmap_status read_marks(const struct adtmap_map *map, const struct diag *diag,
                                     struct marks_reading *reading)
{
    const struct assets *assets = map->data->assets;
    const struct map_parents *parents = &map->parents;
    enum adtmap_status status =
        client_landmarks_visit(assets, map->name, diag, add_landmark, reading);
    for (size_t i = 0; i < parents->count && !status; i++) {
        reading->within = &parents->tiles[i];
        status =
            client_landmarks_visit(assets, parents->maps[i]->name, diag, add_landmark, reading);
    }
    status = status ? status : client_flights_visit(assets, map->name, diag, add_flight, reading);
    if (reading->has_more_landmarks) {
        warn_of_rest(diag, "TaxiNodes, WorldSafeLocs and Map", PLACES_LANDMARKS_MAX,
                     "landmarks of the map");
    }
    if (reading->has_more_flights) {
        warn_of_rest(diag, "TaxiPath", PLACES_FLIGHTS_MAX, "flights of the map");
    }
    return status;
}

enum adtmap_status map_places_read(const struct adtmap_map *map, const struct map_places_use *use,
                                   const struct diag *diag, struct places *places,
                                   char (*zone_row)[JOB_ZONE_ROW_BYTES])
{
    const struct adtmap_log unsaid = {note_warning, &places->is_partial};
    const struct diag quiet = {diag->file, &unsaid, diag->failure};
    bool is_said = use->has_landmarks || use->has_pages;
    struct marks_reading reading = {0};
    enum adtmap_status status = read_area_tables(map, diag, places, zone_row);
    if (status) {
        return status;
    }
    status = read_marks(map, is_said ? diag : &quiet, &reading);
    bool fine = places_take_marks(places, &reading.marks);
    if (status) {
        return status;
    }
    if (!fine || !note_parents(&map->parents, places) || !places_hash(places)) {
        return diag_fail_memory(diag);
    }
    if (use->has_landmarks && places->landmarks.count == 0) {
        const struct diag at_map = diag_at(diag, map->name);
        diag_warn(&at_map, NULL, NO_OFFSET,
                  "the tables of the data mark no flight master, graveyard or entrance here");
    }
    return ADTMAP_OK;
}

enum adtmap_status map_places_save(const struct map_summary *summary, const char *log_path,
                                   const struct diag *diag)
{
    const struct places *places = summary->places;
    struct buffer ids = {0};
    struct area_tile areas;
    if (places->is_partial) {
        return places_remove(log_path, diag);
    }
    map_summary_areas(summary, &ids);
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        bool is_known = plan_read_areas(summary->request, summary->log, tile.x, tile.y, &areas);
        for (uint32_t k = 0; k < AREA_TILE_CHUNKS && is_known; k++) {
            if (k == 0 || areas.ids[k] != areas.ids[k - 1]) {
                buffer_append(&ids, &areas.ids[k], sizeof areas.ids[k]);
            }
        }
    }
    const struct area_ids used = {(const void *)ids.data, ids.size / sizeof(uint32_t)};
    enum adtmap_status status =
        ids.failed ? diag_fail_memory(diag) : places_save(log_path, places, &used, diag);
    buffer_free(&ids);
    return status;
}
