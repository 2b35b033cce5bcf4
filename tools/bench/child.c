#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "os/clock.h"

extern char **environ;

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* Runs `argv` with its standard output in `descriptor`. */
static void run_into(char *const argv[], int descriptor, struct child_result *result)
{
    pid_t child;
    int left;
    struct rusage usage;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO);
    sync(); /* or what earlier runs wrote is written in the time of this one */
    double begin = clock_seconds();
    int error = posix_spawn(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        bench_fail("cannot run %s: %s", argv[0], strerror(error));
    }
    while (wait4(child, &left, 0, &usage) < 0) {
        if (errno != EINTR) {
            bench_fail("lost %s: %s", argv[0], strerror(errno));
        }
    }
    result->seconds = clock_seconds() - begin;
    result->cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    result->peak_bytes = (double)usage.ru_maxrss * 1024.0;
    result->page_faults = (double)usage.ru_minflt;
    if (left != 0) {
        bench_fail("%s %s failed", argv[0], argv[1]);
    }
}

static cJSON *parse_from(int descriptor)
{
    struct stat info;
    if (fstat(descriptor, &info) || info.st_size < 1) {
        return NULL;
    }
    size_t size = (size_t)info.st_size;
    char *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (text == MAP_FAILED) {
        return NULL;
    }
    cJSON *value = cJSON_ParseWithLength(text, size);
    munmap(text, size);
    return value;
}

struct child_result child_run(char *const argv[])
{
    struct child_result result = {0};
    int descriptor = memfd_create("report", MFD_CLOEXEC);
    if (descriptor < 0) {
        bench_fail("no room for a report: %s", strerror(errno));
    }
    run_into(argv, descriptor, &result);
    result.report = parse_from(descriptor);
    close(descriptor);
    if (!result.report) {
        bench_fail("%s %s printed no JSON", argv[0], argv[1]);
    }
    return result;
}
