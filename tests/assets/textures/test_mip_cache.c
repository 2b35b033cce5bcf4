/* Textures of buildings from a folder of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/textures/blp_file.h"
#include "assets/textures/mip_cache.h"
#include "assets/textures/texture_file.h"
#include "formats/captured.h"

enum { EDGE = 32, RED = 200 };

struct fixture {
    struct temporary place;
    struct captured captured;
    struct adtmap_log log;
    struct assets *assets;
    struct cache_pool *pool;
    struct cache *cache;
    struct arena arena;
    struct mip_set set;
};

/* Writes a reddish square, of the bytes of which `keep` are left. */
static void write_texture(const struct fixture *f, const char *name, uint32_t edge, size_t keep)
{
    static uint8_t rgba[4 * 4 * EDGE * EDGE];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = i % 4 == 0 ? RED : i % 4 == 3 ? 255 : (uint8_t)(i / 4);
    }
    assert_true((size_t)4 * edge * edge <= sizeof rgba);
    blp_file_write(&f->place, name, rgba, edge, keep);
}

static struct fixture fixture;

/* The file with id 77 is a square, that of cut.blp ends in its image. */
static void write_files(struct fixture *f)
{
    *f = (struct fixture){.place = temporary_make()};
    f->log = (struct adtmap_log){captured_write, &f->captured};
    temporary_file(&f->place, "unknown/77.blp", "");
    write_texture(f, "unknown/77.blp", EDGE, SIZE_MAX);
    write_texture(f, "square.blp", EDGE, SIZE_MAX);
    write_texture(f, "cut.blp", EDGE, 2048);
}

static void open_files(struct fixture *f)
{
    const struct diag diag = {0};
    const char *const root = f->place.path;
    assert_int_equal(assets_open(&root, 1, &diag, &f->assets), ADTMAP_OK);
    f->pool = cache_pool_create(1 << 20);
    assert_non_null(f->pool);
    f->cache = cache_create(f->pool, &mip_texture_kind, f->assets, &f->log);
    assert_non_null(f->cache);
}

static int set_up(void **state)
{
    write_files(&fixture);
    open_files(&fixture);
    *state = &fixture;
    return 0;
}

enum { LARGE = 1152 };

/* With two large textures. */
static int set_up_large(void **state)
{
    uint8_t *rgba = calloc((size_t)LARGE * LARGE, 4);
    assert_non_null(rgba);
    write_files(&fixture);
    blp_file_write(&fixture.place, "first.blp", rgba, LARGE, SIZE_MAX);
    blp_file_write(&fixture.place, "other.blp", rgba, LARGE, SIZE_MAX);
    free(rgba);
    open_files(&fixture);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    mip_cache_unpin(&f->set);
    cache_destroy(f->cache);
    cache_pool_destroy(f->pool);
    assets_close(f->assets);
    arena_free(&f->arena);
    temporary_remove(&f->place);
    return 0;
}

static void a_texture_named_by_its_file_id_is_read(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *texture = mip_cache_pin(f->cache, (struct asset_ref){NULL, 77}, EDGE,
                                                      (struct mip_alpha){0}, &f->arena, &f->set);
    assert_non_null(texture);
    assert_false(texture->is_fallback);
    assert_int_equal(texture->levels[0].width, EDGE);
    assert_int_equal(texture->levels[0].rgba[0], RED);
    assert_int_equal(f->set.missing_assets, 0);
}

/* A material of every second house names the same missing texture. */
static void a_stand_in_counts_once_however_often_it_is_pinned(void **state)
{
    struct fixture *f = *state;
    static const struct asset_ref files[] = {{"a.blp", 0}, {"b.blp", 0}, {"A.BLP", 0},
                                             {NULL, 78},   {"b.blp", 0}, {NULL, 78}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const struct mip_texture *texture =
            mip_cache_pin(f->cache, files[i], EDGE, (struct mip_alpha){0}, &f->arena, &f->set);
        assert_non_null(texture);
        assert_true(texture->is_fallback);
    }
    assert_int_equal(f->set.missing_assets, 3);
}

