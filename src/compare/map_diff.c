/*
 * Tiles are compared side by side: a thread reads both versions of a tile into memory of its own
 * and copies out what differs. Whether contents of textures and models differ is found out once,
 * for all tiles.
 */
#include "compare/map_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/asset_label.h"
#include "compare/model_content.h"
#include "compare/texture_content.h"
#include "formats/grid.h"

/* One version of a tile while it is compared. */
struct tile_version {
    const struct adtmap_map *map;
    struct arena arena;
    struct tile_files files;
    struct tile_side side;
};

static bool has_tile(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    return tile_set_has(&map->files, x, y) || map_is_water(map, x, y);
}

/* Names the ground textures. */
static bool label_textures(struct tile_version *version, const struct adt_tile *adt)
{
    const struct assets *assets = version->map->data->assets;
    const char **names =
        arena_alloc(&version->arena, (size_t)adt->texture_count + 1, sizeof *names);
    bool fine = names != NULL;
    for (uint32_t i = 0; fine && i < adt->texture_count; i++) {
        char label[NAME_BYTES];
        asset_label(assets, adt->textures[i].name, adt->textures[i].file_id, label);
        names[i] = arena_string(&version->arena, label, strlen(label));
        fine = names[i] != NULL;
    }
    version->side = (struct tile_side){.adt = adt, .textures = names};
    return fine;
}

static enum adtmap_status parse(struct tile_version *version, const struct diag *diag)
{
    const struct adtmap_data *data = version->map->data;
    struct adt_request request =
        map_adt_request(version->map, version->files.adt.x, version->files.adt.y);
    struct adt_tile *adt;
    enum adtmap_status status =
        adt_read(&version->files.adt, &request, &version->arena, diag, &adt);
    if (!status && (!liquid_types_apply(&data->liquid_types, &adt->liquids, &version->arena) ||
                    !label_textures(version, adt))) {
        status = diag_fail_memory(diag);
    }
    return status;
}

/* A tile without an ADT is empty. */
static enum adtmap_status read_version(struct tile_version *version, uint32_t x, uint32_t y,
                                       const struct diag *diag)
{
    if (tile_set_has(&version->map->files, x, y)) {
        enum adtmap_status status = map_read_tile(version->map, x, y, diag, &version->files);
        return status ? status : parse(version, diag);
    }
    struct adt_tile *adt = arena_alloc(&version->arena, 1, sizeof *adt);
    if (adt) {
        adt->chunks = arena_alloc(&version->arena, ADT_CHUNKS, sizeof *adt->chunks);
    }
    version->side = (struct tile_side){.adt = adt};
    return adt && adt->chunks ? ADTMAP_OK : diag_fail_memory(diag);
}

static void close_version(struct tile_version *version)
{
    tile_files_release(&version->files);
    arena_free(&version->arena);
}

/* Copies a result out of the memory of its versions. */
static struct tile_diff *keep_tile(struct arena *memory, const struct tile_diff *diff)
{
    struct tile_diff *kept = arena_alloc(memory, 1, sizeof *kept);
    if (!kept) {
        return NULL;
    }
    *kept = *diff;
    kept->textures = arena_alloc(memory, (size_t)diff->texture_count + 1, sizeof *kept->textures);
    kept->areas = arena_alloc(memory, (size_t)diff->area_count + 1, sizeof *kept->areas);
    bool fine = kept->textures && kept->areas;
    if (fine && diff->area_count > 0) {
        memcpy(kept->areas, diff->areas, diff->area_count * sizeof *diff->areas);
    }
    for (uint32_t i = 0; fine && i < diff->texture_count; i++) {
        kept->textures[i] = diff->textures[i];
        const char *name = diff->textures[i].name;
        kept->textures[i].name = arena_string(memory, name, strlen(name));
        fine = kept->textures[i].name != NULL;
    }
    return fine ? kept : NULL;
}

/* What all threads share. */
struct map_comparing {
    const struct adtmap_map *maps[2];
    const struct diag *diag;
    struct map_diff *diff;
    struct texture_contents contents;
    bool failed; /* out of memory */
};

static void keep_result(struct map_comparing *comparing, uint32_t tile,
                        const struct tile_version versions[2], const struct tile_diff *found)
{
    struct map_diff *diff = comparing->diff;
    struct placement_side sides[2];
    for (size_t i = 0; i < 2; i++) {
        sides[i] = (struct placement_side){versions[i].map->data->assets,
                                           &versions[i].side.adt->placements};
    }
    placement_gather_add(&diff->gather, tile, &sides[0], &sides[1]);
    if (diff->fates[tile] == TILE_SAME && !tile_diff_is_empty(found)) {
        diff->fates[tile] = TILE_CHANGED;
        diff->tiles[tile] = keep_tile(&diff->memory, found);
        comparing->failed = comparing->failed || !diff->tiles[tile];
    }
}

