/*
 * What a map refers to and the data do not have: tiles that its WDT lists, ground textures, and the
 * files of its buildings and doodads.
 */
#ifndef MAP_MAP_AUDIT_H
#define MAP_MAP_AUDIT_H

#include "map/map.h"

enum missing_kind {
    MISSING_TILE,             /* the WDT lists it */
    MISSING_TERRAIN,          /* the ADT is there, and no terrain can be read from it */
    MISSING_TEXTURE,          /* of the ground */
    MISSING_BUILDING,         /* a WMO's root, or it cannot be read */
    MISSING_BUILDING_GROUP,   /* one of a WMO's other files */
    MISSING_BUILDING_TEXTURE, /* of a WMO's material */
    MISSING_DOODAD,           /* a model, or it cannot be read; of an ADT or a WMO */
    MISSING_DOODAD_PART,      /* a model's skin, skeleton or the parent of that */
    MISSING_DOODAD_TEXTURE,
    MISSING_KINDS,
};

struct map_finding {
    enum missing_kind kind;
    const char *name;    /* canonical, or as written where no file can have that name */
    uint32_t tile_count; /* how many tiles want it; 0: the map as a whole does */
    uint32_t x, y;       /* the first of them, row by row */
};

typedef void map_audit_visit(void *user, const struct map_finding *finding);

/*
 * Reads all tiles, buildings and models of a map and visits what is missing, by kind and name, each
 * once. Warnings of the readers go to diag->log. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_audit(const struct adtmap_map *map, const struct diag *diag,
                             map_audit_visit *visit, void *user);

/* The kind in a few words for people, in one for programs ("texture"); static storage. */
const char *missing_kind_text(enum missing_kind kind);
const char *missing_kind_id(enum missing_kind kind);

#endif
