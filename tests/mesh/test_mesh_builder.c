/* Triangles on their way into the list: what their textures keep is enough to draw them, and no
 * more than they ask for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/textures/blp_file.h"
#include "formats/grid.h"
#include "mesh/draw_batch.h"
#include "mesh/mesh_builder.h"
#include "render/random.h"
#include "scene/surface_textures.h"

enum { EDGE = 256, SIZE_PX = QUADS_PER_TILE, TRIANGLES = 3, CORNERS = 3 * TRIANGLES };

static const char *const names[] = {"first.blp", "second.blp"};

static const struct adtmap_settings settings = {.texture_levels = ADTMAP_TEXTURE_LEVELS_AVERAGE};

struct fixture {
    struct temporary place;
    struct assets *assets;
    struct cache_pool *pool;
    struct cache *cache;
    struct arena arena;
    struct surface_textures textures; /* that have all their levels */
    struct mesh_list list;
    struct mesh_builder builder;
    struct random random;
};

static void write_texture(struct fixture *f, const char *name)
{
    static uint8_t rgba[4 * EDGE * EDGE];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)random_next(&f->random);
    }
    blp_file_write(&f->place, name, rgba, EDGE, SIZE_MAX);
}

static int set_up(void **state)
{
    static struct fixture f;
    const struct diag diag = {0};
    f = (struct fixture){.place = temporary_make(), .random = random_seeded()};
    const char *const root = f.place.path;
    write_texture(&f, names[0]);
    write_texture(&f, names[1]);
    assert_int_equal(assets_open(&root, 1, &diag, &f.assets), ADTMAP_OK);
    f.pool = cache_pool_create(16 << 20);
    assert_non_null(f.pool);
    f.cache = cache_create(f.pool, &mip_texture_kind, f.assets, NULL);
    assert_non_null(f.cache);
    f.builder = (struct mesh_builder){
        .settings = &settings,
        .kernels = mesh_kernels_get(ADTMAP_CPU_AUTO),
        .sampling = {MIP_ANISOTROPIC, 1.0F},
        .quad_px = 1,
        .size_px = QUADS_PER_TILE,
        .arena = &f.arena,
        .list = &f.list,
    };
    f.textures = surface_textures_of(f.cache, NULL, &settings, EDGE, &f.arena);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    surface_textures_close(&f->textures);
    cache_destroy(f->cache);
    cache_pool_destroy(f->pool);
    assets_close(f->assets);
    arena_free(&f->arena);
    temporary_remove(&f->place);
    return 0;
}

static struct surface_material material_of(struct surface_textures *textures)
{
    struct surface_material material = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    material.mix = MIX_TWO_LAYER;
    material.two_sided = true;
    for (unsigned t = 0; t < 2; t++) {
        const struct asset_ref file = {names[t], 0};
        assert_true(surface_textures_add(textures, file, t, &material));
    }
    return material;
}

/* A material whose textures have the levels that a tile begins with, and what is asked of them. */
struct asking {
    struct surface_textures textures;
    struct surface_material material;
    uint8_t finest[3];
};

static struct asking begin_asking(struct fixture *f)
{
    struct asking asking = {.finest = {UINT8_MAX, UINT8_MAX, UINT8_MAX}};
    asking.textures = surface_textures_of(f->cache, NULL, &settings, f->builder.quad_px, &f->arena);
    asking.material = material_of(&asking.textures);
    assert_int_equal(asking.textures.count, 2);
    return asking;
}

struct triangles {
    struct test_vertex vertices[CORNERS];
    struct test_layers layers[CORNERS];
    uint32_t indices[CORNERS];
};

/* A pixel has `texels` of the first texture, and of the second anything; some triangles lie next to
 * the tile, or partly, but not all. */
