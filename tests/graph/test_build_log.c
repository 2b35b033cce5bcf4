/* The build log: what is put is read back, any prefix is valid, damage is passed over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/path.h"
#include "graph/build_log.h"
#include "node_of.h"
#include "os/file_stamp.h"
#include "output/output_helpers.h"

struct place {
    char directory[64];
    char path[128];
};

static void setup(struct place *place)
{
    make_scratch(place->directory);
    snprintf(place->path, sizeof place->path, "%s/log", place->directory);
}

/* The log in a hidden folder, as in OUT/MAP. */
static void setup_hidden(struct place *place)
{
    make_scratch(place->directory);
    snprintf(place->path, sizeof place->path, "%s/" BUILD_LOG_FOLDER "/log", place->directory);
}

static uint32_t *numbers(uint32_t count)
{
    uint32_t *list = calloc(count + 1, sizeof *list);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = i;
    }
    return list;
}

#define MAP "A map"

static void put(struct build_log *log, const char *path, uint32_t inputs, const char *note)
{
    const struct build_record record = {
        .id = node_of(MAP, path),
        .state = BUILD_MADE,
        .recipe = {1, 2},
        .nodes = {3, 4},
        .pixels = {5, UINT64_MAX},
        .file = {77, 0xabc, {6, 7}},
        .missing_assets = 3,
        .inputs = numbers(inputs),
        .input_count = inputs,
        .note = note ? strdup(note) : NULL,
    };
    assert_true(build_log_put(log, &record));
}

static void add_input(struct build_log *log, const char *name)
{
    uint32_t number;
    const struct dependency dep = {name, hash128(name, strlen(name)), 9};
    assert_true(build_log_input(log, &dep, &number));
}

static struct build_log *make_log(void)
{
    struct build_log *log = build_log_create();
    log->map = strdup(MAP);
    add_input(log, "world/a.adt");
    add_input(log, "id//7");
    put(log, "tiles/A map_01_02.png", 2, "adt");
    put(log, "Azeroth.png", 0, NULL);
    const struct build_record failed = {
        .id = node_of(MAP, "tiles/x.png"), .state = BUILD_FAILED, .note = strdup("why")};
    const struct build_record absent = {.id = node_file("tiles/y.png"), .state = BUILD_ABSENT};
    assert_true(build_log_put(log, &failed));
    assert_true(build_log_put(log, &absent));
    assert_true(build_log_set_fact(log, "picture", "one\ttwo"));
    return log;
}

static struct build_log *read_log(const char *path)
{
    struct build_log *log = build_log_create();
    assert_int_equal(build_log_read(log, path, &quiet), ADTMAP_OK);
    return log;
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    struct place place;
    setup(&place);
    struct build_log *log = make_log();
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    struct build_log *back = read_log(place.path);
    const struct build_record *record = build_log_find(back, node_of(MAP, "tiles/A map_01_02.png"));
    const struct build_record *wanted = build_log_find(log, node_of(MAP, "tiles/A map_01_02.png"));
    assert_non_null(record);
    assert_string_equal(back->map, "A map");
    assert_memory_equal(&record->recipe, &wanted->recipe, 3 * sizeof record->recipe);
    assert_memory_equal(&record->file, &wanted->file, sizeof record->file);
    assert_int_equal(record->missing_assets, 3);
    assert_string_equal(record->note, "adt");
    assert_int_equal(record->input_count, 2);
    assert_string_equal(back->inputs[record->inputs[1]].name, "id//7");
    assert_null(build_log_find(back, node_of(MAP, "Azeroth.png"))->note);
    assert_string_equal(build_log_find(back, node_of(MAP, "tiles/x.png"))->note, "why");
    assert_int_equal(build_log_find(back, node_of(MAP, "tiles/y.png"))->state, BUILD_ABSENT);
    assert_string_equal(build_log_fact(back, "picture"), "one\ttwo");
    build_log_destroy(back);
    build_log_destroy(log);
    folder_remove(place.directory);
}

