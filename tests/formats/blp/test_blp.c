/* BLP textures of every encoding, written here byte by byte; sizes that lie; files cut short. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jpeglib.h>
#include <math.h>

#include "base/buffer.h"
#include "formats/blp/blp_whole.h"

enum { OFFSETS_2 = 20, SIZES_2 = 84, OFFSETS_1 = 28, SIZES_1 = 92 };

struct warnings {
    unsigned count;
    struct adtmap_message last;
};

static void count_warning(void *user, const struct adtmap_message *message)
{
    struct warnings *warnings = user;
    warnings->count++;
    warnings->last = *message;
}

/* Parsing and decoding as one call with everything a test may ask about afterwards. */
struct result {
    enum adtmap_status status;
    struct blp blp;
    struct adtmap_message failure;
    struct warnings warnings;
    uint8_t *rgba; /* of the level asked for; NULL after a failure */
};

/* The file is copied to a block of its exact size, so that a sanitizer sees any read outside. */
static struct result load(const struct buffer *file, size_t size, unsigned level)
{
    struct result result = {0};
    struct adtmap_log log = {count_warning, &result.warnings};
    struct diag diag = {"test.blp", &log, &result.failure};
    uint8_t *data = malloc(size ? size : 1);
    memcpy(data, file->data, size);
    result.status = blp_parse(data, size, &diag, &result.blp);
    if (!result.status && level < result.blp.level_count) {
        size_t texels =
            (size_t)blp_level_width(&result.blp, level) * blp_level_height(&result.blp, level);
        result.rgba = malloc(texels * 4);
        memset(result.rgba, 0x5a, texels * 4);
        result.status = blp_decode_whole(&result.blp, level, &diag, result.rgba);
    }
    free(data);
    return result;
}

static void is_texel(const struct result *result, size_t i, unsigned r, unsigned g, unsigned b,
                     unsigned a)
{
    assert_int_equal(result->status, ADTMAP_OK);
    assert_int_equal(result->rgba[4 * i], r);
    assert_int_equal(result->rgba[4 * i + 1], g);
    assert_int_equal(result->rgba[4 * i + 2], b);
    assert_int_equal(result->rgba[4 * i + 3], a);
}

static void is_close(const struct result *result, size_t i, int r, int g, int b, int a)
{
    assert_int_equal(result->status, ADTMAP_OK);
    int wanted[4] = {r, g, b, a};
    for (int c = 0; c < 4; c++) {
        assert_in_range(result->rgba[4 * i + (size_t)c] + 3 - wanted[c], 0, 6);
    }
}

/* Encoding, alpha depth, format byte of a BLP2 header. */
struct kind_bytes {
    uint8_t encoding, alpha_depth, format;
};

static void begin_2(struct buffer *file, struct kind_bytes kind, uint32_t width, uint32_t height)
{
    buffer_append(file, "BLP2", 4);
    buffer_u32le(file, 1);
    buffer_u8(file, kind.encoding);
    buffer_u8(file, kind.alpha_depth);
    buffer_u8(file, kind.format);
    buffer_u8(file, 1);
    buffer_u32le(file, width);
    buffer_u32le(file, height);
    memset(buffer_extend(file, 128), 0, 128);
}

static void begin_1(struct buffer *file, uint32_t encoding, uint32_t alpha_depth, uint32_t width,
                    uint32_t height)
{
    buffer_append(file, "BLP1", 4);
    buffer_u32le(file, encoding);
    buffer_u32le(file, alpha_depth);
    buffer_u32le(file, width);
    buffer_u32le(file, height);
    buffer_u32le(file, 5);
    buffer_u32le(file, 1);
    memset(buffer_extend(file, 128), 0, 128);
}

static void patch_u32(struct buffer *file, size_t at, size_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        file->data[at + i] = (uint8_t)(value >> (8 * i));
    }
}

