#include "base/cpu.h"

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
    static const enum adtmap_cpu best_first[] = {ADTMAP_CPU_AVX512, ADTMAP_CPU_AVX2};
    if (has(wanted)) {
        return wanted;
    }
    for (unsigned i = 0; i < sizeof best_first / sizeof *best_first; i++) {
        if (has(best_first[i])) {
            return best_first[i];
        }
    }
    return ADTMAP_CPU_BASE;
}
