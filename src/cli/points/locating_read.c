/* Lines become records: which columns there are, what a line says, what is left out and why. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "cli/points/locating.h"
#include "map/map.h"
#include "os/file.h"

enum { CHAT_LINES = 16 }; /* that are looked at to tell talk from a table */

/* False where the rest of the file is not read. */
static bool leave_out_line(struct locating *locating, struct point_file *file, const char *problem)
{
    char what[256];
    bool goes_on = point_file_goes_on(file);
    snprintf(what, sizeof what, goes_on ? "%s; left out" : "%s",
             goes_on ? problem : point_file_given_up);
    locating_warn(locating, file->name, file->line, what);
    return goes_on;
}

static void leave_out(struct locating *locating, const struct point_file *file, const char *problem)
{
    char what[256];
    snprintf(what, sizeof what, "%s; left out", problem);
    locating_warn(locating, file->name, file->line, what);
}

/* The text of a role's column; NULL where there is none. */
static const char *role_text(const struct locating *locating, enum point_role role)
{
    int column = locating_columns(locating)->roles[role];
    return column >= 0 && (size_t)column < locating->fields.count
               ? locating->fields.fields[column].text
               : NULL;
}

/* Reports what a check needs and a line lacks. */
static void check_columns(struct locating *locating, const char *file,
                          const struct point_record *record)
{
    static const enum point_role checked[] = {ROLE_Z, ROLE_AREA, ROLE_ZONE};
    const double values[] = {record->point.z, record->area, record->zone};
    const struct point_columns *columns = locating_columns(locating);
    if (locating->kind == POINT_JSONL && columns->roles[ROLE_Z] < 0) {
        locating_warn(locating, file, record->line, "no z or position_z; height not checked");
    }
    for (size_t i = 0; i < COUNT_OF(checked); i++) {
        const char *text = role_text(locating, checked[i]);
        int column = columns->roles[checked[i]];
        bool is_known = checked[i] == ROLE_Z ? isfinite(values[i]) : values[i] >= 0;
        if (column >= 0 && !is_known) {
            char what[256];
            snprintf(what, sizeof what, "%.100s %s; not checked", columns->names[column],
                     !text || !*text       ? "is missing"
                     : isfinite(values[i]) ? "is below 0"
                                           : "is not a number");
            locating_warn(locating, file, record->line, what);
        }
    }
}

/* Whether the map of a line is that of -m, if there is one. */
static bool is_asked_for(const struct locating *locating, size_t map)
{
    const struct adtmap_map *only =
        locating->only == SIZE_MAX ? NULL : locating->maps.items[locating->only].map;
    const struct adtmap_map *mine = map == SIZE_MAX ? NULL : locating->maps.items[map].map;
    return !only || (mine && strcmp(only->folder, mine->folder) == 0);
}

/* Adds a line, whose fields are split, to the batch. */
static void add_record(struct locating *locating, const char *file, uint64_t number,
                       const char *line, size_t length)
{
    struct point_record *record = &locating->records[locating->count];
    char problem[256] = "";
    *record = (struct point_record){
        .text_at = locating->text.size,
        .text_bytes = length,
        .line = number,
        .point = {point_text_number(role_text(locating, ROLE_X)),
                  point_text_number(role_text(locating, ROLE_Y)),
                  point_text_number(role_text(locating, ROLE_Z))},
        .area = point_text_number(role_text(locating, ROLE_AREA)),
        .zone = point_text_number(role_text(locating, ROLE_ZONE)),
        .flies = point_movers_have(&locating->fliers, &locating->fields),
        .swims = !locating->swimmers.asked                                   ? SWIMS_PERHAPS
                 : point_movers_have(&locating->swimmers, &locating->fields) ? SWIMS
                                                                             : SWIMS_NOT,
    };
    (void)locating_find_map(locating, role_text(locating, ROLE_MAP), &record->map, problem);
    if (!is_asked_for(locating, record->map)) {
        return;
    }
    const char *z_text = role_text(locating, ROLE_Z);
    bool is_checked = locating->options->check.given;
    if (isnan(record->point.x) || isnan(record->point.y)) {
        snprintf(problem, sizeof problem, "%s",
                 point_text_no_place(role_text(locating, ROLE_X), role_text(locating, ROLE_Y)));
    } else if (z_text && *z_text && !isfinite(record->point.z) && !is_checked) {
        snprintf(problem, sizeof problem, "Z is not a number");
    }
    if (problem[0]) {
        locating_warn(locating, file, number, problem);
    }
    if (is_checked) {
        check_columns(locating, file, record);
    }
    if (!isfinite(record->point.z)) {
        record->point.z = (double)NAN;
    }
    buffer_append(&locating->text, line, length);
    locating->count++;
    if (locating->text.failed) {
        messages_error(locating->session->messages, "out of memory");
        locating->failed = true;
    }
    if (locating->count == BATCH_POINTS || locating->text.size > BATCH_BYTES) {
        locating_end_batch(locating, file);
    }
}

