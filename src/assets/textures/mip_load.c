#include "assets/textures/mip_load.h"

#include <stdlib.h>

#include "assets/textures/alpha_coverage.h"
#include "assets/textures/mip_reducer.h"

/* texture_take */
static void reduce_rows(void *reducer, const uint8_t *rgba, uint32_t count)
{
    mip_reducer_rows(reducer, rgba, count);
}

/* texture_take */
static void cover_rows(void *coverage, const uint8_t *rgba, uint32_t count)
{
    alpha_coverage_rows(coverage, rgba, count);
}

/* The same as texture_read, with alpha replaced by coverage on the way to the reducer. */
static enum adtmap_status read_keyed(struct texture_source *source, uint8_t alpha_key,
                                     struct mip_reducer *reducer)
{
    struct alpha_coverage *coverage = alpha_coverage_create(source->width, alpha_key, reducer);
    if (!coverage) {
        return diag_fail_memory(&source->diag);
    }
    enum adtmap_status status = texture_read(source, cover_rows, coverage);
    if (!status) {
        alpha_coverage_finish(coverage);
    }
    alpha_coverage_destroy(coverage);
    return status;
}

/* Texels of all levels that the texture keeps. */
static enum adtmap_status fill_levels(struct texture_source *source, struct mip_texture *texture)
{
    struct mip_reducer *reducer = mip_reducer_create(texture, source->reduction);
    if (!reducer) {
        return diag_fail_memory(&source->diag);
    }
    enum adtmap_status status = texture->alpha_key ? read_keyed(source, texture->alpha_key, reducer)
                                                   : texture_read(source, reduce_rows, reducer);
    mip_reducer_destroy(reducer);
    if (!status) {
        mip_texture_finish(texture);
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
    (*texture)->alpha_key = wanted->alpha_key;
    enum adtmap_status status = fill_levels(source, *texture);
    if (status) {
        free(*texture);
        *texture = NULL;
    }
    return status;
}

enum adtmap_status mip_load(const struct assets *assets, const struct mip_wanted *wanted,
                            const struct diag *diag, struct mip_texture **texture, size_t *bytes)
{
    struct texture_source source;
    *texture = NULL;
    enum adtmap_status status = texture_open(assets, wanted->name, &wanted->wish, diag, &source);
    if (!status) {
        status = read_levels(&source, wanted, texture, bytes);
        texture_close(&source);
    }
    return status;
}
