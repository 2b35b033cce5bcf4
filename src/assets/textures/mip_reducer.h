/*
 * Rows of an image to the finest level that a texture keeps, as they come: of the levels before
 * there are two rows at a time in memory.
 */
#ifndef ASSETS_TEXTURES_MIP_REDUCER_H
#define ASSETS_TEXTURES_MIP_REDUCER_H

#include "assets/textures/mip_texture.h"

struct mip_reducer;

/*
 * For `texture`, from mip_texture_init and with its alpha, which must outlive it. The rows that
 * come are those of `level`, at most texture->first_level: 0 is the image. NULL when out of memory.
 */
struct mip_reducer *mip_reducer_create(struct mip_texture *texture, uint32_t level);
void mip_reducer_destroy(struct mip_reducer *reducer);

/*
 * Takes the next `count` rows of the level, RGBA, from the top; an even number, or all that are
 * left. After the last the texture is ready for mip_texture_finish.
 */
void mip_reducer_rows(struct mip_reducer *reducer, const uint8_t *rows, uint32_t count);

#endif
