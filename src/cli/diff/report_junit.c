/* A report as JUnit XML: a test case for each item; the class is the map, or the picture's folder.
 */
#include <stdlib.h>

#include "base/path.h"
#include "cli/diff/report.h"
#include "os/output_file.h"

/* Prints the names of a test case as attributes, and goes on in the element. */
static void begin_case(struct buffer *xml, const struct report_part *part, size_t index,
                       struct buffer *room)
{
    const struct report_item *item = &part->items[index];
    const char *name = report_text_of(part, item->name);
    buffer_printf(xml, "  <testcase classname=\"");
    if (part->name) {
        buffer_html(xml, report_text_of(part, part->name));
        buffer_printf(xml, "\" name=\"%s%s", item->kind->word,
                      item->kind->word[0] && name[0] ? " " : "");
    } else {
        const char *base = path_base(name);
        buffer_clear(room);
        buffer_append(room, name, base > name ? (size_t)(base - name) - 1 : 0);
        buffer_u8(room, 0);
        buffer_html(xml, room->failed || base == name ? "." : (const char *)room->data);
        buffer_printf(xml, "\" name=\"");
        name = base;
    }
    buffer_html(xml, name);
}

enum adtmap_status report_write_junit(const struct report *report, const char *path,
                                      const struct diag *diag)
{
    struct buffer xml = {0};
    struct buffer room = {0};
    struct buffer cases = {0};
    size_t counts[REPORT_VERDICTS] = {0};
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct report_part *part = &report->parts[i];
        for (size_t k = 0; k < part->count; k += report_group(part, k)) {
            const enum report_verdict verdict = part->items[k].verdict;
            counts[verdict]++;
            count++;
            begin_case(&cases, part, k, &room);
            if (verdict == REPORT_SAME) {
                buffer_printf(&cases, "\"/>\n");
            } else {
                buffer_printf(&cases, "\"><%s message=\"",
                              verdict == REPORT_UNREADABLE ? "error" : "failure");
                buffer_html(&cases, report_message(part, k, &room));
                buffer_printf(&cases, "\"/></testcase>\n");
            }
        }
    }
    const size_t errors = counts[REPORT_UNREADABLE];
    buffer_printf(&xml,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
                  report->command, count, count - counts[REPORT_SAME] - errors, errors);
    buffer_append(&xml, cases.data, cases.size);
    buffer_printf(&xml, "</testsuite>\n");
    const bool fine = !xml.failed && !cases.failed && !room.failed && report_is_whole(report);
    enum adtmap_status status =
        fine ? output_write(path, xml.data, xml.size, diag) : diag_fail_memory(diag);
    buffer_free(&cases);
    buffer_free(&room);
    buffer_free(&xml);
    return status;
}
