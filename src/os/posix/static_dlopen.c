/*
 * What static programs call in place of dlopen: they load no libraries, which would have to be of
 * the C library that was linked. OpenMP's would ask for those of graphics cards, which are not
 * used; StormLib is linked or missing. The linker warns of all that call the function itself.
 */
#include <stddef.h>

void *static_dlopen(const char *file, int mode);

void *static_dlopen(const char *file, int mode)
{
    (void)file;
    (void)mode;
    return NULL;
}
