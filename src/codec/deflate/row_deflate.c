#include "codec/deflate/row_deflate.h"

#include <endian.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/deflate/deflate_block.h"

enum {
    LANES = 4,
    HASH_BITS = 15,
    MATCH_MIN = 4,
    WORD_BYTES = 8,       /* read at a place, and compared at once */
    PART_BYTES = 1 << 14, /* what is searched, counted and added to a block at a time */
    PRICES_MAX = PART_BYTES + DEFLATE_MATCH_MAX + 1, /* a match may reach beyond the part */
    BLOCK_BYTES_MAX = 1 << 19,
    SEQUENCES_MAX = (BLOCK_BYTES_MAX + PART_BYTES + DEFLATE_MATCH_MAX) / MATCH_MIN +
                    BLOCK_BYTES_MAX / PART_BYTES + 2,
    LENGTH_ENOUGH = 32, /* a match of so many bytes is taken as it is */
    PACE_ONE = 256,
    PACE_MAX = 256 * PACE_ONE,
    PRICE_BIT = 256, /* a bit, in the unit of prices */
    PRICE_MAX = 14 * PRICE_BIT,
    MATCH_EXTRA_PRICE = 10 * PRICE_BIT, /* measured: what a match costs beside being one at all */
};

/* Sequences that follow each other. */
struct span {
    size_t first;
    size_t count;
    struct deflate_counts counts;
};

struct row_deflater {
    /* Counts of bytes. Adjacent ones are often equal: counting them in one place would wait for the
     * last store. */
    uint32_t lanes[LANES][256];
    uint16_t heads[1 << HASH_BITS]; /* low bits of the last place with a hash; checked when used */
    size_t part_begin;              /* in `data` */
    uint32_t prices[PRICES_MAX];    /* of the bytes from there to each place, without matches */
    uint32_t match_price;
    uint32_t pace; /* how far to step at a place without a match, in 1/256 */
    unsigned haste;
    uint64_t match_mask; /* the bytes that a match has at least */
    const uint8_t *data;
    size_t size;
    struct span block;  /* to be written */
    struct span part;   /* the last one searched */
    size_t block_begin; /* in `data` */
    size_t sequence_count;
    struct deflate_sequence sequences[SEQUENCES_MAX];
};

struct match {
    size_t begin;
    size_t length;
    size_t distance;
    int32_t gain; /* in prices */
};

static uint64_t load_64(const uint8_t *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return le64toh(value);
}

static inline uint32_t hash_of(uint64_t value, uint64_t mask)
{
    return (uint32_t)((value & mask) * 0x9e3779b97f4a7c15U >> (64 - HASH_BITS));
}

/* How many bytes of a word are equal up to the first that differs. */
static inline size_t equal_of_word(uint64_t difference)
{
    return (size_t)__builtin_ctzll(difference) / 8;
}

static size_t equal_bytes(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t count = 0;
    while (count + WORD_BYTES <= most) {
        uint64_t difference = load_64(a + count) ^ load_64(b + count);
        if (difference) {
            return count + equal_of_word(difference);
        }
        count += WORD_BYTES;
    }
    while (count < most && a[count] == b[count]) {
        count++;
    }
    return count;
}

static void add_bytes(struct row_deflater *deflater, const uint8_t *bytes, size_t count)
{
    uint32_t(*lanes)[256] = deflater->lanes;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes[0][bytes[i]]++;
        lanes[1][bytes[i + 1]]++;
        lanes[2][bytes[i + 2]]++;
        lanes[3][bytes[i + 3]]++;
    }
    for (; i < count; i++) {
        lanes[0][bytes[i]]++;
    }
}

/* Moves the sums of the lanes to `counts`. */
static void sum_lanes(struct row_deflater *deflater, uint32_t *counts)
{
    uint32_t(*lanes)[256] = deflater->lanes;
    for (size_t i = 0; i < 256; i++) {
        counts[i] = lanes[0][i] + lanes[1][i] + lanes[2][i] + lanes[3][i];
    }
    memset(lanes, 0, sizeof deflater->lanes);
}

/* Adds up the prices of the bytes of the part and of those that a match can reach. */
static void add_prices(struct row_deflater *deflater, size_t begin, size_t bytes,
                       const uint32_t of_byte[256])
{
    const uint8_t *data = deflater->data + begin;
    size_t count = size_min(deflater->size - begin, bytes + DEFLATE_MATCH_MAX);
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        deflater->prices[i] = sum;
        sum += of_byte[data[i]];
    }
    deflater->prices[count] = sum;
    deflater->part_begin = begin;
}

/* Prices by the counts of all bytes of the part, as if there were no matches, and by the number of
 * matches in the part before it. */
