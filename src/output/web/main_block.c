/*
 * Tiles are rows of 64 bits: a group grows by all eight neighbours of a row at once, until a pass
 * over the rows adds none.
 */
#include "output/web/main_block.h"

enum { SHARE_MIN = 20 };

/* Adds the tiles of `left` that touch the group; false if there are none. */
static bool grow(struct tile_set *group, const struct tile_set *left)
{
    bool has_grown = false;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        uint64_t near = group->rows[y] | (y > 0 ? group->rows[y - 1] : 0) |
                        (y + 1 < TILE_SET_GRID ? group->rows[y + 1] : 0);
        uint64_t touching = (near | near << 1 | near >> 1) & left->rows[y] & ~group->rows[y];
        group->rows[y] |= touching;
        has_grown |= touching != 0;
    }
    return has_grown;
}

/* Takes the group of one of the tiles out of `left`, which has some. */
static struct tile_set take_group(struct tile_set *left)
{
    struct tile_set group = {0};
    int y = 0;
    while (!left->rows[y]) {
        y++;
    }
    group.rows[y] = left->rows[y] & -left->rows[y];
    while (grow(&group, left)) {
    }
    tile_set_remove_all(left, &group);
    return group;
}

static uint32_t largest_group(struct tile_set tiles)
{
    uint32_t largest = 0;
    while (!tile_set_is_empty(&tiles)) {
        const struct tile_set group = take_group(&tiles);
        uint32_t count = tile_set_count(&group);
        largest = count > largest ? count : largest;
    }
    return largest;
}

struct stitch_bounds main_block(const struct tile_set *tiles)
{
    struct tile_set left = *tiles;
    struct tile_set kept = {0};
    uint32_t largest = largest_group(left);
    while (!tile_set_is_empty(&left)) {
        const struct tile_set group = take_group(&left);
        if (tile_set_count(&group) * SHARE_MIN >= largest) {
            tile_set_add_all(&kept, &group);
        }
    }
    return stitch_bounds(&kept, largest > 0 ? STITCH_CROPPED : STITCH_GRID);
}
