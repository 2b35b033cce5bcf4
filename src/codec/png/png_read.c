/*
 * libpng leaves by longjmp: functions that call it keep what they free in the struct of the file,
 * not in local variables. Sizes are checked against the bytes of the file before memory is taken
 * for them.
 */
#include "codec/png/png_read.h"

#include <inttypes.h>
#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "os/file.h"

enum {
    EDGE_MAX = 0x7fffffff,
    DEFLATE_MAX = 1032, /* largest expansion of deflate: 258 bytes from 2 bits */
};

/* Chunks that libpng must skip: it allocates their declared size, which has no limit, before it
 * reads them. Each name has its NUL. */
static const png_byte unused_chunks[] = "eXIf\0iCCP\0iTXt\0pCAL\0sCAL\0sPLT\0tEXt\0zTXt";
enum { UNUSED_CHUNKS = sizeof unused_chunks / 5 };

/* A file being decoded. libpng's callbacks find it through the error and I/O pointers. */
struct png_source {
    png_structp png;
    png_infop info;
    const struct diag *diag;
    const uint8_t *at;
    const uint8_t *end;
    enum adtmap_status status;
    bool lacked_memory;
    bool is_grey16;
};

static png_voidp on_malloc(png_structp png, png_alloc_size_t size)
{
    struct png_source *source = png_get_mem_ptr(png);
    void *memory = malloc(size);
    source->lacked_memory |= !memory;
    return memory;
}

static void on_free(png_structp png, png_voidp memory)
{
    (void)png;
    free(memory);
}

static void png_read_on_error(png_structp png, png_const_charp text)
{
    struct png_source *source = png_get_error_ptr(png);
    source->status = source->lacked_memory ? diag_fail_memory(source->diag)
                                           : diag_fail(source->diag, ADTMAP_BAD_DATA, NULL,
                                                       NO_OFFSET, "PNG: %s", text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    const struct png_source *source = png_get_error_ptr(png);
    if (!source->lacked_memory) {
        diag_warn(source->diag, NULL, NO_OFFSET, "PNG: %s", text);
    }
}

static void on_read(png_structp png, png_bytep data, size_t size)
{
    struct png_source *source = png_get_io_ptr(png);
    if (size > (size_t)(source->end - source->at)) {
        png_error(png, "the file ends too early");
    }
    memcpy(data, source->at, size);
    source->at += size;
}

static enum adtmap_status png_read_head(struct png_source *source)
{
    if (setjmp(png_jmpbuf(source->png))) {
        return source->status;
    }
    png_structp png = source->png;
    png_set_user_limits(png, EDGE_MAX, EDGE_MAX);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, unused_chunks, UNUSED_CHUNKS);
    png_set_read_fn(png, source, on_read);
    png_read_info(png, source->info);
    source->is_grey16 = png_get_bit_depth(png, source->info) == 16 &&
                        png_get_color_type(png, source->info) == PNG_COLOR_TYPE_GRAY &&
                        !png_get_valid(png, source->info, PNG_INFO_tRNS);
    return ADTMAP_OK;
}

/* Makes libpng convert every file to 8-bit RGBA. */
static enum adtmap_status want_rgba(struct png_source *source)
{
    if (setjmp(png_jmpbuf(source->png))) {
        return source->status;
    }
    png_structp png = source->png;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    return ADTMAP_OK;
}

/* Memory depends on the declared size, so the rest of the file must be large enough for it. */
static enum adtmap_status check_size(struct png_source *source)
{
    uint64_t width = png_get_image_width(source->png, source->info);
    uint64_t height = png_get_image_height(source->png, source->info);
    uint64_t pixel_bits = (uint64_t)png_get_bit_depth(source->png, source->info) *
                          png_get_channels(source->png, source->info);
    uint64_t most_bits = (uint64_t)(source->end - source->at) * DEFLATE_MAX * 8;
    if (width * height > most_bits / pixel_bits) {
        return diag_fail(source->diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "PNG: %" PRIu64 " x %" PRIu64 " pixels cannot be in %td bytes", width,
                         height, source->end - source->at);
    }
    return ADTMAP_OK;
}

static enum adtmap_status source_open(struct png_source *source, const uint8_t *data, size_t size,
                                      const struct diag *diag)
{
    *source = (struct png_source){.diag = diag, .at = data, .end = data + size};
    source->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, source, png_read_on_error,
                                           on_warning, source, on_malloc, on_free);
    source->info = source->png ? png_create_info_struct(source->png) : NULL;
    return source->info ? png_read_head(source) : diag_fail_memory(diag);
}

static void source_close(struct png_source *source)
{
    if (source->png) {
        png_destroy_read_struct(&source->png, &source->info, NULL);
    }
}

