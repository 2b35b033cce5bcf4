/* Reading records dependencies: found or not, and through caches whichever thread loaded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <cmocka.h>

#include "assets/data_fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "assets/cache.h"
#include "os/file_stamp.h"

static void setup(struct fixture *f)
{
    fixture_start(f);
    temporary_file(&f->data, "World/a.txt", "first");
    temporary_file(&f->data, "World/b.txt", "second");
    const char *paths[] = {f->data.path};
    assert_int_equal(assets_open(paths, 1, &f->diag, &f->assets), ADTMAP_OK);
}

static void read_file(const struct fixture *f, const char *name)
{
    struct blob blob;
    assets_read(f->assets, name, &f->diag, &blob);
    blob_release(&blob);
}

/* The dependency on `name` in a set; its name is NULL if there is none. */
static struct dependency dependency_on(const struct fixture *f, const struct dep_set *deps,
                                       const char *name)
{
    for (uint32_t i = 0; i < deps->count; i++) {
        struct dependency dep = assets_dependency(f->assets, deps->items[i]);
        if (strcmp(dep.name, name) == 0) {
            return dep;
        }
    }
    return (struct dependency){0};
}

static void names_are_recorded_whether_found_or_not(void **state)
{
    (void)state;
    struct fixture f;
    struct dep_set deps = {0};
    setup(&f);
    read_file(&f, "World\\A.TXT"); /* not recorded */
    dep_recorder_set(&deps);
    read_file(&f, "World\\A.TXT");
    read_file(&f, "World\\missing.txt");
    assert_true(assets_has(f.assets, "world/b.txt"));
    dep_recorder_set(NULL);
    dep_set_sort_unique(&deps);
    assert_int_equal(deps.count, 3);
    assert_true(
        hash128_equal(dependency_on(&f, &deps, "world/a.txt").content_id, hash128("first", 5)));
    assert_true(
        hash128_equal(dependency_on(&f, &deps, "world/b.txt").content_id, CONTENT_ID_PRESENT));
    assert_non_null(dependency_on(&f, &deps, "world/missing.txt").name);
    assert_true(
        hash128_equal(dependency_on(&f, &deps, "world/missing.txt").content_id, CONTENT_ID_ABSENT));
    dep_set_free(&deps);
    fixture_stop(&f);
}

static enum adtmap_status load(const struct cache_loading *loading, void **value, size_t *bytes)
{
    read_file(loading->user, loading->key);
    *value = malloc(1);
    *bytes = 1;
    return ADTMAP_OK;
}

static const struct cache_kind read_files = {load, free};

static void a_cached_value_records_the_dependencies_of_its_loading(void **state)
{
    (void)state;
    struct fixture f;
    struct dep_set first = {0};
    struct dep_set second = {0};
    struct cache_pin pins[2];
    setup(&f);
    struct cache_pool *pool = cache_pool_create(100);
    struct cache *cache = cache_create(pool, &read_files, NULL, NULL);
    dep_recorder_set(&first);
    cache_acquire(cache, "world/a.txt", sizeof "world/a.txt", &f, &pins[0]);
    dep_recorder_set(&second);
    cache_acquire(cache, "world/a.txt", sizeof "world/a.txt", &f, &pins[1]);
    dep_recorder_set(NULL);
    assert_int_equal(first.count, 1);
    assert_int_equal(second.count, 1);
    assert_int_equal(first.items[0], second.items[0]);
    cache_release(&pins[0]);
    cache_release(&pins[1]);
    cache_destroy(cache);
    cache_pool_destroy(pool);
    dep_set_free(&first);
    dep_set_free(&second);
    fixture_stop(&f);
}

static void contents_decide_whether_a_dependency_has_changed(void **state)
{
    (void)state;
    struct fixture f;
    setup(&f);
    struct dependency same = {"world/a.txt", hash128("first", 5), 0};
    struct dependency other = {"world/a.txt", hash128("FIRST", 5), 0};
    struct dependency gone = {"world/c.txt", hash128("third", 5), 0};
    struct dependency absent = {"world/c.txt", CONTENT_ID_ABSENT, 0};
    struct dependency came = {"world/a.txt", CONTENT_ID_ABSENT, 0};
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &same), FILE_SAME);
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &other), FILE_CHANGED);
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &gone), FILE_CHANGED);
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &absent), FILE_SAME);
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &came), FILE_CHANGED);
    fixture_stop(&f);
}

/* Git's rule: a file that changed before the record was written is not read again, however young.
 */
