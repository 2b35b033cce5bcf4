/*
 * LZ77 matching and block splitting for filtered rows.
 *
 * Filtered rows of textured terrain are mostly noise around zero. A Huffman code takes about 3 bits
 * for each of their bytes; matches are short and rare. Without any match, files of real textured
 * tiles do not grow; those of the demo world, half of it sea, grow by 17 %. So the encoder finds
 * the matches that matter quickly and leaves the others out.
 *
 * Search. A hash table of 2^15 entries of 16 bits keeps the last position of each hash of the next
 * bytes. There are no chains: one candidate per position is compared. An entry holds the low 16
 * bits of a position, so that `at - entry` is the distance if that is at most 32 KiB, the window of
 * deflate; a wrong one fails the comparison. The table takes 64 KiB and can stay in the L2 cache. A
 * match is extended backwards over literals and then compared with the match at the next pixel
 * (lazy matching); matches of 32 bytes and more are taken at once.
 *
 * Pixels. Only positions where a pixel begins are entered and looked up: most matches are of whole
 * pixels, since the channels of a pixel change together, and a match that begins in the middle of
 * one is found at the next and extended backwards. Runs of equal bytes are a quarter of what
 * matches save and begin anywhere, so the byte before is a candidate that goes before the table's.
 *
 * Price. Bytes have prices in 1/256 bit from the entropy of their segment, 16 KiB. Its bytes are
 * counted once: afterwards those that matches cover are taken off, or the others are counted if
 * they are fewer. A match has a price too: its extra bits, the entropy of its symbol, and 10 bits
 * more, because each match taken makes all other bytes less skewed. A match is taken only if it is
 * cheaper than its bytes.
 *
 * Sums. Of the candidates in relief maps and textures of few colours every second is a match, but
 * only one match in five is cheap enough: branches that tell cannot be predicted. So where short
 * matches are looked for and steps are short, prices are summed up over the segment, and a
 * candidate is compared and priced without a branch, in one vector of bytes around the position.
 * Only one that may be worth it is looked at with branches. Elsewhere sums would cost more than
 * they save: after noise few positions are looked up, and matches that a hash of 16 bytes finds are
 * mostly taken.
 *
 * Hashed bytes. Where bytes are cheap, as in smooth tints, most of the short matches that a hash of
 * `match_min` bytes finds cost more than their bytes, and hide longer ones farther back. So a
 * segment whose bytes have a mean price below 2.5 bits is searched for matches of 12 bytes, one
 * below 1.9 bits for 16. A dearer one whose short matches saved next to nothing, as in noise, makes
 * the next three be searched for 16 bytes. Segments do not find the entries of those that hash
 * another number of bytes.
 *
 * Step. After a match the step is half of the hashed bytes, and grows by acceleration / 256 pixels
 * after each position without a match. This skips noise quickly. Positions that a short step passes
 * over are entered into the table, so that the match is found later: to look a position up takes
 * about ten times as long as to enter it, since no branch after it can be predicted.
 *
 * Blocks. Segments are joined to the current block while one code for both is estimated to be
 * cheaper than two blocks with codes of their own.
 *
 * Effect of each part at match_min 6 and acceleration 24 on size and time, the latter estimated
 * from instructions and branches that are predicted wrong, 512 px: textured tiles of a real forest
 * and of the demo world, both without doodads, and a relief map of the forest. There many parts
 * decide whether short matches save enough to be looked for at all:
 *
 *                                    real           demo           relief
 *     without any match              0.0 %  1.0   +16.6 %  0.8    +2.6 %  0.4
 *     without prices: all are taken +1.1 %  2.8    +1.6 %  3.0    +1.4 %  1.6
 *     without sums                   0.0 %  1.0     0.0 %  1.0     0.0 %  1.2
 *     match_min bytes are hashed     0.0 %  1.0    -0.4 %  1.3    -0.1 %  1.0
 *     all positions, not pixels      0.0 %  1.0    -0.2 %  1.2    -0.5 %  1.4
 *     without runs                   0.0 %  1.0    +0.4 %  1.0    +1.5 %  0.7
 *     without extending backwards    0.0 %  1.0    +0.7 %  1.0    +1.8 %  0.5
 *     without lazy matching          0.0 %  1.0    +0.2 %  1.0    +0.2 %  1.0
 *     steps enter nothing            0.0 %  1.0    +0.1 %  1.0    +0.8 %  0.9
 *     without growing steps          0.0 %  2.3    -0.8 %  1.8    -0.7 %  1.2
 *     acceleration 12                0.0 %  1.0    -0.2 %  1.1    -0.4 %  1.1
 *     acceleration 48                0.0 %  1.0    +0.1 %  1.0    +1.6 %  0.5
 *     without block splitting       +0.2 %  1.0    +0.9 %  0.9    +0.3 %  1.0
 *     hash table of 2^13 entries     0.0 %  1.0     0.0 %  1.0    +0.2 %  1.0
 *     hash table of 2^17 entries     0.0 %  1.0     0.0 %  1.0     0.0 %  1.0
 */
