#include "mesh/mesh_kernels.h"

#include "os/cpu_variants.h"

CPU_VARIANTS(mesh_kernels)
