/*
 * Triangles are set up MIP_RUN at a time, in steps over all of them:
 *
 *   1. corners are gathered, clockwise, and the values of planes there;
 *   2. boxes, edges and areas, in loops without branches in which compilers find vectors;
 *   3. planes, which have a vector each: four of them side by side;
 *   4. for each texture how pixels lie on it, again in loops without branches, and its planes as
 *      places in the level that comes out.
 *
 * Axes of a texture that wrap begin with a repeat that leaves no place of the triangle negative.
 * Half a place is added, so that leaving out fractions rounds. All is rounded in one order,
 * whichever vectors there are: all instruction sets agree to the bit.
 */
#include "mesh/mesh_triangle.h"

#include "mesh/mesh_builder.h"

enum { RUN = MIP_RUN };

/* Coordinates beyond this have no fraction left that matters. */
#define REPEATS_MAX 4194304.0F

/* Twice the area in pixels of a small triangle, and what any covers of a pixel that shows it. They
 * were chosen by the distance of real tiles to pictures of 64 times as many pixels. */
#define TWICE_SMALL_PX 4.0F
#define COVERED_LEAST 0.5F

/* Triangles under way. */
struct run {
    uint32_t count;
    uint32_t vertex[3 * RUN]; /* of the shape, three a triangle, as all that follows */
    float value[3 * RUN][4];  /* lanes of planes; u and v are texture coordinates */
    struct mesh_lights lights;

    int32_t x[3][RUN], y[3][RUN];
    float area[RUN]; /* twice that of the triangle, in square subpixels */

    float east[2][RUN], south[2][RUN]; /* from the first corner to the others */
    float per_area[RUN];
    float covered[RUN]; /* of a pixel */
    int32_t left[RUN], right[RUN], top[RUN], bottom[RUN];

    struct mesh_planes planes[RUN];
    lanes_f low[RUN], high[RUN];
    struct mip_footprint footprints[RUN];
};

/* What is read of a vertex after corners are gathered. */
static inline void fetch_vertex(const struct mesh_shape *shape, uint32_t vertex)
{
    const struct mesh_coordinates *from = &shape->textures[0];
    if (shape->normals) {
        __builtin_prefetch(shape->normals[vertex]);
    }
    if (from->values) {
        __builtin_prefetch(from->values + (size_t)vertex * from->stride);
    }
}

