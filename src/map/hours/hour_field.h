/*
 * The light of a time of day over a map: by what the light of the settings is multiplied at a
 * place.
 *
 * The settings' light stands for noon in the old world, as Light 1 has it. A light's colours are
 * divided by those of that noon, after both have lost a part of their saturation, and the blend of
 * these quotients is what a place has. A client's sun has no blue at all for most of the day, and
 * leaves it to the sky; taken as it is it would colour a map orange, and no quotient could undo it.
 * So 0.4 of the saturation is left, and 0.12 of it in noon's: noon is a little warm, evening warmer
 * and night blue, with the ground's own colours to be seen in all of them. What is darker than noon
 * is darkened by the root of the quotient once more, since a client's night is darker for its sky
 * than for its light. Liquids have 0.4 on both sides: at that noon they are those of the settings.
 *
 * All of it is + - * / and sqrt of doubles and floats, which IEEE 754 rounds exactly, of numbers
 * that depend on the place alone, so that two tiles agree where they meet.
 */
#ifndef MAP_HOURS_HOUR_FIELD_H
#define MAP_HOURS_HOUR_FIELD_H

#include "adtmap/settings.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "formats/adt/adt_placements.h"
#include "map/tables/hour_lights.h"

/* Factors of light, and of liquids in the order of DBC_LIGHT_LIQUIDS; alpha is the last of four. */
struct hour_tint {
    float ambient[3];
    float diffuse[3];
    float liquids[HOUR_LIQUIDS][4];
};

enum { HOUR_FACTORS = 6 + 4 * HOUR_LIQUIDS };
_Static_assert(sizeof(struct hour_tint) == HOUR_FACTORS * sizeof(float), "it is an array, too");

/* A light at the time. */
struct hour_source {
    double place[3];
    double start, end;
    uint32_t factors; /* bit i: it has the factor i of struct hour_tint */
    struct hour_tint tint;
};

struct hour_field {
    struct hour_tint everywhere;
    uint32_t count;
    const struct hour_source *sources; /* those above lie over those below */
};

/* The field of known lights at a time, in half minutes since midnight. In the arena; NULL when out
 * of memory. */
struct hour_field *hour_field_make(const struct hour_lights *lights, uint32_t time,
                                   struct arena *arena);

/* The part of a field that reaches a box of the world. In the arena; NULL when out of memory. */
struct hour_field *hour_field_near(const struct hour_field *field, const struct adt_box *box,
                                   struct arena *arena);

/* What the field has at a place of the world: X, Y, Z. */
struct hour_tint hour_field_at(const struct hour_field *field, const double place[3]);

/* A tint between two, `part` 0..1 of the way to the second. */
struct hour_tint hour_tint_mix(const struct hour_tint *a, const struct hour_tint *b, float part);

/* The colours of a liquid at a place. Slime goes with rivers, but for its alpha; magma shines. */
struct adtmap_liquid hour_tint_liquid(const struct hour_tint *tint, enum adtmap_liquid_class class,
                                      const struct adtmap_liquid *colors);

/* The direction towards the sun, or the moon, at a time: north, west, up, of length 1. */
void hour_sun(uint32_t time, float sun[3]);

/* Appends all that a field is made of, for a recipe. */
void hour_field_put(const struct hour_field *field, struct buffer *text);

#endif
