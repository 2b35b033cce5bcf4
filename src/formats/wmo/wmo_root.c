/*
 * Parts are read in the order of a table: names and textures before what refers to them. Eras
 * differ in the sizes of entries, which the counts of MOHD tell where they fit the bytes. Groups of
 * one file must not share their bytes: else a small file could be as large as anybody likes.
 */
#include <string.h>

#include "base/size.h"
#include "formats/name_table.h"
#include "formats/warning_dedup.h"
#include "formats/wmo/wmo_extras.h"
#include "formats/wmo/wmo_parts.h"

enum {
    MOHD_BYTES = 64,
    MOHD_BYTES_V14 = 36, /* what is used of it */
    GROUP_INFO_BYTES = 32,
    GROUP_INFO_BYTES_V14 = 40,
};

enum part { MOHD, MAVD, MAVG, MOTX, MOMT, MOGN, MOGI, GFID, MODN, MODI, MOLT, MODD, MODS, PARTS };

struct root_reader {
    const struct wmo_era *era;
    struct arena *arena;
    const struct diag *diag;
    struct warning_dedup dedup;
    struct reader file;
    size_t offset; /* of `body` in the file */
    struct reader body;
    struct chunk parts[PARTS]; /* size 0: not there */
    struct name_table textures, doodad_names;
    uint32_t texture_count, group_count; /* as MOHD says */
    struct wmo *wmo;
};

static bool wmo_root_read_header(struct root_reader *root);
static bool read_ambient(struct root_reader *root);
static bool read_materials(struct root_reader *root);
static bool wmo_root_read_groups(struct root_reader *root);
static bool read_doodads(struct root_reader *root);
static bool read_doodad_sets(struct root_reader *root);

/* In the order of reading: what others refer to comes first. Parts without a handler are read by
 * that of another part. A stride of 0 is the era's, or there are no entries. */
static const struct part_row {
    const struct chunk_id *id;
    bool is_required;
    size_t stride;
    bool (*read)(struct root_reader *root); /* false when out of memory */
} rows[PARTS] = {
    [MOHD] = {&id_MOHD, true, 0, wmo_root_read_header},
    [MAVD] = {&id_MAVD, false, WMO_AMBIENT_VOLUME_BYTES, NULL},
    [MAVG] = {&id_MAVG, false, WMO_AMBIENT_VOLUME_BYTES, read_ambient},
    [MOTX] = {&id_MOTX, false, 0, NULL},
    [MOMT] = {&id_MOMT, false, 0, read_materials},
    [MOGN] = {&id_MOGN, false, 0, NULL},
    [MOGI] = {&id_MOGI, false, 0, wmo_root_read_groups},
    [GFID] = {&id_GFID, false, sizeof(uint32_t), NULL},
    [MODN] = {&id_MODN, false, 0, NULL},
    [MODI] = {&id_MODI, false, sizeof(uint32_t), NULL},
    [MOLT] = {&id_MOLT, false, 0, NULL},
    [MODD] = {&id_MODD, false, 40, read_doodads},
    [MODS] = {&id_MODS, false, 32, read_doodad_sets},
};

static int64_t offset_of(const struct root_reader *root, enum part part)
{
    const struct chunk *chunk = &root->parts[part];
    return chunk->data ? (int64_t)(root->offset + chunk->offset) : NO_OFFSET;
}

/* Entries of `stride` bytes in a part, at most `most`; what is left over is worth a warning. */
static size_t entries(const struct root_reader *root, enum part part, size_t stride, size_t most)
{
    const struct chunk *chunk = &root->parts[part];
    size_t count = chunk->size / stride;
    if (chunk->size % stride) {
        diag_warn(root->diag, rows[part].id->text, offset_of(root, part),
                  "%zu bytes are not a multiple of %zu; the last %zu left out", chunk->size, stride,
                  chunk->size % stride);
    }
    if (count > most) {
        diag_warn(root->diag, rows[part].id->text, offset_of(root, part),
                  "%zu entries, more than %zu; the rest left out", count, most);
    }
    return size_min(count, most);
}

static struct reader part_reader(const struct root_reader *root, enum part part)
{
    return reader_make(root->parts[part].data, root->parts[part].size);
}

static bool open_names(struct root_reader *root, enum part part, struct name_table *names)
{
    return name_table_open(&root->parts[part], SIZE_MAX, root->arena, names);
}

