/* PNG: one picture, read whole and row by row; or two pictures, compared. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "codec/compare.h"
#include "fuzz/fuzz.h"

static void read_rows(const struct fuzz_part *file, const struct diag *diag)
{
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    char path[FUZZ_PATH_BYTES];
    int descriptor = fuzz_file(file->data, file->size, path);
    if (png_rows_open(path, diag, &rows, &width, &height) == ADTMAP_OK) {
        uint8_t *row = malloc((size_t)width * 4);
        while (row && height-- > 0 && png_rows_next(rows, row) == ADTMAP_OK) {
        }
        free(row);
        png_rows_close(rows);
    }
    close(descriptor);
}

static void compare(const struct picture *a, const struct picture *b, const struct diag *diag)
{
    struct comparison comparison;
    struct picture drawn = {0};
    compare_pictures(a, b, &comparison);
    compare_draw(a, b, diag, &drawn);
    picture_free(&drawn);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct fuzz_part parts[2];
    struct picture pictures[2] = {{0}, {0}};
    fuzz_listen(&listener);
    size_t count = fuzz_cut(data, size, parts, 2);
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        fine &= !picture_decode_png(parts[i].data, parts[i].size, &listener.diag, &pictures[i]);
    }
    if (fine && count == 2) {
        compare(&pictures[0], &pictures[1], &listener.diag);
    }
    read_rows(&parts[0], &listener.diag);
    picture_free(&pictures[0]);
    picture_free(&pictures[1]);
    fuzz_free(parts, 2);
    return 0;
}
