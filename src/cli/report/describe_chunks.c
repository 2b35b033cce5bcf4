/*
 * The tree is read without the parsers, which pass over what they do not know: here every chunk
 * counts. Containers are three kinds with headers of their own, so a walk goes two levels deep and
 * never by guessing, but for 0.5.3, where ids have to look like ids.
 */
#include "cli/report/describe_chunks.h"

#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "cli/report/describe_lists.h"
#include "formats/adt/mcnk_layout.h"
#include "formats/chunk.h"
#include "formats/wmo/wmo_parts.h"

enum { KINDS_MAX = 64 };

/* The chunks of one level, by kind. */
struct chunk_level {
    size_t count;
    struct chunk_kind {
        char id[5];
        uint32_t times;
        uint64_t bytes;
        size_t first;
    } kinds[KINDS_MAX];
};

static void note(struct chunk_level *level, const struct chunk *chunk, size_t offset)
{
    size_t i = 0;
    while (i < level->count && memcmp(level->kinds[i].id, chunk->id, 4) != 0) {
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
 * What is in a map chunk, behind its header if it has one. Map chunks of 0.5.3 begin with arrays
 * that are not chunks. A walk could mistake their bytes for ids, so ids must begin with MC.
 */
static void walk_mcnk(const struct chunk *mcnk, struct chunk_level *inner)
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

/* What is in a chunk behind a header of `skip` bytes. */
static void walk_inside(const struct chunk *outer, size_t skip, struct chunk_level *inner)
{
    struct reader bytes = reader_make(outer->data, outer->size);
    struct chunk part;
    size_t skipped = 0;
    while (chunk_next(&bytes, &skip, &skipped, &part)) {
        note(inner, &part, outer->offset + CHUNK_HEADER_BYTES + part.offset);
    }
}

/* Chunks that hold chunks. Groups in a WMO of v14 have a longer header, and stand behind a MOMO. */
struct containers {
    bool is_v14;
    struct chunk_level mcnk, mogp, momo;
};

static struct chunk_level *inner_of(struct containers *inner, const char *id)
{
    return strcmp(id, "MCNK") == 0   ? &inner->mcnk
           : strcmp(id, "MOGP") == 0 ? &inner->mogp
           : strcmp(id, "MOMO") == 0 ? &inner->momo
                                     : NULL;
}

static void walk_container(const struct chunk *chunk, struct containers *inner)
{
    if (chunk_is(chunk, &id_MCNK)) {
        walk_mcnk(chunk, &inner->mcnk);
    } else if (chunk_is(chunk, &id_MOGP)) {
        walk_inside(chunk, wmo_era_of(inner->is_v14 ? 14 : 17)->group_header_bytes, &inner->mogp);
    } else if (chunk_is(chunk, &id_MOMO)) {
        inner->is_v14 = true;
        walk_inside(chunk, 0, &inner->momo);
    }
}

static void add_level(struct json *facts, const char *name, const struct chunk_level *level,
                      struct containers *inner)
{
    for (struct list_walk at = describe_whole_list(facts, name, level->count);
         describe_next(&at);) {
        const struct chunk_kind *kind = &level->kinds[at.index];
        json_string(facts, "id", kind->id);
        json_number(facts, "count", kind->times);
        json_number(facts, "bytes", (double)kind->bytes);
        json_number(facts, "first_offset", (double)kind->first);
        struct chunk_level *inside = inner ? inner_of(inner, kind->id) : NULL;
        if (inside) {
            add_level(facts, "chunks", inside, NULL);
        }
    }
}

void describe_chunks(const uint8_t *data, size_t size, struct json *facts)
{
    struct reader bytes = reader_make(data, size);
    struct chunk_level top = {0};
    struct containers inner = {0};
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(&bytes, &offset, &skipped, &chunk)) {
        note(&top, &chunk, chunk.offset);
        walk_container(&chunk, &inner);
    }
    add_level(facts, "chunk_tree", &top, &inner);
    if (skipped) {
        json_number(facts, "stray_bytes", (double)skipped);
    }
}
