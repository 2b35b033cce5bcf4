/* What reading and writing have in common. */
#include "cli/points/locating.h"

#include <stdio.h>

void locating_warn(void *user, const char *file, uint64_t line, const char *what)
{
    struct locating *locating = user;
    const struct diag diag = {file, messages_log(locating->session->messages), NULL};
    diag_warn(&diag, NULL, NO_OFFSET, "line %llu: %s", (unsigned long long)line, what);
    locating->bad_lines++;
}

const struct point_columns *locating_columns(const struct locating *locating)
{
    return locating->kind == POINT_JSONL ? &locating->members : &locating->columns;
}

const char *locating_find_movers(struct locating *locating)
{
    const struct point_columns *columns = locating_columns(locating);
    const char *problem = point_movers_find_column(&locating->fliers, columns);
    const char *other = point_movers_find_column(&locating->swimmers, columns);
    return problem ? problem : other;
}

const char *locating_split(struct locating *locating, const char *line, size_t length)
{
    bool is_new = false;
    const char *problem = point_text_split(locating->kind, line, length, &locating->fields);
    if (!problem && locating->kind == POINT_JSONL) {
        problem = point_columns_follow(&locating->members, &locating->fields, &locating->columns,
                                       &is_new);
    }
    if (!problem && is_new) {
        (void)locating_find_movers(
            locating); /* an object without the column neither flies nor swims */
    }
    return problem;
}

bool locating_find_map(struct locating *locating, const char *text, size_t *map, char problem[256])
{
    const char *name = text && *text ? text : locating->options->map;
    *map = SIZE_MAX;
    if (!name) {
        snprintf(problem, 256, "no map; a column map or -m names it");
        return false;
    }
    *map = point_maps_find(&locating->maps, name, problem);
    return *map != SIZE_MAX;
}
