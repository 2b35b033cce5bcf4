#include "demo/doodads/doodad.h"

struct row {
    const char *name;
    doodad_function *build;
    int variant;
};

#define TREES "World/Demo/Trees/"
#define PLANTS "World/Demo/Plants/"
#define ROCKS "World/Demo/Rocks/"
#define PROPS "World/Demo/Props/"

static const struct row rows[DOODAD_COUNT] = {
    [DOODAD_OAK] = {TREES "DemoOak", build_broadleaf, 0},
    [DOODAD_OAK_YOUNG] = {TREES "DemoOakYoung", build_broadleaf, 1},
    [DOODAD_FRUIT_TREE] = {TREES "DemoFruitTree", build_broadleaf, 2},
    [DOODAD_OAK_AUTUMN] = {TREES "DemoOakAutumn", build_broadleaf, 3},
    [DOODAD_BIRCH] = {TREES "DemoBirch", build_broadleaf, 4},
    [DOODAD_FIR] = {TREES "DemoFir", build_fir, 0},
    [DOODAD_FIR_YOUNG] = {TREES "DemoFirYoung", build_fir, 1},
    [DOODAD_BUSH] = {PLANTS "DemoBush", build_bush, 0},
    [DOODAD_HEDGE] = {PLANTS "DemoHedge", build_hedge, 0},
    [DOODAD_WHEAT] = {PLANTS "DemoWheat", build_wheat, 0},
    [DOODAD_REEDS] = {PLANTS "DemoReeds", build_wheat, 1},
    [DOODAD_ROCK] = {ROCKS "DemoRock", build_rock, 0},
    [DOODAD_BOULDER] = {ROCKS "DemoBoulder", build_rock, 1},
    [DOODAD_FENCE] = {PROPS "DemoFence", build_fence, 0},
    [DOODAD_LAMP_POST] = {PROPS "DemoLampPost", build_lamp_post, 0},
    [DOODAD_TENT_RED] = {PROPS "DemoTentRed", build_tent, 0},
    [DOODAD_TENT_BLUE] = {PROPS "DemoTentBlue", build_tent, 1},
    [DOODAD_CAMPFIRE] = {PROPS "DemoCampfire", build_campfire, 0},
    [DOODAD_ROWING_BOAT] = {PROPS "DemoRowingBoat", build_rowing_boat, 0},
    [DOODAD_CRATES] = {PROPS "DemoCrates", build_crates, 0},
    [DOODAD_CART] = {PROPS "DemoCart", build_cart, 0},
    [DOODAD_SIGN] = {PROPS "DemoSign", build_sign, 0},
    [DOODAD_TABLE] = {PROPS "DemoTable", build_table, 0},
    [DOODAD_GLASS] = {PROPS "DemoGlass", build_glass, 0},
    [DOODAD_GLASS_LATE] = {PROPS "DemoGlassLate", build_glass, 1},
    [DOODAD_MIST] = {PROPS "DemoMist", build_mist, 0},
};

const char *doodad_name(enum doodad doodad)
{
    return rows[doodad].name;
}

void doodad_make(enum doodad doodad, struct model *model)
{
    *model = (struct model){0};
    struct pen pen = pen_start(model);
    model_begin_group(model, "fixed", GROUP_OUTSIDE);
    pen.variant = rows[doodad].variant;
    rows[doodad].build(pen);
    model_complete(model);
}

struct doodad_bone doodad_bone(enum doodad doodad, int group)
{
    struct doodad_bone bone = {.rotation = {0.0, 0.0, 0.0, 1.0}};
    if (group == 1 && (doodad == DOODAD_LAMP_POST || doodad == DOODAD_CAMPFIRE)) {
        bone.is_billboard = true;
        bone.pivot[2] = doodad == DOODAD_LAMP_POST ? 3.3 : 0.6;
    }
    if (group == 1 && doodad == DOODAD_SIGN) {
        /* half a turn about x; -1 is a number that every format stores exactly */
        bone = (struct doodad_bone){.pivot = {0.0, 0.0, 2.7}, .rotation = {-1.0, 0.0, 0.0, 0.0}};
    }
    return bone;
}
