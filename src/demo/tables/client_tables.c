#include "demo/tables/client_tables.h"

#include <stdbool.h>

#include "base/size.h"
#include "demo/tables/dbc_write.h"
#include "demo/tables/light_tables.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"
#include "demo/world/world.h"

enum { MAP_DEMO, MAP_HALL };

static const uint32_t NOWHERE = UINT32_MAX;

/* What tables are written for. */
struct table_writing {
    bool is_old; /* in the layouts of 1.12, else of 3.3.5 */
    const struct model *hall;
};

/* Floors of the hall, in the order of their ids, which begin at 1: rooms whose floors lie above a
 * height are on it. */
enum { FLOORS = 2 };
static const struct {
    uint32_t number;
    double above_yd;
} floors[FLOORS] = {{1, -30.0}, {2, -100.0}};

/* The middle of the demo world, in tiles from its north-west corner, is the middle of the grid. */
static double x_of(double y_tiles)
{
    return (WORLD_TILES / 2 - y_tiles) * TILE_YD;
}

static double y_of(double x_tiles)
{
    return (WORLD_TILES / 2 - x_tiles) * TILE_YD;
}

static const struct {
    uint32_t id, zone;
    const char *name;
} areas[] = {
    {AREA_SEA, 0, "The Open Sea"},
    {AREA_LOWLAND, 0, "Greenmark"},
    {AREA_MOUNTAINS, 0, "High Fells"},
    {AREA_VILLAGE, AREA_LOWLAND, "Millbrook"},
    {AREA_HARBOUR, AREA_LOWLAND, "Quayside"},
    {AREA_RUINS, AREA_LOWLAND, "The Old Walls"},
    {AREA_VOLCANO, AREA_LOWLAND, "Cinder Peak"},
    {AREA_SWAMP, 0, "Reedmire"},
    {AREA_LAKE, AREA_LOWLAND, "Long Mere"},
};

/* Maps of zones: edges in yards. */
static const struct {
    uint32_t area;
    double west, east, north, south;
    const char *name;
} frames[] = {
    {0, 2400, -2400, 1600, -1600, "Demo"},
    {AREA_LOWLAND, 1500, -1500, 1000, -1000, "Greenmark"},
    {AREA_MOUNTAINS, 1800, -1800, 1400, -1000, "HighFells"},
    {AREA_SWAMP, 1372.5, 172.5, -693.75, -1493.75, "Reedmire"},
};

/* Places at sites; `map` is that of the place. */
struct table_place {
    uint32_t map;
    enum site_name site;
    const char *name;
};

static const struct table_place flights[] = {
    {MAP_DEMO, SITE_VILLAGE, "Millbrook, Greenmark"},
    {MAP_DEMO, SITE_LANDING, "North Landing, High Fells"},
    {MAP_HALL, SITE_VILLAGE, "Below the Hall"},
};

/* Flights by the numbers of their ends, which are their places in `flights`, from 1. */
static const struct {
    uint32_t from, to;
} paths[] = {{1, 2}, {2, 1}, {1, 3}};

/* What the flights from 1 to 2 and back pass between their ends, in this order and back. */
static const enum site_name course[] = {SITE_EAST_GATE, SITE_RUINS};

static const struct table_place graveyards[] = {
    {MAP_DEMO, SITE_HAMLET, "Greenmark, Hamlet"},
    {MAP_DEMO, SITE_CASTLE_GATE, "Greenmark, Castle Gate"},
    {MAP_DEMO, SITE_SWAMP_EDGE, "Reedmire, Edge"},
};

static void put_maps(struct dbc_table *table, const struct table_writing *writing)
{
    static const struct map_dbc_shape shapes[2] = {{66, 5, 59}, {42, 4, 0}};
    const struct site *mine = &sites[SITE_MINE];
    const struct map_dbc_row rows[2] = {
        {MAP_DEMO, "Demo", "Demo", 0, {0.0}},
        {MAP_HALL, "Hall", "Hall", 1, {x_of(mine->y), y_of(mine->x)}},
    };
    for (int k = 0; k < 2; k++) {
        map_dbc_put(table, &shapes[writing->is_old], &rows[k]);
    }
}

