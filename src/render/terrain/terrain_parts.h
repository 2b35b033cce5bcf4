/* What the files of terrain drawing share: the plan, the scratch memory, and the rows of maps and
 * vertices that terrain.c puts together. */
#ifndef RENDER_TERRAIN_TERRAIN_PARTS_H
#define RENDER_TERRAIN_TERRAIN_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "formats/grid.h"
#include "formats/liquid.h"
#include "render/terrain/fan_weights.h"
#include "render/terrain/relief.h"
#include "render/terrain/resample_taps.h"
#include "render/terrain/terrain.h"
#include "render/terrain/terrain_kernels.h"
#include "scene/sun_light.h"

/* TERRAIN_ALBEDO has neither holes nor what shadows do to alpha maps. */
enum terrain_kind { TERRAIN_LIT, TERRAIN_ALBEDO };

enum {
    MAP_EDGE = ADT_MAP_EDGE,
    MAPS_MAX = ADT_LAYERS_MAX, /* layers above the first, and the shadow */
    SHADOW_MAP = MAPS_MAX - 1,
    NORMAL_PLANE = 0, /* interpolated over vertices: normal x, y, z, then red, green, blue */
    COLOR_PLANE = 3,
    LIGHT_PLANE = 6, /* and red, green, blue of lamps */
    PLANES = 9,
    COLOR_ONE = 1 << 14,
    HOUR_PLANES = 6,
};

struct terrain_plan {
    struct arena memory;
    const struct terrain_kernels *kernels;
    uint32_t quad_px;
    uint32_t row_px;     /* pixels on a chunk's edge */
    uint32_t strip_rows; /* pixel rows that are drawn together: those of a quad or fewer */
    struct fan_weights fan;
    struct resample_taps *taps; /* row_px of them */
    struct light_constants light;
    struct sun_light light_of_settings; /* for those that a time of day changes */
    float sun[3];                       /* unit vector */
    bool is_lit;
    bool has_vertex_colors;
    bool has_vertex_lights;
    enum terrain_kind kind;
    uint8_t background[4];
    uint32_t size_px;           /* of the output */
    struct relief_tints *tints; /* in place of textures; NULL: none */
    bool has_liquids;           /* they are drawn */
    bool is_clear;              /* water hides shadows on the ground */
    uint32_t shore;             /* strength of the line along them, 0..256 */
    uint8_t shore_rgb[LIQUID_CLASSES][3];
};

/* Of one quad: its heights, and the liquid over it. */
struct relief_quad {
    float vertices[FAN_VERTICES];
    bool has_contour; /* one may cross it; else the next two are not set */
    struct relief_planes height;
    struct contour_quad contours;
    uint8_t liquid;             /* enum liquid_class; LIQUID_NONE: none, and none of the rest */
    float liquid_yd;            /* the height of its middle */
    float depths[FAN_VERTICES]; /* of the liquid above the ground */
    bool has_shore, is_clear;   /* either needs: */
    struct relief_planes depth;
    float shore_px_a_yard[RELIEF_TRIANGLES];
};

/* The vertices of a row of quads, each repeated for quad_px pixels. A quad's eastern ones
 * are the western ones of the next. */
struct replicated {
    uint16_t *north; /* row_px + quad_px */
    uint16_t *south; /* as long */
    uint16_t *inner; /* row_px */
};

struct terrain_scratch {
    struct arena memory;
    uint16_t normals[3 * ADT_VERTICES]; /* components shifted to be positive, as `sun` has them */
    uint16_t colors[4 * ADT_VERTICES];  /* 2.14; every fourth is unused */
    uint16_t lights[4 * ADT_VERTICES];  /* as colors */
    uint16_t *texels;                   /* a map, columns as rows: 64 x 64 */
    uint16_t *columns;                  /* a map filtered west to east: row_px x 64 */
    uint16_t *maps[MAPS_MAX];           /* the same turned back: 64 x row_px */
    uint16_t *alpha[MAPS_MAX];          /* strips of strip_rows pixel rows from here on */
    uint16_t *rest;
    uint16_t *color[3];
    uint16_t *texture[MAPS_MAX];      /* of textures that are not stored as drawn */
    struct replicated values[PLANES]; /* of the row of quads under way */
    uint16_t *planes[PLANES];
    uint16_t *sun;
    uint16_t *hours[HOUR_PLANES]; /* ambient and diffuse light of a time of day */
    uint8_t *rgba;
    struct relief_quad relief[QUADS_PER_CHUNK]; /* of the row of quads under way */
    uint32_t first_liquid, end_liquid; /* layers of the chunk are among these of the tile's */
};

/* Pixel rows of a chunk that are under way together; all lie in one row of quads. */
struct strip {
    uint32_t y;      /* the first */
    uint32_t rows;   /* 1..strip_rows */
    uint32_t pixels; /* in them */
};

/* Filters the alpha maps and the shadow of a chunk west to east into scratch->maps: layer i's into
 * maps[i - 1], the shadow, when there is one and light to lose, into maps[SHADOW_MAP]. Asks the
 * processor for the first map of `next`, the chunk that is drawn after this one; NULL: none. */
void terrain_load_maps(const struct terrain_plan *plan, const struct scene_chunk *chunk,
                       const struct scene_chunk *next, struct terrain_scratch *scratch);

/* The light of the settings at a time of day, in fixed point. */
struct light_constants terrain_light_at(const struct terrain_plan *plan,
                                        const struct hour_tint *tint);

/* The strip's pixels from a filtered map: 0.16. */
void terrain_map_strip(const struct terrain_plan *plan, const uint16_t *map,
                       const struct strip *strip, uint16_t *out);

/* Fill scratch->normals, ->colors and ->lights from the chunk's vertices. */
void terrain_load_normals(const struct adt_chunk *terrain, struct terrain_scratch *scratch);
void terrain_load_colors(const struct adt_chunk *terrain, struct terrain_scratch *scratch);
void terrain_load_lights(const struct adt_chunk *terrain, struct terrain_scratch *scratch);

/* Whether vertex colours change anything: 127 leaves a channel as it is. Without this, rounding
 * could take a step off an intermediate value of such a chunk. */
bool terrain_has_tint(const struct adt_chunk *terrain);

/* Replicates the vertices of a row of quads, 0..QUADS_PER_CHUNK - 1, over their pixels; values are
 * `step` apart. Rows come from the north: but for the first, the one before is needed in
 * `replicated`.
 */
void terrain_replicate_vertices(uint32_t quad_px, const uint16_t *vertices, size_t step,
                                uint32_t quad_row, struct replicated *replicated);

/* Interpolates three planes, NORMAL_PLANE, COLOR_PLANE or LIGHT_PLANE and the next two, over the
 * strip, whose quads are in scratch->values, into scratch->planes. */
void terrain_interpolate(const struct terrain_plan *plan, struct terrain_scratch *scratch,
                         size_t first_plane, const struct strip *strip);

#endif