static void a_stamp_is_trusted_if_the_file_changed_before_the_record_was_written(void **state)
{
    (void)state;
    struct fixture f;
    char path[512];
    struct file_stamp stamp;
    setup(&f);
    temporary_path(&f.data, "World/a.txt", path);
    assert_true(file_stamp_of(path, &stamp));
    struct dependency believed = {"world/a.txt", hash128("FIRST", 5), stamp.key};
    assert_int_equal(assets_compare(f.assets, stamp.changed_ns + 1, &believed), FILE_SAME);
    assert_int_equal(assets_compare(f.assets, stamp.changed_ns, &believed), FILE_CHANGED);
    struct dependency read = {"world/a.txt", hash128("first", 5), 1};
    assert_int_equal(assets_compare(f.assets, stamp.changed_ns + 1, &read), FILE_SAME);
    assert_true(read.key == stamp.key);
    fixture_stop(&f);
}

static void an_id_that_stands_for_another_name_is_a_change(void **state)
{
    (void)state;
    struct fixture f;
    struct dep_set deps = {0};
    char name[NAME_BYTES];
    setup(&f);
    dep_recorder_set(&deps);
    assert_false(assets_name_of_id(f.assets, 77, name));
    dep_recorder_set(NULL);
    struct dependency dep = dependency_on(&f, &deps, "id//77");
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &dep), FILE_SAME);
    dep.content_id = hash128("world/a.txt", 11);
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &dep), FILE_CHANGED);
    dep_set_free(&deps);
    fixture_stop(&f);
}

/* What went without the file is made again, though others could read it in the same run. */
static void a_failure_that_may_pass_is_no_dependency_on_the_file(void **state)
{
    (void)state;
    struct fixture f;
    struct dep_set failed = {0};
    struct dep_set fine = {0};
    char path[512];
    setup(&f);
    temporary_path(&f.data, "World/a.txt", path);
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    dep_recorder_set(&failed);
    read_file(&f, "world/a.txt");
    assert_int_equal(rmdir(path), 0);
    temporary_file(&f.data, "World/a.txt", "first");
    dep_recorder_set(&fine);
    read_file(&f, "world/a.txt");
    dep_recorder_set(NULL);
    assert_int_equal(failed.count, 1);
    assert_int_equal(fine.count, 1);
    struct dependency dep = assets_dependency(f.assets, failed.items[0]);
    assert_string_equal(dependency_file(&dep), "world/a.txt");
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &dep), FILE_CHANGED);
    dep = assets_dependency(f.assets, fine.items[0]);
    assert_int_equal(assets_compare(f.assets, INT64_MAX, &dep), FILE_SAME);
    dep_set_free(&failed);
    dep_set_free(&fine);
    fixture_stop(&f);
}

/* The caller says what of it was looked at. */
static void an_unrecorded_read_records_what_the_caller_says(void **state)
{
    (void)state;
    struct fixture f;
    struct dep_set whole = {0};
    struct dep_set placements = {0};
    struct blob blob;
    struct asset asset;
    uint64_t key;
    setup(&f);
    dep_recorder_set(&placements);
    assert_true(assets_find(f.assets, (struct asset_ref){"World/A.txt", 0}, &asset));
    assert_int_equal(assets_read_unrecorded(f.assets, &asset, ASSETS_PARTS, &f.diag, &blob, &key),
                     ADTMAP_OK);
    assets_record_placements(f.assets, "world/a.txt", &blob, key);
    dep_recorder_set(&whole);
    assert_true(assets_has(f.assets, "world/a.txt"));
    assets_record_contents(f.assets, "world/a.txt", &blob, key);
    dep_recorder_set(NULL);
    blob_release(&blob);
    dep_set_sort_unique(&whole);
    assert_int_equal(placements.count, 1);
    assert_non_null(dependency_on(&f, &placements, "placements//world/a.txt").name);
    assert_int_equal(whole.count, 1);
    assert_true(
        hash128_equal(dependency_on(&f, &whole, "world/a.txt").content_id, hash128("first", 5)));
    dep_set_free(&whole);
    dep_set_free(&placements);
    fixture_stop(&f);
}

int test_dep_set(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_recorded_whether_found_or_not),
        cmocka_unit_test(a_cached_value_records_the_dependencies_of_its_loading),
        cmocka_unit_test(contents_decide_whether_a_dependency_has_changed),
        cmocka_unit_test(a_stamp_is_trusted_if_the_file_changed_before_the_record_was_written),
        cmocka_unit_test(an_id_that_stands_for_another_name_is_a_change),
        cmocka_unit_test(a_failure_that_may_pass_is_no_dependency_on_the_file),
        cmocka_unit_test(an_unrecorded_read_records_what_the_caller_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
