/* Minimap tiles as BLP files, read back by the reader of textures. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/bc1.h"
#include "formats/blp/blp_whole.h"
#include "output/client_minimap/minimap_blp.h"

enum { SIZE = 64, BYTES = SIZE * SIZE * 4 };

/* A smooth picture with a sharp square. */
static void paint(uint8_t rgba[BYTES])
{
    for (size_t i = 0; i < SIZE * SIZE; i++) {
        size_t x = i % SIZE;
        size_t y = i / SIZE;
        bool in_square = x >= 20 && x < 36 && y >= 8 && y < 24;
        rgba[4 * i] = in_square ? 220 : (uint8_t)(2 * x + 30);
        rgba[4 * i + 1] = in_square ? 40 : (uint8_t)(2 * y + 60);
        rgba[4 * i + 2] = in_square ? 30 : (uint8_t)(90 + x / 2 + y / 2);
        rgba[4 * i + 3] = 255;
    }
}

static void print_square(struct buffer *file, uint8_t rgba[BYTES], enum minimap_encoding encoding)
{
    const struct minimap_picture picture = {rgba, SIZE, SIZE, false};
    minimap_blp_print(file, &picture, encoding);
}

static double psnr_of(const uint8_t *a, const uint8_t *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < 4 * count; i++) {
        double difference = i % 4 == 3 ? 0 : (double)a[i] - b[i];
        sum += difference * difference;
    }
    return 10 * log10(255.0 * 255.0 * 3 * (double)count / sum);
}

/* Every level is there, of the right size and opaque; level 0 is near the picture. */
static void reads_back(enum minimap_encoding encoding, enum blp_kind kind, double least_psnr_db)
{
    static uint8_t picture[BYTES];
    static uint8_t work[BYTES];
    static uint8_t decoded[BYTES];
    struct buffer file = {0};
    struct blp blp;
    struct adtmap_message failure = {0};
    const struct diag diag = {"test", NULL, &failure};
    paint(picture);
    memcpy(work, picture, sizeof work);
    print_square(&file, work, encoding);
    assert_false(file.failed);
    assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
    assert_int_equal(blp.kind, kind);
    assert_int_equal(blp.alpha_bits, 0);
    assert_int_equal(blp.level_count, 7);
    for (unsigned level = 0; level < blp.level_count; level++) {
        assert_int_equal(blp_level_width(&blp, level), SIZE >> level);
        assert_int_equal(blp_decode_whole(&blp, level, &diag, decoded), ADTMAP_OK);
        assert_int_equal(decoded[3], 255);
        if (level == 0) {
            assert_true(psnr_of(picture, decoded, SIZE * SIZE) > least_psnr_db);
        }
    }
    buffer_free(&file);
}

static void both_encodings_read_back(void **state)
{
    (void)state;
    reads_back(MINIMAP_DXT1, BLP_DXT1, 36);
    reads_back(MINIMAP_PALETTE, BLP_PALETTE, 36);
}

static void few_colors_are_exact_in_a_palette(void **state)
{
    (void)state;
    static uint8_t picture[BYTES];
    static uint8_t work[BYTES];
    static uint8_t decoded[BYTES];
    struct buffer file = {0};
    struct blp blp;
    const struct diag diag = {"test", NULL, NULL};
    for (size_t i = 0; i < SIZE * SIZE; i++) {
        memcpy(picture + 4 * i,
               (uint8_t[4]){(uint8_t)(i % 16 * 16), (uint8_t)(i / SIZE % 8), 7, 255}, 4);
    }
    memcpy(work, picture, sizeof work);
    print_square(&file, work, MINIMAP_PALETTE);
    assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
    assert_int_equal(blp_decode_whole(&blp, 0, &diag, decoded), ADTMAP_OK);
    assert_memory_equal(picture, decoded, BYTES);
    buffer_free(&file);
}

/* One colour, black among them, is as near as 565 allows, in no block transparent. */
static void a_flat_picture_stays_flat(void **state)
{
    (void)state;
    static const uint8_t colors[][4] = {
        {0, 0, 0, 255}, {255, 255, 255, 255}, {8, 36, 58, 255}, {121, 3, 250, 255}};
    for (size_t c = 0; c < sizeof colors / sizeof *colors; c++) {
        static uint8_t picture[BYTES];
        static uint8_t decoded[BYTES];
        struct buffer file = {0};
        struct blp blp;
        const struct diag diag = {"test", NULL, NULL};
        for (size_t i = 0; i < SIZE * SIZE; i++) {
            memcpy(picture + 4 * i, colors[c], 4);
        }
        print_square(&file, picture, MINIMAP_DXT1);
        assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
        assert_int_equal(blp_decode_whole(&blp, 0, &diag, decoded), ADTMAP_OK);
        for (size_t i = 0; i < BYTES; i++) {
            assert_true(abs(decoded[i] - colors[c][i % 4]) <= 2);
        }
        buffer_free(&file);
    }
}