static void make_triangles(struct random *random, double texels, struct triangles *triangles)
{
    for (uint32_t i = 0; i < CORNERS; i++) {
        struct test_vertex *vertex = &triangles->vertices[i];
        struct test_layers *layers = &triangles->layers[i];
        *vertex = (struct test_vertex){.light = {1, 1, 1, 1}};
        *layers = (struct test_layers){.mix = 0.5F};
        uint32_t reach = (i == 0 ? 1 : 2) * SIZE_PX * SUBPIXELS;
        vertex->position.x = (int32_t)random_below(random, reach);
        vertex->position.y = (int32_t)random_below(random, reach);
        double scale = texels / EDGE / SUBPIXELS;
        vertex->uv[0] = (float)(vertex->position.x * scale);
        vertex->uv[1] = (float)(vertex->position.y * scale);
        layers->uv[0][0] = (float)(vertex->position.y * scale * 5);
        layers->uv[0][1] = (float)(random_below(random, 2 * SIZE_PX) * scale * SUBPIXELS);
        triangles->indices[i] = i;
    }
}

static struct test_batch batch_of(const struct triangles *triangles,
                                  const struct surface_material *material)
{
    return (struct test_batch){.material = material,
                               .vertices = triangles->vertices,
                               .layers = triangles->layers,
                               .indices = triangles->indices,
                               .index_count = CORNERS};
}

/* The tile's samples under the batch alone. */
static void draw(const struct test_batch *batch, uint8_t *rgba)
{
    static float heights[SIZE_PX * SIZE_PX * SAMPLES];
    static uint32_t visible[SIZE_PX * SIZE_PX * SAMPLES];
    struct sample_band band = {.width_px = SIZE_PX,
                               .rows = SIZE_PX,
                               .depth = heights,
                               .visible = visible,
                               .rgba = rgba,
                               .clip_height = 1};
    memset(heights, 0, sizeof heights);
    memset(rgba, 0, (size_t)SIZE_PX * SIZE_PX * SAMPLES * 4);
    draw_batch(batch, SIZE_PX, &band);
}

/* Draws the batch with the material that it was appended with, and with all levels. */
static void check_appended(const struct test_batch *appended, const struct surface_material *all)
{
    static uint8_t wanted[SIZE_PX * SIZE_PX * SAMPLES * 4];
    static uint8_t got[SIZE_PX * SIZE_PX * SAMPLES * 4];
    struct test_batch batch = *appended;
    struct surface_material material = *all;
    draw(&batch, got);
    batch.material = &material;
    draw(&batch, wanted);
    assert_memory_equal(got, wanted, sizeof got);
}

/* Appends the batch, and reads what it asks for. */
static void append(struct fixture *f, const struct test_batch *batch, struct asking *asking)
{
    f->list.finest = asking->finest;
    test_batch_add(batch, &f->builder);
    assert_true(surface_textures_read(&asking->textures, asking->finest));
}

static void textures_look_as_with_all_their_levels(void **state)
{
    struct fixture *f = *state;
    const struct surface_material all = material_of(&f->textures);
    uint32_t firsts[MIP_LEVELS_MAX] = {0};
    for (uint32_t i = 0; i < 100; i++) {
        struct triangles triangles;
        struct asking asking = begin_asking(f);
        double texels = (1.0 + random_below(&f->random, 100) / 100.0) * (double)(1U << i % 7) / 2;
        make_triangles(&f->random, texels, &triangles);
        struct test_batch batch = batch_of(&triangles, &asking.material);
        append(f, &batch, &asking);
        check_appended(&batch, &all);
        firsts[asking.material.textures[0]->first_level]++;
        surface_textures_close(&asking.textures);
    }
    for (uint32_t level = 0; level <= 4; level++) { /* 4 is what a tile of 128 px begins with */
        assert_true(firsts[level] > 5);
    }
}

/* A batch that was appended before keeps what it needs. */
static void levels_are_added_only(void **state)
{
    struct fixture *f = *state;
    const struct surface_material all = material_of(&f->textures);
    struct asking asking = begin_asking(f);
    static const double texels[] = {64, 3, 64, 0.5, 8};
    struct triangles triangles[5];
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t before = asking.material.textures[0]->first_level;
        make_triangles(&f->random, texels[i], &triangles[i]);
        struct test_batch batch = batch_of(&triangles[i], &asking.material);
        append(f, &batch, &asking);
        assert_true(asking.material.textures[0]->first_level <= before);
        check_appended(&batch, &all);
    }
    assert_int_equal(asking.material.textures[0]->first_level, 0);
    surface_textures_close(&asking.textures);
}

