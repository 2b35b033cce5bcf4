#include "os/cpu.h"

#include <stdbool.h>

static bool has(enum adtmap_cpu cpu)
{
    switch (cpu) {
    case ADTMAP_CPU_PLAIN:
    case ADTMAP_CPU_BASE:
        return true;
#ifdef ADTMAP_X86
    case ADTMAP_CPU_AVX2:
        return __builtin_cpu_supports("avx2");
    case ADTMAP_CPU_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    default:
        return false;
    }
}

enum adtmap_cpu cpu_choose(enum adtmap_cpu wanted)
{
    enum adtmap_cpu best = ADTMAP_CPU_KINDS - 1;
    while (!has(best)) {
        best--;
    }
    return has(wanted) ? wanted : best;
}
