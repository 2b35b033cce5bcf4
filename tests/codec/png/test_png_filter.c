/* PNG row filters: every kernel variant matches the definition, for every pixel size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/png/png_filter.h"
#include "cpu_names.h"
#include "output/output_helpers.h"

enum { BYTES_MAX = 1100, ROUNDS = 1000, PIXEL_BYTES_MAX = 8 };

struct rows {
    uint8_t above[PNG_ROW_MARGIN + BYTES_MAX];
    uint8_t row[PNG_ROW_MARGIN + BYTES_MAX];
};

/* A literal implementation of the definition. */
static uint8_t predict(unsigned filter, int left, int up, int corner)
{
    int to_left = abs(up - corner);
    int to_up = abs(left - corner);
    int to_corner = abs(left + up - 2 * corner);
    switch (filter) {
    case 1:
        return (uint8_t)left;
    case 2:
        return (uint8_t)up;
    case 3:
        return (uint8_t)((left + up) / 2);
    case 4:
        if (to_left <= to_up && to_left <= to_corner) {
            return (uint8_t)left;
        }
        return (uint8_t)(to_up <= to_corner ? up : corner);
    default:
        return 0;
    }
}

static void filter_by_definition(unsigned filter, const struct png_filter_row *in, uint8_t *out)
{
    for (size_t i = 0; i < in->bytes; i++) {
        const uint8_t *left = in->row + i - in->pixel_bytes;
        const uint8_t *corner = in->above + i - in->pixel_bytes;
        out[i] = (uint8_t)(in->row[i] - predict(filter, *left, in->above[i], *corner));
    }
}

static uint64_t weight_by_definition(const uint8_t *bytes, size_t count)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < count; i++) {
        int magnitude = abs((int)(int8_t)bytes[i]);
        weight += (uint64_t)(magnitude < 12 ? magnitude : 12);
    }
    return weight;
}

static struct png_filter_row random_rows(struct rows *rows)
{
    memset(rows, 0, sizeof *rows);
    fill_pixels(rows->above + PNG_ROW_MARGIN, BYTES_MAX, random_below(5));
    fill_pixels(rows->row + PNG_ROW_MARGIN, BYTES_MAX, random_below(5));
    return (struct png_filter_row){rows->row + PNG_ROW_MARGIN, rows->above + PNG_ROW_MARGIN,
                                   1 + random_below(BYTES_MAX), 1 + random_below(PIXEL_BYTES_MAX)};
}

static void every_variant_matches_the_definition(void **state)
{
    (void)state;
    struct rows rows;
    uint8_t wanted[BYTES_MAX];
    uint8_t got[BYTES_MAX];
    for (int round = 0; round < ROUNDS; round++) {
        struct png_filter_row in = random_rows(&rows);
        for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
            const struct png_filter_kernels *kernels = png_filter_kernels_get((enum adtmap_cpu)cpu);
            for (unsigned filter = 1; filter < PNG_FILTERS; filter++) {
                filter_by_definition(filter, &in, wanted);
                kernels->filter[filter](&in, got);
                assert_memory_equal(got, wanted, in.bytes);
                assert_int_equal(kernels->weigh(got, in.bytes),
                                 weight_by_definition(wanted, in.bytes));
            }
        }
    }
}

/* A stitched map packs tiles side by side from several threads. */
static void packing_writes_no_byte_behind_the_row(void **state)
{
    (void)state;
    enum { WIDTH = 300 };
    uint8_t rgba[4 * WIDTH];
    uint8_t packed[3 * WIDTH + 16];
    fill_pixels(rgba, sizeof rgba, 0);
    for (size_t width = 0; width <= WIDTH; width++) {
        for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
            memset(packed, 7, sizeof packed);
            png_filter_kernels_get((enum adtmap_cpu)cpu)->pack_rgb(rgba, width, packed);
            for (size_t i = 0; i < sizeof packed; i++) {
                assert_int_equal(packed[i], i < 3 * width ? rgba[i / 3 * 4 + i % 3] : 7);
            }
        }
    }
}

/* Many bytes of the largest magnitude, so that narrow sums would overflow. */
static void weights_do_not_overflow(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    uint8_t *bytes = malloc(MANY);
    memset(bytes, 128, MANY);
    for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
        const struct png_filter_kernels *kernels = png_filter_kernels_get((enum adtmap_cpu)cpu);
        assert_int_equal(kernels->weigh(bytes, MANY), 12 * MANY);
    }
    free(bytes);
}

static void the_filter_with_the_lowest_weight_is_chosen(void **state)
{
    (void)state;
    struct rows rows;
    uint8_t scratch[2 * BYTES_MAX];
    uint8_t out[BYTES_MAX + 1];
    uint8_t bytes[BYTES_MAX];
    unsigned seen = 0;
    assert_true(png_filter_scratch_bytes(BYTES_MAX) <= sizeof scratch);
    for (int round = 0; round < ROUNDS; round++) {
        struct png_filter_row in = random_rows(&rows);
        png_filter_choose(png_filter_kernels_get(ADTMAP_CPU_AUTO), &in, scratch, out);
        assert_true(out[0] < PNG_FILTERS);
        filter_by_definition(out[0], &in, bytes);
        assert_memory_equal(out + 1, bytes, in.bytes);
        uint64_t chosen = weight_by_definition(bytes, in.bytes);
        for (unsigned filter = 0; filter < PNG_FILTERS; filter++) {
            filter_by_definition(filter, &in, bytes);
            uint64_t weight = weight_by_definition(bytes, in.bytes);
            assert_true(filter < out[0] ? weight > chosen : weight >= chosen);
        }
        seen |= 1U << out[0];
    }
    assert_true((seen & 6) == 6);
}

/* Paeth and average predict slopes in both directions best. */
static void slopes_choose_paeth_or_average(void **state)
{
    (void)state;
    enum { BYTES = 300, PIXEL_BYTES = 3 };
    for (uint8_t filter = 3; filter <= 4; filter++) {
        struct rows rows;
        uint8_t scratch[2 * BYTES_MAX];
        uint8_t out[BYTES + 1];
        random_rows(&rows);
        fill_pixels(rows.above + PNG_ROW_MARGIN, BYTES, 0);
        for (size_t at = PNG_ROW_MARGIN; at < PNG_ROW_MARGIN + BYTES; at++) {
            uint8_t guess = predict(filter, rows.row[at - PIXEL_BYTES], rows.above[at],
                                    rows.above[at - PIXEL_BYTES]);
            rows.row[at] = (uint8_t)(guess + 1);
        }
        const struct png_filter_row in = {rows.row + PNG_ROW_MARGIN, rows.above + PNG_ROW_MARGIN,
                                          BYTES, PIXEL_BYTES};
        png_filter_choose(png_filter_kernels_get(ADTMAP_CPU_AUTO), &in, scratch, out);
        assert_int_equal(out[0], filter);
    }
}

static void the_requested_variant_is_returned(void **state)
{
    (void)state;
    for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
        enum adtmap_cpu wanted = (enum adtmap_cpu)cpu;
        assert_string_equal(png_filter_kernels_get(wanted)->name, cpu_name(wanted));
    }
}

int test_png_filter(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_matches_the_definition),
        cmocka_unit_test(packing_writes_no_byte_behind_the_row),
        cmocka_unit_test(weights_do_not_overflow),
        cmocka_unit_test(the_filter_with_the_lowest_weight_is_chosen),
        cmocka_unit_test(slopes_choose_paeth_or_average),
        cmocka_unit_test(the_requested_variant_is_returned),
    };
    random_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
