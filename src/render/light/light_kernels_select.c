#include "render/light/light_kernels.h"

#include "os/cpu.h"

CPU_VARIANTS(light_kernels)
