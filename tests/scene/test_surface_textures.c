/* Textures of materials: as fine as the finest of all who ask for them, and read once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "assets/textures/blp_file.h"
#include "formats/captured.h"
#include "scene/surface_textures.h"

/* A tile of one pixel a quad begins with levels of 16 texels. */
enum { EDGE = 64, QUAD_PX = 1, FIRST_LEVEL = 2 };

struct fixture {
    struct temporary place;
    struct captured captured;
    struct adtmap_log log;
    struct assets *assets;
    struct cache_pool *pool;
    struct cache *cache;
    struct arena arena;
    struct surface_textures textures;
};

static struct fixture fixture;

static int set_up(void **state)
{
    static const struct adtmap_settings settings = {.texture_levels =
                                                        ADTMAP_TEXTURE_LEVELS_AVERAGE};
    static uint8_t rgba[4 * EDGE * EDGE];
    const struct diag diag = {0};
    struct fixture *f = &fixture;
    *f = (struct fixture){.place = temporary_make()};
    f->log = (struct adtmap_log){captured_write, &f->captured};
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)(i * i >> 3);
    }
    blp_file_write(&f->place, "leaf.blp", rgba, EDGE, SIZE_MAX);
    blp_file_write(&f->place, "cut.blp", rgba, EDGE, sizeof rgba / 8);
    const char *const root = f->place.path;
    assert_int_equal(assets_open(&root, 1, &diag, &f->assets), ADTMAP_OK);
    f->pool = cache_pool_create(1 << 20);
    f->cache = cache_create(f->pool, &mip_texture_kind, f->assets, &f->log);
    assert_non_null(f->cache);
    f->textures = surface_textures_of(f->cache, NULL, &settings, QUAD_PX, &f->arena);
    *state = f;
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

static struct surface_material material_of(struct fixture *f, enum surface_blend blend,
                                           const char *name)
{
    struct surface_material material = surface_material_of(blend, SURFACE_ERA_UNKNOWN);
    const struct asset_ref file = {name, 0};
    assert_true(surface_textures_add(&f->textures, file, 0, &material));
    assert_in_range(material.numbers[0], 1, f->textures.count);
    return material;
}

/* Reads with `level` asked of one texture, and nothing of the others. */
static void read_finer(struct fixture *f, uint32_t number, uint8_t level)
{
    uint8_t finest[8];
    assert_true(f->textures.count < sizeof finest);
    memset(finest, UINT8_MAX, sizeof finest);
    finest[number] = level;
    assert_true(surface_textures_read(&f->textures, finest));
}

/* Leaves of one tree needed level 2, then those of another level 1: coverage was counted for each.
 */
static void materials_with_an_alpha_key_share_a_texture(void **state)
{
    struct fixture *f = *state;
    const struct surface_material one = material_of(f, SURFACE_ALPHA_KEY, "leaf.blp");
    const struct surface_material other = material_of(f, SURFACE_ALPHA_KEY, "Leaf.blp");
    assert_ptr_equal(one.textures[0], other.textures[0]);
    assert_int_equal(f->textures.count, 1);
    assert_int_equal(one.textures[0]->first_level, FIRST_LEVEL);
    assert_int_equal(one.textures[0]->levels[0].width, EDGE);
    assert_false(mip_texture_is_read(one.textures[0]));
    read_finer(f, other.numbers[0], 1);
    assert_true(mip_texture_is_read(one.textures[0]));
    assert_int_equal(one.textures[0]->first_level, 1);
    assert_null(one.textures[0]->levels[0].rgba);
}

/* Textures of rooms and of what faces down were decoded for nobody. */
static void textures_that_nobody_asks_for_are_not_read(void **state)
{
    static const struct adtmap_settings stored = {.texture_levels = ADTMAP_TEXTURE_LEVELS_STORED};
    struct fixture *f = *state;
    f->textures.settings = &stored;
    const struct surface_material leaf = material_of(f, SURFACE_ALPHA_KEY, "leaf.blp");
    const struct surface_material wall = material_of(f, SURFACE_OPAQUE, "leaf.blp");
    assert_false(mip_texture_is_read(wall.textures[0]));
    read_finer(f, wall.numbers[0], FIRST_LEVEL + 1);
    assert_false(mip_texture_is_read(leaf.textures[0]));
    assert_true(mip_texture_is_read(wall.textures[0]));
    assert_int_equal(wall.textures[0]->first_level, FIRST_LEVEL);
}

