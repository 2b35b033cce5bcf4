/*
 * Which tiles a run need not draw: those whose picture is on disk as the ledger has it, made of the
 * inputs that there are now.
 */
#ifndef JOB_SKIP_H
#define JOB_SKIP_H

#include "job/job.h"
#include "job/ledger.h"
#include "scene/map/map.h"

/*
 * To be raised with every change of the program after which a tile may come out with other bytes,
 * or asks the data for other things: tiles drawn before are drawn anew.
 */
enum { PIXEL_VERSION = 3 };

struct skip {
    const struct adtmap_map *map;
    const struct job_settings *settings;
    struct ledger *ledger;
    struct hash128 settings_hash; /* skip_settings */
    struct hash128 shared;        /* what the tiles' `how` have in common */
    struct hash128 low_res_hash;  /* of the WDL, which is on no tile's trail */
    struct tile_set low_res;      /* the tiles drawn from it */
    uint8_t *input_changed; /* by number of input, from skip_look until the ledger is compacted;
                             * NULL: not yet */
};

/* `map`, `settings` and `ledger` are borrowed. False when out of memory. */
bool skip_init(struct skip *skip, const struct adtmap_map *map, const struct job_settings *settings,
               struct ledger *ledger);
void skip_free(struct skip *skip);

/*
 * Hash of everything that decides the bytes of tile (x, y) and is no file that the tile asks for
 * itself: the program, the settings, the kinds of liquids, and what the WDT says of the tile and
 * its neighbours. False when out of memory.
 */
bool skip_how(const struct skip *skip, uint32_t x, uint32_t y, struct hash128 *how);

/* The hash of the settings alone: tiles that share it go into one manifest. False when out of
 * memory. */
bool skip_settings(const char *map_name, const struct job_settings *settings, struct hash128 *hash);

/* Why a tile must be drawn; JOB_CURRENT: it need not be. */
struct skip_verdict {
    enum job_reason reason;
    const char *input; /* of JOB_INPUT: the first that has changed, the ledger's; else NULL */
};

/*
 * Looks at all inputs of `tiles` and judges each tile: verdicts[y][x]. Uses the settings' threads.
 * False when out of memory; a tile that alone lacks memory is one to be drawn.
 */
bool skip_look(struct skip *skip, const struct tile_set *tiles,
               struct skip_verdict verdicts[TILE_SET_GRID][TILE_SET_GRID]);

/* Of a tile that skip_look has looked at: whether what it was drawn of is other by now; not if
 * there is no record. What the WDT says is compared only where the settings are the same. False
 * when out of memory. */
bool skip_has_changed(const struct skip *skip, uint32_t x, uint32_t y, bool *has_changed);

/* What of a trail goes into the ledger: numbers of inputs, from malloc. NULL when out of memory. */
uint32_t *skip_inputs(struct skip *skip, struct trail *trail, uint32_t *count);

#endif
