/* What the describers of files share among themselves. The public side is describe.h. */
#ifndef CLI_REPORT_DESCRIBE_PARTS_H
#define CLI_REPORT_DESCRIBE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "formats/adt/adt.h"
#include "formats/chunk.h"

struct m2_model;
struct cJSON;

/* A file's name; "id:<number>" where it has none; "" where it has neither. */
struct cJSON *describe_asset(const char *name, uint32_t file_id);

/* An array of `count` numbers. */
struct cJSON *describe_vector(const float *values, int count);

/* Red, green, blue, alpha. */
struct cJSON *describe_color(const uint8_t color[4]);

/* describe_placements.c: "doodads" and "wmos" by file, and each entry of MDDF and MODF. */
void describe_placements(const struct adt_placements *placed, struct cJSON *facts);

/* describe_map_chunks.c: areas, MCNK and MCLY flags with how often they occur, and each MCNK. */
void describe_map_chunks(const struct adt_tile *tile, struct cJSON *facts);

/* describe_liquids.c: liquid layers by type. */
void describe_liquids(const struct liquid_layers *layers, struct cJSON *facts);

/* describe_blend_meshes.c: the blend meshes of a root file, if it has any. ADTMAP_NO_MEMORY. */
enum adtmap_status describe_blend_meshes(const struct adt_bytes *root, struct arena *arena,
                                         const struct diag *diag, struct cJSON *facts);

/* describe_wmo_group.c: a file of MVER and MOGP. */
enum adtmap_status describe_wmo_group(const uint8_t *data, size_t size, const struct diag *diag,
                                      struct cJSON *facts);

/* describe_wmo_extras.c: the entries of chunks that no picture uses, of the first chunk of each
 * kind. */
void describe_wmo_extras(const struct reader *chunks, uint32_t version, struct cJSON *facts);

/* Adds whether `--doodads minimap` draws the model at `path`, and why. */
void describe_minimap(const char *path, const struct m2_model *model, struct cJSON *facts);

#endif
