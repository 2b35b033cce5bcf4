/* MH2O: formats, bitmaps, rectangles, instances, and offsets that lead nowhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/mh2o.h"
#include "formats/bytes.h"

enum { HEADERS = 256 * 12 };

struct instance {
    uint16_t type, format;
    float low, high;
    uint8_t x, y, width, height;
    uint32_t bitmap, vertices;
};

struct loaded {
    struct arena arena;
    struct heard heard;
    struct liquid_layers layers;
};

static void load_of(struct loaded *it, const struct buffer *data, enum mh2o_era era)
{
    memset(it, 0, sizeof *it);
    listen(&it->heard);
    uint8_t *copy = exact_copy(data, data->size);
    assert_int_equal(mh2o_read(copy, data->size, 0, era, &it->arena, &it->heard.diag, &it->layers),
                     ADTMAP_OK);
    free(copy);
}

static void load(struct loaded *it, const struct buffer *data)
{
    load_of(it, data, MH2O_MONOLITHIC);
}

static void unload(struct loaded *it)
{
    arena_free(&it->arena);
}

/* Headers of 256 chunks; the one named has `count` instances at the end of the data so far. */
static void begin_data(struct buffer *data)
{
    add_zeroes(data, HEADERS);
}

static void set_chunk(struct buffer *data, uint32_t chunk, uint32_t count)
{
    put_u32(data, 12 * (size_t)chunk, (uint32_t)data->size);
    put_u32(data, 12 * (size_t)chunk + 4, count);
}

static void add_instance(struct buffer *data, const struct instance *instance)
{
    buffer_u16le(data, instance->type);
    buffer_u16le(data, instance->format);
    buffer_f32le(data, instance->low);
    buffer_f32le(data, instance->high);
    buffer_u8(data, instance->x);
    buffer_u8(data, instance->y);
    buffer_u8(data, instance->width);
    buffer_u8(data, instance->height);
    buffer_u32le(data, instance->bitmap);
    buffer_u32le(data, instance->vertices);
}

/* One 2x1 instance in chunk 17 whose vertex data are `format`'s arrays, and 16 bytes behind them.
 */
static void write_one(struct buffer *data, uint16_t named_format, unsigned format, uint16_t type)
{
    static const bool has_height[] = {true, true, false, true};
    static const bool has_uv[] = {false, true, false, true};
    static const bool has_depth[] = {true, false, true, true};
    begin_data(data);
    set_chunk(data, 17, 1);
    uint32_t vertices = (uint32_t)data->size + 24;
    add_instance(data, &(struct instance){type, named_format, 7, 9, 3, 4, 2, 1, 0, vertices});
    for (unsigned i = 0; has_height[format] && i < 6; i++) {
        buffer_f32le(data, 7.0F + (float)i / 4);
    }
    for (unsigned i = 0; has_uv[format] && i < 6; i++) {
        buffer_u16le(data, (uint16_t)(8 * i));
        buffer_u16le(data, (uint16_t)(4 * i));
    }
    for (unsigned i = 0; has_depth[format] && i < 6; i++) {
        buffer_u8(data, (uint8_t)(40 * i));
    }
    put_u32(data, 12 * 17 + 8, (uint32_t)data->size); /* attributes */
    add_zeroes(data, 16);
}

static void check_one(const struct loaded *it, unsigned format, float flat)
{
    assert_int_equal(it->layers.count, 1);
    const struct liquid_layer *layer = &it->layers.layers[0];
    assert_int_equal(layer->chunk, 17);
    assert_int_equal(layer->x, 3);
    assert_int_equal(layer->y, 4);
    assert_int_equal(layer->grid.width, 2);
    assert_int_equal(layer->grid.height, 1);
    assert_int_equal(layer->grid.uv != NULL, format == 1 || format == 3);
    assert_int_equal(layer->grid.depth != NULL, format != 1);
    for (unsigned i = 0; i < 6; i++) {
        float height = format == 2 ? flat : 7.0F + (float)i / 4;
        assert_float_equal(layer->grid.height_yd[i], height, 0);
        if (layer->grid.depth) {
            assert_int_equal(layer->grid.depth[i], 40 * i);
        }
        if (layer->grid.uv) {
            assert_float_equal(layer->grid.uv[i][0], (float)i, 0);
            assert_float_equal(layer->grid.uv[i][1], (float)i / 2, 0);
        }
    }
    assert_int_equal(layer->grid.quad[0], LIQUID_WATER);
    assert_int_equal(layer->grid.quad[1], LIQUID_WATER);
    assert_int_equal(it->heard.warnings, 0);
}

