/*
 * Geosets of MDX. To 1400, a list of parts, each {tag, u32 count, entries}:
 *
 *     VRTX, NRMS   positions and normals, 3f
 *     UVAS         sets of texture coordinates, 2f for each vertex
 *     PTYP, PCNT   type (4: triangles) and number of indices of each run of PVTX
 *     PVTX         u16 indices of vertices
 *     GNDX         u8 group of each vertex
 *     MTGC, MATS   number of nodes of each group; their object ids, one group behind the other
 *     BIDX, BWGT   not read
 *
 * and then u32 material, ... A vertex moves by the mean of the nodes of its group.
 *
 * In 1500 all heads come first: {u32 material, f32 centre[3], radius, u32 selection, geoset, flags,
 * 'PVTX' u32 vertices, 'PTYP' u32, 'PVTX' u32 indices, u32[2]}. For each head follow vertices of 48
 * bytes as in M2, {u32 type (3: triangles), u32, u32 indices, u32 highest vertex}, u16 indices
 * filled up to a multiple of 8. What its bones refer to is not known: it stays in its rest pose.
 */
#include <string.h>

#include "base/size.h"
#include "formats/m2/mdx_parts.h"

enum {
    UV_BYTES = 8,
    GROUPS_MAX = 256, /* what GNDX can refer to */
    TRIANGLES = 4,
    VERSION_FLAT = 1500,
    FLAT_TRIANGLES = 3,
    FLAT_VERTEX_BYTES = 48,
    FLAT_NORMAL = 20, /* offsets in a vertex */
    FLAT_UV = 32,
    FLAT_INDICES_UNIT = 8,
    HEAD_RUNS_BYTES = 8, /* the last numbers of a head */
};

/* Entries of a list, each `bytes` long; 0: none. */
struct geoset_part {
    const uint8_t *data;
    uint32_t count;
    size_t bytes, stride;
};

enum part_id { VRTX, NRMS, PTYP, PCNT, PVTX, GNDX, MTGC, MATS, BIDX, BWGT, PARTS };

static const struct {
    const struct chunk_id *tag;
    size_t bytes;
} kinds[PARTS] = {
    {&id_VRTX, 12}, {&id_NRMS, 12}, {&id_PTYP, 1}, {&id_PCNT, 4}, {&id_PVTX, 2},
    {&id_GNDX, 1},  {&id_MTGC, 4},  {&id_MATS, 4}, {&id_BIDX, 4}, {&id_BWGT, 4},
};

struct geoset {
    struct geoset_part parts[PARTS];
    struct geoset_part uv[M2_UV_SETS];
    uint32_t material;
    float color[4];
    uint32_t first_vertex, first_index, index_count; /* in the model */
};

struct geoset_mesh {
    const struct m2_file *file;
    const struct mdx_materials *materials;
    const struct m2_pose *pose;
    const struct diag *diag;
    struct geoset geosets[MDX_GEOSETS_MAX];
    uint32_t geoset_count, batch_count, hidden_count, vertex_count, index_count;
    float (*positions)[3];
    float (*normals)[3];
    float (*uv[M2_UV_SETS])[2];
    uint32_t *indices;
    struct m2_batch *batches;
    struct m2_matrix groups[GROUPS_MAX]; /* of the geoset whose vertices are stored */
};

static struct reader geoset_entry(const struct geoset_part *part, uint32_t index)
{
    struct reader entry = reader_make(NULL, 0);
    if (index < part->count && part->bytes) {
        return reader_make(part->data + index * part->stride, part->bytes);
    }
    entry.bad = true;
    return entry;
}

static uint32_t number_of(const struct geoset_part *part, uint32_t index)
{
    struct reader entry = geoset_entry(part, index);
    return part->bytes == 1   ? reader_u8(&entry)
           : part->bytes == 2 ? reader_u16(&entry)
                              : reader_u32(&entry);
}

