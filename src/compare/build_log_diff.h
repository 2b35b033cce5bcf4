/*
 * What differs between a map as an earlier run drew it and another drawing of it, or the data as
 * they are now: by the build log, so that nothing is drawn.
 */
#ifndef COMPARE_BUILD_LOG_DIFF_H
#define COMPARE_BUILD_LOG_DIFF_H

#include "assets/assets.h"
#include "compare/map_diff.h"
#include "graph/build_log.h"

/* Why the picture of a tile differs, or would. */
struct build_log_diff_tile {
    enum tile_fate fate;
    const char **files;  /* of TILE_CHANGED: the files of the data that differ, in byte order; the
                            logs' names */
    uint32_t file_count; /* 0: the settings, or the program, differ, or what the WDT says */
    bool is_edited;      /* a picture is not the one that its log records */
};

struct build_log_diff {
    struct build_log_diff_tile tiles[TILE_SET_TILES]; /* y * 64 + x */
    uint32_t fate_counts[TILE_UNREADABLE + 1];
    struct arena memory;
};

/* Compares the pictures that two logs record, by their pixels. False when out of memory. Free the
 * result in any case. */
bool build_log_diff_logs(const struct build_log *old_log, const struct build_log *new_log,
                         struct build_log_diff *diff);

/*
 * Compares the files that the pictures of a log were made of with those of `map`; the log counts as
 * the old version. Keys of `log` are brought up to date. False when out of memory.
 */
bool build_log_diff_data(struct build_log *log, const struct adtmap_map *map,
                         struct build_log_diff *diff);

/* The record of the picture of a tile, y * ADTMAP_GRID + x, that was made; NULL: none. */
const struct build_record *build_log_diff_picture(const struct build_log *log, uint32_t tile);

/* Gives a tile another fate. */
void build_log_diff_judge(struct build_log_diff *diff, uint32_t tile, enum tile_fate fate);

/* Exchanges old and new: what was added was removed. */
void build_log_diff_reverse(struct build_log_diff *diff);

bool build_log_diff_is_empty(const struct build_log_diff *diff);
void build_log_diff_free(struct build_log_diff *diff);

#endif
