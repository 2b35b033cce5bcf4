/*
 * What a tile's files say about its points: heights, holes, areas, liquids, without what is only
 * drawn. 150 to 250 kB a tile, so that a map of many tiles stays in memory.
 */
#ifndef LOCATE_TILE_FACTS_H
#define LOCATE_TILE_FACTS_H

#include "assets/cache.h"
#include "base/arena.h"
#include "formats/adt/adt.h"
#include "map/map.h"

struct tile_facts {
    struct arena memory;
    bool is_damaged; /* the file is there and cannot be read; nothing else is set */
    bool present[ADT_CHUNKS];
    uint32_t area_id[ADT_CHUNKS];
    uint64_t holes[ADT_CHUNKS]; /* bit 8 * row + column of a quad */
    float height_yd[ADT_CHUNKS][ADT_VERTICES];
    struct liquid_layers liquids; /* with the classes of the client's table */
};

/* A cache of struct tile_facts. */
extern const struct cache_kind tile_facts_kind;

/* The facts of tile (x, y) of a map, pinned until cache_release; an empty pin where the map has no
 * file. What cannot be read is a warning. Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status tile_facts_pin(struct cache *cache, const struct adtmap_map *map, uint32_t x,
                                  uint32_t y, struct cache_pin *pin);

/* A point in a tile: its quad from the tile's north-west corner, 0..127, and where in that quad,
 * 0..1 from its west and north edge. */
struct quad_point {
    uint32_t column, row;
    double u, v;
};

/* Z of the terrain at a point: linear in the four triangles round the quad's inner vertex (ADT/v18
 * document, MCVT). The chunk must be present. */
double tile_facts_height(const struct tile_facts *facts, const struct quad_point *point);

/* Z at a point of a chunk whose ADT_VERTICES heights are given. */
double tile_facts_chunk_height(const float *height_yd, const struct quad_point *point);

/* Calls `visit` for the surface of each liquid over the point. */
typedef void liquid_visitor(void *user, enum liquid_class class, double z_yd);
void tile_facts_liquids(const struct liquid_layers *liquids, const struct quad_point *point,
                        liquid_visitor *visit, void *user);

#endif
