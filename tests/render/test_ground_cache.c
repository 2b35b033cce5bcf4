/* Ground textures of the largest size that is read, in files that have holes for texels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "base/buffer.h"
#include "formats/blp.h"
#include "formats/claims.h"
#include "render/ground_cache.h"

enum { HEADER_BYTES = 148, MORE_BYTES = 8 << 20 };

/* Encoding, alpha depth and format byte of BLP2, and bits of a texel. */
struct kind {
    uint8_t encoding, alpha_depth, format;
    unsigned bits;
};

static void make_file(const struct temporary *place, const char *name, struct kind kind)
{
    struct buffer header = {0};
    char path[256];
    size_t bytes = (size_t)BLP_MAX_SIZE * BLP_MAX_SIZE / 8 * kind.bits;
    buffer_append(&header, "BLP2\1\0\0\0", 8);
    buffer_u8(&header, kind.encoding);
    buffer_u8(&header, kind.alpha_depth);
    buffer_u8(&header, kind.format);
    buffer_u8(&header, 0);
    buffer_u32le(&header, BLP_MAX_SIZE);
    buffer_u32le(&header, BLP_MAX_SIZE);
    for (unsigned i = 0; i < 32; i++) {
        buffer_u32le(&header, i == 0 ? HEADER_BYTES : i == 16 ? (uint32_t)bytes : 0);
    }
    temporary_file(place, name, "");
    FILE *file = fopen(temporary_path(place, name, path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(header.data, header.size, 1, file), 1);
    assert_int_equal(ftruncate(fileno(file), (off_t)(HEADER_BYTES + bytes)), 0);
    assert_int_equal(fclose(file), 0);
    buffer_free(&header);
}

/* Lets the process allocate MORE_BYTES more; mapped files do not count. Gives the limit before. */
static struct rlimit bound_memory(void)
{
    unsigned long pages = 0;
    struct rlimit limit;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages), 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(getrlimit(RLIMIT_DATA, &limit), 0);
    rlim_t bytes = pages * (rlim_t)sysconf(_SC_PAGESIZE) + MORE_BYTES;
    const struct rlimit bound = {bytes, limit.rlim_max};
    assert_int_equal(CLAIMS_CANNOT_BOUND ? 0 : setrlimit(RLIMIT_DATA, &bound), 0);
    return limit;
}

/* Pins the texture, filtered to 32 px, and its heights. */
static void pin(const struct assets *assets, const char *name)
{
    static struct scene_tile scene;
    struct scene_texture texture = {.name = name, .height_name = name};
    struct arena arena = {0};
    struct ground_set set;
    const struct diag diag = {0};
    struct cache_pool *pool = cache_pool_create(1 << 20);
    assert_non_null(pool);
    struct ground_cache *cache = ground_cache_create(assets, NULL, 4, pool);
    assert_non_null(cache);
    scene.textures = &texture;
    scene.texture_count = 1;
    scene.chunks[0].layer_count = 1;
    assert_int_equal(ground_cache_pin(cache, &scene, &arena, &diag, &set), ADTMAP_OK);
    assert_int_equal(set.stand_ins, 0);
    assert_int_equal(set.textures[0]->plane_count, 4);
    ground_cache_unpin(cache, &set);
    ground_cache_destroy(cache);
    cache_pool_destroy(pool);
    arena_free(&arena);
}

static void the_largest_textures_take_little_memory(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    const char *const root = place.path;
    const struct diag diag = {0};
    struct assets *assets;
    make_file(&place, "dxt.blp", (struct kind){2, 8, 7, 8});
    make_file(&place, "bgra.blp", (struct kind){3, 8, 2, 32});
    assert_int_equal(assets_open(&root, 1, &diag, &assets), ADTMAP_OK);
    struct rlimit limit = bound_memory();
    pin(assets, "dxt.blp");
    pin(assets, "bgra.blp");
    assert_int_equal(setrlimit(RLIMIT_DATA, &limit), 0);
    assets_close(assets);
    temporary_remove(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_textures_take_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
