/*
 * Writes the placements of buildings and doodads in map files: names, placements and the references
 * of chunks (ADT/v18 of the wowdev wiki: MMDX, MMID, MDDF, MWMO, MWID, MODF, MWDR, MWDS, MCRF).
 */
#ifndef DEMO_FILES_PLACEMENT_WRITE_H
#define DEMO_FILES_PLACEMENT_WRITE_H

#include "base/buffer.h"
#include "demo/world/scenery.h"

enum { PLACED_MODELS = 64 };

/* The placements in the files of a tile. */
struct placement_list {
    const struct scenery *scenery;
    struct {
        int *items; /* indices into the scenery's list, ascending */
        int count;
        int models[PLACED_MODELS]; /* the models that occur, ascending */
        int model_count;
    } of[PLACED_KINDS];
    bool by_id; /* placements have file ids; names are left out */
};

/* Lists the placements that touch the tile (x, y) of the world, 0..7 each. False when out of
 * memory. */
bool placement_list_make(struct placement_list *list, const struct scenery *scenery, int32_t x,
                         int32_t y);
void placement_list_free(struct placement_list *list);

/* Makes the list name all models, so that indices of names are the same in every tile. */
void placement_list_name_all(struct placement_list *list);

/* Appends the names of the models, NUL-terminated. `offsets`, unless NULL, gets the offset of each.
 */
void placement_write_names(struct buffer *out, const struct placement_list *list,
                           enum placed_kind kind, uint32_t offsets[PLACED_MODELS]);

/* Appends the contents of MDDF or MODF: 36 or 64 bytes per placement. */
void placement_write_entries(struct buffer *out, const struct placement_list *list,
                             enum placed_kind kind);

/* Appends the number of each entry that touches the chunk (x, y) of the world. Returns how many. */
uint32_t placement_write_references(struct buffer *out, const struct placement_list *list,
                                    enum placed_kind kind, int32_t x, int32_t y);

/*
 * Appends MBMH, MBBB, MBNV and MBMI of a tile's root file: for each building a mesh that runs the
 * ground up to it, a ring of ground around its box; nothing without buildings. And MCBB of a chunk
 * (x, y) of the world: which of these meshes it has.
 */
void placement_write_blend_meshes(struct buffer *out, const struct placement_list *list);
void placement_write_blend_batches(struct buffer *out, const struct placement_list *list, int32_t x,
                                   int32_t y);

enum { PLACEMENT_TABLES = 6 };

/* Appends MMDX, MMID, MWMO, MWID, MDDF and MODF; the first four only for names, and MWDR and MWDS
 * only without. `offsets` gets the offset of each of the six. */
void placement_write_tables(struct buffer *out, const struct placement_list *list,
                            size_t offsets[PLACEMENT_TABLES]);

/* Appends the MODF entry of a map that is one WMO: at the origin, without rotation. In such maps
 * the axes of MODF have no offset. It refers to the model's file id, or to the first name. */
void placement_write_global(struct buffer *out, const struct model *model, bool by_id);

#endif