static void put_areas(struct dbc_table *table, const struct table_writing *writing)
{
    for (size_t i = 0; i < COUNT_OF(areas); i++) {
        DBC_U32(table, areas[i].id, MAP_DEMO, areas[i].zone);
        dbc_put_zeros(table, 8);
        dbc_put_text(table, areas[i].name);
        dbc_put_zeros(table, writing->is_old ? 5 : 8);
    }
}

static void put_frames(struct dbc_table *table, const struct table_writing *writing)
{
    for (uint32_t i = 0; i < COUNT_OF(frames); i++) {
        DBC_U32(table, i + 1, MAP_DEMO, frames[i].area);
        dbc_put_string(table, frames[i].name);
        DBC_F32(table, frames[i].west, frames[i].east, frames[i].north, frames[i].south);
        if (!writing->is_old) {
            DBC_U32(table, NOWHERE);
            dbc_put_zeros(table, 1);
            DBC_U32(table, NOWHERE);
        }
    }
}

static void put_place(struct dbc_table *table, uint32_t id, const struct table_place *place)
{
    const struct site *site = &sites[place->site];
    DBC_U32(table, id, place->map);
    DBC_F32(table, x_of(site->y), y_of(site->x), site->level_yd);
    dbc_put_text(table, place->name);
}

static void put_flights(struct dbc_table *table, const struct table_writing *writing)
{
    (void)writing;
    for (uint32_t i = 0; i < COUNT_OF(flights); i++) {
        put_place(table, i + 1, &flights[i]);
        DBC_U32(table, 1, 1); /* mounts */
    }
}

static void put_paths(struct dbc_table *table, const struct table_writing *writing)
{
    (void)writing;
    for (uint32_t i = 0; i < COUNT_OF(paths); i++) {
        DBC_U32(table, i + 1, paths[i].from, paths[i].to, 50); /* copper */
    }
}

static void put_waypoint(struct dbc_table *table, const struct table_writing *writing,
                         uint32_t path, uint32_t index, enum site_name at)
{
    static const double above_ground_yd = 60;
    const struct site *site = &sites[at];
    DBC_U32(table, 10 * path + index, path, index, MAP_DEMO);
    DBC_F32(table, x_of(site->y), y_of(site->x), site->level_yd + above_ground_yd);
    dbc_put_zeros(table, writing->is_old ? 2 : 4);
}

/* The courses of the first two flights. */
static void put_waypoints(struct dbc_table *table, const struct table_writing *writing)
{
    uint32_t last = COUNT_OF(course) - 1;
    for (uint32_t i = 0; i < 2; i++) {
        put_waypoint(table, writing, i + 1, 0, flights[paths[i].from - 1].site);
        for (uint32_t k = 0; k <= last; k++) {
            put_waypoint(table, writing, i + 1, k + 1, course[i == 0 ? k : last - k]);
        }
        put_waypoint(table, writing, i + 1, last + 2, flights[paths[i].to - 1].site);
    }
}

static void put_graveyards(struct dbc_table *table, const struct table_writing *writing)
{
    (void)writing;
    for (uint32_t i = 0; i < COUNT_OF(graveyards); i++) {
        put_place(table, i + 1, &graveyards[i]);
    }
}

/* All of the hall's map belongs onto the island's, east of the island. */
static void put_transforms(struct dbc_table *table, const struct table_writing *writing)
{
    static const double part_yd = 4 * TILE_YD;
    static const double east_yd = (WORLD_TILES / 2 + 2) * TILE_YD;
    (void)writing;
    DBC_U32(table, 1, MAP_HALL);
    DBC_F32(table, -part_yd, -part_yd, part_yd, part_yd);
    DBC_U32(table, MAP_DEMO);
    DBC_F32(table, 0.0, -east_yd);
    dbc_put_zeros(table, 1);
}

