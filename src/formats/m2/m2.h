/*
 * M2 and MDX: trees, rocks, fences and other doodads. MDX (0.5.3 to 0.10), M2 256 to 263 (1.x and
 * 2.x), 264 to 272 (3.x to 6.x, with a .skin file) and 272 to 274 in MD21 (7.x on, files by id) are
 * read into one structure, a static model; nothing behind this header knows which client wrote it.
 *
 * A static model is what the client shows at time 0 of the sequence Stand: vertices are moved by
 * their bones, and billboards lie on their backs, so that they face the sky. Particles, ribbons and
 * lights are not read. A model without anything to draw is valid.
 *
 * Model space is X front, Y left, Z up, in yards; front faces are counter-clockwise. No function
 * reads a file: the caller passes the bytes of the model to m2_read, and those of the files that it
 * needs to m2_build.
 */
#ifndef FORMATS_M2_M2_H
#define FORMATS_M2_M2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/surface.h"

enum {
    M2_STAGES = 4,           /* textures of a batch */
    M2_UV_SETS = 2,          /* of a vertex */
    M2_INDICES_MAX = 3 << 20 /* of all batches together; a model with more is damaged */
};

/* Flags of the header that the readers use. */
enum m2_flag {
    M2_HAS_COMBINERS = 0x8,
};

struct m2_box {
    float low[3], high[3]; /* low <= high in each axis */
};

/* A texture by name as written, or by file id where name is NULL; neither: the client chooses it
 * (creature skins), which no doodad has. */
struct m2_texture {
    const char *name;
    uint32_t file_id;
    uint32_t type;       /* 0: a file; else replaceable */
    bool wrap_x, wrap_y; /* else clamped */
};

/* A texture as a batch uses it. */
struct m2_stage {
    uint32_t texture;         /* index into m2_model.textures; has a name or file id */
    bool is_reflection;       /* it shows what the normal reflects; uv_set is that without it */
    uint32_t uv_set;          /* below M2_UV_SETS */
    float uv_transform[2][3]; /* u, v of the texture = transform * (u, v, 1) of the vertex */
    float weight;             /* 0..1 */
};

/* Triangles of one material. Batches may share triangles: the later one is drawn over the earlier
 * one, at equal depth. */
struct m2_batch {
    uint32_t first_index, index_count;  /* within m2_model.indices; index_count > 0, of 3 each */
    uint32_t first_vertex, last_vertex; /* what the triangles use lies within */
    enum surface_blend blend;
    enum surface_mix mix;
    bool is_opaque;      /* alpha of the first texture counts as 1 */
    bool unlit;          /* drawn without light: the material says so, or the blend multiplies */
    bool fades_at_edges; /* translucent where the eye looks along the surface */
    bool two_sided;
    bool depth_test, depth_write;
    uint32_t stage_count; /* 1..M2_STAGES; as many as the mix needs */
    struct m2_stage stages[M2_STAGES];
    float color[4];   /* red, green, blue 0..1 or above; alpha above 0 */
    int32_t priority; /* orders batches that blend; batches are sorted already */
    uint32_t layer;
    uint32_t number; /* in the file, among all batches of M2, among those drawn of MDX */
};

struct m2_model {
    uint32_t version;
    enum surface_era era;
    struct m2_box stated_box; /* as the file says, without billboards; zeroes if unusable */
    struct m2_box box;        /* of the vertices; zeroes without any */

    uint32_t vertex_count; /* used by batches */
    const float (*positions)[3];
    const float (*normals)[3]; /* of length 1, or zeroes */
    const float (*uv[M2_UV_SETS])[2];
    uint32_t index_count; /* 3 for each triangle */
    const uint32_t *indices;

    uint32_t texture_count;
    const struct m2_texture *textures; /* those of the file, used or not */

    /* In drawing order: OPAQUE and ALPHA_KEY first, then by priority, then as in the file. */
    uint32_t batch_count;
    const struct m2_batch *batches;
    uint32_t hidden_count; /* batches left out: transparent, without texture or triangles */
};

/* A sequence of animations, for reports. */
struct m2_sequence {
    uint32_t id, variation; /* M2; Stand is 0 */
    const char *name;       /* MDX; else NULL */
    uint32_t length_ms;
};

/* A model file as m2_read leaves it. */
struct m2_file {
    uint32_t version; /* of M2 256..274, of MDX 1300 and about */
    bool is_mdx;
    enum surface_era era;
    bool needs_skin;      /* by m2_part_name or skin_id */
    uint32_t skin_id;     /* SFID; 0: none */
    uint32_t skeleton_id; /* SKID: bones and sequences are in a .skel file; 0: here */

    uint32_t flags;    /* enum m2_flag */
    struct m2_box box; /* zeroes if unusable */
    uint32_t bone_count;
    uint32_t stated_vertex_count; /* of all skins */
    uint32_t texture_count;
    const struct m2_texture *textures;
    uint32_t sequence_count;
    const struct m2_sequence *sequences;
    struct m2_contents *contents; /* private to the readers */
};

/* Bytes of a file; data NULL: there is no such file. */
struct m2_bytes {
    const uint8_t *data;
    size_t size;
};

/*
 * Reads a model file. `data` is borrowed and must live until m2_build. Fails with
 * ADTMAP_UNSUPPORTED for an unknown version, and with ADTMAP_BAD_DATA for anything that refers
 * outside the file or is no number; the message names it.
 */
enum adtmap_status m2_read(const uint8_t *data, size_t size, struct arena *arena,
                           const struct diag *diag, struct m2_file **file);

/*
 * The usual name of a file that belongs to a model: that of the model with `ending` in place of its
 * own; "00.skin" for the skin, ".skel" for the skeleton. Returns the length, or 0, with
 * `name` as it was, when it does not fit `size` with its NUL.
 */
size_t m2_part_name(const char *model_name, const char *ending, char *name, size_t size);

/*
 * The file id of a skeleton's parent (SKPD), whose bones and sequences a model takes instead if it
 * has bones; 0: none. Both functions take any bytes.
 */
uint32_t m2_skeleton_parent(struct m2_bytes skeleton);
bool m2_skeleton_has_bones(struct m2_bytes skeleton);

/*
 * Makes the static model. `skin` is looked at if needs_skin, `skeleton` if skeleton_id is not 0; a
 * model without its skeleton stays in its rest pose. Fails as m2_read. The model lives in `arena`
 * and borrows nothing; the arena of m2_read is used for what the model does not keep.
 */
enum adtmap_status m2_build(const struct m2_file *file, struct m2_bytes skin,
                            struct m2_bytes skeleton, struct arena *arena, const struct diag *diag,
                            struct m2_model **model);

/* What collides with a model: a mesh of its own, which is not drawn. */
struct m2_collision {
    struct m2_box box;           /* of the vertices */
    const float (*positions)[3]; /* in the rest pose */
    const uint16_t *indices;     /* counter-clockwise as seen from outside */
    uint32_t index_count;        /* 3 for each triangle */
    uint32_t vertex_count;
};

/* The collision mesh of a file whose bytes still live, in `arena`; empty for MDX, of which it is
 * not read. Fails as m2_read, with an empty mesh. */
enum adtmap_status m2_read_collision(const struct m2_file *file, struct arena *arena,
                                     const struct diag *diag, struct m2_collision *collision);

#endif