static bool wmo_root_read_header(struct root_reader *root)
{
    struct wmo *wmo = root->wmo;
    size_t least = root->era->version == 14 ? MOHD_BYTES_V14 : MOHD_BYTES;
    struct reader reader = part_reader(root, MOHD);
    if (root->parts[MOHD].size < least) {
        diag_warn(root->diag, "MOHD", offset_of(root, MOHD),
                  "%zu bytes, %zu needed; what is missing counts as zero", root->parts[MOHD].size,
                  least);
    }
    root->texture_count = reader_u32(&reader);
    root->group_count = reader_u32(&reader);
    reader_skip(&reader, 5 * 4);
    wmo_read_bgra(&reader, wmo->ambient);
    wmo->id = reader_u32(&reader);
    if (root->era->version != 14) {
        wmo->has_box = wmo_read_box(&reader, &wmo->box);
        wmo->flags = reader_u16(&reader);
    }
    return true;
}

/*
 * Ambient volumes of 8.3 and later replace the colour of MOHD: the global volume (MAVG) of the
 * doodad set that is shown or the first one; without any, the first local volume (MAVD).
 */
static bool read_ambient(struct root_reader *root)
{
    struct wmo *wmo = root->wmo;
    size_t count = entries(root, MAVG, rows[MAVG].stride, WMO_AMBIENTS_MAX);
    enum part part = count ? MAVG : MAVD;
    size_t read = count ? count : size_min(entries(root, MAVD, rows[MAVD].stride, SIZE_MAX), 1);
    struct wmo_ambient *ambients = arena_alloc(root->arena, read, sizeof *ambients);
    if (!ambients) {
        return false;
    }
    struct reader reader = part_reader(root, part);
    for (size_t i = 0; i < read; i++) {
        struct wmo_ambient_volume volume = wmo_read_ambient_volume(&reader);
        ambients[i].doodad_set = (uint16_t)volume.doodad_set;
        memcpy(ambients[i].color, volume.colors[volume.flags & WMO_AMBIENT_THIRD_COLOR ? 2 : 0],
               sizeof ambients[i].color);
    }
    wmo->ambients = ambients;
    wmo->ambient_count = (uint32_t)count;
    if (read > 0) {
        static const uint16_t no_set = 0;
        memcpy(wmo->ambient, count ? wmo_ambient_of_sets(wmo, &no_set, 1) : ambients[0].color,
               sizeof wmo->ambient);
    }
    return true;
}

/* References are offsets of names, or file ids in a file without names. False: none there. */
static bool find_texture(const struct root_reader *root, uint32_t reference,
                         struct wmo_texture *texture)
{
    if (root->textures.size) {
        texture->name = name_table_at(&root->textures, reference);
    } else {
        texture->file_id = reference;
    }
    return texture->name || texture->file_id;
}

/* Resolves what the shader mixes; false when there is not even the first texture. */
static bool find_textures(const struct root_reader *root, const uint32_t *references,
                          struct wmo_material *material)
{
    const struct wmo_shading *shading = wmo_shading_of(material->shader);
    bool first = find_texture(root, references[0], &material->textures[0]);
    material->texture_count = 1;
    for (uint32_t i = 0; i < shading->slot_count; i++) {
        uint32_t texture = shading->slots[i].texture;
        if (texture > 0 && !find_texture(root, references[texture], &material->textures[texture])) {
            material->shader = WMO_SHADER_DIFFUSE;
            material->texture_count = 1;
            return first;
        }
        if (texture >= material->texture_count) {
            material->texture_count = texture + 1;
        }
    }
    return first || shading->slots[0].texture > 0;
}

/* Reads one MOMT entry; `reader` holds just its bytes, and what lies behind them is 0. False: its
 * blend mode is unknown. */
static bool wmo_root_read_material(const struct root_reader *root, struct reader *reader,
                                   struct wmo_material *material,
                                   uint32_t references[WMO_TEXTURES_MAX])
{
    bool versioned = root->era->material_layout == WMO_MATERIAL_VERSIONED;
    reader_skip(reader, versioned ? 4 : 0);
    material->flags = reader_u32(reader);
    material->shader = versioned ? (uint32_t)WMO_SHADER_DIFFUSE : reader_u32(reader);
    uint32_t blend = reader_u32(reader);
    references[0] = reader_u32(reader);
    reader_skip(reader, 2 * 4); /* emissive colour, and the same at run time */
    references[1] = reader_u32(reader);
    reader_skip(reader, 2 * 4); /* diffuse colour, ground type */
    for (size_t i = 2; i < WMO_TEXTURES_MAX; i++) {
        references[i] = versioned ? 0 : reader_u32(reader);
    }
    material->blend = blend < SURFACE_BLENDS ? (enum surface_blend)blend : SURFACE_OPAQUE;
    return blend < SURFACE_BLENDS;
}

