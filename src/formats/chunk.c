#include "formats/chunk.h"

#include "base/size.h"

static bool is_id_character(uint8_t c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool chunk_at(const struct reader *bytes, size_t offset, struct chunk *chunk)
{
    struct reader at = reader_sub(bytes, offset, CHUNK_HEADER_BYTES);
    const uint8_t *id = reader_bytes(&at, 4);
    /* All ids of WDT, ADT and WMO files begin with M, but for GFID; on disk that is the last byte.
     */
    if (!id || !is_id_character(id[0]) || !is_id_character(id[1]) || !is_id_character(id[2]) ||
        (id[3] != 'M' && id[3] != 'G')) {
        return false;
    }
    size_t size = reader_u32(&at);
    size_t left = (size_t)(bytes->end - bytes->begin) - offset - CHUNK_HEADER_BYTES;
    *chunk = (struct chunk){
        .id = {(char)id[3], (char)id[2], (char)id[1], (char)id[0]},
        .cut = size > left,
        .offset = offset,
        .data = id + CHUNK_HEADER_BYTES,
        .size = size_min(size, left),
        .stated = (uint32_t)size,
    };
    return true;
}

bool chunk_is_at(const struct reader *bytes, size_t offset, const struct chunk_id *id,
                 struct chunk *chunk)
{
    return chunk_at(bytes, offset, chunk) && chunk_is(chunk, id);
}

bool chunk_next(const struct reader *bytes, size_t *offset, size_t *skipped, struct chunk *chunk)
{
    size_t total = (size_t)(bytes->end - bytes->begin);
    size_t end = size_min(total, *offset + CHUNK_STRAY_MAX);
    while (*offset < end && total - *offset >= CHUNK_HEADER_BYTES) {
        if (chunk_at(bytes, *offset, chunk)) {
            *offset += CHUNK_HEADER_BYTES + chunk->size;
            return true;
        }
        *offset += 1;
        *skipped += 1;
    }
    if (*offset < total && total - *offset >= CHUNK_HEADER_BYTES) { /* sparse files of any size */
        *skipped += total - *offset;
        *offset = total;
    }
    return false;
}

bool chunk_find(const struct reader *bytes, const struct chunk_id *id, struct chunk *chunk)
{
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(bytes, &offset, &skipped, chunk)) {
        if (chunk_is(chunk, id)) {
            return true;
        }
    }
    return false;
}

bool chunk_next_linked(const struct reader *bytes, size_t *offset, struct chunk *chunk)
{
    size_t skipped = 0;
    size_t total = (size_t)(bytes->end - bytes->begin);
    struct chunk next;
    bool found = chunk_next(bytes, offset, &skipped, chunk);
    if (found && (chunk->cut || (*offset < total && !chunk_at(bytes, *offset, &next)))) {
        *offset = chunk->offset + CHUNK_HEADER_BYTES;
    }
    return found;
}

bool chunk_find_linked(const struct reader *bytes, const struct chunk_id *id, struct chunk *chunk)
{
    size_t offset = 0;
    while (chunk_next_linked(bytes, &offset, chunk)) {
        if (chunk_is(chunk, id)) {
            return true;
        }
    }
    return false;
}
