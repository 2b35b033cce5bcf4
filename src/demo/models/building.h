/* The buildings of the demo world. */
#ifndef DEMO_MODELS_BUILDING_H
#define DEMO_MODELS_BUILDING_H

#include "demo/models/solid.h"

#define BUILDING_VILLAGE "World/wmo/Demo/Village/"
#define BUILDING_COAST "World/wmo/Demo/Coast/"
#define BUILDING_RUINS "World/wmo/Demo/Ruins/"
#define BUILDING_BELOW "World/wmo/Demo/Underground/"

/* Each building: its name, the path of its file, its solids, its WALL_FACADE and WALL_ROOFING. */
#define BUILDINGS(X)                                                                               \
    X(COTTAGE_RED, BUILDING_VILLAGE "CottageRed", cottage, STUCCO, TILES_RED)                      \
    X(COTTAGE_BROWN, BUILDING_VILLAGE "CottageBrown", cottage, TIMBERED, TILES_BROWN)              \
    X(COTTAGE_SLATE, BUILDING_VILLAGE "CottageSlate", cottage, WHITEWASH, SLATE)                   \
    X(HOUSE_L_RED, BUILDING_VILLAGE "HouseRed", house_l, STUCCO, TILES_RED)                        \
    X(HOUSE_L_SLATE, BUILDING_VILLAGE "HouseSlate", house_l, WHITEWASH, SLATE)                     \
    X(THATCHED, BUILDING_VILLAGE "Thatched", thatched, WHITEWASH, THATCH)                          \
    X(THATCHED_LONG, BUILDING_VILLAGE "ThatchedLong", thatched_long, TIMBERED, THATCH)             \
    X(TOWNHOUSE_RED, BUILDING_VILLAGE "TownhouseRed", townhouse, TIMBERED, TILES_RED)              \
    X(TOWNHOUSE_BROWN, BUILDING_VILLAGE "TownhouseBrown", townhouse, STUCCO, TILES_BROWN)          \
    X(INN, BUILDING_VILLAGE "Inn", inn, TIMBERED, TILES_RED)                                       \
    X(CHURCH, BUILDING_VILLAGE "Church", church, DRESSED, SLATE)                                   \
    X(BARN, BUILDING_VILLAGE "Barn", barn, RED_PAINT, TILES_BROWN)                                 \
    X(HAYSTACK, BUILDING_VILLAGE "Haystack", haystack, HAY, HAY)                                   \
    X(MILL, BUILDING_VILLAGE "Windmill", mill, WHITEWASH, OAK)                                     \
    X(WELL, BUILDING_VILLAGE "Well", well, RUBBLE, TILES_BROWN)                                    \
    X(FOUNTAIN, BUILDING_VILLAGE "Fountain", fountain, MARBLE, MARBLE)                             \
    X(STALL_RED, BUILDING_VILLAGE "StallRed", stall, OAK, CANVAS_RED)                              \
    X(STALL_BLUE, BUILDING_VILLAGE "StallBlue", stall, OAK, CANVAS_BLUE)                           \
    X(STALL_OCHRE, BUILDING_VILLAGE "StallOchre", stall, OAK, CANVAS_OCHRE)                        \
    X(BRIDGE_SHORT, BUILDING_VILLAGE "BridgeShort", bridge_short, DRESSED, COBBLES)                \
    X(BRIDGE_MIDDLE, BUILDING_VILLAGE "Bridge", bridge_middle, DRESSED, COBBLES)                   \
    X(BRIDGE_LONG, BUILDING_VILLAGE "BridgeLong", bridge_long, DRESSED, COBBLES)                   \
    X(FOOTBRIDGE, BUILDING_VILLAGE "Footbridge", footbridge, PLANKS, OAK)                          \
    X(LIGHTHOUSE, BUILDING_COAST "Lighthouse", lighthouse, WHITEWASH, SLATE)                       \
    X(CASTLE, "World/wmo/Demo/Castle/Castle", castle, DRESSED, SLATE)                              \
    X(WAREHOUSE, BUILDING_COAST "Warehouse", warehouse, PLANKS, SLATE)                             \
    X(QUAY, BUILDING_COAST "Quay", quay, DRESSED, FLAGSTONES)                                      \
    X(PIER, BUILDING_COAST "Pier", pier, PLANKS, OAK)                                              \
    X(SHIP, BUILDING_COAST "Ship", ship, OAK, SAIL)                                                \
    X(BOAT, BUILDING_COAST "Boat", boat, OAK, OAK)                                                 \
    X(TEMPLE, BUILDING_RUINS "Temple", temple, MARBLE, MARBLE)                                     \
    X(BROKEN_WALL, BUILDING_RUINS "BrokenWall", broken_wall, RUBBLE, RUBBLE)                       \
    X(COLUMNS, BUILDING_RUINS "Columns", columns, MARBLE, MARBLE)                                  \
    X(MINE, BUILDING_BELOW "Mine", mine, PLANKS, SLATE)                                            \
    X(CAVE, BUILDING_BELOW "Cave", cave, CAVE, CAVE)                                               \
    X(CELLAR, BUILDING_BELOW "Cellar", cellar, DRESSED, DRESSED)                                   \
    X(MATERIAL_SAMPLES, BUILDING_VILLAGE "PaintersYard", material_samples, OAK, OAK)               \
    /* the map "Hall"; not placed on the island */                                                 \
    X(DUNGEON, "World/wmo/Dungeon/Demo/Hall", dungeon, DRESSED, SLATE)

enum building {
#define X(name, ...) BUILDING_##name,
    BUILDINGS(X)
#undef X
        BUILDING_COUNT
};

/* The path of the root file below the data root, without ".wmo", with '/' between folders. */
const char *building_name(enum building building);

/* Builds a model. Errors show in model->failed; free the model even then. */
void building_make(enum building building, struct model *model);

#endif