/* Documents give 44, 48 and 64 bytes: what MOHD's count makes of the size, else the era's. */
static size_t material_stride(const struct root_reader *root)
{
    static const size_t strides[] = {64, 44, 48};
    size_t size = root->parts[MOMT].size;
    for (size_t i = 0; i < COUNT_OF(strides); i++) {
        if (root->texture_count && size / strides[i] == root->texture_count &&
            size % strides[i] == 0) {
            return strides[i];
        }
    }
    for (size_t i = 0; size % root->era->material_bytes && i < COUNT_OF(strides); i++) {
        if (size % strides[i] == 0) {
            return strides[i];
        }
    }
    return root->era->material_bytes;
}

static bool read_materials(struct root_reader *root)
{
    size_t stride = material_stride(root);
    size_t count = entries(root, MOMT, stride, WMO_MATERIALS_MAX);
    struct wmo_material *materials = arena_alloc(root->arena, count, sizeof *materials);
    if (!materials || !open_names(root, MOTX, &root->textures)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t references[WMO_TEXTURES_MAX];
        struct reader reader = reader_make(root->parts[MOMT].data + i * stride, stride);
        bool is_known = wmo_root_read_material(root, &reader, &materials[i], references);
        if (!find_textures(root, references, &materials[i])) {
            warning_dedup_warn(&root->dedup, "MOMT", offset_of(root, MOMT),
                               "material %zu has no texture; drawn with a stand-in", i);
        }
        if (!is_known) {
            warning_dedup_warn(&root->dedup, "MOMT", offset_of(root, MOMT),
                               "material %zu has an unknown blend mode; taken as opaque", i);
        }
    }
    root->wmo->material_count = (uint32_t)count;
    root->wmo->materials = materials;
    return true;
}

static size_t group_info_stride(const struct root_reader *root)
{
    size_t size = root->parts[MOGI].size;
    size_t stride = root->era->group_info_bytes;
    size_t other = stride == GROUP_INFO_BYTES_V14 ? GROUP_INFO_BYTES : (size_t)GROUP_INFO_BYTES_V14;
    bool counted = root->group_count && size == stride * root->group_count;
    bool other_counted = root->group_count && size == other * root->group_count;
    return !counted && other_counted ? other : stride;
}

/* Offsets of the MOGPs behind the root's chunks, and how many there are of them. */
static size_t find_groups(const struct root_reader *root, size_t offsets[WMO_GROUPS_MAX])
{
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    size_t count = 0;
    while (count < WMO_GROUPS_MAX && chunk_next(&root->file, &offset, &skipped, &chunk)) {
        if (chunk_is(&chunk, &id_MOGP)) {
            offsets[count++] = chunk.offset;
        }
    }
    return count;
}

static void read_group_info(const struct root_reader *root, struct reader *reader, size_t stride,
                            struct wmo_group_info *info)
{
    struct chunk group;
    if (stride == GROUP_INFO_BYTES_V14) {
        size_t offset = reader_u32(reader);
        reader_skip(reader, 4);
        if (chunk_is_at(&root->file, offset, &id_MOGP, &group)) {
            info->offset = offset;
        }
    }
    info->flags = reader_u32(reader);
    wmo_read_box(reader, &info->box);
    const char *name = name_table_at(&root->wmo->group_names, reader_u32(reader));
    info->name = name ? name : "";
}

/* Whether a group may be at `offset`: where the file has one, and none was before. Groups that
 * share their bytes would make a small file as large as anybody likes. */
static bool take_place(const size_t *offsets, size_t count, size_t offset, bool *taken)
{
    for (size_t i = 0; i < count; i++) {
        if (offsets[i] == offset && !taken[i]) {
            taken[i] = true;
            return true;
        }
    }
    return false;
}

