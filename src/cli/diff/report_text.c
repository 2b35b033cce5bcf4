/* A report for people, on stdout: a line for each item that is not the same. */
#include <stdio.h>
#include <string.h>

#include "cli/common.h"
#include "cli/diff/report.h"

static void print_item(const struct report_part *part, size_t index)
{
    const struct report_item *item = &part->items[index];
    const size_t count = report_group(part, index);
    for (const char *letter = item->kind->line; *letter; letter++) {
        if (*letter != '%') {
            putchar(*letter);
        } else if (*++letter == 'm') {
            common_print_name(report_text_of(part, part->name));
        } else if (*letter == 'n') {
            common_print_name(report_text_of(part, item->name));
        } else {
            fputs(item->word, stdout);
        }
    }
    if (count > 1) {
        printf(" (%zu times)", count);
    } else if (item->reason) {
        fputs(item->kind->behind, stdout);
        common_print_name(report_text_of(part, item->reason));
    }
    putchar('\n');
    for (const char *line = report_text_of(part, item->details); *line; line += strlen(line) + 1) {
        common_print_name(line);
        putchar('\n');
    }
}

void report_print(const struct report_part *part)
{
    if (part->summary) {
        common_print_name(report_text_of(part, part->summary));
        putchar('\n');
    }
    for (size_t i = 0; i < part->count; i += report_group(part, i)) {
        if (part->items[i].verdict != REPORT_SAME) {
            print_item(part, i);
        }
    }
}
