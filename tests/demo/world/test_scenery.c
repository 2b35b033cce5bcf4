/* The placements in the demo world's map files, read by the test's own code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/path.h"
#include "demo/wmo_walk.h"
#include "os/file.h"
#include "shared_world.h"

enum { FIRST_TILE = 28, TILES = 8, IDS = 4096, ENTRY = 64 };

#define TILE_YD (1600.0 / 3.0)
#define CHUNK_YD (TILE_YD / 16.0)

static struct shared_world world;

static const struct diag silent;

static int open_world(void **state)
{
    (void)state;
    world = shared_world_open("vanilla");
    return 0;
}

static int close_world(void **state)
{
    (void)state;
    shared_world_close(&world);
    return 0;
}

/* An empty blob if there is no such file. */
static struct blob load(const char *name)
{
    struct blob blob = {0};
    char slashed[512];
    snprintf(slashed, sizeof slashed, "%s", name);
    for (char *c = slashed; *c; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
    char *path = path_join(world.path, slashed);
    assert_non_null(path);
    if (file_exists(path)) {
        assert_int_equal(file_map(path, &silent, &blob), ADTMAP_OK);
    }
    free(path);
    return blob;
}

/* The tables of an ADT. */
struct tile {
    struct blob file;
    struct span chunks, names, offsets, objects;
    int x, y;
};

static bool load_tile(struct tile *tile, int number)
{
    char name[64];
    *tile = (struct tile){.x = FIRST_TILE + number % TILES, .y = FIRST_TILE + number / TILES};
    snprintf(name, sizeof name, "World/Maps/Demo/Demo_%d_%d.adt", tile->x, tile->y);
    tile->file = load(name);
    if (!tile->file.data) {
        return false;
    }
    tile->chunks = (struct span){tile->file.data, tile->file.size};
    tile->names = walk_find(tile->chunks, "MWMO", 0);
    tile->offsets = walk_find(tile->chunks, "MWID", 0);
    tile->objects = walk_find(tile->chunks, "MODF", 0);
    return true;
}

/* The name of a placement's model; checks its index and offset. */
static const char *model_of(const struct tile *tile, const uint8_t *entry)
{
    uint32_t index = walk_u32(entry);
    assert_true(index < walk_count(tile->offsets, 4));
    uint32_t at = walk_u32(tile->offsets.data + 4 * (size_t)index);
    assert_true(at < tile->names.size);
    assert_true(at == 0 || tile->names.data[at - 1] == 0);
    assert_non_null(memchr(tile->names.data + at, 0, tile->names.size - at));
    return (const char *)tile->names.data + at;
}

/* Whether the box of a placement touches the square of `side` yards whose corner is at (x, y). */
static bool touches(const uint8_t *entry, double x, double y, double side)
{
    const double slack = 0.01;
    return (double)walk_f32(entry + 0x20) <= x + side + slack &&
           (double)walk_f32(entry + 0x2C) >= x - slack &&
           (double)walk_f32(entry + 0x28) <= y + side + slack &&
           (double)walk_f32(entry + 0x34) >= y - slack;
}

typedef void visit_object(const struct tile *tile, const uint8_t *entry, void *context);

static void visit_objects(visit_object *visit, void *context)
{
    for (int number = 0; number < TILES * TILES; number++) {
        struct tile tile;
        if (load_tile(&tile, number)) {
            for (size_t k = 0; k < walk_count(tile.objects, ENTRY); k++) {
                visit(&tile, tile.objects.data + ENTRY * k, context);
            }
            blob_release(&tile.file);
        }
    }
}

static void check_object(const struct tile *tile, const uint8_t *entry, void *context)
{
    (void)context;
    struct blob model = load(model_of(tile, entry));
    assert_non_null(model.data);
    blob_release(&model);
    assert_true(touches(entry, tile->x * TILE_YD, tile->y * TILE_YD, TILE_YD));
    for (int k = 0; k < 3; k++) {
        assert_true(walk_f32(entry + 0x20 + 4 * k) <= walk_f32(entry + 0x2C + 4 * k));
        assert_true(walk_f32(entry + 0x20 + 4 * k) <= walk_f32(entry + 8 + 4 * k) + 0.01f);
    }
}

static void placements_name_models_and_touch_their_tile(void **state)
{
    (void)state;
    visit_objects(check_object, NULL);
}

/* The entries by unique id, with their number. */
struct census {
    uint8_t entry[IDS][ENTRY];
    int count[IDS];
};

static void take_census(const struct tile *tile, const uint8_t *entry, void *context)
{
    struct census *census = context;
    uint32_t id = walk_u32(entry + 4);
    (void)tile;
    assert_true(id < IDS);
    if (census->count[id]++) {
        assert_memory_equal(census->entry[id] + 4, entry + 4, ENTRY - 4);
    }
    memcpy(census->entry[id], entry, ENTRY);
}

static bool tile_has(const struct tile *tile, uint32_t id)
{
    int found = 0;
    for (size_t k = 0; k < walk_count(tile->objects, ENTRY); k++) {
        found += walk_u32(tile->objects.data + ENTRY * k + 4) == id;
    }
    assert_true(found <= 1);
    return found == 1;
}

static void every_tile_that_a_box_touches_has_the_placement(void **state)
{
    struct census *census = calloc(1, sizeof *census);
    (void)state;
    assert_non_null(census);
    visit_objects(take_census, census);
    for (int number = 0; number < TILES * TILES; number++) {
        struct tile tile;
        if (!load_tile(&tile, number)) {
            continue;
        }
        for (uint32_t id = 0; id < IDS; id++) {
            if (census->count[id]) {
                bool inside =
                    touches(census->entry[id], tile.x * TILE_YD, tile.y * TILE_YD, TILE_YD);
                assert_int_equal(tile_has(&tile, id), inside);
            }
        }
        blob_release(&tile.file);
    }
    free(census);
}

/* The doodads, first in MCRF: each is at most 30 yards away, and those whose middle lies in the
 * chunk are there. */
static void check_doodads(const struct tile *tile, const uint8_t *mcnk, double x, double y)
{
    enum { DOODAD_ENTRY = 36 };
    const double far = 30.0;
    struct span doodads = walk_find(tile->chunks, "MDDF", 0);
    const uint8_t *references = mcnk + walk_u32(mcnk + 8 + 0x20) + 8;
    uint32_t count = walk_u32(mcnk + 8 + 0x10);
    size_t next = 0;
    for (uint32_t k = 0; k < walk_count(doodads, DOODAD_ENTRY); k++) {
        const uint8_t *entry = doodads.data + (size_t)DOODAD_ENTRY * k;
        double across = (double)walk_f32(entry + 8) - x;
        double down = (double)walk_f32(entry + 16) - y;
        bool named = next < count && walk_u32(references + 4 * next) == k;
        if (across > 0.0 && down > 0.0 && across < CHUNK_YD && down < CHUNK_YD) {
            assert_true(named);
        }
        if (named) {
            assert_true(across > -far && across < CHUNK_YD + far);
            assert_true(down > -far && down < CHUNK_YD + far);
            next++;
        }
    }
    assert_int_equal(next, count);
}

static void check_references(const struct tile *tile, const uint8_t *mcnk)
{
    double x = tile->x * TILE_YD + walk_u32(mcnk + 8 + 4) * CHUNK_YD;
    double y = tile->y * TILE_YD + walk_u32(mcnk + 8 + 8) * CHUNK_YD;
    const uint8_t *references = mcnk + walk_u32(mcnk + 8 + 0x20);
    uint32_t doodads = walk_u32(mcnk + 8 + 0x10);
    uint32_t count = walk_u32(mcnk + 8 + 0x38);
    assert_int_equal(walk_u32(references + 4), 4 * (doodads + count));
    references += 4 * (size_t)doodads;
    check_doodads(tile, mcnk, x, y);
    size_t next = 0;
    for (size_t k = 0; k < walk_count(tile->objects, ENTRY); k++) {
        if (touches(tile->objects.data + ENTRY * k, x, y, CHUNK_YD)) {
            assert_true(next < count);
            assert_int_equal(walk_u32(references + 8 + 4 * next), k);
            next++;
        }
    }
    assert_int_equal(next, count);
}

static void chunks_refer_to_placements_that_touch_them(void **state)
{
    (void)state;
    for (int number = 0; number < TILES * TILES; number++) {
        struct tile tile;
        if (load_tile(&tile, number)) {
            for (int c = 0; c < 256; c++) {
                struct span mcnk = walk_find(tile.chunks, "MCNK", c);
                assert_non_null(mcnk.data);
                check_references(&tile, mcnk.data - 8);
            }
            blob_release(&tile.file);
        }
    }
}

/* Counts placements and entries of models whose name contains a word. */
struct name_count {
    const char *word;
    int placements, entries;
    bool seen[IDS];
};

static void count_object(const struct tile *tile, const uint8_t *entry, void *context)
{
    struct name_count *count = context;
    uint32_t id = walk_u32(entry + 4);
    if (strstr(model_of(tile, entry), count->word)) {
        count->entries++;
        count->placements += !count->seen[id];
        count->seen[id] = true;
    }
}

static struct name_count count_of(const char *word)
{
    struct name_count count = {.word = word};
    visit_objects(count_object, &count);
    return count;
}

static void the_island_has_all_kinds_of_buildings(void **state)
{
    (void)state;
    assert_true(count_of("\\Village\\").placements >= 60);
    int houses = count_of("Cottage").placements + count_of("House").placements +
                 count_of("house").placements + count_of("Thatched").placements;
    assert_true(houses >= 40);
    assert_true(count_of("ridge").placements >= 4);
    assert_int_equal(count_of("Church").placements, 1);
    assert_int_equal(count_of("Windmill").placements, 1);
    assert_int_equal(count_of("Lighthouse").placements, 1);
    assert_int_equal(count_of("PaintersYard").placements, 1);
    assert_int_equal(count_of("\\Underground\\").placements, 3);
    assert_true(count_of("\\Ruins\\").placements >= 5);
}

static void the_castle_stands_on_four_tiles(void **state)
{
    (void)state;
    assert_int_equal(count_of("Castle").placements, 1);
    assert_int_equal(count_of("Castle").entries, 4);
}

static void check_textures(const struct tile *tile, const uint8_t *entry, void *context)
{
    struct blob model = load(model_of(tile, entry));
    (void)context;
    struct walk_root walk = walk_root_of((struct span){model.data, model.size});
    for (size_t at = 0; at < walk.textures.size;) {
        const char *name = (const char *)walk.textures.data + at;
        if (*name) {
            struct blob texture = load(name);
            assert_true(texture.size > 148);
            assert_memory_equal(texture.data, "BLP2", 4);
            blob_release(&texture);
        }
        at += strlen(name) + 1;
    }
    blob_release(&model);
}

static void textures_of_buildings_exist(void **state)
{
    (void)state;
    visit_objects(check_textures, NULL);
}

/* Sets follow each other without gaps, each doodad has a name, and groups name each doodad once. */
static void the_inn_has_doodads_in_three_sets(void **state)
{
    enum { SET = 32, DOODAD = 40, GROUPS = 3 };
    struct blob file = load("World/wmo/Demo/Village/Inn.wmo");
    struct span inn = {file.data, file.size};
    struct span sets = walk_find(inn, "MODS", 0);
    struct span names = walk_find(inn, "MODN", 0);
    struct span doodads = walk_find(inn, "MODD", 0);
    uint32_t next = 0;
    (void)state;
    assert_int_equal(walk_count(sets, SET), 3);
    for (size_t s = 0; s < 3; s++) {
        assert_int_equal(walk_u32(sets.data + SET * s + 20), next);
        assert_true(walk_u32(sets.data + SET * s + 24) > 0);
        next += walk_u32(sets.data + SET * s + 24);
    }
    assert_int_equal(walk_count(doodads, DOODAD), next);
    assert_int_equal(walk_u32(walk_find(inn, "MOHD", 0).data + 20), next);
    for (uint32_t d = 0; d < next; d++) {
        uint32_t name = walk_u32(doodads.data + (size_t)DOODAD * d) & 0xFFFFFF;
        assert_true(name < names.size);
        assert_int_equal(memcmp(names.data + name, "World\\Demo\\Props\\", 17), 0);
    }
    blob_release(&file);
    for (int g = 0; g < GROUPS; g++) {
        char path[64];
        snprintf(path, sizeof path, "World/wmo/Demo/Village/Inn_%03d.wmo", g);
        file = load(path);
        struct span group = walk_find((struct span){file.data, file.size}, "MOGP", 0);
        assert_true(walk_u32(group.data + 8) & 0x800);
        struct span parts = {group.data + 68, group.size - 68};
        next -= (uint32_t)walk_count(walk_find(parts, "MODR", 0), 2);
        blob_release(&file);
    }
    assert_int_equal(next, 0);
}

static void the_hall_is_a_map_of_one_wmo(void **state)
{
    struct blob file = load("World/Maps/Hall/Hall.wdt");
    struct span wdt = {file.data, file.size};
    (void)state;
    assert_int_equal(walk_u32(walk_find(wdt, "MPHD", 0).data) & 1, 1);
    struct span tiles = walk_find(wdt, "MAIN", 0);
    assert_int_equal(tiles.size, 64 * 64 * 8);
    for (size_t k = 0; k < tiles.size; k++) {
        assert_int_equal(tiles.data[k], 0);
    }
    struct blob model = load((const char *)walk_find(wdt, "MWMO", 0).data);
    assert_non_null(model.data);
    struct span object = walk_find(wdt, "MODF", 0);
    assert_int_equal(object.size, ENTRY);
    struct walk_root walk = walk_root_of((struct span){model.data, model.size});
    assert_true(walk_u32(walk.header.data + 4) >= 6);
    for (int k = 0; k < 3; k++) {
        assert_true(walk_f32(object.data + 8 + 4 * k) == 0.0f);
        assert_true(walk_f32(object.data + 0x20 + 4 * k) < walk_f32(object.data + 0x2C + 4 * k));
    }
    blob_release(&model);
    blob_release(&file);
}

int test_scenery(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placements_name_models_and_touch_their_tile),
        cmocka_unit_test(every_tile_that_a_box_touches_has_the_placement),
        cmocka_unit_test(chunks_refer_to_placements_that_touch_them),
        cmocka_unit_test(the_island_has_all_kinds_of_buildings),
        cmocka_unit_test(the_castle_stands_on_four_tiles),
        cmocka_unit_test(textures_of_buildings_exist),
        cmocka_unit_test(the_inn_has_doodads_in_three_sets),
        cmocka_unit_test(the_hall_is_a_map_of_one_wmo),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
