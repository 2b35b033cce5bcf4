/* Reads a model with its files, for the fuzz targets of models. */
#ifndef TESTS_FUZZ_MODEL_H
#define TESTS_FUZZ_MODEL_H

#include "formats/m2/m2.h"
#include "fuzz/fuzz.h"

/* parts: the model, its skin, its skeleton. */
static inline void fuzz_model(const struct fuzz_part parts[3])
{
    struct fuzz_diag listener;
    struct arena scratch = {0};
    struct arena arena = {0};
    struct m2_file *file;
    struct m2_model *model;
    struct m2_collision mesh;
    const struct m2_bytes skeleton = {parts[2].data, parts[2].size};
    fuzz_listen(&listener);
    if (m2_read(parts[0].data, parts[0].size, &scratch, &listener.diag, &file) == ADTMAP_OK) {
        if (m2_build(file, (struct m2_bytes){parts[1].data, parts[1].size}, skeleton, &arena,
                     &listener.diag, &model) == ADTMAP_OK) {
            for (uint32_t i = 0; i < model->batch_count; i++) {
                (void)surface_blend_name(model->batches[i].blend);
                (void)surface_mix_name(surface_mix_matte(model->batches[i].mix));
            }
        }
        (void)m2_read_collision(file, &arena, &listener.diag, &mesh);
    }
    (void)m2_skeleton_parent(skeleton);
    (void)m2_skeleton_has_bones(skeleton);
    arena_free(&scratch);
    arena_free(&arena);
}

#endif
