/*
 * The vertices of a tile's terrain as files for engines. A tile has 129 x 129 outer vertices, whose
 * edges are those of its neighbours, or, raw, 145 a chunk: rows of 9 outer and 8 inner vertices in
 * turn (ADT/v18 document, MCVT), chunk by chunk. Rows run from the north, columns from the west.
 *
 *     png16     16-bit grey; the vertices of a chunk are a row of 145 pixels
 *     raw16     the same numbers, little endian, without a header
 *     raw32f    yards, IEEE 754 single precision, little endian, without a header
 *
 * grey = (height - low_yd) / (high_yd - low_yd) * 65535, rounded and clamped.
 */
#ifndef OUTPUT_VERTEX_GRID_H
#define OUTPUT_VERTEX_GRID_H

#include "base/buffer.h"
#include "codec/png/png_write.h"
#include "locate/tile_facts.h"

enum vertex_format { VERTEX_PNG16, VERTEX_RAW16, VERTEX_RAW32F };
enum vertex_points { VERTEX_OUTER, VERTEX_ALL };

/* What file names end with, by format. */
extern const char *const vertex_suffixes[];

struct vertex_grid {
    enum vertex_format format;
    enum vertex_points points;
    float low_yd, high_yd; /* low below high */
};

/* Columns and rows of a tile. */
uint32_t vertex_grid_columns(enum vertex_points points);
uint32_t vertex_grid_rows(enum vertex_points points);

/* The lowest and highest vertex of the chunks that are there; false, and nothing set, for none. */
bool vertex_grid_ends(const struct tile_facts *facts, float ends_yd[2]);

/* Replaces `bytes` by the file of a tile. A vertex of no chunk has the height low_yd. Fails as
 * png_encode. */
enum adtmap_status vertex_grid_encode(const struct vertex_grid *grid,
                                      const struct tile_facts *facts, struct png_encoder *encoder,
                                      const struct diag *diag, struct buffer *bytes);

#endif
