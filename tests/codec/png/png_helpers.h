/* Reads PNG files back and compares them with the original pixels. */
#ifndef TESTS_CODEC_PNG_HELPERS_H
#define TESTS_CODEC_PNG_HELPERS_H

#include "codec/png/png_read.h"
#include "codec/png/png_write.h"

static inline void assert_picture_shows(const struct picture *picture,
                                        const struct png_image *image, enum png_kind kind)
{
    assert_int_equal(picture->width, image->width);
    assert_int_equal(picture->height, image->height);
    for (uint32_t y = 0; y < image->height; y++) {
        for (uint32_t x = 0; x < image->width; x++) {
            const uint8_t *in = image->pixels + y * image->stride_bytes + (size_t)x * 4;
            const uint8_t *out = picture->rgba + ((size_t)y * image->width + x) * 4;
            assert_memory_equal(in, out, 3);
            assert_int_equal(out[3], kind == PNG_KIND_RGBA ? in[3] : 255);
        }
    }
}

#endif
