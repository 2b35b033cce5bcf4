/* A report as Markdown, for the summary of a job or a comment on a change. */
#include <ctype.h>
#include <string.h>

#include "base/size.h"
#include "cli/diff/report.h"
#include "os/output_file.h"

/* Every mark of ASCII becomes a character reference, which Markdown does not read as markup; <code>
 * keeps "@name" from notifying people. */
static void print_code(struct buffer *markdown, const char *text)
{
    buffer_printf(markdown, "<code>");
    for (; *text; text++) {
        unsigned char letter = (unsigned char)*text;
        if (isalnum(letter) || letter >= 0x80 || strchr(" /.-", letter)) {
            buffer_u8(markdown, letter);
        } else {
            buffer_printf(markdown, "&#%u;", letter < ' ' ? '?' : letter);
        }
    }
    buffer_printf(markdown, "</code>");
}

/* Of maps, the summary of each that is not the same; of pictures, how many are of which verdict. */
static void print_head(struct buffer *markdown, const struct report *report)
{
    buffer_printf(markdown, "**");
    report_append_headline(markdown, report);
    buffer_printf(markdown, "**");
    if (report->count == 1 && !report->parts[0].name &&
        report_count(report, REPORT_SAME) < report_count_all(report)) {
        buffer_printf(markdown, ": ");
        report_append_counts(markdown, report, REPORT_DIFFERENT);
    }
    buffer_u8(markdown, '\n');
    for (size_t i = 0; i < report->count; i++) {
        const struct report_part *part = &report->parts[i];
        if (report_has_summary(part) && part->summary) {
            buffer_printf(markdown, "\n");
            print_code(markdown, report_text_of(part, part->summary));
            buffer_u8(markdown, '\n');
        }
    }
}

/* Shows a picture of the page in a cell of the table. */
static void print_cell(struct buffer *markdown, const struct report_part *part,
                       const struct report_item *item, const char *address, enum report_shown shown)
{
    bool has_slash = address[strlen(address) - 1] == '/';
    buffer_printf(markdown, " <img width=\"240\" alt=\"%s\" src=\"", report_shown_name(shown));
    buffer_html(markdown, address);
    buffer_printf(markdown, has_slash ? "" : "/");
    report_append_address(markdown, part, item, shown);
    buffer_printf(markdown, "\"> |");
}

/* With an address three pictures follow name and reason; a cell is empty without one. */
static void print_row(struct buffer *markdown, const struct report_part *part, size_t index,
                      const char *address, struct buffer *room)
{
    static const enum report_shown cells[] = {REPORT_BEFORE, REPORT_AFTER, REPORT_DIFF};
    const struct report_item *item = &part->items[index];
    buffer_printf(markdown, "| ");
    print_code(markdown, report_label(part, index, room));
    buffer_printf(markdown, address ? "<br>" : " | ");
    print_code(markdown, report_message(part, index, room));
    buffer_printf(markdown, " |");
    for (size_t i = 0; i < COUNT_OF(cells) && address; i++) {
        if (item->shown & cells[i]) {
            print_cell(markdown, part, item, address, cells[i]);
        } else {
            buffer_printf(markdown, " |");
        }
    }
    buffer_u8(markdown, '\n');
}

/* The table: rows until one of the bounds, and how many more there would be. */
static void print_table(struct buffer *markdown, const struct report *report, const char *address,
                        struct buffer *room)
{
    const size_t rows_max = address ? REPORT_MARKDOWN_SHOWN : REPORT_MARKDOWN_ROWS;
    size_t differing = 0;
    size_t rows = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct report_part *part = &report->parts[i];
        for (size_t k = 0; k < part->count; k += report_group(part, k)) {
            if (part->items[k].verdict == REPORT_SAME) {
                continue;
            }
            if (differing == 0) {
                buffer_printf(markdown,
                              address ? "\n| %s | before | after | difference |\n"
                                        "|---|---|---|---|\n"
                                      : "\n| %s | |\n|---|---|\n",
                              part->name ? "what" : "picture");
            }
            const size_t before = markdown->size;
            if (rows == differing && rows < rows_max) {
                print_row(markdown, part, k, address, room);
                rows++;
            }
            if (markdown->size > REPORT_MARKDOWN_BYTES) {
                markdown->size = before;
                rows--;
            }
            differing++;
        }
    }
    if (differing > rows) {
        buffer_printf(markdown, "\n... and %zu more.\n", differing - rows);
    }
}

enum adtmap_status report_write_markdown(const struct report *report, const char *address,
                                         const char *path, const struct diag *diag)
{
    struct buffer markdown = {0};
    struct buffer room = {0};
    print_head(&markdown, report);
    print_table(&markdown, report, address, &room);
    const bool fine = !markdown.failed && !room.failed && report_is_whole(report);
    enum adtmap_status status =
        fine ? output_write(path, markdown.data, markdown.size, diag) : diag_fail_memory(diag);
    buffer_free(&room);
    buffer_free(&markdown);
    return status;
}
