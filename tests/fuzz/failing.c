/*
 * The linker leads the calls of the program's own objects here (--wrap), not those of libraries. A
 * place is the chain of calls that leads to one. Memory of an arena, whose blocks are seldom full,
 * and what libraries make from their own memory, fail by the function that is called.
 */
#include "fuzz/failing.h"

#include <errno.h>
#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cjson/cJSON.h>
#include <libdeflate.h>

#include "base/arena.h"
#include "fuzz/fuzz.h"

enum {
    FRAMES = 10,
    PLACES = 1 << 14, /* a power of two */
    NEW_PLACES = 64,  /* of an input; those that are left come with the next one */
};

static uint64_t places[PLACES]; /* hashes; 0: free */
static uint32_t new_calls[NEW_PLACES];
static size_t new_count;
static sigjmp_buf left;

/* Threads that a target begins are not watched. */
static _Thread_local bool is_watching;
static _Thread_local uint32_t call_count;
static _Thread_local uint32_t failing_call; /* counted from 1; 0: none */

static bool is_new_place(void)
{
    void *frames[FRAMES];
    int count = backtrace(frames, FRAMES);
    uint64_t hash = 1;
    for (int i = 0; i < count; i++) {
        hash = (hash ^ (uint64_t)(uintptr_t)frames[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    for (size_t i = 0; i < PLACES; i++) {
        uint64_t *slot = &places[(hash + i) % PLACES];
        if (*slot == hash) {
            return false;
        }
        if (*slot == 0) {
            *slot = hash;
            return true;
        }
    }
    return false;
}

static bool fails(void)
{
    call_count++;
    if (is_watching && new_count < NEW_PLACES && is_new_place()) {
        new_calls[new_count++] = call_count;
    }
    return failing_call > 0 && call_count == failing_call;
}

/* A function NAME that fails with `error` and the value `failed`, or calls the real one. */
#define CALL(result, name, parameters, arguments, failed, error)                                   \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters                                                                \
    {                                                                                              \
        if (fails()) {                                                                             \
            errno = error;                                                                         \
            return failed;                                                                         \
        }                                                                                          \
        return __real_##name arguments;                                                            \
    }

CALL(void *, arena_alloc, (struct arena * arena, size_t count, size_t size), (arena, count, size),
     NULL, ENOMEM)
CALL(void *, arena_alloc_dirty, (struct arena * arena, size_t count, size_t size),
     (arena, count, size), NULL, ENOMEM)
CALL(char *, arena_string, (struct arena * arena, const char *text, size_t length),
     (arena, text, length), NULL, ENOMEM)
CALL(cJSON *, cJSON_ParseWithLengthOpts,
     (const char *text, size_t size, const char **end, cJSON_bool ends), (text, size, end, ends),
     NULL, ENOMEM)
CALL(struct libdeflate_decompressor *, libdeflate_alloc_decompressor, (void), (), NULL, ENOMEM)
CALL(void *, malloc, (size_t bytes), (bytes), NULL, ENOMEM)
CALL(void *, calloc, (size_t count, size_t bytes), (count, bytes), NULL, ENOMEM)
CALL(void *, realloc, (void *old, size_t bytes), (old, bytes), NULL, ENOMEM)
CALL(char *, strdup, (const char *text), (text), NULL, ENOMEM)
CALL(int, open64, (const char *path, int flags, mode_t mode), (path, flags, mode), -1, EMFILE)
CALL(int, openat64, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), -1,
     EMFILE)
CALL(int, fstat64, (int file, struct stat *info), (file, info), -1, EIO)
CALL(ssize_t, read, (int file, void *data, size_t bytes), (file, data, bytes), -1, EIO)
CALL(ssize_t, pread64, (int file, void *data, size_t bytes, off_t at), (file, data, bytes, at), -1,
     EIO)
CALL(void *, mmap64, (void *where, size_t bytes, int protection, int flags, int file, off_t at),
     (where, bytes, protection, flags, file, at), MAP_FAILED, ENOMEM)

static void leave(int signal)
{
    (void)signal;
    siglongjmp(left, 1);
}

void failing_read(const uint8_t *data, size_t size)
{
    const struct sigaction own = {.sa_handler = leave, .sa_flags = SA_NODEFER};
    struct sigaction before;
    new_count = 0;
    call_count = 0;
    is_watching = true;
    LLVMFuzzerTestOneInput(data, size);
    is_watching = false;
    sigaction(SIGABRT, &own, &before);
    for (volatile size_t i = 0; i < new_count; i++) {
        call_count = 0;
        failing_call = new_calls[i];
        if (sigsetjmp(left, 0) == 0) {
            LLVMFuzzerTestOneInput(data, size);
        }
        failing_call = 0;
        fuzz_folder_remove_left();
    }
    sigaction(SIGABRT, &before, NULL);
}
