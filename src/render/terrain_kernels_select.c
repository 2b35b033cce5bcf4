#include "render/terrain_kernels.h"

extern const struct terrain_kernels terrain_kernels_plain;
extern const struct terrain_kernels terrain_kernels_base;
#ifdef ADTMAP_HAVE_AVX2
extern const struct terrain_kernels terrain_kernels_avx2;
#endif

const struct terrain_kernels *terrain_kernels_get(enum adtmap_cpu cpu)
{
    if (cpu == ADTMAP_CPU_PLAIN) {
        return &terrain_kernels_plain;
    }
#ifdef ADTMAP_HAVE_AVX2
    if (cpu != ADTMAP_CPU_BASE && __builtin_cpu_supports("avx2")) {
        return &terrain_kernels_avx2;
    }
#endif
    return &terrain_kernels_base;
}
