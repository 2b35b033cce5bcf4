/* Pictures of zoom levels that are read back: ours have one scan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jpeglib.h>

#include "codec/jpeg_tile.h"

enum { EDGE_PX = 256 };

static const struct diag nobody = {0};

/* A grey picture in one scan, or in those of a progressive file. */
static void write_jpeg(bool is_progressive, unsigned char **data, unsigned long *size)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    uint8_t row[EDGE_PX * 3];
    JSAMPROW rows[] = {row};
    memset(row, 100, sizeof row);
    *data = NULL;
    *size = 0;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, data, size);
    jpeg.image_width = EDGE_PX;
    jpeg.image_height = EDGE_PX;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    if (is_progressive) {
        jpeg_simple_progression(&jpeg);
    }
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < EDGE_PX) {
        jpeg_write_scanlines(&jpeg, rows, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
}

/* Each scan passes over the whole picture, also if it takes a few bytes of the file. */
static void a_picture_of_several_scans_is_not_read_back(void **state)
{
    (void)state;
    static uint8_t rgba[EDGE_PX * EDGE_PX * 4];
    for (int is_progressive = 0; is_progressive < 2; is_progressive++) {
        unsigned char *data;
        unsigned long size;
        write_jpeg(is_progressive, &data, &size);
        assert_int_equal(jpeg_tile_decode(data, size, EDGE_PX, &nobody, rgba),
                         is_progressive ? ADTMAP_BAD_DATA : ADTMAP_OK);
        free(data);
    }
}

int test_jpeg_tile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_of_several_scans_is_not_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
