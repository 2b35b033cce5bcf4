/*
 * The functions of base/lanes.h that have a form for SSE2. Each file that includes this has a table
 * of the forms that its compiler options choose.
 */
#ifndef TESTS_BASE_LANES_TABLE_H
#define TESTS_BASE_LANES_TABLE_H

#include "base/lanes.h"

struct lanes_table {
    lanes_f (*larger)(lanes_f, lanes_f);
    lanes_f (*smaller)(lanes_f, lanes_f);
    lanes_pair (*larger_pair)(lanes_pair, lanes_pair);
    lanes_pair (*smaller_pair)(lanes_pair, lanes_pair);
    lanes_pair (*first_pair)(lanes_f);
    lanes_pair (*last_pair)(lanes_f);
    lanes_f (*round)(lanes_pair, lanes_pair);
    unsigned (*negative)(lanes_i);
    unsigned (*equal_bytes)(lanes_u8, lanes_u8);
    lanes_u16 (*multiply_high)(lanes_u16, lanes_u16);
    lanes_i8 (*pack)(lanes_u16, lanes_u16);
    lanes_u16 (*interleave_first)(lanes_u16, lanes_u16);
    lanes_u16 (*interleave_last)(lanes_u16, lanes_u16);
    lanes_u64 (*sum_bytes)(lanes_i8);
};

static const struct lanes_table lanes_table = {
    .larger = lanes_larger,
    .smaller = lanes_smaller,
    .larger_pair = lanes_larger_pair,
    .smaller_pair = lanes_smaller_pair,
    .first_pair = lanes_first_pair,
    .last_pair = lanes_last_pair,
    .round = lanes_round,
    .negative = lanes_negative,
    .equal_bytes = lanes_equal_bytes,
    .multiply_high = lanes_multiply_high,
    .pack = lanes_pack,
    .interleave_first = lanes_interleave_first,
    .interleave_last = lanes_interleave_last,
    .sum_bytes = lanes_sum_bytes,
};

/* The table without vector instructions. */
const struct lanes_table *portable_lanes(void);

#endif
