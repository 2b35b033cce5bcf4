/*
 * Bits without a name are printed as their number, so nothing that a file says is lost; names are
 * those of the format documents.
 */
#include "cli/report/flag_names.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "formats/adt/adt.h"
#include "formats/m2/m2.h"
#include "formats/wdt.h"
#include "formats/wmo/wmo.h"
#include "formats/wmo/wmo_extras.h"

enum { BITS = 32 };

struct flag_name {
    uint32_t flag; /* one bit; 0 ends a table */
    const char *name;
};

static const struct flag_name mphd_names[] = {
    {WDT_GLOBAL_WMO, "global_wmo"},
    {WDT_VERTEX_COLORS, "vertex_colors"},
    {WDT_BIG_ALPHA, "big_alpha"},
    {0x8, "sorted_doodad_references"},
    {0x10, "vertex_lights"},
    {0x20, "upside_down_ground"},
    {WDT_HEIGHT_TEXTURES, "height_textures"},
    {0x100, "lod_files"},
    {WDT_FILE_IDS, "file_ids"},
    {0x8000, "continent"},
    {0},
};

static const struct flag_name mcnk_names[] = {
    {ADT_CHUNK_SHADOW, "shadow_map"},
    {ADT_CHUNK_IMPASSABLE, "impassable"},
    {0x4, "river"},
    {0x8, "ocean"},
    {0x10, "magma"},
    {0x20, "slime"},
    {ADT_CHUNK_COLORS, "vertex_colors"},
    {ADT_CHUNK_DO_NOT_FIX_ALPHA_MAP, "do_not_fix_alpha_map"},
    {ADT_CHUNK_HOLES_64, "high_resolution_holes"},
    {0},
};

static const struct flag_name mcly_names[] = {
    {0x1, "rotation_1"},
    {0x2, "rotation_2"},
    {0x4, "rotation_4"},
    {0x8, "speed_1"},
    {0x10, "speed_2"},
    {0x20, "speed_4"},
    {0x40, "animated"},
    {0x80, "overbright"},
    {ADT_LAYER_ALPHA, "alpha_map"},
    {ADT_LAYER_COMPRESSED, "compressed_alpha"},
    {0x400, "cube_map_reflection"},
    {0x800, "texture_scale_1"},
    {0x1000, "texture_scale_2"},
    {0},
};

static const struct flag_name mddf_names[] = {
    {0x1, "biodome"},
    {0x2, "shrubbery"},
    {0x20, "liquid_known"},
    {ADT_DOODAD_FILE_ID, "file_id"},
    {0},
};

static const struct flag_name modf_names[] = {
    {ADT_WMO_DESTROYABLE, "destroyable"},
    {0x2, "lod_files"},
    {ADT_WMO_SCALED, "scale"},
    {ADT_WMO_FILE_ID, "file_id"},
    {ADT_WMO_SETS_ELSEWHERE, "sets_from_mwds"},
    {0},
};

static const struct flag_name mohd_names[] = {
    {WMO_NO_PORTAL_ATTENUATION, "no_portal_attenuation"},
    {WMO_UNIFIED_RENDER_PATH, "unified_render_path"},
    {WMO_LIQUID_TYPE_FROM_TABLE, "liquid_type_from_table"},
    {WMO_NO_COLOR_FIX, "do_not_fix_vertex_alpha"},
    {WMO_HAS_LOD, "lod"},
    {0x20, "default_max_lod"},
    {0},
};

static const struct flag_name momt_names[] = {
    {WMO_MATERIAL_UNLIT, "unlit"},
    {0x2, "unfogged"},
    {WMO_MATERIAL_TWO_SIDED, "two_sided"},
    {WMO_MATERIAL_EXTERIOR_LIGHT, "exterior_light"},
    {WMO_MATERIAL_NIGHT_GLOW, "night_glow"},
    {WMO_MATERIAL_WINDOW, "window"},
    {WMO_MATERIAL_CLAMP_S, "clamp_s"},
    {WMO_MATERIAL_CLAMP_T, "clamp_t"},
    {0},
};

static const struct flag_name mogp_names[] = {
    {0x1, "bsp_tree"},
    {0x2, "light_map"},
    {WMO_GROUP_COLORS, "vertex_colors"},
    {WMO_GROUP_EXTERIOR, "exterior"},
    {WMO_GROUP_EXTERIOR_LIT, "exterior_lit"},
    {WMO_GROUP_UNREACHABLE, "unreachable"},
    {0x100, "exterior_sky"},
    {0x200, "lights"},
    {WMO_GROUP_LOD, "lod"},
    {0x800, "doodads"},
    {WMO_GROUP_LIQUID, "liquid"},
    {WMO_GROUP_INTERIOR, "interior"},
    {0x8000, "query_mount_allowed"},
    {WMO_GROUP_ALWAYS_DRAW, "always_draw"},
    {0x20000, "triangle_strips"},
    {0x40000, "skybox"},
    {WMO_GROUP_OCEAN, "ocean"},
    {0x200000, "mount_allowed"},
    {0x1000000, "vertex_colors_2"},
    {0x2000000, "texture_coordinates_2"},
    {WMO_GROUP_ANTIPORTAL, "antiportal"},
    {0x8000000, "no_batches"},
    {0x20000000, "exterior_cull"},
    {0x40000000, "texture_coordinates_3"},
    {0},
};

static const struct flag_name mogp_2_names[] = {
    {0x1, "cuts_terrain"},
    {0x40, "split_group_parent"},
    {0x80, "split_group_child"},
    {0x100, "attachment_mesh"},
    {0},
};

static const struct flag_name mavd_names[] = {
    {WMO_AMBIENT_THIRD_COLOR, "third_color"},
    {0},
};

static const struct flag_name m2_names[] = {
    {0x1, "tilt_x"}, {0x2, "tilt_y"}, {M2_HAS_COMBINERS, "combiner_ops"}, {0x20, "physics"}, {0},
};

static const struct flag_name *const tables[FLAG_FIELDS] = {
    [FLAGS_MPHD] = mphd_names, [FLAGS_MCNK] = mcnk_names, [FLAGS_MCLY] = mcly_names,
    [FLAGS_MDDF] = mddf_names, [FLAGS_MODF] = modf_names, [FLAGS_MOHD] = mohd_names,
    [FLAGS_MOMT] = momt_names, [FLAGS_MOGP] = mogp_names, [FLAGS_MOGP_2] = mogp_2_names,
    [FLAGS_MAVD] = mavd_names, [FLAGS_M2] = m2_names,
};

const char *flag_name(enum flag_field field, unsigned bit)
{
    const struct flag_name *names = tables[field];
    while (names->name && names->flag != UINT32_C(1) << bit) {
        names++;
    }
    return names->name;
}

void flag_names_add_hex(struct json *facts, const char *member, uint64_t value)
{
    json_format(facts, member, "0x%" PRIx64, value);
}

void flag_names_add(struct json *facts, const char *member, enum flag_field field, uint32_t flags)
{
    char set_member[32];
    snprintf(set_member, sizeof set_member, "%s_set", member);
    flag_names_add_hex(facts, member, flags);
    json_array(facts, set_member);
    for (unsigned bit = 0; bit < BITS; bit++) {
        const char *name = flag_name(field, bit);
        if ((flags >> bit & 1) && name) {
            json_string(facts, NULL, name);
        } else if (flags >> bit & 1) {
            flag_names_add_hex(facts, NULL, UINT64_C(1) << bit);
        }
    }
    json_end(facts);
}
