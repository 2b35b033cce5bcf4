#include "os/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "os/thread.h"

#ifdef __linux__
#include <sched.h>
#endif

char **process_begin(int *argc, char **argv)
{
    (void)argc;
    return argv;
}

/* ISO C casts no pointer to one of a function. */
process_function *process_load_function(const char *file, const char *name)
{
    void *library = dlopen(file, RTLD_NOW);
    void *found = library ? dlsym(library, name) : NULL;
    process_function *function;
    memcpy(&function, &found, sizeof function);
    return function;
}

bool process_finish_stdout(void)
{
    return fflush(stdout) == 0 && !ferror(stdout);
}

bool process_stdout_is_terminal(void)
{
    return isatty(STDOUT_FILENO);
}

bool process_stderr_is_terminal(void)
{
    return isatty(STDERR_FILENO);
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

unsigned thread_core_count(void)
{
#ifdef __linux__
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count > 0 ? (unsigned)count : 1;
}
