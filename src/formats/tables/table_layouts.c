/*
 * Which field of which client holds a column. A DBC is known by its number of fields, a DB2 by its
 * layout hash.
 */
#include "formats/tables/table_layouts.h"

#include <stddef.h>

enum { NONE = NO_FIELD };

/* A map's folder, name, kind of instance, id of the WDT, map and place of the entrance, parent and
 * cosmetic parent. Entrances came with 2.0.3; Classic clients have none, and no id of the WDT
 * before 1.15.4. Parents came with 4.0; what 1.11 calls one is where a dungeon's entrance is. */
static const struct dbc_layout dbc_maps[] = {
    {13, {1, 4, NONE, NONE, NONE, NONE, NONE, NONE}, 0, 8}, /* 0.5.3 to 0.6.0 */
    {35, {1, 3, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* 0.7 */
    {36, {1, 3, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* to */
    {37, {1, 3, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* 1.4 */
    {39, {1, 3, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* 1.5 */
    {40, {1, 3, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* to */
    {41, {1, 3, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* 1.10 */
    {42, {1, 4, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* 1.11, 1.12 */
    {69, {1, 4, 2, NONE, NONE, NONE, NONE, NONE}, 0, 8},    /* 2.0 */
    {72, {1, 4, 2, NONE, 69, 70, NONE, NONE}, 0, 8},        /* 2.0.3 */
    {75, {1, 4, 2, NONE, 69, 70, NONE, NONE}, 0, 8},        /* 2.0 */
    {123, {1, 4, 2, NONE, 117, 118, NONE, NONE}, 0, 16},    /* 2.1 */
    {125, {1, 4, 2, NONE, 117, 118, NONE, NONE}, 0, 16},    /* to 2.4 */
    {126, {1, 4, 2, NONE, 117, 118, NONE, NONE}, 0, 16},    /* 3.0.1 */
    {118, {1, 4, 2, NONE, 109, 110, NONE, NONE}, 0, 16},    /* 3.0.3 to 3.1 */
    {65, {1, 4, 2, NONE, 58, 59, NONE, NONE}, 0, 16},       /* 3.2 */
    {66, {1, 5, 2, NONE, 59, 60, NONE, NONE}, 0, 16},       /* 3.3 */
    {19, {1, 5, 2, NONE, 11, 12, 18, NONE}, 0, 1},          /* 4.0, 5.0 to 5.4 */
    {20, {1, 6, 2, NONE, 12, 13, 19, NONE}, 0, 1},          /* 4.1 to 4.3 */
    {22, {1, 6, 2, NONE, 12, 13, 19, 20}, 0, 1},            /* 6.2 */
    {0},
};
static const struct db2_layout db2_maps[] = {
    /* 7.0.3 to 7.2.0 */
    {{0, 4, 14, NONE, 9, 3, 11, 12}, 0x71, {0xB32E648C, 0xF7CF2DA2, 0xBDBE8188, 0x98BE9895}},
    /* 7.2.0 to 7.3.2 */
    {{0, 4, 16, NONE, 11, 3, 13, 14}, 0x1F1, {0xC34CD39B, 0xAFAFB470, 0xA37A2830}},
    /* 7.3.5 */
    {{0, 1, 16, NONE, 11, 8, 13, 14}, 0x3F, {0xF568DF12}},
    /* 8.0.1, 8.1.0 */
    {{0, 1, 8, NONE, 17, 6, 13, 14}, 0, {0x503A3E58}},
    /* 8.1.5 to 8.3, 9.1.0; 9.1.5, 9.2.0; 9.2.5 to 10.0.0 */
    {{0, 1, 8, 21, 17, 6, 13, 14}, 0, {0xB290D217, 0xDA9493AF, 0x9CF2F12F, 0x4CC6B21E, 0xAAA1F94E}},
    /* 9.0 */
    {{0, 1, 9, 22, 18, 7, 14, 15}, 0, {0x793F4E8E}},
    /* 10.0 to 10.2.7; 11.0.0 to 11.1.5; 11.1.7 to 12.0.7 */
    {{0, 1, 8, 21, 17, 6, 13, 14}, 0, {0x43E626E4, 0x15542FE8, 0xECAB3BDE, 0xE0196C63, 0x75863E23}},
    /* Classic: 1.13, 2.5.1; 1.14, 2.5.2 to 2.5.4; 1.14.4, 3.4; 1.15.0 to 1.15.2, 4.4.0 */
    {{0, 1, 7, NONE, NONE, NONE, 12, 13},
     0,
     {0x0E84A21C, 0x67680F17, 0xC08A6797, 0x705E2886, 0xA81BAFA6, 0xBFC078A9, 0xEE526FA5}},
    /* Classic: 1.15.4, 4.4.1 to 5.5.4 */
    {{0, 1, 7, 21, NONE, NONE, 12, 13}, 0, {0x32401DC5, 0xB47C6F05}},
    {{0}, 0, {0}},
};

/* An area's name, map, and the zone it is part of. 25 to 27 fields are those of 1.11 to 2.0 and of
 * 4.1 to 4.3. */
static const struct dbc_layout dbc_areas[] = {
    {22, {13, 2, 3}, 1, 8},  /* 0.5.3 */
    {23, {14, 2, 3}, 1, 8},  /* 0.5.5 */
    {21, {11, 1, 2}, 0, 8},  /* 0.7 to 1.10 */
    {25, {11, 1, 2}, 0, 8},  /* 1.11 */
    {26, {11, 1, 2}, 0, 8},  /* to */
    {27, {11, 1, 2}, 0, 8},  /* 2.0 */
    {35, {11, 1, 2}, 0, 16}, /* 2.1 to 2.4 */
    {36, {11, 1, 2}, 0, 16}, /* 3.0 to 3.3 */
    {20, {11, 1, 2}, 0, 1},  /* 4.0 */
    {24, {11, 1, 2}, 0, 1},  /* 4.0 */
    {30, {13, 1, 2}, 0, 1},  /* 5.1 to 5.4 */
    {29, {13, 1, 2}, 0, 1},  /* 6.2 */
    {0},
};
static const struct db2_layout db2_areas[] = {
    /* 7.0.3 to 7.1.5; 7.2.0 to 7.3.2 */
    {{3, 4, 5}, 0xA, {0xFCC856E3, 0x34DD9AFD, 0x1A7A0860, 0x81DA5CCB}},
    /* 7.3.5 */
    {{1, 4, 5}, 0x3, {0x0CA01129}},
    /* 8.0.1 to 8.3, 1.13, 2.5.1; 9.0 to 9.2.5; 9.2.5 to 10.2.7; 11.0.0 to 11.2.5; 11.2.5 to 12.1.0
     */
    {{1, 2, 3},
     0,
     {0x22229BE7, 0x9944A57F, 0x7EF13BBB, 0x6AA8A23B, 0x16AE706B, 0xCD6850F0, 0x9864CADF,
      0x3F51DE1F, 0x5DB1A3FF}},
    /* 1.14, 2.5.2 to 2.5.4, 3.4.0 to 3.4.2; 1.14.4 to 1.15.6, 3.4.3, 4.4; 1.15.7 to 5.5.4 */
    {{1, 2, 3}, 0, {0x2AFB00FF, 0x84FCA6CF, 0x19CA1DC6, 0x0A6204DD, 0x705C911D}},
    {{0}, 0, {0}},
};

/* A liquid's name, and its class in the numbers of 3.0 and later or in those before. */
static const struct dbc_layout dbc_liquids[] = {
    {4, {1, NONE, 2}, 0, 1},  /* 1.11 to 2.4 */
    {45, {1, 3, NONE}, 0, 1}, /* 3.0 to */
    {46, {1, 3, NONE}, 0, 1}, /* 5.4 */
    {0},
};
static const struct db2_layout db2_liquids[] = {
    /* 7.0.3 to 7.1.5; 7.2.0 to 7.3.2 */
    {{0, 13, NONE}, 0x81, {0x28B44DCB, 0x99FC34E5, 0xEB9E4B52, 0xBBB8B593}},
    /* 7.3.5 */
    {{0, 13, NONE}, 0x3, {0x3313BBF3}},
    /* 8.0.1 to 9.1.0, 1.13, 2.5.1; 9.1.5 to 10.2.7, 1.14 to 1.15.2, 2.5.2 to 4.4.0;
     * 11.0.0 to 11.2.7, 1.15.3 to 1.15.8, 4.4.1 to 5.5.3; 12.0.0 to 12.1.0, 1.15.9, 5.5.4 */
    {{0, 3, NONE},
     0,
     {0x29F8C65E, 0xD4966711, 0xD0172A80, 0xAFFFC9E0, 0x95DB15B6, 0x4397CEE6, 0xD1ECEEC9}},
    {{0}, 0, {0}},
};

/* The name, place and map of a flight master or graveyard, and what the two sides ride from a
 * flight master. */
static const struct dbc_layout dbc_flights[] = {
    {14, {5, 2, 1, NONE}, 0, 8}, /* 0.5.3 to 1.10 */
    {16, {5, 2, 1, 14}, 0, 8},   /* 1.11 to 2.0 */
    {24, {5, 2, 1, 22}, 0, 16},  /* 2.1 to 3.3 */
    {8, {5, 2, 1, 6}, 0, 1},     /* 4.0 */
    {11, {5, 2, 1, 6}, 0, 1},    /* 4.1 */
    {12, {5, 2, 1, 6}, 0, 1},    /* to 6.0 */
    {0},
};
static const struct db2_layout db2_flights[] = {
    /* 7.3.0 to 7.3.2 */
    {{1, 0, 5, 2}, 0x2, {0xC8E003F2}},
    {{1, 0, 6, 2}, 0x2, {0xC47A8C7F}},
    /* 7.3.5 */
    {{0, 1, 6, 2}, 0x1, {0xB46C6A8B, 0xE96BA283}},
    /* 8.1 to 9.1.0; 9.1.0 to 10.1.7; 10.1.7 to 12.1.0 */
    {{0, 1, 5, 14},
     0,
     {0x179AF3CF, 0x187CC2FE, 0x890762DD, 0x3AFF48F9, 0x32DF03E3, 0x3F7CC8B2, 0x5EE95BA9,
      0xE7B597F0}},
    /* 8.0.1, 1.13; 1.14, 2.5.1 to 3.4.2; 1.15, 3.4.3 to 5.5.4 */
    {{0, 1, 5, 13},
     0,
     {0x91ADBF11, 0x951F23F1, 0xA4720553, 0xC79A3F09, 0xEC9EF7F0, 0x609F20BF, 0xA8EF6D9C}},
    {{0}, 0, {0}},
};
static const struct dbc_layout dbc_graveyards[] = {
    {14, {5, 2, 1, NONE}, 0, 8},  /* 0.5.3 to 2.0 */
    {22, {5, 2, 1, NONE}, 0, 16}, /* 2.1 to 3.3 */
    {6, {5, 2, 1, NONE}, 0, 1},   /* 4.0 to 5.0 */
    {7, {6, 2, 1, NONE}, 0, 1},   /* 5.0 to 6.0 */
    {0},
};
static const struct db2_layout db2_graveyards[] = {
    {{0, 1, 2, NONE}, 0, {0x6BF0D7EC}}, /* 8.1.0 to 8.2.5, 1.13.0 to 1.13.2 */
    {{0}, 0, {0}},
};

/* From where to where a flight goes. */
static const struct dbc_layout dbc_paths[] = {{4, {1, 2}, 0, 0}, {0}}; /* 0.5.3 to 6.2 */
static const struct db2_layout db2_paths[] = {
    /* 7.3.0 to 7.3.5 */
    {{0, 1}, 0, {0xF44E2BF5, 0x419933CD}},
    /* 8.0.1 to 9.2.5, 1.13, 1.14.0 to 1.14.3, 2.5.1 to 2.5.4, 3.4.0 to 3.4.2;
     * 9.2.5 to 11.0.0, 1.14.4 to 1.15.2, 3.4.3, 4.4.0; 11.0.0 to 12.1.0, 1.15.3 to 5.5.4 */
    {{1, 2}, 0, {0x3716BBCD, 0x0ECA5A01, 0x9B67699C, 0xA303DE51}},
    {{0}, 0, {0}},
};

/* The flight that a point is of, its place, which one it is, and its map. */
static const struct dbc_layout dbc_waypoints[] = {
    {8, {1, 4, 2, 3}, 0, 0},  /* 0.5.3 to 0.8 */
    {9, {1, 4, 2, 3}, 0, 0},  /* 0.9 to 2.0 */
    {11, {1, 4, 2, 3}, 0, 0}, /* 2.1 to 6.2 */
    {0},
};
static const struct db2_layout db2_waypoints[] = {
    /* 7.3.0 to 7.3.5 */
    {{1, 0, 3, 2}, 0, {0xD38E8C01, 0xA5604F55}},
    /* 8.0.1 to 8.1.0, 1.13; 8.1.0 to 9.2.5; 9.2.5 to 11.0.0; 11.0.0 to 12.1.0 */
    {{2, 0, 3, 4},
     0,
     {0xE28C3360, 0x7CC528A4, 0x6AC41B7B, 0xA20FF622, 0xF1BEC205, 0xB70D1EE0, 0xFE362E70}},
    /* 1.14, 2.5.1 to 3.4.2; 1.15, 3.4.3 to 5.5.4 */
    {{2, 0, 3, 4}, 0, {0x40CF66AF, 0xAE1E94C6, 0xC38748B1, 0xD086E620, 0xBB94AA30}},
    {{0}, 0, {0}},
};

/* The area, edges, map and name of a zone's map; 0.5.5 to 6.0. */
static const struct dbc_layout dbc_frames[] = {
    {8, {2, 4, NONE, NONE, NONE, NONE, NONE, NONE, 1, 3}, 0, 0},
    {9, {2, 4, NONE, NONE, NONE, NONE, NONE, NONE, 1, 3}, 0, 0},
    {10, {2, 4, NONE, NONE, NONE, NONE, NONE, NONE, 1, 3}, 0, 0},
    {11, {2, 4, NONE, NONE, NONE, NONE, NONE, NONE, 1, 3}, 0, 0},
    {12, {2, 4, NONE, NONE, NONE, NONE, NONE, NONE, 1, 3}, 0, 0},
    {14, {2, 4, NONE, NONE, NONE, NONE, NONE, NONE, 1, 3}, 0, 0},
    {0},
};
static const struct db2_layout db2_frames[] = {
    /* WorldMapArea: 7.1.0, 7.1.5; 7.2.0; 7.3.0 */
    {{6, 1, NONE, NONE, NONE, NONE, NONE, NONE, 5, 0},
     0x1,
     {0x95F8D79D, 0x66491F3F, 0x432C75FC, 0xB32332C3}},
    /* 7.3.0 to 7.3.5 */
    {{7, 1, NONE, NONE, NONE, NONE, NONE, NONE, 6, 0}, 0x1, {0xC7E90019}},
    /* UiMapAssignment: 8.0.1 to 10.0.0, 1.13, 1.14, 2.5; 9.2.5 to 10.1.5, 3.4 */
    {{7, NONE, 2, 0, 1, 5, 8, 9, 6, NONE}, 0, {0xFA919770, 0xAA730213, 0xFA228778}},
    {{0}, 0, {0}},
};

/* A part of a map, the map it belongs onto, and how far it is moved there. */
static const struct dbc_layout dbc_transforms[] = {
    {9, {1, 2, 4, NONE, 6, 7, NONE}, 0, 0},  /* 2.0 to 3.0 */
    {10, {1, 2, 4, NONE, 6, 7, NONE}, 0, 0}, /* 3.1 to 4.0 */
    {11, {1, 2, 4, NONE, 6, 7, NONE}, 0, 0}, /* 4.0.6 */
    {12, {1, 2, 4, NONE, 6, 7, NONE}, 0, 0}, /* 4.1 to 5.1 */
    {13, {1, 2, 4, NONE, 6, 7, 12}, 0, 0},   /* 5.2, 5.3 */
    {15, {1, 2, 5, NONE, 8, 9, 14}, 0, 0},   /* 5.4, 6.0: three numbers a corner */
    {0},
};
static const struct db2_layout db2_transforms[] = {
    /* 7.3.0; 7.3.0 to 8.0.1, 1.13 */
    {{3, NONE, NONE, 0, 5, 1, 2}, 0, {0xEFD8D412, 0x99FB4B71, 0x8A2E7B01}},
    {{0}, 0, {0}},
};

/* The map and the number of a floor (DungeonMap); 7 fields are those of the first 3.0. */
static const struct dbc_layout dbc_floors[] = {
    {7, {1, 2}, 0, 0}, /* 3.0.1 */
    {8, {1, 2}, 0, 0}, /* 3.0 to 5.0 */
    {9, {1, 2}, 0, 0}, /* 5.0 to 6.0 */
    {0},
};
static const struct db2_layout db2_floors[] = {
    {{2, 4}, 0, {0xB5A245F4, 0x65C8690C}}, /* 7.3.0 to 8.0.1 */
    {{0}, 0, {0}},
};

/* The map, the group of a WMO, its floor and from which height on (DungeonMapChunk). */
static const struct dbc_layout dbc_floor_groups[] = {
    {5, {1, 2, 3, 4}, 0, 0}, /* 3.0 to 4.3 */
    {6, {1, 2, 3, 4}, 0, 0}, /* 5.0 to 6.0 */
    {0},
};
static const struct db2_layout db2_floor_groups[] = {
    {{2, 3, 4, 0}, 0, {0x7927A3A7}}, /* 7.3.0 to 8.0.1 */
    {{2, 3, 4, 1}, 0, {0xB101DEC3}}, /* 8.0.1 */
    {{0}, 0, {0}},
};

/* The map of a light, its place (X from the west, height, Y from the north), where it begins to
 * fade and where it ends, and its parameters by weather, of which the first are those of a clear
 * sky. Before 1.9 a map had its lights in a file of its own. */
static const struct dbc_layout dbc_lights[] = {
    {12, {1, 2, 5, 6, 7}, 0, 0}, /* 1.9 to 3.0.1 */
    {15, {1, 2, 5, 6, 7}, 0, 0}, /* 3.0 to 6.2 */
    {0},
};
static const struct db2_layout db2_lights[] = {
    /* 7.3.0 to 10.0.0, 1.13 to 2.5.4; 9.2.5 to 10.1.5, 3.4.0 to 3.4.2 */
    {{3, 0, 1, 2, 4}, 0, {0x25025A13, 0x04052B1F, 0x9088A2A3, 0xAD1B2253}},
    {{0}, 0, {0}},
};

/* How much of the ground water hides, shallow and deep, and an ocean. */
static const struct dbc_layout dbc_light_params[] = {
    {9, {4, 8}, 0, 0},     /* 1.9 to 3.3 */
    {10, {5, NONE}, 0, 0}, /* 4.0 to 6.2 */
    {0},
};
static const struct db2_layout db2_light_params[] = {
    /* 7.3.0 to 8.0.1; 8.0.1 */
    {{1, NONE}, 0, {0xF67DE2AF, 0xF29DB5FB, 0x4E9B4690}},
    /* 8.0.1 to 9.1.0, 1.13 to 2.5.4; 3.4.0 to 3.4.2 */
    {{6, NONE}, 0, {0xA08FAABA, 0x08EE51F6, 0x92B4D392, 0xC7A9808E, 0xFA62F9B6}},
    /* 9.1.0 to 10.0.0; 9.2.5 to 10.1.5 */
    {{5, NONE}, 0, {0x99BB0B6F, 0x9C29BEEF}},
    {{0}, 0, {0}},
};

/* How many times a band has, up to 16 of them, and as many colours. */
static const struct dbc_layout dbc_light_bands[] = {{34, {1, 2, 18}, 0, 0}, {0}}; /* 1.9 to 4.3 */
static const struct db2_layout db2_light_bands[] = {{{0}, 0, {0}}};

/* The parameters that colours belong to, their time, and the colours. */
static const struct dbc_layout dbc_light_hours[] = {
    {24, {1, 2, 3, 16}, 0, 0}, /* 5.0 to 5.4 */
    {25, {1, 2, 3, 16}, 0, 0}, /* 6.0 to 6.2 */
    {0},
};
static const struct db2_layout db2_light_hours[] = {
    {{33, 34, 0, 13}, 0, {0x98BC17CE, 0x34231474}}, /* 7.3.0 to 8.0.1; 8.0.1 */
    {{RELATION, 33, 0, 13}, 0, {0x2D2BA7FA}},       /* 7.3.5, 1.13.0 */
    {{34, 35, 0, 13}, 0, {0x3A8B11C3}},             /* 8.0.1 */
    /* 8.0.1, 1.13; 8.1 to 8.2.5; 8.3; 9.0; 9.1 to 9.2.5, 1.14 to 2.5.4; 9.2.5 to 10.1.5, 3.4 */
    {{0, 1, 2, 15},
     0,
     {0xE7CA3F85, 0xFCED593A, 0x07423F4E, 0x14259798, 0x79AC7C4B, 0xD057E40C, 0x140708DA,
      0x5A08CEBB, 0x1D523CA5}},
    {{0, 1, 2, 15}, 0, {0x9E95F375}}, /* 2.5.1 */
    {{0}, 0, {0}},
};

static const struct {
    const char *name;
    unsigned column_count;
    const struct dbc_layout *dbc;
    const struct db2_layout *db2;
} kinds[TABLE_KINDS] = {
    [TABLE_MAPS] = {"maps", MAP_COLUMNS, dbc_maps, db2_maps},
    [TABLE_AREAS] = {"areas", AREA_COLUMNS, dbc_areas, db2_areas},
    [TABLE_LIQUIDS] = {"liquids", LIQUID_COLUMNS, dbc_liquids, db2_liquids},
    [TABLE_FLIGHTS] = {"flight masters", LANDMARK_COLUMNS, dbc_flights, db2_flights},
    [TABLE_GRAVEYARDS] = {"graveyards", LANDMARK_COLUMNS, dbc_graveyards, db2_graveyards},
    [TABLE_PATHS] = {"flight paths", PATH_COLUMNS, dbc_paths, db2_paths},
    [TABLE_WAYPOINTS] = {"courses of flights", WAYPOINT_COLUMNS, dbc_waypoints, db2_waypoints},
    [TABLE_FRAMES] = {"maps of zones", FRAME_COLUMNS, dbc_frames, db2_frames},
    [TABLE_TRANSFORMS] = {"parts of maps", TRANSFORM_COLUMNS, dbc_transforms, db2_transforms},
    [TABLE_FLOORS] = {"floors", FLOOR_COLUMNS, dbc_floors, db2_floors},
    [TABLE_FLOOR_GROUPS] = {"groups of floors", FLOOR_GROUP_COLUMNS, dbc_floor_groups,
                            db2_floor_groups},
    [TABLE_LIGHTS] = {"lights", LIGHT_COLUMNS, dbc_lights, db2_lights},
    [TABLE_LIGHT_PARAMS] = {"parameters of lights", LIGHT_PARAMS_COLUMNS, dbc_light_params,
                            db2_light_params},
    [TABLE_LIGHT_BANDS] = {"colours of lights", LIGHT_BAND_COLUMNS, dbc_light_bands,
                           db2_light_bands},
    [TABLE_LIGHT_HOURS] = {"hours of lights", LIGHT_HOUR_COLUMNS, dbc_light_hours, db2_light_hours},
};

const char *table_kind_name(enum table_kind kind)
{
    return kinds[kind].name;
}

unsigned table_kind_columns(enum table_kind kind)
{
    return kinds[kind].column_count;
}

const struct dbc_layout *table_layout_of_dbc(enum table_kind kind, uint32_t field_count)
{
    for (const struct dbc_layout *layout = kinds[kind].dbc; layout->field_count; layout++) {
        if (layout->field_count == field_count) {
            return layout;
        }
    }
    return NULL;
}

const struct db2_layout *table_layout_of_db2(enum table_kind kind, uint32_t hash)
{
    for (const struct db2_layout *layout = kinds[kind].db2; layout->hashes[0]; layout++) {
        for (size_t i = 0; i < DB2_HASHES_MAX && layout->hashes[i]; i++) {
            if (layout->hashes[i] == hash) {
                return layout;
            }
        }
    }
    return NULL;
}
