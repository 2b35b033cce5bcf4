/* What a run that ends says of its map, from the plan and the records, without a disk. */
#include "job/facts/map_summary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COLUMN = 3, ROW = 10 };

static const struct hash128 recipe = {1, 1};
static const struct hash128 layer_recipe = {2, 1};

/* A map of two tiles that there are, one that has failed and one without an ADT; and areas. */
struct finished {
    struct plan_request request;
    struct plan plan;
    struct build_log *log;
    struct places places;
    struct area_name names[2];
};

static void put(struct build_log *log, struct node_id id, enum build_state state,
                struct hash128 made_with, const char *note)
{
    const struct build_record record = {.id = id,
                                        .state = state,
                                        .recipe = made_with,
                                        .pixels = {0xabc, 0xdef},
                                        .file = {100, 1, {7, 7}},
                                        .note = note ? strdup(note) : NULL};
    assert_true(build_log_put(log, &record));
}

static void begin(struct finished *f)
{
    memset(f, 0, sizeof *f);
    f->request.map = "M";
    f->request.series_count = 2;
    f->request.series[0].drawn =
        (struct series){.recipe = recipe, .size_px = 256, .settings = "{\"light\": 1}"};
    snprintf(f->request.series[1].name, sizeof f->request.series[1].name, "area");
    f->request.series[1].drawn =
        (struct series){.recipe = layer_recipe, .size_px = 64, .settings = ""};
    f->log = build_log_create();
    assert_non_null(f->log);
    put(f->log, node_tile("", COLUMN, ROW), BUILD_MADE, recipe, NULL);
    put(f->log, node_tile("", COLUMN + 1, ROW + 1), BUILD_MADE, recipe, NULL);
    put(f->log, node_tile("", COLUMN + 2, ROW), BUILD_FAILED, recipe, "cut short");
    put(f->log, node_tile("", COLUMN + 3, ROW), BUILD_ABSENT, recipe, NULL);
    put(f->log, node_tile("", COLUMN + 9, ROW), BUILD_MADE, layer_recipe,
        NULL); /* other settings */
    put(f->log, node_tile("area", COLUMN, ROW), BUILD_MADE, layer_recipe, "12 7");
    put(f->log, node_tile("area", COLUMN + 1, ROW + 1), BUILD_MADE, layer_recipe, "12 9");
    for (uint32_t x = COLUMN; x < COLUMN + 10; x++) {
        tile_set_add(&f->plan.series[0].shown, x, ROW);
    }
    tile_set_add(&f->plan.series[0].shown, COLUMN + 1, ROW + 1);
    f->plan.series[1].shown = f->plan.series[0].shown;
    f->names[0] = (struct area_name){.id = 7, .name = "Heath"};
    f->names[1] = (struct area_name){.id = 12, .zone = 7, .name = "Mill"};
    f->places.areas = f->names;
    f->places.area_count = 2;
}

static void open_summary(struct finished *f, struct map_summary *summary)
{
    assert_true(map_summary_open(&f->request, &f->plan, f->log, &f->places, summary));
}

static void end(struct finished *f, struct map_summary *summary)
{
    map_summary_close(summary);
    build_log_destroy(f->log);
}

static void has(const struct buffer *text, const char *wanted)
{
    if (!strstr((const char *)text->data, wanted)) {
        print_error("%s\nlacks %s\n", (const char *)text->data, wanted);
        fail();
    }
}

static void tiles_count_by_their_records(void **state)
{
    (void)state;
    struct finished f;
    struct map_summary summary;
    struct buffer text = {0};
    begin(&f);
    open_summary(&f, &summary);
    assert_int_equal(tile_set_count(&summary.series[0].present), 2);
    assert_int_equal(tile_set_count(&summary.series[1].present), 2);
    map_summary_manifest(&summary, &text);
    buffer_u8(&text, 0);
    assert_false(text.failed);
    /* All that are shown have their place in the rectangle, those that failed too. */
    has(&text,
        "\"bounds\": "
        "{\"tiles\":{\"x\":3,\"y\":10,\"columns\":10,\"rows\":2},\"pixels\":{\"width\":2560,");
    has(&text, "\"stitched\": null");
    has(&text, "\"settings\": {\"light\": 1},\n  \"tiles\": [\n    "
               "{\"x\":3,\"y\":10,\"file\":\"tiles/M_03_10.png\",");
    has(&text, "\"x\":4,\"y\":11,\"file\":\"tiles/M_04_11.png\"");
    has(&text, "\"failed\": [\n    {\"x\":5,\"y\":10,\"reason\":\"cut short\"}\n  ]");
    has(&text, "\"absent\": [\n    {\"x\":6,\"y\":10}\n  ]");
    has(&text, "{\"name\":\"area\",\"about\":\"a colour an area "
               "id\",\"format\":\"rgb8\",\"tile_size\":64,\"stitched\":null}");
    has(&text, "{\"layer\":\"area\",\"x\":3,\"y\":10,\"file\":\"layers/area/M_03_10.png\"");
    assert_null(strstr((const char *)text.data, "M_12_10")); /* of other settings */
    buffer_free(&text);
    end(&f, &summary);
}

/* The whole grid has the pixels of 64 tiles on an edge, wherever the map's are. */
static void a_stitched_picture_has_the_extent_of_its_record(void **state)
{
    (void)state;
    for (int is_grid = 0; is_grid < 2; is_grid++) {
        struct finished f;
        struct map_summary summary;
        struct buffer text = {0};
        struct buffer world = {0};
        begin(&f);
        put(f.log, node_stitched(""), BUILD_MADE, recipe, is_grid ? "grid" : NULL);
        open_summary(&f, &summary);
        map_summary_manifest(&summary, &text);
        map_summary_world_file(&summary, 0, &world);
        buffer_u8(&text, 0);
        buffer_u8(&world, 0);
        has(&text, "\"stitched\": {\"file\":\"M.png\",");
        has(&text, is_grid ? "\"columns\":64,\"rows\":64" : "\"columns\":10,\"rows\":2");
        has(&world, is_grid ? "-17065.625" : "-15465.625"); /* X of the first pixel's middle */
        buffer_free(&text);
        buffer_free(&world);
        end(&f, &summary);
    }
}

static void areas_are_those_of_the_layers_tiles(void **state)
{
    (void)state;
    static const uint32_t wanted[] = {7, 9, 12, 12};
    struct finished f;
    struct map_summary summary;
    struct buffer ids = {0};
    begin(&f);
    open_summary(&f, &summary);
    map_summary_areas(&summary, &ids);
    assert_int_equal(ids.size, sizeof wanted);
    assert_memory_equal(ids.data, wanted, sizeof wanted);
    buffer_free(&ids);
    end(&f, &summary);
}

int test_map_summary(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_count_by_their_records),
        cmocka_unit_test(a_stitched_picture_has_the_extent_of_its_record),
        cmocka_unit_test(areas_are_those_of_the_layers_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
