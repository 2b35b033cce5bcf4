/* What the files of the zoom levels share: pyramid.c takes tiles, pyramid_nodes.c puts pictures
 * together from pieces, pyramid_files.c has them in their folders. */
#ifndef OUTPUT_ZOOM_PYRAMID_PARTS_H
#define OUTPUT_ZOOM_PYRAMID_PARTS_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "output/zoom/pyramid.h"

enum {
    NODE_COUNT = 1365,     /* pictures of zoom 0 to 5: 1 + 4 + 16 + ... + 1024 */
    DELIVERED_WORDS = 256, /* pieces a picture is put together from, at most 16 x 16 */
};

/*
 * A picture that is put together from pieces: the four pictures below it, halved, or at the level
 * where tiles come in, tiles of the grid.
 */
struct node {
    uint16_t pending;                         /* pieces still to come */
    uint8_t *pixels;                          /* NULL while no piece has brought any */
    uint64_t delivered[DELIVERED_WORDS / 64]; /* pieces that brought pixels */
};

/* What one thread works with; kept in a list between tiles. */
struct bench {
    struct bench *next;
    struct image_encoder *encoder;
    struct buffer file;
    uint8_t *pixels; /* one level of one tile after the other */
};

struct pyramid {
    char *directory;
    enum image_format format;
    enum png_effort effort;
    uint32_t size_px;
    struct pyramid_depth depth;
    uint32_t entry_zoom;            /* where tiles, or their zoom 6, go into nodes */
    struct diag diag;               /* the caller's, but failures are kept in `failure` */
    struct adtmap_message failure;  /* the first; guarded by the lock */
    struct adtmap_message *explain; /* where the failure goes in the end; may be NULL */

    pthread_mutex_t lock; /* guards what follows; pixels of a node belong to who delivers */
    enum adtmap_status status;
    struct tile_set missing; /* tiles nobody has put or skipped */
    struct bench *benches;
    struct node nodes[NODE_COUNT];
};

/* A part of a picture on its way into the picture above it. */
struct piece {
    uint32_t zoom; /* of the picture it goes into */
    uint32_t x;    /* its own place, counted in pieces */
    uint32_t y;
    uint32_t per_edge;     /* pieces side by side in a picture */
    const uint8_t *pixels; /* NULL: it does not come */
    size_t stride_bytes;
};

/* Makes the folders of all pictures that may be written, before threads are at work. */
enum adtmap_status pyramid_make_directories(const struct pyramid *pyramid,
                                            const struct tile_set *tiles);

/* Writes one picture of WEB_TILE_PX rows, or removes what an earlier run left in the place of an
 * empty one. A failure is kept. */
void pyramid_write_picture(struct pyramid *pyramid, struct bench *bench, uint32_t zoom, uint32_t x,
                           uint32_t y, const uint8_t *rgba, size_t stride_bytes);

/* Keeps a failure for pyramid_finish, if it is the first. Without the lock held. */
void pyramid_keep_failure(struct pyramid *pyramid, enum adtmap_status status,
                          const struct adtmap_message *message);

/* pyramid_keep_failure where an allocation failed. */
void pyramid_lack_memory(struct pyramid *pyramid);

/* Counts for every picture of zoom 0 to the entry how many pieces it waits for. */
void pyramid_count_pieces(struct pyramid *pyramid, const struct tile_set *tiles);

/* Carries a piece up, level by level, as long as it is the last one of its picture; writes the
 * pictures that it completes. */
void pyramid_rise(struct pyramid *pyramid, struct bench *bench, struct piece piece);

#endif
