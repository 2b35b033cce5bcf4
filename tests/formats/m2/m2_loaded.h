/* Loads a model from built bytes for tests, and frees it. */
#ifndef TESTS_FORMATS_M2_LOADED_H
#define TESTS_FORMATS_M2_LOADED_H

#include "base/arena.h"
#include "formats/m2/m2.h"
#include "formats/m2/m2_builder.h"

struct loaded {
    struct arena scratch, arena;
    struct heard heard;
    enum adtmap_status status;
    struct m2_file *file;
    struct m2_model *model;
};

/* Reads files; those of size 0 are absent. The bytes are gone when it returns. */
static inline void load_files(struct loaded *loaded, const struct buffer *file,
                              const struct buffer *skin, const struct buffer *skeleton)
{
    memset(loaded, 0, sizeof *loaded);
    listen(&loaded->heard);
    uint8_t *data[3] = {exact_copy(file, file->size), exact_copy(skin, skin->size),
                        exact_copy(skeleton, skeleton->size)};
    struct m2_bytes skin_bytes = {skin->size ? data[1] : NULL, skin->size};
    struct m2_bytes skeleton_bytes = {skeleton->size ? data[2] : NULL, skeleton->size};
    loaded->status =
        m2_read(data[0], file->size, &loaded->scratch, &loaded->heard.diag, &loaded->file);
    if (!loaded->status) {
        loaded->status = m2_build(loaded->file, skin_bytes, skeleton_bytes, &loaded->arena,
                                  &loaded->heard.diag, &loaded->model);
    }
    for (int i = 0; i < 3; i++) {
        free(data[i]);
    }
}

/* Writes a model, in the form of its version, and reads it. */
static inline void load_model(struct loaded *loaded, const struct built_model *model)
{
    struct buffer file = {0};
    struct buffer skin = {0};
    const struct buffer none = {0};
    write_model(&file, model);
    if (model->version >= 264) {
        write_skin(&skin, model);
    }
    load_files(loaded, &file, &skin, &none);
    buffer_free(&file);
    buffer_free(&skin);
}

static inline void unload(struct loaded *loaded)
{
    arena_free(&loaded->scratch);
    arena_free(&loaded->arena);
}

/* Loads a model that must be read without a message; a test that ends early leaks it. */
static inline const struct m2_model *load_good(struct loaded *loaded,
                                               const struct built_model *model)
{
    load_model(loaded, model);
    if (loaded->status) {
        print_error("%s\n", loaded->heard.failure.what);
    }
    assert_int_equal(loaded->status, ADTMAP_OK);
    assert_int_equal(loaded->heard.warnings, 0);
    return loaded->model;
}

static inline void assert_point(const float at[3], float x, float y, float z)
{
    assert_float_equal(at[0], x, 0.001F);
    assert_float_equal(at[1], y, 0.001F);
    assert_float_equal(at[2], z, 0.001F);
}

#endif
