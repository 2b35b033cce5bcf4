#include "gl_mesh_shader.h"

#include <stdio.h>

#include "gl_program.h"

static const char vertex_text[] =
    "#version 300 es\n"
    "in vec2 place;\n"
    "in float height;\n"
    "in vec4 light;\n"
    "in vec4 weights;\n"
    "in vec4 uv_01;\n"
    "in vec4 uv_23;\n"
    "in vec4 uv_45;\n"
    "in vec4 uv_67;\n"
    "out vec4 lit_by;\n"
    "out vec4 w;\n"
    "out vec4 at_01;\n"
    "out vec4 at_23;\n"
    "out vec4 at_45;\n"
    "out vec4 at_67;\n"
    "uniform float scale;\n"
    "void main() {\n"
    "    lit_by = light; w = weights;\n"
    "    at_01 = uv_01; at_23 = uv_23; at_45 = uv_45; at_67 = uv_67;\n"
    "    gl_Position = vec4(place * scale - 1.0, height / -16384.0, 1.0);\n"
    "}\n";

static const char fragment_head[] = "#version 300 es\n"
                                    "precision highp float;\n"
                                    "in vec4 lit_by;\n"
                                    "in vec4 w;\n"
                                    "in vec4 at_01;\n"
                                    "in vec4 at_23;\n"
                                    "in vec4 at_45;\n"
                                    "in vec4 at_67;\n"
                                    "out vec4 pixel;\n"
                                    "uniform sampler2D texture0;\n"
                                    "uniform sampler2D texture1;\n"
                                    "uniform sampler2D texture2;\n"
                                    "uniform sampler2D texture3;\n"
                                    "uniform sampler2D texture4;\n"
                                    "uniform sampler2D texture5;\n"
                                    "uniform sampler2D texture6;\n"
                                    "uniform sampler2D texture7;\n"
                                    "uniform float is_solid;\n"
                                    "uniform float third_weight;\n"
                                    "#define t1 texture(texture0, at_01.xy)\n"
                                    "#define t2 texture(texture1, at_01.zw)\n"
                                    "#define t3 texture(texture2, at_23.xy)\n"
                                    "#define t4 texture(texture3, at_23.zw)\n"
                                    "#define t5 texture(texture4, at_45.xy)\n"
                                    "#define t6 texture(texture5, at_45.zw)\n"
                                    "#define t7 texture(texture6, at_67.xy)\n"
                                    "#define t8 texture(texture7, at_67.zw)\n"
                                    "void main() {\n"
                                    "    vec4 a = t1;\n"
                                    "    float k = w.w;\n"
                                    "    float alpha = max(a.a, is_solid);\n"
                                    "    vec3 lit = a.rgb;\n"
                                    "    vec3 added = vec3(0.0);\n";

/* What becomes of `lit`, `added` and `alpha`, as enum surface_mix says. */
static const char *const mixes[SURFACE_MIXES] = {
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
    [MIX_ENV] = "added = t2.rgb * a.a;\n",
    [MIX_ENV_MOD] = "added = lit * t2.rgb;\n",
    [MIX_ENV_METAL] = "added = lit * t2.rgb * a.a;\n",
    [MIX_TWO_LAYER_SHINE] =
        "vec4 m = mix(a, t2, 1.0 - k); lit = m.rgb; added = lit * t3.rgb * m.a;\n",
    [MIX_EMISSIVE_SHINE] = "vec4 c = t3; added = lit * t2.rgb * a.a + c.rgb * c.a * k;\n",
    [MIX_ADD_MASKED] = "vec4 b = t2; lit += b.rgb * clamp(b.a * k, 0.0, 1.0) * (1.0 - a.a);\n",
    [MIX_SHEEN] = "lit = mix(2.0 * lit * t2.rgb, lit, a.a);\n",
    [MIX_SHEEN_MOD] = "lit = mix(lit * t2.rgb, lit, a.a);\n",
    [MIX_SHEEN_EMISSIVE] = "vec4 c = t3; lit = mix(2.0 * lit * t2.rgb, lit, a.a);\nadded = c.rgb * "
                           "c.a * third_weight;\n",
    [MIX_SHEEN_OVER] = "vec4 c = t3; lit = mix(2.0 * lit * t2.rgb, c.rgb, c.a);\n",
    [MIX_SHEEN_GLOW] = "vec4 c = t3; float glow = clamp(c.a * third_weight, 0.0, 1.0);\nlit = "
                       "mix(2.0 * lit * t2.rgb, lit, a.a) * (1.0 - glow); added = c.rgb * glow;\n",
    [MIX_GLINT] = "vec4 b = t2; added = b.rgb * b.a * (1.0 - a.a);\n",
    [MIX_GLINT_ALPHA] = "vec4 b = t2; added = b.rgb * b.a * (1.0 - a.a);\nalpha += b.a * "
                        "dot(b.rgb, vec3(0.3, 0.59, 0.11));\n",
    [MIX_ADD_UNDER] = "vec4 b = t2; added = b.rgb * (1.0 - a.a); alpha += b.a;\n",
    [MIX_OVER_EMISSIVE] = "vec4 b = t2; vec4 c = t3; lit = mix(lit, b.rgb, b.a);\nadded = c.rgb * "
                          "c.a * third_weight;\n",
    [MIX_PARALLAX] = "vec4 c = t3; lit = mix(mix(t4.rgb + c.rgb * c.a, t2.rgb, t5.g), lit, k);\n",
    [MIX_HEIGHTS] = "vec4 s = vec4(w.rgb, 1.0 - clamp(w.r + w.g + w.b, 0.0, 1.0));\ns *= "
                    "max(vec4(t5.a, t6.a, t7.a, t8.a), 0.004);\ns *= 1.0 - clamp(max(max(s.x, "
                    "s.y), max(s.z, s.w)) - s, 0.0, 1.0);\nlit = (lit * s.x + t2.rgb * s.y + "
                    "t3.rgb * s.z + t4.rgb * s.w) * (1.0 - k) /\n(s.x + s.y + s.z + s.w);\n",
};

static const char fragment_tail[] =
    "    pixel = vec4(lit * lit_by.rgb + added, alpha * lit_by.a);\n"
    "}\n";

struct gl_mesh_shader gl_mesh_shader_create(enum surface_mix mix, uint32_t size_px)
{
    const struct gl_program_text text = {
        .vertex = vertex_text,
        .fragment = {fragment_head, mixes[mix], fragment_tail},
        .attributes = {"place", "height", "light", "weights", "uv_01", "uv_23", "uv_45", "uv_67"},
    };
    GLuint program = gl_program_create(&text);
    glUseProgram(program);
    for (GLint unit = 0; unit < SURFACE_TEXTURES; unit++) {
        char name[16];
        snprintf(name, sizeof name, "texture%d", (int)unit);
        glUniform1i(glGetUniformLocation(program, name), unit);
    }
    glUniform1f(glGetUniformLocation(program, "scale"), 2.0F / (SUBPIXELS * (float)size_px));
    return (struct gl_mesh_shader){program, glGetUniformLocation(program, "is_solid"),
                                   glGetUniformLocation(program, "third_weight")};
}
