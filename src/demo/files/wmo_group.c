/* Groups of world map objects: triangles sorted by material into batches. */
#include <math.h>
#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/files/chunk_write.h"
#include "demo/files/wmo_parts.h"

enum {
    HAS_COLOURS = 0x4,
    EXTERIOR = 0x8,
    UNREACHABLE = 0x80,
    HAS_LIGHTS = 0x200,
    HAS_LIQUID = 0x1000,
    INTERIOR = 0x2000,
    HAS_MIX = 0x1000000,
    HAS_UV2 = 0x2000000,
    ANTIPORTAL = 0x4000000,
    HAS_UV3 = 0x40000000,
    FACE_COLLISION = 0x08,
    FACE_RENDER = 0x20,
    NO_MATERIAL = 0xFF,
    POOL_WATER = 4, /* the low half of a tile of MLIQ, where the group's liquid is 15 */
    POOL_BY_TILE = 15,
};

#define POOL_CELL_YD (25.0 / 6.0)

uint32_t wmo_group_flags(const struct model_group *group, enum wmo_version version)
{
    static const uint32_t kinds[] = {
        [GROUP_OUTSIDE] = EXTERIOR,
        [GROUP_INSIDE] = INTERIOR | HAS_COLOURS,
        [GROUP_MIXED] = EXTERIOR | HAS_MIX | HAS_UV2 | HAS_UV3,
        [GROUP_OCCLUDER] = ANTIPORTAL | UNREACHABLE,
    };
    uint32_t flags = kinds[group->kind] | (group->pool.cells ? HAS_LIQUID : 0);
    return version == WMO_V14 ? flags & ~(uint32_t)(HAS_MIX | HAS_UV2 | HAS_UV3) : flags;
}

/* A run of triangles of one material, and the vertices they use. */
struct batch {
    enum wall_material material;
    uint32_t first_index, index_count;
    uint32_t first_vertex, last_vertex;
};

/* A group as files hold it: vertices in the order of their batches. */
struct draft {
    const struct model_group *group;
    uint32_t *vertices; /* which of the group's vertices stands at each place */
    uint32_t vertex_count;
    uint16_t *indices;
    uint32_t index_count;
    uint8_t *materials; /* per triangle */
    struct batch batches[WALL_MATERIAL_COUNT];
    int batch_count;
};

static void draft_free(struct draft *draft)
{
    free(draft->vertices);
    free(draft->indices);
    free(draft->materials);
}

/* Adds the triangles of one material; `place` says where a vertex stands already. */
static void draft_run(struct draft *draft, uint8_t material, uint32_t *place,
                      enum wmo_version version)
{
    const struct model_group *group = draft->group;
    uint32_t first = draft->vertex_count;
    for (uint32_t t = 0; t < group->triangle_count; t++) {
        if (group->triangles[t].material != material) {
            continue;
        }
        draft->materials[draft->index_count / 3] = material;
        for (int k = 0; k < 3; k++) {
            uint32_t corner = group->triangles[t].corner[k];
            bool known = place[corner] >= first && place[corner] != UINT32_MAX;
            if (!known || version == WMO_V14) {
                place[corner] = draft->vertex_count;
                draft->vertices[draft->vertex_count++] = corner;
            }
            draft->indices[draft->index_count++] = (uint16_t)place[corner];
        }
    }
}

/* False when out of memory, or when there are more vertices than indices can name. */
static bool draft_make(struct draft *draft, const struct model_group *group,
                       enum wmo_version version)
{
    uint32_t corners = group->triangle_count * 3;
    *draft = (struct draft){.group = group,
                            .vertices = malloc(corners * sizeof *draft->vertices + 1),
                            .indices = malloc(corners * sizeof *draft->indices + 1),
                            .materials = malloc(group->triangle_count + 1)};
    uint32_t *place = malloc(group->vertex_count * sizeof *place + 1);
    bool made = draft->vertices && draft->indices && draft->materials && place;
    for (uint32_t v = 0; made && v < group->vertex_count; v++) {
        place[v] = UINT32_MAX;
    }
    for (int f = 0; made && f < WALL_MATERIAL_COUNT; f++) {
        struct batch batch = {.material = (enum wall_material)f,
                              .first_index = draft->index_count,
                              .first_vertex = draft->vertex_count};
        draft_run(draft, (uint8_t)f, place, version);
        batch.index_count = draft->index_count - batch.first_index;
        batch.last_vertex = draft->vertex_count - 1;
        if (batch.index_count) {
            draft->batches[draft->batch_count++] = batch;
        }
    }
    if (made) {
        draft_run(draft, WALL_UNSEEN, place, version);
    }
    free(place);
    return made && draft->vertex_count <= UINT16_MAX && draft->index_count <= UINT16_MAX;
}

static const struct model_vertex *vertex_at(const struct draft *draft, uint32_t v)
{
    return &draft->group->vertices[draft->vertices[v]];
}

