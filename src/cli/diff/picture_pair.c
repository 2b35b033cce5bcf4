/*
 * Both pictures are read row by row, side by side, so memory does not grow with their height:
 * stitched maps are compared in the memory of two rows. The picture of differences is streamed too
 * and put in place only when all is compared.
 */
#include "cli/diff/picture_pair.h"

#include <math.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/path.h"
#include "cli/common.h"
#include "cli/write_png.h"
#include "codec/png/png_read.h"
#include "codec/png/png_stream.h"
#include "os/output_file.h"
#include "os/thread.h"

/* One of the two pictures. */
struct side {
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    uint8_t *rgba; /* the row under comparison */
};

static void judge(const struct picture_limits *limits, struct picture_pair *pair)
{
    const struct comparison *comparison = &pair->comparison;
    pair->largest = comparison->largest_grey16;
    for (int i = 0; i < 4; i++) {
        bool larger = comparison->largest[i] > pair->largest;
        pair->largest = larger ? comparison->largest[i] : pair->largest;
    }
    if (comparison->verdict == COMPARISON_SIZES_DIFFER) {
        return;
    }
    const struct option_optional_real *most = &limits->max_diff;
    const struct option_optional_real *least = &limits->min_psnr_db;
    bool near = most->given || least->given;
    near = near && (!most->given || pair->largest <= (double)most->value);
    near = near && (!least->given || comparison->psnr_db >= (double)least->value);
    pair->same = comparison->verdict == COMPARISON_EQUAL || near;
}

/* The picture of the differences under way; without one, `stream` is NULL. */
struct difference_drawing {
    struct png_stream *stream;
    struct buffer file;
    uint8_t *rgba;
    uint8_t *packed;
};

static enum adtmap_status open_drawing(struct difference_drawing *drawing, const struct side *side,
                                       const struct diag *diag)
{
    const struct png_options rgb = {.kind = PNG_KIND_RGB};
    drawing->rgba = malloc((size_t)side->width * 4);
    drawing->packed = malloc((size_t)side->width * 4);
    if (!drawing->rgba || !drawing->packed) {
        return diag_fail_memory(diag);
    }
    return png_stream_open_buffer(&drawing->file, side->width, side->height, &rgb,
                                  thread_core_count(), diag, &drawing->stream);
}

static enum adtmap_status open_sides(struct picture_pair *pair, struct side sides[2],
                                     const struct diag *diag)
{
    for (int i = 0; i < 2; i++) {
        struct side *side = &sides[i];
        const struct diag at_path = diag_at(diag, pair->paths[i]);
        enum adtmap_status status =
            png_rows_open(pair->paths[i], &at_path, &side->rows, &side->width, &side->height);
        if (status) {
            return status;
        }
        side->rgba = malloc((size_t)side->width * 4);
        if (!side->rgba) {
            return diag_fail_memory(&at_path);
        }
        pair->width[i] = side->width;
        pair->height[i] = side->height;
    }
    return ADTMAP_OK;
}

static void close_side(struct side *side)
{
    png_rows_close(side->rows);
    free(side->rgba);
}

static enum adtmap_status compare_row(struct side sides[2], struct comparer *comparer,
                                      struct difference_drawing *drawing)
{
    struct comparison_row rows[2];
    for (int i = 0; i < 2; i++) {
        enum adtmap_status status = png_rows_next(sides[i].rows, sides[i].rgba);
        if (status) {
            return status;
        }
        rows[i] = (struct comparison_row){sides[i].rgba, png_rows_grey16(sides[i].rows)};
    }
    comparer_add(comparer, &rows[0], &rows[1]);
    if (!drawing->stream) {
        return ADTMAP_OK;
    }
    compare_draw_row(&rows[0], &rows[1], sides[0].width, drawing->rgba);
    png_pack_kind(PNG_KIND_RGB, drawing->rgba, sides[0].width, drawing->packed);
    return png_stream_rows(drawing->stream, drawing->packed, 1, 0);
}

