#include "render/liquid/liquid_kernels.h"

#include "os/cpu.h"

CPU_VARIANTS(liquid_kernels)
