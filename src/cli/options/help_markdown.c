/* Help as Markdown, for docs/options.md: a section for each command,
 * a list item for each option. */
#include <stdio.h>
#include <string.h>

#include "cli/options/help_writer.h"

/* Escapes the characters that Markdown would take as markup. */
static void print_escaped(const char *text)
{
    for (; *text; text++) {
        if (strchr("*<[]", *text)) {
            putchar('\\');
        }
        putchar(*text);
    }
}

static void begin(const struct command_line *line)
{
    printf("\n## %s\n\n    adtmap %s %s\n\n", line->command, line->command, line->synopsis);
    print_escaped(line->about);
    putchar('\n');
}

static void group(const char *title)
{
    printf("\n**%s**\n\n", title);
}

static void option(const struct option_row *row, const char *argument, const char *text)
{
    fputs("- ", stdout);
    if (row->letter) {
        printf("`-%c`, ", row->letter);
    }
    printf("`--%s%s%s`: ", row->name, argument[0] ? " " : "", argument);
    print_escaped(text);
    putchar('\n');
}

static void example(const struct help_example *shown, bool is_first)
{
    printf("%s    %s    # %s\n", is_first ? "\nExamples:\n\n" : "", shown->line, shown->result);
}

const struct help_writer help_markdown_writer = {begin, group, option, example};