static void report_unreadable(struct map_comparing *comparing, uint32_t tile,
                              enum adtmap_status status, const struct adtmap_message *why)
{
    const struct diag at_file = diag_at(comparing->diag, why->file);
    comparing->failed = comparing->failed || status == ADTMAP_NO_MEMORY;
    comparing->diff->fates[tile] = TILE_UNREADABLE;
    diag_warn(&at_file, why->chunk[0] ? why->chunk : NULL, why->offset,
              "%s; tile %u_%u is not compared", why->what, (unsigned)(tile % ADTMAP_GRID),
              (unsigned)(tile / ADTMAP_GRID));
}

/* The texture with this label; NULL: none. */
static const struct adt_texture *find_texture(const struct tile_side *side, const char *label)
{
    for (uint32_t i = 0; i < side->adt->texture_count; i++) {
        if (strcmp(side->textures[i], label) == 0) {
            return &side->adt->textures[i];
        }
    }
    return NULL;
}

static bool label_heights(const struct tile_version *version, const struct adt_texture *texture,
                          char label[NAME_BYTES])
{
    bool has_heights = texture->height_name || texture->height_file_id;
    if (has_heights) {
        asset_label(version->map->data->assets, texture->height_name, texture->height_file_id,
                    label);
    }
    return has_heights;
}

/* Whether a texture is blended by other heights; maps that blend otherwise have none. */
static bool heights_differ(struct map_comparing *comparing, const struct tile_version versions[2],
                           const struct adt_texture *from, const struct adt_texture *to)
{
    char labels[2][NAME_BYTES];
    if (!versions[0].side.adt->has_height_blend || !versions[1].side.adt->has_height_blend) {
        return false;
    }
    if (from->height_scale != to->height_scale || from->height_offset != to->height_offset) {
        return true;
    }
    return label_heights(&versions[0], from, labels[0]) &&
           label_heights(&versions[1], to, labels[1]) &&
           (strcmp(labels[0], labels[1]) != 0 ||
            texture_contents_differ(&comparing->contents, versions[0].map->data->assets,
                                    versions[1].map->data->assets, labels[1], TEXTURE_ALPHA));
}

static bool texture_differs(struct map_comparing *comparing, const struct tile_version versions[2],
                            const struct adt_texture *from, const struct adt_texture *to,
                            const char *label)
{
    return from->scale_shift != to->scale_shift ||
           texture_contents_differ(&comparing->contents, versions[0].map->data->assets,
                                   versions[1].map->data->assets, label, TEXTURE_COLOR) ||
           heights_differ(comparing, versions, from, to);
}

/* Finds the textures of both versions that look different, by themselves or when blended. */
static enum adtmap_status find_repainted(struct map_comparing *comparing,
                                         struct tile_version versions[2], const struct diag *diag)
{
    struct tile_side *side = &versions[1].side;
    bool *repainted =
        arena_alloc(&versions[1].arena, (size_t)side->adt->texture_count + 1, sizeof *repainted);
    if (!repainted) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < side->adt->texture_count; i++) {
        const struct adt_texture *from = find_texture(&versions[0].side, side->textures[i]);
        repainted[i] = from && texture_differs(comparing, versions, from, &side->adt->textures[i],
                                               side->textures[i]);
    }
    side->repainted = repainted;
    return ADTMAP_OK;
}

/* Compares a tile that one version has at least; the other is empty then. */
static void compare_tile(struct map_comparing *comparing, uint32_t tile)
{
    struct tile_version versions[2] = {{.map = comparing->maps[0]}, {.map = comparing->maps[1]}};
    struct arena arena = {0};
    struct tile_diff found;
    struct adtmap_message why = {0};
    const struct diag diag = {NULL, comparing->diag->log, &why};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < 2 && !status; i++) {
        status = read_version(&versions[i], tile % ADTMAP_GRID, tile / ADTMAP_GRID, &diag);
    }
    if (!status) {
        status = find_repainted(comparing, versions, &diag);
    }
    if (!status && !tile_diff_make(&versions[0].side, &versions[1].side, &arena, &found)) {
        status = diag_fail_memory(&diag);
    }
