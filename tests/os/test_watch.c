/* What is told of changes below folders, by the system and by stamps, and what is not. */
#include "os/watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "assets/temporary.h"
#include "base/path.h"
#include "os/clock.h"
#include "os/file.h"

enum { LONG_SECONDS = 600 }; /* what is waited for comes long before */

static bool is_map_file(const char *name)
{
    return name_has_suffix(name, ".adt");
}

#ifndef _WIN32
static bool raises_signal(const char *name)
{
    (void)name;
    raise(SIGTERM);
    return true;
}
#endif

/* A watch of a folder `maps`, which is there, and of a file, which is not. */
static struct watch *open_watch(const struct temporary *place, enum watch_means means)
{
    char *folder = path_join(place->path, "maps");
    char *file = path_join(place->path, "notes/markers.csv");
    const char *paths[] = {folder, file};
    struct watch *watch;
    assert_int_equal(file_make_directory(folder, &diag_silent), ADTMAP_OK);
    assert_int_equal(watch_open(paths, 2, is_map_file, means, &diag_silent, &watch), ADTMAP_OK);
    free(folder);
    free(file);
    watch_mark(watch);
    return watch;
}

static void remove_file(const struct temporary *place, const char *name)
{
    char *path = path_join(place->path, name);
    assert_int_equal(file_remove(path, &diag_silent), ADTMAP_OK);
    free(path);
}

static void remove_folder(const struct temporary *place, const char *name)
{
    char *path = path_join(place->path, name);
    file_remove_empty_folder(path);
    assert_false(file_exists(path));
    free(path);
}

static const enum watch_means both[] = {WATCH_BY_NOTICES, WATCH_BY_STAMPS};

static void files_that_are_wanted_are_told(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct temporary place = temporary_make();
        temporary_file(&place, "maps/here/a.adt", "1");
        struct watch *watch = open_watch(&place, both[i]);
        temporary_file(&place, "maps/here/a.adt", "12"); /* written in place */
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_mark(watch);
        temporary_file(&place, "maps/here/b.ADT", "1");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_mark(watch);
        remove_file(&place, "maps/here/b.ADT");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_close(watch);
        temporary_remove(&place);
    }
}

static void other_files_are_not(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct temporary place = temporary_make();
        temporary_file(&place, "maps/here/a.adt", "1");
        temporary_file(&place, "elsewhere/a.adt", "1");
        struct watch *watch = open_watch(&place, both[i]);
        temporary_file(&place, "maps/here/client.log", "1");
        temporary_file(&place, "elsewhere/a.adt", "12");
        assert_int_equal(watch_wait(watch, 0), WATCH_TIME_OVER);
        watch_close(watch);
        temporary_remove(&place);
    }
}

static void changes_before_the_mark_do_not_count(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct temporary place = temporary_make();
        struct watch *watch = open_watch(&place, both[i]);
        temporary_file(&place, "maps/a.adt", "1");
        watch_mark(watch);
        assert_int_equal(watch_wait(watch, 0), WATCH_TIME_OVER);
        watch_close(watch);
        temporary_remove(&place);
    }
}

static void folders_that_come_and_go_are_followed(void **state)
{
#ifdef _WIN32
    skip(); /* a folder that is watched stays until the watch is closed */
#endif
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct temporary place = temporary_make();
        struct watch *watch = open_watch(&place, both[i]);
        temporary_file(&place, "maps/new/deep/a.adt", "1");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_mark(watch);
        temporary_file(&place, "maps/new/deep/a.adt", "12");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        remove_file(&place, "maps/new/deep/a.adt");
        remove_folder(&place, "maps/new/deep");
        remove_folder(&place, "maps/new");
        watch_mark(watch);
        remove_folder(&place, "maps"); /* what was given, too */
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_mark(watch);
        temporary_file(&place, "maps/new/a.adt", "1");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_mark(watch);
        temporary_file(&place, "maps/new/a.adt", "12");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_close(watch);
        temporary_remove(&place);
    }
}

static void a_file_is_watched_by_its_name_before_it_is_there(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct temporary place = temporary_make();
        struct watch *watch = open_watch(&place, both[i]);
        temporary_file(&place, "notes/markers.csv", "1");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_mark(watch);
        temporary_file(&place, "notes/markers.csv", "12");
        assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
        watch_close(watch);
        temporary_remove(&place);
    }
}

/* By the processor time of the kernel, which other programs do not change. */
static void waiting_takes_less_than_a_200th_of_a_processor(void **state)
{
    (void)state;
    enum { FILES = 300, SECONDS = 1 };
    struct temporary place = temporary_make();
    struct watch *watch = open_watch(&place, WATCH_BY_NOTICES);
    for (int i = 0; i < FILES; i++) {
        char name[64];
        snprintf(name, sizeof name, "maps/Map_%d_%d.adt", i / 64, i % 64);
        temporary_file(&place, name, "1");
    }
    assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_CHANGED);
    watch_mark(watch);
    double began = clock_seconds();
    double before = clock_thread_seconds();
    assert_int_equal(watch_wait(watch, SECONDS), WATCH_TIME_OVER);
    assert_true(clock_thread_seconds() - before < (clock_seconds() - began) / 200);
    watch_close(watch);
    temporary_remove(&place);
}

#ifndef _WIN32
/* The signal comes while a notice is read, before the waiting goes on. */
static void a_signal_ends_the_waiting_and_not_the_process(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    const char *paths[] = {place.path};
    struct watch *watch;
    assert_int_equal(watch_open(paths, 1, raises_signal, WATCH_BY_NOTICES, &diag_silent, &watch),
                     ADTMAP_OK);
    temporary_file(&place, "a", "1");
    watch_hold_interrupts();
    assert_int_equal(watch_wait(watch, LONG_SECONDS), WATCH_INTERRUPTED);
    watch_release_interrupts();
    watch_close(watch);
    temporary_remove(&place);
}
#endif

int test_watch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_wanted_are_told),
        cmocka_unit_test(other_files_are_not),
        cmocka_unit_test(changes_before_the_mark_do_not_count),
        cmocka_unit_test(folders_that_come_and_go_are_followed),
        cmocka_unit_test(a_file_is_watched_by_its_name_before_it_is_there),
        cmocka_unit_test(waiting_takes_less_than_a_200th_of_a_processor),
#ifndef _WIN32
        cmocka_unit_test(a_signal_ends_the_waiting_and_not_the_process),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
