/* The files of a report that a user asks for. */
#ifndef CLI_DIFF_REPORT_FILES_H
#define CLI_DIFF_REPORT_FILES_H

#include "cli/diff/report.h"
#include "cli/options/option_text.h"

/* The files that are asked for; NULL: not. */
struct report_files {
    const char *page; /* a folder */
    const char *junit;
    const char *markdown;
    const char *pictures_at; /* the address of the page's folder, for Markdown; NULL: not known */
};

/* Their options, under a title of the help. */
struct option_table report_files_table(const char *title, struct report_files *files);

/* False, explained in `problem`, if the address is none, or goes with nothing. */
bool report_check_address(const struct report_files *files, char problem[OPTION_PROBLEM_BYTES]);

/* Whether the two that are no page can be written, before anything is compared. Fails as
 * output_check. */
enum adtmap_status report_check(const struct report_files *files, const struct diag *diag);

/* Writes them. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status report_write(const struct report *report, const struct report_files *files,
                                const struct diag *diag);

#endif
