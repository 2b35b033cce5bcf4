/* Tracks: which key is taken, and what its bytes mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/bytes.h"
#include "formats/m2/m2_parts.h"

enum { TRACK = 8, NO_LOOP = 0xFFFF }; /* where the track stands in the bytes */

static void add_array(struct buffer *file, uint32_t count, uint32_t offset)
{
    buffer_u32le(file, count);
    buffer_u32le(file, offset);
}

/* A track since 264 with a list of one i16 for each of two sequences: 1000 and 2000. */
static struct buffer nested_track(uint16_t loop)
{
    struct buffer file = {0};
    add_zeroes(&file, TRACK);
    buffer_u16le(&file, 0);
    buffer_u16le(&file, loop);
    add_array(&file, 2, 0); /* times, which do not matter */
    add_array(&file, 2, TRACK + 20);
    add_array(&file, 1, TRACK + 36);
    add_array(&file, 1, TRACK + 38);
    buffer_u16le(&file, 1000);
    buffer_u16le(&file, 2000);
    return file;
}

/* A track before 264 with three keys, 1000, 2000 and 3000; two ranges begin with the last two. */
static struct buffer ranged_track(uint16_t loop)
{
    struct buffer file = {0};
    add_zeroes(&file, TRACK);
    buffer_u16le(&file, 0);
    buffer_u16le(&file, loop);
    add_array(&file, 2, TRACK + 28);
    add_array(&file, 3, TRACK + 28);
    add_array(&file, 3, TRACK + 44);
    const uint32_t ranges[] = {1, 1, 2, 2};
    for (int i = 0; i < 4; i++) {
        buffer_u32le(&file, ranges[i]);
    }
    for (uint16_t i = 1; i <= 3; i++) {
        buffer_u16le(&file, (uint16_t)(1000 * i));
    }
    return file;
}

/* The key in 1/32767; -1 without one. Frees the file. */
static float key_of(struct buffer file, struct m2_animated animated)
{
    float value = -1.0F;
    struct reader track;
    animated.bytes = reader_make(file.data, file.size);
    track = reader_sub(&animated.bytes, TRACK, m2_track_bytes(&animated));
    assert_true(m2_track_fraction(&animated, &track, &value));
    buffer_free(&file);
    return value < 0 ? -1.0F : value * 32767.0F;
}

static void is_key(struct buffer file, struct m2_animated animated, float wanted)
{
    assert_float_equal(key_of(file, animated), wanted, 0.01F);
}

static void each_sequence_has_a_list(void **state)
{
    (void)state;
    is_key(nested_track(NO_LOOP), (struct m2_animated){.sequence = 0}, 1000);
    is_key(nested_track(NO_LOOP), (struct m2_animated){.sequence = 1}, 2000);
    is_key(nested_track(NO_LOOP), (struct m2_animated){.sequence = 2}, 1000); /* has no list */
}

/* A global loop, of any number from 0 on, runs in all sequences. */
static void a_global_loop_has_the_first_list(void **state)
{
    (void)state;
    is_key(nested_track(0), (struct m2_animated){.sequence = 1}, 1000);
    is_key(nested_track(3), (struct m2_animated){.sequence = 1}, 1000);
    is_key(nested_track(0), (struct m2_animated){.sequence = 1, .keys_absent = true}, 1000);
    is_key(nested_track(NO_LOOP), (struct m2_animated){.sequence = 1, .keys_absent = true}, -1);
}

static void ranges_say_where_a_sequence_begins(void **state)
{
    (void)state;
    const struct m2_animated first = {.has_ranges = true, .sequence = 0};
    const struct m2_animated second = {.has_ranges = true, .sequence = 1};
    const struct m2_animated other = {.has_ranges = true, .sequence = 2};
    is_key(ranged_track(NO_LOOP), first, 2000);
    is_key(ranged_track(NO_LOOP), second, 3000);
    is_key(ranged_track(NO_LOOP), other, 1000);
    is_key(ranged_track(0), second, 1000);
}

