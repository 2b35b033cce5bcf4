/*
 * Combiners: how the textures of a batch become one colour. Clients choose a shader by
 *
 *     264         two ops, from the list of header flag 0x8 at index `shader`; else one texture,
 *                 opaque if the blend is
 *     265 on      below 0x8000 the same ops as bits (0x70 the first, 0x7 the second, 0x8 and 0x80
 *                 mapped as a sphere, 0x4000 second uv set); else the number of a shader in a table
 *
 * Textures mapped as a sphere show what the surface reflects.
 */
#include "base/size.h"
#include "formats/m2/m2_parts.h"

enum {
    VERSION_SHADERS = 265, /* the first with shader numbers */
    SHADER_TABLE = 0x8000, /* a number, else bits */
    BITS_UV1 = 0x4000,
    BITS_SPHERE_0 = 0x80,
    BITS_SPHERE_1 = 0x8,
    UNIT_SPHERE_MIN = 3,
};

/* By shader number, as the names of the clients' shaders say: mix, whether it is opaque, and
 * stages: texture of the batch, set of texture coordinates, whether it has the weight of the
 * texture. */
static const struct m2_recipe shaders[] = {
    [0] = {MIX_SHEEN, true, 2, {{0}, {1, M2_SPHERE, false}}},
    [1] = {MIX_EMISSIVE, true, 2, {{0}, {1, M2_SPHERE, false}}},
    [2] = {MIX_GLINT, true, 2, {{0}, {1, M2_SPHERE, false}}},
    [3] = {MIX_SHEEN_EMISSIVE, true, 3, {{0}, {1, M2_SPHERE, false}, {2, 0, true}}},
    [4] = {MIX_EMISSIVE, false, 2, {{0}, {1, M2_SPHERE, false}}},
    [5] = {MIX_EMISSIVE, true, 2, {{0}, {1, 0, false}}},
    [6] = {MIX_EMISSIVE, false, 2, {{0}, {1, 0, false}}},
    [7] = {MIX_GLINT_ALPHA, false, 2, {{0}, {1, M2_SPHERE, false}}},
    [8] = {MIX_UNDER, true, 2, {{0}, {1, M2_SPHERE, false}}},
    [9] = {MIX_SHEEN_OVER, true, 3, {{0}, {1, M2_SPHERE, false}, {2, 0, false}}},
    [10] = {MIX_EMISSIVE, true, 2, {{0}, {1, 0, true}}},
    [11] = {MIX_ADD_UNDER, false, 2, {{0}, {1, M2_SPHERE, false}}},
    [12] = {MIX_SHEEN_MOD, true, 2, {{0}, {1, M2_SPHERE, false}}},
    [13] = {MIX_EMISSIVE, false, 2, {{0}, {1, M2_SPHERE, true}}},
    [14] = {MIX_EMISSIVE, false, 2, {{0}, {1, 0, true}}},
    [15] = {MIX_EMISSIVE, true, 2, {{0}, {1, 1, true}}},
    [16] = {MIX_OVER_EMISSIVE,
            true,
            3,
            {{0}, {1, M2_SPHERE, false}, {0, 0, true}}}, /* the texture on itself */
    [17] = {MIX_SHEEN_GLOW, true, 3, {{0}, {1, M2_SPHERE, false}, {2, 0, true}}},
    [18] = {MIX_FADE, false, 3, {{0}, {1, 0, true}, {2, 0, true}}},
    [19] = {MIX_FIRST, false, 1, {{0}}},
    [20] = {MIX_MASKED, true, 3, {{0}, {1, M2_SPHERE, false}, {2, 1, false}}},
    [21] = {MIX_MOD_ALPHA, false, 2, {{0}, {1, 1, false}}},
    [22] = {MIX_FADE_MASKED, false, 4, {{0}, {1, 0, true}, {2, 0, true}, {3, 1, false}}},
    [23] = {MIX_OVER, true, 2, {{0}, {1, 0, false}}},
    [24] = {MIX_SHEEN_GLOW, true, 3, {{0}, {1, M2_SPHERE, false}, {2, 1, true}}},
    [25] = {MIX_FIRST, false, 1, {{0, M2_SPHERE, false}}},
    [26] = {MIX_FIRST, false, 1, {{0}}}, /* guild emblems */
    [27] = {MIX_FIRST, false, 1, {{0}}},
    [28] = {MIX_FIRST, true, 1, {{0}}},
    [29] = {.stage_count = 0}, /* Illum, which has no colour */
    [30] = {MIX_MOD_THREE, false, 3, {{0}, {1, 1, false}, {2, 1, false}}},
    [31] = {MIX_MOD_THREE, false, 3, {{0}, {1, 0, false}, {2, 0, false}}},
    [32] = {MIX_FIRST, true, 1, {{0}}},
    [33] = {MIX_MOD2X_ALPHA, false, 2, {{0}, {1, 1, false}}},
    [34] = {MIX_FIRST, false, 1, {{0}}},
    [35] = {MIX_MOD_ALPHA, false, 2, {{0}, {1, 1, false}}},
};

