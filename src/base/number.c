#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void number_print_float(float value, char text[NUMBER_BYTES])
{
    int digits = 6;
    do {
        snprintf(text, NUMBER_BYTES, "%.*g", digits, (double)value);
    } while (strtof(text, NULL) != value && digits++ < 9);
    size_t plain = strspn(text, "+-0123456789e");
    if (text[plain]) {
        text[plain] = '.';
    }
}