#include "codec/deflate/row_deflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/lanes.h"
#include "base/reader.h"
#include "base/size.h"
#include "codec/deflate/deflate_block.h"
#include "codec/deflate/segment_prices.h"

enum {
    COUNT_TABLES = 4,
    HASH_BITS = 15,
    MATCH_MIN = 4,
    WORD_BYTES = 8, /* read and compared at once */
    MEDIUM_BYTES = 12,
    LONG_BYTES = 2 * WORD_BYTES,
    STEP_ENTERED = 12, /* a step of at most so many bytes enters the positions in it */
    BLOCK_BYTES_MAX = 1 << 19,
    SEQUENCES_MAX = (BLOCK_BYTES_MAX + SEGMENT_BYTES + DEFLATE_MATCH_MAX) / MATCH_MIN +
                    BLOCK_BYTES_MAX / SEGMENT_BYTES + 2,
    LENGTH_GOOD = PRICED_BYTES_MAX, /* a match of at least this many bytes is taken at once */
    STEP_ONE = 256,
    STEP_MAX = 256 * STEP_ONE,
    PRICE_LONG = PRICE_BIT * 15 / 8, /* LONG_BYTES are hashed if the mean price is lower */
    PRICE_MEDIUM = PRICE_BIT * 5 / 2,
    BEHIND_BYTES = PRICED_MARGIN, /* compared at once before a position, and from it on */
    AHEAD_BYTES = LONG_BYTES - BEHIND_BYTES,
    SHORT_GAIN_SHARE = 200, /* matches below LONG_BYTES that save less than 1/200 of a segment */
    LONG_SEGMENTS = 3,      /* ... are not looked for in as many segments */
};

static const uint64_t hash_factor_first = 0x9e3779b97f4a7c15U;
static const uint64_t hash_factor_second = 0xc2b2ae3d27d4eb4fU;

/* A range of deflater->sequences. */
struct sequence_range {
    size_t first;
    size_t count;
    struct deflate_counts counts;
};

struct row_deflater {
    /* Counts of bytes, in several tables: adjacent bytes are often equal, and two increments of one
     * counter in a row wait for each other. A single table makes the encoder 20 % slower. */
    uint32_t count_tables[COUNT_TABLES][256];
    uint16_t hash_table[1 << HASH_BITS]; /* low bits of the last position with a hash */
    struct segment_prices prices;
    uint32_t step; /* to the next position if there is no match, in 1/256 pixel */
    unsigned acceleration;
    unsigned match_min;
    unsigned hash_bytes;    /* in the segment under way, match_min..LONG_BYTES */
    size_t hash_second;     /* the last word of these begins here */
    uint64_t hash_mask;     /* selects the bytes of both words */
    unsigned long_segments; /* segments to come without a search for short matches */
    struct row_layout rows;
    const uint8_t *data;
    size_t size;
    struct sequence_range block;   /* not yet written */
    struct sequence_range segment; /* the last segment searched */
    size_t segment_begin;          /* in `data` */
    size_t block_begin;            /* in `data` */
    size_t sequence_count;
    struct deflate_sequence sequences[SEQUENCES_MAX];
};

