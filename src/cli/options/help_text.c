/* Help as plain text of 80 columns: names on the left, explanations from column 30 on. */
#include <stdio.h>
#include <string.h>

#include "cli/options/help_writer.h"

enum { HELP_WIDTH = 80, HELP_COLUMN = 30 };

/* Prints `text` word by word between `indent` and HELP_WIDTH; the cursor stands at `column`. */
static void print_wrapped(const char *text, size_t column, size_t indent)
{
    bool first = true;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (!first && column + 1 + length > HELP_WIDTH) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
        first = false;
    }
    putchar('\n');
}

static void begin(const struct command_line *line)
{
    printf("Usage: adtmap %s %s\n\n", line->command, line->synopsis);
    print_wrapped(line->about, 0, 0);
}

static void group(const char *title)
{
    printf("\n%s:\n", title);
}

static void option(const struct option_row *row, const char *argument, const char *text)
{
    const char letter[] = {'-', row->letter, ',', '\0'};
    int column = printf("  %3s --%s%s%s", row->letter ? letter : "", row->name,
                        argument[0] ? " " : "", argument);
    if (column + 2 > HELP_COLUMN) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", HELP_COLUMN - column, "");
    print_wrapped(text, HELP_COLUMN, HELP_COLUMN);
}

static void example(const struct help_example *shown, bool is_first)
{
    printf("%s  %s\n      ", is_first ? "\nExamples:\n" : "", shown->line);
    print_wrapped(shown->result, 6, 6);
}

const struct help_writer help_text_writer = {begin, group, option, example};
