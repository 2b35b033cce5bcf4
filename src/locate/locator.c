/*
 * Points are looked at tile by tile: their indices are sorted by tile, so that a tile is read once
 * a call, and once a map where the cache holds it. Threads take tiles, not points.
 */
#include "locate/locator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "formats/grid.h"
#include "locate/tile_facts.h"
#include "locate/tile_floors.h"
#include "locate/zones.h"

/* What is above a point and still what it stands on: feet sink into slopes and stairs. */
static const double FLOOR_REACH_YD = 2.0;

struct adtmap_locator {
    struct adtmap_map *map;
    struct cache *tiles;
    struct cache *floors;
    struct cache *collisions;  /* of doodads */
    struct zones own;          /* areas; none where they are another's */
    const struct zones *zones; /* areas, of this locator or another */
    unsigned calls;
};

enum adtmap_status locator_open_next(struct adtmap_map *map, const struct adtmap_locator *first,
                                     struct adtmap_locator **locator,
                                     struct adtmap_message *failure)
{
    const struct diag diag = {map->name, map->data->log, failure};
    struct adtmap_locator *made = calloc(1, sizeof *made);
    *locator = NULL;
    if (!made) {
        return diag_fail_memory(&diag);
    }
    made->map = map;
    made->tiles = cache_create(map->data->pool, &tile_facts_kind, NULL, NULL);
    made->floors = cache_create(map->data->pool, &tile_floors_kind, NULL, NULL);
    made->collisions =
        cache_create(map->data->pool, &m2_collision_kind, map->data->assets, map->data->log);
    made->zones = first ? first->zones : &made->own;
    enum adtmap_status status =
        made->tiles && made->floors && made->collisions ? ADTMAP_OK : diag_fail_memory(&diag);
    if (!status && !first) {
        status = zones_open(map->data->assets, &diag, &made->own);
    }
    if (status) {
        adtmap_locator_close(made);
        return status;
    }
    *locator = made;
    return ADTMAP_OK;
}

enum adtmap_status adtmap_locator_open(struct adtmap_map *map, struct adtmap_locator **locator,
                                       struct adtmap_message *failure)
{
    return locator_open_next(map, NULL, locator, failure);
}

void adtmap_locator_close(struct adtmap_locator *locator)
{
    if (locator) {
        cache_destroy(locator->tiles);
        cache_destroy(locator->floors);
        cache_destroy(locator->collisions);
        zones_close(&locator->own);
        free(locator);
    }
}

const char *adtmap_area_name(const struct adtmap_locator *locator, uint32_t area)
{
    const struct zone_area *found = zones_find(locator->zones, area);
    return found ? found->name : "";
}

uint32_t adtmap_zone_by_name(const struct adtmap_locator *locator, const char *name)
{
    const struct zone_area *found = zones_find_name(locator->zones, name);
    return found ? found->id : 0;
}

int adtmap_zone_point(const struct adtmap_locator *locator, uint32_t zone, double percent_x,
                      double percent_y, double *x, double *y)
{
    const double percent[2] = {percent_x, percent_y};
    return zones_point_of(locator->zones, zone, percent, x, y);
}

/* Chooses among the surfaces at a point: what it stands on, and the liquid that counts. */
struct choice {
    double z; /* NaN: unknown */
    bool has_surface, is_below, has_liquid;
    double surface; /* if is_below the lowest of those that are too far above z */
    double liquid_z;
    enum liquid_class liquid;
    double under, over; /* the nearest to z that can be stood on; infinite: none */
    double wmo;         /* the highest of WMOs that is not too far above z; -INFINITY: none */
    bool under_is_wmo, over_is_wmo;
};

/* Whether a liquid's surface counts rather than the one chosen so far. */
static bool liquid_is_better(const struct choice *choice, double surface)
{
    if (!choice->has_liquid) {
        return true;
    }
    bool covers = surface >= choice->z; /* false for an unknown z */
    bool chosen_covers = choice->liquid_z >= choice->z;
    if (covers != chosen_covers) {
        return covers;
    }
    return covers ? surface < choice->liquid_z : surface > choice->liquid_z;
}