struct row_match {
    size_t begin;
    size_t length;
    size_t distance;
    int32_t gain; /* in prices */
};

/* The table's entry of up to WORD_BYTES. */
static inline uint16_t *short_entry(struct row_deflater *deflater, const uint8_t *at)
{
    uint64_t hash = (load_u64(at) & deflater->hash_mask) * (hash_factor_first + hash_factor_second);
    return &deflater->hash_table[hash >> (64 - HASH_BITS)];
}

/* That of more. */
static inline uint16_t *long_entry(struct row_deflater *deflater, const uint8_t *at)
{
    uint64_t hash = load_u64(at) * hash_factor_first +
                    load_u64(at + deflater->hash_second) * hash_factor_second;
    return &deflater->hash_table[hash >> (64 - HASH_BITS)];
}

static inline uint16_t *entry_of(struct row_deflater *deflater, const uint8_t *at)
{
    return deflater->hash_second ? long_entry(deflater, at) : short_entry(deflater, at);
}

/* Where the search of a segment stands. */
struct search_place {
    size_t at;       /* the first byte of a pixel */
    size_t row_end;  /* of its row, where the next row has its filter byte */
    size_t end;      /* of the positions to look up */
    size_t readable; /* from here on fewer than LONG_BYTES bytes follow */
    size_t done;     /* the end of the last match */
    uint32_t step;   /* to the next position if there is no match, in 1/256 pixel */
};

/* Moves from a pixel to one that begins `bytes` later, but for filter bytes in between. */
static inline void skip_pixels(const struct row_deflater *deflater, struct search_place *place,
                               size_t bytes)
{
    place->at += bytes;
    while (place->at >= place->row_end) {
        place->at++;
        place->row_end += deflater->rows.row_bytes;
    }
}

/* Moves to the first pixel that begins at `at` or later. */
static inline void move_to_pixel(const struct row_deflater *deflater, struct search_place *place,
                                 size_t at)
{
    while (at > place->row_end) {
        place->row_end += deflater->rows.row_bytes;
    }
    place->at = at + (place->row_end - at) % deflater->rows.pixel_bytes;
    skip_pixels(deflater, place, 0);
}

/* Enters the pixels from `place` to `end`, and moves there. */
static inline void enter_pixels(struct row_deflater *deflater, struct search_place *place,
                                size_t end)
{
    while (place->at < end) {
        *entry_of(deflater, deflater->data + place->at) = (uint16_t)place->at;
        skip_pixels(deflater, place, deflater->rows.pixel_bytes);
    }
}

static inline uint64_t word_difference(const uint8_t *at, size_t distance)
{
    return load_u64(at) ^ load_u64(at - distance);
}

/* Enters a position, at least 1. Returns 1 if the hashed bytes go on with the byte before them,
 * else how far before it the last with the same hash is, below 64 KiB, if there is any. */
static inline size_t look_up(struct row_deflater *deflater, size_t at)
{
    const uint8_t *here = deflater->data + at;
    uint16_t *entry = entry_of(deflater, here);
    size_t distance = (uint16_t)(at - *entry);
    *entry = (uint16_t)at;
    uint64_t change = word_difference(here, 1) | word_difference(here + deflater->hash_second, 1);
    size_t no_run = 0 - (size_t)((change & deflater->hash_mask) != 0);
    return (distance & no_run) | (1 & ~no_run); /* without a branch, which could not be predicted */
}

/* The number of equal bytes before the first that differs. */
static inline size_t equal_in_word(uint64_t difference)
{
    return (size_t)__builtin_ctzll(difference) / 8;
}

static size_t equal_bytes(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t count = 0;
    while (count + WORD_BYTES <= most) {
        uint64_t difference = load_u64(a + count) ^ load_u64(b + count);
        if (difference) {
            return count + equal_in_word(difference);
        }
        count += WORD_BYTES;
    }
    while (count < most && a[count] == b[count]) {
        count++;
    }
    return count;
}

