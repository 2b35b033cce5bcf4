#include "formats/m2/mdx_parts.h"

struct reader mdx_chunk(const struct mdx *mdx, const struct chunk_id *id)
{
    return m2_find_chunk(&mdx->chunks, id);
}

struct reader mdx_entry(struct reader *list)
{
    uint32_t size = reader_u32(list);
    size_t inside = size >= 4 ? size - 4 : SIZE_MAX;
    const uint8_t *bytes = reader_bytes(list, inside);
    struct reader entry = reader_make(bytes, bytes ? inside : 0);
    entry.bad = !bytes;
    return entry;
}