static const struct mip_texture *pin(struct fixture *f, const char *name, uint32_t edge)
{
    const struct mip_texture *texture = mip_cache_pin(f->cache, (struct asset_ref){name, 0}, edge,
                                                      (struct mip_alpha){0}, &f->arena, &f->set);
    assert_non_null(texture);
    return texture;
}

static const struct mip_texture *pin_finer(struct fixture *f, const struct mip_texture *texture,
                                           uint32_t level)
{
    const struct mip_texture *finer =
        mip_cache_pin_levels(f->cache, texture, level, &f->arena, &f->set);
    assert_non_null(finer);
    return finer;
}

static void finer_levels_come_when_asked_for(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *coarse = pin(f, "Square.BLP", 4);
    assert_int_equal(coarse->first_level, 3);
    assert_int_equal(coarse->levels[0].width, EDGE);
    const struct mip_texture *finer = pin_finer(f, coarse, 1);
    assert_int_equal(finer->first_level, 1);
    assert_int_equal(coarse->first_level, 3);
    assert_memory_equal(finer->levels[3].rgba, coarse->levels[3].rgba, (size_t)4 * 4 * 4);
    assert_ptr_equal(pin_finer(f, finer, 0), pin(f, "square.blp", EDGE));
    assert_int_equal(f->captured.warnings, 0);
}

/* Levels of one file were once read from it each on their own: by edge, by alpha, by tile. */
static void a_file_is_read_once_for_all_its_levels(void **state)
{
    struct fixture *f = *state;
    static const struct mip_alpha alphas[] = {{0}, {.is_opacity = true}, {.key = 128}};
    static uint8_t alone[3][4 * EDGE * EDGE];
    struct cache *files = cache_create(f->pool, &texture_file_kind, f->assets, &f->log);
    assert_non_null(files);
    for (size_t i = 0; i < 3; i++) {
        f->set.files = i == 0 ? NULL : files; /* the first time as if there were none */
        const uint32_t edge = 4U << i;
        for (size_t k = 0; k < 3; k++) {
            const struct asset_ref file = {k == 0 ? "Square.BLP" : "square.blp", 0};
            mip_cache_pin_outline(f->cache, file, edge, alphas[k], &f->arena, &f->set);
            const struct mip_texture *texture =
                mip_cache_pin(f->cache, file, edge, alphas[k], &f->arena, &f->set);
            assert_non_null(texture);
            assert_false(texture->is_fallback);
            const uint8_t *texels = pin_finer(f, texture, 0)->levels[0].rgba;
            if (i == 0) {
                memcpy(alone[k], texels, sizeof alone[k]);
            }
            assert_memory_equal(texels, alone[k], sizeof alone[k]);
        }
        mip_cache_unpin(&f->set);
        cache_pool_limit(f->pool, i == 0 ? 0 : 1 << 20);
        cache_pool_limit(f->pool, 1 << 20);
    }
    assert_int_equal(cache_statistics(files).loads, 1);
    assert_true(cache_statistics(files).hits > 0);
    assert_int_equal(cache_statistics(files).failures, 0);
    assert_non_null(pin(f, "gone.blp", 4));
    assert_int_equal(cache_statistics(files).failures, 1);
    assert_int_equal(f->captured.warnings, 1);
    assert_ptr_equal(f->set.files, files);
    mip_cache_unpin(&f->set);
    cache_destroy(files);
}

/* With the edges of one tile's size, then of another's. */
static void a_missing_texture_is_named_once_for_all_edges(void **state)
{
    struct fixture *f = *state;
    static const uint32_t edges[] = {64, 16, UINT32_MAX};
    for (size_t i = 0; i < 3; i++) {
        const struct mip_texture *texture = pin(f, "gone.blp", edges[i]);
        assert_true(texture->is_fallback);
        assert_int_equal(texture->first_level, 0);
        assert_int_equal(f->set.missing_assets, 1);
        mip_cache_unpin(&f->set);
    }
    assert_int_equal(f->captured.warnings, 1);
    assert_non_null(strstr(f->captured.kept[0].what, "drawn as"));
}

