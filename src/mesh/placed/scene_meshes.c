#include "mesh/placed/scene_meshes.h"

#include "formats/grid.h"

#include "mesh/placed/doodad_mesh.h"
#include "mesh/placed/liquid_mesh.h"
#include "mesh/placed/wmo_mesh.h"

bool scene_meshes_build(struct scene_tile *scene, const struct doodad_set *doodads,
                        const struct adtmap_settings *settings, uint32_t quad_px,
                        struct cache *textures, struct mip_set *pins, struct arena *arena)
{
    struct mesh_list *meshes = arena_alloc(arena, 1, sizeof *meshes);
    struct mesh_builder target = {
        .scene = scene,
        .settings = settings,
        .light = sun_light_of(&settings->light),
        .kernels = mesh_kernels_get(settings->cpu),
        .quad_px = quad_px,
        .size_px = QUADS_PER_TILE * quad_px,
        .textures = textures,
        .pins = pins,
        .arena = arena,
        .list = meshes,
    };
    scene->meshes = meshes;
    return meshes && wmo_meshes(&target) && doodad_meshes(&target, doodads) &&
           liquid_meshes(&target) && mip_cache_read(textures, arena, pins) &&
           mesh_list_sort(meshes, arena);
}
