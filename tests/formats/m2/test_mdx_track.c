/* Tracks of MDX: which key is taken, tangents, packed rotations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/bytes.h"
#include "formats/m2/mdx_parts.h"

enum { NO_LOOP = -1, BEZIER = 3, HERMITE = 2, LINEAR = 1 };

static const struct mdx shown = {.stand_ms = {1000, 1500}};

struct key {
    int32_t time;
    float value;
};

/* A track of one number a key, whose tangents are far away, and 77 behind it. */
static struct buffer write_track(uint32_t interpolation, int32_t loop, const struct key *keys,
                                 uint32_t count)
{
    struct buffer file = {0};
    buffer_u32le(&file, count);
    buffer_u32le(&file, interpolation);
    buffer_u32le(&file, (uint32_t)loop);
    for (uint32_t i = 0; i < count; i++) {
        buffer_u32le(&file, (uint32_t)keys[i].time);
        buffer_f32le(&file, keys[i].value);
        for (int t = 0; interpolation >= HERMITE && t < 2; t++) {
            buffer_f32le(&file, 9999);
        }
    }
    buffer_u32le(&file, 77);
    return file;
}

/* The value of a track, -1 without a key. The reader must stand behind the track. */
static void is_value(uint32_t interpolation, int32_t loop, const struct key *keys, uint32_t count,
                     float wanted)
{
    struct buffer file = write_track(interpolation, loop, keys, count);
    struct reader reader = reader_make(file.data, file.size);
    float value = -1;
    assert_true(mdx_track_numbers(&shown, &reader, &value, 1));
    assert_true(value == wanted);
    assert_int_equal(reader_u32(&reader), 77);
    buffer_free(&file);
}

static void the_first_key_within_stand_is_taken(void **state)
{
    static const struct key keys[] = {{0, 1}, {999, 2}, {1000, 3}, {1500, 4}, {1501, 5}};
    (void)state;
    is_value(LINEAR, NO_LOOP, keys, 5, 3);
    is_value(LINEAR, NO_LOOP, keys + 3, 2, 4);
    is_value(LINEAR, NO_LOOP, keys + 4, 1, -1);
    is_value(LINEAR, NO_LOOP, keys, 2, -1);
    is_value(LINEAR, NO_LOOP, keys, 0, -1);
}

/* Global sequences count from 0. */
static void a_global_sequence_has_its_first_key(void **state)
{
    static const struct key keys[] = {{0, 1}, {1000, 3}};
    (void)state;
    is_value(LINEAR, 0, keys, 2, 1);
    is_value(LINEAR, 4, keys, 2, 1);
}

static void curves_have_two_tangents_behind_each_value(void **state)
{
    static const struct key keys[] = {{0, 1}, {1000, 3}};
    (void)state;
    is_value(0, NO_LOOP, keys, 2, 3);
    is_value(LINEAR, NO_LOOP, keys, 2, 3);
    is_value(HERMITE, NO_LOOP, keys, 2, 3);
    is_value(BEZIER, NO_LOOP, keys, 2, 3);
}

static void a_cut_track_is_damage(void **state)
{
    static const struct key keys[] = {{1000, 3}};
    (void)state;
    struct buffer file = write_track(LINEAR, NO_LOOP, keys, 1);
    for (size_t size = 0; size < 20; size++) {
        struct reader reader = reader_make(file.data, size);
        float value = -1;
        assert_false(mdx_track_numbers(&shown, &reader, &value, 1));
    }
    buffer_free(&file);
}

/* A fraction in some bits of a word, in two's complement: 2^(bits - 1) stands for 1. */
static uint64_t packed(double value, unsigned bits, unsigned from)
{
    uint64_t scaled = (uint64_t)(int64_t)(value * (double)(UINT64_C(1) << (bits - 1)));
    return (scaled & ((UINT64_C(1) << bits) - 1)) << from;
}

/* Reads a rotation of x, y and z by the tag of rotations. */
static void unpack(double x, double y, double z, float rotation[4])
{
    static const struct mdx_transform_tags tags = {&id_KGTR, &id_KGRT, &id_KGSC};
    float translation[3];
    float scale[3];
    const struct mdx_transform transform = {translation, rotation, scale};
    uint64_t key = packed(x, 22, 42) | packed(y, 21, 21) | packed(z, 21, 0);
    struct buffer file = {0};
    buffer_append(&file, "KGRT", 4);
    buffer_u32le(&file, 1);
    buffer_u32le(&file, LINEAR);
    buffer_u32le(&file, (uint32_t)NO_LOOP);
    buffer_u32le(&file, 1000);
    buffer_u32le(&file, (uint32_t)key);
    buffer_u32le(&file, (uint32_t)(key >> 32));
    struct reader reader = reader_make(file.data, file.size);
    assert_true(mdx_read_transform(&shown, &reader, &tags, &transform));
    buffer_free(&file);
}

static void each_part_of_a_packed_rotation_is_signed(void **state)
{
    static const double parts[] = {-1, -0.75, -0.25, 0, 0.25, 0.5};
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (int axis = 0; axis < 3; axis++) {
            double wanted[3] = {0};
            float rotation[4];
            wanted[axis] = parts[i];
            unpack(wanted[0], wanted[1], wanted[2], rotation);
            for (int k = 0; k < 3; k++) {
                assert_true(fabs((double)rotation[k] - wanted[k]) < 1e-6);
            }
            assert_true(fabs((double)rotation[3] - sqrt(1 - parts[i] * parts[i])) < 1e-6);
        }
    }
}

static void the_parts_of_a_packed_rotation_do_not_mix(void **state)
{
    (void)state;
    float rotation[4];
    unpack(-0.5, 0.25, -0.125, rotation);
    assert_true(rotation[0] == -0.5F && rotation[1] == 0.25F && rotation[2] == -0.125F);
    unpack(0.5, -0.25, 0.125, rotation);
    assert_true(rotation[0] == 0.5F && rotation[1] == -0.25F && rotation[2] == 0.125F);
}

/* Rounding, or damage, can make x, y and z longer than 1: w is 0 then. */
static void a_packed_rotation_longer_than_1_has_no_w(void **state)
{
    (void)state;
    float rotation[4];
    unpack(0.75, 0.75, 0.75, rotation);
    assert_true(rotation[3] == 0.0F);
}

int test_mdx_track(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_key_within_stand_is_taken),
        cmocka_unit_test(a_global_sequence_has_its_first_key),
        cmocka_unit_test(curves_have_two_tangents_behind_each_value),
        cmocka_unit_test(a_cut_track_is_damage),
        cmocka_unit_test(each_part_of_a_packed_rotation_is_signed),
        cmocka_unit_test(the_parts_of_a_packed_rotation_do_not_mix),
        cmocka_unit_test(a_packed_rotation_longer_than_1_has_no_w),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
