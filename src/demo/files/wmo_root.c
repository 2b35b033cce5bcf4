#include "demo/files/wmo_root.h"

#include <string.h>

#include "base/portable_math.h"
#include "demo/files/chunk_write.h"
#include "demo/files/doodad_parts.h"
#include "demo/files/file_ids.h"
#include "demo/files/wmo_group.h"

enum {
    AMBIENT_BLUE = 70,
    AMBIENT_GREEN = 62,
    AMBIENT_RED = 60,
    GROUP_INFO_V14_BYTES = 40,
    SET_NAME_BYTES = 20,
    DOODADS_MAX = 32,
};

/* MOTX begins with an empty string; materials without a texture refer to it. */
enum { NO_TEXTURE_BYTES = 4 };

/* What materials refer to a texture by: the offset of its name in MOTX, or its file id; 0 for
 * unused textures. */
struct texture_references {
    uint32_t of[WALL_TEXTURE_COUNT];
};

static void reference_ids(struct texture_references *references)
{
    for (int t = 0; t < WALL_TEXTURE_COUNT; t++) {
        references->of[t] = file_id_wall_texture((enum wall_texture)t);
    }
}

static void write_name(struct buffer *out, const char *name)
{
    for (; *name; name++) {
        buffer_u8(out, (uint8_t)(*name == '/' ? '\\' : *name));
    }
    buffer_u8(out, 0);
}

static void write_textures(struct buffer *out, const struct wmo_materials *materials,
                           struct texture_references *references)
{
    size_t begin = chunk_begin(out, "MOTX");
    size_t data = out->size;
    chunk_zeros(out, NO_TEXTURE_BYTES);
    *references = (struct texture_references){0};
    for (int m = 0; m < materials->count; m++) {
        struct wall_material_info info = wall_material_get(materials->material[m]);
        for (int k = 0; k < 3; k++) {
            int texture = info.textures[k] - 1;
            if (texture >= 0 && !references->of[texture]) {
                references->of[texture] = (uint32_t)(out->size - data);
                write_name(out, wall_texture_name((enum wall_texture)texture));
            }
        }
    }
    chunk_zeros(out, 4 - (out->size - data) % 4);
    chunk_end(out, begin);
}

static uint32_t texture_reference(const struct texture_references *references,
                                  const struct wall_material_info *info, int which)
{
    return info->textures[which] ? references->of[info->textures[which] - 1] : 0;
}

/* Appends blue, green, red, alpha. */
static void write_colour(struct buffer *out, const uint8_t rgb[3])
{
    buffer_u8(out, rgb[2]);
    buffer_u8(out, rgb[1]);
    buffer_u8(out, rgb[0]);
    buffer_u8(out, 255);
}

static void write_material(struct buffer *out, const struct wall_material_info *info,
                           const struct texture_references *references, enum wmo_version version)
{
    static const uint8_t grey[3] = {149, 149, 149};
    if (version == WMO_V14) {
        buffer_u32le(out, 1);
    }
    buffer_u32le(out, info->flags);
    if (version != WMO_V14) {
        buffer_u32le(out, info->shader);
    }
    buffer_u32le(out, info->blend);
    buffer_u32le(out, texture_reference(references, info, 0));
    write_colour(out, info->glow);
    write_colour(out, info->glow);
    buffer_u32le(out, texture_reference(references, info, 1));
    write_colour(out, grey);
    buffer_u32le(out, 0);
    if (version == WMO_V14) {
        chunk_zeros(out, 8);
        return;
    }
    buffer_u32le(out, texture_reference(references, info, 2));
    write_colour(out, grey);
    chunk_zeros(out, 4 + 16);
}

static void write_materials(struct buffer *out, const struct wmo_materials *materials,
                            const struct texture_references *references, enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOMT");
    for (int m = 0; m < materials->count; m++) {
        struct wall_material_info info = wall_material_get(materials->material[m]);
        write_material(out, &info, references, version);
    }
    chunk_end(out, begin);
}

static void write_group_names(struct buffer *out, const struct model *model)
{
    size_t begin = chunk_begin(out, "MOGN");
    size_t data = out->size;
    chunk_zeros(out, 2);
    for (int g = 0; g < model->group_count; g++) {
        write_name(out, model->groups[g].name);
    }
    chunk_zeros(out, 4 - (out->size - data) % 4);
    chunk_end(out, begin);
}

/* Returns where the entries begin. In v14 an entry starts with the offset and size of its group,
 * which the caller fills in after it has written the groups. */
