/* Large blocks, and the heap in huge pages. */
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/large_alloc.h"
#ifdef __GLIBC__
#include <sys/resource.h>
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

enum { BLOCKS = 4, HEAP_BYTES = 1 << 30 };

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

/* Whether a mapping, of which the system can tell, has huge pages or not, as wanted. */
static bool is_as_wanted(const void *address, bool wants_huge_pages)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    char line[512];
    bool is_in = false, fits = true;
    while (maps && fgets(line, sizeof line, maps)) {
        uintptr_t from, to;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) {
            is_in = (uintptr_t)address >= from && (uintptr_t)address < to;
        } else if (is_in && strncmp(line, "VmFlags:", 8) == 0) {
            fits = (strstr(line, " hg") != NULL) == wants_huge_pages;
        }
    }
    if (maps) {
        fclose(maps);
    }
    return fits;
}

/* 2 GiB are enough of both, and this is less. */
static void a_process_with_few_addresses_keeps_its_heap(void **state)
{
    (void)state;
#ifdef __GLIBC__
    const rlim_t few = ((rlim_t)2 << 30) - 1;
    const uintptr_t end = heap_end();
    struct rlimit addresses, data;
    assert_int_equal(getrlimit(RLIMIT_AS, &addresses), 0);
    assert_int_equal(getrlimit(RLIMIT_DATA, &data), 0);
    assert_int_equal(setrlimit(RLIMIT_AS, &(struct rlimit){few, addresses.rlim_max}), 0);
    large_heap_begin();
    assert_int_equal(setrlimit(RLIMIT_AS, &addresses), 0);
    assert_int_equal(setrlimit(RLIMIT_DATA, &(struct rlimit){few, data.rlim_max}), 0);
    large_heap_begin();
    assert_int_equal(setrlimit(RLIMIT_DATA, &data), 0);
    assert_true(heap_end() - end < BLOCKS * (uintptr_t)HUGE_PAGE_BYTES);
#endif
}

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
    assert_true(is_as_wanted(blocks[1], true));
    free_all(blocks);
    assert_true(first % HUGE_PAGE_BYTES < 4096);
    assert_true(last - first < BLOCKS * (uintptr_t)HUGE_PAGE_BYTES);
}

static void *allocate(void *unused)
{
    (void)unused;
    return malloc((size_t)64 << 10);
}

/* A heap of its own would be of small pages. */
static void a_thread_has_no_heap_of_its_own(void **state)
{
    (void)state;
    pthread_t thread;
    void *block;
    if (!has_large_heap) {
        skip();
    }
    assert_int_equal(pthread_create(&thread, NULL, allocate, NULL), 0);
    assert_int_equal(pthread_join(thread, &block), 0);
    assert_non_null(block);
    assert_true((uintptr_t)block < heap_end() && heap_end() - (uintptr_t)block < HEAP_BYTES);
    free(block);
}

/* Follows the tests above: the heap is large, and most of it free. Where huge pages are free in
 * part, the system would fill them up while a process waits. */
static void what_is_freed_is_given_back(void **state)
{
    (void)state;
    if (!has_large_heap) {
        skip();
    }
    const uintptr_t end = heap_end();
    void *kept = large_alloc(HUGE_PAGE_BYTES);
    large_heap_give_back();
    assert_true(heap_end() < end);
    assert_true(is_as_wanted(kept, false));
    large_free(kept);
}

int test_large_alloc(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_blocks_have_huge_pages_of_their_own),
        cmocka_unit_test(a_process_with_few_addresses_keeps_its_heap),
        cmocka_unit_test(a_heap_of_huge_pages_leaves_none_in_part),
        cmocka_unit_test(a_thread_has_no_heap_of_its_own),
        cmocka_unit_test(what_is_freed_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
