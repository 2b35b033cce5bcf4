/*
 * Draws a field of heights as the picture is drawn, by the same triangles into the same samples,
 * but without colours.
 */
#ifndef RENDER_LIGHT_HEIGHT_DRAW_H
#define RENDER_LIGHT_HEIGHT_DRAW_H

#include "adtmap/settings.h"
#include "mesh/mesh_bins.h"
#include "render/light/height_field.h"
#include "render/terrain/sample_quads.h"
#include "scene/scene.h"

enum { HEIGHT_BAND_ROWS = 32 }; /* that are drawn together */

/* Working memory of one thread. */
struct height_scratch;

/* For tiles of 128 * quad_px pixels. NULL when out of memory. */
struct height_scratch *height_scratch_create(uint32_t quad_px);
void height_scratch_destroy(struct height_scratch *scratch);

/* What it takes, without a band's triangles. */
size_t height_scratch_bytes(uint32_t quad_px);

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
bool height_draw_begin(const struct height_drawing *drawing);

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
void height_draw_band(const struct height_drawing *drawing, uint32_t index,
                      const struct height_picture *picture);

/* Begins a field and draws all its bands. False when out of memory. */
bool height_draw(const struct height_drawing *drawing);

#endif
