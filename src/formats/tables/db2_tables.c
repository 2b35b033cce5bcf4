#include "formats/tables/db2_tables.h"

#include "base/size.h"
#include "formats/grid.h"

enum { NO_FIELD = 255 };

/*
 * fields: name, kind of instance, id of the WDT, map of the entrance, its X and Y; 0 where there is
 * no entrance. The folder is field 0 throughout.
 * Classic clients have no place of a corpse, and had no id of the WDT before 1.15.4; the number
 * that they have since stands where the others have that id.
 */
static const struct db2_layout map_layouts[] = {
    /* 7.0.3 to 7.2.0 */
    {0xB32E648C, {4, 14, NO_FIELD, 9, 3}, 0x71},
    {0xF7CF2DA2, {4, 14, NO_FIELD, 9, 3}, 0x71},
    {0xBDBE8188, {4, 14, NO_FIELD, 9, 3}, 0x71},
    {0x98BE9895, {4, 14, NO_FIELD, 9, 3}, 0x71},
    /* 7.2.0 to 7.3.2 */
    {0xC34CD39B, {4, 16, NO_FIELD, 11, 3}, 0x1F1},
    {0xAFAFB470, {4, 16, NO_FIELD, 11, 3}, 0x1F1},
    {0xA37A2830, {4, 16, NO_FIELD, 11, 3}, 0x1F1},
    /* 7.3.5 */
    {0xF568DF12, {1, 16, NO_FIELD, 11, 8}, 0x3F},
    /* 8.0.1, 8.1.0 */
    {0x503A3E58, {1, 8, NO_FIELD, 17, 6}, 0},
    /* 8.1.5 to 8.3, 9.1.0 */
    {0xB290D217, {1, 8, 21, 17, 6}, 0},
    {0xDA9493AF, {1, 8, 21, 17, 6}, 0},
    /* 9.0 */
    {0x793F4E8E, {1, 9, 22, 18, 7}, 0},
    /* 9.1.5, 9.2.0 */
    {0x9CF2F12F, {1, 8, 21, 17, 6}, 0},
    /* 9.2.5 to 10.0.0 */
    {0x4CC6B21E, {1, 8, 21, 17, 6}, 0},
    {0xAAA1F94E, {1, 8, 21, 17, 6}, 0},
    /* 10.0 to 10.2.7 */
    {0x43E626E4, {1, 8, 21, 17, 6}, 0},
    {0x15542FE8, {1, 8, 21, 17, 6}, 0},
    /* 11.0.0 to 11.1.5 */
    {0xECAB3BDE, {1, 8, 21, 17, 6}, 0},
    {0xE0196C63, {1, 8, 21, 17, 6}, 0},
    /* 11.1.7 to 12.0.7 */
    {0x75863E23, {1, 8, 21, 17, 6}, 0},
    /* 1.13, 2.5.1 */
    {0x0E84A21C, {1, 7, NO_FIELD}, 0},
    {0x67680F17, {1, 7, NO_FIELD}, 0},
    /* 1.14, 2.5.2 to 2.5.4 */
    {0xC08A6797, {1, 7, NO_FIELD}, 0},
    {0x705E2886, {1, 7, NO_FIELD}, 0},
    /* 1.14.4, 3.4.0 to 3.4.3 */
    {0xA81BAFA6, {1, 7, NO_FIELD}, 0},
    {0xBFC078A9, {1, 7, NO_FIELD}, 0},
    /* 1.15.0 to 1.15.2, 4.4.0 */
    {0xEE526FA5, {1, 7, NO_FIELD}, 0},
    /* 1.15.4, 4.4.1 to 5.5.4 */
    {0x32401DC5, {1, 7, 21}, 0},
    {0xB47C6F05, {1, 7, 21}, 0},
};

