#include "render/terrain/terrain_kernels.h"

#include "os/cpu.h"

extern const struct terrain_kernels terrain_kernels_plain;
extern const struct terrain_kernels terrain_kernels_base;
#ifdef ADTMAP_X86
extern const struct terrain_kernels terrain_kernels_avx2;
extern const struct terrain_kernels terrain_kernels_avx512;
#endif

const struct terrain_kernels *terrain_kernels_get(enum adtmap_cpu cpu)
{
    static const struct terrain_kernels *const variants[ADTMAP_CPU_KINDS] = {
        [ADTMAP_CPU_PLAIN] = &terrain_kernels_plain,
        [ADTMAP_CPU_BASE] = &terrain_kernels_base,
#ifdef ADTMAP_X86
        [ADTMAP_CPU_AVX2] = &terrain_kernels_avx2,
        [ADTMAP_CPU_AVX512] = &terrain_kernels_avx512,
#endif
    };
    return variants[cpu_choose(cpu)];
}
