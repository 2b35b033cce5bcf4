/*
 * One lock serves a pool. It is given up while a thread loads a value, and while others wait for
 * one that is being loaded; so a value is made once, and loads of different values run side by
 * side. Unpinned entries of all caches are in lists by size, the longest unused first. Values are
 * freed without the lock.
 *
 * What goes is what has held the most bytes for the longest: bytes times the values that were used
 * since. By age alone a few large textures that no other tile needs made hundreds of small ones go,
 * each of which is a file to be read again.
 */
#include "assets/cache.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/dep_set.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/hash_index.h"

enum { FIRST_BUCKETS = 64, SIZE_CLASSES = 40 };

enum state { LOADING, READY, FAILED };

struct cache_entry {
    struct cache *cache;
    struct cache_entry *next;          /* in the bucket; among the evicted once out of the table */
    struct cache_entry *older, *newer; /* in a list of unpinned values */
    uint64_t hash;
    void *value;
    size_t bytes;
    uint64_t turn; /* of the pool, when it was last unpinned */
    size_t pins;   /* threads that wait for it count as well */
    size_t round;  /* of the pool, when it was loaded */
    bool has_warned;
    enum state state;
    enum adtmap_status status; /* of a FAILED load */
    struct dep_set deps;       /* of the load */
    size_t key_bytes;
    max_align_t key[];
};

struct unpinned_list {
    struct cache_entry *oldest, *newest;
};

struct cache_pool {
    pthread_mutex_t lock;                        /* guards the pool and all its caches */
    struct unpinned_list unpinned[SIZE_CLASSES]; /* by the number of bits of their bytes */
    uint64_t turn;                               /* how often a value was unpinned */
    size_t budget;
    size_t round; /* in which each warning is given once */
    struct cache_pool_usage usage;
    size_t cache_count;
};

struct cache {
    struct cache_pool *pool;
    pthread_cond_t loaded;
    struct cache_entry **buckets;
    size_t bucket_count; /* a power of two */
    size_t entry_count;
    const struct cache_kind *kind;
    const struct assets *assets;
    const struct adtmap_log *log;
    uint64_t *freed; /* hashes of the keys of values that this round has freed; incomplete after
                        running out of memory */
    struct hash_index freed_index; /* the numbers of these, and how many there are */
    size_t round;                  /* of the pool, when a value was last asked for */
    struct cache_statistics statistics;
};

struct cache_pool *cache_pool_create(size_t budget_bytes)
{
    struct cache_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pool->budget = budget_bytes;
        pthread_mutex_init(&pool->lock, NULL);
    }
    return pool;
}

void cache_pool_destroy(struct cache_pool *pool)
{
    if (pool) {
        assert(pool->cache_count == 0);
        pthread_mutex_destroy(&pool->lock);
        free(pool);
    }
}

struct cache *cache_create(struct cache_pool *pool, const struct cache_kind *kind,
                           const struct assets *assets, const struct adtmap_log *log)
{
    struct cache *cache = calloc(1, sizeof *cache);
    if (!cache) {
        return NULL;
    }
    cache->buckets = calloc(FIRST_BUCKETS, sizeof(struct cache_entry *));
    if (!cache->buckets) {
        free(cache);
        return NULL;
    }
    cache->bucket_count = FIRST_BUCKETS;
    cache->pool = pool;
    cache->kind = kind;
    cache->assets = assets;
    cache->log = log;
    pthread_cond_init(&cache->loaded, NULL);
    pthread_mutex_lock(&pool->lock);
    pool->cache_count++;
    pthread_mutex_unlock(&pool->lock);
    return cache;
}

const struct assets *cache_assets(const struct cache *cache)
{
    return cache->assets;
}

static struct cache_entry **bucket_of(const struct cache *cache, uint64_t hash)
{
    return &cache->buckets[hash & (cache->bucket_count - 1)];
}

static struct cache_entry *cache_find(const struct cache *cache, uint64_t hash, const void *key,
                                      size_t key_bytes)
{
    struct cache_entry *entry = *bucket_of(cache, hash);
    while (entry && (entry->hash != hash || entry->key_bytes != key_bytes ||
                     memcmp(entry->key, key, key_bytes) != 0)) {
        entry = entry->next;
    }
    return entry;
}

/* Doubles the table when it is full; without the memory it goes on with longer chains. */
static void grow(struct cache *cache)
{
    if (cache->entry_count < cache->bucket_count) {
        return;
    }
    struct cache old = *cache;
    struct cache_entry **buckets = calloc(2 * old.bucket_count, sizeof(struct cache_entry *));
    if (!buckets) {
        return;
    }
    cache->buckets = buckets;
    cache->bucket_count = 2 * old.bucket_count;
    for (size_t i = 0; i < old.bucket_count; i++) {
        struct cache_entry *entry = old.buckets[i];
        while (entry) {
            struct cache_entry *next = entry->next;
            struct cache_entry **bucket = bucket_of(cache, entry->hash);
            entry->next = *bucket;
            *bucket = entry;
            entry = next;
        }
    }
    free(old.buckets);
}

