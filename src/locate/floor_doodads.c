#include "locate/floor_doodads.h"

#include <string.h>

#include "assets/m2_model.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "map/nearby/nearby_placements.h"
#include "map/nearby/wmo_doodads.h"

/* A model that placements of the tile have named. Its box decides whether a placement is looked at
 * closer, so that a model that lies outside the tile is read once and not kept. */
struct floor_model {
    struct hash128 name;
    struct m2_box box;
    bool collides;
    const struct m2_collision *mesh; /* pinned; NULL until a placement reaches into the tile */
};

/* Doodads under collection. */
struct floor_doodad_gathering {
    const struct floor_doodad_search *search;
    struct floor_doodads *doodads;
    struct buffer models;      /* struct floor_model */
    struct hash_index by_name; /* of models */
    size_t corners;            /* of the meshes that are pinned */
    bool is_full;
};

static struct floor_model *find_model(const struct floor_doodad_gathering *gathering,
                                      struct hash128 name)
{
    struct floor_model *models = (void *)gathering->models.data;
    struct hash_probe probe = hash_index_probe(&gathering->by_name, name.low);
    while (hash_index_next(&gathering->by_name, &probe)) {
        if (hash128_equal(models[probe.number].name, name)) {
            return &models[probe.number];
        }
    }
    return NULL;
}

/* Reads the model of a name for the first time. NULL when out of memory. */
static struct floor_model *add_model(struct floor_doodad_gathering *gathering, const char *name,
                                     struct hash128 hash)
{
    struct cache_pin pin;
    size_t number = gathering->models.size / sizeof(struct floor_model);
    if (m2_cache_pin(gathering->search->collisions, name, &pin)) {
        return NULL;
    }
    const struct m2_collision_asset *asset = pin.value;
    const struct floor_model model = {
        .name = hash, .box = asset->mesh.box, .collides = asset->mesh.index_count > 0};
    cache_release(&pin);
    buffer_append(&gathering->models, &model, sizeof model);
    return !gathering->models.failed &&
                   hash_index_add(&gathering->by_name, hash.low, (uint32_t)number)
               ? (struct floor_model *)(void *)gathering->models.data + number
               : NULL;
}

/* Pins the mesh of a model that reaches into the tile, as long as the doodads are used. False when
 * out of memory; a mesh that would be too much stays NULL. */
static bool pin_mesh(struct floor_doodad_gathering *gathering, const char *name,
                     struct floor_model *model)
{
    struct floor_doodads *doodads = gathering->doodads;
    struct cache_pin pin;
    if (m2_cache_pin(gathering->search->collisions, name, &pin)) {
        return false;
    }
    const struct m2_collision *mesh = &((const struct m2_collision_asset *)pin.value)->mesh;
    size_t corners = (size_t)mesh->vertex_count + mesh->index_count;
    if (corners > FLOOR_DOODAD_CORNERS_MAX - gathering->corners) {
        gathering->is_full = true;
        cache_release(&pin);
        return true;
    }
    buffer_append(&doodads->pins, &pin, sizeof pin);
    if (doodads->pins.failed) {
        cache_release(&pin);
        return false;
    }
    gathering->corners += corners;
    model->mesh = mesh;
    return true;
}

/* Adds a doodad by its name or, where that is NULL, its file id, if it collides in the tile. False
 * when out of memory. */
static bool floor_doodads_add(struct floor_doodad_gathering *gathering, const char *name,
                              uint32_t file_id, const struct placement_matrix *matrix)
{
    const struct floor_doodad_search *search = gathering->search;
    struct floor_doodads *doodads = gathering->doodads;
    char of_id[NAME_BYTES];
    if (!name) {
        (void)assets_name_of_id(search->assets, file_id, of_id);
        name = of_id;
    }
    const struct hash128 hash = hash128(name, strlen(name));
    struct floor_model *model = find_model(gathering, hash);
    if (!model) {
        model = add_model(gathering, name, hash);
    }
    if (!model) {
        return false;
    }
    const struct adt_box box = placement_box(matrix, model->box.low, model->box.high);
    if (!model->collides || !placement_touches_tile(&box, search->x, search->y)) {
        return true;
    }
    if (!model->mesh && !pin_mesh(gathering, name, model)) {
        return false;
    }
    if (!model->mesh || doodads->count == FLOOR_DOODADS_MAX) {
        gathering->is_full = true;
        return true;
    }
    struct floor_doodad *added = arena_alloc(search->arena, 1, sizeof *added);
    if (!added) {
        return false;
    }
    *added = (struct floor_doodad){model->mesh, *matrix, doodads->first};
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
        fine = floor_doodads_add(gathering, placement->name, placement->file_id, &matrix);
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
    return gathering->is_full ||
           floor_doodads_add(gathering, doodad->name, doodad->file_id, &matrix);
}

enum adtmap_status floor_doodads_open(const struct floor_doodad_search *search,
                                      struct floor_doodads *doodads)
{
    struct floor_doodad_gathering gathering = {.search = search, .doodads = doodads};
    bool is_beyond;
    bool fine = add_placed(&gathering) &&
                wmo_doodads_visit(search->wmos, add_of_wmo, &gathering, &is_beyond);
    buffer_free(&gathering.models);
    hash_index_free(&gathering.by_name);
    if (!fine) {
        return diag_fail_memory(search->diag);
    }
    if (gathering.is_full || is_beyond) {
        diag_warn(search->diag, NULL, NO_OFFSET,
                  "doodads left out of its floors: more than %d collide in the tile, their meshes "
                  "have more than %d corners, or its buildings have more than %d",
                  FLOOR_DOODADS_MAX, FLOOR_DOODAD_CORNERS_MAX, WMO_DOODADS_LOOKED_AT_MAX);
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
    *doodads = (struct floor_doodads){0};
}
