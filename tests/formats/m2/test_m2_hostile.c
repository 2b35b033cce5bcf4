/* Damaged models: one clear line, never a read outside, never memory by a claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/reader.h"
#include "formats/claims.h"
#include "formats/m2/m2_loaded.h"
#include "formats/m2/mdx_builder.h"

static void is_damaged(struct loaded *loaded, const char *words)
{
    assert_int_equal(loaded->status, ADTMAP_BAD_DATA);
    assert_int_equal(loaded->heard.warnings, 0);
    if (!strstr(loaded->heard.failure.what, words)) {
        print_error("%s\n", loaded->heard.failure.what);
    }
    assert_non_null(strstr(loaded->heard.failure.what, words));
    unload(loaded);
}

static void expect_damage(const struct built_model *built, const char *words)
{
    struct loaded loaded;
    load_model(&loaded, built);
    is_damaged(&loaded, words);
}

/* Writes a count into the header; nothing else changes. */
static void expect_count_damage(size_t at, uint32_t count, const char *words)
{
    struct buffer file = {0};
    struct buffer skin = {0};
    const struct buffer none = {0};
    struct loaded loaded;
    write_model(&file, &test_model);
    write_skin(&skin, &test_model);
    put_u32(&file, at, count);
    load_files(&loaded, &file, &skin, &none);
    is_damaged(&loaded, words);
    buffer_free(&file);
    buffer_free(&skin);
}

static void arrays_that_reach_past_the_end_are_named(void **state)
{
    static const struct {
        size_t at;
        const char *name;
    } arrays[] = {
        {0x1C, "sequences"},  {0x2C, "bones"},         {0x3C, "vertices"},
        {0x48, "colors"},     {0x50, "textures"},      {0x58, "weights"},
        {0x60, "transforms"}, {0x70, "materials"},     {0x80, "texture lookup"},
        {0x88, "uv lookup"},  {0x90, "weight lookup"}, {0x98, "transform lookup"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        expect_count_damage(arrays[i].at, 1000000000, arrays[i].name);
        expect_count_damage(arrays[i].at + 4, 0xFFFFFFF0, arrays[i].name);
    }
}

static void arrays_of_a_skin_that_reach_past_its_end_are_damage(void **state)
{
    (void)state;
    for (size_t at = 4; at < 44; at += 4) {
        struct buffer file = {0};
        struct buffer skin = {0};
        const struct buffer none = {0};
        struct loaded loaded;
        write_model(&file, &test_model);
        write_skin(&skin, &test_model);
        put_u32(&skin, at, 1000000000);
        load_files(&loaded, &file, &skin, &none);
        is_damaged(&loaded, "past the end");
        buffer_free(&file);
        buffer_free(&skin);
    }
}

static void bones_that_are_their_own_parents_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.bones[0].parent = 0;
    expect_damage(&built, "its own parents");
    built.bone_count = 3;
    built.bones[0].parent = 2;
    built.bones[1].parent = 0;
    built.bones[2].parent = 1;
    expect_damage(&built, "its own parents");
}

static void parents_that_do_not_exist_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.bones[0].parent = 1;
    expect_damage(&built, "bones refer to what does not exist");
}

static void bones_of_vertices_that_do_not_exist_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.vertices[2].bones[0] = 1;
    expect_damage(&built, "vertex 2");
}

static void positions_that_are_no_numbers_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    const float zero = built.bones[0].pivot[0];
    built.vertices[4].position[1] = zero / zero;
    expect_damage(&built, "vertex 4");
    built = test_model;
    built.vertices[1].uv[3] = 1 / zero;
    expect_damage(&built, "vertex 1");
    built = test_model;
    built.bones[0].pivot[2] = zero / zero;
    expect_damage(&built, "bone 0");
}

/* Each number is fine, what they come to is not. */
static void poses_that_lead_out_of_the_world_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.bone_count = 2;
    for (int i = 0; i < 2; i++) {
        built.bones[i].has_keys = true;
        built.bones[i].rotation[3] = 1;
        built.bones[i].scale[0] = built.bones[i].scale[1] = built.bones[i].scale[2] = 9000;
    }
    built.bones[0].parent = 1;
    built.bones[1].parent = -1;
    expect_damage(&built, "vertex");
}

