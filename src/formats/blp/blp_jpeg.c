/*
 * libjpeg reads the header that all levels share, then the level, by a source manager; its errors
 * come back by longjmp, which every call that lets it run has to prepare. Its work is bounded:
 * hostile streams repeat scans.
 */
#include "formats/blp/blp_jpeg.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

struct blp_jpeg {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_source_mgr source;
    jmp_buf failed; /* set by every call that lets libjpeg run */
    const struct blp *blp;
    unsigned level;
    const struct blp_level *rest;  /* what follows the shared header; NULL once handed out */
    char problem[JMSG_LENGTH_MAX]; /* the first warning, or the error */
};

static struct blp_jpeg *decoder_of(j_common_ptr jpeg)
{
    return jpeg->client_data;
}

static void blp_jpeg_on_error(j_common_ptr jpeg)
{
    struct blp_jpeg *decoder = decoder_of(jpeg);
    jpeg->err->format_message(jpeg, decoder->problem);
    longjmp(decoder->failed, 1);
}

/* Negative levels are warnings, the others traces. */
static void on_message(j_common_ptr jpeg, int level)
{
    if (level < 0 && jpeg->err->num_warnings++ == 0) {
        jpeg->err->format_message(jpeg, decoder_of(jpeg)->problem);
    }
}

static void on_progress(j_common_ptr jpeg)
{
    if (decoder_of(jpeg)->jpeg.input_scan_number > BLP_JPEG_SCANS_MAX) {
        snprintf(decoder_of(jpeg)->problem, JMSG_LENGTH_MAX, "more than %d scans",
                 BLP_JPEG_SCANS_MAX);
        longjmp(decoder_of(jpeg)->failed, 1);
    }
}

static void source_begin(j_decompress_ptr jpeg)
{
    (void)jpeg;
}

/* The header has been read: on with the level, then with an end-of-image marker for ever. */
static boolean source_fill(j_decompress_ptr jpeg)
{
    static const JOCTET end_of_image[] = {0xff, JPEG_EOI};
    struct blp_jpeg *decoder = jpeg->client_data;
    if (decoder->rest) {
        decoder->source.next_input_byte = decoder->rest->data;
        decoder->source.bytes_in_buffer = decoder->rest->size;
        decoder->rest = NULL;
        return TRUE;
    }
    WARNMS(jpeg, JWRN_JPEG_EOF);
    decoder->source.next_input_byte = end_of_image;
    decoder->source.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static void source_skip(j_decompress_ptr jpeg, long count)
{
    struct jpeg_source_mgr *source = jpeg->src;
    struct blp_jpeg *decoder = jpeg->client_data;
    size_t left = count > 0 ? (size_t)count : 0;
    while (left > source->bytes_in_buffer) {
        left -= source->bytes_in_buffer;
        bool was_last = !decoder->rest;
        source_fill(jpeg);
        if (was_last) {
            return;
        }
    }
    source->next_input_byte += left;
    source->bytes_in_buffer -= left;
}

static void source_end(j_decompress_ptr jpeg)
{
    (void)jpeg;
}

static struct blp_jpeg *decoder_create(const struct blp *blp, unsigned level)
{
    struct blp_jpeg *decoder = calloc(1, sizeof *decoder);
    if (!decoder) {
        return NULL;
    }
    decoder->jpeg.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = blp_jpeg_on_error;
    decoder->errors.emit_message = on_message;
    decoder->jpeg.client_data = decoder;
    decoder->progress.progress_monitor = on_progress;
    decoder->blp = blp;
    decoder->level = level;
    decoder->rest = &blp->levels[level];
    decoder->source = (struct jpeg_source_mgr){
        .next_input_byte = blp->jpeg_header,
        .bytes_in_buffer = blp->jpeg_header_size,
        .init_source = source_begin,
        .fill_input_buffer = source_fill,
        .skip_input_data = source_skip,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = source_end,
    };
    return decoder;
}

/* Components come out in place as four bytes a texel, red and blue changed over. */
static enum adtmap_status choose_output(struct jpeg_decompress_struct *jpeg,
                                        const struct diag *diag)
{
    if (jpeg->num_components == 4) {
        jpeg->jpeg_color_space = JCS_CMYK;
        jpeg->out_color_space = JCS_CMYK;
    } else if (jpeg->num_components == 1 || jpeg->num_components == 3) {
        jpeg->out_color_space = JCS_EXT_BGRA;
    } else {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "JPEG of %d components is not read", jpeg->num_components);
    }
    jpeg->dct_method = JDCT_ISLOW;
    return ADTMAP_OK;
}