static struct cache_entry *insert(struct cache *cache, uint64_t hash, const void *key,
                                  size_t key_bytes)
{
    struct cache_entry *entry = calloc(1, sizeof *entry + key_bytes);
    if (!entry) {
        return NULL;
    }
    grow(cache);
    entry->cache = cache;
    entry->hash = hash;
    entry->key_bytes = key_bytes;
    memcpy(entry->key, key, key_bytes);
    struct cache_entry **bucket = bucket_of(cache, hash);
    entry->next = *bucket;
    *bucket = entry;
    cache->entry_count++;
    return entry;
}

/* Out of the table: the entry is its holders' from here on. */
static void detach(struct cache *cache, struct cache_entry *entry)
{
    struct cache_entry **at = bucket_of(cache, entry->hash);
    while (*at != entry) {
        at = &(*at)->next;
    }
    *at = entry->next;
    entry->next = NULL;
    cache->entry_count--;
}

static struct unpinned_list *list_of(struct cache_pool *pool, const struct cache_entry *entry)
{
    unsigned bits = 0;
    while (bits < SIZE_CLASSES - 1 && entry->bytes >> bits) {
        bits++;
    }
    return &pool->unpinned[bits];
}

static void unlink_unpinned(struct cache_pool *pool, struct cache_entry *entry)
{
    struct unpinned_list *list = list_of(pool, entry);
    *(entry->older ? &entry->older->newer : &list->oldest) = entry->newer;
    *(entry->newer ? &entry->newer->older : &list->newest) = entry->older;
    entry->older = NULL;
    entry->newer = NULL;
    pool->usage.pinned_bytes += entry->bytes;
}

static void link_unpinned(struct cache_pool *pool, struct cache_entry *entry)
{
    struct unpinned_list *list = list_of(pool, entry);
    entry->older = list->newest;
    *(list->newest ? &list->newest->newer : &list->oldest) = entry;
    list->newest = entry;
    entry->turn = ++pool->turn;
    pool->usage.pinned_bytes -= entry->bytes;
}

static void note_peaks(struct cache_pool_usage *usage)
{
    if (usage->pinned_bytes > usage->peak_pinned_bytes) {
        usage->peak_pinned_bytes = usage->pinned_bytes;
    }
    if (usage->bytes > usage->peak_bytes) {
        usage->peak_bytes = usage->bytes;
    }
}

/* Equal hashes count as one key: a warning is lost where two of 64 bits are equal. */
static bool has_freed(const struct cache *cache, uint64_t hash)
{
    struct hash_probe probe = hash_index_probe(&cache->freed_index, hash);
    while (hash_index_next(&cache->freed_index, &probe)) {
        if (cache->freed[probe.number] == hash) {
            return true;
        }
    }
    return false;
}

static void add_freed(struct cache *cache, uint64_t hash)
{
    size_t count = cache->freed_index.count;
    if (ARRAY_ROOM(cache->freed, count)) {
        cache->freed[count] = hash;
        hash_index_add(&cache->freed_index, hash, (uint32_t)count);
    }
}

/* Takes an unpinned entry out of its cache and puts it before `evicted`. */
static struct cache_entry *take(struct cache_entry *entry, struct cache_entry *evicted)
{
    struct cache *cache = entry->cache;
    struct cache_pool_usage *usage = &cache->pool->usage;
    unlink_unpinned(cache->pool, entry);
    detach(cache, entry);
    if (entry->round == cache->pool->round && !has_freed(cache, entry->hash)) {
        add_freed(cache, entry->hash);
    }
    usage->bytes -= entry->bytes;
    usage->pinned_bytes -= entry->bytes;
    cache->statistics.bytes -= entry->bytes;
    cache->statistics.count--;
    entry->next = evicted;
    return entry;
}

/* Of values of about one size the oldest. NULL when all are pinned. */
static struct cache_entry *least_wanted(const struct cache_pool *pool)
{
    struct cache_entry *found = NULL;
    double most = 0.0;
    for (size_t i = 0; i < SIZE_CLASSES; i++) {
        struct cache_entry *oldest = pool->unpinned[i].oldest;
        double held = oldest ? (double)(pool->turn - oldest->turn) * (double)oldest->bytes : 0.0;
        if (oldest && (!found || held > most)) {
            found = oldest;
            most = held;
        }
    }
    return found;
}

/* Takes what is over the budget out of the caches and puts it before `evicted`; to be freed by
 * free_evicted, unlocked. */
