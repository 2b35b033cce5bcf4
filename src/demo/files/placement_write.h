/*
 * Placed buildings in map files: names, placements, and the references of chunks. Documents:
 * ADT/v18 of the wowdev wiki (MWMO, MWID, MODF, MCRF).
 */
#ifndef DEMO_FILES_OBJECT_WRITE_H
#define DEMO_FILES_OBJECT_WRITE_H

#include "base/buffer.h"
#include "demo/world/scenery.h"

/* The placements that a tile's files name. */
struct object_list {
    const struct scenery *scenery;
    int *placement; /* indices into the scenery's, in ascending order */
    int count;
    enum building models[BUILDING_COUNT]; /* that occur */
    int model_count;
};

/* Lists what touches the tile (x, y) of the world, 0..7 each. False when out of memory. */
bool object_list_make(struct object_list *list, const struct scenery *scenery, int32_t x,
                      int32_t y);
void object_list_free(struct object_list *list);

/* Makes all models there are those of the list, so that their names are the same for every tile. */
void object_list_name_all(struct object_list *list);

/* Appends the names of the models, each with its NUL; `offsets`, unless NULL, gets where each
 * begins. */
void object_write_names(struct buffer *out, const struct object_list *list,
                        uint32_t offsets[BUILDING_COUNT]);

/* Appends 64 bytes for each placement. */
void object_write_placements(struct buffer *out, const struct object_list *list);

/* Appends an index into the placements for each that touches the chunk (x, y), counted over the
 * world; returns how many. */
uint32_t object_write_references(struct buffer *out, const struct object_list *list, int32_t x,
                                 int32_t y);

enum { OBJECT_TABLES = 6 };

/*
 * Appends MMDX, MMID, MWMO, MWID, MDDF and MODF, those of models empty; `places` gets where each
 * begins.
 */
void object_write_tables(struct buffer *out, const struct object_list *list,
                         size_t places[OBJECT_TABLES]);

/*
 * Appends the 64 bytes of the one placement of a map without ground: at the origin, not turned.
 * There the file's axes are the world's without an offset.
 */
void object_write_global(struct buffer *out, const struct model *model);

/* Appends a client's name of a building's file with its NUL. */
void object_write_name(struct buffer *out, enum building building);

#endif