static void all_four_formats_are_read(void **state)
{
    (void)state;
    for (unsigned format = 0; format < 4; format++) {
        struct buffer data = {0};
        struct loaded it;
        write_one(&data, (uint16_t)format, format, 5);
        load(&it, &data);
        check_one(&it, format, 7);
        assert_int_equal(it.layers.layers[0].grid.type, 5);
        buffer_free(&data);
        unload(&it);
    }
}

static void formats_of_liquid_objects_are_found_by_their_size(void **state)
{
    (void)state;
    for (unsigned format = 0; format < 4; format++) {
        struct buffer data = {0};
        struct loaded it;
        write_one(&data, (uint16_t)(42 + format), format, 5);
        load(&it, &data);
        check_one(&it, format, 7);
        buffer_free(&data);
        unload(&it);
    }
}

static void depths_alone_lie_at_the_level_or_at_zero_for_oceans(void **state)
{
    (void)state;
    static const struct {
        uint16_t type;
        float height;
        uint8_t class;
    } cases[] = {{2, 0, LIQUID_OCEAN}, {14, 7, LIQUID_OCEAN}, {3, 7, LIQUID_MAGMA}};
    for (size_t i = 0; i < 3; i++) {
        struct buffer data = {0};
        struct loaded it;
        write_one(&data, 2, 2, cases[i].type);
        load(&it, &data);
        assert_float_equal(it.layers.layers[0].grid.height_yd[3], cases[i].height, 0);
        assert_int_equal(it.layers.layers[0].grid.quad[0], cases[i].class);
        buffer_free(&data);
        unload(&it);
    }
}

static void without_vertex_data_a_liquid_is_flat(void **state)
{
    (void)state;
    static const uint16_t formats[] = {0, 1, 2, 3, 42, 999};
    for (size_t i = 0; i < 6; i++) {
        struct buffer data = {0};
        struct loaded it;
        begin_data(&data);
        set_chunk(&data, 0, 1);
        add_instance(&data, &(struct instance){4, formats[i], -3.5F, 2, 0, 0, 8, 8, 0, 0});
        load(&it, &data);
        assert_int_equal(it.layers.count, 1);
        assert_null(it.layers.layers[0].grid.depth);
        assert_float_equal(it.layers.layers[0].grid.height_yd[80], -3.5F, 0);
        assert_int_equal(it.layers.layers[0].grid.quad[63], LIQUID_SLIME);
        assert_int_equal(it.heard.warnings, 0);
        buffer_free(&data);
        unload(&it);
    }
}

/* The example of the ADT document: a river through an 8x2 rectangle. */
static void bitmaps_leave_quads_out(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 255, 1);
    uint32_t bitmap = (uint32_t)data.size + 24;
    add_instance(&data, &(struct instance){1, 0, 1, 1, 0, 2, 8, 2, bitmap, 0});
    buffer_u8(&data, 0x3F);
    buffer_u8(&data, 0xFC);
    load(&it, &data);
    for (unsigned i = 0; i < 16; i++) {
        bool there = i < 6 || i >= 10;
        assert_int_equal(it.layers.layers[0].grid.quad[i], there ? LIQUID_WATER : LIQUID_NONE);
    }
    buffer_free(&data);
    unload(&it);
}

