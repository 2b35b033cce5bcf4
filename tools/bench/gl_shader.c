#include "gl_shader.h"

#include <math.h>
#include <stdio.h>

#include "gl_program.h"

static const char vertex_text[] =
    "#version 300 es\n"
    "in vec3 place;\n"
    "in vec3 normal;\n"
    "in vec3 color;\n"
    "out vec2 ground;\n"
    "out vec2 in_chunk;\n"
    "out vec3 up;\n"
    "out vec3 tint;\n"
    "uniform vec2 chunk;\n"
    "void main() {\n"
    "    ground = place.xy;\n"
    "    in_chunk = ground / 8.0 - chunk;\n"
    "    up = normal;\n"
    "    tint = color;\n"
    "    gl_Position = vec4(ground / 64.0 - 1.0, place.z / -16384.0, 1.0);\n"
    "}\n";

static const char fragment_head[] = "precision highp float;\n"
                                    "in vec2 ground;\n"
                                    "in vec2 in_chunk;\n"
                                    "in vec3 up;\n"
                                    "in vec3 tint;\n"
                                    "out vec4 pixel;\n"
                                    "uniform sampler2D layer0;\n"
                                    "uniform sampler2D layer1;\n"
                                    "uniform sampler2D layer2;\n"
                                    "uniform sampler2D layer3;\n"
                                    "uniform sampler2D maps;\n"
                                    "uniform vec3 ambient;\n"
                                    "uniform vec3 diffuse;\n"
                                    "uniform vec3 sun;\n"
                                    "uniform vec2 shade;\n"
                                    "void main() {\n"
                                    "    vec4 map = texture(maps, in_chunk);\n";

static const char weighted_text[] =
    "    vec3 color = vec3(1.0);\n"
    "#if LAYERS > 0\n"
    "    float rest = 1.0;\n"
    "    color = vec3(0.0);\n"
    "#if LAYERS > 1\n"
    "    color += map.r * texture(layer1, ground).rgb; rest -= map.r;\n"
    "#endif\n"
    "#if LAYERS > 2\n"
    "    color += map.g * texture(layer2, ground).rgb; rest -= map.g;\n"
    "#endif\n"
    "#if LAYERS > 3\n"
    "    color += map.b * texture(layer3, ground).rgb; rest -= map.b;\n"
    "#endif\n"
    "    color += max(0.0, rest) * texture(layer0, ground).rgb;\n"
    "#endif\n";

static const char sequential_text[] =
    "    vec3 color = vec3(1.0);\n"
    "#if LAYERS > 0\n"
    "    color = texture(layer0, ground).rgb;\n"
    "#endif\n"
    "#if LAYERS > 1\n"
    "    color = mix(color, texture(layer1, ground).rgb, map.r);\n"
    "#endif\n"
    "#if LAYERS > 2\n"
    "    color = mix(color, texture(layer2, ground).rgb, map.g);\n"
    "#endif\n"
    "#if LAYERS > 3\n"
    "    color = mix(color, texture(layer3, ground).rgb, map.b);\n"
    "#endif\n";

static const char fragment_tail[] =
    "    float facing = max(0.0, dot(normalize(up), sun));\n"
    "    vec3 light = ambient + diffuse * facing -\n"
    "        map.a * (shade.x * ambient + shade.y * diffuse * facing);\n"
    "    pixel = vec4(color * tint * light, 1.0);\n"
    "}\n";

static void set_uniforms(GLuint program, const struct adtmap_light *light)
{
    const float *sun = light->sun;
    float length = sqrtf(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]);
    glUseProgram(program);
    for (GLint unit = 0; unit <= GL_UNIT_MAPS; unit++) {
        char name[16];
        snprintf(name, sizeof name, "layer%d", (int)unit);
        glUniform1i(glGetUniformLocation(program, unit < GL_UNIT_MAPS ? name : "maps"), unit);
    }
    glUniform3fv(glGetUniformLocation(program, "ambient"), 1, light->ambient);
    glUniform3fv(glGetUniformLocation(program, "diffuse"), 1, light->diffuse);
    glUniform3f(glGetUniformLocation(program, "sun"), sun[0] / length, sun[1] / length,
                sun[2] / length);
    glUniform2f(glGetUniformLocation(program, "shade"), light->shadow_ambient,
                light->shadow_diffuse);
}

GLuint gl_shader_create(unsigned layers, enum adtmap_blend blend, const struct adtmap_light *light)
{
    char head[64];
    snprintf(head, sizeof head, "#version 300 es\n#define LAYERS %u\n", layers);
    const struct gl_program_text text = {
        .vertex = vertex_text,
        .fragment = {head, fragment_head,
                     blend == ADTMAP_BLEND_SEQUENTIAL ? sequential_text : weighted_text,
                     fragment_tail},
        .attributes = {[GL_AT_PLACE] = "place", [GL_AT_NORMAL] = "normal", [GL_AT_COLOR] = "color"},
    };
    GLuint program = gl_program_create(&text);
    set_uniforms(program, light);
    return program;
}
