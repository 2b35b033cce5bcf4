/* adtmap compare: whether two pictures are the same, by how much they differ, and where. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/session.h"
#include "cli/write_png.h"
#include "codec/compare.h"
#include "codec/png/png_read.h"
#include "codec/png/png_stream.h"
#include "os/output_file.h"
#include "os/thread.h"

struct compare_options {
    const char *diff;
    struct option_optional_real max_diff;
    struct option_optional_real min_psnr_db;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct compare_options, member)

static const struct option_row option_rows[] = {
    {.name = "diff",
     .argument = "OUT",
     .kind = &option_string,
     FIELD(diff),
     .help = "draws the differences to this PNG file, device or pipe; - is standard output and "
             "goes with --quiet"},
    {.name = "max-diff",
     .argument = "N",
     .kind = &option_real,
     FIELD(max_diff),
     .low = 0,
     .high = 65535,
     .help = "counts as the same when no channel of a pixel differs by more; of 16-bit greys in "
             "their own unit, else in 1/255"},
    {.name = "min-psnr",
     .argument = "DB",
     .kind = &option_real,
     FIELD(min_psnr_db),
     .low = 0,
     .high = 200,
     .help = "counts as the same when the PSNR is at least this, in dB"},
};

/* One of the two pictures. */
struct side {
    const char *path;
    struct png_rows *rows;
    uint32_t width;
    uint32_t height;
    uint8_t *rgba; /* the row under comparison */
};

/* What is compared, and the result. */
struct comparing {
    struct side sides[2];
    struct comparison comparison;
    unsigned largest; /* greatest difference in any channel */
    bool same;
};

/* Without thresholds every difference counts; with both, both must hold. */
static void judge(const struct compare_options *options, struct comparing *comparing)
{
    const struct comparison *comparison = &comparing->comparison;
    comparing->largest = comparison->largest_grey16;
    for (int i = 0; i < 4; i++) {
        bool larger = comparison->largest[i] > comparing->largest;
        comparing->largest = larger ? comparison->largest[i] : comparing->largest;
    }
    if (comparison->verdict == COMPARISON_SIZES_DIFFER) {
        return;
    }
    const struct option_optional_real *most = &options->max_diff;
    const struct option_optional_real *least = &options->min_psnr_db;
    bool near = most->given || least->given;
    near = near && (!most->given || comparing->largest <= (double)most->value);
    near = near && (!least->given || comparison->psnr_db >= (double)least->value);
    comparing->same = comparison->verdict == COMPARISON_EQUAL || near;
}

static void add_figures(cJSON *document, const struct comparing *comparing)
{
    const struct comparison *comparison = &comparing->comparison;
    cJSON_AddNumberToObject(document, "differing_pixels", (double)comparison->differing_pixels);
    cJSON_AddNumberToObject(document, "max_diff", comparing->largest);
    if (isfinite(comparison->psnr_db)) {
        cJSON_AddNumberToObject(document, "psnr_db", comparison->psnr_db);
    } else {
        cJSON_AddNullToObject(document, "psnr_db"); /* JSON has no infinity */
    }
    cJSON_AddNumberToObject(document, "ssim", comparison->ssim);
    if (comparison->differing_pixels > 0) {
        const double box[] = {comparison->left, comparison->top, comparison->right,
                              comparison->bottom};
        const double first[] = {comparison->first_x, comparison->first_y};
        common_json_put(document, "first", cJSON_CreateDoubleArray(first, 2));
        common_json_put(document, "box", cJSON_CreateDoubleArray(box, 4));
    }
}

static cJSON *side_json(const struct side *side)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "file", side->path);
    cJSON_AddNumberToObject(entry, "width", side->width);
    cJSON_AddNumberToObject(entry, "height", side->height);
    return entry;
}

static bool print_json(struct messages *messages, const struct comparing *comparing)
{
    cJSON *document = cJSON_CreateObject();
    common_json_put(document, "a", side_json(&comparing->sides[0]));
    common_json_put(document, "b", side_json(&comparing->sides[1]));
    cJSON_AddBoolToObject(document, "same", comparing->same);
    if (comparing->comparison.verdict != COMPARISON_SIZES_DIFFER) {
        add_figures(document, comparing);
    }
    return common_print_json(messages, document);
}

