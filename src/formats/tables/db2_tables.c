#include "formats/tables/db2_tables.h"

#include "base/size.h"

enum { NO_FIELD = 255 };

/* Where the fields of a layout are. */
struct layout {
    uint32_t hash;
    uint8_t extra[2]; /* by table, see there */
};

/*
 * extra: kind of instance, id of the WDT. The folder is field 0, the name field 1 throughout.
 * Classic clients have no place of a corpse, and had no id of the WDT before 1.15.4; the number
 * that they have since stands where the others have that id.
 */
static const struct layout map_layouts[] = {
    {0x503A3E58, {8, NO_FIELD}},                              /* 8.0.1, 8.1.0 */
    {0xB290D217, {8, 21}},       {0xDA9493AF, {8, 21}},       /* 8.1.5 to 8.3, 9.1.0 */
    {0x793F4E8E, {9, 22}},                                    /* 9.0 */
    {0x9CF2F12F, {8, 21}},                                    /* 9.1.5, 9.2.0 */
    {0x4CC6B21E, {8, 21}},       {0xAAA1F94E, {8, 21}},       /* 9.2.5 to 10.0.0 */
    {0x43E626E4, {8, 21}},       {0x15542FE8, {8, 21}},       /* 10.0 to 10.2.7 */
    {0xECAB3BDE, {8, 21}},       {0xE0196C63, {8, 21}},       /* 11.0.0 to 11.1.5 */
    {0x75863E23, {8, 21}},                                    /* 11.1.7 to 12.0.7 */
    {0x0E84A21C, {7, NO_FIELD}}, {0x67680F17, {7, NO_FIELD}}, /* 1.13, 2.5.1 */
    {0xC08A6797, {7, NO_FIELD}}, {0x705E2886, {7, NO_FIELD}}, /* 1.14, 2.5.2 to 2.5.4 */
    {0xA81BAFA6, {7, NO_FIELD}}, {0xBFC078A9, {7, NO_FIELD}}, /* 1.14.4, 3.4.0 to 3.4.3 */
    {0xEE526FA5, {7, NO_FIELD}},                              /* 1.15.0 to 1.15.2, 4.4.0 */
    {0x32401DC5, {7, 21}},       {0xB47C6F05, {7, 21}},       /* 1.15.4, 4.4.1 to 5.5.4 */
};

/* extra: map, zone it is part of. The name is field 1 throughout. */
static const struct layout area_layouts[] = {
    {0x22229BE7, {2, 3}}, {0x9944A57F, {2, 3}}, /* 8.0.1 to 8.3, 1.13, 2.5.1 */
    {0x7EF13BBB, {2, 3}}, {0x6AA8A23B, {2, 3}}, /* 9.0 to 9.2.5 */
    {0x16AE706B, {2, 3}}, {0xCD6850F0, {2, 3}}, /* 9.2.5 to 10.2.7 */
    {0x9864CADF, {2, 3}}, {0x3F51DE1F, {2, 3}}, /* 11.0.0 to 11.2.5 */
    {0x5DB1A3FF, {2, 3}},                       /* 11.2.5 to 12.1.0 */
    {0x2AFB00FF, {2, 3}}, {0x84FCA6CF, {2, 3}}, /* 1.14, 2.5.2 to 2.5.4, 3.4.0 to 3.4.2 */
    {0x19CA1DC6, {2, 3}}, {0x0A6204DD, {2, 3}}, /* 1.14.4 to 1.15.6, 3.4.3, 4.4 */
    {0x705C911D, {2, 3}},                       /* 1.15.7 to 5.5.4 */
};

/* extra: class. The name is field 0 throughout. */
static const struct layout liquid_layouts[] = {
    {0x29F8C65E, {3}}, {0xD4966711, {3}}, /* 8.0.1 to 9.1.0, 1.13, 2.5.1 */
    {0xD0172A80, {3}}, {0xAFFFC9E0, {3}}, /* 9.1.5 to 10.2.7, 1.14 to 1.15.2, 2.5.2 to 4.4.0 */
    {0x95DB15B6, {3}}, {0x4397CEE6, {3}}, /* 11.0.0 to 11.2.7, 1.15.3 to 1.15.8, 4.4.1 to 5.5.3 */
    {0xD1ECEEC9, {3}},                    /* 12.0.0 to 12.1.0, 1.15.9, 5.5.4 */
};

static const struct layout *find_layout(const struct db2 *db2, const struct layout *layouts,
                                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (layouts[i].hash == db2->layout_hash) {
            return &layouts[i];
        }
    }
    return NULL;
}

static const struct layout *map_layout(const struct db2 *db2)
{
    return find_layout(db2, map_layouts, COUNT_OF(map_layouts));
}

static const struct layout *area_layout(const struct db2 *db2)
{
    return find_layout(db2, area_layouts, COUNT_OF(area_layouts));
}

static const struct layout *liquid_layout(const struct db2 *db2)
{
    return find_layout(db2, liquid_layouts, COUNT_OF(liquid_layouts));
}

static enum adtmap_status check(const struct db2 *db2, const struct layout *layout,
                                const char *what, const struct diag *diag)
{
    return layout ? ADTMAP_OK
                  : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                              "layout %08X is no known layout of %s", db2->layout_hash, what);
}

enum adtmap_status db2_maps_check(const struct db2 *db2, const struct diag *diag)
{
    return check(db2, map_layout(db2), "maps", diag);
}

enum adtmap_status db2_areas_check(const struct db2 *db2, const struct diag *diag)
{
    return check(db2, area_layout(db2), "areas", diag);
}

enum adtmap_status db2_liquids_check(const struct db2 *db2, const struct diag *diag)
{
    return check(db2, liquid_layout(db2), "liquids", diag);
}

bool db2_map_at(const struct db2 *db2, uint32_t record, struct dbc_map *map)
{
    const struct layout *layout = map_layout(db2);
    if (!layout || !db2_has(db2, record)) {
        return false;
    }
    *map = (struct dbc_map){
        .id = db2_id(db2, record),
        .folder = db2_string(db2, record, 0),
        .name = db2_string(db2, record, 1),
        .instance = dbc_instance_of(db2_u32(db2, record, layout->extra[0])),
    };
    if (layout->extra[1] != NO_FIELD) {
        map->wdt_file_id = db2_u32(db2, record, layout->extra[1]);
    }
    return true;
}

bool db2_area_at(const struct db2 *db2, uint32_t record, struct dbc_area *area)
{
    const struct layout *layout = area_layout(db2);
    if (!layout || !db2_has(db2, record)) {
        return false;
    }
    *area = (struct dbc_area){
        .id = db2_id(db2, record),
        .map_id = db2_u32(db2, record, layout->extra[0]),
        .parent = db2_u32(db2, record, layout->extra[1]),
        .name = db2_string(db2, record, 1),
    };
    return true;
}

bool db2_liquid_at(const struct db2 *db2, uint32_t record, struct dbc_liquid *liquid)
{
    const struct layout *layout = liquid_layout(db2);
    if (!layout || !db2_has(db2, record)) {
        return false;
    }
    *liquid = (struct dbc_liquid){
        .id = db2_id(db2, record),
        .name = db2_string(db2, record, 0),
        .class = dbc_liquid_class_of(db2_u32(db2, record, layout->extra[0])),
    };
    return true;
}
