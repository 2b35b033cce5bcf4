/* Buildings, placements and liquids as map makers left them: everything is read, whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/bytes.h"
#include "formats/real_files.h"
#include "formats/wmo/wmo.h"
#include "os/file.h"

enum { SKIPPED = 77 }; /* the exit status that ctest knows */

struct totals {
    unsigned roots, groups, missing, warnings;
    unsigned buildings, layers; /* of ADTs */
};

/* name_NNN.wmo, or a coarser version of it, name_NNN_lodN.wmo. */
static bool is_group_name(const char *path)
{
    size_t length = strlen(path);
    bool is_lod = length > 9 && strncmp(path + length - 9, "_lod", 4) == 0;
    return is_lod || (length > 8 && path[length - 8] == '_' && path[length - 7] >= '0' &&
                      path[length - 7] <= '9');
}

static void tell(const char *path, const struct heard *heard)
{
    if (heard->warnings) {
        print_message("%s: %u warnings, the last: %s %s\n", path, heard->warnings,
                      heard->last.chunk, heard->last.what);
    }
}

/* Batches, indices and liquids are within their bounds. */
static void check_group(const struct wmo *root, const struct wmo_group *group)
{
    assert_true(group->vertex_count > 0);
    assert_true(group->triangle_count > 0);
    for (uint32_t i = 0; i < 3 * group->triangle_count; i++) {
        assert_true(group->indices[i] < group->vertex_count);
    }
    for (uint32_t i = 0; i < group->batch_count; i++) {
        const struct wmo_batch *batch = &group->batches[i];
        assert_true(batch->index_begin + batch->index_count <= 3 * group->triangle_count);
        assert_true(batch->index_count > 0);
        assert_true(batch->material < root->material_count);
        /* Whatever the flags say: what a batch holds has its material in MOPY as well. */
        for (uint32_t k = 0; k < batch->index_count; k += 3) {
            uint32_t triangle = (batch->index_begin + k) / 3;
            assert_int_equal(group->triangle_material[triangle], batch->material);
            assert_true(group->triangle_flags[triangle] & WMO_TRIANGLE_RENDER);
        }
    }
}

static void read_real_group(const char *root_path, const struct wmo *root, uint32_t index,
                            struct totals *totals)
{
    char path[4096];
    struct blob file = {0};
    struct heard heard;
    struct arena arena = {0};
    struct wmo_group *group;
    listen(&heard);
    assert_true(wmo_group_file_name(root_path, index, path, sizeof path) > 0);
    struct diag quiet = {0};
    if (file_map(path, &quiet, &file)) {
        path[strlen(path) - 3] = 'W';
        path[strlen(path) - 2] = 'M';
        path[strlen(path) - 1] = 'O';
        if (file_map(path, &quiet, &file)) {
            totals->missing++;
            return;
        }
    }
    assert_int_equal(wmo_read_group(root, file.data, file.size, index, &arena, &heard.diag, &group),
                     ADTMAP_OK);
    check_group(root, group);
    totals->groups++;
    totals->warnings += heard.warnings;
    tell(path, &heard);
    blob_release(&file);
    arena_free(&arena);
}

static void read_real_wmo(const char *path, void *user)
{
    struct totals *totals = user;
    if (is_group_name(path)) {
        return;
    }
    struct blob file = {0};
    struct heard heard;
    struct arena arena = {0};
    struct wmo *root;
    listen(&heard);
    assert_int_equal(file_map(path, &heard.diag, &file), ADTMAP_OK);
    assert_int_equal(wmo_read_root(file.data, file.size, &arena, &heard.diag, &root), ADTMAP_OK);
    for (uint32_t i = 0; i < root->group_count; i++) {
        read_real_group(path, root, i, totals);
    }
    totals->roots++;
    totals->warnings += heard.warnings;
    tell(path, &heard);
    blob_release(&file);
    arena_free(&arena);
}

static void every_real_building_is_read(void **state)
{
    (void)state;
    struct totals totals = {0};
    const char *root = real_root();
    if (!root || !each_real_file(root, ".wmo", read_real_wmo, &totals)) {
        skip();
    }
    print_message("%u roots, %u groups, %u groups missing, %u warnings\n", totals.roots,
                  totals.groups, totals.missing, totals.warnings);
    assert_true(totals.roots > 0);
}

static void small_real_buildings_are_read_without_a_warning(void **state)
{
    (void)state;
    char folder[4096];
    struct totals totals = {0};
    const char *root = real_root();
    if (!root) {
        skip();
    }
    snprintf(folder, sizeof folder, "%s/wmo", root);
    if (!each_real_file(folder, ".wmo", read_real_wmo, &totals)) {
        skip();
    }
    assert_int_equal(totals.missing, 0);
    assert_int_equal(totals.warnings, 0);
}

static void read_real_adt(const char *path, void *user)
{
    struct totals *totals = user;
    struct blob file = {0};
    struct heard heard;
    struct arena arena = {0};
    struct adt_tile *tile;
    bool is_root = !strstr(path, "_obj") && !strstr(path, "_tex");
    const struct adt_request request = {.contents = is_root ? ADT_LIQUIDS | ADT_PLACEMENTS
                                                            : ADT_PLACEMENTS};
    listen(&heard);
    assert_int_equal(file_map(path, &heard.diag, &file), ADTMAP_OK);
    const struct adt_bytes bytes = {.data = file.data, .size = file.size};
    const struct adt_files files = {.root = is_root ? bytes : (struct adt_bytes){0},
                                    .obj0 = is_root ? (struct adt_bytes){0} : bytes};
    assert_int_equal(adt_read(&files, &request, &arena, &heard.diag, &tile), ADTMAP_OK);
    totals->buildings += tile->placements.wmo_count;
    totals->layers += tile->liquids.count;
    totals->warnings += heard.warnings;
    tell(path, &heard);
    blob_release(&file);
    arena_free(&arena);
}

static void every_real_tile_has_its_objects_and_liquids_read(void **state)
{
    (void)state;
    struct totals totals = {0};
    const char *root = real_root();
    if (!root || !each_real_file(root, ".adt", read_real_adt, &totals)) {
        skip();
    }
    assert_true(totals.warnings <= 1); /* one has a doodad with a scale of 0 */
    assert_true(totals.buildings > 0);
    assert_true(totals.layers > 0);
}

int test_wmo_real(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_real_building_is_read),
        cmocka_unit_test(small_real_buildings_are_read_without_a_warning),
        cmocka_unit_test(every_real_tile_has_its_objects_and_liquids_read),
    };
    return real_root() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
