/*
 * Huffman's algorithm with sorted leaves and two queues, as arrays: the leaves by count, and the
 * inner nodes, which are made in the order of their weights. The next node joins the two lightest
 * of both queues. After sorting this takes linear time; a block has at most 286 + 30 symbols.
 *
 * Lengths over the limit are cut to it, which makes the code too large for a prefix code. `excess`
 * counts by how much, in codes of the longest length (Kraft's inequality). Each repair step moves a
 * leaf from the deepest level above the limit one level down and puts a leaf of the longest length
 * next to it, which frees one code of that length. The lengths then go to the symbols by count.
 */
#include "codec/deflate/huffman.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { SYMBOL_BITS = 9, CODE_BITS_MAX = 15 };

static int by_value(const void *a, const void *b)
{
    const uint64_t *first = a;
    const uint64_t *second = b;
    return (*first > *second) - (*first < *second);
}

/* Lists used symbols, the rarest first: the count in the high bits, the symbol in the low bits. */
static size_t sort_symbols(const uint32_t *counts, size_t count, uint64_t *sorted)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (counts[i]) {
            sorted[used++] = (uint64_t)counts[i] << SYMBOL_BITS | i;
        }
    }
    for (size_t i = 0; used < 2; i++) {
        if (!counts[i]) {
            sorted[used++] = (uint64_t)1 << SYMBOL_BITS | i;
        }
    }
    array_sort(sorted, used, sizeof *sorted, by_value);
    return used;
}

/* Builds the tree: parents[i] of node i. Nodes below `used` are leaves, the others are inner nodes
 * in the order of their weights. */
static void join_nodes(const uint64_t *sorted, size_t used, uint16_t *parents)
{
    uint64_t weights[2 * HUFFMAN_SYMBOLS_MAX];
    for (size_t i = 0; i < used; i++) {
        weights[i] = sorted[i] >> SYMBOL_BITS;
    }
    size_t leaf = 0;
    size_t inner = used;
    for (size_t next = used; next < 2 * used - 1; next++) {
        weights[next] = 0;
        for (int side = 0; side < 2; side++) {
            bool is_leaf = leaf < used && (inner >= next || weights[leaf] <= weights[inner]);
            size_t taken = is_leaf ? leaf++ : inner++;
            weights[next] += weights[taken];
            parents[taken] = (uint16_t)next;
        }
    }
}

/* Counts the leaves at each depth, limited to `longest`. */
static void count_depths(const uint16_t *parents, size_t used, unsigned longest, unsigned *depths)
{
    uint8_t depth[2 * HUFFMAN_SYMBOLS_MAX];
    int32_t excess = -((int32_t)1 << longest);
    depth[2 * used - 2] = 0;
    for (size_t i = 2 * used - 2; i-- > 0;) {
        depth[i] = (uint8_t)(depth[parents[i]] + 1);
        if (i < used) {
            unsigned length = depth[i] < longest ? depth[i] : longest;
            depths[length]++;
            excess += (int32_t)1 << (longest - length);
        }
    }
    for (; excess > 0; excess--) {
        unsigned from = longest - 1;
        while (!depths[from]) {
            from--;
        }
        depths[from]--;
        depths[from + 1] += 2;
        depths[longest]--;
    }
}

void huffman_lengths(const uint32_t *counts, size_t count, unsigned longest, uint8_t *lengths)
{
    uint64_t sorted[HUFFMAN_SYMBOLS_MAX];
    uint16_t parents[2 * HUFFMAN_SYMBOLS_MAX];
    unsigned depths[CODE_BITS_MAX + 1] = {0};
    size_t used = sort_symbols(counts, count, sorted);
    join_nodes(sorted, used, parents);
    count_depths(parents, used, longest, depths);
    memset(lengths, 0, count);
    size_t i = 0;
    for (unsigned length = longest; length > 0; length--) {
        for (unsigned n = depths[length]; n > 0; n--) {
            lengths[sorted[i++] & ((1U << SYMBOL_BITS) - 1)] = (uint8_t)length;
        }
    }
}

static uint16_t reversed(uint32_t code, unsigned length)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < length; i++) {
        bits = bits << 1 | (code >> i & 1);
    }
    return (uint16_t)bits;
}

void huffman_codes(const uint8_t *lengths, size_t count, uint16_t *codes)
{
    uint32_t next[CODE_BITS_MAX + 2] = {0};
    for (size_t i = 0; i < count; i++) {
        next[lengths[i] + 1]++;
    }
    next[1] = 0; /* unused symbols take no code */
    for (unsigned length = 1; length <= CODE_BITS_MAX; length++) {
        next[length] = (next[length] + next[length - 1]) << 1;
    }
    for (size_t i = 0; i < count; i++) {
        codes[i] = lengths[i] ? reversed(next[lengths[i]]++, lengths[i]) : 0;
    }
}
