/* The forms of base/lanes.h for machines without SSE2. */
#undef __SSE2__
#include "base/lanes_table.h"

const struct lanes_table *portable_lanes(void)
{
    return &lanes_table;
}