#pragma omp critical(map_diff)
    if (status) {
        report_unreadable(comparing, tile, status, &why);
    } else {
        keep_result(comparing, tile, versions, &found);
    }
    arena_free(&arena);
    close_version(&versions[0]);
    close_version(&versions[1]);
}

static void compare_at(struct map_comparing *comparing, uint32_t x, uint32_t y)
{
    const struct adtmap_map *const *maps = comparing->maps;
    uint32_t tile = y * ADTMAP_GRID + x;
    bool in_old = has_tile(maps[0], x, y);
    bool in_new = has_tile(maps[1], x, y);
    if (in_old != in_new) {
        comparing->diff->fates[tile] = in_new ? TILE_ADDED : TILE_REMOVED;
    }
    if (tile_set_has(&maps[0]->files, x, y) || tile_set_has(&maps[1]->files, x, y)) {
        compare_tile(comparing, tile);
    }
}

static void compare_tiles(struct map_comparing *comparing)
{
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (uint32_t y = 0; y < ADTMAP_GRID; y++) {
        for (uint32_t x = 0; x < ADTMAP_GRID; x++) {
            compare_at(comparing, x, y);
        }
    }
}

/* The tile that a position is in, or the nearest. */
static uint32_t tile_at(const double position[3])
{
    double column = fmin(fmax(grid_tile_at(position[1]), 0), ADTMAP_GRID - 1);
    double row = fmin(fmax(grid_tile_at(position[0]), 0), ADTMAP_GRID - 1);
    return (uint32_t)row * ADTMAP_GRID + (uint32_t)column;
}

/* The buildings that the WDTs are. */
static void compare_global_wmos(struct map_comparing *comparing)
{
    struct adt_placements placements[2] = {{0}};
    struct placement_side sides[2];
    uint32_t tile = 0;
    for (size_t i = 0; i < 2; i++) {
        const struct adt_placement *building = comparing->maps[i]->building;
        tile = building ? tile_at(building->position) : tile;
        placements[i].wmos = building;
        placements[i].wmo_count = building != NULL;
        sides[i] = (struct placement_side){comparing->maps[i]->data->assets, &placements[i]};
    }
    placement_gather_add(&comparing->diff->gather, tile, &sides[0], &sides[1]);
}

static void count_placement(void *user, uint32_t tile, enum placement_kind kind)
{
    struct map_diff *diff = user;
    diff->placement_counts[tile][kind]++;
    if (diff->fates[tile] == TILE_SAME) {
        diff->fates[tile] = TILE_CHANGED;
    }
}

static bool model_differs(void *user, enum placement_kind kind, const char *label)
{
    return model_contents_differ(user, kind, label);
}

static void compare_all(struct map_comparing *comparing)
{
    struct placement_gather *gather = &comparing->diff->gather;
    struct model_contents *models = model_contents_create(
        comparing->maps[0]->data, comparing->maps[1]->data, &comparing->contents, comparing->diag);
    if (!models) {
        comparing->failed = true;
        return;
    }
    gather->model_differs = model_differs;
    gather->user = models;
    compare_tiles(comparing);
    compare_global_wmos(comparing);
    comparing->failed =
        comparing->failed || comparing->contents.failed || model_contents_failed(models);
    model_contents_destroy(models);
    texture_contents_free(&comparing->contents);
}

static uint32_t count_tiles(const struct adtmap_map *map)
{
    uint32_t count = 0;
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        count += has_tile(map, tile.x, tile.y);
    }
    return count;
}

enum adtmap_status map_diff_make(const struct adtmap_map *old_map, const struct adtmap_map *new_map,
                                 const struct diag *diag, struct map_diff *diff)
{
    struct map_comparing comparing = {
        .maps = {old_map, new_map}, .diag = diag, .diff = diff, .contents.diag = diag};
    *diff = (struct map_diff){.tile_counts = {count_tiles(old_map), count_tiles(new_map)}};
    compare_all(&comparing);
    bool fine =
        !comparing.failed && placement_gather_finish(&diff->gather, count_placement, diff,
                                                     &diff->placements, &diff->placement_count);
    for (size_t i = 0; i < TILE_SET_TILES; i++) {
        diff->fate_counts[diff->fates[i]]++;
    }
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

bool map_diff_is_empty(const struct map_diff *diff)
{
    return diff->fate_counts[TILE_SAME] == TILE_SET_TILES && diff->placement_count == 0;
}

void map_diff_free(struct map_diff *diff)
{
    free(diff->placements);
    arena_free(&diff->memory);
    placement_gather_free(&diff->gather);
    *diff = (struct map_diff){0};
}