/* Bits run on from row to row, whatever the width. */
static void bits_of_narrow_rectangles_run_on(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 0, 1);
    uint32_t bitmap = (uint32_t)data.size + 24;
    add_instance(&data, &(struct instance){1, 0, 1, 1, 1, 1, 3, 3, bitmap, 0});
    buffer_u16le(&data, 0x0111); /* the diagonal */
    load(&it, &data);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(it.layers.layers[0].grid.quad[i], i % 4 == 0 ? LIQUID_WATER : LIQUID_NONE);
    }
    buffer_free(&data);
    unload(&it);
}

static void a_liquid_object_covers_the_chunk_if_only_that_fits(void **state)
{
    (void)state;
    static const struct {
        unsigned bytes;
        uint32_t width;
    } cases[] = {{81 * 5, 8}, {72 * 5, 7}, {72 * 5 + 5, 7}, {16, 7}};
    for (size_t i = 0; i < 4; i++) {
        struct buffer data = {0};
        struct loaded it;
        begin_data(&data);
        set_chunk(&data, 9, 1);
        uint32_t vertices = (uint32_t)data.size + 24;
        add_instance(&data, &(struct instance){2, 42, 0, 0, 0, 0, 7, 8, 0, vertices});
        add_zeroes(&data, cases[i].bytes);
        load(&it, &data);
        assert_int_equal(it.layers.layers[0].grid.width, cases[i].width);
        assert_int_equal(it.layers.layers[0].grid.depth != NULL, cases[i].bytes != 16);
        assert_int_equal(it.heard.warnings, cases[i].bytes == 16);
        assert_int_equal(it.layers.unknown_formats, cases[i].bytes == 16);
        buffer_free(&data);
        unload(&it);
    }
}

/* 3 x 3 quads were taken with 80 bytes and 1 of padding, where 8 x 8 fit without. */
static void the_rectangle_that_needs_no_padding_is_taken(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 0, 1);
    uint32_t bitmap = (uint32_t)data.size + 24;
    add_instance(&data, &(struct instance){2, 42, 0, 0, 2, 2, 3, 3, bitmap, bitmap + 8});
    for (unsigned i = 0; i < 8 + 81; i++) {
        buffer_u8(&data, i == 7 ? 0x7F : 0xFF);
    }
    load(&it, &data);
    const struct liquid_layer *layer = &it.layers.layers[0];
    assert_int_equal(layer->x, 0);
    assert_int_equal(layer->grid.width, 8);
    assert_int_equal(layer->grid.height, 8);
    assert_int_equal(layer->grid.depth[80], 255);
    assert_int_equal(layer->grid.quad[62], LIQUID_OCEAN);
    assert_int_equal(layer->grid.quad[63], LIQUID_NONE);
    buffer_free(&data);
    unload(&it);
}

/* An instance that names an object, with a bitmap of 7 bytes and one of padding, as a map that was
 * converted to one file has it: water along the left edge. */
static void write_object_with_bitmap(struct buffer *data)
{
    static const uint8_t bits[8] = {0xFF, 0xC7, 0xE1, 0xF0, 0x78, 0x78, 0x3C, 0x00};
    begin_data(data);
    set_chunk(data, 240, 1);
    uint32_t bitmap = (uint32_t)data->size + 24;
    add_instance(data, &(struct instance){2, 42, 0, 0, 0, 0, 7, 8, bitmap, 0});
    buffer_append(data, bits, sizeof bits);
}

