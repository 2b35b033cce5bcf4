/* The list of buildings of the demo world, their file names and their builders. */
#ifndef DEMO_BUILDINGS_BUILDING_H
#define DEMO_BUILDINGS_BUILDING_H

#include "demo/buildings/pen.h"

enum building {
    BUILDING_COTTAGE_RED,
    BUILDING_COTTAGE_BROWN,
    BUILDING_COTTAGE_SLATE,
    BUILDING_HOUSE_L_RED,
    BUILDING_HOUSE_L_SLATE,
    BUILDING_THATCHED,
    BUILDING_THATCHED_LONG,
    BUILDING_TOWNHOUSE_RED,
    BUILDING_TOWNHOUSE_BROWN,
    BUILDING_INN,
    BUILDING_CHURCH,
    BUILDING_BARN,
    BUILDING_HAYSTACK,
    BUILDING_MILL,
    BUILDING_WELL,
    BUILDING_FOUNTAIN,
    BUILDING_STALL_RED,
    BUILDING_STALL_BLUE,
    BUILDING_STALL_OCHRE,
    BUILDING_BRIDGE_SHORT,
    BUILDING_BRIDGE_MIDDLE,
    BUILDING_BRIDGE_LONG,
    BUILDING_FOOTBRIDGE,
    BUILDING_LIGHTHOUSE,
    BUILDING_CASTLE,
    BUILDING_WAREHOUSE,
    BUILDING_QUAY,
    BUILDING_PIER,
    BUILDING_SHIP,
    BUILDING_BOAT,
    BUILDING_TEMPLE,
    BUILDING_BROKEN_WALL,
    BUILDING_COLUMNS,
    BUILDING_MINE,
    BUILDING_CAVE,
    BUILDING_CELLAR,
    BUILDING_MATERIAL_SAMPLES,
    BUILDING_DUNGEON, /* the map "Hall"; not placed on the island */
    BUILDING_COUNT,
};

/* The path of the root file below the data root, without ".wmo", with '/' between folders. */
const char *building_name(enum building building);

/* Builds a model. Errors show in model->failed; free the model even then. */
void building_make(enum building building, struct model *model);

/* Builders. The pen's variant selects a building of a family. The pen is at the model's origin and
 * no group is begun. */
typedef void building_function(struct pen pen);

building_function build_cottage, build_house_l, build_thatched, build_townhouse, build_inn,
    build_church, build_barn, build_haystack, build_mill, build_well, build_fountain, build_stall,
    build_bridge, build_footbridge, build_lighthouse, build_castle, build_warehouse, build_quay,
    build_pier, build_ship, build_boat, build_temple, build_broken_wall, build_columns, build_mine,
    build_cave, build_cellar, build_material_samples, build_dungeon;

#endif
