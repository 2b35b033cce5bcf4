/* Arenas: allocation, reset and reuse of blocks. */
#ifdef __linux__
#include <malloc.h>
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "os/large_alloc.h"

enum { MIB = 1 << 20 };

static void memory_is_aligned_and_zeroed_after_a_reset(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (int phase = 0; phase < 2; phase++) {
        for (size_t size = 1; size < 300; size += 7) {
            uint8_t *bytes = arena_alloc(&arena, size, 1);
            assert_non_null(bytes);
            assert_int_equal((uintptr_t)bytes % ARENA_ALIGNMENT, 0);
            for (size_t i = 0; i < size; i++) {
                assert_int_equal(bytes[i], 0);
            }
            memset(bytes, 0xAA, size);
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
}

/* A past bug: blocks that were too small were kept after each larger one, so that a map with
 * growing tiles used the sum of all block sizes. */
static void growing_phases_use_no_more_memory_than_the_largest(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (size_t size = MIB; size <= 64 * MIB; size += MIB) {
        assert_non_null(arena_alloc_dirty(&arena, size, 1));
        assert_non_null(arena_alloc_dirty(&arena, MIB, 1));
        arena_reset(&arena);
    }
    assert_true(arena_bytes(&arena) < 67 * (size_t)MIB);
    arena_free(&arena);
}

static unsigned blocks_made;

static void *count_block(size_t bytes)
{
    blocks_made++;
    return malloc(bytes);
}

/* A past bug: a large request that came after small ones in one tile and before them in the next
 * had a block replaced in every tile, whose fresh pages took longer than what was written there. */
static void phases_in_another_order_use_the_same_blocks(void **state)
{
    (void)state;
    struct arena arena = {.block_bytes = 4096, .block_alloc = count_block};
    blocks_made = 0;
    for (size_t phase = 0; phase < 64; phase++) {
        for (size_t i = 0; i < 8; i++) {
            size_t size = (i * 5 + phase * 3) % 8 == 0 ? MIB : 3000 + i;
            uint8_t *bytes = arena_alloc_dirty(&arena, size, 1);
            assert_non_null(bytes);
            memset(bytes, (int)i, size);
        }
        arena_reset(&arena);
    }
    assert_true(blocks_made <= 9);
    arena_free(&arena);
}

/* Huge pages need this alignment. */
static void large_blocks_are_aligned_to_huge_pages(void **state)
{
    (void)state;
#ifdef _WIN32
    skip(); /* it has none without asking */
#endif
    struct arena arena = {.block_bytes = HUGE_PAGE_BYTES, .block_alloc = large_alloc};
    uint8_t *first = arena_alloc_dirty(&arena, HUGE_PAGE_BYTES / 2, 1);
    assert_int_equal((uintptr_t)first % HUGE_PAGE_BYTES, ARENA_ALIGNMENT);
    assert_int_equal(arena_bytes(&arena), HUGE_PAGE_BYTES);
    uint8_t *second = arena_alloc_dirty(&arena, 3 * HUGE_PAGE_BYTES, 1);
    assert_int_equal((uintptr_t)second % HUGE_PAGE_BYTES, ARENA_ALIGNMENT);
    arena_free(&arena);
}

static void later_allocations_keep_earlier_contents(void **state)
{
    (void)state;
    struct arena arena = {.block_bytes = 256};
    uint8_t *parts[64];
    for (int phase = 0; phase < 3; phase++) {
        for (size_t i = 0; i < 64; i++) {
            size_t size = (i * 37 + (size_t)phase * 11) % 500 + 1;
            parts[i] = arena_alloc_dirty(&arena, size, 1);
            assert_non_null(parts[i]);
            memset(parts[i], (int)i, size);
        }
        for (size_t i = 0; i < 64; i++) {
            size_t size = (i * 37 + (size_t)phase * 11) % 500 + 1;
            assert_int_equal(parts[i][0], i);
            assert_int_equal(parts[i][size - 1], i);
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
}

#ifdef __GLIBC__
/* A past bug: the heap grew by a block for each value of a cache that came and went. With a
 * sanitizer the heap of the C library stays empty. */
static void arenas_that_come_and_go_use_freed_blocks_again(void **state)
{
    (void)state;
    enum { HELD = 64, ROUNDS = 4096, BLOCK_BYTES = 16 << 10 };
    static struct arena arenas[HELD];
    static void *small[ROUNDS];
    size_t before = mallinfo2().arena;
    for (size_t i = 0; i < ROUNDS; i++) {
        struct arena *arena = &arenas[i % HELD];
        arena_free(arena);
        arena->block_bytes = BLOCK_BYTES;
        assert_non_null(arena_alloc_dirty(arena, BLOCK_BYTES / 2, 1));
        small[i] = malloc(40);
    }
    assert_true(mallinfo2().arena - before < 3 * (size_t)HELD * BLOCK_BYTES);
    for (size_t i = 0; i < HELD; i++) {
        arena_free(&arenas[i]);
    }
    for (size_t i = 0; i < ROUNDS; i++) {
        free(small[i]);
    }
}
#endif

static void impossible_sizes_fail(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_null(arena_alloc(&arena, SIZE_MAX, 2));
    assert_null(arena_alloc_dirty(&arena, SIZE_MAX / 2 + 1, 1));
    assert_null(arena_string(&arena, "", SIZE_MAX));
    arena_free(&arena);
}

int test_arena(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_aligned_and_zeroed_after_a_reset),
        cmocka_unit_test(growing_phases_use_no_more_memory_than_the_largest),
        cmocka_unit_test(phases_in_another_order_use_the_same_blocks),
        cmocka_unit_test(large_blocks_are_aligned_to_huge_pages),
        cmocka_unit_test(later_allocations_keep_earlier_contents),
#ifdef __GLIBC__
        cmocka_unit_test(arenas_that_come_and_go_use_freed_blocks_again),
#endif
        cmocka_unit_test(impossible_sizes_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
