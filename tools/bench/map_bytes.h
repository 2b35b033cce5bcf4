/* Maps of a one-file era as bytes, to be copied with changes. */
#ifndef BENCH_MAP_BYTES_H
#define BENCH_MAP_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "os/file.h"

/* An entry of MODF (ADT/v18 document), and where its fields stand; MDDF has the first three there,
 * too. Points are east, up, south. */
enum {
    MODF_ID = 4,
    MODF_POSITION = 8,
    MODF_TURN = 24,
    MODF_LOW = 32,
    MODF_HIGH = 44,
    MODF_BYTES = 64,
    MDDF_BYTES = 36,
};

struct bench_tile {
    unsigned x, y;
};

/* The file DATA/World/Maps/MAP/MAP<ending>; the caller releases it. */
struct blob bench_map_input(const char *data, const char *map, const char *ending);

/* The bytes of a blob, to be changed and freed. */
uint8_t *bench_copy(const struct blob *blob);

/* Contents of the first chunk `magic`, as it stands in the file; its size goes to *size. */
uint8_t *bench_find_chunk(uint8_t *data, size_t bytes, const char *magic, size_t *size);

/* Adds to the float at `at`. */
void bench_add_f32(uint8_t *at, double more);

/* Makes the folder OUT/World/Maps/MAP. */
void bench_make_map(const char *out, const char *map);

/* Writes the WDT with these tiles and no others. */
void bench_write_wdt(const struct blob *wdt, const struct bench_tile *tiles, size_t count,
                     const char *path);

void bench_write(const char *path, const uint8_t *data, size_t size);

#endif