/* Appends a level and enters it in the header's table. */
static void add_level(struct buffer *file, unsigned level, const uint8_t *data, size_t size)
{
    int version = file->data[3] - '0';
    patch_u32(file, (size_t)(version == 2 ? OFFSETS_2 : OFFSETS_1) + 4 * (size_t)level, file->size);
    patch_u32(file, (size_t)(version == 2 ? SIZES_2 : SIZES_1) + 4 * (size_t)level, size);
    buffer_append(file, data, size);
}

/* Entry i is (B, G, R) = (i, 2 * i, 255 - i), the fourth byte noise. */
static void add_palette(struct buffer *file)
{
    for (unsigned i = 0; i < 256; i++) {
        buffer_u8(file, (uint8_t)i);
        buffer_u8(file, (uint8_t)(2 * i));
        buffer_u8(file, (uint8_t)(255 - i));
        buffer_u8(file, 0x77);
    }
}

static void end(struct buffer *file, struct result *result)
{
    free(result->rgba);
    buffer_free(file);
}

static void palette_alpha_of_every_depth_is_read_low_bits_first(void **state)
{
    (void)state;
    static const struct {
        uint8_t depth;
        uint8_t data[12];
        size_t size;
        uint8_t alpha[6];
        const char *name;
    } cases[] = {
        {0, {3, 4, 5, 6, 7, 8}, 6, {255, 255, 255, 255, 255, 255}, "palette"},
        {1, {3, 4, 5, 6, 7, 8, 0x35}, 7, {255, 0, 255, 0, 255, 255}, "palette, 1-bit alpha"},
        {4,
         {3, 4, 5, 6, 7, 8, 0x10, 0x32, 0xf4},
         9,
         {0, 17, 34, 51, 68, 255},
         "palette, 4-bit alpha"},
        {8, {3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4}, 12, {9, 8, 7, 6, 5, 4}, "palette, 8-bit alpha"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (int version = 1; version <= 2; version++) {
            struct buffer file = {0};
            if (version == 1) {
                begin_1(&file, 1, cases[c].depth, 3, 2);
            } else {
                begin_2(&file, (struct kind_bytes){1, cases[c].depth, 8}, 3, 2);
            }
            add_palette(&file);
            add_level(&file, 0, cases[c].data, cases[c].size);
            struct result result = load(&file, file.size, 0);
            for (unsigned i = 0; i < 6; i++) {
                is_texel(&result, i, 252 - i, 2 * (3 + i), 3 + i, cases[c].alpha[i]);
            }
            assert_string_equal(blp_encoding_name(&result.blp), cases[c].name);
            assert_int_equal(result.blp.version, version);
            assert_int_equal(result.warnings.count, 0);
            end(&file, &result);
        }
    }
}

static void odd_palette_alpha_depth_is_what_fits_the_level(void **state)
{
    (void)state;
    static const unsigned bits_of_size[][2] = {{16, 0}, {18, 1}, {24, 4}, {32, 8}, {40, 8}};
    uint8_t data[40] = {0};
    for (size_t c = 0; c < sizeof bits_of_size / sizeof *bits_of_size; c++) {
        struct buffer file = {0};
        begin_2(&file, (struct kind_bytes){1, 136, 8}, 4, 4);
        add_palette(&file);
        add_level(&file, 0, data, bits_of_size[c][0]);
        struct result result = load(&file, file.size, 0);
        assert_int_equal(result.status, ADTMAP_OK);
        assert_int_equal(result.blp.alpha_bits, bits_of_size[c][1]);
        end(&file, &result);
    }
}

static void dxt_kind_follows_format_and_then_size(void **state)
{
    (void)state;
    static const struct {
        struct kind_bytes bytes;
        size_t size;
        const char *name;
        unsigned alpha_bits;
    } cases[] = {
        {{2, 0, 0}, 8, "DXT1", 0},  {{2, 1, 0}, 8, "DXT1, 1-bit alpha", 1},
        {{2, 8, 1}, 16, "DXT3", 4}, {{2, 4, 1}, 16, "DXT3", 4},
        {{2, 8, 7}, 16, "DXT5", 8}, {{2, 136, 7}, 16, "DXT5", 8},
        {{2, 8, 0}, 16, "DXT3", 4}, {{2, 8, 0}, 8, "DXT1, 1-bit alpha", 1},
        {{2, 0, 7}, 16, "DXT5", 8}, {{2, 0, 7}, 8, "DXT1", 0},
        {{2, 8, 7}, 8, "DXT5", 8},  {{2, 0, 0}, 16, "DXT1", 0},
    };
    static const uint8_t block[16] = {0, 0xf8, 0, 0xf8, 0, 0, 0, 0, 0, 0xf8, 0, 0xf8};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct buffer file = {0};
        begin_2(&file, cases[c].bytes, 4, 4);
        add_level(&file, 0, block, cases[c].size);
        struct result result = load(&file, file.size, 0);
        assert_int_equal(result.status, ADTMAP_OK);
        assert_string_equal(blp_encoding_name(&result.blp), cases[c].name);
        assert_int_equal(result.blp.alpha_bits, cases[c].alpha_bits);
        if (cases[c].size == 8 && result.blp.kind == BLP_DXT1) {
            is_texel(&result, 5, 255, 0, 0, 255);
        }
        end(&file, &result);
    }
}