/* A run that is killed leaves a prefix: each record before the cut counts. */
/* Defect of the past: facts stood in the order of their last change, so a failure in one run
 * changed the log of the next. */
static void facts_are_in_order_whatever_failed_before(void **state)
{
    (void)state;
    static const char *const names[] = {"title", "layer normal", "area 10", "layer height",
                                        "area 9"};
    static const char *const sorted[] = {"area 10", "area 9", "layer normal", "layer height",
                                         "title"};
    struct place place;
    struct build_log *log = build_log_create();
    setup_hidden(&place);
    for (size_t i = 0; i < 5; i++) {
        assert_true(build_log_set_fact(log, names[i], "value"));
    }
    assert_true(build_log_set_fact(log, "layer normal", "another value"));
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    assert_int_equal(log->fact_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(log->facts[i].name, sorted[i]);
    }
    assert_string_equal(build_log_fact(log, "layer normal"), "another value");
    build_log_destroy(log);
    folder_remove(place.directory);
}

static void any_prefix_is_a_valid_log(void **state)
{
    (void)state;
    struct place place;
    struct blob blob;
    setup(&place);
    struct build_log *log = make_log();
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    assert_int_equal(file_map(place.path, &quiet, &blob), ADTMAP_OK);
    uint8_t *bytes = malloc(blob.size);
    size_t size = blob.size;
    memcpy(bytes, blob.data, size);
    blob_release(&blob);
    uint32_t before = 0;
    for (size_t cut = strlen(BUILD_LOG_HEAD); cut <= size; cut++) {
        assert_int_equal(file_write_atomic(place.path, bytes, cut, &quiet), ADTMAP_OK);
        struct build_log *back = read_log(place.path);
        assert_false(back->is_changed);
        assert_true(back->count >= before);
        before = back->count;
        build_log_destroy(back);
    }
    assert_int_equal(before, log->count);
    free(bytes);
    build_log_destroy(log);
    folder_remove(place.directory);
}

/* Merging published a smaller map of a log in which one digit was another, and a list of files had
 * another hash of pixels. */
static void any_byte_that_is_another_is_damage(void **state)
{
    (void)state;
    struct place place;
    struct blob blob;
    setup(&place);
    struct build_log *log = make_log();
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    assert_int_equal(file_map(place.path, &quiet, &blob), ADTMAP_OK);
    uint8_t *bytes = malloc(blob.size);
    size_t size = blob.size;
    memcpy(bytes, blob.data, size);
    blob_release(&blob);
    size_t sum = size - strlen("\nsum\t\n") - (HASH128_HEX_BYTES - 1);
    for (size_t at = strlen(BUILD_LOG_HEAD); at < size; at++) {
        bytes[at] ^= at + 1 < size; /* last as it was */
        assert_int_equal(file_write_atomic(place.path, bytes, size, &quiet), ADTMAP_OK);
        struct build_log *back = read_log(place.path);
        assert_int_equal(back->is_damaged, at + 1 < size);
        assert_true(at >= sum || back->has_other_sum);
        build_log_destroy(back);
        bytes[at] ^= at + 1 < size;
    }
    free(bytes);
    build_log_destroy(log);
    folder_remove(place.directory);
}

static void the_journal_has_inputs_before_the_records_that_refer_to_them(void **state)
{
    (void)state;
    struct place place;
    setup(&place);
    struct build_log *log = make_log();
    assert_int_equal(build_log_open_journal(log, place.path, &quiet), ADTMAP_OK);
    add_input(log, "world/b.adt");
    put(log, "tiles/new.png", 3, NULL);
    build_log_drop(log, build_log_find(log, node_of(MAP, "Azeroth.png")));
    struct build_log *back = read_log(place.path);
    const struct build_record *record = build_log_find(back, node_of(MAP, "tiles/new.png"));
    assert_non_null(record);
    assert_string_equal(back->inputs[record->inputs[2]].name, "world/b.adt");
    assert_null(build_log_find(back, node_of(MAP, "Azeroth.png")));
    build_log_destroy(back);
    build_log_destroy(log);
    folder_remove(place.directory);
}

