/* MCLQ: one block a flag, every kind of vertex, and where the liquids of an ADT are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/adt/mclq.h"
#include "formats/bytes.h"

/* A block whose vertices are numbered; magma counts its texture coordinates. */
static void add_block(struct buffer *data, uint32_t flag, float low, float high, uint8_t quads)
{
    size_t begin = data->size;
    buffer_f32le(data, low);
    buffer_f32le(data, high);
    for (unsigned i = 0; i < 81; i++) {
        if (flag == MCLQ_MAGMA) {
            buffer_u16le(data, (uint16_t)(256 * i));
            buffer_u16le(data, (uint16_t)(128 * i));
        } else {
            buffer_u32le(data, 0xABCDEF00 | (3 * i & 0xFF));
        }
        buffer_f32le(data, (float)i);
    }
    for (unsigned i = 0; i < 64; i++) {
        buffer_u8(data, i == 5 ? 0x0F : quads);
    }
    buffer_u32le(data, 2);
    add_zeroes(data, 80);
    assert_int_equal(data->size - begin, MCLQ_BLOCK_BYTES);
}

struct loaded {
    struct arena arena;
    struct mclq mclq;
};

static void load(struct loaded *it, const struct buffer *data, uint32_t flags)
{
    memset(it, 0, sizeof *it);
    uint8_t *copy = exact_copy(data, data->size);
    assert_true(mclq_read(copy, data->size, flags, 77, &it->arena, &it->mclq));
    free(copy);
}

static void unload(struct loaded *it)
{
    arena_free(&it->arena);
}

static void each_flag_has_its_class_and_vertices(void **state)
{
    (void)state;
    static const struct {
        uint32_t flag;
        uint8_t class;
        uint32_t type;
    } cases[] = {{MCLQ_RIVER, LIQUID_WATER, 1},
                 {MCLQ_OCEAN, LIQUID_OCEAN, 2},
                 {MCLQ_MAGMA, LIQUID_MAGMA, 3},
                 {MCLQ_SLIME, LIQUID_SLIME, 4}};
    for (size_t i = 0; i < 4; i++) {
        struct buffer data = {0};
        struct loaded it;
        add_block(&data, cases[i].flag, 10, 50, 0x44);
        load(&it, &data, cases[i].flag | 0x1 | 0x8000);
        assert_int_equal(it.mclq.layer_count, 1);
        const struct liquid_layer *layer = &it.mclq.layers[0];
        assert_int_equal(layer->chunk, 77);
        assert_int_equal(layer->grid.type, cases[i].type);
        assert_int_equal(layer->grid.quad[4], cases[i].class);
        assert_int_equal(layer->grid.quad[5], LIQUID_NONE);
        bool magma = cases[i].flag == MCLQ_MAGMA;
        assert_int_equal(layer->grid.uv != NULL, magma);
        assert_int_equal(layer->grid.depth != NULL, !magma);
        if (magma) {
            assert_float_equal(layer->grid.uv[2][0], 6, 0);
            assert_float_equal(layer->grid.uv[2][1], 3, 0);
        } else {
            assert_int_equal(layer->grid.depth[80], 240);
        }
        /* Within 10 to 50; an ocean lies at 10. */
        bool ocean = cases[i].flag == MCLQ_OCEAN;
        assert_float_equal(layer->grid.height_yd[3], 10, 0);
        assert_float_equal(layer->grid.height_yd[30], (ocean ? 10.0F : 30.0F), 0);
        assert_float_equal(layer->grid.height_yd[70], (ocean ? 10.0F : 50.0F), 0);
        buffer_free(&data);
        unload(&it);
    }
}

static void blocks_stand_in_the_order_of_the_flags(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    add_block(&data, MCLQ_RIVER, 1, 1, 4);
    add_block(&data, MCLQ_MAGMA, 2, 2, 6);
    add_block(&data, MCLQ_SLIME, 3, 3, 3);
    load(&it, &data, MCLQ_SLIME | MCLQ_MAGMA | MCLQ_RIVER);
    assert_int_equal(it.mclq.layer_count, 3);
    assert_int_equal(it.mclq.layers[0].grid.quad[0], LIQUID_WATER);
    assert_int_equal(it.mclq.layers[1].grid.quad[0], LIQUID_MAGMA);
    assert_float_equal(it.mclq.layers[1].grid.height_yd[0], 2, 0);
    assert_int_equal(it.mclq.layers[2].grid.quad[0], LIQUID_SLIME);
    assert_int_equal(it.mclq.missing, 0);
    buffer_free(&data);
    unload(&it);
}

