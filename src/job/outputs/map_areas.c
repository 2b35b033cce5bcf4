/*
 * A run with pictures has the areas of its tiles on record. A run without any reads
 * them from the ADTs: chunks, and liquids for what they cover, but neither textures nor models.
 */
#include "job/outputs/map_areas.h"

#include <pthread.h>
#include <string.h>

#include "base/array.h"
#include "job/tiles/layer_draw.h"
#include "scene/tile/tile_source.h"

/* Tiles under way, and what is put together from them. */
struct areas_reading {
    const struct run *run;
    uint16_t tiles[TILE_SET_TILES]; /* indices in the grid */
    pthread_mutex_t lock;           /* guards what follows, and the run's result */
    struct area_grid *grid;
    struct map_areas_inputs *inputs;
};

static enum adtmap_status read_areas(const struct run *run, uint32_t x, uint32_t y,
                                     const struct diag *diag, struct area_tile *areas)
{
    const struct adtmap_settings *settings = &run->asked.settings->tile;
    struct tile_files files = {0};
    struct tile_source source = {0};
    struct arena arena = {0};
    enum adtmap_status status = map_read_tile(run->asked.map, x, y, diag, &files);
    if (!status) {
        struct tile_request request = tile_request_of(run->asked.map, x, y, settings);
        request.quad_px = 1;
        request.layer_needs = settings->draw & ADTMAP_DRAW_LIQUID ? SCENE_NEEDS_LIQUIDS : 0;
        status = tile_source_open(&request, &files.adt, &arena, diag, &source);
        if (!status) {
            layer_draw_areas(source.scene, settings, areas);
        }
        tile_source_close(&source);
        tile_files_release(&files);
    }
    arena_free(&arena);
    return status;
}

/* A tile of which a layer has failed as well is listed already. False when out of memory. */
static bool add_failure(struct job_result *result, uint32_t x, uint32_t y,
                        const struct adtmap_message *message)
{
    for (uint32_t i = 0; i < result->failure_count; i++) {
        if (result->failures[i].x == x && result->failures[i].y == y) {
            return true;
        }
    }
    return job_result_add_failure(result, x, y, message);
}

/* run_work */
static enum adtmap_status read_tile(void *user, uint32_t index, const struct diag *diag)
{
    struct areas_reading *reading = user;
    const struct run *run = reading->run;
    const uint32_t x = reading->tiles[index] % TILE_SET_GRID;
    const uint32_t y = reading->tiles[index] / TILE_SET_GRID;
    char origin[512];
    struct adtmap_message failure = {0};
    map_tile_origin(run->asked.map, x, y, origin, sizeof origin);
    const struct diag own = {origin, diag->log, &failure};
    struct area_tile areas;
    struct dep_set inputs = {0};
    struct dep_set *before = dep_recorder_set(&inputs);
    enum adtmap_status status = read_areas(run, x, y, &own, &areas);
    dep_recorder_set(before);
    bool fine = status != ADTMAP_NO_MEMORY;
    pthread_mutex_lock(&reading->lock);
    dep_set_merge(&reading->inputs->files, &inputs);
    reading->inputs->lacks_tiles |= status != ADTMAP_OK;
    if (!status) {
        area_grid_put_tile(reading->grid, x, y, &areas);
    } else if (fine) {
        fine = add_failure(run->result, x, y, &failure);
    }
    pthread_mutex_unlock(&reading->lock);
    dep_set_free(&inputs);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

static int compare_failures(const void *a, const void *b)
{
    const struct job_failure *first = a;
    const struct job_failure *second = b;
    uint32_t before = TILE_SET_GRID * first->y + first->x;
    uint32_t after = TILE_SET_GRID * second->y + second->x;
    return (before > after) - (before < after);
}

/* Puts the areas of all tiles that have an ADT into the grid, and what was read for that into
 * `inputs`. A tile that cannot be read is listed in the run's failures and stops no other. */
static enum adtmap_status read_tiles(const struct run *run, struct area_grid *grid,
                                     struct map_areas_inputs *inputs)
{
    struct areas_reading reading = {
        .run = run, .lock = PTHREAD_MUTEX_INITIALIZER, .grid = grid, .inputs = inputs};
    uint32_t count = 0;
    for (struct tile_step tile = {0}; tile_set_next(&run->asked.map->files, &tile);) {
        reading.tiles[count++] = (uint16_t)tile.index;
    }
    enum adtmap_status status = run_each(run, count, read_tile, &reading);
    pthread_mutex_destroy(&reading.lock);
    struct job_result *result = run->result;
    if (result->failure_count > 1) {
        array_sort(result->failures, result->failure_count, sizeof *result->failures,
                   compare_failures);
    }
    return status;
}

/* ADTMAP_NO_MEMORY */
static enum adtmap_status fill_grid(const struct run *run, struct area_grid *grid,
                                    struct map_areas_inputs *inputs)
{
    struct area_tile areas;
    if (!job_has_picture(run->asked.settings)) {
        return read_tiles(run, grid, inputs);
    }
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        if (plan_read_areas(&run->request, run->open.log, tile.x, tile.y, &areas)) {
            area_grid_put_tile(grid, tile.x, tile.y, &areas);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status map_areas_find(const struct run *run, struct area_map *map,
                                  struct map_areas_inputs *inputs)
{
    struct area_grid grid;
    *map = (struct area_map){0};
    bool fine = area_grid_create(&grid) && fill_grid(run, &grid, inputs) == ADTMAP_OK;
    fine = fine && area_map_make(&grid, run->open.places.areas, run->open.places.area_count, map);
    area_grid_free(&grid);
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}
