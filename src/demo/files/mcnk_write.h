/* Writes MCNK chunks: those of tiles in one file (0.5.3 to 3.3.5), and the header and geometry of
 * those of split files (ADT/v18 and ADT/alpha of the wowdev wiki). */
#ifndef DEMO_FILES_MCNK_WRITE_H
#define DEMO_FILES_MCNK_WRITE_H

#include "demo/files/tile_write.h"

/* 0.5.3 has most parts without chunk headers and counts offsets from the end of the header. */
enum mcnk_shape { MCNK_ALPHA, MCNK_V18 };

enum liquid_format { LIQUID_MCLQ, LIQUID_MH2O };

struct mcnk_format {
    enum mcnk_shape shape;
    enum liquid_format liquid;
    bool vertex_colours;
};

/* Appends the current chunk of a tile. */
void mcnk_write(struct buffer *out, struct tile *tile, const struct mcnk_format *format);

/* Begins a chunk of shape v18. Sets index, area id and position in its header, all else is 0.
 * Returns its offset. */
size_t mcnk_begin(struct buffer *out, const struct tile *tile);

/* Sets fields of a header of shape v18: flags; holes as 4x4 bits, or the same as 8x8 bits. */
void mcnk_put_flags(struct buffer *out, size_t begin, uint32_t flags);
void mcnk_put_holes(struct buffer *out, size_t begin, uint16_t holes);
void mcnk_put_holes_64(struct buffer *out, size_t begin, uint16_t holes);

/* Append MCVT, heights relative to the chunk's position, and MCCV. */
void mcnk_write_heights(struct buffer *out, const struct tile *tile);
void mcnk_write_colours(struct buffer *out, const struct tile *tile);

#endif
