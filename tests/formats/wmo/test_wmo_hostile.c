/*
 * WMO files cut at every byte, with every word overwritten, and damaged at random: whatever is
 * read then is consistent with itself. Reads outside are for a sanitizer to see.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wmo/wmo_build.h"
#include "formats/wmo/wmo_loaded.h"

static void check_group(const struct wmo *root, const struct wmo_group *group)
{
    for (uint32_t i = 0; i < 3 * group->triangle_count; i++) {
        assert_true(group->indices[i] < group->vertex_count);
    }
    for (uint32_t i = 0; i < group->vertex_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            assert_true(group->positions[i][k] > -1e6F && group->positions[i][k] < 1e6F);
        }
    }
    assert_true(group->transition_count <= group->batch_count);
    for (uint32_t i = 0; i < group->batch_count; i++) {
        const struct wmo_batch *batch = &group->batches[i];
        assert_int_equal(batch->index_begin % 3, 0);
        assert_int_equal(batch->index_count % 3, 0);
        assert_true((uint64_t)batch->index_begin + batch->index_count <=
                    3 * (uint64_t)group->triangle_count);
        assert_true(batch->vertex_last < group->vertex_count || batch->index_count == 0);
        assert_true(batch->material < root->material_count || batch->material == WMO_NO_MATERIAL);
        assert_true(i == 0 || root->version == 14 || batch->kind >= group->batches[i - 1].kind);
    }
    for (size_t i = 0; group->liquid && i < liquid_vertices(&group->liquid->grid); i++) {
        assert_true(group->liquid->grid.height_yd[i] < 1e6F);
    }
}

static void check_root(const struct wmo *root)
{
    assert_true(root->group_count <= WMO_GROUPS_MAX);
    for (uint32_t i = 0; i < root->material_count; i++) {
        assert_true(root->materials[i].blend < SURFACE_BLENDS);
        assert_true(root->materials[i].texture_count <= WMO_TEXTURES_MAX);
    }
    for (uint32_t i = 0; i < root->group_count; i++) {
        assert_true(strlen(root->groups[i].name) < 1000);
    }
    for (uint32_t i = 0; i < root->doodad_set_count; i++) {
        assert_true(root->doodad_sets[i].begin + root->doodad_sets[i].count <= root->doodad_count);
    }
}

/* Reads the root, and from `group` (or the root's own bytes) every group. */
static void read_all(const uint8_t *root_data, size_t root_size, const uint8_t *group_data,
                     size_t group_size)
{
    struct arena arena = {0};
    struct diag quiet = {0};
    struct wmo *root;
    if (wmo_read_root(root_data, root_size, &arena, &quiet, &root) == ADTMAP_OK) {
        check_root(root);
        bool inside = root->storage == WMO_GROUPS_IN_ROOT;
        for (uint32_t i = 0; i < root->group_count && i < 4; i++) {
            struct wmo_group *group;
            if (wmo_read_group(root, inside ? root_data : group_data,
                               inside ? root_size : group_size, i, &arena, &quiet,
                               &group) == ADTMAP_OK) {
                wmo_fix_colors(root, group);
                check_group(root, group);
            }
        }
    }
    arena_free(&arena);
}

static void write_files(unsigned version, struct buffer *root, struct buffer *group)
{
    if (version == 14) {
        write_v14(root);
        return;
    }
    write_root(root, version, version == 17 ? WMO_LIQUID_TYPE_FROM_TABLE : 0);
    write_group(group, version, 1);
}

static void files_cut_at_every_byte_are_survived(void **state)
{
    (void)state;
    for (unsigned version = 14; version <= 17; version += version == 14 ? 2 : 1) {
        struct buffer root = {0};
        struct buffer group = {0};
        write_files(version, &root, &group);
        for (size_t size = 0; size < root.size; size++) {
            uint8_t *cut = exact_copy(&root, size);
            read_all(cut, size, group.data, group.size);
            free(cut);
        }
        for (size_t size = 0; size < group.size; size++) {
            uint8_t *cut = exact_copy(&group, size);
            read_all(root.data, root.size, cut, size);
            free(cut);
        }
        buffer_free(&root);
        buffer_free(&group);
    }
}

static void every_word_overwritten_is_survived(void **state)
{
    (void)state;
    static const uint32_t words[] = {0, 1, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FC00000};
    for (unsigned version = 14; version <= 17; version += version == 14 ? 2 : 1) {
        struct buffer root = {0};
        struct buffer group = {0};
        write_files(version, &root, &group);
        struct buffer *file = version == 14 ? &root : &group;
        for (size_t at = 0; at + 4 <= file->size; at += 2) {
            for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
                uint8_t kept[4];
                memcpy(kept, file->data + at, 4);
                put_u32(file, at, words[k]);
                uint8_t *copy = exact_copy(file, file->size);
                read_all(version == 14 ? copy : root.data, root.size, copy, file->size);
                free(copy);
                memcpy(file->data + at, kept, 4);
            }
        }
        buffer_free(&root);
        buffer_free(&group);
    }
}

static void random_damage_is_survived(void **state)
{
    (void)state;
    uint64_t seed = random_seed(0x5EED0014);
    for (unsigned round = 0; round < 6000; round++) {
        static const unsigned versions[] = {14, 16, 17};
        struct buffer root = {0};
        struct buffer group = {0};
        write_files(versions[round % 3], &root, &group);
        uint8_t *first = exact_copy(&root, root.size);
        uint8_t *second = exact_copy(&group, group.size);
        damage_bytes(first, root.size, &seed);
        damage_bytes(second, group.size, &seed);
        read_all(first, root.size, second, group.size);
        free(first);
        free(second);
        buffer_free(&root);
        buffer_free(&group);
    }
}

int test_wmo_hostile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_cut_at_every_byte_are_survived),
        cmocka_unit_test(every_word_overwritten_is_survived),
        cmocka_unit_test(random_damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
