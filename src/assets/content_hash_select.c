#include "assets/content_hash.h"
#include "os/cpu.h"

CPU_VARIANTS(content_hash)
