#include "scene/mesh/mesh_triangle.h"

#include "scene/mesh/sample_grid.h"

struct mesh_corners mesh_corners(const struct mesh_batch *batch, uint32_t i)
{
    struct mesh_corners corners;
    for (uint32_t k = 0; k < 3; k++) {
        corners.vertex[k] = &batch->vertices[batch->indices[i + k]];
        corners.position[k] = corners.vertex[k]->position;
    }
    return corners;
}

bool mesh_is_seen(const struct mesh_position position[3], const struct mesh_material *material,
                  const struct pixel_area *where)
{
    struct subpixel_box box = subpixel_box_of(position);
    if (box.high_x < (int32_t)where->first_column * SUBPIXELS ||
        box.low_x >= (int32_t)where->end_column * SUBPIXELS ||
        box.high_y < (int32_t)where->first_row * SUBPIXELS ||
        box.low_y >= (int32_t)where->end_row * SUBPIXELS || !sample_grid_touches(&box)) {
        return false;
    }
    int64_t area = mesh_area(position);
    return area < 0 || (area > 0 && material->two_sided);
}

/* How u and v of texture `t` change from pixel to pixel eastward and southward, times the area. */
static void pixel_steps(const struct mesh_corners *corners, unsigned t, double steps[2][2])
{
    const struct mesh_vertex *const *v = corners->vertex;
    for (unsigned axis = 0; axis < 2; axis++) {
        const float values[3] = {v[0]->uv[t][axis], v[1]->uv[t][axis], v[2]->uv[t][axis]};
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
