#include "assets/dependency.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256, OF_CONTENTS = 3 };

static const uint32_t NONE = UINT32_MAX;

struct slot {
    struct dependency dep;
    char *name;
    uint64_t hash;
};

struct dep_table {
    pthread_mutex_t lock;
    struct slot *slots;
    uint32_t count;
    uint32_t capacity; /* a power of two */
    uint32_t *buckets; /* 2 * capacity indices of slots, by hash; NONE: free */
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
            free(table->slots[i].name);
        }
        free(table->slots);
        free(table->buckets);
        pthread_mutex_destroy(&table->lock);
        free(table);
    }
}

static uint32_t *place_of(const struct dep_table *table, const char *name, uint64_t hash)
{
    uint32_t mask = 2 * table->capacity - 1;
    uint32_t at = (uint32_t)hash & mask;
    while (table->buckets[at] != NONE &&
           (table->slots[table->buckets[at]].hash != hash ||
            strcmp(table->slots[table->buckets[at]].name, name) != 0)) {
        at = (at + 1) & mask;
    }
    return &table->buckets[at];
}

static bool grow(struct dep_table *table)
{
    uint32_t capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
    struct slot *slots = reallocarray(table->slots, capacity, sizeof *slots);
    if (!slots) {
        return false;
    }
    table->slots = slots;
    uint32_t *buckets = reallocarray(NULL, 2 * (size_t)capacity, sizeof *buckets);
    if (!buckets) {
        return false;
    }
    memset(buckets, 0xff, 2 * (size_t)capacity * sizeof *buckets);
    free(table->buckets);
    table->buckets = buckets;
    table->capacity = capacity;
    for (uint32_t i = 0; i < table->count; i++) {
        *place_of(table, slots[i].name, slots[i].hash) = i;
    }
    return true;
}

/* The slot of `name`, a new one if need be; NONE when out of memory. */
static uint32_t find_or_make(struct dep_table *table, const char *name)
{
    if (table->count == table->capacity && !grow(table)) {
        return NONE;
    }
    uint64_t hash = hash64(name, strlen(name));
    uint32_t *place = place_of(table, name, hash);
    if (*place == NONE) {
        struct slot *slot = &table->slots[table->count];
        *slot = (struct slot){.name = strdup(name), .hash = hash};
        if (!slot->name) {
            return NONE;
        }
        slot->dep = (struct dependency){slot->name, CONTENT_ID_ABSENT, 0};
        *place = table->count++;
    }
    return *place;
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
        struct dependency *known = &table->slots[*index].dep;
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
    *index = table->capacity ? *place_of(table, name, hash64(name, strlen(name))) : NONE;
    pthread_mutex_unlock(&table->lock);
    return *index != NONE;
}

struct dependency dep_table_at(struct dep_table *table, uint32_t index)
{
    pthread_mutex_lock(&table->lock);
    struct dependency dep = table->slots[index].dep;
    pthread_mutex_unlock(&table->lock);
    return dep;
}
