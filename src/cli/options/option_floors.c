/* The kind of option that names the floors of a map. */
#include <math.h>
#include <string.h>

#include "base/size.h"
#include "cli/options/option_kinds.h"
#include "cli/options/option_text.h"

/* About three times the width of a map. */
enum { FLOOR_MAX_YD = 100000, ENDS_BYTES = 64 };

/* `LOW..HIGH`, the `length` characters at `text`. */
static bool parse_ends(const char *text, size_t length, double ends[2])
{
    char copy[ENDS_BYTES];
    if (length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *dots = strstr(copy, "..");
    if (!dots) {
        return false;
    }
    *dots = '\0';
    return option_parse_reals(copy, 1, &ends[0]) == 1 &&
           option_parse_reals(dots + 2, 1, &ends[1]) == 1;
}

/* Adds a floor above those before. */
static bool add_floor(struct job_floors *floors, const char *text, size_t length,
                      char problem[OPTION_PROBLEM_BYTES])
{
    double ends[2];
    int shown = (int)size_min(length, ENDS_BYTES);
    uint32_t count = floors->count;
    if (!parse_ends(text, length, ends)) {
        return option_wrong(problem, "'%.*s' is neither auto, none nor a floor, LOW..HIGH", shown,
                            text);
    }
    if (fabs(ends[0]) > FLOOR_MAX_YD || fabs(ends[1]) > FLOOR_MAX_YD) {
        return option_wrong(problem, "'%.*s': beyond %d yards", shown, text, (int)FLOOR_MAX_YD);
    }
    if ((float)ends[0] >= (float)ends[1]) {
        return option_wrong(problem, "'%.*s': LOW must be below HIGH", shown, text);
    }
    if (count == ADTMAP_STOREY_MAX) {
        return option_wrong(problem, "more than %d floors", (int)ADTMAP_STOREY_MAX);
    }
    if (count > 0 && (float)ends[0] < floors->ranges_yd[count - 1][1]) {
        return option_wrong(problem, "'%.*s' overlaps floor %u, or is below it: floors go upward",
                            shown, text, (unsigned)count);
    }
    floors->ranges_yd[count][0] = (float)ends[0];
    floors->ranges_yd[count][1] = (float)ends[1];
    floors->count++;
    return true;
}

static bool read_floors(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct job_floors *floors = destination;
    bool is_auto = strcmp(text, "auto") == 0;
    *floors = (struct job_floors){.is_given = true, .is_auto = is_auto};
    if (is_auto || strcmp(text, "none") == 0) {
        return true;
    }
    const char *end;
    do {
        end = text + strcspn(text, ",");
        if (!add_floor(floors, text, (size_t)(end - text), problem)) {
            return false;
        }
        text = end + 1;
    } while (*end);
    return true;
}

const struct option_kind option_floors = {true, false, read_floors, NULL};