/* Appends a triangle within one pixel, with a texel a pixel; the first level kept afterwards. */
static uint32_t first_level_of(struct fixture *f, int32_t x, int32_t y, bool turned)
{
    static const int32_t corners[3][2] = {{10, 10}, {10, 250}, {250, 10}};
    struct triangles triangles = {.indices = {0, 1, 2}};
    struct asking asking = begin_asking(f);
    asking.material.two_sided = false;
    for (uint32_t i = 0; i < 3; i++) {
        struct test_vertex *vertex = &triangles.vertices[turned ? 2 - i : i];
        vertex->position.x = x * SUBPIXELS + corners[i][0];
        vertex->position.y = y * SUBPIXELS + corners[i][1];
        for (uint32_t axis = 0; axis < 2; axis++) {
            vertex->uv[axis] = (float)corners[i][axis] / EDGE / SUBPIXELS;
            triangles.layers[turned ? 2 - i : i].uv[0][axis] = vertex->uv[axis];
        }
    }
    struct test_batch batch = batch_of(&triangles, &asking.material);
    batch.index_count = 3;
    append(f, &batch, &asking);
    const uint32_t first_level = asking.material.textures[0]->first_level;
    surface_textures_close(&asking.textures);
    return first_level;
}

static void all_that_is_seen_counts_and_nothing_else(void **state)
{
    struct fixture *f = *state;
    const int32_t last = SIZE_PX - 1;
    assert_int_equal(first_level_of(f, 5, 5, false), 0);
    assert_int_equal(first_level_of(f, 5, 5, true), 4);
    assert_int_equal(first_level_of(f, 0, 0, false), 0);
    assert_int_equal(first_level_of(f, last, last, false), 0);
    assert_int_equal(first_level_of(f, -1, 5, false), 4);
    assert_int_equal(first_level_of(f, last + 1, 5, false), 4);
    assert_int_equal(first_level_of(f, 5, -1, false), 4);
    assert_int_equal(first_level_of(f, 5, last + 1, false), 4);
}

/* Whether a triangle in pixel (x, y) of an edge is kept; none asks for its texture. */
static void check_kept(struct fixture *f, int32_t x, int32_t y, bool is_kept)
{
    const uint32_t before = f->list.triangle_count;
    assert_int_equal(first_level_of(f, x, y, false), 4);
    assert_int_equal(f->list.triangle_count - before, is_kept);
}

/* Of pixels (5, 5) and (6, 5), which are left out. */
static void what_is_left_out_is_what_lies_in_it_as_a_whole(void **state)
{
    struct fixture *f = *state;
    static const struct pixel_area left_out = {5, 7, 5, 6};
    f->builder.left_out = &left_out;
    check_kept(f, 5, 5, false);
    check_kept(f, 6, 5, false);
    check_kept(f, 4, 5, true);
    check_kept(f, 7, 5, true);
    check_kept(f, 5, 4, true);
    check_kept(f, 5, 6, true);
    for (int32_t c = 0; c < 3; c++) {
        static const int32_t corners[3][2] = {{1290, 1290}, {1290, 1530}, {1530, 1290}};
        struct triangles triangles = {.indices = {0, 1, 2}};
        struct asking asking = begin_asking(f);
        const uint32_t before = f->list.triangle_count;
        for (int32_t i = 0; i < 3; i++) {
            const int32_t away = i == c ? 2 * SUBPIXELS : 0;
            triangles.vertices[i].position.x = corners[i][0] - (c == 1 ? away : 0);
            triangles.vertices[i].position.y = corners[i][1] - (c == 1 ? 0 : away);
        }
        struct test_batch batch = batch_of(&triangles, &asking.material);
        batch.index_count = 3;
        append(f, &batch, &asking);
        assert_int_equal(f->list.triangle_count, before + 1);
        surface_textures_close(&asking.textures);
    }
}

#define TARGET_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int test_mesh_builder(void)
{
    const struct CMUnitTest tests[] = {
        TARGET_TEST(textures_look_as_with_all_their_levels),
        TARGET_TEST(levels_are_added_only),
        TARGET_TEST(all_that_is_seen_counts_and_nothing_else),
        TARGET_TEST(what_is_left_out_is_what_lies_in_it_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