static void a_layer_without_quads_is_left_out(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    add_block(&data, MCLQ_RIVER, 1, 1, 0x08);
    add_block(&data, MCLQ_OCEAN, 2, 2, 0x41);
    load(&it, &data, MCLQ_RIVER | MCLQ_OCEAN);
    assert_int_equal(it.mclq.layer_count, 1);
    assert_int_equal(it.mclq.layers[0].grid.quad[0], LIQUID_OCEAN);
    buffer_free(&data);
    unload(&it);
}

static void a_range_that_is_none_does_not_bind(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    add_block(&data, MCLQ_RIVER, 50, 10, 4);
    load(&it, &data, MCLQ_RIVER);
    assert_float_equal(it.mclq.layers[0].grid.height_yd[80], 80, 0);
    unload(&it);
    put_u32(&data, 0, 0x7FC00000);
    put_u32(&data, 8 + 8 * 7 + 4, 0xFF800000);
    load(&it, &data, MCLQ_RIVER);
    assert_float_equal(it.mclq.layers[0].grid.height_yd[80], 80, 0);
    assert_float_equal(it.mclq.layers[0].grid.height_yd[7], 0, 0);
    assert_int_equal(it.mclq.invalid_levels, 2);
    buffer_free(&data);
    unload(&it);
}

static void blocks_that_are_not_there_are_counted(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    add_block(&data, MCLQ_RIVER, 1, 1, 4);
    load(&it, &data, MCLQ_RIVER | MCLQ_OCEAN);
    assert_int_equal(it.mclq.layer_count, 1);
    assert_int_equal(it.mclq.missing, 1);
    unload(&it);
    /* A chunk behind the block is no second one. */
    size_t other = begin_chunk(&data, "MCSE");
    add_zeroes(&data, 1000);
    end_chunk(&data, other);
    load(&it, &data, MCLQ_RIVER | MCLQ_OCEAN);
    assert_int_equal(it.mclq.layer_count, 1);
    assert_int_equal(it.mclq.missing, 1);
    buffer_free(&data);
    unload(&it);
}

static void blocks_cut_at_every_byte_are_survived(void **state)
{
    (void)state;
    struct buffer data = {0};
    add_block(&data, MCLQ_RIVER, 1, 1, 4);
    add_block(&data, MCLQ_MAGMA, 1, 1, 4);
    for (size_t size = 0; size <= data.size; size++) {
        struct buffer cut = {.data = data.data, .size = size};
        struct loaded it;
        load(&it, &cut, MCLQ_RIVER | MCLQ_MAGMA);
        assert_int_equal(it.mclq.layer_count, (size >= 720) + (size >= 804 + 720));
        assert_int_equal(it.mclq.missing + it.mclq.layer_count, 2);
        unload(&it);
    }
    buffer_free(&data);
}

/* An MCNK of the tile whose MCLQ names a size of 0 and whose header says how much there is. */
static void add_mcnk(struct buffer *file, uint32_t index, uint32_t flags, const struct buffer *data)
{
    size_t begin = begin_chunk(file, "MCNK");
    add_zeroes(file, 128);
    size_t mclq = begin_chunk(file, "MCLQ");
    buffer_append(file, data->data, data->size);
    put_u32(file, begin + 0x00, flags);
    put_u32(file, begin + 0x04, index % 16);
    put_u32(file, begin + 0x08, index / 16);
    put_u32(file, begin + 0x60, (uint32_t)(mclq - begin));
    put_u32(file, begin + 0x64, (uint32_t)(8 + data->size));
    add_chunk(file, "MCSE", "", 0);
    end_chunk(file, begin);
}

