/* Materials of WMOs: which of their textures a shader reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/mip_data.h"
#include "scene/wmo/wmo_material.h"

enum { FIRST = 1, SECOND, THIRD, SECOND_S };

static struct mip_data data;
static struct adtmap_settings settings;
static struct surface_textures textures;

static int set_up(void **state)
{
    (void)state;
    static const char *const names[] = {"a.blp", "b.blp", "c.blp", "b_s.blp"};
    mip_data_open(&data, names, 4);
    textures = surface_textures_of(data.cache, NULL, &settings, 4, &data.arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    surface_textures_close(&textures);
    mip_data_close(&data);
    return 0;
}

static enum adtmap_reflections reflections;
static enum adtmap_client_era client_era;
static enum surface_era file_era;

/* What the only material of a WMO becomes. */
static const struct surface_material *made_of(const struct wmo_material *from)
{
    settings.reflections = reflections;
    settings.client_era = client_era;
    const struct wmo root = {.era = file_era, .material_count = 1, .materials = from};
    const struct surface_material *materials = wmo_materials(&textures, &root);
    assert_non_null(materials);
    return &materials[0];
}

/* The material of a WMO with three textures. */
static const struct surface_material *material_of(uint32_t shader, const char *second)
{
    const struct wmo_material from = {.shader = shader,
                                      .texture_count = 9,
                                      .textures = {{.name = "a.blp"},
                                                   {.name = second},
                                                   {.name = "c.blp"},
                                                   {.name = "a.blp"},
                                                   {.name = "b.blp"},
                                                   {.name = "c.blp"},
                                                   {.name = "a.blp"},
                                                   {.name = "b.blp"},
                                                   {.name = "c.blp"}}};
    return made_of(&from);
}

static int texel(const struct surface_material *material, uint32_t slot)
{
    assert_non_null(material->textures[slot]);
    return material->textures[slot]->levels[0].rgba[0];
}

/* Shader 12 was drawn by its first texture: lamps of metal did not glow. */
static void metal_glows_by_its_third_texture(void **state)
{
    (void)state;
    const struct surface_material *material = material_of(WMO_SHADER_ENV_METAL_EMISSIVE, "b.blp");
    assert_int_equal(material->mix, MIX_EMISSIVE);
    assert_int_equal(texel(material, 0), FIRST);
    assert_int_equal(texel(material, 1), THIRD);
}

static void other_emissive_materials_glow_by_their_second(void **state)
{
    (void)state;
    assert_int_equal(texel(material_of(WMO_SHADER_EMISSIVE, "b.blp"), 1), SECOND);
}

/* Clients put _s before the extension of the second name of shader 8. */
static void terrain_has_the_s_file_of_its_second_texture(void **state)
{
    (void)state;
    assert_int_equal(texel(material_of(WMO_SHADER_TWO_LAYER_TERRAIN, "b.blp"), 1), SECOND_S);
    assert_int_equal(texel(material_of(WMO_SHADER_TWO_LAYER_TERRAIN, "c.blp"), 1), THIRD);
    assert_int_equal(texel(material_of(WMO_SHADER_TWO_LAYER_OPAQUE, "b.blp"), 1), SECOND);
}

