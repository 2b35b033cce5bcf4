/*
 * The ledger of a map: which files earlier runs made, and what of. A later run draws only what
 * would come out different (job/skip.h).
 *
 * It is a text file, OUT/MAP/.adtmap/ledger, of one record a line:
 *
 *     adtmap-ledger 1
 *     input N IDENTITY KEY NAME               what tiles asked the data for, by its
 *                                             number N; NAME as in assets/notes.h
 *     tile X Y SETTINGS HOW PIXELS STAND-INS FILE N,N...   drawn: its PNG, its inputs
 *     gone X Y                                removed again
 *     lost X Y                                its data layers may be out of date
 *     stitched FROM FILE                      the stitched map, and a hash of all that went into it
 *     shard I N SETTINGS PLAN EFFORT WHOLE    of a shard's ledger: what it is a part of
 *     asked Y ROW                             likewise, not WHOLE: bits of the tiles asked for
 *     levels HOW | levels begun               the zoom levels are whole, or somebody works on them
 *     level X Y PIXELS                        the zoom levels show this tile
 *
 * FILE is size, key (os/file_stamp.h) and hash of the contents. A record is valid for as long as
 * the file it speaks of has these contents, so records need not be on disk before or after the
 * files. While a run is under way it appends a record for every file that is in place; at its end
 * it writes the ledger anew, without what is out of date. A last line that is cut off does not
 * count. What a killed run leaves is thus the start of its records. So it is when one cannot be
 * appended: that ends the journal, and the ledger is whole again once it is written anew. Shards
 * append to ledgers of their own, "ledger.I-of-N", which merging puts together.
 */
#ifndef JOB_LEDGER_H
#define JOB_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/notes.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/tile_set.h"
#include "job/job.h"

enum { LEDGER_BYTES_MAX = 256 << 20 };

/* A file that was written. */
struct ledger_file {
    uint64_t bytes;
    uint64_t key; /* 0: not settled when it was written */
    struct hash128 contents;
};

struct ledger_tile {
    bool is_known;
    struct hash128 settings; /* skip_settings */
    struct hash128 how;      /* of all that is not a file: skip_how */
    struct hash128 pixels;   /* manifest_pixel_hash */
    uint32_t missing_assets;
    struct ledger_file file;
    uint32_t *inputs; /* numbers of inputs, from malloc */
    uint32_t input_count;
};

/* What a shard is a part of. */
struct ledger_shard {
    struct job_shard shard; /* count 0: none */
    struct hash128 settings;
    struct hash128 plan;       /* of the tiles of all shards, and of what they are drawn by */
    uint32_t effort;           /* enum png_effort */
    bool is_whole;             /* the shards are all of the map */
    struct tile_set asked_for; /* else: the tiles chosen by -t, be they the map's or not */
};

enum ledger_levels {
    LEVELS_NONE,  /* nothing known of zoom levels */
    LEVELS_BEGUN, /* a run worked on them and did not finish */
    LEVELS_WHOLE,
};

struct ledger {
    struct note *inputs; /* names from malloc; each pair of name and identity once */
    uint32_t input_count;
    uint32_t input_capacity;
    uint32_t *table; /* of 2 * input_capacity numbers, by hash */
    struct ledger_tile tiles[TILE_SET_GRID][TILE_SET_GRID]; /* [y][x] */
    bool has_stitched;
    struct hash128 stitched_from;
    struct ledger_file stitched;
    enum ledger_levels levels;
    struct hash128 levels_how;
    struct tile_set level_tiles;
    struct hash128 level_pixels[TILE_SET_GRID][TILE_SET_GRID];
    /* Tiles whose data layers may show ground that is another by now: told before their records
     * are replaced, and for as long as map.json may list such layers. */
    struct tile_set lost;
    struct ledger_shard shard;
    bool is_changed; /* since it was read: worth writing */
    int journal;     /* descriptor that records are appended to; -1: none */
    uint32_t told;   /* inputs that the journal has */
};

/* An empty ledger; NULL when out of memory. */
struct ledger *ledger_create(void);

