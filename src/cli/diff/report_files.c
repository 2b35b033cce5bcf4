/* Checks the files before anything is compared, and writes them at the end. */
#include "cli/diff/report_files.h"

#include "base/size.h"
#include "base/text.h"
#include "cli/options/option_kinds.h"
#include "os/output_file.h"

#define FIELD(member) .offset = offsetof(struct report_files, member)

static const struct option_row rows[] = {
    {.name = "report",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(page),
     .is_path = true,
     .help = "writes DIR/index.html, which shows each picture that differs before, after, and what "
             "differs, side by side or under a slider, and enlarges it; of two output folders "
             "'diff' has no pictures"},
    {.name = "junit",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(junit),
     .is_path = true,
     .help = "writes the results as JUnit XML: a test case for each picture; of 'diff' for each "
             "tile, model or zone that differs, and each map that is the same"},
    {.name = "markdown",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(markdown),
     .is_path = true,
     .help = "writes the results as Markdown, for the summary of a job or a comment"},
    {.name = "pictures-at",
     .argument = "URL",
     .kind = &option_string,
     FIELD(pictures_at),
     .help = "with --markdown and --report: the address at which DIR will be published, from which "
             "the Markdown shows its pictures"},
};

struct option_table report_files_table(const char *title, struct report_files *files)
{
    return (struct option_table){title, rows, COUNT_OF(rows), files};
}

bool report_check_address(const struct report_files *files, char problem[OPTION_PROBLEM_BYTES])
{
    if (!files->pictures_at) {
        return true;
    }
    if (!files->page || !files->markdown) {
        return option_wrong(problem, "--pictures-at goes with --markdown and --report");
    }
    return text_is_address(files->pictures_at) ||
           option_wrong(problem,
                        "--pictures-at: '%.64s' is no address: it begins with https:// or http://",
                        files->pictures_at);
}

enum adtmap_status report_check(const struct report_files *files, const struct diag *diag)
{
    enum adtmap_status status = files->junit ? output_check(files->junit, diag) : ADTMAP_OK;
    return !status && files->markdown ? output_check(files->markdown, diag) : status;
}

enum adtmap_status report_write(const struct report *report, const struct report_files *files,
                                const struct diag *diag)
{
    enum adtmap_status status =
        files->page ? report_write_html(report, files->page, diag) : ADTMAP_OK;
    if (!status && files->junit) {
        status = report_write_junit(report, files->junit, diag);
    }
    return !status && files->markdown
               ? report_write_markdown(report, files->pictures_at, files->markdown, diag)
               : status;
}
