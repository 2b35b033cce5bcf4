/*
 * Four values in one vector, by the vector types of gcc and clang: SSE2 and NEON take an
 * instruction for most of what is done with them, other machines several. Each lane is rounded as a
 * single value is, so results are equal on every machine.
 */
#ifndef BASE_LANES_H
#define BASE_LANES_H

#include <stdint.h>
#include <string.h>
#if defined __SSE2__ && defined __AVX2__
#include <immintrin.h>
#elif defined __SSE4_1__
#include <smmintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#endif

typedef float lanes_f __attribute__((vector_size(16)));
typedef int32_t lanes_i __attribute__((vector_size(16)));

/* Smaller and larger whole numbers in as many bits. */
typedef uint8_t lanes_u8 __attribute__((vector_size(16)));
typedef int8_t lanes_i8 __attribute__((vector_size(16)));
typedef int16_t lanes_i16 __attribute__((vector_size(16)));
typedef uint16_t lanes_u16 __attribute__((vector_size(16)));
typedef uint64_t lanes_u64 __attribute__((vector_size(16)));

/* Two doubles: what two lanes are computed with before they are rounded. */
typedef double lanes_pair __attribute__((vector_size(16)));

static inline lanes_f lanes_load(const float *from)
{
    lanes_f lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static inline lanes_i lanes_load_i(const int32_t *from)
{
    lanes_i lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static inline void lanes_store(float *to, lanes_f lanes)
{
    memcpy(to, &lanes, sizeof lanes);
}

static inline lanes_f lanes_splat(float value)
{
    return (lanes_f){value, value, value, value};
}

static inline lanes_i lanes_splat_i(int32_t value)
{
    return (lanes_i){value, value, value, value};
}

static inline lanes_pair lanes_splat_pair(double value)
{
    return (lanes_pair){value, value};
}

/* Lanes of `a` where `mask` is -1, of `b` where it is 0. */
static inline lanes_i lanes_select_i(lanes_i mask, lanes_i a, lanes_i b)
{
    return (mask & a) | (~mask & b);
}

static inline lanes_f lanes_select(lanes_i mask, lanes_f a, lanes_f b)
{
    return (lanes_f)lanes_select_i(mask, (lanes_i)a, (lanes_i)b);
}

/* a > b ? a : b */
static inline lanes_f lanes_larger(lanes_f a, lanes_f b)
{
#ifdef __SSE2__
    return (lanes_f)_mm_max_ps((__m128)a, (__m128)b);
#else
    return lanes_select((lanes_i)(a > b), a, b);
#endif
}

/* a < b ? a : b */
static inline lanes_f lanes_smaller(lanes_f a, lanes_f b)
{
#ifdef __SSE2__
    return (lanes_f)_mm_min_ps((__m128)a, (__m128)b);
#else
    return lanes_select((lanes_i)(a < b), a, b);
#endif
}

/* The same for whole numbers. */
static inline lanes_i lanes_larger_i(lanes_i a, lanes_i b)
{
#ifdef __SSE4_1__
    return (lanes_i)_mm_max_epi32((__m128i)a, (__m128i)b);
#else
    return lanes_select_i(a > b, a, b);
#endif
}

static inline lanes_i lanes_smaller_i(lanes_i a, lanes_i b)
{
#ifdef __SSE4_1__
    return (lanes_i)_mm_min_epi32((__m128i)a, (__m128i)b);
#else
    return lanes_select_i(a < b, a, b);
#endif
}

/* The same for pairs. */
static inline lanes_pair lanes_larger_pair(lanes_pair a, lanes_pair b)
{
#ifdef __SSE2__
    return (lanes_pair)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return (lanes_pair){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

static inline lanes_pair lanes_smaller_pair(lanes_pair a, lanes_pair b)
{
#ifdef __SSE2__
    return (lanes_pair)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return (lanes_pair){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}

/* The first two lanes, and the last two. */
static inline lanes_pair lanes_first_pair(lanes_f lanes)
{
#ifdef __SSE2__
    return (lanes_pair)_mm_cvtps_pd((__m128)lanes);
#else
    return (lanes_pair){(double)lanes[0], (double)lanes[1]};
#endif
}

static inline lanes_pair lanes_last_pair(lanes_f lanes)
{
#ifdef __SSE2__
    return (lanes_pair)_mm_cvtps_pd(_mm_movehl_ps((__m128)lanes, (__m128)lanes));
#else
    return (lanes_pair){(double)lanes[2], (double)lanes[3]};
#endif
}

static inline lanes_f lanes_round(lanes_pair first, lanes_pair last)
{
#ifdef __SSE2__
    return (lanes_f)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)first), _mm_cvtpd_ps((__m128d)last));
#else
    return (lanes_f){(float)first[0], (float)first[1], (float)last[0], (float)last[1]};
#endif
}

/* Lanes a, b, c and d. */
#ifdef __SSE2__
#define lanes_shuffle_i(lanes, a, b, c, d)                                                         \
    ((lanes_i)_mm_shuffle_epi32((__m128i)(lanes), (a) | (b) << 2 | (c) << 4 | (d) << 6))
#else
#define lanes_shuffle_i(lanes, a, b, c, d)                                                         \
    ((lanes_i){(lanes)[a], (lanes)[b], (lanes)[c], (lanes)[d]})
#endif

/* Bit i: lane i is negative. */
static inline unsigned lanes_negative(lanes_i lanes)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)lanes);
#else
    lanes_i bits = (lanes < 0) & (lanes_i){1, 2, 4, 8};
    return (unsigned)(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

/* -1 in lane i where bit i is set, 0 elsewhere. */
static inline lanes_i lanes_of_bits(unsigned bits)
{
    return (lanes_splat_i((int32_t)bits) & (lanes_i){1, 2, 4, 8}) != 0;
}

static inline lanes_u16 lanes_splat_words(uint16_t value)
{
    return (lanes_u16){value, value, value, value, value, value, value, value};
}

static inline lanes_u8 lanes_load_bytes(const uint8_t *from)
{
    lanes_u8 bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

/* Bit i: byte i of both is equal. */
static inline unsigned lanes_equal_bytes(lanes_u8 a, lanes_u8 b)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_epi8((__m128i)(a == b));
#else
    lanes_u64 bits = (lanes_u64)((lanes_u8)(a == b) & (lanes_u8){1, 2, 4, 8, 16, 32, 64, 128, 1, 2,
                                                                 4, 8, 16, 32, 64, 128});
    lanes_u64 sums = bits * 0x0101010101010101 >> 56;
    return (unsigned)(sums[0] | sums[1] << 8);
#endif
}

enum { LANES_LOW_BYTE_FIRST = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

/* Little-endian bytes to numbers, and back. */
static inline lanes_u16 lanes_words_le(lanes_u16 words)
{
    return LANES_LOW_BYTE_FIRST ? words : words << 8 | words >> 8;
}

static inline lanes_u64 lanes_quads_le(lanes_u64 quads)
{
    if (!LANES_LOW_BYTE_FIRST) {
        quads = (lanes_u64){__builtin_bswap64(quads[0]), __builtin_bswap64(quads[1])};
    }
    return quads;
}

/* `first`, `second`, `first` ... */
static inline lanes_u16 lanes_splat_two_words(uint16_t first, uint16_t second)
{
    uint32_t low = LANES_LOW_BYTE_FIRST ? first : second;
    uint32_t high = LANES_LOW_BYTE_FIRST ? second : first;
    return (lanes_u16)lanes_splat_i((int32_t)(low | high << 16));
}

/* a * b / 2^16, rounded down. */
static inline lanes_u16 lanes_multiply_high(lanes_u16 a, lanes_u16 b)
{
#ifdef __SSE2__
    return (lanes_u16)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
    for (unsigned i = 0; i < 8; i++) {
        a[i] = (uint16_t)((uint32_t)a[i] * b[i] >> 16);
    }
    return a;
#endif
}

/* The words of both, 0..255, as bytes. */
static inline lanes_i8 lanes_pack(lanes_u16 first, lanes_u16 last)
{
#ifdef __SSE2__
    return (lanes_i8)_mm_packus_epi16((__m128i)first, (__m128i)last);
#else
    lanes_i8 bytes = {0};
    for (unsigned i = 0; i < 8; i++) {
        bytes[i] = (int8_t)first[i];
        bytes[i + 8] = (int8_t)last[i];
    }
    return bytes;
#endif
}

/* The first halves of both, word by word in turns, and the last halves. */
static inline lanes_u16 lanes_interleave_first(lanes_u16 a, lanes_u16 b)
{
#ifdef __SSE2__
    return (lanes_u16)_mm_unpacklo_epi16((__m128i)a, (__m128i)b);
#else
    return (lanes_u16){a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]};
#endif
}

static inline lanes_u16 lanes_interleave_last(lanes_u16 a, lanes_u16 b)
{
#ifdef __SSE2__
    return (lanes_u16)_mm_unpackhi_epi16((__m128i)a, (__m128i)b);
#else
    return (lanes_u16){a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7]};
#endif
}

