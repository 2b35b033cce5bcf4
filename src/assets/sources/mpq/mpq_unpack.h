/*
 * Unpacks one sector of a file in an MPQ archive. Its first byte is a set of compressions, which
 * are undone in a fixed order; 0x12 means LZMA alone.
 */
#ifndef ASSETS_SOURCES_MPQ_MPQ_UNPACK_H
#define ASSETS_SOURCES_MPQ_MPQ_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bounds, see docs/security.md. */
enum {
    MPQ_TWICE_BYTES_MAX = 64 << 20, /* takes two steps of this size; clients pack sectors twice */
    MPQ_DICTIONARY_BYTES_MAX = 64 << 20, /* of the highest level of xz */
};

/* Used by one thread at a time; zero-initialised it is ready. */
struct mpq_unpacker {
    struct libdeflate_decompressor *inflate; /* made when it is first needed */
    uint8_t *steps[2]; /* what a sector is between two compressions; grown on demand */
    size_t step_bytes;
    uint64_t work; /* how much was unpacked, in bytes that zlib unpacks in the same time */
};

enum mpq_unpacked {
    MPQ_UNPACKED,
    MPQ_UNPACK_DAMAGED,
    MPQ_UNPACK_AUDIO,    /* Huffman codes and ADPCM, of sounds alone */
    MPQ_UNPACK_NO_BZIP2, /* this build cannot */
    MPQ_UNPACK_NO_LZMA,
    MPQ_UNPACK_TWICE,      /* packed twice and over MPQ_TWICE_BYTES_MAX */
    MPQ_UNPACK_DICTIONARY, /* not with MPQ_DICTIONARY_BYTES_MAX, where it asks for more */
    MPQ_UNPACK_NO_MEMORY,
};

/* Unpacks a sector that is not stored; `data` has room for `size`, which it must give exactly. */
enum mpq_unpacked mpq_unpack(struct mpq_unpacker *unpacker, const uint8_t *packed,
                             size_t packed_bytes, uint8_t *data, size_t size);

/* The same for sectors without a first byte, which are imploded. */
enum mpq_unpacked mpq_unpack_imploded(struct mpq_unpacker *unpacker, const uint8_t *packed,
                                      size_t packed_bytes, uint8_t *data, size_t size);

/* Frees what it holds. */
void mpq_unpacker_free(struct mpq_unpacker *unpacker);

#endif