static void bgra_alpha_depth_0_is_opaque_and_any_other_has_alpha(void **state)
{
    (void)state;
    static const uint8_t texels[8] = {1, 2, 3, 4, 50, 60, 70, 80};
    static const uint8_t depths[] = {0, 8, 136};
    for (uint8_t encoding = 3; encoding <= 4; encoding++) {
        for (size_t c = 0; c < sizeof depths; c++) {
            struct buffer file = {0};
            begin_2(&file, (struct kind_bytes){encoding, depths[c], 2}, 2, 1);
            add_level(&file, 0, texels, sizeof texels);
            struct result result = load(&file, file.size, 0);
            is_texel(&result, 0, 3, 2, 1, depths[c] ? 4 : 255);
            is_texel(&result, 1, 70, 60, 50, depths[c] ? 80 : 255);
            end(&file, &result);
        }
    }
}

static void small_formats_widen_their_channels(void **state)
{
    (void)state;
    static const struct {
        uint8_t format;
        uint8_t data[4];
        size_t size;
        uint8_t texels[2][4];
    } cases[] = {
        {3, {0x1f, 0x80, 0xe0, 0x7f}, 4, {{0, 0, 255, 255}, {255, 255, 0, 0}}},
        {4, {0x34, 0x12, 0xcd, 0xfb}, 4, {{34, 51, 68, 17}, {187, 204, 221, 255}}},
        {5, {0x1f, 0xf8, 0xe0, 0x07}, 4, {{255, 0, 255, 255}, {0, 255, 0, 255}}},
        {6, {9, 200}, 2, {{0, 0, 0, 9}, {0, 0, 0, 200}}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct buffer file = {0};
        begin_2(&file, (struct kind_bytes){3, 8, cases[c].format}, 2, 1);
        add_level(&file, 0, cases[c].data, cases[c].size);
        struct result result = load(&file, file.size, 0);
        for (size_t i = 0; i < 2; i++) {
            const uint8_t *t = cases[c].texels[i];
            is_texel(&result, i, t[0], t[1], t[2], t[3]);
        }
        end(&file, &result);
    }
}

/* 4 x 4 texels of two bytes, or of one; the byte count alone tells them from BGRA. */
static void small_formats_are_known_by_the_size_of_a_level(void **state)
{
    (void)state;
    static const struct {
        uint8_t format;
        size_t size;
        enum blp_kind kind;
        unsigned alpha_bits;
    } cases[] = {
        {3, 32, BLP_ARGB1555, 1}, {4, 32, BLP_ARGB4444, 4}, {5, 32, BLP_RGB565, 0},
        {6, 16, BLP_A8, 8},       {3, 64, BLP_BGRA8, 8},    {6, 64, BLP_BGRA8, 8},
    };
    static const uint8_t texels[64] = {1};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct buffer file = {0};
        begin_2(&file, (struct kind_bytes){3, 8, cases[c].format}, 4, 4);
        add_level(&file, 0, texels, cases[c].size);
        struct result result = load(&file, file.size, 0);
        assert_int_equal(result.blp.kind, cases[c].kind);
        assert_int_equal(result.blp.alpha_bits, cases[c].alpha_bits);
        assert_int_equal(result.warnings.count, 0);
        end(&file, &result);
    }
}

