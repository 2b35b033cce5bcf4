/* Help as a part of a man page: man(7) requests, a subsection for each command. */
#include <stdio.h>

#include "cli/options/help_writer.h"

void help_man_print(const char *text)
{
    if (text[0] == '.' || text[0] == '\'') {
        fputs("\\&", stdout);
    }
    for (; *text; text++) {
        switch (*text) {
        case '\\':
            fputs("\\e", stdout);
            break;
        case '-':
            fputs("\\-", stdout);
            break;
        default:
            putchar(*text);
        }
    }
}

static void print_line(const char *text)
{
    help_man_print(text);
    putchar('\n');
}

static void begin(const struct command_line *line)
{
    printf(".SS adtmap %s\n.B adtmap %s\n", line->command, line->command);
    print_line(line->synopsis);
    puts(".PP");
    print_line(line->about);
}

static void group(const char *title)
{
    printf(".PP\n.I \"%s\"\n", title);
}

static void option(const struct option_row *row, const char *argument, const char *text)
{
    fputs(".TP\n.BR ", stdout);
    if (row->letter) {
        printf("\\-%c \", \" ", row->letter);
    }
    fputs("\\-\\-", stdout);
    help_man_print(row->name);
    if (argument[0]) {
        fputs(" \" ", stdout);
        help_man_print(argument);
        putchar('"');
    }
    putchar('\n');
    print_line(text);
}

const struct help_writer help_man_writer = {begin, group, option, NULL};
