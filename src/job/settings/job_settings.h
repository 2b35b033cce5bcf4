/* What a run of a map is asked for, and what it reports. */
#ifndef JOB_SETTINGS_JOB_SETTINGS_H
#define JOB_SETTINGS_JOB_SETTINGS_H

#include <stdbool.h>

#include "adtmap/adtmap.h"
#include "base/tile_set.h"
#include "codec/image_format.h"
#include "codec/png/png_write.h"
#include "graph/graph.h"
#include "output/client_minimap/client_minimap.h"
#include "render/layers/data_layer.h"

enum job_output {
    JOB_STITCH = 1 << 0,     /* OUT/MAP/MAP.png */
    JOB_FULL_GRID = 1 << 1,  /* the stitched map shows all 64x64 places */
    JOB_WEB = 1 << 2,        /* zoom levels and web pages (output/web/web_site.h) */
    JOB_PMTILES = 1 << 3,    /* with JOB_WEB: OUT/MAP/MAP.pmtiles */
    JOB_NO_PICTURE = 1 << 4, /* data layers alone; not with JOB_WEB */
    JOB_OBJECTS = 1 << 5,    /* OUT/MAP/objects.geojson (job/outputs/map_objects.h) */
    JOB_AREAS = 1 << 6, /* OUT/MAP/areas.geojson (output/areas/areas_text.h); pages have it too */
    JOB_LANDMARKS = 1 << 7, /* landmarks.geojson, flights.geojson in OUT/MAP; pages have them too */
    JOB_ZONES = 1 << 8,     /* OUT/MAP/zones/NAME.png, OUT/MAP/zones.json (output/zones/) */
    JOB_WORLD_FILES = 1 << 9, /* what places tiles for geographic programs (job/outputs/) */
};

/* The floors that are drawn in addition to the picture, as layers of ADTMAP_LAYER_STOREY. */
struct job_floors {
    bool is_given;                         /* other floors of earlier runs go */
    bool is_auto;                          /* those of the client's tables, or of the building */
    float ranges_yd[ADTMAP_STOREY_MAX][2]; /* from floor 1 on: low < high, ascending */
    uint32_t count;
};

/* Shard `index`, from 1, of `count`; count 0: all in one. */
enum { SHARDS_MAX = 4096 };
struct job_shard {
    uint32_t index;
    uint32_t count;
};

/* A tile that is drawn, or removed. */
struct job_change {
    uint32_t x;
    uint32_t y;
    enum dirty_reason reason; /* of its picture, else of the first layer that is made */
    char input[160]; /* of DIRTY_INPUT: the first that has changed; its end, if it is longer */
};

/* Names of maps. */
struct job_maps {
    const char *const *names;
    size_t count;
};

struct job_settings {
    struct adtmap_settings tile;
    bool picks_background;        /* transparent for a map that is one WMO; else that of `tile` */
    const char *out;              /* output root; files go below OUT/MAP */
    const char *parent;           /* as in adtmap_map_add_parents; NULL: none */
    const struct tile_set *tiles; /* which tiles; NULL: all the map has */
    const struct tile_set *named; /* of these, those that the map ought to have; NULL: none */
    unsigned threads;             /* 0: one a core */
    size_t memory_bytes;    /* bound of tiles, rows and caches; 0: see job/run/memory_budget.h */
    bool keeps_cache_limit; /* caches keep the limit that the data have, whatever the bound is */
    uint32_t outputs;       /* enum job_output bits */
    enum png_effort effort;
    bool strict;                               /* missing assets are failures */
    const struct data_layer_selection *layers; /* drawn in addition to the picture; NULL: none */
    struct job_floors floors;
    enum redraw_policy redraw;

    /* These settings say everything, as those of a site file do: what the folder has of earlier
     * runs and they do not ask for goes. Else it stays, and is kept up to date. */
    bool drops_others;

    /* The site file whose map it is from then on, as job/phases/site_leaving.h tells them apart;
     * NULL: that of nobody's file. */
    const char *publisher;

    /* Count above 0: only this part of the tiles (job/settings/shard.h). render_map has them drawn
     * into a folder of their own below `out`, and sets `whole` to `out` as it was given; `outputs`
     * is 0 or JOB_NO_PICTURE. */
    struct job_shard shard;
    const char *whole;

    bool is_check; /* nothing is drawn or written: only the plan is made */

