/* Formats numbers independently of the locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

enum { NUMBER_BYTES = 32 };

/* Writes the shortest text, from 6 significant digits on, that reads back as the same float. Very
 * large and small numbers have an exponent: "-2000", "0.1", "1e+30". */
void number_print_float(float value, char text[NUMBER_BYTES]);

#endif
