/* Client data with a building and a tree for tests of what stands in a tile. */
#ifndef TESTS_MAP_NEARBY_PLACED_WORLD_H
#define TESTS_MAP_NEARBY_PLACED_WORLD_H

#include "assets/data_fixture.h"
#include "formats/grid.h"
#include "formats/m2/m2_builder.h"
#include "formats/wmo/wmo_build.h"
#include "map/nearby/wmo_set.h"
#include "map/settings/settings.h"

enum { TILE = 31, TREE_YD = 4, LAMP_YD = 20, POT_ID = 4711, POST_ID = 5734 };

/* a/house.wmo, of a few yards, has a lamp in its first set of doodads and a tree in its second. The
 * models are cubes: a/tree.m2 and tree.m2 of TREE_YD, lamp.m2 of LAMP_YD, those of POT_ID of 1.5
 * yards and of POST_ID of 2.5. */
struct world {
    struct fixture f;
    struct adtmap_data *data;
    struct arena arena;
    struct adtmap_settings settings;
    struct wmo_set set;
    bool omits_doodads;
};

static inline void put_file(const struct fixture *f, const char *name, struct buffer *bytes)
{
    char path[256];
    temporary_file(&f->data, name, "");
    FILE *file = fopen(temporary_path(&f->data, name, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
    buffer_free(bytes);
}

static inline void put_house(const struct fixture *f)
{
    static const char *const groups[MODEL_GROUPS] = {"a/house_000.wmo", "a/house_001.wmo"};
    struct buffer root = {0};
    write_root(&root, 17, 0);
    put_file(f, "a/house.wmo", &root);
    for (unsigned i = 0; i < MODEL_GROUPS; i++) {
        struct buffer group = {0};
        write_group(&group, 17, i);
        put_file(f, groups[i], &group);
    }
}

/* A model without materials that are cut out, the corners of a cube of `edge_yd` at its origin. */
static inline void put_model(const struct fixture *f, const char *name, const char *skin_name,
                             float edge_yd)
{
    struct built_model built = test_model;
    struct buffer model = {0};
    struct buffer skin = {0};
    built.batch_count = 1;
    built.sections[0] = (struct built_section){0, 0, 6, 0, 6};
    for (uint32_t i = 0; i < built.vertex_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            built.vertices[i].position[axis] *= edge_yd;
        }
    }
    write_model(&model, &built);
    write_skin(&skin, &built);
    put_file(f, name, &model);
    put_file(f, skin_name, &skin);
}

static inline void world_start(struct world *w)
{
    memset(w, 0, sizeof *w);
    fixture_start(&w->f);
    put_house(&w->f);
    put_model(&w->f, "a/tree.m2", "a/tree00.skin", TREE_YD);
    put_model(&w->f, "tree.m2", "tree00.skin", TREE_YD);
    put_model(&w->f, "lamp.m2", "lamp00.skin", LAMP_YD);
    put_model(&w->f, "unknown/4711.m2", "unknown/471100.skin", 1.5F);
    put_model(&w->f, "unknown/5734.m2", "unknown/573400.skin", 2.5F);
    temporary_file(&w->f.data, "World/Maps/A/A.wdt", "");
    const char *path = w->f.data.path;
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &w->data, NULL), ADTMAP_OK);
    adtmap_settings_default(&w->settings);
}

static inline void world_stop(struct world *w)
{
    wmo_set_close(&w->set);
    arena_free(&w->arena);
    adtmap_data_close(w->data);
    fixture_stop(&w->f);
}

/* A placement `south_yd` beyond the southern edge of the tile; negative: inside. */
static inline struct adt_placement placed(const char *name, uint32_t unique_id, double south_yd)
{
    double north = grid_edge_yd(TILE) - TILE_YD - south_yd;
    double west = grid_edge_yd(TILE) - TILE_YD / 2.0;
    return (struct adt_placement){
        .name = name, .unique_id = unique_id, .position = {north, west, 10}, .scale = 1};
}

static inline void open_wmos(struct world *w, const struct adt_placement *wmos, uint32_t count)
{
    const struct adt_placements own = {.wmo_count = count, .wmos = wmos};
    wmo_set_close(&w->set);
    const struct wmo_search search = {
        .data = w->data,
        .own = &own,
        .x = TILE,
        .y = TILE,
        .wanted = &w->settings.objects,
        .omits_doodads = w->omits_doodads,
    };
    assert_int_equal(wmo_set_open(&search, &w->arena, &w->f.diag, &w->set), ADTMAP_OK);
}

#endif
