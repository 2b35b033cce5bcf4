/*
 * Tests files in which a field declares much more than the file contains: each four bytes in turn
 * are replaced by a huge number, and the reader runs with a memory limit. Runs in a subprocess,
 * because the limit holds for a whole process.
 */
#ifndef TESTS_FORMATS_CLAIMS_H
#define TESTS_FORMATS_CLAIMS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adtmap/status.h"
#include "base/buffer.h"

enum { CLAIMS_MEMORY_BYTES = 24 << 20 };

/* Reads everything in a file and frees its memory. */
typedef enum adtmap_status claims_reader(const uint8_t *data, size_t size);

/* Limits the process to CLAIMS_MEMORY_BYTES more. */
static inline void claims_bound_memory(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) {
        return; /* not Linux */
    }
    if (fscanf(file, "%lu", &pages) != 1) {
        _exit(3);
    }
    fclose(file);
    rlim_t bytes = pages * (rlim_t)sysconf(_SC_PAGESIZE) + CLAIMS_MEMORY_BYTES;
    const struct rlimit limit = {bytes, bytes};
    if (!ADTMAP_SANITIZED && setrlimit(RLIMIT_AS, &limit)) {
        _exit(3);
    }
}

/* The first offset whose huge number made the reader run out of memory; -1 if none. */
static inline long claims_try(const struct buffer *file, claims_reader *read)
{
    static const uint32_t huge[] = {0x7fffffff, 0xffffffff, 0x00ffffff};
    const size_t step = ADTMAP_SANITIZED ? 2 : 1; /* these have no limit, and look for wild reads */
    uint8_t *copy = malloc(file->size);
    for (size_t at = 0; copy && at + 4 <= file->size; at += step) {
        memcpy(copy, file->data, file->size);
        for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
            memcpy(copy + at, &huge[i], 4);
            if (read(copy, file->size) == ADTMAP_NO_MEMORY) {
                return (long)at;
            }
        }
    }
    free(copy);
    return copy ? -1 : 0;
}

/* Checks that no huge number makes `read` use more than CLAIMS_MEMORY_BYTES. */
static inline void claims_take_no_memory(const struct buffer *file, claims_reader *read)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        claims_bound_memory();
        long at = claims_try(file, read);
        if (at >= 0) {
            fprintf(stderr, "out of memory by a claim at byte %ld\n", at);
        }
        _exit(at >= 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

#endif
