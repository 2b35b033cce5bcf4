/* Buildings of all versions: one model written three ways reads the same; colours; file names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wmo/wmo_build.h"
#include "formats/wmo/wmo_loaded.h"

static void load_version(struct loaded *loaded, unsigned version, unsigned group)
{
    struct buffer root = {0};
    struct buffer file = {0};
    if (version == 14) {
        write_v14(&root);
        write_v14(&file);
    } else {
        write_root(&root, version, 0);
        write_group(&file, version, group);
    }
    load_root(loaded, &root);
    assert_int_equal(loaded->status, ADTMAP_OK);
    assert_int_equal(loaded->heard.warnings, 0);
    load_group(loaded, &file, group);
    assert_int_equal(loaded->status, ADTMAP_OK);
    assert_int_equal(loaded->heard.warnings, 0);
    buffer_free(&root);
    buffer_free(&file);
}

static void the_model_is_what_was_written(void **state)
{
    (void)state;
    struct loaded it;
    load_version(&it, 17, 0);
    const struct wmo *root = it.root;
    assert_int_equal(root->version, 17);
    assert_int_equal(root->storage, WMO_GROUPS_IN_FILES);
    assert_int_equal(root->id, 4321);
    assert_memory_equal(root->ambient, ((uint8_t[]){0x10, 0x20, 0x30, 0xFF}), 4);
    assert_true(root->has_box);
    assert_memory_equal(root->box.high, &model_box[3], sizeof root->box.high);
    assert_int_equal(root->material_count, 2);
    assert_string_equal(root->materials[0].textures[0].name, "roof.blp");
    assert_int_equal(root->materials[0].flags, WMO_MATERIAL_TWO_SIDED);
    assert_int_equal(root->materials[0].blend, SURFACE_ALPHA_KEY);
    assert_string_equal(root->groups[0].name, "hall");
    assert_string_equal(root->groups[1].name, "tower");
    assert_int_equal(root->doodad_count, 2);
    assert_string_equal(root->doodads[1].name, "tree.mdx");
    assert_int_equal(root->doodads[1].flags, 2);
    assert_float_equal(root->doodads[1].scale, 1.5F, 0);
    assert_string_equal(root->doodad_sets[1].name, "Set_Party");
    assert_int_equal(root->doodad_sets[1].begin, 1);

    const struct wmo_group *group = it.group;
    assert_int_equal(group->id, 900);
    assert_int_equal(group->vertex_count, MODEL_CORNERS);
    assert_float_equal(group->positions[5][1], model_coordinate(0, 5, 1), 0);
    assert_float_equal(group->normals[7][2], 0.8F, 0);
    assert_int_equal(group->uv_count, 1);
    assert_float_equal(group->uv[0][6][0], 1.5F, 0);
    assert_memory_equal(group->colors[0][1], ((uint8_t[]){0x10, 0x20, 0x30, 0x41}), 4);
    assert_null(group->colors[1]);
    assert_int_equal(group->triangle_count, MODEL_TRIANGLES);
    assert_int_equal(group->triangle_material[2], 1);
    assert_int_equal(group->triangle_material[3], WMO_NO_MATERIAL);
    assert_int_equal(group->triangle_flags[0], 0x24);
    assert_int_equal(group->batch_count, 2);
    assert_int_equal(group->batches[1].index_begin, 6);
    assert_int_equal(group->batches[1].index_count, 3);
    assert_int_equal(group->batches[1].material, 1);
    assert_int_equal(group->batches[1].vertex_first, 6);
    assert_int_equal(group->batches[1].vertex_last, 8);
    assert_int_equal(group->batches[1].kind, WMO_BATCH_EXTERIOR);
    assert_null(group->liquid);
    unload(&it);
}

static void is_same_liquid(const struct wmo_liquid *a, const struct wmo_liquid *b)
{
    assert_int_equal(a->grid.width, b->grid.width);
    assert_int_equal(a->grid.height, b->grid.height);
    assert_int_equal(a->grid.type, b->grid.type);
    assert_int_equal(a->material, b->material);
    assert_float_equal(a->corner[0], b->corner[0], 1e-5);
    assert_float_equal(a->corner[1], b->corner[1], 0);
    assert_memory_equal(a->grid.height_yd, b->grid.height_yd,
                        liquid_vertices(&a->grid) * sizeof(float));
    assert_memory_equal(a->grid.quad, b->grid.quad, liquid_quads(&a->grid));
}

static void is_same_group(const struct wmo_group *a, const struct wmo_group *b)
{
    size_t vertices = a->vertex_count;
    size_t triangles = a->triangle_count;
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->id, b->id);
    assert_memory_equal(&a->box, &b->box, sizeof a->box);
    assert_memory_equal(a->ambient, b->ambient, 4);
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_memory_equal(a->positions, b->positions, vertices * sizeof *a->positions);
    assert_memory_equal(a->normals, b->normals, vertices * sizeof *a->normals);
    assert_int_equal(a->uv_count, b->uv_count);
    assert_memory_equal(a->uv[0], b->uv[0], vertices * sizeof *a->uv[0]);
    assert_memory_equal(a->colors[0], b->colors[0], vertices * 4);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_memory_equal(a->indices, b->indices, triangles * 3 * sizeof *a->indices);
    assert_memory_equal(a->triangle_flags, b->triangle_flags, triangles * 2);
    assert_memory_equal(a->triangle_material, b->triangle_material, triangles * 2);
    assert_int_equal(a->batch_count, b->batch_count);
    assert_memory_equal(a->batches, b->batches, a->batch_count * sizeof *a->batches);
    assert_int_equal(!a->liquid, !b->liquid);
    if (a->liquid) {
        is_same_liquid(a->liquid, b->liquid);
    }
}

static void is_same_root(const struct wmo *a, const struct wmo *b)
{
    assert_memory_equal(a->ambient, b->ambient, 4);
    assert_int_equal(a->material_count, b->material_count);
    for (uint32_t i = 0; i < a->material_count; i++) {
        const struct wmo_material *x = &a->materials[i];
        const struct wmo_material *y = &b->materials[i];
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->shader, y->shader);
        assert_int_equal(x->blend, y->blend);
        assert_int_equal(x->texture_count, y->texture_count);
        assert_string_equal(x->textures[0].name, y->textures[0].name);
    }
    assert_int_equal(a->group_count, b->group_count);
    for (uint32_t i = 0; i < a->group_count; i++) {
        assert_int_equal(a->groups[i].flags, b->groups[i].flags);
        assert_string_equal(a->groups[i].name, b->groups[i].name);
    }
    assert_int_equal(a->doodad_count, b->doodad_count);
}

static void one_model_written_three_ways_reads_the_same(void **state)
{
    (void)state;
    for (unsigned group = 0; group < MODEL_GROUPS; group++) {
        struct loaded v17;
        load_version(&v17, 17, group);
        for (unsigned version = 14; version <= 16; version += 2) {
            struct loaded other;
            load_version(&other, version, group);
            assert_int_equal(other.root->version, version);
            is_same_root(other.root, v17.root);
            is_same_group(other.group, v17.group);
            unload(&other);
        }
        unload(&v17);
    }
}

static void groups_of_v14_are_in_the_root(void **state)
{
    (void)state;
    struct loaded it;
    load_version(&it, 14, 1);
    assert_int_equal(it.root->storage, WMO_GROUPS_IN_ROOT);
    assert_false(it.root->has_box);
    assert_true(it.root->groups[0].offset > 0);
    assert_true(it.root->groups[1].offset > it.root->groups[0].offset);
    unload(&it);
}

static void v17_groups_behind_the_root_are_found_too(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 16, 0);
    write_mogp(&file, 16, 0);
    write_mogp(&file, 16, 1);
    load_root(&it, &file);
    assert_int_equal(it.root->storage, WMO_GROUPS_IN_ROOT);
    load_group(&it, &file, 1);
    assert_int_equal(it.status, ADTMAP_OK);
    assert_int_equal(it.group->id, 901);
    buffer_free(&file);
    unload(&it);
}

static void a_single_group_behind_the_root_is_found(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    write_mogp(&file, 17, 0);
    load_root(&it, &file);
    assert_int_equal(it.root->storage, WMO_GROUPS_IN_ROOT);
    load_group(&it, &file, 0);
    assert_int_equal(it.status, ADTMAP_OK);
    buffer_free(&file);
    unload(&it);
}

static void v14_group_tables_may_name_places_in_another_order(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_v14(&file);
    load_root(&it, &file);
    size_t first = it.root->groups[0].offset;
    size_t second = it.root->groups[1].offset;
    unload(&it);
    size_t mogi = find_data(&file, "MOGI");
    put_u32(&file, mogi, (uint32_t)second);
    put_u32(&file, mogi + 40, (uint32_t)first);
    load_root(&it, &file);
    load_group(&it, &file, 0);
    assert_int_equal(it.group->id, 901);
    load_group(&it, &file, 1);
    assert_int_equal(it.group->id, 900);
    buffer_free(&file);
    unload(&it);
}

static void unknown_versions_are_not_read(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    file.data[8] = 18;
    load_root(&it, &file);
    assert_int_equal(it.status, ADTMAP_UNSUPPORTED);
    assert_non_null(strstr(it.heard.failure.what, "18"));
    buffer_free(&file);
    unload(&it);
}

static void a_group_file_is_no_root_and_a_root_no_group(void **state)
{
    (void)state;
    struct buffer root = {0};
    struct buffer group = {0};
    struct loaded it;
    write_root(&root, 17, 0);
    write_group(&group, 17, 0);
    load_root(&it, &group);
    assert_int_equal(it.status, ADTMAP_BAD_DATA);
    unload(&it);
    load_root(&it, &root);
    load_group(&it, &root, 0);
    assert_int_equal(it.status, ADTMAP_BAD_DATA);
    load_group(&it, &group, 2);
    assert_int_equal(it.status, ADTMAP_BAD_ARGUMENT);
    buffer_free(&root);
    buffer_free(&group);
    unload(&it);
}

static void group_files_are_named_after_the_root(void **state)
{
    (void)state;
    char name[64];
    assert_int_equal(wmo_group_file_name("World\\wmo\\Inn.wmo", 7, name, sizeof name), 21);
    assert_string_equal(name, "World\\wmo\\Inn_007.wmo");
    assert_int_equal(wmo_group_file_name("INN.WMO", 511, name, sizeof name), 11);
    assert_string_equal(name, "INN_511.wmo");
    assert_int_equal(wmo_group_file_name("inn.wmo", 0, name, 11), 0);
    assert_int_equal(wmo_group_file_name("inn.wmo", 0, name, 12), 11);
}

/* A group of three vertices, the first one of a transition batch. */
static void fix(uint32_t root_flags, uint32_t group_flags, uint8_t colors[3][4])
{
    struct wmo root = {.flags = root_flags};
    struct wmo_batch batches[2] = {{.kind = WMO_BATCH_TRANSITION},
                                   {.kind = WMO_BATCH_INTERIOR, .vertex_last = 2}};
    struct wmo_group group = {.flags = group_flags,
                              .ambient = {10, 20, 30, 255},
                              .vertex_count = 3,
                              .colors = {colors},
                              .batch_count = 2,
                              .batches = batches,
                              .transition_count = 1};
    wmo_fix_colors(&root, &group);
}

