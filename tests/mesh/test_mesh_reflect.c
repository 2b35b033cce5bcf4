/* Reflections from straight above: which place of a texture a normal shows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/grid.h"
#include "mesh/mesh_reflect.h"

enum { SIZE_PX = 512 };

/* The view of a model that a matrix of three rows (north, west, up) turns and scales. */
static struct mesh_view view_of(const double rows[3][3])
{
    double scale = SIZE_PX * SUBPIXELS / TILE_YD;
    struct mesh_view view = {0};
    for (int i = 0; i < 3; i++) {
        view.to_pixel[0][i] = -rows[1][i] * scale;
        view.to_pixel[1][i] = -rows[0][i] * scale;
        view.to_height[i] = rows[2][i];
    }
    return view;
}

static void is_at(const struct mesh_view *view, enum mesh_mapping mapping, const float normal[3],
                  double u, double v)
{
    const struct mesh_eye eye = mesh_eye_over(SIZE_PX, 0);
    const struct mesh_position position = {SIZE_PX * SUBPIXELS / 2, SIZE_PX * SUBPIXELS / 2, 10};
    float uv[2];
    mesh_reflect(&eye, view, mapping, normal, &position, uv);
    if (fabs((double)uv[0] - u) > 1e-6 || fabs((double)uv[1] - v) > 1e-6) {
        fail_msg("%g, %g, not %g, %g", (double)uv[0], (double)uv[1], u, v);
    }
}

static const double level[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* East is right in the picture of all directions, north is down: clients count v so. */
static void a_sphere_shows_the_side_that_a_surface_looks_to(void **state)
{
    (void)state;
    const struct mesh_view view = view_of(level);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0, 0, 1}, 0.5, 0.5);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0, -0.6F, 0.8F}, 0.8, 0.5);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0.6F, 0, 0.8F}, 0.5, 0.8);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0, 0, -1}, 0.5, 0.5);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0, -0.6F, -0.8F}, 0.2, 0.5); /* from behind */
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0, 0, 0}, 0.5, 0.5);
}

/* r = 2 n.z n, of which x and y count. */
static void a_direction_is_taken_as_it_is(void **state)
{
    (void)state;
    const struct mesh_view view = view_of(level);
    is_at(&view, MAPPED_AS_SEEN, (float[3]){0, 0, 1}, 0, 0);
    is_at(&view, MAPPED_AS_SEEN, (float[3]){0, -0.6F, 0.8F}, 0.96, 0);
    is_at(&view, MAPPED_AS_SEEN, (float[3]){-0.6F, 0, 0.8F}, 0, -0.96);
}

/* Models are turned and scaled, and their normals may have any length. */
static void normals_are_turned_into_the_picture(void **state)
{
    (void)state;
    static const double turned[3][3] = {{0, -3, 0}, {3, 0, 0}, {0, 0, 3}}; /* x is west */
    const struct mesh_view view = view_of(turned);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){6, 0, 8}, 0.2, 0.5);
    is_at(&view, MAPPED_AS_SPHERE, (float[3]){0, 6, 8}, 0.5, 0.2);
}

/* In the middle of the tile the eye looks down. A normal (east, north, up) counts as (east, up,
 * south) there: what looks north has its mirror image along the line of sight. */
static void noggit_reflects_normals_of_other_axes(void **state)
{
    (void)state;
    const struct mesh_view view = view_of(level);
    is_at(&view, MAPPED_BY_NOGGIT, (float[3]){0, 0, 1}, 0, 0);
    is_at(&view, MAPPED_BY_NOGGIT, (float[3]){0.6F, 0, 0.8F}, 0, 2 * -0.6 * 0.8);
    const double wanted_x = 2 * -0.6 * 0.48, wanted_y = 2 * -0.6 * 0.64;
    is_at(&view, MAPPED_BY_NOGGIT, (float[3]){0.6F, -0.48F, 0.64F}, wanted_x, wanted_y);
}

/* To the sides the line of sight leans, by the height of the eye: 210 yards at least, and 10 above
 * the highest thing. */
static void the_eye_of_noggit_floats_over_the_tile(void **state)
{
    (void)state;
    static const double heights[][2] = {{0, 210}, {200, 210}, {300, 310}};
    const struct mesh_view view = view_of(level);
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        const struct mesh_eye eye = mesh_eye_over(SIZE_PX, heights[i][0]);
        const struct mesh_position corner = {0, 0, 10};
        const double half = TILE_YD / 2, down = heights[i][1] - 10;
        double length = sqrt(2 * half * half + down * down);
        float uv[2];
        mesh_reflect(&eye, &view, MAPPED_BY_NOGGIT, (float[3]){0, 0, 1}, &corner, uv);
        assert_true(fabs((double)uv[0] + half / length) < 1e-6);
        assert_true(fabs((double)uv[1] + half / length) < 1e-6); /* north, turned by the mirror */
    }
}

int test_mesh_reflect(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sphere_shows_the_side_that_a_surface_looks_to),
        cmocka_unit_test(a_direction_is_taken_as_it_is),
        cmocka_unit_test(normals_are_turned_into_the_picture),
        cmocka_unit_test(noggit_reflects_normals_of_other_axes),
        cmocka_unit_test(the_eye_of_noggit_floats_over_the_tile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
