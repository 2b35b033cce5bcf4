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

/* Fills in the edges of all images of a texture. */
static void list_images(struct mip_texture *texture, uint32_t width, uint32_t height)
{
    texture->level_count = list_levels(width, height, texture->levels);
    for (uint32_t i = 0; i < texture->level_count; i++) {
        struct mip_level narrow = {texture->levels[i].width, texture->levels[i].height, NULL};
        struct mip_level flat = narrow;
        for (uint32_t k = 0; k < MIP_SQUEEZES; k++) {
            narrow.width = mip_next_edge(narrow.width);
            flat.height = mip_next_edge(flat.height);
            texture->narrow[k][i] = narrow;
            texture->flat[k][i] = flat;
        }
    }
}

size_t mip_texture_bytes(uint32_t width, uint32_t height, uint32_t first_level)
{
    struct mip_texture texture;
    list_images(&texture, width, height);
    size_t bytes = sizeof(struct mip_texture);
    for (uint32_t i = first_level; i < texture.level_count; i++) {
        bytes += level_bytes(&texture.levels[i]);
        for (uint32_t k = 0; k < MIP_SQUEEZES; k++) {
            bytes += level_bytes(&texture.narrow[k][i]) + level_bytes(&texture.flat[k][i]);
        }
    }
    return bytes;
}

void mip_texture_outline(struct mip_texture *texture, uint32_t width, uint32_t height,
                         uint32_t first_level)
{
    *texture = (struct mip_texture){.first_level = first_level};
    list_images(texture, width, height);
    assert(first_level < texture->level_count);
}

void mip_texture_extend(struct mip_texture *texture, uint32_t level_count)
{
    uint32_t last = texture->level_count - 1;
    for (uint32_t level = texture->level_count; level < level_count; level++) {
        texture->levels[level] = texture->levels[last];
        for (size_t i = 0; i < MIP_SQUEEZES; i++) {
            texture->narrow[i][level] = texture->narrow[i][last];
            texture->flat[i][level] = texture->flat[i][last];
        }
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
    for (uint32_t k = 0; k < MIP_SQUEEZES; k++) {
        for (uint32_t i = first_level; i < texture->level_count; i++) {
            texture->narrow[k][i].rgba = texels;
            texels += level_bytes(&texture->narrow[k][i]);
            texture->flat[k][i].rgba = texels;
            texels += level_bytes(&texture->flat[k][i]);
        }
    }
}

/* Halves the height of an image alone. */
static void flatten(const struct mip_level *from, const struct mip_level *to, uint8_t *texels)
{
    size_t stride = (size_t)from->width * RGBA;
    for (uint32_t y = 0; y < to->height; y++) {
        const uint8_t *north = from->rgba + 2 * y * stride;
        const uint8_t *south = from->height > 1 ? north + stride : north;
        for (size_t i = 0; i < stride; i++) {
            texels[y * stride + i] = (uint8_t)((north[i] + south[i] + 1) / 2);
        }
    }
}

/* Halves the width of an image alone. */
static void narrow(const struct mip_level *from, const struct mip_level *to, uint8_t *texels)
{
    for (uint32_t y = 0; y < to->height; y++) {
        const uint8_t *row = from->rgba + (size_t)from->width * RGBA * y;
        mip_average_rows(row, row, from->width, texels + (size_t)to->width * RGBA * y);
    }
}

/* Fills the images that follow the levels. */
static void squeeze(struct mip_texture *texture, uint8_t *texels)
{
    for (uint32_t k = 0; k < MIP_SQUEEZES; k++) {
        for (uint32_t i = texture->first_level; i < texture->level_count; i++) {
            narrow(k ? &texture->narrow[k - 1][i] : &texture->levels[i], &texture->narrow[k][i],
                   texels);
            texels += level_bytes(&texture->narrow[k][i]);
            flatten(k ? &texture->flat[k - 1][i] : &texture->levels[i], &texture->flat[k][i],
                    texels);
            texels += level_bytes(&texture->flat[k][i]);
        }
    }
}

void mip_texture_finish(struct mip_texture *texture)
{
    uint8_t *texels = texture->texels;
    for (uint32_t i = texture->first_level + 1; i < texture->level_count; i++) {
        const struct mip_level *from = &texture->levels[i - 1];
        const struct mip_level *to = &texture->levels[i];
        texels += level_bytes(from);
        for (uint32_t y = 0; y < to->height; y++) {
            const uint8_t *north = from->rgba + (size_t)from->width * RGBA * 2 * y;
            const uint8_t *south = from->height > 1 ? north + (size_t)from->width * RGBA : north;
            mip_average_rows(north, south, from->width, texels + (size_t)to->width * RGBA * y);
        }
    }
    squeeze(texture, texels + level_bytes(&texture->levels[texture->level_count - 1]));
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
