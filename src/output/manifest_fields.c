#include "output/manifest_fields.h"

#define LIGHT(member) offsetof(struct adtmap_light, member)

const char *const manifest_blend_names[MANIFEST_BLENDS] = {
    [ADTMAP_BLEND_AUTO] = "auto",
    [ADTMAP_BLEND_SEQUENTIAL] = "sequential",
    [ADTMAP_BLEND_WEIGHTED] = "weighted",
    [ADTMAP_BLEND_HEIGHT] = "height",
};

const struct manifest_light_field manifest_light_fields[MANIFEST_LIGHT_FIELDS] = {
    {"ambient", LIGHT(ambient), 3},
    {"diffuse", LIGHT(diffuse), 3},
    {"sun", LIGHT(sun), 3},
    {"shadow_ambient", LIGHT(shadow_ambient), 1},
    {"shadow_diffuse", LIGHT(shadow_diffuse), 1},
};

const struct manifest_draw_field manifest_draw_fields[MANIFEST_DRAW_FIELDS] = {
    {"shadows", ADTMAP_DRAW_SHADOWS}, {"vertex_colors", ADTMAP_DRAW_VERTEX_COLORS},
    {"wmo", ADTMAP_DRAW_WMO},         {"m2", ADTMAP_DRAW_M2},
    {"liquid", ADTMAP_DRAW_LIQUID},
};

_Static_assert(ADTMAP_DRAW_ALL == (1 << MANIFEST_DRAW_FIELDS) - 1, "a name for every bit");
_Static_assert(ADTMAP_BLEND_HEIGHT == MANIFEST_BLENDS - 1, "a name for every blend");
