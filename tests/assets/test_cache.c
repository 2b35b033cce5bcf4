/* The cache: one load a key, pins, budget, failures, and all of it with many threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "assets/cache.h"
#include "assets/dep_set.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/hash_index.h"

static atomic_int alive; /* values made and not freed */

static void free_value(void *value)
{
    atomic_fetch_sub(&alive, 1);
    free(value);
}

/* The value is a copy of the key, its cost 10, or 100 for a key that begins with '+'; a key that
 * begins with '!' fails, for one with '?' memory is lacking at first. `loads` counts. */
static enum adtmap_status copy_key(const char *key, atomic_int *loads, void **value, size_t *bytes)
{
    int before = atomic_fetch_add(loads, 1);
    if (key[0] == '!') {
        return ADTMAP_BAD_DATA;
    }
    if (key[0] == '?' && before == 0) {
        return ADTMAP_NO_MEMORY;
    }
    atomic_fetch_add(&alive, 1);
    *value = strdup(key);
    *bytes = key[0] == '+' ? 100 : 10;
    return ADTMAP_OK;
}

/* Who asks for a key. */
struct asking {
    atomic_int *loads;
    bool warns; /* the load does */
};

static enum adtmap_status load_copy(const struct cache_loading *loading, void **value,
                                    size_t *bytes)
{
    const struct asking *asking = loading->user;
    if (asking->warns) {
        const struct diag diag = {loading->key, loading->log, NULL};
        diag_warn(&diag, NULL, NO_OFFSET, "damaged");
    }
    return copy_key(loading->key, asking->loads, value, bytes);
}

static const struct cache_kind copies = {load_copy, free_value};

static struct cache_pool *pool; /* of the cache under test */
static atomic_int heard;        /* warnings */

static void hear(void *user, const struct adtmap_message *message)
{
    (void)user;
    (void)message;
    atomic_fetch_add(&heard, 1);
}

static struct cache *create_of(const struct cache_kind *kind, size_t budget_bytes)
{
    static const struct adtmap_log log = {hear, NULL};
    pool = cache_pool_create(budget_bytes);
    assert_non_null(pool);
    return cache_create(pool, kind, NULL, &log);
}

static struct cache *create(size_t budget_bytes)
{
    return create_of(&copies, budget_bytes);
}

static void destroy(struct cache *cache)
{
    cache_destroy(cache);
    cache_pool_destroy(pool);
    pool = NULL;
}

static enum adtmap_status acquire(struct cache *cache, const char *key, atomic_int *loads,
                                  struct cache_pin *pin)
{
    const struct asking asking = {loads, false};
    return cache_acquire(cache, key, strlen(key) + 1, &asking, pin);
}

static void use(struct cache *cache, const char *key, atomic_int *loads)
{
    struct cache_pin pin;
    assert_int_equal(acquire(cache, key, loads, &pin), ADTMAP_OK);
    assert_string_equal(pin.value, key);
    cache_release(&pin);
    assert_null(pin.value);
    cache_release(&pin);
}

static void value_is_loaded_once_and_freed_with_the_cache(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(1000);
    for (int i = 0; i < 5; i++) {
        use(cache, "a", &loads);
    }
    assert_int_equal(loads, 1);
    struct cache_statistics statistics = cache_statistics(cache);
    assert_int_equal(statistics.loads, 1);
    assert_int_equal(statistics.hits, 4);
    assert_int_equal(statistics.count, 1);
    assert_int_equal(statistics.bytes, 10);
    assert_int_equal(alive, 1);
    destroy(cache);
    assert_int_equal(alive, 0);
    destroy(NULL);
}