/* The number of bytes before `at`, at most `most`, that are equal to those `distance` before. */
static inline size_t equal_bytes_behind(const uint8_t *at, size_t distance, size_t most)
{
    size_t count = 0;
    while (count + WORD_BYTES <= most) {
        uint64_t difference = word_difference(at - count - WORD_BYTES, distance);
        if (difference) {
            return count + (size_t)__builtin_clzll(difference) / 8;
        }
        count += WORD_BYTES;
    }
    while (count < most && at[-(ptrdiff_t)count - 1] == at[-(ptrdiff_t)(count + distance) - 1]) {
        count++;
    }
    return count;
}

static void add_bytes(struct row_deflater *deflater, const uint8_t *bytes, size_t count)
{
    uint32_t(*count_tables)[256] = deflater->count_tables;
    size_t i = 0;
    for (; i + COUNT_TABLES <= count; i += COUNT_TABLES) {
        count_tables[0][bytes[i]]++;
        count_tables[1][bytes[i + 1]]++;
        count_tables[2][bytes[i + 2]]++;
        count_tables[3][bytes[i + 3]]++;
    }
    for (; i < count; i++) {
        count_tables[0][bytes[i]]++;
    }
}

/* Adds the tables up to `counts` and clears them. */
static void sum_count_tables(struct row_deflater *deflater, uint32_t *counts)
{
    uint32_t(*count_tables)[256] = deflater->count_tables;
    for (size_t i = 0; i < 256; i++) {
        counts[i] =
            count_tables[0][i] + count_tables[1][i] + count_tables[2][i] + count_tables[3][i];
    }
    memset(count_tables, 0, sizeof deflater->count_tables);
}

/* Chooses how many bytes are hashed in a segment of bytes with this mean price. */
static void choose_hash(struct row_deflater *deflater, uint64_t price)
{
    unsigned bytes = deflater->match_min;
    if (price < PRICE_LONG || deflater->long_segments > 0) {
        bytes = LONG_BYTES;
    } else if (price < PRICE_MEDIUM) {
        bytes = MEDIUM_BYTES;
    }
    deflater->long_segments -= deflater->long_segments > 0;
    deflater->hash_bytes = bytes;
    deflater->hash_second = bytes > WORD_BYTES ? bytes - WORD_BYTES : 0;
    deflater->hash_mask = UINT64_MAX >> (bytes < WORD_BYTES ? 64 - 8 * bytes : 0);
}

/* Counts all bytes of the segment, and sets their prices from that, as if there were no matches.
 * The match price comes from the number of matches in the segment before. Returns the price of all
 * bytes. */
static uint64_t begin_segment(struct row_deflater *deflater, size_t begin, size_t bytes)
{
    struct deflate_counts *counts = &deflater->segment.counts;
    uint32_t matches = 0;
    for (size_t i = DEFLATE_END_OF_BLOCK + 1; i < DEFLATE_LITERALS; i++) {
        matches += counts->literal[i];
    }
    memset(&deflater->segment, 0, sizeof deflater->segment);
    deflater->segment.first = deflater->sequence_count;
    add_bytes(deflater, deflater->data + begin, bytes);
    sum_count_tables(deflater, counts->literal);
    uint64_t price =
        segment_prices_set(&deflater->prices, counts->literal, (uint32_t)bytes, matches);
    choose_hash(deflater, price / bytes);
    deflater->segment_begin = begin;
    if (begin >= DEFLATE_WINDOW + BEHIND_BYTES && deflater->hash_bytes <= WORD_BYTES &&
        deflater->step / STEP_ONE * deflater->rows.pixel_bytes <= STEP_ENTERED) {
        segment_prices_sum(&deflater->prices, deflater->data + begin,
                           size_min(deflater->size - begin, SEGMENT_BYTES + PRICED_BYTES_MAX - 1));
    }
    return price;
}

/* The bits that a match saves, in prices. Only its first LENGTH_GOOD bytes are counted: each costs
 * a bit at least, and where that is enough they need no sum, since the match is taken at once. */