static enum adtmap_status check_dimensions(const struct blp_jpeg *decoder, const struct diag *diag)
{
    uint32_t width = blp_level_width(decoder->blp, decoder->level);
    uint32_t height = blp_level_height(decoder->blp, decoder->level);
    const struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    if (jpeg->image_width == width && jpeg->image_height == height) {
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "JPEG of level %u is %u x %u, not %" PRIu32 " x %" PRIu32, decoder->level,
                     jpeg->image_width, jpeg->image_height, width, height);
}

static enum adtmap_status check_scans(struct blp_jpeg *decoder, const struct diag *diag)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    uint64_t texels = (uint64_t)jpeg->image_width * jpeg->image_height;
    if (texels <= BLP_JPEG_TEXELS_MAX || !jpeg_has_multiple_scans(jpeg)) {
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "JPEG of level %u: in several scans it may have %d texels, not %" PRIu64,
                     decoder->level, BLP_JPEG_TEXELS_MAX, texels);
}

/* libjpeg may leave this and `read_rows` by longjmp. */
static enum adtmap_status start(struct blp_jpeg *decoder, unsigned reduction,
                                const struct diag *diag)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    jpeg_create_decompress(jpeg);
    jpeg->src = &decoder->source;
    jpeg->progress = &decoder->progress;
    jpeg_read_header(jpeg, TRUE);
    enum adtmap_status status = check_dimensions(decoder, diag);
    if (status) {
        return status;
    }
    status = check_scans(decoder, diag);
    if (status) {
        return status;
    }
    status = choose_output(jpeg, diag);
    if (status) {
        return status;
    }
    jpeg->scale_denom = 1U << reduction;
    jpeg_start_decompress(jpeg);
    return ADTMAP_OK;
}

static void read_rows(struct blp_jpeg *decoder, uint32_t count, uint8_t *rgba)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    uint32_t end = jpeg->output_scanline + count;
    while (jpeg->output_scanline < end) {
        JSAMPROW row = rgba;
        jpeg_read_scanlines(jpeg, &row, 1);
        for (size_t x = 0; x < jpeg->output_width && jpeg->num_components == 4; x++) {
            uint8_t blue = row[4 * x];
            row[4 * x] = row[4 * x + 2];
            row[4 * x + 2] = blue;
        }
        for (size_t x = 0; x < jpeg->output_width && !decoder->blp->alpha_bits; x++) {
            row[4 * x + 3] = 255;
        }
        rgba += (size_t)jpeg->output_width * 4;
    }
    if (end == jpeg->output_height) {
        jpeg_finish_decompress(jpeg);
    }
}

/* What to do when one of these functions has jumped. */
static enum adtmap_status blp_jpeg_fail(const struct blp_jpeg *decoder, const struct diag *diag)
{
    bool memory = decoder->errors.msg_code == JERR_OUT_OF_MEMORY;
    return diag_fail(diag, memory ? ADTMAP_NO_MEMORY : ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "JPEG of level %u: %s", decoder->level, decoder->problem);
}

enum adtmap_status blp_jpeg_begin(const struct blp *blp, unsigned level, unsigned reduction,
                                  const struct diag *diag, struct blp_jpeg **jpeg)
{
    struct blp_jpeg *const decoder = decoder_create(blp, level);
    *jpeg = decoder;
    if (!decoder) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status =
        setjmp(decoder->failed) ? blp_jpeg_fail(decoder, diag) : start(decoder, reduction, diag);
    if (status) {
        blp_jpeg_end(decoder);
        *jpeg = NULL;
    }
    return status;
}

enum adtmap_status blp_jpeg_read(struct blp_jpeg *jpeg, uint32_t count, const struct diag *diag,
                                 uint8_t *rgba)
{
    if (setjmp(jpeg->failed)) {
        return blp_jpeg_fail(jpeg, diag);
    }
    read_rows(jpeg, count, rgba);
    bool done = jpeg->jpeg.output_scanline == jpeg->jpeg.output_height;
    if (done && jpeg->errors.num_warnings && !jpeg->blp->warned) {
        diag_warn(diag, NULL, NO_OFFSET, "JPEG of level %u: %s", jpeg->level, jpeg->problem);
    }
    return ADTMAP_OK;
}

void blp_jpeg_end(struct blp_jpeg *jpeg)
{
    if (jpeg) {
        jpeg_destroy_decompress(&jpeg->jpeg);
        free(jpeg);
    }
}
