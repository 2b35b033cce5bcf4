/*
 * The doodads of the demo world: trees, rocks, fences and other props. A doodad is a model as
 * buildings have it. Each of its groups moves with one bone, which doodad_bone describes.
 */
#ifndef DEMO_MODELS_DOODAD_H
#define DEMO_MODELS_DOODAD_H

#include "demo/models/solid.h"

#define DOODAD_TREES "World/Demo/Trees/Demo"
#define DOODAD_PLANTS "World/Demo/Plants/Demo"
#define DOODAD_ROCKS "World/Demo/Rocks/Demo"
#define DOODAD_PROPS "World/Demo/Props/Demo"

/* Each doodad: its name, the path of its file, its solids. */
#define DOODADS(X)                                                                                 \
    X(OAK, DOODAD_TREES "Oak", oak)                                                                \
    X(OAK_YOUNG, DOODAD_TREES "OakYoung", oak_young)                                               \
    X(OAK_AUTUMN, DOODAD_TREES "OakAutumn", oak_autumn)                                            \
    X(BIRCH, DOODAD_TREES "Birch", birch)                                                          \
    X(FRUIT_TREE, DOODAD_TREES "FruitTree", fruit_tree)                                            \
    X(FIR, DOODAD_TREES "Fir", fir)                                                                \
    X(FIR_YOUNG, DOODAD_TREES "FirYoung", fir_young)                                               \
    X(BUSH, DOODAD_PLANTS "Bush", bush)                                                            \
    X(HEDGE, DOODAD_PLANTS "Hedge", hedge)                                                         \
    X(WHEAT, DOODAD_PLANTS "Wheat", wheat)                                                         \
    X(ROCK, DOODAD_ROCKS "Rock", rock)                                                             \
    X(BOULDER, DOODAD_ROCKS "Boulder", boulder)                                                    \
    X(FENCE, DOODAD_PROPS "Fence", fence)                                                          \
    X(LAMP_POST, DOODAD_PROPS "LampPost", lamp_post)                                               \
    X(TENT_RED, DOODAD_PROPS "TentRed", tent_red)                                                  \
    X(TENT_BLUE, DOODAD_PROPS "TentBlue", tent_blue)                                               \
    X(CAMPFIRE, DOODAD_PROPS "Campfire", campfire)                                                 \
    X(ROWING_BOAT, DOODAD_PROPS "RowingBoat", rowing_boat)                                         \
    X(CRATES, DOODAD_PROPS "Crates", crates)                                                       \
    X(CART, DOODAD_PROPS "Cart", cart)                                                             \
    X(SIGN, DOODAD_PROPS "Sign", sign)                                                             \
    X(TABLE, DOODAD_PROPS "Table", table)                                                          \
    /* samples of blends and of two textures: what every client has, and what needs combiners */   \
    X(GLASS, DOODAD_PROPS "Glass", glass)                                                          \
    X(GLASS_LATE, DOODAD_PROPS "GlassLate", glass_late)                                            \
    /* particles alone: nothing to draw */                                                         \
    X(MIST, DOODAD_PROPS "Mist", mist)

enum doodad {
#define X(name, ...) DOODAD_##name,
    DOODADS(X)
#undef X
        DOODAD_COUNT
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

#endif
