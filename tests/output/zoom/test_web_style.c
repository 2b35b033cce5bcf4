/* Styles for MapLibre: which pictures it asks for by them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "output/zoom/web_style.h"

static const double pi = 3.14159265358979323846;

static const cJSON *at(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItem(object, key);
}

static double number_at(const cJSON *array, int index)
{
    return cJSON_GetArrayItem(array, index)->valuedouble;
}

static cJSON *style_of(const struct web_folder *pictures)
{
    struct buffer text = {0};
    web_style(&text, "Isle", "https://example.org/Isle/web/color",
              (struct stitch_bounds){16, 32, 16, 16}, pictures);
    cJSON *root = cJSON_ParseWithLength((const char *)text.data, text.size);
    buffer_free(&text);
    assert_non_null(root);
    return root;
}

static void add(struct web_folder *folder, uint32_t zoom, uint32_t x, uint32_t y)
{
    if (web_folder_has(folder, zoom, x, y)) {
        return;
    }
    folder->tiles = realloc(folder->tiles, (folder->count + 1) * sizeof *folder->tiles);
    assert_non_null(folder->tiles);
    folder->tiles[folder->count++] =
        (struct web_tile){zoom, x, y, IMAGE_PNG, web_tile_id(zoom, x, y)};
    web_folder_sort(folder);
}

/* A picture of the deepest level with those above it. */
static void add_deep(struct web_folder *folder, uint32_t zoom, uint32_t x, uint32_t y)
{
    for (uint32_t level = 0; level <= zoom; level++) {
        add(folder, level, x >> (zoom - level), y >> (zoom - level));
    }
}

/* A row of the square of Mercator's projection, 0 to 1, as MapLibre has it. */
static double mercator(double latitude)
{
    return (180 - 180 / pi * log(tan(pi / 4 + latitude * pi / 360))) / 360;
}

/*
 * What MapLibre's TileBounds lets through: pictures from the floor of the first edge to the ceiling
 * of the last. Each must be there, and all that are there must be asked for by a layer that is
 * shown at their zoom.
 */
static void assert_asks_for(const cJSON *root, const struct web_folder *pictures)
{
    size_t asked = 0;
    const cJSON *source;
    cJSON_ArrayForEach(source, at(root, "sources"))
    {
        const cJSON *bounds = at(source, "bounds");
        for (int zoom = at(source, "minzoom")->valueint; zoom <= at(source, "maxzoom")->valueint;
             zoom++) {
            double edge = ldexp(1.0, zoom);
            double right = ceil((number_at(bounds, 2) + 180) / 360 * edge);
            double bottom = ceil(mercator(number_at(bounds, 1)) * edge);
            for (double y = floor(mercator(number_at(bounds, 3)) * edge); y < bottom; y++) {
                for (double x = floor((number_at(bounds, 0) + 180) / 360 * edge); x < right; x++) {
                    assert_true(web_folder_has(pictures, (uint32_t)zoom, (uint32_t)x, (uint32_t)y));
                    asked++;
                }
            }
        }
    }
    assert_int_equal(asked, pictures->count);
}

static void a_style_has_a_source_and_a_layer_of_it(void **state)
{
    (void)state;
    struct web_folder pictures = {0};
    add_deep(&pictures, 6, 17, 33);
    cJSON *root = style_of(&pictures);
    const cJSON *map = at(at(root, "sources"), "map-0");
    assert_int_equal(at(root, "version")->valueint, 8);
    assert_string_equal(at(map, "type")->valuestring, "raster");
    assert_string_equal(cJSON_GetArrayItem(at(map, "tiles"), 0)->valuestring,
                        "https://example.org/Isle/web/color/{z}/{x}/{y}.png");
    assert_int_equal(at(map, "tileSize")->valueint, 256);
    const cJSON *layer = cJSON_GetArrayItem(at(root, "layers"), 0);
    assert_string_equal(at(layer, "source")->valuestring, "map-0");
    assert_float_equal(number_at(at(root, "center"), 0), -45.0, 1e-6);
    cJSON_Delete(root);
    free(pictures.tiles);
}

