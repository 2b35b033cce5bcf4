#include "job/layer_keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/file.h"
#include "output/paths.h"
#include "render/layers/data_layer.h"

#define NONE UINT32_MAX /* no number of a layer */

/* The lists, and what comes of them. */
struct joining {
    const struct layer_keep *keep;
    const struct manifest_layers *earlier;
    const struct manifest_layers *made;
    struct manifest_layers *joined;
    uint32_t removed; /* files */
};

static uint32_t find_layer(const struct manifest_layers *layers, struct adtmap_layer layer)
{
    for (uint32_t i = 0; i < layers->layer_count; i++) {
        if (data_layer_same(layers->layers[i].layer, layer)) {
            return i;
        }
    }
    return NONE;
}

/* The tiles of layer `number`, by place; NULL where there is none. */
struct tiles_by_place {
    const struct manifest_layer_tile *at[TILE_SET_GRID][TILE_SET_GRID];
};

static void place_tiles(const struct manifest_layers *layers, uint32_t number,
                        struct tiles_by_place *places)
{
    *places = (struct tiles_by_place){0};
    for (uint32_t i = 0; i < layers->tile_count && number != NONE; i++) {
        const struct manifest_layer_tile *tile = &layers->tiles[i];
        if (tile->layer == number) {
            places->at[tile->y][tile->x] = tile;
        }
    }
}

/* Whether tiles of both can stand in one layer; `made` may be NULL. */
static bool go_together(const struct layer_keep *keep, const struct manifest_layer *earlier,
                        const struct manifest_layer *made)
{
    bool by_blend =
        earlier->layer.kind == ADTMAP_LAYER_ALPHA || earlier->layer.kind == ADTMAP_LAYER_ALBEDO;
    if (by_blend && keep->earlier->settings.blend != keep->blend) {
        return false;
    }
    return !made ||
           (made->size_px == earlier->size_px && made->range == earlier->range &&
            made->range_yd[0] == earlier->range_yd[0] && made->range_yd[1] == earlier->range_yd[1]);
}

static enum adtmap_status find_file(const struct joining *joining, const char *name, bool *is_there)
{
    char *path = path_join(joining->keep->directory, name);
    *is_there = path && file_exists(path);
    free(path);
    return path ? ADTMAP_OK : diag_fail_memory(joining->keep->diag);
}

static enum adtmap_status remove_file(struct joining *joining, const char *name)
{
    char *path = path_join(joining->keep->directory, name);
    if (!path) {
        return diag_fail_memory(joining->keep->diag);
    }
    joining->removed += file_exists(path);
    enum adtmap_status status = file_remove(path, joining->keep->diag);
    free(path);
    return status;
}

/* What the joined layer has at a place; *same says whether that is what the earlier one had. */
static enum adtmap_status join_tile(struct joining *joining, const char *layer, bool can_stay,
                                    const struct manifest_layer_tile *earlier,
                                    const struct manifest_layer_tile *made, bool *same)
{
    const struct layer_keep *keep = joining->keep;
    const struct manifest_layer_tile *chosen = made;
    enum adtmap_status status = ADTMAP_OK;
    if (earlier && !made) {
        char name[PATH_NAME_BYTES];
        path_layer_name(layer, keep->map, earlier->x, earlier->y, name);
        bool stays = can_stay && !tile_set_has(keep->lost, earlier->x, earlier->y);
        bool is_there = false;
        status = stays ? find_file(joining, name, &is_there) : remove_file(joining, name);
        chosen = is_there ? earlier : NULL;
    }
    *same = chosen == earlier ||
            (can_stay && chosen && earlier && hash128_equal(chosen->hash, earlier->hash));
    if (chosen) {
        struct manifest_layers *joined = joining->joined;
        joined->tiles[joined->tile_count] = *chosen;
        joined->tiles[joined->tile_count++].layer = joined->layer_count;
    }
    return status;
}

/* MAP.LAYER.png and its world file. */
static enum adtmap_status remove_stitched(struct joining *joining, const char *layer)
{
    char name[PATH_NAME_BYTES];
    path_layer_stitched_name(layer, joining->keep->map, name);
    enum adtmap_status status = remove_file(joining, name);
    path_layer_world_name(layer, joining->keep->map, name);
    return status ? status : remove_file(joining, name);
}

/* What becomes of the stitched layer that an earlier run wrote and this one did not. */
static enum adtmap_status join_stitched(struct joining *joining, const char *layer, bool all_same,
                                        bool *stays)
{
    char name[PATH_NAME_BYTES];
    path_layer_stitched_name(layer, joining->keep->map, name);
    *stays = false;
    return all_same ? find_file(joining, name, stays) : remove_stitched(joining, layer);
}

