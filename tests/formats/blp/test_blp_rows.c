/* Textures decoded band by band are those decoded at once, whatever their kind and size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jpeglib.h>

#include "base/size.h"
#include "formats/blp/blp_whole.h"
#include "formats/blp/dxt.h"
#include "render/random.h"

static const uint32_t sizes[][2] = {{1, 1}, {1, 9},   {9, 1},   {2, 3},  {4, 4},
                                    {5, 7}, {16, 12}, {19, 13}, {64, 4}, {257, 6}};

/* Decodes each band to a separate block, so that sanitizers detect writes outside. */
static enum adtmap_status decode_apart(const struct blp *blp, uint32_t band, uint8_t *rgba)
{
    const struct diag diag = {0};
    struct blp_rows rows;
    enum adtmap_status status = blp_rows_begin(blp, 0, &diag, &rows);
    if (status) {
        return status;
    }
    while (rows.y < rows.height) {
        uint32_t first = rows.y;
        uint32_t count = (uint32_t)size_min(band, rows.height - first);
        size_t bytes = (size_t)4 * rows.width * count;
        uint8_t *part = malloc(bytes);
        assert_non_null(part);
        status = blp_rows_read(&rows, count, &diag, part);
        assert_int_equal(rows.y, first + count);
        memcpy(rgba + (size_t)4 * rows.width * first, part, bytes);
        free(part);
        if (status) {
            break;
        }
    }
    blp_rows_end(&rows);
    return status;
}

static void bands_are_the_whole(const struct blp *blp)
{
    const struct diag diag = {0};
    size_t bytes = (size_t)4 * blp->width * blp->height;
    uint8_t *whole = malloc(bytes);
    uint8_t *bands = malloc(bytes);
    assert_non_null(whole);
    assert_non_null(bands);
    enum adtmap_status status = blp_decode_whole(blp, 0, &diag, whole);
    for (uint32_t band = BLP_BAND_ROWS; band <= 3 * BLP_BAND_ROWS; band += BLP_BAND_ROWS) {
        memset(bands, 0x5a, bytes);
        assert_int_equal(decode_apart(blp, band, bands), status);
        if (!status) {
            assert_memory_equal(bands, whole, bytes);
        }
    }
    free(whole);
    free(bands);
}

static uint8_t *random_bytes(struct random *random, size_t size)
{
    uint8_t *data = malloc(size ? size : 1);
    assert_non_null(data);
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)random_next(random);
    }
    return data;
}

/* With all of the data, with parts of it that end within rows, blocks and alphas, and with none. */
static void try_parts(struct random *random, struct blp *blp, size_t needs)
{
    for (uint32_t i = 0; i < 24; i++) {
        size_t size = i == 0 ? needs : i == 1 ? 0 : random_below(random, (uint32_t)needs + 1);
        uint8_t *data = random_bytes(random, size);
        blp->level_count = 1;
        blp->levels[0] = (struct blp_level){data, size};
        bands_are_the_whole(blp);
        free(data);
    }
}

static void every_kind_is_the_same_in_bands(void **state)
{
    (void)state;
    static const struct {
        enum blp_kind kind;
        unsigned alpha_bits;
    } kinds[] = {{BLP_PALETTE, 0}, {BLP_PALETTE, 1}, {BLP_PALETTE, 4},  {BLP_PALETTE, 8},
                 {BLP_DXT1, 0},    {BLP_DXT1, 1},    {BLP_DXT3, 4},     {BLP_DXT5, 8},
                 {BLP_BGRA8, 0},   {BLP_BGRA8, 8},   {BLP_ARGB1555, 1}, {BLP_ARGB4444, 4},
                 {BLP_RGB565, 0},  {BLP_A8, 8}};
    struct random random = random_seeded();
    uint8_t *palette = random_bytes(&random, 1024);
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            size_t width = sizes[i][0];
            size_t height = sizes[i][1];
            struct blp blp = {.kind = kinds[k].kind,
                              .version = 2,
                              .width = sizes[i][0],
                              .height = sizes[i][1],
                              .alpha_bits = kinds[k].alpha_bits,
                              .palette = palette};
            try_parts(&random, &blp, 4 * (width + 3) * (height + 3));
        }
    }
    free(palette);
}

