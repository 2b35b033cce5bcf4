/* The names of settings in a manifest: one home for its writer and its reader. */
#ifndef OUTPUT_MANIFEST_MANIFEST_FIELDS_H
#define OUTPUT_MANIFEST_MANIFEST_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

/* A float, or an array of up to 4, in struct adtmap_settings. */
struct manifest_float_field {
    const char *name;
    size_t offset;
    size_t count;
};

/* A bit of adtmap_settings.draw. */
struct manifest_draw_field {
    const char *name;
    uint32_t bit;
};

enum {
    MANIFEST_BLENDS = 4,
    MANIFEST_EDGES = 3,
    MANIFEST_FARS = 3,
    MANIFEST_LIGHT_FIELDS = 5,
    MANIFEST_LIQUID_FIELDS = 2 * ADTMAP_LIQUID_CLASSES,
    MANIFEST_DRAW_FIELDS = 6,
};

extern const char *const manifest_blend_names[MANIFEST_BLENDS];
extern const char *const manifest_edge_names[MANIFEST_EDGES];
extern const char *const manifest_low_res_names[MANIFEST_FARS];
extern const char manifest_low_res_source[]; /* where a tile comes from that is_low_res */
extern const struct manifest_float_field manifest_light_fields[MANIFEST_LIGHT_FIELDS];
extern const struct manifest_float_field manifest_liquid_fields[MANIFEST_LIQUID_FIELDS];
extern const struct manifest_draw_field manifest_draw_fields[MANIFEST_DRAW_FIELDS];

#endif
