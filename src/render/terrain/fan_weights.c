#include "render/terrain/fan_weights.h"

/* All in units of 1 / (6 * quad_px). */

static uint32_t beyond(int32_t pixels)
{
    if (pixels > 0) {
        return 6 * (uint32_t)pixels;
    }
    return pixels == 0 ? 1 : 0;
}

static void pixel_weights(int32_t x, int32_t y, int32_t quad_px, uint32_t weights[FAN_VERTICES])
{
    weights[FAN_NW] = beyond(quad_px - 1 - x - y);
    weights[FAN_NE] = beyond(x - y);
    weights[FAN_SW] = beyond(y - x);
    weights[FAN_SE] = beyond(x + y + 1 - quad_px);
    weights[FAN_INNER] = 6 * (uint32_t)quad_px - weights[FAN_NW] - weights[FAN_NE] -
                         weights[FAN_SW] - weights[FAN_SE];
}

void fan_weights_init(struct fan_weights *fan, uint32_t quad_px)
{
    fan->quad_px = quad_px;
    fan->row_px = 8 * quad_px;
    uint32_t unit = 6 * quad_px;
    for (uint32_t i = 0; i < fan_weights_count(quad_px); i++) {
        uint32_t exact[FAN_VERTICES];
        uint32_t rest = 65536;
        pixel_weights((int32_t)(i % quad_px), (int32_t)(i / fan->row_px), (int32_t)quad_px, exact);
        for (unsigned v = 0; v < FAN_INNER; v++) {
            uint32_t weight = (exact[v] * 65536U + unit / 2) / unit;
            fan->weights[v][i] = (uint16_t)weight;
            rest -= weight;
        }
        fan->weights[FAN_INNER][i] = (uint16_t)rest;
    }
}
