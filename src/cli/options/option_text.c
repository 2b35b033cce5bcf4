#include "cli/options/option_text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool option_wrong(char problem[OPTION_PROBLEM_BYTES], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, OPTION_PROBLEM_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

bool option_in_range(const struct option_row *row, double value)
{
    return row->low >= row->high || (value >= row->low && value <= row->high);
}

bool option_parse_whole(const char *text, const char *ends, uint32_t *value, const char **after)
{
    if (*text < '0' || *text > '9') {
        return false;
    }
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno || number > UINT32_MAX || (*end && !strchr(ends, *end))) {
        return false;
    }
    *value = (uint32_t)number;
    *after = end;
    return true;
}

int option_parse_reals(const char *text, int most, double *values)
{
    for (int count = 0; count < most; count++) {
        char *end;
        values[count] = strtod(text, &end);
        if (end == text || !isfinite(values[count])) {
            return 0;
        }
        if (!*end) {
            return count + 1;
        }
        if (*end != ',') {
            return 0;
        }
        text = end + 1;
    }
    return 0;
}
