/*
 * Vertices and triangles of what is drawn. A section that several batches draw is stored once, and
 * a vertex that no batch uses is left out. Vertices keep the order of the skin's vertex list.
 *
 * A vertex of 48 bytes: position 3f, u8 weights[4], u8 bones[4], normal 3f, uv 2f twice.
 */
#include <string.h>

#include "base/lanes.h"
#include "base/size.h"
#include "formats/m2/m2_parts.h"

enum {
    WEIGHTS = 4,
    UNUSED = 0, /* in `places`; else the new number of a vertex + 1 */
};

/* A bone's matrix by columns: of X and Y, and of Z for a position and a direction. */
struct bone_columns {
    lanes_pair xy[4], z[4];
};

struct mesh_reader {
    const struct m2_file *file;
    const struct m2_skin *skin;
    const struct m2_drawn *drawn;
    struct arena *arena;
    const struct diag *diag;
    uint32_t bone_count;
    const struct bone_columns *bones; /* NULL: the rest pose, with any bones */
    const uint8_t *vertex_list;       /* of the skin; u16 */
    const uint8_t *index_list;
    uint32_t *places;      /* of each entry of the vertex list */
    uint32_t *first_index; /* of each section + 1; 0: not stored yet */
    float (*positions)[3];
    float (*normals)[3];
    float (*uv[M2_UV_SETS])[2];
    uint32_t *indices;
};

/* Where the parts of a stored vertex begin. */
enum { POSITION_AT = 0, WEIGHTS_AT = 12, BONES_AT = 16, NORMAL_AT = 20, UV_AT = 32 };

/* Entry `index` of a list that has it. */
static uint32_t list_entry(const uint8_t *list, uint32_t index)
{
    return load_u16(list + 2 * (size_t)index);
}