/* Noise in `components` channels; libjpeg allocates *jpeg. */
static size_t write_noise(struct random *random, struct jpeg_compress_struct *c, uint8_t **jpeg)
{
    unsigned long size = 0;
    uint8_t row[4 * 257];
    *jpeg = NULL;
    jpeg_mem_dest(c, jpeg, &size);
    jpeg_start_compress(c, TRUE);
    while (c->next_scanline < c->image_height) {
        for (size_t i = 0; i < sizeof row; i++) {
            row[i] = (uint8_t)random_next(random);
        }
        JSAMPROW rows[1] = {row};
        jpeg_write_scanlines(c, rows, 1);
    }
    jpeg_finish_compress(c);
    return (size_t)size;
}

static void try_jpeg(struct random *random, const uint32_t size[2], bool progressive,
                     unsigned alpha_bits)
{
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    uint8_t *jpeg;
    c.err = jpeg_std_error(&errors);
    jpeg_create_compress(&c);
    c.image_width = size[0];
    c.image_height = size[1];
    c.input_components = alpha_bits ? 4 : 3;
    c.in_color_space = alpha_bits ? JCS_CMYK : JCS_RGB;
    jpeg_set_defaults(&c);
    if (progressive) {
        jpeg_simple_progression(&c);
    }
    size_t bytes = write_noise(random, &c, &jpeg);
    struct blp blp = {.kind = BLP_JPEG,
                      .version = 1,
                      .width = size[0],
                      .height = size[1],
                      .alpha_bits = alpha_bits,
                      .level_count = 1,
                      .jpeg_header = jpeg,
                      .jpeg_header_size = bytes / 3};
    blp.levels[0] = (struct blp_level){jpeg + bytes / 3, bytes - bytes / 3};
    bands_are_the_whole(&blp);
    blp.levels[0].size /= 2;
    bands_are_the_whole(&blp);
    jpeg_destroy_compress(&c);
    free(jpeg);
}

static void jpeg_is_the_same_in_bands(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            try_jpeg(&random, sizes[i], kind & 1, kind & 2 ? 8 : 0);
        }
    }
}

/* A grey progressive JPEG of four components, in memory that libjpeg allocates, with a scan for
 * each of `scans`, or those that libjpeg chooses. */
static struct blp write_scans(uint32_t width, uint32_t height, const jpeg_scan_info *scans,
                              int count, uint8_t **jpeg)
{
    struct jpeg_compress_struct c;
    struct jpeg_error_mgr errors;
    unsigned long size = 0;
    uint8_t *row = calloc(width, 4);
    assert_non_null(row);
    *jpeg = NULL;
    c.err = jpeg_std_error(&errors);
    jpeg_create_compress(&c);
    jpeg_mem_dest(&c, jpeg, &size);
    c.image_width = width;
    c.image_height = height;
    c.input_components = 4;
    c.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&c);
    jpeg_simple_progression(&c);
    if (scans) {
        c.scan_info = scans;
        c.num_scans = count;
    }
    memset(row, 77, (size_t)4 * width);
    jpeg_start_compress(&c, TRUE);
    while (c.next_scanline < height) {
        jpeg_write_scanlines(&c, &row, 1);
    }
    jpeg_finish_compress(&c);
    jpeg_destroy_compress(&c);
    free(row);
    return (struct blp){.kind = BLP_JPEG,
                        .version = 1,
                        .width = width,
                        .height = height,
                        .alpha_bits = 8,
                        .level_count = 1,
                        .levels = {{*jpeg, size}}};
}