static void a_missing_texture_is_named_in_each_round(void **state)
{
    struct fixture *f = *state;
    for (unsigned round = 1; round <= 3; round++) {
        pin(f, "gone.blp", 64);
        pin(f, "gone.blp", 16);
        mip_cache_unpin(&f->set);
        assert_int_equal(f->captured.warnings, round);
        cache_pool_warn_again(f->pool);
    }
}

static void what_a_texture_lacks_is_told_once(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *coarse = pin(f, "cut.blp", 4);
    assert_int_equal(f->captured.warnings, 1);
    assert_int_equal(pin_finer(f, coarse, 0)->first_level, 0);
    assert_int_equal(f->captured.warnings, 1);
}

/* What was drawn of it before needed levels of the texture that it was. */
static void a_file_that_became_another_has_all_its_levels(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *coarse = pin(f, "square.blp", 4);
    write_texture(f, "square.blp", 2 * EDGE, SIZE_MAX);
    const struct mip_texture *finer = pin_finer(f, coarse, 1);
    assert_int_equal(finer->levels[0].width, 2 * EDGE);
    assert_int_equal(finer->first_level, 0);
}

static void a_texture_that_is_gone_meanwhile_is_named(void **state)
{
    struct fixture *f = *state;
    char path[256];
    const struct mip_texture *coarse = pin(f, "square.blp", 4);
    assert_int_equal(remove(temporary_path(&f->place, "square.blp", path)), 0);
    assert_true(pin_finer(f, coarse, 0)->is_fallback);
    assert_int_equal(f->set.missing_assets, 1);
    assert_int_equal(f->captured.warnings, 1);
}

static const struct mip_alpha keyed = {.is_opacity = true, .key = 128};

static const struct mip_texture *pin_outline(struct fixture *f, const char *name, uint32_t edge)
{
    const struct mip_texture *texture = mip_cache_pin_outline(f->cache, (struct asset_ref){name, 0},
                                                              edge, keyed, &f->arena, &f->set);
    assert_non_null(texture);
    return texture;
}

static void an_outline_has_the_edges_of_its_levels(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *outline = pin_outline(f, "square.blp", 4);
    assert_int_equal(outline->first_level, 3);
    assert_int_equal(outline->levels[0].width, EDGE);
    assert_int_equal(outline->alpha.key, keyed.key);
    assert_false(mip_texture_is_read(outline));
    assert_ptr_equal(pin_outline(f, "Square.blp", 4), outline);
    const struct mip_texture *read = pin_finer(f, outline, 1);
    assert_int_equal(read->first_level, 1);
    assert_int_equal(read->alpha.key, keyed.key);
    assert_null(read->levels[0].rgba);
    const struct mip_texture *all = mip_cache_pin(f->cache, (struct asset_ref){"square.blp", 0},
                                                  EDGE, keyed, &f->arena, &f->set);
    for (uint32_t i = 1; i < all->level_count; i++) {
        size_t bytes = (size_t)all->levels[i].width * all->levels[i].height * 4;
        assert_memory_equal(read->levels[i].rgba, all->levels[i].rgba, bytes);
    }
    assert_int_equal(f->captured.warnings, 0);
}

/* A tile that asked for coarser levels than another opened the file again. */
static void coarser_levels_of_an_outline_are_those_of_finer_ones(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *outline = pin_outline(f, "square.blp", 4);
    const struct mip_texture *finer = pin_finer(f, outline, 1);
    mip_cache_unpin(&f->set);
    outline = pin_outline(f, "square.blp", 4);
    assert_ptr_equal(pin_finer(f, outline, 3), finer);
    assert_ptr_not_equal(pin_finer(f, outline, 0), finer);
    assert_ptr_equal(pin_finer(f, outline, 1), finer);
    assert_int_equal(cache_statistics(f->cache).loads, 3);
}

/* Texels of others may differ by a rounding: they come with the levels that are asked for. */
static void levels_of_what_is_no_outline_are_exact(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *coarse = pin(f, "square.blp", 4);
    assert_int_equal(pin_finer(f, coarse, 1)->first_level, 1);
    assert_int_equal(pin_finer(f, coarse, 2)->first_level, 2);
}