static void inputs_that_nothing_refers_to_are_dropped(void **state)
{
    (void)state;
    struct place place;
    setup(&place);
    struct build_log *log = make_log();
    build_log_drop(log, build_log_find(log, node_of(MAP, "tiles/A map_01_02.png")));
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    assert_int_equal(log->input_count, 0);
    add_input(log, "world/c.adt");
    assert_int_equal(log->input_count, 1);
    build_log_destroy(log);
    folder_remove(place.directory);
}

/* What was on a list of changes outlives the node, until the next list. */
static void what_was_published_stays_on_record(void **state)
{
    (void)state;
    struct place place;
    const struct hash128 listed = {8, 8};
    setup(&place);
    struct build_log *log = make_log();
    build_log_find(log, node_of(MAP, "Azeroth.png"))->published = listed;
    put(log, "Azeroth.png", 0, NULL);
    build_log_drop(log, build_log_find(log, node_of(MAP, "Azeroth.png")));
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    struct build_log *back = read_log(place.path);
    assert_null(build_log_find(back, node_of(MAP, "Azeroth.png")));
    const struct hash128 kept = build_log_find_any(back, node_of(MAP, "Azeroth.png"))->published;
    assert_memory_equal(&kept, &listed, sizeof listed);
    build_log_destroy(back);
    build_log_destroy(log);
    folder_remove(place.directory);
}

