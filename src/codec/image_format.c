#include "codec/image_format.h"

#include <stdlib.h>
#include <string.h>
#ifdef ADTMAP_HAVE_WEBP
#include <webp/decode.h>
#include <webp/encode.h>
#endif

#include "codec/jpeg_tile.h"
#include "codec/png/png_read.h"
#include "os/file.h"

struct image_encoder {
    enum image_format format;
    enum png_effort effort;
    unsigned quality;
    struct png_encoder *png;
};

const char *const image_format_names[IMAGE_FORMATS + 1] = {
    [IMAGE_PNG] = "png", [IMAGE_WEBP] = "webp", [IMAGE_JPEG] = "jpg"};

bool image_format_parse(const char *name, enum image_format *format)
{
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        if (strcmp(name, image_format_names[i]) == 0) {
            *format = (enum image_format)i;
            return true;
        }
    }
    return false;
}

bool image_is_lossy(enum image_format format, unsigned quality)
{
    return format == IMAGE_JPEG || (format == IMAGE_WEBP && quality > 0);
}

struct image_encoder *image_encoder_create(enum image_format format, enum png_effort effort,
                                           unsigned quality)
{
    struct image_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) {
        return NULL;
    }
    *encoder = (struct image_encoder){format, effort, quality, png_encoder_create(1)};
    if (!encoder->png) {
        free(encoder);
        return NULL;
    }
    return encoder;
}

void image_encoder_destroy(struct image_encoder *encoder)
{
    if (encoder) {
        png_encoder_destroy(encoder->png);
        free(encoder);
    }
}

static bool is_opaque(const uint8_t *rgba, size_t stride_bytes)
{
    uint8_t all = 255;
    for (size_t y = 0; y < WEB_TILE_PX; y++) {
        const uint8_t *row = rgba + y * stride_bytes;
        for (size_t x = 0; x < WEB_TILE_PX; x++) {
            all &= row[x * 4 + 3];
        }
    }
    return all == 255;
}

static enum adtmap_status wrong_picture(const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "is not a picture of %d x %d pixels",
                     WEB_TILE_PX, WEB_TILE_PX);
}

static enum adtmap_status decode_png(const uint8_t *data, size_t size, const struct diag *diag,
                                     uint8_t *rgba)
{
    struct picture picture;
    enum adtmap_status status = picture_decode_png(data, size, diag, &picture);
    if (status) {
        return status;
    }
    if (picture.width == WEB_TILE_PX && picture.height == WEB_TILE_PX) {
        memcpy(rgba, picture.rgba, WEB_TILE_BYTES);
    } else {
        status = wrong_picture(diag);
    }
    picture_free(&picture);
    return status;
}

#ifdef ADTMAP_HAVE_WEBP

enum adtmap_status image_format_check(enum image_format format, const struct diag *diag)
{
    (void)format;
    (void)diag;
    return ADTMAP_OK;
}

int image_webp_version(void)
{
    return WebPGetEncoderVersion();
}

static int append_webp(const uint8_t *data, size_t size, const WebPPicture *picture)
{
    struct buffer *file = picture->custom_ptr;
    buffer_append(file, data, size);
    return !file->failed;
}

/* libwebp has levels 0 to 9 for lossless pictures. Levels above 0 make files 1 to 2 % smaller and
 * take several times as long. Lossy ones are compressed with its default method: higher ones gain
 * 2 %. */
static bool configure_webp(const struct image_encoder *encoder, WebPConfig *config)
{
    static const int levels[] = {[PNG_FAST] = 0, [PNG_BALANCED] = 3, [PNG_SMALL] = 8};
    bool done =
        encoder->quality > 0
            ? WebPConfigPreset(config, WEBP_PRESET_DEFAULT, (float)encoder->quality)
            : WebPConfigInit(config) && WebPConfigLosslessPreset(config, levels[encoder->effort]);
    config->exact = encoder->quality == 0;
    return done;
}

static enum adtmap_status encode_webp(const struct image_encoder *encoder, const uint8_t *rgba,
                                      size_t stride_bytes, const struct diag *diag,
                                      struct buffer *file)
{
    WebPConfig config;
    WebPPicture picture;
    if (!configure_webp(encoder, &config) || !WebPPictureInit(&picture)) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "libwebp is of another version than its headers");
    }
    picture.use_argb = 1;
    picture.width = WEB_TILE_PX;
    picture.height = WEB_TILE_PX;
    picture.writer = append_webp;
    picture.custom_ptr = file;
    bool done = is_opaque(rgba, stride_bytes)
                    ? WebPPictureImportRGBX(&picture, rgba, (int)stride_bytes)
                    : WebPPictureImportRGBA(&picture, rgba, (int)stride_bytes);
    done = done && WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    return done ? ADTMAP_OK : diag_fail_memory(diag);
}