static void print_text(const struct comparing *comparing)
{
    const struct comparison *comparison = &comparing->comparison;
    const struct side *a = &comparing->sides[0];
    const struct side *b = &comparing->sides[1];
    printf("%s, %s: ", a->path, b->path);
    if (comparison->verdict == COMPARISON_SIZES_DIFFER) {
        printf("sizes differ, %ux%u and %ux%u\n", (unsigned)a->width, (unsigned)a->height,
               (unsigned)b->width, (unsigned)b->height);
        return;
    }
    if (comparison->verdict == COMPARISON_EQUAL) {
        puts("the same");
        return;
    }
    double pixels = (double)a->width * a->height;
    printf("%s\n", comparing->same ? "different, within the limits" : "different");
    printf("  %llu pixels (%.3g %%) differ, by up to %u\n",
           (unsigned long long)comparison->differing_pixels,
           100.0 * (double)comparison->differing_pixels / pixels, comparing->largest);
    printf("  PSNR %.2f dB, SSIM %.5f\n", comparison->psnr_db, comparison->ssim);
    printf("  first at %u,%u; all inside %u,%u to %u,%u\n", (unsigned)comparison->first_x,
           (unsigned)comparison->first_y, (unsigned)comparison->left, (unsigned)comparison->top,
           (unsigned)comparison->right, (unsigned)comparison->bottom);
}

static enum exit_status report(const struct comparing *comparing,
                               const struct compare_options *options, struct messages *messages)
{
    if (options->common.json) {
        if (!print_json(messages, comparing)) {
            return EXIT_NOT_RUN;
        }
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        print_text(comparing);
    }
    return comparing->same ? EXIT_OK : EXIT_PARTIAL;
}

/* The picture of the differences under way; without one, `stream` is NULL. */
struct drawing {
    struct png_stream *stream;
    struct buffer file;
    uint8_t *rgba;
    uint8_t *packed;
};

static enum adtmap_status open_drawing(struct drawing *drawing, const struct side *side,
                                       const struct diag *diag)
{
    const struct png_options rgb = {.kind = PNG_KIND_RGB};
    drawing->rgba = malloc((size_t)side->width * 4);
    drawing->packed = malloc((size_t)side->width * 4);
    if (!drawing->rgba || !drawing->packed) {
        return diag_fail_memory(diag);
    }
    return png_stream_open_buffer(&drawing->file, side->width, side->height, &rgb,
                                  thread_core_count(), diag, &drawing->stream);
}

static enum adtmap_status draw_row(struct drawing *drawing, const struct comparison_row rows[2],
                                   uint32_t width)
{
    compare_draw_row(&rows[0], &rows[1], width, drawing->rgba);
    png_pack_kind(PNG_KIND_RGB, drawing->rgba, width, drawing->packed);
    return png_stream_rows(drawing->stream, drawing->packed, 1, 0);
}

static enum adtmap_status write_drawing(struct drawing *drawing, const char *path,
                                        const struct diag *diag)
{
    enum adtmap_status status = png_stream_commit(drawing->stream);
    drawing->stream = NULL;
    return status ? status : output_write(path, drawing->file.data, drawing->file.size, diag);
}

static void close_drawing(struct drawing *drawing)
{
    png_stream_abort(drawing->stream);
    buffer_free(&drawing->file);
    free(drawing->rgba);
    free(drawing->packed);
}

static enum adtmap_status open_side(struct side *side, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, side->path);
    enum adtmap_status status =
        png_rows_open(side->path, &at_path, &side->rows, &side->width, &side->height);
    if (!status) {
        side->rgba = malloc((size_t)side->width * 4);
        status = side->rgba ? ADTMAP_OK : diag_fail_memory(&at_path);
    }
    return status;
}

static void close_side(struct side *side)
{
    png_rows_close(side->rows);
    free(side->rgba);
}

