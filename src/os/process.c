/* The part of os/process.h that is the same on every system. */
#include "os/process.h"

#include <errno.h>
#include <stdio.h>

#include "os/system.h"

enum { STDIN = 0, STDOUT = 1, STDERR = 2 };

enum adtmap_status process_read_stdin(size_t bytes_max, const struct diag *diag, struct blob *blob)
{
    return file_read_open((struct open_file){STDIN}, bytes_max, diag, blob);
}

/* False: errno says why. */
static bool write_all(intptr_t file, const char *bytes, size_t size)
{
    while (size > 0) {
        ptrdiff_t written = system_write(file, bytes, size);
        if (written <= 0) {
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

int process_write_stdout(const void *data, size_t size)
{
    return fflush(stdout) == 0 && write_all(STDOUT, data, size) ? 0 : errno;
}

void process_write_stderr(const char *text, size_t size)
{
    (void)write_all(STDERR, text, size);
}