/* NULL-safe; closes the journal. */
void ledger_destroy(struct ledger *ledger);

/* The number of an input, new or known; its key is that of `note`. False when out of memory. */
bool ledger_input(struct ledger *ledger, const struct note *note, uint32_t *number);

/* Records of files; `tile` is taken over, with its inputs. They are appended to the journal. */
void ledger_set_tile(struct ledger *ledger, uint32_t x, uint32_t y, const struct ledger_tile *tile);
void ledger_forget_tile(struct ledger *ledger, uint32_t x, uint32_t y);
/* Removes a tile's PNG from a map's `directory`, then its record, which stays for as long as the
 * PNG does. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status ledger_remove_tile(struct ledger *ledger, const char *directory, const char *map,
                                      uint32_t x, uint32_t y, const struct diag *diag);
void ledger_lose_layers(struct ledger *ledger, uint32_t x, uint32_t y);
/* map.json has been written: no layers are lost that it lists. */
void ledger_settle_layers(struct ledger *ledger);
/* Forgets all other tiles. */
void ledger_keep(struct ledger *ledger, const struct tile_set *tiles);

/* Drops inputs that no tile refers to, and numbers the others anew. False when out of memory; the
 * ledger is as before then. */
bool ledger_compact(struct ledger *ledger);

void ledger_set_stitched(struct ledger *ledger, struct hash128 from,
                         const struct ledger_file *file);
/* On disk before the first picture changes, else levels that are not whole would pass for whole. */
enum adtmap_status ledger_begin_levels(struct ledger *ledger, const struct diag *diag);

/* The zoom levels are whole and show `tiles`, with the pixels on record. */
void ledger_finish_levels(struct ledger *ledger, struct hash128 how, const struct tile_set *tiles);

/* The tiles on record. */
struct tile_set ledger_tiles(const struct ledger *ledger);

/* Finds out whether the file at `path` is the one on record; *file gets its key. The contents are
 * read when the key does not tell; what cannot be read is another. False when out of memory. */
bool ledger_file_is(const char *path, struct ledger_file *file, bool *is);

/* What is to be recorded of a file at `path` that has been written. ADTMAP_NOT_FOUND, ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status ledger_file_of(const char *path, struct ledger_file *file);

/* The hidden folder in that of a map. */
#define LEDGER_FOLDER ".adtmap"

/* Its path, from malloc; NULL when out of memory. */
char *ledger_folder(const char *directory);

/* The path of a map's ledger, or of a shard's if its count is not 0, from malloc; NULL when out of
 * memory. */
char *ledger_path(const char *directory, const struct job_shard *shard);

/*
 * Adds the records of the file at `path` to the ledger; later ones replace earlier ones. One that
 * is missing is empty. Lines that are no records are passed over, with one warning.
 * ADTMAP_UNSUPPORTED for what is no ledger or has another format, ADTMAP_LIMIT, ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status ledger_read(struct ledger *ledger, const char *path, const struct diag *diag);

/*
 * The same for what an earlier run has left: what is no ledger of this program, or too large,
 * counts as none, and a warning says so and `then` what follows. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status ledger_read_earlier(struct ledger *ledger, const char *path, const char *then,
                                       const struct diag *diag);

/* Compacts the ledger, closes the journal and writes the ledger anew; its folder is made. Whatever
 * it returns, numbers and names of inputs from before are no longer valid. */
enum adtmap_status ledger_write(struct ledger *ledger, const char *path, const struct diag *diag);

/* The same, and opens the journal. */
enum adtmap_status ledger_open_journal(struct ledger *ledger, const char *path,
                                       const struct diag *diag);

#define LEDGER_HEAD "adtmap-ledger 1\n"

/* The lines of ledger_write and of the journal. */
void ledger_print_input(struct buffer *text, uint32_t number, const struct note *input);
void ledger_print_tile(struct buffer *text, uint32_t x, uint32_t y, const struct ledger_tile *tile);
/* Takes `text` over; false when it is not in the journal, which gets nothing any more. */
bool ledger_append(struct ledger *ledger, struct buffer *text);

#endif
