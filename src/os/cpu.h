/* Which instruction sets the processor has, for kernels that are built once for each set. */
#ifndef OS_CPU_H
#define OS_CPU_H

#include "adtmap/settings.h"

/* `wanted` if the machine has it; else, and for ADTMAP_CPU_AUTO, the best set that it has. Never
 * returns ADTMAP_CPU_AUTO. */
enum adtmap_cpu cpu_choose(enum adtmap_cpu wanted);

#endif
