#include "demo/models/building.h"

#define X(name, path, list, ...) extern const struct solid list##_solids[];
BUILDINGS(X)
#undef X

static const struct {
    const char *path;
    const struct solid *solids;
    enum wall_material palette[2];
} rows[BUILDING_COUNT] = {
#define X(name, path, list, facade, roofing) {path, list##_solids, {WALL_##facade, WALL_##roofing}},
    BUILDINGS(X)
#undef X
};

const char *building_name(enum building building)
{
    return rows[building].path;
}

void building_make(enum building building, struct model *model)
{
    *model = (struct model){.building = (int)building};
    if (building == BUILDING_INN) {
        model->doodad_sets[0] = "Set_Feast";
        model->doodad_sets[1] = "Set_Closed";
    } else if (building == BUILDING_CASTLE) {
        model->doodad_sets[0] = "Set_Siege";
    }
    solids_make(model, rows[building].solids, rows[building].palette);
}
