/*
 * What a run prints on stderr: one line a message, written whole, so that lines of several threads
 * never mix. Equal lines are printed once. Lines that differ only in their numbers and files are
 * one kind: a few are printed, the rest is counted at the end. Of notices, each kind is one line at
 * the end. All functions may be called from several threads.
 */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/text.h"

enum verbosity {
    VERBOSITY_NORMAL, /* errors, warnings, notices */
    VERBOSITY_QUIET,  /* errors */
    VERBOSITY_ALL,    /* every message, however many */
};

enum { MESSAGES_SEEN_MAX = 1 << 18 }; /* different lines that are remembered, to print each once */

struct messages;

/* NULL when out of memory. */
struct messages *messages_open(enum verbosity verbosity);

/* Prints how many lines were held back, and frees. NULL-safe. */
void messages_close(struct messages *messages);

/* Where the library sends its warnings; valid until messages_close. */
const struct adtmap_log *messages_log(const struct messages *messages);

/* From now on equal errors are printed once, too. */
void messages_say_errors_once(struct messages *messages);

/* Prints one message, subject to the verbosity. */
void messages_write(struct messages *messages, const struct adtmap_message *message);

/* Prints an error line of the program's own. */
PRINTF_FORMAT(2, 3) void messages_error(struct messages *messages, const char *format, ...);

/* Sets the last line of the run, below all messages, unless one is set or the run is quiet: what to
 * do about them. */
PRINTF_FORMAT(2, 3) void messages_advise(struct messages *messages, const char *format, ...);

/* Different warnings seen since the last call, printed now, before or not at all. */
size_t messages_take_warnings(struct messages *messages);

/* Keeps `text` as the last line of the terminal, below all messages; "" removes it. */
void messages_status(struct messages *messages, const char *text);

#endif