/* By the second op. */
static const enum surface_mix second_ops[] = {
    MIX_MOD,         MIX_MOD_ALPHA, MIX_MOD_ALPHA, MIX_ADD_ALPHA,
    MIX_MOD2X_ALPHA, MIX_MOD_ALPHA, MIX_MOD2X,     MIX_ADD,
};

static struct m2_recipe one_texture(bool is_opaque, uint32_t uv_set)
{
    return (struct m2_recipe){
        .mix = MIX_FIRST, .is_opaque = is_opaque, .stage_count = 1, .stages = {{0, uv_set, false}}};
}

/* The set of texture coordinates of a unit: the second of unit 1, and a sphere from 3 on, as of
 * M2_NONE. */
static uint32_t set_of(uint16_t unit)
{
    return unit >= UNIT_SPHERE_MIN ? M2_SPHERE : unit == 1;
}

/* Two ops, of textures with units. */
static struct m2_recipe combine_ops(const struct m2_combiner *combiner, const uint16_t ops[2],
                                    const uint16_t units[2])
{
    bool is_opaque = combiner->blend == SURFACE_OPAQUE || ops[0] == 0;
    struct m2_recipe recipe = one_texture(is_opaque, set_of(units[0]));
    if (combiner->texture_count > 1 && ops[1] < COUNT_OF(second_ops)) {
        recipe.mix = second_ops[ops[1]];
        recipe.stage_count = 2;
        recipe.stages[1].index = 1;
        recipe.stages[1].uv_set = set_of(units[1]);
    }
    return recipe;
}

/* Bits of a shader since 265. */
static struct m2_recipe combine_bits(const struct m2_combiner *combiner)
{
    uint32_t bits = combiner->shader;
    const uint16_t ops[2] = {(uint16_t)(bits >> 4 & 7), (uint16_t)(bits & 7)};
    uint16_t last = bits & BITS_UV1 ? 1 : 0;
    uint16_t first = combiner->texture_count > 1 ? 0 : last;
    const uint16_t units[2] = {bits & BITS_SPHERE_0 ? M2_NONE : first,
                               bits & BITS_SPHERE_1 ? M2_NONE : last};
    return combine_ops(combiner, ops, units);
}

static struct m2_recipe combine_table(const struct m2_combiner *combiner)
{
    uint32_t number = combiner->shader & (SHADER_TABLE - 1);
    struct m2_recipe recipe =
        number < COUNT_OF(shaders) ? shaders[number] : one_texture(combiner->blend == 0, 0);
    recipe.is_opaque = recipe.is_opaque || combiner->blend == SURFACE_OPAQUE;
    for (uint32_t i = 0; i < recipe.stage_count; i++) {
        if (recipe.stages[i].index >= combiner->texture_count) {
            return one_texture(recipe.is_opaque, 0);
        }
    }
    return recipe;
}

struct m2_recipe m2_combine(const struct m2_combiner *combiner)
{
    const uint16_t plain[2] = {combiner->blend == SURFACE_OPAQUE ? 0 : 1, 0};
    if (combiner->version >= VERSION_SHADERS) {
        return combiner->shader & SHADER_TABLE ? combine_table(combiner) : combine_bits(combiner);
    }
    if (combiner->has_ops) {
        return combine_ops(combiner, combiner->ops, combiner->units);
    }
    struct m2_combiner single = *combiner;
    single.texture_count = 1;
    return combine_ops(&single, plain, combiner->units);
}

bool m2_fades_at_edges(uint32_t version, uint32_t shader)
{
    static const uint8_t numbers[] = {19, 21, 25, 33, 34, 35};
    bool fades = false;
    for (size_t i = 0; i < COUNT_OF(numbers) && version >= VERSION_SHADERS; i++) {
        fades = fades || shader == (uint32_t)(SHADER_TABLE | numbers[i]);
    }
    return fades;
}
