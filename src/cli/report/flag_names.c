#include "cli/report/flag_names.h"

#include <inttypes.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "cli/common.h"

enum { BITS = 32 };

static const char *const names[FLAG_FIELDS][BITS] = {
    [FLAGS_MPHD] =
        {
            [0] = "global_wmo",
            [1] = "vertex_colors",
            [2] = "big_alpha",
            [3] = "sorted_doodad_references",
            [4] = "vertex_lights",
            [5] = "upside_down_ground",
            [7] = "height_textures",
            [8] = "lod_files",
            [9] = "file_ids",
            [15] = "continent",
        },
    [FLAGS_MCNK] =
        {
            [0] = "shadow_map",
            [1] = "impassable",
            [2] = "river",
            [3] = "ocean",
            [4] = "magma",
            [5] = "slime",
            [6] = "vertex_colors",
            [15] = "do_not_fix_alpha_map",
            [16] = "high_resolution_holes",
        },
    [FLAGS_MCLY] =
        {
            [0] = "rotation_1",
            [1] = "rotation_2",
            [2] = "rotation_4",
            [3] = "speed_1",
            [4] = "speed_2",
            [5] = "speed_4",
            [6] = "animated",
            [7] = "overbright",
            [8] = "alpha_map",
            [9] = "compressed_alpha",
            [10] = "cube_map_reflection",
            [11] = "texture_scale_1",
            [12] = "texture_scale_2",
        },
    [FLAGS_MDDF] =
        {
            [0] = "biodome",
            [1] = "shrubbery",
            [5] = "liquid_known",
            [6] = "file_id",
        },
    [FLAGS_MODF] =
        {
            [0] = "destroyable",
            [1] = "lod_files",
            [2] = "scale",
            [3] = "file_id",
            [7] = "sets_from_mwds",
        },
    [FLAGS_MOHD] =
        {
            [0] = "no_portal_attenuation",
            [1] = "unified_render_path",
            [2] = "liquid_type_from_table",
            [3] = "do_not_fix_vertex_alpha",
            [4] = "lod",
            [5] = "default_max_lod",
        },
    [FLAGS_MOMT] =
        {
            [0] = "unlit",
            [1] = "unfogged",
            [2] = "two_sided",
            [3] = "exterior_light",
            [4] = "night_glow",
            [5] = "window",
            [6] = "clamp_s",
            [7] = "clamp_t",
        },
    [FLAGS_MOGP] =
        {
            [0] = "bsp_tree",
            [1] = "light_map",
            [2] = "vertex_colors",
            [3] = "exterior",
            [6] = "exterior_lit",
            [7] = "unreachable",
            [8] = "exterior_sky",
            [9] = "lights",
            [10] = "lod",
            [11] = "doodads",
            [12] = "liquid",
            [13] = "interior",
            [15] = "query_mount_allowed",
            [16] = "always_draw",
            [17] = "triangle_strips",
            [18] = "skybox",
            [19] = "ocean",
            [21] = "mount_allowed",
            [24] = "vertex_colors_2",
            [25] = "texture_coordinates_2",
            [26] = "antiportal",
            [27] = "no_batches",
            [29] = "exterior_cull",
            [30] = "texture_coordinates_3",
        },
    [FLAGS_MOGP_2] =
        {
            [0] = "cuts_terrain",
            [6] = "split_group_parent",
            [7] = "split_group_child",
            [8] = "attachment_mesh",
        },
};

const char *flag_name(enum flag_field field, unsigned bit)
{
    return bit < BITS ? names[field][bit] : NULL;
}

static void hex_text(uint64_t value, char text[24])
{
    snprintf(text, 24, "0x%" PRIx64, value);
}

void flag_names_add_hex(cJSON *facts, const char *member, uint64_t value)
{
    char text[24];
    hex_text(value, text);
    cJSON_AddStringToObject(facts, member, text);
}

void flag_names_add(cJSON *facts, const char *member, enum flag_field field, uint32_t flags)
{
    char set_member[32];
    snprintf(set_member, sizeof set_member, "%s_set", member);
    flag_names_add_hex(facts, member, flags);
    cJSON *set = cJSON_AddArrayToObject(facts, set_member);
    for (unsigned bit = 0; bit < BITS; bit++) {
        if (flags >> bit & 1) {
            char text[24];
            hex_text(UINT64_C(1) << bit, text);
            const char *name = flag_name(field, bit);
            common_json_append(set, cJSON_CreateString(name ? name : text));
        }
    }
}
