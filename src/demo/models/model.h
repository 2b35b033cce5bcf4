/*
 * The geometry of a building, independent of any file format: groups of triangles, each with a wall
 * material.
 *
 * Lengths are yards. A model faces +x; +y is its left, +z is up. Corners of triangles are
 * counter-clockwise seen from outside. z = 0 is the ground; foundations reach below.
 */
#ifndef DEMO_MODELS_MODEL_H
#define DEMO_MODELS_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/models/wall_material.h"

enum { MODEL_GROUPS = 24, MODEL_LIGHTS = 112, MODEL_DOODADS = 16 };

enum group_kind {
    GROUP_OUTSIDE,  /* lit by the sun */
    GROUP_INSIDE,   /* lit by the model's lights, through vertex colours */
    GROUP_MIXED,    /* outside, with further sets of texture coordinates and blend factors */
    GROUP_OCCLUDER, /* antiportal, not drawn */
};

struct model_vertex {
    float position[3];
    float normal[3];
    float uv[2];
    uint8_t color[3]; /* red, green, blue: the light, of inside groups */
    uint8_t mix;      /* blend factor of the textures, of mixed groups */
};

struct model_triangle {
    uint16_t corner[3];
    uint8_t material; /* an enum wall_material */
};

#define MODEL_POOL_CELL_YD (25.0 / 6.0)

/* Water inside a model: a grid of square cells, some of which may be dry. */
struct model_pool {
    double x, y, z;    /* the corner with the smallest x and y */
    int columns, rows; /* cells along x and y; 0 for no pool */
    uint64_t dry;      /* bit row * columns + column for a cell without water, of the first 64 */
};

struct model_group {
    const char *name;
    enum group_kind kind;
    struct model_vertex *vertices;
    struct model_triangle *triangles;
    uint32_t vertex_count, vertex_capacity;
    uint32_t triangle_count, triangle_capacity;
    struct model_pool pool;
};

struct model_light {
    double position[3];
    double rgb[3]; /* 0..1 */
    double reach_yd;
};

/* A doodad that belongs to a building. */
struct model_doodad {
    int doodad; /* an enum doodad */
    int set;    /* 0 is the default set, which is always shown */
    int group;  /* the group that it stands in */
    float position[3];
    double rotation_deg; /* counter-clockwise seen from above */
};

/* A zero-initialised model is empty. */
struct model {
    struct model_group groups[MODEL_GROUPS];
    int group_count;
    struct model_light lights[MODEL_LIGHTS];
    int light_count;
    struct model_doodad doodads[MODEL_DOODADS]; /* in the order of their sets */
    int doodad_count;
    const char *doodad_sets[2]; /* names of the sets after the default one; NULL for none */
    int building;               /* an enum building, of buildings */
    float low[3], high[3];
    bool failed; /* out of memory, or a limit of the model exceeded */
};

void model_free(struct model *model);

/* Begins a group, to which later triangles are added. `name` must outlive the model. */
void model_begin_group(struct model *model, const char *name, enum group_kind kind);

/* Adds a vertex to the last group; returns its index. */
uint16_t model_add_vertex(struct model *model, const struct model_vertex *vertex);

/* Adds a triangle of three vertices of the last group. */
void model_add_triangle(struct model *model, uint16_t a, uint16_t b, uint16_t c,
                        enum wall_material material);

void model_add_light(struct model *model, const struct model_light *light);

void model_add_doodad(struct model *model, const struct model_doodad *doodad);

/* Computes the bounding box and the vertex light of inside groups. Call it once, at the end. */
void model_complete(struct model *model);

/* Texture coordinates of a mixed group: set 0 is the vertex's own, the others scale it by 1/2, 2
 * and 3. */
void model_uv(const struct model_vertex *vertex, int set, float uv[2]);

/* The bounding box of a group. */
void model_group_box(const struct model_group *group, float low[3], float high[3]);

#endif
