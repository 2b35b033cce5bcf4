/* Which of several sources answers, by name or by id, and under what name: a source made here says
 * what each file of it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/assets_internal.h"
#include "assets/data_fixture.h"

/* A file, by its name or by its id; the other one is NULL or 0. */
struct told {
    const char *name;
    uint32_t file_id;
    enum source_answer answer;
};

struct told_source {
    struct source base;
    const struct told *files;
    size_t count;
};

static const struct told_source *told_of(const struct source *source)
{
    return (const struct told_source *)(const void *)source;
}

static enum source_answer answer_of(const struct source *source, const char *name, uint32_t file_id,
                                    struct source_file *file)
{
    const struct told_source *told = told_of(source);
    for (size_t i = 0; i < told->count; i++) {
        const struct told *one = &told->files[i];
        if (name ? one->name && strcmp(one->name, name) == 0 : one->file_id == file_id) {
            *file = (struct source_file){.source = source, .index = i};
            return one->answer;
        }
    }
    return SOURCE_ABSENT;
}

static enum source_answer find(const struct source *source, const char *canonical,
                               struct source_file *file)
{
    return answer_of(source, canonical, 0, file);
}

static enum source_answer find_id(const struct source *source, uint32_t file_id,
                                  struct source_file *file)
{
    return answer_of(source, NULL, file_id, file);
}

static size_t no_names(const struct source *source)
{
    (void)source;
    return 0;
}

static void destroy(struct source *source)
{
    free(source);
}

/* Adds a source over those that are open. A listfile is read afterwards, as it is of all sources.
 */
static void add_told(struct fixture *f, const struct told *files, size_t count)
{
    static const struct source_vtable vtable = {
        .find = find, .find_id = find_id, .name_count = no_names, .destroy = destroy};
    struct told_source *told = calloc(1, sizeof *told);
    assert_non_null(told);
    *told = (struct told_source){{.v = &vtable}, files, count};
    assert_int_equal(source_list_add(&f->assets->sources, &told->base, &f->diag), ADTMAP_OK);
}

static void open_nothing(struct fixture *f)
{
    fixture_start(f);
    assert_int_equal(assets_open(NULL, 0, &f->diag, &f->assets), ADTMAP_OK);
}

static void use_listfile(struct fixture *f, const char *lines)
{
    char path[256];
    temporary_file(&f->data, "list.csv", lines);
    assert_int_equal(
        assets_use_listfile(f->assets, temporary_path(&f->data, "list.csv", path), &f->diag),
        ADTMAP_OK);
}

/* The index of the file in its source, or -1. */
static int index_of(const struct fixture *f, const char *name, uint32_t file_id, const char *shown)
{
    struct asset asset;
    bool found = assets_find(f->assets, (struct asset_ref){name, file_id}, &asset);
    assert_string_equal(asset.name, shown);
    assert_int_equal(asset.file.source != NULL, found);
    return found ? (int)asset.file.index : -1;
}

static void an_id_is_looked_up_by_its_name_first(void **state)
{
    (void)state;
    static const struct told files[] = {
        {NULL, 7, SOURCE_PRESENT}, {"a.blp", 0, SOURCE_PRESENT}, {NULL, 8, SOURCE_PRESENT}};
    struct fixture f;
    open_nothing(&f);
    add_told(&f, files, 3);
    use_listfile(&f, "7;a.blp\n8;b.blp\n9;c.blp\n");
    assert_int_equal(index_of(&f, NULL, 7, "a.blp"), 1);
    assert_int_equal(index_of(&f, NULL, 8, "b.blp"), 2); /* the name leads to it by its id */
    assert_int_equal(index_of(&f, NULL, 9, "c.blp"), -1);
    assert_int_equal(index_of(&f, NULL, 10, "10"), -1);
    assert_int_equal(index_of(&f, "b.blp", 0, "b.blp"), 2);
    fixture_stop(&f);
}

static void an_id_without_a_name_has_its_number_for_one(void **state)
{
    (void)state;
    static const struct told files[] = {{NULL, 7, SOURCE_PRESENT}, {NULL, 8, SOURCE_DELETED}};
    struct fixture f;
    open_nothing(&f);
    add_told(&f, files, 2);
    assert_int_equal(index_of(&f, NULL, 7, "7"), 0);
    assert_int_equal(index_of(&f, NULL, 8, "8"), -1);
    assert_int_equal(index_of(&f, "7", 0, "7"), -1); /* which no other call takes */
    fixture_stop(&f);
}

static void the_listfile_goes_before_names_that_are_given(void **state)
{
    (void)state;
    static const struct told files[] = {
        {NULL, 7, SOURCE_PRESENT}, {NULL, 70, SOURCE_PRESENT}, {NULL, 0, SOURCE_PRESENT}};
    struct fixture f;
    open_nothing(&f);
    add_told(&f, files, 3);
    assert_int_equal(assets_name_file(f.assets, "a.blp", 70, &f.diag), ADTMAP_OK);
    assert_int_equal(assets_name_file(f.assets, "b.blp", 70, &f.diag), ADTMAP_OK);
    use_listfile(&f, "7;a.blp\n");
    assert_int_equal(index_of(&f, "a.blp", 0, "a.blp"), 0);
    assert_int_equal(index_of(&f, "b.blp", 0, "b.blp"), 1);
    assert_int_equal(index_of(&f, "c.blp", 0, "c.blp"), -1); /* 0 is no id */
    fixture_stop(&f);
}

static void what_a_later_source_deletes_is_gone(void **state)
{
#ifdef _WIN32
    skip(); /* a listfile that is mapped cannot be written again */
#endif
    (void)state;
    static const struct told older[] = {{"a.blp", 0, SOURCE_PRESENT}, {"b.blp", 0, SOURCE_PRESENT}};
    static const struct told newer[] = {{"a.blp", 0, SOURCE_DELETED}};
    struct fixture f;
    open_nothing(&f);
    add_told(&f, older, 2);
    use_listfile(&f, "1;x\n"); /* room for both */
    add_told(&f, newer, 1);
    use_listfile(&f, "1;x\n");
    assert_int_equal(index_of(&f, "a.blp", 0, "a.blp"), -1);
    assert_int_equal(index_of(&f, "b.blp", 0, "b.blp"), 1);
    fixture_stop(&f);
}

int test_look_up(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_looked_up_by_its_name_first),
        cmocka_unit_test(an_id_without_a_name_has_its_number_for_one),
        cmocka_unit_test(the_listfile_goes_before_names_that_are_given),
        cmocka_unit_test(what_a_later_source_deletes_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
