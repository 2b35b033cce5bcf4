/*
 * A placement is listed by the tiles it was saved with. It is written with the tile that it stands
 * in; if that one does not list it, with the first of those around it that does. So the text needs
 * no list of all unique ids of the map, of which there may be millions.
 */
#include "job/outputs/map_objects.h"

#include <stdio.h>
#include <string.h>

#include "formats/grid.h"
#include "map/map_placements.h"
#include "map/nearby/nearby_placements.h"
#include "map/placement/placement_matrix.h"
#include "output/geojson.h"

enum { FLUSH_BYTES = 1 << 20 };

/* The text under way. */
struct objects_writing {
    const struct adtmap_map *map;
    struct file_writer *file;
    struct buffer text; /* that is not in the file yet */
    struct json json;
};

/* Placements of one kind. */
struct placed_list {
    uint32_t count;
    const struct adt_placement *items;
};

static struct placed_list list_of(const struct adt_placements *placed,
                                  enum nearby_placements_kind kind)
{
    if (!placed) {
        return (struct placed_list){0};
    }
    return kind == NEARBY_WMOS ? (struct placed_list){placed->wmo_count, placed->wmos}
                               : (struct placed_list){placed->doodad_count, placed->doodads};
}

/* Whether tile (x, y) lists the unique id. */
static bool lists(const struct adtmap_map *map, uint32_t x, uint32_t y,
                  enum nearby_placements_kind kind, uint32_t unique_id)
{
    struct cache_pin pin;
    if (map_placements_pin(map, x, y, ADT_PLACEMENTS, NULL, &pin)) {
        return false;
    }
    const bool found = kind == NEARBY_WMOS ? map_placements_has_wmo(&pin, unique_id)
                                           : map_placements_has_doodad(&pin, unique_id);
    cache_release(&pin);
    return found;
}

/* Whether a placement that tile (x, y) lists is written with this tile. */
static bool is_written_with(const struct adtmap_map *map, uint32_t x, uint32_t y,
                            enum nearby_placements_kind kind, const struct adt_placement *placement)
{
    if (placement_stands_in(placement, x, y)) {
        return true;
    }
    /* Outside the grid these wrap to where no tile is. */
    uint32_t home_x = (uint32_t)(int32_t)grid_tile_at(placement->position[1]);
    uint32_t home_y = (uint32_t)(int32_t)grid_tile_at(placement->position[0]);
    if (lists(map, home_x, home_y, kind, placement->unique_id)) {
        return false;
    }
    for (uint32_t i = 0; i < NEARBY_TILES; i++) {
        uint32_t column = home_x - 1 + i % 3;
        uint32_t row = home_y - 1 + i / 3;
        if (lists(map, column, row, kind, placement->unique_id)) {
            return column == x && row == y;
        }
    }
    return true;
}

/* A line of the text. */
struct feature {
    enum nearby_placements_kind kind;
    const char *name;
    const double *position;
    float rotation[3], scale;
    bool has_owner;        /* a doodad of a WMO */
    uint32_t id;           /* of the placement, or of the owner's */
    uint32_t doodad_index; /* in the WMO */
    bool has_box;
    struct adt_box box;
};

/* Finds the box of a doodad's model in the world, if there is a model. */
static enum adtmap_status find_box(const struct adtmap_map *map,
                                   const struct placement_matrix *matrix, struct feature *feature)
{
    struct cache_pin pin;
    enum adtmap_status status = m2_cache_pin(map->data->models, feature->name, &pin);
    if (status) {
        return status;
    }
    const struct m2_asset *asset = pin.value;
    feature->has_box = asset->model != NULL;
    if (asset->model) {
        feature->box = placement_box(matrix, asset->model->box.low, asset->model->box.high);
    }
    cache_release(&pin);
    return ADTMAP_OK;
}

static void put_vector(struct json *json, const char *key, double x, double y, double z)
{
    char text[3 * 32];
    snprintf(text, sizeof text, "[%.4f, %.4f, %.4f]", x, y, z);
    json_raw(json, key, text);
}

static void put_floats(struct json *json, const char *key, const float values[3])
{
    put_vector(json, key, (double)values[0], (double)values[1], (double)values[2]);
}

static enum adtmap_status flush(struct objects_writing *writing)
{
    if (writing->text.failed) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status =
        file_writer_write(writing->file, writing->text.data, writing->text.size);
    buffer_clear(&writing->text);
    return status;
}

static enum adtmap_status put_feature(struct objects_writing *writing,
                                      const struct feature *feature)
{
    struct json *json = &writing->json;
    char scale[32];
    snprintf(scale, sizeof scale, "%.4f", (double)feature->scale);
    geojson_feature(json);
    geojson_geometry(json, "Point");
    put_vector(json, "coordinates", 0.0 - feature->position[1], feature->position[0],
               feature->position[2]);
    json_end(json);
    json_object(json, "properties");
    json_string(json, "kind", feature->kind == NEARBY_WMOS ? "wmo" : "doodad");
    json_string(json, "name", feature->name);
    if (feature->has_owner) {
        json_null(json, "unique_id");
        json_number(json, "owner", feature->id);
        json_number(json, "index", feature->doodad_index);
    } else {
        json_number(json, "unique_id", feature->id);
    }
    put_floats(json, "rotation", feature->rotation);
    json_raw(json, "scale", scale);
    if (feature->has_box) {
        json_array(json, "box");
        put_floats(json, NULL, feature->box.low);
        put_floats(json, NULL, feature->box.high);
        json_end(json);
    } else {
        json_null(json, "box");
    }
    json_end(json);
    json_end(json);
    return writing->text.size >= FLUSH_BYTES ? flush(writing) : ADTMAP_OK;
}