static void the_rectangle_of_an_object_counts_in_files_that_are_not_split(void **state)
{
    (void)state;
    static const char *const rows[8] = {"#######.", "####....", "###.....", "###.....",
                                        "####....", "####....", ".####...", ".####..."};
    struct buffer data = {0};
    struct loaded it;
    write_object_with_bitmap(&data);
    load(&it, &data);
    const struct liquid_grid *grid = &it.layers.layers[0].grid;
    assert_int_equal(grid->width, 7);
    for (unsigned i = 0; i < 7 * 8; i++) {
        assert_int_equal(grid->quad[i] == LIQUID_OCEAN, rows[i / 7][i % 7] == '#');
    }
    unload(&it);
    load_of(&it, &data, MH2O_SPLIT);
    grid = &it.layers.layers[0].grid;
    assert_int_equal(grid->width, 8);
    assert_int_equal(grid->quad[7], LIQUID_OCEAN);
    assert_int_equal(grid->quad[8 + 3], LIQUID_NONE);
    assert_int_equal(grid->quad[63], LIQUID_NONE);
    buffer_free(&data);
    unload(&it);
}

static void an_object_of_split_files_covers_its_chunk(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 0, 1);
    add_instance(&data, &(struct instance){2, 42, 0, 0, 2, 2, 3, 3, 0, 0});
    for (int is_split = 0; is_split < 2; is_split++) {
        load_of(&it, &data, is_split ? MH2O_SPLIT : MH2O_MONOLITHIC);
        const struct liquid_layer *layer = &it.layers.layers[0];
        assert_int_equal(layer->x, is_split ? 0 : 2);
        assert_int_equal(layer->grid.width, is_split ? 8 : 3);
        assert_int_equal(layer->grid.height, is_split ? 8 : 3);
        assert_int_equal(liquid_count(&layer->grid, LIQUID_OCEAN), is_split ? 64 : 9);
        unload(&it);
    }
    buffer_free(&data);
}

static void depths_alone_lie_at_zero_in_split_files(void **state)
{
    (void)state;
    static const uint16_t types[] = {2, 14, 3, 5};
    for (size_t i = 0; i < 4; i++) {
        for (int has_data = 0; has_data < 2; has_data++) {
            struct buffer data = {0};
            struct loaded it;
            write_one(&data, 2, 2, types[i]);
            if (!has_data) {
                put_u32(&data, HEADERS + 20, 0);
            }
            load_of(&it, &data, MH2O_SPLIT);
            const struct liquid_grid *grid = &it.layers.layers[0].grid;
            assert_float_equal(grid->height_yd[3], 0, 0);
            assert_int_equal(grid->depth != NULL, has_data);
            unload(&it);
            load(&it, &data);
            assert_float_equal(it.layers.layers[0].grid.height_yd[3],
                               types[i] == 2 && has_data ? 0 : 7, 0);
            buffer_free(&data);
            unload(&it);
        }
    }
}

/* Real files refer to the attributes of the next chunk, which were read as depths. */
static void vertex_data_at_the_place_of_attributes_are_none(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 9, 1);
    uint32_t attributes = (uint32_t)data.size + 24;
    put_u32(&data, 12 * 10 + 8, attributes);
    add_instance(&data, &(struct instance){5, 42, 6, 9, 0, 0, 3, 3, 0, attributes});
    add_zeroes(&data, 16);
    load(&it, &data);
    assert_int_equal(it.layers.count, 1);
    assert_null(it.layers.layers[0].grid.depth);
    assert_float_equal(it.layers.layers[0].grid.height_yd[15], 6, 0);
    assert_int_equal(it.layers.unknown_formats, 0);
    buffer_free(&data);
    unload(&it);
}

static void a_liquid_object_without_a_rectangle_covers_the_chunk(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 9, 1);
    add_instance(&data, &(struct instance){3, 500, 4, 4, 0, 0, 0, 0, 0, 0});
    load(&it, &data);
    assert_int_equal(it.layers.count, 1);
    assert_int_equal(it.layers.layers[0].grid.width, 8);
    assert_int_equal(it.layers.layers[0].grid.height, 8);
    assert_int_equal(it.heard.warnings, 0);
    buffer_free(&data);
    unload(&it);
}

