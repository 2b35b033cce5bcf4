/* Names are told apart by their addresses: an ADT has each of them once. */
#include "map/placement/doodad_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "base/path.h"

/* Names under collection. */
struct naming {
    const struct adt_placement **first; /* the first placement of each name */
    uint32_t count;
    struct hash_index index; /* of these */
};

/* The number of what a placement names, UINT32_MAX when out of memory. */
static uint32_t number_of_name(struct naming *naming, const struct adt_placement *placement)
{
    const uint64_t address = placement->name ? (uintptr_t)placement->name : placement->file_id;
    const uint64_t hash = address * UINT64_C(0x9E3779B97F4A7C15);
    struct hash_probe probe = hash_index_probe(&naming->index, hash);
    while (hash_index_next(&naming->index, &probe)) {
        const struct adt_placement *known = naming->first[probe.number];
        if (known->name == placement->name && known->file_id == placement->file_id) {
            return probe.number;
        }
    }
    if (!ARRAY_ROOM(naming->first, naming->count) ||
        !hash_index_add(&naming->index, hash, naming->count)) {
        return UINT32_MAX;
    }
    naming->first[naming->count] = placement;
    return naming->count++;
}

static struct doodad_name make_name(const struct adt_placement *placement)
{
    char canonical[NAME_BYTES];
    struct doodad_name name = {.name = placement->name, .file_id = placement->file_id};
    if (name.name) {
        const char *text = name_canonical_or_itself(name.name, canonical);
        name.hash = hash128(text, strlen(text));
    }
    return name;
}

static bool make_names(const struct naming *naming, struct arena *arena, struct doodad_table *table)
{
    struct doodad_name *names = arena_alloc_dirty(arena, naming->count, sizeof *names);
    for (uint32_t i = 0; names && i < naming->count; i++) {
        names[i] = make_name(naming->first[i]);
    }
    table->names = names;
    table->name_count = naming->count;
    return names != NULL;
}

/* The numbers of placements behind their unique ids, sorted. NULL when out of memory. */
static uint64_t *sorted_keys(const struct adt_placement *doodads, uint32_t count)
{
    uint64_t *keys = array_resize(NULL, count, sizeof *keys);
    for (uint32_t i = 0; keys && i < count; i++) {
        keys[i] = (uint64_t)doodads[i].unique_id << 32 | i;
    }
    if (keys) {
        array_sort_u64(keys, count);
    }
    return keys;
}

bool doodad_table_make(const struct adt_placement *doodads, uint32_t count, struct arena *arena,
                       struct doodad_table *table)
{
    struct naming naming = {0};
    uint64_t *keys = sorted_keys(doodads, count);
    uint32_t *names = array_resize(NULL, count, sizeof *names);
    struct doodad_place *places = arena_alloc_dirty(arena, count, sizeof *places);
    bool fine = keys && names && places;
    for (uint32_t i = 0; i < count && fine; i++) {
        names[i] = number_of_name(&naming, &doodads[i]);
        fine = names[i] != UINT32_MAX;
    }
    for (uint32_t i = 0; i < count && fine; i++) {
        const uint32_t index = (uint32_t)keys[i];
        const struct adt_placement *placement = &doodads[index];
        places[i] = (struct doodad_place){placement->unique_id,
                                          index,
                                          names[index],
                                          placement->scale,
                                          {placement->position[0], placement->position[1]}};
    }
    *table = (struct doodad_table){.count = count, .places = places};
    fine = fine && make_names(&naming, arena, table);
    hash_index_free(&naming.index);
    free((void *)naming.first);
    free(names);
    free(keys);
    return fine;
}
