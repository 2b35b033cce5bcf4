/* What the readers of models share among themselves. The public side is m2.h. */
#ifndef FORMATS_M2_M2_PARTS_H
#define FORMATS_M2_M2_PARTS_H

#include "base/reader.h"
#include "formats/chunk_ids.h"
#include "formats/m2/m2.h"

enum {
    M2_NONE = 0xFFFF,          /* an index that refers to nothing */
    M2_TEXTURE_NAME_MAX = 260, /* bytes of a texture's name, with its NUL */
};

/* The arrays of an M2 header that are read. */
enum m2_array_id {
    M2_NAME,
    M2_LOOPS,
    M2_SEQUENCES,
    M2_BONES,
    M2_VERTICES,
    M2_VIEWS, /* without offset since 264 */
    M2_COLORS,
    M2_TEXTURES,
    M2_WEIGHTS,
    M2_TRANSFORMS,
    M2_MATERIALS,
    M2_TEXTURE_LOOKUP,
    M2_UNIT_LOOKUP,
    M2_WEIGHT_LOOKUP,
    M2_TRANSFORM_LOOKUP,
    M2_COMBINERS,
    M2_ARRAYS,
};

/* Entries of a fixed size, at an offset within some bytes. */
struct m2_array {
    uint32_t count, offset, stride;
};

/* Bytes that offsets count from, with the time that is shown. */
struct m2_animated {
    struct reader bytes;
    int64_t base;      /* of `bytes` in the file, for messages */
    bool has_ranges;   /* tracks before 264: one flat list of keys, ranges for the sequences */
    uint32_t sequence; /* of Stand */
    bool keys_absent;  /* the keys of Stand are in another file */
};

/* A rotation, scale and translation of model space. */
struct m2_matrix {
    double rows[3][4];
};

/* What bones do at the time that is shown. `matrices` NULL: the rest pose, with any bones. */
struct m2_pose {
    uint32_t bone_count;
    const struct m2_matrix *matrices;
};

struct m2_contents {
    struct arena *scratch; /* of m2_read, for what the model does not keep */
    struct m2_animated animated;
    struct m2_array arrays[M2_ARRAYS];
    size_t box_at;            /* where the box is in the header */
    size_t bone_prefix_bytes; /* in front of the tracks of a bone */
    const struct mdx *mdx;    /* for MDX; nothing else is set then */
};

/* Names for messages, such as "texture lookup". */
const char *m2_array_name(enum m2_array_id id);

/* Blend modes by the numbers of the files. */
enum { M2_BLENDS = 8 };
extern const enum surface_blend m2_blends[M2_BLENDS];

/* Reads an array {count, offset} of entries of `stride` bytes. */
static inline struct m2_array m2_read_array(struct reader *reader, size_t stride)
{
    struct m2_array array = {.stride = (uint32_t)stride};
    array.count = reader_u32(reader);
    array.offset = reader_u32(reader);
    return array;
}

/* Whether an array lies within the bytes. */
bool m2_array_fits(const struct reader *bytes, const struct m2_array *array);

/* Entry `index` of an array; bad if there is none. */
static inline struct reader m2_entry(const struct reader *bytes, const struct m2_array *array,
                                     uint32_t index)
{
    struct reader none = {bytes->end, bytes->end, bytes->end, true};
    return index < array->count
               ? reader_sub(bytes, array->offset + (size_t)index * array->stride, array->stride)
               : none;
}

/* A number that a position, scale or texture coordinate can have; false for NaN as well. */
static inline bool m2_is_number(float value)
{
    return value > -1e6F && value < 1e6F;
}

/* Reads `count` numbers; false if one is missing or is none (m2_is_number). */
bool m2_read_numbers(struct reader *reader, float *values, size_t count);

/* Reads a box at an offset; zeroes if it is none. */
void m2_read_box(struct reader bytes, size_t offset, struct m2_box *box);

/* m2_header.c: the arrays of an MD20 header, in the layout of its version whose arrays all fit.
 * Sets version, flags and box of the file, and its contents without `sequence`. */
enum adtmap_status m2_read_header(struct reader bytes, int64_t base, const struct diag *diag,
                                  struct m2_file *file);

