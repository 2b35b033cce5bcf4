/* What variants of kernels call themselves. */
#ifndef TESTS_CPU_NAMES_H
#define TESTS_CPU_NAMES_H

#include "os/cpu.h"

/* Of the variant that is used where `wanted` is asked for. */
static inline const char *cpu_name(enum adtmap_cpu wanted)
{
    static const char *const names[ADTMAP_CPU_KINDS] = {
        [ADTMAP_CPU_PLAIN] = "plain",
        [ADTMAP_CPU_BASE] = "base",
        [ADTMAP_CPU_AVX2] = "avx2",
        [ADTMAP_CPU_AVX512] = "avx512",
    };
    return names[cpu_choose(wanted)];
}

#endif
