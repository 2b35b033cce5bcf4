/*
 * Clients map reflections in the axes of the camera: x right, y up, z towards the eye. Here these
 * are east, north and up, and the view v is (0, 0, -1) everywhere. With the normal n, of length 1,
 *
 *     r = v - 2 (v . n) n = (0, 0, -1) + 2 n.z n
 *
 * so r itself is 2 n.z (n.x, n.y), and r + (0, 0, 1) has the direction of n, or of -n where a
 * surface is seen from behind.
 *
 * noggit-red takes the normal in axes of its world (east, up, south), and v from the eye of its
 * exporter, which floats 10 yards above the highest thing of the tile, and at 210 yards at least,
 * to each vertex, though nothing is in perspective there.
 */
#include "mesh/mesh_reflect.h"

#include <math.h>

#include "formats/grid.h"

struct mesh_eye mesh_eye_over(uint32_t size_px, double highest_yd)
{
    const double least_yd = 200.0, above_yd = 10.0;
    return (struct mesh_eye){size_px, (highest_yd > least_yd ? highest_yd : least_yd) + above_yd};
}

/* Makes the length 1; a vector without one points along the last axis. */
static void normalise(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) {
        v[i] = length > 0.0 ? v[i] / length : i == 2;
    }
}

static void reflect_by_noggit(const struct mesh_eye *eye, const double n[3],
                              const struct mesh_position *position, float uv[2])
{
    double yards = TILE_YD / (eye->size_px * SUBPIXELS);
    double v[3] = {(double)position->x * yards - TILE_YD / 2.0,
                   TILE_YD / 2.0 - (double)position->y * yards,
                   (double)position->z_yd - eye->height_yd};
    normalise(v);
    const double world[3] = {n[0], n[2], -n[1]};
    double twice = 2.0 * (v[0] * world[0] + v[1] * world[1] + v[2] * world[2]);
    uv[0] = (float)(v[0] - twice * world[0]);
    uv[1] = (float)(v[1] - twice * world[1]);
}

void mesh_reflect(const struct mesh_eye *eye, const struct mesh_view *view,
                  enum mesh_mapping mapping, const float normal[3],
                  const struct mesh_position *position, float uv[2])
{
    double yards = TILE_YD / (eye->size_px * SUBPIXELS);
    double n[3] = {0};
    for (int i = 0; i < 3; i++) {
        n[0] += view->to_pixel[0][i] * yards * (double)normal[i];
        n[1] -= view->to_pixel[1][i] * yards * (double)normal[i];
        n[2] += view->to_height[i] * (double)normal[i];
    }
    normalise(n);
    if (mapping == MAPPED_BY_NOGGIT) {
        reflect_by_noggit(eye, n, position, uv);
        return;
    }
    for (int i = 0; i < 2; i++) {
        double sphere = 0.5 + (n[2] < 0.0 ? -0.5 : 0.5) * n[i];
        uv[i] = (float)(mapping == MAPPED_AS_SPHERE ? sphere : 2.0 * n[2] * n[i]);
    }
}
