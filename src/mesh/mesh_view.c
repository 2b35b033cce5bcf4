#include "mesh/mesh_view.h"

#include "base/portable_math.h"
#include "formats/grid.h"

struct mesh_view mesh_view_of(const struct mesh_builder *target,
                              const struct placement_matrix *matrix)
{
    double scale = (double)QUADS_PER_TILE * (double)target->quad_px * SUBPIXELS / TILE_YD;
    double west = grid_edge_yd(target->scene->x);
    double north = grid_edge_yd(target->scene->y);
    struct mesh_view view;
    for (int column = 0; column < 4; column++) {
        double corner = column == 3 ? 1.0 : 0.0;
        view.to_pixel[0][column] = (corner * west - matrix->m[1][column]) * scale;
        view.to_pixel[1][column] = (corner * north - matrix->m[0][column]) * scale;
        view.to_height[column] = matrix->m[2][column];
    }
    return view;
}

static double transform(const double row[4], const float p[3])
{
    return row[0] * (double)p[0] + row[1] * (double)p[1] + row[2] * (double)p[2] + row[3];
}

static int32_t to_subpixel(double at)
{
    double limit = (double)MESH_REACH;
    at = at < limit ? at : limit;
    at = at > -limit ? at : -limit;
    return (int32_t)portable_floor(at + 0.5);
}

struct mesh_position mesh_view_position(const struct mesh_view *view, const float position[3])
{
    return (struct mesh_position){
        to_subpixel(transform(view->to_pixel[0], position)),
        to_subpixel(transform(view->to_pixel[1], position)),
        (float)transform(view->to_height, position),
    };
}
