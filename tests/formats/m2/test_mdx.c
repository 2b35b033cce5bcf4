/* MDX: the same kind of model comes out of it as of an M2. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/m2/m2_loaded.h"
#include "formats/m2/mdx_builder.h"

static void load_mdx(struct loaded *loaded, const struct built_mdx *mdx)
{
    struct buffer file = {0};
    const struct buffer none = {0};
    write_mdx(&file, mdx);
    load_files(loaded, &file, &none, &none);
    buffer_free(&file);
}

static const struct m2_model *load_good_mdx(struct loaded *loaded, const struct built_mdx *mdx)
{
    load_mdx(loaded, mdx);
    if (loaded->status) {
        print_error("%s\n", loaded->heard.failure.what);
    }
    assert_int_equal(loaded->status, ADTMAP_OK);
    assert_int_equal(loaded->heard.warnings, 0);
    return loaded->model;
}

static void every_version_gives_the_same_model(void **state)
{
    static const uint32_t versions[] = {1300, 1400, 1500};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct built_mdx mdx = default_mdx;
        struct loaded loaded;
        mdx.version = versions[i];
        const struct m2_model *model = load_good_mdx(&loaded, &mdx);
        assert_true(loaded.file->is_mdx && !loaded.file->needs_skin);
        assert_int_equal(model->version, versions[i]);
        assert_int_equal(model->vertex_count, 6);
        assert_int_equal(model->index_count, 6);
        assert_int_equal(model->batch_count, 3);
        assert_point(model->stated_box.high, 3, 4, 5);
        assert_point(model->box.high, 1, 1, 1);
        assert_point(model->positions[model->indices[4]], 1, 0, 1);
        assert_point(model->normals[model->indices[4]], 0, 0, 1);
        assert_float_equal(model->uv[0][model->indices[5]][1], 1.0F, 0);
        unload(&loaded);
    }
}

static void layers_are_batches(void **state)
{
    (void)state;
    struct loaded loaded;
    const struct m2_model *model = load_good_mdx(&loaded, &default_mdx);
    const struct m2_batch *batches = model->batches;
    assert_int_equal(batches[0].blend, SURFACE_OPAQUE);
    assert_int_equal(batches[1].blend, SURFACE_ALPHA_KEY);
    assert_int_equal(batches[2].blend, SURFACE_ADD);
    assert_true(batches[1].two_sided && batches[1].depth_write && !batches[1].unlit);
    assert_true(batches[2].unlit && !batches[2].depth_write && batches[2].depth_test);
    assert_float_equal(batches[2].color[3], 0.5F, 0);
    assert_int_equal(batches[1].first_index, batches[2].first_index);
    assert_int_equal(batches[2].layer, 1);
    assert_int_equal(batches[0].first_vertex, 0);
    assert_int_equal(batches[0].last_vertex, 2);
    assert_int_equal(batches[1].first_vertex, 3);
    assert_int_equal(batches[1].last_vertex, 5);
    assert_string_equal(model->textures[batches[1].stages[0].texture].name, "Tree\\Leaves.blp");
    assert_true(model->textures[0].wrap_x && !model->textures[1].wrap_y);
    unload(&loaded);
}

static void stand_is_found_by_its_name(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.layers[1].alpha_key = 0.25F;
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_int_equal(loaded.file->sequence_count, 3);
    assert_string_equal(loaded.file->sequences[1].name, "Stand");
    assert_int_equal(loaded.file->sequences[1].length_ms, 500);
    assert_float_equal(model->batches[1].color[3], 0.25F, 0);
    unload(&loaded);
}

/* Lines and strips are not drawn. */
static void a_flat_geoset_of_another_type_has_no_triangles(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.version = 1500;
    mdx.flat_type = 4;
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_int_equal(model->index_count, 0);
    assert_int_equal(model->batch_count, 0);
    unload(&loaded);
}

/* Group 1 is the mean of a bone at rest and a helper that is 4 yards higher. */
static void vertices_move_by_the_mean_of_their_group(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.nodes[1].has_keys = true;
    mdx.nodes[1].translation[2] = 4;
    mdx.groups[2] = 1;
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_point(model->positions[model->indices[0]], 0, 0, 0);
    assert_point(model->positions[model->indices[2]], 0, 1, 2);
    unload(&loaded);
}

