#include "adtmap/settings.h"

#include "base/diag.h"
#include "base/size.h"

/* noggit-red's exporter: sun and ambient colour of Eastern Kingdoms, ambient 0.7 to 1.1 of its
 * value as the surface turns to the sun (0.9 + 0.2 d), shadow maps take a third of all light
 * (reference rendering b.6, b.7 and the neighbours' table). */
#define NOGGIT_AMBIENT_RED 0.407770514F
#define NOGGIT_AMBIENT_GREEN 0.508424163F
#define NOGGIT_AMBIENT_BLUE 0.602650642F

static const struct adtmap_light presets[] = {
    [ADTMAP_LIGHT_NEUTRAL] =
        {
            .ambient = {0.5F, 0.5F, 0.5F},
            .diffuse = {0.8308F, 0.8308F, 0.8308F},
            .sun = {0.5647F, 0.5647F, 0.6018F},
            .shadow_diffuse = 0.65F,
        },
    [ADTMAP_LIGHT_UNLIT] =
        {
            .ambient = {1.0F, 1.0F, 1.0F},
            .sun = {0.5647F, 0.5647F, 0.6018F},
        },
    [ADTMAP_LIGHT_NOGGIT] =
        {
            .ambient = {0.9F * NOGGIT_AMBIENT_RED, 0.9F * NOGGIT_AMBIENT_GREEN,
                        0.9F * NOGGIT_AMBIENT_BLUE},
            .diffuse = {1.0F + 0.2F * NOGGIT_AMBIENT_RED,
                        0.532352924F + 0.2F * NOGGIT_AMBIENT_GREEN, 0.2F * NOGGIT_AMBIENT_BLUE},
            .sun = {0.5647F, 0.5647F, 0.6018F},
            .shadow_ambient = 1.0F / 3.0F,
            .shadow_diffuse = 1.0F / 3.0F,
        },
};

void adtmap_light_preset(enum adtmap_light_preset preset, struct adtmap_light *light)
{
    *light = presets[(size_t)preset < COUNT_OF(presets) ? preset : ADTMAP_LIGHT_NEUTRAL];
}

void adtmap_settings_default(struct adtmap_settings *settings)
{
    *settings = (struct adtmap_settings){
        .size_px = ADTMAP_SIZE_DEFAULT_PX,
        .blend = ADTMAP_BLEND_AUTO,
        .draw = ADTMAP_DRAW_ALL,
        .background = {0, 0, 0, 255},
        .cpu = ADTMAP_CPU_AUTO,
    };
    adtmap_light_preset(ADTMAP_LIGHT_NEUTRAL, &settings->light);
}

/* Written so that NaN is outside every range. */
static int is_within(float value, float low, float high)
{
    return value >= low && value <= high;
}

static const char *bad_light_field(const struct adtmap_light *light)
{
    for (int c = 0; c < 3; c++) {
        if (!is_within(light->ambient[c], 0.0F, 2.0F)) {
            return "light.ambient must be in 0..2";
        }
        if (!is_within(light->diffuse[c], 0.0F, 2.0F)) {
            return "light.diffuse must be in 0..2";
        }
        if (!is_within(light->sun[c], -1e6F, 1e6F)) {
            return "light.sun must be finite";
        }
    }
    if (!is_within(light->shadow_ambient, 0.0F, 1.0F)) {
        return "light.shadow_ambient must be in 0..1";
    }
    if (!is_within(light->shadow_diffuse, 0.0F, 1.0F)) {
        return "light.shadow_diffuse must be in 0..1";
    }
    float square = light->sun[0] * light->sun[0] + light->sun[1] * light->sun[1] +
                   light->sun[2] * light->sun[2];
    return square < 1e-12F ? "light.sun must not be zero" : NULL;
}

static const char *bad_field(const struct adtmap_settings *settings)
{
    if (settings->size_px < ADTMAP_SIZE_MIN_PX || settings->size_px > ADTMAP_SIZE_MAX_PX) {
        return "size_px must be in 16..8192";
    }
    if ((unsigned)settings->blend > ADTMAP_BLEND_HEIGHT) {
        return "blend is not an enum adtmap_blend";
    }
    if (settings->draw & ~(uint32_t)ADTMAP_DRAW_ALL) {
        return "draw has unknown bits";
    }
    if ((unsigned)settings->cpu > ADTMAP_CPU_AVX2) {
        return "cpu is not an enum adtmap_cpu";
    }
    return bad_light_field(&settings->light);
}

enum adtmap_status adtmap_settings_check(const struct adtmap_settings *settings,
                                         struct adtmap_message *failure)
{
    const char *bad = bad_field(settings);
    const struct diag diag = {.failure = failure};
    return bad ? diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s", bad) : ADTMAP_OK;
}
