/* A group file holds its triangles in batches (batches.h); in v14 triangles share no vertices. */
#include "demo/files/wmo_write.h"

#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/files/batches.h"
#include "demo/models/building.h"

enum {
    HAS_COLORS = 0x4,
    EXTERIOR = 0x8,
    UNREACHABLE = 0x80,
    HAS_LIGHTS = 0x200,
    HAS_DOODADS = 0x800,
    HAS_LIQUID = 0x1000,
    INTERIOR = 0x2000,
    HAS_MIX = 0x1000000,
    HAS_UV2 = 0x2000000,
    ANTIPORTAL = 0x4000000,
    HAS_UV3 = 0x40000000,
    FACE_COLLISION = 0x08,
    FACE_RENDER = 0x20,
    NO_MATERIAL = 0xFF,
    POOL_WATER = 4, /* liquid type in the low half of an MLIQ tile, if the group's is 15 */
    POOL_DRY = 15,
    CUTS_GROUND = 0x1, /* of the second flags */
    POOL_BY_TILE = 15,
};

/* Appends the numbers of the doodads that stand in the group, unless `out` is NULL. Returns how
 * many. */
static int list_doodads(struct buffer *out, const struct model *model, int group)
{
    int count = 0;
    for (int d = 0; d < model->doodad_count; d++) {
        if (model->doodads[d].group == group) {
            count++;
            if (out) {
                buffer_u16le(out, (uint16_t)d);
            }
        }
    }
    return count;
}

static bool is_lit(const struct model *model, const struct model_group *group)
{
    return group->kind == GROUP_INSIDE && model->light_count > 0;
}

uint32_t wmo_group_flags(const struct model *model, int number, enum wmo_version version)
{
    static const uint32_t kinds[] = {
        [GROUP_OUTSIDE] = EXTERIOR,
        [GROUP_INSIDE] = INTERIOR | HAS_COLORS,
        [GROUP_MIXED] = EXTERIOR | HAS_MIX | HAS_UV2 | HAS_UV3,
        [GROUP_OCCLUDER] = ANTIPORTAL | UNREACHABLE,
    };
    const struct model_group *group = &model->groups[number];
    uint32_t flags = kinds[group->kind] | (group->pool.columns ? HAS_LIQUID : 0) |
                     (is_lit(model, group) ? HAS_LIGHTS : 0) |
                     (list_doodads(NULL, model, number) ? HAS_DOODADS : 0);
    return version == WMO_V14 ? flags & ~(uint32_t)(HAS_MIX | HAS_UV2 | HAS_UV3) : flags;
}

/* How many batches are drawn; one of collision comes last. */
static int seen_count(const struct batches *batches)
{
    int count = batches->count;
    return count > 0 && batches->list[count - 1].material == WALL_COLLISION_ONLY ? count - 1
                                                                                 : count;
}

static void write_faces(struct buffer *out, const struct batches *batches,
                        const struct wmo_materials *materials, enum wmo_version version)
{
    size_t padding = version == WMO_V16 || version == WMO_V14 ? 1 : 0;
    size_t begin = chunk_begin(out, "MOPY");
    for (const struct batch *at = batches->list; at < batches->list + batches->count; at++) {
        bool seen = at->material != WALL_COLLISION_ONLY;
        for (uint32_t t = 0; t < at->index_count / 3; t++) {
            buffer_u8(out, seen ? FACE_RENDER : FACE_COLLISION);
            chunk_zeros(out, padding);
            buffer_u8(out, seen ? (uint8_t)materials->index[at->material] : NO_MATERIAL);
            chunk_zeros(out, padding);
        }
    }
    chunk_end(out, begin);
}

static void write_indices(struct buffer *out, const char name[5], const struct batches *batches)
{
    size_t begin = chunk_begin(out, name);
    buffer_append(out, batches->indices.data, batches->indices.size);
    chunk_end(out, begin);
}

static void write_uv(struct buffer *out, const struct batches *batches, int set)
{
    size_t begin = chunk_begin(out, "MOTV");
    for (uint32_t v = 0; v < batches_vertex_count(batches); v++) {
        float uv[2];
        model_uv(batches_vertex(batches, v), set, uv);
        chunk_floats(out, uv, 2);
    }
    chunk_end(out, begin);
}

/* Rounded away from zero, so that the box contains the batch. */
static void write_batch_box(struct buffer *out, const struct batches *batches,
                            const struct batch *batch)
{
    for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 3; k++) {
            float most = batches_vertex(batches, batch->first_vertex)->position[k];
            for (uint32_t v = 1; v < batch->vertex_count; v++) {
                float value = batches_vertex(batches, batch->first_vertex + v)->position[k];
                most = (end ? value > most : value < most) ? value : most;
            }
            double away = (double)most;
            away = away < 0.0 ? portable_floor(away) : -portable_floor(-away);
            buffer_u16le(out, (uint16_t)(int32_t)away);
        }
    }
}

