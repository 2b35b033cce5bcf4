#include "assets/textures/mip_texture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "assets/textures/mip_average.h"

enum { RGBA = 4 };

/* Fills in the edges of all levels down to 1x1; returns their number. */
static uint32_t list_levels(uint32_t width, uint32_t height,
                            struct mip_level levels[MIP_LEVELS_MAX])
{
    uint32_t count = 1;
    levels[0] = (struct mip_level){width, height, NULL};
    while ((width > 1 || height > 1) && count < MIP_LEVELS_MAX) {
        width = mip_next_edge(width);
        height = mip_next_edge(height);
        levels[count] = (struct mip_level){width, height, NULL};
        count++;
    }
    return count;
}

static size_t level_bytes(const struct mip_level *level)
{
    return (size_t)level->width * level->height * RGBA;
}

uint32_t mip_first_level(uint32_t width, uint32_t height, uint32_t longest_edge)
{
    uint32_t level = 0;
    uint32_t edge = width > height ? width : height;
    assert(longest_edge > 0);
    while (edge > longest_edge) {
        edge = mip_next_edge(edge);
        level++;
    }
    return level;
}

size_t mip_texture_bytes(uint32_t width, uint32_t height, uint32_t first_level)
{
    struct mip_level levels[MIP_LEVELS_MAX];
    uint32_t count = list_levels(width, height, levels);
    size_t bytes = sizeof(struct mip_texture);
    for (uint32_t i = first_level; i < count; i++) {
        bytes += level_bytes(&levels[i]);
    }
    return bytes;
}

void mip_texture_outline(struct mip_texture *texture, uint32_t width, uint32_t height,
                         uint32_t first_level)
{
    *texture = (struct mip_texture){.first_level = first_level};
    texture->level_count = list_levels(width, height, texture->levels);
    assert(first_level < texture->level_count);
}

void mip_texture_extend(struct mip_texture *texture, uint32_t level_count)
{
    uint32_t last = texture->level_count - 1;
    for (uint32_t level = texture->level_count; level < level_count; level++) {
        texture->levels[level] = texture->levels[last];
        texture->level_count = level + 1;
    }
}

bool mip_texture_is_read(const struct mip_texture *texture)
{
    return texture->levels[texture->first_level].rgba != NULL;
}

void mip_texture_init(struct mip_texture *texture, uint32_t width, uint32_t height,
                      uint32_t first_level)
{
    mip_texture_outline(texture, width, height, first_level);
    uint8_t *texels = texture->texels;
    for (uint32_t i = first_level; i < texture->level_count; i++) {
        texture->levels[i].rgba = texels;
        texels += level_bytes(&texture->levels[i]);
    }
}

uint8_t *mip_texture_texels(struct mip_texture *texture, uint32_t level)
{
    assert(level >= texture->first_level && level < texture->level_count);
    return texture->texels + (texture->levels[level].rgba - texture->texels);
}

void mip_texture_finish_from(struct mip_texture *texture, uint32_t level)
{
    assert(level > texture->first_level);
    mip_average *average = mip_average_of(texture);
    for (uint32_t i = level; i < texture->level_count; i++) {
        const struct mip_level *from = &texture->levels[i - 1];
        const struct mip_level *to = &texture->levels[i];
        uint8_t *texels = mip_texture_texels(texture, i);
        for (uint32_t y = 0; y < to->height; y++) {
            const uint8_t *north = from->rgba + (size_t)from->width * RGBA * 2 * y;
            const uint8_t *south = from->height > 1 ? north + (size_t)from->width * RGBA : north;
            average(north, south, from->width, texels + (size_t)to->width * RGBA * y);
        }
    }
}

void mip_texture_finish(struct mip_texture *texture)
{
    mip_texture_finish_from(texture, texture->first_level + 1);
}

struct mip_texture *mip_texture_create(const uint8_t *rgba, uint32_t width, uint32_t height,
                                       size_t *bytes)
{
    *bytes = mip_texture_bytes(width, height, 0);
    struct mip_texture *texture = malloc(*bytes);
    if (texture) {
        mip_texture_init(texture, width, height, 0);
        memcpy(texture->texels, rgba, level_bytes(&texture->levels[0]));
        mip_texture_finish(texture);
    }
    return texture;
}