/* Gathers corners; the last two change places where they run counter-clockwise. */
static void gather_corners(const struct mesh_making *making, uint32_t first, struct run *run)
{
    const struct mesh_shape *shape = making->shape;
    const int32_t(*xy)[2] = (const int32_t(*)[2])making->builder->moved.xy;
    for (uint32_t i = 0; i < run->count; i++) {
        const uint32_t *indices = shape->indices + 3 * (size_t)making->numbers[first + i];
        const int32_t *a = xy[indices[0]];
        const int32_t *b = xy[indices[1]];
        const int32_t *c = xy[indices[2]];
        int64_t area =
            (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(c[0] - a[0]) * (b[1] - a[1]);
        bool is_turned = area < 0;
        const int32_t *second = is_turned ? c : b, *third = is_turned ? b : c;
        run->vertex[3 * i] = indices[0];
        run->vertex[3 * i + 1] = indices[1 + is_turned];
        run->vertex[3 * i + 2] = indices[2 - is_turned];
        for (uint32_t k = 0; k < 3; k++) {
            fetch_vertex(shape, indices[k]);
        }
        run->x[0][i] = a[0];
        run->y[0][i] = a[1];
        run->x[1][i] = second[0];
        run->y[1][i] = second[1];
        run->x[2][i] = third[0];
        run->y[2][i] = third[1];
        run->area[i] = (float)(is_turned ? -area : area);
    }
}

/* The pixel of the tile next to a position on one axis. */
static inline int32_t pixel_at(int32_t at, int32_t last)
{
    int32_t pixel = at >> 8;
    pixel = pixel > 0 ? pixel : 0;
    return pixel < last ? pixel : last;
}

/* How much of a pixel that shows a triangle this covers. `small` is twice the area, in square
 * subpixels, of one that is taken to cover three quarters. */
static inline float covered_of(float area, float small)
{
    float squared = area * area, of_small = small * small;
    return (squared + COVERED_LEAST * of_small) / (squared + of_small);
}

static void find_boxes(const struct mesh_builder *builder, struct run *run)
{
    const float pixel = builder->sampling.pixel * (float)SUBPIXELS;
    const float small = TWICE_SMALL_PX * pixel * pixel;
    const int32_t last = (int32_t)builder->size_px - 1;
    for (uint32_t i = 0; i < RUN; i++) {
        int32_t x0 = run->x[0][i], x1 = run->x[1][i], x2 = run->x[2][i];
        int32_t y0 = run->y[0][i], y1 = run->y[1][i], y2 = run->y[2][i];
        run->left[i] = pixel_at(mesh_least_of(x0, x1, x2), last);
        run->right[i] = pixel_at(mesh_most_of(x0, x1, x2), last);
        run->top[i] = pixel_at(mesh_least_of(y0, y1, y2), last);
        run->bottom[i] = pixel_at(mesh_most_of(y0, y1, y2), last);
    }
    for (uint32_t i = 0; i < RUN; i++) {
        run->east[0][i] = (float)(run->x[1][i] - run->x[0][i]);
        run->east[1][i] = (float)(run->x[2][i] - run->x[0][i]);
        run->south[0][i] = (float)(run->y[1][i] - run->y[0][i]);
        run->south[1][i] = (float)(run->y[2][i] - run->y[0][i]);
        run->per_area[i] = 1.0F / run->area[i];
        run->covered[i] = covered_of(run->area[i], small);
    }
}

static void reflect(const struct mesh_making *making, enum mesh_mapping mapping, struct run *run)
{
    static const float up[3] = {0.0F, 0.0F, 1.0F};
    const struct mesh_builder *builder = making->builder;
    const struct mesh_shape *shape = making->shape;
    for (uint32_t c = 0; c < 3 * run->count; c++) {
        uint32_t vertex = run->vertex[c];
        const struct mesh_position at = {builder->moved.xy[vertex][0], builder->moved.xy[vertex][1],
                                         builder->moved.z_yd[vertex]};
        mesh_reflect(&builder->eye, shape->view, mapping,
                     shape->normals ? shape->normals[vertex] : up, &at, run->value[c]);
    }
}

/* As they are before any are read. */
static void clear_coordinates(struct run *run)
{
    for (uint32_t c = 0; c < 3 * run->count; c++) {
        run->value[c][PLANE_U] = run->value[c][PLANE_V] = 0.0F;
    }
}

/* Reads the texture coordinates of texture `t`. */
static void read_coordinates(const struct mesh_making *making, unsigned t, struct run *run)
{
    const struct mesh_coordinates *from = &making->shape->textures[t];
    if (from->mapping != MAPPED_BY_VERTEX) {
        reflect(making, from->mapping, run);
        return;
    }
    const uint32_t corners = 3 * run->count;
    if (!from->values) {
        clear_coordinates(run);
        return;
    }
    for (uint32_t c = 0; c < corners; c++) {
        memcpy(run->value[c], from->values + (size_t)run->vertex[c] * from->stride,
               2 * sizeof(float));
    }
    if (from->transform) {
        const float *row_u = from->transform[0], *row_v = from->transform[1];
        for (uint32_t c = 0; c < corners; c++) {
            float u = run->value[c][PLANE_U], v = run->value[c][PLANE_V];
            run->value[c][PLANE_U] = row_u[0] * u + row_u[1] * v + row_u[2];
            run->value[c][PLANE_V] = row_v[0] * u + row_v[1] * v + row_v[2];
        }
    }
}

/* max(0, n . sun). */
static inline float facing_of(const struct mesh_shape *shape, uint32_t vertex)
{
    const float *normal = shape->normals[vertex];
    float facing =
        shape->sun[0] * normal[0] + shape->sun[1] * normal[1] + shape->sun[2] * normal[2];
    return facing > 0.0F ? facing : 0.0F;
}

static void read_heights(const struct mesh_making *making, struct run *run)
{
    const float *z_yd = making->builder->moved.z_yd;
    for (uint32_t c = 0; c < 3 * run->count; c++) {
        run->value[c][PLANE_HEIGHT] = z_yd[run->vertex[c]];
    }
}

static void read_light(const struct mesh_making *making, struct run *run)
{
    const struct mesh_shape *shape = making->shape;
    const uint32_t corners = 3 * run->count;
    if (shape->light_of) {
        shape->light_of(shape->user, run->vertex, corners, &run->lights);
        for (uint32_t c = 0; c < corners; c++) {
            run->value[c][PLANE_LIGHT] = run->lights.facing[c];
        }
        return;
    }
    for (uint32_t c = 0; c < corners; c++) {
        run->value[c][PLANE_LIGHT] = facing_of(shape, run->vertex[c]);
        run->lights.weights[c] = lanes_splat(shape->mix);
    }
}

/* The planes through one vector of values per corner. */
static inline struct mesh_planes planes_of(const struct run *run, uint32_t i,
                                           const lanes_f value[3])
{
    lanes_f per_area = lanes_splat(run->per_area[i]);
    lanes_f from_1 = (value[1] - value[0]) * per_area;
    lanes_f from_2 = (value[2] - value[0]) * per_area;
    lanes_f x1 = lanes_splat(run->east[0][i]), y1 = lanes_splat(run->south[0][i]);
    lanes_f x2 = lanes_splat(run->east[1][i]), y2 = lanes_splat(run->south[1][i]);
    return (struct mesh_planes){value[0], from_1 * y2 - from_2 * y1, from_2 * x1 - from_1 * x2};
}

/* Fills planes, and the lowest and highest values. */
static void find_planes(struct run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        const lanes_f value[3] = {lanes_load(run->value[3 * i]), lanes_load(run->value[3 * i + 1]),
                                  lanes_load(run->value[3 * i + 2])};
        run->planes[i] = planes_of(run, i, value);
        run->low[i] = lanes_smaller(lanes_smaller(value[0], value[1]), value[2]);
        run->high[i] = lanes_larger(lanes_larger(value[0], value[1]), value[2]);
    }
}

