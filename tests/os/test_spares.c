/* Memory that is used again: the block given back last comes first, whoever asks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>

#include "os/spares.h"

enum { BLOCK_BYTES = 1000 };

static void the_last_block_given_back_comes_first(void **state)
{
    (void)state;
    struct spares *spares = spares_create(BLOCK_BYTES, 2);
    void *first = spares_take(spares, BLOCK_BYTES);
    void *second = spares_take(spares, BLOCK_BYTES);
    assert_ptr_not_equal(first, second);
    assert_int_equal((uintptr_t)first % 64, 0);
    memset(first, 1, BLOCK_BYTES);
    memset(second, 2, BLOCK_BYTES);
    assert_int_equal(((uint8_t *)first)[BLOCK_BYTES - 1], 1);
    spares_give(first);
    spares_give(second);
    assert_ptr_equal(spares_take(spares, BLOCK_BYTES), second);
    assert_ptr_equal(spares_take(spares, BLOCK_BYTES), first);
    spares_give(first);
    spares_give(second);
    spares_destroy(spares);
}

static void no_more_are_kept_than_were_asked_for(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    void *blocks[COUNT];
    struct spares *spares = spares_create(BLOCK_BYTES, 1);
    for (int i = 0; i < COUNT; i++) {
        blocks[i] = spares_take(spares, BLOCK_BYTES);
        memset(blocks[i], i, BLOCK_BYTES);
    }
    for (int i = 0; i < COUNT; i++) {
        spares_give(blocks[i]);
    }
    void *kept = spares_take(spares, 1);
    assert_ptr_equal(kept, blocks[0]);
    spares_give(kept);
    spares_destroy(spares);
    spares_destroy(NULL);
}

struct taker {
    struct spares *spares;
    uint8_t sign;
    bool was_disturbed;
};

static void *take_and_give(void *user)
{
    struct taker *taker = user;
    for (int i = 0; i < 20000; i++) {
        uint8_t *block = spares_take(taker->spares, BLOCK_BYTES);
        memset(block, taker->sign, BLOCK_BYTES);
        for (int k = 0; k < BLOCK_BYTES; k++) {
            taker->was_disturbed |= block[k] != taker->sign;
        }
        spares_give(block);
    }
    return NULL;
}

static void no_two_threads_have_one_block(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    struct taker takers[THREADS];
    struct spares *spares = spares_create(BLOCK_BYTES, 2);
    for (int i = 0; i < THREADS; i++) {
        takers[i] = (struct taker){spares, (uint8_t)(i + 1), false};
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_give, &takers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_false(takers[i].was_disturbed);
    }
    spares_destroy(spares);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_block_given_back_comes_first),
        cmocka_unit_test(no_more_are_kept_than_were_asked_for),
        cmocka_unit_test(no_two_threads_have_one_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
