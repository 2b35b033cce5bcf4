/* The tables of a storage: root, encoding table and index files. */
#ifndef DEMO_PACK_CASC_TABLES_WRITE_H
#define DEMO_PACK_CASC_TABLES_WRITE_H

#include "demo/pack/casc_file.h"

/* A file in the root. */
struct casc_root_entry {
    uint32_t id;
    uint32_t content_flags;
    uint32_t locale_flags;
    uint64_t hash; /* of the name; unused with the flag of no hashes */
    struct md5 content;
};

enum { CASC_NO_HASHES = 0x10000000 };

/* A file in the encoding table. */
struct casc_encoding_entry {
    struct md5 content;
    struct md5 key;
    uint64_t content_bytes;
};

/* A file in the archives. */
struct casc_index_entry {
    struct md5 key;
    uint32_t archive;
    uint32_t offset;
    uint32_t bytes; /* with the head */
};

/* Files with the same flags that follow one another become a block. */
void casc_put_root(struct buffer *out, const struct casc_root_entry *entries, size_t count,
                   enum casc_root kind);

/* Sorts the entries. */
void casc_put_encoding(struct buffer *out, struct casc_encoding_entry *entries, size_t count);

/* Sorts the entries, and puts those of one of the 16 buckets. */
void casc_put_index(struct buffer *out, struct casc_index_entry *entries, size_t count,
                    unsigned bucket);

#endif
