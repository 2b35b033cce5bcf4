/*
 * The page of --report (report.html, which is part of the program). All that it shows lies in
 * its folder, and it names no path of the machine that made it, so that it can be published as it
 * is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/diff/report.h"
#include "os/file.h"
#include "output/web/web_asset.h"
#include "output/web/web_template.h"

static void print_picture(struct buffer *page, const struct report_part *part,
                          const struct report_item *item, enum report_shown shown)
{
    const char *name = report_shown_name(shown);
    const int side = shown == REPORT_AFTER;
    buffer_printf(page,
                  "<figure class=\"%s\"><div class=\"frame\" tabindex=\"0\"><img loading=\"lazy\" "
                  "alt=\"%s\" src=\"",
                  name, name);
    report_append_address(page, part, item, shown);
    buffer_u8(page, '"');
    if (item->width[side] > 0) {
        buffer_printf(page, " width=\"%u\" height=\"%u\"", (unsigned)item->width[side],
                      (unsigned)item->height[side]);
    }
    buffer_printf(page, "></div><figcaption>%s</figcaption></figure>\n",
                  shown == REPORT_DIFF ? "difference" : name);
}

static void print_item(struct buffer *page, const struct report_part *part, size_t index,
                       struct buffer *room)
{
    static const enum report_shown order[] = {REPORT_BEFORE, REPORT_AFTER, REPORT_DIFF};
    const struct report_item *item = &part->items[index];
    buffer_printf(page, "<section>\n<h2>");
    buffer_html(page, report_label(part, index, room));
    buffer_printf(page, "</h2>\n<p>");
    buffer_html(page, report_message(part, index, room));
    buffer_printf(page, "</p>\n");
    if (item->shown) {
        const bool is_pair = (item->shown & REPORT_BEFORE) && (item->shown & REPORT_AFTER);
        buffer_printf(page, "<div class=\"sides%s\">\n", is_pair ? " pair" : "");
        for (size_t i = 0; i < COUNT_OF(order); i++) {
            if (item->shown & order[i]) {
                print_picture(page, part, item, order[i]);
            }
        }
        buffer_printf(page, "</div>\n");
    }
    buffer_printf(page, "</section>\n");
}

/* Of pictures, how many are of which verdict; of maps, the summary of each that differs. */
static void print_counts(struct buffer *text, const struct report *report)
{
    const char *between = "";
    for (size_t i = 0; i < report->count; i++) {
        const struct report_part *part = &report->parts[i];
        if (!part->name) {
            report_append_counts(text, report, REPORT_SAME);
        } else if (report_has_summary(part) && part->summary) {
            buffer_printf(text, "%s", between);
            buffer_html(text, report_text_of(part, part->summary));
            between = "<br>";
        }
    }
}

static void print_asset(struct buffer *text, const char *name)
{
    const struct web_asset *asset = web_asset_find(name);
    buffer_append(text, asset->data, asset->size);
}

static void print_page(struct buffer *page, const struct report *report, struct buffer *room)
{
    struct buffer title = {0};
    struct buffer counts = {0};
    struct buffer pictures = {0};
    struct buffer style = {0};
    struct buffer script = {0};
    const struct web_template_value values[] = {
        {"title", &title},        {"counts", &counts}, {"pictures", &pictures},
        {"report-style", &style}, {"script", &script},
    };
    report_append_headline(&title, report);
    print_counts(&counts, report);
    for (size_t i = 0; i < report->count; i++) {
        const struct report_part *part = &report->parts[i];
        for (size_t k = 0; k < part->count; k += report_group(part, k)) {
            if (part->items[k].verdict != REPORT_SAME) {
                print_item(&pictures, part, k, room);
            }
        }
    }
    print_asset(&style, "report.css");
    print_asset(&script, "report.js");
    web_template_page(page, "report.html", values, COUNT_OF(values));
}

enum adtmap_status report_write_html(const struct report *report, const char *folder,
                                     const struct diag *diag)
{
    struct buffer page = {0};
    struct buffer room = {0};
    char *path = path_join(folder, "index.html");
    print_page(&page, report, &room);
    const bool fine = path && !page.failed && !room.failed && report_is_whole(report);
    enum adtmap_status status = fine ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_write_atomic(path, page.data, page.size, diag);
    }
    free(path);
    buffer_free(&room);
    buffer_free(&page);
    return status;
}
