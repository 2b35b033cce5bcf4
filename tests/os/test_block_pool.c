/* Memory that is used again: the block given back last comes first, whoever asks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>

#include "os/block_pool.h"

enum { BLOCK_BYTES = 1000 };

static void the_last_block_given_back_comes_first(void **state)
{
    (void)state;
    struct block_pool *pool = block_pool_create(BLOCK_BYTES, 2);
    void *first = block_pool_take(pool, BLOCK_BYTES);
    void *second = block_pool_take(pool, BLOCK_BYTES);
    assert_ptr_not_equal(first, second);
    assert_int_equal((uintptr_t)first % 64, 0);
    memset(first, 1, BLOCK_BYTES);
    memset(second, 2, BLOCK_BYTES);
    assert_int_equal(((uint8_t *)first)[BLOCK_BYTES - 1], 1);
    block_pool_give(first);
    block_pool_give(second);
    assert_ptr_equal(block_pool_take(pool, BLOCK_BYTES), second);
    assert_ptr_equal(block_pool_take(pool, BLOCK_BYTES), first);
    block_pool_give(first);
    block_pool_give(second);
    block_pool_destroy(pool);
}

static void no_more_are_kept_than_were_asked_for(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    void *blocks[COUNT];
    struct block_pool *pool = block_pool_create(BLOCK_BYTES, 1);
    for (int i = 0; i < COUNT; i++) {
        blocks[i] = block_pool_take(pool, BLOCK_BYTES);
        memset(blocks[i], i, BLOCK_BYTES);
    }
    for (int i = 0; i < COUNT; i++) {
        block_pool_give(blocks[i]);
    }
    void *kept = block_pool_take(pool, 1);
    assert_ptr_equal(kept, blocks[0]);
    block_pool_give(kept);
    block_pool_destroy(pool);
    block_pool_destroy(NULL);
}

/* However often a block goes out: another pool does not get its memory. */
static void a_block_is_kept_again_and_again(void **state)
{
    (void)state;
    struct block_pool *pool = block_pool_create(BLOCK_BYTES, 1);
    struct block_pool *other_pool = block_pool_create(BLOCK_BYTES, 1);
    void *block = block_pool_take(pool, BLOCK_BYTES);
    for (int i = 0; i < 3; i++) {
        block_pool_give(block);
        void *other = block_pool_take(other_pool, BLOCK_BYTES);
        assert_ptr_not_equal(other, block);
        assert_ptr_equal(block_pool_take(pool, BLOCK_BYTES), block);
        block_pool_give(other);
    }
    block_pool_give(block);
    block_pool_destroy(pool);
    block_pool_destroy(other_pool);
}

/* It may have been made for less. */
static void a_block_that_is_kept_has_room_for_what_is_asked(void **state)
{
    (void)state;
    enum { LARGEST_BYTES = 4 << 20 };
    struct block_pool *pool = block_pool_create(LARGEST_BYTES, 1);
    for (size_t size = 1; size <= LARGEST_BYTES; size *= 4) {
        void *block = block_pool_take(pool, size);
        assert_non_null(block);
        memset(block, 1, size);
        block_pool_give(block);
    }
    block_pool_destroy(pool);
}

struct taker {
    struct block_pool *pool;
    uint8_t sign;
    bool was_disturbed;
};

static void *take_and_give(void *user)
{
    struct taker *taker = user;
    for (int i = 0; i < 20000; i++) {
        uint8_t *block = block_pool_take(taker->pool, BLOCK_BYTES);
        memset(block, taker->sign, BLOCK_BYTES);
        for (int k = 0; k < BLOCK_BYTES; k++) {
            taker->was_disturbed |= block[k] != taker->sign;
        }
        block_pool_give(block);
    }
    return NULL;
}

static void no_two_threads_have_one_block(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    struct taker takers[THREADS];
    struct block_pool *pool = block_pool_create(BLOCK_BYTES, 2);
    for (int i = 0; i < THREADS; i++) {
        takers[i] = (struct taker){pool, (uint8_t)(i + 1), false};
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_give, &takers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_false(takers[i].was_disturbed);
    }
    block_pool_destroy(pool);
}

int test_block_pool(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_block_given_back_comes_first),
        cmocka_unit_test(no_more_are_kept_than_were_asked_for),
        cmocka_unit_test(a_block_is_kept_again_and_again),
        cmocka_unit_test(a_block_that_is_kept_has_room_for_what_is_asked),
        cmocka_unit_test(no_two_threads_have_one_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