static struct cache_entry *evict(struct cache_pool *pool, struct cache_entry *evicted)
{
    struct cache_entry *entry;
    while (pool->usage.bytes > pool->budget && (entry = least_wanted(pool))) {
        entry->cache->statistics.evictions++;
        evicted = take(entry, evicted);
    }
    return evicted;
}

static void free_entry(struct cache_entry *entry)
{
    dep_set_free(&entry->deps);
    free(entry);
}

static void free_evicted(struct cache_entry *evicted)
{
    while (evicted) {
        struct cache_entry *next = evicted->next;
        evicted->cache->kind->free(evicted->value);
        free_entry(evicted);
        evicted = next;
    }
}

/* All entries, none of which may be pinned. */
static struct cache_entry *take_all(struct cache *cache)
{
    struct cache_entry *taken = NULL;
    for (size_t i = 0; i < cache->bucket_count; i++) {
        while (cache->buckets[i]) {
            assert(cache->buckets[i]->pins == 0);
            taken = take(cache->buckets[i], taken);
        }
    }
    return taken;
}

void cache_destroy(struct cache *cache)
{
    if (!cache) {
        return;
    }
    struct cache_pool *pool = cache->pool;
    pthread_mutex_lock(&pool->lock);
    struct cache_entry *taken = take_all(cache);
    pool->cache_count--;
    pthread_mutex_unlock(&pool->lock);
    free_evicted(taken);
    pthread_cond_destroy(&cache->loaded);
    hash_index_free(&cache->freed_index);
    free(cache->freed);
    free(cache->buckets);
    free(cache);
}

void cache_pool_limit(struct cache_pool *pool, size_t budget_bytes)
{
    pthread_mutex_lock(&pool->lock);
    pool->budget = budget_bytes;
    struct cache_entry *evicted = evict(pool, NULL);
    pthread_mutex_unlock(&pool->lock);
    free_evicted(evicted);
}

void cache_pool_warn_again(struct cache_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->round++;
    pthread_mutex_unlock(&pool->lock);
}

struct cache_pool_usage cache_pool_usage(struct cache_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct cache_pool_usage usage = pool->usage;
    pthread_mutex_unlock(&pool->lock);
    return usage;
}

/* Sees whether a load warns. */
struct witness {
    const struct adtmap_log *log; /* NULL: drops the messages */
    bool has_warned;
};

static void pass_on(void *user, const struct adtmap_message *message)
{
    struct witness *witness = user;
    witness->has_warned |= message->level == ADTMAP_WARNING;
    if (witness->log && witness->log->write) {
        witness->log->write(witness->log->user, message);
    }
}

/* Loads a new entry, which is pinned, without the lock. */
static enum adtmap_status cache_entry_load(const struct cache_entry *entry, struct witness *witness,
                                           const void *user, void **value, size_t *bytes,
                                           struct dep_set *deps)
{
    struct cache *cache = entry->cache;
    const struct adtmap_log log = {pass_on, witness};
    const struct cache_loading loading = {
        .cache = cache,
        .assets = cache->assets,
        .log = &log,
        .has_warned = &witness->has_warned,
        .key = entry->key,
        .user = user,
    };
    struct dep_set *before = dep_recorder_set(deps);
    enum adtmap_status status = cache->kind->load(&loading, value, bytes);
    if (!status && deps->failed) { /* whoever shared the value would lack what it depends on */
        cache->kind->free(*value);
        status = ADTMAP_NO_MEMORY;
    }
    dep_set_sort_unique(deps);
    dep_recorder_set(before);
    return status;
}

/* What a load came to: the entry is its holders' alone after a failure, else the cache's. */
static void store(struct cache_entry *entry, enum adtmap_status status, void *value, size_t bytes)
{
    struct cache *cache = entry->cache;
    struct cache_pool_usage *usage = &cache->pool->usage;
    entry->status = status;
    if (status) {
        entry->state = FAILED;
        cache->statistics.failures++;
        detach(cache, entry);
        return;
    }
    entry->state = READY;
    entry->value = value;
    entry->bytes = bytes;
    cache->statistics.count++;
    cache->statistics.bytes += bytes;
    usage->bytes += bytes;
    usage->pinned_bytes += bytes;
    note_peaks(usage);
}

/* Pins an entry that somebody has loaded or loads. */
static void pin_known(struct cache_entry *entry)
{
    if (entry->state == READY && entry->pins == 0) {
        unlink_unpinned(entry->cache->pool, entry);
        note_peaks(&entry->cache->pool->usage);
    }
    entry->pins++;
    entry->cache->statistics.hits++;
}

/* Takes a pin away. An entry that FAILED goes with the last one; true if a READY one has none
 * left. */