static struct geoset_part geoset_read_part(struct reader *reader, size_t bytes, uint32_t count)
{
    const uint8_t *data = reader_bytes(reader, count * bytes);
    return data ? (struct geoset_part){data, count, bytes, bytes} : (struct geoset_part){0};
}

/* Sets beyond those that are used are skipped at once: their number may be any. */
static void read_uv_sets(struct reader *reader, struct geoset *geoset)
{
    const uint32_t vertices = geoset->parts[VRTX].count;
    uint32_t sets = reader_u32(reader);
    for (uint32_t i = 0; i < sets && i < M2_UV_SETS; i++) {
        geoset->uv[i] = geoset_read_part(reader, UV_BYTES, vertices);
    }
    if (sets > M2_UV_SETS) {
        reader_skip(reader, (size_t)(sets - M2_UV_SETS) * UV_BYTES * vertices);
    }
}

/* Reads the next part; false if none begins here. */
static bool read_next_part(struct reader *reader, struct geoset *geoset)
{
    if (mdx_tag(reader, &id_UVAS)) {
        read_uv_sets(reader, geoset);
        return true;
    }
    for (size_t i = 0; i < PARTS; i++) {
        if (mdx_tag(reader, kinds[i].tag)) {
            uint32_t count = reader_u32(reader);
            geoset->parts[i] = geoset_read_part(reader, kinds[i].bytes, count);
            return true;
        }
    }
    return false;
}

static bool read_geoset(struct reader *list, struct geoset *geoset)
{
    struct reader reader = mdx_entry(list);
    while (!reader.bad && read_next_part(&reader, geoset)) {
    }
    geoset->material = reader_u32(&reader);
    return !reader.bad;
}

/* A head of 1500: what follows has these counts. */
static bool read_flat_head(struct reader *list, struct geoset *geoset)
{
    geoset->material = reader_u32(list);
    reader_skip(list, 4 * 4 + 3 * 4);
    bool good = mdx_tag(list, &id_PVTX);
    geoset->parts[VRTX].count = reader_u32(list);
    good = good && mdx_tag(list, &id_PTYP);
    reader_skip(list, 4);
    good = good && mdx_tag(list, &id_PVTX);
    geoset->parts[PVTX].count = reader_u32(list);
    reader_skip(list, HEAD_RUNS_BYTES);
    return good && !list->bad;
}

static struct geoset_part geoset_field(const uint8_t *vertices, uint32_t count, size_t offset,
                                       size_t bytes)
{
    return (struct geoset_part){vertices + offset, count, bytes, FLAT_VERTEX_BYTES};
}

static bool read_flat_body(struct reader *list, struct geoset *geoset)
{
    uint32_t count = geoset->parts[VRTX].count;
    const uint8_t *vertices = reader_array(list, count, FLAT_VERTEX_BYTES);
    uint32_t type = reader_u32(list);
    reader_skip(list, 4);
    uint32_t index_count = reader_u32(list);
    reader_skip(list, 4);
    geoset->parts[PVTX] = geoset_read_part(list, 2, index_count);
    reader_skip(list, index_count % FLAT_INDICES_UNIT
                          ? 2 * (FLAT_INDICES_UNIT - index_count % FLAT_INDICES_UNIT)
                          : 0);
    if (list->bad) {
        return false;
    }
    geoset->parts[VRTX] = geoset_field(vertices, count, 0, 12);
    geoset->parts[NRMS] = geoset_field(vertices, count, FLAT_NORMAL, 12);
    for (size_t i = 0; i < M2_UV_SETS; i++) {
        geoset->uv[i] = geoset_field(vertices, count, FLAT_UV + 8 * i, 8);
    }
    geoset->parts[PVTX].count = type == FLAT_TRIANGLES ? index_count : 0;
    return true;
}

