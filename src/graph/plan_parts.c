#include "graph/plan_parts.h"

enum dirty_reason planning_dirty_reason(const struct planning *planning,
                                        const struct build_record *record, struct hash128 recipe,
                                        struct hash128 nodes)
{
    if (!record || record->state != BUILD_MADE) {
        return DIRTY_NEW;
    }
    if (!hash128_equal(record->recipe, recipe)) {
        return DIRTY_RECIPE;
    }
    if (!hash128_equal(record->nodes, nodes)) {
        return DIRTY_NODE;
    }
    return planning_is_as_recorded(planning, record) ? UP_TO_DATE : DIRTY_OUTPUT;
}
