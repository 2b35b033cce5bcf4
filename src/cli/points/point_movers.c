/*
 * Who flies or swims is given by a column of the input, or by a list of entries, which is read
 * once, sorted, and searched for each point.
 */
#include "cli/points/point_movers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/diag.h"
#include "os/file.h"
#include "output/points/point_file.h"

/* Whether a text is the number of an entry. */
static bool is_entry(const char *text, uint32_t *entry)
{
    double value = point_text_number(text);
    bool is_whole = value >= 0 && value <= UINT32_MAX && value == (double)(uint32_t)value;
    *entry = is_whole ? (uint32_t)value : 0;
    return is_whole;
}

static const char *read_list(struct point_movers *movers, struct point_file *file,
                             point_movers_complaint *complain, void *user)
{
    struct point_fields fields = {0};
    enum point_kind kind = point_file_kind(file);
    enum point_line found;
    const char *line;
    size_t length;
    const char *failure = NULL;
    while (!failure && (found = point_file_next(file, kind, &line, &length)) != POINT_LINE_END) {
        uint32_t entry;
        if (found == POINT_LINE_FAILED) {
            failure = diag_errno_text(errno);
            break;
        }
        const char *problem = found == POINT_LINE_WRONG
                                  ? file->problem
                                  : point_text_split(kind, line, length, &fields);
        if (problem == point_text_no_memory) {
            failure = problem;
        } else if (problem || !is_entry(fields.count > 0 ? fields.fields[0].text : NULL, &entry)) {
            if ((problem || file->line > 1) && !point_file_goes_on(file)) {
                complain(user, file->name, file->line, point_file_given_up);
                break;
            }
            if (problem || file->line > 1) {
                complain(user, file->name, file->line, problem ? problem : "no number of an entry");
            }
        } else {
            failure = ARRAY_ROOM(movers->entries, movers->count) ? NULL : point_text_no_memory;
            if (!failure) {
                movers->entries[movers->count++] = entry;
            }
        }
    }
    point_fields_free(&fields);
    movers->count = array_sort_unique(movers->entries, movers->count, sizeof *movers->entries,
                                      array_compare_u32);
    return failure;
}

const char *point_movers_open(struct point_movers *movers, const char *asked,
                              point_movers_complaint *complain, void *user)
{
    *movers = (struct point_movers){.asked = asked, .column = -1};
    if (!asked || asked[0] != '@') {
        return NULL;
    }
    struct point_file file = {.file = file_open_stdio(asked + 1), .name = asked + 1};
    const char *failure =
        file.file ? read_list(movers, &file, complain, user) : diag_errno_text(errno);
    point_file_close(&file);
    return failure;
}

void point_movers_close(struct point_movers *movers)
{
    free(movers->entries);
    *movers = (struct point_movers){0};
}

const char *point_movers_find_column(struct point_movers *movers,
                                     const struct point_columns *columns)
{
    movers->column = -1;
    if (!movers->asked) {
        return NULL;
    }
    if (movers->asked[0] == '@') {
        movers->column = columns->roles[ROLE_ENTRY];
        return movers->column < 0 ? "a list of --fliers or --swimmers needs a column entry or id1"
                                  : NULL;
    }
    for (size_t i = 0; i < columns->count; i++) {
        if (strcmp(columns->names[i], movers->asked) == 0) {
            movers->column = (int)i;
        }
    }
    return movers->column < 0 ? "no column of the name that --fliers or --swimmers gives" : NULL;
}

bool point_movers_have(const struct point_movers *movers, const struct point_fields *fields)
{
    if (movers->column < 0 || (size_t)movers->column >= fields->count) {
        return false;
    }
    const char *text = fields->fields[movers->column].text;
    uint32_t entry;
    if (movers->asked[0] == '@') {
        return is_entry(text, &entry) &&
               array_find(&entry, movers->entries, movers->count, sizeof entry, array_compare_u32);
    }
    return point_text_is_yes(text);
}
