#include "codec/png/png_filter_kernels.h"

#include "os/cpu.h"

extern const struct png_filter_kernels png_filter_kernels_plain;
extern const struct png_filter_kernels png_filter_kernels_base;
#ifdef ADTMAP_X86
extern const struct png_filter_kernels png_filter_kernels_avx2;
extern const struct png_filter_kernels png_filter_kernels_avx512;
#endif

const struct png_filter_kernels *png_filter_kernels_get(enum adtmap_cpu cpu)
{
    static const struct png_filter_kernels *const variants[ADTMAP_CPU_KINDS] = {
        [ADTMAP_CPU_PLAIN] = &png_filter_kernels_plain,
        [ADTMAP_CPU_BASE] = &png_filter_kernels_base,
#ifdef ADTMAP_X86
        [ADTMAP_CPU_AVX2] = &png_filter_kernels_avx2,
        [ADTMAP_CPU_AVX512] = &png_filter_kernels_avx512,
#endif
    };
    return variants[cpu_choose(cpu)];
}
