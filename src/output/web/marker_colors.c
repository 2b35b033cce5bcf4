#include "output/web/marker_colors.h"

#include <stdbool.h>
#include <string.h>

#include "base/hash.h"
#include "base/size.h"

static const char *const red = "#e0483e";

/* Apart in hue or lightness, and dark enough for white signs. */
static const char *const palette[] = {"#2f6fb0", "#4e8f3a", "#b5722a", "#8a4fb5",
                                      "#128a83", "#b8397f", "#6b7a1f", "#5a5fd0",
                                      "#8c4a3b", "#3d7f9e", "#a0892b", "#2f4858"};

struct group_color {
    const char *group; /* NULL: free */
};

/* The colour of a group: the first from that of its name on which no other has. */
static const char *color_of(struct group_color taken[COUNT_OF(palette)], const char *group)
{
    size_t first = (size_t)(hash64(group, strlen(group)) % COUNT_OF(palette));
    for (size_t i = 0; i < COUNT_OF(palette); i++) {
        struct group_color *one = &taken[(first + i) % COUNT_OF(palette)];
        if (!one->group || strcmp(one->group, group) == 0) {
            one->group = group;
            return palette[(first + i) % COUNT_OF(palette)];
        }
    }
    return palette[first];
}

void marker_colors_settle(struct marker *markers, size_t count)
{
    struct group_color taken[COUNT_OF(palette)] = {{NULL}};
    for (size_t i = 0; i < count; i++) { /* colours that groups have of their own */
        for (size_t k = 0; k < COUNT_OF(palette) && markers[i].color[0]; k++) {
            if (!taken[k].group && strcmp(markers[i].color, palette[k]) == 0) {
                taken[k].group = markers[i].group;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct marker *marker = &markers[i];
        if (!marker->color[0]) {
            const char *color = marker->group[0] ? color_of(taken, marker->group) : red;
            memcpy(marker->color, color, strlen(color) + 1);
        }
    }
}
