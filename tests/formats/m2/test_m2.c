/* M2 of every version: the same model comes out, whichever client wrote it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/reader.h"
#include "formats/m2/m2_loaded.h"

/* The test model, as far as all versions have it. */
static void is_test_model(const struct m2_model *model)
{
    assert_int_equal(model->vertex_count, 6);
    assert_int_equal(model->index_count, 6);
    assert_int_equal(model->batch_count, 2);
    assert_int_equal(model->hidden_count, 0);
    assert_int_equal(model->texture_count, 2);
    assert_point(model->stated_box.low, -1, -2, 0);
    assert_point(model->stated_box.high, 3, 4, 5);
    assert_point(model->box.low, 0, 0, 0);
    assert_point(model->box.high, 1, 1, 1);
    assert_point(model->positions[model->indices[0]], 0, 0, 0);
    assert_point(model->positions[model->indices[1]], 1, 0, 0);
    assert_point(model->positions[model->indices[2]], 0, 1, 0);
    assert_point(model->positions[model->indices[5]], 0, 1, 1);
    assert_point(model->normals[model->indices[1]], 0, 0, 1);
    assert_float_equal(model->uv[0][model->indices[2]][1], 1.0F, 0);
    assert_float_equal(model->uv[1][model->indices[2]][0], 0.5F, 0);
}

static void is_test_material(const struct m2_model *model)
{
    const struct m2_batch *bark = &model->batches[0];
    const struct m2_batch *leaves = &model->batches[1];
    assert_int_equal(bark->blend, SURFACE_OPAQUE);
    assert_true(bark->is_opaque && !bark->two_sided && bark->depth_test && bark->depth_write);
    assert_int_equal(leaves->blend, SURFACE_ALPHA_KEY);
    assert_true(leaves->two_sided && !leaves->unlit && !leaves->is_opaque);
    assert_int_equal(bark->mix, MIX_FIRST);
    assert_int_equal(bark->first_index, 0);
    assert_int_equal(leaves->first_index, 3);
    assert_int_equal(leaves->index_count, 3);
    assert_int_equal(bark->last_vertex - bark->first_vertex, 2);
    assert_int_equal(leaves->stages[0].texture, 1);
}

static void has_names(const struct m2_model *model)
{
    assert_string_equal(model->textures[0].name, "Tree\\Bark.blp");
    assert_string_equal(model->textures[1].name, "Tree\\Leaves.blp");
    assert_true(model->textures[0].wrap_x && model->textures[0].wrap_y);
    assert_false(model->textures[1].wrap_x || model->textures[1].wrap_y);
}

static void every_version_gives_the_same_model(void **state)
{
    static const unsigned versions[] = {256, 257, 260, 261, 262, 263, 264, 265, 268, 272, 274};
    (void)state;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct built_model built = test_model;
        struct loaded loaded;
        built.version = versions[i];
        if (versions[i] >= 265) {
            built.batches[1].shader = 0x10; /* bits: alpha of the texture */
        }
        const struct m2_model *model = load_good(&loaded, &built);
        assert_int_equal(model->version, versions[i]);
        assert_int_equal(loaded.file->needs_skin, versions[i] >= 264);
        is_test_model(model);
        is_test_material(model);
        has_names(model);
        unload(&loaded);
    }
}

/* Defect of the past: names of any length were copied for each of many textures, which may share
 * one text. */
static void a_name_that_no_file_can_have_is_left_out(void **state)
{
    (void)state;
    for (size_t length = 259; length <= 260; length++) {
        char name[261] = {0};
        struct built_model built = test_model;
        struct loaded loaded;
        memset(name, 'a', length);
        built.textures[0] = name;
        load_model(&loaded, &built);
        assert_int_equal(loaded.status, ADTMAP_OK);
        assert_int_equal(loaded.file->textures[0].name != NULL, length == 259);
        assert_int_equal(loaded.heard.warnings, length == 260);
        assert_string_equal(loaded.file->textures[1].name, "Tree\\Leaves.blp");
        unload(&loaded);
    }
}

/* Clients name a replaceable texture "" or leave an old name; each axis wraps by a flag of its own.
 */
