/*
 * libpng writes what stands before the pixels. It leaves by longjmp, so what is to be freed stays
 * in the struct. Filtering and compressing are done elsewhere, on many threads, and the chunks of
 * that are put together here: libdeflate's checksum takes less than half the time of zlib's, which
 * libpng would take, and that is 4 % of the time of encoding a tile with textures.
 */
#include "codec/png/png_container.h"

#include <libdeflate.h>
#include <setjmp.h>
#include <string.h>

#include "base/reader.h"
#include "base/size.h"

/* Readers hold a whole chunk in memory to check its CRC. Chunks of 1 MiB keep that small, at a cost
 * of 12 bytes each. */
enum { IDAT_BYTES = 1 << 20, PNG_LARGEST_EDGE = 0x7fffffff, NAME_BYTES = 4 };

static void png_container_on_error(png_structp png, png_const_charp text)
{
    struct png_container *container = png_get_error_ptr(png);
    if (!container->status) {
        container->status = diag_fail(container->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                      "cannot write this as PNG: %s", text);
    }
    png_longjmp(png, 1);
}

/* libpng warns if it changes its input, such as a keyword; that counts as an error. */
static void on_warning(png_structp png, png_const_charp text)
{
    png_container_on_error(png, text);
}

static void on_write(png_structp png, png_bytep data, size_t size)
{
    struct png_container *container = png_get_io_ptr(png);
    container->status = container->sink(container->user, data, size);
    if (container->status) {
        png_error(png, "the sink failed");
    }
}

static void on_flush(png_structp png)
{
    (void)png;
}

static int text_compression(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text >= 0x80) {
            return PNG_ITXT_COMPRESSION_NONE;
        }
    }
    return PNG_TEXT_COMPRESSION_NONE;
}

static void set_texts(struct png_container *container, const struct png_options *options)
{
    for (size_t i = 0; i < options->text_count; i++) {
        const struct png_text_chunk *text = &options->texts[i];
        png_text chunk = {.compression = text_compression(text->text),
                          .text_length = strlen(text->text)};
        /* libpng copies both strings, but its struct has no const. */
        memcpy(&chunk.key, &text->keyword, sizeof chunk.key);
        memcpy(&chunk.text, &text->text, sizeof chunk.text);
        png_set_text(container->png, container->info, &chunk, 1);
    }
}

static int color_type(enum png_kind kind)
{
    static const int types[] = {
        [PNG_KIND_RGB] = PNG_COLOR_TYPE_RGB,
        [PNG_KIND_RGBA] = PNG_COLOR_TYPE_RGB_ALPHA,
        [PNG_KIND_GREY8] = PNG_COLOR_TYPE_GRAY,
        [PNG_KIND_GREY16] = PNG_COLOR_TYPE_GRAY,
    };
    return types[kind];
}

static enum adtmap_status write_head(struct png_container *container, uint32_t width,
                                     uint32_t height, const struct png_options *options)
{
    if (setjmp(png_jmpbuf(container->png))) {
        return container->status;
    }
    png_set_user_limits(container->png, PNG_LARGEST_EDGE, PNG_LARGEST_EDGE);
    png_set_write_fn(container->png, container, on_write, on_flush);
    int type = color_type(options->kind);
    png_set_IHDR(container->png, container->info, width, height,
                 options->kind == PNG_KIND_GREY16 ? 16 : 8, type, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (type != PNG_COLOR_TYPE_GRAY) {
        png_set_sRGB(container->png, container->info, PNG_sRGB_INTENT_PERCEPTUAL);
    }
    set_texts(container, options);
    png_write_info(container->png, container->info);
    return ADTMAP_OK;
}

enum adtmap_status png_check_size(uint32_t width, uint32_t height, const struct diag *diag)
{
    if (!width || !height || width > PNG_LARGEST_EDGE || height > PNG_LARGEST_EDGE) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture of %u x %u pixels cannot be written as PNG", width, height);
    }
    return ADTMAP_OK;
}

enum adtmap_status png_container_open(struct png_container *container, uint32_t width,
                                      uint32_t height, const struct png_options *options,
                                      png_sink sink, void *user, const struct diag *diag)
{
    *container = (struct png_container){.sink = sink, .user = user, .diag = diag};
    enum adtmap_status status = png_check_size(width, height, diag);
    if (status) {
        return status;
    }
    container->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, container,
                                             png_container_on_error, on_warning);
    container->info = container->png ? png_create_info_struct(container->png) : NULL;
    if (!container->info) {
        return diag_fail_memory(diag);
    }
    return write_head(container, width, height, options);
}

/* A length, the name, the data, and a checksum of name and data (PNG specification, 5.3). */
static enum adtmap_status write_chunk(struct png_container *container, const char *name,
                                      const uint8_t *data, size_t size)
{
    uint8_t head[4 + NAME_BYTES];
    uint8_t checksum[4];
    store_u32(head, __builtin_bswap32((uint32_t)size));
    memcpy(head + 4, name, NAME_BYTES);
    uint32_t crc = libdeflate_crc32(libdeflate_crc32(0, name, NAME_BYTES), data, size);
    store_u32(checksum, __builtin_bswap32(crc));
    enum adtmap_status status = container->sink(container->user, head, sizeof head);
    if (!status && size > 0) {
        status = container->sink(container->user, data, size);
    }
    return status ? status : container->sink(container->user, checksum, sizeof checksum);
}

enum adtmap_status png_container_idat(struct png_container *container, const uint8_t *data,
                                      size_t size)
{
    enum adtmap_status status = ADTMAP_OK;
    while (size > 0 && !status) {
        size_t chunk = size_min(size, IDAT_BYTES);
        status = write_chunk(container, "IDAT", data, chunk);
        data += chunk;
        size -= chunk;
    }
    return status;
}

enum adtmap_status png_container_end(struct png_container *container)
{
    return write_chunk(container, "IEND", (const uint8_t *)"", 0);
}

void png_container_close(struct png_container *container)
{
    if (container->png) {
        png_destroy_write_struct(&container->png, &container->info);
    }
    *container = (struct png_container){0};
}
