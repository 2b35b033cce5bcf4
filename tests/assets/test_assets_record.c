/* What is recorded of a file that cannot be read, and of one that is known by its id. */
#include "assets/assets_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "assets/data_fixture.h"

/* Of the source below: how it answers, and how often it was asked for the place of a file, and for
 * its stamp. */
static enum adtmap_status answer;
static unsigned places_asked, stamps_asked;

static enum adtmap_status answer_read(const struct source_file *file, const char *name,
                                      struct block_pool *pool, const struct diag *diag,
                                      struct blob *blob)
{
    (void)file, (void)name, (void)pool, (void)blob;
    return answer ? diag_fail(diag, answer, NULL, NO_OFFSET, "not to be read") : ADTMAP_OK;
}

static bool stamp_of_file(const struct source_file *file, struct file_stamp *stamp)
{
    (void)file;
    stamps_asked++;
    *stamp = (struct file_stamp){77, 1, 1};
    return true;
}

static void place_of_file(const struct source_file *file, const char *name, char *text, size_t size)
{
    (void)file;
    places_asked++;
    snprintf(text, size, "archive:%s", name);
}

static const struct source_vtable answering = {
    .read = answer_read, .stamp = stamp_of_file, .origin = place_of_file};

static void start(struct fixture *f)
{
    fixture_start(f);
    temporary_file(&f->data, "World/a.txt", "first");
    const char *paths[] = {f->data.path};
    assert_int_equal(assets_open(paths, 1, &f->diag, &f->assets), ADTMAP_OK);
}

/* The only dependency of a read that fails with `status`. */
static struct dependency of_failure(const struct fixture *f, enum adtmap_status status)
{
    const struct source source = {&answering, 0};
    struct asset asset = {.name = "world/a.txt", .file = {.source = &source}, .has_name = true};
    struct dep_set deps = {0};
    struct blob blob;
    uint64_t key;
    answer = status;
    dep_recorder_set(&deps);
    assert_int_equal(assets_read_unrecorded(f->assets, &asset, ASSETS_WHOLE, &f->diag, &blob, &key),
                     status);
    assert_string_equal(f->failure.file, "archive:world/a.txt");
    dep_recorder_set(NULL);
    assert_int_equal(deps.count, 1);
    struct dependency dep = assets_dependency(f->assets, deps.items[0]);
    dep_set_free(&deps);
    return dep;
}

static void damage_keeps_the_key_of_the_file(void **state)
{
    (void)state;
    struct fixture f;
    start(&f);
    struct dependency dep = of_failure(&f, ADTMAP_BAD_DATA);
    assert_string_equal(dep.name, "world/a.txt");
    assert_true(hash128_equal(dep.content_id, CONTENT_ID_BROKEN));
    assert_int_equal(dep.key, 77); /* an unchanged file is not tried again */
    fixture_stop(&f);
}

static void what_may_pass_has_no_key_to_rely_on(void **state)
{
    (void)state;
    static const enum adtmap_status passing[] = {ADTMAP_IO, ADTMAP_NO_MEMORY};
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        start(&f);
        struct dependency dep = of_failure(&f, passing[i]);
        assert_string_equal(dep.name, "unread//world/a.txt");
        assert_int_equal(dep.key, 0);
        fixture_stop(&f);
    }
}

/* Neither a look at a file, nor a hash of it, nor anything to be kept. */
static void what_is_left_unrecorded_costs_nothing(void **state)
{
    (void)state;
    const struct source source = {&answering, 0};
    const struct asset asset = {
        .name = "world/a.txt", .file = {.source = &source}, .has_name = true};
    struct fixture f;
    start(&f);
    assets_leave_unrecorded(f.assets);
    struct dep_set deps = {0};
    struct blob blob;
    struct asset found;
    uint64_t key;
    stamps_asked = 0;
    answer = ADTMAP_OK;
    dep_recorder_set(&deps);
    assert_int_equal(assets_read_unrecorded(f.assets, &asset, ASSETS_WHOLE, &f.diag, &blob, &key),
                     ADTMAP_OK);
    assert_true(assets_find(f.assets, (struct asset_ref){"World\\a.txt", 0}, &found));
    assert_int_equal(assets_read_found(f.assets, &found, ASSETS_WHOLE, &f.diag, &blob), ADTMAP_OK);
    assert_int_equal(blob.size, 5);
    assets_record_id(f.assets, 5, "world/b.txt", false);
    assets_record_placements(f.assets, "world/a.txt", &blob, 0);
    dep_recorder_set(NULL);
    blob_release(&blob);
    assert_int_equal(stamps_asked, 0);
    assert_int_equal(deps.count, 0);
    dep_set_free(&deps);
    fixture_stop(&f);
}

