/* Compares the PNG files of two folders by their names, at any depth. */
#ifndef CLI_DIFF_PICTURE_FOLDERS_H
#define CLI_DIFF_PICTURE_FOLDERS_H

#include "base/buffer.h"
#include "cli/diff/picture_pair.h"

/* Bounds, see docs/security.md. */
enum {
    PICTURE_FOLDERS_DEPTH_MAX = 20,
};

enum picture_verdict {
    PICTURE_SAME,
    PICTURE_DIFFERENT,
    PICTURE_ADDED,      /* in the second folder only */
    PICTURE_REMOVED,    /* in the first folder only */
    PICTURE_UNREADABLE, /* one of them */
    PICTURE_VERDICTS
};

struct picture_result {
    char *name; /* below the folders, from malloc */
    enum picture_verdict verdict;
    struct picture_pair pair; /* of PICTURE_SAME and PICTURE_DIFFERENT; without paths */
    char problem[256];        /* of PICTURE_UNREADABLE */
};

/* In byte order of names. Zero-initialised: empty. */
struct picture_results {
    struct picture_result *items;
    size_t count;
    size_t counts[PICTURE_VERDICTS];
};

/* "same", "different", ... */
const char *picture_verdict_name(enum picture_verdict verdict);

/*
 * Compares all pictures of two folders, with OpenMP threads. Files and folders that begin with a
 * dot are skipped. Of pictures that differ, `report` gets NAME.before.png, NAME.after.png and
 * NAME.diff.png, unless it is NULL; of one that a folder lacks, that of the other. A picture that
 * cannot be read is a result; failures are ADTMAP_NOT_FOUND if there is no picture, ADTMAP_IO,
 * ADTMAP_NO_MEMORY. Free the results in any case.
 */
enum adtmap_status picture_folders_compare(const char *const folders[2],
                                           const struct picture_limits *limits, const char *report,
                                           const struct diag *diag,
                                           struct picture_results *results);
void picture_results_free(struct picture_results *results);

/* "512 pixels differ, by up to 12, PSNR 51.20 dB", or why a picture is not the same. */
enum { PICTURE_REASON_BYTES = 320 };
void picture_reason(const struct picture_result *result, char text[PICTURE_REASON_BYTES]);

/* Appends the address of a picture below the report: "deep%20folder/NAME.before.png". `kind` is
 * "before", "after" or "diff". */
void picture_report_address(struct buffer *text, const char *name, const char *kind);

/* Appends "1 picture differs", "3 of 12 pictures differ" or "All 12 pictures are the same". */
void picture_results_headline(const struct picture_results *results, struct buffer *text);

/* Appends "9 the same, 2 different, 1 added": verdicts from `first` on that a picture has. */
void picture_results_counts(const struct picture_results *results, enum picture_verdict first,
                            struct buffer *text);

/* Writes DIR/index.html, which shows what differs, with the pictures that the comparison has left
 * in DIR. */
enum adtmap_status picture_results_write_html(const struct picture_results *results,
                                              const char *report, const struct diag *diag);

/* Writes the results as JUnit XML, a test case for each picture, to a file, device or pipe. */
enum adtmap_status picture_results_write_junit(const struct picture_results *results,
                                               const char *path, const struct diag *diag);

/*
 * Writes the results as Markdown, for the summary of a job or a comment on a change: a line of
 * counts and a table of what is not the same. With the address at which the report is published it
 * shows the report's pictures. Names are shown as they are, whatever they contain. Hosts take
 * comments of 65536 characters.
 */
enum {
    PICTURE_MARKDOWN_ROWS = 100,
    PICTURE_MARKDOWN_SHOWN = 40, /* rows with pictures */
    PICTURE_MARKDOWN_BYTES = 60000,
};
enum adtmap_status picture_results_write_markdown(const struct picture_results *results,
                                                  const char *address, const char *path,
                                                  const struct diag *diag);

/* Appends the results as a JSON object: counts, and pictures with name, verdict, and figures or
 * problem. */
void picture_results_json(const struct picture_results *results, struct buffer *text);

#endif
