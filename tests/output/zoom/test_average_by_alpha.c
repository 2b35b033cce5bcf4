/* Four pixels become one; colours weigh as much as their alpha. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/zoom/average_by_alpha.h"
#include "render/random.h"

enum { RGBA = 4, WIDEST = 70 };

/* One channel of an average, by the definition. */
static uint8_t weighed(uint8_t rows[2][RGBA * 2 * WIDEST], uint32_t x, uint32_t channel)
{
    uint32_t sum = 0;
    uint32_t plain = 0;
    uint32_t alpha = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint8_t *pixel = rows[i / 2] + (size_t)RGBA * (2 * x + i % 2);
        sum += (uint32_t)pixel[channel] * pixel[3];
        plain += pixel[channel];
        alpha += pixel[3];
    }
    if (channel == 3 || alpha == 0) {
        return (uint8_t)((plain + 2) / 4);
    }
    return (uint8_t)((sum + alpha / 2) / alpha);
}

/* Opaque, transparent, and in between, side by side and alone. */
static void colours_weigh_by_alpha(void **state)
{
    (void)state;
    static const uint8_t alphas[] = {255, 255, 255, 255, 255, 254, 0, 0};
    struct random random = random_seeded();
    for (uint32_t i = 0; i < 300; i++) {
        uint32_t kinds = 1 + random_below(&random, sizeof alphas);
        uint32_t count = 1 + random_below(&random, WIDEST);
        uint8_t rows[2][RGBA * 2 * WIDEST];
        uint8_t out[RGBA * WIDEST];
        for (size_t k = 0; k < sizeof rows; k++) {
            bool listed = k % 4 == 3 && i % 7;
            rows[k / sizeof rows[0]][k % sizeof rows[0]] =
                listed ? alphas[random_below(&random, kinds)] : (uint8_t)random_next(&random);
        }
        average_rows_by_alpha(rows[0], rows[1], count, out);
        for (uint32_t k = 0; k < RGBA * count; k++) {
            assert_int_equal(out[k], weighed(rows, k / RGBA, k % RGBA));
        }
    }
}

int test_average_by_alpha(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_weigh_by_alpha),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
