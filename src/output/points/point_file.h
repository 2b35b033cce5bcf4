/* The lines of a file of points, or of standard input, one after the other in bounded memory. */
#ifndef OUTPUT_POINTS_POINT_FILE_H
#define OUTPUT_POINTS_POINT_FILE_H

#include <stdio.h>

#include "output/points/point_text.h"

enum {
    POINT_LINE_MAX = 1 << 20,        /* bytes of a line */
    POINT_WRONG_LINES_MAX = 1 << 18, /* that readers leave out, before they give a file up */
};

struct point_file {
    FILE *file; /* NULL: `bytes` has what it would */
    const uint8_t *bytes;
    size_t bytes_left;
    const char *name;    /* for messages */
    uint64_t line;       /* number of the line that was begun last */
    uint64_t extra;      /* ends of lines within it */
    const char *problem; /* of a POINT_LINE_WRONG; static storage */
    uint32_t wrong_lines;
    struct buffer buffer;
    size_t begin, end; /* what is in the buffer and not yet read */
    bool is_at_end;
};

enum point_line { POINT_LINE, POINT_LINE_WRONG, POINT_LINE_END, POINT_LINE_FAILED };

/*
 * The next line that is not empty, without its end (LF or CR LF), valid until the next call; a byte
 * order mark at the beginning of the file is left out. A CSV line goes on over ends of lines within
 * quotes. A line above POINT_LINE_MAX is passed over: POINT_LINE_WRONG. So is one with a quote that
 * does not end within POINT_LINE_MAX bytes; reading goes on behind the line where it opened, which
 * is then `line`. POINT_LINE_FAILED: errno says why.
 */
enum point_line point_file_next(struct point_file *file, enum point_kind kind, const char **line,
                                size_t *length);

/* Counts a line that is left out. False where a file has so many of them that what follows is not
 * worth reading; standard input, which may never end, goes on. */
bool point_file_goes_on(struct point_file *file);

/* What is said then, of the line that was begun last. */
extern const char *const point_file_given_up;

/* The kind that the first line that is not empty has: a JSON object, behind blanks or not, tabs,
 * commas, or as many semicolons as commas. TSV for an empty file. */
enum point_kind point_file_kind(struct point_file *file);

/* Which of the two kinds of CSV it has, where it is known to be one. */
enum point_kind point_file_csv_kind(struct point_file *file);

/*
 * A line that is not empty, without its end, which stays to be read: the first, or the next one
 * behind the end of such a line. Only what is in the buffer is looked at: *length is 0 at its end.
 */
const char *point_file_look(struct point_file *file, const char *behind, size_t *length);

/* Whether a table can begin with such a line: one of several columns, or a JSON object. */
bool point_file_may_be_table(const char *line, size_t length);

/* Whether a line is one of a server's chat: "Map: 0 ..." or "X: ... Y: ...". */
bool point_file_is_chat(const char *line, size_t length);

void point_file_close(struct point_file *file);

#endif
