/* The shader programs of buildings and doodads, one for each way of mixing textures. */
#ifndef BENCH_GL_MESH_SHADER_H
#define BENCH_GL_MESH_SHADER_H

#include <stdint.h>

#include <GLES3/gl3.h>

#include "formats/surface.h"
#include "mesh/mesh.h"

/* Locations of vertex attributes. */
enum gl_mesh_attribute {
    GL_MESH_PLACE,
    GL_MESH_HEIGHT,
    GL_MESH_LIGHT,
    GL_MESH_WEIGHTS,
    GL_MESH_UV_01,
    GL_MESH_UV_23,
    GL_MESH_UV_45,
    GL_MESH_UV_67,
};

struct gl_mesh_shader {
    GLuint program; /* 0: not made yet */
    GLint is_solid, third_weight;
};

/* Texture t is read from unit t. The tile has `size_px` pixels. */
struct gl_mesh_shader gl_mesh_shader_create(enum surface_mix mix, uint32_t size_px);

#endif