static void several_instances_of_a_chunk_are_layers(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 3, 2);
    add_instance(&data, &(struct instance){5, 0, 10, 10, 6, 3, 2, 5, 0, 0});
    add_instance(&data, &(struct instance){2, 2, 0, 0, 0, 0, 7, 8, 0, 0});
    set_chunk(&data, 4, 1);
    add_instance(&data, &(struct instance){3, 0, 1, 1, 0, 0, 1, 1, 0, 0});
    load(&it, &data);
    assert_int_equal(it.layers.count, 3);
    assert_int_equal(it.layers.layers[1].chunk, 3);
    assert_int_equal(it.layers.layers[1].grid.quad[0], LIQUID_OCEAN);
    assert_int_equal(it.layers.layers[2].chunk, 4);
    buffer_free(&data);
    unload(&it);
}

static void rectangles_outside_the_chunk_are_left_out(void **state)
{
    (void)state;
    static const uint8_t wrong[][4] = {
        {0, 0, 0, 8}, {0, 0, 8, 0}, {1, 0, 8, 8}, {0, 7, 1, 2}, {255, 0, 255, 1}};
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 0, 5);
    for (size_t i = 0; i < 5; i++) {
        const uint8_t *w = wrong[i];
        add_instance(&data, &(struct instance){1, 0, 0, 0, w[0], w[1], w[2], w[3], 0, 0});
    }
    load(&it, &data);
    assert_int_equal(it.layers.count, 0);
    assert_int_equal(it.heard.warnings, 1);
    assert_non_null(strstr(it.heard.last.what, "and 4 more"));
    buffer_free(&data);
    unload(&it);
}

static void offsets_past_the_end_cost_what_they_place(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    set_chunk(&data, 0, 1);
    add_instance(&data, &(struct instance){1, 0, 5, 5, 0, 0, 8, 8, 0xFFFFFFF0, 0xFFFFFFFF});
    set_chunk(&data, 1, 3);
    load(&it, &data);
    assert_int_equal(it.layers.count, 1);
    assert_null(it.layers.layers[0].grid.depth);
    assert_float_equal(it.layers.layers[0].grid.height_yd[0], 5, 0);
    assert_int_equal(it.layers.layers[0].grid.quad[63], LIQUID_WATER);
    assert_int_equal(it.heard.warnings, 3); /* vertices, bitmap, instances of chunk 1 */
    buffer_free(&data);
    unload(&it);
}

static void heights_that_are_no_numbers_are_the_lower_level(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    write_one(&data, 0, 0, 5);
    put_u32(&data, HEADERS + 24 + 8, 0x7FC00000);
    load(&it, &data);
    assert_float_equal(it.layers.layers[0].grid.height_yd[2], 7, 0);
    assert_float_equal(it.layers.layers[0].grid.height_yd[3], 7.75F, 0);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&data);
    unload(&it);
}

/* 256 chunks may all name the same table of instances: what is read of it is limited. */
static void layers_of_a_chunk_are_limited(void **state)
{
    (void)state;
    struct buffer data = {0};
    struct loaded it;
    begin_data(&data);
    for (uint32_t chunk = 0; chunk < 256; chunk++) {
        set_chunk(&data, chunk, 0xFFFFFFFF);
    }
    for (int i = 0; i < 1000; i++) {
        add_instance(&data, &(struct instance){1, 0, 0, 0, 0, 0, 1, 1, 0, 0});
    }
    load(&it, &data);
    assert_int_equal(it.layers.count, 256 * MH2O_LAYERS_MAX);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&data);
    unload(&it);
}

static void check_layers(const struct liquid_layers *layers)
{
    for (uint32_t i = 0; i < layers->count; i++) {
        const struct liquid_layer *layer = &layers->layers[i];
        assert_true(layer->chunk < 256);
        assert_true(layer->x + layer->grid.width <= 8 && layer->y + layer->grid.height <= 8);
        for (size_t k = 0; k < liquid_vertices(&layer->grid); k++) {
            assert_true(layer->grid.height_yd[k] > -1e6F && layer->grid.height_yd[k] < 1e6F);
        }
        for (size_t k = 0; k < liquid_quads(&layer->grid); k++) {
            assert_true(layer->grid.quad[k] < LIQUID_CLASSES || layer->grid.quad[k] == LIQUID_NONE);
        }
    }
}

