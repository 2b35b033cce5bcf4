/* Comparing, matching, copying and finding text, the same with every C library and locale. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks a function whose parameter number `format` is a format of printf, with its values from
 * `first` on. On Windows it is that of the C standard too, not that of its old C library. */
#ifdef __MINGW32__
#define PRINTF_FORMAT(format, first) __attribute__((__format__(__gnu_printf__, format, first)))
#else
#define PRINTF_FORMAT(format, first) __attribute__((__format__(__printf__, format, first)))
#endif

/* Compare like strcmp and strncmp; the case of ASCII letters is ignored. */
int text_compare_nocase(const char *a, const char *b);
int text_compare_nocase_n(const char *a, const char *b, size_t length);

/*
 * Compares like strcmp, but numbers in the text by their value: "tile 9" comes before "tile 10".
 * Runs of digits that begin with a zero are fractions, and come before others: "000" "00" "01"
 * "010" "09" "0" "1" "9" "10", the order of strverscmp of the GNU C library.
 */
int text_compare_natural(const char *a, const char *b);

/* A copy of the first `length` bytes, or fewer if the text ends before, from malloc; NULL when out
 * of memory. */
char *text_duplicate(const char *text, size_t length);

/* Prints to memory from malloc; NULL when out of memory. */
PRINTF_FORMAT(1, 2) char *text_printf(const char *format, ...);

/* The first place in `bytes` that has the bytes of `wanted`, which has no NUL of its own; NULL:
 * none. */
const void *bytes_find(const void *bytes, size_t size, const char *wanted);

enum text_case { TEXT_EXACT_CASE, TEXT_ANY_CASE };

/*
 * Whether all of `text` matches. In the pattern * is any number of characters, '/' included, ? any
 * one, [a-z] one of a set and [!a-z] one outside of it; all others are themselves, '\' and a '['
 * without its ']' too. Characters are bytes, and letters of ASCII have case. Takes at most the
 * product of both lengths steps.
 */
bool text_matches(const char *pattern, const char *text, enum text_case letters);

/* Whether the text has a character that stands for others. */
bool text_is_pattern(const char *text);

/* Whether the text is an address that begins with https:// or http://. */
bool text_is_address(const char *text);

/* The first character of an address, beyond ASCII, that would make its link show another address
 * (utf8_is_shown); 0 without one. */
uint32_t text_address_hides(const char *text);

#endif