static void vertices_of_a_group_without_nodes_stay(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.nodes[0].has_keys = true;
    mdx.nodes[0].translation[2] = 4;
    mdx.group_sizes[0] = 0;
    mdx.groups[2] = 1;
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_point(model->positions[model->indices[1]], 1, 0, 0);
    assert_point(model->positions[model->indices[2]], 0, 1, 4);
    unload(&loaded);
}

/* 2 1 0 1 2 0: a run of three for lines, and one of four, of which three are a triangle. */
static void of_the_runs_only_triangles_are_drawn(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.line_indices = 3;
    mdx.more_indices = 1;
    mdx.more_uv_sets = 3; /* two of them are not kept */
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_int_equal(model->index_count, 6);
    assert_int_equal(model->indices[0], 1);
    assert_int_equal(model->indices[1], 2);
    assert_int_equal(model->indices[2], 0);
    assert_float_equal(model->uv[0][1][0], 1.0F, 0);
    assert_float_equal(model->uv[1][1][0], 0.0F, 0);
    unload(&loaded);
}

/* A quarter turn to the left about Z, at pivot (1, 0, 0). */
static void packed_rotations_turn_about_the_pivot(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.nodes[0].has_keys = true;
    mdx.nodes[0].pivot[0] = 1;
    mdx.nodes[0].rotation[2] = 0.70710678;
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_point(model->positions[model->indices[0]], 1, -1, 0);
    assert_point(model->positions[model->indices[1]], 1, 0, 0);
    mdx.nodes[0].rotation[2] = -0.70710678;
    unload(&loaded);
    model = load_good_mdx(&loaded, &mdx);
    assert_point(model->positions[model->indices[0]], 1, 1, 0);
    unload(&loaded);
}

static void geosets_have_colors(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    const float color[4] = {0.25F, 0.5F, 0.75F, 0.5F};
    mdx.has_geoset_color = true;
    memcpy(mdx.geoset_color, color, sizeof color);
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_float_equal(model->batches[0].color[0], 1.0F, 0);
    assert_point(model->batches[1].color, 0.25F, 0.5F, 0.75F);
    assert_float_equal(model->batches[1].color[3], 0.5F, 0);
    assert_float_equal(model->batches[2].color[3], 0.25F, 0);
    unload(&loaded);
}

static void textures_move_as_txan_says_at_the_begin_of_stand(void **state)
{
    (void)state;
    struct built_mdx mdx = default_mdx;
    struct loaded loaded;
    mdx.has_transforms = true;
    mdx.layers[0].has_transform = true;
    mdx.uv_translation[0] = 0.25F;
    mdx.uv_scale[0] = mdx.uv_scale[1] = mdx.uv_scale[2] = 2;
    mdx.uv_rotation[2] = sqrt(0.5); /* a quarter turn */
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    const float(*first)[3] = model->batches[0].stages[0].uv_transform;
    const float expected[2][3] = {{0, -2, 1.75F}, {2, 0, -0.5F}};
    const float(*other)[3] = model->batches[1].stages[0].uv_transform;
    const float none[2][3] = {{1, 0, 0}, {0, 1, 0}};
    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 3; column++) {
            assert_true(fabsf(first[row][column] - expected[row][column]) < 1e-4F);
            assert_true(other[row][column] == none[row][column]);
        }
    }
    unload(&loaded);
}

static void a_transform_that_does_not_exist_does_nothing(void **state)
{
    (void)state;
    struct built_mdx mdx = default_mdx;
    struct loaded loaded;
    mdx.layers[0].has_transform = true;
    assert_true(load_good_mdx(&loaded, &mdx)->batches[0].stages[0].uv_transform[0][0] == 1.0F);
    unload(&loaded);
}

static void what_is_invisible_is_counted(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.has_geoset_color = true; /* of alpha 0 */
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_int_equal(model->batch_count, 1);
    assert_int_equal(model->hidden_count, 2);
    assert_int_equal(model->vertex_count, 3);
    unload(&loaded);
}

static void layers_without_a_file_are_left_out(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.is_replaceable = true;
    const struct m2_model *model = load_good_mdx(&loaded, &mdx);
    assert_int_equal(model->batch_count, 2);
    assert_int_equal(model->hidden_count, 1);
    unload(&loaded);
}