static void colors_are_fixed_as_computed_by_hand(void **state)
{
    (void)state;
    uint8_t colors[3][4] = {{110, 20, 230, 51}, {100, 0, 255, 64}, {200, 40, 60, 255}};
    fix(0, WMO_GROUP_INTERIOR, colors);
    /* (100 - 100*51/255) / 2, 0, (200 - 40) / 2 */
    assert_memory_equal(colors[0], ((uint8_t[]){40, 0, 80, 51}), 4);
    /* (100 + 100 - 10) / 2, (0 - 20) / 2 clamped, (255 + 255 - 30) / 2 */
    assert_memory_equal(colors[1], ((uint8_t[]){95, 0, 240, 0}), 4);
    /* (200 + 796 - 10) / 2 clamped, (40 + 159 - 20) / 2, (60 + 239 - 30) / 2 */
    assert_memory_equal(colors[2], ((uint8_t[]){255, 89, 134, 0}), 4);
}

/* Products are divided by 255, not 256, and halves are cut. */
static void colors_of_transitions_are_cut_to_whole_numbers(void **state)
{
    (void)state;
    uint8_t colors[3][4] = {{255, 254, 3, 128}, {100, 0, 255, 64}, {200, 40, 60, 0}};
    fix(WMO_UNIFIED_RENDER_PATH, WMO_GROUP_INTERIOR, colors);
    /* (255 - 128) / 2, (254 - 127) / 2, (3 - 1) / 2 */
    assert_memory_equal(colors[0], ((uint8_t[]){63, 63, 1, 128}), 4);
}

