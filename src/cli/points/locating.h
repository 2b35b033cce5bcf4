/*
 * A run of locate: lines of points are read into a batch (locating_read.c), whose points are looked
 * at map by map and tile by tile, and written in the order in which they came (locating_write.c). A
 * batch bounds memory; the tiles that it needs stay in the caches of the data for the next.
 */
#ifndef CLI_POINTS_LOCATING_H
#define CLI_POINTS_LOCATING_H

#include "cli/common.h"
#include "cli/points/point_chat.h"
#include "cli/points/point_form.h"
#include "cli/points/point_maps.h"
#include "cli/points/point_movers.h"
#include "cli/points/point_record.h"
#include "cli/session.h"
#include "output/points/point_columns.h"
#include "output/points/point_file.h"

enum {
    BATCH_POINTS = 1 << 16,
    BATCH_BYTES = 16 << 20,
};

/* How lines of points are written, or AUTO: as they look, or as the input has them. */
enum text_kind { TEXT_AUTO, TEXT_TSV, TEXT_CSV, TEXT_JSONL, TEXT_GPS };

struct locate_options {
    struct session_input data;
    const char *map;
    const char *parent;
    const char *columns;
    enum text_kind input, output;
    bool surfaces, from_percent;
    struct option_optional_real check;
    const char *fliers, *swimmers;
    const char *sql;
    struct common_options common;
};

/* One run of the command. */
struct locating {
    struct session *session;
    const struct locate_options *options;
    struct point_maps maps;
    size_t only; /* the map of -m; SIZE_MAX: any */
    struct zones zones;
    bool has_zones; /* they have been read */
    enum point_kind kind, output;
    struct point_columns columns; /* of the first file, and of the output */
    struct point_columns members; /* of the JSON object that was split last */
    bool has_dropped;             /* it was said that a member has no column */
    bool has_said_reading;        /* it was said that two numbers are yards */
    bool has_said_columns;        /* it was said that --columns does not count */
    struct point_movers fliers, swimmers;
    bool has_header; /* the output has its line of names */
    struct point_fields fields;
    struct buffer text;
    struct point_record *records;
    size_t count;
    struct adtmap_point *points; /* of one map, while a batch is answered */
    struct adtmap_place *places;
    struct buffer out;
    bool failed;      /* cannot go on */
    size_t bad_lines; /* that were left out, or have no facts */
    size_t wrong;     /* points that a check found */
    struct point_chat chat;
};

/* Whether the arguments of the command are a point: X, Y and perhaps Z. */
bool locating_is_point(const struct operands *operands);

/* Reads the point or the files that are the session's operands, or standard input, and answers
 * them. */
void locating_run(struct locating *locating);

/* Splits a line into the columns, which a JSON object has of its own. NULL, or what is wrong. */
const char *locating_split(struct locating *locating, const char *line, size_t length);

/* The columns of the line that was split. */
const struct point_columns *locating_columns(const struct locating *locating);

/* Reports a line as a warning: many of one kind are counted. A point_movers_complaint, whose user
 * is the struct locating. */
void locating_warn(void *user, const char *file, uint64_t line, const char *what);

/* Finds the columns of fliers and swimmers among those of the line. NULL, or what is wrong. */
const char *locating_find_movers(struct locating *locating);

/* The map that a text names, or that of -m. False, with `problem`, for one that cannot be
 * opened. */
bool locating_find_map(struct locating *locating, const char *text, size_t *map, char problem[256]);

/* What a text that is no place means: nothing, among the lines of a chat, or a mistake. */
enum form_use { FORM_IN_CHAT, FORM_ALONE };

/* Turns a place in a form of point_form.h into a line of TSV with the columns map, x, y and z,
 * where names are zones and maps of the data; `file` is for messages. False: it is none; *problem
 * then says what is wrong, or is NULL where nothing is meant. */
bool locating_read_form(struct locating *locating, const char *text, const char *file,
                        enum form_use use, char line[256], const char **problem);

/* Says of two numbers that may be per cent, once, that they are read as yards. */
void locating_say_reading(struct locating *locating, const char *file, double x, double y);

/* Answers and writes the lines of the batch, which is empty afterwards. */
void locating_end_batch(struct locating *locating, const char *file);

/* Writes the line of names, for a file without lines, and what is still in memory. */
void locating_end_file(struct locating *locating);

#endif