static size_t write_group_infos(struct buffer *out, const struct model *model,
                                enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOGI");
    for (int g = 0; g < model->group_count; g++) {
        const struct model_group *group = &model->groups[g];
        float low[3];
        float high[3];
        model_group_box(group, low, high);
        if (version == WMO_V14) {
            chunk_zeros(out, 8);
        }
        buffer_u32le(out, wmo_group_flags(group, version));
        wmo_write_box(out, low, high);
        buffer_u32le(out, wmo_name_offset(model, g));
    }
    chunk_end(out, begin);
    return begin + 8;
}

static void write_light(struct buffer *out, const struct model_light *light,
                        enum wmo_version version)
{
    uint8_t rgb[3];
    for (int k = 0; k < 3; k++) {
        rgb[k] = (uint8_t)(light->rgb[k] * 255.0);
    }
    buffer_u8(out, 0);
    buffer_u8(out, 1);
    buffer_u8(out, 1);
    buffer_u8(out, 1);
    write_colour(out, rgb);
    for (int k = 0; k < 3; k++) {
        buffer_f32le(out, (float)light->position[k]);
    }
    buffer_f32le(out, 1.0f);
    if (version != WMO_V14) {
        chunk_zeros(out, 12);
        buffer_f32le(out, 1.0f);
    }
    buffer_f32le(out, 0.5f);
    buffer_f32le(out, (float)light->reach_yd);
}

static void write_lights(struct buffer *out, const struct model *model, enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOLT");
    for (int l = 0; l < model->light_count; l++) {
        write_light(out, &model->lights[l], version);
    }
    chunk_end(out, begin);
}

static uint32_t set_count(const struct model *model)
{
    return 1u + (model->doodad_sets[0] != NULL) + (model->doodad_sets[1] != NULL);
}

/* How many doodads belong to sets before `set`. */
static uint32_t doodads_before(const struct model *model, uint32_t set)
{
    uint32_t count = 0;
    while (count < (uint32_t)model->doodad_count && model->doodads[count].set < (int)set) {
        count++;
    }
    return count;
}

static void write_sets(struct buffer *out, const struct model *model)
{
    size_t begin = chunk_begin(out, "MODS");
    for (uint32_t s = 0; s < set_count(model); s++) {
        const char *name = s ? model->doodad_sets[s - 1] : "Set_$DefaultGlobal";
        size_t length = strlen(name);
        uint32_t first = doodads_before(model, s);
        buffer_append(out, name, length);
        chunk_zeros(out, SET_NAME_BYTES - length);
        buffer_u32le(out, first);
        buffer_u32le(out, doodads_before(model, s + 1) - first);
        buffer_u32le(out, 0);
    }
    chunk_end(out, begin);
}

/* Writes a file id for each doodad; `indices` gets the place of each. */
static void write_doodad_ids(struct buffer *out, const struct model *model,
                             uint32_t indices[DOODADS_MAX])
{
    size_t begin = chunk_begin(out, "MODI");
    for (int d = 0; d < model->doodad_count; d++) {
        indices[d] = (uint32_t)d;
        buffer_u32le(out, file_id_doodad((enum doodad)model->doodads[d].doodad, DOODAD_MODEL));
    }
    chunk_end(out, begin);
}

/* Writes a name for each doodad; `offsets` gets where each begins. */
static void write_doodad_names(struct buffer *out, const struct model *model,
                               uint32_t offsets[DOODADS_MAX])
{
    size_t begin = chunk_begin(out, "MODN");
    for (int d = 0; d < model->doodad_count; d++) {
        offsets[d] = (uint32_t)(out->size - begin - 8);
        doodad_write_path(out, doodad_name((enum doodad)model->doodads[d].doodad), ".mdx");
    }
    chunk_end(out, begin);
}

/* MODD: reference to the model, position, a quaternion x y z w, scale, the colour that lights it
 * indoors. */
static void write_doodads(struct buffer *out, const struct model *model,
                          const uint32_t references[DOODADS_MAX])
{
    static const uint8_t lamplight[3] = {196, 172, 132};
    size_t begin = chunk_begin(out, "MODD");
    for (int d = 0; d < model->doodad_count; d++) {
        const struct model_doodad *doodad = &model->doodads[d];
        double half = doodad->rotation_deg * PORTABLE_PI / 360.0;
        buffer_u32le(out, references[d]);
        for (int k = 0; k < 3; k++) {
            buffer_f32le(out, doodad->position[k]);
        }
        chunk_zeros(out, 8);
        buffer_f32le(out, (float)portable_sin(half));
        buffer_f32le(out, (float)portable_cos(half));
        buffer_f32le(out, 1.0F);
        write_colour(out, lamplight);
    }
    chunk_end(out, begin);
}