static int32_t gain_of(const struct row_deflater *deflater, const struct row_match *match)
{
    const struct segment_prices *prices = &deflater->prices;
    unsigned extra_bits = deflate_distance_symbol((unsigned)match->distance).extra_bits +
                          deflate_length_symbol((unsigned)match->length).extra_bits;
    uint32_t cost = prices->match + PRICE_BIT * extra_bits;
    if (match->length >= LENGTH_GOOD && cost < LENGTH_GOOD * PRICE_BIT) {
        return INT32_MAX;
    }
    uint32_t price = segment_prices_of(prices, deflater->data + deflater->segment_begin,
                                       match->begin - deflater->segment_begin,
                                       size_min(match->length, PRICED_BYTES_MAX));
    return (int32_t)(price - cost);
}

/*
 * Whether the match at `distance` before `at` may be cheaper than its bytes, which have sums: then
 * match_at tells. False if it is no match or too dear, as most candidates are: branches that
 * compare and price them cannot be predicted, so here are none.
 */
static inline bool may_gain(const struct row_deflater *deflater, size_t at, size_t distance)
{
    const struct segment_prices *prices = &deflater->prices;
    uint32_t code = (uint16_t)(distance - 1);
    const uint8_t *here = deflater->data + at - BEHIND_BYTES;
    const uint8_t *there = here - (code & (DEFLATE_WINDOW - 1)) - 1;
    unsigned differ = 0xffff ^ lanes_equal_bytes(lanes_load_bytes(here), lanes_load_bytes(there));
    size_t ahead = (unsigned)__builtin_ctz(differ >> BEHIND_BYTES | 1U << AHEAD_BYTES);
    size_t first = 31U ^ (unsigned)__builtin_clz((differ & ((1U << BEHIND_BYTES) - 1)) * 2 + 1);
    const uint32_t *sums = prices->sums + (at - deflater->segment_begin);
    uint32_t price = sums[BEHIND_BYTES + ahead] - sums[first];
    bool is_cheaper = price > prices->match + PRICE_BIT * deflate_distance_bits(code + 1);
    bool is_longer = (ahead == AHEAD_BYTES) | (first == 0);
    return (code < DEFLATE_WINDOW) & (ahead >= deflater->hash_bytes) & (is_cheaper | is_longer);
}

/* The match that covers `at` with the distance of a candidate and begins at `least` or later. False
 * if there is none or it is dearer than its bytes. */
static inline bool match_at(const struct row_deflater *deflater, size_t at, size_t distance,
                            size_t least, struct row_match *match)
{
    const uint8_t *data = deflater->data;
    if (!distance || distance > size_min(at, DEFLATE_WINDOW)) {
        return false;
    }
    uint64_t difference = word_difference(data + at, distance);
    uint64_t second = word_difference(data + at + deflater->hash_second, distance);
    if ((difference | second) & deflater->hash_mask) {
        return false;
    }
    size_t most = size_min(deflater->size - at, DEFLATE_MATCH_MAX) - WORD_BYTES;
    const uint8_t *next = data + at + WORD_BYTES;
    size_t length = difference ? equal_in_word(difference)
                               : WORD_BYTES + equal_bytes(next - distance, next, most);
    size_t behind = equal_bytes_behind(
        data + at, distance,
        size_min(size_min(at - least, at - distance), DEFLATE_MATCH_MAX - length));
    *match = (struct row_match){at - behind, length + behind, distance, 0};
    match->gain = gain_of(deflater, match);
    return match->gain > 0;
}

/* Replaces the match by the one at the next pixel, if that saves more, and moves there. At the same
 * distance it is the same match, since matches extend backwards. */
static inline bool find_better_match(struct row_deflater *deflater, struct search_place *place,
                                     struct row_match *match)
{
    struct search_place next = *place;
    skip_pixels(deflater, &next, deflater->rows.pixel_bytes);
    if (next.at >= next.end || match->length >= LENGTH_GOOD) {
        return false;
    }
    struct row_match later;
    size_t distance = look_up(deflater, next.at);
    if (distance == match->distance || !match_at(deflater, next.at, distance, next.done, &later) ||
        later.gain <= match->gain) {
        return false;
    }
    *match = later;
    *place = next;
    return true;
}

