/* The shader programs of chunks, one for each number of layers. */
#ifndef BENCH_GL_SHADER_H
#define BENCH_GL_SHADER_H

#include <GLES3/gl3.h>

#include "adtmap/settings.h"

enum { GL_LAYERS_MAX = 4 };

/* Locations of vertex attributes. GL_AT_PLACE is in quads from the tile's north-west corner,
 * and the height in yards. */
enum gl_attribute { GL_AT_PLACE, GL_AT_NORMAL, GL_AT_COLOR };

/* Texture units: layers at 0.., then alpha maps 1 to 3 with the shadow as red to alpha. */
enum { GL_UNIT_MAPS = GL_LAYERS_MAX };

/* A linked program with its textures and lights set; `blend` is weighted or sequential. */
GLuint gl_shader_create(unsigned layers, enum adtmap_blend blend, const struct adtmap_light *light);

#endif
