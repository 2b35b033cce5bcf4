#include "map/hours/hour_field.h"

#include <math.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/size.h"

/* How much of the saturation of a colour is left, and of noon's of a light. */
#define SATURATION 0.4
#define NOON_SATURATION 0.12

/* Light is at most 2 in the settings, and below 4 in fixed point. */
#define LARGEST_FACTOR 1.9

/* Noon of Light 1 in 3.3.5, as the kinds of things come, and the alpha of its liquids. */
static const uint32_t noon_colors[HOUR_THINGS] = {
    [HOUR_SUN] = 0xFF8800,        [HOUR_AMBIENT] = 0x68829A,       [HOUR_OCEAN_SHALLOW] = 0x114B59,
    [HOUR_OCEAN_DEEP] = 0x001D29, [HOUR_RIVER_SHALLOW] = 0x4F5D14, [HOUR_RIVER_DEEP] = 0x335255,
};
static const float noon_alpha[HOUR_LIQUIDS] = {0.75F, 1.0F, 0.5F, 1.0F};

static const struct hour_tint no_change = {
    {1, 1, 1}, {1, 1, 1}, {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}};

static void rgb_of(uint32_t color, double rgb[3])
{
    rgb[0] = (double)(color >> 16 & 0xFF) / 255.0;
    rgb[1] = (double)(color >> 8 & 0xFF) / 255.0;
    rgb[2] = (double)(color & 0xFF) / 255.0;
}

/* Returns how bright it is. */
static double desaturate(double rgb[3], double left)
{
    double grey = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    for (int c = 0; c < 3; c++) {
        rgb[c] = grey + left * (rgb[c] - grey);
    }
    return grey;
}

/* The colour of a band, which has some, at a time. */
static void band_color(const struct hour_band *band, uint32_t time, double rgb[3])
{
    uint32_t next = 0;
    while (next < band->count && band->keys[next].time <= time) {
        next++;
    }
    const struct hour_key *after = &band->keys[next < band->count ? next : 0];
    const struct hour_key *before = &band->keys[next > 0 ? next - 1 : band->count - 1];
    uint32_t span = (after->time + HALF_MINUTES_A_DAY - before->time) % HALF_MINUTES_A_DAY;
    uint32_t since = (time + HALF_MINUTES_A_DAY - before->time) % HALF_MINUTES_A_DAY;
    double from[3];
    double to[3];
    rgb_of(before->color, from);
    rgb_of(after->color, to);
    for (int c = 0; c < 3; c++) {
        rgb[c] = span == 0 ? from[c] : from[c] + (to[c] - from[c]) * ((double)since / (double)span);
    }
}

/* The factors of a thing of struct hour_tint. */
static float *factors_of(struct hour_tint *tint, int thing)
{
    return thing == HOUR_SUN       ? tint->diffuse
           : thing == HOUR_AMBIENT ? tint->ambient
                                   : tint->liquids[thing - HOUR_OCEAN_SHALLOW];
}

static uint32_t bits_of(const struct hour_tint *tint, const float *factors, uint32_t bits)
{
    return bits << (size_t)(factors - (const float *)tint);
}

/* The factors of parameters at a time; returns which there are. */
static uint32_t tint_of(const struct hour_look *look, uint32_t time, struct hour_tint *tint)
{
    uint32_t bits = 0;
    *tint = no_change;
    for (int thing = 0; thing < HOUR_THINGS; thing++) {
        double rgb[3];
        double noon[3];
        float *factors = factors_of(tint, thing);
        if (look->bands[thing].count == 0) {
            continue;
        }
        band_color(&look->bands[thing], time, rgb);
        rgb_of(noon_colors[thing], noon);
        bool is_light = thing == HOUR_SUN || thing == HOUR_AMBIENT;
        double bright = desaturate(rgb, SATURATION);
        double full = desaturate(noon, is_light ? NOON_SATURATION : SATURATION);
        double dimmed = bright < full ? portable_sqrt(bright / full) : 1.0;
        for (int c = 0; c < 3; c++) {
            double factor = rgb[c] / noon[c] * dimmed;
            factors[c] = (float)(factor < LARGEST_FACTOR ? factor : LARGEST_FACTOR);
        }
        bits |= bits_of(tint, factors, 7);
    }
    for (uint32_t i = 0; i < HOUR_LIQUIDS && look->has_alpha; i++) {
        tint->liquids[i][3] = look->alpha[i] / noon_alpha[i];
        bits |= bits_of(tint, &tint->liquids[i][3], 1);
    }
    return bits;
}

struct hour_field *hour_field_make(const struct hour_lights *lights, uint32_t time,
                                   struct arena *arena)
{
    struct hour_field *field = arena_alloc(arena, 1, sizeof *field);
    struct hour_source *sources = arena_alloc(arena, (size_t)lights->count + 1, sizeof *sources);
    if (!field || !sources) {
        return NULL;
    }
    field->everywhere = no_change;
    if (lights->everywhere) {
        tint_of(lights->everywhere, time, &field->everywhere);
    }
    for (uint32_t i = 0; i < lights->count; i++) {
        const struct hour_light *light = &lights->lights[i];
        struct hour_source *source = &sources[field->count++];
        *source = (struct hour_source){.start = light->start, .end = light->end};
        memcpy(source->place, light->place, sizeof source->place);
        source->factors = tint_of(light->look, time, &source->tint);
    }
    field->sources = sources;
    return field;
}

