/*
 * The doodads of the demo world: trees, rocks, fences and other props, their file names and their
 * builders. A doodad is a model as buildings have it (buildings/model.h). Each of its groups moves
 * with one bone, which doodad_bone describes.
 */
#ifndef DEMO_DOODADS_DOODAD_H
#define DEMO_DOODADS_DOODAD_H

#include "demo/buildings/pen.h"

enum doodad {
    DOODAD_OAK,
    DOODAD_OAK_YOUNG,
    DOODAD_OAK_AUTUMN,
    DOODAD_BIRCH,
    DOODAD_FRUIT_TREE,
    DOODAD_FIR,
    DOODAD_FIR_YOUNG,
    DOODAD_BUSH,
    DOODAD_HEDGE,
    DOODAD_WHEAT,
    DOODAD_REEDS,
    DOODAD_ROCK,
    DOODAD_BOULDER,
    DOODAD_FENCE,
    DOODAD_LAMP_POST,
    DOODAD_TENT_RED,
    DOODAD_TENT_BLUE,
    DOODAD_CAMPFIRE,
    DOODAD_ROWING_BOAT,
    DOODAD_CRATES,
    DOODAD_CART,
    DOODAD_SIGN,
    DOODAD_TABLE,
    DOODAD_GLASS,      /* samples of blends and of two textures, which every client has */
    DOODAD_GLASS_LATE, /* and of those that only clients with combiners have */
    DOODAD_MIST,       /* particles alone: nothing to draw */
    DOODAD_COUNT,
};

/* How the vertices of a group move in the pose at time 0. */
struct doodad_bone {
    bool is_billboard;  /* turned to the viewer */
    double pivot[3];    /* yards */
    double rotation[4]; /* quaternion x y z w at time 0 */
};

/* The path of a model below the data root, without ".m2", with '/' between folders. */
const char *doodad_name(enum doodad doodad);

/* Builds a model. Errors show in model->failed; free the model even then. */
void doodad_make(enum doodad doodad, struct model *model);

/* The bone of group `group`, the same in every format. */
struct doodad_bone doodad_bone(enum doodad doodad, int group);

/* Builders. The pen's variant selects a doodad of a family. The pen is at the model's origin and a
 * group is begun. */
typedef void doodad_function(struct pen pen);

doodad_function build_broadleaf, build_fir, build_bush, build_hedge, build_wheat, build_rock,
    build_fence, build_lamp_post, build_tent, build_campfire, build_rowing_boat, build_crates,
    build_cart, build_sign, build_table, build_glass, build_mist;

#endif
