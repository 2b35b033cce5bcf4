/* What the readers of MDX share among themselves. The public side is m2.h. */
#ifndef FORMATS_M2_MDX_PARTS_H
#define FORMATS_M2_MDX_PARTS_H

#include "formats/m2/m2_parts.h"

/* Bounds, see docs/security.md. */
enum {
    MDX_GEOSETS_MAX = 255, /* the clients' limit */
};

enum { MDX_NAME_BYTES = 0x50 };

/* Flags of a layer of MTLS. */
enum mdx_layer_flag {
    MDX_LAYER_UNLIT = 0x1,
    MDX_LAYER_SPHERE = 0x2, /* a reflection */
    MDX_LAYER_TWO_SIDED = 0x10,
    MDX_LAYER_NO_DEPTH_TEST = 0x40,
    MDX_LAYER_NO_DEPTH_WRITE = 0x80,
};

/* Flags of GEOA. */
enum mdx_color_flag { MDX_COLOR_USED = 0x1 };

/* What MDX files have where M2 files have arrays. */
struct mdx {
    struct reader chunks; /* behind 'MDLX' */
    int32_t stand_ms[2];  /* begin and end of Stand, on the one time line */
};

/* The data of a chunk; empty without one. */
struct reader mdx_chunk(const struct mdx *mdx, const struct chunk_id *id);

/* The next entry of a list whose entries begin with their size, which counts itself: what is behind
 * the size. Bad if the entry does not fit. */
struct reader mdx_entry(struct reader *list);

/* Whether the next four bytes are `tag`, which are skipped then. */
bool mdx_tag(struct reader *reader, const struct chunk_id *tag);

/*
 * mdx_track.c: reads a track behind its tag: {u32 count, u32 interpolation, i32 global sequence,
 * keys {i32 time, value, tangents of the interpolations above 1}}. Returns the value of the first
 * key within Stand, or of the first in a global sequence; NULL without one.
 */
const uint8_t *mdx_track_key(const struct mdx *mdx, struct reader *reader, size_t bytes);

/* The key as numbers, or `values` as they are. False if the track is damaged. */
bool mdx_track_numbers(const struct mdx *mdx, struct reader *reader, float *values, size_t count);

/* The tags of three tracks, and where their keys go. */
struct mdx_transform_tags {
    const struct chunk_id *translation, *rotation, *scale;
};
struct mdx_transform {
    float *translation, *rotation, *scale; /* 3, 4 (x, y, z, w), 3 numbers */
};

/* Reads tracks in any order, each at most once in files; other tags end them. What has no key stays
 * as it is. False if a track is damaged. */
bool mdx_read_transform(const struct mdx *mdx, struct reader *reader,
                        const struct mdx_transform_tags *tags,
                        const struct mdx_transform *transform);

/* mdx_nodes.c: the pose of bones and helpers, by object id. */
enum adtmap_status mdx_read_pose(const struct mdx *mdx, struct arena *arena,
                                 const struct diag *diag, struct m2_pose *pose);

/* mdx_materials.c: layers of materials, which are batches without triangles. */
struct mdx_layer {
    struct m2_batch batch;
    bool is_drawn;
};

struct mdx_material {
    uint32_t layer_count;
    const struct mdx_layer *layers;
};

struct mdx_materials {
    uint32_t count;
    const struct mdx_material *materials;
};
enum adtmap_status mdx_read_materials(const struct m2_file *file, struct arena *arena,
                                      const struct diag *diag, struct mdx_materials *materials);

/* mdx_materials.c: what GEOA says of a geoset: red, green, blue, alpha; ones without it. False if
 * it is damaged. */
bool mdx_geoset_color(const struct mdx *mdx, uint32_t geoset, float color[4]);

/* mdx_geosets.c: vertices, triangles and batches. */
enum adtmap_status mdx_build_mesh(const struct m2_file *file, const struct mdx_materials *materials,
                                  const struct m2_pose *pose, struct arena *arena,
                                  const struct diag *diag, struct m2_model *model);

/* mdx.c: m2_read and m2_build for MDX. */
bool mdx_is_model(const struct reader *bytes);
enum adtmap_status mdx_read(struct reader bytes, struct arena *arena, const struct diag *diag,
                            struct m2_file *file);
enum adtmap_status mdx_build(const struct m2_file *file, struct arena *arena,
                             const struct diag *diag, struct m2_model *model);

#endif
