#include "render/terrain/terrain_kernels.h"

#include "os/cpu.h"

CPU_VARIANTS(terrain_kernels)