/* Takes names as the columns, which later files must have, too. NULL, or what is wrong. */
static const char *take_columns(struct locating *locating, const struct point_fields *names)
{
    if (locating->columns.count == 0) {
        return point_columns_set(&locating->columns, names);
    }
    bool is_same = locating->columns.count == names->count;
    for (size_t i = 0; i < names->count && is_same; i++) {
        const char *name = names->fields[i].text;
        is_same = strcmp(name ? name : "", locating->columns.names[i]) == 0;
    }
    return is_same ? NULL : "its columns are not those of the first file: left out";
}

/* The same for names separated by commas. */
static const char *set_columns(struct locating *locating, const char *names)
{
    struct point_fields fields = {0};
    const char *problem = point_text_split(POINT_CSV, names, strlen(names), &fields);
    if (!problem) {
        problem = take_columns(locating, &fields);
    }
    point_fields_free(&fields);
    return problem;
}

/* Takes the columns from the first line of a file, which is split. NULL, or what is wrong.
 * *is_point: the line is one of points. */
static const char *begin_columns(struct locating *locating, const struct point_file *file,
                                 bool *is_point)
{
    const int *roles = locating->columns.roles;
    bool is_json = locating->kind == POINT_JSONL;
    const char *problem = NULL;
    *is_point = is_json || !point_columns_are_names(&locating->fields);
    if (is_json && locating->options->columns && !locating->has_said_columns) {
        locating->has_said_columns = true;
        const struct diag diag = {file->name, messages_log(locating->session->messages), NULL};
        diag_warn(&diag, NULL, NO_OFFSET,
                  "--columns does not count for JSON lines, whose members have names");
    }
    if (is_json) { /* those of the first object of all files */
        problem = locating->columns.count > 0
                      ? NULL
                      : point_columns_set_members(&locating->columns, &locating->fields);
    } else if (locating->options->columns) {
        problem = set_columns(locating, locating->options->columns);
    } else {
        problem = take_columns(locating, &locating->fields);
    }
    if (problem) {
        return problem;
    }
    problem = locating_find_movers(locating);
    if (!problem && locating->options->sql && roles[ROLE_KEY] < 0) {
        problem = "--sql needs a column guid or id";
    }
    if (!problem && locating->options->check.given && roles[ROLE_Z] < 0 && !is_json) {
        locating_warn(locating, file->name, file->line,
                      "no column z or position_z; heights are not checked");
    }
    if (!problem && locating->options->check.given && roles[ROLE_AREA] < 0 &&
        roles[ROLE_ZONE] < 0) {
        const struct diag diag = {file->name, messages_log(locating->session->messages), NULL};
        diag_notice(&diag, NULL, NO_OFFSET,
                    "no %s areaId or zoneId; areas and zones are not checked%s",
                    is_json ? "member" : "column", is_json ? " where there is none" : "");
    }
    return problem;
}

/* Says of the first member of an object without a column in the output that it is left out. */
static void say_dropped(struct locating *locating, const struct point_file *file)
{
    const struct point_columns *columns = &locating->columns;
    for (size_t i = 0; i < locating->fields.count && !locating->has_dropped; i++) {
        const char *name = locating->fields.names[i];
        size_t column = i; /* most objects have the members of the first in its order */
        if (column >= columns->count || strcmp(columns->names[column], name) != 0) {
            for (column = 0; column < columns->count && strcmp(columns->names[column], name) != 0;
                 column++) {
            }
        }
        if (column >= columns->count) {
            const struct diag diag = {file->name, messages_log(locating->session->messages), NULL};
            diag_notice(&diag, NULL, NO_OFFSET,
                        "line %llu: %.100s is not in the first object and has no column; such "
                        "members are left out, --output jsonl keeps them",
                        (unsigned long long)file->line, name);
            locating->has_dropped = true;
        }
    }
}

