/* The reports of picture_folders.h in text: XML and Markdown for build servers, JSON for programs.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/json.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/diff/picture_folders.h"
#include "os/output_file.h"

void picture_reason(const struct picture_result *result, char text[PICTURE_REASON_BYTES])
{
    const struct picture_pair *pair = &result->pair;
    if (result->verdict == PICTURE_UNREADABLE) {
        snprintf(text, PICTURE_REASON_BYTES, "%s", result->problem);
    } else if (result->verdict != PICTURE_DIFFERENT) {
        snprintf(text, PICTURE_REASON_BYTES, "%s", picture_verdict_name(result->verdict));
    } else if (pair->comparison.verdict == COMPARISON_SIZES_DIFFER) {
        snprintf(text, PICTURE_REASON_BYTES, "sizes differ, %ux%u and %ux%u",
                 (unsigned)pair->width[0], (unsigned)pair->height[0], (unsigned)pair->width[1],
                 (unsigned)pair->height[1]);
    } else {
        unsigned long long pixels = pair->comparison.differing_pixels;
        snprintf(text, PICTURE_REASON_BYTES, "%llu %s, by up to %u; PSNR %.2f dB", pixels,
                 pixels == 1 ? "pixel differs" : "pixels differ", pair->largest,
                 pair->comparison.psnr_db);
    }
}

void picture_report_address(struct buffer *text, const char *name, const char *kind)
{
    size_t stem = strlen(name) - strlen(".png");
    for (size_t i = 0; i < stem; i++) {
        const char letter[] = {name[i], '\0'};
        if (name[i] == '/') {
            buffer_u8(text, '/');
        } else {
            buffer_address(text, letter);
        }
    }
    buffer_printf(text, ".%s.png", kind);
}

void picture_results_headline(const struct picture_results *results, struct buffer *text)
{
    size_t differing = results->count - results->counts[PICTURE_SAME];
    if (results->count == 1) {
        buffer_printf(text, differing > 0 ? "1 picture differs" : "The picture is the same");
    } else if (differing == 0) {
        buffer_printf(text, "All %zu pictures are the same", results->count);
    } else {
        buffer_printf(text, "%zu of %zu pictures %s", differing, results->count,
                      differing == 1 ? "differs" : "differ");
    }
}

void picture_results_counts(const struct picture_results *results, enum picture_verdict first,
                            struct buffer *text)
{
    const char *between = "";
    for (int i = (int)first; i < PICTURE_VERDICTS; i++) {
        if (results->counts[i] > 0) {
            buffer_printf(text, "%s%zu %s%s", between, results->counts[i],
                          i == PICTURE_SAME ? "the " : "",
                          picture_verdict_name((enum picture_verdict)i));
            between = ", ";
        }
    }
}

/* A test case: the folder is its class. */
static void print_case(struct buffer *xml, const struct picture_result *result)
{
    char reason[PICTURE_REASON_BYTES];
    const char *base = path_base(result->name);
    size_t folder = (size_t)(base - result->name);
    char *class = text_duplicate(result->name, folder > 0 ? folder - 1 : 0);
    picture_reason(result, reason);
    buffer_printf(xml, "  <testcase classname=\"");
    buffer_html(xml, class && class[0] ? class : ".");
    buffer_printf(xml, "\" name=\"");
    buffer_html(xml, base);
    if (result->verdict == PICTURE_SAME) {
        buffer_printf(xml, "\"/>\n");
    } else {
        const char *element = result->verdict == PICTURE_UNREADABLE ? "error" : "failure";
        buffer_printf(xml, "\"><%s message=\"", element);
        buffer_html(xml, reason);
        buffer_printf(xml, "\"/></testcase>\n");
    }
    xml->failed = xml->failed || !class;
    free(class);
}

enum adtmap_status picture_results_write_junit(const struct picture_results *results,
                                               const char *path, const struct diag *diag)
{
    struct buffer xml = {0};
    size_t errors = results->counts[PICTURE_UNREADABLE];
    buffer_printf(&xml,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuite name=\"adtmap compare\" tests=\"%zu\" failures=\"%zu\" "
                  "errors=\"%zu\">\n",
                  results->count, results->count - results->counts[PICTURE_SAME] - errors, errors);
    for (size_t i = 0; i < results->count; i++) {
        print_case(&xml, &results->items[i]);
    }
    buffer_printf(&xml, "</testsuite>\n");
    enum adtmap_status status =
        xml.failed ? diag_fail_memory(diag) : output_write(path, xml.data, xml.size, diag);
    buffer_free(&xml);
    return status;
}

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

