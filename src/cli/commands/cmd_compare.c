/* adtmap compare: whether two pictures are the same, by how much they differ, and where. */
#include <math.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/write_png.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/session.h"
#include "codec/compare.h"
#include "os/output_file.h"

struct compare_options {
    const char *diff;
    struct option_optional_real max_diff;
    struct option_optional_real min_psnr_db;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct compare_options, member)

static const struct option_row rows[] = {
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

/* What is compared, and what came of it. */
struct comparing {
    const char *paths[2];
    struct picture pictures[2];
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

static cJSON *picture_json(const char *path, const struct picture *picture)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "file", path);
    cJSON_AddNumberToObject(entry, "width", picture->width);
    cJSON_AddNumberToObject(entry, "height", picture->height);
    return entry;
}

static bool print_json(struct messages *messages, const struct comparing *comparing)
{
    cJSON *document = cJSON_CreateObject();
    common_json_put(document, "a", picture_json(comparing->paths[0], &comparing->pictures[0]));
    common_json_put(document, "b", picture_json(comparing->paths[1], &comparing->pictures[1]));
    cJSON_AddBoolToObject(document, "same", comparing->same);
    if (comparing->comparison.verdict != COMPARISON_SIZES_DIFFER) {
        add_figures(document, comparing);
    }
    return common_print_json(messages, document);
}

static void print_text(const struct comparing *comparing)
{
    const struct comparison *comparison = &comparing->comparison;
    const struct picture *a = &comparing->pictures[0];
    const struct picture *b = &comparing->pictures[1];
    printf("%s, %s: ", comparing->paths[0], comparing->paths[1]);
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

static enum adtmap_status write_differences(const struct comparing *comparing, const char *path,
                                            const struct diag *diag)
{
    struct picture drawn = {0};
    enum adtmap_status status =
        compare_draw(&comparing->pictures[0], &comparing->pictures[1], diag, &drawn);
    if (status == ADTMAP_OK) {
        const struct png_image image = {drawn.rgba, drawn.width, drawn.height,
                                        (size_t)drawn.width * 4};
        const struct png_options rgb = {.kind = PNG_KIND_RGB};
        status = write_png(path, &image, &rgb, diag->log, diag->failure);
    }
    picture_free(&drawn);
    return status;
}

static enum adtmap_status compare_files(struct comparing *comparing,
                                        const struct compare_options *options, struct diag *diag)
{
    enum adtmap_status status = options->diff ? write_png_check(options->diff, diag) : ADTMAP_OK;
    for (int i = 0; i < 2 && status == ADTMAP_OK; i++) {
        diag->file = comparing->paths[i];
        status = picture_read_png(comparing->paths[i], diag, &comparing->pictures[i]);
    }
    if (status != ADTMAP_OK) {
        return status;
    }
    compare_pictures(&comparing->pictures[0], &comparing->pictures[1], &comparing->comparison);
    judge(options, comparing);
    if (options->diff && comparing->comparison.verdict != COMPARISON_SIZES_DIFFER) {
        status = write_differences(comparing, options->diff, diag);
    }
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
    struct comparing comparing = {.paths = {paths[0], paths[1]}};
    enum exit_status left = EXIT_NOT_RUN;
    if (compare_files(&comparing, options, &diag) == ADTMAP_OK) {
        left = report(&comparing, options, session->messages);
    } else {
        messages_write(session->messages, &failure);
    }
    picture_free(&comparing.pictures[0]);
    picture_free(&comparing.pictures[1]);
    return left;
}

static enum exit_status run(int argc, char **argv)
{
    struct compare_options options = {0};
    const struct option_table tables[] = {
        {"Comparing", rows, COUNT_OF(rows), &options},
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