static bool wmo_root_read_groups(struct root_reader *root)
{
    size_t offsets[WMO_GROUPS_MAX];
    size_t embedded = find_groups(root, offsets);
    size_t stride = group_info_stride(root);
    size_t described = entries(root, MOGI, stride, WMO_GROUPS_MAX);
    size_t count = root->parts[MOGI].data
                       ? size_max(described, embedded)
                       : size_max(embedded, size_min(root->group_count, WMO_GROUPS_MAX));
    struct wmo_group_info *groups = arena_alloc(root->arena, count, sizeof *groups);
    if (!groups || !open_names(root, MOGN, &root->wmo->group_names)) {
        return false;
    }
    struct reader ids = part_reader(root, GFID);
    bool taken[WMO_GROUPS_MAX] = {false};
    for (size_t i = 0; i < count; i++) {
        groups[i].offset = i < embedded ? offsets[i] : 0;
        groups[i].name = "";
        groups[i].file_id = reader_u32(&ids);
        if (i < described) {
            struct reader reader = reader_make(root->parts[MOGI].data + i * stride, stride);
            read_group_info(root, &reader, stride, &groups[i]);
        }
        if (groups[i].offset && !take_place(offsets, embedded, groups[i].offset, taken)) {
            warning_dedup_warn(&root->dedup, "MOGI", offset_of(root, MOGI),
                               "group %zu is in the place of another; left out", i);
            groups[i].offset = 0;
        }
    }
    if (count != root->group_count) {
        diag_warn(root->diag, "MOHD", offset_of(root, MOHD), "%u groups declared, %zu described",
                  root->group_count, count);
    }
    bool in_root = embedded > 0 || root->era->version == 14;
    root->wmo->storage = in_root ? WMO_GROUPS_IN_ROOT : WMO_GROUPS_IN_FILES;
    root->wmo->group_count = (uint32_t)count;
    root->wmo->groups = groups;
    return true;
}

/* The file of a doodad: an offset into MODN, or an index into MODI in files without names. */
static void find_doodad(const struct root_reader *root, uint32_t reference,
                        struct wmo_doodad *doodad)
{
    if (root->doodad_names.size) {
        doodad->name = name_table_at(&root->doodad_names, reference);
        return;
    }
    struct reader ids = part_reader(root, MODI);
    struct reader id = reader_sub(&ids, reference * rows[MODI].stride, rows[MODI].stride);
    doodad->file_id = reader_u32(&id);
}

/*
 * A doodad whose colour has an alpha below 255 is lit by the light of that number, or by the first
 * if there is none (WMO document, MODD). Colours times intensities above 1 lose their excess in all
 * parts alike; the distance has no say in the client that WebWowViewerCpp follows.
 */
