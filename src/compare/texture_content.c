/*
 * A texture is decoded once for all tiles that use it, a band of rows at a time from both builds,
 * and left at the first band that differs. Files with equal bytes are not decoded at all.
 */
#include "compare/texture_content.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "compare/asset_label.h"
#include "formats/blp/blp_rows.h"

struct known_texture {
    uint64_t name; /* hash of the label, and the part */
    bool differs;
};

/* The texture of one build. */
struct side {
    bool is_there; /* and could be read so far */
    bool is_open;
    struct blob blob;
    struct blp image;
    struct blp_rows rows; /* of the image */
    char origin[512];
    struct adtmap_message why;
    struct diag diag; /* of the two before */
};

/* Two builds' textures while they are compared. */
struct comparing {
    struct texture_contents *contents;
    struct side sides[2];
    bool is_unknown; /* the system refused to read one */
};

/* Returns whether a step went well. A side of which one did not is no longer there. */
static bool side_did(struct comparing *comparing, struct side *side, enum adtmap_status status)
{
    side->is_there = side->is_there && !status;
    if (status == ADTMAP_NO_MEMORY) {
#pragma omp atomic write
        comparing->contents->failed = true;
    } else if (status && status != ADTMAP_NOT_FOUND) {
        const struct diag at_file = diag_at(comparing->contents->diag, side->origin);
        comparing->is_unknown = comparing->is_unknown || diag_is_transient(status);
        diag_warn(&at_file, side->why.chunk, side->why.offset, "%s; counts as %s", side->why.what,
                  diag_is_transient(status) ? "changed" : "missing");
    }
    return !status;
}

/* Reads the file of a label. */
static void side_read(struct comparing *comparing, struct side *side, const struct assets *assets,
                      const char *label)
{
    struct asset file;
    assets_find(assets, asset_label_file(label), &file);
    asset_origin(&file, side->origin, sizeof side->origin);
    side->diag = (struct diag){side->origin, NULL, &side->why};
    side->is_there = true;
    side_did(comparing, side,
             assets_read_found(assets, &file, ASSETS_WHOLE, &side->diag, &side->blob));
}

static void side_open(struct comparing *comparing, struct side *side)
{
    side->is_open =
        side->is_there &&
        side_did(comparing, side,
                 blp_parse(side->blob.data, side->blob.size, &side->diag, &side->image)) &&
        side_did(comparing, side, blp_rows_begin(&side->image, 0, &side->diag, &side->rows));
}

static void side_close(struct side *side)
{
    if (side->is_open) {
        blp_rows_end(&side->rows);
    }
    blob_release(&side->blob);
}

/* Whether two bands of rows differ in the channels that are seen. */
static bool bands_differ(const uint8_t *a, const uint8_t *b, size_t texels, enum texture_part part)
{
    size_t first = part == TEXTURE_ALPHA ? 3 : 0;
    size_t end = part == TEXTURE_COLOR ? 3 : 4;
    for (size_t i = 0; i < texels; i++) {
        if (memcmp(a + 4 * i + first, b + 4 * i + first, end - first) != 0) {
            return true;
        }
    }
    return false;
}

/* Compares open images of the same size, a band at a time. */
static bool rows_differ(struct comparing *comparing, enum texture_part part)
{
    struct side *sides = comparing->sides;
    const struct blp_rows *rows = &sides[0].rows;
    const size_t band_bytes = (size_t)rows->width * BLP_BAND_ROWS * 4;
    uint8_t *bands[2] = {malloc(band_bytes), malloc(band_bytes)};
    bool differ = false;
    if (!bands[0] || !bands[1]) {
        side_did(comparing, &sides[0], ADTMAP_NO_MEMORY);
    }
    while (sides[0].is_there && sides[1].is_there && !differ && rows->y < rows->height) {
        uint32_t left = rows->height - rows->y;
        uint32_t count = left < BLP_BAND_ROWS ? left : BLP_BAND_ROWS;
        for (size_t i = 0; i < 2; i++) {
            side_did(comparing, &sides[i],
                     blp_rows_read(&sides[i].rows, count, &sides[i].diag, bands[i]));
        }
        differ = sides[0].is_there && sides[1].is_there &&
                 bands_differ(bands[0], bands[1], (size_t)rows->width * count, part);
    }
    free(bands[0]);
    free(bands[1]);
    return differ || sides[0].is_there != sides[1].is_there;
}

static bool are_same_files(const struct side sides[2])
{
    return sides[0].is_there && sides[1].is_there && sides[0].blob.size == sides[1].blob.size &&
           memcmp(sides[0].blob.data, sides[1].blob.data, sides[0].blob.size) == 0;
}

static bool images_differ(struct comparing *comparing, enum texture_part part)
{
    struct side *sides = comparing->sides;
    side_open(comparing, &sides[0]);
    side_open(comparing, &sides[1]);
    if (!sides[0].is_open || !sides[1].is_open) {
        return sides[0].is_open || sides[1].is_open;
    }
    return sides[0].rows.width != sides[1].rows.width ||
           sides[0].rows.height != sides[1].rows.height || rows_differ(comparing, part);
}

static bool compare(struct texture_contents *contents, const struct assets *const assets[2],
                    const char *label, enum texture_part part)
{
    struct comparing comparing = {.contents = contents};
    side_read(&comparing, &comparing.sides[0], assets[0], label);
    side_read(&comparing, &comparing.sides[1], assets[1], label);
    bool differ = !are_same_files(comparing.sides) && images_differ(&comparing, part);
    side_close(&comparing.sides[0]);
    side_close(&comparing.sides[1]);
    return differ || comparing.is_unknown;
}

/* Looks a texture up. */
static bool find_known(const struct texture_contents *contents, uint64_t name, bool *differs)
{
    bool found = false;
#pragma omp critical(texture_contents)
    {
        const struct known_texture *known = (const void *)contents->known.data;
        for (size_t i = 0; i < contents->known.size / sizeof *known && !found; i++) {
            found = known[i].name == name;
            *differs = found ? known[i].differs : *differs;
        }
    }
    return found;
}

bool texture_contents_differ(struct texture_contents *contents, const struct assets *old_assets,
                             const struct assets *new_assets, const char *label,
                             enum texture_part part)
{
    const struct assets *const assets[2] = {old_assets, new_assets};
    bool differs = false;
    uint64_t name = hash64(label, strlen(label)) + (uint64_t)part;
    if (find_known(contents, name, &differs)) {
        return differs;
    }
    const struct known_texture known = {name, compare(contents, assets, label, part)};
#pragma omp critical(texture_contents)
    buffer_append(&contents->known, &known, sizeof known);
    return known.differs;
}

void texture_contents_free(struct texture_contents *contents)
{
    buffer_free(&contents->known);
}