/* A liquid_visitor of both kinds of surfaces. */
static void locator_choose(void *user, enum liquid_class class, double surface)
{
    struct choice *choice = user;
    if (class < LIQUID_CLASSES) {
        if (liquid_is_better(choice, surface)) {
            choice->has_liquid = true;
            choice->liquid = class;
            choice->liquid_z = surface;
        }
        return;
    }
    bool is_wmo = class == (enum liquid_class)FLOOR_OF_WMO;
    if (surface <= choice->z && surface > choice->under) {
        choice->under = surface;
        choice->under_is_wmo = is_wmo;
    } else if (surface > choice->z && surface < choice->over) {
        choice->over = surface;
        choice->over_is_wmo = is_wmo;
    }
    bool is_reached = isnan(choice->z) || surface <= choice->z + FLOOR_REACH_YD;
    bool is_first = !choice->has_surface && !choice->is_below;
    if (is_reached ? !choice->has_surface || surface > choice->surface
                   : is_first || (choice->is_below && surface < choice->surface)) {
        choice->has_surface = is_reached;
        choice->is_below = !is_reached;
        choice->surface = surface;
    }
    if (is_wmo && is_reached) {
        choice->wmo = fmax(choice->wmo, surface);
    }
}

static void set_zone(const struct zones *zones, const struct adtmap_point *point,
                     struct adtmap_place *place)
{
    double percent[2];
    place->zone = place->area ? zones_of_area(zones, place->area) : 0;
    if (zones_percent_of(zones, place->zone, point->x, point->y, percent)) {
        place->flags |= ADTMAP_PLACE_PERCENT;
        place->zone_x = percent[0];
        place->zone_y = percent[1];
    }
}

/* Fills what a tile says of a point in it. */
static void look_at(const struct adtmap_locator *locator, const struct tile_facts *facts,
                    const struct tile_floors *floors, const struct adtmap_point *point,
                    struct adtmap_place *place)
{
    struct choice choice = {.z = point->z,
                            .under = -(double)INFINITY,
                            .over = (double)INFINITY,
                            .wmo = -(double)INFINITY};
    double solid = -(double)INFINITY; /* the ground, where it has no hole and z reaches it */
    double from_north = (grid_tile_at(point->x) - place->tile_y) * QUADS_PER_TILE;
    double from_west = (grid_tile_at(point->y) - place->tile_x) * QUADS_PER_TILE;
    struct quad_point quad = {
        .column = (uint32_t)fmin(fmax(from_west, 0), QUADS_PER_TILE - 1),
        .row = (uint32_t)fmin(fmax(from_north, 0), QUADS_PER_TILE - 1),
    };
    quad.u = from_west - quad.column;
    quad.v = from_north - quad.row;
    place->chunk_x = quad.column / QUADS_PER_CHUNK;
    place->chunk_y = quad.row / QUADS_PER_CHUNK;
    uint32_t chunk = place->chunk_y * ADT_EDGE + place->chunk_x;
    if (facts && facts->is_damaged) {
        place->flags |= ADTMAP_PLACE_DAMAGED;
    } else if (facts && facts->present[chunk]) {
        unsigned bit = quad.row % QUADS_PER_CHUNK * 8 + quad.column % QUADS_PER_CHUNK;
        bool is_hole = facts->holes[chunk] >> bit & 1;
        place->flags |= ADTMAP_PLACE_TILE | ADTMAP_PLACE_GROUND;
        place->flags |= is_hole ? ADTMAP_PLACE_HOLE : 0;
        place->ground = tile_facts_height(facts, &quad);
        place->area = facts->area_id[chunk];
        set_zone(locator->zones, point, place);
        if (!is_hole) {
            locator_choose(&choice, LIQUID_NONE, place->ground);
            solid = choice.has_surface ? place->ground : solid;
        }
    }
    if (facts && !facts->is_damaged) {
        tile_facts_liquids(&facts->liquids, &quad, locator_choose, &choice);
    }
    if (floors) {
        tile_floors_at(floors, quad.column, quad.row, point->x, point->y, locator_choose, &choice);
    }
    if (choice.has_surface || choice.is_below) {
        place->flags |= choice.has_surface ? ADTMAP_PLACE_SURFACE : ADTMAP_PLACE_BELOW;
        place->surface = choice.surface;
    }
    if (isfinite(choice.under)) {
        place->flags |= ADTMAP_PLACE_UNDER;
        place->under = choice.under;
    }
    if (isfinite(choice.over)) {
        place->flags |= ADTMAP_PLACE_OVER;
        place->over = choice.over;
    }
    bool is_nearest = point->z - choice.under <= choice.over - point->z ? choice.under_is_wmo
                                                                        : choice.over_is_wmo;
    if (is_nearest || choice.wmo > solid) {
        place->flags |= ADTMAP_PLACE_WMO;
    }
    if (choice.has_liquid) {
        place->flags |= ADTMAP_PLACE_LIQUID;
        place->liquid = (uint32_t)choice.liquid;
        place->liquid_z = choice.liquid_z;
    }
}

