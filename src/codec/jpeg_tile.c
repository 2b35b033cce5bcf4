/*
 * libjpeg leaves an error by longjmp: pointers that are freed afterwards are members of a struct,
 * not local variables. Settings that would let the result depend on the processor, as fast
 * transforms, are off.
 */
#include "codec/jpeg_tile.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

#include "base/pixel.h"

enum { FULL_COLOR_QUALITY = 90 };

/* libjpeg reports errors by a call that must not return. */
struct failure {
    struct jpeg_error_mgr errors; /* first: libjpeg's pointer to it is one to the failure */
    jmp_buf place;
    int code;
};

static void jpeg_tile_on_error(j_common_ptr jpeg)
{
    struct failure *failure = (struct failure *)(void *)jpeg->err;
    failure->code = jpeg->err->msg_code;
    longjmp(failure->place, 1);
}

/* A warning means damage, which is an error here: the files are our own. */
static void on_message(j_common_ptr jpeg, int level)
{
    if (level < 0) {
        jpeg_tile_on_error(jpeg);
    }
}

static struct jpeg_error_mgr *handle_errors(struct failure *failure)
{
    jpeg_std_error(&failure->errors);
    failure->errors.error_exit = jpeg_tile_on_error;
    failure->errors.emit_message = on_message;
    return &failure->errors;
}

static enum adtmap_status jpeg_tile_fail(const struct failure *failure, const struct diag *diag)
{
    return failure->code == JERR_OUT_OF_MEMORY
               ? diag_fail_memory(diag)
               : diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "is not a whole JPEG picture");
}

uint32_t jpeg_tile_version(void)
{
#ifdef LIBJPEG_TURBO_VERSION_NUMBER
    return LIBJPEG_TURBO_VERSION_NUMBER;
#else
    return 0;
#endif
}

static void on_black(const uint8_t *rgba, uint32_t count, uint8_t *rgb)
{
    for (uint32_t i = 0; i < count; i++) {
        unsigned alpha = rgba[i * 4 + 3];
        for (uint32_t c = 0; c < 3; c++) {
            rgb[i * 3 + c] = (uint8_t)byte_scale(rgba[i * 4 + c] * alpha);
        }
    }
}

static void set_up(struct jpeg_compress_struct *jpeg, struct jpeg_size size, unsigned quality)
{
    jpeg->image_width = size.width_px;
    jpeg->image_height = size.height_px;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, (int)quality, TRUE);
    jpeg->optimize_coding = TRUE;
    jpeg->dct_method = JDCT_ISLOW;
    if (quality >= FULL_COLOR_QUALITY) {
        jpeg->comp_info[0].h_samp_factor = 1;
        jpeg->comp_info[0].v_samp_factor = 1;
    }
}

/* Compresses into memory of libjpeg's, which the caller frees. `row` has room for one row of RGB.
 */
static bool compress(const uint8_t *rgba, struct jpeg_size picture, size_t stride_bytes,
                     unsigned quality, struct failure *failure, uint8_t *row, unsigned char **bytes,
                     unsigned long *size)
{
    struct jpeg_compress_struct jpeg;
    jpeg.err = handle_errors(failure);
    if (setjmp(failure->place)) {
        jpeg_destroy_compress(&jpeg);
        return false;
    }
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, bytes, size);
    set_up(&jpeg, picture, quality);
    jpeg_start_compress(&jpeg, TRUE);
    for (uint32_t y = 0; y < picture.height_px; y++) {
        on_black(rgba + y * stride_bytes, picture.width_px, row);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    return true;
}

enum adtmap_status jpeg_tile_encode(const uint8_t *rgba, struct jpeg_size picture,
                                    size_t stride_bytes, unsigned quality, const struct diag *diag,
                                    struct buffer *file)
{
    struct failure failure = {.code = 0};
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    uint8_t *row = malloc((size_t)picture.width_px * 3);
    if (!row) {
        return diag_fail_memory(diag);
    }
    bool done = compress(rgba, picture, stride_bytes, quality, &failure, row, &bytes, &size);
    if (done) {
        buffer_append(file, bytes, size);
    }
    free(bytes);
    free(row);
    if (!done) {
        return jpeg_tile_fail(&failure, diag);
    }
    return file->failed ? diag_fail_memory(diag) : ADTMAP_OK;
}

static void add_alpha(uint8_t *row, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        uint8_t rgb[3] = {row[i * 3], row[i * 3 + 1], row[i * 3 + 2]};
        row[i * 4] = rgb[0];
        row[i * 4 + 1] = rgb[1];
        row[i * 4 + 2] = rgb[2];
        row[i * 4 + 3] = 255;
    }
}

/* A row of RGB is read to the place of a row of RGBA, which is larger. */
static bool decompress(const uint8_t *data, size_t size, uint32_t edge_px, struct failure *failure,
                       uint8_t *rgba)
{
    struct jpeg_decompress_struct jpeg;
    jpeg.err = handle_errors(failure);
    if (setjmp(failure->place)) {
        jpeg_destroy_decompress(&jpeg);
        return false;
    }
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, data, (unsigned long)size);
    jpeg_read_header(&jpeg, TRUE);
    /* Ours have one scan. A file with thousands of empty ones would take hours. */
    bool fits = jpeg.image_width == edge_px && jpeg.image_height == edge_px &&
                !jpeg_has_multiple_scans(&jpeg);
    if (fits) {
        jpeg.out_color_space = JCS_RGB;
        jpeg.dct_method = JDCT_ISLOW;
        jpeg_start_decompress(&jpeg);
        while (jpeg.output_scanline < edge_px) {
            uint8_t *row = rgba + (size_t)jpeg.output_scanline * edge_px * 4;
            jpeg_read_scanlines(&jpeg, &row, 1);
            add_alpha(row, edge_px);
        }
        jpeg_finish_decompress(&jpeg);
    }
    jpeg_destroy_decompress(&jpeg);
    return fits;
}

enum adtmap_status jpeg_tile_decode(const uint8_t *data, size_t size, uint32_t edge_px,
                                    const struct diag *diag, uint8_t *rgba)
{
    struct failure failure = {.code = 0};
    return decompress(data, size, edge_px, &failure, rgba) ? ADTMAP_OK
                                                           : jpeg_tile_fail(&failure, diag);
}