static void levels_halve_down_to_one_texel(void **state)
{
    (void)state;
    struct buffer file = {0};
    uint8_t data[5 * 3];
    begin_2(&file, (struct kind_bytes){1, 0, 8}, 5, 3);
    add_palette(&file);
    for (unsigned level = 0; level < 4; level++) {
        memset(data, (int)level + 1, sizeof data);
        size_t sizes[] = {15, 2, 1, 1};
        add_level(&file, level, data, sizes[level]);
    }
    struct result result = load(&file, file.size, 1);
    /* Three levels make 5 x 3, 2 x 1, 1 x 1; what the header lists beyond has no texels. */
    assert_int_equal(result.blp.level_count, 3);
    assert_int_equal(blp_level_width(&result.blp, 1), 2);
    assert_int_equal(blp_level_height(&result.blp, 1), 1);
    assert_int_equal(blp_level_height(&result.blp, 2), 1);
    is_texel(&result, 1, 253, 4, 2, 255);
    end(&file, &result);
}

static void size_field_that_says_less_than_there_is_costs_no_texel(void **state)
{
    (void)state;
    struct buffer file = {0};
    static const uint8_t data[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    begin_2(&file, (struct kind_bytes){1, 0, 8}, 4, 4);
    add_palette(&file);
    add_level(&file, 0, data, sizeof data);
    patch_u32(&file, SIZES_2, 3);
    struct result result = load(&file, file.size, 0);
    is_texel(&result, 15, 239, 32, 16, 255);
    assert_int_equal(result.warnings.count, 1);
    end(&file, &result);
}

static void missing_texels_are_black_with_one_warning(void **state)
{
    (void)state;
    struct buffer file = {0};
    static const uint8_t data[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 7, 7, 7, 7};
    begin_2(&file, (struct kind_bytes){1, 8, 8}, 4, 4);
    add_palette(&file);
    add_level(&file, 0, data, sizeof data);
    patch_u32(&file, OFFSETS_2 + 4, 1 << 20);
    patch_u32(&file, SIZES_2 + 4, 8);
    struct result result = load(&file, file.size, 0);
    is_texel(&result, 3, 254, 2, 1, 7);
    is_texel(&result, 4, 254, 2, 1, 255);
    assert_int_equal(result.warnings.count, 1);
    free(result.rgba);
    result = load(&file, file.size - 10, 0);
    is_texel(&result, 9, 254, 2, 1, 255);
    is_texel(&result, 10, 0, 0, 0, 255);
    assert_int_equal(result.warnings.count, 1);
    end(&file, &result);
}

static void level_past_the_end_is_dropped(void **state)
{
    (void)state;
    struct buffer file = {0};
    static const uint8_t data[16];
    begin_2(&file, (struct kind_bytes){3, 8, 2}, 2, 2);
    add_level(&file, 0, data, 16);
    add_level(&file, 1, data, 4);
    patch_u32(&file, OFFSETS_2 + 4, file.size);
    struct result result = load(&file, file.size, 0);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_int_equal(result.blp.level_count, 1);
    assert_int_equal(result.warnings.count, 1);
    assert_int_equal(result.warnings.last.offset, file.size);
    end(&file, &result);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    struct kind_bytes bgra = {3, 8, 2};
    static const struct {
        const char *magic;
        struct kind_bytes kind;
        uint32_t width, height;
        size_t offset;
        enum adtmap_status status;
    } cases[] = {
        {"BLP3", {3, 8, 2}, 1, 1, 148, ADTMAP_BAD_DATA},
        {"BLP0", {3, 8, 2}, 1, 1, 148, ADTMAP_UNSUPPORTED},
        {"BLP2", {9, 8, 2}, 1, 1, 148, ADTMAP_UNSUPPORTED},
        {"BLP2", {2, 8, 11}, 1, 1, 148, ADTMAP_UNSUPPORTED},
        {"BLP2", {3, 8, 2}, 0, 1, 148, ADTMAP_LIMIT},
        {"BLP2", {3, 8, 2}, 1, 8193, 148, ADTMAP_LIMIT},
        {"BLP2", {3, 8, 2}, 0xffffffff, 1, 148, ADTMAP_LIMIT},
        {"BLP2", {3, 8, 2}, 1, 1, 0, ADTMAP_BAD_DATA},
        {"BLP2", {3, 8, 2}, 1, 1, 152, ADTMAP_BAD_DATA},
        {"BLP2", {3, 8, 2}, 1, 1, 0xffffffff, ADTMAP_BAD_DATA},
        {"BLP2", {1, 8, 2}, 1, 1, 148, ADTMAP_BAD_DATA},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct buffer file = {0};
        begin_2(&file, bgra, cases[c].width, cases[c].height);
        add_level(&file, 0, (const uint8_t[4]){0}, 4);
        memcpy(file.data, cases[c].magic, 4);
        file.data[8] = cases[c].kind.encoding;
        file.data[10] = cases[c].kind.format;
        patch_u32(&file, OFFSETS_2, cases[c].offset);
        struct result result = load(&file, file.size, 0);
        assert_int_equal(result.status, cases[c].status);
        assert_int_equal(result.failure.status, cases[c].status);
        assert_string_equal(result.failure.file, "test.blp");
        assert_true(result.failure.what[0]);
        end(&file, &result);
    }
}

/* A JPEG of one colour, components as given and untransformed, or YCbCr made from three. */
static size_t write_jpeg(unsigned width, unsigned height, int components, J_COLOR_SPACE space,
                         const uint8_t colour[4], uint8_t **jpeg)
{
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    unsigned long size = 0;
    uint8_t row[64 * 4];
    *jpeg = NULL;
    c.err = jpeg_std_error(&errors);
    jpeg_create_compress(&c);
    jpeg_mem_dest(&c, jpeg, &size);
    c.image_width = width;
    c.image_height = height;
    c.input_components = components;
    c.in_color_space = space == JCS_YCbCr ? JCS_RGB : space;
    jpeg_set_defaults(&c);
    jpeg_set_colorspace(&c, space);
    c.write_Adobe_marker = FALSE;
    jpeg_set_quality(&c, 100, TRUE);
    jpeg_start_compress(&c, TRUE);
    for (unsigned x = 0; x < width; x++) {
        memcpy(row + (size_t)components * x, colour, (size_t)components);
    }
    JSAMPROW rows[1] = {row};
    while (c.next_scanline < height) {
        jpeg_write_scanlines(&c, rows, 1);
    }
    jpeg_finish_compress(&c);
    jpeg_destroy_compress(&c);
    return (size_t)size;
}

/* Splits a stream after `shared` bytes between the header and level 0. */
static void build_jpeg(struct buffer *file, int version, uint8_t alpha_depth, size_t shared,
                       const uint8_t *jpeg, size_t size)
{
    if (version == 1) {
        begin_1(file, 0, alpha_depth, 19, 9);
    } else {
        begin_2(file, (struct kind_bytes){0, alpha_depth, 0}, 19, 9);
    }
    buffer_u32le(file, (uint32_t)shared);
    buffer_append(file, jpeg, shared);
    buffer_append(file, "gap", 3);
    add_level(file, 0, jpeg + shared, size - shared);
}

static void jpeg_of_four_components_is_bgra(void **state)
{
    (void)state;
    static const uint8_t bgra[4] = {10, 90, 200, 130};
    static const size_t shares[] = {0, 3, 100, 300};
    uint8_t *jpeg;
    size_t size = write_jpeg(19, 9, 4, JCS_CMYK, bgra, &jpeg);
    for (size_t c = 0; c < 2 * sizeof shares / sizeof *shares; c++) {
        struct buffer file = {0};
        build_jpeg(&file, 1 + (int)(c % 2), 8, shares[c / 2], jpeg, size);
        struct result result = load(&file, file.size, 0);
        is_close(&result, 0, 200, 90, 10, 130);
        is_close(&result, 19 * 9 - 1, 200, 90, 10, 130);
        assert_int_equal(result.warnings.count, 0);
        end(&file, &result);
    }
    struct buffer file = {0};
    build_jpeg(&file, 1, 0, 100, jpeg, size);
    struct result result = load(&file, file.size, 0);
    is_close(&result, 0, 200, 90, 10, 255);
    end(&file, &result);
    free(jpeg);
}

static void jpeg_of_three_components_is_bgr(void **state)
{
    (void)state;
    static const uint8_t bgr[4] = {10, 90, 200};
    static const J_COLOR_SPACE spaces[] = {JCS_YCbCr, JCS_RGB};
    for (size_t c = 0; c < 2; c++) {
        uint8_t *jpeg;
        size_t size = write_jpeg(19, 9, 3, spaces[c], bgr, &jpeg);
        struct buffer file = {0};
        build_jpeg(&file, 1, 8, 50, jpeg, size);
        struct result result = load(&file, file.size, 0);
        is_close(&result, 40, 200, 90, 10, 255);
        end(&file, &result);
        free(jpeg);
    }
}

static void jpeg_of_other_dimensions_is_refused(void **state)
{
    (void)state;
    uint8_t *jpeg;
    size_t size = write_jpeg(20, 9, 4, JCS_CMYK, (const uint8_t[4]){0}, &jpeg);
    struct buffer file = {0};
    build_jpeg(&file, 1, 8, 100, jpeg, size);
    struct result result = load(&file, file.size, 0);
    assert_int_equal(result.status, ADTMAP_BAD_DATA);
    end(&file, &result);
    free(jpeg);
}

static void jpeg_cut_short_is_one_warning_and_garbage_a_failure(void **state)
{
    (void)state;
    uint8_t *jpeg;
    size_t size = write_jpeg(19, 9, 4, JCS_CMYK, (const uint8_t[4]){10, 90, 200, 130}, &jpeg);
    struct buffer file = {0};
    build_jpeg(&file, 2, 8, 100, jpeg, size);
    struct result result = load(&file, file.size - 4, 0);
    assert_int_equal(result.status, ADTMAP_OK);
    assert_int_equal(result.warnings.count, 1);
    free(result.rgba);
    memset(file.data + 152, 0x11, 100);
    result = load(&file, file.size, 0);
    assert_int_equal(result.status, ADTMAP_BAD_DATA);
    assert_non_null(strstr(result.failure.what, "JPEG"));
    end(&file, &result);
    free(jpeg);
}

enum { LARGE_WIDTH = 2048, LARGE_HEIGHT = 1024 };

/* Blue of a texel goes from west to east, red from north to south. */
static void fill_gradient(uint8_t *row, unsigned y)
{
    for (unsigned x = 0; x < LARGE_WIDTH; x++) {
        const uint8_t bgra[4] = {(uint8_t)(x * 255 / LARGE_WIDTH), 77,
                                 (uint8_t)(y * 255 / LARGE_HEIGHT), 255};
        memcpy(row + (size_t)4 * x, bgra, 4);
    }
}

static void build_large_jpeg(struct buffer *file)
{
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    unsigned long size = 0;
    uint8_t *jpeg = NULL;
    static uint8_t row[LARGE_WIDTH * 4];
    c.err = jpeg_std_error(&errors);
    jpeg_create_compress(&c);
    jpeg_mem_dest(&c, &jpeg, &size);
    c.image_width = LARGE_WIDTH;
    c.image_height = LARGE_HEIGHT;
    c.input_components = 4;
    c.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&c);
    c.write_Adobe_marker = FALSE;
    jpeg_set_quality(&c, 95, TRUE);
    jpeg_start_compress(&c, TRUE);
    for (unsigned y = 0; y < LARGE_HEIGHT; y++) {
        JSAMPROW rows[1] = {row};
        fill_gradient(row, y);
        jpeg_write_scanlines(&c, rows, 1);
    }
    jpeg_finish_compress(&c);
    jpeg_destroy_compress(&c);
    begin_1(file, 0, 8, LARGE_WIDTH, LARGE_HEIGHT);
    buffer_u32le(file, 0);
    add_level(file, 0, jpeg, size);
    free(jpeg);
}

