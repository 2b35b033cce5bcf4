#include "mesh/mesh_triangle.h"

/* Coordinates beyond this have no fraction left that matters. */
#define REPEATS_MAX 4194304.0F

static lanes_f smallest(const lanes_f value[3])
{
    return lanes_smaller(lanes_smaller(value[0], value[1]), value[2]);
}

static lanes_f largest(const lanes_f value[3])
{
    return lanes_larger(lanes_larger(value[0], value[1]), value[2]);
}

/* The whole number at or below each lane, one less; lanes within REPEATS_MAX. */
static lanes_f repeats_before(lanes_f low)
{
    lanes_f whole = __builtin_convertvector(__builtin_convertvector(low, lanes_i), lanes_f);
    return whole - lanes_select((lanes_i)(whole > low), lanes_splat(2.0F), lanes_splat(1.0F));
}

void mesh_place_texture(const struct mip_texture *texture, struct mip_sampling sampling,
                        unsigned wrap, const lanes_f value[3], struct mesh_planes *planes,
                        struct mip_footprint *footprint)
{
    *footprint = mip_footprint(texture, sampling, planes->east * (float)SUBPIXELS,
                               planes->south * (float)SUBPIXELS);
    const struct mip_level *image = &texture->levels[footprint->level];
    const lanes_i moved = {wrap & MIP_CLAMP_U ? 0 : -1, wrap & MIP_CLAMP_V ? 0 : -1, 0, 0};
    const lanes_f places = {(float)PLACE_ONE * (float)image->width,
                            (float)PLACE_ONE * (float)image->height, 1.0F, 1.0F};
    lanes_f low = lanes_larger(smallest(value), lanes_splat(-REPEATS_MAX));
    lanes_f repeats = repeats_before(lanes_smaller(low, lanes_splat(REPEATS_MAX)));
    const lanes_f rounding = {0.5F, 0.5F};
    planes->at = (planes->at - (lanes_f)((lanes_i)repeats & moved)) * places + rounding;
    planes->east *= places;
    planes->south *= places;
}

/* The pixel of the tile next to a position on one axis. */
static uint16_t pixel_at(int32_t at, uint32_t size_px)
{
    int32_t last = (int32_t)size_px - 1;
    int32_t pixel = at >> 8 > 0 ? at >> 8 : 0;
    return (uint16_t)(pixel < last ? pixel : last);
}

static int32_t smallest_of(const int32_t at[3])
{
    int32_t low = at[0] < at[1] ? at[0] : at[1];
    return low < at[2] ? low : at[2];
}

static int32_t largest_of(const int32_t at[3])
{
    int32_t high = at[0] > at[1] ? at[0] : at[1];
    return high > at[2] ? high : at[2];
}

void mesh_triangle_make(const struct mesh_corners *corners, const lanes_f value[3],
                        uint32_t size_px, struct mesh_triangle *triangle)
{
    triangle->planes = mesh_planes_of(corners, value);
    memcpy(triangle->x, corners->x, sizeof triangle->x);
    memcpy(triangle->y, corners->y, sizeof triangle->y);
    triangle->low_yd = smallest(value)[PLANE_HEIGHT];
    triangle->high_yd = largest(value)[PLANE_HEIGHT];
    triangle->left = pixel_at(smallest_of(corners->x), size_px);
    triangle->right = pixel_at(largest_of(corners->x), size_px);
    triangle->top = pixel_at(smallest_of(corners->y), size_px);
    triangle->bottom = pixel_at(largest_of(corners->y), size_px);
}
