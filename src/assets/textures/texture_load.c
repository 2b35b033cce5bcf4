#include "assets/textures/texture_load.h"

#include <stdlib.h>
#include <string.h>

#include "assets/fallback_color.h"
#include "base/size.h"

/* The name of the file that "id:<number>" stands for, in `buffer`; other names as they are. */
static enum adtmap_status resolve(const struct assets *assets, const char *name,
                                  const struct diag *diag, char buffer[NAME_BYTES],
                                  const char **file)
{
    *file = name;
    if (strncmp(name, "id:", 3) != 0) {
        return ADTMAP_OK;
    }
    bool found = assets_name_of_id(assets, (uint32_t)strtoul(name + 3, NULL, 10), buffer);
    *file = buffer;
    return found ? ADTMAP_OK
                 : diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                             "not in the data, as far as a listfile tells");
}

/* Begins with the base level, once its texels are known to be few enough. */
static enum adtmap_status begin(const struct texture_wish *wish, struct texture_source *source)
{
    const struct blp *blp = &source->blp;
    if ((uint64_t)blp->width * blp->height > wish->texels_most) {
        return diag_fail(&source->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "is large, as are others of its tile, which have more than %d texels",
                         TEXTURE_LARGE_TEXELS_MAX);
    }
    unsigned level = 0;
    unsigned reduction = blp_reduction(blp, wish->least_edge);
    if (wish->takes_means && blp_block_level(blp, wish->least_edge, &level)) {
        reduction = BLP_BLOCK_REDUCTION;
    }
    source->reduction = level + reduction;
    enum adtmap_status status =
        blp_rows_begin_reduced(blp, level, reduction, &source->diag, &source->rows);
    source->rows.by_alpha = wish->by_alpha;
    source->width = source->rows.width;
    source->height = source->rows.height;
    return status;
}

uint64_t texture_texels_most(uint64_t large_texels)
{
    return large_texels < TEXTURE_LARGE_TEXELS_MAX ? UINT64_MAX : BLP_LARGE_TEXELS;
}

enum adtmap_status texture_open(const struct assets *assets, const char *name,
                                const struct texture_wish *wish, const struct diag *diag,
                                struct texture_source *source)
{
    char of_id[NAME_BYTES];
    const char *file;
    *source = (struct texture_source){.diag = *diag};
    enum adtmap_status status = resolve(assets, name, diag, of_id, &file);
    if (!status) {
        status = assets_read(assets, file, diag, &source->blob);
    }
    if (status) {
        return status;
    }
    assets_origin(assets, file, source->origin, sizeof source->origin);
    source->diag.file = source->origin;
    status = blp_parse(source->blob.data, source->blob.size, &source->diag, &source->blp);
    if (!status) {
        status = begin(wish, source);
    }
    if (status) {
        blob_release(&source->blob);
    }
    return status;
}

static enum adtmap_status read_band(struct texture_source *source, uint32_t count, uint8_t *rgba)
{
    enum adtmap_status status = blp_rows_read(&source->rows, count, &source->diag, rgba);
    if (blob_is_large(&source->blob)) {
        blob_drop(&source->blob, 0, source->blob.size);
    }
    return status;
}

enum adtmap_status texture_read(struct texture_source *source, texture_take *take, void *user)
{
    uint8_t *band = malloc((size_t)source->width * 4 * BLP_BAND_ROWS);
    enum adtmap_status status = band ? ADTMAP_OK : diag_fail_memory(&source->diag);
    for (uint32_t y = 0; !status && y < source->height; y += BLP_BAND_ROWS) {
        uint32_t count = (uint32_t)size_min(BLP_BAND_ROWS, source->height - y);
        status = read_band(source, count, band);
        if (!status) {
            take(user, band, count);
        }
    }
    free(band);
    return status;
}

void texture_close(struct texture_source *source)
{
    blp_rows_end(&source->rows);
    blob_release(&source->blob);
}

void texture_fallback(const char *name, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3])
{
    fallback_color(name, color);
    struct diag at_file = {why->file, log, NULL};
    diag_warn(&at_file, why->chunk, why->offset, "texture %s; drawn as #%02x%02x%02x", why->what,
              color[0], color[1], color[2]);
}
