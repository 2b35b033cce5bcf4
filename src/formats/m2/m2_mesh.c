/*
 * Vertices and triangles of what is drawn. A section that several batches draw is stored once, and
 * a vertex that no batch uses is left out. Vertices keep the order of the skin's vertex list.
 *
 * A vertex of 48 bytes: position 3f, u8 weights[4], u8 bones[4], normal 3f, uv 2f twice.
 */
#include "base/size.h"
#include "formats/m2/m2_parts.h"

enum {
    WEIGHTS = 4,
    UNUSED = 0, /* in `places`; else the new number of a vertex + 1 */
};

struct mesh_reader {
    const struct m2_file *file;
    const struct m2_skin *skin;
    const struct m2_pose *pose;
    const struct m2_drawn *drawn;
    struct arena *arena;
    const struct diag *diag;
    uint32_t *places;      /* of each entry of the vertex list */
    uint32_t *first_index; /* of each section + 1; 0: not stored yet */
    float (*positions)[3];
    float (*normals)[3];
    float (*uv[M2_UV_SETS])[2];
    uint32_t *indices;
};

/* A vertex as stored. */
struct stored_vertex {
    float position[3], normal[3], uv[M2_UV_SETS][2];
    uint8_t weights[WEIGHTS], bones[WEIGHTS];
};

static uint32_t list_entry(const struct m2_skin *skin, const struct m2_array *list, uint32_t index)
{
    struct reader entry = m2_entry(&skin->bytes, list, index);
    return reader_u16(&entry);
}

static uint32_t section_of(const struct mesh_reader *reader, const struct m2_batch *batch)
{
    return reader->skin->batches[batch->number].section;
}

/* Marks what the triangles of a section use. */
static enum adtmap_status mark_section(struct mesh_reader *reader, uint32_t index)
{
    const struct m2_skin *skin = reader->skin;
    const struct m2_section *section = &skin->sections[index];
    uint32_t stated = reader->file->stated_vertex_count;
    for (uint32_t i = 0; i < section->index_count; i++) {
        uint32_t entry = list_entry(skin, &skin->indices, section->first_index + i);
        if (entry >= skin->vertices.count || list_entry(skin, &skin->vertices, entry) >= stated) {
            return diag_fail(reader->diag, ADTMAP_BAD_DATA, "SKIN", skin->indices.offset,
                             "section %u uses vertex %u of %u in the list, of %u in the model; is "
                             "it the skin of another model?",
                             index, entry, skin->vertices.count, stated);
        }
        reader->places[entry] = 1;
    }
    return ADTMAP_OK;
}

/* Marks all vertices in use, and counts the indices to be stored. */
static enum adtmap_status mark(struct mesh_reader *reader, uint32_t *index_count)
{
    uint64_t drawn = 0;
    *index_count = 0;
    for (uint32_t i = 0; i < reader->drawn->count; i++) {
        uint32_t section = section_of(reader, &reader->drawn->batches[i]);
        uint32_t count = reader->skin->sections[section].index_count;
        drawn += count;
        if (drawn > M2_INDICES_MAX) {
            return diag_fail(reader->diag, ADTMAP_BAD_DATA, "SKIN", NO_OFFSET,
                             "more than %d indices in its batches", M2_INDICES_MAX);
        }
        if (!reader->first_index[section]) {
            reader->first_index[section] = *index_count + 1;
            *index_count += count;
            enum adtmap_status status = mark_section(reader, section);
            if (status) {
                return status;
            }
        }
    }
    return ADTMAP_OK;
}

static uint32_t number_vertices(struct mesh_reader *reader)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < reader->skin->vertices.count; i++) {
        if (reader->places[i] != UNUSED) {
            reader->places[i] = ++count;
        }
    }
    return count;
}

/* Normals that are no numbers become zeroes. */
static bool read_vertex(struct reader reader, struct stored_vertex *vertex)
{
    bool good = m2_read_numbers(&reader, vertex->position, 3);
    for (int i = 0; i < WEIGHTS; i++) {
        vertex->weights[i] = reader_u8(&reader);
    }
    for (int i = 0; i < WEIGHTS; i++) {
        vertex->bones[i] = reader_u8(&reader);
    }
    if (!m2_read_numbers(&reader, vertex->normal, 3)) {
        vertex->normal[0] = vertex->normal[1] = vertex->normal[2] = 0.0F;
    }
    return m2_read_numbers(&reader, &vertex->uv[0][0], 2 * M2_UV_SETS) && good;
}