static void add_sequence(struct row_deflater *deflater, size_t begin, const struct row_match *match)
{
    struct deflate_counts *counts = &deflater->segment.counts;
    deflater->sequences[deflater->sequence_count++] = (struct deflate_sequence){
        (uint32_t)(match->begin - begin), (uint16_t)match->length, (uint16_t)match->distance};
    deflater->segment.count++;
    if (match->length) {
        counts->literal[deflate_length_symbol((unsigned)match->length).symbol]++;
        counts->distance[deflate_distance_symbol((unsigned)match->distance).symbol]++;
    }
}

/* After a match the step is half of the hashed bytes, in pixels. */
static uint32_t step_begin(const struct row_deflater *deflater)
{
    return (uint32_t)size_max(STEP_ONE,
                              deflater->hash_bytes * STEP_ONE / 2 / deflater->rows.pixel_bytes);
}

/* Moves behind the match found at `place` and enters its pixels; of a long match only those at its
 * ends, and of a run only those at its end, since all have one hash. */
static void pass_match(struct row_deflater *deflater, struct search_place *place,
                       const struct row_match *match)
{
    place->done = match->begin + match->length;
    size_t end = size_min(place->done, place->readable);
    if (match->length > LENGTH_GOOD) {
        if (match->distance > 1) {
            enter_pixels(deflater, place, size_min(match->begin + LENGTH_GOOD / 2, end));
        }
        move_to_pixel(deflater, place, size_max(place->at, place->done - LENGTH_GOOD / 2));
    }
    enter_pixels(deflater, place, end);
    move_to_pixel(deflater, place, place->done);
    place->step = step_begin(deflater);
}

/* Leaves in the counts of the segment's bytes those that no match covers. `bytes` were counted; the
 * last match may extend beyond them. Noise has few matches, whose bytes are taken off; else the
 * literals are counted. */
static void count_literals(struct row_deflater *deflater, size_t begin, size_t bytes)
{
    const struct deflate_sequence *sequences = deflater->sequences + deflater->segment.first;
    size_t matched = 0;
    for (size_t i = 0; i < deflater->segment.count; i++) {
        matched += sequences[i].length;
    }
    bool has_few = matched < bytes / 2;
    const uint8_t *at = deflater->data + begin;
    const uint8_t *end = at + bytes;
    for (size_t i = 0; i < deflater->segment.count; i++) {
        const uint8_t *match = at + sequences[i].literals;
        if (has_few) {
            add_bytes(deflater, match, size_min(sequences[i].length, (size_t)(end - match)));
        } else {
            add_bytes(deflater, at, sequences[i].literals);
        }
        at = match + sequences[i].length;
    }
    uint32_t sums[256];
    uint32_t *counts = deflater->segment.counts.literal;
    sum_count_tables(deflater, sums);
    for (size_t i = 0; i < 256; i++) {
        counts[i] = has_few ? counts[i] - sums[i] : sums[i];
    }
}

/* Looks positions up until one has a match that is cheaper than its bytes. False if there is none.
 */
static inline bool find_match(struct row_deflater *deflater, struct search_place *place,
                              bool has_sums, struct row_match *match)
{
    while (place->at < place->end) {
        size_t distance = look_up(deflater, place->at);
        if ((!has_sums || may_gain(deflater, place->at, distance)) &&
            match_at(deflater, place->at, distance, place->done, match)) {
            return true;
        }
        size_t step = place->step / STEP_ONE * deflater->rows.pixel_bytes;
        size_t next = place->at + step;
        skip_pixels(deflater, place, step <= STEP_ENTERED ? deflater->rows.pixel_bytes : step);
        enter_pixels(deflater, place, size_min(next, place->readable));
        place->step += place->step < STEP_MAX ? deflater->acceleration : 0;
    }
    return false;
}

static bool find_next_match(struct row_deflater *deflater, struct search_place *place,
                            struct row_match *match)
{
    return deflater->prices.has_sums ? find_match(deflater, place, true, match)
                                     : find_match(deflater, place, false, match);
}

/* Finds the sequences of the segment that begins at `begin`. Returns its end, which the last match
 * may move. */