static void write_faces(struct buffer *out, const struct draft *draft,
                        const struct wmo_materials *materials, enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOPY");
    for (uint32_t t = 0; t < draft->index_count / 3; t++) {
        uint8_t material = draft->materials[t];
        bool seen = material != WALL_UNSEEN;
        buffer_u8(out, seen ? FACE_RENDER : FACE_COLLISION);
        if (version != WMO_V17) {
            buffer_u8(out, 0);
        }
        buffer_u8(out, seen ? (uint8_t)materials->index[material] : NO_MATERIAL);
        if (version != WMO_V17) {
            buffer_u8(out, 0);
        }
    }
    chunk_end(out, begin);
}

static void write_indices(struct buffer *out, const char name[5], const struct draft *draft)
{
    size_t begin = chunk_begin(out, name);
    for (uint32_t i = 0; i < draft->index_count; i++) {
        buffer_u16le(out, draft->indices[i]);
    }
    chunk_end(out, begin);
}

static void write_points(struct buffer *out, const struct draft *draft)
{
    size_t begin = chunk_begin(out, "MOVT");
    for (uint32_t v = 0; v < draft->vertex_count; v++) {
        for (int k = 0; k < 3; k++) {
            buffer_f32le(out, vertex_at(draft, v)->position[k]);
        }
    }
    chunk_end(out, begin);
    begin = chunk_begin(out, "MONR");
    for (uint32_t v = 0; v < draft->vertex_count; v++) {
        for (int k = 0; k < 3; k++) {
            buffer_f32le(out, vertex_at(draft, v)->normal[k]);
        }
    }
    chunk_end(out, begin);
}

static void write_uv(struct buffer *out, const struct draft *draft, int set)
{
    size_t begin = chunk_begin(out, "MOTV");
    for (uint32_t v = 0; v < draft->vertex_count; v++) {
        float uv[2];
        model_uv(vertex_at(draft, v), set, uv);
        buffer_f32le(out, uv[0]);
        buffer_f32le(out, uv[1]);
    }
    chunk_end(out, begin);
}

/* Away from zero, as the box of a batch is rounded. */
static uint16_t rounded(float value)
{
    double away = value < 0.0f ? portable_floor((double)value) : -portable_floor(-(double)value);
    return (uint16_t)(int32_t)away;
}

static void write_batch_box(struct buffer *out, const struct draft *draft,
                            const struct batch *batch)
{
    for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 3; k++) {
            float most = vertex_at(draft, batch->first_vertex)->position[k];
            for (uint32_t v = batch->first_vertex; v <= batch->last_vertex; v++) {
                float value = vertex_at(draft, v)->position[k];
                most = (end ? value > most : value < most) ? value : most;
            }
            buffer_u16le(out, rounded(most));
        }
    }
}

static void write_batch(struct buffer *out, const struct draft *draft, const struct batch *batch,
                        uint8_t material, enum wmo_version version)
{
    if (version == WMO_V14) {
        buffer_u8(out, 0);
        buffer_u8(out, material);
    }
    write_batch_box(out, draft, batch);
    if (version == WMO_V14) {
        buffer_u16le(out, (uint16_t)batch->first_index);
    } else {
        buffer_u32le(out, batch->first_index);
    }
    buffer_u16le(out, (uint16_t)batch->index_count);
    buffer_u16le(out, (uint16_t)batch->first_vertex);
    buffer_u16le(out, (uint16_t)batch->last_vertex);
    buffer_u8(out, 0);
    buffer_u8(out, version == WMO_V14 ? 0 : material);
    if (version == WMO_V16) {
        chunk_zeros(out, 8);
    }
}

static void write_batches(struct buffer *out, const struct draft *draft,
                          const struct wmo_materials *materials, enum wmo_version version)
{
    size_t begin = chunk_begin(out, "MOBA");
    for (int b = 0; b < draft->batch_count; b++) {
        const struct batch *batch = &draft->batches[b];
        write_batch(out, draft, batch, (uint8_t)materials->index[batch->material], version);
    }
    chunk_end(out, begin);
}

static void write_light_refs(struct buffer *out, const struct model *model)
{
    size_t begin = chunk_begin(out, "MOLR");
    for (int l = 0; l < model->light_count; l++) {
        buffer_u16le(out, (uint16_t)l);
    }
    chunk_end(out, begin);
}

/* Light on the vertices of an inside group, or how far a mixed group mixes. */
static void write_colours(struct buffer *out, const struct draft *draft)
{
    bool mixed = draft->group->kind == GROUP_MIXED;
    size_t begin = chunk_begin(out, "MOCV");
    for (uint32_t v = 0; v < draft->vertex_count; v++) {
        const struct model_vertex *vertex = vertex_at(draft, v);
        for (int k = 2; k >= 0; k--) {
            buffer_u8(out, mixed ? 255 : vertex->colour[k]);
        }
        buffer_u8(out, mixed ? vertex->mix : 0);
    }
    chunk_end(out, begin);
}

