/*
 * The forms in which the help of a command is printed. help.c walks the option tables and calls one
 * of these writers for each part; a form is one file.
 */
#ifndef CLI_OPTIONS_HELP_WRITER_H
#define CLI_OPTIONS_HELP_WRITER_H

#include "cli/options/options.h"

struct help_writer {
    /* The head: the command, its usage line and its paragraph. */
    void (*begin)(const struct command_line *line);

    /* The title of a group of options. */
    void (*group)(const char *title);

    /* One option. `argument` is the name of its value, "" for a flag; `text` is its help with the
     * range and the default. */
    void (*option)(const struct option_row *row, const char *argument, const char *text);

    /* An example, of which the first has a title before it. NULL: examples stand elsewhere. */
    void (*example)(const struct help_example *example, bool is_first);
};

extern const struct help_writer help_text_writer;
extern const struct help_writer help_man_writer;
extern const struct help_writer help_markdown_writer;

/* Prints text for man(7): backslashes and hyphens are escaped, a control character at the start of
 * a line is protected. No newline is added. */
void help_man_print(const char *text);

#endif
