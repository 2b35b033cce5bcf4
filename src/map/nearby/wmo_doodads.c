#include "map/nearby/wmo_doodads.h"

/* What wmo_doodads_visit was called with. */
struct doodad_walk {
    wmo_doodad_visitor *visit;
    void *user;
    uint64_t looked_at;
    bool is_beyond;
};

static bool visit_set(struct doodad_walk *walk, const struct placed_wmo *building,
                      const struct wmo_doodad_set *set)
{
    const struct wmo *root = building->building->root;
    walk->looked_at += set->count;
    if (walk->looked_at > WMO_DOODADS_LOOKED_AT_MAX) {
        walk->looked_at -= set->count;
        walk->is_beyond = true;
        return true;
    }
    for (uint32_t i = set->begin; i < set->begin + set->count; i++) {
        const struct wmo_doodad *doodad = &root->doodads[i];
        bool is_placed = (doodad->name || doodad->file_id) && doodad->scale > 0.0F;
        if (is_placed && !walk->visit(walk->user, building, i)) {
            return false;
        }
    }
    return true;
}

static bool visit_building(struct doodad_walk *walk, const struct placed_wmo *building)
{
    const struct wmo *root = building->building->root;
    bool fine = root->doodad_set_count == 0 || visit_set(walk, building, &root->doodad_sets[0]);
    for (uint16_t i = 0; i < building->sets.count && fine; i++) {
        uint32_t number = building->sets.sets[i];
        fine = number >= root->doodad_set_count ||
               visit_set(walk, building, &root->doodad_sets[number]);
    }
    return fine;
}

bool wmo_doodads_visit(const struct wmo_set *wmos, wmo_doodad_visitor *visit, void *user,
                       bool *is_beyond)
{
    struct doodad_walk walk = {visit, user, 0, false};
    bool fine = true;
    for (uint32_t i = 0; i < wmos->count && fine; i++) {
        fine = visit_building(&walk, &wmos->placements[i]);
    }
    for (uint32_t i = 0; i < wmos->near_count && fine; i++) {
        fine = visit_building(&walk, &wmos->near[i]);
    }
    *is_beyond = walk.is_beyond;
    return fine;
}
