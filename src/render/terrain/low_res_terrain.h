/*
 * Far-away terrain to pixels: relief in colours of height. Each chunk is a fan of four triangles
 * round its middle; height and slope are linear in each. The slope at a vertex is the mean of that
 * between its neighbours on its own lattice and of that between the four round it on the other.
 *
 * Colours go by height in yards, sea level at 0: blues below it, the deeper the darker; above it
 * sand, greens, ochres and browns, greys, and white from 1400 on. The light is that of the
 * settings, as terrain has it; below sea level the relief is half as strong.
 */
#ifndef RENDER_TERRAIN_LOW_RES_TERRAIN_H
#define RENDER_TERRAIN_LOW_RES_TERRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "map/low_res_tile.h"

/*
 * Draws the tile into settings->size_px rows of RGBA at `rgba`, `stride_bytes` apart, with
 * `threads` OpenMP threads: at 512 px or at twice the size if that is more (at the size from 1024
 * px on), and averaged. Holes and what lies above the settings' cut are background. The settings
 * must have passed adtmap_settings_check. False when out of memory.
 */
bool low_res_terrain_draw(const struct adtmap_settings *settings, const struct low_res_tile *tile,
                          unsigned threads, uint8_t *rgba, size_t stride_bytes);

#endif