/* m2_textures.c. `ids` has the file ids of 7.x; it may be empty. */
enum adtmap_status m2_read_textures(struct reader ids, struct arena *arena, const struct diag *diag,
                                    struct m2_file *file);

enum adtmap_status m2_copy_textures(const struct m2_file *file, struct arena *arena,
                                    const struct diag *diag, struct m2_model *model);

/* m2_sequence.c: the list for reports, and which sequence is shown. */
enum adtmap_status m2_read_sequences(const struct m2_array *array, struct arena *arena,
                                     const struct diag *diag, struct m2_animated *animated,
                                     struct m2_file *file);

/*
 * m2_track.c: first key of the track at `track`, which moves behind it, at the time that is shown.
 * The value's bytes, with at least `bytes`; NULL if the track has no key. `track` becomes bad if
 * the key lies outside.
 */
const uint8_t *m2_track_key(const struct m2_animated *animated, struct reader *track, size_t bytes);

/* The key as numbers, or `values` as they are. False if the track is damaged. */
bool m2_track_numbers(const struct m2_animated *animated, struct reader *track, float *values,
                      size_t count);

/* The same for a fraction as an i16 of 32767 parts. */
bool m2_track_fraction(const struct m2_animated *animated, struct reader *track, float *value);

/* The same for the rotation of a bone: a quaternion x, y, z, w, compressed or as numbers. */
bool m2_track_rotation(const struct m2_animated *animated, struct reader *track, float values[4]);

/* Bytes of a track in this version. */
static inline size_t m2_track_bytes(const struct m2_animated *animated)
{
    return animated->has_ranges ? 28 : 20;
}

/* m2_matrix.c: affine matrices that act on columns. */
struct m2_matrix m2_matrix_identity(void);

/* outer * inner: what inner does, then outer. */
struct m2_matrix m2_matrix_product(const struct m2_matrix *outer, const struct m2_matrix *inner);

/* Scale, then rotation, both about a point, then translation. The quaternion x, y, z, w may have
 * any length; of length 0 it does not rotate. */
struct m2_matrix m2_matrix_about(const float point[3], const float translation[3],
                                 const float rotation[4], const float scale[3]);
void m2_matrix_point(const struct m2_matrix *matrix, const double point[3], double result[3]);
void m2_matrix_direction(const struct m2_matrix *matrix, const double direction[3],
                         double result[3]);

/* The transform of texture coordinates (m2_stage.uv_transform):
 * uv' = translation + centre + rotation * scale * (uv - centre), centre (0.5, 0.5). */
void m2_matrix_uv(const float translation[3], const float rotation[4], const float scale[3],
                  float transform[2][3]);

/* Sets what X, Y and Z become, keeping the place of `point`. */
void m2_matrix_set_axes(struct m2_matrix *matrix, const double point[3], double axes[3][3]);

/* The directions of what X, Y and Z become, each of length 1 or 0, and their lengths. */
void m2_matrix_axes(const struct m2_matrix *matrix, double axes[3][3], double lengths[3]);

/* Makes a vector as long as 1; one of length 0, or not finite, becomes zeroes. Returns its length
 * before. */
double m2_normalize(double vector[3]);

/* A bone, of either format. */
struct m2_bone {
    int32_t parent; /* -1: none */
    uint32_t flags; /* enum m2_bone_flag */
    float pivot[3], translation[3], rotation[4], scale[3];
};

enum m2_bone_flag {
    M2_BONE_NO_PARENT_TRANSLATION = 0x1,
    M2_BONE_NO_PARENT_SCALE = 0x2,
    M2_BONE_NO_PARENT_ROTATION = 0x4,
    M2_BONE_BILLBOARD = 0x8,
    M2_BONE_BILLBOARD_Y = 0x20, /* turns about its Y axis only */
    M2_BONE_BILLBOARD_Z = 0x40,
};

/* Flags of an M2's materials. */
enum m2_material_flag {
    M2_MATERIAL_UNLIT = 0x1,
    M2_MATERIAL_TWO_SIDED = 0x4,
    M2_MATERIAL_NO_DEPTH_TEST = 0x8,
    M2_MATERIAL_NO_DEPTH_WRITE = 0x10,
};

/* Flags of textures, of M2 and of MDX. */
enum m2_texture_flag { M2_WRAP_X = 0x1, M2_WRAP_Y = 0x2 };

