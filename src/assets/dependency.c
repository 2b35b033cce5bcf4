#include "assets/dependency.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash_index.h"

enum { OF_CONTENTS = 3 };

static const uint32_t NONE = UINT32_MAX;

struct dep_table {
    pthread_mutex_t lock;
    struct dependency *items; /* with names from malloc */
    uint32_t count;
    struct hash_index index; /* of items, by name */
};

static bool begins_with(const struct dependency *dep, const char *prefix)
{
    return strncmp(dep->name, prefix, strlen(prefix)) == 0;
}

bool dependency_is_id(const struct dependency *dep)
{
    return begins_with(dep, DEP_ID);
}

bool dependency_is_placements(const struct dependency *dep)
{
    return begins_with(dep, DEP_PLACEMENTS);
}

const char *dependency_file(const struct dependency *dep)
{
    if (begins_with(dep, DEP_UNREAD)) {
        return dep->name + strlen(DEP_UNREAD);
    }
    return dep->name + (dependency_is_placements(dep) ? strlen(DEP_PLACEMENTS) : 0);
}

struct dep_table *dep_table_create(void)
{
    struct dep_table *table = calloc(1, sizeof *table);
    if (table) {
        pthread_mutex_init(&table->lock, NULL);
    }
    return table;
}

void dep_table_destroy(struct dep_table *table)
{
    if (table) {
        for (uint32_t i = 0; i < table->count; i++) {
            free((char *)(uintptr_t)table->items[i].name);
        }
        free(table->items);
        hash_index_free(&table->index);
        pthread_mutex_destroy(&table->lock);
        free(table);
    }
}

static uint32_t dep_find(const struct dep_table *table, const char *name, uint64_t hash)
{
    struct hash_probe probe = hash_index_probe(&table->index, hash);
    while (hash_index_next(&table->index, &probe)) {
        if (strcmp(table->items[probe.number].name, name) == 0) {
            return probe.number;
        }
    }
    return NONE;
}

/* The item of `name`, a new one if need be; NONE when out of memory. */
static uint32_t find_or_make(struct dep_table *table, const char *name)
{
    uint64_t hash = hash64(name, strlen(name));
    uint32_t number = dep_find(table, name, hash);
    if (number != NONE) {
        return number;
    }
    char *copy = ARRAY_ROOM(table->items, table->count) ? strdup(name) : NULL;
    if (!copy || !hash_index_add(&table->index, hash, table->count)) {
        free(copy);
        return NONE;
    }
    table->items[table->count] = (struct dependency){copy, CONTENT_ID_ABSENT, 0};
    return table->count++;
}

/* How much a content id says. */
static int weight(struct hash128 content_id)
{
    if (content_id.high == 0 && content_id.low <= CONTENT_ID_BROKEN.low) {
        return (int)content_id.low;
    }
    return OF_CONTENTS;
}

bool dependency_has_contents(const struct dependency *dep)
{
    return weight(dep->content_id) == OF_CONTENTS;
}

bool dep_table_add(struct dep_table *table, const struct dependency *dep, uint32_t *index)
{
    pthread_mutex_lock(&table->lock);
    *index = find_or_make(table, dep->name);
    if (*index != NONE) {
        struct dependency *known = &table->items[*index];
        if (weight(dep->content_id) > weight(known->content_id)) {
            known->content_id = dep->content_id;
            known->key = dep->key;
        }
    }
    pthread_mutex_unlock(&table->lock);
    return *index != NONE;
}

bool dep_table_find(struct dep_table *table, const char *name, uint32_t *index)
{
    pthread_mutex_lock(&table->lock);
    *index = dep_find(table, name, hash64(name, strlen(name)));
    pthread_mutex_unlock(&table->lock);
    return *index != NONE;
}

struct dependency dep_table_at(struct dep_table *table, uint32_t index)
{
    pthread_mutex_lock(&table->lock);
    struct dependency dep = table->items[index];
    pthread_mutex_unlock(&table->lock);
    return dep;
}