/* fields: name, map, zone it is part of. */
static const struct db2_layout area_layouts[] = {
    /* 7.0.3 to 7.1.5 */
    {0xFCC856E3, {3, 4, 5}, 0xA},
    {0x34DD9AFD, {3, 4, 5}, 0xA},
    /* 7.2.0 to 7.3.2 */
    {0x1A7A0860, {3, 4, 5}, 0xA},
    {0x81DA5CCB, {3, 4, 5}, 0xA},
    /* 7.3.5 */
    {0x0CA01129, {1, 4, 5}, 0x3},
    /* 8.0.1 to 8.3, 1.13, 2.5.1 */
    {0x22229BE7, {1, 2, 3}, 0},
    {0x9944A57F, {1, 2, 3}, 0},
    /* 9.0 to 9.2.5 */
    {0x7EF13BBB, {1, 2, 3}, 0},
    {0x6AA8A23B, {1, 2, 3}, 0},
    /* 9.2.5 to 10.2.7 */
    {0x16AE706B, {1, 2, 3}, 0},
    {0xCD6850F0, {1, 2, 3}, 0},
    /* 11.0.0 to 11.2.5 */
    {0x9864CADF, {1, 2, 3}, 0},
    {0x3F51DE1F, {1, 2, 3}, 0},
    /* 11.2.5 to 12.1.0 */
    {0x5DB1A3FF, {1, 2, 3}, 0},
    /* 1.14, 2.5.2 to 2.5.4, 3.4.0 to 3.4.2 */
    {0x2AFB00FF, {1, 2, 3}, 0},
    {0x84FCA6CF, {1, 2, 3}, 0},
    /* 1.14.4 to 1.15.6, 3.4.3, 4.4 */
    {0x19CA1DC6, {1, 2, 3}, 0},
    {0x0A6204DD, {1, 2, 3}, 0},
    /* 1.15.7 to 5.5.4 */
    {0x705C911D, {1, 2, 3}, 0},
};

/* fields: name, class. */
static const struct db2_layout liquid_layouts[] = {
    /* 7.0.3 to 7.1.5 */
    {0x28B44DCB, {0, 13}, 0x81},
    {0x99FC34E5, {0, 13}, 0x81},
    /* 7.2.0 to 7.3.2 */
    {0xEB9E4B52, {0, 13}, 0x81},
    {0xBBB8B593, {0, 13}, 0x81},
    /* 7.3.5 */
    {0x3313BBF3, {0, 13}, 0x3},
    /* 8.0.1 to 9.1.0, 1.13, 2.5.1 */
    {0x29F8C65E, {0, 3}, 0},
    {0xD4966711, {0, 3}, 0},
    /* 9.1.5 to 10.2.7, 1.14 to 1.15.2, 2.5.2 to 4.4.0 */
    {0xD0172A80, {0, 3}, 0},
    {0xAFFFC9E0, {0, 3}, 0},
    /* 11.0.0 to 11.2.7, 1.15.3 to 1.15.8, 4.4.1 to 5.5.3 */
    {0x95DB15B6, {0, 3}, 0},
    {0x4397CEE6, {0, 3}, 0},
    /* 12.0.0 to 12.1.0, 1.15.9, 5.5.4 */
    {0xD1ECEEC9, {0, 3}, 0},
};

/* fields: name, place, map, mounts. */
static const struct db2_layout flight_layouts[] = {
    /* 7.3.0 to 7.3.2 */
    {0xC8E003F2, {1, 0, 5, 2}, 0x2},
    {0xC47A8C7F, {1, 0, 6, 2}, 0x2},
    /* 7.3.5 */
    {0xB46C6A8B, {0, 1, 6, 2}, 0x1},
    {0xE96BA283, {0, 1, 6, 2}, 0x1},
    /* 8.0.1, 1.13 */
    {0x91ADBF11, {0, 1, 5, 13}, 0},
    /* 8.1 to 9.1.0 */
    {0x179AF3CF, {0, 1, 5, 14}, 0},
    {0x187CC2FE, {0, 1, 5, 14}, 0},
    {0x890762DD, {0, 1, 5, 14}, 0},
    /* 9.1.0 to 10.1.7 */
    {0x3AFF48F9, {0, 1, 5, 14}, 0},
    {0x32DF03E3, {0, 1, 5, 14}, 0},
    {0x3F7CC8B2, {0, 1, 5, 14}, 0},
    /* 10.1.7 to 12.1.0 */
    {0x5EE95BA9, {0, 1, 5, 14}, 0},
    {0xE7B597F0, {0, 1, 5, 14}, 0},
    /* 1.14, 2.5.1 to 3.4.2 */
    {0x951F23F1, {0, 1, 5, 13}, 0},
    {0xA4720553, {0, 1, 5, 13}, 0},
    {0xC79A3F09, {0, 1, 5, 13}, 0},
    {0xEC9EF7F0, {0, 1, 5, 13}, 0},
    /* 1.15, 3.4.3 to 5.5.4 */
    {0x609F20BF, {0, 1, 5, 13}, 0},
    {0xA8EF6D9C, {0, 1, 5, 13}, 0},
};

