/* What fuzz targets of client tables share: the records of each kind of table. */
#ifndef TESTS_FUZZ_FUZZ_TABLE_H
#define TESTS_FUZZ_FUZZ_TABLE_H

#include <stdlib.h>
#include <string.h>

#include "formats/tables/table_records.h"
#include "fuzz/fuzz.h"

enum { RECORDS_READ = 256 };

/* A text must end within so many bytes. */
static inline void fuzz_text(const char *text, size_t most)
{
    if (*text && strlen(text) >= most) {
        abort();
    }
}

static inline void fuzz_table_record(const struct table *table, uint32_t i, size_t most)
{
    union {
        struct dbc_map map;
        struct dbc_area area;
        struct dbc_liquid liquid;
        struct dbc_landmark landmark;
        struct dbc_path path;
        struct dbc_waypoint waypoint;
        struct dbc_frame frame;
        struct dbc_transform transform;
        struct dbc_floor floor;
        struct dbc_floor_group floor_group;
        struct dbc_light light;
        struct dbc_light_params light_params;
        struct dbc_light_band light_band;
        struct dbc_light_hour light_hour;
    } is;
    switch (table->kind) {
    case TABLE_MAPS:
        if (table_map_at(table, i, &is.map)) {
            fuzz_text(is.map.folder, most);
            fuzz_text(is.map.name, most);
            dbc_instance_name(is.map.instance);
        }
        return;
    case TABLE_AREAS:
        table_find_area(table, i, &is.area);
        fuzz_text(table_area_at(table, i, &is.area) ? is.area.name : "", most);
        return;
    case TABLE_LIQUIDS:
        fuzz_text(table_liquid_at(table, i, &is.liquid) ? is.liquid.name : "", most);
        return;
    case TABLE_FLIGHTS:
    case TABLE_GRAVEYARDS:
        fuzz_text(table_landmark_at(table, i, &is.landmark) ? is.landmark.name : "", most);
        return;
    case TABLE_PATHS:
        table_path_at(table, i, &is.path);
        return;
    case TABLE_WAYPOINTS:
        table_waypoint_at(table, i, &is.waypoint);
        return;
    case TABLE_FRAMES:
        table_frame_at(table, i, &is.frame);
        return;
    case TABLE_TRANSFORMS:
        table_transform_at(table, i, &is.transform);
        return;
    case TABLE_FLOORS:
        table_floor_at(table, i, &is.floor);
        return;
    case TABLE_FLOOR_GROUPS:
        table_floor_group_at(table, i, &is.floor_group);
        return;
    case TABLE_LIGHTS:
        table_light_at(table, i, &is.light);
        return;
    case TABLE_LIGHT_PARAMS:
        table_light_params_at(table, i, &is.light_params);
        return;
    case TABLE_LIGHT_BANDS:
        table_light_band_at(table, i, &is.light_band);
        return;
    case TABLE_LIGHT_HOURS:
        table_light_hour_at(table, i, &is.light_hour);
        return;
    case TABLE_KINDS:
        return;
    }
}

/* Reads the bytes as each kind of table. */
static inline void fuzz_tables(const uint8_t *data, size_t size, const struct diag *diag,
                               size_t text_most)
{
    for (enum table_kind kind = 0; kind < TABLE_KINDS; kind++) {
        struct table table;
        if (table_read(data, size, kind, diag, &table)) {
            continue;
        }
        uint32_t count = table_count(&table);
        for (uint32_t i = 0; i <= count && i < RECORDS_READ; i++) {
            fuzz_table_record(&table, i, text_most);
            fuzz_table_record(&table, count - i, text_most);
        }
    }
}

#endif
