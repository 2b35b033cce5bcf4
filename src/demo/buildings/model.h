/*
 * Buildings as such, before any file format: groups of triangles, each with a material.
 *
 * Lengths are yards. A model looks along +x, +y is to its left and +z up; seen from outside the
 * corners of a triangle run counter-clockwise. z = 0 is the ground it stands on; foundations
 * reach below.
 */
#ifndef DEMO_BUILDINGS_MODEL_H
#define DEMO_BUILDINGS_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/buildings/wall_material.h"

enum { MODEL_GROUPS = 24, MODEL_LIGHTS = 24 };

enum group_kind {
    GROUP_OUTSIDE,  /* lit by the sun */
    GROUP_INSIDE,   /* lit by the model's own lights, as colours of its vertices */
    GROUP_MIXED,    /* outside, with a second colour set and up to three texture coordinates */
    GROUP_OCCLUDER, /* never seen */
};

struct model_vertex {
    float position[3];
    float normal[3];
    float uv[2];
    uint8_t colour[3]; /* red, green, blue: the light on it, of inside groups */
    uint8_t mix;       /* how far textures are mixed, of mixed groups */
};

struct model_triangle {
    uint16_t corner[3];
    uint8_t material; /* an enum wall_material; WALL_UNSEEN only stops feet */
};

/* A rectangle of water inside a model; sides are whole multiples of 25/6 yards. */
struct model_pool {
    double x, y, z; /* its corner with the least x and y */
    int cells;      /* a side; 0 for no pool */
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
    double place[3];
    double rgb[3]; /* 0..1 */
    double reach_yd;
};

struct model {
    struct model_group groups[MODEL_GROUPS];
    int group_count;
    struct model_light lights[MODEL_LIGHTS];
    int light_count;
    const char *sets[2]; /* names of the sets of furniture beyond the common one; NULL for none */
    float low[3], high[3];
    bool failed; /* out of memory, or more of something than a model holds */
};

/* A zero-initialised struct model is empty. */

void model_free(struct model *model);

/* Begins a group, which later triangles go to. `name` must outlive the model. */
void model_begin_group(struct model *model, const char *name, enum group_kind kind);

/* Adds a vertex to the last group; returns its index. */
uint16_t model_add_vertex(struct model *model, const struct model_vertex *vertex);

/* Adds a triangle of three vertices of the last group. */
void model_add_triangle(struct model *model, uint16_t a, uint16_t b, uint16_t c,
                        enum wall_material material);

void model_add_light(struct model *model, const double place[3], const double rgb[3],
                     double reach_yd);

/* Measures the model and lights its inside; to be called once, when all is there. */
void model_complete(struct model *model);

/* Texture coordinates of a mixed group: set 0 is the vertex's own, 1 is half and 2 twice as fine.
 */
void model_uv(const struct model_vertex *vertex, int set, float uv[2]);

/* Box around the vertices of one group. */
void model_group_box(const struct model_group *group, float low[3], float high[3]);

#endif
