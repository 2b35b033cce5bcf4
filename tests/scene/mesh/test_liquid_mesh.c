/* Liquids of buildings as meshes: what they take of a tile's memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/mesh/liquid_mesh.h"

enum { EDGE = 128, VERTICES = (EDGE + 1) * (EDGE + 1), QUADS = EDGE * EDGE };

/*
 * Each of the four classes took the indices of all quads, of which three were never used: 3 MiB for
 * a lake of 128 x 128.
 */
static void a_lake_takes_the_bytes_of_its_triangles(void **state)
{
    (void)state;
    static uint8_t quads[QUADS];
    struct liquid_point *points = calloc(VERTICES, sizeof *points);
    struct adtmap_settings settings = {0};
    struct arena arena = {.block_bytes = 4096};
    struct mesh_list list = {0};
    memset(quads, LIQUID_WATER, sizeof quads);
    const struct liquid_grid lake = {.width = EDGE, .height = EDGE, .quad = quads};
    const struct mesh_target target = {
        .settings = &settings, .quad_px = 4, .arena = &arena, .list = &list};
    assert_non_null(points);
    assert_true(liquid_append(&target, &lake, points));
    size_t needed = VERTICES * sizeof(struct mesh_vertex) + (size_t)QUADS * 6 * sizeof(uint32_t);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.last->batch.index_count, QUADS * 6);
    assert_true(arena_bytes(&arena) < needed + (256 << 10));
    arena_free(&arena);
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lake_takes_the_bytes_of_its_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