static void least_recently_used_goes_first(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(30);
    use(cache, "a", &loads);
    use(cache, "b", &loads);
    use(cache, "c", &loads);
    use(cache, "a", &loads);
    use(cache, "d", &loads);
    assert_int_equal(loads, 4);
    assert_int_equal(cache_statistics(cache).evictions, 1);
    use(cache, "a", &loads);
    use(cache, "c", &loads);
    use(cache, "d", &loads);
    assert_int_equal(loads, 4);
    use(cache, "b", &loads);
    assert_int_equal(loads, 5);
    assert_int_equal(cache_statistics(cache).bytes, 30);
    assert_int_equal(cache_pool_usage(pool).peak_bytes, 40);
    assert_int_equal(alive, 3);
    destroy(cache);
    assert_int_equal(alive, 0);
}

/* Ages count, too: nothing that is small stays for ever. */
static void what_holds_most_bytes_for_longest_goes_first(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(130);
    use(cache, "a", &loads);
    use(cache, "+b", &loads);
    use(cache, "c", &loads);
    use(cache, "d", &loads);
    use(cache, "e", &loads);
    assert_int_equal(cache_statistics(cache).bytes, 40);
    use(cache, "a", &loads);
    assert_int_equal(loads, 5);
    for (int i = 0; i < 50; i++) {
        use(cache, "+b", &loads);
    }
    assert_int_equal(loads, 6);
    use(cache, "+b", &loads);
    assert_int_equal(loads, 6);
    assert_int_equal(cache_statistics(cache).bytes, 130);
    destroy(cache);
}

/* Whether a warning is heard of a key whose loads all warn; `loads_wanted` says how many are made.
 */
static bool is_heard(struct cache *cache, const char *key, int loads_wanted)
{
    atomic_int loads = 0;
    int before = heard;
    struct cache_pin pin;
    const struct asking asking = {&loads, true};
    (void)cache_acquire(cache, key, strlen(key) + 1, &asking, &pin);
    assert_int_equal(loads, loads_wanted);
    cache_release(&pin);
    return heard > before;
}

static void what_is_wrong_is_reported_by_the_first_load_that_went_well(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(10);
    struct cache_pin pin;
    assert_true(is_heard(cache, "a", 1));
    assert_true(is_heard(cache, "b", 1));
    assert_false(is_heard(cache, "a", 1));
    assert_int_equal(acquire(cache, "c", &loads, &pin), ADTMAP_OK);
    cache_discard(&pin);
    assert_false(is_heard(cache, "c", 1));
    assert_true(is_heard(cache, "!", 1));
    assert_true(is_heard(cache, "!", 1));
    destroy(cache);
}

/* The second of two maps that lack the same file had no warning of it. */
static void what_is_wrong_is_reported_once_a_round(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache_pin pin;
    struct cache *cache = create(1000);
    use(cache, "sound", &loads);
    assert_true(is_heard(cache, "a", 1));
    assert_false(is_heard(cache, "a", 0));
    for (int round = 0; round < 2; round++) {
        cache_pool_warn_again(pool);
        assert_true(is_heard(cache, "a", 1));
        assert_false(is_heard(cache, "a", 0));
        use(cache, "sound", &loads);
    }
    assert_int_equal(loads, 1);
    assert_int_equal(alive, 2);
    cache_pool_warn_again(pool);
    assert_int_equal(acquire(cache, "sound", &loads, &pin), ADTMAP_OK);
    assert_true(is_heard(cache, "a", 1));
    cache_release(&pin);
    destroy(cache);
    assert_int_equal(alive, 0);
}

static void a_value_that_was_freed_is_reported_once_a_round(void **state)
{
    (void)state;
    struct cache *cache = create(10);
    assert_true(is_heard(cache, "a", 1));
    assert_true(is_heard(cache, "b", 1));
    assert_false(is_heard(cache, "a", 1));
    cache_pool_warn_again(pool);
    assert_true(is_heard(cache, "b", 1)); /* "a" goes, of which this round has heard nothing */
    assert_true(is_heard(cache, "a", 1));
    assert_false(is_heard(cache, "b", 1));
    assert_false(is_heard(cache, "a", 1));
    cache_pool_warn_again(pool);
    assert_true(is_heard(cache, "a", 1)); /* loaded without a word in the round before */
    destroy(cache);
}

