#include "output/paths.h"
#include <stdio.h>
#include <stdlib.h>
char *path_tile(const char *directory, const char *map, uint32_t x, uint32_t y)
{
    char *p = NULL;
    if (asprintf(&p, "%s/tiles/%s_%02u_%02u.png", directory, map, x, y) < 0) {
        return NULL;
    }
    return p;
}
char *path_stitched(const char *directory, const char *map)
{
    char *p = NULL;
    return asprintf(&p, "%s/%s.png", directory, map) < 0 ? NULL : p;
}
