#include "cli/report/describe_chunks.h"
#include "cli/common.h"

#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "formats/adt/mcnk_parts.h"
#include "formats/chunk.h"

enum { KINDS_MAX = 64 };

/* The chunks of one level, by kind. */
struct level {
    size_t count;
    struct {
        char id[5];
        uint32_t times;
        uint64_t bytes;
        size_t first;
    } kinds[KINDS_MAX];
};

static void note(struct level *level, const struct chunk *chunk, size_t offset)
{
    size_t i = 0;
    while (i < level->count && !chunk_is(chunk, level->kinds[i].id)) {
        i++;
    }
    if (i == KINDS_MAX) {
        return;
    }
    if (i == level->count) {
        memcpy(level->kinds[i].id, chunk->id, sizeof chunk->id);
        level->kinds[i].first = offset;
        level->count++;
    }
    level->kinds[i].times++;
    level->kinds[i].bytes += chunk->size;
}

/*
 * What is in a map chunk: behind its header, if it has one. Those of 0.5.3 begin with parts that
 * are no chunks, among which others cannot be told by walking.
 */
static void walk_mcnk(const struct chunk *mcnk, struct level *inner)
{
    struct reader bytes = reader_make(mcnk->data, mcnk->size);
    struct chunk part;
    size_t skipped = 0;
    size_t offset = chunk_at(&bytes, 0, &part) ? 0 : MCNK_HEADER_BYTES;
    if (!chunk_at(&bytes, offset, &part)) {
        return;
    }
    while (chunk_next(&bytes, &offset, &skipped, &part)) {
        if (memcmp(part.id, "MC", 2) == 0) {
            note(inner, &part, mcnk->offset + CHUNK_HEADER_BYTES + part.offset);
        }
    }
}

static cJSON *add_level(cJSON *parent, const char *name, const struct level *level,
                        const struct level *inner)
{
    cJSON *list = cJSON_AddArrayToObject(parent, name);
    for (size_t i = 0; i < level->count; i++) {
        cJSON *kind = cJSON_CreateObject();
        cJSON_AddStringToObject(kind, "id", level->kinds[i].id);
        cJSON_AddNumberToObject(kind, "count", level->kinds[i].times);
        cJSON_AddNumberToObject(kind, "bytes", (double)level->kinds[i].bytes);
        cJSON_AddNumberToObject(kind, "first_offset", (double)level->kinds[i].first);
        if (inner && strcmp(level->kinds[i].id, "MCNK") == 0) {
            add_level(kind, "chunks", inner, NULL);
        }
        common_json_append(list, kind);
    }
    return list;
}

void describe_chunks(const uint8_t *data, size_t size, cJSON *facts)
{
    struct reader bytes = reader_make(data, size);
    struct level top = {0};
    struct level inner = {0};
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(&bytes, &offset, &skipped, &chunk)) {
        note(&top, &chunk, chunk.offset);
        if (chunk_is(&chunk, "MCNK")) {
            walk_mcnk(&chunk, &inner);
        }
    }
    add_level(facts, "chunk_tree", &top, &inner);
    if (skipped) {
        cJSON_AddNumberToObject(facts, "stray_bytes", (double)skipped);
    }
}
