#include "formats/name_table.h"

#include <string.h>

#include "base/path.h"
#include "base/size.h"

bool name_table_open(const struct chunk *chunk, size_t limit, struct arena *arena,
                     struct name_table *table)
{
    bool has_names = chunk && chunk->data;
    table->size = has_names ? size_min(chunk->size, limit) : 0;
    table->text = arena_string(arena, has_names ? (const char *)chunk->data : "", table->size);
    return table->text != NULL;
}

const char *name_table_at(const struct name_table *table, size_t offset)
{
    const char *name = offset < table->size ? table->text + offset : "";
    return name_is_short(name) ? name : NULL;
}

const char *name_table_next(const struct name_table *table, size_t *offset)
{
    if (*offset >= table->size) {
        return NULL;
    }
    const char *name = table->text + *offset;
    *offset += strlen(name) + 1;
    return name;
}
