/* Helpers of all kinds of options: they read numbers and explain errors. */
#ifndef CLI_OPTIONS_OPTION_TEXT_H
#define CLI_OPTIONS_OPTION_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "cli/options/options.h"

/* Always false, for `return option_wrong(...)`. */
PRINTF_FORMAT(2, 3) bool option_wrong(char problem[OPTION_PROBLEM_BYTES], const char *format, ...);

/* Whether `value` is in low..high of the row; a row without these takes any. */
bool option_in_range(const struct option_row *row, double value);

/* Reads a whole decimal number that ends at one of `ends` or the end of the text, *after. */
bool option_parse_whole(const char *text, const char *ends, uint32_t *value, const char **after);

/* Reads up to `most` numbers between commas; how many, or 0 when the text is anything else. */
int option_parse_reals(const char *text, int most, double *values);

#endif
