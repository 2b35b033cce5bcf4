/* Textures on their way into levels: large ones, and those with levels of their own. */
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
    const struct mip_wanted wanted = {.file = {name, 0}, .wish = {64, UINT64_MAX, false, false}};
    assert_int_equal(mip_load(assets, &wanted, &diag, &texture, &bytes), ADTMAP_OK);
    assert_int_equal(texture->levels[0].width, BLP_SIZE_MAX);
    assert_int_equal(texture->levels[texture->first_level].width, 64);
    assert_true(bytes < 64 * 64 * 16);
    free(texture);
}

static void the_largest_textures_take_little_memory(void **state)
{
    (void)state;
    large_textures_read(load);
}

/* A block of DXT1 in one colour, of 5, 6 and 5 bits. */
static void put_blocks(struct buffer *file, uint16_t colour, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        buffer_u16le(file, colour);
        buffer_u16le(file, 0);
        buffer_u32le(file, 0);
    }
}

/* 64 x 64 texels: level 0 is red, level 1 green, level 2 blue, of which `blocks` of 16 are there.
 */
static void write_levels(const struct temporary *place, uint32_t blocks)
{
    static const struct diag diag;
    const uint32_t sizes[] = {2048, 512, 8 * blocks};
    struct buffer file = {0};
    char path[256];
    buffer_append(&file, "BLP2\1\0\0\0\2\0\0\1", 12);
    buffer_u32le(&file, 64);
    buffer_u32le(&file, 64);
    for (uint32_t i = 0, at = 1172; i < 16; i++) {
        buffer_u32le(&file, i < 3 ? at : 0);
        at += i < 3 ? sizes[i] : 0;
    }
    for (uint32_t i = 0; i < 16; i++) {
        buffer_u32le(&file, i < 3 ? sizes[i] : 0);
    }
    for (uint32_t i = 0; i < 256; i++) {
        buffer_u32le(&file, 0);
    }
    put_blocks(&file, 31 << 11, 256);
    put_blocks(&file, 63 << 5, 64);
    put_blocks(&file, 31, blocks);
    temporary_path(place, "levels.blp", path);
    assert_int_equal(file_write_atomic(path, file.data, file.size, &diag), ADTMAP_OK);
    buffer_free(&file);
}

/* The colour of the texture whose finest level has `edge` texels: the number of its channel. */
static int color_of(const struct temporary *place, uint32_t edge, uint8_t key)
{
    const char *const root = place->path;
    const struct diag diag = {0};
    struct assets *assets = NULL;
    struct mip_texture *texture;
    size_t bytes;
    const struct mip_wanted wanted = {.file = {"levels.blp", 0},
                                      .wish = {edge, UINT64_MAX, false, false},
                                      .alpha = {key > 0, key}};
    assert_int_equal(assets_open(&root, 1, &diag, &assets), ADTMAP_OK);
    assert_int_equal(mip_load(assets, &wanted, &diag, &texture, &bytes), ADTMAP_OK);
    const struct mip_level *finest = &texture->levels[texture->first_level];
    assert_int_equal(finest->width, edge);
    int color = 0;
    while (color < 3 && finest->rgba[color] == 0) {
        color++;
    }
    free(texture);
    assets_close(assets);
    return color;
}

static void a_small_texture_is_read_from_a_stored_level(void **state)
{
    (void)state;
    enum { RED, GREEN, BLUE };
    struct temporary place = temporary_make();
    write_levels(&place, 16);
    assert_int_equal(color_of(&place, 64, 0), RED);
    assert_int_equal(color_of(&place, 16, 0), RED);
    assert_int_equal(color_of(&place, 8, 0), GREEN);
    assert_int_equal(color_of(&place, 4, 0), BLUE);
    assert_int_equal(color_of(&place, 1, 0), BLUE);
    /* What a key leaves is counted in full size. */
    assert_int_equal(color_of(&place, 4, 128), RED);
    /* A level that is cut short is not used. */
    write_levels(&place, 15);
    assert_int_equal(color_of(&place, 4, 0), GREEN);
    temporary_remove(&place);
}

int test_mip_load(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_textures_take_little_memory),
        cmocka_unit_test(a_small_texture_is_read_from_a_stored_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