/* Shows a picture of the report in a cell of the table. */
static void print_cell(struct buffer *markdown, const char *address, const char *name,
                       const char *kind)
{
    bool has_slash = address[strlen(address) - 1] == '/';
    buffer_printf(markdown, "<img width=\"240\" alt=\"%s\" src=\"", kind);
    buffer_html(markdown, address);
    buffer_printf(markdown, has_slash ? "" : "/");
    picture_report_address(markdown, name, kind);
    buffer_printf(markdown, "\"> | ");
}

/* With an address three pictures follow name and reason; a cell is empty without one. */
static void print_row(struct buffer *markdown, const struct picture_result *result,
                      const char *address)
{
    char reason[PICTURE_REASON_BYTES];
    picture_reason(result, reason);
    buffer_printf(markdown, "| ");
    print_code(markdown, result->name);
    buffer_printf(markdown, address ? "<br>" : " | ");
    print_code(markdown, reason);
    buffer_printf(markdown, " | ");
    if (address) {
        bool is_pair = result->verdict == PICTURE_DIFFERENT;
        bool has_diff = is_pair && result->pair.comparison.verdict != COMPARISON_SIZES_DIFFER;
        const struct {
            const char *kind;
            bool is_there;
        } cells[] = {{"before", is_pair || result->verdict == PICTURE_REMOVED},
                     {"after", is_pair || result->verdict == PICTURE_ADDED},
                     {"diff", has_diff}};
        for (size_t i = 0; i < COUNT_OF(cells); i++) {
            if (cells[i].is_there) {
                print_cell(markdown, address, result->name, cells[i].kind);
            } else {
                buffer_printf(markdown, "| ");
            }
        }
    }
    buffer_printf(markdown, "\n");
}

/* Rows until one of the bounds; returns how many. */
static size_t print_rows(struct buffer *markdown, const struct picture_results *results,
                         const char *address)
{
    size_t rows = 0;
    size_t rows_max = address ? PICTURE_MARKDOWN_SHOWN : PICTURE_MARKDOWN_ROWS;
    for (size_t i = 0; i < results->count && rows < rows_max; i++) {
        size_t before = markdown->size;
        if (results->items[i].verdict == PICTURE_SAME) {
            continue;
        }
        print_row(markdown, &results->items[i], address);
        if (markdown->size > PICTURE_MARKDOWN_BYTES) {
            markdown->size = before;
            break;
        }
        rows++;
    }
    return rows;
}

enum adtmap_status picture_results_write_markdown(const struct picture_results *results,
                                                  const char *address, const char *path,
                                                  const struct diag *diag)
{
    struct buffer markdown = {0};
    size_t differing = results->count - results->counts[PICTURE_SAME];
    buffer_printf(&markdown, "**");
    picture_results_headline(results, &markdown);
    buffer_printf(&markdown, "**");
    if (differing > 0) {
        buffer_printf(&markdown, ": ");
        picture_results_counts(results, PICTURE_DIFFERENT, &markdown);
        buffer_printf(&markdown, address ? "\n\n| picture | before | after | difference |\n"
                                           "|---|---|---|---|"
                                         : "\n\n| picture | |\n|---|---|");
    }
    buffer_u8(&markdown, '\n');
    size_t rows = print_rows(&markdown, results, address);
    if (differing > rows) {
        buffer_printf(&markdown, "\n... and %zu more.\n", differing - rows);
    }
    enum adtmap_status status = markdown.failed
                                    ? diag_fail_memory(diag)
                                    : output_write(path, markdown.data, markdown.size, diag);
    buffer_free(&markdown);
    return status;
}

static void add_result(struct json *json, const struct picture_result *result)
{
    bool is_read = result->verdict == PICTURE_SAME || result->verdict == PICTURE_DIFFERENT;
    json_object(json, NULL);
    json_string(json, "name", result->name);
    json_string(json, "verdict", picture_verdict_name(result->verdict));
    if (result->verdict == PICTURE_UNREADABLE) {
        json_string(json, "problem", result->problem);
    } else if (is_read && result->pair.comparison.verdict != COMPARISON_SIZES_DIFFER) {
        picture_pair_describe(&result->pair, json);
    }
    json_end(json);
}

void picture_results_json(const struct picture_results *results, struct buffer *text)
{
    struct json json = json_to(text, JSON_INDENTED);
    json_object(&json, NULL);
    json_object(&json, "counts");
    for (int i = 0; i < PICTURE_VERDICTS; i++) {
        json_number(&json, picture_verdict_name((enum picture_verdict)i),
                    (double)results->counts[i]);
    }
    json_end(&json);
    json_array(&json, "pictures");
    for (size_t i = 0; i < results->count; i++) {
        add_result(&json, &results->items[i]);
    }
    json_end(&json);
    json_end(&json);
}
