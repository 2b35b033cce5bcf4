/* Compares the PNG files of two folders by their names, at any depth. */
#ifndef CLI_DIFF_PICTURE_FOLDERS_H
#define CLI_DIFF_PICTURE_FOLDERS_H

#include "base/buffer.h"
#include "cli/diff/picture_pair.h"
#include "cli/diff/report.h"

/* Bounds, see docs/security.md. */
enum {
    PICTURE_FOLDERS_DEPTH_MAX = 20,
};

struct picture_result {
    char *name; /* below the folders, from malloc */
    enum report_verdict verdict;
    struct picture_pair pair;     /* of REPORT_SAME and REPORT_DIFFERENT; without paths */
    char problem[256];            /* of REPORT_UNREADABLE, and of `unwritten` */
    enum adtmap_status unwritten; /* what kept its pictures out of the report; ADTMAP_OK: nothing */
};

/* In byte order of names. Zero-initialised: empty. */
struct picture_results {
    struct picture_result *items;
    size_t count;
};

/*
 * Compares all pictures of two folders, with OpenMP threads. Files and folders that begin with a
 * dot are skipped. Of pictures that differ, `report` gets NAME.before.png, NAME.after.png and
 * NAME.diff.png, unless it is NULL; of one that a folder lacks, that of the other. A picture that
 * cannot be read is a result; failures are ADTMAP_NOT_FOUND if there is no picture, ADTMAP_IO, also
 * of a picture of the report that cannot be written, ADTMAP_NO_MEMORY. Free the results in any
 * case.
 */
enum adtmap_status picture_folders_compare(const char *const folders[2],
                                           const struct picture_limits *limits, const char *report,
                                           const struct diag *diag,
                                           struct picture_results *results);
void picture_results_free(struct picture_results *results);

/* Adds them to a report as a part, which borrows them; NULL when out of memory. The pictures of its
 * page are those that the comparison has left. */
struct report_part *picture_results_report(const struct picture_results *results,
                                           struct report *report);

#endif
