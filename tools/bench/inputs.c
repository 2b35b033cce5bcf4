#include "inputs.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "os/file.h"

enum { INPUTS_MAX = 1 << 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the list */
static struct input_list noted;
static bool noting;

static bool is_noted(const char *path)
{
    for (size_t i = 0; i < noted.count; i++) {
        if (strcmp(noted.paths[i], path) == 0) {
            return true;
        }
    }
    return false;
}

static void note(const char *path)
{
    pthread_mutex_lock(&lock);
    noted.opened += noting;
    if (noting && noted.count < INPUTS_MAX && !is_noted(path)) {
        noted.paths[noted.count] = strdup(path);
        if (!noted.paths[noted.count++]) {
            bench_fail("out of memory");
        }
    }
    pthread_mutex_unlock(&lock);
}

enum adtmap_status __real_file_read(const char *path, enum blob_memory memory,
                                    struct block_pool *pool, const struct diag *diag,
                                    struct blob *blob);
enum adtmap_status __wrap_file_read(const char *path, enum blob_memory memory,
                                    struct block_pool *pool, const struct diag *diag,
                                    struct blob *blob);

enum adtmap_status __wrap_file_read(const char *path, enum blob_memory memory,
                                    struct block_pool *pool, const struct diag *diag,
                                    struct blob *blob)
{
    enum adtmap_status status = __real_file_read(path, memory, pool, diag, blob);
    if (!status) {
        note(path);
    }
    return status;
}

void inputs_begin(void)
{
    noted = (struct input_list){.paths = bench_alloc(INPUTS_MAX, sizeof *noted.paths)};
    noting = true;
}

struct input_list inputs_end(void)
{
    struct input_list list = noted;
    if (list.count == 0) {
        bench_fail("no file was read");
    }
    noting = false;
    noted = (struct input_list){0};
    return list;
}

void inputs_free(struct input_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->paths[i]);
    }
    free(list->paths);
    *list = (struct input_list){0};
}
