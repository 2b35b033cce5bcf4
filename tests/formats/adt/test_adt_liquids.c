/* The liquids of a tile: layers of MH2O, then those of each MCLQ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt_liquids.h"
#include "formats/bytes.h"

enum { HEADERS = 256 * 12, INSTANCE = 24 };

/* An MH2O of three flat instances in chunk 5, at heights 1, 2 and 3. */
static void add_mh2o(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MH2O");
    add_zeroes(file, HEADERS);
    put_u32(file, begin + 5 * 12, HEADERS);
    put_u32(file, begin + 5 * 12 + 4, 3);
    for (int i = 1; i <= 3; i++) {
        buffer_u32le(file, 5); /* type, format 0 */
        add_floats(file, (const float[]){(float)i, (float)i}, 2);
        buffer_u32le(file, 0x08080000);
        add_zeroes(file, 8);
    }
    end_chunk(file, begin);
}

/* An MCLQ of `count` layers in map chunk `chunk`. */
static struct mclq layers_in(uint32_t chunk, uint32_t count)
{
    struct mclq mclq = {.layer_count = count};
    for (uint32_t i = 0; i < count; i++) {
        mclq.layers[i].chunk = chunk;
        mclq.layers[i].x = i;
    }
    return mclq;
}

static void layers_of_all_chunks_follow_those_of_mh2o(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    struct arena arena = {0};
    struct heard heard;
    struct adt_file file;
    struct adt_liquid_list list;
    add_u32_chunk(&bytes, "MVER", 18);
    add_mh2o(&bytes);
    listen(&heard);
    const struct adt_bytes whole = {bytes.data, bytes.size, NULL};
    adt_file_open(&whole, &heard.diag, &file);
    assert_int_equal(adt_liquids_begin(&file, MH2O_MONOLITHIC, 2, &arena, &heard.diag, &list),
                     ADTMAP_OK);
    const struct mclq full = layers_in(33, MCLQ_LAYERS_MAX);
    const struct mclq two = layers_in(34, 2);
    adt_liquids_add(&list, &full);
    adt_liquids_add(&list, &two);
    struct liquid_layers layers = adt_liquids_of(&list);
    assert_int_equal(layers.count, 3 + MCLQ_LAYERS_MAX + 2);
    assert_int_equal(layers.layers[0].chunk, 5);
    assert_float_equal(layers.layers[2].grid.height_yd[0], 3, 0);
    assert_int_equal(layers.layers[3].chunk, 33);
    assert_int_equal(layers.layers[6].x, 3);
    assert_int_equal(layers.layers[7].chunk, 34);
    assert_int_equal(layers.layers[8].x, 1);
    assert_int_equal(heard.warnings, 0);
    arena_free(&arena);
    buffer_free(&bytes);
}

static void a_tile_without_mh2o_begins_empty(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct heard heard;
    struct adt_liquid_list list;
    listen(&heard);
    assert_int_equal(adt_liquids_begin(NULL, MH2O_MONOLITHIC, 1, &arena, &heard.diag, &list),
                     ADTMAP_OK);
    assert_int_equal(adt_liquids_of(&list).count, 0);
    assert_int_equal(adt_liquids_of(&list).unknown_formats, 0);
    arena_free(&arena);
}

int test_adt_liquids(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_of_all_chunks_follow_those_of_mh2o),
        cmocka_unit_test(a_tile_without_mh2o_begins_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