static void set_prices(struct row_deflater *deflater, size_t begin, size_t bytes, uint32_t matches)
{
    uint32_t counts[256];
    uint32_t of_byte[256];
    add_bytes(deflater, deflater->data + begin, bytes);
    sum_lanes(deflater, counts);
    uint32_t all = deflate_log2((uint32_t)bytes) + PRICE_BIT / 2;
    for (size_t i = 0; i < 256; i++) {
        uint32_t price = counts[i] ? all - deflate_log2(counts[i]) : PRICE_MAX;
        of_byte[i] = price < PRICE_BIT ? PRICE_BIT : price;
    }
    add_prices(deflater, begin, bytes, of_byte);
    uint32_t rare = deflate_log2(matches + 1);
    deflater->match_price = MATCH_EXTRA_PRICE + (rare < all ? all - rare : 0);
}

static void begin_part(struct row_deflater *deflater, size_t begin, size_t bytes)
{
    struct deflate_counts *counts = &deflater->part.counts;
    uint32_t matches = 0;
    for (size_t i = DEFLATE_END_OF_BLOCK + 1; i < DEFLATE_LITERALS; i++) {
        matches += counts->literal[i];
    }
    memset(&deflater->part, 0, sizeof deflater->part);
    deflater->part.first = deflater->sequence_count;
    set_prices(deflater, begin, bytes, matches);
}

/* What the match saves, its first LENGTH_ENOUGH bytes counted, which decide: more than 0 if it is
 * cheaper than its bytes. */
static int32_t gain_of(const struct row_deflater *deflater, const struct match *match)
{
    const uint32_t *prices = deflater->prices + (match->begin - deflater->part_begin);
    unsigned extra_bits = deflate_distance_step((unsigned)match->distance).extra_bits +
                          deflate_length_step((unsigned)match->length).extra_bits;
    uint32_t bytes_price = prices[size_min(match->length, LENGTH_ENOUGH)] - prices[0];
    return (int32_t)(bytes_price - deflater->match_price - PRICE_BIT * extra_bits);
}

/* A match around `at`, not reaching back before `least`, that is cheaper than its bytes. */
static inline bool find_match(struct row_deflater *deflater, size_t at, size_t least,
                              struct match *match)
{
    const uint8_t *data = deflater->data;
    uint64_t here = load_64(data + at);
    uint16_t *head = &deflater->heads[hash_of(here, deflater->match_mask)];
    size_t distance = (uint16_t)(at - *head);
    *head = (uint16_t)at;
    if (!distance || distance > size_min(at, DEFLATE_WINDOW)) {
        return false;
    }
    uint64_t difference = load_64(data + at - distance) ^ here;
    if (difference & deflater->match_mask) {
        return false;
    }
    size_t most = size_min(deflater->size - at, DEFLATE_MATCH_MAX) - WORD_BYTES;
    const uint8_t *next = data + at + WORD_BYTES;
    size_t length = difference ? equal_of_word(difference)
                               : WORD_BYTES + equal_bytes(next - distance, next, most);
    *match = (struct match){at, length, distance, 0};
    while (match->begin > least && match->begin > distance && match->length < DEFLATE_MATCH_MAX &&
           data[match->begin - 1] == data[match->begin - 1 - distance]) {
        match->begin--;
        match->length++;
    }
    match->gain = gain_of(deflater, match);
    return match->gain > 0;
}

/* Whether the match at the next place saves more; then it is taken instead. */
static inline bool improve(struct row_deflater *deflater, size_t at, size_t search_end,
                           size_t least, struct match *match)
{
    struct match later;
    if (at >= search_end || match->length >= LENGTH_ENOUGH ||
        !find_match(deflater, at, least, &later) || later.gain <= match->gain) {
        return false;
    }
    *match = later;
    return true;
}

static void add_sequence(struct row_deflater *deflater, size_t begin, const struct match *match)
{
    struct deflate_counts *counts = &deflater->part.counts;
    size_t literals = match->begin - begin;
    add_bytes(deflater, deflater->data + begin, literals);
    deflater->sequences[deflater->sequence_count++] = (struct deflate_sequence){
        (uint32_t)literals, (uint16_t)match->length, (uint16_t)match->distance};
    deflater->part.count++;
    if (match->length) {
        counts->literal[deflate_length_step((unsigned)match->length).symbol]++;
        counts->distance[deflate_distance_step((unsigned)match->distance).symbol]++;
    }
}

static void remember_places(struct row_deflater *deflater, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        uint32_t hash = hash_of(load_64(deflater->data + i), deflater->match_mask);
        deflater->heads[hash] = (uint16_t)i;
    }
}

/* Lets later places match those within the match; of a long one, those at its ends. Places from
 * `readable` on cannot be read. */