static void the_unified_path_keeps_the_ambient_colour(void **state)
{
    (void)state;
    uint8_t colors[3][4] = {{110, 20, 230, 51}, {100, 0, 255, 64}, {200, 40, 60, 0}};
    fix(WMO_UNIFIED_RENDER_PATH, WMO_GROUP_EXTERIOR, colors);
    assert_memory_equal(colors[0], ((uint8_t[]){44, 8, 92, 51}), 4);
    assert_memory_equal(colors[1], ((uint8_t[]){100, 0, 255, 255}), 4);
    assert_memory_equal(colors[2], ((uint8_t[]){100, 20, 30, 255}), 4);
}

/* Groups that are lit like the outside keep the alpha of rooms: the flag of the outside decides. */
static void alpha_is_that_of_groups_outside(void **state)
{
    (void)state;
    uint8_t colors[3][4] = {{0, 0, 0, 51}, {0, 0, 0, 64}, {0, 0, 0, 0}};
    fix(0, WMO_GROUP_EXTERIOR_LIT, colors);
    assert_int_equal(colors[1][3], 0);
    assert_int_equal(colors[2][3], 0);
    fix(0, WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT, colors);
    assert_int_equal(colors[0][3], 51);
    assert_int_equal(colors[1][3], 255);
    assert_int_equal(colors[2][3], 255);
}

