/* Packs bytes as BLTE: a head that lists chunks, then the chunks. */
#ifndef DEMO_PACK_BLTE_WRITE_H
#define DEMO_PACK_BLTE_WRITE_H

#include "demo/pack/casc_file.h"

/* Appends the packed form of `size` bytes to `out`; gives its encoding key. A failure is left in
 * `out`. */
struct md5 blte_write(struct buffer *out, const uint8_t *data, size_t size,
                      enum casc_packing packing);

/* Appends a number of `bytes` bytes, big endian. */
void blte_put_number(struct buffer *out, uint64_t value, unsigned bytes);

/* The encoding key of packed bytes: the MD5 of their head, or of all without a list of chunks. */
struct md5 blte_key(const struct buffer *packed);

#endif
