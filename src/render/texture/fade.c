#include "render/texture/fade.h"

void fade_picture(const struct adtmap_settings *settings, uint8_t *rgba, size_t stride_bytes)
{
    enum { RGBA = 4, ALPHA = 3, ONE = 256 };
    const uint32_t weight = (uint32_t)(settings->parent_fade * (float)ONE + 0.5F);
    const uint8_t *background = settings->background;
    for (uint32_t y = 0; weight > 0 && y < settings->size_px; y++) {
        uint8_t *pixel = rgba + y * stride_bytes;
        for (uint32_t x = 0; x < settings->size_px; x++, pixel += RGBA) {
            uint32_t kept = (ONE - weight) * pixel[ALPHA];
            uint32_t added = weight * background[ALPHA];
            uint32_t whole = kept + added;
            for (uint32_t c = 0; c < ALPHA && whole > 0; c++) {
                pixel[c] = (uint8_t)((kept * pixel[c] + added * background[c] + whole / 2) / whole);
            }
            pixel[ALPHA] = (uint8_t)((whole + ONE / 2) / ONE);
        }
    }
}