/* The doodad sets, and the doodads. */
static void write_all_doodads(struct buffer *out, const struct model *model,
                              enum wmo_version version)
{
    uint32_t references[DOODADS_MAX];
    write_sets(out, model);
    if (version == WMO_V17_BY_ID) {
        write_doodad_ids(out, model, references);
    } else {
        write_doodad_names(out, model, references);
    }
    write_doodads(out, model, references);
}

static void write_group_ids(struct buffer *out, const struct model *model)
{
    size_t begin = chunk_begin(out, "GFID");
    for (int g = 0; g < model->group_count; g++) {
        buffer_u32le(out, file_id_wmo_group((enum building)model->building, g));
    }
    chunk_end(out, begin);
}

/* One fog without a radius, which has no effect. */
static void write_fog(struct buffer *out)
{
    static const float ends[2][2] = {{444.4445f, 0.25f}, {222.2222f, -0.5f}};
    static const uint8_t white[3] = {255, 255, 255};
    size_t begin = chunk_begin(out, "MFOG");
    chunk_zeros(out, 24);
    for (int k = 0; k < 2; k++) {
        buffer_f32le(out, ends[k][0]);
        buffer_f32le(out, ends[k][1]);
        write_colour(out, white);
    }
    chunk_end(out, begin);
}

static void write_header(struct buffer *out, const struct model *model, uint32_t materials,
                         enum wmo_version version)
{
    static const uint8_t ambient[3] = {AMBIENT_RED, AMBIENT_GREEN, AMBIENT_BLUE};
    size_t begin = chunk_begin(out, "MOHD");
    buffer_u32le(out, materials);
    buffer_u32le(out, (uint32_t)model->group_count);
    buffer_u32le(out, 0);
    buffer_u32le(out, (uint32_t)model->light_count);
    buffer_u32le(out, (uint32_t)model->doodad_count); /* a name for each */
    buffer_u32le(out, (uint32_t)model->doodad_count);
    buffer_u32le(out, set_count(model));
    write_colour(out, ambient);
    buffer_u32le(out, 0);
    if (version == WMO_V14) {
        chunk_zeros(out, 28);
    } else {
        wmo_write_box(out, model->low, model->high);
        buffer_u32le(out, 0);
    }
    chunk_end(out, begin);
}

/* Writes the root's chunks; returns where the entries of MOGI begin. */
static size_t write_chunks(struct buffer *out, const struct model *model, enum wmo_version version)
{
    struct wmo_materials materials;
    struct texture_references references;
    wmo_list_materials(model, &materials);
    write_header(out, model, (uint32_t)materials.count, version);
    if (version == WMO_V17_BY_ID) {
        reference_ids(&references);
    } else {
        write_textures(out, &materials, &references);
    }
    write_materials(out, &materials, &references, version);
    write_group_names(out, model);
    size_t infos = write_group_infos(out, model, version);
    if (version != WMO_V14) {
        size_t skybox = chunk_begin(out, "MOSB");
        chunk_zeros(out, 4);
        chunk_end(out, skybox);
    }
    chunk_empty(out, "MOPV");
    chunk_empty(out, "MOPT");
    chunk_empty(out, "MOPR");
    if (version != WMO_V14) {
        chunk_empty(out, "MOVV");
        chunk_empty(out, "MOVB");
    }
    write_lights(out, model, version);
    write_all_doodads(out, model, version);
    write_fog(out);
    if (version == WMO_V17_BY_ID) {
        write_group_ids(out, model);
    }
    return infos;
}

void wmo_write_root(struct buffer *out, const struct model *model, enum wmo_version version)
{
    wmo_write_version(out, version);
    if (version != WMO_V14) {
        write_chunks(out, model, version);
        return;
    }
    size_t whole = chunk_begin(out, "MOMO");
    size_t infos = write_chunks(out, model, version);
    chunk_end(out, whole);
    for (int g = 0; g < model->group_count; g++) {
        size_t begin = out->size;
        wmo_write_mogp(out, model, g, version);
        chunk_put_u32(out, infos + (size_t)g * GROUP_INFO_V14_BYTES, begin);
        chunk_put_u32(out, infos + (size_t)g * GROUP_INFO_V14_BYTES + 4, out->size - begin);
    }
}