static enum adtmap_status next_row(struct side *side, struct comparison_row *row)
{
    enum adtmap_status status = png_rows_next(side->rows, side->rgba);
    *row = (struct comparison_row){side->rgba, png_rows_grey16(side->rows)};
    return status;
}

static enum adtmap_status compare_row(struct comparing *comparing, struct comparer *comparer,
                                      struct drawing *drawing)
{
    struct comparison_row rows[2];
    enum adtmap_status status = next_row(&comparing->sides[0], &rows[0]);
    if (!status) {
        status = next_row(&comparing->sides[1], &rows[1]);
    }
    if (!status) {
        comparer_add(comparer, &rows[0], &rows[1]);
    }
    return !status && drawing->stream ? draw_row(drawing, rows, comparing->sides[0].width) : status;
}

/* Reads both pictures once, side by side. */
static enum adtmap_status compare_rows(struct comparing *comparing, struct drawing *drawing,
                                       const struct diag *diag)
{
    const struct side *side = &comparing->sides[0];
    struct comparer *comparer = comparer_create(side->width, side->height);
    enum adtmap_status status = comparer ? ADTMAP_OK : diag_fail_memory(diag);
    for (uint32_t y = 0; y < side->height && !status; y++) {
        status = compare_row(comparing, comparer, drawing);
    }
    if (!status) {
        comparer_finish(comparer, &comparing->comparison);
    }
    comparer_destroy(comparer);
    return status;
}

static bool have_one_size(const struct side sides[2])
{
    return sides[0].width == sides[1].width && sides[0].height == sides[1].height;
}

static enum adtmap_status compare_files(struct comparing *comparing,
                                        const struct compare_options *options,
                                        const struct diag *diag)
{
    struct drawing drawing = {0};
    const struct diag at_diff = diag_at(diag, options->diff);
    enum adtmap_status status = options->diff ? write_png_check(options->diff, diag) : ADTMAP_OK;
    for (int i = 0; i < 2 && !status; i++) {
        status = open_side(&comparing->sides[i], diag);
    }
    if (!status && !have_one_size(comparing->sides)) {
        comparing->comparison.verdict = COMPARISON_SIZES_DIFFER;
        return ADTMAP_OK;
    }
    if (!status && options->diff) {
        status = open_drawing(&drawing, &comparing->sides[0], &at_diff);
    }
    if (!status) {
        status = compare_rows(comparing, &drawing, diag);
    }
    if (!status && options->diff) {
        status = write_drawing(&drawing, options->diff, &at_diff);
    }
    close_drawing(&drawing);
    return status;
}

static enum exit_status compare(struct session *session, const void *given)
{
    const struct compare_options *options = given;
    char *const *paths = session->operands.items;
    if (options->diff && output_is_stdout(options->diff) &&
        (options->common.json || options->common.verbosity != VERBOSITY_QUIET)) {
        command_line_wrong(session->line,
                           "--diff %s needs --quiet: standard output takes one of "
                           "picture and result",
                           options->diff);
        return EXIT_NOT_RUN;
    }
    struct adtmap_message failure = {0};
    struct diag diag = {NULL, messages_log(session->messages), &failure};
    struct comparing comparing = {.sides = {{.path = paths[0]}, {.path = paths[1]}}};
    enum exit_status left = EXIT_NOT_RUN;
    if (compare_files(&comparing, options, &diag) == ADTMAP_OK) {
        judge(options, &comparing);
        left = report(&comparing, options, session->messages);
    } else {
        messages_write(session->messages, &failure);
    }
    close_side(&comparing.sides[0]);
    close_side(&comparing.sides[1]);
    return left;
}

static enum exit_status run(int argc, char **argv)
{
    struct compare_options options = {0};
    const struct option_table tables[] = {
        {"Comparing", option_rows, COUNT_OF(option_rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_compare.name,
        .synopsis = "A.png B.png [options]",
        .about = "Compares the pixels of two pictures. Leaves with 0 when they are the same (or "
                 "within the limits given), 1 when they differ, 2 when they cannot be read.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 2,
        .operands_max = 2,
        .operand = "PNG",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, compare, &options);
}

const struct command command_compare = {"compare", "tells whether two pictures are the same", run};