static void the_skin_of_another_model_is_named_as_such(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.list[2] = 6;
    expect_damage(&built, "skin of another model");
    built = test_model;
    built.indices[5] = 6;
    expect_damage(&built, "skin of another model");
}

static void sections_past_the_indices_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.sections[1].index_count = 6;
    expect_damage(&built, "section 1");
}

static void batches_that_refer_to_nothing_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.batches[1].section = 2;
    expect_damage(&built, "section 2 of 2");
    built = test_model;
    built.batches[1].material = 4;
    expect_damage(&built, "materials");
    built = test_model;
    built.batches[1].color = 1;
    expect_damage(&built, "colors");
    built = test_model;
    built.batches[1].textures = 4;
    expect_damage(&built, "textures");
    built = test_model;
    built.texture_lookup[1] = 2;
    expect_damage(&built, "textures");
    built = test_model;
    built.weight_lookup[0] = 4;
    expect_damage(&built, "weights");
    built = test_model;
    built.transform_lookup[0] = 1;
    expect_damage(&built, "transforms");
}

static void blends_that_do_not_exist_are_damage(void **state)
{
    (void)state;
    struct built_model built = test_model;
    built.materials[0][1] = 8;
    expect_damage(&built, "materials");
}

/* A section with as many indices as it may have, drawn by 48 batches, and `rest` by one more. */
static void write_heavy_skin(struct buffer *skin, uint16_t rest)
{
    enum { INDICES_AT = 12, BATCHES_AT = 36, BATCH_BYTES = 24, MOST = 65535, BATCHES = 48 };
    struct built_model built = test_model;
    built.sections[0] = (struct built_section){0, 0, 6, 0, MOST};
    built.sections[1] = (struct built_section){0, 0, 6, 0, rest};
    write_skin(skin, &built);
    put_u32(skin, INDICES_AT, MOST);
    put_u32(skin, INDICES_AT + 4, (uint32_t)skin->size);
    add_zeroes(skin, 2 * MOST + 2);
    uint8_t batches[2][BATCH_BYTES];
    uint32_t old = load_u32(skin->data + BATCHES_AT + 4);
    memcpy(batches, skin->data + old, sizeof batches);
    put_u32(skin, BATCHES_AT, BATCHES + 1);
    put_u32(skin, BATCHES_AT + 4, (uint32_t)skin->size);
    for (int i = 0; i <= BATCHES; i++) {
        buffer_append(skin, batches[i == BATCHES], BATCH_BYTES);
    }
}

static void triangles_are_drawn_so_often_and_no_more(void **state)
{
    (void)state;
    struct buffer file = {0};
    const struct buffer none = {0};
    write_model(&file, &test_model);
    for (uint16_t rest = 48; rest <= 51; rest += 3) {
        struct buffer skin = {0};
        struct loaded loaded;
        write_heavy_skin(&skin, rest);
        load_files(&loaded, &file, &skin, &none);
        if (rest == 48) {
            assert_int_equal(loaded.status, ADTMAP_OK);
            assert_int_equal(loaded.model->batch_count, 49);
            unload(&loaded);
        } else {
            is_damaged(&loaded, "more than 3145728 indices in its batches");
        }
        buffer_free(&skin);
    }
    buffer_free(&file);
}

static void a_file_that_is_no_skin_is_named_as_such(void **state)
{
    (void)state;
    struct buffer file = {0};
    const struct buffer none = {0};
    struct loaded loaded;
    write_model(&file, &test_model);
    load_files(&loaded, &file, &none, &none);
    is_damaged(&loaded, "no skin");
    load_files(&loaded, &file, &file, &none);
    is_damaged(&loaded, "no skin");
    buffer_free(&file);
}

/* The files of a version, one behind the other, are cut, and changed at random. */
static void try_bytes(const struct buffer *file, const struct buffer *skin)
{
    struct loaded loaded;
    const struct buffer none = {0};
    load_files(&loaded, file, skin, &none);
    assert_true(loaded.status == ADTMAP_OK || loaded.heard.failure.what[0]);
    unload(&loaded);
}

