#include "assets/textures/texture_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/fallback_color.h"
#include "base/size.h"

/* Begins with the base level, once its texels are known to be few enough. */
static enum adtmap_status texture_load_begin(const struct texture_wish *wish,
                                             struct texture_source *source)
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
    source->stored_count = blp_stored_levels(blp);
    if (wish->takes_stored) {
        uint32_t longest = blp->width > blp->height ? blp->width : blp->height;
        while (longest >> level > wish->least_edge && level + 1 < source->stored_count) {
            level++;
        }
    }
    source->reduction = level + reduction;
    enum adtmap_status status =
        blp_rows_begin_reduced(blp, level, reduction, &source->diag, &source->rows);
    source->rows.by_alpha = wish->by_alpha;
    source->width = source->rows.width;
    source->height = source->rows.height;
    return status;
}

static void release_blob(struct texture_source *source)
{
    if (!source->borrows_blob) {
        blob_release(&source->blob);
    }
}

char *texture_shining_name(const char *name, struct arena *arena)
{
    size_t stem = strlen(name) - TEXTURE_EXTENSION_BYTES;
    size_t bytes = strlen(name) + sizeof "_s";
    char *shining = arena_alloc_dirty(arena, bytes, 1);
    if (shining) {
        snprintf(shining, bytes, "%.*s_s%s", (int)stem, name, name + stem);
    }
    return shining;
}

uint64_t texture_texels_most(uint64_t large_texels)
{
    return large_texels < TEXTURE_LARGE_TEXELS_MAX ? UINT64_MAX : BLP_LARGE_TEXELS;
}

enum adtmap_status texture_open(const struct assets *assets, struct asset_ref ref,
                                const struct texture_file *file, const struct texture_wish *wish,
                                const struct diag *diag, struct texture_source *source)
{
    *source = (struct texture_source){.diag = *diag, .borrows_blob = file};
    if (file) {
        source->blob = file->blob;
        strcpy(source->origin, file->origin);
    } else {
        enum adtmap_status status =
            texture_file_read(assets, ref, diag, &source->blob, source->origin);
        if (status) {
            return status;
        }
    }
    source->diag.file = source->origin;
    enum adtmap_status status =
        blp_parse(source->blob.data, source->blob.size, &source->diag, &source->blp);
    if (!status) {
        status = texture_load_begin(wish, source);
    }
    if (status) {
        release_blob(source);
    }
    return status;
}

enum adtmap_status texture_read(struct texture_source *source, texture_take *take, void *user)
{
    uint8_t *band = malloc((size_t)source->width * 4 * BLP_BAND_ROWS);
    enum adtmap_status status = band ? ADTMAP_OK : diag_fail_memory(&source->diag);
    for (uint32_t y = 0; !status && y < source->height; y += BLP_BAND_ROWS) {
        uint32_t count = (uint32_t)size_min(BLP_BAND_ROWS, source->height - y);
        status = blp_rows_read(&source->rows, count, &source->diag, band);
        if (blob_is_large(&source->blob)) {
            blob_drop(&source->blob, 0, source->blob.size);
        }
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
    release_blob(source);
}

void texture_fallback(struct asset_ref ref, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3])
{
    char of_id[ASSET_ID_BYTES];
    fallback_color(asset_ref_text(ref, of_id), color);
    struct diag at_file = {why->file, log, NULL};
    diag_warn(&at_file, why->chunk, why->offset, "texture %s; drawn as #%02x%02x%02x", why->what,
              color[0], color[1], color[2]);
}
