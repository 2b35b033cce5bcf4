/* Scripts with values of layers for pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/output_helpers.h"
#include "output/web/value_scripts.h"
#include "render/layers/data_layer.h"

enum { SIZE_MAX_PX = 200, EDGE = 65, FLOOR_EDGE = 129, TEXT_BYTES = 1 << 17 };

/* A map's folder, that of its scripts, and what the output tells of. */
struct fixture {
    char directory[64];
    char scripts[96];
    char layer[32]; /* its folder */
    struct output *output;
    struct value_script last;
    int count;
};

static void tell(void *user, const struct value_script *script)
{
    struct fixture *fixture = user;
    fixture->last = *script;
    fixture->count++;
}

static void remove_all(const struct fixture *fixture)
{
    const char *const folders[] = {fixture->layer, "web"};
    folder_remove(fixture->scripts);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", fixture->directory, folders[i]);
        rmdir(path);
    }
    folder_remove(fixture->directory);
}

/* Of tile 32_48. */
static void start_layer(struct fixture *fixture, const char *layer, uint32_t size_px)
{
    *fixture = (struct fixture){.count = 0};
    make_scratch(fixture->directory);
    snprintf(fixture->layer, sizeof fixture->layer, "web/%s", layer);
    snprintf(fixture->scripts, sizeof fixture->scripts, "%s/web/%s/values", fixture->directory,
             layer);
    struct value_scripts_options options = {.directory = fixture->directory,
                                            .size_px = size_px,
                                            .range_yd = {-10.5F, 500.0F},
                                            .made = tell,
                                            .user = fixture};
    tile_set_add(&options.tiles, 32, 48);
    assert_true(data_layer_of_file_name(layer, &options.layer));
    assert_int_equal(value_scripts_open(&options, &quiet, &fixture->output), ADTMAP_OK);
}

static void start(struct fixture *fixture, uint32_t size_px)
{
    start_layer(fixture, "height", size_px);
}

static void stop(struct fixture *fixture)
{
    assert_int_equal(fixture->output->operations->finish(fixture->output), ADTMAP_OK);
    remove_all(fixture);
}

/* A slope of 200 a pixel to the east and 7 to the south; rows have a gap. */
static void put_slope(const struct fixture *fixture, uint32_t x, uint32_t y, uint32_t size_px)
{
    static uint16_t pixels[SIZE_MAX_PX * (SIZE_MAX_PX + 1)];
    for (uint32_t i = 0; i < size_px * size_px; i++) {
        uint32_t column = i % size_px;
        uint32_t row = i / size_px;
        pixels[row * (size_px + 1) + column] = (uint16_t)(200 * column + 7 * row);
    }
    fixture->output->operations->put(fixture->output, x, y, (const uint8_t *)pixels,
                                     2 * (size_t)(size_px + 1));
}

static size_t read_script(const struct fixture *fixture, char text[TEXT_BYTES])
{
    char path[128];
    snprintf(path, sizeof path, "%s/32_48.js", fixture->scripts);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, TEXT_BYTES - 1, file);
    fclose(file);
    text[size] = '\0';
    return size;
}

/* Sums the steps up. */
static void parse_edge(const char *text, size_t edge, long *values)
{
    const char *at = strchr(text, '[');
    at = strstr(at + 1, "\"steps\":[") + strlen("\"steps\":[");
    for (size_t i = 0; i < edge * edge; i++) {
        char *end;
        long from = i % edge > 0 ? values[i - 1] : i > 0 ? values[i - edge] : 0;
        values[i] = from + strtol(at, &end, 10);
        assert_int_equal(*end, i == edge * edge - 1 ? ']' : ',');
        at = end + 1;
    }
}

static void parse_values(const char *text, long values[EDGE][EDGE])
{
    parse_edge(text, EDGE, values[0]);
}

/* Where a corner lies, in pixels from the centre of the first one. */
static double corner_px(size_t corner, uint32_t size_px)
{
    double px = (double)corner * size_px / (EDGE - 1) - 0.5;
    return px < 0 ? 0 : px > size_px - 1 ? size_px - 1 : px;
}

static void corners_lie_between_the_centres_of_pixels(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 16, 64, 100, 128, 200};
    static char text[TEXT_BYTES];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct fixture f;
        long values[EDGE][EDGE];
        start(&f, sizes[i]);
        put_slope(&f, 32, 48, sizes[i]);
        assert_int_equal(read_script(&f, text), f.last.bytes);
        assert_true(hash128_equal(f.last.content, hash128(text, (size_t)f.last.bytes)));
        parse_values(text, values);
        for (size_t k = 0; k < (size_t)EDGE * EDGE; k++) {
            double wanted = 200 * corner_px(k % EDGE, sizes[i]) + 7 * corner_px(k / EDGE, sizes[i]);
            assert_true(fabs((double)values[k / EDGE][k % EDGE] - wanted) < 0.501);
        }
        stop(&f);
    }
}

