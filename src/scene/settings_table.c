#include "scene/settings_table.h"

#include <string.h>

#define AT(member) .offset = offsetof(struct adtmap_settings, member)
#define LIGHT(member, values, least, most)                                                         \
    {                                                                                              \
        .field = "light." #member, .group = "light", .key = #member, .kind = SETTING_FLOATS,       \
        AT(light.member), .count = (values), .low = (least), .high = (most)                        \
    }
#define LIQUID(class, name)                                                                        \
    {.field = "liquids",                                                                           \
     .group = "liquids",                                                                           \
     .key = name "_shallow",                                                                       \
     .kind = SETTING_FLOATS,                                                                       \
     AT(liquids[class].shallow),                                                                   \
     .count = 4,                                                                                   \
     .high = 1.0F},                                                                                \
    {                                                                                              \
        .field = "liquids", .group = "liquids", .key = name "_deep", .kind = SETTING_FLOATS,       \
        AT(liquids[class].deep), .count = 4, .high = 1.0F                                          \
    }

const char *const settings_blend_names[] = {
    [ADTMAP_BLEND_AUTO] = "auto",
    [ADTMAP_BLEND_SEQUENTIAL] = "sequential",
    [ADTMAP_BLEND_WEIGHTED] = "weighted",
    [ADTMAP_BLEND_HEIGHT] = "height",
    NULL,
};

const char *const settings_edge_names[] = {
    [ADTMAP_EDGE_AUTO] = "auto",
    [ADTMAP_EDGE_FIX] = "fix",
    [ADTMAP_EDGE_KEEP] = "keep",
    NULL,
};

const char *const settings_low_res_names[] = {
    [ADTMAP_LOW_RES_FILL] = "fill",
    [ADTMAP_LOW_RES_NEVER] = "never",
    [ADTMAP_LOW_RES_ONLY] = "only",
    NULL,
};

/* In the order of enum adtmap_draw. */
static const char *const draw_names[] = {"shadows", "vertex_colors", "wmo", "m2",
                                         "liquid",  "roofs",         NULL};
_Static_assert(ADTMAP_DRAW_SHADOWS == 1 && ADTMAP_DRAW_VERTEX_COLORS == 2 && ADTMAP_DRAW_WMO == 4 &&
                   ADTMAP_DRAW_M2 == 8 && ADTMAP_DRAW_LIQUID == 16 && ADTMAP_DRAW_ROOFS == 32 &&
                   ADTMAP_DRAW_ALL == 63,
               "a name for each bit");

const struct settings_row settings_rows[SETTINGS_ROWS] = {
    {.field = "size_px",
     .kind = SETTING_NUMBER,
     AT(size_px),
     .low = ADTMAP_SIZE_MIN_PX,
     .high = ADTMAP_SIZE_MAX_PX},
    {.field = "blend",
     .key = "blend",
     .kind = SETTING_CHOICE,
     AT(blend),
     .names = settings_blend_names},
    {.field = "edge",
     .key = "edge",
     .kind = SETTING_CHOICE,
     AT(edge),
     .names = settings_edge_names},
    {.field = "low_res",
     .key = "far",
     .kind = SETTING_CHOICE,
     AT(low_res),
     .names = settings_low_res_names},
    {.field = "draw", .key = "draw", .kind = SETTING_BITS, AT(draw), .names = draw_names},
    {.field = "background", .key = "background", .kind = SETTING_BYTES, AT(background), .count = 4},
    LIGHT(ambient, 3, 0.0F, 2.0F),
    LIGHT(diffuse, 3, 0.0F, 2.0F),
    LIGHT(sun, 3, -1e6F, 1e6F),
    LIGHT(shadow_ambient, 1, 0.0F, 1.0F),
    LIGHT(shadow_diffuse, 1, 0.0F, 1.0F),
    LIQUID(ADTMAP_LIQUID_WATER, "water"),
    LIQUID(ADTMAP_LIQUID_OCEAN, "ocean"),
    LIQUID(ADTMAP_LIQUID_MAGMA, "magma"),
    LIQUID(ADTMAP_LIQUID_SLIME, "slime"),
    {.field = "add_liquid_textures",
     .group = "liquids",
     .key = "add_textures",
     .kind = SETTING_BOOL,
     AT(add_liquid_textures)},
};

uint32_t settings_whole(const struct adtmap_settings *settings, const struct settings_row *row)
{
    uint32_t value;
    memcpy(&value, (const char *)settings + row->offset, sizeof value);
    return value;
}

size_t settings_name_count(const struct settings_row *row)
{
    size_t count = 0;
    while (row->names[count]) {
        count++;
    }
    return count;
}
