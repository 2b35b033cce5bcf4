/* Facts about points, on files built here: the fan of a quad, borders, liquids, holes, areas,
 * floors. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
#include "formats/tables/dbc_builder.h"
#include "formats/wmo/wmo_build.h"

enum { CHUNKS = 256 };
static const double TILE = 1600.0 / 3;
static const double CHUNK = 100.0 / 3;
static const double QUAD = 100.0 / 24;

struct world {
    struct temporary data_folder;
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct adtmap_locator *locator;
};

static void put(struct world *w, const char *name, struct buffer *bytes)
{
    char path[256];
    temporary_file(&w->data_folder, name, "");
    FILE *file = fopen(temporary_path(&w->data_folder, name, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
    buffer_free(bytes);
}

/* Heights of a tile's vertices differ in every chunk, so that a wrong one is seen. */
static float built_height(uint32_t chunk, uint32_t vertex)
{
    return 64 + (float)(vertex * 37 % 101) * 0.25F - (float)chunk * 0.5F;
}

static struct buffer make_tile(uint32_t x, uint32_t y, uint32_t holes, uint32_t area)
{
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 18);
    size_t mhdr = begin_chunk(&file, "MHDR");
    add_zeroes(&file, 64);
    end_chunk(&file, mhdr);
    for (uint32_t i = 0; i < CHUNKS; i++) {
        uint32_t header[32] = {0};
        header[1] = i % 16;
        header[2] = i / 16;
        header[5] = 8 + sizeof header; /* where MCVT begins */
        header[13] = area;
        header[15] = holes;
        size_t mcnk = begin_chunk(&file, "MCNK");
        for (size_t k = 0; k < 26; k++) {
            buffer_u32le(&file, header[k]);
        }
        buffer_f32le(&file, (float)((32.0 - y) * TILE - i / 16 * CHUNK));
        buffer_f32le(&file, (float)((32.0 - x) * TILE - i % 16 * CHUNK));
        add_zeroes(&file, 16);
        size_t mcvt = begin_chunk(&file, "MCVT");
        for (uint32_t vertex = 0; vertex < 145; vertex++) {
            buffer_f32le(&file, built_height(i, vertex));
        }
        end_chunk(&file, mcvt);
        end_chunk(&file, mcnk);
    }
    return file;
}

static void put_tile(struct world *w, uint32_t x, uint32_t y, uint32_t holes, uint32_t area)
{
    char name[64];
    struct buffer bytes = make_tile(x, y, holes, area);
    snprintf(name, sizeof name, "World/Maps/A/A_%u_%u.adt", x, y);
    put(w, name, &bytes);
}

/* A WDT that lists the tiles of columns 31 and 32, rows 31 to 33. */
static void put_wdt(struct world *w)
{
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 18);
    size_t mphd = begin_chunk(&file, "MPHD");
    add_zeroes(&file, 32);
    end_chunk(&file, mphd);
    size_t begin = begin_chunk(&file, "MAIN");
    for (uint32_t i = 0; i < 64 * 64; i++) {
        buffer_u32le(&file, (i % 64 == 31 || i % 64 == 32) && i / 64 >= 31 && i / 64 <= 33);
        buffer_u32le(&file, 0);
    }
    end_chunk(&file, begin);
    put(w, "World/Maps/A/A.wdt", &file);
}

