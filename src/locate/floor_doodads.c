#include "locate/floor_doodads.h"

#include "assets/m2_model.h"
#include "scene/nearby_placements.h"

/* Doodads under collection. */
struct floor_doodad_gathering {
    const struct floor_doodad_search *search;
    struct floor_doodad *first;
    uint32_t count;
    uint32_t looked_at; /* doodads of buildings */
    bool is_full;
};

/* Adds a doodad by its name or, where that is NULL, its file id, if it collides in the tile. */
static enum adtmap_status add(struct floor_doodad_gathering *gathering, const char *name,
                              uint32_t file_id, const struct placement_matrix *matrix)
{
    const struct floor_doodad_search *search = gathering->search;
    char of_id[NAME_BYTES];
    struct cache_pin pin;
    if (!name) {
        (void)assets_name_of_id(search->assets, file_id, of_id);
        name = of_id;
    }
    enum adtmap_status status = m2_cache_pin(search->collisions, name, &pin);
    if (status) {
        return status;
    }
    const struct m2_collision_asset *asset = pin.value;
    const struct m2_collision *mesh = &asset->mesh;
    const struct adt_box box = placement_box(matrix, mesh->box.low, mesh->box.high);
    if (mesh->index_count == 0 || !placement_touches_tile(&box, search->x, search->y)) {
        cache_release(&pin);
        return ADTMAP_OK;
    }
    if (gathering->count == FLOOR_DOODADS_MAX) {
        gathering->is_full = true;
        cache_release(&pin);
        return ADTMAP_OK;
    }
    struct floor_doodad *added = arena_alloc(search->arena, 1, sizeof *added);
    if (!added) {
        cache_release(&pin);
        return ADTMAP_NO_MEMORY;
    }
    *added = (struct floor_doodad){mesh, *matrix, pin, gathering->first};
    gathering->first = added;
    gathering->count++;
    return ADTMAP_OK;
}

static enum adtmap_status add_placed(struct floor_doodad_gathering *gathering)
{
    const struct floor_doodad_search *search = gathering->search;
    const struct nearby_placements_search around = {
        .map = search->map, .x = search->x, .y = search->y, .kind = NEARBY_DOODADS};
    struct nearby_placements nearby;
    enum adtmap_status status = nearby_placements_open(&around, search->arena, &nearby);
    for (uint32_t i = 0; i < nearby.count && !status && !gathering->is_full; i++) {
        const struct adt_placement *placement = nearby.placements[i];
        const struct placement_matrix matrix = placement_matrix(placement);
        status = add(gathering, placement->name, placement->file_id, &matrix);
    }
    nearby_placements_close(&nearby);
    return status;
}

/* Those of the first set, which is always there, and of those that the placement chooses. */
static enum adtmap_status add_of_wmo(struct floor_doodad_gathering *gathering,
                                     const struct scene_placement *wmo)
{
    const struct wmo *root = wmo->building->root;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t k = 0; k <= wmo->sets.count && !status; k++) {
        uint32_t number = k > 0 ? wmo->sets.sets[k - 1] : 0;
        if (number >= root->doodad_set_count) {
            continue;
        }
        const struct wmo_doodad_set *set = &root->doodad_sets[number];
        for (uint32_t i = set->begin; i < set->begin + set->count && !status; i++) {
            gathering->is_full =
                gathering->is_full || gathering->looked_at++ == WMO_DOODADS_LOOKED_AT_MAX;
            if (gathering->is_full) {
                return ADTMAP_OK;
            }
            const struct wmo_doodad *doodad = &root->doodads[i];
            if ((doodad->name || doodad->file_id) && doodad->scale > 0.0F) {
                const struct placement_matrix matrix =
                    placement_matrix_in_wmo(&wmo->matrix, doodad);
                status = add(gathering, doodad->name, doodad->file_id, &matrix);
            }
        }
    }
    return status;
}

enum adtmap_status floor_doodads_open(const struct floor_doodad_search *search,
                                      struct floor_doodad **doodads)
{
    const struct wmo_set *wmos = search->wmos;
    struct floor_doodad_gathering gathering = {.search = search};
    enum adtmap_status status = add_placed(&gathering);
    for (uint32_t i = 0; i < wmos->count && !status; i++) {
        status = add_of_wmo(&gathering, &wmos->placements[i]);
    }
    for (uint32_t i = 0; i < wmos->near_count && !status; i++) {
        status = add_of_wmo(&gathering, &wmos->near[i]);
    }
    if (gathering.is_full) {
        diag_warn(search->diag, NULL, NO_OFFSET,
                  "doodads left out of its floors: more than %d collide in the tile, or its "
                  "buildings have more than %d",
                  FLOOR_DOODADS_MAX, WMO_DOODADS_LOOKED_AT_MAX);
    }
    *doodads = gathering.first;
    return status;
}

void floor_doodads_close(struct floor_doodad *doodads)
{
    for (; doodads; doodads = doodads->next) {
        cache_release(&doodads->pin);
    }
}
