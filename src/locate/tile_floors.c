/*
 * A triangle counts if it collides and does not face down: in WMOs by the flags of MOPY 0x8
 * (collision), or 0x20 (drawn) without 0x4 (detail); of doodads the collision mesh. That is what
 * game servers take; batches and materials do not matter. Walls stay out because a point from above
 * meets none of their area.
 *
 * Triangles of a tile are kept twice as 9 floats and sorted by quad: `first[quad]` is where those
 * of the quad begin in `members`. A triangle is a member of every quad that its box touches.
 * Members are bounded, of a quad, too, of which a point looks at all; what would go beyond is left
 * out with a warning.
 */
#include "locate/tile_floors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "formats/grid.h"
#include "formats/wmo/wmo_flood.h"

enum {
    TILE_QUADS = QUADS_PER_TILE * QUADS_PER_TILE,
    TRIANGLE_COLLIDES = 0x8,
    TRIANGLE_DRAWN = WMO_TRIANGLE_RENDER,
    TRIANGLE_DETAIL = 0x4,
};

struct floor_triangle {
    float corners[3][3];       /* X, Y from the tile's north-west corner, Z; world axes, yards */
    uint8_t first[2], last[2]; /* rows and columns of the quads that its box touches */
    uint8_t class;             /* enum liquid_class; of what is stood on as tile_floors_at */
};

struct tile_floors {
    double north_yd, west_yd;
    uint32_t triangle_count;
    struct floor_triangle *triangles;
    uint32_t first[TILE_QUADS + 1];
    uint32_t *members;
};

void tile_floors_destroy(void *tile_floors)
{
    struct tile_floors *floors = tile_floors;
    if (floors) {
        free(floors->triangles);
        free(floors->members);
        free(floors);
    }
}

/* What floors are gathered with. */
struct floor_gathering {
    struct tile_floors *floors;
    size_t room;
    uint64_t looked_at;
    bool is_full;
    const struct liquid_types *types;
    struct arena *arena;
};

static void corner_at(const struct floor_gathering *gathering,
                      const struct placement_matrix *matrix, const float model[3], float corner[3])
{
    double world[3];
    for (int row = 0; row < 3; row++) {
        const double *m = matrix->m[row];
        world[row] =
            m[0] * (double)model[0] + m[1] * (double)model[1] + m[2] * (double)model[2] + m[3];
    }
    corner[0] = (float)(gathering->floors->north_yd - world[0]);
    corner[1] = (float)(gathering->floors->west_yd - world[1]);
    corner[2] = (float)world[2];
}

/* Twice the area of a triangle as seen from above; positive if it faces up. X runs south and Y east
 * here, which turns the sign twice. */
static double area_from_above(const float a[3], const float b[3], const float c[3])
{
    return ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
           ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)a[0]);
}

/* Sets the quads that the triangle touches along both axes; false for none of the tile's. */
static bool find_quads(struct floor_triangle *triangle)
{
    for (int axis = 0; axis < 2; axis++) {
        float low = triangle->corners[0][axis];
        float high = low;
        for (int k = 1; k < 3; k++) {
            low = fminf(low, triangle->corners[k][axis]);
            high = fmaxf(high, triangle->corners[k][axis]);
        }
        if (!(high >= 0.0F && (double)low <= TILE_YD)) {
            return false;
        }
        const double most = QUADS_PER_TILE - 1;
        triangle->first[axis] = (uint8_t)fmin(fmax((double)low / QUAD_YD, 0), most);
        triangle->last[axis] = (uint8_t)fmin((double)high / QUAD_YD, most);
    }
    return true;
}

/* Adds a triangle that reaches into the tile. False when out of memory. */
static bool add_triangle(struct floor_gathering *gathering, struct floor_triangle *triangle)
{
    struct tile_floors *floors = gathering->floors;
    if (!find_quads(triangle)) {
        return true;
    }
    if (floors->triangle_count == FLOOR_TRIANGLES_MAX) {
        gathering->is_full = true;
        return true;
    }
    if (floors->triangle_count == gathering->room) {
        size_t room = gathering->room ? 2 * gathering->room : 1024;
        struct floor_triangle *more = realloc(floors->triangles, room * sizeof *more);
        if (!more) {
            return false;
        }
        floors->triangles = more;
        gathering->room = room;
    }
    floors->triangles[floors->triangle_count++] = *triangle;
    return true;
}