static enum adtmap_status read_geosets(struct geoset_mesh *builder)
{
    struct reader list = mdx_chunk(builder->file->contents->mdx, &id_GEOS);
    uint32_t count = reader_u32(&list);
    bool is_flat = builder->file->version >= VERSION_FLAT;
    bool good = true;
    if (count > MDX_GEOSETS_MAX) {
        return diag_fail(builder->diag, ADTMAP_BAD_DATA, "GEOS", NO_OFFSET,
                         "%u geosets are more than %d", count, MDX_GEOSETS_MAX);
    }
    builder->geoset_count = count;
    for (uint32_t i = 0; good && i < builder->geoset_count; i++) {
        struct geoset *geoset = &builder->geosets[i];
        good = is_flat ? read_flat_head(&list, geoset) : read_geoset(&list, geoset);
    }
    for (uint32_t i = 0; good && is_flat && i < builder->geoset_count; i++) {
        good = read_flat_body(&list, &builder->geosets[i]);
    }
    return good ? ADTMAP_OK
                : diag_fail(builder->diag, ADTMAP_BAD_DATA, "GEOS", NO_OFFSET,
                            "%u geosets, of which one is cut off", count);
}

/* How many indices of the runs are those of triangles. */
static uint32_t triangle_indices(const struct geoset *geoset)
{
    const struct geoset_part *types = &geoset->parts[PTYP];
    uint64_t count = 0;
    if (types->count == 0) {
        return geoset->parts[PVTX].count / 3 * 3;
    }
    for (uint32_t i = 0; i < types->count; i++) {
        if (number_of(types, i) == TRIANGLES) {
            count += number_of(&geoset->parts[PCNT], i) / 3 * 3;
        }
    }
    return (uint32_t)(count < geoset->parts[PVTX].count ? count
                                                        : geoset->parts[PVTX].count / 3 * 3);
}

static bool is_drawn(const struct geoset *geoset, const struct mdx_layer *layer)
{
    return layer->is_drawn && geoset->index_count > 0 &&
           layer->batch.color[3] * geoset->color[3] > 0.0F;
}

static enum adtmap_status count_geoset(struct geoset_mesh *builder, uint32_t index)
{
    struct geoset *geoset = &builder->geosets[index];
    if (geoset->material >= builder->materials->count ||
        !mdx_geoset_color(builder->file->contents->mdx, index, geoset->color)) {
        return diag_fail(builder->diag, ADTMAP_BAD_DATA, "GEOS", NO_OFFSET,
                         "geoset %u has material %u of %u, or a damaged colour", index,
                         geoset->material, builder->materials->count);
    }
    const struct mdx_material *material = &builder->materials->materials[geoset->material];
    geoset->index_count = triangle_indices(geoset);
    uint32_t batches = 0;
    for (uint32_t i = 0; i < material->layer_count; i++) {
        bool drawn = is_drawn(geoset, &material->layers[i]);
        batches += drawn;
        builder->hidden_count += !drawn;
    }
    uint64_t drawn_indices = builder->index_count + (uint64_t)batches * geoset->index_count;
    if (drawn_indices > M2_INDICES_MAX) {
        return diag_fail(builder->diag, ADTMAP_BAD_DATA, "GEOS", NO_OFFSET,
                         "more than %d indices in its geosets", M2_INDICES_MAX);
    }
    geoset->index_count = batches ? geoset->index_count : 0;
    geoset->first_index = builder->index_count;
    geoset->first_vertex = builder->vertex_count;
    builder->index_count += geoset->index_count;
    builder->vertex_count += geoset->index_count ? geoset->parts[VRTX].count : 0;
    builder->batch_count += batches;
    return ADTMAP_OK;
}