static void a_script_names_its_tile_and_range(void **state)
{
    (void)state;
    static char text[TEXT_BYTES];
    static const char head[] =
        "adtmap.heights['32_48'] = {\"low\":-10.5,\"high\":500,\"steps\":[\n0,";
    struct fixture f;
    start(&f, 64);
    put_slope(&f, 32, 48, 64);
    size_t size = read_script(&f, text);
    assert_memory_equal(text, head, sizeof head - 1);
    assert_string_equal(text + size - 4, "]};\n");
    assert_int_equal(f.last.x, 32);
    assert_int_equal(f.last.y, 48);
    stop(&f);
}

/* Of layers with nothing in places, and of kinds, no corner has a value that no pixel has. */
static void corners_of_surfaces_and_kinds_are_those_of_a_pixel(void **state)
{
    (void)state;
    static char text[TEXT_BYTES];
    uint16_t floors[4 * 4] = {0};
    uint8_t liquids[4 * 4] = {0};
    struct fixture f;
    long values[EDGE][EDGE];
    for (size_t i = 0; i < 16; i += 4) {
        floors[i] = 40000;
        liquids[i] = 2 * LIQUID_STEP;
        liquids[i + 1] = LIQUID_STEP;
    }
    start_layer(&f, "surface", 4);
    f.output->operations->put(f.output, 32, 48, (const uint8_t *)floors, 8);
    read_script(&f, text);
    static const char floor_head[] =
        "adtmap.heights['surface/32_48'] = {\"low\":-10.5,\"high\":500,\"steps\":[\n40000,";
    assert_memory_equal(text, floor_head, sizeof floor_head - 1);
    static long heights[FLOOR_EDGE][FLOOR_EDGE];
    parse_edge(text, FLOOR_EDGE, heights[0]);
    for (size_t i = 0; i < FLOOR_EDGE; i++) {
        assert_int_equal(heights[i][i], i < 32 ? 40000 : 0);
    }
    stop(&f);

    start_layer(&f, "liquid", 4);
    f.output->operations->put(f.output, 32, 48, liquids, 4);
    read_script(&f, text);
    static const char liquid_head[] =
        "adtmap.heights['liquid/32_48'] = {\"low\":0,\"high\":65535,\"steps\":[\n2,";
    assert_memory_equal(text, liquid_head, sizeof liquid_head - 1);
    parse_values(text, values);
    for (size_t i = 0; i < EDGE; i++) {
        assert_int_equal(values[i][i], i < 16 ? 2 : i < 32 ? 1 : 0);
    }
    stop(&f);
}

static void the_largest_values_do_not_overflow(void **state)
{
    (void)state;
    static char text[TEXT_BYTES];
    static uint16_t pixels[64 * 64];
    struct fixture f;
    long values[EDGE][EDGE];
    memset(pixels, 0xff, sizeof pixels);
    start(&f, 64);
    f.output->operations->put(f.output, 32, 48, (const uint8_t *)pixels, 128);
    read_script(&f, text);
    parse_values(text, values);
    assert_int_equal(values[0][0], 65535);
    assert_int_equal(values[31][17], 65535);
    stop(&f);
}

static void other_tiles_are_ignored_and_a_skipped_one_loses_its_script(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, 64);
    put_slope(&f, 33, 48, 64);
    (f.output->operations->skip)(f.output, 32, 47);
    assert_int_equal(f.count, 0);
    put_slope(&f, 32, 48, 64);
    assert_int_equal(count_entries(f.scripts), 1);
    (f.output->operations->skip)(f.output, 32, 48);
    assert_int_equal(count_entries(f.scripts), 0);
    assert_int_equal(f.count, 2);
    assert_int_equal(f.last.bytes, 0);
    stop(&f);
}

static void a_failure_is_kept_until_the_end(void **state)
{
    (void)state;
    struct fixture f;
    struct adtmap_message message = {0};
    const struct diag diag = {.failure = &message};
    char path[128];
    start(&f, 64);
    snprintf(path, sizeof path, "%s/no-folder", f.directory);
    assert_int_equal(file_write_atomic(path, "", 0, &quiet), ADTMAP_OK);
    struct output *output = NULL;
    struct value_scripts_options options = {
        .directory = path, .size_px = 64, .made = tell, .user = &f};
    assert_int_equal(value_scripts_open(&options, &diag, &output), ADTMAP_IO);
    assert_null(output);
    stop(&f);

    start(&f, 64);
    tile_set_add(&options.tiles, 32, 48);
    options.directory = f.directory;
    assert_int_equal(value_scripts_open(&options, &diag, &output), ADTMAP_OK);
    remove_all(&f);
    struct output *first = f.output;
    f.output = output;
    f.count = 0;
    put_slope(&f, 32, 48, 64);
    assert_int_equal(f.count, 0);
    message = (struct adtmap_message){0};
    assert_int_equal(output->operations->finish(output), ADTMAP_NOT_FOUND);
    assert_non_null(strstr(message.file, "32_48.js"));
    first->operations->abort(first);
}

int test_value_scripts(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_lie_between_the_centres_of_pixels),
        cmocka_unit_test(a_script_names_its_tile_and_range),
        cmocka_unit_test(corners_of_surfaces_and_kinds_are_those_of_a_pixel),
        cmocka_unit_test(the_largest_values_do_not_overflow),
        cmocka_unit_test(other_tiles_are_ignored_and_a_skipped_one_loses_its_script),
        cmocka_unit_test(a_failure_is_kept_until_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
