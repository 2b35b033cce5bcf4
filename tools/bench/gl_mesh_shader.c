#include "gl_mesh_shader.h"

#include <stdio.h>

#include "gl_program.h"

static const char vertex_text[] =
    "#version 300 es\n"
    "in vec2 place;\n"
    "in float height;\n"
    "in vec4 light;\n"
    "in float weight;\n"
    "in vec4 uv_01;\n"
    "in vec4 uv_23;\n"
    "out vec4 lit_by;\n"
    "out float k;\n"
    "out vec4 at_01;\n"
    "out vec4 at_23;\n"
    "uniform float scale;\n"
    "void main() {\n"
    "    lit_by = light; k = weight; at_01 = uv_01; at_23 = uv_23;\n"
    "    gl_Position = vec4(place * scale - 1.0, height / -16384.0, 1.0);\n"
    "}\n";

static const char fragment_head[] = "#version 300 es\n"
                                    "precision highp float;\n"
                                    "in vec4 lit_by;\n"
                                    "in float k;\n"
                                    "in vec4 at_01;\n"
                                    "in vec4 at_23;\n"
                                    "out vec4 pixel;\n"
                                    "uniform sampler2D texture0;\n"
                                    "uniform sampler2D texture1;\n"
                                    "uniform sampler2D texture2;\n"
                                    "uniform sampler2D texture3;\n"
                                    "uniform float is_solid;\n"
                                    "uniform float third_weight;\n"
                                    "#define t1 texture(texture0, at_01.xy)\n"
                                    "#define t2 texture(texture1, at_01.zw)\n"
                                    "#define t3 texture(texture2, at_23.xy)\n"
                                    "#define t4 texture(texture3, at_23.zw)\n"
                                    "void main() {\n"
                                    "    vec4 a = t1;\n"
                                    "    float alpha = max(a.a, is_solid);\n"
                                    "    vec3 lit = a.rgb;\n"
                                    "    vec3 added = vec3(0.0);\n";

/* What becomes of `lit`, `added` and `alpha`, as enum mesh_mix says. */
static const char *const mixes[MESH_MIXES] = {
    [MIX_FIRST] = "",
    [MIX_TWO_LAYER] = "vec4 b = t2; lit = mix(mix(lit, b.rgb, b.a), lit, k);\n",
    [MIX_TWO_LAYER_TERRAIN] = "lit = mix(t2.rgb, lit, k);\n",
    [MIX_TWO_LAYER_METAL] = "lit = mix(lit, t2.rgb, 1.0 - k);\n",
    [MIX_TWO_LAYER_EMISSIVE] = "vec4 b = t2; added = b.rgb * b.a * (1.0 - k);\n"
                               "lit = mix(b.rgb * (1.0 - b.a), lit, k);\n",
    [MIX_EMISSIVE] = "vec4 b = t2; added = b.rgb * b.a * k;\n",
    [MIX_TWO_LAYER_MOD2X] =
        "vec4 b = t2; lit = mix(mix(lit, b.rgb, b.a), lit, k) * t3.rgb * 2.0;\n",
    [MIX_TWO_LAYER_MOD2X_NA] = "lit = mix(lit, 2.0 * lit * t2.rgb, k);\n",
    [MIX_TWO_LAYER_ALPHA] = "vec4 b = t2; vec4 c = t3;\n"
                            "lit = mix(mix(lit, b.rgb, b.a), lit, c.a) * c.rgb * 2.0;\n",
    [MIX_MASKED] = "vec4 c = t3;\n"
                   "lit = mix(mix(2.0 * lit * t2.rgb, c.rgb, clamp(c.a * k, 0.0, 1.0)),\n"
                   "    lit, a.a);\n",
    [MIX_ADDITIVE_MASKED] = "vec4 c = t3;\n"
                            "lit = mix(2.0 * lit * t2.rgb + c.rgb * clamp(c.a * k, 0.0, 1.0),\n"
                            "    lit, a.a);\n",
    [MIX_LIGHTMAP] = "lit *= max(t2.rgb, vec3(24.0 / 255.0));\n",
    [MIX_MOD] = "lit *= t2.rgb;\n",
    [MIX_MOD_ALPHA] = "vec4 b = t2; lit *= b.rgb; alpha *= b.a;\n",
    [MIX_MOD2X] = "lit *= 2.0 * t2.rgb;\n",
    [MIX_MOD2X_ALPHA] = "vec4 b = t2; lit *= 2.0 * b.rgb; alpha *= 2.0 * b.a;\n",
    [MIX_MOD_THREE] = "lit *= t2.rgb * t3.rgb;\n",
    [MIX_ADD] = "added = t2.rgb;\n",
    [MIX_ADD_ALPHA] = "vec4 b = t2; added = b.rgb; alpha += b.a;\n",
    [MIX_OVER] = "vec4 b = t2; lit = mix(lit, b.rgb, b.a);\n",
    [MIX_UNDER] = "vec4 b = t2; lit = mix(lit, b.rgb, b.a * (1.0 - a.a));\n",
    [MIX_GLOW] = "vec4 b = t2; lit *= 1.0 - b.a * k; added = b.rgb * b.a * k;\n",
    [MIX_FADE] = "vec4 mixed = mix(mix(a, t2, k), t3, third_weight);\n"
                 "lit = mixed.rgb; alpha = mixed.a;\n",
    [MIX_FADE_MASKED] = "vec4 mixed = mix(mix(a, t2, k), t3, third_weight);\n"
                        "lit = mixed.rgb; alpha = mixed.a * t4.a;\n",
};

static const char fragment_tail[] =
    "    pixel = vec4(lit * lit_by.rgb + added, alpha * lit_by.a);\n"
    "}\n";

struct gl_mesh_shader gl_mesh_shader_create(enum mesh_mix mix, uint32_t size_px)
{
    const struct gl_program_text text = {
        .vertex = vertex_text,
        .fragment = {fragment_head, mixes[mix], fragment_tail},
        .attributes = {"place", "height", "light", "weight", "uv_01", "uv_23"},
    };
    GLuint program = gl_program_create(&text);
    glUseProgram(program);
    for (GLint unit = 0; unit < MESH_TEXTURES; unit++) {
        char name[16];
        snprintf(name, sizeof name, "texture%d", (int)unit);
        glUniform1i(glGetUniformLocation(program, name), unit);
    }
    glUniform1f(glGetUniformLocation(program, "scale"), 2.0F / (SUBPIXELS * (float)size_px));
    return (struct gl_mesh_shader){program, glGetUniformLocation(program, "is_solid"),
                                   glGetUniformLocation(program, "third_weight")};
}
