/* adtmap compare: whether pictures are the same, by how much they differ, and where. */
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/diff/picture_folders.h"
#include "cli/diff/report_files.h"
#include "cli/options/option_kinds.h"
#include "cli/session.h"
#include "os/file.h"
#include "os/output_file.h"

struct compare_options {
    const char *diff;
    struct report_files files;
    struct picture_limits limits;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct compare_options, member)

static const struct option_row option_rows[] = {
    {.name = "diff",
     .argument = "OUT",
     .kind = &option_string,
     FIELD(diff),
     .is_path = true,
     .help = "draws the differences to this PNG file, device or pipe; - is standard output and "
             "goes with --quiet"},
    {.name = "max-diff",
     .argument = "N",
     .kind = &option_real,
     FIELD(limits.max_diff),
     .low = 0,
     .high = 65535,
     .help = "counts as the same when no channel of a pixel differs by more; of 16-bit greys in "
             "their own unit, else in 1/255"},
    {.name = "min-psnr",
     .argument = "DB",
     .kind = &option_real,
     FIELD(limits.min_psnr_db),
     .low = 0,
     .high = 200,
     .help = "counts as the same when the PSNR is at least this, in dB"},
};

static bool print_json(struct messages *messages, const struct picture_pair *pair)
{
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_INDENTED);
    json_object(&json, NULL);
    for (int side = 0; side < 2; side++) {
        json_object(&json, side == 0 ? "a" : "b");
        json_string(&json, "file", pair->paths[side]);
        json_number(&json, "width", pair->width[side]);
        json_number(&json, "height", pair->height[side]);
        json_end(&json);
    }
    json_bool(&json, "same", pair->same);
    if (pair->comparison.verdict != COMPARISON_SIZES_DIFFER) {
        picture_pair_describe(pair, &json);
    }
    json_end(&json);
    return common_print_json(messages, &text);
}

static void print_text(const struct picture_pair *pair)
{
    const struct comparison *comparison = &pair->comparison;
    printf("%s, %s: ", pair->paths[0], pair->paths[1]);
    if (comparison->verdict == COMPARISON_SIZES_DIFFER) {
        printf("sizes differ, %ux%u and %ux%u\n", (unsigned)pair->width[0],
               (unsigned)pair->height[0], (unsigned)pair->width[1], (unsigned)pair->height[1]);
        return;
    }
    if (comparison->verdict == COMPARISON_EQUAL) {
        puts("the same");
        return;
    }
    double pixels = (double)pair->width[0] * pair->height[0];
    printf("%s\n", pair->same ? "different, within the limits" : "different");
    bool is_one = comparison->differing_pixels == 1;
    printf("  %llu %s (%.3g %%) %s, by up to %u\n",
           (unsigned long long)comparison->differing_pixels, is_one ? "pixel" : "pixels",
           100.0 * (double)comparison->differing_pixels / pixels, is_one ? "differs" : "differ",
           pair->largest);
    printf("  PSNR %.2f dB, SSIM %.5f\n", comparison->psnr_db, comparison->ssim);
    printf("  first at %u,%u; all inside %u,%u to %u,%u\n", (unsigned)comparison->first_x,
           (unsigned)comparison->first_y, (unsigned)comparison->left, (unsigned)comparison->top,
           (unsigned)comparison->right, (unsigned)comparison->bottom);
}

static enum exit_status compare_files(struct session *session,
                                      const struct compare_options *options)
{
    char *const *paths = session->operands.items;
    struct picture_pair pair = {.paths = {paths[0], paths[1]}};
    if (picture_pair_compare(&pair, &options->limits, options->diff, &session->diag)) {
        return session_fail(session);
    }
    if (options->common.json) {
        if (!print_json(session->messages, &pair)) {
            return EXIT_NOT_RUN;
        }
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        print_text(&pair);
    }
    return pair.same ? EXIT_OK : EXIT_PARTIAL;
}

static void print_counts(const struct report *report)
{
    const size_t count = report_count_all(report);
    printf("%zu %s: %zu the same, %zu different, %zu added, %zu removed, %zu unreadable\n", count,
           count == 1 ? "picture" : "pictures", report_count(report, REPORT_SAME),
           report_count(report, REPORT_DIFFERENT), report_count(report, REPORT_ADDED),
           report_count(report, REPORT_REMOVED), report_count(report, REPORT_UNREADABLE));
}