/* fields: name, place, map, none. */
static const struct db2_layout graveyard_layouts[] = {
    /* 8.1.0 to 8.2.5, 1.13.0 to 1.13.2 */
    {0x6BF0D7EC, {0, 1, 2, NO_FIELD}, 0},
};

/* fields: from, to. */
static const struct db2_layout path_layouts[] = {
    /* 7.3.0 to 7.3.5 */
    {0xF44E2BF5, {0, 1}, 0},
    {0x419933CD, {0, 1}, 0},
    /* 8.0.1 to 9.2.5, 1.13, 1.14.0 to 1.14.3, 2.5.1 to 2.5.4, 3.4.0 to 3.4.2 */
    {0x3716BBCD, {1, 2}, 0},
    {0x0ECA5A01, {1, 2}, 0},
    /* 9.2.5 to 11.0.0, 1.14.4 to 1.15.2, 3.4.3, 4.4.0 */
    {0x9B67699C, {1, 2}, 0},
    /* 11.0.0 to 12.1.0, 1.15.3 to 5.5.4 */
    {0xA303DE51, {1, 2}, 0},
};

/* fields: path, place, index, map. */
static const struct db2_layout waypoint_layouts[] = {
    /* 7.3.0 to 7.3.5 */
    {0xD38E8C01, {1, 0, 3, 2}, 0},
    {0xA5604F55, {1, 0, 3, 2}, 0},
    /* 8.0.1 to 8.1.0, 1.13 */
    {0xE28C3360, {2, 0, 3, 4}, 0},
    /* 8.1.0 to 9.2.5 */
    {0x7CC528A4, {2, 0, 3, 4}, 0},
    {0x6AC41B7B, {2, 0, 3, 4}, 0},
    /* 9.2.5 to 11.0.0 */
    {0xA20FF622, {2, 0, 3, 4}, 0},
    {0xF1BEC205, {2, 0, 3, 4}, 0},
    /* 11.0.0 to 12.1.0 */
    {0xB70D1EE0, {2, 0, 3, 4}, 0},
    {0xFE362E70, {2, 0, 3, 4}, 0},
    /* 1.14, 2.5.1 to 3.4.2 */
    {0x40CF66AF, {2, 0, 3, 4}, 0},
    {0xAE1E94C6, {2, 0, 3, 4}, 0},
    /* 1.15, 3.4.3 to 5.5.4 */
    {0xC38748B1, {2, 0, 3, 4}, 0},
    {0xD086E620, {2, 0, 3, 4}, 0},
    {0xBB94AA30, {2, 0, 3, 4}, 0},
};

enum adtmap_status db2_use_layout(struct db2 *db2, enum table_kind kind, const struct diag *diag)
{
    static const struct {
        const struct db2_layout *layouts;
        size_t count;
        const char *what;
    } known[] = {
        [TABLE_MAPS] = {map_layouts, COUNT_OF(map_layouts), "maps"},
        [TABLE_AREAS] = {area_layouts, COUNT_OF(area_layouts), "areas"},
        [TABLE_LIQUIDS] = {liquid_layouts, COUNT_OF(liquid_layouts), "liquids"},
        [TABLE_FLIGHTS] = {flight_layouts, COUNT_OF(flight_layouts), "flight masters"},
        [TABLE_GRAVEYARDS] = {graveyard_layouts, COUNT_OF(graveyard_layouts), "graveyards"},
        [TABLE_PATHS] = {path_layouts, COUNT_OF(path_layouts), "flight paths"},
        [TABLE_WAYPOINTS] = {waypoint_layouts, COUNT_OF(waypoint_layouts), "courses of flights"},
    };
    db2->layout = NULL;
    for (size_t i = 0; i < known[kind].count; i++) {
        if (known[kind].layouts[i].hash == db2->layout_hash) {
            db2->layout = &known[kind].layouts[i];
        }
    }
    return db2->layout ? ADTMAP_OK
                       : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                                   "layout %08X is no known layout of %s", db2->layout_hash,
                                   known[kind].what);
}

