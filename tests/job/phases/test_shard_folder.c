/* Folders of shards that several runs of one OUT remove at once: each run has the lock of its own
 * map alone, and all clear the folder that the shards of all maps share. */
#include "job/phases/shard_folder.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "base/path.h"
#include "os/file.h"
#include "os/folder.h"
#include "output/paths.h"

enum { RUNS = 4, ROUNDS = 8, BEGINNINGS = 100, REMOVALS = 90 };

/* A run that removes its map's shard again and again, and what went wrong. */
struct removing {
    const char *out;
    unsigned number;
    unsigned unmade, unmoved;
    pthread_barrier_t *together;
};

static void *remove_shards(void *user)
{
    struct removing *run = user;
    const struct job_shard shard = {.index = 1 + run->number % 2, .count = 2};
    char *folder = shard_folder_path(run->out, &shard);
    char name[16];
    snprintf(name, sizeof name, "Map%u", run->number);
    char *map = path_map_directory(folder, name);
    char *tiles = path_join(map, "tiles");
    char *file = path_join(tiles, "tile.png");
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(run->together);
        run->unmade += file_make_directory(tiles, &diag_silent) ||
                       file_write_atomic(file, "tile", 4, &diag_silent);
        char *aside = shard_folder_put_aside(run->out, map);
        run->unmoved += !aside || file_exists(map);
        if (aside && i % 2 == 0) { /* in the other rounds whoever is first clears it away */
            folder_remove(aside);
        }
        free(aside);
        shard_folder_clean(run->out);
    }
    free(file);
    free(tiles);
    free(map);
    free(folder);
    return NULL;
}

static void several_runs_remove_shards_at_once(void **state)
{
    (void)state;
    struct temporary out = temporary_make();
    struct removing runs[RUNS];
    pthread_t threads[RUNS];
    pthread_barrier_t together;
    char path[256];
    temporary_file(&out, ".adtmap/shards/2-of-2/Kept/tiles/tile.png", "tile");
    temporary_file(&out, ".adtmap/shards/notes/mine.txt", "mine");
    assert_int_equal(pthread_barrier_init(&together, NULL, RUNS), 0);
    for (unsigned i = 0; i < RUNS; i++) {
        runs[i] = (struct removing){.out = out.path, .number = i, .together = &together};
        assert_int_equal(pthread_create(&threads[i], NULL, remove_shards, &runs[i]), 0);
    }
    for (unsigned i = 0; i < RUNS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(runs[i].unmade, 0);
        assert_int_equal(runs[i].unmoved, 0);
    }
    pthread_barrier_destroy(&together);
    shard_folder_clean(out.path);

    struct folder *folder = folder_open(temporary_path(&out, ".adtmap/shards", path));
    unsigned kept = 0;
    for (const char *name; (name = folder_next(folder)); kept++) {
        assert_true(strcmp(name, "2-of-2") == 0 || strcmp(name, "notes") == 0);
    }
    folder_close(folder);
    assert_int_equal(kept, 2);
    assert_true(
        file_exists(temporary_path(&out, ".adtmap/shards/2-of-2/Kept/tiles/tile.png", path)));
    assert_true(file_exists(temporary_path(&out, ".adtmap/shards/notes/mine.txt", path)));
    temporary_remove(&out);
}

/* A folder that is removed whenever it is empty, so many times more. */
struct emptying {
    char path[256];
    atomic_int left;
    atomic_bool is_done;
};

static void *remove_empty(void *user)
{
    struct emptying *emptying = user;
    while (!atomic_load(&emptying->is_done)) {
        if (atomic_load(&emptying->left) > 0) {
            atomic_fetch_sub(&emptying->left, 1);
            file_remove_empty_folder(emptying->path);
        } else {
            sched_yield();
        }
    }
    return NULL;
}

/* The folder of a shard was removed between being made and getting that of the map. Who makes one
 * goes on after 100 removals at most. */
static void a_shard_begins_while_others_clear(void **state)
{
    (void)state;
    struct temporary out = temporary_make();
    struct emptying emptying = {{0}, 0, false};
    pthread_t thread;
    char path[256];
    unsigned unmade = 0;
    temporary_path(&out, "1-of-2", emptying.path);
    temporary_path(&out, "1-of-2/Map/tiles", path);
    assert_int_equal(pthread_create(&thread, NULL, remove_empty, &emptying), 0);
    for (int i = 0; i < BEGINNINGS; i++) {
        atomic_store(&emptying.left, REMOVALS);
        unmade += file_make_directory(path, &diag_silent) != ADTMAP_OK;
        folder_remove(emptying.path);
    }
    atomic_store(&emptying.is_done, true);
    pthread_join(thread, NULL);
    assert_int_equal(unmade, 0);
    temporary_remove(&out);
}

int test_shard_folder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_runs_remove_shards_at_once),
        cmocka_unit_test(a_shard_begins_while_others_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
