/*
 * The settings as rows: what checks them, counts them in a recipe or tells them in map.json goes
 * over this table. Lists, as of patterns and rules, and cpu, which changes no pixel, have no row.
 */
#ifndef SCENE_SETTINGS_TABLE_H
#define SCENE_SETTINGS_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

enum settings_kind {
    SETTING_NUMBER, /* uint32_t in low..high */
    SETTING_CHOICE, /* an enum with `names` */
    SETTING_BITS,   /* uint32_t, a name for each bit */
    SETTING_BYTES,  /* `count` of them */
    SETTING_BOOL,   /* uint32_t, 0 or 1 */
    SETTING_FLOATS, /* `count` of them in low..high */
};

struct settings_row {
    const char *field; /* of struct adtmap_settings, for messages */
    const char *group; /* the object of map.json that has it; NULL: none, at the top */
    const char *key;   /* its name there; NULL: it is not told as a setting */
    enum settings_kind kind;
    size_t offset;
    size_t count;
    float low, high;
    const char *const *names; /* in the order of the enum or of the bits, then NULL */
};

enum { SETTINGS_ROWS = 7 + 5 + 2 * ADTMAP_LIQUID_CLASSES };

/* In the order in which recipes count them. */
extern const struct settings_row settings_rows[SETTINGS_ROWS];

/* Names of choices, then NULL. */
extern const char *const settings_blend_names[];
extern const char *const settings_edge_names[];
extern const char *const settings_low_res_names[];

/* The value of a row of kind SETTING_NUMBER, CHOICE, BITS or BOOL. */
uint32_t settings_whole(const struct adtmap_settings *settings, const struct settings_row *row);

/* How many names a row has. */
size_t settings_name_count(const struct settings_row *row);

#endif
