/* Numbers as text, the same whatever the locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

enum { NUMBER_BYTES = 32 };

/* Writes the fewest digits, at least 6 of them where they count, that give the same float back;
 * with a point, and an exponent for what is very large or small: "-2000", "0.1", "1e+30". */
void number_print_float(float value, char text[NUMBER_BYTES]);

#endif