/*
 * Water of a pool. v14 counts its grid along the other axis: there the cells run from the corner
 * towards -x, so that the corner is the pool's edge with the most x (reference: liquids of alpha
 * objects are transposed and shifted by -25/6 yards a row).
 */
static void write_pool(struct buffer *out, const struct model_pool *pool, enum wmo_version version)
{
    uint32_t cells = (uint32_t)pool->cells;
    double far = version == WMO_V14 ? pool->cells * POOL_CELL_YD : 0.0;
    size_t begin = chunk_begin(out, "MLIQ");
    buffer_u32le(out, cells + 1);
    buffer_u32le(out, cells + 1);
    buffer_u32le(out, cells);
    buffer_u32le(out, cells);
    buffer_f32le(out, (float)(pool->x + far));
    buffer_f32le(out, (float)pool->y);
    buffer_f32le(out, (float)pool->z);
    buffer_u16le(out, 0);
    for (uint32_t v = 0; v < (cells + 1) * (cells + 1); v++) {
        buffer_u32le(out, 0);
        buffer_f32le(out, (float)pool->z);
    }
    for (uint32_t c = 0; c < cells * cells; c++) {
        buffer_u8(out, POOL_WATER);
    }
    chunk_end(out, begin);
}

static bool is_lit(const struct model *model, const struct model_group *group)
{
    return group->kind == GROUP_INSIDE && model->light_count > 0;
}

/* The header in front of the chunks: 128 bytes in v14, 68 later. */
static void write_header(struct buffer *out, const struct model *model, int number,
                         const struct draft *draft, enum wmo_version version)
{
    const struct model_group *group = draft->group;
    float low[3];
    float high[3];
    model_group_box(group, low, high);
    bool inside = group->kind == GROUP_INSIDE;
    uint16_t batches = (uint16_t)draft->batch_count;
    buffer_u32le(out, wmo_name_offset(model, number));
    buffer_u32le(out, 0);
    buffer_u32le(out, wmo_group_flags(group, version) | (is_lit(model, group) ? HAS_LIGHTS : 0));
    wmo_write_box(out, low, high);
    chunk_zeros(out, version == WMO_V14 ? 8 : 4);
    if (version != WMO_V14) {
        buffer_u16le(out, 0);
        buffer_u16le(out, inside ? batches : 0);
        buffer_u16le(out, inside ? 0 : batches);
        buffer_u16le(out, 0);
    }
    chunk_zeros(out, 4);
    buffer_u32le(out, group->pool.cells ? POOL_BY_TILE : 0);
    if (version == WMO_V14) {
        for (int k = 0; k < 8; k++) {
            bool first = k == (inside ? 0 : 4);
            buffer_u16le(out, 0);
            buffer_u16le(out, first ? (uint16_t)draft->vertex_count : 0);
            buffer_u16le(out, 0);
            buffer_u16le(out, first ? batches : 0);
        }
    }
    buffer_u32le(out, (uint32_t)number);
    chunk_zeros(out, 8);
}

/* The chunks that every group has. The old order puts indices behind the texture coordinates, and
 * coordinates on lightmaps, all of them 0, between. */
static void write_geometry(struct buffer *out, const struct draft *draft,
                           const struct wmo_materials *materials, enum wmo_version version)
{
    write_faces(out, draft, materials, version);
    if (version != WMO_V14) {
        write_indices(out, "MOVI", draft);
    }
    write_points(out, draft);
    if (draft->group->kind != GROUP_OCCLUDER || version == WMO_V14) {
        write_uv(out, draft, 0);
    }
    if (version == WMO_V14) {
        size_t lightmap = chunk_begin(out, "MOLV");
        chunk_zeros(out, (size_t)draft->index_count * 8);
        chunk_end(out, lightmap);
        write_indices(out, "MOIN", draft);
    }
    write_batches(out, draft, materials, version);
}

void wmo_write_mogp(struct buffer *out, const struct model *model, int number,
                    enum wmo_version version)
{
    const struct model_group *group = &model->groups[number];
    struct wmo_materials materials;
    struct draft draft;
    if (!draft_make(&draft, group, version)) {
        out->failed = true;
        draft_free(&draft);
        return;
    }
    wmo_list_materials(model, &materials);
    size_t begin = chunk_begin(out, "MOGP");
    write_header(out, model, number, &draft, version);
    write_geometry(out, &draft, &materials, version);
    if (is_lit(model, group)) {
        write_light_refs(out, model);
    }
    if (group->kind == GROUP_INSIDE) {
        write_colours(out, &draft);
    }
    if (group->pool.cells) {
        write_pool(out, &group->pool, version);
    }
    if (group->kind == GROUP_MIXED && version != WMO_V14) {
        write_uv(out, &draft, 1);
        write_uv(out, &draft, 2);
        write_colours(out, &draft);
    }
    chunk_end(out, begin);
    draft_free(&draft);
}
