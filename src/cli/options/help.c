/* `adtmap COMMAND --help`, made from the option tables. */
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "cli/options/options.h"

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

static void append_argument(struct buffer *names, const struct option_row *row)
{
    if (row->argument) {
        buffer_printf(names, " %s", row->argument);
        return;
    }
    for (const char *const *choice = row->choices; choice && *choice; choice++) {
        buffer_printf(names, "%s%s", choice == row->choices ? " " : "|", *choice);
    }
}

static void append_help(struct buffer *text, const struct option_row *row, const void *into)
{
    char shown[OPTION_DEFAULT_BYTES] = "";
    if (row->kind->show) {
        row->kind->show(row, (const char *)into + row->offset, shown);
    }
    buffer_printf(text, "%s", row->help);
    if (row->low < row->high) {
        buffer_printf(text, ", " OPTION_RANGE, row->low, row->high);
    }
    if (row->need == OPTION_REQUIRED) {
        buffer_printf(text, " (required)");
    } else if (shown[0]) {
        buffer_printf(text, " (default %s)", shown);
    }
}

static void print_row(const struct option_row *row, const void *into)
{
    struct buffer names = {0};
    struct buffer text = {0};
    if (row->letter) {
        buffer_printf(&names, "  -%c, --%s", row->letter, row->name);
    } else {
        buffer_printf(&names, "      --%s", row->name);
    }
    append_argument(&names, row);
    append_help(&text, row, into);
    buffer_u8(&text, '\0');
    if (!names.failed && !text.failed) {
        size_t column = names.size;
        fwrite(names.data, 1, names.size, stdout);
        if (column + 2 > HELP_COLUMN) {
            putchar('\n');
            column = 0;
        }
        printf("%*s", (int)(HELP_COLUMN - column), "");
        print_wrapped((const char *)text.data, HELP_COLUMN, HELP_COLUMN);
    }
    buffer_free(&names);
    buffer_free(&text);
}

void command_line_help(const struct command_line *line)
{
    printf("Usage: adtmap %s %s\n\n", line->command, line->synopsis);
    print_wrapped(line->about, 0, 0);
    for (size_t t = 0; t < line->table_count; t++) {
        const struct option_table *table = &line->tables[t];
        if (t == 0 || strcmp(table->title, line->tables[t - 1].title) != 0) {
            printf("\n%s:\n", table->title);
        }
        for (size_t r = 0; r < table->count; r++) {
            print_row(&table->rows[r], table->into);
        }
    }
    printf("  -h, --help%*sprints this\n", HELP_COLUMN - 12, "");
}
