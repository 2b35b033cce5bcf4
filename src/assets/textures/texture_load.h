/* From a texture's name to its base level, or one that is wished for, row by row. */
#ifndef ASSETS_TEXTURES_TEXTURE_LOAD_H
#define ASSETS_TEXTURES_TEXTURE_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/assets.h"
#include "assets/textures/texture_file.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/blp/blp.h"
#include "formats/blp/blp_rows.h"
#include "os/file.h"

/* What a texture is read for. */
struct texture_wish {
    uint32_t least_edge;  /* a large JPEG may come smaller, but both edges stay as long as this */
    uint64_t texels_most; /* more texels are refused before they are decoded */
    bool takes_means;     /* blocks of DXT, of any level, may come as one texel each */
    bool takes_stored;    /* the level comes whose longest edge is least_edge or less, or the last
                             that the file has whole; not with takes_means */
    bool by_alpha;        /* colours are to come multiplied by alpha / 255 */
};

enum {
    /* Large textures of a tile (BLP_LARGE_TEXELS) have at most so many texels together, of the
     * ground and of buildings each; others get the colour of their name. Decoding so many takes a
     * few seconds. */
    TEXTURE_LARGE_TEXELS_MAX = 1 << 30,
};

/* A texture that is being read. It must stay where it is. */
struct texture_source {
    uint32_t width; /* of the rows that come */
    uint32_t height;
    unsigned reduction;    /* the file's edges are 2^reduction as long */
    unsigned stored_count; /* levels that the file has whole; the first counts however it is */
    struct blob blob;
    bool borrows_blob;
    struct blp blp;
    struct blp_rows rows;
    char origin[TEXTURE_ORIGIN_BYTES]; /* for messages */
    struct diag diag;
};

/*
 * Opens a BLP, which diag->file names as asset_ref_text does. `file` is what it is read from, and
 * outlives the source; NULL: the data. Failures are those of
 * assets_read, blp_parse and blp_rows_begin, and ADTMAP_LIMIT over wish->texels_most. They are
 * reported to `diag`, which must outlive the source; then there is nothing to close.
 */
enum adtmap_status texture_open(const struct assets *assets, struct asset_ref ref,
                                const struct texture_file *file, const struct texture_wish *wish,
                                const struct diag *diag, struct texture_source *source);

/* The bytes of ".blp". */
enum { TEXTURE_EXTENSION_BYTES = 4 };

/* NAME_s.blp of NAME.blp, whose alpha says how it shines; `name` is as long as an extension at
 * least. In `arena`, NULL when out of memory. */
char *texture_shining_name(const char *name, struct arena *arena);

/* What the next texture of a tile may have, whose large textures have `large_texels` so far. */
uint64_t texture_texels_most(uint64_t large_texels);

/* Takes the next `count` rows, RGBA: a multiple of BLP_BAND_ROWS, or all that are left. */
typedef void texture_take(void *user, const uint8_t *rgba, uint32_t count);

/*
 * Hands all rows over, from the top, without ever having more than BLP_BAND_ROWS in memory.
 * Failures are those of blp_rows_read, and ADTMAP_NO_MEMORY.
 */
enum adtmap_status texture_read(struct texture_source *source, texture_take *take, void *user);

void texture_close(struct texture_source *source);

/*
 * Says on `log` that a texture could not be had, for the reason in `why`, and gives the colour that
 * stands in for it.
 */
void texture_fallback(struct asset_ref ref, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3]);

#endif
