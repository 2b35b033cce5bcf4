/* What instructions there are, for kernels that are built once for each set. */
#ifndef OS_CPU_H
#define OS_CPU_H

#include "adtmap/settings.h"

/* The set to use where `wanted` is asked for: that one, or for ADTMAP_CPU_AUTO and what the machine
 * lacks the best it has; never ADTMAP_CPU_AUTO. */
enum adtmap_cpu cpu_choose(enum adtmap_cpu wanted);

#endif
