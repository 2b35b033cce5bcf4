#include "formats/blp_jpeg.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

enum {
    MAX_SCANS = 64,                   /* progressive files of encoders have about ten */
    WORKING_BYTES = 16 * 1024 * 1024, /* for libjpeg itself, beside coefficients */
};

struct decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    struct jpeg_source_mgr source;
    jmp_buf failed;
    const struct blp_level *rest;  /* what follows the shared header; NULL once handed out */
    char problem[JMSG_LENGTH_MAX]; /* the first warning, or the error */
};

static struct decoder *decoder_of(j_common_ptr jpeg)
{
    return jpeg->client_data;
}

static void on_error(j_common_ptr jpeg)
{
    struct decoder *decoder = decoder_of(jpeg);
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
    if (decoder_of(jpeg)->jpeg.input_scan_number > MAX_SCANS) {
        snprintf(decoder_of(jpeg)->problem, JMSG_LENGTH_MAX, "more than %d scans", MAX_SCANS);
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
    struct decoder *decoder = jpeg->client_data;
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
    struct decoder *decoder = jpeg->client_data;
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

static void decoder_init(struct decoder *decoder, const struct blp *blp, unsigned level)
{
    memset(decoder, 0, sizeof *decoder);
    decoder->jpeg.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = on_error;
    decoder->errors.emit_message = on_message;
    decoder->jpeg.client_data = decoder;
    decoder->progress.progress_monitor = on_progress;
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

static void swap_red_blue(uint8_t *row, size_t width)
{
    for (size_t x = 0; x < width; x++) {
        uint8_t blue = row[4 * x];
        row[4 * x] = row[4 * x + 2];
        row[4 * x + 2] = blue;
    }
}

static void make_opaque(uint8_t *row, size_t width)
{
    for (size_t x = 0; x < width; x++) {
        row[4 * x + 3] = 255;
    }
}

/* Everything that libjpeg may leave by longjmp. */
static enum adtmap_status decode(struct decoder *decoder, const struct blp *blp, unsigned level,
                                 const struct diag *diag, uint8_t *rgba)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    uint32_t width = blp_level_width(blp, level);
    uint32_t height = blp_level_height(blp, level);
    jpeg_create_decompress(jpeg);
    jpeg->mem->max_memory_to_use = (long)width * (long)height * 8 + WORKING_BYTES;
    jpeg->src = &decoder->source;
    jpeg->progress = &decoder->progress;
    jpeg_read_header(jpeg, TRUE);
    if (jpeg->image_width != width || jpeg->image_height != height) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "JPEG of level %u is %u x %u, not %" PRIu32 " x %" PRIu32, level,
                         jpeg->image_width, jpeg->image_height, width, height);
    }
    enum adtmap_status status = choose_output(jpeg, diag);
    if (status) {
        return status;
    }
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < height) {
        JSAMPROW row = rgba + (size_t)jpeg->output_scanline * width * 4;
        jpeg_read_scanlines(jpeg, &row, 1);
        if (jpeg->num_components == 4) {
            swap_red_blue(row, width);
        }
        if (!blp->alpha_bits) {
            make_opaque(row, width);
        }
    }
    jpeg_finish_decompress(jpeg);
    return ADTMAP_OK;
}

enum adtmap_status blp_jpeg_decode(const struct blp *blp, unsigned level, const struct diag *diag,
                                   uint8_t *rgba)
{
    struct decoder decoder;
    enum adtmap_status status;
    decoder_init(&decoder, blp, level);
    if (setjmp(decoder.failed)) {
        bool memory = decoder.errors.msg_code == JERR_OUT_OF_MEMORY;
        status = diag_fail(diag, memory ? ADTMAP_NO_MEMORY : ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "JPEG of level %u: %s", level, decoder.problem);
    } else {
        status = decode(&decoder, blp, level, diag, rgba);
        if (!status && decoder.errors.num_warnings && !blp->warned) {
            diag_warn(diag, NULL, NO_OFFSET, "JPEG of level %u: %s", level, decoder.problem);
        }
    }
    jpeg_destroy_decompress(&decoder.jpeg);
    return status;
}
