/*
 * A kind of output: one row of the table in outputs.c and one file, which has all that is
 * particular to it. What the graph can say of every node (what is stale, made, kept and removed) is
 * in no kind.
 */
#ifndef JOB_OUTPUTS_OUTPUT_KIND_H
#define JOB_OUTPUTS_OUTPUT_KIND_H

#include "job/facts/map_summary.h"
#include "job/run/memory_budget.h"
#include "job/run/run.h"
#include "job/tiles/pipeline.h"
#include "os/file_batch.h"

/* Zoom levels of a series that are made. */
struct joined_zoom {
    bool has_file[PYRAMID_JOINED_MAX + TILE_SET_TILES]; /* pictures of zoom 0 to 6 that may be
                                                           read, by pyramid_joined */
    struct buffer pictures; /* struct pyramid_picture: those that were made */
    struct buffer values;   /* struct value_script: the same */
};

/* Outputs that take the pixels of tiles, opened before the first tile. */
struct joined {
    struct run *run;
    unsigned threads;        /* of the run */
    unsigned stream_threads; /* compress stitched pictures */
    unsigned workers;        /* put tiles */
    size_t stitch_bytes;     /* for rows of stitched pictures, which take row_bytes at least */
    size_t row_bytes;
    struct file_batch files; /* of zoom levels: one for all, as each file in it is open */
    struct pipeline_output outputs[3 * PLAN_SERIES_MAX];
    uint32_t count;
    struct joined_zoom zoom[PLAN_SERIES_MAX]; /* by series */
};

/* Any function may be NULL. Those that fail explain it in the run's diag. */
struct output_kind {
    uint32_t product; /* enum job_product: what its nodes are to users */

    /* Fills in what the run asks of the kind for a series; false when out of memory. */
    bool (*ask)(struct run *run, uint32_t series);

    /* Adds the nodes: path, recipe, inputs, facts. What they are made of stands before the kind. */
    void (*declare)(struct planning *planning);

    /* Opens what the plan makes of a series and takes tiles; records it when all are finished. */
    enum adtmap_status (*open)(struct joined *joined, uint32_t series);
    enum adtmap_status (*record)(struct joined *joined, uint32_t series);

    /* Writes and records what is made of records; `map` has what pages show, NULL without them. */
    enum adtmap_status (*write)(struct run *run, const struct map_summary *summary,
                                struct web_map *map);

    /* Brings files in the folder of a client up to date (client_folder.h), when all that they are
     * made of is on record. */
    enum adtmap_status (*deliver)(struct run *run);

    /* Appends all nodes of a series that the kind may have made files of: struct node_id, whose
     * names are the run's. */
    enum adtmap_status (*list)(const struct run *run, const char *series, struct buffer *nodes);
};

extern const struct output_kind output_tiles;
extern const struct output_kind output_stitched;
extern const struct output_kind output_zoom;
extern const struct output_kind output_minimap;
extern const struct output_kind output_zones;
extern const struct output_kind output_world_files;
extern const struct output_kind output_markers;
extern const struct output_kind output_files;

static inline void output_list(struct buffer *nodes, struct node_id id)
{
    buffer_append(nodes, &id, sizeof id);
}

/* Lists the nodes of a kind with a place, NODE_TILE or NODE_VALUES, whose files are there. All lie
 * in one folder, which is read: asking for each of 4,096 names takes longer than the rest of a run
 * that makes nothing. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status output_list_tiles(const struct run *run, enum node_kind kind, const char *series,
                                     struct buffer *nodes);

#endif