static void write_batch(struct buffer *out, const struct batches *batches,
                        const struct batch *batch, uint8_t material, enum wmo_version version)
{
    if (version == WMO_V14) {
        buffer_u8(out, 0);
        buffer_u8(out, material);
    }
    write_batch_box(out, batches, batch);
    if (version == WMO_V14) {
        buffer_u16le(out, (uint16_t)batch->first_index);
    } else {
        buffer_u32le(out, batch->first_index);
    }
    PUT_U16(out, (uint16_t)batch->index_count, (uint16_t)batch->first_vertex,
            (uint16_t)(batch->first_vertex + batch->vertex_count - 1));
    buffer_u8(out, 0);
    buffer_u8(out, version == WMO_V14 ? 0 : material);
    if (version == WMO_V16) {
        chunk_zeros(out, 8);
    }
}

static void write_batches(struct buffer *out, const struct batches *batches,
                          const struct wmo_materials *materials, enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOBA");
    for (int b = 0; b < seen_count(batches); b++) {
        const struct batch *batch = &batches->list[b];
        write_batch(out, batches, batch, (uint8_t)materials->index[batch->material], version);
    }
    chunk_end(out, begin);
}

/* Writes vertex colours: the light of an inside group, the blend factor of a mixed group. */
static void write_colors(struct buffer *out, const struct batches *batches, bool mixed)
{
    size_t begin = chunk_begin(out, "MOCV");
    for (uint32_t v = 0; v < batches_vertex_count(batches); v++) {
        const struct model_vertex *vertex = batches_vertex(batches, v);
        for (int k = 2; k >= 0; k--) {
            buffer_u8(out, mixed ? 255 : vertex->color[k]);
        }
        buffer_u8(out, mixed ? vertex->mix : 0);
    }
    chunk_end(out, begin);
}

/* Writes how much of each of four textures a vertex shows: red, green and blue of the first three,
 * the rest of the last; alpha darkens. Each texture has a corner of a face that is one repeat wide;
 * that of the last is dark. */
static void write_weights(struct buffer *out, const struct batches *batches)
{
    size_t begin = chunk_begin(out, "MOC2");
    for (uint32_t v = 0; v < batches_vertex_count(batches); v++) {
        const struct model_vertex *vertex = batches_vertex(batches, v);
        unsigned right = vertex->mix;
        unsigned low = vertex->uv[1] > 0.5f ? 255 : 0;
        buffer_u8(out, (uint8_t)((255 - right) * low / 255));
        buffer_u8(out, (uint8_t)(right * (255 - low) / 255));
        buffer_u8(out, (uint8_t)((255 - right) * (255 - low) / 255));
        buffer_u8(out, (uint8_t)(right * low / 255 / 2));
    }
    chunk_end(out, begin);
}

/*
 * Writes the water of a pool. In v14 the grid is turned by a quarter: it begins at the largest x,
 * its rows run towards -x, and along a row y grows.
 *
 *     v17   cell of row r, column c:   x + c, y + r
 *     v14   cell of row r, column c:   largest x - r, y + c
 */
static void write_pool(struct buffer *out, const struct model_pool *pool, enum wmo_version version)
{
    bool turned = version == WMO_V14;
    uint32_t columns = (uint32_t)(turned ? pool->rows : pool->columns);
    uint32_t rows = (uint32_t)(turned ? pool->columns : pool->rows);
    size_t begin = chunk_begin(out, "MLIQ");
    PUT_U32(out, columns + 1, rows + 1, columns, rows);
    PUT_F32(out, (float)(pool->x + (turned ? pool->columns * MODEL_POOL_CELL_YD : 0.0)),
            (float)pool->y, (float)pool->z);
    buffer_u16le(out, 0);
    for (uint32_t v = 0; v < (columns + 1) * (rows + 1); v++) {
        buffer_u32le(out, 0);
        buffer_f32le(out, (float)pool->z);
    }
    for (uint32_t c = 0; c < columns * rows; c++) {
        uint32_t along = c % columns;
        uint32_t across = c / columns;
        uint32_t cell = turned ? along * rows + (rows - 1 - across) : c;
        buffer_u8(out, cell < 64 && (pool->dry >> cell & 1) ? POOL_DRY : POOL_WATER);
    }
    chunk_end(out, begin);
}

/* Since WoD a group may cut the ground away: that of buildings below holes, without holes. */
static bool cuts_ground(const struct model *model, const struct model_group *group,
                        enum wmo_version version)
{
    bool is_below = model->building == BUILDING_CAVE || model->building == BUILDING_MINE;
    return is_below && group->kind == GROUP_INSIDE && version == WMO_V17_BY_ID;
}

