/* Textures of buildings and doodads in OpenGL, each uploaded once, and how they repeat. */
#ifndef BENCH_GL_MESH_TEXTURES_H
#define BENCH_GL_MESH_TEXTURES_H

#include <stdint.h>

#include <GLES3/gl3.h>

#include "assets/textures/mip_texture.h"

struct gl_mesh_textures {
    uint32_t count;
    struct {
        const struct mip_texture *texture;
        GLuint name;
    } * items;
    GLuint white;       /* where there is no texture */
    GLuint samplers[4]; /* by MIP_CLAMP_U and MIP_CLAMP_V */
};

/* Space for at most `most` textures. */
struct gl_mesh_textures gl_mesh_textures_create(uint32_t most);
void gl_mesh_textures_free(struct gl_mesh_textures *textures);

/* The levels that are kept, uploaded when the texture is met first; NULL is white. */
GLuint gl_mesh_texture(struct gl_mesh_textures *textures, const struct mip_texture *texture);

/* The sampler for `wrap`, of enum mip_wrap. */
GLuint gl_mesh_sampler(const struct gl_mesh_textures *textures, unsigned wrap);

#endif
