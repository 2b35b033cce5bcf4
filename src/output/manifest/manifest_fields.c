#include "output/manifest/manifest_fields.h"

#define LIGHT(member) offsetof(struct adtmap_settings, light.member)
#define LIQUID(class, end) offsetof(struct adtmap_settings, liquids[class].end), 4

const char *const manifest_blend_names[MANIFEST_BLENDS] = {
    [ADTMAP_BLEND_AUTO] = "auto",
    [ADTMAP_BLEND_SEQUENTIAL] = "sequential",
    [ADTMAP_BLEND_WEIGHTED] = "weighted",
    [ADTMAP_BLEND_HEIGHT] = "height",
};

const char *const manifest_edge_names[MANIFEST_EDGES] = {
    [ADTMAP_EDGE_AUTO] = "auto",
    [ADTMAP_EDGE_FIX] = "fix",
    [ADTMAP_EDGE_KEEP] = "keep",
};

const char *const manifest_low_res_names[MANIFEST_FARS] = {
    [ADTMAP_LOW_RES_FILL] = "fill",
    [ADTMAP_LOW_RES_NEVER] = "never",
    [ADTMAP_LOW_RES_ONLY] = "only",
};

const char manifest_low_res_source[] = "wdl";

const struct manifest_float_field manifest_light_fields[MANIFEST_LIGHT_FIELDS] = {
    {"ambient", LIGHT(ambient), 3},
    {"diffuse", LIGHT(diffuse), 3},
    {"sun", LIGHT(sun), 3},
    {"shadow_ambient", LIGHT(shadow_ambient), 1},
    {"shadow_diffuse", LIGHT(shadow_diffuse), 1},
};

const struct manifest_float_field manifest_liquid_fields[MANIFEST_LIQUID_FIELDS] = {
    {"water_shallow", LIQUID(ADTMAP_LIQUID_WATER, shallow)},
    {"water_deep", LIQUID(ADTMAP_LIQUID_WATER, deep)},
    {"ocean_shallow", LIQUID(ADTMAP_LIQUID_OCEAN, shallow)},
    {"ocean_deep", LIQUID(ADTMAP_LIQUID_OCEAN, deep)},
    {"magma_shallow", LIQUID(ADTMAP_LIQUID_MAGMA, shallow)},
    {"magma_deep", LIQUID(ADTMAP_LIQUID_MAGMA, deep)},
    {"slime_shallow", LIQUID(ADTMAP_LIQUID_SLIME, shallow)},
    {"slime_deep", LIQUID(ADTMAP_LIQUID_SLIME, deep)},
};

const struct manifest_draw_field manifest_draw_fields[MANIFEST_DRAW_FIELDS] = {
    {"shadows", ADTMAP_DRAW_SHADOWS}, {"vertex_colors", ADTMAP_DRAW_VERTEX_COLORS},
    {"wmo", ADTMAP_DRAW_WMO},         {"m2", ADTMAP_DRAW_M2},
    {"liquid", ADTMAP_DRAW_LIQUID},   {"roofs", ADTMAP_DRAW_ROOFS},
};

_Static_assert(ADTMAP_DRAW_ALL == (1 << MANIFEST_DRAW_FIELDS) - 1, "a name for every bit");
_Static_assert(ADTMAP_EDGE_KEEP == MANIFEST_EDGES - 1, "a name for every edge");
_Static_assert(ADTMAP_LOW_RES_ONLY == MANIFEST_FARS - 1, "a name for every far");
_Static_assert(ADTMAP_BLEND_HEIGHT == MANIFEST_BLENDS - 1, "a name for every blend");