static void cut_and_damage(const struct buffer *file, const struct buffer *skin)
{
    uint64_t random = 1;
    struct buffer changed = {0};
    for (size_t size = 0; size < file->size; size += 3) {
        const struct buffer cut = {.data = file->data, .size = size};
        try_bytes(&cut, skin);
    }
    for (int round = 0; round < 3000; round++) {
        changed.size = 0;
        buffer_append(&changed, file->data, file->size);
        for (int i = 0; i < 3; i++) {
            changed.data[next_random(&random) % file->size] = (uint8_t)next_random(&random);
        }
        try_bytes(&changed, skin);
    }
    buffer_free(&changed);
}

static void damaged_bytes_never_lead_outside(void **state)
{
    static const unsigned versions[] = {256, 260, 264, 274};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct buffer file = {0};
        struct buffer skin = {0};
        struct built_model built = test_model;
        built.version = versions[i];
        built.bones[0].has_keys = true;
        write_model(&file, &built);
        if (versions[i] >= 264) {
            write_skin(&skin, &built);
        }
        cut_and_damage(&file, &skin);
        buffer_free(&file);
        buffer_free(&skin);
    }
}

static void damaged_bytes_of_mdx_never_lead_outside(void **state)
{
    (void)state;
    for (uint32_t version = 1400; version <= 1500; version += 100) {
        struct buffer file = {0};
        const struct buffer none = {0};
        struct built_mdx mdx = default_mdx;
        mdx.version = version;
        mdx.nodes[0].has_keys = true;
        mdx.has_geoset_color = true;
        write_mdx(&file, &mdx);
        cut_and_damage(&file, &none);
        buffer_free(&file);
    }
}

static enum adtmap_status read_with(const uint8_t *data, size_t size, struct m2_bytes skin)
{
    struct arena scratch = {0};
    struct arena arena = {0};
    struct m2_file *file;
    struct m2_model *model;
    const struct diag diag = {0};
    enum adtmap_status status = m2_read(data, size, &scratch, &diag, &file);
    if (!status) {
        status = m2_build(file, skin, (struct m2_bytes){0}, &arena, &diag, &model);
    }
    arena_free(&scratch);
    arena_free(&arena);
    return status;
}

/* A model of old, whose skin is inside. */
static enum adtmap_status read_whole(const uint8_t *data, size_t size)
{
    return read_with(data, size, (struct m2_bytes){0});
}

static void claims_take_no_memory_in_m2(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct built_model built = test_model;
    built.version = 260;
    write_model(&file, &built);
    claims_take_no_memory(&file, read_whole);
    buffer_free(&file);
}

static void claims_take_no_memory_in_mdx(void **state)
{
    (void)state;
    struct buffer file = {0};
    write_mdx(&file, &default_mdx);
    claims_take_no_memory(&file, read_whole);
    buffer_free(&file);
}

int test_m2_hostile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_that_reach_past_the_end_are_named),
        cmocka_unit_test(arrays_of_a_skin_that_reach_past_its_end_are_damage),
        cmocka_unit_test(bones_that_are_their_own_parents_are_damage),
        cmocka_unit_test(parents_that_do_not_exist_are_damage),
        cmocka_unit_test(bones_of_vertices_that_do_not_exist_are_damage),
        cmocka_unit_test(positions_that_are_no_numbers_are_damage),
        cmocka_unit_test(poses_that_lead_out_of_the_world_are_damage),
        cmocka_unit_test(the_skin_of_another_model_is_named_as_such),
        cmocka_unit_test(sections_past_the_indices_are_damage),
        cmocka_unit_test(batches_that_refer_to_nothing_are_damage),
        cmocka_unit_test(blends_that_do_not_exist_are_damage),
        cmocka_unit_test(triangles_are_drawn_so_often_and_no_more),
        cmocka_unit_test(a_file_that_is_no_skin_is_named_as_such),
        cmocka_unit_test(damaged_bytes_never_lead_outside),
        cmocka_unit_test(damaged_bytes_of_mdx_never_lead_outside),
        cmocka_unit_test(claims_take_no_memory_in_m2),
        cmocka_unit_test(claims_take_no_memory_in_mdx),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