static void is_refused(const struct built_mdx *mdx, const char *words)
{
    struct loaded loaded;
    load_mdx(&loaded, mdx);
    assert_int_equal(loaded.status, ADTMAP_BAD_DATA);
    assert_int_equal(loaded.heard.warnings, 0);
    if (!strstr(loaded.heard.failure.what, words)) {
        print_error("%s\n", loaded.heard.failure.what);
    }
    assert_non_null(strstr(loaded.heard.failure.what, words));
    unload(&loaded);
}

static void what_refers_to_nothing_is_refused(void **state)
{
    (void)state;
    struct built_mdx mdx = default_mdx;
    mdx.geoset_materials[1] = 2;
    is_refused(&mdx, "material 2 of 2");
    mdx = default_mdx;
    mdx.layers[2].texture = 2;
    is_refused(&mdx, "2 textures");
    mdx = default_mdx;
    mdx.layers[2].blend = 7;
    is_refused(&mdx, "blend");
    mdx = default_mdx;
    mdx.first_index = 3;
    is_refused(&mdx, "geoset 0");
    mdx.version = 1500;
    is_refused(&mdx, "geoset 0");
    mdx = default_mdx;
    mdx.groups[1] = 2;
    is_refused(&mdx, "geoset 0");
    mdx = default_mdx;
    mdx.line_indices = 4; /* so that the triangle ends beyond the indices */
    is_refused(&mdx, "geoset 0");
    mdx = default_mdx;
    mdx.group_sizes[1] = 3;
    is_refused(&mdx, "geoset 0");
    mdx = default_mdx;
    mdx.group_nodes[0] = 2;
    is_refused(&mdx, "geoset 0");
    mdx = default_mdx;
    mdx.nodes[1].parent = 2;
    is_refused(&mdx, "parent 2 of 2");
    mdx = default_mdx;
    mdx.nodes[0].parent = 1;
    is_refused(&mdx, "its own parents");
}

static void as_many_geosets_and_indices_as_may_be_are_read(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.geosets = 255;
    assert_int_equal(load_good_mdx(&loaded, &mdx)->batch_count, 1 + 2 * 254);
    unload(&loaded);
    mdx.geosets++;
    is_refused(&mdx, "256 geosets are more than 255");
    /* The second geoset is drawn twice. */
    mdx = default_mdx;
    mdx.more_indices = M2_INDICES_MAX - 3 - 2 * 3;
    assert_int_equal(load_good_mdx(&loaded, &mdx)->index_count, M2_INDICES_MAX - 3);
    unload(&loaded);
    mdx.more_indices += 3;
    is_refused(&mdx, "more than 3145728 indices in its geosets");
}

static void other_versions_are_not_read(void **state)
{
    (void)state;
    struct loaded loaded;
    struct built_mdx mdx = default_mdx;
    mdx.version = 800;
    load_mdx(&loaded, &mdx);
    assert_int_equal(loaded.status, ADTMAP_UNSUPPORTED);
    unload(&loaded);
}

int test_mdx(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_gives_the_same_model),
        cmocka_unit_test(layers_are_batches),
        cmocka_unit_test(stand_is_found_by_its_name),
        cmocka_unit_test(a_flat_geoset_of_another_type_has_no_triangles),
        cmocka_unit_test(vertices_move_by_the_mean_of_their_group),
        cmocka_unit_test(vertices_of_a_group_without_nodes_stay),
        cmocka_unit_test(of_the_runs_only_triangles_are_drawn),
        cmocka_unit_test(packed_rotations_turn_about_the_pivot),
        cmocka_unit_test(geosets_have_colors),
        cmocka_unit_test(textures_move_as_txan_says_at_the_begin_of_stand),
        cmocka_unit_test(a_transform_that_does_not_exist_does_nothing),
        cmocka_unit_test(what_is_invisible_is_counted),
        cmocka_unit_test(layers_without_a_file_are_left_out),
        cmocka_unit_test(what_refers_to_nothing_is_refused),
        cmocka_unit_test(as_many_geosets_and_indices_as_may_be_are_read),
        cmocka_unit_test(other_versions_are_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
