/*
 * Parts of a packed file that is too large to unpack whole: chunks that are stored as they are,
 * are read in place; others are unpacked when they are first looked at, and kept.
 */
#ifndef ASSETS_SOURCES_CASC_PACKED_VIEW_H
#define ASSETS_SOURCES_CASC_PACKED_VIEW_H

#include <pthread.h>

#include "assets/sources/casc/archives.h"

struct packed_view {
    struct packed_file file;
    const struct key_ring *ring;
    uint8_t *letters;   /* of each chunk, how it is packed */
    uint8_t **unpacked; /* of each chunk, or NULL */
    size_t unpacked_bytes;
    pthread_mutex_t lock;
};

/* Takes `file` over, also when it fails: with ADTMAP_IO, ADTMAP_NO_MEMORY. `ring` is borrowed. */
enum adtmap_status packed_view_open(struct packed_file file, const struct key_ring *ring,
                                    const struct diag *diag, struct packed_view *view);

/* Fine on a view that is zero-initialised. */
void packed_view_close(struct packed_view *view);

/* Copies `size` bytes of the content at `offset`, from any thread. Fails with ADTMAP_BAD_DATA
 * beyond its end, ADTMAP_LIMIT when more than UNPACK_BYTES_MAX would be unpacked and kept, and as
 * blte_unpack does. */
enum adtmap_status packed_view_read(struct packed_view *view, uint64_t offset, size_t size,
                                    const struct diag *diag, uint8_t *bytes);

#endif
