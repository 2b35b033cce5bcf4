/* Materials of MDX: layers with their flags, textures that are exchanged, colours of geosets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/m2/mdx_builder.h"
#include "formats/m2/mdx_parts.h"

struct layer {
    uint32_t blend, flags, uv_set;
    uint32_t flip_count;    /* keys of KMTF in front of KMTA */
    const float *alpha_key; /* NULL: no KMTA */
};

static void add_flips(struct buffer *file, uint32_t count)
{
    buffer_append(file, "KMTF", 4);
    buffer_u32le(file, count);
    buffer_u32le(file, 0xFFFFFFFF);
    for (uint32_t i = 0; i < count; i++) {
        buffer_u32le(file, 100 * i);
        buffer_u32le(file, 1);
    }
}

static void add_layer(struct buffer *file, const struct layer *layer)
{
    size_t begin = file->size;
    const uint32_t words[] = {0, layer->blend, layer->flags, 0, 0xFFFFFFFF, layer->uv_set};
    for (size_t i = 0; i < 6; i++) {
        buffer_u32le(file, words[i]);
    }
    buffer_f32le(file, 1);
    if (layer->flip_count) {
        add_flips(file, layer->flip_count);
    }
    if (layer->alpha_key) {
        write_mdx_numbers(file, "KMTA", layer->alpha_key, 1);
    }
    end_entry(file, begin);
}

/* One material of one layer. */
static void add_material(struct buffer *file, int32_t priority, const struct layer *layer)
{
    size_t begin = begin_plain_chunk(file, "MTLS");
    buffer_u32le(file, 1);
    buffer_u32le(file, 0);
    size_t entry = file->size;
    buffer_u32le(file, 0);
    buffer_u32le(file, (uint32_t)priority);
    buffer_u32le(file, 1);
    add_layer(file, layer);
    end_entry(file, entry);
    end_chunk(file, begin);
}

/* Reads a material of one layer, with a texture. */
static struct mdx_layer read_layer(int32_t priority, const struct layer *layer)
{
    struct buffer file = {0};
    struct arena arena = {0};
    struct mdx_materials materials;
    struct m2_texture texture = {.name = "a.blp"};
    const struct diag nobody = {0};
    add_material(&file, priority, layer);
    const struct mdx mdx = {reader_make(file.data, file.size), {MDX_TEST_STAND, 1500}};
    struct m2_contents contents = {.mdx = &mdx};
    const struct m2_file model = {.contents = &contents, .texture_count = 1, .textures = &texture};
    assert_int_equal(mdx_read_materials(&model, &arena, &nobody, &materials), ADTMAP_OK);
    assert_int_equal(materials.count, 1);
    assert_int_equal(materials.materials[0].layer_count, 1);
    struct mdx_layer read = materials.materials[0].layers[0];
    arena_free(&arena);
    buffer_free(&file);
    return read;
}

static void each_flag_of_a_layer_means_one_thing(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 32; bit++) {
        uint32_t flag = UINT32_C(1) << bit;
        const struct layer layer = {.blend = 2, .flags = flag};
        struct mdx_layer read = read_layer(0, &layer);
        assert_int_equal(read.batch.unlit, flag == 0x1);
        assert_true(read.is_drawn);
        assert_int_equal(read.batch.stages[0].is_reflection, flag == 0x2);
        assert_int_equal(read.batch.two_sided, flag == 0x10);
        assert_int_equal(read.batch.depth_test, flag != 0x40);
        assert_int_equal(read.batch.depth_write, flag != 0x80);
    }
}

/* What darkens has no light of its own. */
static void blends_decide_what_flags_do_not(void **state)
{
    (void)state;
    for (uint32_t blend = 0; blend < 7; blend++) {
        const struct layer layer = {.blend = blend, .flags = 0x2};
        struct mdx_layer read = read_layer(0, &layer);
        assert_int_equal(read.batch.is_opaque, blend == 0);
        assert_int_equal(read.batch.unlit, blend > 4);
    }
}

static void textures_that_are_exchanged_do_not_hide_the_alpha(void **state)
{
    static const float quarter = 0.25F;
    (void)state;
    const struct layer layer = {.blend = 2, .flip_count = 3, .alpha_key = &quarter};
    assert_true(read_layer(0, &layer).batch.color[3] == 0.25F);
}

static void materials_have_a_priority_and_layers_coordinates(void **state)
{
    (void)state;
    for (uint32_t set = 0; set < 3; set++) {
        const struct layer layer = {.uv_set = set};
        struct mdx_layer read = read_layer(-3, &layer);
        assert_int_equal(read.batch.priority, -3);
        assert_int_equal(read.batch.stages[0].uv_set, set == 1);
    }
}

/* GEOA of geoset 2: blue, green and red, which only count with flag 1; KGAC has another colour. */
static void is_color(uint32_t flags, bool has_key, float red, float green, float blue)
{
    static const float stored[3] = {0.25F, 0.5F, 0.75F};
    static const float key[3] = {0.125F, 0, 1};
    struct buffer file = {0};
    float color[4];
    size_t begin = begin_plain_chunk(&file, "GEOA");
    buffer_u32le(&file, 1);
    size_t entry = file.size;
    buffer_u32le(&file, 0);
    buffer_u32le(&file, 2);
    buffer_f32le(&file, 0.5F);
    add_floats(&file, stored, 3);
    buffer_u32le(&file, flags);
    if (has_key) {
        write_mdx_numbers(&file, "KGAC", key, 3);
    }
    end_entry(&file, entry);
    end_chunk(&file, begin);
    const struct mdx mdx = {reader_make(file.data, file.size), {MDX_TEST_STAND, 1500}};
    assert_true(mdx_geoset_color(&mdx, 2, color));
    assert_true(color[0] == red && color[1] == green && color[2] == blue && color[3] == 0.5F);
    assert_true(mdx_geoset_color(&mdx, 1, color));
    assert_true(color[0] == 1 && color[3] == 1);
    buffer_free(&file);
}

static void colors_of_geosets_count_where_a_flag_says_so(void **state)
{
    (void)state;
    is_color(1, false, 0.75F, 0.5F, 0.25F);
    is_color(1, true, 1, 0, 0.125F);
    is_color(0, false, 1, 1, 1);
    is_color(0, true, 1, 1, 1);
}

int test_mdx_materials(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_flag_of_a_layer_means_one_thing),
        cmocka_unit_test(blends_decide_what_flags_do_not),
        cmocka_unit_test(textures_that_are_exchanged_do_not_hide_the_alpha),
        cmocka_unit_test(materials_have_a_priority_and_layers_coordinates),
        cmocka_unit_test(colors_of_geosets_count_where_a_flag_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
