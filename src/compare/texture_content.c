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

/* Reads the file of a label. False if there is none. */
static bool read_label(const struct assets *assets, const char *label, struct blob *blob)
{
    struct asset file;
    assets_find(assets, asset_label_file(label), &file);
    return assets_read_found(assets, &file, ASSETS_WHOLE, &diag_silent, blob) == ADTMAP_OK;
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
static bool rows_differ(struct blp_rows rows[2], enum texture_part part)
{
    size_t band_bytes = (size_t)rows[0].width * BLP_BAND_ROWS * 4;
    uint8_t *bands[2] = {malloc(band_bytes), malloc(band_bytes)};
    bool differ = false;
    while (bands[0] && bands[1] && !differ && rows[0].y < rows[0].height) {
        uint32_t left = rows[0].height - rows[0].y;
        uint32_t count = left < BLP_BAND_ROWS ? left : BLP_BAND_ROWS;
        if (blp_rows_read(&rows[0], count, &diag_silent, bands[0]) ||
            blp_rows_read(&rows[1], count, &diag_silent, bands[1])) {
            break;
        }
        differ = bands_differ(bands[0], bands[1], (size_t)rows[0].width * count, part);
    }
    free(bands[0]);
    free(bands[1]);
    return differ;
}

static bool images_differ(const struct blob blobs[2], enum texture_part part)
{
    struct blp images[2];
    struct blp_rows rows[2];
    for (size_t i = 0; i < 2; i++) {
        if (blp_parse(blobs[i].data, blobs[i].size, &diag_silent, &images[i])) {
            return false;
        }
    }
    if (images[0].width != images[1].width || images[0].height != images[1].height) {
        return true;
    }
    if (blp_rows_begin(&images[0], 0, &diag_silent, &rows[0])) {
        return false;
    }
    bool differ = false;
    if (!blp_rows_begin(&images[1], 0, &diag_silent, &rows[1])) {
        differ = rows_differ(rows, part);
        blp_rows_end(&rows[1]);
    }
    blp_rows_end(&rows[0]);
    return differ;
}

static bool compare(const struct assets *old_assets, const struct assets *new_assets,
                    const char *label, enum texture_part part)
{
    struct blob blobs[2] = {{0}};
    bool in_old = read_label(old_assets, label, &blobs[0]);
    bool in_new = read_label(new_assets, label, &blobs[1]);
    bool differ = in_old != in_new;
    if (in_old && in_new) {
        bool same_bytes = blobs[0].size == blobs[1].size &&
                          memcmp(blobs[0].data, blobs[1].data, blobs[0].size) == 0;
        differ = !same_bytes && images_differ(blobs, part);
    }
    blob_release(&blobs[0]);
    blob_release(&blobs[1]);
    return differ;
}

/* Looks a texture up. */
static bool find(const struct texture_contents *contents, uint64_t name, bool *differs)
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
    bool differs = false;
    uint64_t name = hash64(label, strlen(label)) + (uint64_t)part;
    if (find(contents, name, &differs)) {
        return differs;
    }
    const struct known_texture known = {name, compare(old_assets, new_assets, label, part)};
#pragma omp critical(texture_contents)
    buffer_append(&contents->known, &known, sizeof known);
    return known.differs;
}

void texture_contents_free(struct texture_contents *contents)
{
    buffer_free(&contents->known);
}