struct folded {
    uint32_t hash;
    uint32_t number;
};

static int compare_folded(const void *a, const void *b)
{
    uint32_t x = ((const struct folded *)a)->hash;
    uint32_t y = ((const struct folded *)b)->hash;
    return (x > y) - (x < y);
}

/* That a key was loaded before was known by 32 bits of its hash: the first warning of another with
 * the same was lost. */
static void keys_whose_hashes_are_half_equal_are_reported_each(void **state)
{
    (void)state;
    enum { KEYS = 300000 };
    struct folded *folded = calloc(KEYS, sizeof *folded);
    char keys[2][16];
    int at = 1;
    assert_non_null(folded);
    for (uint32_t i = 0; i < KEYS; i++) {
        int length = snprintf(keys[0], sizeof keys[0], "%u", (unsigned)i);
        folded[i] = (struct folded){hash_index_fold(hash64(keys[0], (size_t)length + 1)), i};
    }
    qsort(folded, KEYS, sizeof *folded, compare_folded);
    while (at < KEYS && folded[at].hash != folded[at - 1].hash) {
        at++;
    }
    assert_true(at < KEYS); /* ten such pairs are expected */
    for (int i = 0; i < 2; i++) {
        snprintf(keys[i], sizeof keys[i], "%u", (unsigned)folded[at - i].number);
    }
    free(folded);
    struct cache *cache = create(10);
    assert_true(is_heard(cache, keys[0], 1));
    assert_true(is_heard(cache, "other", 1)); /* the first one goes */
    assert_true(is_heard(cache, keys[1], 1));
    assert_false(is_heard(cache, keys[0], 1));
    destroy(cache);
}

static void a_pinned_value_stays_in_a_new_round(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache_pin pin;
    const struct asking asking = {&loads, true};
    struct cache *cache = create(1000);
    assert_int_equal(cache_acquire(cache, "a", sizeof "a", &asking, &pin), ADTMAP_OK);
    cache_pool_warn_again(pool);
    assert_false(is_heard(cache, "a", 0));
    cache_release(&pin);
    assert_true(is_heard(cache, "a", 1));
    destroy(cache);
}

static bool is_loaded(struct cache *cache, const char *key)
{
    struct cache_pin pin;
    const bool is_there = cache_acquire_loaded(cache, key, strlen(key) + 1, &pin);
    assert_true(!is_there || strcmp(pin.value, key) == 0);
    assert_int_equal(pin.entry != NULL, is_there);
    cache_release(&pin);
    return is_there;
}

static void what_is_loaded_can_be_had_without_a_load(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache_pin pin;
    struct cache *cache = create(10);
    assert_false(is_loaded(cache, "a"));
    use(cache, "a", &loads);
    assert_true(is_loaded(cache, "a"));
    assert_false(is_loaded(cache, "b"));
    assert_true(cache_acquire_loaded(cache, "a", sizeof "a", &pin));
    use(cache, "b", &loads);
    assert_string_equal(pin.value, "a");
    cache_release(&pin);
    assert_int_equal(loads, 2);
    assert_int_equal(cache_statistics(cache).loads, 2);
    destroy(cache);
}

/* It has to be loaded once more, to be reported. */
static void what_warns_again_counts_as_not_loaded(void **state)
{
    (void)state;
    struct cache *cache = create(1000);
    assert_true(is_heard(cache, "a", 1));
    assert_true(is_loaded(cache, "a"));
    cache_pool_warn_again(pool);
    assert_false(is_loaded(cache, "a"));
    assert_true(is_heard(cache, "a", 1));
    destroy(cache);
}

