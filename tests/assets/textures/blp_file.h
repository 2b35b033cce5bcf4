/* Textures as files of a temporary directory. */
#ifndef TESTS_RENDER_BLP_FILE_H
#define TESTS_RENDER_BLP_FILE_H

#include <stdint.h>

#include "assets/temporary.h"
#include "base/buffer.h"
#include "demo/textures/blp_write.h"
#include "os/file.h"

/* Writes a square of edge * edge pixels, of the bytes of which at most `keep` are left. */
static inline void blp_file_write(const struct temporary *place, const char *name,
                                  const uint8_t *rgba, uint32_t edge, size_t keep)
{
    const struct diag diag = {0};
    struct buffer file = {0};
    char path[256];
    blp_write(&file, BLP_BGRA8, rgba, edge);
    temporary_path(place, name, path);
    size_t bytes = keep < file.size ? keep : file.size;
    assert_int_equal(file_write_atomic(path, file.data, bytes, &diag), ADTMAP_OK);
    buffer_free(&file);
}

#endif
