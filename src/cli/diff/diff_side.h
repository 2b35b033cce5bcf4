/* A side of `adtmap diff`: client data, or the output folder of an earlier run. */
#ifndef CLI_DIFF_DIFF_SIDE_H
#define CLI_DIFF_DIFF_SIDE_H

#include "base/buffer.h"
#include "cli/session.h"
#include "graph/build_log.h"
#include "map/area_names.h"

/* Zero-initialised: nothing to close. */
struct diff_side {
    const char *path;
    struct adtmap_data *data; /* NULL: an output folder */
    struct area_names areas;  /* of data */
    struct buffer maps;       /* the names of its maps, NUL-terminated one after the other */
    size_t map_count;
};

/* What is open of one map of a side. */
struct diff_map {
    struct adtmap_map *map; /* of data; else NULL */
    struct build_log *log;  /* of an output folder; else NULL */
    char *folder;           /* of an output folder: OUT/MAP; from malloc */
};

/*
 * Opens `path` and lists its maps: an output folder if a folder in it has a build log, else client
 * data, as `input` says. A side without maps is a failure. False, said on stderr, when it fails.
 */
bool diff_side_open(struct diff_side *side, const char *path, const struct session_input *input,
                    struct messages *messages);
void diff_side_close(struct diff_side *side);

/* Whether the side has a map of this name, case ignored; `spelled` is as the side spells it then,
 * borrowed. */
bool diff_side_has(const struct diff_side *side, const char *name, const char **spelled);

/* Opens a map that the side has. Close it in any case. */
enum adtmap_status diff_side_open_map(const struct diff_side *side, const char *name,
                                      const struct diag *diag, struct diff_map *map);
void diff_map_close(struct diff_map *map);

#endif