static enum adtmap_status put_wmo_doodad(struct objects_writing *writing,
                                         const struct adt_placement *placement,
                                         const struct wmo_doodad *doodad, uint32_t index)
{
    char text[NAME_BYTES];
    if ((!doodad->name && !doodad->file_id) || !(doodad->scale > 0.0F)) {
        return ADTMAP_OK;
    }
    const struct placement_matrix of_wmo = placement_matrix(placement);
    const struct placement_matrix matrix = placement_matrix_in_wmo(&of_wmo, doodad);
    const double position[3] = {matrix.m[0][3], matrix.m[1][3], matrix.m[2][3]};
    struct feature feature = {
        .kind = NEARBY_DOODADS,
        .name = assets_name_of(writing->map->data->assets,
                               (struct asset_ref){doodad->name, doodad->file_id}, text),
        .position = position,
        .scale = placement->scale * doodad->scale,
        .has_owner = true,
        .id = placement->unique_id,
        .doodad_index = index,
    };
    placement_matrix_angles(&matrix, feature.rotation);
    enum adtmap_status status = find_box(writing->map, &matrix, &feature);
    return status ? status : put_feature(writing, &feature);
}

static enum adtmap_status put_wmo_set(struct objects_writing *writing,
                                      const struct adt_placement *placement, const struct wmo *root,
                                      uint32_t number)
{
    enum adtmap_status status = ADTMAP_OK;
    const struct wmo_doodad_set *set = &root->doodad_sets[number];
    for (uint32_t i = set->begin; i < set->begin + set->count && !status; i++) {
        status = put_wmo_doodad(writing, placement, &root->doodads[i], i);
    }
    return status;
}

/* The doodads of a WMO: those of its first set, and of those that its placement chooses. */
static enum adtmap_status put_wmo_doodads(struct objects_writing *writing,
                                          const struct adt_placement *placement, const char *name)
{
    struct cache_pin pin;
    enum adtmap_status status = wmo_cache_pin(writing->map->data->buildings, name, &pin);
    if (status) {
        return status;
    }
    const struct wmo *root = ((const struct wmo_model *)pin.value)->root;
    uint32_t set_count = root ? root->doodad_set_count : 0;
    if (set_count > 0) {
        status = put_wmo_set(writing, placement, root, 0);
    }
    for (uint16_t i = 0; i < placement->sets.count && !status; i++) {
        uint16_t chosen = placement->sets.sets[i];
        status = chosen < set_count ? put_wmo_set(writing, placement, root, chosen) : ADTMAP_OK;
    }
    cache_release(&pin);
    return status;
}

static enum adtmap_status put_placement(struct objects_writing *writing,
                                        enum nearby_placements_kind kind,
                                        const struct adt_placement *placement)
{
    char text[NAME_BYTES];
    struct feature feature = {
        .kind = kind,
        .name = assets_name_of(writing->map->data->assets,
                               (struct asset_ref){placement->name, placement->file_id}, text),
        .position = placement->position,
        .scale = placement->scale,
        .id = placement->unique_id,
        .has_box = placement->has_box,
        .box = placement->box,
    };
    memcpy(feature.rotation, placement->rotation, sizeof feature.rotation);
    enum adtmap_status status = ADTMAP_OK;
    if (kind == NEARBY_DOODADS) {
        const struct placement_matrix matrix = placement_matrix(placement);
        status = find_box(writing->map, &matrix, &feature);
    }
    if (!status) {
        status = put_feature(writing, &feature);
    }
    return status || kind == NEARBY_DOODADS ? status
                                            : put_wmo_doodads(writing, placement, feature.name);
}

/* What is written with tile (x, y). */
static enum adtmap_status put_tile(struct objects_writing *writing, uint32_t x, uint32_t y)
{
    static const enum nearby_placements_kind kinds[] = {NEARBY_WMOS, NEARBY_DOODADS};
    struct cache_pin pin;
    enum adtmap_status status = map_placements_pin(writing->map, x, y, ADT_PLACEMENTS, NULL, &pin);
    for (size_t k = 0; k < 2 && !status; k++) {
        struct placed_list list = list_of(map_placements_of(&pin), kinds[k]);
        for (uint32_t i = 0; i < list.count && !status; i++) {
            const struct adt_placement *placement = &list.items[i];
            if (is_written_with(writing->map, x, y, kinds[k], placement)) {
                status = put_placement(writing, kinds[k], placement);
            }
        }
    }
    cache_release(&pin);
    return status;
}

static enum adtmap_status put_all(struct objects_writing *writing)
{
    enum adtmap_status status = ADTMAP_OK;
    writing->json = geojson_begin(&writing->text);
    if (writing->map->building) {
        status = put_placement(writing, NEARBY_WMOS, writing->map->building);
    }
    for (struct tile_step tile = {0}; !status && tile_next(&tile);) {
        status = put_tile(writing, tile.x, tile.y);
    }
    geojson_end(&writing->json);
    return status ? status : flush(writing);
}

enum adtmap_status map_objects_write(const struct adtmap_map *map, struct file_writer *file,
                                     const struct diag *diag)
{
    struct objects_writing writing = {.map = map, .file = file};
    enum adtmap_status status = put_all(&writing);
    buffer_free(&writing.text);
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(diag) : status;
}