static void assert_near(int value, double wanted)
{
    assert_true(fabs(value - wanted) <= 4);
}

/* 300 names of one JPEG of 8192 x 8192 texels took a minute on one tile. */
static void large_jpegs_are_decoded_at_reduced_scale(void **state)
{
    (void)state;
    enum { EDGE = 200, REDUCTION = 2 };
    struct buffer file = {0};
    struct blp blp;
    struct blp_rows rows;
    const struct diag diag = {0};
    static uint8_t band[LARGE_WIDTH * 4 * BLP_BAND_ROWS];
    build_large_jpeg(&file);
    assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
    assert_int_equal(blp_reduction(&blp, EDGE), REDUCTION);
    assert_int_equal(blp_reduction(&blp, 1), BLP_REDUCTION_MAX);
    assert_int_equal(blp_reduction(&blp, LARGE_HEIGHT), 0);
    assert_int_equal(blp_rows_begin_reduced(&blp, 0, REDUCTION, &diag, &rows), ADTMAP_OK);
    assert_int_equal(rows.width, LARGE_WIDTH >> REDUCTION);
    assert_int_equal(rows.height, LARGE_HEIGHT >> REDUCTION);
    for (unsigned y = 0; y < rows.height; y += BLP_BAND_ROWS) {
        assert_int_equal(blp_rows_read(&rows, BLP_BAND_ROWS, &diag, band), ADTMAP_OK);
        for (unsigned x = 0; x < rows.width; x++) {
            assert_near(band[4 * x], (y + 0.5) * 255 / rows.height);
            assert_near(band[4 * x + 1], 77);
            assert_near(band[4 * x + 2], (x + 0.5) * 255 / rows.width);
        }
    }
    blp_rows_end(&rows);
    buffer_free(&file);
}