/* Prints the results, and writes the files that are asked for. */
static enum exit_status report_folders(struct session *session,
                                       const struct compare_options *options,
                                       const struct picture_results *results)
{
    struct report report = {.command = "adtmap compare"};
    enum exit_status left = EXIT_NOT_RUN;
    const struct report_part *part = picture_results_report(results, &report);
    if (!session_check(session, part && report_is_whole(&report)
                                    ? report_write(&report, &options->files, &session->diag)
                                    : diag_fail_memory(&session->diag))) {
        goto end;
    }
    left = report_count(&report, REPORT_SAME) == results->count ? EXIT_OK : EXIT_PARTIAL;
    if (options->common.json) {
        struct buffer text = {0};
        struct json json = json_to(&text, JSON_INDENTED);
        report_json(&json, part);
        left = common_print_json(session->messages, &text) ? left : EXIT_NOT_RUN;
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        report_print(part);
        print_counts(&report);
    }
end:
    report_free(&report);
    return left;
}

static enum exit_status compare_folders(struct session *session,
                                        const struct compare_options *options)
{
    const char *const folders[2] = {session->operands.items[0], session->operands.items[1]};
    struct picture_results results;
    enum exit_status left;
    if (!session_check(session, report_check(&options->files, &session->diag))) {
        return EXIT_NOT_RUN;
    }
    left = picture_folders_compare(folders, &options->limits, options->files.page, &session->diag,
                                   &results)
               ? session_fail(session)
               : report_folders(session, options, &results);
    picture_results_free(&results);
    return left;
}

/* False, said on stderr, for a path that leads nowhere, and for a folder and a file. */
static bool is_pair(const struct session *session, char *const paths[2])
{
    for (int i = 0; i < 2; i++) {
        if (!file_exists(paths[i])) {
            messages_error(session->messages, "%s: no such file or folder", paths[i]);
            return false;
        }
    }
    bool is_folder = file_is_directory(paths[0]);
    if (is_folder != file_is_directory(paths[1])) {
        messages_error(session->messages, "%s: is a folder, and %s is a file: give two of a kind",
                       paths[!is_folder], paths[is_folder]);
        return false;
    }
    return true;
}

static enum exit_status compare(struct session *session, const void *given)
{
    const struct compare_options *options = given;
    char *const *paths = session->operands.items;
    if (!is_pair(session, paths)) {
        return EXIT_NOT_RUN;
    }
    bool are_folders = file_is_directory(paths[0]);
    if (are_folders && options->diff) {
        return session_refuse(session, "--diff goes with two files; of folders, --report shows "
                                       "what differs");
    }
    const struct report_files *files = &options->files;
    const char *of_folders = files->page          ? "report"
                             : files->junit       ? "junit"
                             : files->markdown    ? "markdown"
                             : files->pictures_at ? "pictures-at"
                                                  : NULL;
    if (!are_folders && of_folders) {
        return session_refuse(session, "--%s goes with two folders", of_folders);
    }
    char problem[OPTION_PROBLEM_BYTES];
    if (!report_check_address(files, problem)) {
        return session_refuse(session, "%s", problem);
    }
    if (options->diff && output_is_stdout(options->diff) &&
        (options->common.json || options->common.verbosity != VERBOSITY_QUIET)) {
        return session_refuse(session,
                              "--diff %s needs --quiet: standard output takes one of picture and "
                              "result",
                              options->diff);
    }
    return are_folders ? compare_folders(session, options) : compare_files(session, options);
}

static enum exit_status run(int argc, char **argv)
{
    struct compare_options options = {0};
    const struct option_table tables[] = {
        {"Comparing", option_rows, COUNT_OF(option_rows), &options},
        report_files_table("Reports of two folders", &options.files),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_compare.name,
        .examples = command_compare.examples,
        .synopsis = "A.png B.png | A B  [options]",
        .about = "Compares the pixels of two pictures, or of all PNG files of two folders by their "
                 "names. Leaves with 0 when they are the same (or "
                 "within the limits given), 1 when they differ, 2 when they cannot be read.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 2,
        .operands_max = 2,
        .operand = "PNG",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, compare, &options);
}

const struct command command_compare = {
    "compare",
    "tells whether pictures are the same",
    run,
    {{"adtmap compare before.png after.png --diff difference.png",
      "whether two pictures are the same, and where not"},
     {"adtmap compare before after --report report",
      "the same of all pictures of two folders, with pages"}}};
