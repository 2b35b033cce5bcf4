/* Numbers and their text, independently of the locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { NUMBER_BYTES = 32, NUMBER_HEX_DIGITS = 16 };

/* Writes the shortest text, from 6 significant digits on, that reads back as the same float. Very
 * large and small numbers have an exponent: "-2000", "0.1", "1e+30". */
void number_print_float(float value, char text[NUMBER_BYTES]);

/* The whole number of millionths nearest to a value within 9e12. */
int64_t number_millionths(double value);

/* The value of so many millionths. */
double number_of_millionths(int64_t millionths);

/* Writes `millionths` / 1000000 with as many places as needed: "-0.5", "12". */
void number_print_millionths(int64_t millionths, char text[NUMBER_BYTES]);

/* Writes a whole number, of at most 20 digits, and returns its end, where the NUL is. For lists of
 * records and facts of points, where snprintf takes a tenth of the time of all. */
char *number_print_whole(uint64_t value, char *text);

/* Writes all 16 hexadecimal digits of a number, in lower case, and no NUL. */
void number_print_hex(uint64_t value, char digits[NUMBER_HEX_DIGITS]);

/*
 * Reads numbers one after the other from text of our own writing. What does not fit sets `bad`,
 * which stays, and reads as 0.
 */
struct number_reader {
    const char *at;
    bool bad;
};

/* The digits of the base, 10 or 16, at most `digits_max`, after any spaces. */
uint64_t number_next(struct number_reader *reader, unsigned base, unsigned digits_max);

/* The same of a number that must be at most `most`. */
uint32_t number_next_u32(struct number_reader *reader, unsigned base, uint32_t most);

/* Passes over `text`, which must be there. */
void number_skip(struct number_reader *reader, const char *text);

#endif
