/*
 * What the data's own LiquidType (DBC or DB2) says of liquids, over the table that is built in
 * (liquid_class_of).
 */
#ifndef MAP_LIQUID_TYPES_H
#define MAP_LIQUID_TYPES_H

#include "assets/assets.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/liquid.h"

enum { LIQUID_TYPES_MAX = 4096 };

/* Zero-initialised: nothing is known. */
struct liquid_types {
    uint32_t count;
    struct liquid_type_entry {
        uint32_t id;
        enum liquid_class class;
    } * entries; /* from malloc */
};

/* Reads the table LiquidType; data without it, or with a damaged one (a warning), leaves the types
 * empty. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status liquid_types_load(struct liquid_types *types, const struct assets *assets,
                                     const struct diag *diag);
void liquid_types_free(struct liquid_types *types);

/* The class that the table has for a type; `otherwise` for a type that it does not have. */
enum liquid_class liquid_types_class(const struct liquid_types *types, uint32_t type,
                                     enum liquid_class otherwise);

/* Gives the grid's quads the class that the table has for its type. The new array is in `arena`.
 * False when out of memory. */
bool liquid_types_apply_to_grid(const struct liquid_types *types, struct liquid_grid *grid,
                                struct arena *arena);

/* Gives the layers' quads the classes that the table has for their types. New arrays are in
 * `arena`. False when out of memory. */
bool liquid_types_apply(const struct liquid_types *types, struct liquid_layers *layers,
                        struct arena *arena);

#endif
