/* Bones and helpers of MDX. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/m2/mdx_builder.h"
#include "formats/m2/mdx_parts.h"

enum { NONE = -1, BILLBOARD = 0x8 };

/* A node with a key for each track that is not NULL, of three numbers. */
struct node {
    uint32_t id;
    int32_t parent;
    uint32_t flags;
    const float *translation, *scale;
};

static void add_node(struct buffer *file, const struct node *node)
{
    size_t entry = file->size;
    buffer_u32le(file, 0);
    add_name(file, "node", 80);
    buffer_u32le(file, node->id);
    buffer_u32le(file, (uint32_t)node->parent);
    buffer_u32le(file, node->flags);
    if (node->translation) {
        write_mdx_numbers(file, "KGTR", node->translation, 3);
    }
    if (node->scale) {
        write_mdx_numbers(file, "KGSC", node->scale, 3);
    }
    end_entry(file, entry);
}

/* BONE has two numbers behind each node, HELP none. */
static void add_nodes(struct buffer *file, const char *chunk, const struct node *nodes,
                      uint32_t count)
{
    size_t begin = begin_plain_chunk(file, chunk);
    buffer_u32le(file, count);
    for (uint32_t i = 0; i < count; i++) {
        add_node(file, &nodes[i]);
        if (strcmp(chunk, "BONE") == 0) {
            buffer_u32le(file, 11);
            buffer_u32le(file, 22);
        }
    }
    end_chunk(file, begin);
}

static void add_pivots(struct buffer *file, uint32_t count)
{
    size_t begin = begin_plain_chunk(file, "PIVT");
    for (uint32_t i = 0; i < count; i++) {
        const float pivot[3] = {(float)i, 0, 0};
        add_floats(file, pivot, 3);
    }
    end_chunk(file, begin);
}

struct posed {
    struct arena arena;
    struct m2_pose pose;
    enum adtmap_status status;
};

/* Poses two bones and two helpers of four pivots at x = 0, 1, 2, 3. */
static struct posed pose(const struct node bones[2], const struct node helpers[2])
{
    struct posed posed = {0};
    struct buffer file = {0};
    const struct diag nobody = {0};
    add_nodes(&file, "BONE", bones, 2);
    add_nodes(&file, "HELP", helpers, 2);
    add_pivots(&file, 4);
    const struct mdx mdx = {reader_make(file.data, file.size), {MDX_TEST_STAND, 1500}};
    posed.status = mdx_read_pose(&mdx, &posed.arena, &nobody, &posed.pose);
    buffer_free(&file);
    return posed;
}

static void is_moved(const struct posed *posed, uint32_t node, const double from[3], double x,
                     double y, double z)
{
    double point[3];
    m2_matrix_point(&posed->pose.matrices[node], from, point);
    assert_true(point[0] == x && point[1] == y && point[2] == z);
}

static const double x_5[3] = {5, 0, 0};
static const float up[3] = {0, 0, 4};
static const float left[3] = {0, 1, 0};
static const float half[3] = {0.5F, 1, 1};
static const struct node still[2] = {{2, NONE, 0, NULL, NULL}, {3, NONE, 0, NULL, NULL}};

static void bones_and_helpers_are_found_by_their_ids(void **state)
{
    static const struct node bones[2] = {{3, NONE, 0, up, NULL}, {0, 3, 0, left, NULL}};
    static const struct node helpers[2] = {{1, NONE, 0, NULL, NULL}, {2, 0, 0, NULL, NULL}};
    (void)state;
    struct posed posed = pose(bones, helpers);
    assert_int_equal(posed.status, ADTMAP_OK);
    assert_int_equal(posed.pose.bone_count, 4);
    is_moved(&posed, 3, x_5, 5, 0, 4);
    is_moved(&posed, 0, x_5, 5, 1, 4);
    is_moved(&posed, 1, x_5, 5, 0, 0);
    is_moved(&posed, 2, x_5, 5, 1, 4);
    arena_free(&posed.arena);
}

static void nodes_scale_about_their_pivots(void **state)
{
    static const struct node bones[2] = {{0, NONE, 0, NULL, half}, {1, NONE, 0, NULL, half}};
    (void)state;
    struct posed posed = pose(bones, still);
    assert_int_equal(posed.status, ADTMAP_OK);
    is_moved(&posed, 0, x_5, 2.5, 0, 0);
    is_moved(&posed, 1, x_5, 3, 0, 0);
    arena_free(&posed.arena);
}

/* What is in front of a billboard comes to lie above its pivot. */
static void flags_of_nodes_make_billboards(void **state)
{
    static const struct node bones[2] = {{0, NONE, 0, NULL, NULL},
                                         {1, NONE, BILLBOARD, NULL, NULL}};
    (void)state;
    struct posed posed = pose(bones, still);
    assert_int_equal(posed.status, ADTMAP_OK);
    is_moved(&posed, 0, x_5, 5, 0, 0);
    is_moved(&posed, 1, x_5, 1, 0, 4);
    arena_free(&posed.arena);
}

static void a_node_without_a_pivot_is_refused(void **state)
{
    static const struct node bones[2] = {{0, NONE, 0, NULL, NULL}, {4, NONE, 0, NULL, NULL}};
    (void)state;
    struct posed posed = pose(bones, still);
    assert_int_equal(posed.status, ADTMAP_BAD_DATA);
    arena_free(&posed.arena);
}

int test_mdx_nodes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_and_helpers_are_found_by_their_ids),
        cmocka_unit_test(nodes_scale_about_their_pivots),
        cmocka_unit_test(flags_of_nodes_make_billboards),
        cmocka_unit_test(a_node_without_a_pivot_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
