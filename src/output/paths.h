#ifndef OUTPUT_PATHS_H
#define OUTPUT_PATHS_H
#include <stdint.h>
char *path_tile(const char *directory, const char *map, uint32_t x, uint32_t y);
char *path_stitched(const char *directory, const char *map);

#endif
