/*
 * The terrain of one tile through OpenGL, as a viewer of maps would draw it: 256 chunks, each a
 * mesh of 256 triangles, up to four ground textures with mipmaps, filtered trilinearly, three alpha
 * maps and the shadow in one bilinear 64x64 texture, normals and colours at the vertices, light
 * worked out at each pixel. Chosen in OpenGL's favour: a shader for each number of layers, no depth
 * test, all in one buffer of vertices, textures uncompressed.
 */
#ifndef BENCH_GL_TILE_H
#define BENCH_GL_TILE_H

#include <stdint.h>

#include "adtmap/settings.h"
#include "assets/assets.h"
#include "scene/scene.h"

struct gl_tile;

/*
 * Hands everything to OpenGL, whose context is current: nothing of it is left for drawing. Ends the
 * program when the tile holds what this does not draw: more than four layers in a chunk, blending
 * by heights, textures at another scale.
 */
struct gl_tile *gl_tile_upload(const struct scene_tile *scene, const struct assets *assets,
                               const struct adtmap_settings *settings);

/* Draws and waits for the end of it. */
void gl_tile_draw(const struct gl_tile *tile);

/* The picture, size_px squared RGBA, rows from the north. */
void gl_tile_read(const struct gl_tile *tile, uint8_t *rgba);

void gl_tile_free(struct gl_tile *tile);

#endif
