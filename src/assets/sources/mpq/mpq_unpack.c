#include "assets/sources/mpq/mpq_unpack.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#ifdef ADTMAP_HAVE_BZIP2
#include <bzlib.h>
#endif
#ifdef ADTMAP_HAVE_LZMA
#include <lzma.h>
#endif

#include "assets/sources/mpq/explode.h"
#include "base/reader.h"
#include "base/size.h"

enum {
    HUFFMAN = 0x01,
    ZLIB = 0x02,
    IMPLODE = 0x08,
    BZIP2 = 0x10,
    LZMA = 0x12,
    SPARSE = 0x20,
    ADPCM = 0x40 | 0x80,
};

/* Undoes one compression: at most *size bytes, set to how many there are. */
typedef enum mpq_unpacked undo(struct mpq_unpacker *unpacker, const uint8_t *packed,
                               size_t packed_bytes, uint8_t *data, size_t *size);

static enum mpq_unpacked undo_zlib(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                   size_t packed_bytes, uint8_t *data, size_t *size)
{
    if (!unpacker->inflate) {
        unpacker->inflate = libdeflate_alloc_decompressor();
    }
    if (!unpacker->inflate) {
        return MPQ_UNPACK_NO_MEMORY;
    }
    unpacker->work += *size;
    return libdeflate_zlib_decompress(unpacker->inflate, packed, packed_bytes, data, *size, size) ==
                   LIBDEFLATE_SUCCESS
               ? MPQ_UNPACKED
               : MPQ_UNPACK_DAMAGED;
}

static enum mpq_unpacked undo_implode(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                      size_t packed_bytes, uint8_t *data, size_t *size)
{
    enum { SLOWER = 4 };
    unpacker->work += SLOWER * (uint64_t)*size;
    return explode(packed, packed_bytes, data, size) ? MPQ_UNPACKED : MPQ_UNPACK_DAMAGED;
}

static enum mpq_unpacked undo_bzip2(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                    size_t packed_bytes, uint8_t *data, size_t *size)
{
#ifdef ADTMAP_HAVE_BZIP2
    enum { SLOWER = 16, SETUP_BYTES = 256 << 10 };
    unsigned bytes = (unsigned)*size;
    unpacker->work += SLOWER * (uint64_t)*size + SETUP_BYTES;
    int result = BZ2_bzBuffToBuffDecompress((char *)data, &bytes, (char *)(uintptr_t)packed,
                                            (unsigned)packed_bytes, 0, 0);
    *size = bytes;
    return result == BZ_OK          ? MPQ_UNPACKED
           : result == BZ_MEM_ERROR ? MPQ_UNPACK_NO_MEMORY
                                    : MPQ_UNPACK_DAMAGED;
#else
    (void)unpacker, (void)packed, (void)packed_bytes, (void)data, (void)size;
    return MPQ_UNPACK_NO_BZIP2;
#endif
}

/*
 * A byte that must be 0, and a file of LZMA: properties of 5 bytes, of which 4 are the size of the
 * dictionary, the size of the contents in 8, and the codes. A dictionary larger than the contents
 * is of no use, so that a claimed one takes no memory.
 */
static enum mpq_unpacked undo_lzma(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                   size_t packed_bytes, uint8_t *data, size_t *size)
{
#ifdef ADTMAP_HAVE_LZMA
    enum {
        SLOWER = 8,
        HEAD_BYTES = 13,
        DICTIONARY_BYTES_MIN = 4096,
        OTHER_MEMORY = 16 << 20,
    };
    uint8_t head[HEAD_BYTES];
    lzma_stream stream = LZMA_STREAM_INIT;
    if (packed_bytes < 1 + HEAD_BYTES || packed[0] != 0) {
        return MPQ_UNPACK_DAMAGED;
    }
    memcpy(head, packed + 1, HEAD_BYTES);
    struct reader reader = reader_make(head + 1, 4);
    size_t wanted = size_min(reader_u32(&reader), size_max(*size, DICTIONARY_BYTES_MIN));
    size_t dictionary = size_min(wanted, MPQ_DICTIONARY_BYTES_MAX);
    for (size_t i = 0; i < 4; i++) {
        head[1 + i] = (uint8_t)(dictionary >> 8 * i);
    }
    unpacker->work += SLOWER * (uint64_t)*size;
    lzma_ret result = lzma_alone_decoder(&stream, (uint64_t)dictionary + OTHER_MEMORY);
    stream.next_out = data;
    stream.avail_out = *size;
    stream.next_in = head;
    stream.avail_in = HEAD_BYTES;
    result = result == LZMA_OK ? lzma_code(&stream, LZMA_RUN) : result;
    stream.next_in = packed + 1 + HEAD_BYTES;
    stream.avail_in = packed_bytes - 1 - HEAD_BYTES;
    result = result == LZMA_OK ? lzma_code(&stream, LZMA_FINISH) : result;
    *size -= stream.avail_out;
    lzma_end(&stream);
    return result == LZMA_STREAM_END  ? MPQ_UNPACKED
           : result == LZMA_MEM_ERROR ? MPQ_UNPACK_NO_MEMORY
           : wanted > dictionary      ? MPQ_UNPACK_DICTIONARY
                                      : MPQ_UNPACK_DAMAGED;
#else
    (void)unpacker, (void)packed, (void)packed_bytes, (void)data, (void)size;
    return MPQ_UNPACK_NO_LZMA;
#endif
}