/* Textures of the sizes that clients have are averaged exactly. */
static void other_images_are_not_reduced(void **state)
{
    (void)state;
    const struct blp small = {.kind = BLP_JPEG, .width = 1024, .height = 1024};
    const struct blp odd = {.kind = BLP_JPEG, .width = 2047, .height = 2048};
    const struct blp blocks = {.kind = BLP_DXT1, .width = 4096, .height = 4096};
    assert_int_equal(blp_reduction(&small, 1), 0);
    assert_int_equal(blp_reduction(&odd, 1), 0);
    assert_int_equal(blp_reduction(&blocks, 1), 0);
}

/* The edge asked for is that of the longer side. */
static void blocks_of_dxt_become_one_texel_where_edges_allow(void **state)
{
    (void)state;
    const struct blp blocks = {.kind = BLP_DXT5, .width = 256, .height = 64, .level_count = 1};
    const struct blp odd = {.kind = BLP_DXT1, .width = 258, .height = 64, .level_count = 1};
    const struct blp palette = {.kind = BLP_PALETTE, .width = 256, .height = 256, .level_count = 1};
    unsigned level;
    assert_true(blp_block_level(&blocks, 64, &level));
    assert_int_equal(level, 0);
    assert_false(blp_block_level(&blocks, 65, &level));
    assert_false(blp_block_level(&odd, 1, &level));
    assert_false(blp_block_level(&palette, 1, &level));
}

