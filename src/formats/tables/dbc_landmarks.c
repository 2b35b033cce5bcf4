#include "formats/tables/dbc_landmarks.h"

#include "base/size.h"
#include "formats/grid.h"

/* The map is field 1 and X, Y, Z are fields 2 to 4 throughout; the languages of a name follow one
 * another. The mounts of the two sides are two fields from `mounts` on; 0: the layout has none. */
struct layout {
    uint32_t field_count;
    uint8_t name;
    uint8_t languages;
    uint8_t mounts;
};

enum { FIELD_ID, FIELD_MAP, FIELD_X, FIELD_Y };

static const struct layout flight_layouts[] = {
    {14, 5, 8, 0},                  /* 0.5.3 to 1.10 */
    {16, 5, 8, 14},                 /* 1.11 to 2.0 */
    {24, 5, 16, 22},                /* 2.1 to 3.3 */
    {8, 5, 1, 6},                   /* 4.0 */
    {11, 5, 1, 6},   {12, 5, 1, 6}, /* 4.1 to 6.0 */
};

static const struct layout graveyard_layouts[] = {
    {14, 5, 8, 0},  /* 0.5.3 to 2.0 */
    {22, 5, 16, 0}, /* 2.1 to 3.3 */
    {6, 5, 1, 0},   /* 4.0 to 5.0 */
    {7, 6, 1, 0},   /* 5.0 to 6.0 */
};

static const struct {
    const struct layout *layouts;
    size_t count;
    const char *what;
} known[TABLE_KINDS] = {
    [TABLE_FLIGHTS] = {flight_layouts, COUNT_OF(flight_layouts), "flight masters"},
    [TABLE_GRAVEYARDS] = {graveyard_layouts, COUNT_OF(graveyard_layouts), "graveyards"},
};

static const struct layout *find_layout(const struct dbc *dbc, enum table_kind kind)
{
    for (size_t i = 0; i < known[kind].count; i++) {
        const struct layout *layout = &known[kind].layouts[i];
        if (layout->field_count == dbc->field_count &&
            dbc->record_bytes / 4 >= layout->field_count) {
            return layout;
        }
    }
    return NULL;
}

static enum adtmap_status check(const struct dbc *dbc, enum table_kind kind,
                                const struct diag *diag)
{
    return find_layout(dbc, kind)
               ? ADTMAP_OK
               : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8,
                           "records of %u fields and %u bytes: no known layout of %s",
                           dbc->field_count, dbc->record_bytes, known[kind].what);
}

enum adtmap_status dbc_flights_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, TABLE_FLIGHTS, diag);
}

enum adtmap_status dbc_graveyards_check(const struct dbc *dbc, const struct diag *diag)
{
    return check(dbc, TABLE_GRAVEYARDS, diag);
}

static bool has_mount(const struct dbc *dbc, uint32_t record, uint32_t field)
{
    return !field || dbc_u32(dbc, record, field) || dbc_u32(dbc, record, field + 1);
}

bool dbc_landmark_at(const struct dbc *dbc, enum table_kind kind, uint32_t record,
                     struct dbc_landmark *landmark)
{
    const struct layout *layout = find_layout(dbc, kind);
    if (!layout || record >= dbc->record_count) {
        return false;
    }
    *landmark = (struct dbc_landmark){
        .id = dbc_u32(dbc, record, FIELD_ID),
        .map_id = dbc_u32(dbc, record, FIELD_MAP),
        .x = (double)dbc_f32(dbc, record, FIELD_X),
        .y = (double)dbc_f32(dbc, record, FIELD_Y),
        .name = dbc_text(dbc, record, layout->name, layout->languages),
    };
    return landmark->name[0] != '\0' && grid_has(landmark->x, landmark->y) &&
           has_mount(dbc, record, layout->mounts);
}
