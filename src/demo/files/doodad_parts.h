/* A model as the formats of doodads hold it: one list of vertices, and parts with one material. */
#ifndef DEMO_FILES_DOODAD_PARTS_H
#define DEMO_FILES_DOODAD_PARTS_H

#include "base/buffer.h"
#include "demo/doodads/doodad.h"

enum { DOODAD_PARTS = 16, DOODAD_BONES = 2 };

struct doodad_part {
    enum wall_material material;
    int group; /* also the bone */
    uint32_t first_vertex, vertex_count;
    uint32_t first_index, index_count;
};

/* Zero-initialised, it may be freed. */
struct doodad_parts {
    const struct model *model;
    enum doodad doodad;
    struct doodad_part parts[DOODAD_PARTS];
    int count;
    struct model_vertex *vertices; /* of all parts; a part's are its own */
    uint16_t *indices;             /* into `vertices` */
    uint32_t vertex_count, index_count;
    bool by_id; /* the file has ids of textures, and no names */
};

/* Lists the parts. False when out of memory, or if a model has more than fit. */
bool doodad_parts_make(struct doodad_parts *parts, enum doodad doodad, const struct model *model);
void doodad_parts_free(struct doodad_parts *parts);

/* A material as models have it: its texture, M2 material flags and M2 blend mode. */
struct doodad_surface {
    enum wall_texture texture;
    bool wraps;
    uint16_t flags; /* 1 unlit, 4 two-sided, 0x10 no depth write */
    uint16_t blend; /* 0 opaque, 1 alpha key, 2 alpha, 4 add */
};

struct doodad_surface doodad_surface_of(enum wall_material material);

/* Appends a path with '\\' between folders, and its NUL. */
void doodad_write_path(struct buffer *out, const char *path, const char *extension);

/* Whether a bone turns at time 0. */
bool doodad_parts_turn(const struct doodad_parts *parts);

/* The writers of formats. A model by file id whose bones turn has them in a skeleton file. */
void m2_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version);
void skin_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version);
void skeleton_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version);
void mdx_write(struct buffer *out, const struct doodad_parts *parts);

#endif