/* Writes the MOGP header: 128 bytes in v14, 68 later. */
static void write_header(struct buffer *out, const struct model *model, int number,
                         const struct batches *batches, enum wmo_version version)
{
    const struct model_group *group = &model->groups[number];
    float low[3];
    float high[3];
    model_group_box(group, low, high);
    bool inside = group->kind == GROUP_INSIDE;
    uint16_t count = (uint16_t)seen_count(batches);
    PUT_U32(out, wmo_name_offset(model, number), 0);
    buffer_u32le(out, wmo_group_flags(model, number, version));
    chunk_floats(out, low, 3);
    chunk_floats(out, high, 3);
    chunk_zeros(out, version == WMO_V14 ? 8 : 4);
    if (version != WMO_V14) {
        PUT_U16(out, 0, inside ? count : 0, inside ? 0 : count, 0);
    }
    chunk_zeros(out, 4);
    buffer_u32le(out, group->pool.columns ? POOL_BY_TILE : 0);
    if (version == WMO_V14) {
        for (int k = 0; k < 8; k++) {
            bool first = k == (inside ? 0 : 4);
            PUT_U16(out, 0, first ? (uint16_t)batches_vertex_count(batches) : 0, 0,
                    first ? count : 0);
        }
    }
    PUT_U32(out, (uint32_t)number, cuts_ground(model, group, version) ? CUTS_GROUND : 0);
    chunk_zeros(out, 4);
}

/* Writes the chunks that every group has. v14 puts the indices after the texture coordinates, with
 * lightmap coordinates between them; those are all 0. */
static void write_geometry(struct buffer *out, const struct batches *batches, enum group_kind kind,
                           const struct wmo_materials *materials, enum wmo_version version)
{
    write_faces(out, batches, materials, version);
    if (version != WMO_V14) {
        write_indices(out, "MOVI", batches);
    }
    for (int normals = 0; normals < 2; normals++) {
        size_t begin = chunk_begin(out, normals ? "MONR" : "MOVT");
        for (uint32_t v = 0; v < batches_vertex_count(batches); v++) {
            const struct model_vertex *vertex = batches_vertex(batches, v);
            chunk_floats(out, normals ? vertex->normal : vertex->position, 3);
        }
        chunk_end(out, begin);
    }
    if (kind != GROUP_OCCLUDER || version == WMO_V14) {
        write_uv(out, batches, 0);
    }
    if (version == WMO_V14) {
        size_t lightmap = chunk_begin(out, "MOLV");
        chunk_zeros(out, (size_t)batches_index_count(batches) * 8);
        chunk_end(out, lightmap);
        write_indices(out, "MOIN", batches);
    }
    write_batches(out, batches, materials, version);
}

void wmo_write_mogp(struct buffer *out, const struct model *model, int number,
                    enum wmo_version version)
{
    const struct model_group *group = &model->groups[number];
    struct wmo_materials materials;
    struct batches batches = {0};
    for (int m = 0; m < WALL_MATERIAL_COUNT; m++) {
        batches_add(&batches, model, number, (enum wall_material)m, version != WMO_V14);
    }
    batches_add(&batches, model, number, WALL_COLLISION_ONLY, version != WMO_V14);
    out->failed = out->failed || batches.failed;
    wmo_list_materials(model, &materials);
    size_t begin = chunk_begin(out, "MOGP");
    write_header(out, model, number, &batches, version);
    write_geometry(out, &batches, group->kind, &materials, version);
    if (is_lit(model, group)) {
        size_t references = chunk_begin(out, "MOLR");
        for (int l = 0; l < model->light_count; l++) {
            buffer_u16le(out, (uint16_t)l);
        }
        chunk_end(out, references);
    }
    if (list_doodads(NULL, model, number) > 0) {
        size_t references = chunk_begin(out, "MODR");
        list_doodads(out, model, number);
        chunk_end(out, references);
    }
    if (group->kind == GROUP_INSIDE) {
        write_colors(out, &batches, false);
    }
    if (group->pool.columns) {
        write_pool(out, &group->pool, version);
    }
    if (group->kind == GROUP_MIXED && version != WMO_V14) {
        bool by_id = version == WMO_V17_BY_ID;
        for (int set = 1; set <= (by_id ? 3 : 2); set++) {
            write_uv(out, &batches, set);
        }
        write_colors(out, &batches, true);
        if (by_id) {
            write_weights(out, &batches);
        }
    }
    if (cuts_ground(model, group, version)) {
        size_t cut = chunk_begin(out, "MOPL"); /* a plane at the ground: nothing is cut below */
        PUT_F32(out, 0.0, 0.0, 1.0, 0.0);
        chunk_end(out, cut);
    }
    chunk_end(out, begin);
    batches_free(&batches);
}

void wmo_write_group_file(struct buffer *out, const struct model *model, int number,
                          enum wmo_version version)
{
    wmo_write_version(out, version);
    wmo_write_mogp(out, model, number, version);
}