static size_t search_segment(struct row_deflater *deflater, size_t begin)
{
    size_t limit = size_min(deflater->size, begin + SEGMENT_BYTES);
    size_t readable = deflater->size >= LONG_BYTES ? deflater->size - LONG_BYTES + 1 : 0;
    struct search_place place = {.row_end = (begin / deflater->rows.row_bytes + 1) *
                                            deflater->rows.row_bytes,
                                 .end = size_min(limit, readable),
                                 .readable = readable,
                                 .done = begin,
                                 .step = deflater->step};
    struct row_match match = {0};
    uint64_t short_gain = 0;
    uint64_t price = begin_segment(deflater, begin, limit - begin);
    move_to_pixel(deflater, &place, size_max(begin, 1));
    while (find_next_match(deflater, &place, &match)) {
        while (find_better_match(deflater, &place, &match)) {
        }
        add_sequence(deflater, place.done, &match);
        short_gain += match.length < LONG_BYTES ? (uint64_t)match.gain : 0;
        pass_match(deflater, &place, &match);
    }
    deflater->step = place.step;
    if (deflater->hash_bytes < LONG_BYTES && short_gain * SHORT_GAIN_SHARE < price) {
        deflater->long_segments = LONG_SEGMENTS;
    }
    size_t end = size_max(place.done, limit);
    add_sequence(deflater, place.done, &(struct row_match){.begin = end});
    count_literals(deflater, begin, limit - begin);
    return end;
}

static void add_counts(uint32_t *sum, const uint32_t *more, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sum[i] += more[i];
    }
}

/* Adds the segment, which ends at `end`, to the block. False if the block would get too large, or
 * if two blocks are cheaper. */
static bool join_segment(struct row_deflater *deflater, size_t end)
{
    struct sequence_range *block = &deflater->block;
    struct deflate_counts joint = block->counts;
    add_counts(joint.literal, deflater->segment.counts.literal, DEFLATE_LITERALS);
    add_counts(joint.distance, deflater->segment.counts.distance, DEFLATE_DISTANCES);
    if (end - deflater->block_begin > BLOCK_BYTES_MAX ||
        deflate_block_price(&joint) >
            deflate_block_price(&block->counts) + deflate_block_price(&deflater->segment.counts)) {
        return false;
    }
    block->counts = joint;
    block->count += deflater->segment.count;
    return true;
}

/* Writes the block; the segment becomes the next block. */
static void write_block(struct row_deflater *deflater, unsigned is_final,
                        struct deflate_writer *writer)
{
    struct sequence_range *block = &deflater->block;
    struct sequence_range *segment = &deflater->segment;
    const uint8_t *end =
        deflate_write_block(writer, &block->counts, deflater->sequences + block->first,
                            block->count, deflater->data + deflater->block_begin, is_final);
    deflater->block_begin = (size_t)(end - deflater->data);
    memmove(deflater->sequences, deflater->sequences + segment->first,
            segment->count * sizeof *deflater->sequences);
    deflater->sequence_count = segment->count;
    segment->first = 0;
    *block = *segment;
}

static void row_deflate_begin(struct row_deflater *deflater, const struct row_search *search,
                              const struct row_layout *rows, const uint8_t *data, size_t size)
{
    memset(deflater->hash_table, 0, sizeof deflater->hash_table);
    memset(deflater->count_tables, 0, sizeof deflater->count_tables);
    memset(&deflater->segment, 0, sizeof deflater->segment);
    deflater->acceleration = search->acceleration;
    deflater->rows = *rows;
    deflater->match_min = search->match_min;
    deflater->long_segments = 0;
    deflater->data = data;
    deflater->size = size;
    deflater->step = STEP_ONE;
    deflater->block_begin = 0;
    deflater->sequence_count = 0;
}

size_t row_deflate(struct row_deflater *deflater, const struct row_search *search,
                   const struct row_layout *rows, const uint8_t *data, size_t size,
                   enum row_deflate_end end, uint8_t *out)
{
    struct deflate_writer writer = {.out = out};
    row_deflate_begin(deflater, search, rows, data, size);
    size_t at = search_segment(deflater, 0);
    deflater->block = deflater->segment;
    while (at < size) {
        at = search_segment(deflater, at);
        if (!join_segment(deflater, at)) {
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
