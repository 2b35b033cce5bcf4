/*
 * Facts about points of a map: which area and zone, how high the ground, what liquid, which surface
 * to stand on.
 *
 *     adtmap_locator_open(map, &locator, &failure);
 *     adtmap_locate(locator, points, count, 0, places, sizeof *places, &failure);
 *     puts(adtmap_area_name(locator, places[0].area));
 *
 * Coordinates are those of adtmap.h: yards, +X north, +Y west, +Z up.
 */
#ifndef ADTMAP_LOCATE_H
#define ADTMAP_LOCATE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct adtmap_map;

/* What answers questions about the points of one map. */
struct adtmap_locator;

struct adtmap_point {
    double x, y;
    double z; /* NaN: unknown */
};

enum adtmap_locate_option {
    ADTMAP_LOCATE_SURFACES = 0x1, /* surfaces and liquids of buildings too, and doodads that
                                   collide; needs their files */
};

/* Which fields of a place mean something. */
enum adtmap_place_flag {
    ADTMAP_PLACE_ON_GRID = 0x1,  /* tile and chunk */
    ADTMAP_PLACE_TILE = 0x2,     /* the map has terrain at the point: area, zone, hole */
    ADTMAP_PLACE_HOLE = 0x4,     /* the ground has a hole there */
    ADTMAP_PLACE_GROUND = 0x8,   /* ground, also in a hole */
    ADTMAP_PLACE_LIQUID = 0x10,  /* liquid, liquid_z */
    ADTMAP_PLACE_SURFACE = 0x20, /* surface */
    ADTMAP_PLACE_PERCENT = 0x40, /* zone_x, zone_y */
    ADTMAP_PLACE_DAMAGED = 0x80, /* the tile's file cannot be read: nothing is known */
    ADTMAP_PLACE_BELOW =
        0x100, /* surface, which is more than 2 yards above z, as all surfaces are */
    ADTMAP_PLACE_UNDER = 0x200, /* under */
    ADTMAP_PLACE_OVER = 0x400,  /* over */
    ADTMAP_PLACE_WMO = 0x800,   /* in or on a WMO, which may have an area of its own: see area */
};

enum adtmap_place_liquid {
    ADTMAP_PLACE_WATER,
    ADTMAP_PLACE_OCEAN,
    ADTMAP_PLACE_MAGMA,
    ADTMAP_PLACE_SLIME,
};

/* What is known of a point. Fields whose flag is not set are 0. */
struct adtmap_place {
    uint32_t flags;            /* enum adtmap_place_flag */
    uint32_t tile_x, tile_y;   /* 0..63 */
    uint32_t chunk_x, chunk_y; /* in the tile, 0..15 */
    uint32_t area;             /* MCNK's area id, as AreaTable has it; 0: none. Areas of WMOs
                                  (WMOAreaTable) are not looked up */
    uint32_t zone;         /* the area that it is part of, and so on; the area itself for a zone */
    uint32_t liquid;       /* enum adtmap_place_liquid */
    double zone_x, zone_y; /* per cent of the zone's map, from west and north */
    double ground;         /* Z of the terrain: linear in the four triangles of a quad, as drawn */
    double liquid_z; /* Z of the liquid's surface; the highest, or the one that counts for z */
    double surface;  /* Z of what a point of this z stands on, or is below of; see adtmap_locate */
    double under;    /* Z of the highest surface that is not above z, */
    double over;     /* and of the lowest that is; neither where z is unknown */
};

/*
 * Opens a locator. It keeps a bounded number of tiles, within adtmap_data_limit_memory. *locator
 * belongs to the caller and must be closed before its map. The client's tables of areas and of
 * maps of zones may be missing: zones are then areas, and per cent are unknown.
 */
ADTMAP_API enum adtmap_status adtmap_locator_open(struct adtmap_map *map,
                                                  struct adtmap_locator **locator,
                                                  struct adtmap_message *failure);

/* NULL is allowed. */
ADTMAP_API void adtmap_locator_close(struct adtmap_locator *locator);

/*
 * Looks at `count` points and fills places[i] for points[i]. `place_bytes` is sizeof *places of the
 * caller's headers; fields that it does not know are left out. Points may come in any order: those
 * of one tile are looked at together.
 *
 * The surface of a point is the highest one that is not more than 2 yards above its z, or where
 * z is unknown the highest of all: the ground where it has no hole, and with ADTMAP_LOCATE_SURFACES
 * what WMOs and doodads can be stood on (triangles that collide and do not face down). A point that
 * lies deeper below all of them has ADTMAP_PLACE_BELOW in place of ADTMAP_PLACE_SURFACE, and the
 * lowest. `under` and `over` are the nearest of the same surfaces, at whatever distance. With that
 * option a point is in a WMO if it stands on one, or on what is in it: if a surface of a WMO is the
 * nearest to z, or one that is not more than 2 yards above z is above the ground. Its liquid is
 * chosen among those of terrain and, with that option, of WMOs: the highest if z is unknown or
 * above all, else the lowest that is not below z.
 *
 * Points that are no numbers or lie off the grid get no flag. A tile that cannot be read is a
 * warning on the data's log and gives ADTMAP_PLACE_DAMAGED. Threads: any, at the same time; each
 * call uses OpenMP threads.
 *
 * ADTMAP_NO_MEMORY is the only failure; the places are undefined then.
 */
ADTMAP_API enum adtmap_status adtmap_locate(struct adtmap_locator *locator,
                                            const struct adtmap_point *points, size_t count,
                                            uint32_t options, struct adtmap_place *places,
                                            size_t place_bytes, struct adtmap_message *failure);

/* The name of an area of the client's AreaTable; "" for an unknown one. Valid until the locator is
 * closed. */
ADTMAP_API const char *adtmap_area_name(const struct adtmap_locator *locator, uint32_t area);

/* The id of the first zone with this name, case ignored; 0 without one. */
ADTMAP_API uint32_t adtmap_zone_by_name(const struct adtmap_locator *locator, const char *name);

/* Turns per cent of a zone's map into X and Y in yards. Returns 0 for a zone without a map. */
ADTMAP_API int adtmap_zone_point(const struct adtmap_locator *locator, uint32_t zone,
                                 double percent_x, double percent_y, double *x, double *y);

#ifdef __cplusplus
}
#endif

#endif