/* Checks the version of libwebp and the size of the picture before it decodes any pixel. */
static VP8StatusCode decode_into(const uint8_t *data, size_t size, uint8_t *rgba)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) {
        return VP8_STATUS_INVALID_PARAM;
    }
    VP8StatusCode got = WebPGetFeatures(data, size, &config.input);
    if (got != VP8_STATUS_OK) {
        return got;
    }
    if (config.input.width != WEB_TILE_PX || config.input.height != WEB_TILE_PX) {
        return VP8_STATUS_UNSUPPORTED_FEATURE;
    }
    config.output.colorspace = MODE_RGBA;
    config.output.u.RGBA = (WebPRGBABuffer){rgba, WEB_TILE_ROW_BYTES, WEB_TILE_BYTES};
    config.output.is_external_memory = 1;
    return WebPDecode(data, size, &config);
}

static enum adtmap_status decode_webp(const uint8_t *data, size_t size, const struct diag *diag,
                                      uint8_t *rgba)
{
    VP8StatusCode got = decode_into(data, size, rgba);
    if (got == VP8_STATUS_OUT_OF_MEMORY) {
        return diag_fail_memory(diag);
    }
    return got == VP8_STATUS_OK ? ADTMAP_OK : wrong_picture(diag);
}

#else

int image_webp_version(void)
{
    return 0;
}

enum adtmap_status image_format_check(enum image_format format, const struct diag *diag)
{
    if (format == IMAGE_WEBP) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "this adtmap was built without libwebp: tiles can be PNG or JPEG");
    }
    return ADTMAP_OK;
}

static enum adtmap_status encode_webp(const struct image_encoder *encoder, const uint8_t *rgba,
                                      size_t stride_bytes, const struct diag *diag,
                                      struct buffer *file)
{
    (void)rgba;
    (void)stride_bytes;
    (void)file;
    return image_format_check(encoder->format, diag);
}

static enum adtmap_status decode_webp(const uint8_t *data, size_t size, const struct diag *diag,
                                      uint8_t *rgba)
{
    (void)data;
    (void)size;
    (void)rgba;
    return image_format_check(IMAGE_WEBP, diag);
}

#endif

enum adtmap_status image_encode(struct image_encoder *encoder, const uint8_t *rgba,
                                size_t stride_bytes, const struct diag *diag, struct buffer *file)
{
    buffer_clear(file);
    if (encoder->format == IMAGE_WEBP) {
        return encode_webp(encoder, rgba, stride_bytes, diag, file);
    }
    if (encoder->format == IMAGE_JPEG) {
        unsigned quality = encoder->quality ? encoder->quality : IMAGE_JPEG_QUALITY;
        return jpeg_tile_encode(rgba, (struct jpeg_size){WEB_TILE_PX, WEB_TILE_PX}, stride_bytes,
                                quality, diag, file);
    }
    const struct png_image image = {rgba, WEB_TILE_PX, WEB_TILE_PX, stride_bytes};
    const struct png_options options = {
        .kind = is_opaque(rgba, stride_bytes) ? PNG_KIND_RGB : PNG_KIND_RGBA,
        .effort = encoder->effort,
    };
    return png_encode(encoder->png, &image, &options, diag, file);
}

enum adtmap_status image_decode_bytes(enum image_format format, const uint8_t *data, size_t size,
                                      const struct diag *diag, uint8_t *rgba)
{
    switch (format) {
    case IMAGE_WEBP:
        return decode_webp(data, size, diag, rgba);
    case IMAGE_JPEG:
        return jpeg_tile_decode(data, size, WEB_TILE_PX, diag, rgba);
    default:
        return decode_png(data, size, diag, rgba);
    }
}

enum adtmap_status image_decode(enum image_format format, const char *path, const struct diag *diag,
                                uint8_t *rgba)
{
    struct diag at_path = diag_at(diag, path);
    struct blob blob;
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (status) {
        return status;
    }
    status = image_decode_bytes(format, blob.data, blob.size, &at_path, rgba);
    blob_release(&blob);
    return status;
}
