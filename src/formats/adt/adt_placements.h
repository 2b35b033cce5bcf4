/*
 * Placements on a map: MDDF (doodads) and MODF (WMOs) with their name tables, in an ADT, and the
 * MODF of a WDT whose map is one WMO (ADT/v18 document, "MDDF chunk" and "MODF chunk").
 */
#ifndef FORMATS_ADT_ADT_PLACEMENTS_H
#define FORMATS_ADT_ADT_PLACEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "formats/chunk.h"

/* MDDF flags that this program uses or names. */
enum adt_doodad_placement_flag {
    ADT_DOODAD_FILE_ID = 0x40, /* the model is a file id, not an index into names */
};

/* MODF flags that this program uses or names. */
enum adt_wmo_placement_flag {
    ADT_WMO_DESTROYABLE = 0x1,
    ADT_WMO_SCALED = 0x4,          /* the scale counts */
    ADT_WMO_FILE_ID = 0x8,         /* the WMO is a file id, not an index into names */
    ADT_WMO_SETS_ELSEWHERE = 0x80, /* doodad_set counts in MWDR, not in the WMO */
};

/* Bounds of one file, see docs/security.md. Cities of the clients place some ten thousand. */
enum {
    ADT_PLACEMENTS_MAX = 1 << 18, /* of buildings, and as many doodads */
    ADT_NAMES_MAX = 1 << 18,      /* of either */
    ADT_NAMES_BYTES_MAX = 16 << 20,
};

/* Clients show so many sets of a WMO at a time (WMO document, MODS). */
enum { ADT_DOODAD_SETS_MAX = 8 };

/* Sets of a WMO, by their place in its MODS. */
struct adt_doodad_sets {
    uint16_t count;
    uint16_t sets[ADT_DOODAD_SETS_MAX];
};

/* Axis-aligned, in world yards: X north, Y west, Z up; low <= high. */
struct adt_box {
    float low[3], high[3];
};

struct adt_placement {
    const char *name; /* as written, in the arena; NULL: file_id names the file */
    uint32_t file_id; /* if name is NULL */
    uint32_t unique_id;
    uint32_t index;     /* of the entry in its chunk, to which MCRF refers */
    uint32_t flags;     /* MDDF or MODF */
    double position[3]; /* world yards: X north, Y west, Z up */
    /*
     * Degrees as written: about the west, up and north axes. Model to world is
     * Rz(rotation[1] + 180) Ry(rotation[0]) Rx(rotation[2]), then the position.
     */
    float rotation[3];
    float scale;                 /* above 0 */
    bool has_box;                /* WMOs: the box as the file gives it; tools write wrong ones */
    struct adt_box box;          /* zero without has_box */
    uint16_t doodad_set;         /* as written */
    struct adt_doodad_sets sets; /* shown in addition to the WMO's first one, each once */
    uint16_t name_set;
};

struct adt_placements {
    uint32_t doodad_count; /* MDDF */
    const struct adt_placement *doodads;
    uint32_t wmo_count; /* MODF */
    const struct adt_placement *wmos;
};

struct adt_file;

/* Whether doodads of this name, as written, are wanted. */
typedef bool adt_doodad_wanted(const char *name);

/*
 * Reads the placements, those of `contents` (enum adt_content), of a monolithic ADT, or of the obj
 * file of a split one, without the doodads whose names are not `wanted` (NULL: all are). Entries
 * that cannot stand anywhere are left out: without a name, with positions or angles that are not
 * numbers or further than twice the map's edge from its middle, with a scale of 0. Each kind of
 * defect is one warning, and so are those beyond ADT_PLACEMENTS_MAX. In files with MCIN the flags
 * of MODF can be padding: there a file id counts only where no name has that index, a scale only
 * where no unknown flag is set, and sets elsewhere never. Everything lives in `arena`. Fails only
 * with ADTMAP_NO_MEMORY.
 */
enum adtmap_status adt_read_placements(struct adt_file *file, unsigned contents,
                                       adt_doodad_wanted *wanted, struct arena *arena,
                                       struct adt_placements *result);

/*
 * The same for a tile that lies in a WDT of 0.5.3 to 0.5.5: placements refer to the names of the
 * WDT's MDNM and MONM, whose contents these are, by their order. data NULL: no names.
 */
enum adtmap_status adt_read_placements_named(struct adt_file *file, unsigned contents,
                                             const struct chunk *doodad_names,
                                             const struct chunk *wmo_names, struct arena *arena,
                                             struct adt_placements *result);

/*
 * Says which WMOs and doodads the file places: the same where walking and the header's offsets find
 * the same MODF, MWMO, MWID, MDDF, MMDX and MMID, and walking the same MWDR and MWDS.
 */
struct hash128 adt_hash_tables(struct adt_file *file);

/*
 * Reads the WMO that a WDT is, of which there is at most one. Its position and its box stand in
 * world axes already, without the offset of the map's corner; where they would be nearer to the
 * middle of the map with it, they have it. A WDT without MODF has none.
 */
enum adtmap_status adt_read_global_wmo(const uint8_t *data, size_t size, struct arena *arena,
                                       const struct diag *diag, struct adt_placements *result);

#endif
