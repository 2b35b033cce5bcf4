/* `adtmap COMMAND --help`: walks the option tables and hands every part to the writer of a form. */
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/size.h"
#include "cli/options/help_writer.h"
#include "cli/options/option_kinds.h"

static const struct help_writer *const writers[] = {
    [HELP_TEXT] = &help_text_writer,
    [HELP_MAN] = &help_man_writer,
    [HELP_MARKDOWN] = &help_markdown_writer,
};

static const char *const format_names[] = {
    [HELP_TEXT] = "text", [HELP_MAN] = "man", [HELP_MARKDOWN] = "markdown"};

static const struct option_row help_row = {
    .name = "help", .letter = 'h', .kind = &option_flag, .help = "prints this"};

bool help_format_parse(const char *name, enum help_format *format)
{
    for (size_t i = 0; i < COUNT_OF(format_names); i++) {
        if (strcmp(name, format_names[i]) == 0) {
            *format = (enum help_format)i;
            return true;
        }
    }
    return false;
}

static void append_argument(struct buffer *text, const struct option_row *row)
{
    if (row->argument) {
        buffer_printf(text, "%s", row->argument);
        return;
    }
    for (const char *const *choice = row->choices; choice && *choice; choice++) {
        buffer_printf(text, "%s%s", choice == row->choices ? "" : "|", *choice);
    }
}

/* Short help has what stands before the first semicolon. */
static void append_help(struct buffer *text, const struct option_row *row, const void *into,
                        enum help_size size)
{
    int length = (int)(size == HELP_SHORT ? strcspn(row->help, ";") : strlen(row->help));
    char shown[OPTION_DEFAULT_BYTES] = "";
    if (row->kind->show) {
        row->kind->show(row, (const char *)into + row->offset, shown);
    }
    buffer_printf(text, "%.*s", length, row->help);
    if (row->low < row->high && row->kind != &option_clock) { /* whose range is in minutes */
        buffer_printf(text, ", " OPTION_RANGE, row->low, row->high);
    }
    if (row->need == OPTION_REQUIRED) {
        buffer_printf(text, " (required)");
    } else if (shown[0]) {
        buffer_printf(text, " (default %s)", shown);
    }
}

static void write_row(const struct help_writer *writer, const struct option_row *row,
                      const void *into, enum help_size size)
{
    struct buffer argument = {0};
    struct buffer text = {0};
    append_argument(&argument, row);
    append_help(&text, row, into, size);
    buffer_u8(&argument, '\0');
    buffer_u8(&text, '\0');
    if (!argument.failed && !text.failed) {
        writer->option(row, (const char *)argument.data, (const char *)text.data);
    }
    buffer_free(&argument);
    buffer_free(&text);
}

static bool is_basic(const struct command_line *line, const struct option_row *row)
{
    bool is = false;
    for (const char *const *name = line->basics; *name && !is; name++) {
        is = strcmp(row->name, *name) == 0;
    }
    return is;
}

static void write_all(const struct help_writer *writer, const struct command_line *line)
{
    for (size_t t = 0; t < line->table_count; t++) {
        const struct option_table *table = &line->tables[t];
        if (t == 0 || strcmp(table->title, line->tables[t - 1].title) != 0) {
            writer->group(table->title);
        }
        for (size_t r = 0; r < table->count; r++) {
            write_row(writer, &table->rows[r], table->into, HELP_LONG);
        }
    }
    write_row(writer, &help_row, NULL, HELP_LONG);
}

/* The options that most runs need, in one group. Returns how many there are in all. */
static size_t write_basics(const struct help_writer *writer, const struct command_line *line)
{
    size_t count = 0;
    writer->group("Options that most runs need");
    for (size_t t = 0; t < line->table_count; t++) {
        const struct option_table *table = &line->tables[t];
        for (size_t r = 0; r < table->count; r++) {
            if (is_basic(line, &table->rows[r])) {
                write_row(writer, &table->rows[r], table->into, HELP_SHORT);
            }
            count++;
        }
    }
    return count;
}

void command_line_help(const struct command_line *line, enum help_format format,
                       enum help_size size)
{
    const struct help_writer *writer = writers[format];
    bool is_short = size == HELP_SHORT && line->basics;
    size_t count = 0;
    writer->begin(line);
    if (is_short) {
        count = write_basics(writer, line);
    } else {
        write_all(writer, line);
    }
    for (size_t i = 0; writer->example && i < HELP_EXAMPLES && line->examples[i].line; i++) {
        writer->example(&line->examples[i], i == 0);
    }
    if (is_short) {
        printf("\n'adtmap help %s' lists all %zu options.\n", line->command, count);
    }
}
