#include "demo/models/doodad.h"

#define X(name, path, list) extern const struct solid list##_solids[];
DOODADS(X)
#undef X

static const struct {
    const char *path;
    const struct solid *solids;
} rows[DOODAD_COUNT] = {
#define X(name, path, list) {path, list##_solids},
    DOODADS(X)
#undef X
};

const char *doodad_name(enum doodad doodad)
{
    return rows[doodad].path;
}

void doodad_make(enum doodad doodad, struct model *model)
{
    static const enum wall_material palette[2] = {WALL_OAK, WALL_OAK};
    *model = (struct model){0};
    model_begin_group(model, "fixed", GROUP_OUTSIDE);
    solids_make(model, rows[doodad].solids, palette);
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
