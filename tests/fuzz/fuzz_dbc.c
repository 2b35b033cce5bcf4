/* DBC, read as each known table. */
#include <stdlib.h>
#include <string.h>

#include "formats/tables/dbc_flights.h"
#include "formats/tables/dbc_frames.h"
#include "formats/tables/dbc_landmarks.h"
#include "formats/tables/dbc_tables.h"
#include "fuzz/fuzz.h"

enum { RECORDS_READ = 256 };

/* Reads a string to its NUL, which must lie in the table. */
static void read_string(const struct dbc *dbc, const char *text)
{
    if (strlen(text) >= dbc->strings_bytes && *text) {
        abort();
    }
}

static void read_record(const struct dbc *dbc, uint32_t i)
{
    struct dbc_map map;
    struct dbc_area area;
    struct dbc_liquid liquid;
    struct dbc_landmark landmark;
    if (dbc_map_at(dbc, i, &map)) {
        read_string(dbc, map.folder);
        read_string(dbc, map.name);
        dbc_instance_name(map.instance);
    }
    if (dbc_area_at(dbc, i, &area)) {
        read_string(dbc, area.name);
    }
    if (dbc_liquid_at(dbc, i, &liquid)) {
        read_string(dbc, liquid.name);
    }
    for (enum table_kind kind = TABLE_FLIGHTS; kind <= TABLE_GRAVEYARDS; kind++) {
        if (dbc_landmark_at(dbc, kind, i, &landmark)) {
            read_string(dbc, landmark.name);
        }
    }
    struct dbc_path path;
    struct dbc_waypoint waypoint;
    dbc_path_at(dbc, i, &path);
    dbc_waypoint_at(dbc, i, &waypoint);
    struct dbc_frame frame;
    dbc_frame_at(dbc, i, &frame);
    read_string(dbc, dbc_string(dbc, i, i % 32));
    dbc_u32(dbc, i, dbc->field_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct dbc dbc;
    fuzz_listen(&listener);
    if (dbc_read(data, size, &listener.diag, &dbc)) {
        return 0;
    }
    dbc_maps_check(&dbc, &listener.diag);
    dbc_areas_check(&dbc, &listener.diag);
    dbc_liquids_check(&dbc, &listener.diag);
    dbc_frames_check(&dbc, &listener.diag);
    for (uint32_t i = 0; i <= dbc.record_count && i < RECORDS_READ; i++) {
        read_record(&dbc, i);
    }
    return 0;
}
