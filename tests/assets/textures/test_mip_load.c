/* Textures of the largest size that is read, to a few small levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/textures/large_texture.h"
#include "assets/textures/mip_load.h"

static void load(const struct assets *assets, const char *name)
{
    const struct diag diag = {0};
    struct mip_texture *texture;
    size_t bytes;
    const struct mip_wanted wanted = {.name = name, .wish = {64, UINT64_MAX, false, false}};
    assert_int_equal(mip_load(assets, &wanted, &diag, &texture, &bytes), ADTMAP_OK);
    assert_int_equal(texture->levels[0].width, BLP_MAX_SIZE);
    assert_int_equal(texture->levels[texture->first_level].width, 64);
    assert_true(bytes < 64 * 64 * 6);
    free(texture);
}

static void the_largest_textures_take_little_memory(void **state)
{
    (void)state;
    large_textures_read(load);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_textures_take_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