static bool add_group(struct floor_gathering *gathering, const struct placement_matrix *matrix,
                      const struct wmo_group *group)
{
    struct floor_triangle triangle = {.class = FLOOR_OF_WMO};
    for (uint32_t i = 0; i < group->triangle_count; i++) {
        const uint16_t flags = group->triangle_flags[i];
        const bool is_drawn = flags & TRIANGLE_DRAWN && !(flags & TRIANGLE_DETAIL);
        if (!(flags & TRIANGLE_COLLIDES || is_drawn)) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            corner_at(gathering, matrix, group->positions[group->indices[3 * i + (uint32_t)k]],
                      triangle.corners[k]);
        }
        if (area_from_above(triangle.corners[0], triangle.corners[1], triangle.corners[2]) > 0 &&
            !add_triangle(gathering, &triangle)) {
            return false;
        }
    }
    return true;
}

/* The two triangles of each quad of a liquid, whose vertex `i` is at positions[i]. */
static bool floors_add_liquid(struct floor_gathering *gathering,
                              const struct placement_matrix *matrix, uint32_t width,
                              const uint8_t *quads, size_t quad_count, const float (*positions)[3])
{
    for (size_t quad = 0; quad < quad_count; quad++) {
        size_t corner = quad / width * (width + 1) + quad % width;
        const size_t corners[2][3] = {{corner, corner + 1, corner + width + 1},
                                      {corner + 1, corner + width + 2, corner + width + 1}};
        for (int half = 0; half < 2 && quads[quad] < LIQUID_CLASSES; half++) {
            struct floor_triangle triangle = {.class = quads[quad]};
            for (int k = 0; k < 3; k++) {
                corner_at(gathering, matrix, positions[corners[half][k]], triangle.corners[k]);
            }
            if (!add_triangle(gathering, &triangle)) {
                return false;
            }
        }
    }
    return true;
}

static bool add_group_liquid(struct floor_gathering *gathering,
                             const struct placement_matrix *matrix, const struct wmo_group *group)
{
    if (!group->liquid && !group->is_flooded) {
        return true;
    }
    if (group->is_flooded && !group->liquid) {
        struct wmo_flood *flood = arena_alloc(gathering->arena, 1, sizeof *flood);
        if (!flood) {
            return false;
        }
        wmo_flood_fill(group,
                       liquid_types_class(gathering->types, group->liquid_type,
                                          liquid_class_of(group->liquid_type)),
                       flood);
        return floors_add_liquid(gathering, matrix, FLOOD_EDGE, flood->quad, FLOOD_QUADS,
                                 (const float(*)[3])flood->position);
    }
    struct liquid_grid grid = group->liquid->grid;
    float(*positions)[3] =
        arena_alloc_dirty(gathering->arena, liquid_vertices(&grid), sizeof *positions);
    if (!positions || !liquid_types_apply_to_grid(gathering->types, &grid, gathering->arena)) {
        return false;
    }
    for (size_t i = 0; i < liquid_vertices(&grid); i++) {
        positions[i][0] = group->liquid->corner[0] + (float)(i % (grid.width + 1)) * (float)QUAD_YD;
        positions[i][1] = group->liquid->corner[1] + (float)(i / (grid.width + 1)) * (float)QUAD_YD;
        positions[i][2] = grid.height_yd[i];
    }
    return floors_add_liquid(gathering, matrix, grid.width, grid.quad, liquid_quads(&grid),
                             (const float(*)[3])positions);
}

static bool add_building(struct floor_gathering *gathering, const struct placed_wmo *placement)
{
    const struct wmo_model *building = placement->building;
    for (uint32_t i = 0; i < building->root->group_count; i++) {
        const struct wmo_group *group = building->groups[i];
        gathering->looked_at += group ? group->triangle_count : 0;
        gathering->is_full = gathering->is_full || gathering->looked_at > FLOORS_LOOKED_AT_MAX;
        if (group && !gathering->is_full && !(group->flags & WMO_GROUP_ANTIPORTAL) &&
            (!add_group(gathering, &placement->matrix, group) ||
             !add_group_liquid(gathering, &placement->matrix, group))) {
            return false;
        }
    }
    return true;
}

