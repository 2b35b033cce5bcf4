#include "scene/map/client_table.h"

#include "base/diag.h"

static enum adtmap_status read_table(const struct assets *assets, const struct client_table *table,
                                     const struct diag *diag, struct blob *blob, struct dbc *dbc)
{
    enum adtmap_status status = assets_read(assets, table->name, diag, blob);
    if (!status) {
        status = dbc_read(blob->data, blob->size, diag, dbc);
    }
    return status ? status : table->check(dbc, diag);
}

enum adtmap_status client_table_open(const struct assets *assets, const struct client_table *table,
                                     const struct diag *diag, struct blob *blob, struct dbc *dbc)
{
    struct adtmap_message why = {0};
    const struct diag own = {table->name, diag->log, &why};
    *blob = (struct blob){0};
    *dbc = (struct dbc){0};
    if (!assets_has(assets, table->name)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = read_table(assets, table, &own, blob, dbc);
    if (!status) {
        return ADTMAP_OK;
    }
    blob_release(blob);
    *dbc = (struct dbc){0};
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    const struct diag at_file = {why.file, diag->log, NULL};
    diag_warn(&at_file, why.chunk, why.offset, "%s; %s", why.what, table->consequence);
    return ADTMAP_OK;
}