/* Keys are bytes: those of another length are other keys, whatever they begin with. */
static void keys_are_equal_if_all_their_bytes_are(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(100);
    struct cache_pin pins[3];
    const struct asking asking = {&loads, NULL};
    assert_int_equal(cache_acquire(cache, "a\0b", 4, &asking, &pins[0]), ADTMAP_OK);
    assert_int_equal(cache_acquire(cache, "a\0c", 4, &asking, &pins[1]), ADTMAP_OK);
    assert_int_equal(cache_acquire(cache, "a", 2, &asking, &pins[2]), ADTMAP_OK);
    assert_int_equal(loads, 3);
    for (int i = 0; i < 3; i++) {
        cache_release(&pins[i]);
    }
    destroy(cache);
}

static void pinned_values_stay_whatever_the_budget(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(15);
    struct cache_pin pins[3];
    static const char *const keys[3] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(acquire(cache, keys[i], &loads, &pins[i]), ADTMAP_OK);
    }
    assert_int_equal(cache_statistics(cache).bytes, 30);
    struct cache_pin second;
    assert_int_equal(acquire(cache, "a", &loads, &second), ADTMAP_OK);
    assert_ptr_equal(second.value, pins[0].value);
    cache_release(&pins[0]);
    assert_string_equal(second.value, "a");
    assert_int_equal(cache_statistics(cache).bytes, 30);
    cache_release(&second);
    assert_int_equal(cache_statistics(cache).bytes, 20);
    cache_release(&pins[1]);
    assert_int_equal(cache_statistics(cache).bytes, 10);
    cache_release(&pins[2]);
    assert_int_equal(cache_statistics(cache).bytes, 10);
    destroy(cache);
    assert_int_equal(alive, 0);
}

static void caches_of_a_pool_share_its_budget(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(30);
    struct cache *other = cache_create(pool, &copies, NULL, NULL);
    use(cache, "a", &loads);
    use(other, "a", &loads);
    use(cache, "b", &loads);
    use(cache, "a", &loads);
    use(cache, "c", &loads); /* the other's "a" is the oldest now */
    assert_int_equal(cache_statistics(other).evictions, 1);
    assert_int_equal(cache_statistics(other).count, 0);
    assert_int_equal(cache_statistics(cache).count, 3);
    cache_pool_limit(pool, 10);
    assert_int_equal(cache_pool_usage(pool).bytes, 10);
    assert_int_equal(alive, 1);
    use(cache, "c", &loads);
    assert_int_equal(loads, 4);
    cache_destroy(other);
    destroy(cache);
    assert_int_equal(alive, 0);
}

static void use_is_counted_apart_from_what_is_kept(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(100);
    struct cache_pin pins[2];
    use(cache, "a", &loads);
    assert_int_equal(acquire(cache, "b", &loads, &pins[0]), ADTMAP_OK);
    assert_int_equal(acquire(cache, "a", &loads, &pins[1]), ADTMAP_OK);
    assert_int_equal(cache_pool_usage(pool).pinned_bytes, 20);
    cache_release(&pins[0]);
    cache_release(&pins[1]);
    assert_int_equal(cache_pool_usage(pool).pinned_bytes, 0);
    assert_int_equal(cache_pool_usage(pool).peak_pinned_bytes, 20);
    assert_int_equal(cache_pool_usage(pool).bytes, 20);
    destroy(cache);
}

static void discarded_value_goes_with_its_last_pin(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(1000);
    struct cache_pin first;
    struct cache_pin second;
    assert_int_equal(acquire(cache, "a", &loads, &first), ADTMAP_OK);
    assert_int_equal(acquire(cache, "a", &loads, &second), ADTMAP_OK);
    cache_discard(&first);
    assert_string_equal(second.value, "a");
    cache_discard(&second);
    assert_int_equal(alive, 0);
    assert_int_equal(cache_pool_usage(pool).bytes, 0);
    use(cache, "a", &loads);
    assert_int_equal(loads, 2);
    destroy(cache);
}

static void failure_is_not_stored(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(100);
    struct cache_pin pin;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(acquire(cache, "!a", &loads, &pin), ADTMAP_BAD_DATA);
        assert_null(pin.value);
        cache_release(&pin);
    }
    assert_int_equal(loads, 3);
    assert_int_equal(cache_statistics(cache).failures, 3);
    assert_int_equal(cache_statistics(cache).count, 0);
    destroy(cache);
}

