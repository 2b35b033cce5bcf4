/* Fades the picture of a tile that a parent of the map gives. */
#ifndef RENDER_TEXTURE_FADE_H
#define RENDER_TEXTURE_FADE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

/* Mixes settings->parent_fade of the background into size_px rows of RGBA, by opacity. */
void fade_picture(const struct adtmap_settings *settings, uint8_t *rgba, size_t stride_bytes);

#endif
