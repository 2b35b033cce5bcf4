/*
 * Rendering a map: which tiles, on which threads, into which files. Each worker reads, draws and
 * compresses one tile at a time, one thread writes.
 */
#ifndef JOB_JOB_H
#define JOB_JOB_H

#include <stdbool.h>

#include "adtmap/adtmap.h"
#include "base/tile_set.h"
#include "codec/image_format.h"
#include "codec/png/png_write.h"
#include "render/layers/data_layer.h"

enum job_output {
    JOB_STITCH = 1 << 0,     /* OUT/MAP/MAP.png */
    JOB_FULL_GRID = 1 << 1,  /* the stitched map shows all 64x64 places */
    JOB_WEB = 1 << 2,        /* zoom levels and web pages (output/web/web_site.h) */
    JOB_PMTILES = 1 << 3,    /* with JOB_WEB: OUT/MAP/MAP.pmtiles */
    JOB_NO_PICTURE = 1 << 4, /* data layers alone; not with JOB_WEB */
};

/* Shard `index`, from 1, of `count`; count 0: all in one. */
enum { SHARDS_MAX = 4096 };
struct job_shard {
    uint32_t index;
    uint32_t count;
};

/* Which tiles are drawn. */
enum job_again {
    JOB_CHANGED, /* those that would come out different from what is there (job/skip.h) */
    JOB_FORCE,   /* all */
};

/* Why a tile is drawn, or removed. */
enum job_reason {
    JOB_CURRENT,  /* it is not: what is there is what would be drawn */
    JOB_NEW,      /* nothing is known of it: never drawn, or it failed */
    JOB_FORCED,   /* JOB_FORCE */
    JOB_SETTINGS, /* drawn with other settings, or by another adtmap */
    JOB_MAP,      /* the WDT says otherwise of it, or a tile beside it came or went */
    JOB_INPUT,    /* a file of the data has changed, came or went */
    JOB_OUTPUT,   /* its PNG is not there, or not as it was written */
    JOB_STRICT,   /* things are missing, and that is a failure now */
    JOB_LAYERS,   /* data layers are asked for, which keep no record */
    JOB_GONE,     /* removed: no tile of the map any more */
};

struct job_change {
    uint32_t x;
    uint32_t y;
    enum job_reason reason;
    char input[160]; /* of JOB_INPUT: the first that has changed; its end, if it is longer */
};

struct job_progress {
    uint32_t done; /* tiles drawn, failed ones among them */
    uint32_t total;
    uint32_t failed;
    double seconds; /* since drawing began */
};

struct job_settings {
    struct adtmap_settings tile;
    const char *out;              /* output root; files go below OUT/MAP */
    const struct tile_set *tiles; /* which tiles; NULL: all the map has */
    const struct tile_set *named; /* of these, those that the map ought to have; NULL: none */
    unsigned threads;             /* 0: one a core */
    size_t memory_bytes;          /* bound of tiles, rows and caches; 0: see job/memory.h */
    uint32_t outputs;             /* enum job_output bits */
    enum png_effort effort;
    bool strict;                               /* missing assets are failures */
    const struct data_layer_selection *layers; /* drawn beside the picture; NULL: none */
    enum job_again again;

    /* A part of the tiles (job/shard.h), for job_merge to join: tiles, ledger and manifest of the
     * shard are written, nothing that is put together from all; `outputs` must be 0. */
    struct job_shard shard;

    bool is_check; /* nothing is drawn or written: only result->changes is found out */

    /* Of JOB_WEB. */
    enum image_format web_format;
    const char *markers; /* GeoJSON file (output/web/markers.h); NULL: those of earlier runs stay */
    const char *leaflet; /* folder that holds Leaflet; NULL: where this build expects it */

    /* Where to list the files that were changed (job/changes.h); NULL: below OUT/MAP/.adtmap. Not
     * of a shard: merging tells. */
    const char *changed;

    /* Called after every tile, from one thread at a time; may be NULL. */
    void (*progress)(void *user, const struct job_progress *progress);
    void *user;
};

/* Whether tiles are drawn as pictures, and not as data layers alone. */
static inline bool job_has_picture(const struct job_settings *settings)
{
    return !(settings->outputs & JOB_NO_PICTURE);
}

struct job_failure {
    uint32_t x;
    uint32_t y;
    struct adtmap_message message;
};

/* Where the time went, added up over all threads, seconds. */
struct job_times {
    double read;   /* ADTs from disk */
    double decode; /* ADTs and textures to scenes */
    double draw;   /* scenes to pixels */
    double encode; /* pixels to PNG, the stitched map included */
    double write;  /* PNG to disk */
};

struct job_result {
    char map[128];              /* the map's name as its files spell it */
    char *directory;            /* OUT/MAP */
    uint32_t drawn;             /* tiles drawn and written */
    uint32_t low_res;           /* of the run, tiles without an ADT, drawn from the map's WDL */
    uint32_t unchanged;         /* tiles of the run that were not drawn */
    struct job_change *changes; /* by row and column: what was drawn and removed, and why */
    uint32_t change_count;

    /* enum job_output bits of what was put together anew, or is to be: of JOB_STITCH the stitched
     * map, of JOB_WEB zoom levels or pages. Data layers do not count. */
    uint32_t products;

    uint32_t absent;         /* tiles that the WDT lists and no file holds; not counted as failed */
    uint32_t missing_assets; /* missing textures and buildings, counted once a tile */
    struct tile_set unlisted;     /* of settings->named, those that are no tiles of the map */
    struct tile_set missing;      /* of settings->named, those that are listed and absent */
    struct job_failure *failures; /* tiles that failed, in order of row and column */
    uint32_t failure_count;
    struct job_times times;
    double seconds; /* the whole run */
};

/*
 * Renders `map_name` of `data`. Tiles that an earlier run has drawn just so are left alone, and
 * their records joined with those of this run, which may be of some tiles only; tiles that are no
 * more are removed. What is there in the end is what one run into an empty folder would have
 * written, also if an earlier run was cut short at any moment. A stitched map and a web map that
 * lie there stay in step with the tiles, asked for or not (job/earlier.h). A run of data layers
 * alone leaves the picture and what the manifest says of it, a run without them theirs, as far as
 * tiles have not changed (job/layer_keep.h). A tile that fails is in result->failures and stops no
 * other. While another run writes there, shards beside a shard apart, it is ADTMAP_IO
 * (job/folder_lock.h). The status is that of the run: ADTMAP_OK even if tiles failed; anything
 * else, explained in `failure`, when the run could not start, its own files (stitched map,
 * manifest) could not be written, or a tile of an earlier run not read back for them.
 * job_result_free gives back *result, whatever the status.
 */
enum adtmap_status job_render(struct adtmap_data *data, const char *map_name,
                              const struct job_settings *settings, struct job_result *result,
                              struct adtmap_message *failure);

void job_result_free(struct job_result *result);

#endif