/* The mix of each shader without reflections, with them, and with those of noggit-red. */
static void each_shader_has_its_mix(void **state)
{
    (void)state;
    static const enum surface_mix mixes[][3] = {
        [3] = {MIX_FIRST, MIX_ENV, MIX_ENV_MOD},
        [5] = {MIX_FIRST, MIX_ENV_METAL, MIX_ENV_METAL},
        [6] = {MIX_TWO_LAYER, MIX_TWO_LAYER, MIX_TWO_LAYER},
        [7] = {MIX_TWO_LAYER_METAL, MIX_TWO_LAYER_SHINE, MIX_TWO_LAYER_METAL},
        [8] = {MIX_TWO_LAYER_TERRAIN, MIX_TWO_LAYER_TERRAIN, MIX_TWO_LAYER_TERRAIN},
        [9] = {MIX_EMISSIVE, MIX_EMISSIVE, MIX_EMISSIVE},
        [11] = {MIX_UNDER, MIX_MASKED, MIX_UNDER},
        [12] = {MIX_EMISSIVE, MIX_EMISSIVE_SHINE, MIX_EMISSIVE},
        [13] = {MIX_TWO_LAYER_TERRAIN, MIX_TWO_LAYER_TERRAIN, MIX_TWO_LAYER_TERRAIN},
        [15] = {MIX_TWO_LAYER_EMISSIVE, MIX_TWO_LAYER_EMISSIVE, MIX_TWO_LAYER_EMISSIVE},
        [17] = {MIX_ADD_MASKED, MIX_ADDITIVE_MASKED, MIX_ADD_MASKED},
        [18] = {MIX_TWO_LAYER_MOD2X, MIX_TWO_LAYER_MOD2X, MIX_TWO_LAYER_MOD2X},
        [19] = {MIX_TWO_LAYER_MOD2X_NA, MIX_TWO_LAYER_MOD2X_NA, MIX_TWO_LAYER_MOD2X_NA},
        [20] = {MIX_TWO_LAYER_ALPHA, MIX_TWO_LAYER_ALPHA, MIX_TWO_LAYER_ALPHA},
        [22] = {MIX_PARALLAX, MIX_PARALLAX, MIX_PARALLAX},
        [23] = {MIX_HEIGHTS, MIX_HEIGHTS, MIX_HEIGHTS},
        [24] = {MIX_FIRST, MIX_FIRST, MIX_FIRST},
    };
    for (uint32_t shader = 0; shader < sizeof mixes / sizeof *mixes; shader++) {
        for (uint32_t kind = 0; kind < 3; kind++) {
            reflections = (enum adtmap_reflections)kind;
            const struct surface_material *material = material_of(shader, "b.blp");
            assert_int_equal(material->mix, mixes[shader][kind]);
            assert_int_equal(texel(material, 0), shader == WMO_SHADER_HEIGHTS ? SECOND : FIRST);
            for (uint32_t t = 0; t < SURFACE_TEXTURES; t++) {
                assert_int_equal(material->textures[t] != NULL,
                                 t < surface_mix_textures(material->mix));
            }
        }
    }
    reflections = ADTMAP_REFLECTIONS_OFF;
}

/* Of shader 23 the first texture is a reflection, of 22 the second: seen from above they are none.
 */
static void shaders_of_many_textures_have_them_in_order(void **state)
{
    (void)state;
    const struct surface_material *material = material_of(WMO_SHADER_HEIGHTS, "b.blp");
    static const int heights[8] = {SECOND, THIRD, FIRST, SECOND, THIRD, FIRST, SECOND, THIRD};
    for (uint32_t t = 0; t < 8; t++) {
        assert_int_equal(texel(material, t), heights[t]);
    }
    material = material_of(WMO_SHADER_PARALLAX, "b.blp");
    static const int ice[5] = {FIRST, THIRD, FIRST, SECOND, THIRD};
    for (uint32_t t = 0; t < 5; t++) {
        assert_int_equal(texel(material, t), ice[t]);
    }
}

