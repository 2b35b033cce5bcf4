/* What the files of os/posix/ share. */
#ifndef OS_POSIX_POSIX_H
#define OS_POSIX_POSIX_H

#include <stdint.h>

/* The descriptor of a folder, AT_FDCWD for SYSTEM_HERE. */
int posix_directory(intptr_t folder);

#endif