/* The whole number at or below each lane, one less; lanes within REPEATS_MAX. */
static inline lanes_f repeats_before(lanes_f low)
{
    lanes_f whole = __builtin_convertvector(__builtin_convertvector(low, lanes_i), lanes_f);
    return whole - lanes_select((lanes_i)(whole > low), lanes_splat(2.0F), lanes_splat(1.0F));
}

/* Between levels, what a key cuts out would blur into what is behind it. */
static struct mip_sampling sampling_of(const struct mesh_builder *builder,
                                       const struct surface_material *material)
{
    bool is_cut = material->alpha_key && !surface_is_transparent(material->blend);
    return (struct mip_sampling){is_cut ? MIP_ANISOTROPIC : builder->sampling.filter,
                                 builder->sampling.pixel};
}

/* Takes the planes through coordinates of texture `t` to places in a level of it. */
static void place_texture(const struct mesh_making *making, unsigned t, struct run *run)
{
    const struct surface_material *material = making->shape->material;
    const struct mip_texture *texture = material->textures[t];
    const unsigned wrap = material->wrap[t];
    const lanes_i moved = {wrap & MIP_CLAMP_U ? 0 : -1, wrap & MIP_CLAMP_V ? 0 : -1, 0, 0};
    const lanes_f rounding = {0.5F, 0.5F};
    struct mip_slopes slopes = {0};
    memcpy(slopes.covered, run->covered, sizeof slopes.covered);
    for (uint32_t i = 0; i < run->count; i++) {
        for (uint32_t axis = 0; axis < 2; axis++) {
            slopes.east[axis][i] = run->planes[i].east[axis] * (float)SUBPIXELS;
            slopes.south[axis][i] = run->planes[i].south[axis] * (float)SUBPIXELS;
        }
    }
    mip_footprints(texture, sampling_of(making->builder, material), &slopes, run->count,
                   run->footprints);
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t level = run->footprints[i].level;
        const struct mip_level *image = &texture->levels[level];
        struct mesh_planes *planes = &run->planes[i];
        const lanes_f places = {(float)PLACE_ONE * (float)image->width,
                                (float)PLACE_ONE * (float)image->height, 1.0F, 1.0F};
        lanes_f low = lanes_larger(run->low[i], lanes_splat(-REPEATS_MAX));
        lanes_f repeats = repeats_before(lanes_smaller(low, lanes_splat(REPEATS_MAX)));
        planes->at = (planes->at - (lanes_f)((lanes_i)repeats & moved)) * places + rounding;
        planes->east *= places;
        planes->south *= places;
        making->finest[t] = level < making->finest[t] ? level : making->finest[t];
    }
}

