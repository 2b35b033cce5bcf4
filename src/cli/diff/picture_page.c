/*
 * The page of --report (report.html, which is part of the program). All that it shows lies beside
 * it, and it names no path of the machine that made it, so that it can be published as it is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/diff/picture_folders.h"
#include "os/file.h"
#include "output/web/web_asset.h"
#include "output/web/web_template.h"

/* `side` is that of the size; a picture without one is not of a pair, and has the size 0. */
static void print_picture(struct buffer *page, const struct picture_result *result,
                          const char *kind, int side)
{
    const struct picture_pair *pair = &result->pair;
    buffer_printf(page,
                  "<figure class=\"%s\"><div class=\"frame\" tabindex=\"0\"><img loading=\"lazy\" "
                  "alt=\"%s\" src=\"",
                  kind, kind);
    picture_report_address(page, result->name, kind);
    buffer_u8(page, '"');
    if (pair->width[side] > 0) {
        buffer_printf(page, " width=\"%u\" height=\"%u\"", (unsigned)pair->width[side],
                      (unsigned)pair->height[side]);
    }
    buffer_printf(page, "></div><figcaption>%s</figcaption></figure>\n",
                  strcmp(kind, "diff") == 0 ? "difference" : kind);
}

static void print_result(struct buffer *page, const struct picture_result *result)
{
    char reason[PICTURE_REASON_BYTES];
    picture_reason(result, reason);
    buffer_printf(page, "<section>\n<h2>");
    buffer_html(page, result->name);
    buffer_printf(page, "</h2>\n<p>");
    buffer_html(page, reason);
    buffer_printf(page, "</p>\n");
    if (result->verdict != PICTURE_UNREADABLE) {
        bool is_pair = result->verdict == PICTURE_DIFFERENT;
        buffer_printf(page, "<div class=\"sides%s\">\n", is_pair ? " pair" : "");
        if (result->verdict != PICTURE_ADDED) {
            print_picture(page, result, "before", 0);
        }
        if (result->verdict != PICTURE_REMOVED) {
            print_picture(page, result, "after", 1);
        }
        if (is_pair && result->pair.comparison.verdict != COMPARISON_SIZES_DIFFER) {
            print_picture(page, result, "diff", 0);
        }
        buffer_printf(page, "</div>\n");
    }
    buffer_printf(page, "</section>\n");
}

static void print_asset(struct buffer *text, const char *name)
{
    const struct web_asset *asset = web_asset_find(name);
    buffer_append(text, asset->data, asset->size);
}

static void print_page(struct buffer *page, const struct picture_results *results)
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
    picture_results_headline(results, &title);
    picture_results_counts(results, PICTURE_SAME, &counts);
    for (size_t i = 0; i < results->count; i++) {
        if (results->items[i].verdict != PICTURE_SAME) {
            print_result(&pictures, &results->items[i]);
        }
    }
    print_asset(&style, "report.css");
    print_asset(&script, "report.js");
    web_template_page(page, "report.html", values, COUNT_OF(values));
}

enum adtmap_status picture_results_write_html(const struct picture_results *results,
                                              const char *report, const struct diag *diag)
{
    struct buffer page = {0};
    char *path = path_join(report, "index.html");
    print_page(&page, results);
    enum adtmap_status status = path && !page.failed
                                    ? file_write_atomic(path, page.data, page.size, diag)
                                    : diag_fail_memory(diag);
    free(path);
    buffer_free(&page);
    return status;
}