static struct blp write_progressive(uint32_t width, uint32_t height, uint8_t **jpeg)
{
    return write_scans(width, height, NULL, 0, jpeg);
}

/* Writes other dimensions into the frame header, whose scans are then too few. */
static void claim_size(struct blp *blp, uint16_t size, uint8_t *jpeg)
{
    static const uint8_t frame[] = {0xff, 0xc2};
    const uint8_t bytes[] = {(uint8_t)(size >> 8), (uint8_t)size};
    while (memcmp(jpeg, frame, sizeof frame) != 0) {
        jpeg++;
    }
    memcpy(jpeg + 5, bytes, sizeof bytes);
    memcpy(jpeg + 7, bytes, sizeof bytes);
    blp->width = size;
    blp->height = size;
}

static void large_progressive_jpeg_is_read(void **state)
{
    (void)state;
    enum { SIZE = 1024 };
    uint8_t *jpeg;
    struct blp blp = write_progressive(SIZE, SIZE, &jpeg);
    uint8_t *rgba = calloc(SIZE, (size_t)4 * SIZE);
    assert_non_null(rgba);
    assert_int_equal(decode_apart(&blp, 2 * BLP_BAND_ROWS, rgba), ADTMAP_OK);
    assert_in_range(rgba[(size_t)4 * SIZE * SIZE - 1], 76, 78);
    free(rgba);
    free(jpeg);
}

/* Before a byte of the coefficients is allocated. */
static void huge_progressive_jpeg_is_refused(void **state)
{
    (void)state;
    static const uint16_t sizes_px[] = {1025, 8192};
    for (size_t i = 0; i < COUNT_OF(sizes_px); i++) {
        struct adtmap_message failure = {0};
        const struct diag diag = {.failure = &failure};
        struct blp_rows rows;
        uint8_t *jpeg;
        struct blp blp = write_progressive(16, 16, &jpeg);
        claim_size(&blp, sizes_px[i], jpeg);
        assert_int_equal(blp_rows_begin(&blp, 0, &diag, &rows), ADTMAP_BAD_DATA);
        assert_non_null(
            strstr(failure.what, "JPEG of level 0: in several scans it may have 1048576"));
        free(jpeg);
    }
}

/* Each scan goes over the whole image. Those that refine the coefficients by a bit are short. */
static void jpeg_of_more_than_24_scans_is_refused(void **state)
{
    (void)state;
    enum { BITS = 8, COMPONENTS = 4, SCANS = 25 };
    jpeg_scan_info scans[SCANS];
    for (int i = 0; i < SCANS; i++) {
        int low = BITS - 1 - i / COMPONENTS;
        scans[i] = (jpeg_scan_info){.comps_in_scan = 1,
                                    .component_index = {i % COMPONENTS},
                                    .Ah = low == BITS - 1 ? 0 : low + 1,
                                    .Al = low};
    }
    enum { SIZE = 16 };
    for (int count = SCANS - 1; count <= SCANS; count++) {
        struct adtmap_message failure = {0};
        const struct diag diag = {.failure = &failure};
        uint8_t rgba[4 * SIZE * SIZE];
        struct blp_rows rows;
        uint8_t *jpeg;
        struct blp blp = write_scans(SIZE, SIZE, scans, count, &jpeg);
        enum adtmap_status status = blp_rows_begin(&blp, 0, &diag, &rows);
        if (!status) {
            status = blp_rows_read(&rows, SIZE, &diag, rgba);
            blp_rows_end(&rows);
        }
        assert_int_equal(status, count < SCANS ? ADTMAP_OK : ADTMAP_BAD_DATA);
        assert_string_equal(failure.what,
                            count < SCANS ? "" : "JPEG of level 0: more than 24 scans");
        free(jpeg);
    }
}