static void textures_have_a_type_a_name_and_two_flags(void **state)
{
    (void)state;
    for (uint32_t flags = 0; flags < 4; flags++) {
        struct buffer file = {0};
        struct buffer skin = {0};
        const struct buffer none = {0};
        struct built_model built = test_model;
        struct loaded loaded;
        built.texture_flags[1] = flags;
        write_model(&file, &built);
        write_skin(&skin, &built);
        put_u32(&file, load_u32(file.data + 0x54), 11);
        load_files(&loaded, &file, &skin, &none);
        assert_int_equal(loaded.status, ADTMAP_OK);
        assert_null(loaded.file->textures[0].name);
        assert_int_equal(loaded.file->textures[0].type, 11);
        assert_string_equal(loaded.file->textures[1].name, "Tree\\Leaves.blp");
        assert_int_equal(loaded.file->textures[1].wrap_x, flags & 1);
        assert_int_equal(loaded.file->textures[1].wrap_y, flags >> 1);
        unload(&loaded);
        buffer_free(&file);
        buffer_free(&skin);
    }
}

static void headers_of_2_without_the_extra_arrays_are_recognised(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.version = 260;
    built.short_header = true;
    const struct m2_model *model = load_good(&loaded, &built);
    is_test_model(model);
    is_test_material(model);
    unload(&loaded);
}

static void chunked_models_name_their_files_by_id(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct buffer skin = {0};
    const struct buffer none = {0};
    struct loaded loaded;
    struct built_model built = test_model;
    built.version = 274;
    built.textures[0] = built.textures[1] = "";
    built.batches[1].shader = 0x10;
    write_chunked_model(&file, &built, 4242, 0);
    write_skin(&skin, &built);
    load_files(&loaded, &file, &skin, &none);
    assert_int_equal(loaded.status, ADTMAP_OK);
    assert_int_equal(loaded.file->skin_id, 4242);
    assert_int_equal(loaded.file->skeleton_id, 0);
    is_test_model(loaded.model);
    is_test_material(loaded.model);
    assert_null(loaded.model->textures[0].name);
    assert_int_equal(loaded.model->textures[0].file_id, 7001);
    assert_int_equal(loaded.model->textures[1].file_id, 7002);
    unload(&loaded);
    buffer_free(&file);
    buffer_free(&skin);
}

/* Bones are in the .skel alone; a model whose .skel is missing stays in its rest pose. */
static void bones_of_a_skeleton_file_move_the_model(void **state)
{
    (void)state;
    struct built_model bones = test_model;
    struct built_model body = test_model;
    bones.version = body.version = 274;
    bones.bones[0].has_keys = true;
    bones.bones[0].translation[2] = 5;
    bones.bones[0].rotation[3] = 1;
    for (int i = 0; i < 3; i++) {
        bones.bones[0].scale[i] = 1;
    }
    body.bone_count = body.sequence_count = 0;
    for (int with = 0; with < 2; with++) {
        struct buffer file = {0};
        struct buffer skin = {0};
        struct buffer skeleton = {0};
        struct loaded loaded;
        write_chunked_model(&file, &body, 0, 99);
        write_skin(&skin, &body);
        if (with) {
            write_skeleton(&skeleton, &bones);
        }
        load_files(&loaded, &file, &skin, &skeleton);
        assert_int_equal(loaded.status, ADTMAP_OK);
        assert_int_equal(loaded.file->skeleton_id, 99);
        const float low = with ? 5.0F : 0.0F;
        assert_float_equal(loaded.model->box.low[2], low, 0.001F);
        unload(&loaded);
        buffer_free(&file);
        buffer_free(&skin);
        buffer_free(&skeleton);
    }
}

static void a_skeleton_names_its_parent(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct buffer file = {0};
    built.version = 274;
    write_skeleton(&file, &built);
    assert_int_equal(m2_skeleton_parent((struct m2_bytes){file.data, file.size}), 0);
    assert_true(m2_skeleton_has_bones((struct m2_bytes){file.data, file.size}));
    write_skeleton_parent(&file, 4711);
    assert_int_equal(m2_skeleton_parent((struct m2_bytes){file.data, file.size}), 4711);
    assert_int_equal(m2_skeleton_parent((struct m2_bytes){file.data, file.size - 5}), 0);
    assert_int_equal(m2_skeleton_parent((struct m2_bytes){NULL, 0}), 0);
    assert_false(m2_skeleton_has_bones((struct m2_bytes){NULL, 0}));
    buffer_free(&file);
}