    /* Of JOB_WEB. */
    enum image_format web_format;
    uint32_t web_quality; /* as in image_encoder_create */
    const char *markers;  /* file (output/web/markers.h); NULL: those of earlier runs stay */
    bool is_watched;      /* further runs follow: pages look for what they change */
    const char *live;     /* a file of players that pages ask for; "": none; NULL: as before */
    const char *title;    /* of the map on its pages; NULL: that of the data */
    /* Where OUT is published, for pictures that links to pages show; "": nowhere; NULL: the address
     * of earlier runs. */
    const char *address;
    /* The title of a site that lists maps of several OUT folders, this one below its own; "": none;
     * NULL: that of earlier runs. */
    const char *site_title;
    bool
        leaves_list; /* whoever publishes the site writes what its maps share (job/phases/site.h) */
    const char *const
        *from; /* other output folders whose tiles are taken over (phases/take_over.h) */
    size_t from_count;
    bool from_may_lack;  /* they are of many maps: one that has nothing of this map is no warning */
    const char *leaflet; /* folder that holds Leaflet; NULL: where this build expects it */

    /* The minimap of a client, which is made of the pictures; NULL: none. Not of a shard. */
    const struct client_minimap *minimap;

    /* Where to list the files that were changed (job/records/changes.h); NULL: below
     * OUT/MAP/.adtmap. Not of a shard. */
    const char *changed;

    /* Of JOB_ZONES and `worldmap`: zones by the name of their files or of their area; none: all. */
    const char *const *zones;
    size_t zone_count;

    /* The folder of a client to which the maps of zones go (MINIMAP_WORLD); NULL: none. Not of a
     * shard. */
    const struct client_minimap *worldmap;

    /* As in struct adtmap_render_request. */
    int (*progress)(void *user, const struct adtmap_progress *progress);
    void *user;
};

/* The settings' layers; an empty selection where there are none. */
static inline const struct data_layer_selection *layers_of(const struct job_settings *settings)
{
    static const struct data_layer_selection none;
    return settings->layers ? settings->layers : &none;
}

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

enum job_product {
    PRODUCT_STITCHED = 1 << 0,    /* the stitched map, or a stitched layer */
    PRODUCT_WEB = 1 << 1,         /* zoom levels, their archive, or pages */
    PRODUCT_TEXTS = 1 << 2,       /* the manifest alone */
    PRODUCT_LEFTOVER = 1 << 3,    /* files that are removed: they no longer show the map, or have a
                                   * name of ours and no record */
    PRODUCT_MINIMAP = 1 << 4,     /* the minimap of a client */
    PRODUCT_ZONES = 1 << 5,       /* pictures of zones, or a client's */
    PRODUCT_WORLD_FILES = 1 << 6, /* what places pictures for geographic programs */
};

enum { JOB_ZONE_ROW_BYTES = 192 };

struct job_result {
    char map[128];              /* the map's name as its files spell it */
    char *directory;            /* OUT/MAP */
    uint32_t drawn;             /* tiles drawn and written */
    uint32_t taken_over;        /* files of tiles and layers that other folders had */
    uint32_t low_res;           /* of the run, tiles without an ADT, drawn from the map's WDL */
    uint32_t unchanged;         /* tiles of the run that were not drawn */
    struct job_change *changes; /* by row and column: what was drawn and removed, and why */
    uint32_t change_count;

    bool is_changed; /* the map's records are others than before */

    uint32_t products; /* what was made in addition to tiles, or would be: enum job_product bits */

    char zone_row[JOB_ZONE_ROW_BYTES]; /* of a dungeon without a row in WorldMapArea: what it could
                                          be; "": none */
    uint32_t absent;                   /* tiles in the WDT without an ADT; not counted as failed */
    uint32_t missing_assets;           /* missing textures and buildings, counted once a tile */
    uint32_t incomplete;               /* drawn tiles that lack any of these */
    uint32_t bare;                     /* drawn tiles whose ground has no texture and is open */
    uint32_t with_shadows;             /* drawn tiles that have baked shadows, which are drawn */
    uint32_t without_shadows;          /* drawn tiles with terrain that have none */
    struct tile_set unlisted;          /* of settings->named, those that the map does not list */
    struct tile_set missing;           /* of settings->named, those that are listed and absent */
    struct job_failure *failures;      /* tiles that failed, in order of row and column */
    uint32_t failure_count;
    struct adtmap_message *stuck; /* files that were to go and cannot be removed */
    uint32_t stuck_count;
    struct job_times times;
    double seconds; /* the whole run */
};

/* Lists a tile as failed. False when out of memory. */
bool job_result_add_failure(struct job_result *result, uint32_t x, uint32_t y,
                            const struct adtmap_message *message);

/* Frees what *result holds. A zeroed result may be freed. */
void job_result_free(struct job_result *result);

#endif