/* 256 x 64 DXT5: levels of 16384, 4096, 1024, 256, 64 bytes. */
static void blocks_are_of_the_last_level_that_is_whole_and_large_enough(void **state)
{
    (void)state;
    struct blp blp = {.kind = BLP_DXT5, .width = 256, .height = 64, .level_count = 9};
    const size_t bytes[] = {16384, 4096, 1024, 256, 64, 32, 16, 16, 16};
    for (unsigned i = 0; i < blp.level_count; i++) {
        blp.levels[i].size = bytes[i];
    }
    const struct {
        uint32_t edge;
        unsigned level;
    } wanted[] = {{64, 0}, {33, 0}, {32, 1}, {16, 2}, {9, 2}, {8, 3}, {4, 4}, {3, 4}, {1, 4}};
    unsigned level;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_true(blp_block_level(&blp, wanted[i].edge, &level));
        assert_int_equal(level, wanted[i].level);
    }
    blp.levels[2].size--;
    assert_true(blp_block_level(&blp, 1, &level));
    assert_int_equal(level, 1);
    blp.level_count = 1;
    assert_true(blp_block_level(&blp, 1, &level));
    assert_int_equal(level, 0);
}

/* Every prefix, and with every byte of the first 200 turned over, all levels. */
static void abuse(struct buffer *file)
{
    unsigned opened = 0;
    for (size_t size = 0; size <= file->size; size++) {
        for (unsigned level = 0; level < 3; level++) {
            struct result result = load(file, size, level);
            opened += result.status == ADTMAP_OK;
            assert_in_range(result.warnings.count, 0, 1);
            free(result.rgba);
        }
    }
    assert_true(opened > 0);
    for (size_t i = 0; i < 200 && i < file->size; i++) {
        file->data[i] ^= 0x81;
        /* Not the high bytes of width and height: 32 megabytes a turn. */
        if (i != 13 && i != 17) {
            free(load(file, file->size, 0).rgba);
        }
        file->data[i] ^= 0x81;
    }
}

