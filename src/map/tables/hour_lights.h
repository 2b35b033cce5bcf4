/*
 * The lights of a map by the client's tables: Light says where which parameters hold, LightIntBand
 * (up to 4.3) or LightData (since 5.0) which colours these have by the time of day, LightParams how
 * much of the ground their water hides. LightFloatBand (fog) and LightSkybox are not read: a map
 * seen from above has neither a distance nor a sky. Of parameters by weather those of a clear sky
 * count. Before 1.9 each map has all of it in a file of its own, lights.lit.
 */
#ifndef MAP_TABLES_HOUR_LIGHTS_H
#define MAP_TABLES_HOUR_LIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/assets.h"

/* Bounds, see docs/security.md. */
enum {
    HOUR_LIGHTS_MAX = 1024, /* of a map; 176 in the largest of 3.3.5 */
    HOUR_KEYS_MAX = 32,     /* colours of a thing a day; 16 in LightIntBand */
    HALF_MINUTES_A_DAY = 2880,
};

/* What a light has a colour for; liquids in the order of DBC_LIGHT_LIQUIDS. */
enum hour_thing {
    HOUR_SUN,
    HOUR_AMBIENT,
    HOUR_OCEAN_SHALLOW,
    HOUR_OCEAN_DEEP,
    HOUR_RIVER_SHALLOW,
    HOUR_RIVER_DEEP,
    HOUR_THINGS,
    HOUR_LIQUIDS = 4,
};

/* The colours of a thing, in order of their times; between two of them, and from the last to the
 * first over midnight, they are interpolated. */
struct hour_band {
    uint32_t count; /* 0: the light leaves the thing as it is */
    struct hour_key {
        uint32_t time;  /* half minutes, below HALF_MINUTES_A_DAY */
        uint32_t color; /* 0xRRGGBB */
    } keys[HOUR_KEYS_MAX];
};

/* What parameters say. */
struct hour_look {
    uint32_t params_id;
    struct hour_band bands[HOUR_THINGS];
    bool has_alpha;
    float alpha[HOUR_LIQUIDS]; /* 0..1 */
};

struct hour_light {
    uint32_t id;
    double place[3];   /* in the world, yards: X, Y, Z */
    double start, end; /* yards: full up to `start`, none from `end` on */
    uint32_t params_id;
    const struct hour_look *look;
};

/* Zero-initialised: nothing is known. The lights that have places are in order of their ends, the
 * farthest first, then of their ids: a smaller one lies over a larger one. */
struct hour_lights {
    bool is_known;
    const struct hour_look *everywhere; /* the map's default; NULL: it changes nothing */
    uint32_t count;
    struct hour_light *lights;
    uint32_t look_count;
    struct hour_look *looks; /* in order of their ids */
};

/* A map that lights are looked for. */
struct hour_map {
    const char *folder; /* below World/Maps */
    bool has_number;
    uint32_t number; /* by which tables know it */
};

/*
 * Reads the lights of a map by its number; of one without a number, or without a default, that of
 * light 1 holds everywhere. Where tables say nothing, the lights.lit of the map's folder counts.
 * Without it, too, or if no light has a colour, nothing is known; a file that cannot be read is a
 * warning, as is more than the bounds allow. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status hour_lights_load(const struct assets *assets, const struct hour_map *map,
                                    const struct diag *diag, struct hour_lights *lights);

void hour_lights_free(struct hour_lights *lights);

#endif
