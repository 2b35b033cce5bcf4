/* A model as the formats of doodads hold it: one list of vertices, and parts with one material. */
#ifndef DEMO_FILES_DOODAD_PARTS_H
#define DEMO_FILES_DOODAD_PARTS_H

#include "demo/files/batches.h"
#include "demo/models/doodad.h"

enum { DOODAD_PARTS = 16, DOODAD_STAGES = 24, DOODAD_BONES = 2 };

/* A texture of a material, with M2 flags and blend mode. A second texture has those of a pass that
 * is drawn over the first; that is how clients without combiners combine the two. */
struct doodad_stage {
    enum texture texture;
    bool wraps;
    uint16_t flags; /* 1 unlit, 4 two-sided, 0x10 no depth write */
    uint16_t blend;
};

struct doodad_part {
    struct batch batch;           /* its group is also the bone */
    int first_stage, stage_count; /* stage k uses uv set k */
};

/* Zero-initialised, it may be freed. */
struct doodad_parts {
    const struct model *model;
    enum doodad doodad;
    struct doodad_part parts[DOODAD_PARTS];
    int count;
    struct doodad_stage stages[DOODAD_STAGES];
    int stage_count;
    struct batches batches;
    bool has_combiners; /* a batch combines textures; else each has a pass */
    bool by_id;         /* the file has ids of textures, and no names */
};

/*
 * Lists the parts. Those that need combiners are left out where there are none. False when out of
 * memory, or if a model has more than fit.
 */
bool doodad_parts_make(struct doodad_parts *parts, enum doodad doodad, const struct model *model,
                       bool has_combiners);
void doodad_parts_free(struct doodad_parts *parts);

/* The ops of a part: of its first texture, and of its second one. */
struct doodad_ops {
    uint16_t first, second;
};
struct doodad_ops doodad_ops_of(const struct doodad_parts *parts, int part);

/* The texture coordinates of a stage: those of the second one repeat twice as often. */
struct doodad_uv {
    float at[2];
};
static inline struct doodad_uv doodad_uv(const struct model_vertex *vertex, int stage)
{
    return (struct doodad_uv){
        {vertex->uv[0] * (float)(1 + stage), vertex->uv[1] * (float)(1 + stage)}};
}

/* Whether a bone turns at time 0. */
bool doodad_parts_turn(const struct doodad_parts *parts);

/* The writers of formats. A model by file id whose bones turn has them in a skeleton file. */
void m2_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version);
void skin_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version);
void skeleton_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version);
void mdx_write(struct buffer *out, const struct doodad_parts *parts);

#endif