/* One call of adtmap_locate. */
struct locator_call {
    struct adtmap_locator *locator;
    const struct adtmap_point *points;
    uint32_t options;
    uint8_t *places;
    size_t place_bytes;
};

static void store(const struct locator_call *locating, size_t index,
                  const struct adtmap_place *place)
{
    uint8_t *to = locating->places + index * locating->place_bytes;
    memcpy(to, place, size_min(locating->place_bytes, sizeof *place));
    if (locating->place_bytes > sizeof *place) { /* of a newer caller */
        memset(to + sizeof *place, 0, locating->place_bytes - sizeof *place);
    }
}

/* Looks at the points `indices` of one tile. */
static enum adtmap_status locate_tile(const struct locator_call *locating, uint32_t tile,
                                      const size_t *indices, size_t count)
{
    struct adtmap_locator *locator = locating->locator;
    uint32_t x = tile % ADTMAP_GRID;
    uint32_t y = tile / ADTMAP_GRID;
    struct cache_pin facts = {0};
    struct cache_pin floors = {0};
    enum adtmap_status status = tile_facts_pin(locator->tiles, locator->map, x, y, &facts);
    if (!status && locating->options & ADTMAP_LOCATE_SURFACES) {
        const struct tile_floors_source source = {locator->map, locator->collisions};
        status = tile_floors_pin(locator->floors, &source, x, y, &floors);
    }
    for (size_t i = 0; i < count && !status; i++) {
        const struct adtmap_point *point = &locating->points[indices[i]];
        struct adtmap_place place = {.flags = ADTMAP_PLACE_ON_GRID, .tile_x = x, .tile_y = y};
        look_at(locator, facts.value, floors.value, point, &place);
        store(locating, indices[i], &place);
    }
    cache_release(&floors);
    cache_release(&facts);
    return status;
}

/* The tile of a point, y * 64 + x; TILE_SET_TILES for a point off the grid. */
static uint32_t tile_of(const struct adtmap_point *point)
{
    if (!grid_has(point->x, point->y)) {
        return TILE_SET_TILES;
    }
    double x = fmin(grid_tile_at(point->y), ADTMAP_GRID - 1);
    double y = fmin(grid_tile_at(point->x), ADTMAP_GRID - 1);
    return (uint32_t)y * ADTMAP_GRID + (uint32_t)x;
}

enum adtmap_status adtmap_locate(struct adtmap_locator *locator, const struct adtmap_point *points,
                                 size_t count, uint32_t options, struct adtmap_place *places,
                                 size_t place_bytes, struct adtmap_message *failure)
{
    const struct diag diag = {locator->map->name, locator->map->data->log, failure};
    const struct locator_call locating = {locator, points, options, (uint8_t *)places, place_bytes};
    size_t bytes;
    /* Where the points of each tile begin in `indices`; once they are there, where they end. The
     * last are those off the grid. */
    size_t *bounds = calloc(TILE_SET_TILES + 2, sizeof *bounds);
    size_t *indices = size_multiply(count + 1, sizeof *indices, &bytes) ? malloc(bytes) : NULL;
    if (!bounds || !indices) {
        free(bounds);
        free(indices);
        return diag_fail_memory(&diag);
    }
    for (size_t i = 0; i < count; i++) {
        bounds[tile_of(&points[i]) + 1]++;
    }
    for (size_t tile = 0; tile < TILE_SET_TILES; tile++) {
        bounds[tile + 1] += bounds[tile];
    }
    for (size_t i = 0; i < count; i++) {
        indices[bounds[tile_of(&points[i])]++] = i;
    }
    int status = ADTMAP_OK;
    /* Every second call begins where the one before ended, whose last tiles are in memory. */
    unsigned call;
#pragma omp atomic capture
    call = locator->calls++;
/* Starting threads takes longer than a few points do. */
#pragma omp parallel for schedule(dynamic, 1) if (count > 256)
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        int so_far;
        uint32_t tile = call % 2 ? TILE_SET_TILES - 1 - i : i;
        size_t begin = tile ? bounds[tile - 1] : 0;
#pragma omp atomic read
        so_far = status;
        if (!so_far && begin < bounds[tile]) {
            int mine = (int)locate_tile(&locating, tile, indices + begin, bounds[tile] - begin);
            if (mine) {
#pragma omp atomic write
                status = mine;
            }
        }
    }
    const struct adtmap_place nowhere = {0};
    for (size_t i = bounds[TILE_SET_TILES - 1]; i < count; i++) {
        store(&locating, indices[i], &nowhere);
    }
    free(bounds);
    free(indices);
    return status ? diag_fail_memory(&diag) : ADTMAP_OK;
}
