/* What goes into a storage: a file, and how its bytes and its entries are written. */
#ifndef DEMO_PACK_CASC_FILE_H
#define DEMO_PACK_CASC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/md5.h"

/* The layout of the root, by the first client that had it so. */
enum casc_root { CASC_ROOT_6_0, CASC_ROOT_8_2, CASC_ROOT_10_1_7, CASC_ROOT_11_1 };

enum casc_packing {
    CASC_DEFLATED, /* one chunk by zlib, without a list of chunks */
    CASC_CHUNKED,  /* chunks of 64 KiB, stored and deflated by turns */
    CASC_STORED,   /* one chunk as it is, in a list */
};

enum { CASC_ALL_LOCALES = 0x1F3F6 };

struct casc_file {
    const char *name; /* a client's, any spelling; NULL: the file is known by its id alone */
    uint32_t id;
    const uint8_t *data;
    size_t size;
    uint32_t content_flags; /* of the root; that there is no hash is added for those without */
    uint32_t locale_flags;
    enum casc_packing packing;
    bool is_absent;              /* the tables know the file, no archive has it */
    const struct buffer *packed; /* its BLTE, where the caller made it; else NULL */
};

#endif
