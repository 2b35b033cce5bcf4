#include "formats/tables/dbc_tables.h"

#include "base/size.h"
#include "formats/grid.h"

enum { NO_FIELD = 255 };

/* Where the fields of a layout are; the languages of a text follow one another. */
struct layout {
    uint32_t field_count;
    uint8_t id;
    uint8_t name;
    uint8_t languages;
    uint8_t extra[2]; /* by table, see there */
};

/* extra: kind of instance; map of the entrance, whose X and Y are the next fields, 0 for none. The
 * folder is field 1 throughout. */
static const struct layout map_layouts[] = {
    {13, 0, 4, 8, {NO_FIELD, 0}}, /* 0.5.3 to 0.6.0 */
    {35, 0, 3, 8, {2, 0}},        {36, 0, 3, 8, {2, 0}},
    {37, 0, 3, 8, {2, 0}}, /* 0.7 to 1.4 */
    {39, 0, 3, 8, {2, 0}},        {40, 0, 3, 8, {2, 0}},
    {41, 0, 3, 8, {2, 0}}, /* 1.5 to 1.10 */
    {42, 0, 4, 8, {2, 0}}, /* 1.11 to 1.12 */
    {69, 0, 4, 8, {2, 0}},        {72, 0, 4, 8, {2, 69}},
    {75, 0, 4, 8, {2, 69}},                                  /* 2.0 */
    {123, 0, 4, 16, {2, 117}},    {125, 0, 4, 16, {2, 117}}, /* 2.1 to 2.4 */
    {126, 0, 4, 16, {2, 117}},                               /* 3.0.1 */
    {118, 0, 4, 16, {2, 109}},                               /* 3.0.3 to 3.1 */
    {65, 0, 4, 16, {2, 58}},                                 /* 3.2 */
    {66, 0, 5, 16, {2, 59}},                                 /* 3.3 */
    {19, 0, 5, 1, {2, 11}},                                  /* 4.0, 5.0 to 5.4 */
    {20, 0, 6, 1, {2, 12}},                                  /* 4.1 to 4.3 */
    {22, 0, 6, 1, {2, 12}},                                  /* 6.2 */
};

/* extra: map, zone it is part of. 25 to 27 fields are those of 1.11 to 2.0 and of 4.1 to 4.3. */
static const struct layout area_layouts[] = {
    {22, 1, 13, 8, {2, 3}},                                                  /* 0.5.3 */
    {23, 1, 14, 8, {2, 3}},                                                  /* 0.5.5 */
    {21, 0, 11, 8, {1, 2}},                                                  /* 0.7 to 1.10 */
    {25, 0, 11, 8, {1, 2}},  {26, 0, 11, 8, {1, 2}}, {27, 0, 11, 8, {1, 2}}, /* 1.11 to 2.0 */
    {35, 0, 11, 16, {1, 2}},                                                 /* 2.1 to 2.4 */
    {36, 0, 11, 16, {1, 2}},                                                 /* 3.0 to 3.3 */
    {20, 0, 11, 1, {1, 2}},  {24, 0, 11, 1, {1, 2}},                         /* 4.0 */
    {30, 0, 13, 1, {1, 2}},                                                  /* 5.1 to 5.4 */
    {29, 0, 13, 1, {1, 2}},                                                  /* 6.2 */
};

/* extra: class; whether it is the class of 3.0 and later. */
static const struct layout liquid_layouts[] = {
    {4, 0, 1, 1, {2, 0}}, /* 1.11 to 2.4 */
    {45, 0, 1, 1, {3, 1}},
    {46, 0, 1, 1, {3, 1}}, /* 3.0 to 5.4 */
};

static const struct layout *find_layout(const struct dbc *dbc, const struct layout *layouts,
                                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (layouts[i].field_count == dbc->field_count) {
            return &layouts[i];
        }
    }
    return NULL;
}

static enum adtmap_status check(const struct dbc *dbc, const struct layout *layout,
                                const char *what, const struct diag *diag)
{
    if (layout && dbc->record_bytes / 4 >= layout->field_count) {
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8,
                     "records of %u fields and %u bytes: no known layout of %s", dbc->field_count,
                     dbc->record_bytes, what);
}

static const struct layout *map_layout(const struct dbc *dbc)
{
    return find_layout(dbc, map_layouts, COUNT_OF(map_layouts));
}

static const struct layout *area_layout(const struct dbc *dbc)
{
    return find_layout(dbc, area_layouts, COUNT_OF(area_layouts));
}

