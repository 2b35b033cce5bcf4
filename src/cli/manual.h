/* The manual: a page about the program, followed by the help of every command. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include <stddef.h>

#include "cli/command.h"
#include "cli/options/options.h"

/* Prints the manual on stdout: a man page for HELP_MAN, docs/options.md for HELP_MARKDOWN. The
 * status is that of the first command whose help fails. */
enum exit_status manual_print(enum help_format format, const struct command *const *commands,
                              size_t count);

#endif