/* Layer `e` of the earlier ones and `m` of those made, which are the same; one may be NONE. */
static enum adtmap_status join_layer(struct joining *joining, uint32_t e, uint32_t m)
{
    const struct manifest_layer *earlier = e == NONE ? NULL : &joining->earlier->layers[e];
    const struct manifest_layer *made = m == NONE ? NULL : &joining->made->layers[m];
    bool can_stay = earlier && go_together(joining->keep, earlier, made);
    bool all_same = can_stay;
    char name[ADTMAP_LAYER_NAME_BYTES];
    struct tiles_by_place before;
    struct tiles_by_place now;
    struct manifest_layer layer = made ? *made : *earlier;
    bool was_stitched = earlier ? earlier->is_stitched : false;
    bool is_stitched = made ? made->is_stitched : false;
    uint32_t tiles_before = joining->joined->tile_count;
    enum adtmap_status status = ADTMAP_OK;
    adtmap_layer_file_name(layer.layer, name);
    place_tiles(joining->earlier, e, &before);
    place_tiles(joining->made, m, &now);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !status; i++) {
        bool same;
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        status = join_tile(joining, name, can_stay, before.at[y][x], now.at[y][x], &same);
        all_same = all_same && same;
    }
    if (!status && was_stitched && !is_stitched) {
        status = join_stitched(joining, name, all_same, &layer.is_stitched);
    }
    if (made || joining->joined->tile_count > tiles_before) {
        joining->joined->layers[joining->joined->layer_count++] = layer;
    }
    return status;
}

static int compare_areas(const void *a, const void *b)
{
    uint32_t x = ((const struct manifest_area *)a)->id;
    uint32_t y = ((const struct manifest_area *)b)->id;
    return (x > y) - (x < y);
}

static void add_areas(const struct manifest_layers *from, struct manifest_layers *joined)
{
    uint32_t known = joined->area_count;
    for (uint32_t i = 0; i < from->area_count; i++) {
        if (known == 0 ||
            !bsearch(&from->areas[i], joined->areas, known, sizeof *from->areas, compare_areas)) {
            joined->areas[joined->area_count++] = from->areas[i];
        }
    }
    if (joined->area_count > 0) {
        qsort(joined->areas, joined->area_count, sizeof *joined->areas, compare_areas);
    }
}

static enum adtmap_status join_all(struct joining *joining)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t m = 0; m < joining->made->layer_count && !status; m++) {
        uint32_t e = find_layer(joining->earlier, joining->made->layers[m].layer);
        status = join_layer(joining, e, m);
    }
    for (uint32_t e = 0; e < joining->earlier->layer_count && !status; e++) {
        if (find_layer(joining->made, joining->earlier->layers[e].layer) == NONE) {
            status = join_layer(joining, e, NONE);
        }
    }
    const struct adtmap_layer area = {ADTMAP_LAYER_AREA, 0};
    if (find_layer(joining->joined, area) != NONE) {
        add_areas(joining->made, joining->joined);
        add_areas(joining->earlier, joining->joined);
    }
    return status;
}

static struct manifest_layers *make_room(const struct joining *joining)
{
    struct manifest_layers *joined = calloc(1, sizeof *joined);
    if (joined) {
        size_t tiles = (size_t)joining->made->tile_count + joining->earlier->tile_count;
        size_t areas = (size_t)joining->made->area_count + joining->earlier->area_count;
        joined->tiles = calloc(tiles + 1, sizeof *joined->tiles);
        joined->areas = calloc(areas + 1, sizeof *joined->areas);
    }
    if (joined && joined->tiles && joined->areas) {
        return joined;
    }
    manifest_layers_free(joined);
    return NULL;
}

enum adtmap_status layer_keep_join(const struct layer_keep *keep, struct manifest_layers **layers)
{
    static const struct manifest_layers nothing;
    if (!keep->earlier || !keep->earlier->layers) {
        return ADTMAP_OK;
    }
    struct joining joining = {
        .keep = keep,
        .earlier = keep->earlier->layers,
        .made = *layers ? *layers : &nothing,
    };
    joining.joined = make_room(&joining);
    enum adtmap_status status = joining.joined ? join_all(&joining) : diag_fail_memory(keep->diag);
    if (status) {
        manifest_layers_free(joining.joined);
        return status;
    }
    if (joining.removed > 0) {
        diag_warn(keep->diag, NULL, NO_OFFSET,
                  "%u files of data layers of earlier runs no longer show the map: removed; "
                  "--layer draws them anew",
                  (unsigned)joining.removed);
    }
    manifest_layers_free(*layers);
    *layers = joining.joined;
    if (joining.joined->layer_count == 0) {
        manifest_layers_free(*layers);
        *layers = NULL;
    }
    return ADTMAP_OK;
}
