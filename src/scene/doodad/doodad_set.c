/*
 * Candidates come from nine tiles, each once by its unique id, and from the sets of buildings.
 * Those too far away are left out before their models are loaded, those too small afterwards.
 */
#include "scene/doodad/doodad_set.h"

#include <string.h>

#include "formats/grid.h"
#include "map/nearby/wmo_doodads.h"
#include "map/placement/placement_filter.h"
#include "scene/doodad/doodad_rule.h"
#include "scene/wmo/wmo_rooms.h"

/* A set under collection. */
struct collecting {
    const struct doodad_search *search;
    struct wmo_set *wmos;
    struct doodad_set *set;
    float shape_least_yd, crown_least_yd;
    struct sun_light light;
};

/* A place at the end of the list; NULL when out of memory. */
static struct scene_doodad *append(struct collecting *collecting)
{
    enum { FIRST_CAPACITY = 256 };
    struct doodad_set *set = collecting->set;
    if (set->count == set->capacity) {
        uint32_t capacity = set->capacity ? 2 * set->capacity : FIRST_CAPACITY;
        struct scene_doodad *grown =
            arena_alloc_dirty(collecting->search->arena, capacity, sizeof *grown);
        if (!grown) {
            return NULL;
        }
        if (set->count > 0) {
            memcpy(grown, set->doodads, set->count * sizeof *grown);
        }
        set->doodads = grown;
        set->capacity = capacity;
    }
    return &set->doodads[set->count];
}

/* Adds the doodad if it touches the tile and is large enough. False when out of memory. */
static bool doodad_set_add(struct collecting *collecting, const struct scene_doodad *doodad,
                           float scale)
{
    const struct doodad_search *search = collecting->search;
    const struct m2_box *box = &doodad->model->model->box;
    const bool is_crown = doodad->model->is_crown;
    if (doodad->model->longest_side_yd * scale <
        (is_crown ? collecting->crown_least_yd : collecting->shape_least_yd)) {
        return true;
    }
    struct adt_box world = placement_box(&doodad->matrix, box->low, box->high);
    if (!placement_touches_tile(&world, search->x, search->y)) {
        return true;
    }
    const uint64_t vertices = !is_crown                      ? doodad->model->vertices_drawn
                              : doodad_crown_is_wide(&world) ? DOODAD_WIDE_CROWN_VERTICES
                                                             : DOODAD_CROWN_VERTICES;
    if (!wmo_set_count(collecting->wmos, vertices)) {
        collecting->set->beyond++;
        return true;
    }
    struct scene_doodad *added = append(collecting);
    if (added) {
        *added = *doodad;
        added->box = world;
        collecting->set->count++;
    }
    return added != NULL;
}

/* nearby_placements_search.judge: leaves out what the settings leave out. */
static void judge_name(void *user, const struct doodad_name *name, struct nearby_name *judged)
{
    struct collecting *collecting = user;
    struct doodad_models *models = collecting->set->models;
    struct doodad_model *model = name->name
                                     ? doodad_models_find_hashed(models, name->name, name->hash)
                                     : doodad_models_find(models, NULL, name->file_id);
    bool is_wanted = model && model->is_chosen && (model->model || model->is_missing);
    *judged = (struct nearby_name){is_wanted ? model->reach_yd : -1.0F, model};
}

static bool add_placed(struct collecting *collecting, const struct adt_placement *placement,
                       struct doodad_model *model)
{
    const struct doodad_search *search = collecting->search;
    if (placement_id_is_hidden(&search->settings->objects, placement->unique_id)) {
        return true;
    }
    if (model->is_missing) {
        collecting->set->missing++;
        return true;
    }
    const struct scene_doodad doodad = {
        .model = model,
        .matrix = placement_matrix(placement),
        .unique_id = placement->unique_id,
        .light = doodad_light_outside(&collecting->light),
        .is_outside = true,
    };
    return doodad_set_add(collecting, &doodad, placement->scale);
}

/* The doodads of MDDF. */
static bool add_all_placed(struct collecting *collecting)
{
    const struct doodad_search *search = collecting->search;
    const struct nearby_placements_search around = {
        .map = search->map,
        .own = search->own,
        .x = search->x,
        .y = search->y,
        .kind = NEARBY_DOODADS,
        .doodad_wanted = doodad_name_filter(search->settings),
        .judge = judge_name,
        .user = collecting,
    };
    struct nearby_placements nearby;
    bool fine = nearby_placements_open(&around, search->arena, &nearby) == ADTMAP_OK;
    for (uint32_t i = 0; i < nearby.count && fine; i++) {
        fine = add_placed(collecting, nearby.placements[i], nearby.models[i]);
    }
    nearby_placements_close(&nearby);
    return fine && !collecting->set->models->failed;
}

/* Light in a room comes from the doodad's lamp, or from the room's middle for those that are not
 * adjusted, towards the doodad's own middle. */
