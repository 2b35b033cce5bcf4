#include "scene/mesh/mesh_triangle.h"

#include "scene/mesh/sample_grid.h"

bool mesh_is_seen(const struct mesh_position position[3], const struct mesh_material *material,
                  const struct pixel_area *where)
{
    int64_t area = mesh_area(position);
    if (area == 0 || (area > 0 && !material->two_sided)) {
        return false;
    }
    struct subpixel_box box = subpixel_box_of(position);
    return box.high_x >= (int32_t)where->first_column * SUBPIXELS &&
           box.low_x < (int32_t)where->end_column * SUBPIXELS &&
           box.high_y >= (int32_t)where->first_row * SUBPIXELS &&
           box.low_y < (int32_t)where->end_row * SUBPIXELS && sample_grid_touches(&box) &&
           sample_grid_may_cover(position, area > 0, &box);
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