static void widen(const float from[3], double to[3])
{
    for (int i = 0; i < 3; i++) {
        to[i] = (double)from[i];
    }
}

/* Moves a vertex by its bones. False if one of them does not exist. */
static bool move_vertex(const struct m2_pose *pose, struct stored_vertex *vertex,
                        double position[3], double normal[3])
{
    double stored[2][3];
    double sums[2][3] = {{0}};
    double total = 0;
    widen(vertex->position, stored[0]);
    widen(vertex->normal, stored[1]);
    for (int i = 0; i < WEIGHTS; i++) {
        double moved[2][3];
        double weight = vertex->weights[i];
        if (weight == 0 || !pose->matrices) {
            continue;
        }
        if (vertex->bones[i] >= pose->bone_count) {
            return false;
        }
        m2_matrix_point(&pose->matrices[vertex->bones[i]], stored[0], moved[0]);
        m2_matrix_direction(&pose->matrices[vertex->bones[i]], stored[1], moved[1]);
        for (int k = 0; k < 6; k++) {
            sums[k / 3][k % 3] += weight * moved[k / 3][k % 3];
        }
        total += weight;
    }
    for (int axis = 0; axis < 3; axis++) {
        position[axis] = total > 0 ? sums[0][axis] / total : stored[0][axis];
        normal[axis] = total > 0 ? sums[1][axis] : stored[1][axis];
    }
    (void)m2_normalize(normal);
    return true;
}

static enum adtmap_status store_vertex(struct mesh_reader *reader, uint32_t vertex_index,
                                       uint32_t place)
{
    const struct m2_contents *contents = reader->file->contents;
    double position[3];
    double normal[3];
    struct stored_vertex vertex;
    struct reader entry =
        m2_entry(&contents->animated.bytes, &contents->arrays[M2_VERTICES], vertex_index);
    bool good = read_vertex(entry, &vertex);
    if (!move_vertex(reader->pose, &vertex, position, normal)) {
        return diag_fail(reader->diag, ADTMAP_BAD_DATA, "MD20", NO_OFFSET,
                         "vertex %u is moved by a bone past the %u bones", vertex_index,
                         reader->pose->bone_count);
    }
    for (int axis = 0; axis < 3; axis++) {
        reader->positions[place][axis] = (float)position[axis];
        reader->normals[place][axis] = (float)normal[axis];
        good = good && m2_is_number(reader->positions[place][axis]);
    }
    for (int i = 0; i < 2 * M2_UV_SETS; i++) {
        reader->uv[i / 2][place][i % 2] = vertex.uv[i / 2][i % 2];
    }
    return good ? ADTMAP_OK
                : diag_fail(reader->diag, ADTMAP_BAD_DATA, "MD20", NO_OFFSET,
                            "vertex %u is at no place, or has texture coordinates that are no "
                            "numbers",
                            vertex_index);
}

static enum adtmap_status store_vertices(struct mesh_reader *reader, uint32_t count)
{
    reader->positions = arena_alloc_dirty(reader->arena, count, sizeof *reader->positions);
    reader->normals = arena_alloc_dirty(reader->arena, count, sizeof *reader->normals);
    bool has_memory = reader->positions && reader->normals;
    for (int i = 0; i < M2_UV_SETS; i++) {
        reader->uv[i] = arena_alloc_dirty(reader->arena, count, sizeof *reader->uv[i]);
        has_memory = has_memory && reader->uv[i];
    }
    enum adtmap_status status = has_memory ? ADTMAP_OK : diag_fail_memory(reader->diag);
    for (uint32_t i = 0; !status && i < reader->skin->vertices.count; i++) {
        if (reader->places[i] != UNUSED) {
            uint32_t vertex = list_entry(reader->skin, &reader->skin->vertices, i);
            status = store_vertex(reader, vertex, reader->places[i] - 1);
        }
    }
    return status;
}

/* Stores the triangles of a batch's section, and sets its ranges. */
static void store_indices(struct mesh_reader *reader, struct m2_batch *batch)
{
    uint32_t section_index = section_of(reader, batch);
    const struct m2_section *section = &reader->skin->sections[section_index];
    uint32_t *indices = reader->indices + reader->first_index[section_index] - 1;
    batch->first_index = reader->first_index[section_index] - 1;
    batch->index_count = section->index_count;
    batch->first_vertex = UINT32_MAX;
    for (uint32_t i = 0; i < section->index_count; i++) {
        uint32_t entry = list_entry(reader->skin, &reader->skin->indices, section->first_index + i);
        indices[i] = reader->places[entry] - 1;
        batch->first_vertex = indices[i] < batch->first_vertex ? indices[i] : batch->first_vertex;
        batch->last_vertex = indices[i] > batch->last_vertex ? indices[i] : batch->last_vertex;
    }
}