static struct dependency of_id(const struct fixture *f, uint32_t file_id, const char *name,
                               bool found)
{
    struct dep_set deps = {0};
    dep_recorder_set(&deps);
    assets_record_id(f->assets, file_id, name, found);
    dep_recorder_set(NULL);
    assert_int_equal(deps.count, 1);
    struct dependency dep = assets_dependency(f->assets, deps.items[0]);
    dep_set_free(&deps);
    return dep;
}

static void a_file_that_appears_behind_its_id_is_a_change(void **state)
{
    (void)state;
    struct fixture f;
    start(&f);
    struct dependency there = of_id(&f, 5, "world/a.txt", true);
    struct dependency missing = of_id(&f, 6, "world/a.txt", false);
    assert_string_equal(there.name, "id//5");
    assert_false(hash128_equal(there.content_id, missing.content_id));
    assert_true(hash128_equal(there.content_id, assets_name_content_id("world/a.txt", true)));
    assert_true(hash128_equal(missing.content_id, assets_name_content_id("world/a.txt", false)));
    assert_true(dependency_has_contents(&missing));
    fixture_stop(&f);
}

/* Files name others in the code page of their client, which Linux has in UTF-8. Both names count
 * for what a run records, as either may come or go. */
static void a_name_in_windows_1252_finds_the_file_in_utf8(void **state)
{
#ifdef _WIN32
    skip(); /* fopen takes names in the code page of the system */
#endif
    (void)state;
    static const char *const wanted[2][2] = {{"a/b\xfcr.m2", "a/b\xc3\xbcr.m2"},
                                             {"a/\xe4.m2", "a/\xc3\xa4.m2"}};
    struct fixture f;
    fixture_start(&f);
    temporary_file(&f.data, "a/b\xc3\xbcr.m2", "model");
    const char *paths[] = {f.data.path};
    assert_int_equal(assets_open(paths, 1, &f.diag, &f.assets), ADTMAP_OK);
    for (unsigned is_missing = 0; is_missing < 2; is_missing++) {
        struct dep_set deps = {0};
        struct asset asset;
        struct dependency found[2];
        dep_recorder_set(&deps);
        bool is_found = assets_find(f.assets, (struct asset_ref){wanted[is_missing][0], 0}, &asset);
        dep_recorder_set(NULL);
        assert_int_equal(is_found, !is_missing);
        assert_string_equal(asset.name, wanted[is_missing][!is_missing]);
        assert_int_equal(deps.count, 2);
        for (size_t i = 0; i < 2; i++) {
            found[i] = assets_dependency(f.assets, deps.items[i]);
            assert_int_equal(assets_compare(f.assets, 0, &found[i]), FILE_SAME);
        }
        assert_string_equal(found[0].name, wanted[is_missing][is_missing]);
        assert_string_equal(found[1].name, wanted[is_missing][!is_missing]);
        assert_true(hash128_equal(found[0].content_id, CONTENT_ID_ABSENT));
        dep_set_free(&deps);
    }
    fixture_stop(&f);
}

static void only_a_failure_has_its_place_written(void **state)
{
    struct fixture f;
    (void)state;
    start(&f);
    const struct source source = {&answering, 0};
    const struct asset asset = {
        .name = "world/a.txt", .file = {.source = &source}, .has_name = true};
    struct blob blob;
    for (size_t i = 0; i < 2; i++) {
        answer = i ? ADTMAP_BAD_DATA : ADTMAP_OK;
        places_asked = 0;
        assert_int_equal(assets_read_found(f.assets, &asset, ASSETS_WHOLE, &f.diag, &blob), answer);
        assert_int_equal(places_asked, i);
    }
    fixture_stop(&f);
}

int test_assets_record(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_in_windows_1252_finds_the_file_in_utf8),
        cmocka_unit_test(only_a_failure_has_its_place_written),
        cmocka_unit_test(damage_keeps_the_key_of_the_file),
        cmocka_unit_test(what_may_pass_has_no_key_to_rely_on),
        cmocka_unit_test(a_file_that_appears_behind_its_id_is_a_change),
        cmocka_unit_test(what_is_left_unrecorded_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