static void a_model_without_views_or_vertices_is_empty_and_silent(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.vertex_count = 0;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batch_count, 0);
    assert_int_equal(model->vertex_count, 0);
    unload(&loaded);
}

/* Particles alone: vertices perhaps, but no batch. */
static void a_model_without_batches_is_empty_and_silent(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct loaded loaded;
    built.batch_count = built.section_count = 0;
    const struct m2_model *model = load_good(&loaded, &built);
    assert_int_equal(model->batch_count, 0);
    assert_int_equal(model->index_count, 0);
    unload(&loaded);
}

static void parts_of_a_model_have_its_name(void **state)
{
    (void)state;
    char name[32];
    assert_int_equal(m2_part_name("World\\a.b\\Tree.M2", "00.skin", name, sizeof name), 21);
    assert_string_equal(name, "World\\a.b\\Tree00.skin");
    assert_int_equal(m2_part_name("a.b/tree", ".skel", name, sizeof name), 13);
    assert_string_equal(name, "a.b/tree.skel");
    assert_int_equal(m2_part_name("a/tree.m2", "00.skin", name, 13), 0);
}

static void the_version_decides_not_the_name(void **state)
{
    (void)state;
    const uint8_t unknown[0x200] = {'M', 'D', '2', '0', 0xF4, 1};
    const struct buffer file = {.data = (uint8_t *)unknown, .size = sizeof unknown};
    const struct buffer none = {0};
    struct loaded loaded;
    load_files(&loaded, &file, &none, &none);
    assert_int_equal(loaded.status, ADTMAP_UNSUPPORTED);
    assert_non_null(strstr(loaded.heard.failure.what, "version 500"));
    unload(&loaded);
}

/* Leaves of 7.x lost all that was between the two keys. */
static void models_from_265_on_have_the_alpha_key_of_7(void **state)
{
    (void)state;
    static const struct {
        unsigned version;
        uint8_t key;
    } cases[] = {{256, 224}, {263, 224}, {264, 224}, {265, 128}, {272, 128}, {274, 128}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct built_model built = test_model;
        struct loaded loaded;
        built.version = cases[i].version;
        const struct m2_model *model = load_good(&loaded, &built);
        assert_int_equal(surface_alpha_key(model->era), cases[i].key);
        unload(&loaded);
    }
}

static void a_chunked_model_has_the_alpha_key_of_7_in_any_version(void **state)
{
    (void)state;
    struct built_model built = test_model;
    struct buffer file = {0};
    struct buffer skin = {0};
    const struct buffer none = {0};
    struct loaded loaded;
    built.version = 264;
    write_chunked_model(&file, &built, 7, 0);
    write_skin(&skin, &built);
    load_files(&loaded, &file, &skin, &none);
    assert_int_equal(loaded.status, ADTMAP_OK);
    assert_int_equal(loaded.model->era, SURFACE_ERA_SINCE_7);
    buffer_free(&file);
    buffer_free(&skin);
    unload(&loaded);
}

int test_m2(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_gives_the_same_model),
        cmocka_unit_test(textures_have_a_type_a_name_and_two_flags),
        cmocka_unit_test(a_name_that_no_file_can_have_is_left_out),
        cmocka_unit_test(headers_of_2_without_the_extra_arrays_are_recognised),
        cmocka_unit_test(chunked_models_name_their_files_by_id),
        cmocka_unit_test(bones_of_a_skeleton_file_move_the_model),
        cmocka_unit_test(a_skeleton_names_its_parent),
        cmocka_unit_test(a_model_without_views_or_vertices_is_empty_and_silent),
        cmocka_unit_test(a_model_without_batches_is_empty_and_silent),
        cmocka_unit_test(models_from_265_on_have_the_alpha_key_of_7),
        cmocka_unit_test(a_chunked_model_has_the_alpha_key_of_7_in_any_version),
        cmocka_unit_test(parts_of_a_model_have_its_name),
        cmocka_unit_test(the_version_decides_not_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
