/* The private file of places: it gives back what was written, and no damaged file is read. */
#include "job/facts/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "base/path.h"
#include "os/file.h"
#include "os/part_read.h"

static const struct diag nobody;

/* Three areas, one of them in a zone and one without a name, a map of a zone and of the continent,
 * a landmark of each kind, a flight. */
static struct places some_places(void)
{
    struct places places = {.areas = calloc(3, sizeof *places.areas), .area_count = 3};
    places.areas[0] = (struct area_name){.id = 3, .zone = 77, .name = "The Hill"};
    places.areas[1] = (struct area_name){.id = 9};
    places.areas[2] = (struct area_name){77, 0, "The World", {5000000, -17, -3, 1}};
    places.zones = calloc(2, sizeof *places.zones);
    places.zones[places.zone_count++] = (struct zone_map){"World-1_a", 0, {9, -9, 1, 0}, false, 0};
    places.zones[places.zone_count++] =
        (struct zone_map){"TheWorld", 77, {5000000, -17, -3, -4}, true, 571};
    places.parents = calloc(2, sizeof *places.parents);
    places.parents[places.parent_count++] =
        (struct web_parent){"Old_World", "The old world", {{0}}};
    places.parents[places.parent_count++] = (struct web_parent){"W", "W", {{[63] = UINT64_MAX}}};
    places.landmarks = (struct markers){.items = calloc(LANDMARK_KINDS, sizeof(struct marker))};
    for (int kind = 0; kind < LANDMARK_KINDS; kind++) {
        struct marker *marker = &places.landmarks.items[places.landmarks.count++];
        *marker = (struct marker){.x = -1234567 * kind, .y = 20000000};
        char name[32];
        int length = snprintf(name, sizeof name, "Place %d, it's one", kind);
        marker->name = text_pool_add(&places.landmarks.texts, name, (size_t)length);
        places_set_look((enum landmark_kind)kind, marker);
    }
    places.flights.items = calloc(1, sizeof *places.flights.items);
    places.flights.items[0] = (struct flight){"Here", "There", 0, 3};
    places.flights.count = 1;
    places.flights.points = calloc(3, sizeof *places.flights.points);
    memcpy(places.flights.points, (int32_t[3][2]){{-400, 20}, {0, 0}, {17066, -17066}},
           3 * sizeof *places.flights.points);
    assert_true(places_hash(&places));
    return places;
}

static char *log_path(const struct temporary *folder, const char *name)
{
    char *path = path_join(folder->path, name);
    assert_non_null(path);
    return path;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct places places = some_places();
    struct places back;
    char *path = log_path(&folder, ".adtmap/log.2-of-3");
    assert_int_equal(places_load(path, &nobody, &back), ADTMAP_NOT_FOUND);
    assert_int_equal(places_save(path, &places, NULL, &nobody), ADTMAP_OK);
    assert_int_equal(places_load(path, &nobody, &back), ADTMAP_OK);
    assert_memory_equal(&back.tables, &places.tables, sizeof places.tables);
    assert_int_equal(back.area_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(back.areas[i].id, places.areas[i].id);
        assert_int_equal(back.areas[i].zone, places.areas[i].zone);
        assert_string_equal(back.areas[i].name, places.areas[i].name);
        assert_memory_equal(back.areas[i].frame, places.areas[i].frame,
                            sizeof places.areas[i].frame);
    }
    assert_int_equal(back.zone_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(back.zones[i].name, places.zones[i].name);
        assert_int_equal(back.zones[i].area, places.zones[i].area);
        assert_memory_equal(back.zones[i].frame, places.zones[i].frame,
                            sizeof places.zones[i].frame);
    }
    assert_false(back.zones[0].is_shared);
    assert_true(back.zones[1].is_shared && back.zones[1].other_map == 571);
    assert_int_equal(back.parent_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(back.parents[i].name, places.parents[i].name);
        assert_string_equal(back.parents[i].title, places.parents[i].title);
        assert_memory_equal(&back.parents[i].tiles, &places.parents[i].tiles,
                            sizeof places.parents[i].tiles);
    }
    assert_int_equal(back.landmarks.count, LANDMARK_KINDS);
    for (int kind = 0; kind < LANDMARK_KINDS; kind++) {
        const struct marker *one = &back.landmarks.items[kind];
        const struct marker *other = &places.landmarks.items[kind];
        assert_string_equal(one->name, other->name);
        assert_string_equal(one->icon, other->icon);
        assert_string_equal(one->group, other->group);
        assert_string_equal(one->color, other->color);
        assert_true(one->x == other->x && one->y == other->y);
    }
    assert_int_equal(back.flights.count, 1);
    assert_string_equal(back.flights.items->from, places.flights.items->from);
    assert_string_equal(back.flights.items->to, places.flights.items->to);
    assert_int_equal(back.flights.items->first, places.flights.items->first);
    assert_int_equal(back.flights.items->count, places.flights.items->count);
    assert_memory_equal(back.flights.points, places.flights.points,
                        3 * sizeof *places.flights.points);
    assert_int_equal(places_remove(path, &nobody), ADTMAP_OK);
    places_free(&places);
    assert_int_equal(places_load(path, &nobody, &places), ADTMAP_NOT_FOUND);
    places_free(&places);
    places_free(&back);
    places_free(&back);
    free(path);
    temporary_remove(&folder);
}