static enum adtmap_status load_without_record(const struct cache_loading *loading, void **value,
                                              size_t *bytes)
{
    const struct asking *asking = loading->user;
    dep_recorder_current()->failed = atomic_load(asking->loads) == 0;
    return load_copy(loading, value, bytes);
}

/* Kept, it would make all that is made of it fail, as what it depends on cannot be told. */
static void a_value_whose_files_could_not_be_recorded_is_not_kept(void **state)
{
    (void)state;
    static const struct cache_kind kind = {load_without_record, free_value};
    struct cache *cache = create_of(&kind, 100);
    atomic_int loads = 0;
    struct cache_pin pin;
    struct dep_set deps = {0};
    assert_int_equal(acquire(cache, "a", &loads, &pin), ADTMAP_NO_MEMORY);
    assert_int_equal(atomic_load(&alive), 0);
    struct dep_set *before = dep_recorder_set(&deps);
    use(cache, "a", &loads);
    dep_recorder_set(before);
    assert_false(deps.failed);
    assert_int_equal(atomic_load(&loads), 2);
    destroy(cache);
    assert_int_equal(atomic_load(&alive), 0);
}

static void many_keys_are_all_found(void **state)
{
    (void)state;
    atomic_int loads = 0;
    char key[16];
    struct cache *cache = create(1 << 20);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 3000; i++) {
            snprintf(key, sizeof key, "key %d", i);
            use(cache, key, &loads);
        }
    }
    assert_int_equal(loads, 3000);
    destroy(cache);
    assert_int_equal(alive, 0);
}

/* Threads that ask for one key at once while its load waits until all others wait for it: who waits
 * has been counted as a hit. */
struct crowd {
    struct cache *cache;
    const char *key;
    atomic_int *loads;
    atomic_int failed;
    int size;
};

static enum adtmap_status load_late(const struct cache_loading *loading, void **value,
                                    size_t *bytes)
{
    const struct crowd *crowd = loading->user;
    while (cache_statistics(loading->cache).hits < (uint64_t)crowd->size - 1) {
        nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    return copy_key(loading->key, crowd->loads, value, bytes);
}

static const struct cache_kind late_copies = {load_late, free_value};

static void *join_crowd(void *user)
{
    struct crowd *crowd = user;
    struct cache_pin pin;
    if (cache_acquire(crowd->cache, crowd->key, strlen(crowd->key) + 1, crowd, &pin)) {
        atomic_fetch_add(&crowd->failed, 1);
    }
    cache_release(&pin);
    return NULL;
}

static void run_crowd(struct crowd *crowd)
{
    pthread_t threads[8];
    crowd->size = 8;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, join_crowd, crowd), 0);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
    }
}

static void threads_that_ask_at_once_share_one_load(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct crowd crowd = {.cache = create_of(&late_copies, 100), .key = "a", .loads = &loads};
    run_crowd(&crowd);
    assert_int_equal(crowd.failed, 0);
    assert_int_equal(loads, 1);
    assert_int_equal(cache_statistics(crowd.cache).hits, 7);
    destroy(crowd.cache);
    assert_int_equal(alive, 0);
}

static void cache_without_budget_frees_what_nobody_holds(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct crowd crowd = {.cache = create_of(&late_copies, 0), .key = "a", .loads = &loads};
    run_crowd(&crowd);
    assert_int_equal(crowd.failed, 0);
    assert_int_equal(alive, 0);
    assert_int_equal(cache_statistics(crowd.cache).bytes, 0);
    destroy(crowd.cache);
}

static void threads_that_wait_for_a_failure_all_have_it(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct crowd crowd = {.cache = create_of(&late_copies, 100), .key = "!a", .loads = &loads};
    run_crowd(&crowd);
    assert_int_equal(crowd.failed, 8);
    assert_int_equal(cache_statistics(crowd.cache).count, 0);
    destroy(crowd.cache);
}