static void write_adt(struct buffer *file)
{
    struct buffer ocean = {0};
    struct buffer none = {0};
    add_block(&ocean, MCLQ_OCEAN, 4, 4, 0x41);
    add_u32_chunk(file, "MVER", 18);
    size_t mh2o = begin_chunk(file, "MH2O");
    add_zeroes(file, 3072);
    put_u32(file, mh2o + 12 * 2, 3072);
    put_u32(file, mh2o + 12 * 2 + 4, 1);
    buffer_u32le(file, 5); /* type, format 0 */
    add_floats(file, (const float[]){6, 6}, 2);
    buffer_u32le(file, 0x08080000);
    add_zeroes(file, 8);
    end_chunk(file, mh2o);
    add_mcnk(file, 33, MCLQ_OCEAN, &ocean);
    add_mcnk(file, 34, MCLQ_OCEAN, &none);
    add_mcnk(file, 35, 0, &ocean);
    buffer_free(&ocean);
    buffer_free(&none);
}

/* adt_read for the liquids alone, of a monolithic tile. */
static enum adtmap_status read_liquids(const uint8_t *data, size_t size, struct arena *arena,
                                       const struct diag *diag, struct liquid_layers *layers)
{
    const struct adt_files files = {.root = {.data = data, .size = size}};
    const struct adt_request request = {.contents = ADT_LIQUIDS};
    struct adt_tile *tile;
    enum adtmap_status status = adt_read(&files, &request, arena, diag, &tile);
    *layers = status ? (struct liquid_layers){0} : tile->liquids;
    return status;
}

static void liquids_of_both_kinds_are_found_in_an_adt(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct arena arena = {0};
    struct heard heard;
    struct liquid_layers layers;
    write_adt(&file);
    listen(&heard);
    assert_int_equal(read_liquids(file.data, file.size, &arena, &heard.diag, &layers), ADTMAP_OK);
    assert_int_equal(layers.count, 2);
    assert_int_equal(layers.layers[0].chunk, 2);
    assert_float_equal(layers.layers[0].grid.height_yd[0], 6, 0);
    assert_int_equal(layers.layers[1].chunk, 33);
    assert_float_equal(layers.layers[1].grid.height_yd[0], 4, 0);
    assert_int_equal(heard.warnings, 1); /* it has no MCIN */
    arena_free(&arena);
    buffer_free(&file);
}

static void a_tile_without_liquids_has_none(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct arena arena = {0};
    struct heard heard;
    struct liquid_layers layers;
    add_u32_chunk(&file, "MVER", 18);
    listen(&heard);
    assert_int_equal(read_liquids(file.data, file.size, &arena, &heard.diag, &layers), ADTMAP_OK);
    assert_int_equal(layers.count, 0);
    assert_int_equal(heard.warnings, 0);
    arena_free(&arena);
    buffer_free(&file);
}

static void damaged_adts_are_survived(void **state)
{
    (void)state;
    struct buffer file = {0};
    uint64_t seed = random_seed(0x5EED0077);
    write_adt(&file);
    for (unsigned round = 0; round < 3000; round++) {
        size_t size = round < 1000 ? (size_t)(next_random(&seed) % file.size) : file.size;
        uint8_t *copy = exact_copy(&file, size);
        struct arena arena = {0};
        struct diag quiet = {0};
        struct liquid_layers layers;
        damage_bytes(copy, size, &seed);
        damage_bytes(copy + size - (size < 200 ? size : 200), size < 200 ? size : 200, &seed);
        assert_int_equal(read_liquids(copy, size, &arena, &quiet, &layers), ADTMAP_OK);
        for (uint32_t i = 0; i < layers.count; i++) {
            assert_true(layers.layers[i].chunk < 256);
        }
        arena_free(&arena);
        free(copy);
    }
    buffer_free(&file);
}

int test_mclq(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_flag_has_its_class_and_vertices),
        cmocka_unit_test(blocks_stand_in_the_order_of_the_flags),
        cmocka_unit_test(a_layer_without_quads_is_left_out),
        cmocka_unit_test(a_range_that_is_none_does_not_bind),
        cmocka_unit_test(blocks_that_are_not_there_are_counted),
        cmocka_unit_test(blocks_cut_at_every_byte_are_survived),
        cmocka_unit_test(liquids_of_both_kinds_are_found_in_an_adt),
        cmocka_unit_test(a_tile_without_liquids_has_none),
        cmocka_unit_test(damaged_adts_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
