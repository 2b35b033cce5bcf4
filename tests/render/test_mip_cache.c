/* Textures of buildings from a folder of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "base/buffer.h"
#include "base/file.h"
#include "demo/blp_write.h"
#include "render/mip_cache.h"

enum { EDGE = 4, RED = 200 };

struct fixture {
    struct temporary place;
    struct assets *assets;
    struct cache_pool *pool;
    struct mip_cache *cache;
    struct arena arena;
    struct mip_set set;
};

/* The file with id 77 is a reddish square. */
static int set_up(void **state)
{
    static struct fixture f;
    const struct diag diag = {0};
    struct buffer file = {0};
    uint8_t rgba[4 * EDGE * EDGE];
    char path[256];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = i % 4 == 0 ? RED : i % 4 == 3 ? 255 : 0;
    }
    f = (struct fixture){.place = temporary_make()};
    temporary_file(&f.place, "unknown/77.blp", "");
    blp_write(&file, BLP_BGRA8, rgba, EDGE);
    temporary_path(&f.place, "unknown/77.blp", path);
    assert_int_equal(file_write_atomic(path, file.data, file.size, &diag), ADTMAP_OK);
    buffer_free(&file);
    const char *const root = f.place.path;
    assert_int_equal(assets_open(&root, 1, &diag, &f.assets), ADTMAP_OK);
    f.pool = cache_pool_create(1 << 20);
    assert_non_null(f.pool);
    f.cache = mip_cache_create(f.assets, NULL, f.pool);
    assert_non_null(f.cache);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    mip_cache_unpin(f->cache, &f->set);
    mip_cache_destroy(f->cache);
    cache_pool_destroy(f->pool);
    assets_close(f->assets);
    arena_free(&f->arena);
    temporary_remove(&f->place);
    return 0;
}

static void a_texture_named_by_its_file_id_is_read(void **state)
{
    struct fixture *f = *state;
    const struct mip_texture *texture = mip_cache_pin(f->cache, "id:77", &f->arena, &f->set);
    assert_non_null(texture);
    assert_false(texture->is_stand_in);
    assert_int_equal(texture->levels[0].width, EDGE);
    assert_int_equal(texture->levels[0].rgba[0], RED);
    assert_int_equal(f->set.stand_ins, 0);
}

/* A material of every second house names the same missing texture. */
static void a_stand_in_counts_once_however_often_it_is_pinned(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = {"a.blp", "b.blp", "A.BLP", "id:78", "b.blp", "id:78"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct mip_texture *texture = mip_cache_pin(f->cache, names[i], &f->arena, &f->set);
        assert_non_null(texture);
        assert_true(texture->is_stand_in);
    }
    assert_int_equal(f->set.stand_ins, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_texture_named_by_its_file_id_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stand_in_counts_once_however_often_it_is_pinned, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
