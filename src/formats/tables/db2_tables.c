#include "formats/tables/db2_tables.h"

#include "base/size.h"

enum { NO_FIELD = 255 };

/* Where the fields are. The folder is field 0, the name field 1 throughout. */
struct layout {
    uint32_t hash;
    uint8_t instance;
    uint8_t wdt_file_id;
};

/* Classic clients have no place of a corpse, and had no id of the WDT before 1.15.4; the number
 * that they have since stands where the others have that id. */
static const struct layout map_layouts[] = {
    {0x503A3E58, 8, NO_FIELD},                            /* 8.0.1, 8.1.0 */
    {0xB290D217, 8, 21},       {0xDA9493AF, 8, 21},       /* 8.1.5 to 8.3, 9.1.0 */
    {0x793F4E8E, 9, 22},                                  /* 9.0 */
    {0x9CF2F12F, 8, 21},                                  /* 9.1.5, 9.2.0 */
    {0x4CC6B21E, 8, 21},       {0xAAA1F94E, 8, 21},       /* 9.2.5 to 10.0.0 */
    {0x43E626E4, 8, 21},       {0x15542FE8, 8, 21},       /* 10.0 to 10.2.7 */
    {0xECAB3BDE, 8, 21},       {0xE0196C63, 8, 21},       /* 11.0.0 to 11.1.5 */
    {0x75863E23, 8, 21},                                  /* 11.1.7 to 12.0.7 */
    {0x0E84A21C, 7, NO_FIELD}, {0x67680F17, 7, NO_FIELD}, /* 1.13, 2.5.1 */
    {0xC08A6797, 7, NO_FIELD}, {0x705E2886, 7, NO_FIELD}, /* 1.14, 2.5.2 to 2.5.4 */
    {0xA81BAFA6, 7, NO_FIELD}, {0xBFC078A9, 7, NO_FIELD}, /* 1.14.4, 3.4.0 to 3.4.3 */
    {0xEE526FA5, 7, NO_FIELD},                            /* 1.15.0 to 1.15.2, 4.4.0 */
    {0x32401DC5, 7, 21},       {0xB47C6F05, 7, 21},       /* 1.15.4, 4.4.1 to 5.5.4 */
};

static const struct layout *map_layout(const struct db2 *db2)
{
    for (size_t i = 0; i < COUNT_OF(map_layouts); i++) {
        if (map_layouts[i].hash == db2->layout_hash) {
            return &map_layouts[i];
        }
    }
    return NULL;
}

enum adtmap_status db2_maps_check(const struct db2 *db2, const struct diag *diag)
{
    return map_layout(db2) ? ADTMAP_OK
                           : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                                       "layout %08X is no known layout of maps", db2->layout_hash);
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
        .instance = dbc_instance_of(db2_u32(db2, record, layout->instance)),
    };
    if (layout->wdt_file_id != NO_FIELD) {
        map->wdt_file_id = db2_u32(db2, record, layout->wdt_file_id);
    }
    return true;
}