static void other_materials_have_their_own(void **state)
{
    struct fixture *f = *state;
    const struct surface_material one = material_of(f, SURFACE_ALPHA, "leaf.blp");
    const struct surface_material other = material_of(f, SURFACE_ALPHA, "leaf.blp");
    assert_true(mip_texture_is_read(one.textures[0]));
    read_finer(f, other.numbers[0], 0);
    assert_int_equal(one.textures[0]->first_level, FIRST_LEVEL);
    assert_int_equal(other.textures[0]->first_level, 0);
    assert_non_null(other.textures[0]->levels[0].rgba);
}

/* A second drawing of a scene, from elsewhere, may need finer levels, and takes none away. */
static void textures_can_be_asked_for_again(void **state)
{
    struct fixture *f = *state;
    const struct surface_material leaf = material_of(f, SURFACE_ALPHA_KEY, "leaf.blp");
    read_finer(f, leaf.numbers[0], 1);
    const uint8_t *texels = leaf.textures[0]->levels[1].rgba;
    read_finer(f, leaf.numbers[0], 3);
    assert_int_equal(leaf.textures[0]->first_level, 1);
    assert_ptr_equal(leaf.textures[0]->levels[1].rgba, texels);
    read_finer(f, leaf.numbers[0], 0);
    assert_int_equal(leaf.textures[0]->first_level, 0);
}

/* Triangles may be set up for levels of a file that is gone when it is read. */
static void a_file_that_is_gone_meanwhile_keeps_the_number_of_its_levels(void **state)
{
    struct fixture *f = *state;
    char path[256];
    const struct surface_material leaf = material_of(f, SURFACE_ALPHA_KEY, "leaf.blp");
    const struct surface_material gone = material_of(f, SURFACE_ALPHA_KEY, "gone.blp");
    const uint32_t level_count = leaf.textures[0]->level_count;
    assert_true(gone.textures[0]->is_fallback);
    assert_int_equal(remove(temporary_path(&f->place, "leaf.blp", path)), 0);
    read_finer(f, leaf.numbers[0], 1);
    assert_true(leaf.textures[0]->is_fallback);
    assert_int_equal(leaf.textures[0]->level_count, level_count);
    for (uint32_t i = 0; i < level_count; i++) {
        assert_non_null(leaf.textures[0]->levels[i].rgba);
    }
    assert_int_equal(f->textures.pins.missing_assets, 2);
    assert_int_equal(f->captured.warnings, 2);
}

static void what_a_file_lacks_is_told_once(void **state)
{
    struct fixture *f = *state;
    const struct surface_material cut = material_of(f, SURFACE_ALPHA_KEY, "cut.blp");
    read_finer(f, cut.numbers[0], 0);
    assert_int_equal(f->captured.warnings, 1);
}

static void a_file_that_need_not_be_there_is_not_missed(void **state)
{
    struct fixture *f = *state;
    struct surface_material material = surface_material_of(SURFACE_ALPHA, SURFACE_ERA_UNKNOWN);
    assert_true(surface_textures_add_optional(&f->textures, "gone.blp", (struct mip_alpha){0}, 1,
                                              &material));
    assert_null(material.textures[1]);
    assert_int_equal(f->textures.count, 0);
    assert_true(surface_textures_add_optional(&f->textures, "leaf.blp", (struct mip_alpha){0}, 1,
                                              &material));
    assert_false(material.textures[1]->is_fallback);
    assert_int_equal(material.numbers[1], 1);
    assert_int_equal(f->captured.warnings, 0);
}

int test_surface_textures(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(materials_with_an_alpha_key_share_a_texture, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(textures_that_nobody_asks_for_are_not_read, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(other_materials_have_their_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(textures_can_be_asked_for_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_file_that_is_gone_meanwhile_keeps_the_number_of_its_levels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_file_lacks_is_told_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_that_need_not_be_there_is_not_missed, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