/* The sums of the first 8 bytes and of the last 8, each taken as 0..255. */
static inline lanes_u64 lanes_sum_bytes(lanes_i8 bytes)
{
#ifdef __SSE2__
    return (lanes_u64)_mm_sad_epu8((__m128i)bytes, _mm_setzero_si128());
#else
    lanes_u64 quads = (lanes_u64)bytes;
    lanes_u64 pairs = (quads & 0x00ff00ff00ff00ff) + (quads >> 8 & 0x00ff00ff00ff00ff);
    return pairs * 0x0001000100010001 >> 48;
#endif
}

/*
 * WIDE times four values in one vector, such as those of pixels that lie side by side: as many as
 * the instruction set has room for.
 */
#ifndef __SSE2__
#define WIDE 1
#elif defined __AVX512DQ__
#define WIDE 4
#elif defined __AVX2__
#define WIDE 2
#else
#define WIDE 1
#endif

typedef float wide_f __attribute__((vector_size(16 * WIDE)));
typedef int32_t wide_i __attribute__((vector_size(16 * WIDE)));
typedef uint32_t wide_u __attribute__((vector_size(16 * WIDE)));
typedef uint16_t wide_u16 __attribute__((vector_size(16 * WIDE)));

/* The same four lanes in all. */
static inline wide_i wide_repeat_i(lanes_i lanes)
{
#if WIDE == 4
    return (wide_i)_mm512_broadcast_i32x4((__m128i)lanes);
#elif WIDE == 2
    return (wide_i)_mm256_broadcastsi128_si256((__m128i)lanes);
#else
    return lanes;
#endif
}

