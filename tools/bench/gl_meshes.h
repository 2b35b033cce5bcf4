/*
 * Draws the buildings and doodads of a tile through OpenGL like a map viewer: depth test, textures
 * with mip levels and trilinear filtering, alpha keys as coverage of samples, OpenGL's own
 * blending. Vertices, their light, and mip levels are those that adtmap draws from. Choices in
 * favour of OpenGL: a shader for each way of mixing textures, one call for neighbouring batches of
 * one look, batches sorted by texture where their order does not matter, one buffer for all
 * vertices.
 */
#ifndef BENCH_GL_MESHES_H
#define BENCH_GL_MESHES_H

#include <stdint.h>

#include "mesh/mesh_list.h"

struct gl_meshes;

/* Uploads the triangles of a sorted list, without sheets of liquid, for a tile of `size_px`. */
struct gl_meshes *gl_meshes_upload(const struct mesh_list *list, uint32_t size_px);

/* Draws over what is in the picture. */
void gl_meshes_draw(const struct gl_meshes *meshes);

uint32_t gl_meshes_triangle_count(const struct gl_meshes *meshes);

void gl_meshes_free(struct gl_meshes *meshes);

#endif
