#include "scene/tile/scene_materials.h"

#include <string.h>

#include "scene/doodad/doodad_material.h"
#include "scene/liquid_material.h"
#include "scene/wmo/wmo_material.h"
#include "scene/wmo/wmo_rooms.h"

/* Materials on their way into a scene. */
struct furnishing {
    struct surface_textures *textures;
    struct scene_tile *scene;
};

static bool materials_add_liquid(const struct furnishing *furnishing, enum liquid_class class)
{
    const struct surface_material **material = &furnishing->scene->liquid_materials[class];
    if (!*material) {
        *material = liquid_material(furnishing->textures, class);
    }
    return *material;
}

/* The classes that a grid has. */
static bool add_grid(const struct furnishing *furnishing, const struct liquid_grid *grid)
{
    bool fine = true;
    for (uint32_t i = 0; i < LIQUID_CLASSES && fine; i++) {
        enum liquid_class class = (enum liquid_class)i;
        fine = liquid_count(grid, class) == 0 || materials_add_liquid(furnishing, class);
    }
    return fine;
}

static bool add_group(const struct furnishing *furnishing, const struct wmo_group *group)
{
    const struct liquid_types *types = scene_liquid_types(furnishing->scene);
    if (group->liquid) {
        struct liquid_grid grid = group->liquid->grid;
        return liquid_types_apply_to_grid(types, &grid, furnishing->textures->arena) &&
               add_grid(furnishing, &grid);
    }
    return !group->is_flooded ||
           materials_add_liquid(
               furnishing,
               liquid_types_class(types, group->liquid_type, liquid_class_of(group->liquid_type)));
}

static bool add_wmo(const struct furnishing *furnishing, const struct placed_wmo *placed,
                    const struct surface_material **materials)
{
    const struct adtmap_settings *settings = furnishing->textures->settings;
    const struct scene_tile *scene = furnishing->scene;
    *materials = wmo_materials(furnishing->textures, placed->building->root);
    bool fine = *materials != NULL;
    for (uint32_t g = 0; g < placed->building->root->group_count && fine; g++) {
        fine = !(settings->draw & ADTMAP_DRAW_LIQUID) ||
               !wmo_group_is_drawn(placed, g, settings, scene->x, scene->y) ||
               add_group(furnishing, placed->building->groups[g]);
    }
    return fine;
}

bool scene_add_materials(struct surface_textures *textures, struct scene_tile *scene)
{
    const struct furnishing furnishing = {textures, scene};
    const bool has_liquids = textures->settings->draw & ADTMAP_DRAW_LIQUID;
    const struct surface_material **of_wmos =
        arena_alloc(textures->arena, scene->placement_count, sizeof *of_wmos);
    bool fine = of_wmos != NULL;
    scene->placement_materials = of_wmos;
    memset(scene->liquid_materials, 0, sizeof scene->liquid_materials);
    for (uint32_t i = 0; i < scene->placement_count && fine; i++) {
        fine = add_wmo(&furnishing, &scene->placements[i], &of_wmos[i]);
    }
    for (uint32_t i = 0; scene->doodads && i < scene->doodads->count && fine; i++) {
        struct doodad_model *model = scene->doodads->doodads[i].model;
        if (!model->materials) {
            model->materials = doodad_materials(textures, model->model);
        }
        fine = model->materials;
    }
    for (uint32_t i = 0; has_liquids && i < scene->liquids.count && fine; i++) {
        fine = add_grid(&furnishing, &scene->liquids.layers[i].grid);
    }
    scene->has_materials = true;
    scene->surface_texture_count = textures->count;
    return fine;
}