static inline wide_f wide_repeat(lanes_f lanes)
{
    return (wide_f)wide_repeat_i((lanes_i)lanes);
}

/* One value in all lanes. */
static inline wide_i wide_splat_i(int32_t value)
{
#if WIDE == 4
    return (wide_i)_mm512_set1_epi32(value);
#elif WIDE == 2
    return (wide_i)_mm256_set1_epi32(value);
#else
    return lanes_splat_i(value);
#endif
}

static inline wide_f wide_splat(float value)
{
#if WIDE == 4
    return (wide_f)_mm512_set1_ps(value);
#elif WIDE == 2
    return (wide_f)_mm256_set1_ps(value);
#else
    return lanes_splat(value);
#endif
}

/* The pixel that a lane is of, from 0. */
static inline wide_i wide_ordinals(void)
{
#if WIDE == 4
    return (wide_i){0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
#elif WIDE == 2
    return (wide_i){0, 0, 0, 0, 1, 1, 1, 1};
#else
    return (wide_i){0};
#endif
}

static inline wide_f wide_load(const float *from)
{
    wide_f wide;
    memcpy(&wide, from, sizeof wide);
    return wide;
}

/* a > b ? a : b, and a < b ? a : b */
static inline wide_f wide_larger(wide_f a, wide_f b)
{
#if WIDE == 4
    return (wide_f)_mm512_max_ps((__m512)a, (__m512)b);
#elif WIDE == 2
    return (wide_f)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return lanes_larger(a, b);
#endif
}

static inline wide_f wide_smaller(wide_f a, wide_f b)
{
#if WIDE == 4
    return (wide_f)_mm512_min_ps((__m512)a, (__m512)b);
#elif WIDE == 2
    return (wide_f)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return lanes_smaller(a, b);
#endif
}

/* Bit i: lane i is negative, or that of `a` is no smaller than that of `b`. */
static inline unsigned wide_negative(wide_i wide)
{
#if WIDE == 4
    return _mm512_movepi32_mask((__m512i)wide);
#elif WIDE == 2
    return (unsigned)_mm256_movemask_ps((__m256)wide);
#else
    return lanes_negative(wide);
#endif
}

/* Bit i: the second of pair i is negative. */
static inline unsigned wide_negative_pairs(wide_i pairs)
{
#if WIDE == 4
    return _mm512_movepi64_mask((__m512i)pairs);
#elif WIDE == 2
    return (unsigned)_mm256_movemask_pd((__m256d)pairs);
#elif defined __SSE2__
    return (unsigned)_mm_movemask_pd((__m128d)pairs);
#else
    return (unsigned)(pairs[1] < 0) | (unsigned)(pairs[3] < 0) << 1;
#endif
}

/* Puts first + i into `to` for each bit i that is set; returns how many. Of bits, and of numbers
 * that are written, there are up to 2 * WIDE. */
static inline uint32_t wide_list_bits(unsigned bits, uint32_t first, uint32_t *to)
{
#if WIDE == 4
    __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32((int32_t)first),
                                       _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
    numbers = _mm256_maskz_compress_epi32((__mmask8)bits, numbers);
    _mm256_storeu_si256((__m256i *)(void *)to, numbers);
    return (uint32_t)__builtin_popcount(bits);
#else
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * WIDE; i++) {
        to[count] = first + i;
        count += bits >> i & 1;
    }
    return count;
#endif
}

