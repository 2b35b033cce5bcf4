#include "render/terrain/terrain_kernels.h"

#include "os/cpu_variants.h"

CPU_VARIANTS(terrain_kernels)
