/*
 * The chunk structure that WDT, ADT and WMO files share: a FourCC, stored reversed, a u32 size, and
 * that many bytes. Ids are handled as the documents write them ("MCNK").
 */
#ifndef FORMATS_CHUNK_H
#define FORMATS_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reader.h"
#include "formats/chunk_ids.h"

enum {
    CHUNK_HEADER_BYTES = 8,
    CHUNK_STRAY_MAX = 16 << 20, /* bytes without a chunk, after which a file has no more */
};

struct chunk {
    char id[5];
    bool cut;            /* the size named more bytes than there are; `size` is what there is */
    size_t offset;       /* of the header, in the reader's bytes */
    const uint8_t *data; /* behind the header, borrowed */
    size_t size;
    uint32_t stated; /* the size in the header, more than `size` when cut */
};

/* The chunk whose header stands at `offset`; false when none can: no room or no FourCC there. */
bool chunk_at(const struct reader *bytes, size_t offset, struct chunk *chunk);

/* chunk_at, and the id must be `id`. */
bool chunk_is_at(const struct reader *bytes, size_t offset, const struct chunk_id *id,
                 struct chunk *chunk);

/*
 * Walks chunk by chunk: the first chunk at or behind *offset, which moves behind it. Bytes that
 * start no chunk are passed over up to the next that do (map tools leave such bytes; their number
 * is added to *skipped), at most CHUNK_STRAY_MAX: the rest of a sparse file is not read. False at
 * the end.
 */
bool chunk_next(const struct reader *bytes, size_t *offset, size_t *skipped, struct chunk *chunk);

/* The first chunk `id` of that walk. *chunk means nothing when there is none. */
bool chunk_find(const struct reader *bytes, const struct chunk_id *id, struct chunk *chunk);

/*
 * chunk_next, but a chunk whose size leads to no other, nor to the end, hides nothing: the walk
 * goes on right behind its header.
 */
bool chunk_next_linked(const struct reader *bytes, size_t *offset, struct chunk *chunk);

/* chunk_find by that walk. */
bool chunk_find_linked(const struct reader *bytes, const struct chunk_id *id, struct chunk *chunk);

static inline bool chunk_is(const struct chunk *chunk, const struct chunk_id *id)
{
    return memcmp(chunk->id, id->text, 4) == 0;
}

#endif