static inline unsigned wide_reaches(wide_f a, wide_f b)
{
#if WIDE == 4
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_GE_OQ);
#elif WIDE == 2
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_GE_OQ));
#else
    return lanes_negative((lanes_i)(a >= b));
#endif
}

static inline wide_i wide_load_i(const int32_t *from)
{
    wide_i wide;
    memcpy(&wide, from, sizeof wide);
    return wide;
}

/* The four lanes of each pixel from, and to, places of their own. The first pixel is stored last.
 */
static inline wide_i wide_load_parts(const void *const from[WIDE])
{
#if WIDE == 4
    __m256i low = _mm256_loadu2_m128i((const __m128i *)from[1], (const __m128i *)from[0]);
    __m256i high = _mm256_loadu2_m128i((const __m128i *)from[3], (const __m128i *)from[2]);
    return (wide_i)_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
#elif WIDE == 2
    return (wide_i)_mm256_loadu2_m128i((const __m128i *)from[1], (const __m128i *)from[0]);
#else
    return wide_load_i((const int32_t *)from[0]);
#endif
}

/* 2 * WIDE pairs, from places of their own. */
static inline wide_i wide_load_pairs(const int32_t (*const from[2 * WIDE])[2])
{
#ifdef __SSE2__
    __m128i parts[WIDE];
    const void *places[WIDE];
    for (unsigned i = 0; i < WIDE; i++) {
        __m128d pair = (__m128d)_mm_loadl_epi64((const __m128i *)(const void *)from[2 * i]);
        pair = _mm_loadh_pd(pair, (const double *)(const void *)from[2 * i + 1]);
        parts[i] = (__m128i)pair;
        places[i] = &parts[i];
    }
    return wide_load_parts(places);
#else
    return (wide_i){(*from[0])[0], (*from[0])[1], (*from[1])[0], (*from[1])[1]};
#endif
}

static inline void wide_store_parts(wide_i wide, void *const to[WIDE])
{
#if WIDE == 4
    _mm_storeu_si128((__m128i *)to[3], _mm512_extracti32x4_epi32((__m512i)wide, 3));
    _mm_storeu_si128((__m128i *)to[2], _mm512_extracti32x4_epi32((__m512i)wide, 2));
    _mm_storeu_si128((__m128i *)to[1], _mm512_extracti32x4_epi32((__m512i)wide, 1));
    _mm_storeu_si128((__m128i *)to[0], _mm512_castsi512_si128((__m512i)wide));
#elif WIDE == 2
    _mm_storeu_si128((__m128i *)to[1], _mm256_extracti128_si256((__m256i)wide, 1));
    _mm_storeu_si128((__m128i *)to[0], _mm256_castsi256_si128((__m256i)wide));
#else
    memcpy(to[0], &wide, sizeof wide);
#endif
}

/* Two values in turns in all lanes. */
static inline wide_i wide_repeat_two_i(const int32_t two[2])
{
    uint64_t both;
    memcpy(&both, two, sizeof both);
#if WIDE == 4
    return (wide_i)_mm512_set1_epi64((long long)both);
#elif WIDE == 2
    return (wide_i)_mm256_set1_epi64x((long long)both);
#else
    return (wide_i)(lanes_u64){both, both};
#endif
}

static inline wide_f wide_repeat_two(const float two[2])
{
    int32_t bits[2];
    memcpy(bits, two, sizeof bits);
    return (wide_f)wide_repeat_two_i(bits);
}