/* Reads a line of a chat, or of per cent, whose text goes on as a line of TSV. */
static bool rewrite_line(struct locating *locating, const struct point_file *file,
                         const char **line, size_t *length, char text[256])
{
    char copy[1024];
    bool is_point = true;
    const char *problem = memchr(*line, '\0', *length) ? "a NUL byte"
                          : *length >= sizeof copy     ? "more than 1023 bytes"
                                                       : NULL;
    if (!problem) {
        memcpy(copy, *line, *length);
        copy[*length] = '\0';
        if (locating->options->from_percent) {
            problem = point_percent_read(&locating->zones, copy, text);
        } else {
            is_point = point_chat_read(&locating->chat, copy, text) ||
                       locating_read_form(locating, copy, file->name, FORM_IN_CHAT, text, &problem);
            if (!is_point && !problem && strstr(copy, "X:")) {
                problem = "X, Y and Z are not three numbers, or out of range";
            }
        }
    }
    if (problem) {
        leave_out(locating, file, problem);
    }
    if (problem || !is_point) {
        return false;
    }
    *line = text;
    *length = strlen(text);
    return true;
}

/* Reads the lines of a file. `is_text`: chat, or per cent. */
static void read_lines(struct locating *locating, struct point_file *file, bool is_text)
{
    const char *line;
    size_t length;
    bool is_first = true;
    enum point_line found;
    while (!locating->failed &&
           (found = point_file_next(file, locating->kind, &line, &length)) != POINT_LINE_END) {
        char text[256];
        if (found == POINT_LINE_FAILED) {
            messages_error(locating->session->messages, "%s: %s", file->name,
                           diag_errno_text(errno));
            locating->bad_lines++;
            return;
        }
        if (found == POINT_LINE_WRONG) {
            if (!leave_out_line(locating, file, file->problem)) {
                return;
            }
            continue;
        }
        if (is_text && !rewrite_line(locating, file, &line, &length, text)) {
            continue;
        }
        const char *problem = locating_split(locating, line, length);
        if (!problem && is_first && !is_text) {
            bool is_point;
            is_first = false;
            problem = begin_columns(locating, file, &is_point);
            if (problem) {
                messages_error(locating->session->messages, "%s: line %llu: %s", file->name,
                               (unsigned long long)file->line, problem);
                locating->bad_lines++;
                return;
            }
            if (!is_point) {
                continue;
            }
        }
        if (!problem && locating->kind == POINT_JSONL) {
            if (locating->output != POINT_JSONL && !locating->options->sql) {
                say_dropped(locating, file);
            }
        } else if (!problem) {
            problem = point_columns_check(&locating->columns, &locating->fields);
        }
        if (problem == point_text_no_memory) {
            messages_error(locating->session->messages, "%s", problem);
            locating->failed = true;
            return;
        }
        if (problem) {
            if (!leave_out_line(locating, file, problem)) {
                return;
            }
            continue;
        }
        add_record(locating, file->name, file->line, line, length);
    }
}

/* The kind that the options ask for, else that of the input. */
static enum point_kind output_kind(const struct locating *locating)
{
    const struct locate_options *options = locating->options;
    if (options->output != TEXT_AUTO) {
        return (enum point_kind)(options->output - TEXT_TSV);
    }
    return options->common.json ? POINT_JSONL : locating->kind;
}

/* Whether a line is a place that cannot be one of a table. */
static bool is_form_line(const char *begin, size_t length)
{
    struct point_form form;
    char line[POINT_FORM_BYTES];
    if (length >= sizeof line || memchr(begin, '\t', length) || memchr(begin, '\0', length)) {
        return false;
    }
    memcpy(line, begin, length);
    line[length] = '\0';
    point_form_read(line, &form);
    bool is_one = form.kind != POINT_FORM_NONE;
    return is_one && (form.is_command || strchr("([", line[0]) || !strpbrk(line, ",;"));
}

/* Whether the file is talk with places in it: the first line is one, or no table begins with it and
 * one of the next lines is. */
static bool is_chat(struct point_file *file)
{
    size_t length;
    const char *line = point_file_look(file, NULL, &length);
    bool may_be_table = point_file_may_be_table(line, length);
    for (int i = 0; i < CHAT_LINES && length > 0; i++) {
        if (point_file_is_chat(line, length) || is_form_line(line, length)) {
            return true;
        }
        if (may_be_table) {
            return false;
        }
        line = point_file_look(file, line + length, &length);
    }
    return false;
}