static void find_lamp(const struct root_reader *root, struct wmo_doodad *doodad)
{
    size_t stride = root->era->version == 14 ? WMO_LIGHT_BYTES_V14 : WMO_LIGHT_BYTES;
    size_t count = root->parts[MOLT].size / stride;
    size_t number = doodad->color[3] < count ? doodad->color[3] : 0;
    if (doodad->color[3] == 255 || count == 0) {
        return;
    }
    struct reader entry = reader_make(root->parts[MOLT].data + number * stride, stride);
    struct wmo_light light = wmo_read_light(&entry);
    float most = 1.0F;
    bool is_sane = light.intensity >= 0.0F && wmo_is_coordinate(light.intensity);
    for (size_t i = 0; i < 3; i++) {
        doodad->lamp[i] = light.position[i];
        doodad->lamp_color[i] = (float)light.color[i] * light.intensity / 255.0F;
        most = doodad->lamp_color[i] > most ? doodad->lamp_color[i] : most;
        is_sane = is_sane && wmo_is_coordinate(light.position[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        doodad->lamp_color[i] /= most;
    }
    doodad->has_lamp = is_sane;
}

/* Returns whether its numbers are those of a doodad. */
static bool read_doodad(const struct root_reader *root, struct reader *reader,
                        struct wmo_doodad *doodad)
{
    uint32_t reference = reader_u32(reader);
    bool sane = true;
    doodad->flags = reference >> 24;
    find_doodad(root, reference & 0xFFFFFF, doodad);
    for (size_t i = 0; i < 3; i++) {
        doodad->position[i] = reader_f32(reader);
        sane = sane && wmo_is_coordinate(doodad->position[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        doodad->rotation[i] = reader_f32(reader);
        sane = sane && wmo_is_coordinate(doodad->rotation[i]);
    }
    doodad->scale = reader_f32(reader);
    wmo_read_bgra(reader, doodad->color);
    find_lamp(root, doodad);
    return sane && wmo_is_coordinate(doodad->scale);
}

static bool read_doodads(struct root_reader *root)
{
    size_t count = entries(root, MODD, rows[MODD].stride, SIZE_MAX);
    struct wmo_doodad *doodads = arena_alloc(root->arena, count, sizeof *doodads);
    if (!doodads || !open_names(root, MODN, &root->doodad_names)) {
        return false;
    }
    struct reader reader = part_reader(root, MODD);
    for (size_t i = 0; i < count; i++) {
        if (!read_doodad(root, &reader, &doodads[i])) {
            doodads[i] = (struct wmo_doodad){0};
            warning_dedup_warn(&root->dedup, "MODD", offset_of(root, MODD),
                               "doodad %zu stands at numbers of no place; left out", i);
        } else if (!doodads[i].name && !doodads[i].file_id) {
            warning_dedup_warn(&root->dedup, "MODD", offset_of(root, MODD),
                               "doodad %zu has no name; left out", i);
        }
    }
    root->wmo->doodad_count = (uint32_t)count;
    root->wmo->doodads = doodads;
    return true;
}

static bool read_doodad_sets(struct root_reader *root)
{
    size_t count = entries(root, MODS, rows[MODS].stride, SIZE_MAX);
    struct wmo_doodad_set *sets = arena_alloc(root->arena, count, sizeof *sets);
    if (!sets) {
        return false;
    }
    struct reader reader = part_reader(root, MODS);
    for (size_t i = 0; i < count; i++) {
        memcpy(sets[i].name, reader_bytes(&reader, sizeof sets[i].name - 1),
               sizeof sets[i].name - 1);
        uint32_t begin = reader_u32(&reader);
        uint32_t length = reader_u32(&reader);
        reader_skip(&reader, 4);
        sets[i].begin = (uint32_t)size_min(begin, root->wmo->doodad_count);
        sets[i].count = (uint32_t)size_min(length, root->wmo->doodad_count - sets[i].begin);
        if (sets[i].count < length) {
            warning_dedup_warn(&root->dedup, "MODS", offset_of(root, MODS),
                               "doodad set %zu reaches past the doodads; cut", i);
        }
    }
    root->wmo->doodad_set_count = (uint32_t)count;
    root->wmo->doodad_sets = sets;
    return true;
}

/* Finds the parts: the first chunk of an id counts. */
static void collect_parts(struct root_reader *root)
{
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(&root->body, &offset, &skipped, &chunk)) {
        for (size_t i = 0; i < PARTS; i++) {
            if (chunk_is(&chunk, rows[i].id) && !root->parts[i].data) {
                root->parts[i] = chunk;
            }
        }
        if (chunk.cut) {
            diag_warn(root->diag, chunk.id, (int64_t)(root->offset + chunk.offset),
                      "its size reaches past the end; %zu bytes read", chunk.size);
        }
    }
    if (skipped) {
        diag_warn(root->diag, NULL, NO_OFFSET, "%zu stray bytes between chunks passed over",
                  skipped);
    }
}

/*
 * v17 is the version of all clients since 1.0. What only clients of 7.x and later write tells: ids
 * of files in place of names, levels of detail, moving textures, volumes of light.
 */
static enum surface_era wmo_root_era(const struct root_reader *root)
{
    struct chunk moving;
    bool has_sign = root->parts[GFID].data || root->parts[MODI].data || root->parts[MAVG].data ||
                    root->parts[MAVD].data || root->wmo->flags & WMO_HAS_LOD ||
                    chunk_find(&root->body, &id_MOUV, &moving);
    if (root->era->version != 17) {
        return SURFACE_ERA_BEFORE_7;
    }
    return has_sign ? SURFACE_ERA_SINCE_7 : SURFACE_ERA_UNKNOWN;
}

/* v14 wraps the root's chunks in MOMO. */
static void open_body(struct root_reader *root)
{
    struct chunk momo;
    root->body = root->file;
    if (root->era->version == 14 && chunk_find(&root->file, &id_MOMO, &momo)) {
        root->body = reader_make(momo.data, momo.size);
        root->offset = momo.offset + CHUNK_HEADER_BYTES;
    }
}

enum adtmap_status wmo_read_root(const uint8_t *data, size_t size, struct arena *arena,
                                 const struct diag *diag, struct wmo **wmo)
{
    struct root_reader root = {
        .arena = arena, .diag = diag, .dedup = {.diag = diag}, .file = reader_make(data, size)};
    uint32_t version = wmo_version_of(&root.file);
    root.era = wmo_era_of(version);
    if (!root.era) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, "MVER", 0, "WMO version %u; 14, 16, 17 are read",
                         version);
    }
    open_body(&root);
    collect_parts(&root);
    for (size_t i = 0; i < PARTS; i++) {
        if (rows[i].is_required && !root.parts[i].data) {
            return diag_fail(diag, ADTMAP_BAD_DATA, rows[i].id->text, NO_OFFSET,
                             "no such chunk in %zu bytes; not a WMO root", size);
        }
    }
    root.wmo = arena_alloc(arena, 1, sizeof *root.wmo);
    if (!root.wmo) {
        return diag_fail_memory(diag);
    }
    root.wmo->version = version;
    for (size_t i = 0; i < PARTS; i++) {
        if (rows[i].read && !rows[i].read(&root)) {
            return diag_fail_memory(diag);
        }
    }
    root.wmo->era = wmo_root_era(&root);
    warning_dedup_flush(&root.dedup);
    *wmo = root.wmo;
    return ADTMAP_OK;
}
