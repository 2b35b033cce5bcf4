/* What the files of the zoom levels share: pyramid.c takes tiles, pyramid_nodes.c puts pictures
 * together from children, pyramid_files.c has them in their folders. */
#ifndef OUTPUT_ZOOM_PYRAMID_PARTS_H
#define OUTPUT_ZOOM_PYRAMID_PARTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/tile_set.h"
#include "os/file_batch.h"
#include "output/output.h"
#include "output/zoom/pyramid_levels.h"

/*
 * A picture that is put together from children: the four pictures below it, halved, or at the level
 * where tiles come in, tiles of the grid.
 */
struct zoom_node {
    bool is_made;     /* else its file stays */
    uint16_t pending; /* children still to come */
    uint8_t came;     /* of four children: a bit for each that came, pixels or none */
    uint8_t *pixels;  /* NULL while no child has brought any */
};

/* What one thread works with; kept in a list between tiles. */
struct zoom_worker {
    struct zoom_worker *next;
    struct image_encoder *encoder;
    struct buffer file;
    bool has_file;   /* `file` is the picture that was written last */
    uint8_t *pixels; /* one level of one tile after the other */
    uint8_t *stored; /* of lossy formats, what a file shows; NULL for others */
};

struct pyramid {
    struct output output; /* first: an output is its pyramid */
    char *directory;
    enum image_format format;
    enum png_effort effort;
    unsigned quality;
    bool (*has_file)(void *user, uint32_t zoom, uint32_t x, uint32_t y);
    void (*made)(void *user, const struct pyramid_picture *picture);
    void *user;
    uint32_t size_px;
    bool has_heights;
    struct pyramid_depth depth;
    uint32_t entry_zoom;            /* where tiles, or their zoom 6, go into nodes */
    struct diag diag;               /* the caller's, but failures are kept in `failure` */
    struct adtmap_message failure;  /* the first; guarded by the lock */
    struct adtmap_message *explain; /* where the failure goes in the end; may be NULL */
    struct file_batch *files;       /* NULL: each has its name at once */

    pthread_mutex_t lock; /* guards what follows; pixels of a node belong to who stores */
    enum adtmap_status status;
    struct tile_set missing; /* tiles nobody has put or skipped */
    struct zoom_worker *workers;
    struct zoom_node nodes[PYRAMID_JOINED_MAX];
};

/* A part of a picture on its way into the picture above it. */
struct child {
    uint32_t zoom; /* of the picture it goes into */
    uint32_t x;    /* its own place, counted in children */
    uint32_t y;
    uint32_t per_edge;     /* children side by side in a picture */
    const uint8_t *pixels; /* NULL: it does not come */
    size_t stride_bytes;
};

/* Makes the folders of all pictures that may be written, before threads are at work. */
enum adtmap_status pyramid_make_directories(const struct pyramid *pyramid,
                                            const struct tile_set *tiles);

/* Writes one picture of WEB_TILE_PX rows. Without a visible pixel, or with `rgba` NULL, removes its
 * file. A failure is kept. */
void pyramid_write_picture(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t zoom,
                           uint32_t x, uint32_t y, const uint8_t *rgba, size_t stride_bytes);

/*
 * The pixels that the file of the picture written last shows: those that were given, unless the
 * format is lossy. The picture above is made of these, so that it is the same whether its children
 * were just written or are read from their files. *stride_bytes is changed with them.
 */
const uint8_t *pyramid_stored(struct pyramid *pyramid, struct zoom_worker *worker,
                              const uint8_t *rgba, size_t *stride_bytes);

/* A picture half as wide and half as high, of colours or of heights (halve.h, average_heights.h).
 */
void pyramid_halve(const struct pyramid *pyramid, const uint8_t *in, uint32_t edge_px,
                   size_t stride_bytes, uint8_t *out);

/* Keeps a failure for the end, if it is the first. Without the lock held. */
void pyramid_keep_failure(struct pyramid *pyramid, enum adtmap_status status,
                          const struct adtmap_message *message);

/* pyramid_keep_failure where an allocation failed. */
void pyramid_out_of_memory(struct pyramid *pyramid);

/* Finds out which pictures of zoom 0 to the entry are made, and how many children each waits for;
 * `joined` may be NULL. */
void pyramid_count_children(struct pyramid *pyramid, const struct tile_set *tiles,
                            const bool *joined);

/* Makes the pictures that wait for no child, once all tiles have come or been skipped. */
void pyramid_complete_rest(struct pyramid *pyramid, struct zoom_worker *worker);

/* Carries a child up, level by level, as long as it is the last one of its picture; writes the
 * pictures that it completes. */
void pyramid_propagate(struct pyramid *pyramid, struct zoom_worker *worker, struct child child);

#endif