static struct doodad_light light_inside(const struct collecting *collecting,
                                        const struct placed_wmo *wmo,
                                        const struct wmo_doodad *doodad, uint32_t room,
                                        const struct scene_doodad *placed)
{
    if (!doodad->has_lamp && !(doodad->flags & WMO_DOODAD_UNADJUSTED)) {
        return doodad_light_inside(&collecting->light, doodad, wmo->ambient, NULL);
    }
    const struct wmo_box *of_room = &wmo->building->groups[room]->box;
    const struct m2_box *of_doodad = &placed->model->model->box;
    double toward[3];
    for (size_t row = 0; row < 3; row++) {
        toward[row] = wmo->matrix.m[row][3] - placed->matrix.m[row][3];
        for (size_t i = 0; i < 3; i++) {
            double from = doodad->has_lamp
                              ? (double)doodad->lamp[i]
                              : ((double)of_room->low[i] + (double)of_room->high[i]) / 2.0;
            double to = ((double)of_doodad->low[i] + (double)of_doodad->high[i]) / 2.0;
            toward[row] += wmo->matrix.m[row][i] * from - placed->matrix.m[row][i] * to;
        }
    }
    return doodad_light_inside(&collecting->light, doodad, wmo->ambient, toward);
}

/* wmo_doodad_visitor */
static bool add_of_wmo(void *user, const struct placed_wmo *wmo, uint32_t index)
{
    struct collecting *collecting = user;
    const struct doodad_search *search = collecting->search;
    const struct wmo_doodad *doodad = &wmo->building->root->doodads[index];
    const struct wmo_doodad_groups *groups = &wmo->building->doodad_groups[index];
    float scale = doodad->scale * wmo->scale;
    if (!(groups->places & WMO_DOODAD_INSIDE) &&
        wmo_shows_rooms_only(wmo->building, search->settings)) {
        return true;
    }
    struct doodad_model *model =
        doodad_models_find(collecting->set->models, doodad->name, doodad->file_id);
    if (!model || (!model->model && !model->is_missing)) {
        return model != NULL;
    }
    struct scene_doodad added = {
        .model = model,
        .matrix = placement_matrix_in_wmo(&wmo->matrix, doodad),
        .unique_id = wmo->unique_id,
    };
    const double origin[3] = {added.matrix.m[0][3], added.matrix.m[1][3], added.matrix.m[2][3]};
    if (!grid_tile_is_near(origin, (double)model->reach_yd * (double)scale, search->x, search->y)) {
        return true;
    }
    if (model->is_missing) {
        collecting->set->missing++;
        return true;
    }
    added.is_outside = wmo_doodad_is_outside(groups);
    added.light = added.is_outside ? doodad_light_outside(&collecting->light)
                                   : light_inside(collecting, wmo, doodad, groups->room, &added);
    return doodad_set_add(collecting, &added, scale);
}

/* Unless the user names a limit, half a pixel: at 512 px a tile of forest with and without smaller
 * doodads differs by 65 dB (by 59 dB for a whole pixel). Of relief maps four pixels: less of a
 * shape is a speck that nobody can name, and specks are two thirds of the triangles that doodads of
 * a forest tile have but for crowns. Small crowns stay, since they make woods. */
static void set_least_sides(struct collecting *collecting)
{
    const struct adtmap_settings *settings = collecting->search->settings;
    const float named_yd = settings->doodad_min_size_yd;
    const float px_yd = (float)TILE_YD / (float)settings->size_px;
    const bool is_relief = settings->ground == ADTMAP_GROUND_RELIEF;
    collecting->crown_least_yd = named_yd < 0.0F ? 0.5F * px_yd : named_yd;
    collecting->shape_least_yd =
        named_yd < 0.0F && is_relief ? 4.0F * px_yd : collecting->crown_least_yd;
}

enum adtmap_status doodad_set_open(const struct doodad_search *search, struct wmo_set *wmos,
                                   const struct diag *diag, struct doodad_set *set)
{
    *set = (struct doodad_set){.models = arena_alloc(search->arena, 1, sizeof *set->models)};
    if (!set->models) {
        return diag_fail_memory(diag);
    }
    set->models->settings = search->settings;
    set->models->assets = search->data->assets;
    set->models->cache = search->data->models;
    set->models->arena = search->arena;
    struct collecting collecting = {.search = search,
                                    .wmos = wmos,
                                    .set = set,
                                    .light = sun_light_of(&search->settings->light)};
    set_least_sides(&collecting);
    bool is_beyond;
    if (!add_all_placed(&collecting) ||
        !wmo_doodads_visit(wmos, add_of_wmo, &collecting, &is_beyond)) {
        return diag_fail_memory(diag);
    }
    if (is_beyond) {
        diag_warn(diag, NULL, NO_OFFSET, "doodads left out: its buildings have more than %d",
                  WMO_DOODADS_LOOKED_AT_MAX);
    }
    if (set->beyond) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u of its doodads left out: together its objects would have more than %d "
                  "vertices",
                  (unsigned)set->beyond, TILE_VERTICES_MAX);
    }
    return ADTMAP_OK;
}

void doodad_set_close(struct doodad_set *set)
{
    if (set->models) {
        doodad_models_close(set->models);
    }
    *set = (struct doodad_set){0};
}