/* The bytes of an array that fits, which may be empty. */
static const uint8_t *bytes_of(const struct reader *bytes, const struct m2_array *array)
{
    return array->count ? bytes->begin + array->offset : NULL;
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
        uint32_t entry = list_entry(reader->index_list, section->first_index + i);
        if (entry >= skin->vertices.count || list_entry(reader->vertex_list, entry) >= stated) {
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

/* m2_read_numbers for bytes that are there. */
static inline bool load_numbers(const uint8_t *bytes, float *values, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        values[i] = load_f32(bytes + sizeof *values * i);
        good = m2_is_number(values[i]) && good;
    }
    return good;
}

static inline lanes_pair sum_columns(const lanes_pair columns[4], lanes_pair x, lanes_pair y,
                                     lanes_pair z)
{
    return columns[0] * x + columns[1] * y + columns[2] * z;
}

/* Moves a vertex by its bones. A normal that is no number becomes zeroes. False if one of the bones
 * does not exist. */
static inline bool move_vertex(const struct mesh_reader *reader, const uint8_t *stored,
                               const float at[3], double position[3], double normal[3])
{
    float up[3];
    const bool has_normal = load_numbers(stored + NORMAL_AT, up, 3);
    lanes_pair points[3];
    lanes_pair directions[3];
    lanes_pair both[3];
    for (size_t i = 0; i < 3; i++) {
        position[i] = (double)at[i];
        normal[i] = has_normal ? (double)up[i] : 0.0;
        points[i] = lanes_splat_pair(position[i]);
        directions[i] = lanes_splat_pair(normal[i]);
        both[i] = (lanes_pair){position[i], normal[i]};
    }
    lanes_pair position_xy = {0};
    lanes_pair normal_xy = {0};
    lanes_pair sum_z = {0};
    double total = 0;
    for (size_t i = 0; i < WEIGHTS && reader->bones; i++) {
        const uint32_t bone = stored[BONES_AT + i];
        const lanes_pair weight = lanes_splat_pair(stored[WEIGHTS_AT + i]);
        if (stored[WEIGHTS_AT + i] == 0) {
            continue;
        }
        if (bone >= reader->bone_count) {
            return false;
        }
        const struct bone_columns *by = &reader->bones[bone];
        position_xy += weight * (sum_columns(by->xy, points[0], points[1], points[2]) + by->xy[3]);
        normal_xy += weight * sum_columns(by->xy, directions[0], directions[1], directions[2]);
        sum_z += weight * (sum_columns(by->z, both[0], both[1], both[2]) + by->z[3]);
        total += weight[0];
    }
    if (total > 0) {
        position_xy /= lanes_splat_pair(total);
        position[0] = position_xy[0];
        position[1] = position_xy[1];
        position[2] = sum_z[0] / total;
        normal[0] = normal_xy[0];
        normal[1] = normal_xy[1];
        normal[2] = sum_z[1];
    }
    (void)m2_normalize(normal);
    return true;
}

static enum adtmap_status store_vertex(struct mesh_reader *reader, const uint8_t *stored,
                                       uint32_t vertex_index, uint32_t place)
{
    float at[3];
    float uv[2 * M2_UV_SETS];
    double position[3];
    double normal[3];
    bool good = load_numbers(stored + POSITION_AT, at, 3);
    good = load_numbers(stored + UV_AT, uv, 2 * M2_UV_SETS) && good;
    if (!move_vertex(reader, stored, at, position, normal)) {
        return diag_fail(reader->diag, ADTMAP_BAD_DATA, "MD20", NO_OFFSET,
                         "vertex %u is moved by a bone past the %u bones", vertex_index,
                         reader->bone_count);
    }
    for (int axis = 0; axis < 3; axis++) {
        reader->positions[place][axis] = (float)position[axis];
        reader->normals[place][axis] = (float)normal[axis];
        good = good && m2_is_number(reader->positions[place][axis]);
    }
    for (int set = 0; set < M2_UV_SETS; set++) {
        memcpy(reader->uv[set][place], &uv[2 * set], sizeof *reader->uv[set]);
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
    const struct m2_contents *contents = reader->file->contents;
    const struct m2_array *stored = &contents->arrays[M2_VERTICES];
    const uint8_t *bytes = bytes_of(&contents->animated.bytes, stored);
    for (uint32_t i = 0; !status && i < reader->skin->vertices.count; i++) {
        if (reader->places[i] != UNUSED) {
            uint32_t vertex = list_entry(reader->vertex_list, i);
            status = store_vertex(reader, bytes + (size_t)stored->stride * vertex, vertex,
                                  reader->places[i] - 1);
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
    uint32_t first = UINT32_MAX;
    uint32_t last = batch->last_vertex;
    for (uint32_t i = 0; i < section->index_count; i++) {
        uint32_t entry = list_entry(reader->index_list, section->first_index + i);
        uint32_t vertex = reader->places[entry] - 1;
        indices[i] = vertex;
        first = vertex < first ? vertex : first;
        last = vertex > last ? vertex : last;
    }
    batch->first_vertex = first;
    batch->last_vertex = last;
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

/* The bones of a pose; NULL for the rest pose, and when out of memory. */
static const struct bone_columns *columns_of(const struct m2_pose *pose, struct arena *arena)
{
    struct bone_columns *bones =
        pose->matrices ? arena_alloc_dirty(arena, pose->bone_count, sizeof *bones) : NULL;
    for (uint32_t i = 0; bones && i < pose->bone_count; i++) {
        const struct m2_matrix *matrix = &pose->matrices[i];
        for (size_t c = 0; c < 4; c++) {
            const double z = matrix->rows[2][c];
            bones[i].xy[c] = (lanes_pair){matrix->rows[0][c], matrix->rows[1][c]};
            bones[i].z[c] = (lanes_pair){z, c < 3 ? z : 0.0};
        }
    }
    return bones;
}

enum adtmap_status m2_build_mesh(const struct m2_file *file, const struct m2_skin *skin,
                                 const struct m2_pose *pose, const struct m2_drawn *drawn,
                                 struct arena *arena, const struct diag *diag,
                                 struct m2_model *model)
{
    struct arena *scratch = file->contents->scratch;
    const struct bone_columns *bones = columns_of(pose, scratch);
    struct mesh_reader reader = {
        .file = file,
        .skin = skin,
        .drawn = drawn,
        .arena = arena,
        .diag = diag,
        .bone_count = pose->bone_count,
        .bones = bones,
        .vertex_list = bytes_of(&skin->bytes, &skin->vertices),
        .index_list = bytes_of(&skin->bytes, &skin->indices),
        .places = arena_alloc(scratch, skin->vertices.count, sizeof *reader.places),
        .first_index = arena_alloc(scratch, skin->section_count, sizeof *reader.first_index),
    };
    bool has_memory = reader.places && reader.first_index && (bones || !pose->matrices);
    return has_memory ? make_mesh(&reader, model) : diag_fail_memory(diag);
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
