/*
 * Opaque and by alpha: what nearly everything is. The sixteen bytes of a pixel's samples are two
 * vectors of 16-bit lanes, the even bytes and the odd ones, so that products of bytes fit.
 */
#include "mesh/mesh_blend.h"

#include "base/pixel.h"

static float unit(float byte)
{
    return byte * (1.0F / 255.0F);
}

static float factor_of(enum surface_factor factor, float source, float destination, float alpha)
{
    switch (factor) {
    case FACTOR_ZERO:
        return 0.0F;
    case FACTOR_ONE:
        return 1.0F;
    case FACTOR_SRC_ALPHA:
        return alpha;
    case FACTOR_INV_SRC_ALPHA:
        return 1.0F - alpha;
    case FACTOR_SRC_COLOR:
        return unit(source);
    case FACTOR_TWICE_SRC_COLOR:
        return 2.0F * unit(source);
    case FACTOR_DST_COLOR:
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

static void blend_sample(enum surface_blend mode, lanes_f color, uint8_t sample[4])
{
    float alpha = clamp01(unit(color[3]));
    for (int c = 0; c < 3; c++) {
        float source = color[c] < 255.0F ? color[c] : 255.0F;
        float destination = sample[c];
        sample[c] =
            to_byte(source * factor_of(surface_blendings[mode].source, source, destination, alpha) +
                    destination *
                        factor_of(surface_blendings[mode].destination, source, destination, alpha));
    }
    if (surface_blendings[mode].cover == COVER_ALL) {
        sample[3] = 255;
    } else if (surface_blendings[mode].cover == COVER_BY_ALPHA) {
        sample[3] = to_byte(255.0F * alpha + (float)sample[3] * (1.0F - alpha));
    }
}

/* Red and blue, or green and alpha, of all samples of a pixel. */
typedef lanes_u16 channels;
_Static_assert(sizeof(channels) == 4 * SAMPLES, "a vector holds the samples of a pixel");

static channels splat(uint32_t value)
{
    return lanes_splat_words((uint16_t)value);
}

static channels two_channels(int32_t first, int32_t second)
{
    return lanes_splat_two_words((uint16_t)first, (uint16_t)second);
}

static channels load_samples(const uint8_t *samples)
{
    channels pairs;
    memcpy(&pairs, samples, sizeof pairs);
    return lanes_words_le(pairs);
}

/* Stores what has become of `below` where a bit of the mask is set. */
static void store_samples(channels red_blue, channels green_alpha, channels below, unsigned mask,
                          uint8_t *samples)
{
    lanes_i blended = (lanes_i)lanes_words_le(red_blue | green_alpha << 8);
    lanes_i kept = (lanes_i)lanes_words_le(below);
    blended = lanes_select_i(lanes_of_bits(mask), blended, kept);
    memcpy(samples, &blended, sizeof blended);
}

/* (x * alpha + below * (255 - alpha)) / 255, rounded, for bytes. */
static channels mix(channels x, channels below, uint32_t alpha)
{
    channels sum = x * splat(alpha) + below * splat(255 - alpha) + splat(128);
    return (sum + (sum >> 8)) >> 8;
}

/* The two modes that nearly everything has, in whole numbers. */
static void cover_samples(lanes_f color, uint32_t alpha, unsigned mask, uint8_t *samples)
{
    lanes_f limited = lanes_smaller(lanes_larger(color, lanes_splat(0.0F)), lanes_splat(255.0F));
    lanes_i source = __builtin_convertvector(limited + 0.5F, lanes_i);
    channels below = load_samples(samples);
    channels red_blue = mix(two_channels(source[0], source[2]), below & splat(0xff), alpha);
    channels green_alpha = mix(two_channels(source[1], 255), below >> 8, alpha);
    store_samples(red_blue, green_alpha, below, mask, samples);
}

void mesh_blend_pixel(enum surface_blend mode, lanes_f color, unsigned mask,
                      uint8_t samples[4 * SAMPLES])
{
    if (mode == SURFACE_OPAQUE || mode == SURFACE_ALPHA_KEY) {
        cover_samples(color, 255, mask, samples);
        return;
    }
    if (mode == SURFACE_ALPHA) {
        cover_samples(color, to_byte(color[3]), mask, samples);
        return;
    }
    for (unsigned s = 0; s < SAMPLES; s++) {
        if (mask >> s & 1) {
            blend_sample(mode, color, samples + (size_t)4 * s);
        }
    }
}

#if WIDE > 1

static inline wide_u16 wide_bytes_of(wide_i source, lanes_u8 order)
{
#if WIDE == 4
    return (wide_u16)_mm512_shuffle_epi8((__m512i)source, (__m512i)wide_repeat_i((lanes_i)order));
#else
    return (wide_u16)_mm256_shuffle_epi8((__m256i)source, (__m256i)wide_repeat_i((lanes_i)order));
#endif
}

static inline wide_u16 wide_cover(wide_u16 color, wide_u16 below, wide_u16 left)
{
    wide_u16 sum = color * 255 + below * left + 128;
    return (sum + (sum >> 8)) >> 8;
}

static inline wide_i blend_leaves(wide_f colors, wide_i below)
{
    const lanes_u8 red_blue = {0, 1, 8, 9, 0, 1, 8, 9, 0, 1, 8, 9, 0, 1, 8, 9};
    const lanes_u8 green_alpha = {4, 5, 12, 13, 4, 5, 12, 13, 4, 5, 12, 13, 4, 5, 12, 13};
    const lanes_u8 only_alpha = {12, 13, 12, 13, 12, 13, 12, 13, 12, 13, 12, 13, 12, 13, 12, 13};
    wide_f alpha = wide_smaller((wide_f)wide_shuffle(colors, 3, 3, 3, 3), wide_splat(255.0F));
    wide_f limited = wide_smaller(wide_larger(colors, wide_splat(0.0F)), alpha);
    wide_i source = __builtin_convertvector(limited + 0.5F, wide_i);
    wide_u16 left = 255 - wide_bytes_of(source, only_alpha);
    wide_u16 under = (wide_u16)below;
    return (wide_i)(wide_cover(wide_bytes_of(source, red_blue), under & 255, left) |
                    wide_cover(wide_bytes_of(source, green_alpha), under >> 8, left) << 8);
}

#else

static inline wide_i blend_leaves(lanes_f color, lanes_i samples)
{
    float alpha = color[3] < 255.0F ? color[3] : 255.0F;
    lanes_f limited = lanes_smaller(lanes_larger(color, lanes_splat(0.0F)), lanes_splat(alpha));
    lanes_i source = __builtin_convertvector(limited + 0.5F, lanes_i);
    channels left = splat((uint32_t)(255 - source[3]));
    channels below = lanes_words_le((channels)samples);
    channels red_blue =
        two_channels(source[0], source[2]) * splat(255) + (below & splat(0xff)) * left;
    channels green_alpha = two_channels(source[1], source[3]) * splat(255) + (below >> 8) * left;
    red_blue += splat(128);
    green_alpha += splat(128);
    red_blue = (red_blue + (red_blue >> 8)) >> 8;
    green_alpha = (green_alpha + (green_alpha >> 8)) >> 8;
    return (lanes_i)lanes_words_le(red_blue | green_alpha << 8);
}

#endif

void mesh_blend_leaves(wide_f colors, unsigned masks, void *const samples[WIDE])
{
    wide_i below = wide_load_parts((const void *const *)samples);
    wide_i blended = blend_leaves(colors, below);
    wide_store_parts(wide_select_i(wide_of_bits(masks), blended, below), samples);
}