static bool unpin(struct cache_entry *entry)
{
    bool is_last = --entry->pins == 0;
    if (is_last && entry->state == FAILED) {
        free_entry(entry);
        return false;
    }
    if (is_last) {
        link_unpinned(entry->cache->pool, entry);
    }
    return is_last;
}

/* Its warnings were given in an earlier round, and nobody uses it. */
static bool warns_again(const struct cache_entry *entry)
{
    return entry->has_warned && entry->pins == 0 && entry->round != entry->cache->pool->round;
}

/* The lock is given up in two places, both here: while this thread loads, and while it waits for
 * another that does. */
enum adtmap_status cache_acquire(struct cache *cache, const void *key, size_t key_bytes,
                                 const void *user, struct cache_pin *pin)
{
    struct cache_pool *pool = cache->pool;
    uint64_t hash = hash64(key, key_bytes);
    enum adtmap_status status = ADTMAP_NO_MEMORY;
    *pin = (struct cache_pin){0};
    pthread_mutex_lock(&pool->lock);
    if (cache->round != pool->round) {
        cache->round = pool->round;
        hash_index_clear(&cache->freed_index);
    }
    struct cache_entry *evicted = NULL;
    struct cache_entry *entry = cache_find(cache, hash, key, key_bytes);
    if (entry && warns_again(entry)) {
        evicted = take(entry, NULL);
        entry = NULL;
    }
    while (entry) {
        pin_known(entry);
        while (entry->state == LOADING) {
            pthread_cond_wait(&cache->loaded, &pool->lock);
        }
        if (entry->status != ADTMAP_NO_MEMORY) {
            break;
        }
        unpin(entry); /* that thread lacked memory: this one tries, or waits for yet another */
        entry = cache_find(cache, hash, key, key_bytes);
    }
    if (!entry && (entry = insert(cache, hash, key, key_bytes))) {
        void *value = NULL;
        size_t bytes = 0;
        struct dep_set deps = {0};
        struct witness witness = {has_freed(cache, hash) ? NULL : cache->log, false};
        entry->pins = 1;
        entry->round = pool->round;
        cache->statistics.loads++;
        pthread_mutex_unlock(&pool->lock);
        free_evicted(evicted);
        evicted = NULL;
        enum adtmap_status loaded = cache_entry_load(entry, &witness, user, &value, &bytes, &deps);
        pthread_mutex_lock(&pool->lock);
        entry->deps = deps;
        entry->has_warned = witness.has_warned;
        store(entry, loaded, value, bytes);
        pthread_cond_broadcast(&cache->loaded);
    }
    if (entry) {
        status = entry->status;
        dep_set_merge(dep_recorder_current(), &entry->deps);
        if (entry->state == READY) {
            *pin = (struct cache_pin){entry->value, entry};
        } else {
            unpin(entry);
        }
    }
    evicted = evict(pool, evicted);
    pthread_mutex_unlock(&pool->lock);
    free_evicted(evicted);
    return status;
}

bool cache_acquire_loaded(struct cache *cache, const void *key, size_t key_bytes,
                          struct cache_pin *pin)
{
    const uint64_t hash = hash64(key, key_bytes);
    *pin = (struct cache_pin){0};
    pthread_mutex_lock(&cache->pool->lock);
    struct cache_entry *entry = cache_find(cache, hash, key, key_bytes);
    if (entry && entry->state == READY && !warns_again(entry)) {
        pin_known(entry);
        dep_set_merge(dep_recorder_current(), &entry->deps);
        *pin = (struct cache_pin){entry->value, entry};
    }
    pthread_mutex_unlock(&cache->pool->lock);
    return pin->entry;
}

/* What becomes of a value that nobody has pinned any more. */
enum keep { KEEP, KEEP_NOT };

static void give_back(struct cache_pin *pin, enum keep keep)
{
    struct cache_entry *entry = pin->entry;
    *pin = (struct cache_pin){0};
    if (!entry) {
        return;
    }
    struct cache_pool *pool = entry->cache->pool;
    struct cache_entry *evicted = NULL;
    pthread_mutex_lock(&pool->lock);
    if (unpin(entry)) {
        evicted = keep == KEEP ? evict(pool, NULL) : take(entry, NULL);
    }
    pthread_mutex_unlock(&pool->lock);
    free_evicted(evicted);
}

void cache_release(struct cache_pin *pin)
{
    give_back(pin, KEEP);
}

void cache_discard(struct cache_pin *pin)
{
    give_back(pin, KEEP_NOT);
}

struct cache_statistics cache_statistics(struct cache *cache)
{
    pthread_mutex_lock(&cache->pool->lock);
    struct cache_statistics statistics = cache->statistics;
    pthread_mutex_unlock(&cache->pool->lock);
    return statistics;
}