static void memory_that_one_lacks_another_may_have(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct crowd crowd = {.cache = create_of(&late_copies, 100), .key = "?a", .loads = &loads};
    run_crowd(&crowd);
    assert_int_equal(crowd.failed, 1);
    assert_int_equal(loads, 2);
    destroy(crowd.cache);
    assert_int_equal(alive, 0);
}

/* Each thread uses keys of a small set in an order of its own, holding a few at a time. */
struct worker {
    struct cache *cache;
    atomic_int *loads;
    uint32_t random;
    unsigned wrong;
};

static void *work(void *user)
{
    struct worker *worker = user;
    struct cache_pin pins[4] = {0};
    char keys[4][16];
    for (unsigned i = 0; i < 4000; i++) {
        struct cache_pin *pin = &pins[i % 4];
        if (pin->value && strcmp(pin->value, keys[i % 4]) != 0) {
            worker->wrong++;
        }
        cache_release(pin);
        worker->random = worker->random * 1664525u + 1013904223u;
        unsigned number = worker->random >> 24;
        snprintf(keys[i % 4], sizeof keys[0], "%s%u", number % 16 ? "k" : "!", number % 40);
        acquire(worker->cache, keys[i % 4], worker->loads, pin);
    }
    for (unsigned i = 0; i < 4; i++) {
        cache_release(&pins[i]);
    }
    return NULL;
}

static void threads_in_disorder_keep_values_whole(void **state)
{
    (void)state;
    atomic_int loads = 0;
    struct cache *cache = create(200);
    struct worker workers[6];
    pthread_t threads[6];
    for (unsigned i = 0; i < 6; i++) {
        workers[i] = (struct worker){cache, &loads, i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < 6; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].wrong, 0);
    }
    struct cache_statistics statistics = cache_statistics(cache);
    assert_int_equal(statistics.loads + statistics.hits, 6 * 4000);
    assert_int_equal(statistics.loads, loads);
    assert_true(statistics.bytes <= 200);
    assert_int_equal(statistics.count, alive);
    destroy(cache);
    assert_int_equal(alive, 0);
}

int test_cache(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_is_loaded_once_and_freed_with_the_cache),
        cmocka_unit_test(least_recently_used_goes_first),
        cmocka_unit_test(what_holds_most_bytes_for_longest_goes_first),
        cmocka_unit_test(what_is_wrong_is_reported_by_the_first_load_that_went_well),
        cmocka_unit_test(what_is_wrong_is_reported_once_a_round),
        cmocka_unit_test(a_value_that_was_freed_is_reported_once_a_round),
        cmocka_unit_test(keys_whose_hashes_are_half_equal_are_reported_each),
        cmocka_unit_test(a_pinned_value_stays_in_a_new_round),
        cmocka_unit_test(what_is_loaded_can_be_had_without_a_load),
        cmocka_unit_test(what_warns_again_counts_as_not_loaded),
        cmocka_unit_test(keys_are_equal_if_all_their_bytes_are),
        cmocka_unit_test(pinned_values_stay_whatever_the_budget),
        cmocka_unit_test(caches_of_a_pool_share_its_budget),
        cmocka_unit_test(use_is_counted_apart_from_what_is_kept),
        cmocka_unit_test(discarded_value_goes_with_its_last_pin),
        cmocka_unit_test(failure_is_not_stored),
        cmocka_unit_test(a_value_whose_files_could_not_be_recorded_is_not_kept),
        cmocka_unit_test(many_keys_are_all_found),
        cmocka_unit_test(threads_that_ask_at_once_share_one_load),
        cmocka_unit_test(cache_without_budget_frees_what_nobody_holds),
        cmocka_unit_test(threads_that_wait_for_a_failure_all_have_it),
        cmocka_unit_test(memory_that_one_lacks_another_may_have),
        cmocka_unit_test(threads_in_disorder_keep_values_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
