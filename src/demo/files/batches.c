#include "demo/files/batches.h"

#include <stdlib.h>

void batches_add(struct batches *batches, const struct model *model, int group,
                 enum wall_material material, bool shared)
{
    const struct model_group *from = &model->groups[group];
    struct batch batch = {.material = material,
                          .group = group,
                          .first_vertex = batches_vertex_count(batches),
                          .first_index = batches_index_count(batches)};
    uint32_t *slot = calloc(from->vertex_count + 1, sizeof *slot); /* 1 + vertex in the batch */
    for (uint32_t t = 0; slot && t < from->triangle_count; t++) {
        for (int k = 0; k < 3 && from->triangles[t].material == (uint8_t)material; k++) {
            uint16_t corner = from->triangles[t].corner[k];
            if (!slot[corner] || !shared) {
                buffer_append(&batches->vertices, &from->vertices[corner], sizeof *from->vertices);
                slot[corner] = ++batch.vertex_count;
            }
            buffer_u16le(&batches->indices, (uint16_t)(batch.first_vertex + slot[corner] - 1));
            batch.index_count++;
        }
    }
    batches->failed = batches->failed || !slot || batches->vertices.failed ||
                      batches->indices.failed || batches->count == BATCHES_MAX ||
                      batches_vertex_count(batches) > UINT16_MAX;
    if (batch.index_count && !batches->failed) {
        batches->list[batches->count++] = batch;
    }
    free(slot);
}

void batches_free(struct batches *batches)
{
    buffer_free(&batches->vertices);
    buffer_free(&batches->indices);
}
