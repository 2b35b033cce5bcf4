/* Blend meshes: ranges, boxes, batches, and references to what is not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/blend_meshes.h"
#include "formats/bytes.h"

enum { MCNK_HEADER = 128, BATCH = 20, VERTEX = 44, VERTICES = 7, INDICES = 9 };

struct reading {
    struct buffer file;
    struct heard heard;
    struct arena arena;
    struct blend_meshes blend;
};

/* A map chunk with batches of the meshes in `meshes`. */
static void add_map_chunk(struct buffer *file, const uint32_t *meshes, size_t count)
{
    size_t begin = begin_chunk(file, "MCNK");
    add_zeroes(file, MCNK_HEADER);
    add_u32_chunk(file, "MCVT", 1);
    size_t batches = begin_chunk(file, "MCBB");
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(file, meshes[i]);
        add_zeroes(file, BATCH - 4);
    }
    end_chunk(file, batches);
    end_chunk(file, begin);
}

static void add_header(struct buffer *file, const uint32_t fields[7])
{
    for (size_t i = 0; i < 7; i++) {
        buffer_u32le(file, fields[i]);
    }
}

static void add_zero_chunk(struct buffer *file, const char *id, size_t size)
{
    size_t begin = begin_chunk(file, id);
    add_zeroes(file, size);
    end_chunk(file, begin);
}

/* Two meshes of one WMO; the second one has no box. */
static void add_meshes(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MBMH");
    add_header(file, (const uint32_t[]){501, 3, 0, 6, 4, 0, 0});
    add_header(file, (const uint32_t[]){501, 8, 0, 3, 3, 6, 4});
    end_chunk(file, begin);
    begin = begin_chunk(file, "MBBB");
    buffer_u32le(file, 501);
    add_floats(file, (const float[]){1, 2, 3, 4, 5, 6}, 6);
    end_chunk(file, begin);
    add_zero_chunk(file, "MBNV", (size_t)VERTICES * VERTEX);
    add_zero_chunk(file, "MBMI", (size_t)INDICES * 2);
}

static void read_file(struct reading *reading)
{
    const struct adt_bytes root = {reading->file.data, reading->file.size, NULL};
    listen(&reading->heard);
    assert_int_equal(
        blend_meshes_read(&root, &reading->arena, &reading->heard.diag, &reading->blend),
        ADTMAP_OK);
}

static void end(struct reading *reading)
{
    arena_free(&reading->arena);
    buffer_free(&reading->file);
}

static void meshes_have_their_ranges_and_boxes(void **state)
{
    (void)state;
    struct reading reading = {0};
    add_u32_chunk(&reading.file, "MVER", 18);
    add_meshes(&reading.file);
    read_file(&reading);
    const struct blend_mesh *meshes = reading.blend.meshes;
    assert_int_equal(reading.heard.warnings, 0);
    assert_int_equal(reading.blend.mesh_count, 2);
    assert_int_equal(reading.blend.vertex_count, VERTICES);
    assert_int_equal(reading.blend.index_count, INDICES);
    assert_int_equal(meshes[0].unique_id, 501);
    assert_int_equal(meshes[0].texture, 3);
    assert_int_equal(meshes[0].index_count, 6);
    assert_int_equal(meshes[0].vertex_count, 4);
    assert_true(meshes[0].has_box);
    assert_true(meshes[0].box_low[2] == 3.0F && meshes[0].box_high[0] == 4.0F);
    assert_int_equal(meshes[1].texture, 8);
    assert_int_equal(meshes[1].index_begin, 6);
    assert_int_equal(meshes[1].vertex_begin, 4);
    assert_false(meshes[1].has_box);
    end(&reading);
}

static void batches_of_all_map_chunks_are_counted(void **state)
{
    (void)state;
    struct reading reading = {0};
    add_u32_chunk(&reading.file, "MVER", 18);
    add_map_chunk(&reading.file, (const uint32_t[]){0, 1}, 2);
    add_map_chunk(&reading.file, (const uint32_t[]){1}, 1);
    add_meshes(&reading.file);
    read_file(&reading);
    assert_int_equal(reading.blend.batch_count, 3);
    assert_int_equal(reading.heard.warnings, 0);
    end(&reading);
}

static void a_batch_of_no_mesh_is_a_warning(void **state)
{
    (void)state;
    struct reading reading = {0};
    add_map_chunk(&reading.file, (const uint32_t[]){2}, 1);
    add_meshes(&reading.file);
    read_file(&reading);
    assert_int_equal(reading.heard.warnings, 1);
    assert_string_equal(reading.heard.last.chunk, "MCBB");
    end(&reading);
}

/* The last index or vertex of a mesh lies one past the end, or its begin does. */
static void a_mesh_past_the_end_is_a_warning(void **state)
{
    (void)state;
    static const uint32_t wrong[][7] = {
        {1, 0, 0, 4, 1, 6, 0},
        {1, 0, 0, 3, 4, 6, 4},
        {1, 0, 0, 0, 0, 10, 0},
        {1, 0, 0, 0, UINT32_MAX, 0, 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct reading reading = {0};
        size_t begin = begin_chunk(&reading.file, "MBMH");
        add_header(&reading.file, wrong[i]);
        end_chunk(&reading.file, begin);
        add_zero_chunk(&reading.file, "MBNV", (size_t)VERTICES * VERTEX);
        add_zero_chunk(&reading.file, "MBMI", (size_t)INDICES * 2);
        read_file(&reading);
        assert_int_equal(reading.heard.warnings, 1);
        assert_string_equal(reading.heard.last.chunk, "MBMH");
        assert_int_equal(reading.blend.mesh_count, 1);
        end(&reading);
    }
}

static void a_file_without_blend_meshes_has_none(void **state)
{
    (void)state;
    struct reading reading = {0};
    add_map_chunk(&reading.file, NULL, 0);
    read_file(&reading);
    assert_int_equal(reading.blend.mesh_count, 0);
    assert_int_equal(reading.blend.batch_count, 0);
    assert_int_equal(reading.heard.warnings, 0);
    end(&reading);
}

/* Every length of a file, in a block of its exact size: sanitizers see reads outside. */
static void files_cut_short_are_survived(void **state)
{
    (void)state;
    struct buffer file = {0};
    add_map_chunk(&file, (const uint32_t[]){0, 1}, 2);
    add_meshes(&file);
    for (size_t size = 0; size <= file.size; size++) {
        uint8_t *copy = exact_copy(&file, size);
        struct reading reading = {.file = {.data = copy, .size = size}};
        read_file(&reading);
        arena_free(&reading.arena);
        free(copy);
    }
    buffer_free(&file);
}

int test_blend_meshes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_have_their_ranges_and_boxes),
        cmocka_unit_test(batches_of_all_map_chunks_are_counted),
        cmocka_unit_test(a_batch_of_no_mesh_is_a_warning),
        cmocka_unit_test(a_mesh_past_the_end_is_a_warning),
        cmocka_unit_test(a_file_without_blend_meshes_has_none),
        cmocka_unit_test(files_cut_short_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