static void put_floors(struct dbc_table *table, const struct table_writing *writing)
{
    const struct model *hall = writing->hall;
    for (uint32_t i = 0; i < FLOORS; i++) {
        DBC_U32(table, i + 1, MAP_HALL, floors[i].number);
        DBC_F32(table, (double)hall->low[0], (double)hall->high[0], (double)hall->low[1],
                (double)hall->high[1]);
        dbc_put_zeros(table, 1);
    }
}

/* A group has its place in the building as id. */
static void put_floor_groups(struct dbc_table *table, const struct table_writing *writing)
{
    static const double any_height = -10000.0;
    uint32_t id = 0;
    for (int g = 0; g < writing->hall->group_count; g++) {
        const struct model_group *group = &writing->hall->groups[g];
        float low[3], high[3];
        model_group_box(group, low, high);
        uint32_t floor = 0;
        while (floor + 1 < FLOORS && (double)low[2] < floors[floor].above_yd) {
            floor++;
        }
        if (group->kind == GROUP_INSIDE) {
            DBC_U32(table, ++id, MAP_HALL, (uint32_t)g, floor + 1);
            DBC_F32(table, any_height);
        }
    }
}

static void put_lights(struct dbc_table *table, const struct table_writing *writing)
{
    light_tables_put_lights(table, MAP_DEMO, writing->is_old);
}

static void put_light_params(struct dbc_table *table, const struct table_writing *writing)
{
    (void)writing;
    light_tables_put_params(table);
}

static void put_light_bands(struct dbc_table *table, const struct table_writing *writing)
{
    (void)writing;
    light_tables_put_bands(table);
}

/* The number of fields in the two layouts; 0: clients of that time have no such table. */
static const struct table_file {
    const char *name;
    void (*put)(struct dbc_table *table, const struct table_writing *writing);
    uint32_t fields_1_12;
    uint32_t fields_3_3_5;
} files[] = {
    {"DBFilesClient/Map.dbc", put_maps, 42, 66},
    {"DBFilesClient/AreaTable.dbc", put_areas, 25, 36},
    {"DBFilesClient/WorldMapArea.dbc", put_frames, 8, 11},
    {"DBFilesClient/TaxiNodes.dbc", put_flights, 16, 24},
    {"DBFilesClient/TaxiPath.dbc", put_paths, 4, 4},
    {"DBFilesClient/TaxiPathNode.dbc", put_waypoints, 9, 11},
    {"DBFilesClient/WorldSafeLocs.dbc", put_graveyards, 14, 22},
    {"DBFilesClient/WorldMapTransforms.dbc", put_transforms, 0, 10},
    {"DBFilesClient/DungeonMap.dbc", put_floors, 0, 8},
    {"DBFilesClient/DungeonMapChunk.dbc", put_floor_groups, 0, 5},
    {"DBFilesClient/Light.dbc", put_lights, 12, 15},
    {"DBFilesClient/LightParams.dbc", put_light_params, 9, 9},
    {"DBFilesClient/LightIntBand.dbc", put_light_bands, 34, 34},
};

static enum adtmap_status write_table(const char *root, const struct table_file *file,
                                      const struct table_writing *writing, const struct diag *diag)
{
    struct dbc_table table = {.languages = writing->is_old ? 8 : 16};
    struct buffer out = {0};
    file->put(&table, writing);
    dbc_finish(&table, writing->is_old ? file->fields_1_12 : file->fields_3_3_5, &out);
    return chunk_write_file(root, file->name, &out, diag);
}

enum adtmap_status client_tables_write(const char *root, enum client_tables version,
                                       const struct model *hall, const struct diag *diag)
{
    const struct table_writing writing = {version == CLIENT_TABLES_1_12, hall};
    if (version == CLIENT_TABLES_LIT) {
        struct buffer out = {0};
        light_tables_put_lit(&out);
        return chunk_write_file(root, "World/Maps/Demo/lights.lit", &out, diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(files) && !status && version != CLIENT_TABLES_NONE; i++) {
        if (!writing.is_old || files[i].fields_1_12 > 0) {
            status = write_table(root, &files[i], &writing, diag);
        }
    }
    return status;
}
