#include "mesh/mesh_kernels.h"

#include "os/cpu.h"

CPU_VARIANTS(mesh_kernels)
