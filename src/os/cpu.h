/*
 * Which instruction sets the processor has, for kernels that are built once for each set: tables of
 * functions, struct KIND, called KIND_plain, KIND_base and so on.
 */
#ifndef OS_CPU_H
#define OS_CPU_H

#include "adtmap/settings.h"

/* `wanted` if the machine has it; else, and for ADTMAP_CPU_AUTO, the best set that it has. Never
 * returns ADTMAP_CPU_AUTO. */
enum adtmap_cpu cpu_choose(enum adtmap_cpu wanted);

#ifdef ADTMAP_X86
#define CPU_VARIANTS_X86(KIND)                                                                     \
    [ADTMAP_CPU_AVX2] = &KIND##_avx2, [ADTMAP_CPU_AVX512] = &KIND##_avx512,
#else
#define CPU_VARIANTS_X86(KIND)
#endif

/* Defines KIND_get, which gives the table of cpu_choose. */
#define CPU_VARIANTS(KIND)                                                                         \
    extern const struct KIND KIND##_plain, KIND##_base, KIND##_avx2, KIND##_avx512;                \
    const struct KIND *KIND##_get(enum adtmap_cpu cpu)                                             \
    {                                                                                              \
        static const struct KIND *const variants[ADTMAP_CPU_KINDS] = {                             \
            [ADTMAP_CPU_PLAIN] = &KIND##_plain,                                                    \
            [ADTMAP_CPU_BASE] = &KIND##_base,                                                      \
            CPU_VARIANTS_X86(KIND)};                                                               \
        return variants[cpu_choose(cpu)];                                                          \
    }

#endif
