#include "locate/floor_doodads.h"

#include "assets/m2_model.h"
#include "base/hash.h"
#include "map/nearby/nearby_placements.h"
#include "map/nearby/wmo_doodads.h"

/* Doodads under collection. */
struct floor_doodad_gathering {
    const struct floor_doodad_search *search;
    struct floor_doodads *doodads;
    bool is_full;
};

/* Keeps a pin for as long as the doodads are used, once for each model. False when out of memory.
 */
static bool keep(struct floor_doodads *doodads, struct cache_pin *pin)
{
    const struct cache_pin *pins = (const void *)doodads->pins.data;
    uint64_t hash = hash64(&pin->value, sizeof pin->value);
    struct hash_probe probe = hash_index_probe(&doodads->by_model, hash);
    while (hash_index_next(&doodads->by_model, &probe)) {
        if (pins[probe.number].value == pin->value) {
            cache_release(pin);
            return true;
        }
    }
    size_t number = doodads->pins.size / sizeof *pin;
    buffer_append(&doodads->pins, pin, sizeof *pin);
    if (doodads->pins.failed) {
        cache_release(pin);
        return false;
    }
    return hash_index_add(&doodads->by_model, hash, (uint32_t)number);
}

/* Adds a doodad by its name or, where that is NULL, its file id, if it collides in the tile. False
 * when out of memory. */
static bool add(struct floor_doodad_gathering *gathering, const char *name, uint32_t file_id,
                const struct placement_matrix *matrix)
{
    const struct floor_doodad_search *search = gathering->search;
    struct floor_doodads *doodads = gathering->doodads;
    char of_id[NAME_BYTES];
    struct cache_pin pin;
    if (!name) {
        (void)assets_name_of_id(search->assets, file_id, of_id);
        name = of_id;
    }
    if (m2_cache_pin(search->collisions, name, &pin)) {
        return false;
    }
    const struct m2_collision_asset *asset = pin.value;
    const struct m2_collision *mesh = &asset->mesh;
    const struct adt_box box = placement_box(matrix, mesh->box.low, mesh->box.high);
    bool is_here = mesh->index_count > 0 && placement_touches_tile(&box, search->x, search->y);
    if (!keep(doodads, &pin)) {
        return false;
    }
    if (!is_here) {
        return true;
    }
    if (doodads->count == FLOOR_DOODADS_MAX) {
        gathering->is_full = true;
        return true;
    }
    struct floor_doodad *added = arena_alloc(search->arena, 1, sizeof *added);
    if (!added) {
        return false;
    }
    *added = (struct floor_doodad){mesh, *matrix, doodads->first};
    doodads->first = added;
    doodads->count++;
    return true;
}

static bool add_placed(struct floor_doodad_gathering *gathering)
{
    const struct floor_doodad_search *search = gathering->search;
    const struct nearby_placements_search around = {
        .map = search->map, .x = search->x, .y = search->y, .kind = NEARBY_DOODADS};
    struct nearby_placements nearby;
    bool fine = nearby_placements_open(&around, search->arena, &nearby) == ADTMAP_OK;
    for (uint32_t i = 0; i < nearby.count && fine && !gathering->is_full; i++) {
        const struct adt_placement *placement = nearby.placements[i];
        const struct placement_matrix matrix = placement_matrix(placement);
        fine = add(gathering, placement->name, placement->file_id, &matrix);
    }
    nearby_placements_close(&nearby);
    return fine;
}

/* wmo_doodad_visitor */
static bool add_of_wmo(void *user, const struct placed_wmo *wmo, uint32_t index)
{
    struct floor_doodad_gathering *gathering = user;
    const struct wmo_doodad *doodad = &wmo->building->root->doodads[index];
    const struct placement_matrix matrix = placement_matrix_in_wmo(&wmo->matrix, doodad);
    return gathering->is_full || add(gathering, doodad->name, doodad->file_id, &matrix);
}

enum adtmap_status floor_doodads_open(const struct floor_doodad_search *search,
                                      struct floor_doodads *doodads)
{
    struct floor_doodad_gathering gathering = {.search = search, .doodads = doodads};
    bool is_beyond;
    if (!add_placed(&gathering) ||
        !wmo_doodads_visit(search->wmos, add_of_wmo, &gathering, &is_beyond)) {
        return diag_fail_memory(search->diag);
    }
    if (gathering.is_full || is_beyond) {
        diag_warn(search->diag, NULL, NO_OFFSET,
                  "doodads left out of its floors: more than %d collide in the tile, or its "
                  "buildings have more than %d",
                  FLOOR_DOODADS_MAX, WMO_DOODADS_LOOKED_AT_MAX);
    }
    return ADTMAP_OK;
}

void floor_doodads_close(struct floor_doodads *doodads)
{
    struct cache_pin *pins = (void *)doodads->pins.data;
    for (size_t i = 0; i < doodads->pins.size / sizeof *pins; i++) {
        cache_release(&pins[i]);
    }
    buffer_free(&doodads->pins);
    hash_index_free(&doodads->by_model);
    *doodads = (struct floor_doodads){0};
}
