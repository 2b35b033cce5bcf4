/* The triangles of a model in the order of files: sorted by group and material, so that each
 * material makes one batch, a range of indices with the range of vertices that it uses. Vertices
 * are copied per batch, so that these ranges do not overlap. */
#ifndef DEMO_FILES_BATCHES_H
#define DEMO_FILES_BATCHES_H

#include "base/buffer.h"
#include "demo/models/model.h"

enum { BATCHES_MAX = 64 };

struct batch {
    enum wall_material material;
    int group;
    uint32_t first_vertex, vertex_count;
    uint32_t first_index, index_count;
};

/* Zero-initialised, it is empty. */
struct batches {
    struct batch list[BATCHES_MAX];
    int count;
    struct buffer vertices; /* of struct model_vertex */
    struct buffer indices;  /* of 16 bits, as in files */
    bool failed;            /* out of memory, or too many batches or vertices */
};

/* Adds the triangles of a group with a material, if there are any. Triangles share vertices as in
 * the model, or have three each. */
void batches_add(struct batches *batches, const struct model *model, int group,
                 enum wall_material material, bool shared);

void batches_free(struct batches *batches);

static inline const struct model_vertex *batches_vertex(const struct batches *batches, uint32_t v)
{
    return (const struct model_vertex *)(const void *)batches->vertices.data + v;
}

static inline uint32_t batches_vertex_count(const struct batches *batches)
{
    return (uint32_t)(batches->vertices.size / sizeof(struct model_vertex));
}

static inline uint32_t batches_index_count(const struct batches *batches)
{
    return (uint32_t)(batches->indices.size / 2);
}

#endif
