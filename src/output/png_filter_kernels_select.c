#include "output/png_filter_kernels.h"

extern const struct png_filter_kernels png_filter_kernels_plain;
extern const struct png_filter_kernels png_filter_kernels_base;
#ifdef ADTMAP_HAVE_AVX2
extern const struct png_filter_kernels png_filter_kernels_avx2;
#endif

const struct png_filter_kernels *png_filter_kernels_get(enum adtmap_cpu cpu)
{
    if (cpu == ADTMAP_CPU_PLAIN) {
        return &png_filter_kernels_plain;
    }
#ifdef ADTMAP_HAVE_AVX2
    if (cpu != ADTMAP_CPU_BASE && __builtin_cpu_supports("avx2")) {
        return &png_filter_kernels_avx2;
    }
#endif
    return &png_filter_kernels_base;
}
