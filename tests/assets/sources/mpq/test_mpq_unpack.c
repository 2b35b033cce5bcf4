/* Sectors of files in archives: compressions alone and together, cut short, and of unknown kinds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "assets/sources/mpq/explode.h"
#include "assets/sources/mpq/mpq_unpack.h"
#include "base/buffer.h"
#include "base/size.h"
#include "codec/versions.h"

/* A packed sector and its contents. */
struct sample {
    const char *name;
    const uint8_t *packed;
    size_t packed_bytes;
    const char *contents;
    size_t bytes;
};

/* The example of the public description. */
static const uint8_t imploded[] = {0x08, 0x00, 0x04, 0x82, 0x24, 0x25, 0x8f, 0x80, 0x7f};

/* Literals by the code for text. */
static const uint8_t imploded_text[] = {
    0x08, 0x01, 0x04, 0x0a, 0xc5, 0xf6, 0xaa, 0x43, 0xde, 0x06, 0x5e, 0xd7,
    0xe8, 0x2a, 0xbe, 0x8f, 0xfd, 0xbd, 0x43, 0x75, 0x2c, 0x03, 0x9a, 0x67,
    0xbd, 0x8b, 0x3d, 0x5d, 0x90, 0xa7, 0x0b, 0x94, 0x01, 0xff,
};

static const uint8_t lzma[] = {
    0x12, 0x00, 0x5d, 0x00, 0x00, 0x00, 0x01, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x30, 0x98, 0x88, 0x98, 0x3e, 0xd5, 0xf7, 0xc3, 0x5e, 0x5a, 0xdc, 0xe9, 0xd1, 0x88, 0x7a, 0xe1,
    0x0e, 0x18, 0x41, 0xa9, 0x2b, 0x64, 0x54, 0xde, 0x8f, 0x6d, 0x72, 0x92, 0xc0, 0x13, 0x3c};

static const uint8_t bzip2[] = {
    0x10, 0x42, 0x5a, 0x68, 0x31, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x4e, 0xff,
    0x52, 0x01, 0x00, 0x01, 0x99, 0x81, 0x00, 0x3e, 0x00, 0x20, 0x00, 0x54, 0x33,
    0x40, 0x26, 0xa8, 0x9a, 0x71, 0x45, 0x32, 0x91, 0x4d, 0x28, 0xa7, 0x8a, 0x29,
    0xc5, 0x14, 0xe2, 0xee, 0x48, 0xa7, 0x0a, 0x12, 0x09, 0xdf, 0xea, 0x40, 0x20,
};

static const uint8_t sparse[] = {0x20, 0, 0, 0, 12, 0x82, 'a', 'b', 'c', 0x03, 0x82, 'd', 'e', 'f'};

static char five[4096]; /* "abcdeabcde", and so on */

static const struct sample samples[] = {
    {"implode", imploded, sizeof imploded, "AIAIAIAIAIAIA", 13},
    {"implode, text", imploded_text, sizeof imploded_text,
     "the same words, the same words again: The Same Words!", 53},
    {"LZMA", lzma, sizeof lzma, five, sizeof five},
    {"bzip2", bzip2, sizeof bzip2, five, sizeof five},
    {"sparse", sparse, sizeof sparse, "abc\0\0\0\0\0\0def", 12},
};

/* Unpacks into memory that ends where the contents end, from memory that ends with the sector. */
static enum mpq_unpacked unpack(const uint8_t *packed, size_t packed_bytes, size_t bytes,
                                uint8_t *data)
{
    struct mpq_unpacker unpacker = {0};
    uint8_t *copy = malloc(packed_bytes + (packed_bytes == 0));
    uint8_t *room = malloc(bytes + (bytes == 0));
    assert_true(copy && room);
    memcpy(copy, packed, packed_bytes);
    enum mpq_unpacked result = mpq_unpack(&unpacker, copy, packed_bytes, room, bytes);
    memcpy(data, room, bytes);
    mpq_unpacker_free(&unpacker);
    free(copy);
    free(room);
    return result;
}

static bool is_built(const struct sample *sample)
{
    bool has_library = sample->packed == lzma    ? codec_lzma_version() != NULL
                       : sample->packed == bzip2 ? codec_bzip2_version() != NULL
                                                 : true;
    return has_library;
}