/* A copy of OUT by hard links ("cp -al") keeps its log, whatever later runs write. */
static void a_log_with_several_links_is_replaced_not_changed(void **state)
{
    (void)state;
    struct place place;
    setup_hidden(&place);
    struct build_log *log = make_log();
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    char *copy = path_join(place.directory, "copy");
    assert_int_equal(link(place.path, copy), 0);
    struct stat before;
    assert_int_equal(stat(copy, &before), 0);
    assert_int_equal(build_log_open_journal(log, place.path, &quiet), ADTMAP_OK);
    put(log, "tiles/new.png", 3, NULL);
    struct stat after;
    assert_int_equal(stat(copy, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    build_log_destroy(log);
    free(copy);
    folder_remove(place.directory);
}

static void a_log_or_folder_that_is_a_link_is_refused(void **state)
{
    (void)state;
    struct place place;
    setup_hidden(&place);
    struct build_log *log = make_log();
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    char *elsewhere = path_join(place.directory, "elsewhere");
    assert_int_equal(rename(place.path, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, place.path), 0);
    struct build_log *back = build_log_create();
    assert_int_equal(build_log_read(back, place.path, &quiet), ADTMAP_IO);
    assert_int_equal(build_log_open_journal(log, place.path, &quiet), ADTMAP_IO);
    char *hidden = path_directory(place.path);
    char *moved = path_join(place.directory, "moved");
    assert_int_equal(rename(hidden, moved), 0);
    assert_int_equal(symlink(moved, hidden), 0);
    assert_int_equal(build_log_read(back, place.path, &quiet), ADTMAP_IO);
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_IO);
    build_log_destroy(back);
    build_log_destroy(log);
    free(elsewhere);
    free(hidden);
    free(moved);
    folder_remove(place.directory);
}

/* A folder that got another name: tiles of its old map are not those of the new one. */
static void a_map_that_is_known_stays(void **state)
{
    (void)state;
    static const char text[] = BUILD_LOG_HEAD "map\tOld\nabsent\ttiles/Old_01_02.png\t-\n";
    struct place place;
    setup(&place);
    assert_int_equal(file_write_atomic(place.path, text, strlen(text), &quiet), ADTMAP_OK);
    struct build_log *log = build_log_create();
    log->map = strdup("New");
    assert_int_equal(build_log_read(log, place.path, &quiet), ADTMAP_OK);
    assert_string_equal(log->map, "New");
    assert_null(build_log_find(log, node_tile("", 1, 2)));
    assert_non_null(build_log_find(log, node_file("tiles/Old_01_02.png")));
    build_log_destroy(log);
    log = read_log(place.path);
    assert_string_equal(log->map, "Old");
    assert_non_null(build_log_find(log, node_tile("", 1, 2)));
    build_log_destroy(log);
    folder_remove(place.directory);
}

static void lines_that_are_no_records_are_passed_over(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "made\ttiles/a.png\n",
        "made\t../../etc/passwd\t- - - 1 0000000000000001 - = 0\t\t\n",
        "made\t/etc/passwd\t- - - 1 0000000000000001 - = 0\t\t\n",
        "made\tweb/height/1/\t- - - 1 0000000000000001 - = 0\t\t\n",
        "made\ttiles/a.png\t- - - 1 0000000000000001 - = 0\t7\t\n",
        "made\ttiles/a.png\t- - - -1 0000000000000001 - = 0\t\t\n",
        "made\ttiles/a.png\tG - - 1 0000000000000001 - = 0\t\t\n",
        "input\t5 - 0000000000000000 world/a.adt\n",
        "failed\ttiles/../../a.png\t-\twhy\n",
        "made\t@minimap/0000000000000007/03_04\t- - - 1 0000000000000001 - = 0\t\t../a.blp\n",
        "made\t..\\..\\a.png\t- - - 1 0000000000000001 - = 0\t\t\n",
        "made\ttiles\\a.png\t- - - 1 0000000000000001 - = 0\t\t\n",
        "made\tc:a.png\t- - - 1 0000000000000001 - = 0\t\t\n",
        "made\t@minimap/0000000000000007/03_04\t- - - 1 0000000000000001 - = 0\t\t..\\a.blp\n",
        "made\t@minimap/0000000000000007/03_04\t- - - 1 0000000000000001 - = 0\t\tc:/a.blp\n",
        "absent\ttiles/a.png\t-\tmore\n",
        "nonsense\n",
        "\n",
    };
    struct place place;
    setup(&place);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s", BUILD_LOG_HEAD, lines[i]);
        assert_int_equal(file_write_atomic(place.path, text, strlen(text), &quiet), ADTMAP_OK);
        struct build_log *log = read_log(place.path);
        assert_int_equal(log->count, 0);
        assert_int_equal(log->input_count, 0);
        assert_true(log->is_changed);
        build_log_destroy(log);
    }
    folder_remove(place.directory);
}

static void another_format_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "adtmap-log 1\n", "adtmap-ledger 1\n", "PNG"};
    struct place place;
    setup(&place);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct build_log *log = build_log_create();
        assert_int_equal(file_write_atomic(place.path, texts[i], strlen(texts[i]), &quiet),
                         ADTMAP_OK);
        assert_int_equal(build_log_read(log, place.path, &quiet), ADTMAP_UNSUPPORTED);
        assert_int_equal(build_log_read_earlier(log, place.path, "then", &quiet), ADTMAP_OK);
        build_log_destroy(log);
    }
    folder_remove(place.directory);
}

/* Git's rule: the stamp of a file that changed after the log was written proves nothing. */
static void a_stamp_counts_if_the_file_is_older_than_the_log(void **state)
{
    (void)state;
    struct place place;
    struct file_stamp stamp;
    struct build_file file;
    setup(&place);
    assert_int_equal(file_write_atomic(place.path, "first", 5, &quiet), ADTMAP_OK);
    assert_int_equal(build_file_of(place.path, &file), ADTMAP_OK);
    assert_true(file_stamp_of(place.path, &stamp));
    struct build_file other = {5, stamp.key, {0}};
    assert_int_equal(build_file_compare(place.path, stamp.changed_ns + 1, &other), FILE_SAME);
    assert_int_equal(build_file_compare(place.path, stamp.changed_ns, &other), FILE_CHANGED);
    file.key = 1;
    assert_int_equal(build_file_compare(place.path, stamp.changed_ns + 1, &file), FILE_SAME);
    assert_true(file.key == stamp.key);
    folder_remove(place.directory);
}

