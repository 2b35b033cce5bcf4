#include "demo/pack/db2_parts.h"

#include <string.h>

void map_table_put(struct buffer *out, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, values[i]);
    }
}

void map_table_put_column(struct buffer *out, unsigned offset, unsigned bits, uint32_t extra_bytes,
                          uint32_t kind)
{
    buffer_u16le(out, (uint16_t)offset);
    buffer_u16le(out, (uint16_t)bits);
    buffer_u32le(out, extra_bytes);
    buffer_u32le(out, kind);
    map_table_put(out, (const uint32_t[]){0, bits, 0}, 3);
}

uint32_t map_table_put_string(struct buffer *strings, const char *text)
{
    uint32_t at = (uint32_t)strings->size;
    buffer_append(strings, text, strlen(text) + 1);
    return at;
}

void map_table_put_part(struct buffer *out, struct buffer *part)
{
    buffer_append(out, part->data, part->size);
    out->failed = out->failed || part->failed;
    buffer_free(part);
}

void map_table_put_ids(struct buffer *out, const struct map_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        buffer_u32le(out, table->rows[i].id);
    }
}