static void each_compression_gives_its_contents(void **state)
{
    (void)state;
    uint8_t data[sizeof five];
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        const struct sample *sample = &samples[i];
        enum mpq_unpacked result =
            unpack(sample->packed, sample->packed_bytes, sample->bytes, data);
        if (!is_built(sample)) {
            assert_true(result == MPQ_UNPACK_NO_BZIP2 || result == MPQ_UNPACK_NO_LZMA);
            continue;
        }
        if (result) {
            fail_msg("%s: %d", sample->name, result);
        }
        assert_memory_equal(data, sample->contents, sample->bytes);
    }
}

/* No prefix of a sector is the sector, and no sector gives more or fewer bytes than it has. */
static void cut_sectors_and_other_sizes_are_damaged(void **state)
{
    (void)state;
    uint8_t data[sizeof five + 1];
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        const struct sample *sample = &samples[i];
        if (!is_built(sample)) {
            continue;
        }
        for (size_t cut = 0; cut < sample->packed_bytes; cut++) {
            assert_int_equal(unpack(sample->packed, cut, sample->bytes, data), MPQ_UNPACK_DAMAGED);
        }
        for (int more = -1; more <= 1; more += 2) {
            size_t bytes = sample->bytes + (size_t)more;
            assert_int_equal(unpack(sample->packed, sample->packed_bytes, bytes, data),
                             MPQ_UNPACK_DAMAGED);
        }
    }
}

/* Sparse first, then zlib. */
static void two_compressions_are_undone_in_order(void **state)
{
    (void)state;
    uint8_t packed[100] = {0x22};
    uint8_t data[12];
    uLongf bytes = sizeof packed - 1;
    assert_int_equal(compress(packed + 1, &bytes, sparse + 1, sizeof sparse - 1), Z_OK);
    assert_int_equal(unpack(packed, bytes + 1, 12, data), MPQ_UNPACKED);
    assert_memory_equal(data, "abc\0\0\0\0\0\0def", 12);
    assert_int_equal(unpack(packed, bytes, 12, data), MPQ_UNPACK_DAMAGED);
    packed[0] = 0x02; /* one of them left out */
    assert_int_equal(unpack(packed, bytes + 1, 12, data), MPQ_UNPACK_DAMAGED);
}

static void a_large_sector_that_is_packed_twice_is_told(void **state)
{
    struct mpq_unpacker unpacker = {0};
    static const uint8_t packed[] = {0x22, 0, 0};
    (void)state;
    assert_int_equal(
        mpq_unpack(&unpacker, packed, sizeof packed, NULL, MPQ_TWICE_BYTES_MAX + (size_t)1),
        MPQ_UNPACK_TWICE);
    mpq_unpacker_free(&unpacker);
}

static void sounds_and_unknown_compressions_are_refused(void **state)
{
    (void)state;
    static const uint8_t sounds[] = {0x01, 0x40, 0x41, 0x80, 0x81, 0x49, 0x89};
    uint8_t packed[8] = {0};
    uint8_t data[16];
    for (size_t i = 0; i < sizeof sounds; i++) {
        packed[0] = sounds[i];
        assert_int_equal(unpack(packed, sizeof packed, sizeof data, data), MPQ_UNPACK_AUDIO);
    }
    packed[0] = 0x04;
    assert_int_equal(unpack(packed, sizeof packed, sizeof data, data), MPQ_UNPACK_DAMAGED);
    packed[0] = 0;
    assert_int_equal(unpack(packed, sizeof packed, sizeof data, data), MPQ_UNPACK_DAMAGED);
}

/* A match that begins before the first byte, and one that is longer than the room. */
static void explode_stays_in_its_room(void **state)
{
    (void)state;
    uint8_t data[4];
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            const uint8_t packed[] = {0, 4, (uint8_t)first, (uint8_t)second, 0xff, 0, 0xff, 0x0f};
            size_t size = sizeof data;
            explode(packed, sizeof packed, data, &size);
            assert_true(size <= sizeof data);
        }
    }
}

int test_mpq_unpack(void)
{
    for (size_t i = 0; i < sizeof five; i++) {
        five[i] = (char)('a' + i % 5);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_compression_gives_its_contents),
        cmocka_unit_test(cut_sectors_and_other_sizes_are_damaged),
        cmocka_unit_test(two_compressions_are_undone_in_order),
        cmocka_unit_test(a_large_sector_that_is_packed_twice_is_told),
        cmocka_unit_test(sounds_and_unknown_compressions_are_refused),
        cmocka_unit_test(explode_stays_in_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