/* Reads both pictures once, side by side. */
static enum adtmap_status compare_rows(struct side sides[2], struct difference_drawing *drawing,
                                       const struct diag *diag, struct comparison *comparison)
{
    const struct side *side = &sides[0];
    struct comparer *comparer = comparer_create(side->width, side->height);
    enum adtmap_status status = comparer ? ADTMAP_OK : diag_fail_memory(diag);
    for (uint32_t y = 0; y < side->height && !status; y++) {
        status = compare_row(sides, comparer, drawing);
    }
    if (!status) {
        comparer_finish(comparer, comparison);
    }
    comparer_destroy(comparer);
    return status;
}

/* Compares sides of one size. */
static enum adtmap_status compare_sides(struct side sides[2], const char *diff_path,
                                        const struct diag *diag, struct comparison *comparison)
{
    struct difference_drawing drawing = {0};
    const struct diag at_diff = diag_at(diag, diff_path);
    enum adtmap_status status = diff_path ? open_drawing(&drawing, &sides[0], &at_diff) : ADTMAP_OK;
    if (status) {
        goto end;
    }
    status = compare_rows(sides, &drawing, diag, comparison);
    if (status || !diff_path) {
        goto end;
    }
    status = png_stream_commit(drawing.stream);
    drawing.stream = NULL;
    if (status) {
        goto end;
    }
    status = output_write(diff_path, drawing.file.data, drawing.file.size, &at_diff);
end:
    png_stream_abort(drawing.stream);
    buffer_free(&drawing.file);
    free(drawing.rgba);
    free(drawing.packed);
    return status;
}

enum adtmap_status picture_pair_compare(struct picture_pair *pair,
                                        const struct picture_limits *limits, const char *diff_path,
                                        const struct diag *diag)
{
    struct side sides[2] = {{0}};
    enum adtmap_status status = diff_path ? write_png_check(diff_path, diag) : ADTMAP_OK;
    if (status) {
        return status;
    }
    status = open_sides(pair, sides, diag);
    if (status) {
        goto end;
    }
    if (pair->width[0] != pair->width[1] || pair->height[0] != pair->height[1]) {
        pair->comparison.verdict = COMPARISON_SIZES_DIFFER;
    } else {
        status = compare_sides(sides, diff_path, diag, &pair->comparison);
    }
    if (!status) {
        judge(limits, pair);
    }
end:
    close_side(&sides[0]);
    close_side(&sides[1]);
    return status;
}

enum adtmap_status picture_pair_compare_in(struct picture_pair *pair, const char *const folders[2],
                                           const char *const files[2], const struct diag *diag)
{
    const struct picture_limits none = {0};
    char *paths[2] = {path_join(folders[0], files[0]), path_join(folders[1], files[1])};
    *pair = (struct picture_pair){.paths = {paths[0], paths[1]}};
    enum adtmap_status status = paths[0] && paths[1] ? picture_pair_compare(pair, &none, NULL, diag)
                                                     : diag_fail_memory(diag);
    pair->paths[0] = NULL;
    pair->paths[1] = NULL;
    free(paths[0]);
    free(paths[1]);
    return status;
}

void picture_pair_describe(const struct picture_pair *pair, struct json *json)
{
    const struct comparison *comparison = &pair->comparison;
    json_number(json, "differing_pixels", (double)comparison->differing_pixels);
    json_number(json, "max_diff", pair->largest);
    json_number(json, "psnr_db", comparison->psnr_db); /* null for infinity, which JSON lacks */
    json_number(json, "ssim", comparison->ssim);
    if (comparison->differing_pixels > 0) {
        const double box[] = {comparison->left, comparison->top, comparison->right,
                              comparison->bottom};
        const double first[] = {comparison->first_x, comparison->first_y};
        json_doubles(json, "first", first, 2);
        json_doubles(json, "box", box, 4);
    }
}
