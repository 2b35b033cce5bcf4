/*
 * One picture of a web map, WEB_TILE_PX square, as a file: PNG, or lossless WebP where the library
 * was built with libwebp. The bytes depend on the pixels, the effort and the releases of the
 * libraries alone.
 */
#ifndef CODEC_WEB_IMAGE_H
#define CODEC_WEB_IMAGE_H

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

enum web_format {
    WEB_PNG,
    WEB_WEBP,
};

enum { WEB_FORMATS = 2 };

/* "png", "webp", NULL: names of options and ends of file names. */
extern const char *const web_format_names[WEB_FORMATS + 1];

/* ADTMAP_OK when the library can write the format, else ADTMAP_UNSUPPORTED, explained. */
enum adtmap_status web_format_check(enum web_format format, const struct diag *diag);

/* libwebp's release as 0xMMmmrr, major, minor, revision; 0 when the library was built without. */
int web_webp_version(void);

/* Scratch memory of one thread. */
struct web_encoder;

/* NULL when out of memory. */
struct web_encoder *web_encoder_create(enum web_format format, enum png_effort effort);

/* NULL-safe. */
void web_encoder_destroy(struct web_encoder *encoder);

/*
 * Replaces the contents of `file` by the picture. `rgba` is WEB_TILE_PX rows, `stride_bytes` apart,
 * alpha not premultiplied; alpha is stored only when a pixel is not opaque. ADTMAP_NO_MEMORY.
 */
enum adtmap_status web_encode(struct web_encoder *encoder, const uint8_t *rgba, size_t stride_bytes,
                              const struct diag *diag, struct buffer *file);

/*
 * Reads a picture that web_encode wrote into WEB_TILE_BYTES at `rgba`. ADTMAP_NOT_FOUND;
 * ADTMAP_BAD_DATA for a file that is damaged or of another size; others as file_map.
 */
enum adtmap_status web_decode(enum web_format format, const char *path, const struct diag *diag,
                              uint8_t *rgba);

#endif
