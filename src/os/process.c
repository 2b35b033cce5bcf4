#include "os/process.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

bool process_stdout_is_terminal(void)
{
    return isatty(STDOUT_FILENO);
}

bool process_stderr_is_terminal(void)
{
    return isatty(STDERR_FILENO);
}

enum adtmap_status process_read_stdin(size_t bytes_max, const struct diag *diag, struct blob *blob)
{
    return file_read_open((struct open_file){STDIN_FILENO}, bytes_max, diag, blob);
}

/* False: errno says why. */
static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
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
    return fflush(stdout) == 0 && write_all(STDOUT_FILENO, data, size) ? 0 : errno;
}

void process_write_stderr(const char *text, size_t size)
{
    (void)write_all(STDERR_FILENO, text, size);
}

unsigned long process_number(void)
{
    return (unsigned long)getpid();
}

double process_peak_bytes(void)
{
    struct rusage usage;
#ifdef __APPLE__
    const double unit = 1.0;
#else
    const double unit = 1024.0;
#endif
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss * unit : 0.0;
}