static void data_cut_at_every_byte_is_survived(void **state)
{
    (void)state;
    struct buffer data = {0};
    write_one(&data, 43, 3, 5);
    for (size_t size = 0; size <= data.size; size++) {
        struct buffer cut = {.data = data.data, .size = size};
        struct loaded it;
        load(&it, &cut);
        check_layers(&it.layers);
        assert_int_equal(it.layers.count, size >= HEADERS + 24);
        unload(&it);
    }
    buffer_free(&data);
}

static void random_damage_is_survived(void **state)
{
    (void)state;
    uint64_t seed = random_seed(0x5EED0042);
    for (unsigned round = 0; round < 3000; round++) {
        struct buffer data = {0};
        struct loaded it;
        write_one(&data, (uint16_t)(round % 50), round % 4, (uint16_t)(round % 25));
        /* Most of the data are empty headers: damage what is not. */
        damage_bytes(data.data + HEADERS, data.size - HEADERS, &seed);
        damage_bytes(data.data + 12 * 16, 36, &seed);
        load(&it, &data);
        check_layers(&it.layers);
        buffer_free(&data);
        unload(&it);
    }
}

static void ids_have_their_classes(void **state)
{
    (void)state;
    static const struct {
        uint32_t type;
        enum liquid_class class;
    } cases[] = {
        {0, LIQUID_WATER},   {1, LIQUID_WATER},   {2, LIQUID_OCEAN},   {3, LIQUID_MAGMA},
        {4, LIQUID_SLIME},   {9, LIQUID_WATER},   {10, LIQUID_OCEAN},  {11, LIQUID_MAGMA},
        {12, LIQUID_SLIME},  {13, LIQUID_WATER},  {14, LIQUID_OCEAN},  {15, LIQUID_MAGMA},
        {17, LIQUID_WATER},  {19, LIQUID_MAGMA},  {20, LIQUID_SLIME},  {21, LIQUID_SLIME},
        {121, LIQUID_MAGMA}, {181, LIQUID_SLIME}, {100, LIQUID_WATER}, {60000, LIQUID_WATER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(liquid_class_of(cases[i].type), cases[i].class);
    }
}

int test_mh2o(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_four_formats_are_read),
        cmocka_unit_test(formats_of_liquid_objects_are_found_by_their_size),
        cmocka_unit_test(depths_alone_lie_at_the_level_or_at_zero_for_oceans),
        cmocka_unit_test(without_vertex_data_a_liquid_is_flat),
        cmocka_unit_test(bitmaps_leave_quads_out),
        cmocka_unit_test(bits_of_narrow_rectangles_run_on),
        cmocka_unit_test(a_liquid_object_covers_the_chunk_if_only_that_fits),
        cmocka_unit_test(the_rectangle_that_needs_no_padding_is_taken),
        cmocka_unit_test(the_rectangle_of_an_object_counts_in_files_that_are_not_split),
        cmocka_unit_test(an_object_of_split_files_covers_its_chunk),
        cmocka_unit_test(depths_alone_lie_at_zero_in_split_files),
        cmocka_unit_test(vertex_data_at_the_place_of_attributes_are_none),
        cmocka_unit_test(a_liquid_object_without_a_rectangle_covers_the_chunk),
        cmocka_unit_test(several_instances_of_a_chunk_are_layers),
        cmocka_unit_test(rectangles_outside_the_chunk_are_left_out),
        cmocka_unit_test(offsets_past_the_end_cost_what_they_place),
        cmocka_unit_test(heights_that_are_no_numbers_are_the_lower_level),
        cmocka_unit_test(layers_of_a_chunk_are_limited),
        cmocka_unit_test(data_cut_at_every_byte_is_survived),
        cmocka_unit_test(random_damage_is_survived),
        cmocka_unit_test(ids_have_their_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
