/*
 * Recipes. The bytes of a node are decided by files of the data, by other nodes
 * (job/plan/plan.h), and by its recipe. A recipe is a hash of everything else that matters:
 * settings, the version of the program, and the releases of the libraries that compress
 * (codec/versions.h).
 */
#ifndef JOB_PLAN_RECIPE_H
#define JOB_PLAN_RECIPE_H

#include "base/hash.h"
#include "job/settings/job_settings.h"
#include "map/map.h"
#include "output/stitch.h"

/*
 * Raise this with every change of the program that changes the bytes of a node, or the files of the
 * data that it asks for. Nodes of earlier versions are then made again. A change that a file of
 * golden/ shows, or a fact of a tile (recipe_facts, adt_hash_tables) that means something else, is
 * such a change.
 */
enum { RECIPE_VERSION = 25 };

/* The program and its libraries alone. */
struct hash128 recipe_program(void);

/* The recipes of pictures, of tiles of a data layer, and of zoom pictures. False when out of
 * memory.
 */
bool recipe_picture(const char *map_name, const struct job_settings *settings,
                    struct hash128 *recipe);
bool recipe_layer(const char *map_name, const struct job_settings *settings,
                  struct adtmap_layer layer, struct hash128 *recipe);
bool recipe_zoom(const struct job_settings *settings, enum image_format format, uint32_t quality,
                 struct hash128 *recipe);

/* The recipe of a stitched picture: that of its tiles, `tile`, and its extent. */
struct hash128 recipe_stitched(struct hash128 tile, enum stitch_extent extent);

/* The recipe of a layer's zoom pictures: that of zoom pictures, and that of its tiles, which has
 * the range of heights. */
struct hash128 recipe_layer_zoom(struct hash128 zoom, struct hash128 tile);

/* The recipe of the files of a client's minimap. */
struct hash128 recipe_minimap(const struct client_minimap *minimap);

/* The recipe of the rooms of WMOs in it; `picture` is the recipe of the map's pictures. */
struct hash128 recipe_interiors(const struct client_minimap *minimap, struct hash128 picture);

/* The recipe of a file that is written from records; `what` is the kind of file. */
struct hash128 recipe_text(const char *what);

/*
 * Hashes of what the map says of a tile: facts[y][x], of pictures and the layer of doodads, and of
 * other data layers. A picture's fact includes the kinds of liquids; the WDL, if the tile is drawn
 * from it; if tiles are in the WDT itself, the buildings that the tiles around it place; and, of
 * the tiles `asked`, the buildings that tiles farther away place in it. With shadows that are cast
 * and light of the sky, all that of the tiles next to it, too. False when out of memory.
 */
struct recipe_facts {
    struct hash128 shared; /* what the map says for all pictures */
    struct hash128 picture[TILE_SET_GRID][TILE_SET_GRID];
    struct hash128 layer[TILE_SET_GRID][TILE_SET_GRID];
};
bool recipe_facts_make(const struct adtmap_map *map, const struct job_settings *settings,
                       const struct tile_set *asked, struct recipe_facts *facts);

#endif