static void remember(struct row_deflater *deflater, const struct match *match, size_t readable)
{
    size_t begin = match->begin + 1;
    size_t end = match->begin + match->length;
    if (match->length > LENGTH_ENOUGH) {
        remember_places(deflater, begin, size_min(begin + LENGTH_ENOUGH / 2, readable));
        begin = end - LENGTH_ENOUGH / 2;
    }
    remember_places(deflater, begin, size_min(end, readable));
}

/* Finds the sequences of the part that begins at `begin` and returns where it ends. */
static size_t search_part(struct row_deflater *deflater, size_t begin)
{
    size_t limit = size_min(deflater->size, begin + PART_BYTES);
    size_t readable = deflater->size >= WORD_BYTES ? deflater->size - WORD_BYTES + 1 : 0;
    size_t search_end = size_min(limit, readable);
    size_t done = begin;
    uint32_t pace = deflater->pace;
    struct match match = {0};
    begin_part(deflater, begin, limit - begin);
    for (size_t at = begin; at < search_end;) {
        if (!find_match(deflater, at, done, &match)) {
            at += pace / PACE_ONE;
            pace += pace < PACE_MAX ? deflater->haste : 0;
            continue;
        }
        while (improve(deflater, at + 1, search_end, done, &match)) {
            at++;
        }
        add_sequence(deflater, done, &match);
        remember(deflater, &match, readable);
        done = match.begin + match.length;
        at = done;
        pace = PACE_ONE;
    }
    deflater->pace = pace;
    size_t end = size_max(done, limit);
    add_sequence(deflater, done, &(struct match){.begin = end});
    sum_lanes(deflater, deflater->part.counts.literal);
    return end;
}

static void add_counts(uint32_t *sum, const uint32_t *more, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sum[i] += more[i];
    }
}

/* Adds the part, which ends at `end`, to the block, unless codes of its own serve it better. */
static bool join_part(struct row_deflater *deflater, size_t end)
{
    struct span *block = &deflater->block;
    struct deflate_counts joint = block->counts;
    add_counts(joint.literal, deflater->part.counts.literal, DEFLATE_LITERALS);
    add_counts(joint.distance, deflater->part.counts.distance, DEFLATE_DISTANCES);
    if (end - deflater->block_begin > BLOCK_BYTES_MAX ||
        deflate_block_price(&joint) >
            deflate_block_price(&block->counts) + deflate_block_price(&deflater->part.counts)) {
        return false;
    }
    block->counts = joint;
    block->count += deflater->part.count;
    return true;
}

/* Writes the block; the part becomes the next one. */
static void write_block(struct row_deflater *deflater, unsigned is_final,
                        struct deflate_writer *writer)
{
    struct span *block = &deflater->block;
    struct span *part = &deflater->part;
    const uint8_t *end =
        deflate_write_block(writer, &block->counts, deflater->sequences + block->first,
                            block->count, deflater->data + deflater->block_begin, is_final);
    deflater->block_begin = (size_t)(end - deflater->data);
    memmove(deflater->sequences, deflater->sequences + part->first,
            part->count * sizeof *deflater->sequences);
    deflater->sequence_count = part->count;
    part->first = 0;
    *block = *part;
}

static void begin(struct row_deflater *deflater, const struct row_search *search,
                  const uint8_t *data, size_t size)
{
    memset(deflater->heads, 0, sizeof deflater->heads);
    memset(deflater->lanes, 0, sizeof deflater->lanes);
    memset(&deflater->part, 0, sizeof deflater->part);
    deflater->haste = search->haste;
    deflater->match_mask = UINT64_MAX >> (64 - 8 * search->match_min);
    deflater->data = data;
    deflater->size = size;
    deflater->pace = PACE_ONE;
    deflater->block_begin = 0;
    deflater->sequence_count = 0;
}

size_t row_deflate(struct row_deflater *deflater, const struct row_search *search,
                   const uint8_t *data, size_t size, enum row_deflate_end end, uint8_t *out)
{
    struct deflate_writer writer = {.out = out};
    begin(deflater, search, data, size);
    size_t at = search_part(deflater, 0);
    deflater->block = deflater->part;
    while (at < size) {
        at = search_part(deflater, at);
        if (!join_part(deflater, at)) {
            write_block(deflater, 0, &writer);
        }
    }
    write_block(deflater, end == ROW_DEFLATE_ENDS, &writer);
    if (end == ROW_DEFLATE_CONTINUES) {
        deflate_write_boundary(&writer);
    }
    deflate_write_end(&writer);
    return (size_t)(writer.out - out);
}

size_t row_deflate_bound(size_t size)
{
    return size + size / 4 + 1024;
}

struct row_deflater *row_deflater_create(void)
{
    return malloc(sizeof(struct row_deflater));
}

void row_deflater_destroy(struct row_deflater *deflater)
{
    free(deflater);
}
