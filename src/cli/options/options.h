/*
 * Command-line options by table. A row describes one option: its names, the kind of its value, the
 * destination, the range, the help text. Parsing and help read the same rows. The default that help
 * shows is the value that the destination holds before parsing. A new option is one row, and the
 * code that uses the value.
 */
#ifndef CLI_OPTIONS_OPTIONS_H
#define CLI_OPTIONS_OPTIONS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum {
    OPTION_PROBLEM_BYTES = 256,
    OPTION_DEFAULT_BYTES = 64,
    OPTION_STRINGS_MAX = 64,
    OPERANDS_ANY = INT_MAX,
};

/* The range of a row in messages and help, for its `low` and `high`; whole numbers of 32 bits are
 * printed whole. */
#define OPTION_RANGE "%.10g..%.10g"

/* What is wrong with a path of which path_is_of_drive holds, for that path and its first letter. */
#define OPTION_OF_DRIVE                                                                            \
    "'%.64s' counts from the current folder of its drive: write it from the root, as in "          \
    "%c:/folder"

struct option_row;

struct option_kind {
    bool takes_value;
    bool repeats; /* each further value is added to those before */
    /* Reads `text` (NULL for a flag) into the row's destination, or explains why it cannot. */
    bool (*read)(const struct option_row *row, const char *text, void *destination,
                 char problem[OPTION_PROBLEM_BYTES]);
    /* Writes the value as help shows a default, "" for nothing to show. May be NULL: no default. */
    void (*show)(const struct option_row *row, const void *destination,
                 char text[OPTION_DEFAULT_BYTES]);
};

/* An option that is given again replaces what it was given before, so that scripts can override
 * what they share; but two maps or two folders are a mistake. */
enum option_need {
    OPTION_OPTIONAL,
    OPTION_ONCE,     /* may be left out; a second value is refused */
    OPTION_REQUIRED, /* the same, but may not be left out */
};

struct option_row {
    const char *name;     /* without its dashes */
    char letter;          /* of the short form; 0 for none */
    const char *argument; /* the value's name in help; NULL for flags and choices */
    const struct option_kind *kind;
    size_t offset; /* of the destination in the table's struct */
    enum option_need need;
    double low, high;           /* range of numbers; both 0: any */
    const char *const *choices; /* of option_choice: names in the order of the enum, then NULL */
    uint32_t value;             /* of option_assign, option_set_bits, option_clear_bits */
    /* The value may be left out: the argument that follows is one if it is a number, else `read`
     * gets NULL. */
    bool is_value_optional;
    /* Slashes of the system become '/'. In a site file, a relative path begins at the folder of
     * that file. */
    bool is_path;
    const char *help; /* says what the value is; range and default are added */
};

/* The rows of one group and the struct they write to. */
struct option_table {
    const char *title; /* above the group in help */
    const struct option_row *rows;
    size_t count;
    void *into; /* holds the defaults when parsing begins */
};

/* A command line as people write it, and what comes of it. */
struct help_example {
    const char *line; /* NULL: none, and no more */
    const char *result;
};

enum { HELP_EXAMPLES = 3 };

/* The arguments of a command. */
struct command_line {
    const char *command;
    const struct help_example *examples; /* HELP_EXAMPLES of them at most, then none */
    const char *const *basics; /* names of the options that -h shows, then NULL; NULL: all */
    const char *synopsis;      /* behind "adtmap COMMAND " in the usage line */
    const char *about;         /* a paragraph for help */
    const struct option_table *tables;
    size_t table_count;
    int operands_min;
    int operands_max;
    const char *operand; /* name of the operands in messages, e.g. "FILE" */
};

/* The arguments that are not options. */
struct operands {
    char *const *items; /* of argv */
    int count;
};

enum parse_outcome {
    PARSE_RUN,   /* go on */
    PARSE_SHOWN, /* help was asked for and printed */
    PARSE_WRONG, /* said on stderr what is wrong */
};

/* Reads argv (argv[0] is the command's name; may be reordered) into the tables' structs. */
enum parse_outcome command_line_parse(const struct command_line *line, int argc, char **argv,
                                      struct operands *operands);

/* Reads `text` (NULL for a flag) into the row's destination in `into`; or explains in `problem`. */
bool option_apply(const struct option_row *row, void *into, const char *text,
                  char problem[OPTION_PROBLEM_BYTES]);

/* Prints "adtmap COMMAND: ..." with a newline to stderr: for what only the command can check. */
PRINTF_FORMAT(2, 3)
void command_line_wrong(const struct command_line *line, const char *format, ...);

/* The form in which help is printed. */
enum help_format { HELP_TEXT, HELP_MAN, HELP_MARKDOWN };

/* The format of a name: "text", "man", "markdown". False if there is no such format. */
bool help_format_parse(const char *name, enum help_format *format);

/* How much of it: what most runs need, or all. */
enum help_size { HELP_SHORT, HELP_LONG };

/* Prints the help of a command on stdout. */
void command_line_help(const struct command_line *line, enum help_format format,
                       enum help_size size);

#endif