static void flags_clamp_and_turn_sides(void **state)
{
    (void)state;
    static const struct {
        uint32_t flags;
        unsigned wrap;
        bool two_sided;
    } cases[] = {
        {0, 0, false},
        {WMO_MATERIAL_CLAMP_S, MIP_CLAMP_U, false},
        {WMO_MATERIAL_CLAMP_T, MIP_CLAMP_V, false},
        {WMO_MATERIAL_TWO_SIDED, 0, true},
        {WMO_MATERIAL_UNLIT | WMO_MATERIAL_EXTERIOR_LIGHT | WMO_MATERIAL_NIGHT_GLOW |
             WMO_MATERIAL_WINDOW,
         0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct wmo_material from = {
            .flags = cases[i].flags, .texture_count = 1, .textures = {{.name = "a.blp"}}};
        const struct surface_material *material = made_of(&from);
        assert_int_equal(material->wrap[0], cases[i].wrap);
        assert_int_equal(material->wrap[SURFACE_TEXTURES - 1], cases[i].wrap);
        assert_int_equal(material->two_sided, cases[i].two_sided);
    }
}

static void each_blend_mode_is_its_own(void **state)
{
    (void)state;
    static const enum surface_blend blends[SURFACE_BLENDS] = {
        SURFACE_OPAQUE,       SURFACE_ALPHA_KEY,     SURFACE_ALPHA,
        SURFACE_ADD,          SURFACE_MOD,           SURFACE_MOD2X,
        SURFACE_MOD_ADD,      SURFACE_INV_ALPHA_ADD, SURFACE_INV_ALPHA_OPAQUE,
        SURFACE_ALPHA_OPAQUE, SURFACE_NO_ALPHA_ADD,  SURFACE_CONSTANT_ALPHA,
        SURFACE_SCREEN,       SURFACE_BLEND_ADD,
    };
    for (uint32_t blend = 0; blend < SURFACE_BLENDS; blend++) {
        const struct wmo_material from = {
            .blend = blend, .texture_count = 1, .textures = {{.name = "a.blp"}}};
        const struct surface_material *material = made_of(&from);
        assert_int_equal(material->blend, blends[blend]);
        assert_int_equal(material->alpha_key, blend == SURFACE_ALPHA_KEY ? 224 : 0);
    }
}

/* A shader that is called opaque lost what a blend mode without meaning for it cut out. */
static void the_opaque_shader_cuts_nothing_out(void **state)
{
    (void)state;
    struct wmo_material from = {.shader = WMO_SHADER_OPAQUE,
                                .blend = SURFACE_ALPHA_KEY,
                                .texture_count = 1,
                                .textures = {{.name = "a.blp"}}};
    const struct surface_material *material = made_of(&from);
    assert_int_equal(material->blend, SURFACE_OPAQUE);
    assert_int_equal(material->alpha_key, 0);
    assert_false(material->textures[0]->alpha.is_opacity);
    from.blend = SURFACE_ALPHA;
    assert_int_equal(made_of(&from)->blend, SURFACE_ALPHA);
}

static void the_alpha_key_is_that_of_the_file_else_of_the_wish(void **state)
{
    (void)state;
    static const struct {
        enum surface_era file;
        enum adtmap_client_era wish;
        uint8_t key;
    } cases[] = {
        {SURFACE_ERA_UNKNOWN, ADTMAP_CLIENT_ERA_AUTO, 224},
        {SURFACE_ERA_UNKNOWN, ADTMAP_CLIENT_ERA_BEFORE_7, 224},
        {SURFACE_ERA_UNKNOWN, ADTMAP_CLIENT_ERA_SINCE_7, 128},
        {SURFACE_ERA_BEFORE_7, ADTMAP_CLIENT_ERA_SINCE_7, 224},
        {SURFACE_ERA_SINCE_7, ADTMAP_CLIENT_ERA_AUTO, 128},
        {SURFACE_ERA_SINCE_7, ADTMAP_CLIENT_ERA_BEFORE_7, 128},
    };
    const struct wmo_material from = {
        .blend = SURFACE_ALPHA_KEY, .texture_count = 1, .textures = {{.name = "a.blp"}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_era = cases[i].file;
        client_era = cases[i].wish;
        assert_int_equal(made_of(&from)->alpha_key, cases[i].key);
    }
    file_era = SURFACE_ERA_UNKNOWN;
    client_era = ADTMAP_CLIENT_ERA_AUTO;
}

int test_wmo_material(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(metal_glows_by_its_third_texture, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_emissive_materials_glow_by_their_second, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(terrain_has_the_s_file_of_its_second_texture, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_shader_has_its_mix, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shaders_of_many_textures_have_them_in_order, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(flags_clamp_and_turn_sides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_blend_mode_is_its_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_opaque_shader_cuts_nothing_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_alpha_key_is_that_of_the_file_else_of_the_wish, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
