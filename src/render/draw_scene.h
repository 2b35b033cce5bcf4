/*
 * One whole tile to pixels. Drawing works on sizes that give each quad a whole number of pixels
 * (multiples of 128); any other size is drawn larger and averaged down.
 */
#ifndef RENDER_DRAW_SCENE_H
#define RENDER_DRAW_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "adtmap/settings.h"
#include "base/arena.h"
#include "base/diag.h"
#include "scene/scene.h"
#include "scene/surface_textures.h"
#include "scene/work_progress.h"

/* The edge of the drawing that a tile of settings->size_px is averaged from; the same: drawn in
 * place. */
uint32_t tile_drawing_px(const struct adtmap_settings *settings);

/* What depends on the settings alone; immutable, shared by all threads. */
struct tile_plan;

struct data_layer_storey;
struct edge_plan;
struct edge_strips;
struct mesh_bins;
struct mesh_list;
struct tile_light;

/* Working memory for one tile at a time, drawn by `threads` threads. */
struct tile_scratch;

/* `settings` must have passed adtmap_settings_check. NULL when out of memory. */
struct tile_plan *tile_plan_create(const struct adtmap_settings *settings);
void tile_plan_destroy(struct tile_plan *plan);

/* Lets tile_draw_layer draw layers with such needs (enum scene_need) too, before scratch
 * memory is made. False when out of memory. */
bool tile_plan_add_layers(struct tile_plan *plan, uint32_t needs);

/* Pixels on a quad's edge while drawing: the size that ground textures must have. */
uint32_t tile_plan_quad_px(const struct tile_plan *plan);

/* `plan` must outlive the scratch. NULL when out of memory. */
struct tile_scratch *tile_scratch_create(const struct tile_plan *plan, unsigned threads);
void tile_scratch_destroy(struct tile_scratch *scratch);

/* Has `progress` told of the steps of each drawing. Of one that is cancelled the pixels are
 * undefined. */
void tile_scratch_tell(struct tile_scratch *scratch, struct work_progress *progress);

/* What else is done with it is a step, too (scene/work_progress.h). */
enum adtmap_status tile_scratch_step(struct tile_scratch *scratch, const struct diag *diag);

/* The most steps that tile_draw and tile_draw_layer have. */
uint32_t tile_plan_steps(const struct tile_plan *plan);

/* What one tile is drawn from. */
struct tile_input {
    const struct scene_tile *scene; /* complete */
    const struct mesh_list *meshes; /* of it, with all levels of textures that they ask for */
    struct arena *arena;            /* what drawing computes on the way */
    const struct tile_light *light; /* NULL: no shadow is cast, and all see the whole sky */
    const struct mesh_bins *bins;   /* of the meshes; NULL: drawing makes them */
};

/*
 * Makes the meshes of a complete scene and has its textures read as finely as they are sampled; may
 * be done again, for another drawing. `arena` must live as long as the input. ADTMAP_NO_MEMORY is
 * the only failure.
 */
enum adtmap_status tile_input_make(const struct tile_plan *plan, const struct scene_tile *scene,
                                   struct surface_textures *textures, struct arena *arena,
                                   const struct diag *diag, struct tile_input *input);

/* Whether light depends on what stands round a place: tile_input_light has something to do. */
bool tile_plan_has_light(const struct tile_plan *plan);

/* The margins of other tiles that light needs, for whoever loads these tiles; NULL: it needs none.
 */
const struct edge_plan *tile_plan_edges(const struct tile_plan *plan);

/* As tile_input_make, for tile_draw_edges alone. */
enum adtmap_status tile_input_make_edges(const struct tile_plan *plan,
                                         const struct scene_tile *scene,
                                         struct surface_textures *textures, struct arena *arena,
                                         const struct diag *diag, struct tile_input *input);

/* Draws the edges of a tile (render/light/edge_strips.h), whose input needs no ground textures, and
 * of which what lies in edge_world_inside may be left out. *bytes is what they take. NULL when out
 * of memory. */
struct edge_strips *tile_draw_edges(const struct tile_plan *plan, const struct tile_input *input,
                                    struct tile_scratch *scratch, size_t *bytes);

/*
 * Adds to an input the light that depends on what stands round a place, if tile_plan_has_light:
 * cast shadows, and what is seen of the sky. It lies in the scratch memory and counts until the
 * next one. First the tile itself, whose `own` edges are taken from where they are drawn already
 * (NULL: they are not), then the edges of those next to it one by one, `east` and `south`, -1 to 1,
 * then the light. Edges of others may be drawn in between. `has_picture`: tile_draw comes before
 * tile_draw_layer; it may draw the heights of the tile with the picture, and find its light last.
 * ADTMAP_NO_MEMORY is the only failure.
 */
enum adtmap_status tile_input_begin_light(const struct tile_plan *plan,
                                          const struct edge_strips *own, bool has_picture,
                                          struct tile_scratch *scratch, const struct diag *diag,
                                          struct tile_input *input);
void tile_input_add_edges(const struct tile_plan *plan, struct tile_scratch *scratch,
                          const struct edge_strips *strips, int east, int south);
void tile_input_light(const struct tile_plan *plan, struct tile_scratch *scratch,
                      struct tile_input *input);

/*
 * Draws into size_px rows of RGBA at `rgba`, `stride_bytes` apart. ADTMAP_NO_MEMORY is the only
 * failure.
 */
enum adtmap_status tile_draw(const struct tile_plan *plan, const struct tile_input *input,
                             struct tile_scratch *scratch, uint8_t *rgba, size_t stride_bytes,
                             const struct diag *diag);

/*
 * Draws image->layer into image->pixels, and fills the image's results. The scene must have what
 * the layer needs (layers/data_layer.h), and tile_plan_add_layers must have planned it. `storey` is
 * the floor of ADTMAP_LAYER_STOREY; NULL: image->range_yd says it. ADTMAP_NO_MEMORY is the only
 * failure.
 */
enum adtmap_status tile_draw_layer(const struct tile_plan *plan, const struct tile_input *input,
                                   const struct adtmap_height_range *height,
                                   const struct data_layer_storey *storey,
                                   struct tile_scratch *scratch, const struct diag *diag,
                                   struct adtmap_layer_image *image);

#endif