static void files_cut_or_turned_over_anywhere_do_no_harm(void **state)
{
    (void)state;
    static const struct kind_bytes kinds[] = {{1, 1, 8}, {1, 4, 8}, {1, 8, 8}, {2, 0, 0},
                                              {2, 8, 1}, {2, 8, 7}, {3, 8, 2}, {3, 8, 4}};
    static const uint8_t data[30 * 4] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (size_t c = 0; c < sizeof kinds / sizeof *kinds; c++) {
        struct buffer file = {0};
        begin_2(&file, kinds[c], 6, 5);
        if (kinds[c].encoding == 1) {
            add_palette(&file);
        }
        add_level(&file, 0, data, sizeof data);
        add_level(&file, 1, data, 6 * 4);
        add_level(&file, 2, data, 4);
        abuse(&file);
        buffer_free(&file);
    }
    uint8_t *jpeg;
    size_t size = write_jpeg(19, 9, 4, JCS_CMYK, (const uint8_t[4]){10, 90, 200, 130}, &jpeg);
    struct buffer file = {0};
    build_jpeg(&file, 2, 8, 300, jpeg, size);
    abuse(&file);
    buffer_free(&file);
    free(jpeg);
}

int test_blp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palette_alpha_of_every_depth_is_read_low_bits_first),
        cmocka_unit_test(odd_palette_alpha_depth_is_what_fits_the_level),
        cmocka_unit_test(dxt_kind_follows_format_and_then_size),
        cmocka_unit_test(bgra_alpha_depth_0_is_opaque_and_any_other_has_alpha),
        cmocka_unit_test(small_formats_widen_their_channels),
        cmocka_unit_test(small_formats_are_known_by_the_size_of_a_level),
        cmocka_unit_test(levels_halve_down_to_one_texel),
        cmocka_unit_test(size_field_that_says_less_than_there_is_costs_no_texel),
        cmocka_unit_test(missing_texels_are_black_with_one_warning),
        cmocka_unit_test(level_past_the_end_is_dropped),
        cmocka_unit_test(what_cannot_be_read_says_why),
        cmocka_unit_test(jpeg_of_four_components_is_bgra),
        cmocka_unit_test(jpeg_of_three_components_is_bgr),
        cmocka_unit_test(jpeg_of_other_dimensions_is_refused),
        cmocka_unit_test(jpeg_cut_short_is_one_warning_and_garbage_a_failure),
        cmocka_unit_test(files_cut_or_turned_over_anywhere_do_no_harm),
        cmocka_unit_test(large_jpegs_are_decoded_at_reduced_scale),
        cmocka_unit_test(other_images_are_not_reduced),
        cmocka_unit_test(blocks_of_dxt_become_one_texel_where_edges_allow),
        cmocka_unit_test(blocks_are_of_the_last_level_that_is_whole_and_large_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
