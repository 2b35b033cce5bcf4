/*
 * The folders that tiles are taken over from (take_over.h): those of shards, the whole map for a
 * shard, and other output folders that the run is told of. Shards that may be removed stay
 * locked until then; other folders are read without a lock.
 */
#ifndef JOB_PHASES_DRAWN_FOLDER_H
#define JOB_PHASES_DRAWN_FOLDER_H

#include "job/run/run.h"

/* A folder of the map that has tiles. */
struct drawn_folder {
    char *parent;           /* its output folder */
    char *directory;        /* the map's in it */
    char *real;             /* the same without links; NULL: not known */
    struct job_shard shard; /* count 0: it is none */
    bool is_own;            /* a shard of the run's own output folder */
    bool is_left;           /* it has tiles that the run does not replace, or nobody knows */
    bool is_unread;         /* it cannot be used, which a warning has said */
    struct build_log *log;  /* empty if it cannot be used */
    struct graph graph;     /* a node for each tile that the run is about; job/plan/taken_tiles.h */
    struct folder_lock lock;
};

struct take_over {
    struct drawn_folder *items;
    size_t count;
    uint32_t old_logs; /* of shards of an older adtmap, which lie in the map's folder */
};

/*
 * Lists the folders in run->open.taken, which is empty, locks shards and reads the logs. One that
 * cannot be used is a warning, also one that a run is writing to; a folder that is there twice is
 * used once, and the run's own never. ADTMAP_NOT_FOUND if one of job_settings.from does not exist;
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status drawn_folders_find(struct run *run);

/* A zeroed source may be closed. */
void drawn_folder_close(struct drawn_folder *source);

/* Whether no run writes to the folder, now that it is to go; it stays locked then. */
bool drawn_folder_is_ours_alone(struct drawn_folder *source);

#endif