static enum adtmap_status make_mesh(struct mesh_reader *reader, struct m2_model *model)
{
    enum adtmap_status status = mark(reader, &model->index_count);
    if (status) {
        return status;
    }
    model->vertex_count = number_vertices(reader);
    reader->indices = arena_alloc_dirty(reader->arena, model->index_count, sizeof *reader->indices);
    if (!reader->indices) {
        return diag_fail_memory(reader->diag);
    }
    status = store_vertices(reader, model->vertex_count);
    for (uint32_t i = 0; !status && i < reader->drawn->count; i++) {
        store_indices(reader, &reader->drawn->batches[i]);
    }
    model->indices = reader->indices;
    model->positions = (const float(*)[3])reader->positions;
    model->normals = (const float(*)[3])reader->normals;
    for (int i = 0; i < M2_UV_SETS; i++) {
        model->uv[i] = (const float(*)[2])reader->uv[i];
    }
    return status;
}

enum adtmap_status m2_build_mesh(const struct m2_file *file, const struct m2_skin *skin,
                                 const struct m2_pose *pose, const struct m2_drawn *drawn,
                                 struct arena *arena, const struct diag *diag,
                                 struct m2_model *model)
{
    struct arena *scratch = file->contents->scratch;
    struct mesh_reader reader = {
        .file = file,
        .skin = skin,
        .pose = pose,
        .drawn = drawn,
        .arena = arena,
        .diag = diag,
        .places = arena_alloc(scratch, skin->vertices.count, sizeof *reader.places),
        .first_index = arena_alloc(scratch, skin->section_count, sizeof *reader.first_index),
    };
    return reader.places && reader.first_index ? make_mesh(&reader, model) : diag_fail_memory(diag);
}

/* The collision mesh: u16 indices and positions, whose arrays stand 56 and 64 bytes behind the box
 * in the header of every version (boundingTriangles and boundingVertices in the M2 document). */
enum adtmap_status m2_read_collision(const struct m2_file *file, struct arena *arena,
                                     const struct diag *diag, struct m2_collision *collision)
{
    enum { INDICES_BEHIND_BOX = 56 };
    const struct m2_contents *contents = file->contents;
    *collision = (struct m2_collision){0};
    if (file->is_mdx) {
        return ADTMAP_OK;
    }
    const struct reader *bytes = &contents->animated.bytes;
    struct reader header = *bytes;
    reader_seek(&header, contents->box_at + INDICES_BEHIND_BOX);
    struct m2_array indices = m2_read_array(&header, 2);
    struct m2_array vertices = m2_read_array(&header, 12);
    if (header.bad || !m2_array_fits(bytes, &indices) || !m2_array_fits(bytes, &vertices)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", contents->animated.base,
                         "the collision mesh reaches past the end");
    }
    uint32_t index_count = indices.count - indices.count % 3;
    uint16_t *corners = arena_alloc(arena, (size_t)index_count + 1, sizeof *corners);
    float(*positions)[3] = arena_alloc(arena, (size_t)vertices.count + 1, sizeof *positions);
    if (!corners || !positions) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < vertices.count; i++) {
        struct reader entry = m2_entry(bytes, &vertices, i);
        if (!m2_read_numbers(&entry, positions[i], 3)) {
            return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", contents->animated.base,
                             "vertex %u of the collision mesh is no number", i);
        }
        for (int axis = 0; axis < 3; axis++) {
            float at = positions[i][axis];
            float *low = &collision->box.low[axis];
            float *high = &collision->box.high[axis];
            *low = i == 0 || at < *low ? at : *low;
            *high = i == 0 || at > *high ? at : *high;
        }
    }
    for (uint32_t i = 0; i < index_count; i++) {
        struct reader entry = m2_entry(bytes, &indices, i);
        corners[i] = reader_u16(&entry);
        if (corners[i] >= vertices.count) {
            return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", contents->animated.base,
                             "vertex %u of the collision mesh does not exist", corners[i]);
        }
    }
    collision->positions = (const float(*)[3])positions;
    collision->indices = corners;
    collision->index_count = index_count;
    collision->vertex_count = vertices.count;
    return ADTMAP_OK;
}
