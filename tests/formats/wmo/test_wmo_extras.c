/* Entries of lights, ambient volumes, moving textures and planes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/bytes.h"
#include "formats/wmo/wmo_extras.h"

static struct reader reader_of(const struct buffer *bytes)
{
    return reader_make(bytes->data, bytes->size);
}

/* A light of type 1 with attenuation; the rotation is that of v16 and later. */
static void add_light(struct buffer *bytes, bool has_rotation)
{
    buffer_append(bytes, (const uint8_t[]){1, 1, 1, 1}, 4);
    buffer_u32le(bytes, 0xFF102030); /* blue 0x30 first */
    add_floats(bytes, (const float[]){1, 2, 3, 0.5F}, 4);
    if (has_rotation) {
        add_floats(bytes, (const float[]){7, 7, 7, 7}, 4);
    }
    add_floats(bytes, (const float[]){4, 12}, 2);
}

static void lights_of_all_versions_have_their_attenuation_at_the_end(void **state)
{
    (void)state;
    const size_t sizes[] = {WMO_LIGHT_BYTES_V14, WMO_LIGHT_BYTES};
    for (size_t i = 0; i < 2; i++) {
        struct buffer bytes = {0};
        add_light(&bytes, i == 1);
        assert_int_equal(bytes.size, sizes[i]);
        struct reader reader = reader_of(&bytes);
        struct wmo_light light = wmo_read_light(&reader);
        assert_int_equal(light.type, 1);
        assert_true(light.has_attenuation);
        assert_int_equal(light.color[0], 0x10);
        assert_int_equal(light.color[2], 0x30);
        assert_true(light.position[2] == 3.0F);
        assert_true(light.intensity == 0.5F);
        assert_true(light.attenuation_yd[0] == 4.0F && light.attenuation_yd[1] == 12.0F);
        assert_false(reader.bad);
        buffer_free(&bytes);
    }
}

static void an_ambient_volume_has_place_colors_and_doodad_set(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    add_floats(&bytes, (const float[]){1, 2, 3, 10, 20}, 5);
    buffer_u32le(&bytes, 0xFF010203);
    buffer_u32le(&bytes, 0xFF040506);
    buffer_u32le(&bytes, 0xFF070809);
    buffer_u32le(&bytes, WMO_AMBIENT_THIRD_COLOR);
    buffer_u16le(&bytes, 6);
    add_zeroes(&bytes, 10);
    assert_int_equal(bytes.size, WMO_AMBIENT_VOLUME_BYTES);
    struct reader reader = reader_of(&bytes);
    struct wmo_ambient_volume volume = wmo_read_ambient_volume(&reader);
    assert_true(volume.position[1] == 2.0F && volume.range_yd[1] == 20.0F);
    assert_int_equal(volume.colors[0][0], 1);
    assert_int_equal(volume.colors[1][1], 5);
    assert_int_equal(volume.colors[2][2], 9);
    assert_int_equal(volume.flags, WMO_AMBIENT_THIRD_COLOR);
    assert_int_equal(volume.doodad_set, 6);
    assert_int_equal(reader_left(&reader), 0);
    buffer_free(&bytes);
}

static void speeds_and_planes_are_read_in_their_order(void **state)
{
    (void)state;
    struct buffer bytes = {0};
    add_floats(&bytes, (const float[]){1, 2, 3, 4}, 4);
    struct reader reader = reader_of(&bytes);
    struct wmo_texture_motion motion = wmo_read_texture_motion(&reader);
    assert_true(motion.speed[0][1] == 2.0F && motion.speed[1][0] == 3.0F);
    assert_int_equal(bytes.size, WMO_TEXTURE_MOTION_BYTES);
    reader = reader_of(&bytes);
    struct wmo_plane plane = wmo_read_plane(&reader);
    assert_true(plane.normal[2] == 3.0F && plane.distance == 4.0F);
    assert_int_equal(bytes.size, WMO_PLANE_BYTES);
    buffer_free(&bytes);
}

static void entries_cut_off_are_zero(void **state)
{
    (void)state;
    static const uint8_t empty;
    const struct reader nothing = reader_make(&empty, 0);
    struct reader reader = nothing;
    struct wmo_light light = wmo_read_light(&reader);
    assert_true(light.intensity == 0.0F && light.attenuation_yd[1] == 0.0F);
    reader = nothing;
    assert_true(wmo_read_plane(&reader).distance == 0.0F);
    reader = nothing;
    assert_int_equal(wmo_read_ambient_volume(&reader).colors[2][0], 0);
}

int test_wmo_extras(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lights_of_all_versions_have_their_attenuation_at_the_end),
        cmocka_unit_test(an_ambient_volume_has_place_colors_and_doodad_set),
        cmocka_unit_test(speeds_and_planes_are_read_in_their_order),
        cmocka_unit_test(entries_cut_off_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
