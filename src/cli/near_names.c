/*
 * The distance of the files' names decides, that of their folders only between equal ones: people
 * misspell a file or remember another folder. A listfile may have millions of names, so most are
 * rejected by their lengths.
 */
#include "cli/near_names.h"

#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"
#include "base/path.h"
#include "base/size.h"

enum { FOLDER_FAR = EDIT_DISTANCE_NAME_MAX + 1 }; /* more than the distance of any two folders */

struct name_search {
    const char *wanted;
    struct near_names *near;
};

static size_t folder_distance(const char *a, const char *b)
{
    char folders[2][EDIT_DISTANCE_NAME_MAX + 1];
    const char *const names[] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        size_t length = (size_t)(path_base(names[i]) - names[i]);
        snprintf(folders[i], sizeof folders[i], "%.*s",
                 (int)size_min(length, EDIT_DISTANCE_NAME_MAX), names[i]);
    }
    return edit_distance(folders[0], folders[1]);
}

/* A cheap test that rejects most names. */
static bool lengths_differ_too_much(const char *a, const char *b)
{
    size_t x = strlen(a);
    size_t y = strlen(b);
    return x > y ? x - y > size_max(1, x / 3) : y - x > size_max(1, x / 3);
}

static void insert(struct near_names *near, const char *name, size_t distance)
{
    size_t at = near->count;
    while (at > 0 && near->distances[at - 1] > distance) {
        at--;
    }
    if (at == NEAR_NAMES_MAX) {
        return;
    }
    near->count = size_min(near->count + 1, NEAR_NAMES_MAX);
    size_t moved = near->count - 1 - at;
    memmove(&near->distances[at + 1], &near->distances[at], moved * sizeof near->distances[0]);
    memmove(&near->names[at + 1], &near->names[at], moved * sizeof near->names[0]);
    near->distances[at] = distance;
    snprintf(near->names[at], NAME_BYTES, "%s", name);
}

static void visit(void *user, const char *name, const char *origin)
{
    (void)origin;
    struct name_search *search = user;
    const char *wanted = path_base(search->wanted);
    const char *base = path_base(name);
    if (!lengths_differ_too_much(wanted, base) && edit_distance_is_near(wanted, base)) {
        size_t distance =
            edit_distance(wanted, base) * FOLDER_FAR + folder_distance(search->wanted, name);
        insert(search->near, name, distance);
    }
}

bool near_names_find(const struct assets *assets, const char *canonical, struct near_names *near)
{
    struct name_search search = {canonical, near};
    memset(near, 0, sizeof *near);
    assets_list(assets, "", &diag_silent, visit, &search);
    for (size_t i = 0; i < near->count; i++) {
        size_t used = strlen(near->text);
        snprintf(near->text + used, sizeof near->text - used, "%s%s", i ? ", " : "",
                 near->names[i]);
    }
    return near->count > 0;
}
