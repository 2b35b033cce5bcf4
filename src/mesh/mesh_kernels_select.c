#include "mesh/mesh_kernels.h"

#include "os/cpu.h"

extern const struct mesh_kernels mesh_kernels_plain;
extern const struct mesh_kernels mesh_kernels_base;
#ifdef ADTMAP_X86
extern const struct mesh_kernels mesh_kernels_avx2;
extern const struct mesh_kernels mesh_kernels_avx512;
#endif

const struct mesh_kernels *mesh_kernels_get(enum adtmap_cpu cpu)
{
    static const struct mesh_kernels *const variants[ADTMAP_CPU_KINDS] = {
        [ADTMAP_CPU_PLAIN] = &mesh_kernels_plain,
        [ADTMAP_CPU_BASE] = &mesh_kernels_base,
#ifdef ADTMAP_X86
        [ADTMAP_CPU_AVX2] = &mesh_kernels_avx2,
        [ADTMAP_CPU_AVX512] = &mesh_kernels_avx512,
#endif
    };
    return variants[cpu_choose(cpu)];
}
