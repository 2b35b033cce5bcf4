#include "codec/png/png_filter_kernels.h"

#include "os/cpu.h"

CPU_VARIANTS(png_filter_kernels)
