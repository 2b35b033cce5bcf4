/*
 * printf and strtod take the decimal sign of the locale: numbers are printed from integers, or the
 * sign is put right afterwards. A float gets the fewest digits, six to nine, that are read back as
 * the same float.
 */
#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"

void number_print_millionths(int64_t millionths, char text[NUMBER_BYTES])
{
    uint64_t magnitude = (uint64_t)(millionths < 0 ? -millionths : millionths);
    snprintf(text, NUMBER_BYTES, "%s%" PRIu64 ".%06" PRIu64, millionths < 0 ? "-" : "",
             magnitude / 1000000, magnitude % 1000000);
    size_t length = strlen(text);
    while (text[length - 1] == '0') {
        length--;
    }
    text[text[length - 1] == '.' ? length - 1 : length] = '\0';
}

static const double MILLION = 1e6;

int64_t number_millionths(double value)
{
    return (int64_t)portable_floor(value * MILLION + 0.5);
}

double number_of_millionths(int64_t millionths)
{
    return (double)millionths / MILLION;
}

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

char *number_print_whole(uint64_t value, char *text)
{
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    while (count > 0) {
        *text++ = digits[--count];
    }
    *text = '\0';
    return text;
}

void number_print_hex(uint64_t value, char digits[NUMBER_HEX_DIGITS])
{
    for (size_t i = NUMBER_HEX_DIGITS; i-- > 0; value >>= 4) {
        digits[i] = "0123456789abcdef"[value & 15];
    }
}

/* The value of a digit; `base` or more for any other character. */
static unsigned digit_of(char letter, unsigned base)
{
    if (letter >= '0' && letter <= '9') {
        return (unsigned)(letter - '0');
    }
    return letter >= 'a' && letter <= 'f' ? (unsigned)(letter - 'a') + 10 : base;
}

uint64_t number_next(struct number_reader *reader, unsigned base, unsigned digits_max)
{
    uint64_t value = 0;
    unsigned digits = 0;
    if (reader->bad) {
        return 0;
    }
    reader->at += strspn(reader->at, " ");
    for (; digits < digits_max && digit_of(*reader->at, base) < base; digits++) {
        value = value * base + digit_of(*reader->at++, base);
    }
    reader->bad = digits == 0;
    return value;
}

uint32_t number_next_u32(struct number_reader *reader, unsigned base, uint32_t most)
{
    uint64_t value = number_next(reader, base, 10);
    reader->bad = reader->bad || value > most;
    return reader->bad ? 0 : (uint32_t)value;
}

void number_skip(struct number_reader *reader, const char *text)
{
    size_t length = strlen(text);
    reader->bad = reader->bad || strncmp(reader->at, text, length) != 0;
    if (!reader->bad) {
        reader->at += length;
    }
}