/* One source asked for all pictures within the map's bounds, and got answers of 404. */
static void no_picture_is_asked_for_that_is_not_there(void **state)
{
    (void)state;
    struct web_folder pictures = {0};
    /* an L, an island, the corners of the grid, and a tile half of which shows nothing */
    for (uint32_t i = 0; i < 5; i++) {
        for (uint32_t part = 0; part < 4; part++) {
            add_deep(&pictures, 7, 2 * (20 + i) + part % 2, 2 * 30 + part / 2);
            add_deep(&pictures, 7, 2 * 20 + part % 2, 2 * (30 + i) + part / 2);
            add_deep(&pictures, 7, 2 * 50 + part % 2, 2 * 11 + part / 2);
        }
    }
    add_deep(&pictures, 7, 0, 0);
    add_deep(&pictures, 7, 127, 127);
    add_deep(&pictures, 7, 2 * 9, 2 * 60);
    add_deep(&pictures, 7, 2 * 9, 2 * 60 + 1);
    /* two tiles, of which the half of one shows something at the level below */
    add_deep(&pictures, 7, 2 * 12, 2 * 50);
    add_deep(&pictures, 7, 2 * 12, 2 * 50 + 1);
    add_deep(&pictures, 6, 13, 50);
    cJSON *root = style_of(&pictures);
    assert_asks_for(root, &pictures);
    cJSON_Delete(root);
    free(pictures.tiles);
}

/* Pictures of 10 and 11 have edges whose degrees are rounded. */
static void deep_levels_ask_for_no_neighbours(void **state)
{
    (void)state;
    struct web_folder pictures = {0};
    for (uint32_t x = 1000; x < 1003; x++) {
        for (uint32_t y = 701; y < 706; y++) {
            add_deep(&pictures, 11, x, y);
        }
    }
    cJSON *root = style_of(&pictures);
    assert_asks_for(root, &pictures);
    cJSON_Delete(root);
    free(pictures.tiles);
}

/* MapLibre shows level z of a source with pictures of 256 px at zooms from z - 1.5 to z - 0.5. */
static void layers_show_the_levels_of_their_sources(void **state)
{
    (void)state;
    struct web_folder pictures = {0};
    add_deep(&pictures, 6, 2, 2); /* alone at each level */
    add_deep(&pictures, 6, 0, 2); /* two from level 5 on */
    cJSON *root = style_of(&pictures);
    const cJSON *layers = at(root, "layers");
    const cJSON *sources = at(root, "sources");
    const cJSON *deep = cJSON_GetArrayItem(layers, cJSON_GetArraySize(layers) - 1);
    const cJSON *source = at(sources, at(deep, "source")->valuestring);
    assert_int_equal(cJSON_GetArraySize(layers), cJSON_GetArraySize(sources));
    assert_int_equal(at(source, "minzoom")->valueint, 6);
    assert_true(at(deep, "minzoom")->valuedouble == 4.5);
    assert_null(at(deep, "maxzoom"));
    const cJSON *first = cJSON_GetArrayItem(layers, 0);
    assert_null(at(first, "minzoom"));
    assert_true(at(first, "maxzoom")->valuedouble ==
                at(at(sources, "map-0"), "maxzoom")->valuedouble + 0.5);
    cJSON_Delete(root);
    free(pictures.tiles);
}

/* A level of a chessboard would be a style of megabytes. */
static void a_level_of_too_many_rectangles_is_told_as_their_box(void **state)
{
    (void)state;
    struct web_folder pictures = {0};
    for (uint32_t i = 0; i < 300; i++) {
        add_deep(&pictures, 6, i % 32 * 2 + i / 32 % 2, 10 + i / 32);
    }
    cJSON *root = style_of(&pictures);
    const cJSON *sources = at(root, "sources");
    assert_true(cJSON_GetArraySize(sources) < 20);
    const cJSON *deep = cJSON_GetArrayItem(sources, cJSON_GetArraySize(sources) - 1);
    assert_int_equal(at(deep, "maxzoom")->valueint, 6);
    assert_float_equal(number_at(at(deep, "bounds"), 0), -180 + 0.25 * 5.625, 1e-6);
    assert_float_equal(number_at(at(deep, "bounds"), 2), 180 - 0.25 * 5.625, 1e-6);
    cJSON_Delete(root);
    free(pictures.tiles);
}

int test_web_style(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_style_has_a_source_and_a_layer_of_it),
        cmocka_unit_test(no_picture_is_asked_for_that_is_not_there),
        cmocka_unit_test(deep_levels_ask_for_no_neighbours),
        cmocka_unit_test(layers_show_the_levels_of_their_sources),
        cmocka_unit_test(a_level_of_too_many_rectangles_is_told_as_their_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
