/* The kind of option that names tiles. */
#include <string.h>

#include "cli/options/option_kinds.h"
#include "cli/options/option_text.h"

static bool not_a_tile(const char *item, char problem[OPTION_PROBLEM_BYTES])
{
    return option_wrong(problem, "'%.*s' is not a tile: X_Y or X1-X2_Y1-Y2",
                        (int)strcspn(item, ","), item);
}

/* One side of a tile range, `N` or `N-M`, that ends at `until`;
 * `item` is what stands in messages. */
static bool parse_span(const char *item, const char **text, const char *until, uint32_t span[2],
                       char problem[OPTION_PROBLEM_BYTES])
{
    char ends[3] = {'-', until[0], '\0'};
    if (!option_parse_whole(*text, ends, &span[0], text)) {
        return not_a_tile(item, problem);
    }
    span[1] = span[0];
    if (**text == '-' && !option_parse_whole(*text + 1, until, &span[1], text)) {
        return not_a_tile(item, problem);
    }
    uint32_t largest = span[1] > span[0] ? span[1] : span[0];
    if (largest >= TILE_SET_GRID) {
        return option_wrong(problem, "%u is not in 0..%d", (unsigned)largest, TILE_SET_GRID - 1);
    }
    if (span[1] < span[0]) {
        return option_wrong(problem, "%u-%u runs backwards", (unsigned)span[0], (unsigned)span[1]);
    }
    return true;
}

/* `X_Y` or `X1-X2_Y1-Y2` at *text, which is left at the comma or the end behind it. */
static bool parse_tile_item(const char **text, struct option_optional_tiles *tiles,
                            char problem[OPTION_PROBLEM_BYTES])
{
    const char *item = *text;
    uint32_t columns[2] = {0};
    uint32_t rows[2] = {0};
    if (!parse_span(item, text, "_", columns, problem)) {
        return false;
    }
    if (**text != '_') {
        return not_a_tile(item, problem);
    }
    ++*text;
    if (!parse_span(item, text, ",", rows, problem)) {
        return false;
    }
    for (uint32_t y = rows[0]; y <= rows[1]; y++) {
        for (uint32_t x = columns[0]; x <= columns[1]; x++) {
            tile_set_add(&tiles->set, x, y);
        }
    }
    if (!memchr(item, '-', (size_t)(*text - item))) {
        tile_set_add(&tiles->named, columns[0], rows[0]);
    }
    return true;
}

static bool read_tiles(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_optional_tiles *tiles = destination;
    if (!parse_tile_item(&text, tiles, problem)) {
        return false;
    }
    while (*text) {
        text++;
        if (!parse_tile_item(&text, tiles, problem)) {
            return false;
        }
    }
    tiles->given = true;
    return true;
}

const struct option_kind option_tiles = {true, false, read_tiles, NULL};