static void without_the_fix_only_alpha_changes(void **state)
{
    (void)state;
    uint8_t colors[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    fix(WMO_NO_COLOR_FIX, WMO_GROUP_EXTERIOR, colors);
    assert_memory_equal(colors[0], ((uint8_t[]){1, 2, 3, 4}), 4);
    assert_memory_equal(colors[1], ((uint8_t[]){5, 6, 7, 255}), 4);
    assert_memory_equal(colors[2], ((uint8_t[]){9, 10, 11, 255}), 4);
    fix(WMO_NO_COLOR_FIX, WMO_GROUP_INTERIOR, colors);
    assert_memory_equal(colors[2], ((uint8_t[]){9, 10, 11, 0}), 4);
}

int test_wmo(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_is_what_was_written),
        cmocka_unit_test(one_model_written_three_ways_reads_the_same),
        cmocka_unit_test(groups_of_v14_are_in_the_root),
        cmocka_unit_test(v17_groups_behind_the_root_are_found_too),
        cmocka_unit_test(a_single_group_behind_the_root_is_found),
        cmocka_unit_test(v14_group_tables_may_name_places_in_another_order),
        cmocka_unit_test(unknown_versions_are_not_read),
        cmocka_unit_test(a_group_file_is_no_root_and_a_root_no_group),
        cmocka_unit_test(group_files_are_named_after_the_root),
        cmocka_unit_test(colors_are_fixed_as_computed_by_hand),
        cmocka_unit_test(colors_of_transitions_are_cut_to_whole_numbers),
        cmocka_unit_test(the_unified_path_keeps_the_ambient_colour),
        cmocka_unit_test(alpha_is_that_of_groups_outside),
        cmocka_unit_test(without_the_fix_only_alpha_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
