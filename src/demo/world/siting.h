/* Finds places for buildings: on dry, level ground beside roads, clear of one another. */
#ifndef DEMO_WORLD_SITING_H
#define DEMO_WORLD_SITING_H

#include "demo/world/scenery.h"

/* The ground under way: what is taken already. */
struct siting {
    const struct world *world;
    struct scenery *scenery;
    uint8_t *taken; /* per node */
    bool failed;    /* out of memory */
};

/* What a building wants of its surroundings, in yards. */
struct wish {
    enum building building;
    double from_yd, to_yd; /* distance from the middle of the search */
    double setback_yd;     /* from the middle of the road to its front */
    double margin_yd;      /* to what stands there already */
    double relief_yd;      /* how uneven the ground under it may be */
    bool fields;           /* whether it may stand on a field */
    uint32_t seed;
};

/* Height of the ground, between nodes too. */
double surface_height_yd(const struct world *world, double east_yd, double south_yd);

/* Degrees that a building is turned by to look east and south so much; in quarters of a degree. */
double siting_degrees(double east, double south);

/* Puts a building somewhere without asking; its base at `base_yd`. */
void siting_put(struct siting *siting, enum building building, double east_yd, double south_yd,
                double base_yd, double turn_deg);

/* As siting_put, the base on the highest ground under it. */
void siting_stand(struct siting *siting, enum building building, double east_yd, double south_yd,
                  double turn_deg);

/* Puts a building at the nearest place around (x, y), in tiles, that suits it, its front to the
 * road. False when there is none. */
bool siting_search(struct siting *siting, const struct wish *wish, double x, double y);

/* Fills the world: the village and its surroundings, bridges, and what has a place of its own. */
bool siting_find_places(struct scenery *scenery, const struct world *world);

/* The parts of that. */
void siting_village(struct siting *siting);
void siting_bridges(struct siting *siting);
void siting_landmarks(struct siting *siting);

#endif
