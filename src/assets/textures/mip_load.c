#include "assets/textures/mip_load.h"

#include <stdlib.h>

#include "assets/textures/mip_reducer.h"

/* texture_take */
static void reduce_rows(void *reducer, const uint8_t *rgba, uint32_t count)
{
    mip_reducer_rows(reducer, rgba, count);
}

/* Texels of all levels that the texture keeps. */
static enum adtmap_status fill_levels(struct texture_source *source, struct mip_texture *texture)
{
    struct mip_reducer *reducer = mip_reducer_create(texture, source->reduction);
    if (!reducer) {
        return diag_fail_memory(&source->diag);
    }
    enum adtmap_status status = texture_read(source, reduce_rows, reducer);
    mip_reducer_destroy(reducer);
    if (!status) {
        mip_texture_finish(texture);
    }
    return status;
}

/* *texture is NULL after a failure. */
static enum adtmap_status read_levels(struct texture_source *source, uint32_t longest_edge,
                                      struct mip_texture **texture, size_t *bytes)
{
    const struct blp *image = &source->blp;
    uint32_t first_level = mip_first_level(image->width, image->height, longest_edge);
    *bytes = mip_texture_bytes(image->width, image->height, first_level);
    *texture = malloc(*bytes);
    if (!*texture) {
        return diag_fail_memory(&source->diag);
    }
    mip_texture_init(*texture, image->width, image->height, first_level);
    enum adtmap_status status = fill_levels(source, *texture);
    if (status) {
        free(*texture);
        *texture = NULL;
    }
    return status;
}

enum adtmap_status mip_load(const struct assets *assets, const char *name,
                            const struct texture_wish *wish, const struct diag *diag,
                            struct mip_texture **texture, size_t *bytes)
{
    struct texture_source source;
    *texture = NULL;
    enum adtmap_status status = texture_open(assets, name, wish, diag, &source);
    if (!status) {
        status = read_levels(&source, wish->least_edge, texture, bytes);
        texture_close(&source);
    }
    return status;
}