/* The mean of the nodes of each group. False if one does not exist. */
static bool geoset_read_groups(struct geoset_mesh *builder, const struct geoset *geoset)
{
    struct m2_matrix *groups = builder->groups;
    const struct m2_matrix zero = {{{0}}};
    const struct geoset_part *sizes = &geoset->parts[MTGC];
    uint64_t next = 0;
    for (uint32_t i = 0; i < sizes->count && i < GROUPS_MAX; i++) {
        uint32_t size = number_of(sizes, i);
        if (next + size > geoset->parts[MATS].count) {
            return false;
        }
        groups[i] = size ? zero : m2_matrix_identity();
        for (uint32_t k = 0; k < size; k++) {
            uint32_t node = number_of(&geoset->parts[MATS], (uint32_t)next + k);
            if (node >= builder->pose->bone_count) {
                return false;
            }
            for (int cell = 0; cell < 12; cell++) {
                groups[i].rows[cell / 4][cell % 4] +=
                    builder->pose->matrices[node].rows[cell / 4][cell % 4] / size;
            }
        }
        next += size;
    }
    return true;
}

static bool read_point(const struct geoset_part *part, uint32_t index, double point[3])
{
    struct reader entry = geoset_entry(part, index);
    float read[3];
    bool good = m2_read_numbers(&entry, read, 3);
    for (int i = 0; i < 3; i++) {
        point[i] = good ? (double)read[i] : 0.0;
    }
    return good;
}

static bool store_vertex(struct geoset_mesh *builder, const struct geoset *geoset, uint32_t index,
                         const struct m2_matrix *matrix)
{
    uint32_t place = geoset->first_vertex + index;
    double stored[3];
    double position[3];
    double normal[3];
    bool good = read_point(&geoset->parts[VRTX], index, stored);
    m2_matrix_point(matrix, stored, position);
    (void)read_point(&geoset->parts[NRMS], index, stored);
    m2_matrix_direction(matrix, stored, normal);
    (void)m2_normalize(normal);
    for (int axis = 0; axis < 3; axis++) {
        builder->positions[place][axis] = (float)position[axis];
        builder->normals[place][axis] = (float)normal[axis];
        good = good && m2_is_number(builder->positions[place][axis]);
    }
    for (int set = 0; set < M2_UV_SETS; set++) {
        struct reader uv = geoset_entry(&geoset->uv[set], index);
        good = (uv.bad || m2_read_numbers(&uv, builder->uv[set][place], 2)) && good;
    }
    return good;
}

static bool store_vertices(struct geoset_mesh *builder, const struct geoset *geoset)
{
    const struct m2_matrix still = m2_matrix_identity();
    bool moves = geoset->parts[GNDX].count > 0 && builder->pose->bone_count > 0;
    bool good = !moves || geoset_read_groups(builder, geoset);
    for (uint32_t i = 0; good && i < geoset->parts[VRTX].count; i++) {
        uint32_t group = moves ? number_of(&geoset->parts[GNDX], i) : 0;
        good = (!moves || group < geoset->parts[MTGC].count) &&
               store_vertex(builder, geoset, i, moves ? &builder->groups[group] : &still);
    }
    return good;
}

/* Copies the triangles among the runs. */
static bool store_indices(struct geoset_mesh *builder, const struct geoset *geoset)
{
    const struct geoset_part *types = &geoset->parts[PTYP];
    const struct geoset_part *indices = &geoset->parts[PVTX];
    uint32_t runs = types->count ? types->count : 1;
    uint32_t at = 0;
    uint32_t stored = 0;
    for (uint32_t run = 0; run < runs; run++) {
        uint32_t length = types->count ? number_of(&geoset->parts[PCNT], run) : indices->count;
        bool is_shown = !types->count || number_of(types, run) == TRIANGLES;
        uint32_t used = is_shown ? length / 3 * 3 : 0;
        for (uint32_t i = 0; i < used && stored < geoset->index_count; i++) {
            uint32_t index = number_of(indices, at + i);
            if (index >= geoset->parts[VRTX].count || at + i >= indices->count) {
                return false;
            }
            builder->indices[geoset->first_index + stored++] = geoset->first_vertex + index;
        }
        at = length < indices->count - at ? at + length : indices->count;
    }
    return stored == geoset->index_count;
}

