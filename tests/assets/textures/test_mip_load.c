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
    const struct mip_wanted wanted = {.file = {name, 0},
                                      .wish = {.least_edge = 64, .texels_most = UINT64_MAX}};
    assert_int_equal(mip_load(assets, &wanted, NULL, &diag, &texture, &bytes), ADTMAP_OK);
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

/* The texture whose finest level has `edge` texels; to be freed. */
static struct mip_texture *load_levels(const struct temporary *place, uint32_t edge,
                                       struct mip_alpha alpha)
{
    const char *const root = place->path;
    const struct diag diag = {0};
    struct assets *assets = NULL;
    struct mip_texture *texture;
    size_t bytes;
    const struct mip_wanted wanted = {.file = {"levels.blp", 0},
                                      .wish = {.least_edge = edge, .texels_most = UINT64_MAX},
                                      .alpha = alpha};
    assert_int_equal(assets_open(&root, 1, &diag, &assets), ADTMAP_OK);
    assert_int_equal(mip_load(assets, &wanted, NULL, &diag, &texture, &bytes), ADTMAP_OK);
    assets_close(assets);
    assert_int_equal(texture->levels[texture->first_level].width, edge);
    return texture;
}

/* The number of the channel that a level has, at all its texels. */
static int level_color(const struct mip_level *level)
{
    int color = 0;
    while (color < 3 && level->rgba[color] == 0) {
        color++;
    }
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        assert_memory_equal(level->rgba + 4 * i, level->rgba, 4);
    }
    return color;
}

/* The colour of the finest level. */
static int color_of(const struct temporary *place, uint32_t edge, uint8_t key)
{
    struct mip_texture *texture =
        load_levels(place, edge, (struct mip_alpha){.is_opacity = key > 0, .key = key});
    int color = level_color(&texture->levels[texture->first_level]);
    free(texture);
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

/* Roofs whose alpha is a mask of what they reflect were 17 steps darker than clients show them:
 * levels were averages of the image. */
static void levels_are_those_of_the_file(void **state)
{
    (void)state;
    enum { RED, GREEN, BLUE };
    static const struct {
        uint32_t blocks; /* of level 2 */
        int colors[4];   /* of the levels */
    } cases[] = {{16, {RED, GREEN, BLUE, BLUE}}, {15, {RED, GREEN, GREEN, GREEN}}};
    struct temporary place = temporary_make();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_levels(&place, cases[i].blocks);
        /* from whichever level on they are kept */
        for (uint32_t first = 0; first < 4; first++) {
            struct mip_texture *texture =
                load_levels(&place, 64U >> first, (struct mip_alpha){.takes_stored = true});
            assert_int_equal(texture->level_count, 7);
            for (uint32_t level = first; level < 7; level++) {
                assert_int_equal(level_color(&texture->levels[level]),
                                 cases[i].colors[level < 3 ? level : 3]);
            }
            free(texture);
        }
    }
    temporary_remove(&place);
}

int test_mip_load(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_textures_take_little_memory),
        cmocka_unit_test(a_small_texture_is_read_from_a_stored_level),
        cmocka_unit_test(levels_are_those_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