/* Whether a light reaches a box: the point of it that is next to the light's place. */
static bool reaches(const struct hour_source *source, const struct adt_box *box)
{
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        double place = source->place[i];
        double low = (double)box->low[i] - place;
        double high = place - (double)box->high[i];
        double away = low > high ? low : high;
        square += away > 0.0 ? away * away : 0.0;
    }
    return square < source->end * source->end;
}

struct hour_field *hour_field_near(const struct hour_field *field, const struct adt_box *box,
                                   struct arena *arena)
{
    struct hour_field *near = arena_alloc(arena, 1, sizeof *near);
    uint32_t count = 0;
    for (uint32_t i = 0; i < field->count; i++) {
        count += reaches(&field->sources[i], box);
    }
    struct hour_source *sources = arena_alloc_dirty(arena, (size_t)count + 1, sizeof *sources);
    if (!near || !sources) {
        return NULL;
    }
    near->everywhere = field->everywhere;
    near->sources = sources;
    for (uint32_t i = 0; i < field->count; i++) {
        if (reaches(&field->sources[i], box)) {
            sources[near->count++] = field->sources[i];
        }
    }
    return near;
}

/* How much of a light there is at a place. */
static double weight_at(const struct hour_source *source, const double place[3])
{
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        square += (place[i] - source->place[i]) * (place[i] - source->place[i]);
    }
    if (square >= source->end * source->end) {
        return 0.0;
    }
    double distance = portable_sqrt(square);
    return distance <= source->start ? 1.0
                                     : (source->end - distance) / (source->end - source->start);
}

struct hour_tint hour_field_at(const struct hour_field *field, const double place[3])
{
    struct hour_tint tint = field->everywhere;
    for (uint32_t i = 0; i < field->count; i++) {
        const struct hour_source *source = &field->sources[i];
        double weight = weight_at(source, place);
        float *factors = (float *)&tint;
        const float *own = (const float *)&source->tint;
        for (uint32_t k = 0; k < HOUR_FACTORS && weight > 0.0; k++) {
            if (source->factors >> k & 1) {
                factors[k] += (own[k] - factors[k]) * (float)weight;
            }
        }
    }
    return tint;
}

struct hour_tint hour_tint_mix(const struct hour_tint *a, const struct hour_tint *b, float part)
{
    struct hour_tint mixed = *a;
    float *factors = (float *)&mixed;
    const float *other = (const float *)b;
    for (int i = 0; i < HOUR_FACTORS; i++) {
        factors[i] += (other[i] - factors[i]) * part;
    }
    return mixed;
}

static void tint_end(const float *factors, int count, float rgba[4])
{
    for (int c = 0; c < count; c++) {
        float value = rgba[c] * factors[c];
        rgba[c] = value < 1.0F ? value : 1.0F;
    }
}

struct adtmap_liquid hour_tint_liquid(const struct hour_tint *tint, enum adtmap_liquid_class class,
                                      const struct adtmap_liquid *colors)
{
    struct adtmap_liquid tinted = *colors;
    if (class != ADTMAP_LIQUID_MAGMA) {
        const float(*factors)[4] = &tint->liquids[class == ADTMAP_LIQUID_OCEAN ? 0 : 2];
        int count = class == ADTMAP_LIQUID_SLIME ? 3 : 4;
        tint_end(factors[0], count, tinted.shallow);
        tint_end(factors[1], count, tinted.deep);
    }
    return tinted;
}

/*
 * Clients turn the sun by a table of its angle from straight down, with straight lines between: 127
 * degrees at midnight and noon, 110 at six and eighteen; it shines from the north-west all day, and
 * the moon from the same place by night.
 */
void hour_sun(uint32_t time, float sun[3])
{
    const double highest = 2.2165682;
    const double lowest = 1.9198623;
    const double from_north_west = 3.926991;
    const uint32_t quarter = HALF_MINUTES_A_DAY / 4;
    uint32_t away = time % (2 * quarter); /* from midnight or noon */
    away = away > quarter ? 2 * quarter - away : away;
    double angle = highest + (lowest - highest) * (double)away / (double)quarter;
    sun[0] = (float)-(portable_sin(angle) * portable_cos(from_north_west));
    sun[1] = (float)-(portable_sin(angle) * portable_sin(from_north_west));
    sun[2] = (float)-portable_cos(angle);
}

static void put_double(struct buffer *text, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    buffer_u32le(text, (uint32_t)bits);
    buffer_u32le(text, (uint32_t)(bits >> 32));
}

static void put_tint(struct buffer *text, const struct hour_tint *tint)
{
    const float *factors = (const float *)tint;
    for (int i = 0; i < HOUR_FACTORS; i++) {
        buffer_f32le(text, factors[i]);
    }
}

void hour_field_put(const struct hour_field *field, struct buffer *text)
{
    put_tint(text, &field->everywhere);
    for (uint32_t i = 0; i < field->count; i++) {
        const struct hour_source *source = &field->sources[i];
        for (int k = 0; k < 3; k++) {
            put_double(text, source->place[k]);
        }
        put_double(text, source->start);
        put_double(text, source->end);
        buffer_u32le(text, source->factors);
        put_tint(text, &source->tint);
    }
}