static void store_batches(struct geoset_mesh *builder, const struct geoset *geoset)
{
    const struct mdx_material *material = &builder->materials->materials[geoset->material];
    for (uint32_t i = 0; i < material->layer_count; i++) {
        if (!is_drawn(geoset, &material->layers[i])) {
            continue;
        }
        struct m2_batch *batch = &builder->batches[builder->batch_count];
        *batch = material->layers[i].batch;
        batch->number = builder->batch_count++;
        batch->first_index = geoset->first_index;
        batch->index_count = geoset->index_count;
        batch->first_vertex = geoset->first_vertex;
        batch->last_vertex = geoset->first_vertex + geoset->parts[VRTX].count - 1;
        for (int k = 0; k < 4; k++) {
            batch->color[k] *= geoset->color[k];
        }
    }
}

static bool allocate(struct geoset_mesh *builder, struct arena *arena)
{
    uint32_t vertices = builder->vertex_count;
    builder->positions = arena_alloc(arena, vertices, sizeof *builder->positions);
    builder->normals = arena_alloc(arena, vertices, sizeof *builder->normals);
    builder->indices = arena_alloc_dirty(arena, builder->index_count, sizeof *builder->indices);
    builder->batches = arena_alloc(arena, builder->batch_count, sizeof *builder->batches);
    bool good = builder->positions && builder->normals && builder->indices && builder->batches;
    for (int i = 0; i < M2_UV_SETS; i++) {
        builder->uv[i] = arena_alloc(arena, vertices, sizeof *builder->uv[i]);
        good = good && builder->uv[i];
    }
    return good;
}

static void publish(const struct geoset_mesh *builder, struct m2_model *model)
{
    m2_sort_batches(builder->batches, builder->batch_count);
    model->vertex_count = builder->vertex_count;
    model->positions = (const float(*)[3])builder->positions;
    model->normals = (const float(*)[3])builder->normals;
    model->index_count = builder->index_count;
    model->indices = builder->indices;
    model->batch_count = builder->batch_count;
    model->batches = builder->batches;
    model->hidden_count = builder->hidden_count;
    for (int i = 0; i < M2_UV_SETS; i++) {
        model->uv[i] = (const float(*)[2])builder->uv[i];
    }
}

static enum adtmap_status build(struct geoset_mesh *builder, struct arena *arena,
                                struct m2_model *model)
{
    enum adtmap_status status = read_geosets(builder);
    for (uint32_t i = 0; !status && i < builder->geoset_count; i++) {
        status = count_geoset(builder, i);
    }
    if (status) {
        return status;
    }
    if (!allocate(builder, arena)) {
        return diag_fail_memory(builder->diag);
    }
    builder->batch_count = 0;
    for (uint32_t i = 0; i < builder->geoset_count; i++) {
        const struct geoset *geoset = &builder->geosets[i];
        if (geoset->index_count == 0) {
            continue;
        }
        if (!store_vertices(builder, geoset) || !store_indices(builder, geoset)) {
            return diag_fail(builder->diag, ADTMAP_BAD_DATA, "GEOS", NO_OFFSET,
                             "geoset %u uses vertices, groups or bones that do not exist, or is "
                             "at no place",
                             i);
        }
        store_batches(builder, geoset);
    }
    publish(builder, model);
    return ADTMAP_OK;
}

enum adtmap_status mdx_build_mesh(const struct m2_file *file, const struct mdx_materials *materials,
                                  const struct m2_pose *pose, struct arena *arena,
                                  const struct diag *diag, struct m2_model *model)
{
    struct geoset_mesh *builder = arena_alloc(file->contents->scratch, 1, sizeof *builder);
    if (!builder) {
        return diag_fail_memory(diag);
    }
    builder->file = file;
    builder->materials = materials;
    builder->pose = pose;
    builder->diag = diag;
    return build(builder, arena, model);
}
