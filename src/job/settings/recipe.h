/*
 * Recipes: hashes of everything that decides the bytes of a node and is no file of the data and no
 * other node (graph/plan.h). A recipe counts the program's version, the releases of the libraries
 * that compress (codec/versions.h), and settings.
 */
#ifndef JOB_SETTINGS_RECIPE_H
#define JOB_SETTINGS_RECIPE_H

#include "base/hash.h"
#include "job/settings/job_settings.h"
#include "output/stitch.h"
#include "scene/map/map.h"

/*
 * To be raised with every change of the program after which a node may come out with other bytes,
 * or asks the data for other things: what was made before is made again.
 */
enum { RECIPE_VERSION = 7 };

/* The program and its libraries alone. */
struct hash128 recipe_program(void);

/* Of pictures; of tiles of a data layer; of the zoom levels. False when out of memory. */
bool recipe_picture(const char *map_name, const struct job_settings *settings,
                    struct hash128 *recipe);
bool recipe_layer(const char *map_name, const struct job_settings *settings,
                  struct adtmap_layer layer, struct hash128 *recipe);
bool recipe_zoom(const struct job_settings *settings, struct hash128 *recipe);

/* Of a stitched picture of tiles made with `tile`, and of the `extent` given; of a file that is
 * written from records, `what` being all else that decides it. */
struct hash128 recipe_stitched(struct hash128 tile, enum stitch_extent extent);
struct hash128 recipe_text(const char *what);

/*
 * What the map says of tiles, as hashes: facts[y][x], of pictures and of data layers. Those of a
 * picture count the kinds of liquids, the WDL where it is drawn from it, and which buildings the
 * tiles around it place where they lie in the WDT. False when out of memory.
 */
struct recipe_facts {
    struct hash128 shared; /* what the map says for all pictures */
    struct hash128 picture[TILE_SET_GRID][TILE_SET_GRID];
    struct hash128 layer[TILE_SET_GRID][TILE_SET_GRID];
};
bool recipe_facts_make(const struct adtmap_map *map, const struct job_settings *settings,
                       struct recipe_facts *facts);

#endif
