/*
 * A hash of pixels begins with width and height, as pictures of other shapes can have the same
 * bytes.
 */
#include "output/manifest/manifest.h"

#include <string.h>

#include "assets/content_hash.h"
#include "base/reader.h"
#include "base/size.h"
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

/* Of pixels of 16 bits, whose lower byte comes first on every machine. */
static void add_row(struct hash_stream *stream, const uint8_t *row, uint32_t width)
{
    uint8_t values[1024];
    for (size_t left = width * sizeof(uint16_t), taken; left > 0; left -= taken, row += taken) {
        taken = size_min(left, sizeof values);
        for (size_t i = 0; i < taken; i += sizeof(uint16_t)) {
            uint16_t value;
            memcpy(&value, row + i, sizeof value);
            store_u16(values + i, value);
        }
        hash_stream_add(stream, values, taken);
    }
}

bool manifest_pixel_hash(const void *pixels, uint32_t width, uint32_t height, size_t pixel_bytes,
                         size_t stride_bytes, struct hash128 *hash)
{
    uint8_t head[8];
    store_u32(head, width);
    store_u32(head + 4, height);
    if (pixel_bytes != sizeof(uint16_t)) {
        const struct content_rows rows = {pixels, width * pixel_bytes, stride_bytes, height};
        *hash = content_hash_get(ADTMAP_CPU_AUTO)->hash_rows(head, sizeof head, &rows);
        return true;
    }
    struct hash_stream *stream = hash_stream_begin();
    if (!stream) {
        return false;
    }
    hash_stream_add(stream, head, sizeof head);
    for (size_t y = 0; y < height; y++) {
        add_row(stream, (const uint8_t *)pixels + y * stride_bytes, width);
    }
    *hash = hash_stream_finish(stream);
    return true;
}