/* `log` may be NULL. */
static void open_with_log(struct world *w, const struct adtmap_log *log)
{
    const char *path = w->data_folder.path;
    assert_int_equal(adtmap_data_open(&path, 1, log, &w->data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(w->data, "A", &w->map, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_locator_open(w->map, &w->locator, NULL), ADTMAP_OK);
}

static void open_world(struct world *w)
{
    open_with_log(w, NULL);
}

/* Two tiles that meet at X 0: (31, 31) is north of it, (31, 32) south, with holes. */
static struct world start(void)
{
    struct world w = {.data_folder = temporary_make()};
    put_wdt(&w);
    put_tile(&w, 31, 31, 0, 0);
    put_tile(&w, 31, 32, 0x8001, 0);
    return w;
}

static void stop(struct world *w)
{
    adtmap_locator_close(w->locator);
    adtmap_map_close(w->map);
    adtmap_data_close(w->data);
    temporary_remove(&w->data_folder);
}

static struct adtmap_place locate(const struct world *w, double x, double y, double z)
{
    const struct adtmap_point point = {x, y, z};
    struct adtmap_place place;
    assert_int_equal(
        adtmap_locate(w->locator, &point, 1, ADTMAP_LOCATE_SURFACES, &place, sizeof place, NULL),
        ADTMAP_OK);
    return place;
}

/* The height at a place of tile (31, 31), in quads from the north and west edge of the tile. */
static double ground(const struct world *w, double south, double east)
{
    struct adtmap_place place = locate(w, TILE - south * QUAD, TILE - east * QUAD, (double)NAN);
    assert_true(place.flags & ADTMAP_PLACE_GROUND);
    assert_int_equal(place.tile_x, 31);
    assert_int_equal(place.tile_y, 31);
    return place.ground;
}

static void assert_near(double value, double wanted)
{
    if (!(fabs(value - wanted) < 1e-4)) {
        fail_msg("%.9f, wanted %.9f", value, wanted);
    }
}

/* A quad of chunk 37, whose north-west vertex is 2 rows and 3 columns from the chunk's. */
static void heights_are_linear_in_the_four_triangles_of_a_quad(void **state)
{
    (void)state;
    struct world w = start();
    open_world(&w);
    const uint32_t chunk = 2 * 16 + 5;
    const double row = 2 * 8 + 2;
    const double column = 5 * 8 + 3;
    const uint32_t nw = 2 * 17 + 3;
    const double h[5] = {
        (double)built_height(chunk, nw),      (double)built_height(chunk, nw + 1),
        (double)built_height(chunk, nw + 17), (double)built_height(chunk, nw + 18),
        (double)built_height(chunk, nw + 9),
    };
    assert_near(ground(&w, row + 0.5, column + 0.5), h[4]);
    assert_near(ground(&w, row + 1e-9, column + 1e-9), h[0]);
    assert_near(ground(&w, row + 1e-9, column + 1 - 1e-9), h[1]);
    assert_near(ground(&w, row + 1 - 1e-9, column + 1e-9), h[2]);
    assert_near(ground(&w, row + 1 - 1e-9, column + 1 - 1e-9), h[3]);
    assert_near(ground(&w, row + 1e-9, column + 0.5), (h[0] + h[1]) / 2);
    assert_near(ground(&w, row + 0.25, column + 0.25), (h[0] + h[4]) / 2);
    assert_near(ground(&w, row + 0.75, column + 0.25), (h[2] + h[4]) / 2);
    assert_near(ground(&w, row + 1.0 / 6, column + 0.5), (h[0] + h[1] + h[4]) / 3);
    assert_near(ground(&w, row + 0.5, column + 0.9), 0.2 * h[4] + 0.8 * (h[1] + h[3]) / 2);
    stop(&w);
}

/* Chunks and tiles have vertices of their own: on both sides of a border each counts. */
static void borders_belong_to_the_side_that_they_begin(void **state)
{
    (void)state;
    struct world w = start();
    open_world(&w);
    struct adtmap_place place = locate(&w, TILE - CHUNK, TILE - CHUNK, (double)NAN);
    assert_int_equal(place.chunk_x, 1);
    assert_int_equal(place.chunk_y, 1);
    assert_near(place.ground, (double)built_height(17, 0));
    place = locate(&w, TILE - CHUNK + 1e-6, TILE - CHUNK + 1e-6, (double)NAN);
    assert_int_equal(place.chunk_x, 0);
    assert_int_equal(place.chunk_y, 0);
    assert_near(place.ground, (double)built_height(0, 8 * 17 + 8));
    place = locate(&w, 0, 1, (double)NAN);
    assert_int_equal(place.tile_y, 32);
    assert_int_equal(place.chunk_y, 0);
    place = locate(&w, 1e-6, 1, (double)NAN);
    assert_int_equal(place.tile_y, 31);
    assert_int_equal(place.chunk_y, 15);
    assert_int_equal(place.chunk_x, 15);
    place = locate(&w, -1e-6, 0, (double)NAN);
    assert_int_equal(place.tile_x, 32);
    assert_int_equal(place.tile_y, 32);
    assert_false(place.flags & ADTMAP_PLACE_TILE);
    stop(&w);
}

/* Four tiles meet where X and Y are 0; north and west of it they are positive. */
static void tiles_of_all_signs_are_found(void **state)
{
    (void)state;
    struct world w = start();
    for (uint32_t i = 0; i < 4; i++) {
        put_tile(&w, 31 + i % 2, 31 + i / 2, 0, 100 + i);
    }
    open_world(&w);
    const double inside = 1e-6;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x = 31 + i % 2;
        uint32_t y = 31 + i / 2;
        for (uint32_t chunk = 0; chunk < CHUNKS; chunk += 51) {
            double north = (32.0 - y) * TILE - chunk / 16 * CHUNK;
            double west = (32.0 - x) * TILE - chunk % 16 * CHUNK;
            struct adtmap_place place = locate(&w, north - inside, west - inside, (double)NAN);
            assert_int_equal(place.area, 100 + i);
            assert_int_equal(place.tile_x, x);
            assert_int_equal(place.tile_y, y);
            assert_int_equal(place.chunk_y * 16 + place.chunk_x, chunk);
            assert_near(place.ground, (double)built_height(chunk, 0));
            place = locate(&w, north - CHUNK + inside, west - CHUNK + inside, (double)NAN);
            assert_int_equal(place.chunk_y * 16 + place.chunk_x, chunk);
            assert_near(place.ground, (double)built_height(chunk, 8 * 17 + 8));
        }
    }
    stop(&w);
}

enum { MH2O_HEADERS = 256 * 12, MAGMA = 3, WATER = 5 };

static void add_instance(struct buffer *file, uint32_t type, float height, uint32_t place,
                         uint32_t vertices_at)
{
    buffer_u32le(file, type);
    add_floats(file, (const float[]){height, height}, 2);
    buffer_u32le(file, place); /* column, row, width and height in quads, a byte each */
    buffer_u32le(file, 0);
    buffer_u32le(file, vertices_at);
}

/* In chunk 0 magma 200 yards high, then water at 90; in chunk 5 that water, then the magma; in
 * chunk 255 water on the last quad alone, that slopes. */
static void add_liquids(struct buffer *file)
{
    const uint32_t slope_at = MH2O_HEADERS + 4 * 24;
    size_t begin = begin_chunk(file, "MH2O");
    add_zeroes(file, MH2O_HEADERS);
    put_u32(file, begin, MH2O_HEADERS);
    put_u32(file, begin + 4, 2);
    put_u32(file, begin + 5 * 12, MH2O_HEADERS + 24);
    put_u32(file, begin + 5 * 12 + 4, 2);
    put_u32(file, begin + 255 * 12, MH2O_HEADERS + 3 * 24);
    put_u32(file, begin + 255 * 12 + 4, 1);
    add_instance(file, MAGMA, 200, 0x08080000, 0);
    add_instance(file, WATER, 90, 0x08080000, 0);
    add_instance(file, MAGMA, 200, 0x08080000, 0);
    add_instance(file, WATER, 0, 0x01010707, slope_at);
    add_floats(file, (const float[]){10, 20, 30, 44}, 4);
    add_zeroes(file, 4); /* depths */
    end_chunk(file, begin);
}

static void assert_liquid(const struct adtmap_place *place, uint32_t liquid, double z)
{
    assert_true(place->flags & ADTMAP_PLACE_LIQUID);
    assert_int_equal(place->liquid, liquid);
    assert_near(place->liquid_z, z);
}

/* Of several liquids the lowest that is not below the point counts, else the highest. */
static void liquids_are_found_by_height_and_quad(void **state)
{
    (void)state;
    struct world w = start();
    struct buffer tile = make_tile(31, 31, 0, 0);
    add_liquids(&tile);
    put(&w, "World/Maps/A/A_31_31.adt", &tile);
    open_world(&w);
    static const struct {
        double z, liquid_z;
        uint32_t liquid;
    } wanted[] = {{50, 90, ADTMAP_PLACE_WATER},
                  {90, 90, ADTMAP_PLACE_WATER},
                  {90.1, 200, ADTMAP_PLACE_MAGMA},
                  {900, 200, ADTMAP_PLACE_MAGMA},
                  {(double)NAN, 200, ADTMAP_PLACE_MAGMA}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        for (unsigned chunk = 0; chunk <= 5; chunk += 5) { /* in either order */
            struct adtmap_place place = locate(&w, TILE - 3, TILE - chunk * CHUNK - 3, wanted[i].z);
            assert_liquid(&place, wanted[i].liquid, wanted[i].liquid_z);
        }
    }
    assert_false(locate(&w, TILE - CHUNK - 3, TILE - 3, 50).flags & ADTMAP_PLACE_LIQUID);
    /* Bilinear, as liquids are drawn. */
    struct adtmap_place place = locate(&w, 0.5 * QUAD, 0.5 * QUAD, 0);
    assert_liquid(&place, ADTMAP_PLACE_WATER, (10 + 20 + 30 + 44) / 4.0);
    place = locate(&w, 0.75 * QUAD, 0.25 * QUAD, 0);
    assert_liquid(&place, ADTMAP_PLACE_WATER,
                  0.75 * (0.25 * 10 + 0.75 * 20) + 0.25 * (0.25 * 30 + 0.75 * 44));
    assert_false(locate(&w, 1.1 * QUAD, 0.5 * QUAD, 0).flags & ADTMAP_PLACE_LIQUID);
    assert_false(locate(&w, 0.5 * QUAD, 1.1 * QUAD, 0).flags & ADTMAP_PLACE_LIQUID);
    stop(&w);
}

/* The mask has a hole in the first and in the last 2 x 2 quads of each chunk. */
static void holes_are_open_and_the_ground_is_known(void **state)
{
    (void)state;
    struct world w = start();
    open_world(&w);
    struct adtmap_place place = locate(&w, -0.5 * QUAD, TILE - 1.5 * QUAD, 500);
    assert_true(place.flags & ADTMAP_PLACE_HOLE && place.flags & ADTMAP_PLACE_GROUND);
    assert_false(place.flags & ADTMAP_PLACE_SURFACE);
    place = locate(&w, -0.5 * QUAD, TILE - 2.5 * QUAD, 500);
    assert_false(place.flags & ADTMAP_PLACE_HOLE);
    assert_true(place.flags & ADTMAP_PLACE_SURFACE);
    assert_near(place.surface, place.ground);
    place = locate(&w, -7.5 * QUAD, TILE - 7.5 * QUAD, 500);
    assert_true(place.flags & ADTMAP_PLACE_HOLE);
    stop(&w);
}

static void ground_above_a_point_is_not_its_floor(void **state)
{
    (void)state;
    struct world w = start();
    open_world(&w);
    double z = locate(&w, 100, 100, (double)NAN).ground;
    assert_true(locate(&w, 100, 100, z - 1.9).flags & ADTMAP_PLACE_SURFACE);
    struct adtmap_place below = locate(&w, 100, 100, z - 2.1);
    assert_false(below.flags & ADTMAP_PLACE_SURFACE);
    assert_true(below.flags & ADTMAP_PLACE_BELOW);
    assert_near(below.surface, z);
    assert_true(locate(&w, 100, 100, z + 900).flags & ADTMAP_PLACE_SURFACE);
    stop(&w);
}

static void points_off_the_map_have_no_facts(void **state)
{
    (void)state;
    struct world w = start();
    open_world(&w);
    assert_int_equal(locate(&w, (double)NAN, 5, 0).flags, 0);
    assert_int_equal(locate(&w, 5, (double)INFINITY, 0).flags, 0);
    assert_int_equal(locate(&w, 17067, 0, 0).flags, 0);
    assert_int_equal(locate(&w, 1000, 1000, 0).flags, ADTMAP_PLACE_ON_GRID);
    struct adtmap_place corner = locate(&w, -51200.0 / 3, -51200.0 / 3, 0);
    assert_int_equal(corner.flags, ADTMAP_PLACE_ON_GRID);
    assert_int_equal(corner.tile_x, 63);
    assert_int_equal(corner.chunk_y, 15);
    stop(&w);
}

/* Points in any order and number have the answers that each has alone; a caller with shorter places
 * gets what fits. */
static void many_points_are_answered_in_their_order(void **state)
{
    enum { COUNT = 2000 };
    (void)state;
    static struct adtmap_point points[COUNT];
    static struct adtmap_place places[COUNT];
    static uint32_t heads[COUNT][2];
    struct world w = start();
    open_world(&w);
    uint32_t random = 12345;
    for (size_t i = 0; i < COUNT; i++) {
        double xy[2];
        for (int k = 0; k < 2; k++) {
            random = random * 1664525 + 1013904223;
            xy[k] = ((double)(random >> 8) / (1 << 24) - 0.4) * 2500;
        }
        points[i] = (struct adtmap_point){xy[0], xy[1], 70};
    }
    assert_int_equal(adtmap_locate(w.locator, points, COUNT, 0, places, sizeof *places, NULL),
                     ADTMAP_OK);
    assert_int_equal(adtmap_locate(w.locator, points, COUNT, 0, (struct adtmap_place *)heads,
                                   sizeof *heads, NULL),
                     ADTMAP_OK);
    size_t on_ground = 0;
    for (size_t i = 0; i < COUNT; i++) {
        struct adtmap_place alone;
        assert_int_equal(adtmap_locate(w.locator, &points[i], 1, 0, &alone, sizeof alone, NULL),
                         ADTMAP_OK);
        assert_memory_equal(&places[i], &alone, sizeof alone);
        assert_int_equal(heads[i][0], alone.flags);
        assert_int_equal(heads[i][1], alone.tile_x);
        on_ground += (alone.flags & ADTMAP_PLACE_GROUND) != 0;
    }
    assert_in_range(on_ground, COUNT / 50, COUNT / 2);
    assert_int_equal(adtmap_locate(w.locator, points, 0, 0, places, sizeof *places, NULL),
                     ADTMAP_OK);
    stop(&w);
}

enum { THREADS = 6, THREAD_POINTS = 3000 };

/* The questions of a thread, in an order of its own, and the answers. */
struct asking {
    const struct world *w;
    size_t step;
    struct adtmap_point points[THREAD_POINTS];
    struct adtmap_place places[THREAD_POINTS];
    enum adtmap_status status;
};

static size_t asked_at(const struct asking *asking, size_t i)
{
    return i * asking->step % THREAD_POINTS;
}

static void *ask(void *user)
{
    struct asking *asking = user;
    for (size_t i = 0; i < THREAD_POINTS; i++) {
        size_t at = asked_at(asking, i);
        asking->points[i] = (struct adtmap_point){(double)at / THREAD_POINTS * 2 * TILE - TILE,
                                                  200.0 + (double)(at % 7), 70};
    }
    for (int round = 0; round < 3 && !asking->status; round++) {
        asking->status = adtmap_locate(asking->w->locator, asking->points, THREAD_POINTS, 0,
                                       asking->places, sizeof *asking->places, NULL);
    }
    return NULL;
}

/* All at once, from a locator that has no tile yet. */
static void threads_are_told_the_same(void **state)
{
    (void)state;
    static struct asking askings[THREADS];
    static const size_t steps[THREADS] = {1, 7, 11, 1499, 2999, 1}; /* without a factor of 3000 */
    pthread_t threads[THREADS];
    struct world w = start();
    open_world(&w);
    for (size_t i = 0; i < THREADS; i++) {
        askings[i] = (struct asking){.w = &w, .step = steps[i]};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askings[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(askings[i].status, ADTMAP_OK);
    }
    for (size_t i = 1; i < THREADS; i++) {
        for (size_t k = 0; k < THREAD_POINTS; k++) {
            assert_memory_equal(&askings[i].places[k], &askings[0].places[asked_at(&askings[i], k)],
                                sizeof *askings[i].places);
        }
    }
    assert_true(askings[0].places[1].flags & ADTMAP_PLACE_GROUND);
    stop(&w);
}

/* Memory has room for some of six tiles, whose files go after the first call: the second meets the
 * last of them before they have to make room. */
static void the_next_call_finds_the_last_tiles_in_memory(void **state)
{
    (void)state;
    struct world w = start();
    struct adtmap_point points[6];
    struct adtmap_place places[6];
    for (uint32_t i = 0; i < 6; i++) {
        put_tile(&w, 31 + i % 2, 31 + i / 2, 0, 0);
        points[i] =
            (struct adtmap_point){(0.5 - i / 2) * TILE + 1, (0.5 - i % 2) * TILE + 1, (double)NAN};
    }
    open_world(&w);
    adtmap_data_limit_memory(w.data, 600000);
    for (int call = 0; call < 2; call++) {
        assert_int_equal(adtmap_locate(w.locator, points, 6, 0, places, sizeof *places, NULL),
                         ADTMAP_OK);
        assert_int_equal(places[0].flags & ADTMAP_PLACE_GROUND, call ? 0 : ADTMAP_PLACE_GROUND);
        assert_true(places[5].flags & ADTMAP_PLACE_GROUND);
        for (uint32_t i = 0; i < 6; i++) {
            char name[64], path[256];
            snprintf(name, sizeof name, "World/Maps/A/A_%u_%u.adt", 31 + i % 2, 31 + i / 2);
            (void)remove(temporary_path(&w.data_folder, name, path));
        }
    }
    stop(&w);
}

static void a_damaged_tile_is_said_and_the_others_go_on(void **state)
{
    (void)state;
    struct world w = start();
    struct buffer rubbish = {0};
    add_zeroes(&rubbish, 100);
    put(&w, "World/Maps/A/A_31_33.adt", &rubbish);
    open_world(&w);
    assert_int_equal(locate(&w, -TILE - 5, 5, 0).flags,
                     ADTMAP_PLACE_ON_GRID | ADTMAP_PLACE_DAMAGED);
    assert_true(locate(&w, -5, 5, 0).flags & ADTMAP_PLACE_GROUND);
    stop(&w);
}

/* The area is a part of a zone that has a map. */
static void areas_lead_to_zones_and_per_cent(void **state)
{
    (void)state;
    struct world w = start();
    put_tile(&w, 31, 31, 0, 87);
    struct dbc_bytes areas = dbc_make(36, 3);
    const uint32_t ids[3][2] = {{87, 12}, {12, 0}, {5, 5}};
    const char *const names[] = {"Goldshire", "Elwynn Forest", "In itself"};
    for (uint32_t i = 0; i < 3; i++) {
        set(&areas, i, 0, ids[i][0]);
        set(&areas, i, 2, ids[i][1]);
        set_text(&areas, i, 11, names[i]);
    }
    dbc_end(&areas);
    put(&w, "DBFilesClient/AreaTable.dbc", &areas.bytes);
    struct dbc_bytes frames = dbc_make(11, 1);
    set(&frames, 0, 2, 12);
    set_float(&frames, 0, 4, 400);
    set_float(&frames, 0, 5, -100);
    set_float(&frames, 0, 6, 300);
    set_float(&frames, 0, 7, 100);
    dbc_end(&frames);
    put(&w, "DBFilesClient/WorldMapArea.dbc", &frames.bytes);
    open_world(&w);
    struct adtmap_place place = locate(&w, 250, 150, 0);
    assert_int_equal(place.area, 87);
    assert_int_equal(place.zone, 12);
    assert_true(place.flags & ADTMAP_PLACE_PERCENT);
    assert_near(place.zone_x, 50);
    assert_near(place.zone_y, 25);
    assert_string_equal(adtmap_area_name(w.locator, 87), "Goldshire");
    assert_string_equal(adtmap_area_name(w.locator, 88), "");
    assert_int_equal(adtmap_zone_by_name(w.locator, "elwynn FOREST"), 12);
    double x, y;
    assert_int_equal(adtmap_zone_point(w.locator, 12, 50, 25, &x, &y), 1);
    assert_near(x, 250);
    assert_near(y, 150);
    assert_int_equal(adtmap_zone_point(w.locator, 87, 50, 25, &x, &y), 0);
    buffer_free(&areas.strings);
    buffer_free(&frames.strings);
    stop(&w);
}

enum { FACES = 4, ANTIPORTAL = 0x4000000 };

/* A group of horizontal squares round the origin, 20 yards wide, at these heights. The second is
 * for collision alone, the third faces down, the last is a detail. */
static void put_floors(struct world *w, uint32_t flags)
{
    static const float heights[FACES] = {5, 10, 14, 16};
    static const uint8_t kinds[FACES] = {0x20, 0x08, 0x20, 0x24};
    static const float corners[4][2] = {{-10, -10}, {10, -10}, {10, 10}, {-10, 10}};
    const uint16_t batches[3] = {0, 0, 1};
    struct buffer group = {0};
    add_u32_chunk(&group, "MVER", 17);
    size_t mogp = begin_chunk(&group, "MOGP");
    write_mogp_header(&group, 17, 0, batches);
    put_u32(&group, mogp + 8, flags);
    size_t begin = begin_chunk(&group, "MOPY");
    for (unsigned i = 0; i < 2 * FACES; i++) {
        buffer_u8(&group, kinds[i / 2]);
        buffer_u8(&group, i / 2 == 1 ? 0xFF : 0);
    }
    end_chunk(&group, begin);
    begin = begin_chunk(&group, "MOVI");
    for (unsigned face = 0; face < FACES; face++) {
        static const uint16_t up[6] = {0, 1, 2, 0, 2, 3};
        static const uint16_t down[6] = {0, 2, 1, 0, 3, 2};
        for (unsigned i = 0; i < 6; i++) {
            buffer_u16le(&group, (uint16_t)(4 * face + (face == 2 ? down : up)[i]));
        }
    }
    end_chunk(&group, begin);
    begin = begin_chunk(&group, "MOVT");
    for (unsigned i = 0; i < 4 * FACES; i++) {
        add_floats(&group, (const float[]){corners[i % 4][0], corners[i % 4][1], heights[i / 4]},
                   3);
    }
    end_chunk(&group, begin);
    begin = begin_chunk(&group, "MOBA");
    write_batch(&group, 17, 0, 6, 0);
    end_chunk(&group, begin);
    write_liquid(&group, 17); /* one quad from (-5, 10, 2) on, which slopes */
    end_chunk(&group, mogp);
    struct buffer root = {0};
    write_root(&root, 17, 0);
    put(w, "a/house.wmo", &root);
    put(w, "a/house_000.wmo", &group);
}

/* A map that is one building, in the middle of the map and 12 yards up; its group has the flags. */
static struct world start_with_building(uint32_t flags)
{
    struct world w = {.data_folder = temporary_make()};
    struct buffer wdt = {0};
    add_u32_chunk(&wdt, "MVER", 18);
    size_t mphd = begin_chunk(&wdt, "MPHD");
    buffer_u32le(&wdt, 1); /* one building is all there is */
    add_zeroes(&wdt, 28);
    end_chunk(&wdt, mphd);
    size_t tiles = begin_chunk(&wdt, "MAIN");
    add_zeroes(&wdt, 64 * 64 * 8);
    end_chunk(&wdt, tiles);
    add_chunk(&wdt, "MWMO", "a/house.wmo", sizeof "a/house.wmo");
    size_t begin = begin_chunk(&wdt, "MODF");
    buffer_u32le(&wdt, 0);
    buffer_u32le(&wdt, 1);
    add_floats(&wdt, (const float[]){0, 12, 0, 0, 180, 0}, 6); /* in axes of the world */
    add_floats(&wdt, (const float[]){0, 0, 0, 0, 0, 0}, 6);
    add_zeroes(&wdt, 6);
    buffer_u16le(&wdt, 1024);
    end_chunk(&wdt, begin);
    put(&w, "World/Maps/A/A.wdt", &wdt);
    put_floors(&w, flags);
    open_world(&w);
    return w;
}

static void floors_lie_one_above_the_other(void **state)
{
    (void)state;
    struct world w = start_with_building(model_group_flags(0));
    static const struct {
        double z, floor;
    } wanted[] = {{17, 17}, {16, 17}, {19, 17}, {21, 22}, {22, 22}, {24.5, 22}, {90, 22}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct adtmap_place place = locate(&w, -3, 3, wanted[i].z);
        assert_true(place.flags & ADTMAP_PLACE_SURFACE);
        assert_false(place.flags & ADTMAP_PLACE_GROUND);
        assert_near(place.surface, wanted[i].floor);
    }
    assert_near(locate(&w, -3, 3, (double)NAN).surface, 22);
    struct adtmap_place below = locate(&w, -3, 3, 14.9);
    assert_false(below.flags & ADTMAP_PLACE_SURFACE);
    assert_true(below.flags & ADTMAP_PLACE_BELOW);
    assert_near(below.surface, 17); /* the lowest */
    assert_int_equal(below.flags & (ADTMAP_PLACE_UNDER | ADTMAP_PLACE_OVER), ADTMAP_PLACE_OVER);
    assert_near(below.over, 17);
    /* The nearest of both sides, at whatever distance. */
    struct adtmap_place between = locate(&w, -3, 3, 19);
    assert_int_equal(between.flags & (ADTMAP_PLACE_UNDER | ADTMAP_PLACE_OVER),
                     ADTMAP_PLACE_UNDER | ADTMAP_PLACE_OVER);
    assert_near(between.under, 17);
    assert_near(between.over, 22);
    assert_near(locate(&w, -3, 3, 22).under, 22);
    assert_int_equal(locate(&w, -3, 3, 22).flags & ADTMAP_PLACE_OVER, 0);
    assert_int_equal(
        locate(&w, -3, 3, (double)NAN).flags & (ADTMAP_PLACE_UNDER | ADTMAP_PLACE_OVER), 0);
    static const double in_wmo[] = {14, 14.9, 17, 19, 22, 90, (double)NAN};
    for (size_t i = 0; i < sizeof in_wmo / sizeof *in_wmo; i++) {
        assert_true(locate(&w, -3, 3, in_wmo[i]).flags & ADTMAP_PLACE_WMO);
    }
    assert_false(locate(&w, -3, 11, 50).flags & ADTMAP_PLACE_WMO);
    assert_false(locate(&w, -3, 11, 50).flags & ADTMAP_PLACE_SURFACE);
    assert_near(locate(&w, -9.9, -9.9, 50).surface, 22);
    struct adtmap_place pool = locate(&w, -5 + QUAD / 2, 10 + QUAD / 2, 0);
    assert_true(pool.flags & ADTMAP_PLACE_LIQUID);
    assert_near(pool.liquid_z, 12 + (2.125 + 2.375) / 2);
    assert_int_equal(locate(&w, -5 + 1.5 * QUAD, 10 + QUAD / 2, 0).flags, ADTMAP_PLACE_ON_GRID);
    pool = locate(&w, -5 + QUAD / 4, 10 + QUAD * 3 / 4, 0);
    assert_near(pool.liquid_z, 12 + 2 + (0.25 + 3 * 0.75) / 8);
    assert_false(locate(&w, -5 - 0.5 * QUAD, 10 + QUAD / 2, 0).flags & ADTMAP_PLACE_LIQUID);
    struct adtmap_place without;
    const struct adtmap_point point = {-3, 3, 50};
    assert_int_equal(adtmap_locate(w.locator, &point, 1, 0, &without, sizeof without, NULL),
                     ADTMAP_OK);
    assert_int_equal(without.flags, ADTMAP_PLACE_ON_GRID);
    stop(&w);
}

static void antiportals_have_no_floors(void **state)
{
    (void)state;
    struct world w = start_with_building(model_group_flags(0) | ANTIPORTAL);
    assert_int_equal(locate(&w, -3, 3, 50).flags, ADTMAP_PLACE_ON_GRID);
    assert_int_equal(locate(&w, -5 + QUAD / 2, 10 + QUAD / 2, 0).flags, ADTMAP_PLACE_ON_GRID);
    stop(&w);
}

/* A model that has a collision mesh alone: a square 10 yards wide that faces up, 2 yards above its
 * origin, and one that faces down, 1 yard above. */
static void put_rock(struct world *w)
{
    enum { INDICES_AT = 0xD8, HEADER_BYTES = 0x138 };
    static const uint16_t indices[12] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
    struct buffer file = {0};
    buffer_append(&file, "MD20", 4);
    buffer_u32le(&file, 264);
    add_zeroes(&file, HEADER_BYTES - 8);
    put_u32(&file, INDICES_AT, 12);
    put_u32(&file, INDICES_AT + 4, HEADER_BYTES);
    put_u32(&file, INDICES_AT + 8, 8);
    put_u32(&file, INDICES_AT + 12, HEADER_BYTES + 24);
    for (size_t i = 0; i < 12; i++) {
        buffer_u16le(&file, indices[i]);
    }
    for (unsigned i = 0; i < 8; i++) {
        const float x = i % 4 == 1 || i % 4 == 2 ? 5.0F : -5.0F;
        const float y = i % 4 >= 2 ? 5.0F : -5.0F;
        add_floats(&file, (const float[]){x, y, i < 4 ? 2.0F : 1.0F}, 3);
    }
    put(w, "a/rock.m2", &file);
}

/* The objects of tile (31, 31): the model, twice its size, at X 100, Y 100 and 300 yards up, so
 * many times. */
static void put_objects(struct world *w, uint32_t count)
{
    struct buffer file = {0};
    const float middle = (float)(32 * TILE);
    add_u32_chunk(&file, "MVER", 18);
    add_chunk(&file, "MMDX", "a/rock.mdx", sizeof "a/rock.mdx");
    add_u32_chunk(&file, "MMID", 0);
    size_t begin = begin_chunk(&file, "MDDF");
    for (uint32_t i = 0; i < count; i++) {
        buffer_u32le(&file, 0);
        buffer_u32le(&file, 7 + i);
        add_floats(&file, (const float[]){middle - 100, 300, middle - 100, 0, 0, 0}, 6);
        buffer_u16le(&file, 2048);
        buffer_u16le(&file, 0);
    }
    end_chunk(&file, begin);
    put(w, "World/Maps/A/A_31_31_obj0.adt", &file);
}

static void doodads_that_collide_are_floors(void **state)
{
    (void)state;
    struct world w = start();
    put_objects(&w, 1);
    put_rock(&w);
    open_world(&w);
    assert_near(locate(&w, 100, 100, (double)NAN).surface, 304);
    assert_false(locate(&w, 100, 100, 304).flags & ADTMAP_PLACE_WMO);
    assert_near(locate(&w, 109.9, 90.1, 303).surface, 304);
    struct adtmap_place below = locate(&w, 100, 100, 301.9);
    assert_near(below.surface, below.ground);
    assert_near(locate(&w, 111, 100, 310).surface, locate(&w, 111, 100, 310).ground);
    const struct adtmap_point point = {100, 100, 310};
    struct adtmap_place without;
    assert_int_equal(adtmap_locate(w.locator, &point, 1, 0, &without, sizeof without, NULL),
                     ADTMAP_OK);
    assert_near(without.surface, without.ground);
    stop(&w);
}

/* Warnings that tell of what is left out of floors. */
struct told {
    unsigned doodads, triangles;
};

static void hear(void *user, const struct adtmap_message *message)
{
    struct told *told = user;
    told->doodads += strstr(message->what, "doodads left out of its floors") != NULL;
    told->triangles += strstr(message->what, "too many triangles") != NULL;
}

/* As many doodads as floors keep, all in one place: a point once looked at each of their triangles,
 * and a tile kept as many as its file has. */
static void floors_of_crowded_places_are_bounded(void **state)
{
    (void)state;
    static const struct {
        uint32_t count;
        struct told told;
    } cases[] = {{1 << 15, {0, 0}}, {(1 << 15) + 1, {0, 1}}, {(1 << 17) + 1, {1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world w = start();
        struct told told = {0};
        const struct adtmap_log log = {hear, &told};
        put_objects(&w, cases[i].count);
        put_rock(&w);
        open_with_log(&w, &log);
        /* The boxes of both triangles of the square touch each of its quads. */
        assert_near(locate(&w, 109, 92, (double)NAN).surface, 304);
        assert_int_equal(told.doodads, cases[i].told.doodads);
        assert_int_equal(told.triangles, cases[i].told.triangles);
        stop(&w);
    }
}

int test_locate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_linear_in_the_four_triangles_of_a_quad),
        cmocka_unit_test(borders_belong_to_the_side_that_they_begin),
        cmocka_unit_test(tiles_of_all_signs_are_found),
        cmocka_unit_test(liquids_are_found_by_height_and_quad),
        cmocka_unit_test(holes_are_open_and_the_ground_is_known),
        cmocka_unit_test(ground_above_a_point_is_not_its_floor),
        cmocka_unit_test(points_off_the_map_have_no_facts),
        cmocka_unit_test(many_points_are_answered_in_their_order),
        cmocka_unit_test(threads_are_told_the_same),
        cmocka_unit_test(the_next_call_finds_the_last_tiles_in_memory),
        cmocka_unit_test(a_damaged_tile_is_said_and_the_others_go_on),
        cmocka_unit_test(areas_lead_to_zones_and_per_cent),
        cmocka_unit_test(floors_lie_one_above_the_other),
        cmocka_unit_test(antiportals_have_no_floors),
        cmocka_unit_test(doodads_that_collide_are_floors),
        cmocka_unit_test(floors_of_crowded_places_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