static void a_picture_without_pixels_has_no_file(void **state)
{
    (void)state;
    struct place place;
    struct build_file nothing = {0};
    setup(&place);
    assert_int_equal(build_file_compare(place.path, 1, &nothing), FILE_SAME);
    assert_int_equal(file_write_atomic(place.path, "x", 1, &quiet), ADTMAP_OK);
    assert_int_equal(build_file_compare(place.path, 1, &nothing), FILE_CHANGED);
    folder_remove(place.directory);
}

static enum file_match compare_without_files(const char *path, struct build_file *file)
{
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit none = {0, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    enum file_match match = build_file_compare(path, 0, file);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    return match;
}

/* It counted as another file, and was removed. */
static void a_file_that_cannot_be_opened_is_not_known_to_be_another(void **state)
{
    (void)state;
    struct place place;
    struct build_file file;
    char below[600];
    setup(&place);
    assert_int_equal(file_write_atomic(place.path, "first", 5, &quiet), ADTMAP_OK);
    assert_int_equal(build_file_of(place.path, &file), ADTMAP_OK);
    assert_int_equal(compare_without_files(place.path, &file), FILE_UNREADABLE);
    snprintf(below, sizeof below, "%s/x", place.path);
    assert_int_equal(build_file_compare(below, 0, &file), FILE_CHANGED);
    snprintf(below, sizeof below, "%s/%0*d", place.directory, 300, 0);
    assert_int_equal(build_file_compare(below, 0, &file), FILE_UNREADABLE);
    folder_remove(place.directory);
}

/* A log is written again for a fact alone. */
static void a_fact_that_changes_is_worth_writing(void **state)
{
    (void)state;
    struct place place;
    setup(&place);
    struct build_log *log = make_log();
    assert_true(build_log_set_fact(log, "kept", "value"));
    assert_true(build_log_set_fact(log, "other", "value"));
    assert_int_equal(build_log_write(log, place.path, &quiet), ADTMAP_OK);
    build_log_destroy(log);
    const char *const values[] = {"value", "another", NULL};
    for (size_t i = 0; i < 3; i++) {
        log = read_log(place.path);
        assert_false(log->is_changed);
        assert_true(build_log_set_fact(log, "kept", values[i]));
        assert_int_equal(log->is_changed, i > 0);
        build_log_destroy(log);
    }
    log = read_log(place.path);
    assert_true(build_log_set_fact(log, "new", "value"));
    assert_true(log->is_changed);
    build_log_destroy(log);
    folder_remove(place.directory);
}

int test_build_log(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(facts_are_in_order_whatever_failed_before),
        cmocka_unit_test(any_prefix_is_a_valid_log),
        cmocka_unit_test(any_byte_that_is_another_is_damage),
        cmocka_unit_test(the_journal_has_inputs_before_the_records_that_refer_to_them),
        cmocka_unit_test(inputs_that_nothing_refers_to_are_dropped),
        cmocka_unit_test(what_was_published_stays_on_record),
        cmocka_unit_test(a_log_with_several_links_is_replaced_not_changed),
        cmocka_unit_test(a_log_or_folder_that_is_a_link_is_refused),
        cmocka_unit_test(a_map_that_is_known_stays),
        cmocka_unit_test(lines_that_are_no_records_are_passed_over),
        cmocka_unit_test(another_format_is_refused),
        cmocka_unit_test(a_stamp_counts_if_the_file_is_older_than_the_log),
        cmocka_unit_test(a_picture_without_pixels_has_no_file),
        cmocka_unit_test(a_file_that_cannot_be_opened_is_not_known_to_be_another),
        cmocka_unit_test(a_fact_that_changes_is_worth_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