static bool floors_add_doodad(struct floor_gathering *gathering, const struct floor_doodad *doodad)
{
    const struct m2_collision *mesh = doodad->mesh;
    struct floor_triangle triangle = {.class = LIQUID_NONE};
    gathering->looked_at += mesh->index_count / 3;
    gathering->is_full = gathering->is_full || gathering->looked_at > FLOORS_LOOKED_AT_MAX;
    for (uint32_t i = 0; i < mesh->index_count && !gathering->is_full; i += 3) {
        for (uint32_t k = 0; k < 3; k++) {
            corner_at(gathering, &doodad->matrix, mesh->positions[mesh->indices[i + k]],
                      triangle.corners[k]);
        }
        if (area_from_above(triangle.corners[0], triangle.corners[1], triangle.corners[2]) > 0 &&
            !add_triangle(gathering, &triangle)) {
            return false;
        }
    }
    return true;
}

/* Counts the members of each quad, at the index after its own. Returns how many there are. */
static uint64_t count_members(struct floor_gathering *gathering)
{
    struct tile_floors *floors = gathering->floors;
    uint64_t total = 0;
    for (uint32_t i = 0; i < floors->triangle_count; i++) {
        const struct floor_triangle *triangle = &floors->triangles[i];
        for (uint32_t row = triangle->first[0]; row <= triangle->last[0]; row++) {
            for (uint32_t column = triangle->first[1]; column <= triangle->last[1]; column++) {
                uint32_t *count = &floors->first[row * QUADS_PER_TILE + column + 1];
                const bool has_room = *count < QUAD_MEMBERS_MAX;
                *count += has_room;
                total += has_room;
                gathering->is_full = gathering->is_full || !has_room;
            }
        }
        if (total > FLOOR_MEMBERS_MAX) {
            gathering->is_full = true;
            floors->triangle_count = i + 1; /* what is counted so far is listed */
        }
    }
    return total;
}

/* Lists the triangles of each quad, the first of them where they are too many. False when out of
 * memory. */
static bool sort_members(struct floor_gathering *gathering)
{
    struct tile_floors *floors = gathering->floors;
    const uint64_t total = count_members(gathering);
    uint32_t *end = arena_alloc_dirty(gathering->arena, TILE_QUADS, sizeof *end);
    floors->members = malloc(((size_t)total + 1) * sizeof *floors->members);
    if (!end || !floors->members) {
        return false;
    }
    for (size_t quad = 0; quad < TILE_QUADS; quad++) {
        floors->first[quad + 1] += floors->first[quad];
        end[quad] = floors->first[quad]; /* of those that are listed so far */
    }
    for (uint32_t i = 0; i < floors->triangle_count; i++) {
        const struct floor_triangle *triangle = &floors->triangles[i];
        for (uint32_t row = triangle->first[0]; row <= triangle->last[0]; row++) {
            for (uint32_t column = triangle->first[1]; column <= triangle->last[1]; column++) {
                const size_t quad = row * QUADS_PER_TILE + column;
                if (end[quad] < floors->first[quad + 1]) {
                    floors->members[end[quad]++] = i;
                }
            }
        }
    }
    return true;
}