static void what_a_file_lacks_is_told_of_its_outline_alone(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *outline = pin_outline(f, "cut.blp", 4);
    assert_int_equal(f->captured.warnings, 1);
    pin_finer(f, outline, outline->first_level);
    assert_int_equal(f->captured.warnings, 1);
    assert_true(pin_outline(f, "gone.blp", 4)->is_fallback);
    assert_int_equal(f->captured.warnings, 2);
    assert_int_equal(f->set.missing_assets, 1);
}

#define CACHE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* 300 names of one JPEG of 8192 x 8192 texels took a minute on one tile. What the tile has already
 * is pinned again; small textures are always read. */
static void large_textures_of_a_tile_have_a_limit(void **state)
{
    struct fixture *f = *state;
    assert_false(pin(f, "first.blp", EDGE)->is_fallback);
    assert_false(pin(f, "First.blp", 2 * EDGE)->is_fallback);
    assert_int_equal(f->set.large_texels, 2 * LARGE * LARGE);
    f->set.large_texels = UINT32_MAX;
    assert_true(pin(f, "other.blp", EDGE)->is_fallback);
    assert_non_null(strstr(f->captured.kept[f->captured.warnings - 1].what, "is large"));
    assert_false(pin(f, "first.blp", EDGE)->is_fallback);
    assert_false(pin(f, "square.blp", EDGE)->is_fallback);
    mip_cache_unpin(&f->set);
    assert_false(pin(f, "other.blp", EDGE)->is_fallback); /* of another tile */
}

/* Edges alone cost little, so texels count when they are read. */
static void large_outlines_count_when_they_are_read(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *other = pin_outline(f, "other.blp", EDGE);
    assert_int_equal(f->set.large_texels, 0);
    assert_false(pin_finer(f, other, other->first_level)->is_fallback);
    assert_int_equal(f->set.large_texels, LARGE * LARGE);
    const struct mip_texture *first = pin_outline(f, "first.blp", EDGE);
    f->set.large_texels = UINT32_MAX;
    assert_true(pin_finer(f, first, first->first_level)->is_fallback);
}

/* Each edge counts, whatever the cache has already. */
static void large_outlines_are_read_as_they_are_asked_for(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *other = pin_outline(f, "other.blp", EDGE);
    pin_finer(f, other, other->first_level - 1);
    assert_int_equal(pin_finer(f, other, other->first_level)->first_level, other->first_level);
    assert_int_equal(f->set.large_texels, 2 * LARGE * LARGE);
}

int test_mip_cache(void)
{
    const struct CMUnitTest tests[] = {
        CACHE_TEST(a_texture_named_by_its_file_id_is_read),
        CACHE_TEST(a_stand_in_counts_once_however_often_it_is_pinned),
        CACHE_TEST(finer_levels_come_when_asked_for),
        CACHE_TEST(a_file_is_read_once_for_all_its_levels),
        CACHE_TEST(a_missing_texture_is_named_once_for_all_edges),
        CACHE_TEST(a_missing_texture_is_named_in_each_round),
        CACHE_TEST(what_a_texture_lacks_is_told_once),
        CACHE_TEST(a_file_that_became_another_has_all_its_levels),
        CACHE_TEST(a_texture_that_is_gone_meanwhile_is_named),
        CACHE_TEST(an_outline_has_the_edges_of_its_levels),
        CACHE_TEST(coarser_levels_of_an_outline_are_those_of_finer_ones),
        CACHE_TEST(levels_of_what_is_no_outline_are_exact),
        CACHE_TEST(what_a_file_lacks_is_told_of_its_outline_alone),
        cmocka_unit_test_setup_teardown(large_textures_of_a_tile_have_a_limit, set_up_large,
                                        tear_down),
        cmocka_unit_test_setup_teardown(large_outlines_count_when_they_are_read, set_up_large,
                                        tear_down),
        cmocka_unit_test_setup_teardown(large_outlines_are_read_as_they_are_asked_for, set_up_large,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
