#include "demo/world/polyline.h"

#include <stdlib.h>

void polyline_free(struct polyline *line)
{
    free(line->points);
    *line = (struct polyline){0};
}

bool polyline_add(struct polyline *line, const struct polyline_point *point)
{
    if (line->count == line->capacity) {
        int capacity = line->capacity ? line->capacity * 2 : 64;
        struct polyline_point *points =
            realloc(line->points, (size_t)capacity * sizeof *line->points);
        if (!points) {
            return false;
        }
        line->points = points;
        line->capacity = capacity;
    }
    line->points[line->count++] = *point;
    return true;
}

void polyline_smooth(struct polyline *line, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        struct polyline_point before = line->points[0];
        for (int i = 1; i + 1 < line->count; i++) {
            struct polyline_point here = line->points[i];
            const struct polyline_point *after = &line->points[i + 1];
            line->points[i].x = 0.25 * (before.x + 2.0 * here.x + after->x);
            line->points[i].y = 0.25 * (before.y + 2.0 * here.y + after->y);
            line->points[i].level_yd =
                0.25 * (before.level_yd + 2.0 * here.level_yd + after->level_yd);
            before = here;
        }
    }
}