/* A stand-in is drawn then, and the decoder's memory given back. */
static void reading_may_end_at_any_row(void **state)
{
    (void)state;
    uint8_t rgba[4 * 8 * BLP_BAND_ROWS];
    const struct diag diag = {0};
    uint8_t *jpeg;
    struct blp blp = write_progressive(8, 8, &jpeg);
    struct blp_rows rows;
    assert_int_equal(blp_rows_begin(&blp, 0, &diag, &rows), ADTMAP_OK);
    blp_rows_end(&rows);
    assert_int_equal(blp_rows_begin(&blp, 0, &diag, &rows), ADTMAP_OK);
    assert_int_equal(blp_rows_read(&rows, BLP_BAND_ROWS, &diag, rgba), ADTMAP_OK);
    blp_rows_end(&rows);
    free(jpeg);
}

/* An image of DXT5 whose blocks come as one texel each, and the same image in full size. */
static void reduced_rows_are_means_of_blocks(void **state)
{
    (void)state;
    enum { WIDTH = 32, HEIGHT = 48, BLOCKS = WIDTH * HEIGHT / 16 };
    struct random random = random_seeded();
    uint8_t data[16 * BLOCKS];
    uint8_t means[4 * BLOCKS];
    uint8_t reduced[4 * BLOCKS];
    const struct diag diag = {0};
    struct blp blp = {.kind = BLP_DXT5,
                      .width = WIDTH,
                      .height = HEIGHT,
                      .alpha_bits = 8,
                      .level_count = 1,
                      .levels = {{data, sizeof data}}};
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)random_next(&random);
    }
    for (int by_alpha = 0; by_alpha < 2; by_alpha++) {
        struct blp_rows rows;
        dxt_decode_means(DXT5, by_alpha, data, sizeof data, BLOCKS, means);
        assert_int_equal(blp_rows_begin_reduced(&blp, 0, BLP_BLOCK_REDUCTION, &diag, &rows),
                         ADTMAP_OK);
        rows.by_alpha = by_alpha;
        assert_int_equal(rows.width, WIDTH / 4);
        assert_int_equal(rows.height, HEIGHT / 4);
        for (uint32_t y = 0; y < rows.height; y += BLP_BAND_ROWS) {
            blp_rows_read(&rows, BLP_BAND_ROWS, &diag, reduced + (size_t)y * WIDTH);
        }
        assert_memory_equal(reduced, means, sizeof means);
        blp_rows_end(&rows);
    }
}

static void colours_come_multiplied_by_alpha_if_asked(void **state)
{
    (void)state;
    const uint8_t bgra[] = {3, 100, 200, 255, 3, 100, 200, 0, 3, 100, 200, 128};
    const uint8_t wanted[] = {200, 100, 3, 255, 0, 0, 0, 0, 100, 50, 2, 128};
    const struct diag diag = {0};
    const struct blp blp = {.kind = BLP_BGRA8,
                            .width = 3,
                            .height = 1,
                            .alpha_bits = 8,
                            .level_count = 1,
                            .levels = {{bgra, sizeof bgra}}};
    struct blp_rows rows;
    uint8_t rgba[sizeof wanted];
    assert_int_equal(blp_rows_begin(&blp, 0, &diag, &rows), ADTMAP_OK);
    rows.by_alpha = true;
    assert_int_equal(blp_rows_read(&rows, 1, &diag, rgba), ADTMAP_OK);
    assert_memory_equal(rgba, wanted, sizeof wanted);
}

int test_blp_rows(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_the_same_in_bands),
        cmocka_unit_test(jpeg_is_the_same_in_bands),
        cmocka_unit_test(large_progressive_jpeg_is_read),
        cmocka_unit_test(huge_progressive_jpeg_is_refused),
        cmocka_unit_test(jpeg_of_more_than_24_scans_is_refused),
        cmocka_unit_test(reading_may_end_at_any_row),
        cmocka_unit_test(reduced_rows_are_means_of_blocks),
        cmocka_unit_test(colours_come_multiplied_by_alpha_if_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
