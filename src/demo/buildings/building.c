#include "demo/buildings/building.h"

struct row {
    const char *name;
    building_function *build;
    int variant;
};

#define VILLAGE "World/wmo/Demo/Village/"
#define COAST "World/wmo/Demo/Coast/"
#define RUINS "World/wmo/Demo/Ruins/"
#define BELOW "World/wmo/Demo/Underground/"

static const struct row rows[BUILDING_COUNT] = {
    [BUILDING_COTTAGE_RED] = {VILLAGE "CottageRed", build_cottage, 0},
    [BUILDING_COTTAGE_BROWN] = {VILLAGE "CottageBrown", build_cottage, 1},
    [BUILDING_COTTAGE_SLATE] = {VILLAGE "CottageSlate", build_cottage, 2},
    [BUILDING_HOUSE_L_RED] = {VILLAGE "HouseRed", build_house_l, 0},
    [BUILDING_HOUSE_L_SLATE] = {VILLAGE "HouseSlate", build_house_l, 2},
    [BUILDING_THATCHED] = {VILLAGE "Thatched", build_thatched, 0},
    [BUILDING_THATCHED_LONG] = {VILLAGE "ThatchedLong", build_thatched, 1},
    [BUILDING_TOWNHOUSE_RED] = {VILLAGE "TownhouseRed", build_townhouse, 0},
    [BUILDING_TOWNHOUSE_BROWN] = {VILLAGE "TownhouseBrown", build_townhouse, 1},
    [BUILDING_INN] = {VILLAGE "Inn", build_inn, 0},
    [BUILDING_CHURCH] = {VILLAGE "Church", build_church, 0},
    [BUILDING_BARN] = {VILLAGE "Barn", build_barn, 0},
    [BUILDING_HAYSTACK] = {VILLAGE "Haystack", build_haystack, 0},
    [BUILDING_MILL] = {VILLAGE "Windmill", build_mill, 0},
    [BUILDING_WELL] = {VILLAGE "Well", build_well, 0},
    [BUILDING_FOUNTAIN] = {VILLAGE "Fountain", build_fountain, 0},
    [BUILDING_STALL_RED] = {VILLAGE "StallRed", build_stall, 0},
    [BUILDING_STALL_BLUE] = {VILLAGE "StallBlue", build_stall, 1},
    [BUILDING_STALL_OCHRE] = {VILLAGE "StallOchre", build_stall, 2},
    [BUILDING_BRIDGE_SHORT] = {VILLAGE "BridgeShort", build_bridge, 0},
    [BUILDING_BRIDGE_MIDDLE] = {VILLAGE "Bridge", build_bridge, 1},
    [BUILDING_BRIDGE_LONG] = {VILLAGE "BridgeLong", build_bridge, 2},
    [BUILDING_FOOTBRIDGE] = {VILLAGE "Footbridge", build_footbridge, 0},
    [BUILDING_LIGHTHOUSE] = {COAST "Lighthouse", build_lighthouse, 0},
    [BUILDING_CASTLE] = {"World/wmo/Demo/Castle/Castle", build_castle, 0},
    [BUILDING_WAREHOUSE] = {COAST "Warehouse", build_warehouse, 0},
    [BUILDING_QUAY] = {COAST "Quay", build_quay, 0},
    [BUILDING_PIER] = {COAST "Pier", build_pier, 0},
    [BUILDING_SHIP] = {COAST "Ship", build_ship, 0},
    [BUILDING_BOAT] = {COAST "Boat", build_boat, 0},
    [BUILDING_TEMPLE] = {RUINS "Temple", build_temple, 0},
    [BUILDING_BROKEN_WALL] = {RUINS "BrokenWall", build_broken_wall, 0},
    [BUILDING_COLUMNS] = {RUINS "Columns", build_columns, 0},
    [BUILDING_MINE] = {BELOW "Mine", build_mine, 0},
    [BUILDING_CAVE] = {BELOW "Cave", build_cave, 0},
    [BUILDING_CELLAR] = {BELOW "Cellar", build_cellar, 0},
    [BUILDING_MATERIAL_SAMPLES] = {VILLAGE "PaintersYard", build_material_samples, 0},
    [BUILDING_DUNGEON] = {"World/wmo/Dungeon/Demo/Hall", build_dungeon, 0},
};

const char *building_name(enum building building)
{
    return rows[building].name;
}

void building_make(enum building building, struct model *model)
{
    *model = (struct model){.building = (int)building};
    struct pen pen = pen_start(model);
    pen.variant = rows[building].variant;
    rows[building].build(pen);
    model_complete(model);
}