static void locate_file(struct locating *locating, const char *path)
{
    const struct locate_options *options = locating->options;
    bool is_stdin = strcmp(path, "-") == 0;
    struct point_file file = {
        .file = is_stdin ? stdin : file_open_stdio(path),
        .name = is_stdin ? "standard input" : path,
    };
    const char *problem = NULL;
    if (!file.file) {
        messages_error(locating->session->messages, "%s: %s%s", path, diag_errno_text(errno),
                       isnan(point_text_number(path)) ? ""
                                                      : "; a point needs X and Y, and may have Z");
        locating->bad_lines++;
        return;
    }
    bool is_text = options->from_percent || options->input == TEXT_GPS ||
                   (options->input == TEXT_AUTO && !options->columns && is_chat(&file));
    locating->kind = is_text                       ? POINT_TSV
                     : options->input == TEXT_AUTO ? point_file_kind(&file)
                     : options->input == TEXT_CSV  ? point_file_csv_kind(&file)
                                                   : (enum point_kind)(options->input - TEXT_TSV);
    point_columns_free(&locating->members);
    if (locating->columns.count == 0) { /* later files are written as the first */
        locating->output = output_kind(locating);
    }
    if (is_text) {
        problem = set_columns(locating, "map,x,y,z");
        problem = problem ? problem : locating_find_movers(locating);
    }
    if (problem) {
        messages_error(locating->session->messages, "%s: %s", file.name, problem);
        locating->bad_lines++;
    } else {
        read_lines(locating, &file, is_text);
        locating_end_batch(locating, file.name);
        locating_end_file(locating);
    }
    point_file_close(&file);
}

bool locating_is_point(const struct operands *operands)
{
    bool is_point = operands->count == 2 || operands->count == 3;
    for (int i = 0; i < operands->count; i++) {
        is_point &= !isnan(point_text_number(operands->items[i]));
    }
    return is_point;
}

/* The arguments as one text; false: they are too long. */
static bool join_arguments(const struct operands *operands, char text[POINT_FORM_BYTES])
{
    size_t length = 0;
    for (int i = 0; i < operands->count; i++) {
        size_t bytes = strlen(operands->items[i]);
        if (length + bytes + 2 > POINT_FORM_BYTES) {
            return false;
        }
        text[length] = ' ';
        length += i > 0;
        memcpy(text + length, operands->items[i], bytes);
        length += bytes;
    }
    text[length] = '\0';
    return true;
}

/* Whether the arguments are a place in another form than X Y Z, and no files: then `line` is that
 * of TSV, or *problem says what is wrong. */
static bool is_form(struct locating *locating, const struct operands *operands, char line[256],
                    const char **problem)
{
    char text[POINT_FORM_BYTES];
    struct point_form form;
    if (operands->count == 0 || locating->options->from_percent ||
        file_exists(operands->items[0]) || !join_arguments(operands, text)) {
        return false;
    }
    point_form_read(text, &form);
    return form.kind != POINT_FORM_NONE &&
           (locating_read_form(locating, text, "arguments", FORM_ALONE, line, problem) || *problem);
}

/* Two numbers from 0 to 100 may be per cent. */
static void say_if_bare(struct locating *locating, const struct operands *operands)
{
    struct point_form form;
    char text[POINT_FORM_BYTES];
    if (join_arguments(operands, text)) {
        point_form_read(text, &form);
        if (form.is_bare) {
            locating_say_reading(locating, "arguments", form.values[0], form.values[1]);
        }
    }
}

static bool locate_arguments(struct locating *locating, const struct operands *operands)
{
    char line[256];
    const char *problem = NULL;
    bool is_point = locating_is_point(operands);
    if (!is_point && !is_form(locating, operands, line, &problem)) {
        return false;
    }
    if (problem) {
        messages_error(locating->session->messages, "%s: %s", operands->items[0], problem);
        locating->bad_lines++;
        return true;
    }
    locating->kind = POINT_TSV;
    locating->output = output_kind(locating);
    (void)set_columns(locating, "map,x,y,z");
    if (is_point) {
        snprintf(line, sizeof line, "%s\t%s\t%s\t%s",
                 locating->options->map ? locating->options->map : "", operands->items[0],
                 operands->items[1], operands->count > 2 ? operands->items[2] : "");
        say_if_bare(locating, operands);
    }
    if (!point_text_split(POINT_TSV, line, strlen(line), &locating->fields)) {
        add_record(locating, "arguments", 1, line, strlen(line));
        locating_end_batch(locating, "arguments");
        locating_end_file(locating);
    }
    return true;
}

void locating_run(struct locating *locating)
{
    const struct operands *operands = &locating->session->operands;
    if (locate_arguments(locating, operands)) {
        return;
    }
    for (int i = 0; i < operands->count && !locating->failed; i++) {
        locate_file(locating, operands->items[i]);
    }
    if (operands->count == 0) {
        locate_file(locating, "-");
    }
}
