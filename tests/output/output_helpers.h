/*
 * What the tests of output/ share: numbers from a printed seed, pixels that look like noise or like
 * a picture, a scratch directory, and a second opinion on PNG files by pngcheck.
 */
#ifndef OUTPUT_HELPERS_H
#define OUTPUT_HELPERS_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "os/file.h"
#include "os/folder.h"

static const struct diag quiet = {.file = "test.png"};

static uint64_t random_state;

/* Takes the seed from the environment variable ADTMAP_TEST_SEED, else a fixed one; prints it. */
static inline void random_start(void)
{
    const char *seed = getenv("ADTMAP_TEST_SEED");
    random_state = seed ? strtoull(seed, NULL, 10) : 20240917;
    printf("seed %llu\n", (unsigned long long)random_state);
}

/* splitmix64 */
static inline uint64_t random_next(void)
{
    random_state += 0x9e3779b97f4a7c15;
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static inline uint32_t random_below(uint32_t bound)
{
    return (uint32_t)(random_next() % bound);
}

/* Noise for `smooth` 0, else values that change slowly: small steps of at most `smooth`. */
static inline void fill_pixels(uint8_t *pixels, size_t size, unsigned smooth)
{
    uint8_t value = (uint8_t)random_next();
    for (size_t i = 0; i < size; i++) {
        value = smooth ? (uint8_t)(value + random_below(smooth + 1)) : (uint8_t)random_next();
        pixels[i] = value;
    }
}

/* A new empty directory; `path` must hold 64 bytes. */
static inline void make_scratch(char *path)
{
    const char *base = getenv("TMPDIR");
    snprintf(path, 64, "%.40s/adtmap_test_XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(path)) {
        abort();
    }
}

static inline size_t count_entries(const char *path)
{
    size_t count = 0;
    DIR *directory = opendir(path);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        count += entry->d_name[0] != '.';
    }
    closedir(directory);
    return count;
}

/* pngcheck's opinion of a file; says so and passes where the program is not installed. */
static inline bool png_file_is_valid(const char *path)
{
    char command[256];
    if (system("command -v pngcheck >/dev/null 2>&1")) {
        printf("pngcheck is not installed: skipped\n");
        return true;
    }
    snprintf(command, sizeof command, "pngcheck -q '%s'", path);
    return system(command) == 0;
}

#define check_png_validity(data, size)                                                             \
    do {                                                                                           \
        char scratch_path[64];                                                                     \
        char file_path[96];                                                                        \
        make_scratch(scratch_path);                                                                \
        snprintf(file_path, sizeof file_path, "%s/a.png", scratch_path);                           \
        assert_int_equal(file_write_atomic(file_path, data, size, &quiet), ADTMAP_OK);             \
        bool is_valid = png_file_is_valid(file_path);                                              \
        folder_remove(scratch_path);                                                               \
        assert_true(is_valid);                                                                     \
    } while (0)

#endif
