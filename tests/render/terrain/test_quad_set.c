/* Sets of quads against an array with a flag for each quad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/random.h"
#include "render/terrain/quad_set.h"

struct flags {
    bool of[SAMPLE_BAND_QUAD_ROWS][QUADS_PER_TILE];
};

static void flag_area(struct flags *flags, const struct quad_area *area)
{
    for (uint32_t row = area->first_row; row < area->end_row; row++) {
        for (uint32_t column = area->first_column; column < area->end_column; column++) {
            flags->of[row][column] = true;
        }
    }
}

static void assert_set_is(const struct quad_set *set, const struct flags *flags)
{
    for (uint32_t row = 0; row < SAMPLE_BAND_QUAD_ROWS; row++) {
        for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
            const struct quad_place quad = {.column = column, .row = row};
            assert_int_equal(quad_set_has(set, quad), flags->of[row][column]);
        }
    }
}

/* Of any width, in either half of a row or over its middle; ends may lie before firsts. */
static struct quad_area random_area(struct random *random)
{
    return (struct quad_area){
        .first_column = random_below(random, QUADS_PER_TILE + 1),
        .end_column = random_below(random, QUADS_PER_TILE + 1),
        .first_row = random_below(random, SAMPLE_BAND_QUAD_ROWS + 1),
        .end_row = random_below(random, SAMPLE_BAND_QUAD_ROWS + 1),
    };
}

static void an_area_has_its_quads_and_no_others(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (uint32_t first = 0; first <= QUADS_PER_TILE; first++) { /* all words' ends */
        for (uint32_t end = 0; end <= QUADS_PER_TILE; end++) {
            const struct quad_area area = {first, end, 3, 4};
            struct quad_set set = {0};
            struct flags flags = {0};
            quad_set_add_area(&set, &area);
            flag_area(&flags, &area);
            for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
                assert_int_equal(quad_set_has(&set, (struct quad_place){column, 3}),
                                 flags.of[3][column]);
            }
        }
    }
    for (int run = 0; run < 100; run++) {
        const struct quad_area area = random_area(&random);
        struct quad_set set = {0};
        struct flags flags = {0};
        quad_set_add_area(&set, &area);
        flag_area(&flags, &area);
        assert_set_is(&set, &flags);
    }
}

static void sets_are_cut_by_others(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (int run = 0; run < 20; run++) {
        struct quad_set sets[2] = {{{{0}}}};
        struct flags flags[2] = {{{{0}}}}, both, first_alone;
        for (int i = 0; i < 10; i++) {
            const struct quad_area area = random_area(&random);
            quad_set_add_area(&sets[i % 2], &area);
            flag_area(&flags[i % 2], &area);
        }
        for (uint32_t row = 0; row < SAMPLE_BAND_QUAD_ROWS; row++) {
            for (uint32_t column = 0; column < QUADS_PER_TILE; column++) {
                const bool first = flags[0].of[row][column], second = flags[1].of[row][column];
                both.of[row][column] = first && second;
                first_alone.of[row][column] = first && !second;
            }
        }
        struct quad_set left = sets[0];
        quad_set_keep(&left, &sets[1]);
        assert_set_is(&left, &both);
        left = sets[0];
        quad_set_remove(&left, &sets[1]);
        assert_set_is(&left, &first_alone);
    }
}

/* From the first row to the last, and in a row from the first column on. */
static void quads_are_taken_once_and_in_order(void **state)
{
    (void)state;
    enum { QUADS = SAMPLE_BAND_QUAD_ROWS * QUADS_PER_TILE };
    struct random random = random_seeded();
    for (int run = 0; run < 20; run++) {
        struct quad_set set = {0};
        struct flags flags = {0};
        for (int i = 0; i < 40; i++) {
            const uint32_t number = random_below(&random, QUADS);
            const struct quad_place quad = {.column = number % QUADS_PER_TILE,
                                            .row = number / QUADS_PER_TILE};
            quad_set_add(&set, quad);
            flags.of[quad.row][quad.column] = true;
        }
        assert_set_is(&set, &flags);
        struct quad_place quad = {0};
        for (uint32_t number = 0; number < QUADS; number++) {
            if (flags.of[number / QUADS_PER_TILE][number % QUADS_PER_TILE]) {
                assert_true(quad_set_take(&set, &quad));
                assert_int_equal(quad.row * QUADS_PER_TILE + quad.column, number);
            }
        }
        assert_false(quad_set_take(&set, &quad));
        assert_set_is(&set, &(struct flags){0});
    }
}

int test_quad_set(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_area_has_its_quads_and_no_others),
        cmocka_unit_test(sets_are_cut_by_others),
        cmocka_unit_test(quads_are_taken_once_and_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
