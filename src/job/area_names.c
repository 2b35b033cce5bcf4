#include "job/area_names.h"

#include "base/diag.h"
#include "formats/tables/dbc_tables.h"

static const char *const TABLE_NAME = "DBFilesClient/AreaTable.dbc";

static bool find_area(const struct dbc *dbc, uint32_t id, struct dbc_area *area)
{
    for (uint32_t i = 0; dbc_area_at(dbc, i, area); i++) {
        if (area->id == id) {
            return true;
        }
    }
    return false;
}

static void fill(const struct dbc *dbc, struct manifest_area *area)
{
    struct dbc_area found;
    if (!find_area(dbc, area->id, &found)) {
        return;
    }
    manifest_copy_text(found.name, area->name, sizeof area->name);
    if (found.parent && find_area(dbc, found.parent, &found)) {
        manifest_copy_text(found.name, area->zone, sizeof area->zone);
    }
}

enum adtmap_status area_names_fill(const struct assets *assets, const struct diag *diag,
                                   struct manifest_area *areas, uint32_t count)
{
    struct adtmap_message failure = {0};
    const struct diag at_table = {TABLE_NAME, diag->log, &failure};
    struct blob blob = {0};
    struct dbc dbc = {0};
    if (!assets_has(assets, TABLE_NAME)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = assets_read(assets, TABLE_NAME, &at_table, &blob);
    if (!status) {
        status = dbc_read(blob.data, blob.size, &at_table, &dbc);
    }
    if (!status) {
        status = dbc_areas_check(&dbc, &at_table);
    }
    if (status && status != ADTMAP_NO_MEMORY) {
        diag_warn(&at_table, NULL, NO_OFFSET, "%s; areas go by their ids", failure.what);
    }
    for (uint32_t i = 0; i < count && !status; i++) {
        fill(&dbc, &areas[i]);
    }
    blob_release(&blob);
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(diag) : ADTMAP_OK;
}
