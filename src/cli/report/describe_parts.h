/* What the describers of files share among themselves. The public side is describe.h. */
#ifndef CLI_REPORT_DESCRIBE_PARTS_H
#define CLI_REPORT_DESCRIBE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "formats/adt/adt.h"
#include "formats/chunk.h"

/* Bounds, see docs/security.md. */
enum {
    DESCRIBE_LEVELS_MAX = 16, /* more levels of detail than clients draw; each lists files */
};

struct json;

/* describe_map_chunks.c: areas, MCNK and MCLY flags with how often they occur, and each MCNK. */
void describe_map_chunks(const struct adt_tile *tile, struct json *facts);

/* describe_liquids.c: liquid layers by type. */
void describe_liquids(const struct liquid_layers *layers, struct json *facts);

/* describe_wmo_group.c: a file of MVER and MOGP. */
enum adtmap_status describe_wmo_group(const uint8_t *data, size_t size, const struct diag *diag,
                                      struct json *facts);

/* describe_wmo_extras.c: the entries of chunks that no picture uses, of the first chunk of each
 * kind. */
void describe_wmo_extras(const struct reader *chunks, uint32_t version, struct json *facts);

#endif
