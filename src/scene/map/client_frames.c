#include "scene/map/client_frames.h"

static const char name[] = "DBFilesClient/WorldMapArea.dbc";

static enum adtmap_status read_table(const struct assets *assets, const struct diag *diag,
                                     struct client_frames *frames)
{
    enum adtmap_status status = assets_read(assets, name, diag, &frames->blob);
    if (!status) {
        status = dbc_read(frames->blob.data, frames->blob.size, diag, &frames->dbc);
    }
    return status ? status : dbc_frames_check(&frames->dbc, diag);
}

enum adtmap_status client_frames_open(const struct assets *assets, const struct diag *diag,
                                      struct client_frames *frames)
{
    struct adtmap_message why = {0};
    const struct diag own = {name, diag->log, &why};
    *frames = (struct client_frames){0};
    enum adtmap_status status =
        assets_has(assets, name) ? read_table(assets, &own, frames) : ADTMAP_OK;
    if (status) {
        client_frames_close(frames);
    }
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    if (status) {
        const struct diag at_file = {why.file, diag->log, NULL};
        diag_warn(&at_file, why.chunk, why.offset, "%s; zones have no coordinates in per cent",
                  why.what);
    }
    return ADTMAP_OK;
}

void client_frames_close(struct client_frames *frames)
{
    blob_release(&frames->blob);
    *frames = (struct client_frames){0};
}