/* The size of the contents, its highest byte first, and runs: 0x80 + n, and n + 1 bytes as they
 * are; or n for n + 3 zeros. */
static enum mpq_unpacked undo_sparse(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                     size_t packed_bytes, uint8_t *data, size_t *size)
{
    struct reader reader = reader_make(packed, packed_bytes);
    size_t wanted = (size_t)reader_big_endian(&reader, 4);
    size_t at = 0;
    if (reader.bad || wanted > *size) {
        return MPQ_UNPACK_DAMAGED;
    }
    unpacker->work += wanted;
    while (at < wanted) {
        uint8_t run = reader_u8(&reader);
        size_t length = size_min(run & 0x80 ? (run & 0x7FU) + 1 : run + 3U, wanted - at);
        const uint8_t *bytes = run & 0x80 ? reader_bytes(&reader, length) : NULL;
        if (reader.bad) {
            return MPQ_UNPACK_DAMAGED;
        }
        if (bytes) {
            memcpy(data + at, bytes, length);
        } else {
            memset(data + at, 0, length);
        }
        at += length;
    }
    *size = at;
    return MPQ_UNPACKED;
}

/* In the order in which they are undone. */
static const struct {
    uint8_t bit;
    undo *undo;
} compressions[] = {
    {BZIP2, undo_bzip2},
    {IMPLODE, undo_implode},
    {ZLIB, undo_zlib},
    {SPARSE, undo_sparse},
};

/* Makes room for the steps between compressions, each of up to `bytes`. */
static bool unpacker_make_room(struct mpq_unpacker *unpacker, size_t bytes)
{
    for (size_t i = 0; i < 2 && unpacker->step_bytes < bytes; i++) {
        free(unpacker->steps[i]);
        unpacker->steps[i] = malloc(bytes);
    }
    bool fine = unpacker->steps[0] && unpacker->steps[1];
    unpacker->step_bytes = fine ? size_max(unpacker->step_bytes, bytes) : 0;
    return fine;
}

enum mpq_unpacked mpq_unpack(struct mpq_unpacker *unpacker, const uint8_t *packed,
                             size_t packed_bytes, uint8_t *data, size_t size)
{
    if (packed_bytes < 1) {
        return MPQ_UNPACK_DAMAGED;
    }
    uint8_t left = packed[0];
    size_t got = size;
    packed++;
    packed_bytes--;
    if (left == LZMA) {
        enum mpq_unpacked result = undo_lzma(unpacker, packed, packed_bytes, data, &got);
        return result || got == size ? result : MPQ_UNPACK_DAMAGED;
    }
    if (left & (HUFFMAN | ADPCM)) {
        return MPQ_UNPACK_AUDIO;
    }
    bool is_single = (left & (left - 1)) == 0;
    if (left == 0 || (left & ~(ZLIB | IMPLODE | BZIP2 | SPARSE))) {
        return MPQ_UNPACK_DAMAGED;
    }
    /* What is packed twice may be somewhat larger in between than in the end. */
    size_t room = is_single ? size : size + size / 8 + 1024;
    if (!is_single && size > MPQ_TWICE_BYTES_MAX) {
        return MPQ_UNPACK_TWICE;
    }
    if (!is_single && !unpacker_make_room(unpacker, room)) {
        return MPQ_UNPACK_NO_MEMORY;
    }
    for (size_t i = 0, step = 0; i < COUNT_OF(compressions); i++) {
        if (!(left & compressions[i].bit)) {
            continue;
        }
        left = (uint8_t)(left & ~compressions[i].bit);
        uint8_t *to = left == 0 ? data : unpacker->steps[step];
        got = left == 0 ? size : room;
        enum mpq_unpacked result = compressions[i].undo(unpacker, packed, packed_bytes, to, &got);
        if (result) {
            return result;
        }
        packed = to;
        packed_bytes = got;
        step = 1 - step;
    }
    return got == size ? MPQ_UNPACKED : MPQ_UNPACK_DAMAGED;
}

enum mpq_unpacked mpq_unpack_imploded(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                      size_t packed_bytes, uint8_t *data, size_t size)
{
    size_t got = size;
    enum mpq_unpacked result = undo_implode(unpacker, packed, packed_bytes, data, &got);
    return result || got == size ? result : MPQ_UNPACK_DAMAGED;
}

void mpq_unpacker_free(struct mpq_unpacker *unpacker)
{
    libdeflate_free_decompressor(unpacker->inflate);
    free(unpacker->steps[0]);
    free(unpacker->steps[1]);
    *unpacker = (struct mpq_unpacker){0};
}
