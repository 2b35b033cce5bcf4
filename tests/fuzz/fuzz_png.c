/* PNG: one picture, read whole, as a file and row by row; or two pictures, compared. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "codec/compare.h"
#include "codec/png/png_read.h"
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
        while (row && height > 0 && png_rows_next(rows, row) == ADTMAP_OK) {
            (void)png_rows_grey16(rows);
            height--;
        }
        if (row && png_rows_next(rows, row) == ADTMAP_OK) {
            abort(); /* no row comes behind the last, or behind one that is damaged */
        }
        free(row);
        png_rows_close(rows);
    }
    struct picture picture;
    (void)picture_read_png(path, diag, &picture);
    picture_free(&picture);
    close(descriptor);
}

static struct comparison_row row_of(const struct picture *picture, size_t y)
{
    size_t first = y * picture->width;
    return (struct comparison_row){picture->rgba + first * 4,
                                   picture->grey16 ? picture->grey16 + first : NULL};
}

static void compare(const struct picture *a, const struct picture *b)
{
    struct comparison comparison;
    struct comparer *comparer = comparer_create(a->width, a->height);
    uint8_t *drawn = malloc((size_t)a->width * 4);
    for (uint32_t y = 0; comparer && drawn && y < a->height; y++) {
        const struct comparison_row rows[2] = {row_of(a, y), row_of(b, y)};
        comparer_add(comparer, &rows[0], &rows[1]);
        compare_draw_row(&rows[0], &rows[1], a->width, drawn);
    }
    if (comparer) {
        comparer_finish(comparer, &comparison);
    }
    comparer_destroy(comparer);
    free(drawn);
}

static bool have_one_size(const struct picture pictures[2])
{
    return pictures[0].width == pictures[1].width && pictures[0].height == pictures[1].height;
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
    if (fine && count == 2 && have_one_size(pictures)) {
        compare(&pictures[0], &pictures[1]);
    }
    read_rows(&parts[0], &listener.diag);
    picture_free(&pictures[0]);
    picture_free(&pictures[1]);
    fuzz_free(parts, 2);
    return 0;
}