static void a_fraction_of_32767_parts_is_1(void **state)
{
    (void)state;
    struct buffer file = nested_track(NO_LOOP);
    struct m2_animated animated = {.bytes = reader_make(file.data, file.size)};
    struct reader track = reader_sub(&animated.bytes, TRACK, 20);
    float value = 0;
    file.data[TRACK + 36] = 0xFF;
    file.data[TRACK + 37] = 0x7F;
    assert_true(m2_track_fraction(&animated, &track, &value));
    assert_true(value == 1.0F);
    buffer_free(&file);
}

/* Reads a rotation whose key has these 16 bytes. */
static void read_rotation(const uint8_t key[16], bool has_ranges, float rotation[4])
{
    struct buffer file = {0};
    add_zeroes(&file, TRACK);
    buffer_u16le(&file, 0);
    buffer_u16le(&file, NO_LOOP);
    if (has_ranges) {
        add_array(&file, 0, 0);
        add_array(&file, 1, TRACK + 28);
        add_array(&file, 1, TRACK + 28);
    } else {
        add_array(&file, 1, 0);
        add_array(&file, 1, TRACK + 20);
        add_array(&file, 1, TRACK + 28);
    }
    buffer_append(&file, key, 16);
    struct m2_animated animated = {.bytes = reader_make(file.data, file.size),
                                   .has_ranges = has_ranges};
    struct reader track = reader_sub(&animated.bytes, TRACK, m2_track_bytes(&animated));
    assert_true(m2_track_rotation(&animated, &track, rotation));
    buffer_free(&file);
}

static void is_rotation(const float rotation[4], float x, float y, float z, float w)
{
    assert_float_equal(rotation[0], x, 1e-6F);
    assert_float_equal(rotation[1], y, 1e-6F);
    assert_float_equal(rotation[2], z, 1e-6F);
    assert_float_equal(rotation[3], w, 1e-6F);
}

/* From 0 for -1 over 32767 and 32768 for 0 to 65535 for 1. */
static void packed_rotations_reach_from_minus_1_to_1(void **state)
{
    static const uint8_t key[16] = {0, 0, 0xFF, 0x7F, 0, 0x80, 0xFF, 0xFF};
    (void)state;
    for (int has_ranges = 0; has_ranges < 2; has_ranges++) {
        float rotation[4];
        read_rotation(key, has_ranges, rotation);
        is_rotation(rotation, -1, 0, 0, 1);
    }
}

/* Four numbers of length 1 are a rotation before 264; later ones are always packed. */
static void numbers_are_a_rotation_before_264_if_their_length_is_1(void **state)
{
    static const uint8_t y_alone[16] = {0, 0, 0, 0, 0, 0, 0x80, 0x3F};
    static const uint8_t zeroes[16] = {0};
    static const uint8_t twos[16] = {0, 0, 0, 0x40};
    (void)state;
    float rotation[4];
    read_rotation(y_alone, true, rotation);
    is_rotation(rotation, 0, 1, 0, 0);
    read_rotation(y_alone, false, rotation);
    is_rotation(rotation, -1, -1, -1, (0x3F80 - 32767) / 32767.0F);
    read_rotation(zeroes, true, rotation);
    is_rotation(rotation, -1, -1, -1, -1);
    read_rotation(twos, true, rotation);
    is_rotation(rotation, -1, (0x4000 - 32767) / 32767.0F, -1, -1);
}

int test_m2_track(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sequence_has_a_list),
        cmocka_unit_test(a_global_loop_has_the_first_list),
        cmocka_unit_test(ranges_say_where_a_sequence_begins),
        cmocka_unit_test(a_fraction_of_32767_parts_is_1),
        cmocka_unit_test(packed_rotations_reach_from_minus_1_to_1),
        cmocka_unit_test(numbers_are_a_rotation_before_264_if_their_length_is_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
