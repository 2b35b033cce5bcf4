/*
 * Strips are joined to one zlib stream without recompression. Each strip is raw deflate data that
 * refers to no bytes of other strips, and all but the last end with an empty stored block, on a
 * byte boundary. The first strip has the zlib header in front, the last one the Adler-32 checksum
 * of all behind it, which adler32_combine computes from those of the strips.
 *
 * A strip has about 1 MiB of filtered rows. That is 32 windows of deflate, so that little is lost
 * at its start, where no match can be found.
 */
#include "codec/png/png_strip.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/reader.h"
#include "base/size.h"
#include "codec/png/png_filter.h"

enum { LIBDEFLATE_SMALLEST = 12, STREAM_HEAD_BYTES = 2 };

static const struct row_search searches[] = {
    [PNG_FAST] = {.match_min = 8, .acceleration = 32},
    [PNG_BALANCED] = {.match_min = 6, .acceleration = 24},
    [PNG_SMALL] = {.match_min = 5, .acceleration = 0},
};

bool png_strip_prepare(struct png_strip *strip, size_t row_bytes, size_t pixel_bytes)
{
    if (!strip->deflater) {
        strip->deflater = row_deflater_create();
    }
    strip->kernels = png_filter_kernels_get(ADTMAP_CPU_AUTO);
    strip->row_bytes = row_bytes;
    strip->pixel_bytes = pixel_bytes;
    buffer_clear(&strip->scratch);
    return strip->deflater && buffer_extend(&strip->scratch, png_filter_scratch_bytes(row_bytes));
}

void png_strip_free(struct png_strip *strip)
{
    row_deflater_destroy(strip->deflater);
    buffer_free(&strip->filtered);
    buffer_free(&strip->scratch);
    buffer_free(&strip->compressed);
    *strip = (struct png_strip){0};
}

void png_strip_clear(struct png_strip *strip)
{
    buffer_clear(&strip->filtered);
    buffer_clear(&strip->compressed);
    strip->is_compressed = false;
}

void png_strip_add(struct png_strip *strip, const uint8_t *row, const uint8_t *above)
{
    uint8_t *out = buffer_extend(&strip->filtered, strip->row_bytes + 1);
    if (out) {
        const struct png_filter_row in = {row, above, strip->row_bytes, strip->pixel_bytes};
        png_filter_choose(strip->kernels, &in, strip->scratch.data, out);
    }
}

void png_strip_compress(struct png_strip *strip, enum png_effort effort, unsigned position)
{
    const struct buffer *filtered = &strip->filtered;
    strip->position = position;
    if (position & PNG_STRIP_FIRST) {
        /* Deflate, window of 32 KiB, default level, no dictionary; a multiple of 31. */
        static const uint8_t head[STREAM_HEAD_BYTES] = {0x78, 0x9c};
        buffer_append(&strip->compressed, head, sizeof head);
    }
    size_t before = strip->compressed.size;
    uint8_t *out = buffer_extend(&strip->compressed, row_deflate_bound(filtered->size));
    if (filtered->failed || !out) {
        return;
    }
    strip->adler = libdeflate_adler32(1, filtered->data, filtered->size);
    const struct row_layout rows = {strip->row_bytes + 1, strip->pixel_bytes};
    enum row_deflate_end end = position & PNG_STRIP_LAST ? ROW_DEFLATE_ENDS : ROW_DEFLATE_CONTINUES;
    strip->compressed.size = before + row_deflate(strip->deflater, &searches[effort], &rows,
                                                  filtered->data, filtered->size, end, out);
    strip->is_compressed = true;
}

void png_strip_compress_whole(struct png_strip *strip, enum png_effort effort)
{
    png_strip_compress(strip, effort, PNG_STRIP_WHOLE);
    if (!strip->is_compressed) {
        return;
    }
    size_t before = STREAM_HEAD_BYTES;
    size_t room = strip->compressed.size - before;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LIBDEFLATE_SMALLEST);
    uint8_t *shorter = malloc(room);
    size_t size = compressor && shorter
                      ? libdeflate_deflate_compress(compressor, strip->filtered.data,
                                                    strip->filtered.size, shorter, room)
                      : 0;
    if (size) {
        memcpy(strip->compressed.data + before, shorter, size);
        strip->compressed.size = before + size;
    }
    strip->is_compressed = compressor && shorter;
    libdeflate_free_compressor(compressor);
    free(shorter);
}

enum adtmap_status png_strip_write(struct png_strip *strip, struct png_strip_sequence *sequence)
{
    struct buffer *compressed = &strip->compressed;
    sequence->adler =
        (uint32_t)adler32_combine(sequence->adler, strip->adler, (z_off_t)strip->filtered.size);
    if (strip->position & PNG_STRIP_LAST) {
        uint8_t big_endian[4];
        store_u32(big_endian, __builtin_bswap32(sequence->adler));
        buffer_append(&strip->compressed, big_endian, sizeof big_endian);
    }
    if (!strip->is_compressed || compressed->failed) {
        return diag_fail_memory(sequence->container->diag);
    }
    return png_container_idat(sequence->container, compressed->data, compressed->size);
}

size_t png_strip_rows(size_t row_bytes)
{
    return size_max(1, PNG_STRIP_BYTES / (row_bytes + 1));
}
