#include "assets/textures/mip_reducer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "assets/textures/mip_average.h"

enum { RGBA = 4 };

struct mip_reducer {
    struct mip_texture *texture;
    mip_average *average;
    uint32_t level;                    /* of the rows that come */
    uint32_t next_row[MIP_LEVELS_MAX]; /* of each level up to the finest kept, the row to come */
    uint8_t *pair[MIP_LEVELS_MAX];     /* two rows of each level between the two */
    uint8_t memory[];
};

static size_t row_bytes(const struct mip_level *level)
{
    return (size_t)level->width * RGBA;
}

struct mip_reducer *mip_reducer_create(struct mip_texture *texture, uint32_t level)
{
    size_t bytes = 0;
    assert(level <= texture->first_level);
    for (uint32_t i = level + 1; i < texture->first_level; i++) {
        bytes += 2 * row_bytes(&texture->levels[i]);
    }
    struct mip_reducer *reducer = malloc(sizeof *reducer + bytes);
    if (!reducer) {
        return NULL;
    }
    *reducer = (struct mip_reducer){
        .texture = texture, .average = mip_average_of(texture), .level = level};
    uint8_t *pair = reducer->memory;
    for (uint32_t i = level + 1; i < texture->first_level; i++) {
        reducer->pair[i] = pair;
        pair += 2 * row_bytes(&texture->levels[i]);
    }
    return reducer;
}

void mip_reducer_destroy(struct mip_reducer *reducer)
{
    free(reducer);
}

/* Where row `y` of a level goes: the texture, or the pair that waits for the row to be complete. */
static uint8_t *reducer_row(const struct mip_reducer *reducer, uint32_t level, uint32_t y)
{
    struct mip_texture *texture = reducer->texture;
    size_t bytes = row_bytes(&texture->levels[level]);
    assert(y < texture->levels[level].height);
    return level == texture->first_level ? texture->texels + bytes * y
                                         : reducer->pair[level] + bytes * (y % 2);
}

/* Two rows become one of the next level; when that makes two, these become one of the level after
 * it, and so on up to the texture. */
static void reduce(struct mip_reducer *reducer, const uint8_t *north, const uint8_t *south)
{
    const struct mip_level *levels = reducer->texture->levels;
    for (uint32_t level = reducer->level + 1;; level++) {
        const struct mip_level *to = &levels[level];
        uint32_t y = reducer->next_row[level]++;
        reducer->average(north, south, levels[level - 1].width, reducer_row(reducer, level, y));
        if (level == reducer->texture->first_level || (y % 2 == 0 && to->height > 1)) {
            return;
        }
        north = reducer->pair[level];
        south = to->height > 1 ? north + row_bytes(to) : north;
    }
}

void mip_reducer_rows(struct mip_reducer *reducer, const uint8_t *rows, uint32_t count)
{
    const struct mip_level *image = &reducer->texture->levels[reducer->level];
    size_t bytes = row_bytes(image);
    if (reducer->texture->first_level == reducer->level) {
        memcpy(reducer_row(reducer, reducer->level, reducer->next_row[reducer->level]), rows,
               bytes * count);
        reducer->next_row[reducer->level] += count;
    } else if (image->height == 1) {
        reduce(reducer, rows, rows);
    } else {
        for (uint32_t y = 0; y + 1 < count; y += 2) {
            reduce(reducer, rows + bytes * y, rows + bytes * (y + 1));
        }
    }
}
