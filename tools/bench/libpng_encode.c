#include "libpng_encode.h"

#include <png.h>

#include "bench.h"

_Noreturn static void fail(png_structp png, png_const_charp message)
{
    (void)png;
    bench_fail("libpng: %s", message);
}

static void count_bytes(png_structp png, png_bytep data, size_t size)
{
    size_t *total = png_get_io_ptr(png);
    (void)data;
    *total += size;
}

size_t libpng_encode(const uint8_t *rgba, uint32_t width, uint32_t height)
{
    size_t total = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        bench_fail("out of memory");
    }
    png_set_write_fn(png, &total, count_bytes, NULL);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < height; y++) {
        png_write_row(png, rgba + (size_t)y * width * 4);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return total;
}