/* Of WIDE pairs of values, the first and the second of each in the four lanes of its pixel. Pairs
 * are loaded one by one: they may just have been stored so. */
static inline void wide_spread_pairs(const int32_t (*pairs)[2], wide_i *first, wide_i *second)
{
#if WIDE == 4
    const __m512i of_first = (__m512i)(wide_ordinals() * 2);
    __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)pairs[0]);
    __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)pairs[2]);
    low = (__m128i)_mm_loadh_pd((__m128d)low, (const double *)(const void *)pairs[1]);
    high = (__m128i)_mm_loadh_pd((__m128d)high, (const double *)(const void *)pairs[3]);
    __m512i all =
        _mm512_castsi256_si512(_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1));
    *first = (wide_i)_mm512_permutexvar_epi32(of_first, all);
    *second = (wide_i)_mm512_permutexvar_epi32(of_first + 0x100000001, all);
#elif WIDE == 2
    const __m256i of_first = (__m256i)(wide_ordinals() * 2);
    __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)pairs[0]);
    __m256i all = _mm256_castsi128_si256(
        (__m128i)_mm_loadh_pd((__m128d)low, (const double *)(const void *)pairs[1]));
    *first = (wide_i)_mm256_permutevar8x32_epi32(all, of_first);
    *second = (wide_i)_mm256_permutevar8x32_epi32(all, of_first + 0x100000001);
#else
    *first = lanes_splat_i(pairs[0][0]);
    *second = lanes_splat_i(pairs[0][1]);
#endif
}

static inline wide_i wide_larger_i(wide_i a, wide_i b)
{
#if WIDE == 4
    return (wide_i)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif WIDE == 2
    return (wide_i)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    return lanes_larger_i(a, b);
#endif
}

static inline wide_i wide_smaller_i(wide_i a, wide_i b)
{
#if WIDE == 4
    return (wide_i)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif WIDE == 2
    return (wide_i)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
    return lanes_smaller_i(a, b);
#endif
}

/* -1 in lane i where bit i is set, 0 elsewhere. */
static inline wide_i wide_of_bits(unsigned bits)
{
#if WIDE == 4
    return (wide_i)_mm512_movm_epi32((__mmask16)bits);
#elif WIDE == 2
    return (wide_splat_i((int32_t)bits) & (wide_i){1, 2, 4, 8, 16, 32, 64, 128}) != 0;
#else
    return lanes_of_bits(bits);
#endif
}

/* Lanes of `a` where `mask` is -1, of `b` where it is 0. */
static inline wide_i wide_select_i(wide_i mask, wide_i a, wide_i b)
{
    return (mask & a) | (~mask & b);
}

static inline wide_f wide_select(wide_i mask, wide_f a, wide_f b)
{
    return (wide_f)wide_select_i(mask, (wide_i)a, (wide_i)b);
}

/* Sums of two products of signed words, those of both numbers. */
static inline wide_i wide_dot_words(wide_i a, wide_i b)
{
#if WIDE == 4
    return (wide_i)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif WIDE == 2
    return (wide_i)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined __SSE2__
    return (wide_i)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    return (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

/* Stores the lanes whose bits are set; `to` is readable and writable in all of its lanes. */
static inline void wide_store_some(wide_i wide, unsigned bits, void *to)
{
#if WIDE == 4
    _mm512_mask_storeu_epi32(to, (__mmask16)bits, (__m512i)wide);
#else
    wide_i below;
    memcpy(&below, to, sizeof below);
    wide = wide_select_i(wide_of_bits(bits), wide, below);
    memcpy(to, &wide, sizeof wide);
#endif
}

/* Lanes a, b, c and d of each pixel. */
#if WIDE == 4
#define wide_shuffle(wide, a, b, c, d)                                                             \
    ((wide_i)_mm512_shuffle_epi32((__m512i)(wide),                                                 \
                                  (_MM_PERM_ENUM)((a) | (b) << 2 | (c) << 4 | (d) << 6)))
#elif WIDE == 2
#define wide_shuffle(wide, a, b, c, d)                                                             \
    ((wide_i)_mm256_shuffle_epi32((__m256i)(wide), (a) | (b) << 2 | (c) << 4 | (d) << 6))
#else
#define wide_shuffle(wide, a, b, c, d)                                                             \
    ((wide_i){((wide_i)(wide))[a], ((wide_i)(wide))[b], ((wide_i)(wide))[c], ((wide_i)(wide))[d]})
#endif

#endif
