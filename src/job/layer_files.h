/*
 * The data layers of a run: drawn with their tile by whoever draws it, encoded, stitched, written
 * beside the tiles, told in the manifest.
 */
#ifndef JOB_LAYER_FILES_H
#define JOB_LAYER_FILES_H

#include "base/buffer.h"
#include "base/hash.h"
#include "base/tile_set.h"
#include "job/job.h"
#include "output/manifest/manifest_layers.h"
#include "output/stitch.h"
#include "render/layers/data_layer.h"
#include "render/tile.h"

/* One layer of one tile, on its way to a file. */
struct layer_file {
    struct buffer png; /* between worker and writer */
    struct hash128 hash;
    float range_yd[2]; /* as in struct adtmap_layer_image */
    float ground_yd[2];
};

/* What becomes of the layers of a tile. Zero-initialised: nothing yet. */
struct layer_tile {
    struct layer_file *files; /* one a layer; NULL before they are drawn */
    uint32_t *areas;          /* ids that the tile's chunks have, each once; of the area layer */
    uint32_t area_count;
};

struct layer_files {
    const struct job_settings *settings;
    const struct data_layer_selection *layers; /* the settings', or none */
    const char *map;
    const char *directory;                      /* OUT/MAP */
    struct stitch_bounds bounds;                /* what stitched layers show */
    struct stitch *stitches[ADTMAP_LAYERS_MAX]; /* NULL: none, or finished */
};

/* Where stitched layers go, and how. */
struct layer_stitching {
    const struct tile_set *tiles;
    const struct manifest *earlier; /* what was there before; NULL: nothing */
    enum stitch_extent extent;
    size_t budget_bytes; /* of each */
    unsigned workers, threads;
};

/* The settings' layers; an empty selection where there are none. */
const struct data_layer_selection *layers_of(const struct job_settings *settings);

/*
 * Makes the layers' folders, and with JOB_STITCH begins their stitched maps; one that shows other
 * tiles, too, is left as it is, with a warning. Borrows all it is
 * given, `diag` until the files are finished or aborted. What it leaves is to be aborted after a
 * failure, too.
 */
enum adtmap_status layer_files_open(const struct job_settings *settings, const char *map,
                                    const char *directory, const struct layer_stitching *stitching,
                                    const struct diag *diag, struct layer_files *files);

/* What a worker draws layers with. */
struct layer_drawing {
    const struct tile_plan *plan;
    const struct tile_input *input;
    struct tile_scratch *scratch;
    struct png_encoder *encoder;
    void *pixels;                        /* of the largest layer: layer_files_pixel_bytes each */
    double draw_seconds, encode_seconds; /* results, added to */
};

/* The most bytes that a pixel of the layers takes; 0 without layers. */
size_t layer_files_pixel_bytes(const struct layer_files *files);

/* Draws and encodes all layers of tile (x, y), and hands them to their stitched maps. */
enum adtmap_status layer_files_draw(const struct layer_files *files, uint32_t x, uint32_t y,
                                    struct layer_drawing *drawing, const struct diag *diag,
                                    struct layer_tile *tile);

/* Leaves tile (x, y) out of the stitched maps, unless it is in already. */
void layer_files_skip(const struct layer_files *files, uint32_t x, uint32_t y);

/* A worker draws no more. */
void layer_files_leave(const struct layer_files *files);

/* Writes the files of tile (x, y), none if its layers were not drawn. */
enum adtmap_status layer_files_write(const struct layer_files *files, uint32_t x, uint32_t y,
                                     const struct diag *diag, const struct layer_tile *tile);

/* Frees the bytes of the tile's files; what manifests say of them stays. */
void layer_files_drop(const struct layer_files *files, struct layer_tile *tile);

void layer_tile_free(struct layer_tile *tile);

/* Finishes the stitched maps, a world file beside each; the first failure counts. */
enum adtmap_status layer_files_finish(struct layer_files *files, const struct diag *diag);

/* Gives up what is not finished. Zero-initialised or finished files may be aborted. */
void layer_files_abort(struct layer_files *files);

#endif
