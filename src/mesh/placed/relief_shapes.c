/*
 * A crown is a dome over the middle of the box: an apex and two rings. Branches reach the sides of
 * a box in a few places, so that it is narrower. A wide one is made of small domes that lie on a
 * large one: a single dome would look like a ball, and hide what a canopy is.
 */
#include "mesh/placed/relief_shapes.h"

#include "base/size.h"
#include "scene/doodad/doodad_rule.h"

enum {
    RING = 12,
    CROWN_VERTICES = 1 + 2 * RING,
    CROWN_INDICES = 3 * (RING + 2 * RING), /* round the apex, and between the rings */
};

_Static_assert(CROWN_VERTICES + CROWN_INDICES == DOODAD_DOME_VERTICES,
               "what the bound of a tile counts");

static const float wmo_rgb[3] = {0.72F, 0.6F, 0.54F};
static const float doodad_rgb[3] = {0.7F, 0.66F, 0.62F};
static const float crown_rgb[3] = {0.53F, 0.68F, 0.44F};

/* Of the box's half width. */
#define CROWN_WIDTH 0.72F

/* Of a ring: how wide it is, how far down of the dome's height, and its normals: out and up. */
static const struct crown_ring {
    float width, down, out, up;
} crown_rings[] = {{0.6F, 0.2F, 0.5F, 0.866F}, {1.0F, 1.0F, 0.92F, 0.392F}};

/* North and west of the directions round a ring. */
static const float around[RING][2] = {
    {1.0F, 0.0F},     {0.866F, 0.5F},  {0.5F, 0.866F},  {0.0F, 1.0F},
    {-0.5F, 0.866F},  {-0.866F, 0.5F}, {-1.0F, 0.0F},   {-0.866F, -0.5F},
    {-0.5F, -0.866F}, {0.0F, -1.0F},   {0.5F, -0.866F}, {0.866F, -0.5F},
};

/* Sizes of small domes that follow each other, the first by the doodad's id: they would look like a
 * honeycomb. */
static const float uneven[] = {1.0F, 0.86F, 1.12F, 0.94F, 1.2F, 0.8F, 1.06F};

/* Where the small domes of a wide crown are: so many round the middle, at this part of its half
 * width, and as wide. */
static const struct crown_circle {
    uint32_t domes; /* of a crown that has it */
    uint32_t count;
    float away, width;
} crown_circles[] = {
    {19, 12, 0.76F, 0.25F}, {19, 6, 0.4F, 0.28F}, {19, 1, 0.0F, 0.3F},
    {7, 6, 0.6F, 0.42F},    {7, 1, 0.0F, 0.5F},   {1, 1, 0.0F, 1.0F},
};

void relief_wmo_light(const struct sun_light *light, float facing, float rgba[4])
{
    for (int c = 0; c < 3; c++) {
        rgba[c] = wmo_rgb[c] * (light->ambient[c] + light->diffuse[c] * facing);
    }
    rgba[3] = 1.0F;
}

static void shape_light(const struct sun_light *light, const float rgb[3], float of_shape[2][4])
{
    for (int c = 0; c < 3; c++) {
        of_shape[0][c] = rgb[c] * light->ambient[c];
        of_shape[1][c] = rgb[c] * light->diffuse[c];
    }
    of_shape[0][3] = 1.0F;
    of_shape[1][3] = 0.0F;
}

void relief_doodad_light(const struct sun_light *light, float of_shape[2][4])
{
    shape_light(light, doodad_rgb, of_shape);
}

static uint32_t list_triangles(uint32_t indices[CROWN_INDICES])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < RING; i++) {
        const uint32_t next = (i + 1) % RING;
        const uint32_t corners[] = {0,     1 + i,           1 + next,
                                    1 + i, 1 + RING + i,    1 + RING + next,
                                    1 + i, 1 + RING + next, 1 + next};
        for (size_t k = 0; k < COUNT_OF(corners); k++) {
            indices[count++] = corners[k];
        }
    }
    return count;
}

/* A dome in the world. */
struct dome {
    float top[3];
    float half[2]; /* north and west */
    float height;
};

static bool add_dome(struct mesh_builder *builder, const struct mesh_shape *of_crown,
                     const struct dome *dome)
{
    static const struct placement_matrix as_in_the_world = {
        {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};
    float positions[CROWN_VERTICES][3] = {{dome->top[0], dome->top[1], dome->top[2]}};
    float normals[CROWN_VERTICES][3] = {{0.0F, 0.0F, 1.0F}};
    uint32_t indices[CROWN_INDICES];
    for (uint32_t i = 0; i < 2 * RING; i++) {
        const struct crown_ring *ring = &crown_rings[i / RING];
        for (int axis = 0; axis < 2; axis++) {
            const float towards = around[i % RING][axis];
            positions[1 + i][axis] = dome->top[axis] + dome->half[axis] * ring->width * towards;
            normals[1 + i][axis] = ring->out * towards;
        }
        positions[1 + i][2] = dome->top[2] - dome->height * ring->down;
        normals[1 + i][2] = ring->up;
    }
    const struct mesh_view view = mesh_builder_view(builder, &as_in_the_world);
    struct mesh_shape shape = *of_crown;
    shape.view = &view;
    shape.positions = (const float(*)[3])positions;
    shape.normals = (const float(*)[3])normals;
    shape.vertex_count = CROWN_VERTICES;
    shape.indices = indices;
    shape.index_count = list_triangles(indices);
    return mesh_builder_add(builder, &shape);
}

bool relief_crown_add(struct mesh_builder *builder, const struct scene_doodad *doodad)
{
    const struct adt_box *box = &doodad->box;
    struct surface_material *material = arena_alloc(builder->arena, 1, sizeof *material);
    if (!material) {
        return false;
    }
    *material = surface_material_of(SURFACE_OPAQUE, SURFACE_ERA_UNKNOWN);
    material->two_sided = true;
    struct mesh_shape shape = {
        .material = material,
        .is_doodad = true,
        .takes_shadow = true,
        .has_height = true,
        .height_yd = box->high[2],
    };
    float middle[2], half[2];
    for (int axis = 0; axis < 3; axis++) {
        shape.sun[axis] = (float)builder->light.sun[axis];
    }
    for (int axis = 0; axis < 2; axis++) {
        middle[axis] = 0.5F * (box->low[axis] + box->high[axis]);
        half[axis] = 0.5F * CROWN_WIDTH * (box->high[axis] - box->low[axis]);
    }
    shape_light(&builder->light, crown_rgb, shape.light);
    const float half_width = half[0] < half[1] ? half[0] : half[1];
    const float rise = box->high[2] - box->low[2];
    const float height = half_width < rise ? half_width : rise;
    const uint32_t domes = doodad_crown_domes(box);
    bool fine = true;
    for (size_t k = 0; k < COUNT_OF(crown_circles); k++) {
        const struct crown_circle *circle = &crown_circles[k];
        for (uint32_t i = 0; circle->domes == domes && i < circle->count && fine; i++) {
            const float *towards = around[i * (RING / circle->count)];
            const float even = uneven[(i + doodad->unique_id) % COUNT_OF(uneven)];
            const float size = domes > 1 ? circle->width * even : circle->width;
            const struct dome dome = {
                .top = {middle[0] + half[0] * circle->away * towards[0],
                        middle[1] + half[1] * circle->away * towards[1],
                        box->high[2] - 0.5F * height * circle->away * circle->away},
                .half = {half[0] * size, half[1] * size},
                .height = height * size,
            };
            fine = add_dome(builder, &shape, &dome);
        }
    }
    return fine;
}
