/*
 * The heights of what a tile shows, a number a pixel, with a margin for what stands on the tiles
 * next to it. They are drawn as the picture is, by the same triangles into the same samples, but
 * without colours.
 *
 * Shadows and the light of the sky read them. Heights above the ground tell who casts a shadow on
 * whom: slopes are dark by their normals already, and a mountain's shadow would cover half of a
 * map.
 */
#ifndef RENDER_LIGHT_HEIGHT_FIELD_H
#define RENDER_LIGHT_HEIGHT_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "mesh/mesh_bins.h"
#include "render/terrain/sample_quads.h"
#include "scene/scene.h"

enum {
    HEIGHT_BAND_ROWS = 32,  /* that are drawn together */
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

/* Allocates the fields that are asked for. False when out of memory, with nothing left to free. */
bool height_field_init(struct height_field *field, uint32_t size_px, uint32_t margin_px,
                       bool has_shadows, bool has_surface);
void height_field_free(struct height_field *field);

/* What one pixel of the fields takes. */
size_t height_field_pixel_bytes(bool has_shadows, bool has_surface);

/* Working memory of one thread. */
struct height_scratch;

/* For tiles of 128 * quad_px pixels. NULL when out of memory. */
struct height_scratch *height_scratch_create(uint32_t quad_px);
void height_scratch_destroy(struct height_scratch *scratch);

/* What it takes, without a band's triangles. */
size_t height_scratch_bytes(uint32_t quad_px);

/* Pixels left..right - 1, top..bottom - 1. */
struct height_area {
    uint32_t left, top, right, bottom;
};

struct height_drawing {
    const struct scene_tile *scene; /* complete */
    const struct mesh_list *meshes; /* of it */
    const struct mesh_bins *bins;   /* of these, by HEIGHT_BAND_ROWS */
    const struct adtmap_settings *settings;
    uint32_t quad_px;
    float cap_yd; /* what heights above the ground are limited to, up to 255 */
    struct height_area inside;
    bool is_inside_drawn; /* pixels out of `inside` are left as they are; else those in it */
    struct height_scratch *const *scratch; /* one a thread */
    unsigned threads;
    struct height_field *field; /* what is drawn into */
};

/* Begins a field: all of its heights for shadows become 0, and the surface of its margin
 * SURFACE_NONE. False when out of memory. */
bool height_field_begin(const struct height_drawing *drawing);

/* The quads of a band that a picture is drawn of, with nothing but the first `drawn` triangles of
 * the band in them: all that are deferred, and of liquids none. */
struct height_picture {
    const struct sample_quads *quads;
    uint32_t drawn;
};

/*
 * Draws a band of a field that was begun, with the scratch of this thread of a team. Where a
 * picture of the tile is there, whose ground is not cut off, the depths of its samples are those of
 * what is solid, so that its triangles are not drawn again; NULL: it is not.
 */
void height_field_draw_band(const struct height_drawing *drawing, uint32_t index,
                            const struct height_picture *picture);

/* Begins a field and draws all its bands. False when out of memory. */
bool height_field_draw(const struct height_drawing *drawing);

#endif