/* m2_pose.c: the matrices of bones. Fails with ADTMAP_BAD_DATA for cyclic parents or parents that
 * do not exist. */
enum adtmap_status m2_pose_bones(const struct m2_bone *bones, uint32_t count, struct arena *arena,
                                 const struct diag *diag, struct m2_pose *pose);

/* m2_bones.c: reads the bones of an M2 or skeleton, and poses them. */
enum adtmap_status m2_read_pose(const struct m2_animated *animated, const struct m2_array *array,
                                size_t prefix_bytes, struct arena *arena, const struct diag *diag,
                                struct m2_pose *pose);

/* m2.c: the data of the chunk `id` of a file of 7.x, cut where the file ends; bad without one.
 */
struct reader m2_find_chunk(const struct reader *file, const struct chunk_id *id);

/* m2_skeleton.c: the pose of a .skel file. `animated`, of the model, gets the sequence shown. */
enum adtmap_status m2_read_skeleton(struct m2_bytes skeleton, struct arena *arena,
                                    const struct diag *diag, struct m2_animated *animated,
                                    struct m2_pose *pose);

/* m2_skin.c: a view of a model, in a file of its own or inside the model. */
struct m2_section {
    uint32_t first_index, index_count; /* within the indices */
};

struct m2_skin_batch {
    int32_t priority;
    uint16_t shader, section, color, material, layer, texture_count;
    uint16_t textures, units, weights, transforms; /* first entries in the lookups */
};

struct m2_skin {
    struct reader bytes;
    struct m2_array vertices, indices; /* u16 */
    uint32_t section_count, batch_count;
    const struct m2_section *sections;
    const struct m2_skin_batch *batches;
};

/* The skin of a model of a version, whose header of arrays is at `header` of `bytes`. All ranges
 * and sections hold. */
enum adtmap_status m2_read_skin(struct reader bytes, size_t header, uint32_t version,
                                struct arena *arena, const struct diag *diag, struct m2_skin *skin);

/* The skin in a file of its own. */
enum adtmap_status m2_read_skin_file(struct reader bytes, struct arena *arena,
                                     const struct diag *diag, struct m2_skin *skin);

enum { M2_SPHERE = M2_UV_SETS }; /* what the normal reflects, in a picture of all directions */

/* m2_combiner.c: the mix of a batch. `stages` says which of the batch's textures it takes, each
 * with the set of texture coordinates; none: the batch is not drawn. */
struct m2_recipe {
    enum surface_mix mix;
    bool is_opaque;
    uint32_t stage_count;
    struct m2_recipe_stage {
        uint32_t index;  /* among the textures of the batch */
        uint32_t uv_set; /* or M2_SPHERE */
        bool weighted;   /* else its weight is 1 */
    } stages[M2_STAGES];
};

/* What decides on a mix. `ops` are those of header flag 0x8; `units` of the unit lookup. */
struct m2_combiner {
    uint32_t version, blend, shader, texture_count;
    bool has_ops;
    uint16_t ops[2];
    uint16_t units[2]; /* M2_NONE: mapped as a sphere */
};
struct m2_recipe m2_combine(const struct m2_combiner *combiner);

/* m2_combiner.c: whether a shader of a batch fades where the eye looks along the surface. */
bool m2_fades_at_edges(uint32_t version, uint32_t shader);

/* m2_batches.c: into drawing order. */
void m2_sort_batches(struct m2_batch *batches, uint32_t count);

/* m2_batches.c: batches of a skin, with textures and colours at the time that is shown. Those that
 * are drawn, in drawing order; the others are counted. */
struct m2_drawn {
    struct m2_batch *batches; /* without indices and vertices */
    uint32_t count, hidden_count;
};
enum adtmap_status m2_resolve_batches(const struct m2_file *file,
                                      const struct m2_animated *animated,
                                      const struct m2_skin *skin, struct arena *arena,
                                      const struct diag *diag, struct m2_drawn *drawn);

/* m2_mesh.c: vertices and indices of what is drawn. */
enum adtmap_status m2_build_mesh(const struct m2_file *file, const struct m2_skin *skin,
                                 const struct m2_pose *pose, const struct m2_drawn *drawn,
                                 struct arena *arena, const struct diag *diag,
                                 struct m2_model *model);

#endif