static const struct layout *liquid_layout(const struct dbc *dbc)
{
    return find_layout(dbc, liquid_layouts, COUNT_OF(liquid_layouts));
}

enum adtmap_status dbc_maps_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, map_layout(dbc), "maps", diag);
}

enum adtmap_status dbc_areas_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, area_layout(dbc), "areas", diag);
}

enum adtmap_status dbc_liquids_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, liquid_layout(dbc), "liquids", diag);
}

enum dbc_instance dbc_instance_of(uint32_t number)
{
    return number < DBC_INSTANCE_OTHER ? (enum dbc_instance)number : DBC_INSTANCE_OTHER;
}

void dbc_map_set_entrance(struct dbc_map *map, float x, float y)
{
    map->entrance_x = (double)x;
    map->entrance_y = (double)y;
    map->has_entrance = grid_has(map->entrance_x, map->entrance_y) && (x != 0.0F || y != 0.0F);
}

bool dbc_map_at(const struct dbc *dbc, uint32_t record, struct dbc_map *map)
{
    const struct layout *layout = map_layout(dbc);
    if (!layout || record >= dbc->record_count) {
        return false;
    }
    *map = (struct dbc_map){
        .id = dbc_u32(dbc, record, layout->id),
        .folder = dbc_string(dbc, record, 1),
        .name = dbc_text(dbc, record, layout->name, layout->languages),
        .instance = DBC_INSTANCE_UNKNOWN,
    };
    if (layout->extra[0] != NO_FIELD) {
        map->instance = dbc_instance_of(dbc_u32(dbc, record, layout->extra[0]));
    }
    if (layout->extra[1]) {
        map->entrance_map = dbc_u32(dbc, record, layout->extra[1]);
        dbc_map_set_entrance(map, dbc_f32(dbc, record, layout->extra[1] + 1U),
                             dbc_f32(dbc, record, layout->extra[1] + 2U));
    }
    return true;
}

bool dbc_area_at(const struct dbc *dbc, uint32_t record, struct dbc_area *area)
{
    const struct layout *layout = area_layout(dbc);
    if (!layout || record >= dbc->record_count) {
        return false;
    }
    area->id = dbc_u32(dbc, record, layout->id);
    area->map_id = dbc_u32(dbc, record, layout->extra[0]);
    area->parent = dbc_u32(dbc, record, layout->extra[1]);
    area->name = dbc_text(dbc, record, layout->name, layout->languages);
    return true;
}

enum dbc_liquid_class dbc_liquid_class_of(uint32_t number)
{
    return number <= DBC_SLIME ? (enum dbc_liquid_class)number : DBC_WATER;
}

/*
 * Before 3.0 the classes are 0 magma, 2 slime, 3 water and ocean, which the ids of terrain liquids
 * tell apart (2, 6, 10 and 14 are ocean); later 0 water, 1 ocean, 2 magma, 3 slime.
 */
static enum dbc_liquid_class liquid_class(uint32_t id, uint32_t kind, bool modern)
{
    if (modern) {
        return dbc_liquid_class_of(kind);
    }
    bool ocean = id < 15 && id % 4 == 2;
    switch (kind) {
    case 0:
        return DBC_MAGMA;
    case 2:
        return DBC_SLIME;
    default:
        return ocean ? DBC_OCEAN : DBC_WATER;
    }
}

bool dbc_liquid_at(const struct dbc *dbc, uint32_t record, struct dbc_liquid *liquid)
{
    const struct layout *layout = liquid_layout(dbc);
    if (!layout || record >= dbc->record_count) {
        return false;
    }
    liquid->id = dbc_u32(dbc, record, layout->id);
    liquid->name = dbc_text(dbc, record, layout->name, layout->languages);
    liquid->class =
        liquid_class(liquid->id, dbc_u32(dbc, record, layout->extra[0]), layout->extra[1] != 0);
    return true;
}

const char *dbc_instance_name(enum dbc_instance instance)
{
    static const char *const names[] = {
        [DBC_INSTANCE_NONE] = "world",      [DBC_INSTANCE_PARTY] = "dungeon",
        [DBC_INSTANCE_RAID] = "raid",       [DBC_INSTANCE_BATTLEGROUND] = "battleground",
        [DBC_INSTANCE_ARENA] = "arena",     [DBC_INSTANCE_OTHER] = "other",
        [DBC_INSTANCE_UNKNOWN] = "unknown",
    };
    unsigned index = (unsigned)instance;
    return index < COUNT_OF(names) ? names[index] : "unknown";
}
