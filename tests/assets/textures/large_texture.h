/* Textures of the largest size that is read, in files that have holes for texels, and little memory
 * to read them with. */
#ifndef TESTS_RENDER_LARGE_TEXTURE_H
#define TESTS_RENDER_LARGE_TEXTURE_H

#include <stdint.h>
#include <sys/resource.h>

#include "assets/assets.h"
#include "assets/temporary.h"
#include "base/buffer.h"
#include "formats/blp/blp.h"
#include "formats/claims.h"

enum { LARGE_HEADER_BYTES = 148, LARGE_MORE_BYTES = 8 << 20 };

/* Encoding, alpha depth and format byte of BLP2, and bits of a texel. */
struct large_kind {
    uint8_t encoding, alpha_depth, format;
    unsigned bits;
};

static inline void large_texture_write(const struct temporary *place, const char *name,
                                       struct large_kind kind)
{
    struct buffer header = {0};
    char path[256];
    size_t bytes = (size_t)BLP_SIZE_MAX * BLP_SIZE_MAX / 8 * kind.bits;
    buffer_append(&header, "BLP2\1\0\0\0", 8);
    buffer_u8(&header, kind.encoding);
    buffer_u8(&header, kind.alpha_depth);
    buffer_u8(&header, kind.format);
    buffer_u8(&header, 0);
    buffer_u32le(&header, BLP_SIZE_MAX);
    buffer_u32le(&header, BLP_SIZE_MAX);
    for (unsigned i = 0; i < 32; i++) {
        buffer_u32le(&header, i == 0 ? LARGE_HEADER_BYTES : i == 16 ? (uint32_t)bytes : 0);
    }
    temporary_file(place, name, "");
    FILE *file = fopen(temporary_path(place, name, path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(header.data, header.size, 1, file), 1);
    assert_int_equal(ftruncate(fileno(file), (off_t)(LARGE_HEADER_BYTES + bytes)), 0);
    assert_int_equal(fclose(file), 0);
    buffer_free(&header);
}

/* Lets the process allocate LARGE_MORE_BYTES more; mapped files do not count. Gives the limit
 * before. */
static inline struct rlimit large_texture_bound(void)
{
    unsigned long pages = 0;
    struct rlimit limit;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) {
        skip(); /* not Linux */
    }
    assert_int_equal(fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages), 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(getrlimit(RLIMIT_DATA, &limit), 0);
    rlim_t bytes = pages * (rlim_t)sysconf(_SC_PAGESIZE) + LARGE_MORE_BYTES;
    const struct rlimit bound = {bytes, limit.rlim_max};
    assert_int_equal(ADTMAP_SANITIZED ? 0 : setrlimit(RLIMIT_DATA, &bound), 0);
    return limit;
}

/* Has one in DXT5 and one in raw colours read in such memory. */
static inline void large_textures_read(void (*read)(const struct assets *assets, const char *name))
{
    struct temporary place = temporary_make();
    const char *const root = place.path;
    const struct diag diag = {0};
    struct assets *assets;
    large_texture_write(&place, "dxt.blp", (struct large_kind){2, 8, 7, 8});
    large_texture_write(&place, "bgra.blp", (struct large_kind){3, 8, 2, 32});
    assert_int_equal(assets_open(&root, 1, &diag, &assets), ADTMAP_OK);
    struct rlimit limit = large_texture_bound();
    read(assets, "dxt.blp");
    read(assets, "bgra.blp");
    assert_int_equal(setrlimit(RLIMIT_DATA, &limit), 0);
    assets_close(assets);
    temporary_remove(&place);
}

#endif
