/*
 * Measures PNG writing: compares each png_effort with libpng's defaults on the given pictures.
 *
 *     bench_png [-r ROUNDS] [-e EFFORT] FILE.png...
 *
 * -e 0 measures fast, 1 also balanced, 2 all efforts. Prints a JSON line for libpng and for each
 * effort: name, seconds of processor time, bytes, both summed over all files. Uses one thread. The
 * encoders alternate; the fastest round of each file counts.
 */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "codec/png/png_read.h"
#include "codec/png/png_write.h"

enum { ENCODERS = PNG_SMALL + 2 }; /* libpng, then the efforts */

static const char *const names[ENCODERS] = {"libpng", "fast", "balanced", "small"};

struct result {
    double seconds;
    size_t bytes;
};

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void count_bytes(png_structp png, png_bytep data, size_t size)
{
    (void)data;
    size_t *bytes = png_get_io_ptr(png);
    *bytes += size;
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

/* libpng ends the program on an error. */
static size_t write_with_libpng(const struct picture *picture)
{
    size_t bytes = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &bytes, count_bytes, flush_nothing);
    png_set_IHDR(png, info, picture->width, picture->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < picture->height; y++) {
        png_write_row(png, picture->rgba + (size_t)y * picture->width * 4);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return bytes;
}

static size_t write_with_adtmap(struct png_encoder *encoder, const struct picture *picture,
                                enum png_effort effort, struct buffer *out)
{
    const struct png_image image = {picture->rgba, picture->width, picture->height,
                                    (size_t)picture->width * 4};
    const struct png_options options = {.kind = PNG_KIND_RGB, .effort = effort};
    const struct diag diag = {0};
    if (png_encode(encoder, &image, &options, &diag, out)) {
        fprintf(stderr, "cannot encode\n");
        exit(2);
    }
    return out->size;
}

/* Adds the fastest of `rounds` to the results. */
static void measure(const struct picture *picture, struct png_encoder *encoder, int encoders,
                    int rounds, struct result *results)
{
    struct buffer out = {0};
    double fastest[ENCODERS] = {0};
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < encoders; i++) {
            double begin = processor_seconds();
            size_t bytes =
                i == 0 ? write_with_libpng(picture)
                       : write_with_adtmap(encoder, picture, (enum png_effort)(i - 1), &out);
            double seconds = processor_seconds() - begin;
            fastest[i] = round == 0 || seconds < fastest[i] ? seconds : fastest[i];
            results[i].bytes += round == 0 ? bytes : 0;
        }
    }
    for (int i = 0; i < encoders; i++) {
        results[i].seconds += fastest[i];
    }
    buffer_free(&out);
}

int main(int argc, char **argv)
{
    int rounds = 3;
    int encoders = ENCODERS;
    for (int option = getopt(argc, argv, "r:e:"); option != -1;
         option = getopt(argc, argv, "r:e:")) {
        if (option == '?') {
            return 2;
        }
        *(option == 'r' ? &rounds : &encoders) = atoi(optarg) + (option == 'e' ? 2 : 0);
    }
    if (optind == argc || rounds < 1 || encoders < 2 || encoders > ENCODERS) {
        fprintf(stderr, "usage: bench_png [-r ROUNDS] [-e EFFORT] FILE.png...\n");
        return 2;
    }
    struct result results[ENCODERS] = {0};
    struct png_encoder *encoder = png_encoder_create(1);
    for (int i = optind; i < argc; i++) {
        struct picture picture;
        struct adtmap_message failure;
        const struct diag diag = {.file = argv[i], .failure = &failure};
        if (!encoder || picture_read_png(argv[i], &diag, &picture)) {
            fprintf(stderr, "%s: %s\n", argv[i], encoder ? failure.what : "out of memory");
            return 2;
        }
        measure(&picture, encoder, encoders, rounds, results);
        picture_free(&picture);
    }
    for (int i = 0; i < encoders; i++) {
        printf("{\"name\": \"%s\", \"seconds\": %.6f, \"bytes\": %zu}\n", names[i],
               results[i].seconds, results[i].bytes);
    }
    png_encoder_destroy(encoder);
    return 0;
}
