/* A first site file, with comments, from what client data hold. */
#ifndef CLI_SITE_SITE_INIT_H
#define CLI_SITE_SITE_INIT_H

#include "base/buffer.h"
#include "base/diag.h"
#include "cli/session.h"

/*
 * Appends a site file: the data as they are given, the maps that have tiles with their titles, and
 * headings by the kind of map in the client's map table. Paths become absolute. Lines that begin
 * with '#' and hold a key are examples, which are valid without the '#'. ADTMAP_NOT_FOUND if no map
 * has tiles, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_init_write(struct adtmap_data *data, const struct session_input *input,
                                   const struct diag *diag, struct buffer *text);

#endif
