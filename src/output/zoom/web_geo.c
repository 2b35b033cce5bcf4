/*
 * Numbers are printed from integers, or from portable_math.h, so that files are equal on all
 * machines: thirds of a pixel in world files, 1e-7 degree elsewhere. The latitude needs an arc
 * sine, found by halving sixty times.
 */
#include "output/zoom/web_geo.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/portable_math.h"
#include "base/tile_set.h"

/* The latitude at the upper edge of row y of the grid: asin(tanh(pi * (1 - y / 32))), the asin by
 * halving. */
static double latitude(double y)
{
    double squared = portable_exp(2.0 * PORTABLE_PI * (1.0 - y / 32.0));
    double sine = (squared - 1.0) / (squared + 1.0);
    double low = -PORTABLE_PI / 2.0;
    double high = PORTABLE_PI / 2.0;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2.0;
        if (portable_sin(middle) < sine) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low * 180.0 / PORTABLE_PI;
}

static int32_t scaled(double degrees)
{
    return (int32_t)portable_floor(degrees * 1e7 + 0.5);
}

struct web_degrees web_degrees_of(double left, double top, double right, double bottom)
{
    return (struct web_degrees){
        .west = scaled(left * 5.625 - 180.0),
        .south = scaled(latitude(bottom)),
        .east = scaled(right * 5.625 - 180.0),
        .north = scaled(latitude(top)),
    };
}

struct web_degrees web_degrees(struct stitch_bounds bounds)
{
    return web_degrees_of(bounds.x, bounds.y, bounds.x + bounds.columns, bounds.y + bounds.rows);
}

/* A line with `dividend` / `divisor` to ten places, which never round up to one: the divisor is far
 * below half of 10^10. */
static void print_ratio(struct buffer *text, int64_t dividend, uint32_t divisor)
{
    uint64_t magnitude = (uint64_t)(dividend < 0 ? -dividend : dividend);
    uint64_t places = (magnitude % divisor * UINT64_C(10000000000) + divisor / 2) / divisor;
    buffer_printf(text, "%s%" PRIu64 ".%010" PRIu64 "\n", dividend < 0 ? "-" : "",
                  magnitude / divisor, places);
}

/* A tile's edge is 1600/3 yards: all six numbers are thirds of a pixel. */
static void print_world(struct buffer *text, uint32_t size_px, int64_t east, int64_t north)
{
    uint32_t divisor = 3 * size_px;
    print_ratio(text, 1600, divisor);
    print_ratio(text, 0, divisor);
    print_ratio(text, 0, divisor);
    print_ratio(text, -1600, divisor);
    print_ratio(text, east, divisor);
    print_ratio(text, north, divisor);
}

void web_world_file(struct buffer *text, int64_t left_px, int64_t top_px, uint32_t size_px)
{
    int64_t middle_px = (int64_t)TILE_SET_GRID / 2 * size_px;
    int64_t east = (left_px - middle_px) * 1600 + 800;
    int64_t north = (middle_px - top_px) * 1600 - 800;
    print_world(text, size_px, east, north);
}

void web_world_file_of_points(struct buffer *text, uint32_t x, uint32_t y, uint32_t steps)
{
    const int64_t edge = (int64_t)steps * 1600;
    print_world(text, steps, ((int64_t)x - TILE_SET_GRID / 2) * edge,
                (TILE_SET_GRID / 2 - (int64_t)y) * edge);
}

static void put_degrees(struct json *json, const int32_t *degrees, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int64_t half = degrees[i] < 0 ? -5 : 5;
        json_decimal(json, NULL, (degrees[i] + half) / 10);
    }
}

void web_put_bounds(struct json *json, struct web_degrees degrees)
{
    int32_t box[] = {degrees.west, degrees.south, degrees.east, degrees.north};
    json_array(json, "bounds");
    put_degrees(json, box, 4);
    json_end(json);
}

void web_begin_center(struct json *json, struct stitch_bounds bounds)
{
    struct web_degrees degrees = web_degrees(bounds);
    int32_t center[] = {degrees.west / 2 + degrees.east / 2, degrees.south / 2 + degrees.north / 2};
    json_array(json, "center");
    put_degrees(json, center, 2);
}

static void put_rows(struct json *json, const struct tile_set *tiles)
{
    json_array(json, "tile_rows");
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        json_format(json, NULL, "%" PRIx64, tiles->rows[y]);
    }
    json_end(json);
}

void web_tilejson(struct buffer *text, const char *name, const struct web_levels *levels)
{
    uint32_t zoom_max = levels->pictures->zoom_max;
    struct json json = json_to(text, JSON_PAGE);
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_string(&json, "tilejson", "3.0.0");
    json_string(&json, "name", name);
    json_string(&json, "scheme", "xyz");
    json_string(&json, "encoding", levels->encoding);
    json_array(&json, "tiles");
    json_format(&json, NULL, "%s/{z}/{x}/{y}.%s", levels->folder,
                image_format_names[levels->pictures->format]);
    json_end(&json);
    json_number(&json, "minzoom", 0);
    json_number(&json, "maxzoom", zoom_max);
    web_put_bounds(&json, web_degrees(levels->bounds));
    web_begin_center(&json, levels->bounds);
    json_number(&json, NULL, zoom_max < 3 ? zoom_max : 3);
    json_end(&json);
    put_rows(&json, &levels->tiles);
    json_end(&json);
    buffer_u8(text, '\n');
}
