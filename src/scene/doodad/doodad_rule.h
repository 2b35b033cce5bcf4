/*
 * Which doodads `--doodads minimap` draws: structures, rocks, fences, posts and wrecks, as the
 * minimaps of clients show them, and no foliage. docs/rendering.md describes the rule for users.
 */
#ifndef SCENE_DOODAD_DOODAD_RULE_H
#define SCENE_DOODAD_DOODAD_RULE_H

#include <stdbool.h>

#include "adtmap/settings.h"
#include "formats/adt/adt_placements.h"
#include "formats/m2/m2.h"

/* What decided about a model. */
enum doodad_reason {
    DOODAD_BY_PATTERN,  /* a rule of the user */
    DOODAD_BY_NAME,     /* a word in the name of the file */
    DOODAD_BY_FOLDER,   /* the name of a folder */
    DOODAD_BY_MATERIAL, /* more than half of its area is cut out or translucent */
    DOODAD_BY_SIZE,     /* it is small */
    DOODAD_BY_DEFAULT,  /* nothing speaks against it */
};

struct doodad_verdict {
    bool is_drawn;
    enum doodad_reason reason;
    const char *word; /* the pattern, word or folder; NULL for other reasons */
};

/*
 * Decides by the canonical name of the model alone: the first rule whose pattern matches, then
 * words. False when the name decides nothing.
 */
bool doodad_judge_name(const struct adtmap_doodad_rules *rules, const char *name,
                       struct doodad_verdict *verdict);

/* Which names readers of ADTs have to keep, with the doodads of minimaps. NULL: all, also where the
 * user has rules, which the function would not know. */
adt_doodad_wanted *doodad_name_filter(const struct adtmap_settings *settings);

/* Decides about a model, with its m2_cut_share, whose name decides nothing. */
struct doodad_verdict doodad_judge_model(const struct m2_model *model, float cut_share);

/* What a relief map has in place of a model. */
enum doodad_relief {
    DOODAD_RELIEF_SHAPE,
    DOODAD_RELIEF_CROWN,   /* trees and bushes */
    DOODAD_RELIEF_NOTHING, /* flowers, animals, effects, and what is small */
};

/* By the same words. False: they leave it open, which is DOODAD_RELIEF_SHAPE until the model
 * decides. */
bool doodad_relief_by_name(const char *name, enum doodad_relief *relief);
enum doodad_relief doodad_relief_by_model(const struct m2_model *model, float cut_share);

/* What a crown and a wide one count for in the bound of a tile, in vertices: what they had as
 * triangles, so that no tile has more or fewer of them. */
enum { DOODAD_CROWN_VERTICES = 133, DOODAD_WIDE_CROWN_VERTICES = 1028 };

/* Whether a crown with this box in the world is of several shapes. */
bool doodad_crown_is_wide(const struct adt_box *box);

/* The longest side of the model's box in yards. */
float doodad_longest_side(const struct m2_model *model);

/* "name", "material", ... for reports. */
const char *doodad_reason_name(enum doodad_reason reason);

#endif
