/* One tile on its way through the threads of a run. */
#ifndef JOB_TILE_TASK_H
#define JOB_TILE_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "assets/trail.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/hash.h"
#include "job/layer_files.h"
#include "scene/map/map.h"

enum tile_work {
    TILE_DRAW,
    TILE_READ_BACK, /* its PNG holds the pixels */
    TILE_ERASE,     /* it is gone: the zoom levels show it no longer */
};

struct tile_task {
    uint32_t x;
    uint32_t y;
    enum tile_work work;
    bool is_low_res;               /* drawn from the map's WDL */
    struct trail trail;            /* of a tile that is drawn: what of the data it asked for */
    struct buffer png;             /* between worker and writer */
    struct hash128 pixels;         /* hash of the pixels, once drawn */
    struct layer_tile layers;      /* likewise; areas and hashes stay until the end */
    uint32_t missing_assets;       /* textures drawn as stand-ins, buildings left out */
    enum adtmap_status status;     /* the first failure ends the tile */
    struct adtmap_message message; /* explains it */
};

/* Whether it is drawn from files of its own, which are to be read. */
static inline bool tile_task_has_files(const struct tile_task *task, const struct adtmap_map *map)
{
    return task->work == TILE_DRAW && !task->is_low_res &&
           !tile_set_has(&map->bare, task->x, task->y);
}

/* Warnings go to `log`, the failure into the task; `file` is what they are about, NULL: none. */
static inline struct diag tile_task_diag(struct tile_task *task, const struct adtmap_log *log,
                                         const char *file)
{
    return (struct diag){file, log, &task->message};
}

#endif
