/*
 * Draws the terrain of a tile through OpenGL like a map viewer: 256 chunks, each a mesh of 256
 * triangles; up to four ground textures with mipmaps and trilinear filtering; three alpha maps and
 * the shadow in one bilinear 64x64 texture; normals and colours per vertex; light per pixel.
 * Choices in favour of OpenGL: a shader for each number of layers, no depth test unless objects
 * follow, one vertex buffer, uncompressed textures.
 */
#ifndef BENCH_GL_TILE_H
#define BENCH_GL_TILE_H

#include <stdint.h>

#include "adtmap/settings.h"
#include "assets/assets.h"
#include "scene/scene.h"

struct gl_tile;

/*
 * Uploads everything to the current OpenGL context, so that drawing uploads nothing. Ends the
 * program if the tile has something that this does not draw: more than four layers in a chunk,
 * height blending, texture scales.
 */
struct gl_tile *gl_tile_upload(const struct scene_tile *scene, const struct assets *assets,
                               const struct adtmap_settings *settings);

/* Clears the picture and draws. */
void gl_tile_draw(const struct gl_tile *tile);

void gl_tile_free(struct gl_tile *tile);

#endif
