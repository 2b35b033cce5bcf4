/* Which boxes hold a sample. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/random.h"
#include "scene/mesh/sample_grid.h"

enum { BOXES = 20000, REACH_PX = 2 };

static bool holds_any(const struct subpixel_box *box)
{
    for (int32_t pixel_y = -REACH_PX; pixel_y <= REACH_PX; pixel_y++) {
        for (int32_t pixel_x = -REACH_PX; pixel_x <= REACH_PX; pixel_x++) {
            for (unsigned s = 0; s < SAMPLES; s++) {
                int32_t x = pixel_x * SUBPIXELS + sample_x[s];
                int32_t y = pixel_y * SUBPIXELS + sample_y[s];
                if (x >= box->low_x && x <= box->high_x && y >= box->low_y && y <= box->high_y) {
                    return true;
                }
            }
        }
    }
    return false;
}

static int32_t random_within(struct random *random, int32_t reach)
{
    return (int32_t)random_below(random, 2 * (uint32_t)reach) - reach;
}

/* Every sample in turn is looked at. Boxes are up to a pixel and a half wide, on both sides of 0.
 */
static void a_box_touches_the_samples_in_it(void **state)
{
    (void)state;
    struct random random = random_seeded();
    uint32_t held = 0;
    for (uint32_t i = 0; i < BOXES; i++) {
        int32_t x = random_within(&random, SUBPIXELS);
        int32_t y = random_within(&random, SUBPIXELS);
        struct subpixel_box box = {x, x + (int32_t)random_below(&random, 384), y,
                                   y + (int32_t)random_below(&random, 384)};
        assert_int_equal(sample_grid_touches(&box), holds_any(&box));
        held += holds_any(&box);
    }
    assert_in_range(held, BOXES / 10, BOXES - BOXES / 10);
}

static void edges_of_a_box_belong_to_it(void **state)
{
    (void)state;
    const struct subpixel_box on = {sample_x[1], sample_x[1], sample_y[1], sample_y[1]};
    const struct subpixel_box beside = {sample_x[1] + 1, sample_x[1] + 9, sample_y[1], sample_y[1]};
    assert_true(sample_grid_touches(&on));
    assert_false(sample_grid_touches(&beside));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_touches_the_samples_in_it),
        cmocka_unit_test(edges_of_a_box_belong_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
