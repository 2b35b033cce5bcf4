/* What the files of the planner share: a plan under way. */
#ifndef GRAPH_PLAN_PARTS_H
#define GRAPH_PLAN_PARTS_H

#include "graph/plan.h"

struct planning {
    const struct plan_request *request;
    struct build_log *log;
    const struct plan_disk *disk;
    struct plan *plan;
    bool *input_is_same; /* by number of input */
    bool *file_is_same;  /* by index of record */
    bool *is_wanted;     /* by index of record */
    bool lacks_text;     /* a world file is not as recorded */
};

static inline struct build_record *planning_find(const struct planning *planning, const char *path)
{
    return build_log_find(planning->log, path);
}

/* Marks a record, which may be NULL, as one that stays. */
static inline void planning_want(const struct planning *planning, const struct build_record *record)
{
    if (record) {
        planning->is_wanted[record - planning->log->records] = true;
    }
}

static inline bool planning_is_as_recorded(const struct planning *planning,
                                           const struct build_record *record)
{
    return planning->file_is_same[record - planning->log->records];
}

/* The first of a record's inputs that has changed; NULL: none. */
const char *planning_changed_input(const struct planning *planning,
                                   const struct build_record *record);

/* Whether a node that is made of other nodes is up to date, if these are. */
enum dirty_reason planning_dirty_reason(const struct planning *planning,
                                        const struct build_record *record, struct hash128 recipe,
                                        struct hash128 nodes);

/* Decides which zoom pictures of a series are made, when its tiles are decided; or which stay,
 * where this run makes none. */
void planning_zoom(struct planning *planning, uint32_t series);

/* The same for the minimap of a client. */
void planning_minimap(struct planning *planning);

#endif
