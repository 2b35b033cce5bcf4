/*
 * Writes the root of a WMO of v14, v16 or v17, where a texture goes by its name or, for the latest
 * clients, by its file id. The groups of v14 stand behind their root, so its entries of MOGI get
 * their places when the groups are written.
 */
#include "demo/files/wmo_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/files/file_ids.h"
#include "demo/models/building.h"
#include "os/file.h"
#include "os/temporary.h"

enum {
    GROUP_INFO_V14_BYTES = 40,
    SET_NAME_BYTES = 20,
    DOODADS_MAX = 32,
    UNADJUSTED = 0x2,     /* flag of a doodad */
    NO_TEXTURE_BYTES = 4, /* MOTX begins with an empty string: materials without a texture */
};

/* Colours of four bytes: alpha, red, green, blue, from the highest. */
static const uint32_t ambient = 0xFF3C3E46;
static const uint32_t grey = 0xFF959595;
static const uint32_t lamplight = 0xFFC4AC84;

static uint32_t color_of(uint32_t red, uint32_t green, uint32_t blue)
{
    return 0xFF000000 | red << 16 | green << 8 | blue;
}

/* Sets what materials refer to textures by: their file ids, or the offsets of their names in MOTX,
 * which is written. */
static void write_textures(struct buffer *out, const struct wmo_materials *materials,
                           enum wmo_version version, uint32_t references[1 + TEXTURE_COUNT])
{
    memset(references, 0, (1 + TEXTURE_COUNT) * sizeof *references);
    for (int t = 0; t < TEXTURE_COUNT && version == WMO_V17_BY_ID; t++) {
        references[1 + t] = file_id_texture((enum texture)t);
    }
    if (version == WMO_V17_BY_ID) {
        return;
    }
    size_t begin = chunk_begin(out, "MOTX");
    size_t data = out->size;
    chunk_zeros(out, NO_TEXTURE_BYTES);
    for (int k = 0; k < WALL_TEXTURES_EARLY * materials->count; k++) {
        int texture = wall_material_get(materials->material[k / WALL_TEXTURES_EARLY])
                          .textures[k % WALL_TEXTURES_EARLY];
        if (texture > 0 && !references[texture]) {
            references[texture] = (uint32_t)(out->size - data);
            chunk_path(out, texture_name((enum texture)(texture - 1)), "");
        }
    }
    chunk_zeros(out, 4 - (out->size - data) % 4);
    chunk_end(out, begin);
}

/* Only clients with files by id have up to nine textures, where earlier ones have a colour, flags
 * and room for the time of running; for those a material of nine has its first alone. */
static void write_materials(struct buffer *out, const struct wmo_materials *materials,
                            const uint32_t references[1 + TEXTURE_COUNT], enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOMT");
    for (int m = 0; m < materials->count; m++) {
        struct wall_material_info info = wall_material_get(materials->material[m]);
        uint32_t glow = color_of(info.glow[0], info.glow[1], info.glow[2]);
        bool is_many = info.textures[WALL_TEXTURES_EARLY] != 0;
        if (is_many && version != WMO_V17_BY_ID) {
            memset(info.textures + 1, 0, sizeof info.textures - 1);
            info.shader = 0;
            is_many = false;
        }
        uint32_t first = references[info.textures[0]];
        uint32_t second = references[info.textures[1]];
        if (version == WMO_V14) {
            PUT_U32(out, 1, info.flags, info.blend, first, glow, glow, second, grey, 0, 0, 0);
            continue;
        }
        PUT_U32(out, info.flags, info.shader, info.blend, first, glow, glow, second, grey, 0,
                references[info.textures[2]], is_many ? references[info.textures[3]] : grey);
        for (int k = WALL_TEXTURES_EARLY + 1; k < WALL_TEXTURES_MAX; k++) {
            buffer_u32le(out, references[info.textures[k]]); /* 0 for none */
        }
    }
    chunk_end(out, begin);
}

/* The names of groups, and their entries in MOGI. Returns where those begin. In v14 an entry starts
 * with the offset and size of its group, which the caller fills in after it has written it. */
static size_t write_group_infos(struct buffer *out, const struct model *model,
                                enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOGN");
    chunk_zeros(out, 2);
    for (int g = 0; g < model->group_count; g++) {
        chunk_path(out, model->groups[g].name, "");
    }
    chunk_zeros(out, 4 - (out->size - begin - 8) % 4);
    chunk_end(out, begin);
    begin = chunk_begin(out, "MOGI");
    for (int g = 0; g < model->group_count; g++) {
        const struct model_group *group = &model->groups[g];
        float low[3];
        float high[3];
        model_group_box(group, low, high);
        chunk_zeros(out, version == WMO_V14 ? 8 : 0);
        buffer_u32le(out, wmo_group_flags(model, g, version));
        chunk_floats(out, low, 3);
        chunk_floats(out, high, 3);
        buffer_u32le(out, wmo_name_offset(model, g));
    }
    chunk_end(out, begin);
    return begin + 8;
}

