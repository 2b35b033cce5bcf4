/* Models as artists made them: every one is read, and stands within the box that its file states.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/bytes.h"
#include "formats/m2/m2.h"
#include "formats/real_files.h"
#include "os/file.h"

enum { SKIPPED = 77 }; /* the exit status that ctest knows */

struct totals {
    unsigned models, failures, warnings, empty, batches, hidden, outside;
    unsigned long triangles;
    unsigned long agree; /* triangles whose side agrees with their normals */
};

/* The skin's file, in whichever case. */
static bool map_skin(const char *path, struct blob *file)
{
    static const char *const endings[] = {"00.skin", "00.SKIN"};
    struct adtmap_message message;
    const struct diag quiet = {NULL, NULL, &message};
    for (int i = 0; i < 2; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%.*s%s", (int)strlen(path) - 3, path, endings[i]);
        if (file_map(name, &quiet, file) == ADTMAP_OK) {
            return true;
        }
    }
    return false;
}

static void check_batches(const struct m2_model *model)
{
    for (uint32_t i = 0; i < model->batch_count; i++) {
        const struct m2_batch *batch = &model->batches[i];
        assert_true(batch->index_count > 0 && batch->index_count % 3 == 0);
        assert_true(batch->first_index + batch->index_count <= model->index_count);
        assert_true(batch->last_vertex < model->vertex_count);
        assert_true(batch->blend < SURFACE_BLENDS && batch->mix < SURFACE_MIXES);
        assert_true(batch->stage_count >= 1 && batch->stage_count <= M2_STAGES);
        for (uint32_t k = 0; k < batch->stage_count; k++) {
            const struct m2_texture *texture = &model->textures[batch->stages[k].texture];
            assert_true(batch->stages[k].texture < model->texture_count);
            assert_true(texture->name || texture->file_id);
            assert_true(batch->stages[k].uv_set < M2_UV_SETS);
        }
    }
}

/* Whether the front of a triangle is on the side that its normals point to. */
static bool agrees(const struct m2_model *model, const uint32_t corner[3])
{
    float edge[2][3];
    float sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        edge[0][axis] = model->positions[corner[1]][axis] - model->positions[corner[0]][axis];
        edge[1][axis] = model->positions[corner[2]][axis] - model->positions[corner[0]][axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        int j = (axis + 1) % 3;
        int k = (axis + 2) % 3;
        float front = edge[0][j] * edge[1][k] - edge[0][k] * edge[1][j];
        sum += front * (model->normals[corner[0]][axis] + model->normals[corner[1]][axis] +
                        model->normals[corner[2]][axis]);
    }
    return sum >= 0;
}

static void check_triangles(const struct m2_model *model, struct totals *totals)
{
    for (uint32_t i = 0; i < model->index_count; i++) {
        assert_true(model->indices[i] < model->vertex_count);
    }
    for (uint32_t i = 0; i + 3 <= model->index_count; i += 3) {
        totals->triangles++;
        totals->agree += agrees(model, model->indices + i);
    }
}

/* Billboards and keys of Stand may lead out of the box. */
static bool is_outside(const struct m2_model *model)
{
    const struct m2_box *box = &model->stated_box;
    for (int axis = 0; axis < 3; axis++) {
        float room = 0.02F + 0.01F * (box->high[axis] - box->low[axis]);
        if (model->box.low[axis] < box->low[axis] - room ||
            model->box.high[axis] > box->high[axis] + room) {
            return true;
        }
    }
    return false;
}

static void build_real_model(const struct m2_file *file, const char *path, struct arena *arena,
                             struct heard *heard, struct totals *totals)
{
    struct blob skin = {0};
    struct m2_model *model;
    assert_true(file->needs_skin && file->version == 264);
    assert_true(map_skin(path, &skin));
    const struct m2_bytes bytes = {skin.data, skin.size};
    if (m2_build(file, bytes, (struct m2_bytes){0}, arena, &heard->diag, &model)) {
        print_message("%s: %s\n", path, heard->failure.what);
        totals->failures++;
    } else {
        check_batches(model);
        check_triangles(model, totals);
        totals->empty += model->batch_count == 0;
        totals->batches += model->batch_count;
        totals->hidden += model->hidden_count;
        if (model->batch_count && is_outside(model)) {
            print_message("%s: outside its box\n", strrchr(path, '/') + 1);
            totals->outside++;
        }
    }
    blob_release(&skin);
}

static void read_real_model(const char *path, void *user)
{
    struct totals *totals = user;
    struct blob blob = {0};
    struct heard heard;
    struct arena arena = {0};
    struct m2_file *file;
    listen(&heard);
    assert_int_equal(file_map(path, &heard.diag, &blob), ADTMAP_OK);
    totals->models++;
    if (m2_read(blob.data, blob.size, &arena, &heard.diag, &file)) {
        print_message("%s: %s\n", path, heard.failure.what);
        totals->failures++;
    } else {
        build_real_model(file, path, &arena, &heard, totals);
    }
    totals->warnings += heard.warnings;
    blob_release(&blob);
    arena_free(&arena);
}

static void every_real_model_is_read_without_a_warning(void **state)
{
    (void)state;
    struct totals totals = {0};
    const char *root = real_root();
    if (!root || !each_real_file(root, ".m2", read_real_model, &totals)) {
        skip();
    }
    print_message("%u models, %u without triangles, %u batches, %u hidden, %lu triangles, %.1f %% "
                  "of them face as their normals, %u models outside their boxes\n",
                  totals.models, totals.empty, totals.batches, totals.hidden, totals.triangles,
                  100.0 * (double)totals.agree / (double)totals.triangles, totals.outside);
    assert_int_equal(totals.failures, 0);
    assert_int_equal(totals.warnings, 0);
    assert_true(100 * totals.outside <= 2 * totals.models);
    assert_true((double)totals.agree > 0.95 * (double)totals.triangles);
}

int test_m2_real(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_real_model_is_read_without_a_warning),
    };
    return real_root() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
