#include "render/mesh/mesh_blend.h"

static float clamp01(float x)
{
    x = x > 0.0F ? x : 0.0F;
    return x < 1.0F ? x : 1.0F;
}

static float unit(float byte)
{
    return byte * (1.0F / 255.0F);
}

/* Factors by which source and destination are multiplied before they are added. */
enum factor {
    ZERO,
    ONE,
    SRC_ALPHA,
    INV_SRC_ALPHA,
    SRC_COLOR,
    TWICE_SRC_COLOR,
    DST_COLOR,
    INV_DST_COLOR
};

/* Whether the mode covers what is behind it: opaque, by the source's alpha, or not at all. */
enum cover { COVER_ALL, COVER_BY_ALPHA, COVER_NOTHING };

static const struct {
    enum factor source;
    enum factor destination;
    enum cover cover;
} modes[MESH_BLENDS] = {
    [BLEND_OPAQUE] = {ONE, ZERO, COVER_ALL},
    [BLEND_ALPHA_KEY] = {ONE, ZERO, COVER_ALL},
    [BLEND_ALPHA] = {SRC_ALPHA, INV_SRC_ALPHA, COVER_BY_ALPHA},
    [BLEND_ADD] = {SRC_ALPHA, ONE, COVER_NOTHING},
    [BLEND_MOD] = {ZERO, SRC_COLOR, COVER_NOTHING},
    [BLEND_MOD2X] = {ZERO, TWICE_SRC_COLOR, COVER_NOTHING},
    [BLEND_MOD_ADD] = {DST_COLOR, ONE, COVER_NOTHING},
    [BLEND_INV_SRC_ALPHA_ADD] = {INV_SRC_ALPHA, ONE, COVER_NOTHING},
    [BLEND_INV_SRC_ALPHA_OPAQUE] = {INV_SRC_ALPHA, ZERO, COVER_ALL},
    [BLEND_SRC_ALPHA_OPAQUE] = {SRC_ALPHA, ZERO, COVER_ALL},
    [BLEND_NO_ALPHA_ADD] = {ONE, ONE, COVER_NOTHING},
    [BLEND_CONSTANT_ALPHA] = {ONE, ZERO, COVER_ALL}, /* the constant is 1 when nothing fades */
    [BLEND_SCREEN] = {INV_DST_COLOR, ONE, COVER_NOTHING},
    [BLEND_BLEND_ADD] = {ONE, INV_SRC_ALPHA, COVER_BY_ALPHA},
};

static float factor_of(enum factor factor, float source, float destination, float alpha)
{
    switch (factor) {
    case ZERO:
        return 0.0F;
    case ONE:
        return 1.0F;
    case SRC_ALPHA:
        return alpha;
    case INV_SRC_ALPHA:
        return 1.0F - alpha;
    case SRC_COLOR:
        return unit(source);
    case TWICE_SRC_COLOR:
        return 2.0F * unit(source);
    case DST_COLOR:
        return unit(destination);
    default:
        return 1.0F - unit(destination);
    }
}

static uint8_t to_byte(float value)
{
    value = value > 0.0F ? value : 0.0F;
    return (uint8_t)((value < 255.0F ? value : 255.0F) + 0.5F);
}

static void blend_sample(enum mesh_blend mode, const float color[4], uint8_t sample[4])
{
    float alpha = clamp01(unit(color[3]));
    for (int c = 0; c < 3; c++) {
        float source = color[c] < 255.0F ? color[c] : 255.0F;
        float destination = sample[c];
        sample[c] =
            to_byte(source * factor_of(modes[mode].source, source, destination, alpha) +
                    destination * factor_of(modes[mode].destination, source, destination, alpha));
    }
    if (modes[mode].cover == COVER_ALL) {
        sample[3] = 255;
    } else if (modes[mode].cover == COVER_BY_ALPHA) {
        sample[3] = to_byte(255.0F * alpha + (float)sample[3] * (1.0F - alpha));
    }
}

/* x / 255, rounded, for x up to 255 * 255. */
static uint8_t divide_255(uint32_t x)
{
    x += 128;
    return (uint8_t)((x + (x >> 8)) >> 8);
}

/* The two modes that nearly everything has, in whole numbers. */
static void cover_samples(const float color[4], uint32_t alpha, unsigned mask, uint8_t *samples)
{
    uint32_t source[4] = {to_byte(color[0]) * alpha, to_byte(color[1]) * alpha,
                          to_byte(color[2]) * alpha, 255 * alpha};
    for (unsigned i = 0; i < 4 * SAMPLES; i++) {
        uint8_t blended = divide_255(source[i % 4] + samples[i] * (255 - alpha));
        samples[i] = mask >> i / 4 & 1 ? blended : samples[i];
    }
}

void mesh_blend_pixel(enum mesh_blend mode, const float color[4], unsigned mask,
                      uint8_t samples[4 * SAMPLES])
{
    if (mode == BLEND_OPAQUE || mode == BLEND_ALPHA_KEY) {
        cover_samples(color, 255, mask, samples);
        return;
    }
    if (mode == BLEND_ALPHA) {
        cover_samples(color, to_byte(color[3]), mask, samples);
        return;
    }
    for (unsigned s = 0; s < SAMPLES; s++) {
        if (mask >> s & 1) {
            blend_sample(mode, color, samples + (size_t)4 * s);
        }
    }
}
