#include "output/areas/areas_text.h"

#include <inttypes.h>

#include "output/web_text.h"

/* Where a line of the chunks' grid lies, in millionths of a yard from the middle of the map. */
static int64_t line_at(uint32_t line)
{
    int64_t thirds = ((int64_t)AREA_GRID / 2 - (int64_t)line) * 100000000;
    return (thirds + (thirds < 0 ? -1 : 1)) / 3;
}

static void print_corner(struct buffer *text, struct area_corner corner)
{
    buffer_printf(text, "[");
    web_text_decimal(text, line_at(corner.y));
    buffer_printf(text, ",");
    web_text_decimal(text, line_at(corner.x));
    buffer_printf(text, "]");
}

/* Against the order of the corners: an outer ring is counterclockwise in a plane of X and Y. */
static void print_ring(struct buffer *text, const struct area_shapes *shapes,
                       const struct area_ring *ring)
{
    const struct area_corner *corners = shapes->corners + ring->first;
    buffer_printf(text, "[");
    for (uint32_t i = ring->corners; i > 0; i--) {
        print_corner(text, corners[i - 1]);
        buffer_printf(text, ",");
    }
    print_corner(text, corners[ring->corners - 1]);
    buffer_printf(text, "]");
}

static void print_polygons(struct buffer *text, const struct area_map *map, const struct area *area)
{
    buffer_printf(text, "[");
    for (uint32_t i = 0; i < area->rings; i++) {
        const struct area_ring *ring = &map->shapes.rings[area->first_ring + i];
        buffer_printf(text, "%s", i == 0 ? "[" : ring->is_hole ? "," : "],[");
        print_ring(text, &map->shapes, ring);
    }
    buffer_printf(text, "]]");
}

static void print_name(struct buffer *text, const char *name)
{
    if (name[0]) {
        web_text_json(text, name);
    } else {
        buffer_printf(text, "null");
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

static void print_feature(struct buffer *text, const struct area_map *map, const struct area *area)
{
    const struct area *zone = area->name.zone ? area_map_find(map, area->name.zone) : NULL;
    buffer_printf(text, "{\"type\": \"Feature\", \"properties\": {\"id\": %u, \"name\": ",
                  (unsigned)area->name.id);
    print_name(text, area->name.name);
    if (zone) {
        buffer_printf(text, ", \"zone_id\": %u, \"zone\": ", (unsigned)zone->name.id);
    } else {
        buffer_printf(text, ", \"zone_id\": null, \"zone\": ");
    }
    print_name(text, zone ? zone->name.name : "");
    buffer_printf(text,
                  ", \"chunks\": %" PRId64 "}, \"geometry\": {\"type\": \"MultiPolygon\", "
                  "\"coordinates\": ",
                  own_chunks(map, area));
    print_polygons(text, map, area);
    buffer_printf(text, "}}");
}

void areas_geojson(struct buffer *text, const struct area_map *map)
{
    const char *between = "";
    buffer_printf(text, "{\"type\": \"FeatureCollection\", \"features\": [");
    for (uint32_t i = 0; i < map->count; i++) {
        if (map->areas[i].rings > 0) {
            buffer_printf(text, "%s\n  ", between);
            print_feature(text, map, &map->areas[i]);
            between = ",";
        }
    }
    buffer_printf(text, "\n]}\n");
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

static void print_frame(struct buffer *text, const int64_t frame[4])
{
    if (frame[0] == frame[1]) {
        buffer_printf(text, "0");
        return;
    }
    for (int i = 0; i < 4; i++) {
        buffer_printf(text, "%s", i == 0 ? "[" : ",");
        web_text_decimal(text, frame[i]);
    }
    buffer_printf(text, "]");
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

static void print_row(struct buffer *text, const struct area_map *map, const struct area *area)
{
    buffer_printf(text, "[");
    web_text_json(text, area->name.name);
    buffer_printf(text, ",%u,%u,%u,%u,", (unsigned)row_of(map, area->name.zone),
                  (unsigned)area->label_x, (unsigned)area->label_y, (unsigned)area->reach);
    print_frame(text, area->name.frame);
    buffer_printf(text, ",\"");
    for (uint32_t i = 0; i < area->rings; i++) {
        buffer_printf(text, "%s", i ? " " : "");
        print_steps(text, &map->shapes, &map->shapes.rings[area->first_ring + i]);
    }
    buffer_printf(text, "\"]");
}

void areas_script(struct buffer *text, const struct area_map *map)
{
    const char *between = "";
    buffer_printf(text, "adtmap.areas = [");
    for (uint32_t i = 0; i < map->count; i++) {
        if (is_listed(&map->areas[i])) {
            buffer_printf(text, "%s\n", between);
            print_row(text, map, &map->areas[i]);
            between = ",";
        }
    }
    buffer_printf(text, "\n];\n");
}
