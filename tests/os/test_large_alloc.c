/* Large blocks, and the heap in huge pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/large_alloc.h"
#ifdef __GLIBC__
#include <unistd.h>
#endif

/* Where the heap ends; 0 where nobody can tell. */
static uintptr_t heap_end(void)
{
#ifdef __GLIBC__
    return (uintptr_t)sbrk(0);
#else
    return 0;
#endif
}

enum { BLOCKS = 4 };

/* Blocks of a huge page each, at multiples of `alignment`, with bytes of their own. */
static void allocate_all(size_t alignment, void *blocks[BLOCKS])
{
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = large_alloc(HUGE_PAGE_BYTES);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % alignment, 0);
        memset(blocks[i], i, HUGE_PAGE_BYTES);
    }
}

static void free_all(void *blocks[BLOCKS])
{
    for (int i = 0; i < BLOCKS; i++) {
        large_free(blocks[i]);
    }
}

static void large_blocks_have_huge_pages_of_their_own(void **state)
{
    (void)state;
    void *blocks[BLOCKS];
    allocate_all(HUGE_PAGE_BYTES, blocks);
    free_all(blocks);
}

static bool has_large_heap;

/* A heap of huge pages begins with one, and what is large stands in it as close as what is small:
 * each page that is begun is cleared as a whole. */
static void a_heap_of_huge_pages_leaves_none_in_part(void **state)
{
    (void)state;
    const uintptr_t end = heap_end();
    large_heap_begin();
    if (heap_end() - end < BLOCKS * (uintptr_t)HUGE_PAGE_BYTES) {
        skip(); /* another malloc, or a system without huge pages */
    }
    has_large_heap = true;
    void *blocks[BLOCKS];
    allocate_all(LARGE_ALLOC_ALIGNMENT, blocks);
    const uintptr_t first = (uintptr_t)blocks[0];
    const uintptr_t last = (uintptr_t)blocks[BLOCKS - 1];
    free_all(blocks);
    assert_true(first % HUGE_PAGE_BYTES < 4096);
    assert_true(last - first < BLOCKS * (uintptr_t)HUGE_PAGE_BYTES);
}

/* Follows the test above: the heap is large, and most of it free. */
static void what_is_freed_is_given_back(void **state)
{
    (void)state;
    const uintptr_t end = heap_end();
    large_heap_give_back();
    if (end == heap_end() && !has_large_heap) {
        skip();
    }
    assert_true(heap_end() < end);
}

int test_large_alloc(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_blocks_have_huge_pages_of_their_own),
        cmocka_unit_test(a_heap_of_huge_pages_leaves_none_in_part),
        cmocka_unit_test(what_is_freed_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
