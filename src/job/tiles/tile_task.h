/* One tile on its way through the threads of a run: its picture, and its data layers. */
#ifndef JOB_TILES_TILE_TASK_H
#define JOB_TILES_TILE_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "assets/dep_set.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/hash.h"
#include "graph/graph.h"
#include "map/map.h"
#include "output/areas/area_grid.h"

/* The node of one series (job/plan/plan.h) that a task makes. */
struct tile_node {
    struct buffer png;     /* between worker and writer */
    struct hash128 pixels; /* content id */
    float range_yd[2];     /* of height: as in struct adtmap_layer_image */
    float ground_yd[2];
    enum adtmap_status status;     /* the first failure ends the node */
    struct adtmap_message message; /* explains it */
};

struct tile_task {
    uint32_t x;
    uint32_t y;
    uint64_t draws;              /* series whose nodes are made, a bit each */
    uint64_t reads;              /* series whose pixels are read back from their files, as bits */
    bool is_low_res;             /* drawn from the map's WDL */
    struct tile_node *nodes;     /* by series, while the tile is under way; NULL: none are made */
    struct buffer spare;         /* for the picture's PNG, until there are nodes */
    struct dep_set dependencies; /* what of the data was asked for */
    struct dep_set own_files;    /* of these, what came with the tile's own files */
    struct area_tile *areas;     /* from malloc; NULL: not known */
    uint32_t missing_assets;     /* textures and models drawn as fallback, or left out */
    bool is_bare;                /* its ground has no texture anywhere and is open */
    bool has_shadows;            /* baked ones, which its picture shows */
    bool lacks_shadows;          /* its picture shows terrain without any */
    enum adtmap_status read_status; /* of reading back */
    enum adtmap_status status;      /* of drawing; a node may have failed alone */
    struct adtmap_message message;  /* explains it */
};

static inline bool tile_task_draws(const struct tile_task *task, uint32_t series)
{
    return (task->draws >> series & 1) != 0;
}

/* Whether it is drawn from files of its own, which are to be read. */
static inline bool tile_task_has_files(const struct tile_task *task, const struct adtmap_map *map)
{
    return task->draws && !task->is_low_res &&
           !tile_set_has(&map->tiles_without_adt, task->x, task->y);
}

/* Warnings go to `log`, the failure into the task; `file` is what they are about, NULL: none. */
static inline struct diag tile_task_diag(struct tile_task *task, const struct adtmap_log *log,
                                         const char *file)
{
    return (struct diag){file, log, &task->message};
}

#endif