/* The file with the byte at `at` changed, or with `size` bytes alone. */
static enum adtmap_status load_damaged(const struct temporary *folder, const char *path,
                                       const struct blob *whole, size_t size, size_t at)
{
    char *file = log_path(folder, ".adtmap/places");
    uint8_t *bytes = malloc(whole->size);
    struct places places;
    memcpy(bytes, whole->data, whole->size);
    bytes[at] ^= at < size ? 1 : 0;
    assert_int_equal(file_write_atomic(file, bytes, size, &nobody), ADTMAP_OK);
    enum adtmap_status status = places_load(path, &nobody, &places);
    places_free(&places);
    free(bytes);
    free(file);
    return status;
}

static void no_damaged_file_is_read(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct places places = some_places();
    struct blob whole;
    char *path = log_path(&folder, ".adtmap/log");
    char *file = log_path(&folder, ".adtmap/places");
    assert_int_equal(places_save(path, &places, NULL, &nobody), ADTMAP_OK);
    assert_int_equal(part_read_file(NULL, file, SIZE_MAX, &nobody, &whole), ADTMAP_OK);
    for (size_t i = 0; i < whole.size; i++) {
        assert_int_equal(load_damaged(&folder, path, &whole, whole.size, i), ADTMAP_NOT_FOUND);
        assert_int_equal(load_damaged(&folder, path, &whole, i, whole.size - 1), ADTMAP_NOT_FOUND);
    }
    blob_release(&whole);
    places_free(&places);
    free(file);
    free(path);
    temporary_remove(&folder);
}

/* Names become those of files. */
static void a_zone_whose_name_leads_elsewhere_is_not_read(void **state)
{
    (void)state;
    static const struct zone_map wrong[] = {{"../out", 1, {1, 0, 1, 0}, false, 0},
                                            {"a b", 1, {1, 0, 1, 0}, false, 0},
                                            {"turned", 1, {0, 1, 1, 0}, false, 0}};
    struct temporary folder = temporary_make();
    char *path = log_path(&folder, ".adtmap/log");
    for (int i = 0; i < 3; i++) {
        struct places places = some_places();
        struct places back;
        places.zones[1] = wrong[i];
        assert_int_equal(places_save(path, &places, NULL, &nobody), ADTMAP_OK);
        assert_int_equal(places_load(path, &nobody, &back), ADTMAP_NOT_FOUND);
        places_free(&places);
        places_free(&back);
    }
    free(path);
    temporary_remove(&folder);
}

static void areas_that_are_not_used_go_and_zones_stay(void **state)
{
    (void)state;
    struct temporary folder = temporary_make();
    struct places places = some_places();
    struct places back;
    char *path = log_path(&folder, ".adtmap/log");
    const uint32_t used[] = {3, 3, 500};
    const struct area_ids ids = {used, 3};
    assert_int_equal(places_save(path, &places, &ids, &nobody), ADTMAP_OK);
    assert_int_equal(places_load(path, &nobody, &back), ADTMAP_OK);
    assert_int_equal(back.area_count, 2);
    assert_non_null(places_area(&back, 3));
    assert_non_null(places_area(&back, 77));
    assert_null(places_area(&back, 9));
    assert_memory_equal(&back.tables, &places.tables, sizeof places.tables);
    places_free(&places);
    places_free(&back);
    free(path);
    temporary_remove(&folder);
}

int test_places(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(no_damaged_file_is_read),
        cmocka_unit_test(a_zone_whose_name_leads_elsewhere_is_not_read),
        cmocka_unit_test(areas_that_are_not_used_go_and_zones_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
