#include "mesh/placed/scene_meshes.h"

#include <string.h>

#include "formats/grid.h"
#include "mesh/placed/doodad_mesh.h"
#include "mesh/placed/liquid_mesh.h"
#include "mesh/placed/wmo_mesh.h"

/* Drawings of fewer pixels that are averaged sample textures as one of so many does. */
enum { MIP_AVERAGED_PX = 512 };

/* How high the ground of the tile and its buildings reach, in yards. */
static double highest_of(const struct scene_tile *scene)
{
    float highest = 0.0F;
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *terrain = scene->chunks[i].terrain;
        for (uint32_t v = 0; terrain && v < ADT_VERTICES; v++) {
            float height = terrain->height_yd[v];
            highest = height > highest ? height : highest;
        }
    }
    for (uint32_t i = 0; i < scene->placement_count; i++) {
        const struct placed_wmo *placed = &scene->placements[i];
        struct adt_box box =
            placement_box(&placed->matrix, placed->building->box.low, placed->building->box.high);
        highest = box.high[2] > highest ? box.high[2] : highest;
    }
    return (double)highest;
}

float scene_meshes_pixel(const struct adtmap_settings *settings, uint32_t quad_px)
{
    const uint32_t drawing_px = QUADS_PER_TILE * quad_px;
    bool is_averaged = settings->size_px < drawing_px && drawing_px < MIP_AVERAGED_PX;
    return is_averaged ? (float)drawing_px / MIP_AVERAGED_PX : 1.0F;
}

struct mesh_list *scene_meshes(const struct scene_tile *scene,
                               const struct adtmap_settings *settings, uint32_t quad_px,
                               const struct pixel_area *left_out, struct arena *arena)
{
    struct mesh_list *meshes = arena_alloc(arena, 1, sizeof *meshes);
    size_t asked = (size_t)scene->surface_texture_count + 1;
    uint8_t *finest = arena_alloc_dirty(arena, asked, sizeof *finest);
    if (!meshes || !finest) {
        return NULL;
    }
    memset(finest, UINT8_MAX, asked);
    meshes->finest = finest;
    struct mesh_builder builder = {
        .scene = scene,
        .settings = settings,
        .light = sun_light_of(&settings->light),
        .eye = mesh_eye_over(QUADS_PER_TILE * quad_px,
                             settings->reflections == ADTMAP_REFLECTIONS_NOGGIT ? highest_of(scene)
                                                                                : 0.0),
        .sampling = {settings->texture_levels == ADTMAP_TEXTURE_LEVELS_NOGGIT ? MIP_TRILINEAR
                                                                              : MIP_ANISOTROPIC,
                     scene_meshes_pixel(settings, quad_px)},
        .kernels = mesh_kernels_get(settings->cpu),
        .quad_px = quad_px,
        .size_px = QUADS_PER_TILE * quad_px,
        .left_out = left_out,
        .arena = arena,
        .list = meshes,
    };
    bool is_drawn = scene->has_materials;
    bool fine =
        !is_drawn || (wmo_meshes(&builder) && doodad_meshes(&builder) && liquid_meshes(&builder));
    return fine && mesh_list_sort(meshes, arena) ? meshes : NULL;
}
