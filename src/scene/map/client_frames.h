/* The maps of zones in the data's WorldMapArea.dbc. Clients from 7.0 on have a DB2, which is not
 * read. */
#ifndef SCENE_MAP_CLIENT_FRAMES_H
#define SCENE_MAP_CLIENT_FRAMES_H

#include "assets/assets.h"
#include "formats/tables/dbc_frames.h"

struct client_frames {
    struct blob blob;
    struct dbc dbc; /* borrows the blob; no records without a table */
};

/* Reads the table. There may be none; one that cannot be read is a warning and counts as none.
 * Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status client_frames_open(const struct assets *assets, const struct diag *diag,
                                      struct client_frames *frames);
void client_frames_close(struct client_frames *frames);

#endif