static void store_triangles(const struct mesh_making *making, uint32_t first, const struct run *run)
{
    const struct mesh_list *list = making->builder->list;
    for (uint32_t i = 0; i < run->count; i++) {
        struct mesh_triangle *triangle = mesh_list_triangle(list, list->triangle_count + first + i);
        *triangle = (struct mesh_triangle){
            .planes = run->planes[i],
            .x = {run->x[0][i], run->x[1][i], run->x[2][i]},
            .y = {run->y[0][i], run->y[1][i], run->y[2][i]},
            .low_yd = run->low[i][PLANE_HEIGHT],
            .high_yd = run->high[i][PLANE_HEIGHT],
            .batch = list->count,
            .texture = run->footprints[i],
            .left = (uint16_t)run->left[i],
            .right = (uint16_t)run->right[i],
            .top = (uint16_t)run->top[i],
            .bottom = (uint16_t)run->bottom[i],
        };
    }
}

static void store_colors(const struct run *run, struct mesh_planes *colors)
{
    for (uint32_t i = 0; i < run->count; i++) {
        colors[i] = planes_of(run, i, &run->lights.color[3 * i]);
    }
}

/* Fills the layers, which begin at `layers`. */
static void make_layers(const struct mesh_making *making, char *layers, struct run *run)
{
    const struct surface_material *material = making->shape->material;
    const unsigned count = surface_mix_textures(material->mix);
    const unsigned present = surface_material_textures(material);
    for (uint32_t i = 0; i < run->count; i++) {
        struct mesh_layers *of = (void *)(layers + (size_t)i * making->layers_bytes);
        of->weights = planes_of(run, i, &run->lights.weights[3 * i]);
    }
    for (unsigned t = 1; t < count; t++) {
        bool is_present = present >> t & 1;
        if (is_present) {
            read_coordinates(making, t, run);
            find_planes(run);
            place_texture(making, t, run);
        }
        for (uint32_t i = 0; i < run->count; i++) {
            struct mesh_layers *of = (void *)(layers + (size_t)i * making->layers_bytes);
            struct mesh_layer_plane *layer = &of->layer[t - 1];
            *layer = (struct mesh_layer_plane){0};
            if (is_present) {
                memcpy(layer->at, &run->planes[i].at, sizeof layer->at);
                memcpy(layer->east, &run->planes[i].east, sizeof layer->east);
                memcpy(layer->south, &run->planes[i].south, sizeof layer->south);
                layer->texture = run->footprints[i];
            }
        }
    }
}

static void make_run(const struct mesh_making *making, uint32_t first, struct run *run)
{
    const bool is_textured = making->shape->material->textures[0] && !making->has_heights_only;
    gather_corners(making, first, run);
    find_boxes(making->builder, run);
    read_heights(making, run);
    if (!making->has_heights_only) {
        read_light(making, run);
    }
    if (is_textured) {
        read_coordinates(making, 0, run);
    } else if (making->layers) {
        clear_coordinates(run);
    }
    find_planes(run);
    if (is_textured) {
        place_texture(making, 0, run);
    } else {
        for (uint32_t i = 0; i < run->count; i++) {
            run->footprints[i] = (struct mip_footprint){.taps = 1};
        }
    }
    store_triangles(making, first, run);
    if (making->colors) {
        store_colors(run, making->colors + first);
    }
    if (making->layers) {
        make_layers(making, making->layers + (size_t)first * making->layers_bytes, run);
    }
}

void mesh_make_triangles(const struct mesh_making *making)
{
    struct run run;
    memset(run.x, 0, sizeof run.x);
    memset(run.y, 0, sizeof run.y);
    memset(run.area, 0, sizeof run.area);
    memset(run.value, 0, sizeof run.value);
    for (uint32_t first = 0; first < making->count; first += RUN) {
        run.count = making->count - first < RUN ? making->count - first : RUN;
        make_run(making, first, &run);
    }
}
