#include "map_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/reader.h"
#include "bench.h"

enum {
    GRID = 64,
    HEAD_BYTES = 8,
    MAIN_BYTES = 8, /* an entry */
};

struct blob bench_map_input(const char *data, const char *map, const char *ending)
{
    char path[2048];
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    struct blob blob;
    snprintf(path, sizeof path, "%s/World/Maps/%s/%s%s", data, map, map, ending);
    bench_check(file_map(path, &diag, &blob), &failure);
    return blob;
}

uint8_t *bench_copy(const struct blob *blob)
{
    uint8_t *copy = bench_alloc(blob->size, 1);
    memcpy(copy, blob->data, blob->size);
    return copy;
}

uint8_t *bench_find_chunk(uint8_t *data, size_t bytes, const char *magic, size_t *size)
{
    struct reader reader = reader_make(data, bytes);
    while (reader_left(&reader) >= HEAD_BYTES) {
        size_t at = reader_offset(&reader);
        reader_skip(&reader, 4);
        *size = reader_u32(&reader);
        reader_skip(&reader, *size);
        if (!reader.bad && memcmp(data + at, magic, 4) == 0) {
            return data + at + HEAD_BYTES;
        }
    }
    bench_fail("there is no chunk %s", magic);
}

void bench_add_f32(uint8_t *at, double more)
{
    float value;
    memcpy(&value, at, sizeof value);
    value = (float)(value + more);
    memcpy(at, &value, sizeof value);
}

void bench_make_map(const char *out, const char *map)
{
    char path[1024];
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    snprintf(path, sizeof path, "%s/World/Maps/%s", out, map);
    bench_check(file_make_directory(path, &diag), &failure);
}

void bench_write(const char *path, const uint8_t *data, size_t size)
{
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    bench_check(file_write_atomic(path, data, size, &diag), &failure);
}

void bench_write_wdt(const struct blob *wdt, const struct bench_tile *tiles, size_t count,
                     const char *path)
{
    size_t size;
    uint8_t *bytes = bench_copy(wdt);
    uint8_t *entries = bench_find_chunk(bytes, wdt->size, "NIAM", &size);
    if (size != (size_t)GRID * GRID * MAIN_BYTES) {
        bench_fail("the WDT's MAIN has %zu bytes", size);
    }
    memset(entries, 0, size);
    for (size_t i = 0; i < count; i++) {
        entries[((size_t)tiles[i].y * GRID + tiles[i].x) * MAIN_BYTES] = 1;
    }
    bench_write(path, bytes, wdt->size);
    free(bytes);
}
