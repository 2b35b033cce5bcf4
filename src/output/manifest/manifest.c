/*
 * A hash of pixels begins with width and height, as pictures of other shapes can have the same
 * bytes.
 */
#include "output/manifest/manifest.h"

#include <string.h>

#include "base/utf8.h"

void manifest_copy_text(const char *text, char *copy, size_t size)
{
    while (*text) {
        size_t length = utf8_length(text);
        size_t taken = length ? length : 1;
        if (taken >= size) {
            break;
        }
        bool is_control = (unsigned char)*text < ' ';
        memcpy(copy, length && !is_control ? text : "?", taken);
        text += taken;
        copy += taken;
        size -= taken;
    }
    *copy = '\0';
}

static void put_u32le(uint8_t *bytes, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

bool manifest_pixel_hash(const void *pixels, uint32_t width, uint32_t height, size_t pixel_bytes,
                         size_t stride_bytes, struct hash128 *hash)
{
    uint8_t head[8];
    put_u32le(head, width);
    put_u32le(head + 4, height);
    struct hash_rows rows = {pixels, width * pixel_bytes, height, stride_bytes};
    return hash128_rows(head, sizeof head, &rows, hash);
}