enum adtmap_status tile_floors_of(const struct tile_standing *standing, const struct diag *diag,
                                  struct tile_floors **made, size_t *bytes)
{
    struct arena arena = {0};
    struct tile_floors *floors = calloc(1, sizeof *floors);
    struct floor_gathering gathering = {
        .floors = floors, .types = standing->types, .arena = &arena};
    bool complete = floors != NULL;
    if (complete) {
        floors->north_yd = grid_edge_yd(standing->y);
        floors->west_yd = grid_edge_yd(standing->x);
    }
    for (uint32_t i = 0; i < standing->wmo_count && complete; i++) {
        complete = add_building(&gathering, &standing->wmos[i]);
    }
    for (const struct floor_doodad *doodad = standing->doodads; doodad && complete;
         doodad = doodad->next) {
        complete = floors_add_doodad(&gathering, doodad);
    }
    complete = complete && sort_members(&gathering);
    arena_free(&arena);
    if (!complete) {
        tile_floors_destroy(floors);
        return diag_fail_memory(diag);
    }
    if (gathering.is_full) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "too many triangles of buildings and doodads; floors are left out");
    }
    *bytes = sizeof *floors + gathering.room * sizeof *floors->triangles +
             floors->first[TILE_QUADS] * sizeof *floors->members;
    *made = floors;
    return ADTMAP_OK;
}

/* cache_load */
static enum adtmap_status load_floors(const struct cache_loading *loading, void **value,
                                      size_t *bytes)
{
    const struct map_tile_key *key = loading->key;
    const struct tile_floors_source *source = loading->user;
    const struct adtmap_map *map = source->map;
    const struct adtmap_objects all = {.cut_height_yd = INFINITY};
    struct arena arena = {0};
    struct wmo_set set = {0};
    struct floor_doodads doodads = {0};
    struct tile_floors *floors = NULL;
    char origin[512];
    map_tile_origin(map, key->x, key->y, origin, sizeof origin);
    const struct diag diag = {origin, map->data->log, NULL};
    const struct floor_doodad_search search = {
        .collisions = source->collisions,
        .assets = map->data->assets,
        .map = map,
        .x = key->x,
        .y = key->y,
        .wmos = &set,
        .arena = &arena,
        .diag = &diag,
    };
    const struct wmo_search of_wmos = {
        .data = map->data, .map = map, .x = key->x, .y = key->y, .wanted = &all};
    enum adtmap_status status = wmo_set_open(&of_wmos, &arena, &diag, &set);
    if (status) {
        goto end;
    }
    status = floor_doodads_open(&search, &doodads);
    if (status) {
        goto end;
    }
    const struct tile_standing standing = {
        .x = key->x,
        .y = key->y,
        .wmo_count = set.count,
        .wmos = set.placements,
        .doodads = doodads.first,
        .types = &map->data->liquid_types,
    };
    status = tile_floors_of(&standing, &diag, &floors, bytes);
end:
    floor_doodads_close(&doodads);
    wmo_set_close(&set);
    arena_free(&arena);
    *value = floors;
    return status;
}
const struct cache_kind tile_floors_kind = {load_floors, tile_floors_destroy};

enum adtmap_status tile_floors_pin(struct cache *cache, const struct tile_floors_source *source,
                                   uint32_t x, uint32_t y, struct cache_pin *pin)
{
    const struct map_tile_key key = {x, y};
    return cache_acquire(cache, &key, sizeof key, source, pin);
}

void tile_floors_at(const struct tile_floors *floors, uint32_t column, uint32_t row, double x,
                    double y, liquid_visitor *visit, void *user)
{
    const float at[3] = {(float)(floors->north_yd - x), (float)(floors->west_yd - y), 0};
    size_t quad = (size_t)row * QUADS_PER_TILE + column;
    for (uint32_t i = floors->first[quad]; i < floors->first[quad + 1]; i++) {
        const struct floor_triangle *triangle = &floors->triangles[floors->members[i]];
        const float(*corner)[3] = (const float(*)[3])triangle->corners;
        double whole = area_from_above(corner[0], corner[1], corner[2]);
        double weights[3] = {area_from_above(at, corner[1], corner[2]) / whole,
                             area_from_above(corner[0], at, corner[2]) / whole,
                             area_from_above(corner[0], corner[1], at) / whole};
        /* On an edge both triangles count; a thousandth closes gaps that rounding leaves. */
        const double slack = -1e-3;
        if (whole != 0 && weights[0] >= slack && weights[1] >= slack && weights[2] >= slack) {
            visit(user, (enum liquid_class)triangle->class,
                  weights[0] * (double)corner[0][2] + weights[1] * (double)corner[1][2] +
                      weights[2] * (double)corner[2][2]);
        }
    }
}
