/* The fan's weights against numerical integration. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/terrain/fan_weights.h"

enum { QUAD_MAX = 9, FINE = 64 };

static uint16_t weights[FAN_VERTICES][QUAD_MAX * QUAD_MAX * 8];

/* Barycentric weights at (u, v), by the four cases of the triangles. */
static void weights_at(double u, double v, double out[FAN_VERTICES])
{
    memset(out, 0, FAN_VERTICES * sizeof *out);
    if (v <= u && v <= 1 - u) {
        out[FAN_NW] = 1 - u - v, out[FAN_NE] = u - v, out[FAN_INNER] = 2 * v;
    } else if (u >= v && u >= 1 - v) {
        out[FAN_NE] = u - v, out[FAN_SE] = u + v - 1, out[FAN_INNER] = 2 * (1 - u);
    } else if (v >= u && v >= 1 - u) {
        out[FAN_SW] = v - u, out[FAN_SE] = u + v - 1, out[FAN_INNER] = 2 * (1 - v);
    } else {
        out[FAN_NW] = 1 - u - v, out[FAN_SW] = v - u, out[FAN_INNER] = 2 * u;
    }
}

static double mean_weight(unsigned vertex, uint32_t x, uint32_t y, uint32_t quad_px)
{
    double sum = 0;
    for (int i = 0; i < FINE * FINE; i++) {
        double w[FAN_VERTICES];
        weights_at((x + (i % FINE + 0.5) / FINE) / quad_px, (y + (i / FINE + 0.5) / FINE) / quad_px,
                   w);
        sum += w[vertex];
    }
    return sum / (FINE * FINE);
}

static void weights_are_means_over_pixels(void **state)
{
    (void)state;
    struct fan_weights fan;
    for (uint32_t quad_px = 1; quad_px <= QUAD_MAX; quad_px++) {
        for (size_t v = 0; v < FAN_VERTICES; v++) {
            fan.weights[v] = weights[v];
        }
        fan_weights_init(&fan, quad_px);
        for (uint32_t i = 0; i < fan_weights_count(quad_px); i++) {
            uint32_t x = i % quad_px;
            uint32_t y = i / (8 * quad_px);
            uint32_t sum = 0;
            for (unsigned v = 0; v < FAN_VERTICES; v++) {
                sum += fan.weights[v][i];
                assert_true(fabs(fan.weights[v][i] / 65536.0 - mean_weight(v, x, y, quad_px)) <
                            2e-4);
            }
            assert_int_equal(sum, 65536);
        }
    }
}

int test_fan_weights(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_means_over_pixels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