static uint32_t word_at(const struct buffer *file, size_t at)
{
    const uint8_t *b = file->data + at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Halves are rounded up: of two reds of 10 and two of 11 the level below has 11, and alpha of 127.5
 * is seen, as is 128. Levels that are not there have no offset. */
static void levels_are_rounded_averages(void **state)
{
    (void)state;
    uint8_t rgba[4 * 4] = {10, 0, 0, 255, 10, 0, 0, 255, 11, 0, 0, 255, 11, 0, 0, 255};
    uint8_t keyed[4 * 4] = {9, 9, 9, 255, 9, 9, 9, 127, 9, 9, 9, 128, 9, 9, 9, 0};
    uint8_t decoded[4 * 4];
    struct buffer file = {0};
    struct blp blp;
    const struct diag diag = {"test", NULL, NULL};
    minimap_blp_print(&file, &(struct minimap_picture){rgba, 2, 2, false}, MINIMAP_PALETTE);
    assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
    assert_int_equal(blp.level_count, 2);
    assert_int_equal(blp_decode_whole(&blp, 1, &diag, decoded), ADTMAP_OK);
    assert_int_equal(decoded[0], 11);
    assert_int_not_equal(word_at(&file, 20 + 4), 0);
    assert_int_equal(word_at(&file, 20 + 4 * 2), 0);
    assert_int_equal(word_at(&file, 20 + 4 * 15), 0);
    buffer_free(&file);

    minimap_blp_print(&file, &(struct minimap_picture){keyed, 2, 2, true}, MINIMAP_PALETTE);
    assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
    assert_int_equal(blp_decode_whole(&blp, 0, &diag, decoded), ADTMAP_OK);
    assert_int_equal(decoded[3], 255);
    assert_int_equal(decoded[7], 0);
    assert_int_equal(decoded[11], 255);
    assert_int_equal(decoded[15], 0);
    assert_int_equal(blp_decode_whole(&blp, 1, &diag, decoded), ADTMAP_OK);
    assert_int_equal(decoded[3], 255); /* (255 + 127 + 128 + 0) / 4 */
    buffer_free(&file);
}

static void scaling_averages_and_makes_opaque(void **state)
{
    (void)state;
    static const uint8_t two[2 * 2 * 4] = {10, 0, 0, 255, 20,  0, 0, 255,
                                           30, 0, 0, 255, 200, 8, 8, 0};
    uint8_t one[4];
    uint8_t three[3 * 3 * 4];
    minimap_scale(two, 2, 1, one);
    assert_memory_equal(one, ((uint8_t[4]){15, 0, 0, 255}), 4);
    minimap_scale(two, 2, 3, three);
    assert_int_equal(three[0], 10);
    assert_int_equal(three[4], 15); /* the middle column is half of each */
    assert_int_equal(three[8], 20);
    assert_int_equal(three[4 * 8], 0); /* transparent is black */
    assert_int_equal(three[4 * 8 + 3], 255);
    static uint8_t picture[BYTES];
    static uint8_t same[BYTES];
    paint(picture);
    minimap_scale(picture, SIZE, SIZE, same);
    assert_memory_equal(picture, same, BYTES);
}

static void blocks_at_the_edge_are_whole(void **state)
{
    (void)state;
    uint8_t blocks[4 * 8];
    static const uint8_t rgba[5 * 5 * 4] = {0};
    assert_int_equal(bc1_bytes(5, 5), 32);
    assert_int_equal(bc1_bytes(1, 1), 8);
    assert_int_equal(bc1_bytes(256, 256), 32768);
    bc1_encode(rgba, 5, 5, blocks);
    assert_memory_equal(blocks, blocks + 24, 8);
}

/* A disc of two colours on nothing, 32 x 8: what is transparent stays so, and what is seen is near.
 */
static void interiors_keep_their_holes(void **state)
{
    (void)state;
    enum { WIDTH = 32, HEIGHT = 8, PIXELS = WIDTH * HEIGHT };
    static const enum minimap_encoding encodings[] = {MINIMAP_DXT1, MINIMAP_PALETTE};
    for (size_t e = 0; e < 2; e++) {
        uint8_t rgba[PIXELS * 4];
        uint8_t work[PIXELS * 4];
        uint8_t decoded[PIXELS * 4];
        struct buffer file = {0};
        struct blp blp;
        const struct diag diag = {"test", NULL, NULL};
        for (int i = 0; i < PIXELS; i++) {
            int x = i % WIDTH - 16;
            int y = 4 * (i / WIDTH) - 14;
            bool seen = x * x + y * y < 150;
            memcpy(rgba + 4 * i,
                   seen ? (uint8_t[4]){x < 0 ? 200 : 20, 90, 60, 255} : (uint8_t[4]){0}, 4);
        }
        memcpy(work, rgba, sizeof work);
        const struct minimap_picture picture = {work, WIDTH, HEIGHT, true};
        minimap_blp_print(&file, &picture, encodings[e]);
        assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
        assert_int_equal(blp.alpha_bits, 1);
        assert_int_equal(blp.level_count, 6);
        assert_int_equal(blp_level_width(&blp, 4), 2);
        assert_int_equal(blp_level_height(&blp, 4), 1);
        assert_int_equal(blp_decode_whole(&blp, 0, &diag, decoded), ADTMAP_OK);
        for (size_t i = 0; i < PIXELS; i++) {
            assert_int_equal(decoded[4 * i + 3], rgba[4 * i + 3]);
            for (size_t k = 0; k < 3 && rgba[4 * i + 3]; k++) {
                assert_true(abs(decoded[4 * i + k] - rgba[4 * i + k]) <= 6);
            }
        }
        buffer_free(&file);
    }
}

int test_minimap_blp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_encodings_read_back),
        cmocka_unit_test(few_colors_are_exact_in_a_palette),
        cmocka_unit_test(a_flat_picture_stays_flat),
        cmocka_unit_test(levels_are_rounded_averages),
        cmocka_unit_test(scaling_averages_and_makes_opaque),
        cmocka_unit_test(interiors_keep_their_holes),
        cmocka_unit_test(blocks_at_the_edge_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
