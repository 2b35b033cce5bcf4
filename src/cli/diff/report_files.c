/* Checks the files before anything is compared, and writes them at the end. */
#include "cli/diff/report_files.h"

#include "base/text.h"
#include "os/output_file.h"

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