static void write_lights(struct buffer *out, const struct model *model, enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOLT");
    for (int l = 0; l < model->light_count; l++) {
        const struct model_light *light = &model->lights[l];
        const double *at = light->position;
        PUT_U32(out, 0x01010100, /* a point light that falls off, with a type of its own */
                color_of((uint32_t)(light->rgb[0] * 255.0), (uint32_t)(light->rgb[1] * 255.0),
                         (uint32_t)(light->rgb[2] * 255.0)));
        PUT_F32(out, at[0], at[1], at[2], 1.0);
        if (version != WMO_V14) {
            PUT_F32(out, 0.0, 0.0, 0.0, 1.0);
        }
        PUT_F32(out, 0.5, light->reach_yd);
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

/* The light nearest to a doodad, which its colour names as alpha; 255 without lights. */
static uint32_t nearest_light(const struct model *model, const struct model_doodad *doodad)
{
    uint32_t nearest = 255;
    double least = INFINITY;
    for (int l = 0; l < model->light_count; l++) {
        double square = 0.0;
        for (int i = 0; i < 3; i++) {
            double away = model->lights[l].position[i] - (double)doodad->position[i];
            square += away * away;
        }
        if (square < least) {
            least = square;
            nearest = (uint32_t)l;
        }
    }
    return nearest;
}

/*
 * The doodad sets, the names or file ids of doodads, and the doodads: reference to the model and
 * flags, position, a quaternion x y z w, scale, the colour that lights it indoors. Of each four one
 * has the nearest light in its place, and one is lit by its colour as it is.
 */
static void write_doodads(struct buffer *out, const struct model *model, enum wmo_version version)
{
    bool by_id = version == WMO_V17_BY_ID;
    uint32_t references[DOODADS_MAX];
    size_t begin = chunk_begin(out, "MODS");
    for (uint32_t s = 0; s < set_count(model); s++) {
        const char *name = s ? model->doodad_sets[s - 1] : "Set_$DefaultGlobal";
        uint32_t first = doodads_before(model, s);
        buffer_text(out, name);
        chunk_zeros(out, SET_NAME_BYTES - strlen(name));
        PUT_U32(out, first, doodads_before(model, s + 1) - first, 0);
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, by_id ? "MODI" : "MODN");
    for (int d = 0; d < model->doodad_count; d++) {
        enum doodad doodad = (enum doodad)model->doodads[d].doodad;
        references[d] = by_id ? (uint32_t)d : (uint32_t)(out->size - begin - 8);
        if (by_id) {
            buffer_u32le(out, file_id_doodad(doodad, DOODAD_MODEL));
        } else {
            chunk_path(out, doodad_name(doodad), ".mdx");
        }
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MODD");
    for (int d = 0; d < model->doodad_count; d++) {
        const struct model_doodad *doodad = &model->doodads[d];
        double half = doodad->rotation_deg * PORTABLE_PI / 360.0;
        buffer_u32le(out, references[d] | (d % 4 == 3 ? (uint32_t)UNADJUSTED << 24 : 0));
        PUT_F32(out, doodad->position[0], doodad->position[1], doodad->position[2], 0.0, 0.0,
                portable_sin(half), portable_cos(half), 1.0);
        uint32_t light = d % 4 == 1 ? nearest_light(model, doodad) : 255;
        buffer_u32le(out, (lamplight & 0xFFFFFF) | light << 24);
    }
    chunk_end(out, begin);
}

/* Writes the root's chunks; returns where the entries of MOGI begin. */
static size_t write_chunks(struct buffer *out, const struct model *model, enum wmo_version version)
{
    struct wmo_materials materials;
    uint32_t references[1 + TEXTURE_COUNT];
    const float *low = model->low;
    const float *high = model->high;
    wmo_list_materials(model, &materials);
    size_t begin = chunk_begin(out, "MOHD");
    PUT_U32(out, (uint32_t)materials.count, (uint32_t)model->group_count, 0,
            (uint32_t)model->light_count, (uint32_t)model->doodad_count, /* a name for each */
            (uint32_t)model->doodad_count, set_count(model), ambient, 0);
    if (version == WMO_V14) {
        chunk_zeros(out, 28);
    } else {
        PUT_F32(out, low[0], low[1], low[2], high[0], high[1], high[2], 0.0);
    }
    chunk_end(out, begin);
    write_textures(out, &materials, version, references);
    write_materials(out, &materials, references, version);
    size_t infos = write_group_infos(out, model, version);
    if (version != WMO_V14) {
        CHUNK_U32(out, "MOSB", 0);
    }
    chunk_empty(out, "MOPV");
    chunk_empty(out, "MOPT");
    chunk_empty(out, "MOPR");
    if (version != WMO_V14) {
        chunk_empty(out, "MOVV");
        chunk_empty(out, "MOVB");
    }
    write_lights(out, model, version);
    write_doodads(out, model, version);
    begin = chunk_begin(out, "MFOG"); /* one fog without a radius, which has no effect */
    chunk_zeros(out, 24);
    PUT_F32(out, 444.4445f, 0.25);
    buffer_u32le(out, UINT32_MAX);
    PUT_F32(out, 222.2222f, -0.5);
    buffer_u32le(out, UINT32_MAX);
    chunk_end(out, begin);
    begin = version == WMO_V17_BY_ID ? chunk_begin(out, "GFID") : 0;
    for (int g = 0; g < model->group_count && begin; g++) {
        buffer_u32le(out, file_id_wmo_group((enum building)model->building, g));
    }
    if (begin) {
        chunk_end(out, begin);
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

enum adtmap_status wmo_write_files(const char *root, const char *name, const struct model *model,
                                   enum wmo_version version, const struct diag *diag)
{
    char *stem = path_join(root, name);
    char *folder = stem ? path_directory(stem) : NULL;
    int last = version == WMO_V14 ? 0 : model->group_count;
    enum adtmap_status status =
        folder && !model->failed ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (!status) {
        temporary_sweep(folder, NULL);
    }
    for (int g = 0; !status && g <= last; g++) { /* the root, then the groups */
        struct buffer out = {0};
        char file[128];
        snprintf(file, sizeof file, g ? "%s_%03d.wmo" : "%s.wmo", name, g - 1);
        if (g == 0) {
            wmo_write_root(&out, model, version);
        } else {
            wmo_write_group_file(&out, model, g - 1, version);
        }
        status = chunk_write_file(root, file, &out, diag);
    }
    free(folder);
    free(stem);
    return status;
}
