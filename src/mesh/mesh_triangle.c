#include "mesh/mesh_triangle.h"

#include "mesh/sample_grid.h"

bool mesh_may_cover(const struct mesh_position *a, const struct mesh_position *b,
                    const struct mesh_position *c, bool is_clockwise,
                    const struct pixel_area *where)
{
    struct subpixel_box box = subpixel_box_of(a, b, c);
    return box.high_x >= (int32_t)where->first_column * SUBPIXELS &&
           box.low_x < (int32_t)where->end_column * SUBPIXELS &&
           box.high_y >= (int32_t)where->first_row * SUBPIXELS &&
           box.low_y < (int32_t)where->end_row * SUBPIXELS && sample_grid_touches(&box) &&
           sample_grid_may_cover(a, b, c, is_clockwise, &box);
}

/* How u and v of texture `t` change from pixel to pixel eastward and southward, times the area. */
static void pixel_steps(const struct mesh_corners *corners, unsigned t, double steps[2][2])
{
    const float *const uv[3] = {mesh_corner_uv(corners, 0, t), mesh_corner_uv(corners, 1, t),
                                mesh_corner_uv(corners, 2, t)};
    for (unsigned axis = 0; axis < 2; axis++) {
        const float values[3] = {uv[0][axis], uv[1][axis], uv[2][axis]};
        mesh_gradient_scaled(corners->position, values, steps[axis]);
        steps[axis][0] *= SUBPIXELS;
        steps[axis][1] *= SUBPIXELS;
    }
}

struct mip_footprint mesh_footprint(const struct mesh_material *material,
                                    const struct mesh_corners *corners, unsigned t)
{
    double area = (double)mesh_area(corners->position);
    double steps[2][2];
    pixel_steps(corners, t, steps);
    for (unsigned axis = 0; axis < 2; axis++) {
        steps[axis][0] /= area;
        steps[axis][1] /= area;
    }
    return mip_footprint(material->textures[t], steps[0], steps[1]);
}

bool mesh_is_level_kept(const struct mesh_material *material, const struct mesh_corners *corners,
                        unsigned t)
{
    double steps[2][2];
    pixel_steps(corners, t, steps);
    return mip_surely_kept(material->textures[t], steps[0], steps[1],
                           (double)mesh_area(corners->position));
}
