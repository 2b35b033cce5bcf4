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

struct tile_set manifest_tiles(const struct manifest *manifest, enum manifest_state state)
{
    struct tile_set set = {0};
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        for (uint32_t x = 0; x < TILE_SET_GRID; x++) {
            if (manifest->tiles[y][x].state == state) {
                tile_set_add(&set, x, y);
            }
        }
    }
    return set;
}

static void put_u32le(uint8_t *bytes, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

bool manifest_pixel_hash(const uint8_t *rgba, uint32_t width, uint32_t height, size_t stride_bytes,
                         struct hash128 *hash)
{
    uint8_t head[8];
    put_u32le(head, width);
    put_u32le(head + 4, height);
    struct hash_rows rows = {rgba, (size_t)width * 4, height, stride_bytes};
    return hash128_rows(head, sizeof head, &rows, hash);
}