static void read_entrance(const struct db2 *db2, const struct db2_row *row, struct dbc_map *map)
{
    const uint8_t *fields = db2->layout->fields;
    map->entrance_map = db2_u32(db2, row, fields[3]);
    dbc_map_set_entrance(map, db2_f32(db2, row, fields[4], 0), db2_f32(db2, row, fields[4], 1));
}

bool db2_map_at(const struct db2 *db2, uint32_t index, struct dbc_map *map)
{
    struct db2_row row;
    if (!db2->layout || !db2_row_at(db2, index, &row)) {
        return false;
    }
    const uint8_t *fields = db2->layout->fields;
    *map = (struct dbc_map){
        .id = row.id,
        .folder = db2_string(db2, &row, 0),
        .name = db2_string(db2, &row, fields[0]),
        .instance = dbc_instance_of(db2_u32(db2, &row, fields[1])),
        .wdt_file_id = fields[2] == NO_FIELD ? 0 : db2_u32(db2, &row, fields[2]),
    };
    if (fields[3]) {
        read_entrance(db2, &row, map);
    }
    return true;
}

bool db2_area_at(const struct db2 *db2, uint32_t index, struct dbc_area *area)
{
    struct db2_row row;
    if (!db2->layout || !db2_row_at(db2, index, &row)) {
        return false;
    }
    const uint8_t *fields = db2->layout->fields;
    *area = (struct dbc_area){
        .id = row.id,
        .map_id = db2_u32(db2, &row, fields[1]),
        .parent = db2_u32(db2, &row, fields[2]),
        .name = db2_string(db2, &row, fields[0]),
    };
    return true;
}

bool db2_liquid_at(const struct db2 *db2, uint32_t index, struct dbc_liquid *liquid)
{
    struct db2_row row;
    if (!db2->layout || !db2_row_at(db2, index, &row)) {
        return false;
    }
    const uint8_t *fields = db2->layout->fields;
    *liquid = (struct dbc_liquid){
        .id = row.id,
        .name = db2_string(db2, &row, fields[0]),
        .class = dbc_liquid_class_of(db2_u32(db2, &row, fields[1])),
    };
    return true;
}

bool db2_landmark_at(const struct db2 *db2, uint32_t index, struct dbc_landmark *landmark)
{
    struct db2_row row;
    if (!db2->layout || !db2_row_at(db2, index, &row)) {
        return false;
    }
    const uint8_t *fields = db2->layout->fields;
    *landmark = (struct dbc_landmark){
        .id = row.id,
        .map_id = db2_u32(db2, &row, fields[2]),
        .x = (double)db2_f32(db2, &row, fields[1], 0),
        .y = (double)db2_f32(db2, &row, fields[1], 1),
        .name = db2_string(db2, &row, fields[0]),
    };
    bool has_mount = fields[3] == NO_FIELD || db2_u32(db2, &row, fields[3]) ||
                     db2_element(db2, &row, fields[3], 1);
    return landmark->name[0] != '\0' && grid_has(landmark->x, landmark->y) && has_mount;
}

bool db2_path_at(const struct db2 *db2, uint32_t index, struct dbc_path *path)
{
    struct db2_row row;
    if (!db2->layout || !db2_row_at(db2, index, &row)) {
        return false;
    }
    const uint8_t *fields = db2->layout->fields;
    *path = (struct dbc_path){
        .id = row.id,
        .from = db2_u32(db2, &row, fields[0]),
        .to = db2_u32(db2, &row, fields[1]),
    };
    return true;
}

bool db2_waypoint_at(const struct db2 *db2, uint32_t index, struct dbc_waypoint *waypoint)
{
    struct db2_row row;
    if (!db2->layout || !db2_row_at(db2, index, &row)) {
        return false;
    }
    const uint8_t *fields = db2->layout->fields;
    *waypoint = (struct dbc_waypoint){
        .path = db2_u32(db2, &row, fields[0]),
        .index = db2_u32(db2, &row, fields[2]),
        .map_id = db2_u32(db2, &row, fields[3]),
        .x = (double)db2_f32(db2, &row, fields[1], 0),
        .y = (double)db2_f32(db2, &row, fields[1], 1),
    };
    return grid_has(waypoint->x, waypoint->y);
}
