#include "codec/png/png_filter_kernels.h"

#include "os/cpu_variants.h"

CPU_VARIANTS(png_filter_kernels)
