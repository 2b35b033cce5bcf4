/*
 * The heights of what a tile shows, a number a pixel, with a margin for what stands on the tiles
 * next to it (height_draw.h).
 *
 * Shadows and the light of the sky read them. Heights above the ground tell who casts a shadow on
 * whom: slopes are dark by their normals already, and a mountain's shadow would cover half of a
 * map.
 */
#ifndef RENDER_LIGHT_HEIGHT_FIELD_H
#define RENDER_LIGHT_HEIGHT_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HEIGHT_ONE = 256,       /* a yard above the ground */
    SURFACE_ONE = 16,       /* a yard */
    SURFACE_MOST = 1 << 24, /* surfaces are -SURFACE_MOST..SURFACE_MOST */
};

/* Where no surface is known. */
#define SURFACE_NONE INT32_MIN

/* Pixel (x, y) of the tile, -margin_px <= x, y < size_px + margin_px, is at
 * height_field_at(field, x, y). */
struct height_field {
    uint32_t size_px, margin_px, stride;
    /* For shadows; NULL: not asked for. Heights count from the ground, or from the liquid over it.
     */
    uint16_t *caster;   /* the highest thing, if it is higher than a yard; limited */
    uint8_t *cover;     /* how much of the pixel such things cover, leaves by their share */
    uint16_t *receiver; /* the mean height of what is seen; those of the margin do not count */
    /* For the light of the sky: the mean height in the world of what is seen, of those samples
     * that have one; NULL: not asked for.
     */
    int32_t *surface;
};

static inline size_t height_field_at(const struct height_field *field, int32_t x, int32_t y)
{
    int32_t margin = (int32_t)field->margin_px;
    return (size_t)(y + margin) * field->stride + (size_t)(x + margin);
}

/* Pixels left..right - 1, top..bottom - 1. */
struct height_area {
    uint32_t left, top, right, bottom;
};

/* Allocates the fields that are asked for. False when out of memory, with nothing left to free. */
bool height_field_init(struct height_field *field, uint32_t size_px, uint32_t margin_px,
                       bool has_shadows, bool has_surface);
void height_field_free(struct height_field *field);

/* What one pixel of the fields takes. */
size_t height_field_pixel_bytes(bool has_shadows, bool has_surface);

/* All heights for shadows become 0, and the surface of the margin SURFACE_NONE. */
void height_field_clear(struct height_field *field);

#endif
