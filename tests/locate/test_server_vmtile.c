/* Where WMOs and doodads stand, against what a game server's extractor made of the same ADTs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "base/path.h"
#include "base/reader.h"
#include "formats/real_files.h"
#include "map/map.h"
#include "map/map_placements.h"
#include "os/file.h"

enum { SKIPPED = 77, HAS_BOUNDS = 4 };
static const double GRID_HALF_YD = 51200.0 / 3;
static const double NEAR_YD = 0.001;

/* A record of a .vmtile. Its axes are those of the ADT: x south, y east, from the grid's corner. */
struct server_model {
    float position[3], rotation[3], scale;
    char name[64];
    bool is_in_wmo; /* a doodad of a WMO, whose name is stored with its NUL */
};

struct cursor {
    const uint8_t *at, *end;
};

static void take(struct cursor *cursor, void *to, size_t bytes)
{
    assert_true((size_t)(cursor->end - cursor->at) >= bytes);
    memcpy(to, cursor->at, bytes);
    cursor->at += bytes;
}

static uint32_t take_u32(struct cursor *cursor)
{
    uint8_t bytes[4];
    take(cursor, bytes, sizeof bytes);
    return load_u32(bytes);
}

static float take_float(struct cursor *cursor)
{
    uint32_t bits = take_u32(cursor);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct server_model take_model(struct cursor *cursor)
{
    struct server_model model = {0};
    uint8_t skipped[24];
    uint32_t flags = take_u32(cursor);
    take(cursor, skipped, 2 + 4); /* its own ids */
    for (int i = 0; i < 3; i++) {
        model.position[i] = take_float(cursor);
    }
    for (int i = 0; i < 3; i++) {
        model.rotation[i] = take_float(cursor);
    }
    model.scale = take_float(cursor);
    take(cursor, skipped, flags & HAS_BOUNDS ? 24 : 0);
    uint32_t length = take_u32(cursor);
    assert_true(length > 0 && length < sizeof model.name);
    take(cursor, model.name, length);
    take(cursor, skipped, 4);
    model.is_in_wmo = model.name[length - 1] == '\0';
    return model;
}

/* Whether a model's path ends with a name as the extractor writes it: '_' in place of ' '. */
static bool has_name(const char *path, const char *name)
{
    char base[256];
    snprintf(base, sizeof base, "%s", path_base(path));
    for (char *at = base; *at; at++) {
        *at = *at == ' ' ? '_' : *at;
    }
    char *extension = strrchr(base, '.');
    if (extension && strcasecmp(extension, ".mdx") == 0) {
        strcpy(extension, ".m2");
    }
    return strcasecmp(base, name) == 0;
}

/* How far a placement is from where the server has the model, along the worst axis, in yards. */
static double distance(const struct adt_placement *placement, const struct server_model *model)
{
    const double server[3] = {GRID_HALF_YD - (double)model->position[0],
                              GRID_HALF_YD - (double)model->position[1],
                              (double)model->position[2]};
    double worst = 0;
    for (int axis = 0; axis < 3; axis++) {
        worst = fmax(worst, fabs(server[axis] - placement->position[axis]));
    }
    return worst;
}

/* The nearest of the placements with the model's name; NULL without one. */
static const struct adt_placement *nearest(const struct adt_placement *items, uint32_t count,
                                           const struct server_model *model)
{
    const struct adt_placement *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (has_name(items[i].name, model->name) &&
            (!found || distance(&items[i], model) < distance(found, model))) {
            found = &items[i];
        }
    }
    return found;
}

struct totals {
    const struct adtmap_map *map;
    unsigned id;
    unsigned found, in_wmos;
    double worst_yd;
};

static void check_tile(struct totals *totals, uint32_t x, uint32_t y)
{
    char path[512];
    struct blob blob;
    struct cache_pin pin;
    uint32_t count;
    const struct diag diag = {0};
    snprintf(path, sizeof path, "%s/server/vmaps/%03u_%02u_%02u.vmtile", real_root(), totals->id, x,
             y);
    if (!file_exists(path)) { /* a tile without models has none */
        return;
    }
    assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
    struct cursor cursor = {blob.data, blob.data + blob.size};
    char magic[8];
    take(&cursor, magic, sizeof magic);
    assert_memory_equal(magic, "VMAP_4.", 7);
    count = take_u32(&cursor);
    assert_int_equal(map_placements_pin(totals->map, x, y, ADT_PLACEMENTS, NULL, &pin), ADTMAP_OK);
    const struct adt_placements *placed = map_placements_of(&pin);
    assert_non_null(placed);
    for (uint32_t i = 0; i < count; i++) {
        struct server_model model = take_model(&cursor);
        if (model.is_in_wmo) {
            totals->in_wmos++;
            continue;
        }
        const struct adt_placement *placement =
            strcasestr(model.name, ".wmo") ? nearest(placed->wmos, placed->wmo_count, &model)
                                           : nearest(placed->doodads, placed->doodad_count, &model);
        if (!placement || !(distance(placement, &model) < NEAR_YD)) {
            fail_msg("map %u tile %u_%u: no %s at %.3f %.3f", totals->id, x, y, model.name,
                     GRID_HALF_YD - (double)model.position[0],
                     GRID_HALF_YD - (double)model.position[1]);
        }
        for (int axis = 0; axis < 3; axis++) {
            assert_float_equal(placement->rotation[axis], model.rotation[axis], 1e-3F);
        }
        assert_float_equal(placement->scale, model.scale, 1e-4F);
        totals->found++;
        totals->worst_yd = fmax(totals->worst_yd, distance(placement, &model));
    }
    assert_ptr_equal(cursor.at, cursor.end);
    cache_release(&pin);
    blob_release(&blob);
}

static void models_stand_where_a_server_has_them(void **state)
{
    (void)state;
    static const struct {
        unsigned id, placed, in_wmos; /* records of its files */
    } maps[] = {{902, 315, 52}, {906, 254, 73}};
    char path[512];
    struct adtmap_data *data;
    snprintf(path, sizeof path, "%s/server/client", real_root());
    const char *const paths[] = {path};
    if (adtmap_data_open(paths, 1, NULL, &data, NULL)) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    for (size_t i = 0; i < 2; i++) {
        struct adtmap_map *map;
        char name[16];
        snprintf(name, sizeof name, "id:%u", maps[i].id);
        assert_int_equal(adtmap_map_open(data, name, &map, NULL), ADTMAP_OK);
        struct totals totals = {.map = map, .id = maps[i].id};
        for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
            if (tile_set_has(&map->files, tile % TILE_SET_GRID, tile / TILE_SET_GRID)) {
                check_tile(&totals, tile % TILE_SET_GRID, tile / TILE_SET_GRID);
            }
        }
        print_message("map %u: %u models within %.6f yd, %u more in WMOs\n", maps[i].id,
                      totals.found, totals.worst_yd, totals.in_wmos);
        assert_int_equal(totals.found, maps[i].placed);
        assert_int_equal(totals.in_wmos, maps[i].in_wmos);
        adtmap_map_close(map);
    }
    adtmap_data_close(data);
}

int test_server_vmtile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_stand_where_a_server_has_them),
    };
    return real_root() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
