/* Ground textures of the largest size that is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "assets/textures/ground_cache.h"
#include "assets/textures/large_texture.h"

/* Pins the texture, filtered to 32 px, and its heights. */
static void pin(const struct assets *assets, const char *name)
{
    const struct ground_request request = {
        .is_wanted = true, .colors = {name, 0}, .has_height = true, .height = {name, 0}};
    struct arena arena = {0};
    struct ground_set set;
    const struct diag diag = {0};
    struct cache_pool *pool = cache_pool_create(1 << 20);
    assert_non_null(pool);
    struct cache *cache = cache_create(pool, &ground_texture_kind, assets, NULL);
    assert_non_null(cache);
    assert_int_equal(ground_cache_pin(cache, 4, &request, 1, &arena, &diag, &set), ADTMAP_OK);
    assert_int_equal(set.missing_assets, 0);
    assert_int_equal(set.textures[0]->plane_count, 4);
    ground_cache_unpin(&set);
    cache_destroy(cache);
    cache_pool_destroy(pool);
    arena_free(&arena);
}

static void the_largest_textures_take_little_memory(void **state)
{
    (void)state;
    large_textures_read(pin);
}

/* Which file stands for a texture where the ground shines. */
static void ground_that_shines_is_a_file_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *name, *file;
    } cases[] = {
        {"Tileset\\Wood\\Rock.blp", "tileset/wood/rock_s.blp"},
        {"tileset/wood/plain.blp", "tileset/wood/plain.blp"},
        {"world/rock.blp", "world/rock.blp"},
        {"tileset/rock", "tileset/rock"},
        {"../rock.blp", "../rock.blp"},
    };
    struct temporary place = temporary_make();
    const char *const root = place.path;
    const struct diag diag = {0};
    struct assets *assets = NULL;
    struct arena arena = {0};
    temporary_file(&place, "tileset/wood/rock_s.blp", "");
    temporary_file(&place, "world/rock_s.blp", "");
    assert_int_equal(assets_open(&root, 1, &diag, &assets), ADTMAP_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asset_ref file;
        assert_true(ground_shining(assets, (struct asset_ref){cases[i].name, 0}, &arena, &file));
        assert_string_equal(file.name, cases[i].file);
    }
    struct asset_ref file;
    assert_true(ground_shining(assets, (struct asset_ref){NULL, 77}, &arena, &file));
    assert_null(file.name);
    assert_int_equal(file.file_id, 77);
    assets_close(assets);
    arena_free(&arena);
    temporary_remove(&place);
}

/* By the name however it is spelled, and by the id of one without a name. Here none can be read. */
static void a_texture_is_kept_once(void **state)
{
    (void)state;
    static const struct asset_ref files[] = {
        {"Tileset\\Rock.blp", 0}, {"tileset/rock.blp", 0}, {NULL, 77}, {NULL, 77}, {NULL, 78}};
    enum { COUNT = sizeof files / sizeof *files };
    struct ground_request requests[COUNT] = {{0}};
    for (size_t i = 0; i < COUNT; i++) {
        requests[i] = (struct ground_request){.is_wanted = true, .colors = files[i]};
    }
    struct temporary place = temporary_make();
    const char *const root = place.path;
    const struct diag diag = {0};
    struct assets *assets = NULL;
    struct arena arena = {0};
    struct ground_set set;
    assert_int_equal(assets_open(&root, 1, &diag, &assets), ADTMAP_OK);
    struct cache_pool *pool = cache_pool_create(1 << 20);
    assert_non_null(pool);
    struct cache *cache = cache_create(pool, &ground_texture_kind, assets, NULL);
    assert_non_null(cache);
    assert_int_equal(ground_cache_pin(cache, 4, requests, COUNT, &arena, &diag, &set), ADTMAP_OK);
    assert_ptr_equal(set.textures[0], set.textures[1]);
    assert_ptr_equal(set.textures[2], set.textures[3]);
    assert_ptr_not_equal(set.textures[0], set.textures[2]);
    assert_ptr_not_equal(set.textures[2], set.textures[4]);
    ground_cache_unpin(&set);
    cache_destroy(cache);
    cache_pool_destroy(pool);
    assets_close(assets);
    arena_free(&arena);
    temporary_remove(&place);
}

int test_ground_cache(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_textures_take_little_memory),
        cmocka_unit_test(ground_that_shines_is_a_file_of_its_own),
        cmocka_unit_test(a_texture_is_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
