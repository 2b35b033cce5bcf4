/* Collision meshes: where each version has them, and damaged ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/bytes.h"
#include "formats/m2/m2.h"

enum { HEADER_BYTES = 0x150, INDICES = 6, VERTICES = 4 };

static const uint16_t quad[INDICES] = {0, 1, 2, 0, 2, 3};

/* A model with nothing but a mesh, which the header names at `at`. */
static struct buffer build(uint32_t version, uint32_t at)
{
    struct buffer file = {0};
    buffer_append(&file, "MD20", 4);
    buffer_u32le(&file, version);
    add_zeroes(&file, HEADER_BYTES - 8);
    put_u32(&file, at, INDICES + 1); /* the last is of no triangle */
    put_u32(&file, at + 4, HEADER_BYTES);
    put_u32(&file, at + 8, VERTICES);
    put_u32(&file, at + 12, HEADER_BYTES + 2 * (INDICES + 1));
    for (size_t i = 0; i <= INDICES; i++) {
        buffer_u16le(&file, quad[i % INDICES]);
    }
    for (unsigned i = 0; i < VERTICES; i++) {
        add_floats(
            &file,
            (const float[]){i == 1 || i == 2 ? 3.0F : -1.0F, i >= 2 ? 7.0F : -2.0F, (float)i}, 3);
    }
    return file;
}

/* Reads the mesh and frees the file; what is wrong is in `heard`. */
static enum adtmap_status read_mesh(struct buffer *file, struct arena *arena, struct heard *heard,
                                    struct m2_collision *mesh)
{
    struct arena scratch = {0};
    struct m2_file *model;
    uint8_t *data = exact_copy(file, file->size);
    listen(heard);
    assert_int_equal(m2_read(data, file->size, &scratch, &heard->diag, &model), ADTMAP_OK);
    enum adtmap_status status = m2_read_collision(model, arena, &heard->diag, mesh);
    free(data);
    arena_free(&scratch);
    buffer_free(file);
    return status;
}

static void versions_have_it_at_their_place(void **state)
{
    (void)state;
    static const uint32_t versions[][2] = {{264, 0xD8}, {272, 0xD8}, {256, 0xEC}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct buffer file = build(versions[i][0], versions[i][1]);
        struct arena arena = {0};
        struct heard heard;
        struct m2_collision mesh;
        assert_int_equal(read_mesh(&file, &arena, &heard, &mesh), ADTMAP_OK);
        assert_int_equal(mesh.index_count, INDICES);
        assert_memory_equal(mesh.indices, quad, sizeof quad);
        assert_true(mesh.positions[2][0] == 3 && mesh.positions[2][1] == 7);
        assert_true(mesh.box.low[0] == -1 && mesh.box.high[1] == 7 && mesh.box.high[2] == 3);
        arena_free(&arena);
    }
}

static void damaged_ones_are_said(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, value;
        const char *words;
    } damages[] = {
        {0xD8, 100000, "the collision mesh reaches past the end"},
        {0xE0, 0xFFFFFFFF, "the collision mesh reaches past the end"},
        {0xE4, 0xFFFFFFF0, "the collision mesh reaches past the end"},
        {0xE0, 3, "vertex 3 of the collision mesh does not exist"},
        {HEADER_BYTES + 2 * (INDICES + 1) + 12, 0x7FC00000,
         "vertex 1 of the collision mesh is no number"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct buffer file = build(264, 0xD8);
        struct arena arena = {0};
        struct heard heard;
        struct m2_collision mesh;
        put_u32(&file, damages[i].at, damages[i].value);
        assert_int_equal(read_mesh(&file, &arena, &heard, &mesh), ADTMAP_BAD_DATA);
        assert_string_equal(heard.failure.what, damages[i].words);
        assert_int_equal(mesh.index_count, 0);
        arena_free(&arena);
    }
}

int test_m2_mesh(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_have_it_at_their_place),
        cmocka_unit_test(damaged_ones_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
