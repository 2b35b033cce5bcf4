#include "render/crown_kernels.h"

#include "os/cpu.h"

CPU_VARIANTS(crown_kernels)
