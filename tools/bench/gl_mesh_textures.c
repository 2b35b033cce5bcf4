#include "gl_mesh_textures.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "bench.h"

enum { CLAMPS = MIP_CLAMP_U | MIP_CLAMP_V };

static GLuint create_texture(void)
{
    GLuint name;
    glGenTextures(1, &name);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, name);
    return name;
}

static void put_level(GLint number, uint32_t width, uint32_t height, const uint8_t *rgba)
{
    glTexImage2D(GL_TEXTURE_2D, number, GL_RGBA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, rgba);
}

/* Colours that adtmap holds multiplied by alpha, as map viewers have them. */
static void divide_by_alpha(uint8_t *rgba, size_t count)
{
    for (size_t i = 0; i < 4 * count; i++) {
        uint32_t alpha = rgba[i | 3];
        uint32_t color = alpha ? (rgba[i] * 255U + alpha / 2) / alpha : 0;
        rgba[i] = i % 4 == 3 ? rgba[i] : (uint8_t)(color < 255 ? color : 255);
    }
}

static GLuint upload(const struct mip_texture *texture)
{
    GLuint name = create_texture();
    for (uint32_t i = texture->first_level; i < texture->level_count; i++) {
        const struct mip_level *level = &texture->levels[i];
        size_t count = (size_t)level->width * level->height;
        uint8_t *texels = bench_alloc(count, 4);
        memcpy(texels, level->rgba, 4 * count);
        if (texture->alpha.is_opacity) {
            divide_by_alpha(texels, count);
        }
        put_level((GLint)(i - texture->first_level), level->width, level->height, texels);
        free(texels);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL,
                    (GLint)(texture->level_count - 1 - texture->first_level));
    return name;
}

static void set_wrap(GLuint sampler, GLenum axis, bool clamps)
{
    glSamplerParameteri(sampler, axis, clamps ? GL_CLAMP_TO_EDGE : GL_REPEAT);
}

struct gl_mesh_textures gl_mesh_textures_create(uint32_t most)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    struct gl_mesh_textures textures = {.items = bench_alloc(most, sizeof *textures.items)};
    glGenSamplers(COUNT_OF(textures.samplers), textures.samplers);
    for (unsigned wrap = 0; wrap < COUNT_OF(textures.samplers); wrap++) {
        GLuint sampler = textures.samplers[wrap];
        set_wrap(sampler, GL_TEXTURE_WRAP_S, wrap & MIP_CLAMP_U);
        set_wrap(sampler, GL_TEXTURE_WRAP_T, wrap & MIP_CLAMP_V);
        glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    }
    textures.white = create_texture();
    put_level(0, 1, 1, white);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return textures;
}

void gl_mesh_textures_free(struct gl_mesh_textures *textures)
{
    for (uint32_t i = 0; i < textures->count; i++) {
        glDeleteTextures(1, &textures->items[i].name);
    }
    glDeleteTextures(1, &textures->white);
    glDeleteSamplers(COUNT_OF(textures->samplers), textures->samplers);
    free(textures->items);
}

GLuint gl_mesh_texture(struct gl_mesh_textures *textures, const struct mip_texture *texture)
{
    if (!texture) {
        return textures->white;
    }
    uint32_t i = 0;
    while (i < textures->count && textures->items[i].texture != texture) {
        i++;
    }
    if (i == textures->count) {
        textures->items[i].texture = texture;
        textures->items[i].name = upload(texture);
        textures->count++;
    }
    return textures->items[i].name;
}

GLuint gl_mesh_sampler(const struct gl_mesh_textures *textures, unsigned wrap)
{
    return textures->samplers[wrap & CLAMPS];
}
