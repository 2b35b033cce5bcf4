/*
 * Both texts come from integers, so no rounding differs between machines. Corners of the script are
 * steps from the one before, alternately along x and y, since outlines follow the chunks' edges; in
 * digits of five bits they take 1.1 kB compressed where the GeoJSON has 4.5.
 */
#include "output/areas/areas_text.h"

#include "output/geojson.h"

/* Where a line of the chunks' grid lies, in millionths of a yard right of or below the middle of
 * the map. */
static int64_t line_at(uint32_t line)
{
    int64_t thirds = ((int64_t)line - (int64_t)AREA_GRID / 2) * 100000000;
    return (thirds + (thirds < 0 ? -1 : 1)) / 3;
}

static void put_corner(struct json *json, struct area_corner corner)
{
    json_array(json, NULL);
    json_decimal(json, NULL, line_at(corner.x));
    json_decimal(json, NULL, -line_at(corner.y));
    json_end(json);
}

/* Each outer ring with the holes behind it is a polygon. Against the order of the corners: an outer
 * ring is counterclockwise. */
static void put_polygons(struct json *json, const struct area_map *map, const struct area *area)
{
    json_array(json, NULL);
    for (uint32_t i = 0; i < area->rings; i++) {
        const struct area_ring *ring = &map->shapes.rings[area->first_ring + i];
        const struct area_corner *corners = map->shapes.corners + ring->first;
        if (i > 0 && !ring->is_hole) {
            json_end(json);
            json_array(json, NULL);
        }
        json_array(json, NULL);
        for (uint32_t k = ring->corners; k > 0; k--) {
            put_corner(json, corners[k - 1]);
        }
        put_corner(json, corners[ring->corners - 1]);
        json_end(json);
    }
    json_end(json);
}

static void put_name(struct json *json, const char *key, const char *name)
{
    if (name[0]) {
        json_string(json, key, name);
    } else {
        json_null(json, key);
    }
}

/* How many chunks have the area's own id: twice the area inside its rings, by the shoelace formula.
 */
static int64_t own_chunks(const struct area_map *map, const struct area *area)
{
    int64_t doubled = 0;
    for (uint32_t i = 0; i < area->rings; i++) {
        const struct area_ring *ring = &map->shapes.rings[area->first_ring + i];
        const struct area_corner *corners = map->shapes.corners + ring->first;
        for (uint32_t k = 0; k < ring->corners; k++) {
            struct area_corner a = corners[k];
            struct area_corner b = corners[(k + 1) % ring->corners];
            doubled += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
        }
    }
    return doubled / 2;
}

static void put_feature(struct json *json, const struct area_map *map, const struct area *area)
{
    const struct area *zone = area->name.zone ? area_map_find(map, area->name.zone) : NULL;
    geojson_feature(json);
    json_object(json, "properties");
    json_number(json, "id", area->name.id);
    put_name(json, "name", area->name.name);
    if (zone) {
        json_number(json, "zone_id", zone->name.id);
    } else {
        json_null(json, "zone_id");
    }
    put_name(json, "zone", zone ? zone->name.name : "");
    json_number(json, "chunks", (double)own_chunks(map, area));
    json_end(json);
    geojson_geometry(json, "MultiPolygon");
    json_array(json, "coordinates");
    enum json_style before = json_set_style(json, JSON_SCRIPT);
    put_polygons(json, map, area);
    json_set_style(json, before);
    json_end(json);
    json_end(json);
    json_end(json);
}

void areas_geojson(struct buffer *text, const struct area_map *map)
{
    struct json json = geojson_begin(text);
    for (uint32_t i = 0; i < map->count; i++) {
        if (map->areas[i].rings > 0) {
            put_feature(&json, map, &map->areas[i]);
        }
    }
    geojson_end(&json);
}

/* Appends a whole number in digits of 5 bits, the lowest ones first. The lowest bit of all is the
 * sign; the sixth bit of a digit says that another one follows. */
static void print_digits(struct buffer *text, int value)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned left = value < 0 ? (unsigned)-value << 1 | 1 : (unsigned)value << 1;
    do {
        unsigned digit = left & 31;
        left >>= 5;
        buffer_u8(text, (uint8_t)digits[digit | (left > 0 ? 32 : 0)]);
    } while (left > 0);
}

static void print_steps(struct buffer *text, const struct area_shapes *shapes,
                        const struct area_ring *ring)
{
    const struct area_corner *corners = shapes->corners + ring->first;
    print_digits(text, corners[0].x);
    print_digits(text, corners[0].y);
    for (uint32_t i = 1; i + 1 < ring->corners; i++) {
        print_digits(text,
                     i % 2 ? corners[i].x - corners[i - 1].x : corners[i].y - corners[i - 1].y);
    }
}

static bool is_listed(const struct area *area)
{
    return area->name.name[0] != '\0';
}

/* The row of an area in the list, from 1; 0: it is not listed. */
static uint32_t row_of(const struct area_map *map, uint32_t id)
{
    const struct area *area = id ? area_map_find(map, id) : NULL;
    uint32_t row = 0;
    for (const struct area *at = map->areas; area && is_listed(area) && at <= area; at++) {
        row += is_listed(at);
    }
    return row;
}

static void put_row(struct json *json, const struct area_map *map, const struct area *area)
{
    json_array(json, NULL);
    json_string(json, NULL, area->name.name);
    json_number(json, NULL, row_of(map, area->name.zone));
    json_number(json, NULL, area->label_x);
    json_number(json, NULL, area->label_y);
    json_number(json, NULL, area->reach);
    const int64_t *frame = area->name.frame;
    if (frame[0] == frame[1]) {
        json_number(json, NULL, 0);
    } else {
        json_array(json, NULL);
        for (int i = 0; i < 4; i++) {
            json_decimal(json, NULL, frame[i]);
        }
        json_end(json);
    }
    struct buffer rings = {0};
    for (uint32_t i = 0; i < area->rings; i++) {
        buffer_printf(&rings, "%s", i ? " " : "");
        print_steps(&rings, &map->shapes, &map->shapes.rings[area->first_ring + i]);
    }
    buffer_u8(&rings, 0);
    json_string(json, NULL, rings.failed ? NULL : (const char *)rings.data);
    json->text->failed |= rings.failed;
    buffer_free(&rings);
    json_end(json);
}

void areas_script(struct buffer *text, const struct area_map *map)
{
    struct json json = json_to(text, JSON_SCRIPT);
    buffer_printf(text, "adtmap.areas = ");
    json_array(&json, NULL);
    json_lines(&json, 0);
    for (uint32_t i = 0; i < map->count; i++) {
        if (is_listed(&map->areas[i])) {
            put_row(&json, map, &map->areas[i]);
        }
    }
    json_end(&json);
    buffer_printf(text, ";\n");
}
