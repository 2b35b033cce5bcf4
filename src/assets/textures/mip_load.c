#include "assets/textures/mip_load.h"

#include <stdlib.h>

#include "assets/textures/alpha_coverage.h"
#include "assets/textures/mip_reducer.h"

/* A texture on its way into levels. */
struct filling {
    struct mip_reducer *reducer;
    struct alpha_coverage *coverage; /* NULL without a key */
};

/* texture_take */
static void fill_rows(void *user, const uint8_t *rgba, uint32_t count)
{
    const struct filling *filling = user;
    if (filling->coverage) {
        alpha_coverage_rows(filling->coverage, rgba, count);
    } else {
        mip_reducer_rows(filling->reducer, rgba, count);
    }
}

/* Decodes the stored levels from *level on, which becomes the one after them. */
static enum adtmap_status mip_read_stored(const struct texture_source *source,
                                          struct mip_texture *texture, uint32_t *level)
{
    enum adtmap_status status = ADTMAP_OK;
    for (; !status && *level < texture->level_count && *level < source->stored_count; ++*level) {
        struct blp_rows rows;
        status = blp_rows_begin(&source->blp, *level, &source->diag, &rows);
        if (!status) {
            status = blp_rows_read(&rows, rows.height, &source->diag,
                                   mip_texture_texels(texture, *level));
            blp_rows_end(&rows);
        }
    }
    return status;
}

/* Texels of all levels that the texture keeps. */
static enum adtmap_status fill_levels(struct texture_source *source, struct mip_texture *texture)
{
    struct filling filling = {.reducer = mip_reducer_create(texture, source->reduction)};
    uint8_t key = texture->alpha.key;
    if (key && filling.reducer) {
        filling.coverage = alpha_coverage_create(source->width, key, filling.reducer);
    }
    bool fine = filling.reducer && (filling.coverage || !key);
    enum adtmap_status status =
        fine ? texture_read(source, fill_rows, &filling) : diag_fail_memory(&source->diag);
    if (!status && filling.coverage) {
        alpha_coverage_finish(filling.coverage);
    }
    alpha_coverage_destroy(filling.coverage);
    mip_reducer_destroy(filling.reducer);
    uint32_t level = texture->first_level + 1;
    if (!status && texture->alpha.takes_stored) {
        status = mip_read_stored(source, texture, &level);
    }
    if (!status) {
        mip_texture_finish_from(texture, level);
    }
    return status;
}

/* *texture is NULL after a failure. */
static enum adtmap_status read_levels(struct texture_source *source,
                                      const struct mip_wanted *wanted, struct mip_texture **texture,
                                      size_t *bytes)
{
    const struct blp *image = &source->blp;
    uint32_t first_level = mip_first_level(image->width, image->height, wanted->wish.least_edge);
    *bytes = mip_texture_bytes(image->width, image->height, first_level);
    *texture = malloc(*bytes);
    if (!*texture) {
        return diag_fail_memory(&source->diag);
    }
    mip_texture_init(*texture, image->width, image->height, first_level);
    (*texture)->alpha = wanted->alpha;
    enum adtmap_status status = fill_levels(source, *texture);
    if (status) {
        free(*texture);
        *texture = NULL;
    }
    return status;
}

static enum adtmap_status read_edges(struct texture_source *source, const struct mip_wanted *wanted,
                                     struct mip_texture **texture, size_t *bytes)
{
    const struct blp *image = &source->blp;
    *bytes = sizeof **texture;
    *texture = malloc(*bytes);
    if (!*texture) {
        return diag_fail_memory(&source->diag);
    }
    mip_texture_outline(*texture, image->width, image->height,
                        mip_first_level(image->width, image->height, wanted->wish.least_edge));
    return ADTMAP_OK;
}

enum adtmap_status mip_load(const struct assets *assets, const struct mip_wanted *wanted,
                            const struct texture_file *file, const struct diag *diag,
                            struct mip_texture **texture, size_t *bytes)
{
    struct texture_source source;
    *texture = NULL;
    struct texture_wish wish = wanted->wish;
    wish.takes_stored = wanted->alpha.takes_stored;
    wish.takes_means = !wanted->alpha.key && !wish.takes_stored;
    wish.by_alpha = wanted->alpha.is_opacity && !wanted->alpha.key;
    enum adtmap_status status = texture_open(assets, wanted->file, file, &wish, diag, &source);
    if (!status) {
        /* A JPEG is read at once: what is wrong with it shows only then. */
        bool is_outline = wanted->edges_only && source.blp.kind != BLP_JPEG;
        status = is_outline ? read_edges(&source, wanted, texture, bytes)
                            : read_levels(&source, wanted, texture, bytes);
        texture_close(&source);
    }
    return status;
}