static enum adtmap_status read_pixels(struct png_source *source, uint8_t *rgba, uint32_t height,
                                      size_t row_bytes)
{
    if (setjmp(png_jmpbuf(source->png))) {
        return source->status;
    }
    int passes = png_set_interlace_handling(source->png);
    png_read_update_info(source->png, source->info);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < height; y++) {
            png_read_row(source->png, rgba + y * row_bytes, NULL);
        }
    }
    png_read_end(source->png, NULL);
    return ADTMAP_OK;
}

/* Converts a row of big-endian samples to 16-bit grey and to RGBA, which may be where they are. */
static void unpack_grey16(const uint8_t *samples, uint32_t width, uint16_t *grey16, uint8_t *rgba)
{
    for (size_t x = 0; x < width; x++) {
        grey16[x] = (uint16_t)(samples[2 * x] << 8 | samples[2 * x + 1]);
    }
    for (size_t x = 0; x < width; x++) {
        memset(rgba + 4 * x, (int)((grey16[x] * 255U + 32767U) / 65535U), 3);
        rgba[4 * x + 3] = 255;
    }
}

static enum adtmap_status unpack_picture(const struct png_source *source, struct picture *picture)
{
    size_t width = picture->width;
    picture->grey16 = malloc(width * picture->height * sizeof *picture->grey16);
    if (!picture->grey16) {
        return diag_fail_memory(source->diag);
    }
    for (size_t y = 0; y < picture->height; y++) {
        uint8_t *row = picture->rgba + y * width * 4;
        unpack_grey16(row, picture->width, picture->grey16 + y * width, row);
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_picture(struct png_source *source, struct picture *picture)
{
    uint32_t width = png_get_image_width(source->png, source->info);
    uint32_t height = png_get_image_height(source->png, source->info);
    if ((uint64_t)width * height > PICTURE_PIXELS_MAX) {
        return diag_fail(source->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture of %u x %u pixels is over the limit of %d pixels", width,
                         height, PICTURE_PIXELS_MAX);
    }
    enum adtmap_status status = check_size(source);
    if (status) {
        return status;
    }
    size_t row_bytes = (size_t)width * 4;
    /* Zeroed, so that a damaged interlaced file never shows old memory. */
    uint8_t *rgba = calloc(height, row_bytes);
    if (!rgba) {
        return diag_fail_memory(source->diag);
    }
    status = read_pixels(source, rgba, height, row_bytes);
    *picture = (struct picture){rgba, width, height, NULL};
    if (!status && source->is_grey16) {
        status = unpack_picture(source, picture);
    }
    if (status) {
        picture_free(picture);
    }
    return status;
}

enum adtmap_status picture_decode_png(const uint8_t *data, size_t size, const struct diag *diag,
                                      struct picture *picture)
{
    *picture = (struct picture){0};
    struct png_source source;
    enum adtmap_status status = source_open(&source, data, size, diag);
    if (!status && !source.is_grey16) {
        status = want_rgba(&source);
    }
    if (!status) {
        status = read_picture(&source, picture);
    }
    source_close(&source);
    return status;
}

enum adtmap_status picture_read_png(const char *path, const struct diag *diag,
                                    struct picture *picture)
{
    *picture = (struct picture){0};
    struct diag at_path = diag_at(diag, path);
    struct blob blob;
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (!status) {
        status = picture_decode_png(blob.data, blob.size, &at_path, picture);
        blob_release(&blob);
    }
    return status;
}

void picture_free(struct picture *picture)
{
    free(picture->rgba);
    free(picture->grey16);
    *picture = (struct picture){0};
}

struct png_rows {
    struct png_source source;
    struct blob blob;
    char *path;
    struct diag diag;
    uint32_t width;
    uint32_t height;
    uint32_t next;    /* the row to come */
    uint8_t *whole;   /* an interlaced picture as libpng gives it; else NULL */
    uint8_t *samples; /* a row of 16-bit grey as libpng gives it; else NULL */
    uint16_t *grey16; /* the last row; NULL unless the file is 16-bit grey */
};

static enum adtmap_status start_rows(struct png_source *source)
{
    if (setjmp(png_jmpbuf(source->png))) {
        return source->status;
    }
    png_read_update_info(source->png, source->info);
    return ADTMAP_OK;
}

/* Bytes of a row as libpng gives it. */
static size_t raw_row_bytes(const struct png_rows *rows)
{
    return (size_t)rows->width * (rows->source.is_grey16 ? 2 : 4);
}

static enum adtmap_status read_interlaced(struct png_rows *rows)
{
    if ((uint64_t)rows->width * rows->height > PNG_INTERLACED_PIXELS_MAX) {
        return diag_fail(&rows->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "an interlaced picture of %u x %u pixels is over the limit of %d pixels",
                         rows->width, rows->height, PNG_INTERLACED_PIXELS_MAX);
    }
    /* Zeroed, so that a damaged file never shows old memory. */
    rows->whole = calloc(rows->height, raw_row_bytes(rows));
    return rows->whole ? read_pixels(&rows->source, rows->whole, rows->height, raw_row_bytes(rows))
                       : diag_fail_memory(&rows->diag);
}

static enum adtmap_status open_source(struct png_rows *rows, const char *path)
{
    rows->path = strdup(path);
    if (!rows->path) {
        return diag_fail_memory(&rows->diag);
    }
    rows->diag.file = rows->path;
    enum adtmap_status status = file_map(path, &rows->diag, &rows->blob);
    if (!status) {
        status = source_open(&rows->source, rows->blob.data, rows->blob.size, &rows->diag);
    }
    if (!status && !rows->source.is_grey16) {
        status = want_rgba(&rows->source);
    }
    return status;
}

enum { BLANK_A_BYTE = 512 };

static enum adtmap_status check_row(struct png_rows *rows)
{
    rows->width = png_get_image_width(rows->source.png, rows->source.info);
    rows->height = png_get_image_height(rows->source.png, rows->source.info);
    if (rows->width > PNG_ROW_PIXELS_MAX) {
        return diag_fail(&rows->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture %u pixels wide is over the limit of %d", rows->width,
                         PNG_ROW_PIXELS_MAX);
    }
    uint64_t pixels = (uint64_t)rows->width * rows->height;
    uint64_t bytes = (uint64_t)rows->height * png_get_rowbytes(rows->source.png, rows->source.info);
    uint64_t steps = pixels > bytes ? pixels : bytes; /* what takes the time to read it */
    size_t size = rows->blob.size;
    if (steps > PNG_BLANK_MAX && steps / BLANK_A_BYTE > size) {
        return diag_fail(&rows->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "%u x %u pixels in %zu bytes are over the limit of %d pixels or unpacked "
                         "bytes for a picture that is almost blank",
                         rows->width, rows->height, size, PNG_BLANK_MAX);
    }
    return check_size(&rows->source);
}

static enum adtmap_status open_rows(struct png_rows *rows, const char *path)
{
    enum adtmap_status status = open_source(rows, path);
    if (!status) {
        status = check_row(rows);
    }
    if (!status && rows->source.is_grey16) {
        rows->samples = malloc(raw_row_bytes(rows));
        rows->grey16 = malloc(rows->width * sizeof *rows->grey16);
        status = rows->samples && rows->grey16 ? ADTMAP_OK : diag_fail_memory(&rows->diag);
    }
    if (status) {
        return status;
    }
    bool is_interlaced =
        png_get_interlace_type(rows->source.png, rows->source.info) != PNG_INTERLACE_NONE;
    return is_interlaced ? read_interlaced(rows) : start_rows(&rows->source);
}

enum adtmap_status png_rows_open(const char *path, const struct diag *diag, struct png_rows **rows,
                                 uint32_t *width, uint32_t *height)
{
    *rows = NULL;
    struct png_rows *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    opened->diag = *diag;
    enum adtmap_status status = open_rows(opened, path);
    if (status) {
        png_rows_close(opened);
        return status;
    }
    *width = opened->width;
    *height = opened->height;
    *rows = opened;
    return ADTMAP_OK;
}

static enum adtmap_status read_row(struct png_source *source, uint8_t *raw, bool is_last)
{
    if (setjmp(png_jmpbuf(source->png))) {
        return source->status;
    }
    png_read_row(source->png, raw, NULL);
    if (is_last) {
        png_read_end(source->png, NULL);
    }
    return ADTMAP_OK;
}

static enum adtmap_status next_raw(struct png_rows *rows, uint8_t *raw)
{
    if (!rows->whole) {
        return read_row(&rows->source, raw, rows->next + 1 == rows->height);
    }
    memcpy(raw, rows->whole + rows->next * raw_row_bytes(rows), raw_row_bytes(rows));
    return ADTMAP_OK;
}

enum adtmap_status png_rows_next(struct png_rows *rows, uint8_t *rgba)
{
    if (rows->next == rows->height) {
        return diag_fail(&rows->diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "PNG: no more rows");
    }
    enum adtmap_status status = next_raw(rows, rows->samples ? rows->samples : rgba);
    if (!status && rows->samples) {
        unpack_grey16(rows->samples, rows->width, rows->grey16, rgba);
    }
    rows->next = status ? rows->height : rows->next + 1;
    return status;
}

const uint16_t *png_rows_grey16(const struct png_rows *rows)
{
    return rows->grey16;
}

void png_rows_close(struct png_rows *rows)
{
    if (rows) {
        source_close(&rows->source);
        blob_release(&rows->blob);
        free(rows->whole);
        free(rows->samples);
        free(rows->grey16);
        free(rows->path);
        free(rows);
    }
}
