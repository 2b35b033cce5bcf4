/*
 * Encodes and decodes a tile of a web map, WEB_TILE_PX square, as PNG, WebP or JPEG. WebP needs a
 * build with libwebp, and is lossless unless a quality is given. The bytes depend on the pixels,
 * the effort, the quality and the versions of libdeflate, libwebp and libjpeg-turbo.
 */
#ifndef CODEC_IMAGE_FORMAT_H
#define CODEC_IMAGE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "codec/png/png_write.h"

enum {
    WEB_TILE_PX = 256,
    WEB_TILE_ROW_BYTES = WEB_TILE_PX * 4,
    WEB_TILE_BYTES = WEB_TILE_PX * WEB_TILE_ROW_BYTES,
};

enum image_format {
    IMAGE_PNG,
    IMAGE_WEBP,
    IMAGE_JPEG, /* opaque: on black */
};

enum { IMAGE_FORMATS = 3, IMAGE_QUALITY_MAX = 100, IMAGE_JPEG_QUALITY = 85 };

/* "png", "webp", "jpg", NULL: values of options and extensions of file names. */
extern const char *const image_format_names[IMAGE_FORMATS + 1];

/* The format of this name; false if there is none. */
bool image_format_parse(const char *name, enum image_format *format);

/* Whether a file shows other pixels than were encoded. `quality` as in image_encoder_create. */
bool image_is_lossy(enum image_format format, unsigned quality);

/* ADTMAP_OK if this build can write the format, else ADTMAP_UNSUPPORTED. */
enum adtmap_status image_format_check(enum image_format format, const struct diag *diag);

/* The version of libwebp as 0xMMmmrr (major, minor, revision); 0 in a build without libwebp. */
int image_webp_version(void);

/* Working memory. Used by one thread at a time. */
struct image_encoder;

/* `quality` is 1..IMAGE_QUALITY_MAX; 0: lossless WebP, and IMAGE_JPEG_QUALITY for JPEG. NULL when
 * out of memory. */
struct image_encoder *image_encoder_create(enum image_format format, enum png_effort effort,
                                           unsigned quality);

/* NULL-safe. */
void image_encoder_destroy(struct image_encoder *encoder);

/*
 * Encodes a tile and replaces the contents of `file` by it. `rgba` holds WEB_TILE_PX rows,
 * `stride_bytes` apart, alpha not premultiplied. Alpha is stored only if a pixel is not opaque.
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status image_encode(struct image_encoder *encoder, const uint8_t *rgba,
                                size_t stride_bytes, const struct diag *diag, struct buffer *file);

/*
 * Reads a file that image_encode wrote; `rgba` gets WEB_TILE_BYTES bytes. ADTMAP_BAD_DATA for a
 * file that is damaged or has another size; errors of file_map.
 */
enum adtmap_status image_decode(enum image_format format, const char *path, const struct diag *diag,
                                uint8_t *rgba);

/* The same for the bytes of a file. */
enum adtmap_status image_decode_bytes(enum image_format format, const uint8_t *data, size_t size,
                                      const struct diag *diag, uint8_t *rgba);

#endif
