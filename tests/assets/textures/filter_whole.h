/* Ground textures from images that are there whole. */
#ifndef TESTS_RENDER_FILTER_WHOLE_H
#define TESTS_RENDER_FILTER_WHOLE_H

#include "assets/textures/ground_filter.h"

/* False when out of memory. */
static inline bool filter_whole(enum ground_filter_kind kind, const uint8_t *rgba, uint32_t width,
                                uint32_t height, struct ground_texture *texture)
{
    struct ground_filter *filter = ground_filter_create(kind, width, height, texture);
    if (filter) {
        ground_filter_rows(filter, rgba, height);
    }
    ground_filter_destroy(filter);
    return filter != NULL;
}

#endif
